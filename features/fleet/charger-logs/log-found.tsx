// The finds of a search of the log so far. A call looks backwards for about a second; while little is found, a few
// further calls follow by themselves, then only when the user asks.
import { useInfiniteQuery } from '@tanstack/react-query'
import { call, keyOf } from '@wattdesk/wire/call'
import { useEffect, useRef } from 'react'
import { searchLog } from './charger-log.contract.ts'
import type { LogRow } from './charger-log.rules.ts'
import { PAGE } from './log-feed.tsx'
import type { SearchQuery } from './log-search.rules.ts'

/** Calls in a row without a click. */
const IN_A_ROW = 5

export type FoundLog = {
  rows: readonly LogRow[]
  isLoading: boolean
  isLooking: boolean
  error: unknown
  /** Everything from here on has been looked through; undefined before the first answer. */
  searchedTo: string | undefined
  /** True where more may be found further back. */
  hasOlder: boolean
  lookFurther: () => void
  refetch: () => void
}
export function useLogSearch(teamId: number, chargepointId: string, search: SearchQuery | undefined): FoundLog {
  const found = useInfiniteQuery({
    queryKey: [...keyOf(searchLog), { teamId, chargepointId, search }],
    queryFn: ({ pageParam, signal }) =>
      call(
        searchLog,
        {
          params: { teamId, chargepointId },
          query: { ...search, limit: PAGE, ...(pageParam !== null && { before: pageParam }) },
        },
        { signal },
      ),
    initialPageParam: null as string | null,
    getNextPageParam: last => last.next,
    enabled: search !== undefined,
    staleTime: 0,
    gcTime: 0,
  })
  const { data, hasNextPage, isFetching, fetchNextPage } = found
  const rows = data?.pages.flatMap(p => p.data) ?? []
  const asked = useRef(0)
  const pages = data?.pages.length ?? 0
  useEffect(() => {
    if (pages <= 1) asked.current = 1
    if (!hasNextPage || isFetching || rows.length >= PAGE || asked.current >= IN_A_ROW) return
    asked.current++
    void fetchNextPage()
  }, [pages, hasNextPage, isFetching, rows.length, fetchNextPage])
  return {
    rows,
    isLoading: search !== undefined && found.isPending,
    isLooking: isFetching,
    error: found.error,
    searchedTo: data?.pages.at(-1)?.searchedTo,
    hasOlder: hasNextPage,
    lookFurther: () => {
      if (isFetching) return
      asked.current = 1
      void fetchNextPage()
    },
    refetch: () => void found.refetch(),
  }
}
