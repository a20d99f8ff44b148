// The charging profiles of the current team and the teams below it.

import { DataGrid } from '#kit/data-grid.tsx'
import { Page } from '#kit/page.tsx'
import { useAccess } from '#kit/session.ts'
import { useTeamList } from '#kit/team-list.ts'
import { addProfile, pathOf, rowActions } from './charging-profile.actions.ts'
import { listChargingProfiles } from './charging-profile.contract.ts'
import { chargingProfileColumns } from './charging-profile-columns.tsx'

const filterFields = [
  { field: 'charging_profile_id', label: 'Profile Id', type: 'number' },
  { field: 'stack_level', label: 'Stack Level', type: 'number' },
  { field: 'description', label: 'Description', type: 'text' },
  { field: 'charging_profile_purpose', label: 'Purpose', type: 'text' },
  { field: 'charging_profile_kind', label: 'Kind', type: 'text' },
  { field: 'valid_from', label: 'Valid From', type: 'date' },
  { field: 'valid_to', label: 'Valid To', type: 'date' },
] as const

export function ChargingProfilesPage() {
  const { canUpdate } = useAccess('ChargingProfile')
  return (
    <Page>
      <DataGrid
        label="Charging Profiles"
        columns={chargingProfileColumns}
        {...useTeamList(listChargingProfiles, teamId => ({ query: { teamId } }), { sort: '-charging_profile_pk' })}
        rowId={p => p.charging_profile_pk}
        rowLink={p => (canUpdate ? pathOf(p) : `${pathOf(p)}?mode=view`)}
        actions={rowActions}
        add={addProfile}
        search="Search charging profiles"
        filterFields={filterFields}
        file="charging_profiles"
        empty={{
          title: 'No charging profiles yet',
          text: 'A profile limits what chargers draw over time; it is defined here once and sent to any of them.',
          action: addProfile,
        }}
      />
    </Page>
  )
}
