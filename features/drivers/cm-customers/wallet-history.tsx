// The history of a wallet as a list: what moved it, newest first, ten at a time (D-WAL-2).
import { Link } from '@mui/material'
import { Link as RouterLink } from 'react-router'
import { listWalletHistory, type WalletEntry } from '#drivers/wallets/wallet.contract.ts'
import type { Column } from '#kit/columns.tsx'
import { DataGrid } from '#kit/data-grid.tsx'
import { Money } from '#kit/figures.tsx'
import { useList } from '#kit/list.ts'
import { useListState } from '#kit/list-state.ts'
import { useAccess } from '#kit/session.ts'

/** The session behind a line, where the reader may see sessions. */
function Remarks({ entry: e }: { entry: WalletEntry }) {
  const { canView } = useAccess('Transaction')
  if (e.transactionId === null || !canView) return <>{e.note}</>
  return (
    <Link component={RouterLink} to={`/transactions/${e.transactionId}`}>
      {e.note}
    </Link>
  )
}
const columns: readonly Column<WalletEntry>[] = [
  { field: 'id_tag', header: 'Tag Id', identity: true, minWidth: 200 },
  { field: 'amount_changed', header: 'Charged amount', kind: 'money', minWidth: 140 },
  {
    field: 'current_balance',
    header: 'Balance',
    kind: 'money',
    minWidth: 120,
    cell: e => <Money amount={e.current_balance} />,
  },
  { field: 'note', header: 'Remarks', sort: false, minWidth: 260, flex: 2, cell: e => <Remarks entry={e} /> },
  { field: 'modify_time', header: 'Created on', kind: 'time', minWidth: 170 },
]
const filterFields = [
  { field: 'id_tag', label: 'Tag Id', type: 'text' },
  { field: 'amount_changed', label: 'Charged amount', type: 'number' },
  { field: 'current_balance', label: 'Balance', type: 'number' },
  { field: 'note', label: 'Remarks', type: 'text' },
  { field: 'modify_time', label: 'Created on', type: 'date' },
] as const

/** The list with its page, sort and search in the address. */
export function useWalletHistory(id: number) {
  const state = useListState({ pageSize: 10, sort: '-modify_time' })
  return { state, list: useList(listWalletHistory, { params: { id } }, state) }
}

export function WalletHistory({ state, list }: ReturnType<typeof useWalletHistory>) {
  return (
    <DataGrid
      label="Wallet History"
      columns={columns}
      list={list}
      state={state}
      rowId={e => e.id}
      search="Search by tag or remarks"
      filterFields={filterFields}
      file="wallet_history"
      empty={{
        title: 'Nothing has moved this wallet yet',
        text: 'Credit given by hand, top-ups and sessions stand here.',
      }}
    />
  )
}
