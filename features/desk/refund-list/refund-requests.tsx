// Refunds one by one, also of payments without a session: on their way, done, or waiting for a person.
import { useMemo } from 'react'
import { ActionButton } from '#kit/actions.tsx'
import type { Column } from '#kit/columns.tsx'
import { DataGrid } from '#kit/data-grid.tsx'
import type { FilterField } from '#kit/filters.tsx'
import { useList } from '#kit/list.ts'
import { useListState } from '#kit/list-state.ts'
import { usePolling } from '#kit/live.ts'
import { holdsAny, useSession } from '#kit/session.ts'
import { MAY_REFUND, pageOfRefund, refundRequest, viewRefundRequest } from './refund.actions.ts'
import { refundRequestColumns } from './refund-request-columns.tsx'
import { listRefundRequests, type RefundRequestRow } from './refund-request-list.contract.ts'
import { type RefundStatus, StatusFilter } from './refund-status-filter.tsx'

const POLL_MS = 30_000

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
  const shown = useMemo(
    () => (mayRefund && !isPhone ? [...refundRequestColumns, refundButton] : refundRequestColumns),
    [mayRefund, isPhone],
  )
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
