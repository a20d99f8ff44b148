// The vouchers of a month, with their sums.
import { Stack } from '@mui/material'
import type { Column } from '#kit/columns.tsx'
import { DataGrid } from '#kit/data-grid.tsx'
import { moneyText } from '#kit/figures.tsx'
import { useList } from '#kit/list.ts'
import { useListState } from '#kit/list-state.ts'
import { MonthSelect, useBusinessDays, useMonth } from '#kit/month-select.tsx'
import { useSession } from '#kit/session.ts'
import { StatTile, Tiles } from '#kit/stat-tile.tsx'
import { taxColumns } from '#settlement/reconciliation/register-columns.parts.tsx'
import { listVouchers, type VoucherRow } from './voucher.contract.ts'

const columns: readonly Column<VoucherRow>[] = [
  { field: 'number', header: 'Number', identity: true, minWidth: 172 },
  { field: 'kind', header: 'Document', sort: false, minWidth: 124, flex: 0.6 },
  { field: 'date', header: 'Date', minWidth: 110 },
  { field: 'movedAt', header: 'Money moved', sort: false, hidden: true, inFiles: true },
  { field: 'supplierGstin', header: 'Supplier GSTIN', sort: false, minWidth: 160 },
  { field: 'receipt', header: 'Receipt voucher', sort: false, hidden: true, inFiles: true },
  { field: 'paymentId', header: 'Payment', sort: false, hidden: true, inFiles: true },
  { field: 'team_name', header: 'Team', sort: false, hidden: true, inFiles: true },
  { field: 'recipientName', header: 'Recipient', sort: false, hidden: true, inFiles: true },
  { field: 'recipientGstin', header: 'Recipient GSTIN', sort: false, hidden: true, inFiles: true },
  { field: 'placeOfSupply', header: 'Place of supply', sort: false, hidden: true, inFiles: true },
  ...taxColumns<VoucherRow>(),
]
const countText = (n: number): string => `${n.toLocaleString('en-IN')} ${n === 1 ? 'voucher' : 'vouchers'}`

export function Vouchers() {
  const { teamId } = useSession()
  const [month, choose] = useMonth()
  const state = useListState({ pageSize: 15, sort: '-date' })
  const list = useList(listVouchers, { params: { teamId }, query: { month } }, state, { enabled: teamId !== 0 })
  const sums = list.reply?.sums
  return (
    <Stack spacing={2}>
      <MonthSelect label="Month" value={month} onChoose={choose} />
      {sums && (
        <Tiles>
          <StatTile label="Received" value={moneyText(sums.received)} footer={countText(sums.receipts)} />
          <StatTile
            label="Given back without a supply"
            value={moneyText(sums.refunded)}
            footer={countText(sums.refunds)}
          />
        </Tiles>
      )}
      <DataGrid
        label="Vouchers"
        columns={useBusinessDays(columns, 'date', 'movedAt')}
        list={list}
        state={state}
        rowId={v => v.voucherId}
        rowLink={v => `/tax-papers/voucher/${v.voucherId}`}
        search="Search by number, payment, team or GSTIN"
        file={`Vouchers_${month}`}
        empty={{
          title: 'No vouchers in this month',
          text: 'They are written for payments by card or UPI, where the setting is on.',
        }}
      />
    </Stack>
  )
}
