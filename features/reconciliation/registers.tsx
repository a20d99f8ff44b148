// Registers of a month for the accountant: sales by state and rate with the way to the ledger's heads of tax, each invoice and
// note, and the payouts with their commission.
import {
  Link,
  Stack,
  Table,
  TableBody,
  TableCell,
  TableContainer,
  TableHead,
  TableRow,
  ToggleButton,
  ToggleButtonGroup,
  Typography,
} from '@mui/material'
import { useQuery } from '@tanstack/react-query'
import { query } from '@wattdesk/wire/call'
import { Link as RouterLink } from 'react-router'
import { useAddress } from '../../web/kit/address.ts'
import type { Column } from '../../web/kit/columns.tsx'
import { DataGrid } from '../../web/kit/data-grid.tsx'
import { ErrorNotice } from '../../web/kit/error.tsx'
import { portionOf, streamOf } from '../../web/kit/export.ts'
import { moneyText } from '../../web/kit/figures.tsx'
import { useList } from '../../web/kit/list.ts'
import { useListState } from '../../web/kit/list-state.ts'
import { narrowRows } from '../../web/kit/narrow-rows.ts'
import { useSession } from '../../web/kit/session.ts'
import { RowsSkeleton } from '../../web/kit/skeleton.tsx'
import { StatusChip, ToneChip } from '../../web/kit/status-chip.tsx'
import { ExportMenu } from '../../web/kit/tool-menu.tsx'
import { BookCard, MonthSelect, SUMS, useMonth } from './book-parts.tsx'
import { monthText } from './period.rules.ts'
import {
  getRegisterSummary,
  listPayoutRegister,
  listRegister,
  type PayoutRow,
  type RegisterRow,
  type RegisterSummary,
  type StateRow,
} from './reconciliation.contract.ts'

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
      <Summary month={month} onChoose={choose} />
      <ToggleButtonGroup
        exclusive
        size="small"
        aria-label="Register"
        value={of}
        onChange={(_, to: string | null) => {
          if (to !== null)
            change(now => {
              for (const name of ['page', 'sort', 'q']) now.delete(name)
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

type Taxed = { taxable: number; cgst: number; sgst: number; igst: number; rounding: number; total: number }
const TAX = [
  ['taxable', 'Taxable value'],
  ['cgst', 'CGST'],
  ['sgst', 'SGST'],
  ['igst', 'IGST'],
  ['rounding', 'Rounding'],
  ['total', 'Total'],
] as const
const taxColumns = <R extends Taxed & { rate: number; sac: string }>(): Column<R>[] => [
  { field: 'sac', header: 'SAC', sort: false, hidden: true, inFiles: true },
  { field: 'rate', header: 'Rate (%)', kind: 'number', sort: false, hidden: true, inFiles: true },
  ...TAX.map(
    ([field, header]): Column<R> => ({
      ...{ field, header, kind: 'money', minWidth: field === 'total' || field === 'taxable' ? 108 : 88, flex: 0.6 },
      sort: field === 'total' ? 'total' : false,
      ...(field === 'rounding' && { hidden: true, inFiles: true }),
    }),
  ),
]
const supplyColumns = <
  R extends { supplierGstin: string | null; supplierName: string | null; placeOfSupply: string },
>(): Column<R>[] => [
  { field: 'supplierGstin', header: 'Supplier GSTIN', sort: false, minWidth: 146, inFiles: true },
  { field: 'supplierName', header: 'Supplier', sort: false, hidden: true, inFiles: true },
  { field: 'placeOfSupply', header: 'Place of supply', sort: false, minWidth: 118, inFiles: true },
]

const stateColumns: readonly Column<StateRow>[] = [
  { field: 'kind', header: 'Documents' },
  ...supplyColumns<StateRow>(),
  { field: 'documents', header: 'Number', kind: 'number' },
  ...taxColumns<StateRow>(),
]
function Summary({ month, onChoose }: { month: string; onChoose: (month: string) => void }) {
  const { teamId } = useSession()
  const q = useQuery({ ...query(getRegisterSummary, { params: { teamId }, query: { month } }), enabled: teamId !== 0 })
  const data: RegisterSummary | undefined = q.data?.data
  return (
    <BookCard
      title={`Sales of ${monthText(month)}`}
      help="By supplier, place of supply and rate; invoices are dated by the end of their session, notes by the correction."
      beside={
        <Stack direction="row" spacing={1} sx={{ alignItems: 'center' }}>
          <MonthSelect label="Month" value={month} onChoose={onChoose} />
          <ExportMenu
            label="Export the summary"
            file={`Sales_summary_${month}`}
            disabled={!data}
            stream={() => streamOf(stateColumns, portionOf(data?.rows ?? []))}
          />
        </Stack>
      }
    >
      {q.error && !data && <ErrorNotice error={q.error} onRetry={() => void q.refetch()} />}
      {data ? <States data={data} /> : q.isPending && <RowsSkeleton rows={5} />}
    </BookCard>
  )
}

const wordOf = ({ kind, documents }: StateRow): string =>
  `${kind === 'Notes' ? 'note' : 'invoice'}${documents === 1 ? '' : 's'}`
const States = ({ data }: { data: RegisterSummary }) => (
  <Stack spacing={3}>
    {data.rows.length === 0 ? (
      <Typography sx={{ color: 'text.secondary' }}>Nothing was sold in this month.</Typography>
    ) : (
      <TableContainer tabIndex={0} role="region" aria-label="Sales by state and rate">
        <Table size="small" sx={[narrowRows as never, { '& td, & th': { px: { sm: 1 } } }]}>
          <TableHead>
            <TableRow>
              <TableCell>Supplier GSTIN</TableCell>
              <TableCell>Place of supply</TableCell>
              <TableCell align="right">Documents</TableCell>
              <TableCell align="right">Rate</TableCell>
              {TAX.map(([name, label]) => (
                <TableCell key={name} align="right">
                  {label}
                </TableCell>
              ))}
            </TableRow>
          </TableHead>
          <TableBody>
            {data.rows.map(r => (
              <TableRow key={`${r.kind} ${r.supplierGstin} ${r.placeOfSupply} ${r.rate}`} hover>
                <TableCell component="th" scope="row" sx={{ fontWeight: 'inherit' }}>
                  {r.supplierGstin ?? 'No GSTIN'}
                </TableCell>
                <TableCell data-label="Place of supply">{r.placeOfSupply || '–'}</TableCell>
                <TableCell align="right" data-label="Documents">
                  {r.documents.toLocaleString('en-IN')} {wordOf(r)}
                </TableCell>
                <TableCell align="right" data-label="Rate">
                  {r.rate}%
                </TableCell>
                {TAX.map(([name, label]) => (
                  <TableCell key={name} align="right" data-label={label}>
                    {moneyText(r[name])}
                  </TableCell>
                ))}
              </TableRow>
            ))}
          </TableBody>
        </Table>
      </TableContainer>
    )}
    <Bridge data={data} />
  </Stack>
)

const HEADS = [
  ['taxable', 'Taxable value'],
  ['cgst', 'CGST'],
  ['sgst', 'SGST'],
  ['igst', 'IGST'],
] as const
const Bridge = ({ data }: { data: RegisterSummary }) => (
  <section aria-label="From the register to the ledger">
    <Stack direction="row" spacing={1.5} sx={{ alignItems: 'center', mb: 1 }}>
      <Typography variant="h3">From the register to the ledger</Typography>
      {data.isEqual ? (
        <ToneChip tone="success" label="Equal to the paisa" />
      ) : (
        <ToneChip tone="fault" label="Differs from the ledger" />
      )}
    </Stack>
    <TableContainer tabIndex={0} role="region" aria-label="Heads of tax from the register to the ledger">
      <Table size="small" sx={narrowRows}>
        <TableHead>
          <TableRow>
            <TableCell>Step</TableCell>
            {HEADS.map(([name, label]) => (
              <TableCell key={name} align="right">
                {label}
              </TableCell>
            ))}
          </TableRow>
        </TableHead>
        <TableBody>
          {data.bridge.map(b => (
            <TableRow key={b.label}>
              <TableCell component="th" scope="row">
                {b.label}
              </TableCell>
              {HEADS.map(([name, label]) => (
                <TableCell key={name} align="right" data-label={label}>
                  {moneyText(b[name])}
                </TableCell>
              ))}
            </TableRow>
          ))}
        </TableBody>
        <TableBody sx={SUMS}>
          <TableRow>
            <TableCell component="th" scope="row">
              Posted by bills and corrections
            </TableCell>
            {HEADS.map(([name, label]) => (
              <TableCell key={name} align="right" data-label={label}>
                {moneyText(data.ledger[name])}
              </TableCell>
            ))}
          </TableRow>
        </TableBody>
      </Table>
    </TableContainer>
  </section>
)

const documentColumns: readonly Column<RegisterRow>[] = [
  {
    field: 'number',
    header: 'Number',
    identity: true,
    minWidth: 150,
  },
  { field: 'kind', header: 'Document', sort: false, hidden: true, inFiles: true },
  { field: 'date', header: 'Date', kind: 'time', minWidth: 146 },
  {
    field: 'transactionId',
    header: 'Transaction',
    kind: 'number',
    minWidth: 100,
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
  { field: 'payment_type', header: 'Paid by', sort: false, hidden: true },
  { field: 'kwh', header: 'Energy (kWh)', kind: 'number', sort: false, hidden: true },
  ...taxColumns<RegisterRow>(),
]
function Documents({ month, of }: { month: string; of: 'invoices' | 'notes' }) {
  const { teamId } = useSession()
  const state = useListState({ pageSize: 10, sort: 'date' })
  const list = useList(listRegister, { params: { teamId }, query: { month, of } }, state, { enabled: teamId !== 0 })
  const isNotes = of === 'notes'
  return (
    <DataGrid
      label={isNotes ? 'Credit and debit notes' : 'Sales register'}
      columns={documentColumns}
      list={list}
      state={state}
      rowId={r => `${r.supplierGstin ?? ''} ${r.number}`}
      search="Search by transaction, team or GSTIN"
      file={isNotes ? `Notes_${month}` : `Sales_register_${month}`}
      empty={{ title: isNotes ? 'No bill was corrected in this month' : 'Nothing was sold in this month' }}
    />
  )
}

const money = (field: keyof PayoutRow, header: string, more: Partial<Column<PayoutRow>> = {}): Column<PayoutRow> => ({
  ...{ field, header, kind: 'money', sort: false, minWidth: 116, flex: 0.8, inFiles: true, ...more },
})
const payoutColumns: readonly Column<PayoutRow>[] = [
  { field: 'payoutId', header: 'Payout', identity: true, sort: false, minWidth: 120 },
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
    cell: p => <StatusChip kind="transaction" value={p.status} />,
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
