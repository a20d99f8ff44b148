// The columns of the list of refunds, for the grid and for files.
import { Box, Stack } from '@mui/material'
import { truncate } from '@wattdesk/base/text'
import type { Column } from '#kit/columns.tsx'
import { StatusChip } from '#kit/status-chip.tsx'
import { Time } from '#kit/time.tsx'
import { causeText } from '#money/refunds/refund-labels.rules.ts'
import type { RefundRequestRow } from './refund-request-list.contract.ts'

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

export const refundRequestColumns: readonly Column<RefundRequestRow>[] = [
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
