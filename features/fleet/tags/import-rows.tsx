// The rows of a file with what becomes of each, and how many of each there are; pressed, a figure narrows the rows.
import CheckCircle from '@mui/icons-material/CheckCircleOutlined'
import ContentCopy from '@mui/icons-material/ContentCopyOutlined'
import ErrorIcon from '@mui/icons-material/ErrorOutlined'
import ListAlt from '@mui/icons-material/ListAltOutlined'
import Nfc from '@mui/icons-material/Nfc'
import { useState } from 'react'
import type { Column } from '#kit/columns.tsx'
import { DataGrid } from '#kit/data-grid.tsx'
import { useLocalList } from '#kit/list.ts'
import { useListState } from '#kit/list-state.ts'
import { FilterTile, Tiles } from '#kit/stat-tile.tsx'
import { type StatusTone, ToneChip } from '#kit/status-chip.tsx'
import { type ImportOutcome, type ImportRow, OUTCOME_WORDS, type TagImport } from './tag-import.contract.ts'

const tones: Readonly<Record<ImportOutcome, StatusTone>> = {
  ready: 'active',
  made: 'success',
  error: 'fault',
  twice: 'warning',
  exists: 'warning',
}
const columns: readonly Column<ImportRow>[] = [
  { field: 'tag', header: 'RFID Tag', identity: true, minWidth: 170, value: r => r.tag || '(empty)' },
  { field: 'line', header: 'Line', kind: 'number', minWidth: 70, flex: 0.4 },
  {
    field: 'outcome',
    header: 'Result',
    minWidth: 160,
    head: true,
    value: r => OUTCOME_WORDS[r.outcome],
    cell: r => <ToneChip tone={tones[r.outcome]} label={OUTCOME_WORDS[r.outcome]} />,
  },
  { field: 'text', header: 'Reason', minWidth: 260, flex: 2 },
  { field: 'parenttag', header: 'Parent Group', minWidth: 120 },
  { field: 'expirydate', header: 'Expiry Date', minWidth: 120 },
  { field: 'max_active_trans_count', header: 'Max Active Transactions', minWidth: 110, hidden: true },
  { field: 'balance_amount', header: 'Balance Amount', minWidth: 110, hidden: true },
  { field: 'note', header: 'Notes', minWidth: 110, hidden: true },
]

const good: readonly ImportOutcome[] = ['ready', 'made']
const errors: readonly ImportOutcome[] = ['error']
const doubles: readonly ImportOutcome[] = ['twice', 'exists']

type Props = { result: TagImport; isDone: boolean }
export function ImportRows({ result, isDone }: Props) {
  const [only, setOnly] = useState<readonly ImportOutcome[]>()
  const rowsOf = (some?: readonly ImportOutcome[]) =>
    some ? result.rows.filter(r => some.includes(r.outcome)) : result.rows
  const state = useListState({ pageSize: 10 })
  const list = useLocalList<ImportRow>(
    { data: rowsOf(only), isPending: false, isFetching: false, error: null, refetch: () => undefined },
    state,
    { search: r => [r.tag, r.text, r.parenttag, r.note] },
  )
  const tiles = [
    { label: 'Rows in the file', icon: ListAlt },
    isDone ? { label: 'Created', icon: CheckCircle, some: good } : { label: 'Will be created', icon: Nfc, some: good },
    { label: 'Errors', icon: ErrorIcon, some: errors },
    { label: 'Duplicates', icon: ContentCopy, some: doubles },
  ]
  return (
    <>
      <Tiles>
        {tiles.map(({ label, icon, some }) => (
          <FilterTile
            key={label}
            label={label}
            icon={icon}
            value={rowsOf(some).length}
            says={`${label}: ${rowsOf(some).length}`}
            isPressed={some !== undefined && only === some}
            onPress={() => {
              state.set({ page: 1 })
              setOnly(only === some ? undefined : some)
            }}
          />
        ))}
      </Tiles>
      <DataGrid
        label="Rows of the file"
        columns={columns}
        list={list}
        state={state}
        rowId={r => r.line}
        search="Search the rows"
        empty={{ title: 'No such rows' }}
      />
    </>
  )
}
