// The Payout tab of a team: its settlements, newest first (D-PO-2, D-PO-5).
import { Card } from '@mui/material'
import type { Column } from '../../web/kit/columns.tsx'
import { DataGrid } from '../../web/kit/data-grid.tsx'
import { Empty } from '../../web/kit/empty.tsx'
import type { List } from '../../web/kit/list.ts'
import { useListState } from '../../web/kit/list-state.ts'

/** A settlement row; its fields keep the names that the API fixes, spelling included (D-PO-2). */
type PayoutRow = {
  payoutId: string
  periodStartDate: string
  displayEndDate: string
  totalAmountCharged: number
  unitsConsumed: number
  CPO_GST: number
  totalGSTOnAmount: number
  amikComission: number
  GSTOnAmikComission: number
  CPOPayout: number
  perUnitCommission: number
  fixedCommission: number
  paymentGatewayFee: number
}
const columns: readonly Column<PayoutRow>[] = [
  { field: 'payoutId', header: 'Payout Id', identity: true },
  { field: 'periodStartDate', header: 'Start Date', kind: 'time' },
  { field: 'displayEndDate', header: 'End Date', kind: 'time' },
  { field: 'totalAmountCharged', header: 'Amount Charged', kind: 'money' },
  { field: 'unitsConsumed', header: 'Units Consumed (kWh)', kind: 'number' },
  { field: 'CPO_GST', header: 'CPO GST', kind: 'money' },
  { field: 'totalGSTOnAmount', header: 'GST on Amount', kind: 'money' },
  { field: 'perUnitCommission', header: 'Per Unit Commission', kind: 'money' },
  { field: 'fixedCommission', header: 'Fixed Commission', kind: 'money' },
  { field: 'amikComission', header: 'Commission', kind: 'money' },
  { field: 'GSTOnAmikComission', header: 'GST on Commission', kind: 'money' },
  { field: 'paymentGatewayFee', header: 'Payment Gateway Fee', kind: 'money' },
  { field: 'CPOPayout', header: 'Final Settlement Amount', kind: 'money' },
]

const nothing = { title: 'No payouts yet', text: 'A month is settled on the 1st of the next.' }

/** Without `payouts` nothing settles here yet: there is no call to ask, and nothing to read again. */
export default function TeamPayouts({ payouts }: { payouts?: List<PayoutRow> }) {
  const state = useListState({ pageSize: 15, prefix: 'payouts-' })
  if (!payouts)
    return (
      <Card>
        <Empty {...nothing} />
      </Card>
    )
  return (
    <DataGrid
      label="Payouts"
      columns={columns}
      list={payouts}
      state={state}
      rowId={p => p.payoutId}
      rowLink={p => `/transactions/?payoutId=${encodeURIComponent(p.payoutId)}`}
      empty={nothing}
    />
  )
}
