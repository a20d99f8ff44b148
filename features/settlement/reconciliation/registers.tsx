// Registers of a month for the accountant: the summary of its sales, each invoice and
// note, and the payouts with their commission.
import { Link, Stack, ToggleButton, ToggleButtonGroup } from '@mui/material'
import { Link as RouterLink } from 'react-router'
import { useAddress } from '#kit/address.ts'
import type { Column } from '#kit/columns.tsx'
import { DataGrid } from '#kit/data-grid.tsx'
import { useList } from '#kit/list.ts'
import { useListState } from '#kit/list-state.ts'
import { useBusinessDays, useMonth } from '#kit/month-select.tsx'
import { useSession } from '#kit/session.ts'
import { stateText } from '#settlement/e-invoices/e-invoice.words.ts'
import { statusWords } from '#settlement/payouts/payout.words.ts'
import { PayoutChip } from '#settlement/payouts/payout-chip.parts.tsx'
import { listPayoutRegister, listRegister, type PayoutRow, type RegisterRow } from './register.contract.ts'
import { customersOf, supplyColumns, taxColumns } from './register-columns.parts.tsx'
import { RegisterSummaryCard } from './register-summary.tsx'

const REGISTERS = [
  ['invoices', 'Invoices'],
  ['notes', 'Credit and debit notes'],
  ['payouts', 'Payouts'],
] as const

export function Registers() {
  const [month, choose] = useMonth()
  const [params, change] = useAddress()
  const of = REGISTERS.find(([id]) => id === params.get('of'))?.[0] ?? 'invoices'
  return (
    <Stack spacing={2}>
      <RegisterSummaryCard month={month} onChoose={choose} />
      <ToggleButtonGroup
        exclusive
        size="small"
        aria-label="Register"
        value={of}
        onChange={(_, to: string | null) => {
          if (to !== null)
            change(now => {
              for (const name of ['page', 'sort', 'q', 'customers']) now.delete(name)
              now.set('of', to)
            })
        }}
        sx={{ flexWrap: 'wrap' }}
      >
        {REGISTERS.map(([id, label]) => (
          <ToggleButton key={id} value={id} sx={{ color: 'text.primary' }}>
            {label}
          </ToggleButton>
        ))}
      </ToggleButtonGroup>
      {of === 'payouts' ? <Payouts month={month} /> : <Documents key={of} month={month} of={of} />}
    </Stack>
  )
}

const documentColumns: readonly Column<RegisterRow>[] = [
  {
    field: 'number',
    header: 'Number',
    identity: true,
    minWidth: 172,
  },
  { field: 'kind', header: 'Document', sort: false, hidden: true, inFiles: true },
  { field: 'date', header: 'Date', minWidth: 110 },
  { field: 'dateOfSupply', header: 'Date of supply', sort: false, hidden: true, inFiles: true },
  {
    field: 'transactionId',
    header: 'Transaction',
    kind: 'number',
    minWidth: 92,
    flex: 0.5,
    cell: r => (
      <Link component={RouterLink} to={`/transactions/${r.transactionId}`}>
        {r.transactionId}
      </Link>
    ),
  },
  { field: 'reference', header: 'Reference', sort: false, hidden: true },
  { field: 'corrects', header: 'Corrects', sort: false, hidden: true, inFiles: true },
  { field: 'team_name', header: 'Team', sort: false, hidden: true },
  ...supplyColumns<RegisterRow>(),
  {
    field: 'customers',
    header: 'Customer',
    sort: false,
    minWidth: 84,
    flex: 0.4,
    inFiles: true,
    value: r => customersOf(r.recipientGstin !== undefined),
  },
  { field: 'recipientGstin', header: 'Recipient GSTIN', sort: false, hidden: true, inFiles: true },
  { field: 'recipientName', header: 'Recipient', sort: false, hidden: true, inFiles: true },
  {
    field: 'eInvoice',
    header: 'E-invoice',
    sort: false,
    hidden: true,
    inFiles: true,
    value: r => (r.eInvoice ? stateText({ state: r.eInvoice, irn: r.irn ?? null }) : ''),
  },
  { field: 'irn', header: 'IRN', sort: false, hidden: true, inFiles: true },
  { field: 'payment_type', header: 'Paid by', sort: false, hidden: true },
  { field: 'kwh', header: 'Energy (kWh)', kind: 'number', sort: false, hidden: true },
  ...taxColumns<RegisterRow>(),
]
const CUSTOMERS = [
  ['B2B', 'Businesses (B2B)'],
  ['B2C', 'Consumers (B2C)'],
] as const
type CustomersId = (typeof CUSTOMERS)[number][0]
/** Another choice begins at the first page. */
function chosen(params: URLSearchParams, to: CustomersId | undefined): void {
  params.delete('page')
  if (to) params.set('customers', to)
  else params.delete('customers')
}
type CustomersChoiceProps = { value: CustomersId | undefined; onChoose: (to: CustomersId | undefined) => void }
const CustomersChoice = ({ value, onChoose }: CustomersChoiceProps) => (
  <ToggleButtonGroup
    exclusive
    size="small"
    aria-label="Customers"
    value={value ?? null}
    onChange={(_, to: CustomersId | null) => onChoose(to ?? undefined)}
  >
    {CUSTOMERS.map(([id, label]) => (
      <ToggleButton key={id} value={id} sx={{ color: 'text.primary' }}>
        {label}
      </ToggleButton>
    ))}
  </ToggleButtonGroup>
)
function Documents({ month, of }: { month: string; of: 'invoices' | 'notes' }) {
  const { teamId } = useSession()
  const state = useListState({ pageSize: 10, sort: 'date' })
  const [params, change] = useAddress()
  const customers = CUSTOMERS.find(([id]) => id === params.get('customers'))?.[0]
  const query = { month, of, ...(customers && { customers }) }
  const list = useList(listRegister, { params: { teamId }, query }, state, { enabled: teamId !== 0 })
  const isNotes = of === 'notes'
  return (
    <DataGrid
      label={isNotes ? 'Credit and debit notes' : 'Sales register'}
      columns={useBusinessDays(documentColumns, 'date', 'dateOfSupply')}
      list={list}
      state={state}
      rowId={r => `${r.supplierGstin ?? ''} ${r.number}`}
      search="Search by transaction, team, recipient or GSTIN"
      toolbar={<CustomersChoice value={customers} onChoose={to => change(now => chosen(now, to))} />}
      file={isNotes ? `Notes_${month}` : `Sales_register_${month}`}
      empty={{ title: isNotes ? 'No bill was corrected in this month' : 'Nothing was sold in this month' }}
    />
  )
}

