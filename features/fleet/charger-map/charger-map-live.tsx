// The map on the live stream: states follow events at once; a new charger is read soon after.
import { type QueryClient, useQueryClient } from '@tanstack/react-query'
import type { LiveEventOf } from '@wattdesk/base/live-event'
import { call, keyOf } from '@wattdesk/wire/call'
import { useEffect, useRef } from 'react'
import { rowWith } from '#fleet/chargers/charger.rules.ts'
import { patchAnswers, useLive } from '#kit/live.ts'
import { listChargerPlaces, listChargersOfMap } from './charger-map.contract.ts'
import { type Charted, chartedOf, mapState, withNewStates } from './charger-map.rules.ts'

const NEW_MS = 15_000

/** The query for the places of a team, as one object; the API sends them in portions. */
export const chartedQuery = (teamId: number) => ({
  queryKey: keyOf(listChargerPlaces, { params: { teamId } }),
  queryFn: async ({ signal }: { signal: AbortSignal }): Promise<Charted> =>
    chartedOf((await call(listChargerPlaces, { params: { teamId } }, { signal })).data),
  // Comparing a hundred thousand chargers place by place with the answer before would take longer than drawing them.
  structuralSharing: false as const,
})

/** Applies events to the map and to the details of single chargers; true when a charger is not on the map. */
export function patchMap(cache: QueryClient, events: readonly LiveEventOf<'station'>[]): boolean {
  const last = new Map(events.map(e => [e.chargepoint_pk, e]))
  const told = new Map([...last].map(([key, e]) => [key, mapState(e.status)]))
  let isStale = false
  for (const q of cache.getQueryCache().findAll({ queryKey: keyOf(listChargerPlaces) })) {
    const old = q.state.data as Charted | undefined
    if (!old) continue
    const { charted, hasNew } = withNewStates(old, told)
    isStale ||= hasNew
    // An error of the last fetch stays.
    if (charted !== old) q.setState({ ...q.state, data: charted })
  }
  patchAnswers(cache, listChargersOfMap, old =>
    old.data.some(c => last.has(c.chargepoint_pk))
      ? {
          ...old,
          data: old.data.map(c => {
            const e = last.get(c.chargepoint_pk)
            return e ? rowWith(c, e) : c
          }),
        }
      : old,
  )
  return isStale
}

/** Keeps the map fresh while the caller is shown. */
export function useLiveMap(): void {
  const cache = useQueryClient()
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  useLive('station', events => {
    if (!patchMap(cache, events)) return
    timer.current ??= setTimeout(() => {
      timer.current = undefined
      void cache.invalidateQueries({ queryKey: keyOf(listChargerPlaces) })
    }, NEW_MS)
  })
  useEffect(
    () => () => {
      clearTimeout(timer.current)
      timer.current = undefined
    },
    [],
  )
}
