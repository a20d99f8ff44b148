// The columns of the transactions grid, its filter fields, and the cells of a running session.
import { Box, Link, Stack } from '@mui/material'
import { truncate } from '@wattdesk/base/text'
import { Link as RouterLink } from 'react-router'
import { connectorCell, connectorMark } from '#fleet/stations/evse-words.rules.ts'
import type { Column } from '#kit/columns.tsx'
import { CopyButton } from '#kit/copy-button.tsx'
import { energyText, Figure, moneyText } from '#kit/figures.tsx'
import type { FilterField } from '#kit/filters.tsx'
import { StatusChip, ToneChip } from '#kit/status-chip.tsx'
import { Time } from '#kit/time.tsx'
import type { Transaction } from './transaction.contract.ts'
import { IN_DOUBT, stateOf, statusText } from './transaction.rules.ts'

/** Active, Completed, or waiting for a person. */
export function StateChip({ t }: { t: Pick<Transaction, 'stoptime' | 'inReview'> }) {
  if (t.inReview) return <ToneChip tone="warning" label="To review" />
  return <StatusChip kind="transaction" value={t.stoptime ? 'completed' : 'active'} />
}

/** Shortens a long id to its first ten characters; the page behind the link has all of it. */
function PaymentLink({ id }: { id: string | null }) {
  if (!id) return <span>–</span>
  return (
    <Stack direction="row" sx={{ alignItems: 'center' }}>
      <Link component={RouterLink} to={`/refund-details/${encodeURIComponent(id)}`} title={id}>
        {id.length > 20 ? truncate(id, 10) : id}
      </Link>
      <CopyButton text={id} label={`payment id ${id}`} />
    </Stack>
  )
}

export const transactionColumns: readonly Column<Transaction>[] = [
  { field: 'transactionId', header: 'Transaction ID', identity: true, minWidth: 124, flex: 0.8 },
  {
    field: 'state',
    header: 'State',
    sort: false,
    minWidth: 118,
    flex: 0.8,
    value: stateOf,
    cell: t => <StateChip t={t} />,
    head: true,
    live: t => t.stoptime,
  },
  {
    field: 'chargepoint_id',
    header: 'Charger',
    minWidth: 150,
    flex: 1.2,
    cell: t => (
      <span>
        {t.chargepoint_id}
        <Box component="span" sx={{ color: 'text.secondary' }}>
          {' / '}
          {connectorMark(t)}
        </Box>
      </span>
    ),
  },
  // The grid shows the connector beside the charger; a file has a separate column (D-EXP-1).
  {
    field: 'connectorId',
    header: 'Connector',
    kind: 'number',
    sort: false,
    exportOnly: true,
    onPaper: true,
    value: connectorCell,
  },
  { field: 'starttime', header: 'Start Time', kind: 'time', minWidth: 140 },
  {
    field: 'stoptime',
    header: 'Stop Time',
    kind: 'time',
    minWidth: 140,
    cell: t => (t.stoptime ? <Time at={t.stoptime} /> : <span>Running</span>),
  },
  {
    field: 'kw_consumed',
    header: 'Energy',
    kind: 'energy',
    decimals: 3,
    minWidth: 100,
    flex: 0.8,
    value: t => Math.round(t.kw_consumed * 1000),
    cell: t => (
      <Box component="span" sx={{ display: 'grid', lineHeight: 1.35 }}>
        <Figure>{energyText(t.kw_consumed * 1000, 3)}</Figure>
        {t.energyInDoubt && (
          <Box component="span" sx={{ typography: 'caption', color: 'warning.main' }}>
            {IN_DOUBT}
          </Box>
        )}
      </Box>
    ),
    live: t => t.kw_consumed,
  },
  {
    field: 'totalAmountCharged',
    header: 'Amount Charged',
    kind: 'money',
    minWidth: 134,
    flex: 0.8,
    cell: t => <Figure>{moneyText(t.totalAmountCharged)}</Figure>,
    live: t => t.totalAmountCharged,
  },
  { field: 'payment_type', header: 'Payment Type', sort: false, minWidth: 120, flex: 0.7 },
  { field: 'email', header: 'Email', sort: false, hidden: true, minWidth: 190, flex: 1.2 },
  { field: 'tag', header: 'Tag', sort: false, hidden: true },
  { field: 'phone', header: 'Phone', sort: false, hidden: true },
  {
    field: 'paymentId',
    header: 'Payment ID',
    sort: false,
    hidden: true,
    minWidth: 170,
    cell: t => <PaymentLink id={t.paymentId} />,
  },
  { field: 'totalAmountPaid', header: 'Amount Paid', kind: 'money', hidden: true },
  { field: 'totalRefund', header: 'Refund Amount', kind: 'money', hidden: true },
  { field: 'refundStatus', header: 'Refund Status', sort: false, hidden: true },
  { field: 'status', header: 'Status', sort: false, hidden: true, value: t => (t.status ? statusText(t.status) : '') },
  { field: 'notes', header: 'Notes', sort: false, hidden: true },
  { field: 'stop_reason', header: 'Stop Reason', sort: false, hidden: true },
  { field: 'team_name', header: 'Team', sort: false, hidden: true },
  { field: 'chargepoint_name', header: 'Charger Name', sort: false, hidden: true },
  { field: 'charger_type', header: 'Charger Type', sort: false, hidden: true },
  {
    field: 'start_meter_value',
    header: 'Start Meter Value (Wh)',
    kind: 'number',
    sort: false,
    hidden: true,
    inFiles: true,
    minWidth: 170,
  },
  {
    field: 'stop_meter_value',
    header: 'Stop Meter Value (Wh)',
    kind: 'number',
    sort: false,
    hidden: true,
    inFiles: true,
    minWidth: 170,
  },
  {
    field: 'current_meter_value',
    header: 'Current Meter Value (Wh)',
    kind: 'number',
    sort: false,
    hidden: true,
    inFiles: true,
    minWidth: 180,
  },
  { field: 'total_kw', header: 'Total Kw Consumed', kind: 'number', exportOnly: true, value: t => t.kw_consumed },
]

/** The conditions on transactions: eight texts, four numbers, two dates (S-CONDITIONS). */
export const transactionFilters: readonly FilterField[] = [
  { field: 'transactionId', label: 'Transaction ID', type: 'text' },
  { field: 'paymentId', label: 'Payment ID', type: 'text' },
  { field: 'email', label: 'Email', type: 'text' },
  { field: 'phone', label: 'Phone', type: 'text' },
  { field: 'chargepoint_id', label: 'Charger', type: 'text' },
  { field: 'connectorId', label: 'Connector', type: 'text' },
  { field: 'payment_type', label: 'Payment Type', type: 'text' },
  { field: 'notes', label: 'Notes', type: 'text' },
  { field: 'kw_consumed', label: 'Energy (kWh)', type: 'number' },
  { field: 'totalAmountPaid', label: 'Amount Paid (₹)', type: 'number' },
  { field: 'totalAmountCharged', label: 'Amount Charged (₹)', type: 'number' },
  { field: 'totalRefund', label: 'Refund Amount (₹)', type: 'number' },
  { field: 'starttime', label: 'Start Time', type: 'date' },
  { field: 'stoptime', label: 'Stop Time', type: 'date' },
]