const money = (field: keyof PayoutRow, header: string, more: Partial<Column<PayoutRow>> = {}): Column<PayoutRow> => ({
  field,
  header,
  kind: 'money',
  sort: false,
  minWidth: 116,
  flex: 0.8,
  inFiles: true,
  ...more,
})
const payoutColumns: readonly Column<PayoutRow>[] = [
  { field: 'payoutId', header: 'Payout ID', identity: true, sort: false, minWidth: 120 },
  { field: 'team_name', header: 'Team', minWidth: 150 },
  { field: 'sessions', header: 'Sessions', kind: 'number', sort: false, hidden: true, inFiles: true },
  { field: 'kwh', header: 'Energy (kWh)', kind: 'number', sort: false, hidden: true, inFiles: true },
  money('collected', 'Charged', { hidden: true }),
  money('net', 'Taxable value'),
  money('gst', 'GST', { hidden: true }),
  money('ownerGst', 'GST paid out'),
  money('gatewayFee', 'Gateway fee', { hidden: true }),
  money('commission', 'Commission', { sort: 'commission' }),
  money('gstOnCommission', 'GST on commission'),
  money('deductedGst', 'Deducted of it', { hidden: true }),
  money('tcsCgst', 'TCS, central', { hidden: true }),
  money('tcsSgst', 'TCS, state', { hidden: true }),
  money('tcsIgst', 'TCS, integrated', { hidden: true }),
  money('tds', 'TDS', { hidden: true }),
  money('collectedByOperator', 'Taken by operator', { hidden: true }),
  money('creditsGiven', 'Credits given', { hidden: true }),
  money('carriedIn', 'Carried in', { hidden: true }),
  money('carriedOut', 'Carried out', { hidden: true }),
  money('payout', 'Payout', { sort: 'payout' }),
  {
    field: 'status',
    header: 'Status',
    sort: false,
    minWidth: 150,
    value: p => statusWords[p.status],
    cell: p => <PayoutChip status={p.status} />,
  },
  { field: 'completedAt', header: 'Completed', kind: 'time', sort: false, hidden: true, inFiles: true },
]
function Payouts({ month }: { month: string }) {
  const { teamId } = useSession()
  const state = useListState({ pageSize: 10, sort: 'team_name' })
  const list = useList(listPayoutRegister, { params: { teamId }, query: { month } }, state, { enabled: teamId !== 0 })
  return (
    <DataGrid
      label="Payouts of the month"
      columns={payoutColumns}
      list={list}
      state={state}
      rowId={p => p.payoutId}
      rowLink={p => `/transactions/payout/${encodeURIComponent(p.payoutId)}`}
      search="Search payouts"
      file={`Payout_register_${month}`}
      empty={{ title: 'No payout was made for this month' }}
    />
  )
}
