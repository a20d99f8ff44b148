// The list of invoices of the commission and their credit notes.

import { monthText } from '@wattdesk/base/time'
import type { Column } from '#kit/columns.tsx'
import { DataGrid } from '#kit/data-grid.tsx'
import { useList } from '#kit/list.ts'
import { useListState } from '#kit/list-state.ts'
import { useBusinessDays } from '#kit/month-select.tsx'
import { useSession } from '#kit/session.ts'
import { type CommissionRow, listCommissionDocuments } from './commission-invoice.contract.ts'

const money = (
  field: keyof CommissionRow,
  header: string,
  more: Partial<Column<CommissionRow>> = {},
): Column<CommissionRow> => ({
  field,
  header,
  kind: 'money',
  sort: false,
  minWidth: 96,
  flex: 0.7,
  ...more,
})
const columns: readonly Column<CommissionRow>[] = [
  { field: 'number', header: 'Number', identity: true, minWidth: 160 },
  { field: 'kind', header: 'Document', sort: false, minWidth: 104, flex: 0.6 },
  { field: 'date', header: 'Date', minWidth: 110 },
  { field: 'month', header: 'Month', value: r => monthText(r.month), minWidth: 120 },
  { field: 'payoutId', header: 'Payout', sort: false, hidden: true, inFiles: true },
  { field: 'corrects', header: 'Corrects', sort: false, hidden: true, inFiles: true },
  { field: 'team_name', header: 'Team', sort: false, minWidth: 140 },
  { field: 'recipientName', header: 'Recipient', sort: false, hidden: true, inFiles: true },
  { field: 'recipientGstin', header: 'Recipient GSTIN', sort: false, hidden: true, inFiles: true },
  { field: 'placeOfSupply', header: 'Place of supply', sort: false, hidden: true, inFiles: true },
  { field: 'sac', header: 'SAC', sort: false, hidden: true, inFiles: true },
  money('taxable', 'Taxable value', { minWidth: 108 }),
  money('cgst', 'CGST'),
  money('sgst', 'SGST'),
  money('igst', 'IGST'),
  money('rounding', 'Rounding', { hidden: true, inFiles: true }),
  money('total', 'Total', { sort: 'total', minWidth: 108 }),
]
export function CommissionInvoices() {
  const { teamId } = useSession()
  const state = useListState({ pageSize: 15, sort: '-date' })
  const list = useList(listCommissionDocuments, { params: { teamId } }, state, { enabled: teamId !== 0 })
  return (
    <DataGrid
      label="Commission invoices"
      columns={useBusinessDays(columns, 'date')}
      list={list}
      state={state}
      rowId={r => r.documentId}
      rowLink={r => `/tax-papers/commission-invoice/${r.documentId}`}
      search="Search by number, payout, team or GSTIN"
      file="Commission_invoices"
      empty={{
        title: 'No commission invoices yet',
        text: 'They are written with the payouts of a month, where the setting is on.',
      }}
    />
  )
}
