// The columns of the statement report, to the letter of D-REP-3, and its filter fields.
import { Box, Chip, Typography } from '@mui/material'
import { statusText } from '#desk/transactions/transaction.rules.ts'
import { connectorCell } from '#fleet/stations/evse-words.rules.ts'
import type { Column } from '#kit/columns.tsx'
import { energyText, Figure, numberText } from '#kit/figures.tsx'
import type { FilterField } from '#kit/filters.tsx'
import { ToneChip } from '#kit/status-chip.tsx'
import type { ReportRow } from './report.contract.ts'

/** A note beside the state, where the figures of a row are not those of a payout. */
const SETTLEMENT_WORDS = {
  open: 'not settled yet, by the terms at the stop',
  corrected: 'corrected since, the difference joins the next payout',
} as const
const settlementText = ({ settlement: s }: ReportRow): string =>
  s === 'open' || s === 'corrected' ? SETTLEMENT_WORDS[s] : ''

/** Paid out is green, waiting for a payout is amber; all other states name the place of the session's money. */
function State({ status }: { status: string | null }) {
  if (status === 'PAYOUTCOMPLETED') return <ToneChip tone="success" label={statusText(status)} />
  if (status === 'PAYOUTPENDING') return <ToneChip tone="warning" label={statusText(status)} />
  return status ? (
    <Chip size="small" variant="outlined" label={statusText(status)} />
  ) : (
    <span>{statusText(status)}</span>
  )
}
const register = (wh: number) => <Figure>{`${numberText(wh)} Wh`}</Figure>

export const reportColumns: readonly Column<ReportRow>[] = [
  { field: 'transaction_pk', header: 'Transaction ID', identity: true, minWidth: 126 },
  { field: 'charge_box_id', header: 'Charge Box Id', minWidth: 140, flex: 1.2 },
  {
    field: 'connector_id',
    header: 'Connector',
    kind: 'number',
    minWidth: 100,
    flex: 0.6,
    value: ({ connector_id: connectorId, ...evse }) => connectorCell({ connectorId, ...evse }),
  },
  {
    field: 'start_value',
    header: 'Start Value',
    kind: 'number',
    sort: false,
    minWidth: 118,
    cell: r => register(r.start_value),
  },
  {
    field: 'stop_value',
    header: 'Stop Value',
    kind: 'number',
    sort: false,
    minWidth: 118,
    cell: r => register(r.stop_value),
  },
  {
    field: 'totalEnergy',
    header: 'Total Energy',
    kind: 'energy',
    minWidth: 118,
    value: r => Math.round(r.totalEnergy * 1000),
    cell: r => <Figure>{energyText(r.totalEnergy * 1000, 3)}</Figure>,
  },
  { field: 'payment_type', header: 'Transaction Method', sort: false, minWidth: 150 },
  { field: 'amount_paid', header: 'Amount Paid', kind: 'money', minWidth: 116 },
  { field: 'charging_cost', header: 'Transaction Cost', kind: 'money', minWidth: 136 },
  { field: 'cm_commission', header: 'Commission', kind: 'money', minWidth: 112 },
  { field: 'payout_with_gst', header: 'Payout With GST', kind: 'money', minWidth: 136 },
  { field: 'payout_without_gst', header: 'Payout Without GST', kind: 'money', minWidth: 154 },
  { field: 'gst', header: 'GST', sort: false, minWidth: 158 },
  {
    field: 'status',
    header: 'Payout Status',
    sort: false,
    minWidth: 250,
    value: r => [statusText(r.status), settlementText(r)].filter(Boolean).join(', '),
    cell: r => (
      <Box sx={{ minWidth: 0 }}>
        <State status={r.status} />
        {settlementText(r) && (
          <Typography variant="caption" sx={{ display: 'block', color: 'text.secondary', lineHeight: 1.3 }}>
            {settlementText(r)}
          </Typography>
        )}
      </Box>
    ),
    head: true,
  },
  { field: 'starttime', header: 'Start Time', kind: 'time', minWidth: 140 },
  { field: 'stoptime', header: 'Stop Time', kind: 'time', minWidth: 140 },
]

export const reportFilters: readonly FilterField[] = [
  { field: 'transaction_pk', label: 'Transaction ID', type: 'text' },
  { field: 'charge_box_id', label: 'Charge Box Id', type: 'text' },
  { field: 'connector_id', label: 'Connector', type: 'text' },
  { field: 'payment_type', label: 'Transaction Method', type: 'text' },
  { field: 'gst', label: 'GST', type: 'text' },
  { field: 'totalEnergy', label: 'Total Energy (kWh)', type: 'number' },
  { field: 'amount_paid', label: 'Amount Paid (₹)', type: 'number' },
  { field: 'charging_cost', label: 'Transaction Cost (₹)', type: 'number' },
  { field: 'cm_commission', label: 'Commission (₹)', type: 'number' },
  { field: 'payout_with_gst', label: 'Payout With GST (₹)', type: 'number' },
  { field: 'payout_without_gst', label: 'Payout Without GST (₹)', type: 'number' },
  { field: 'starttime', label: 'Start Time', type: 'date' },
  { field: 'stoptime', label: 'Stop Time', type: 'date' },
]
