// Refunds one by one, also of payments without a session: on their way, done, or waiting for a person.
import { Box, Stack } from '@mui/material'
import { truncate } from '@wattdesk/base/text'
import { useMemo } from 'react'
import { ActionButton } from '#kit/actions.tsx'
import type { Column } from '#kit/columns.tsx'
import { DataGrid } from '#kit/data-grid.tsx'
import type { FilterField } from '#kit/filters.tsx'
import { useList } from '#kit/list.ts'
import { useListState } from '#kit/list-state.ts'
import { usePolling } from '#kit/live.ts'
import { holdsAny, useSession } from '#kit/session.ts'
import { StatusChip } from '#kit/status-chip.tsx'
import { Time } from '#kit/time.tsx'
import { causeText } from '#money/refunds/refund-labels.rules.ts'
import { MAY_REFUND, pageOfRefund, refundRequest, viewRefundRequest } from './refund.actions.ts'
import { listRefundRequests, type RefundRequestRow } from './refund-request-list.contract.ts'
import { type RefundStatus, StatusFilter } from './refund-status-filter.tsx'

const POLL_MS = 30_000
const small = { fontSize: '0.75rem', color: 'text.secondary', lineHeight: 1.2 } as const

/** The state; below it the bank's number, or why the refund failed and when it is tried again. */
function State({ r }: { r: RefundRequestRow }) {
  return (
    <Stack sx={{ alignItems: 'flex-start', minWidth: 0, maxWidth: '100%' }} spacing={0.25}>
      <StatusChip kind="payment" value={r.status} />
      {r.status === 'failed' && r.failure && (
        <Box sx={{ ...small, whiteSpace: 'nowrap' }} title={r.failure}>
          {truncate(r.failure, 26)}
        </Box>
      )}
      {r.status === 'failed' && r.nextAt && (
        <Box sx={small}>
          Next attempt <Time at={r.nextAt} />
        </Box>
      )}
      {r.status === 'processed' && r.reference && <Box sx={small}>{truncate(r.reference, 16)}</Box>}
    </Stack>
  )
}

const columns: readonly Column<RefundRequestRow>[] = [
  { field: 'paymentId', header: 'Payment ID', identity: true, sort: false, minWidth: 176, flex: 1.2 },
  {
    field: 'transactionId',
    header: 'Transaction Number',
    sort: false,
    minWidth: 120,
    flex: 0.8,
    value: r => r.transactionId ?? 'No session',
  },
  { field: 'customerEmail', header: 'Customer Email', sort: false, minWidth: 168, flex: 1.4 },
  { field: 'amount', header: 'Amount', kind: 'money', minWidth: 100, flex: 0.6, live: r => r.amount },
  { field: 'requestedAt', header: 'Asked for', kind: 'time', minWidth: 132, flex: 0.8 },
  {
    field: 'status',
    header: 'Refund Status',
    sort: false,
    minWidth: 172,
    flex: 1.4,
    value: r => r.status,
    cell: r => <State r={r} />,
    live: r => r.status,
  },
  { field: 'cause', header: 'Cause', sort: false, hidden: true, minWidth: 150, value: r => causeText(r.cause) },
  { field: 'chargepoint_id', header: 'Charger', sort: false, hidden: true },
  { field: 'team_name', header: 'Team', sort: false, hidden: true },
  { field: 'companyName', header: 'Company', sort: false, hidden: true, minWidth: 140 },
  { field: 'reference', header: 'Reference', sort: false, hidden: true, minWidth: 150 },
  { field: 'failure', header: 'Failure', sort: false, hidden: true, minWidth: 180 },
]
const refundButton: Column<RefundRequestRow> = {
  field: 'refund',
  header: 'Refund',
  sort: false,
  noExport: true,
  minWidth: 122,
  flex: 0.5,
  value: () => '',
  cell: r => <ActionButton action={refundRequest} target={r} size="small" />,
}
const filterFields: readonly FilterField[] = [
  { field: 'paymentId', label: 'Payment ID', type: 'text' },
  { field: 'transactionId', label: 'Transaction Number', type: 'text' },
  { field: 'customerEmail', label: 'Customer Email', type: 'text' },
  { field: 'chargepoint_id', label: 'Charger', type: 'text' },
  { field: 'failure', label: 'Failure', type: 'text' },
  { field: 'amount', label: 'Amount (₹)', type: 'number' },
  { field: 'requestedAt', label: 'Asked for', type: 'date' },
]
const everyRow = [viewRefundRequest, refundRequest]
const look = [viewRefundRequest]

export function RefundRequests({ status, isPhone }: { status: RefundStatus | undefined; isPhone: boolean }) {
  const { teamId, role } = useSession()
  const mayRefund = holdsAny(role, MAY_REFUND)
  const state = useListState({ pageSize: 10, sort: '-requestedAt', prefix: 'r-' })
  const list = useList(listRefundRequests, { query: { teamId, ...(status && { status }) } }, state, {
    enabled: teamId !== 0,
    refetchInterval: usePolling(POLL_MS),
  })
  // On a phone the menu of the row has the button.
  const shown = useMemo(() => (mayRefund && !isPhone ? [...columns, refundButton] : columns), [mayRefund, isPhone])
  return (
    <DataGrid
      label="Refunds"
      columns={shown}
      list={list}
      state={state}
      rowId={r => r.refundId}
      rowLink={pageOfRefund}
      actions={mayRefund ? everyRow : look}
      search="Search refunds"
      filterFields={filterFields}
      file="refund-requests"
      empty={{
        title: status === 'failed' ? 'No refund has failed' : 'No refunds yet',
        text: 'Refunds of sessions, and of payments with which no session began, stand here one by one.',
      }}
      toolbar={<StatusFilter status={status} />}
    />
  )
}
