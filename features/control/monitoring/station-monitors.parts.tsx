// What a charge point of OCPP 2.0.1 watches of itself, below its device model on the Config tab.
import { Box, Stack, Typography } from '@mui/material'
import { Suspense, useMemo, useState } from 'react'
import { GRAVEST } from '#fleet/station-events/station-event.words.ts'
import { ActionButton } from '#kit/actions.tsx'
import type { Column } from '#kit/columns.tsx'
import { DataGrid } from '#kit/data-grid.tsx'
import type { FilterField } from '#kit/filters.tsx'
import { later } from '#kit/later.ts'
import { useList } from '#kit/list.ts'
import { useListState } from '#kit/list-state.ts'
import { usePolling } from '#kit/live.ts'
import { useSession } from '#kit/session.ts'
import { ToneChip } from '#kit/status-chip.tsx'
import { timeText } from '#kit/time.tsx'
import { addMonitor, askMonitors, monitorActions, monitorText } from './monitor.actions.ts'
import { listStationMonitors, type StationMonitor } from './monitor.contract.ts'

const MonitorDialog = later(() => import('./monitor-dialog.tsx'))

const POLL_MS = 30_000
const severityText = (m: StationMonitor): string => `${m.severity} ${m.severityWord}`
const columns: readonly Column<StationMonitor>[] = [
  {
    field: 'component',
    header: 'Variable',
    identity: true,
    minWidth: 230,
    flex: 1.4,
    value: monitorText,
  },
  { field: 'kind', header: 'Type', minWidth: 150, flex: 1 },
  { field: 'value', header: 'Value', kind: 'number', width: 110 },
  {
    field: 'severity',
    header: 'Severity',
    width: 180,
    head: true,
    value: severityText,
    cell: m => <ToneChip tone={m.severity <= GRAVEST ? 'fault' : 'neutral'} label={severityText(m)} />,
  },
  {
    field: 'duringTransaction',
    header: 'Watched',
    sort: false,
    width: 130,
    value: m => (m.duringTransaction ? 'In sessions' : 'Always'),
  },
  {
    field: 'isOurs',
    header: 'Set by',
    sort: false,
    width: 140,
    value: m => (m.isOurs ? 'This portal' : 'Maker or others'),
  },
  { field: 'monitorId', header: 'Number', width: 100, hidden: true, inFiles: true },
  { field: 'toldAt', header: 'Told', kind: 'time', width: 150, hidden: true, inFiles: true },
]
const filterFields: readonly FilterField[] = [
  { field: 'component', label: 'Component', type: 'text' },
  { field: 'variable', label: 'Variable', type: 'text' },
  { field: 'kind', label: 'Type', type: 'text' },
  { field: 'severity', label: 'Severity (0 to 9)', type: 'number' },
  { field: 'value', label: 'Value', type: 'number' },
]

type Props = { charger: { chargepoint_pk: number; chargepoint_id: string; connection: { socketOpen: boolean } } }
export default function StationMonitors({ charger }: Props) {
  const { chargepoint_pk: pk, chargepoint_id: id } = charger
  const isConnected = charger.connection.socketOpen
  const { teamId } = useSession()
  const state = useListState({ pageSize: 20, sort: 'component', prefix: 'monitor-' })
  const list = useList(listStationMonitors, { params: { teamId, id: String(pk) } }, state, {
    enabled: teamId !== 0,
    refetchInterval: usePolling(POLL_MS),
  })
  const toldAt = list.reply?.toldAt
  const [open, setOpen] = useState<{ of: StationMonitor | undefined }>()
  const [add, askAgain, actions] = useMemo(() => {
    const target = { id, isConnected }
    return [
      addMonitor(target, () => setOpen({ of: undefined })),
      askMonitors(target),
      monitorActions(target, of => setOpen({ of })),
    ] as const
  }, [id, isConnected])
  return (
    <Box component="section" aria-label="Monitors">
      <Stack
        direction="row"
        useFlexGap
        sx={{ mb: 2, gap: 1, flexWrap: 'wrap', alignItems: 'center', justifyContent: 'space-between' }}
      >
        <Box>
          <Typography variant="h2">Monitors</Typography>
          <Typography sx={{ color: 'text.secondary' }}>
            What the charge point watches of itself. Its events stand on the Logs tab under Station events.
            {toldAt && ` All monitors were told on ${timeText(toldAt)}.`}
          </Typography>
        </Box>
        <ActionButton action={askAgain} target={undefined} />
      </Stack>
      <DataGrid
        label="Monitors"
        columns={columns}
        list={list}
        state={state}
        rowId={m => m.monitorId}
        actions={actions}
        add={add}
        search="Search component, variable or type"
        filterFields={filterFields}
        file={`monitors-${id}`}
        empty={{
          title: 'No monitors',
          text: 'The charge point has told of none. Add a monitor to be told when a variable passes a value.',
        }}
      />
      {open && (
        <Suspense>
          <MonitorDialog charger={id} of={open.of} onClose={() => setOpen(undefined)} />
        </Suspense>
      )}
    </Box>
  )
}
