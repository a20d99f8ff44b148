// The place in a grid's toolbar for saved views. The kit defines and shows the view of a list; the feature that stores
// views, and for whom, is put here by the shell.
import type { ListView } from '@wattdesk/base/list-view'
import { type ComponentType, createContext, useContext } from 'react'
import type { ShownColumns } from './columns.tsx'
import { setDensity, useDensity } from './density.ts'
import type { ListControls } from './list-state.ts'

export type ListViewsProps = {
  /** Names the list among all of the portal. */
  list: string
  now: ListView
  /** As the list is before anybody narrows, sorts or arranges it. */
  usual: ListView
  /** True when search, filters or sort are not the usual ones. */
  isNarrowed: boolean
  show: (view: ListView) => void
}

const Slot = createContext<ComponentType<ListViewsProps> | null>(null)
export const ListViewsSlot = Slot.Provider
export const useListViewsPart = () => useContext(Slot)

/** Returns the list's present state, its usual state, and the functions that show a view of the list. */
export function useListViews<R>(list: string, state: ListControls, shown: ShownColumns<R>): ListViewsProps {
  const density = useDensity()
  const { usual } = state
  return {
    list,
    now: {
      filters: state.filters,
      q: state.q,
      sort: state.sort ?? null,
      pageSize: state.pageSize,
      columns: shown.arranged,
      density,
    },
    usual: { ...usual, sort: usual.sort ?? null, columns: shown.usual, density: 'comfortable' },
    isNarrowed: state.narrowed || state.sort !== usual.sort,
    show: v => {
      state.correct({ page: 1, filters: v.filters, q: v.q, sort: v.sort ?? undefined, pageSize: v.pageSize })
      shown.arrange(v.columns)
      setDensity(v.density)
    },
  }
}
