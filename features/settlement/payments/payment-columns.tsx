// The columns of the list of payments, for the grid and for files.
import { Link, Stack, Typography } from '@mui/material'
import { truncate } from '@wattdesk/base/text'
import { Link as RouterLink } from 'react-router'
import { connectorMark } from '#fleet/stations/evse-words.rules.ts'
import type { Column } from '#kit/columns.tsx'
import { CopyButton } from '#kit/copy-button.tsx'
import { Figure, moneyText } from '#kit/figures.tsx'
import { StatusChip } from '#kit/status-chip.tsx'
import type { Payment } from './payment.contract.ts'
import { refundText } from './payment-text.rules.ts'

export const rupees = (paise: number): number => paise / 100

const refundPage = (id: string): string => `/refund-details/${encodeURIComponent(id)}`

export const paymentColumns: readonly Column<Payment>[] = [
  {
    field: 'id',
    header: 'Payment ID',
    identity: true,
    minWidth: 196,
    flex: 1.2,
    cell: p => (
      <Stack direction="row" sx={{ alignItems: 'center' }}>
        <Link component={RouterLink} to={refundPage(p.id)} title={p.id}>
          {p.id.length > 20 ? truncate(p.id, 10) : p.id}
        </Link>
        <CopyButton text={p.id} label={`payment id ${p.id}`} said="Payment ID copied to clipboard!" />
      </Stack>
    ),
  },
  {
    field: 'status',
    header: 'Status',
    minWidth: 100,
    flex: 0.6,
    cell: p => <StatusChip kind="payment" value={p.status} />,
    head: true,
    live: p => p.status,
  },
  {
    field: 'amount',
    header: 'Amount',
    kind: 'money',
    minWidth: 92,
    flex: 0.6,
    value: p => rupees(p.amount),
    cell: p => <Figure>{moneyText(rupees(p.amount))}</Figure>,
  },
  {
    field: 'amount_refunded',
    header: 'Refunded',
    kind: 'money',
    minWidth: 92,
    flex: 0.6,
    value: p => rupees(p.amount_refunded),
    cell: p => <Figure>{moneyText(rupees(p.amount_refunded))}</Figure>,
    live: p => p.amount_refunded,
  },
  { field: 'refund_status', header: 'Refund', sort: false, minWidth: 116, flex: 0.9, value: p => refundText(p) },
  {
    field: 'method',
    header: 'Paid by',
    minWidth: 190,
    value: p => [p.method?.toUpperCase(), p.vpa].filter(Boolean).join(' '),
  },
  { field: 'vpa', header: 'UPI ID', sort: false, hidden: true, minWidth: 150 },
  {
    field: 'chargerId',
    header: 'Charger',
    sort: false,
    minWidth: 124,
    value: p => p.notes.chargerId,
    cell: p => (
      <Typography noWrap variant="inherit">
        {[p.notes.chargerId, placeText(p)].filter(Boolean).join(' / ') || '–'}
      </Typography>
    ),
  },
  // The grid shows the connector beside the charger; a file has a separate column (D-EXP-1).
  {
    field: 'connectorId',
    header: 'Connector',
    kind: 'number',
    sort: false,
    exportOnly: true,
    value: p => placeText(p),
  },
  {
    field: 'transactionId',
    header: 'Transaction',
    kind: 'number',
    sort: false,
    minWidth: 104,
    flex: 0.6,
    cell: p =>
      p.transactionId === null ? (
        <span>–</span>
      ) : (
        <Link component={RouterLink} to={`/transactions/${p.transactionId}`}>
          {p.transactionId}
        </Link>
      ),
  },
  { field: 'created_at', header: 'Created At', kind: 'time', minWidth: 138, value: p => timeOf(p.created_at) },
  { field: 'stoptime', header: 'Stop Time', kind: 'time', sort: false, hidden: true },
  { field: 'email', header: 'Email', sort: false, hidden: true, minWidth: 190 },
  { field: 'contact', header: 'Contact', sort: false, hidden: true, minWidth: 130 },
  { field: 'description', header: 'Description', sort: false, hidden: true },
  { field: 'error_description', header: 'Failure', sort: false, hidden: true, minWidth: 200 },
  { field: 'currency', header: 'Currency', sort: false, hidden: true },
  { field: 'team_name', header: 'Team', sort: false, hidden: true },
]

/** The connector as the charger names it; the notes of the payment know its number. */
const placeText = ({ notes: { connectorId }, ...evse }: Payment): string | null =>
  connectorId === null || evse.evseId === null
    ? connectorId
    : connectorMark({ connectorId: Number(connectorId), ...evse })
const timeOf = (seconds: number): string => new Date(seconds * 1000).toISOString()
