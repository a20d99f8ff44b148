// The rows of a list: paged by the server for lists that grow, or in the browser for short ones; a grid takes both
// alike. Rows of an earlier query are marked as such, so that no page number or search claims them.

import { useQuery } from '@tanstack/react-query'
import { type FilterFields, matches } from '@wattdesk/base/filters'
import { sortOf } from '@wattdesk/base/paging'
import { meantWords } from '@wattdesk/base/text'
import { query } from '@wattdesk/wire/call'
import type { AnyEndpoint, Args, DataOf, Reply } from '@wattdesk/wire/endpoint'
import { rowsOf } from '@wattdesk/wire/rows'
import { useEffect, useMemo, useRef } from 'react'
import { type Portions, portionOf } from './export.ts'
import { useFitting } from './list-fit.ts'
import { filtersNaming, type RowId } from './list-picked.ts'
import { type ListControls, type ListQueryValues, noFilters } from './list-state.ts'

type RowOf<E> = DataOf<E> extends readonly (infer R)[] ? R : never

type Paging = 'page' | 'pageSize' | 'sort' | 'q' | 'filters' | 'export' | 'tz'
/** The arguments of a list without those the list state gives. */
export type ListArgs<E> = Omit<Args<E>, 'query'> &
  (Args<E> extends { query: infer Q } ? { query?: Omit<Q, Paging> } : unknown)

/** Rows of the current page and all that a grid needs to know about them. */
export type List<R> = {
  rows: readonly R[]
  /** Rows of all pages after search and filter. */
  total: number
  /** No rows have come yet. */
  isLoading: boolean
  /** `total` is not exact yet. */
  isCounting?: boolean
  /** New rows are on their way; the old ones stay, dimmed. */
  isFetching: boolean
  error: Error | null
  refetch: () => void
  /** The whole filtered set as it arrives, for an export. */
  every: () => Portions<R>
  /** These rows, whatever is searched and filtered now, in the order of the list; those that are gone are left out. */
  picked: (keys: ReadonlySet<RowId>, rowId: (r: R) => RowId) => Portions<R>
  /** Says which list this is, as of which team: another text is another list. */
  of: string
  /** Fields the server can sort by; undefined: every field. */
  sortable: ReadonlySet<string> | undefined
  /** When the rows shown were read; null before the first. */
  readAt: Date | null
  /**
   * Page and search of the rows that are still shown ('page 2 of the search "abc"') while those asked for are not there
   * yet.
   */
  shownBefore: string | null
}

/** Page, search and filter of a list, in words. */
export const wordsOf = ({ page = 1, q = '', filters }: Partial<ListQueryValues>): string =>
  `page ${page}${q && ` of the search "${q}"`}${filters ? ', filtered' : ''}`

export type ServerList<E> = List<RowOf<E>> & {
  /** The whole reply, for what stands beside `data` (`summary`); the last one while a page cannot be had. */
  reply: Reply<E> | undefined
}

const PAGING: readonly string[] = ['page', 'pageSize', 'sort', 'q', 'filters', 'export', 'tz']
/** The arguments of a list, without page, sort and search. */
const ownOf = (args: unknown): string => {
  const { query = {}, ...rest } = (args ?? {}) as { query?: Record<string, unknown> }
  return JSON.stringify([rest, Object.entries(query).filter(([k]) => !PAGING.includes(k))])
}
/** True when two lists differ in page, sort and search alone: rows of another team never stand in for those of this one. */
const sameList = (a: unknown, b: unknown): boolean => ownOf(a) === ownOf(b)

