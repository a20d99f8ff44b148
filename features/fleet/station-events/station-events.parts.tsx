// The events of a charge point of OCPP 2.0.1 on its Logs tab.
import type { Column } from '#kit/columns.tsx'
import { DataGrid } from '#kit/data-grid.tsx'
import type { FilterField } from '#kit/filters.tsx'
import { useList } from '#kit/list.ts'
import { useListState } from '#kit/list-state.ts'
import { ToneChip } from '#kit/status-chip.tsx'
import { timeText } from '#kit/time.tsx'
import { listStationEvents, type StationEvent } from './station-event.contract.ts'
import { GRAVEST } from './station-event.words.ts'

const isGrave = (e: StationEvent): boolean => e.severity !== null && e.severity <= GRAVEST && !e.isOver
const severityText = (e: StationEvent): string =>
  e.severity === null ? e.severityWord : `${e.severity} ${e.severityWord}`
const standing = (e: StationEvent): string =>
  e.isOver ? 'Over' : e.endedAt === null ? 'Lasts' : `Over since ${timeText(e.endedAt)}`
const columns: readonly Column<StationEvent>[] = [
  {
    field: 'variable',
    header: 'Event',
    identity: true,
    minWidth: 220,
    flex: 1,
    value: e => `${e.component}.${e.variable}`,
  },
  { field: 'actualValue', header: 'Value', sort: false, minWidth: 90, value: e => e.actualValue ?? 'Never shown' },
  {
    field: 'severity',
    header: 'Severity',
    width: 150,
    head: true,
    value: severityText,
    cell: e => <ToneChip tone={isGrave(e) ? 'fault' : 'neutral'} label={severityText(e)} />,
  },
  { field: 'endedAt', header: 'State', sort: false, minWidth: 130, value: standing },
  { field: 'at', header: 'Time', kind: 'time', width: 150 },
  { field: 'trigger', header: 'Told because', sort: false, width: 110 },
  { field: 'cause', header: 'Caused by event', sort: false, width: 130, hidden: true, inFiles: true },
  { field: 'eventId', header: 'Number', sort: false, width: 100, hidden: true, inFiles: true },
  {
    field: 'techInfo',
    header: 'Technical information',
    sort: false,
    minWidth: 200,
    flex: 1,
    value: e => [e.techCode, e.techInfo].filter(Boolean).join(', '),
  },
]
const filterFields: readonly FilterField[] = [
  { field: 'component', label: 'Component', type: 'text' },
  { field: 'variable', label: 'Variable', type: 'text' },
  { field: 'severity', label: 'Severity (0 to 9)', type: 'number' },
  { field: 'actualValue', label: 'Value', type: 'text' },
  { field: 'techInfo', label: 'Technical information', type: 'text' },
  { field: 'at', label: 'Time', type: 'date' },
]
/** New events appear without a reload. */
const EVERY_MS = 15_000

type Props = { teamId: number; chargepointId: string }
export default function StationEvents({ teamId, chargepointId }: Props) {
  const state = useListState({ pageSize: 20, sort: '-at', prefix: 'event-' })
  const list = useList(listStationEvents, { params: { teamId, chargepointId } }, state, { refetchInterval: EVERY_MS })
  return (
    <DataGrid
      label="Station events"
      columns={columns}
      list={list}
      state={state}
      rowId={e => e.id}
      search="Search component, variable or technical information"
      filterFields={filterFields}
      file={`station-events-${chargepointId}`}
      empty={{ title: 'No station events', text: 'Charge points of OCPP 2.0.1 tell of what they watch at themselves.' }}
    />
  )
}
