// The columns of the refund list and its filter fields.
import { Box, Link, Stack } from '@mui/material'
import { truncate } from '@wattdesk/base/text'
import { Link as RouterLink } from 'react-router'
import { refundText } from '#desk/transactions/transaction.rules.ts'
import { connectorCell } from '#fleet/stations/evse-words.rules.ts'
import { ActionButton } from '#kit/actions.tsx'
import type { Column } from '#kit/columns.tsx'
import type { FilterField } from '#kit/filters.tsx'
import { StatusChip } from '#kit/status-chip.tsx'
import { Time } from '#kit/time.tsx'
import { refundOne } from './refund.actions.ts'
import type { RefundRow } from './refund-list.contract.ts'

const small = { fontSize: '0.75rem', color: 'text.secondary', lineHeight: 1.2 } as const

/** The state, and below it the bank's number, or the reason of the failure and the time of the next attempt. */
function RefundState({ r }: { r: RefundRow }) {
  if (!r.refundStatus) return <Box sx={small}>{refundText({ ...r, stoptime: r.endDate })}</Box>
  return (
    <Stack sx={{ alignItems: 'flex-start', minWidth: 0, maxWidth: '100%' }} spacing={0.25}>
      <StatusChip kind="payment" value={r.refundStatus} />
      {r.refundStatus === 'failed' && r.nextAt && (
        <Box sx={small}>
          Next attempt <Time at={r.nextAt} />
        </Box>
      )}
      {r.refundStatus === 'processed' && r.reference && (
        <Box sx={small} title={r.reference}>
          {truncate(r.reference, 16)}
        </Box>
      )}
    </Stack>
  )
}

export const refundColumns: readonly Column<RefundRow>[] = [
  {
    field: 'transactionNumber',
    header: 'Transaction Number',
    identity: true,
    sort: 'transactionId',
    leads: r => `/transactions/${r.transactionId}`,
    minWidth: 120,
    flex: 0.7,
  },
  { field: 'customerEmail', header: 'Customer Email', sort: false, minWidth: 176, flex: 1.8 },
  { field: 'amountCharged', header: 'Amount Charged', kind: 'money', minWidth: 112, flex: 0.7 },
  { field: 'totalPaid', header: 'Total Paid', kind: 'money', minWidth: 100, flex: 0.7 },
  { field: 'totalRefund', header: 'Total Refund', kind: 'money', minWidth: 104, flex: 0.7, live: r => r.totalRefund },
  { field: 'startDate', header: 'Start Date', kind: 'time', minWidth: 132, flex: 0.8 },
  {
    field: 'refundStatus',
    header: 'Refund Status',
    sort: false,
    minWidth: 172,
    flex: 1.4,
    value: r => refundText({ ...r, stoptime: r.endDate }),
    cell: r => <RefundState r={r} />,
    live: r => r.refundStatus,
  },
  { field: 'companyName', header: 'Company', sort: false, hidden: true, minWidth: 140 },
  { field: 'endDate', header: 'End Date', kind: 'time', hidden: true, minWidth: 132 },
  { field: 'tag', header: 'Tag', sort: false, hidden: true },
  { field: 'payment_type', header: 'Payment Type', sort: false, hidden: true, minWidth: 110 },
  {
    field: 'paymentId',
    header: 'Payment ID',
    sort: false,
    hidden: true,
    minWidth: 180,
    cell: r =>
      r.paymentId ? (
        <Link component={RouterLink} to={`/refund-details/${encodeURIComponent(r.paymentId)}`} title={r.paymentId}>
          {r.paymentId.length > 20 ? truncate(r.paymentId, 10) : r.paymentId}
        </Link>
      ) : (
        '–'
      ),
  },
  { field: 'reference', header: 'Reference', sort: false, hidden: true, minWidth: 150 },
  { field: 'failure', header: 'Failure', sort: false, hidden: true, minWidth: 180 },
  { field: 'team_name', header: 'Team', sort: false, hidden: true },
  { field: 'chargepoint_id', header: 'Charger', hidden: true },
  {
    field: 'connectorId',
    header: 'Connector',
    kind: 'number',
    sort: false,
    hidden: true,
    value: connectorCell,
  },
]
/** For readers who may refund: one button in each row. */
export const refundButton: Column<RefundRow> = {
  field: 'refund',
  header: 'Refund',
  sort: false,
  noExport: true,
  minWidth: 122,
  flex: 0.5,
  value: () => '',
  cell: r => <ActionButton action={refundOne} target={r} size="small" />,
}

export const refundFilters: readonly FilterField[] = [
  { field: 'transactionId', label: 'Transaction Number', type: 'text' },
  { field: 'paymentId', label: 'Payment ID', type: 'text' },
  { field: 'customerEmail', label: 'Customer Email', type: 'text' },
  { field: 'chargepoint_id', label: 'Charger', type: 'text' },
  { field: 'payment_type', label: 'Payment Type', type: 'text' },
  { field: 'amountCharged', label: 'Amount Charged (₹)', type: 'number' },
  { field: 'totalPaid', label: 'Total Paid (₹)', type: 'number' },
  { field: 'totalRefund', label: 'Total Refund (₹)', type: 'number' },
  { field: 'startDate', label: 'Start Date', type: 'date' },
  { field: 'endDate', label: 'End Date', type: 'date' },
]
