// The course of a bulk action on charge points: the figures, each charge point with its reason, and the remaining
// actions (D-BULK-3, D-BULK-4).
import Cancel from '@mui/icons-material/CancelOutlined'
import EvStation from '@mui/icons-material/EvStationOutlined'
import Receipt from '@mui/icons-material/ReceiptLongOutlined'
import Replay from '@mui/icons-material/Replay'
import { Box, Typography } from '@mui/material'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { CallError, call, keyOf, query } from '@wattdesk/wire/call'
import { useMemo, useState } from 'react'
import { useParams } from 'react-router'
import { TaskDialog } from '#control/remote-operations/task-dialog.parts.tsx'
import type { Action } from '#kit/actions.tsx'
import type { Column } from '#kit/columns.tsx'
import { DataGrid } from '#kit/data-grid.tsx'
import { ErrorNotice } from '#kit/error.tsx'
import { Gone } from '#kit/gone.tsx'
import { useList } from '#kit/list.ts'
import { useListState } from '#kit/list-state.ts'
import { useLive, usePolling } from '#kit/live.ts'
import { Page } from '#kit/page.tsx'
import { BlockSkeleton } from '#kit/skeleton.tsx'
import { Time } from '#kit/time.tsx'
import * as calls from './bulk-action.contract.ts'
import { type BulkAction, type BulkItem, listBulkItems } from './bulk-action.contract.ts'
import { detailOf, headingOf, isRunning, pointsText } from './bulk-action.rules.ts'
import { BulkFigures } from './bulk-figures.tsx'
import { BulkProgress, BulkStateChip } from './bulk-state-chip.tsx'

const POLL_MS = 3000
const LIST = '/charger/actions'
const READ = [calls.getBulkAction, listBulkItems, calls.listBulkActions]

/** In a table two lines, of which an earlier attempt takes one; on a phone's card as many as they need. */
function Outcome({ item }: { item: BulkItem }) {
  const before = item.earlier.at(-1)
  const earlier = before && `Attempt ${item.attempt}; before: ${before.outcome}`
  const lines = (most: number) => ({
    display: { sm: '-webkit-box' },
    WebkitLineClamp: most,
    WebkitBoxOrient: 'vertical',
    overflow: 'hidden',
    overflowWrap: 'anywhere',
  })
  return (
    <Box sx={{ minWidth: 0, whiteSpace: 'normal' }}>
      <Box title={item.outcome ?? ''} sx={lines(earlier ? 1 : 2)}>
        {item.outcome ?? '–'}
      </Box>
      {earlier && (
        <Typography variant="caption" component="div" title={earlier} sx={{ color: 'text.secondary', ...lines(1) }}>
          {earlier}
        </Typography>
      )}
    </Box>
  )
}
const columns: readonly Column<BulkItem>[] = [
  { field: 'chargepoint_id', header: 'Charger ID', identity: true, minWidth: 150 },
  { field: 'state', header: 'State', cell: i => <BulkStateChip state={i.state} />, head: true, width: 140 },
  { field: 'outcome', header: 'Answer or reason', cell: i => <Outcome item={i} />, minWidth: 260, flex: 3 },
  { field: 'attempt', header: 'Attempt', kind: 'number', hidden: true },
  { field: 'endedAt', header: 'Ended', kind: 'time', minWidth: 170 },
]
const filterFields = [
  { field: 'chargepoint_id', label: 'Charger ID', type: 'text' },
  { field: 'state', label: 'State', type: 'text' },
  { field: 'outcome', label: 'Answer or reason', type: 'text' },
  { field: 'attempt', label: 'Attempt', type: 'number' },
  { field: 'endedAt', label: 'Ended', type: 'date' },
] as const

const retry = (a: BulkAction): Action => ({
  id: 'retry-failed',
  label: `Try the ${a.counts.Failed.toLocaleString('en-IN')} failed again`,
  icon: Replay,
  right: 'ChargerPoint.update',
  when: () => a.counts.Failed > 0,
  confirm: () => ({
    title: `Try ${pointsText(a.counts.Failed)} again`,
    text: 'Only those that failed. One that did not answer in time may have done it already, and is asked again.',
    yes: 'Try again',
  }),
  run: () => call(calls.retryBulkAction, { params: { id: a.id } }),
  refreshes: READ,
})
const cancel = (a: BulkAction): Action => ({
  id: 'cancel-rest',
  label: 'Cancel the rest',
  icon: Cancel,
  right: 'ChargerPoint.update',
  danger: true,
  when: () => a.counts.Waiting > 0,
  confirm: () => ({
    title: 'Cancel the rest',
    text: `${pointsText(a.counts.Waiting)} still wait and are skipped. Those in progress are finished.`,
    yes: 'Cancel the rest',
    no: 'Go on',
    danger: true,
  }),
  run: () => call(calls.cancelBulkAction, { params: { id: a.id } }),
  refreshes: READ,
})

export function BulkActionPage() {
  const id = Number(useParams().id)
  const cache = useQueryClient()
  const polling = usePolling(POLL_MS)
  const asked = useQuery({
    ...query(calls.getBulkAction, { params: { id } }),
    refetchInterval: ({ state }) => (state.data && !isRunning(state.data.data) ? false : polling),
  })
  const action = asked.data?.data
  const state = useListState({ pageSize: 10 })
  const list = useList(listBulkItems, { params: { id } }, state, {
    refetchInterval: action && !isRunning(action) ? false : polling,
  })
  useLive('bulk-action', events => {
    if (events.some(e => e.bulkActionId === id))
      for (const e of READ) void cache.invalidateQueries({ queryKey: keyOf(e) })
  })
  const [task, setTask] = useState<BulkItem>()
  const rowActions = useMemo<readonly Action<BulkItem>[]>(
    () => [
      { id: 'task', label: 'Task Details', icon: Receipt, when: i => i.taskId !== null, run: i => setTask(i) },
      {
        id: 'charger',
        label: 'Charge Point',
        icon: EvStation,
        run: (i, { navigate }) => navigate(`/charger/${i.chargepoint_pk}`),
      },
    ],
    [],
  )
  const actions = useMemo(() => (action ? [cancel(action), retry(action)] : []), [action])
  if (asked.error instanceof CallError && asked.error.status === 404) return <Gone text="Action not found" to={LIST} />
  if (!action)
    return (
      <Page>
        {asked.error ? (
          <ErrorNotice error={asked.error} onRetry={() => void asked.refetch()} />
        ) : (
          <BlockSkeleton height={260} />
        )}
      </Page>
    )
  return (
    <Page
      title={headingOf(action)}
      subtitle={
        <>
          {detailOf(action)} · asked for <Time at={action.createdAt} />
          {action.cancelledAt && ' · the rest was cancelled'}
        </>
      }
      crumbs={[
        { label: 'Charge Points', to: '/charger' },
        { label: 'Actions on many', to: LIST },
        { label: headingOf(action) },
      ]}
      actions={actions}
    >
      <BulkProgress action={action} />
      <BulkFigures counts={action.counts} state={state} />
      <DataGrid
        label="Charge points of this action"
        columns={columns}
        list={list}
        state={state}
        rowId={i => i.item_no}
        rowLink={i => `/charger/${i.chargepoint_pk}`}
        actions={rowActions}
        search="Search charge points and reasons"
        filterFields={filterFields}
        file="action_charge_points"
      />
      <TaskDialog
        charger={task?.chargepoint_id ?? ''}
        taskId={task?.taskId ?? undefined}
        onClose={() => setTask(undefined)}
      />
    </Page>
  )
}
