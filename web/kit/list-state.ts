// What a list shows (page, page size, sort, search, filters) lives in the URL, so Back and a pasted link reproduce it.
import type { Filters } from '@wattdesk/base/filters'
import { useCallback, useMemo } from 'react'
import { useAddress } from './address.ts'

export type ListState = {
  /** Counted from 1. */
  page: number
  pageSize: number
  /** `field` or `-field`; undefined leaves the order to the server. */
  sort: string | undefined
  q: string
  filters: Filters
}

/** The state as a list's query takes it (D-GEN-13). */
export type ListQueryValues = {
  page: number
  pageSize: number
  tz: number
  sort?: string
  q?: string
  filters?: string
}

export type ListControls = ListState & {
  /** Changes some of it; anything but the page itself goes back to page 1. */
  set: (part: Partial<ListState>) => void
  /** Empties search and filters. */
  clear: () => void
  /** True when search or filters leave rows out. */
  narrowed: boolean
  query: ListQueryValues
}

export type ListDefaults = {
  /** Data grids show 5 rows unless their screen names another size (D-SHELL-9). */
  pageSize?: number
  sort?: string
  /** Tells two lists on one screen apart in the URL. */
  prefix?: string
}

export const noFilters: Filters = { combine: 'AND', conditions: [] }

const whole = (text: string | null, fallback: number, max: number): number => {
  const n = Number(text)
  return text !== null && Number.isInteger(n) && n >= 1 && n <= max ? n : fallback
}

const filtersFrom = (text: string | null): Filters => {
  if (!text) return noFilters
  try {
    const value = JSON.parse(text) as Partial<Filters> | null
    if (!value || !Array.isArray(value.conditions)) return noFilters
    return { combine: value.combine === 'OR' ? 'OR' : 'AND', conditions: value.conditions }
  } catch {
    // A mangled link shows the whole list rather than nothing.
    return noFilters
  }
}

/** The state a query string stands for. */
export function readListState(params: URLSearchParams, defaults: ListDefaults = {}): ListState {
  const { pageSize = 5, sort, prefix = '' } = defaults
  return {
    page: whole(params.get(`${prefix}page`), 1, 1_000_000),
    pageSize: whole(params.get(`${prefix}pageSize`), pageSize, 100),
    sort: params.get(`${prefix}sort`) ?? sort,
    q: params.get(`${prefix}q`) ?? '',
    filters: filtersFrom(params.get(`${prefix}filters`)),
  }
}

/** Writes the state into `next`; what equals the default stays out of the URL. */
export function writeListState(next: URLSearchParams, state: ListState, defaults: ListDefaults = {}): void {
  const { pageSize = 5, sort, prefix = '' } = defaults
  const put = (key: string, value: string | undefined) => {
    if (value) next.set(prefix + key, value)
    else next.delete(prefix + key)
  }
  put('page', state.page === 1 ? undefined : String(state.page))
  put('pageSize', state.pageSize === pageSize ? undefined : String(state.pageSize))
  put('sort', state.sort === sort ? undefined : state.sort)
  put('q', state.q.trim())
  put('filters', state.filters.conditions.length ? JSON.stringify(state.filters) : undefined)
}

/** The state of one list, in the URL. */
export function useListState(defaults: ListDefaults = {}): ListControls {
  const [params, change] = useAddress()
  const { pageSize, sort, prefix } = defaults
  const text = params.toString()
  const state = useMemo(
    () =>
      readListState(new URLSearchParams(text), {
        ...(pageSize && { pageSize }),
        ...(sort && { sort }),
        ...(prefix && { prefix }),
      }),
    [text, pageSize, sort, prefix],
  )
  const set = useCallback(
    (part: Partial<ListState>) =>
      change(
        now => {
          const d = { ...(pageSize && { pageSize }), ...(sort && { sort }), ...(prefix && { prefix }) }
          writeListState(now, { ...readListState(now, d), page: 1, ...part }, d)
        },
        { replace: part.page === undefined },
      ),
    [change, pageSize, sort, prefix],
  )
  const clear = useCallback(() => set({ q: '', filters: noFilters }), [set])
  return useMemo(
    () => ({
      ...state,
      set,
      clear,
      narrowed: state.q !== '' || state.filters.conditions.length > 0,
      query: {
        page: state.page,
        pageSize: state.pageSize,
        // Minutes east of UTC: calendar days of date filters are the reader's own.
        tz: -new Date().getTimezoneOffset(),
        ...(state.sort && { sort: state.sort }),
        ...(state.q && { q: state.q }),
        ...(state.filters.conditions.length > 0 && { filters: JSON.stringify(state.filters) }),
      },
    }),
    [state, set, clear],
  )
}