/** A list that the server searches, filters, sorts and pages (D-GEN-13). */
export function useList<E extends AnyEndpoint>(
  e: E,
  args: ListArgs<E>,
  state: ListControls,
  options: { enabled?: boolean; refetchInterval?: number | false } = {},
): ServerList<E> {
  const own = (args as { query?: object }).query
  const asked = useFitting(e, state)
  const full = { ...args, query: { ...own, ...asked } } as Args<E>
  const q = useQuery({
    ...query(e, full),
    placeholderData: (rows, before) => (sameList(before?.queryKey[2], full) ? rows : undefined),
    ...options,
  })
  const shown = useRef<{ args: Args<E>; reply: Reply<E>; at: Date; words: string }>(undefined)
  const isAsked = q.data !== undefined && !q.isPlaceholderData
  useEffect(() => {
    if (isAsked)
      shown.current = {
        args: full,
        reply: q.data as Reply<E>,
        at: new Date(q.dataUpdatedAt),
        words: wordsOf(state.query),
      }
  })
  const before = !isAsked && shown.current && sameList(shown.current.args, full) ? shown.current : undefined
  const rows = (q.data?.data ?? []) as readonly RowOf<E>[]
  const whole = (narrowed: { sort?: string; q?: string; filters?: string }) =>
    rowsOf(e, { ...args, query: { ...own, tz: asked.tz, ...narrowed, export: 'all' } } as Args<E>)
  return {
    rows,
    total: (q.data as { total?: number } | undefined)?.total ?? rows.length,
    readAt: before?.at ?? (isAsked ? new Date(q.dataUpdatedAt) : null),
    shownBefore: before?.words ?? null,
    // An empty page of before says nothing of the one asked for.
    isLoading: q.isPending || (q.isPlaceholderData && rows.length === 0),
    isFetching: q.isFetching,
    error: q.error,
    refetch: () => void q.refetch(),
    every: () => {
      const { page: _, pageSize: __, ...rest } = asked
      return whole(rest)
    },
    picked: async function* (keys, rowId) {
      const filters = e.offers?.key ? filtersNaming(e.offers.key, [...keys]) : undefined
      const found = whole({ ...(asked.sort && { sort: asked.sort }), ...(filters && { filters }) })
      for await (const some of found) yield some.filter(r => keys.has(rowId(r)))
    },
    of: `${e.path} ${ownOf(args)}`,
    sortable: useMemo(() => new Set(e.offers?.sorts), [e]),
    // The figures beside the rows are of the whole list, so they stay when a page could not be read.
    reply: q.data ?? before?.reply,
  }
}

export type LocalSource<R> = {
  data: readonly R[] | undefined
  isPending: boolean
  isFetching: boolean
  error: Error | null
  refetch: () => unknown
  dataUpdatedAt?: number
}
export type LocalOptions<R> = {
  /** Texts of a row that the search looks at. */
  search?: (row: R) => readonly (string | number | null | undefined)[]
  /** Where the search looks at a state too: its word of a row, and all its words; 'active' does not find 'Inactive'. */
  words?: { of: (row: R) => string; all: readonly string[] }
  filterFields?: FilterFields
}

const compare = (a: unknown, b: unknown): number => {
  if (a === b) return 0
  if (a === null || a === undefined || a === '') return -1
  if (b === null || b === undefined || b === '') return 1
  return typeof a === 'number' && typeof b === 'number'
    ? a - b
    : String(a).localeCompare(String(b), 'en-IN', { numeric: true, sensitivity: 'base' })
}

/** Search, filters and sort of `state` applied to `rows`. */
export function narrow<R extends object>(
  rows: readonly R[],
  state: Pick<ListControls, 'q' | 'filters' | 'sort'>,
  { search, words, filterFields = {} }: LocalOptions<R>,
  tz: number,
): readonly R[] {
  const q = state.q.trim().toLowerCase()
  const meant = words ? meantWords(q, words.all) : []
  const holds = (r: R): boolean =>
    (!search && !words) ||
    (words !== undefined && meant.includes(words.of(r))) ||
    (search?.(r).some(t =>
      String(t ?? '')
        .toLowerCase()
        .includes(q),
    ) ??
      false)
  const found = rows.filter(
    r => (q === '' || holds(r)) && matches(r as Record<string, unknown>, state.filters, filterFields, tz),
  )
  if (!state.sort) return found
  const { field, descending } = sortOf(state.sort)
  const of = (r: R) => (r as Record<string, unknown>)[field]
  return found.toSorted((a, b) => (descending ? compare(of(b), of(a)) : compare(of(a), of(b))))
}

/** A short list that came whole: searched, filtered, sorted and paged here. `source` is a useQuery result with rows. */
export function useLocalList<R extends object>(
  source: LocalSource<R>,
  state: ListControls,
  options: LocalOptions<R> = {},
): List<R> {
  const found = narrow(source.data ?? [], state, options, state.query.tz)
  const pages = Math.max(1, Math.ceil(found.length / state.pageSize))
  const from = (Math.min(state.page, pages) - 1) * state.pageSize
  return {
    rows: found.slice(from, from + state.pageSize),
    total: found.length,
    isLoading: source.isPending,
    isFetching: source.isFetching,
    error: source.error,
    refetch: () => void source.refetch(),
    every: () => portionOf(found),
    picked: (keys, rowId) =>
      portionOf(
        narrow(source.data ?? [], { q: '', filters: noFilters, sort: state.sort }, {}, 0).filter(r =>
          keys.has(rowId(r)),
        ),
      ),
    of: '',
    sortable: undefined,
    readAt: source.dataUpdatedAt ? new Date(source.dataUpdatedAt) : null,
    shownBefore: null,
  }
}
