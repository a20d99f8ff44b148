// The columns of the list of charging profiles, for the grid and for files.
import type { Column } from '#kit/columns.tsx'
import type { ChargingProfile } from './charging-profile.contract.ts'

export const chargingProfileColumns: readonly Column<ChargingProfile>[] = [
  { field: 'charging_profile_id', header: 'Profile Id', identity: true, minWidth: 100, flex: 0.6 },
  { field: 'stack_level', header: 'Stack Level', kind: 'number', minWidth: 110, flex: 0.5 },
  { field: 'description', header: 'Description', minWidth: 186, flex: 1.6 },
  { field: 'charging_profile_purpose', header: 'Purpose', minWidth: 196, flex: 1, head: true },
  { field: 'charging_profile_kind', header: 'Kind', minWidth: 110, flex: 0.6 },
  { field: 'valid_from', header: 'Valid From', kind: 'time', minWidth: 160 },
  { field: 'valid_to', header: 'Valid To', kind: 'time', minWidth: 160 },
  { field: 'team_name', header: 'Team', sort: false, hidden: true },
]
