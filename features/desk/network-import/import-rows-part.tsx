// The rows of a checked or imported file: how many of each outcome, and each with its reason.
import Add from '@mui/icons-material/AddCircleOutlined'
import Block from '@mui/icons-material/BlockOutlined'
import Drag from '@mui/icons-material/DragHandle'
import Edit from '@mui/icons-material/EditOutlined'
import type { Column } from '#kit/columns.tsx'
import { DataGrid } from '#kit/data-grid.tsx'
import { useList } from '#kit/list.ts'
import { useListState } from '#kit/list-state.ts'
import { FilterTile, Tiles } from '#kit/stat-tile.tsx'
import { ToneChip } from '#kit/status-chip.tsx'
import { rowTones } from './import-state.tsx'
import { type ImportedRow, listImportRows, type OpenedImport } from './network-import.contract.ts'
import { OUTCOME_WORDS, ROW_OUTCOMES, type RowOutcome, reasonText } from './network-import.words.ts'

const icons = { new: Add, changed: Edit, equal: Drag, refused: Block } as const
const base: readonly Column<ImportedRow>[] = [
  { field: 'line', header: 'Line', kind: 'number', width: 84 },
  { field: 'row_key', header: 'Key', identity: true, minWidth: 160, value: r => r.row_key ?? r.cells[0] ?? '(empty)' },
  {
    field: 'outcome',
    header: 'Result',
    head: true,
    width: 130,
    value: r => OUTCOME_WORDS[r.outcome],
    cell: r => <ToneChip tone={rowTones[r.outcome]} label={OUTCOME_WORDS[r.outcome]} />,
  },
  {
    field: 'reasons',
    header: 'Reason or change',
    value: r => reasonText(r.reasons),
    sort: false,
    foot: true,
    minWidth: 280,
    flex: 3,
  },
  {
    field: 'values',
    header: 'Value',
    value: r =>
      r.reasons
        .map(x => x.value)
        .filter(v => v !== '')
        .join(', '),
    sort: false,
    minWidth: 120,
  },
]

/** The filter of the list that leaves rows of one outcome. */
const only = (outcome: RowOutcome) => ({
  combine: 'AND' as const,
  conditions: [{ field: 'outcome', operator: 'equals' as const, value: outcome }],
})

export function ImportRowsPart({ of }: { of: OpenedImport }) {
  const state = useListState({ pageSize: 10 })
  const list = useList(listImportRows, { params: { id: of.id } }, state)
  const pressed = state.filters.conditions.find(c => c.field === 'outcome')
  const columns: readonly Column<ImportedRow>[] = [
    ...base,
    ...of.headers.slice(0, 30).map((header, i) => ({
      field: `cell${i}`,
      header,
      value: (r: ImportedRow) => r.cells[i] ?? '',
      sort: false as const,
      hidden: true,
      minWidth: 120,
    })),
  ]
  return (
    <>
      <Tiles>
        {ROW_OUTCOMES.map(outcome => {
          const isPressed = (pressed as { value?: unknown } | undefined)?.value === outcome
          return (
            <FilterTile
              key={outcome}
              label={OUTCOME_WORDS[outcome]}
              icon={icons[outcome]}
              value={of.counts[outcome]}
              says={`${OUTCOME_WORDS[outcome]}: ${of.counts[outcome]}`}
              isPressed={isPressed}
              onPress={() =>
                state.set({ page: 1, filters: isPressed ? { combine: 'AND', conditions: [] } : only(outcome) })
              }
            />
          )
        })}
      </Tiles>
      <DataGrid
        label="Rows of the file"
        columns={columns}
        list={list}
        state={state}
        rowId={r => r.row_no}
        search="Search rows and reasons"
        empty={{ title: 'No rows' }}
      />
    </>
  )
}
