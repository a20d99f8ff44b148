// The sales of a month by supplier, place of supply and rate, and how they lead to the ledger's heads of tax.

import { Stack, Table, TableBody, TableCell, TableContainer, TableHead, TableRow, Typography } from '@mui/material'
import { useQuery } from '@tanstack/react-query'
import { monthText } from '@wattdesk/base/time'
import { query } from '@wattdesk/wire/call'
import type { Column } from '#kit/columns.tsx'
import { ErrorNotice } from '#kit/error.tsx'
import { portionOf, streamOf } from '#kit/export.ts'
import { MonthSelect } from '#kit/month-select.tsx'
import { narrowRows } from '#kit/narrow-rows.ts'
import { useSession } from '#kit/session.ts'
import { RowsSkeleton } from '#kit/skeleton.tsx'
import { ExportMenu } from '#kit/tool-menu.tsx'
import { AmountHeads, Amounts, LedgerBridge } from './amounts.parts.tsx'
import { BookCard } from './book-parts.tsx'
import { getRegisterSummary, type RegisterSummary, type StateRow } from './register.contract.ts'
import { customersOf, supplyColumns, TAX, taxColumns } from './register-columns.parts.tsx'

const stateColumns: readonly Column<StateRow>[] = [
  { field: 'kind', header: 'Documents' },
  ...supplyColumns<StateRow>(),
  { field: 'customers', header: 'Customers', value: r => customersOf(r.isBusiness === true) },
  { field: 'documents', header: 'Number', kind: 'number' },
  ...taxColumns<StateRow>(),
]
export function RegisterSummaryCard({ month, onChoose }: { month: string; onChoose: (month: string) => void }) {
  const { teamId } = useSession()
  const q = useQuery({ ...query(getRegisterSummary, { params: { teamId }, query: { month } }), enabled: teamId !== 0 })
  const data: RegisterSummary | undefined = q.data?.data
  return (
    <BookCard
      title={`Sales of ${monthText(month)}`}
      help="By supplier, place of supply, rate and kind of customer (B2B: with a GST number, B2C: without); invoices are dated by the end of their session, notes by the correction."
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
              <TableCell>Customers</TableCell>
              <TableCell align="right">Documents</TableCell>
              <TableCell align="right">Rate</TableCell>
              <AmountHeads names={TAX} />
            </TableRow>
          </TableHead>
          <TableBody>
            {data.rows.map(r => (
              <TableRow
                key={`${r.kind} ${r.supplierGstin} ${r.placeOfSupply} ${r.rate} ${customersOf(r.isBusiness === true)}`}
                hover
              >
                <TableCell component="th" scope="row" sx={{ fontWeight: 'inherit' }}>
                  {r.supplierGstin ?? 'No GSTIN'}
                </TableCell>
                <TableCell data-label="Place of supply">{r.placeOfSupply || '–'}</TableCell>
                <TableCell data-label="Customers">{customersOf(r.isBusiness === true)}</TableCell>
                <TableCell align="right" data-label="Documents">
                  {r.documents.toLocaleString('en-IN')} {wordOf(r)}
                </TableCell>
                <TableCell align="right" data-label="Rate">
                  {r.rate}%
                </TableCell>
                <Amounts names={TAX} of={r} />
              </TableRow>
            ))}
          </TableBody>
        </Table>
      </TableContainer>
    )}
    <LedgerBridge data={data} />
  </Stack>
)
