// The security events of a charger on its Logs tab: the charger's reports, and the server's refusals (S-SECURITY).
import type { Column } from '#kit/columns.tsx'
import { DataGrid } from '#kit/data-grid.tsx'
import type { FilterField } from '#kit/filters.tsx'
import { useList } from '#kit/list.ts'
import { useListState } from '#kit/list-state.ts'
import { ToneChip } from '#kit/status-chip.tsx'
import { listSecurityEvents, type SecurityEventRow } from './security-event.contract.ts'

const severity = (e: SecurityEventRow) => (
  <ToneChip tone={e.severity === 'Critical' ? 'fault' : 'neutral'} label={e.severity} />
)
const columns: readonly Column<SecurityEventRow>[] = [
  { field: 'type', header: 'Event', identity: true, minWidth: 210, flex: 1 },
  { field: 'severity', header: 'Severity', cell: severity, sort: false, width: 140, head: true },
  { field: 'at', header: 'Time', kind: 'time', width: 170 },
  { field: 'receivedAt', header: 'Received', kind: 'time', width: 170 },
  { field: 'source', header: 'Reported by', sort: false, width: 120 },
  { field: 'techInfo', header: 'Technical information', sort: false, minWidth: 220, flex: 2 },
  {
    field: 'toldAt',
    header: 'Clock of the charger',
    kind: 'time',
    sort: false,
    width: 170,
    hidden: true,
    inFiles: true,
    // A correct clock shows the time of the event.
    value: e => (e.source === 'Charger' ? (e.toldAt ?? e.at) : null),
  },
]
const filterFields: readonly FilterField[] = [
  { field: 'type', label: 'Event', type: 'text' },
  { field: 'severity', label: 'Severity', type: 'text' },
  { field: 'source', label: 'Reported by', type: 'text' },
  { field: 'techInfo', label: 'Technical information', type: 'text' },
  { field: 'at', label: 'Time', type: 'date' },
  { field: 'receivedAt', label: 'Received', type: 'date' },
]
/** New events appear without a reload. */
const EVERY_MS = 15_000

type Props = { teamId: number; chargepointId: string }
export default function SecurityEvents({ teamId, chargepointId }: Props) {
  const state = useListState({ pageSize: 20, sort: '-at', prefix: 'security-' })
  const list = useList(listSecurityEvents, { params: { teamId, chargepointId } }, state, { refetchInterval: EVERY_MS })
  return (
    <DataGrid
      label="Security events"
      columns={columns}
      list={list}
      state={state}
      rowId={e => e.id}
      search="Search event or technical information"
      filterFields={filterFields}
      file={`security-events-${chargepointId}`}
      empty={{
        title: 'No security events',
        text: 'The charger has reported none, and no connection of it was refused for security.',
      }}
    />
  )
}
