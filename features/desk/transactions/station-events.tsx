// The events of a session as its station of OCPP 2.0.1 told them: when, why, and the state of charging from then on. Events that
// told nothing but another reading are in the statistics.
import { Stack, Typography } from '@mui/material'
import type { Column } from '#kit/columns.tsx'
import { DataGrid } from '#kit/data-grid.tsx'
import { useLocalList } from '#kit/list.ts'
import { useListState } from '#kit/list-state.ts'
import type { StationEvent } from './transaction.contract.ts'

const columns: readonly Column<StationEvent>[] = [
  { field: 'seqNo', header: 'Number', kind: 'number', identity: true, minWidth: 90, flex: 0.5 },
  { field: 'eventType', header: 'Event', minWidth: 100, flex: 0.7 },
  { field: 'triggerReason', header: 'Cause', minWidth: 190 },
  { field: 'chargingState', header: 'State of Charging', minWidth: 150 },
  { field: 'stoppedReason', header: 'Stop Reason', minWidth: 140 },
  { field: 'at', header: 'Time (charger)', kind: 'time', minWidth: 170 },
]

/** The events come with the session. */
const AT_HAND = { isPending: false, isFetching: false, error: null, refetch: () => undefined }

export function StationEvents({ id, events }: { id: number; events: readonly StationEvent[] }) {
  const state = useListState({ pageSize: 10, prefix: 'e-' })
  const list = useLocalList<StationEvent>({ data: events, ...AT_HAND }, state, {
    search: e => [e.eventType, e.triggerReason, e.chargingState ?? '', e.stoppedReason ?? ''],
  })
  return (
    <Stack spacing={2} component="section" aria-label="Events of the station">
      <Typography variant="h2">Events of the station</Typography>
      <Typography variant="body2" sx={{ color: 'text.secondary' }}>
        Events between these told readings alone. Those that never arrived stand above as Missing Events.
      </Typography>
      <DataGrid
        label="Events of the station"
        columns={columns}
        list={list}
        state={state}
        rowId={e => `${e.seqNo} ${e.eventType} ${e.at}`}
        file={`station_events_${id}`}
        empty={{ title: 'No events yet', text: 'The station has not told anything of this session.' }}
      />
    </Stack>
  )
}
