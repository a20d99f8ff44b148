// The register of a month's tax taken at source, by owner.
import { Stack } from '@mui/material'
import type { Column } from '#kit/columns.tsx'
import { DataGrid } from '#kit/data-grid.tsx'
import { useList } from '#kit/list.ts'
import { useListState } from '#kit/list-state.ts'
import { MonthSelect, useMonth } from '#kit/month-select.tsx'
import { useSession } from '#kit/session.ts'
import { type CollectedTaxRow, listCollectedTaxes } from './collected-tax.contract.ts'

const money = (
  field: keyof CollectedTaxRow,
  header: string,
  more: Partial<Column<CollectedTaxRow>> = {},
): Column<CollectedTaxRow> => ({ field, header, kind: 'money', sort: false, minWidth: 96, flex: 0.7, ...more })
const rate = (field: 'tcsRate' | 'tdsRate', header: string): Column<CollectedTaxRow> => ({
  field,
  header,
  kind: 'number',
  sort: false,
  hidden: true,
  inFiles: true,
})
const columns: readonly Column<CollectedTaxRow>[] = [
  { field: 'team_name', header: 'Owner', identity: true, minWidth: 150 },
  { field: 'payoutId', header: 'Payout', sort: false, hidden: true, inFiles: true },
  { field: 'gstin', header: 'GSTIN', sort: false, minWidth: 160 },
  { field: 'pan', header: 'PAN', sort: false, minWidth: 112 },
  money('tcsBase', 'Net value', { minWidth: 108 }),
  rate('tcsRate', 'TCS rate (%)'),
  money('tcsCgst', 'TCS, central'),
  money('tcsSgst', 'TCS, state'),
  money('tcsIgst', 'TCS, integrated'),
  money('tdsBase', 'Gross value', { minWidth: 108 }),
  rate('tdsRate', 'TDS rate (%)'),
  money('tdsGivenBack', 'TDS given back', { hidden: true, inFiles: true }),
  money('tds', 'TDS', { sort: 'tds' }),
]
export function CollectedTaxes() {
  const { teamId } = useSession()
  const [month, choose] = useMonth()
  const state = useListState({ pageSize: 15, sort: 'team_name' })
  const list = useList(listCollectedTaxes, { params: { teamId }, query: { month } }, state, { enabled: teamId !== 0 })
  return (
    <Stack spacing={2}>
      <MonthSelect label="Month" value={month} onChoose={choose} />
      <DataGrid
        label="Tax collected and deducted"
        columns={columns}
        list={list}
        state={state}
        rowId={r => r.payoutId}
        rowLink={r => `/transactions/payout/${encodeURIComponent(r.payoutId)}`}
        search="Search by owner, payout, GSTIN or PAN"
        file={`Tax_at_source_${month}`}
        empty={{
          title: 'Nothing was collected or deducted in this month',
          text: 'Tax is taken from the payouts of a month in which a setting was on.',
        }}
      />
    </Stack>
  )
}
