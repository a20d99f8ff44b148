// One planned maintenance, with a line for each of its charge points: what it was told at the start and at the end (MAINT-01).
import { Box, Card, CardContent, Link, Stack, Typography } from '@mui/material'
import { useQuery } from '@tanstack/react-query'
import { CallError, query } from '@wattdesk/wire/call'
import { Suspense, useMemo, useState } from 'react'
import { Link as RouterLink, useParams } from 'react-router'
import { maintenanceFields } from '#fleet/maintenance/maintenance.fields.ts'
import { USUAL_DRIVER_TEXT } from '#fleet/maintenance/maintenance.words.ts'
import { maintenanceChargerFields } from '#fleet/maintenance/maintenance-charger.fields.ts'
import { ActionButton } from '#kit/actions.tsx'
import { DataGrid } from '#kit/data-grid.tsx'
import { DetailList } from '#kit/detail-list.tsx'
import { ErrorNotice } from '#kit/error.tsx'
import { Gone } from '#kit/gone.tsx'
import { later } from '#kit/later.ts'
import { Page } from '#kit/page.tsx'
import { gridColumns, recordFilters } from '#kit/record-grid.ts'
import { BlockSkeleton } from '#kit/skeleton.tsx'
import { useTeamList } from '#kit/team-list.ts'
import { Time } from '#kit/time.tsx'
import { LaterHistory } from '#office/audit/later-history.parts.tsx'
import { cancelAction, correctAction, editAction, endAction, LIST, tellAgainAction } from './maintenance.actions.ts'
import {
  auditIdOf,
  getMaintenance,
  listMaintenanceChargers,
  type Maintenance,
  type MaintenanceCharger,
} from './maintenance.contract.ts'
import { MaintenanceChip } from './maintenance-chip.tsx'

const CorrectDialog = later(() => import('./maintenance-correct-dialog.tsx'))
/** Chargers answer one after the other, and windows begin and end by themselves: no event of the stream tells either. */
const POLL_MS = 5_000

const Lines = ({ lines }: { lines: readonly string[] }) =>
  lines.length === 0 ? (
    <span>–</span>
  ) : (
    <Box sx={{ whiteSpace: 'normal', py: 0.5 }}>
      {lines.map(text => (
        <Box key={text} sx={{ overflowWrap: 'anywhere' }}>
          {text}
        </Box>
      ))}
    </Box>
  )
const said = (field: 'at_start' | 'at_end', header: string) => ({
  field,
  header,
  sort: false as const,
  minWidth: 220,
  flex: 1.4,
  value: (c: MaintenanceCharger) => c[field].join('; '),
  cell: (c: MaintenanceCharger) => <Lines lines={field === 'at_start' && c.left_why ? [c.left_why] : c[field]} />,
})
const [name, ...rest] = gridColumns<typeof maintenanceChargerFields, MaintenanceCharger>(maintenanceChargerFields, {
  chargepoint_id: {
    cell: c => (
      <Link component={RouterLink} to={`/charger/${c.chargepoint_pk}`}>
        {c.chargepoint_id}
      </Link>
    ),
  },
})
const columns = [...(name ? [name] : []), said('at_start', 'At the start'), said('at_end', 'At the end'), ...rest]
const filterFields = recordFilters(maintenanceChargerFields)

function Chargers({ maintenanceId }: { maintenanceId: number }) {
  const { list, state } = useTeamList(listMaintenanceChargers, () => ({ params: { maintenanceId } }), {
    sort: 'chargepoint_id',
    refetchInterval: POLL_MS,
    changedBy: ['ChargerPoint'],
  })
  return (
    <DataGrid
      label="Charge points"
      columns={columns}
      list={list}
      state={state}
      rowId={c => c.chargepoint_pk}
      search="Search by charger, name or site"
      filterFields={filterFields}
      file="maintenance-chargers"
      empty={{ title: 'No charge points', text: 'They were deleted since' }}
    />
  )
}

function Details({ m, tag }: { m: Maintenance; tag: string | undefined }) {
  const [isCorrecting, setCorrecting] = useState(false)
  const correct = useMemo(() => correctAction(() => setCorrecting(true)), [])
  return (
    <Page
      title={m.reason}
      crumbs={[{ label: 'Planned maintenance', to: LIST }, { label: m.reason }]}
      subtitle={<MaintenanceChip state={m.state} />}
    >
      <Card>
        <CardContent>
          <DetailList
            items={[
              { label: m.correctedAt ? 'Began' : 'Start', value: <Time at={m.starts_at} /> },
              { label: m.correctedAt ? 'Ended' : 'End', value: <Time at={m.ends_at} /> },
              {
                label: 'Corrected',
                value: (
                  <>
                    <Time at={m.correctedAt} />; before: <Time at={m.was_from} /> to <Time at={m.was_to} />
                  </>
                ),
                hidden: !m.correctedAt,
              },
              { label: 'Charge points', value: m.chargers_count.toLocaleString('en-IN') },
              { label: 'Connectors', value: m.sets_inoperative ? 'Taken out of service' : 'Stay as they are' },
              { label: 'View', value: m.view_name, hidden: !m.view_name },
              { label: 'Planned by', value: m.planned_by },
              { label: 'Team', value: m.team_name },
              {
                label: m.state === 'Cancelled' ? 'Cancelled' : 'Closed',
                value: (
                  <>
                    <Time at={m.endedAt} />, {m.ended_by_name ? `by ${m.ended_by_name}` : 'because its time was over'}
                  </>
                ),
                hidden: !m.endedAt,
              },
              { label: 'Text for drivers', value: m.driver_text ?? USUAL_DRIVER_TEXT, wide: true },
            ]}
          />
          <Stack direction="row" sx={{ mt: 2, gap: 1, flexWrap: 'wrap', '&:empty': { display: 'none' } }}>
            <ActionButton action={endAction} target={m} variant="contained" />
            <ActionButton action={editAction} target={m} variant="outlined" />
            <ActionButton action={correct} target={m} variant="outlined" />
            <ActionButton action={tellAgainAction} target={m} variant="outlined" />
            <ActionButton action={cancelAction} target={m} variant="outlined" />
          </Stack>
        </CardContent>
      </Card>
      <Box component="section" aria-label="Charge points">
        <Typography variant="h3" component="h3" sx={{ mb: 1.5 }}>
          Charge points
        </Typography>
        <Chargers maintenanceId={m.maintenance_id} />
      </Box>
      <LaterHistory feature="ChargerPoint" recordId={auditIdOf(m.maintenance_id)} fields={maintenanceFields} />
      {isCorrecting && (
        <Suspense>
          <CorrectDialog maintenance={m} tag={tag} onClose={() => setCorrecting(false)} />
        </Suspense>
      )}
    </Page>
  )
}

export function MaintenancePage() {
  const maintenanceId = Number(useParams().id)
  const asked = useQuery({
    ...query(getMaintenance, { params: { maintenanceId } }),
    refetchInterval: POLL_MS,
  })
  if (asked.error instanceof CallError && asked.error.status === 404)
    return <Gone text="Maintenance not found" to={LIST} />
  if (asked.data) return <Details m={asked.data.data} tag={asked.data.tag} />
  return (
    <Page crumbs={[{ label: 'Planned maintenance', to: LIST }, { label: '…' }]}>
      {asked.error ? (
        <ErrorNotice error={asked.error} onRetry={() => void asked.refetch()} />
      ) : (
        <BlockSkeleton height={300} />
      )}
    </Page>
  )
}
