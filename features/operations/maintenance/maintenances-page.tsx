// Planned maintenance of the current team and the teams below it: a list, and a calendar (MAINT-01).
import { Box, Stack } from '@mui/material'
import { maintenanceFields } from '#fleet/maintenance/maintenance.fields.ts'
import { ActionButton } from '#kit/actions.tsx'
import { DataGrid } from '#kit/data-grid.tsx'
import { Page } from '#kit/page.tsx'
import { recordFilters } from '#kit/record-grid.ts'
import { Tabs } from '#kit/tabs.tsx'
import { useTeamList } from '#kit/team-list.ts'
import { pathOf, planAction, rowActions } from './maintenance.actions.ts'
import { listMaintenance } from './maintenance.contract.ts'
import { MaintenanceCalendar } from './maintenance-calendar.tsx'
import { maintenanceColumns } from './maintenance-columns.tsx'

const filterFields = recordFilters(maintenanceFields)

function MaintenanceList() {
  const { list, state } = useTeamList(listMaintenance, teamId => ({ params: { teamId } }), {
    sort: '-starts_at',
    changedBy: ['ChargerPoint'],
  })
  return (
    <DataGrid
      label="Planned maintenance"
      columns={maintenanceColumns}
      list={list}
      state={state}
      rowId={m => m.maintenance_id}
      rowLink={pathOf}
      actions={rowActions}
      add={planAction}
      search="Search by reason, state, team or who planned it"
      filterFields={filterFields}
      file="maintenance"
      empty={{
        title: 'Nothing is planned',
        text: 'While a maintenance runs, drivers cannot start at its charge points, its time counts as planned in the uptime, and its alerts are silent.',
        action: planAction,
      }}
    />
  )
}

const PlannedCalendar = () => (
  <Stack spacing={2}>
    <Box sx={{ alignSelf: 'flex-end', '&:empty': { display: 'none' } }}>
      <ActionButton action={planAction} target={undefined} variant="contained" />
    </Box>
    <MaintenanceCalendar />
  </Stack>
)

export function MaintenancesPage() {
  return (
    <Page>
      <Tabs
        label="Planned maintenance"
        items={[
          { id: 'list', label: 'List', panel: <MaintenanceList /> },
          { id: 'calendar', label: 'Calendar', panel: <PlannedCalendar /> },
        ]}
      />
    </Page>
  )
}
