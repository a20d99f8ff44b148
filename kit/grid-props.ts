// The properties of a grid.
import type { ReactNode } from 'react'
import type { Action } from './actions.tsx'
import type { Chosen, Many } from './choice.ts'
import type { Column } from './columns.tsx'
import type { FilterField } from './filters.tsx'
import type { List } from './list.ts'
import type { RowId } from './list-picked.ts'
import type { ListControls } from './list-state.ts'
import type { FileName } from './tool-menu.tsx'

export type DataGridProps<R extends object> = {
  /** Names the grid, for screen readers and the texts of its empty states. */
  label: string
  columns: readonly Column<R>[]
  /** From useList or useLocalList. */
  list: List<R>
  /** From useListState. */
  state: ListControls
  rowId: (row: R) => RowId
  /** The row menu; an action without its right or whose `when` is false is not there. */
  actions?: readonly Action<R>[]
  /**
   * The actions on several selected rows; the rows of a list with an export can be selected and exported in any case.
   */
  many?: Many
  /** False: no row can be chosen, also where the list has a file, which the whole list can still be exported to. */
  choosable?: boolean
  /** Which rows can be chosen, where that is not all of them. Keep it outside the component. */
  canChoose?: (row: R) => boolean
  /** Told of what is chosen, for a button of the screen's own. */
  onChosen?: (chosen: Chosen) => void
  /** Where a click on the row leads: a path, or '?entry=5' for this page with that in its address. */
  rowLink?: (row: R) => string | undefined
  /** The primary action of the page, beside the search; on phones it sticks to the bottom. */
  add?: Action | undefined
  /** Placeholder of the search field; without it there is none. */
  search?: string
  /** Opens the filter builder over these fields. */
  filterFields?: readonly FilterField[]
  /** File name of CSV and Excel exports, without ending; without it there are none, and no rows to choose. */
  file?: FileName
  /** The content of an empty list: its purpose and the first step. */
  empty?: { title: string; text?: string; action?: Action }
  /** The content of a search without matches, if the screen has words of its own (S-EMPTY). */
  noMatch?: (query: string) => { title: string; text: string }
  /** Further controls in the toolbar. */
  toolbar?: ReactNode
  /** Default 5, 10, 20, 30 (D-SHELL-9); the screen's own size is added. */
  pageSizes?: readonly number[]
}
