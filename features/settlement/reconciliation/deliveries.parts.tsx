// The deliveries without invoice of a month, with their sums.
import { Link, Stack } from '@mui/material'
import { Link as RouterLink } from 'react-router'
import { connectorCell } from '#fleet/stations/evse-words.rules.ts'
import type { Column } from '#kit/columns.tsx'
import { DataGrid } from '#kit/data-grid.tsx'
import { moneyText } from '#kit/figures.tsx'
import { useList } from '#kit/list.ts'
import { useListState } from '#kit/list-state.ts'
import { MonthSelect, useBusinessDays, useMonth } from '#kit/month-select.tsx'
import { useSession } from '#kit/session.ts'
import { StatTile, Tiles } from '#kit/stat-tile.tsx'
import { type Delivery, listDeliveries } from './delivery.contract.ts'

const tax = (field: 'taxable' | 'cgst' | 'sgst' | 'igst', header: string): Column<Delivery> => ({
  field,
  header,
  kind: 'money',
  sort: false,
  minWidth: 96,
  flex: 0.6,
})
const columns: readonly Column<Delivery>[] = [
  {
    field: 'transactionId',
    header: 'Transaction',
    identity: true,
    minWidth: 104,
    cell: d => (
      <Link component={RouterLink} to={`/transactions/${d.transactionId}`}>
        {d.transactionId}
      </Link>
    ),
  },
  { field: 'kind', header: 'Kind', sort: false, minWidth: 100 },
  { field: 'date', header: 'Date', minWidth: 110 },
  { field: 'dateOfSupply', header: 'Date of supply', sort: false, hidden: true, inFiles: true },
  { field: 'team_name', header: 'Team', sort: false, hidden: true, inFiles: true },
  { field: 'chargepoint_id', header: 'Charge point', sort: false, minWidth: 130 },
  {
    field: 'connectorId',
    header: 'Connector',
    kind: 'number',
    sort: false,
    hidden: true,
    inFiles: true,
    value: connectorCell,
  },
  { field: 'idTag', header: 'Tag', sort: false, minWidth: 130 },
  { field: 'kwh', header: 'Energy (kWh)', kind: 'number', minWidth: 104, flex: 0.6 },
  tax('taxable', 'Taxable value'),
  tax('cgst', 'CGST'),
  tax('sgst', 'SGST'),
  tax('igst', 'IGST'),
  { field: 'total', header: 'Total', kind: 'money', minWidth: 104, flex: 0.6 },
]

export function Deliveries() {
  const { teamId } = useSession()
  const [month, choose] = useMonth()
  const state = useListState({ pageSize: 10, sort: 'date' })
  const list = useList(listDeliveries, { params: { teamId }, query: { month } }, state, { enabled: teamId !== 0 })
  const sums = list.reply?.sums
  return (
    <Stack spacing={2}>
      <MonthSelect label="Month" value={month} onChoose={choose} />
      {sums && (
        <Tiles>
          <StatTile
            label="Deliveries"
            value={sums.deliveries.toLocaleString('en-IN')}
            footer={`${sums.kwh.toLocaleString('en-IN', { maximumFractionDigits: 3 })} kWh by own RFID tags, without invoice`}
          />
          <StatTile
            label="Total"
            value={moneyText(sums.total)}
            footer={`Taxable value ${moneyText(sums.taxable)}, tax ${moneyText(sums.cgst + sums.sgst + sums.igst)}`}
          />
        </Tiles>
      )}
      <DataGrid
        label="Deliveries without invoice"
        columns={useBusinessDays(columns, 'date', 'dateOfSupply')}
        list={list}
        state={state}
        rowId={d => d.id}
        search="Search by transaction, team, charge point or tag"
        file={`Deliveries_${month}`}
        empty={{ title: 'No session is without invoice in this month' }}
      />
    </Stack>
  )
}
