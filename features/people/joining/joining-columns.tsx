// The columns of charge points that wait to join, for the grid and for files.
import type { Column } from '#kit/columns.tsx'
import { ToneChip } from '#kit/status-chip.tsx'
import type { JoiningCharger } from './joining.contract.ts'

const waits = { record: 'Not added yet', registration: 'Not accepted yet' } as const

export const joiningColumns: readonly Column<JoiningCharger>[] = [
  { field: 'chargepoint_id', header: 'Charger ID', identity: true, minWidth: 128 },
  {
    field: 'waitsFor',
    header: 'Waits for',
    sort: false,
    minWidth: 138,
    flex: 0.5,
    head: true,
    value: j => waits[j.waitsFor],
    cell: j => <ToneChip tone={j.waitsFor === 'record' ? 'fault' : 'warning'} label={waits[j.waitsFor]} />,
  },
  { field: 'since', header: 'Since', kind: 'relative', minWidth: 98 },
  { field: 'lastAt', header: 'Last heard', kind: 'relative', minWidth: 98 },
  { field: 'refused', header: 'Refused attempts', kind: 'number', minWidth: 98, flex: 0.5 },
  { field: 'address', header: 'Address', sort: false, minWidth: 108 },
  { field: 'vendor', header: 'Vendor', sort: false, minWidth: 84 },
  { field: 'model', header: 'Model', sort: false, minWidth: 84 },
  { field: 'serialNumber', header: 'Serial Number', sort: false, minWidth: 108 },
  { field: 'firmware', header: 'Firmware', sort: false, minWidth: 84 },
  { field: 'team_name', header: 'Team', sort: false, hidden: true },
  { field: 'protocols', header: 'Protocols', sort: false, hidden: true },
  { field: 'userAgent', header: 'Software', sort: false, hidden: true },
  { field: 'isEncrypted', header: 'Encrypted', kind: 'flag', sort: false, hidden: true },
  { field: 'hasCredentials', header: 'Brought a key', kind: 'flag', sort: false, hidden: true },
]
