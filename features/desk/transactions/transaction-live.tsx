// Running sessions on screen: their energy and amount rise in the query caches with the events of the stream, at most
// once a second; after starts and ends the lists are read anew, at most every five seconds.
import { type QueryClient, useQueryClient } from '@tanstack/react-query'
import type { LiveEventOf } from '@wattdesk/base/live-event'
import { keyOf } from '@wattdesk/wire/call'
import { useEffect, useRef } from 'react'
import { patchAnswers, useLive } from '#kit/live.ts'
import {
  getTransaction,
  listChargerTransactions,
  listMeterValues,
  listTagTransactions,
  listTransactions,
  type Transaction,
} from './transaction.contract.ts'

type Event = LiveEventOf<'transaction'>

/** A row with the figures of an event. */
function withEvent<T extends Transaction>(row: T, e: Event): T {
  const current = row.start_meter_value + e.energyWh
  return {
    ...row,
    current_meter_value: current,
    kw_consumed: e.energyWh / 1000,
    energy_consumed: e.energyWh / 1000,
    totalAmountCharged: e.totalAmountCharged,
    ...(e.stoptime !== null && {
      stoptime: e.stoptime,
      stop_meter_value: current,
      inReview: e.inReview,
      energyInDoubt: e.energyInDoubt,
    }),
  }
}

/** Brings events into every list that shows their sessions; others are left untouched. */
export function patchLists(cache: QueryClient, events: readonly Event[]): void {
  const last = new Map(events.map(e => [e.transactionId, e]))
  for (const list of [listTransactions, listChargerTransactions, listTagTransactions])
    patchAnswers(cache, list as typeof listTransactions, old =>
      old.data.some(r => last.has(r.transactionId))
        ? {
            ...old,
            data: old.data.map(r => {
              const e = last.get(r.transactionId)
              return e ? withEvent(r, e) : r
            }),
          }
        : old,
    )
}

const READ_AGAIN_MS = 5000

/** Keeps the lists fresh while the caller is shown. */
export function useLiveTransactions(): void {
  const cache = useQueryClient()
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  useEffect(() => () => clearTimeout(timer.current), [])
  const readAgain = () => {
    timer.current ??= setTimeout(() => {
      timer.current = undefined
      for (const list of [listTransactions, listChargerTransactions, listTagTransactions])
        void cache.invalidateQueries({ queryKey: keyOf(list) })
    }, READ_AGAIN_MS)
  }
  useLive('transaction', events => {
    patchLists(cache, events)
    if (events.some(e => e.change !== 'metered')) readAgain()
  })
}

/** A running session with the power that its connector draws as an event of the connector tells it. */
export const drawnAsToldBy = <T extends { stoptime: string | null; powerW: number | null }>(
  { powerKw }: Pick<LiveEventOf<'connector'>, 'powerKw'>,
  t: T,
): T => (t.stoptime !== null || powerKw === null ? t : { ...t, powerW: Math.round(powerKw * 1000) })

/** Keeps one transaction fresh: figures at once, its bill and meter values with the next reading. */
export function useLiveTransaction(id: number): void {
  const cache = useQueryClient()
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  useEffect(() => () => clearTimeout(timer.current), [])
  const readAgain = (ms: number) => {
    timer.current ??= setTimeout(() => {
      timer.current = undefined
      void cache.invalidateQueries({ queryKey: keyOf(getTransaction) })
      void cache.invalidateQueries({ queryKey: keyOf(listMeterValues) })
    }, ms)
  }
  useLive('transaction', events => {
    const e = events.findLast(x => x.transactionId === id)
    if (!e) return
    patchAnswers(cache, getTransaction, old =>
      old.data.transactionId === id
        ? {
            ...old,
            data: {
              ...withEvent(old.data, e),
              powerW: e.change === 'stopped' ? null : (e.powerW ?? old.data.powerW),
              socPercent: e.socPercent ?? old.data.socPercent,
              meteredAt: e.change === 'metered' ? e.at : old.data.meteredAt,
            },
          }
        : old,
    )
    readAgain(e.change === 'stopped' ? 0 : 1000)
  })
  // A connector that stops charging draws nothing, whatever its last reading told.
  useLive('connector', events => {
    patchAnswers(cache, getTransaction, old => {
      const e = events.findLast(x => x.transactionId === id)
      return e && old.data.transactionId === id ? { ...old, data: drawnAsToldBy(e, old.data) } : old
    })
  })
}
