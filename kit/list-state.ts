// The state of a list (page, page size, sort, search, filters) lives in the URL, so Back and a pasted link reproduce
// it.
import type { Filters } from '@wattdesk/base/filters'
import { useCallback, useEffect, useMemo } from 'react'
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
  /** Puts right what the address asks for and the list does not have; no step in the history. */
  correct: (part: Partial<ListState>) => void
  /** Empties search and filters. */
  clear: () => void
  /** True when search or filters leave rows out. */
  narrowed: boolean
  /** Page size, sort, search and filters as they are before anybody chooses others. */
  usual: Omit<ListState, 'page'>
  query: ListQueryValues
}

export type ListDefaults = {
  /** Data grids show 5 rows unless their screen names another size (D-SHELL-9). */
  pageSize?: number
  /** The sizes offered; the screen's own joins them. */
  sizes?: readonly number[]
  sort?: string
  /** Tells two lists on one screen apart in the URL. */
  prefix?: string
}

export const noFilters: Filters = { combine: 'AND', conditions: [] }

/** The sizes every grid offers; the screen's own joins them (D-SHELL-9). */
export const PAGE_SIZES: readonly number[] = [5, 10, 20, 30]
/** Those of a simple table (D-SHELL-9). */
export const TABLE_SIZES: readonly number[] = [5, 10, 25]
/** Where a screen names none (D-SHELL-9). */
const USUAL_SIZE = 5
/** The longest search the server takes. */
const LONGEST = 200

const whole = (text: string | null, fallback: number, fits: (n: number) => boolean): number =>
  text !== null && /^\d{1,7}$/.test(text) && fits(Number(text)) ? Number(text) : fallback

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
  const { pageSize = USUAL_SIZE, sizes = PAGE_SIZES, sort, prefix = '' } = defaults
  return {
    page: whole(params.get(`${prefix}page`), 1, n => n >= 1),
    pageSize: whole(params.get(`${prefix}pageSize`), pageSize, n => sizes.includes(n)),
    sort: params.get(`${prefix}sort`) || sort,
    q: (params.get(`${prefix}q`) ?? '').trim().slice(0, LONGEST),
    filters: filtersFrom(params.get(`${prefix}filters`)),
  }
}

/** Writes the state into `next`; what equals the default stays out of the URL. */
export function writeListState(next: URLSearchParams, state: ListState, defaults: ListDefaults = {}): void {
  const { pageSize = USUAL_SIZE, sort, prefix = '' } = defaults
  const put = (key: string, value: string | undefined) => {
    if (value) next.set(prefix + key, value)
    else next.delete(prefix + key)
  }
  put('page', state.page === 1 ? undefined : String(state.page))
  put('pageSize', state.pageSize === pageSize ? undefined : String(state.pageSize))
  put('sort', state.sort === sort ? undefined : state.sort)
  put('q', state.q.trim().slice(0, LONGEST))
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
  const write = useCallback(
    (part: Partial<ListState>, replace: boolean) =>
      change(
        now => {
          const d = { ...(pageSize && { pageSize }), ...(sort && { sort }), ...(prefix && { prefix }) }
          writeListState(now, { ...readListState(now, d), ...part }, d)
        },
        { replace },
      ),
    [change, pageSize, sort, prefix],
  )
  const set = useCallback((part: Partial<ListState>) => write({ page: 1, ...part }, part.page === undefined), [write])
  const correct = useCallback((part: Partial<ListState>) => write(part, true), [write])
  // Values that no list can show are removed from the address.
  useEffect(() => {
    const proper = new URLSearchParams(text)
    writeListState(proper, state, { ...(pageSize && { pageSize }), ...(sort && { sort }), ...(prefix && { prefix }) })
    if (proper.toString() !== text) correct({})
  }, [text, state, correct, pageSize, sort, prefix])
  const clear = useCallback(() => set({ q: '', filters: noFilters }), [set])
  return useMemo(
    () => ({
      ...state,
      set,
      correct,
      clear,
      narrowed: state.q !== '' || state.filters.conditions.length > 0,
      usual: { pageSize: pageSize ?? USUAL_SIZE, sort, q: '', filters: noFilters },
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
    [state, set, correct, clear, pageSize, sort],
  )
}
