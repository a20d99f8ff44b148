// Demands of an address that a list cannot meet: an unknown sort, filters that cannot run, a page beyond the last. The
// list shows the nearest it has, and the address is corrected.
import { type FilterFields, type Filters, takesCondition, validCondition } from '@wattdesk/base/filters'
import type { AnyEndpoint } from '@wattdesk/wire/endpoint'
import { useEffect, useMemo } from 'react'
import { type ListControls, type ListState, noFilters } from './list-state.ts'

type Wrong = Partial<Pick<ListState, 'sort' | 'filters'>>
const only = (filters: Filters, fits: (one: Filters) => boolean): Filters => {
  const conditions = filters.conditions.filter(c => fits({ combine: 'AND', conditions: [c] }))
  return conditions.length ? { ...filters, conditions } : noFilters
}

/** Sort and filters as a list's contract takes them; undefined where it takes both as they are. */
function wrongFor(e: AnyEndpoint, { sort, filters }: Pick<ListState, 'sort' | 'filters'>): Wrong | undefined {
  const { sorts = [], filters: fields = {} } = e.offers ?? {}
  const wrong: Wrong = {}
  if (sort !== undefined && !sorts.includes(sort.replace(/^-/, ''))) wrong.sort = undefined
  const kept = only(filters, ({ conditions: [c] }) => c !== undefined && takesCondition(c, fields))
  if (kept.conditions.length < filters.conditions.length) wrong.filters = kept
  return 'sort' in wrong || 'filters' in wrong ? wrong : undefined
}

/**
 * Returns the query of a list reduced to the fields its contract takes; the other fields are removed from the address
 * too.
 */
export function useFitting(e: AnyEndpoint, state: ListControls): ListControls['query'] {
  const { sort, filters, query, correct } = state
  const wrong = useMemo(() => wrongFor(e, { sort, filters }), [e, sort, filters])
  useEffect(() => {
    if (wrong) correct(wrong)
  }, [wrong, correct])
  return useMemo(() => {
    if (!wrong) return query
    const { sort: asked, filters: sent, ...rest } = query
    const conditions = wrong.filters?.conditions.length ? JSON.stringify(wrong.filters) : undefined
    return {
      ...rest,
      ...(asked && !('sort' in wrong) && { sort: asked }),
      ...('filters' in wrong ? conditions && { filters: conditions } : sent && { filters: sent }),
    }
  }, [query, wrong])
}

type Shown = {
  /** The properties of List that tell whether its number of rows is known. */
  list: {
    total: number
    isLoading: boolean
    isFetching: boolean
    isCounting?: boolean
    error: Error | null
    sortable: ReadonlySet<string> | undefined
  }
  state: ListControls
  /** The fields that the columns of the list sort by. */
  sorts: ReadonlySet<string>
  filterFields: FilterFields
}
/** Puts right in the address what only the shown list can tell: the page, and sort and filters of a list that came whole. */
export function useFittingAddress({ list, state, sorts, filterFields }: Shown): void {
  const { page, pageSize, sort, filters, correct } = state
  const isKnown = !list.isLoading && !list.isFetching && !list.error && !list.isCounting
  const pages = Math.max(1, Math.ceil(list.total / pageSize))
  const isLocal = list.sortable === undefined
  const strange = isLocal && sort !== undefined && !sorts.has(sort.replace(/^-/, ''))
  const kept = useMemo(
    () =>
      isLocal ? only(filters, ({ conditions: [c] }) => c !== undefined && validCondition(c, filterFields).ok) : filters,
    [isLocal, filters, filterFields],
  )
  useEffect(() => {
    if (isKnown && page > pages) correct({ page: pages })
  }, [isKnown, page, pages, correct])
  useEffect(() => {
    if (strange) correct({ sort: undefined })
  }, [strange, correct])
  useEffect(() => {
    if (kept.conditions.length < filters.conditions.length) correct({ filters: kept })
  }, [kept, filters, correct])
}
