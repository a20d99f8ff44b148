// Chargers on the live stream. Rows of the list and the page of one charger follow events at once; figures that no
// event carries (the cards, the amount of a session, a new order of rows) are read again soon after.
import { type QueryClient, useQueryClient } from '@tanstack/react-query'
import type { LiveEventOf } from '@wattdesk/base/live-event'
import { keyOf } from '@wattdesk/wire/call'
import { useCallback, useEffect, useRef } from 'react'
import { patchAnswers, useLive } from '#kit/live.ts'
import { type Charger, getCharger, listChargers } from './charger.contract.ts'
import { rowWith, shownConnectorStatus } from './charger.rules.ts'

type StationEvent = LiveEventOf<'station'>
type ConnectorEvent = LiveEventOf<'connector'>

/** Applies station events to every list of chargers; true when a charger changed its status or is not in the list. */
export function patchRows(cache: QueryClient, events: readonly StationEvent[]): boolean {
  const last = new Map(events.map(e => [e.chargepoint_pk, e]))
  let isStale = false
  patchAnswers(cache, listChargers, old => {
    const shown = new Set(old.data.map(r => r.chargepoint_pk))
    isStale ||= [...last.keys()].some(pk => !shown.has(pk))
    if (!old.data.some(r => last.has(r.chargepoint_pk))) return old
    const data = old.data.map(r => {
      const e = last.get(r.chargepoint_pk)
      if (!e) return r
      isStale ||= e.statusCode !== r.statusCode
      return rowWith(r, e)
    })
    return { ...old, data }
  })
  return isStale
}

/** Returns a charger with the news from an event about it or its connectors. */
export const chargerWith = (charger: Charger, e: StationEvent | ConnectorEvent): Charger =>
  e.type === 'station'
    ? {
        ...charger,
        status: e.statusCode,
        live_status: e.status,
        lastHeartbeatTimestamp: e.lastHeartbeatTimestamp ?? charger.lastHeartbeatTimestamp,
        connection: {
          ...charger.connection,
          heard: e.connected,
          usable: e.connected && charger.connection.bootAccepted && charger.registrationStatus === 'Accepted',
          ...(e.connected && { socketOpen: true, lastMessageAt: e.at, unknownSince: null }),
        },
        connectors: charger.connectors.map(n => ({
          ...n,
          unknownSince: e.connected ? null : (n.unknownSince ?? charger.connection.lastMessageAt ?? e.at),
          ...(!e.connected && { powerKw: null }),
        })),
      }
    : {
        ...charger,
        connectors: charger.connectors.map(n =>
          n.connectorId === e.connectorId
            ? {
                ...n,
                status: shownConnectorStatus(charger.status, e.status),
                errorCode: e.errorCode,
                unknownSince: null,
                transactionId: e.transactionId,
                // Figures of a session end with it: the next session begins without them.
                ...(e.transactionId === n.transactionId
                  ? { powerKw: e.powerKw ?? n.powerKw }
                  : {
                      powerKw: e.powerKw,
                      socPercent: null,
                      energyWh: null,
                      totalAmountCharged: null,
                      transactionStart: null,
                    }),
              }
            : n,
        ),
      }

/** Returns a function that requests `read`: however often it is called, `read` runs once, `ms` after the first call. */
function useReadAgain(read: () => void, ms: number): () => void {
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  useEffect(() => () => clearTimeout(timer.current), [])
  return useCallback(() => {
    timer.current ??= setTimeout(() => {
      timer.current = undefined
      read()
    }, ms)
  }, [read, ms])
}

const LIST_MS = 10_000
const DETAIL_MS = 2000

/** Keeps the list fresh while the caller is shown. */
export function useLiveChargers(): void {
  const cache = useQueryClient()
  const read = useCallback(() => void cache.invalidateQueries({ queryKey: keyOf(listChargers) }), [cache])
  const readAgain = useReadAgain(read, LIST_MS)
  useLive('station', events => {
    if (patchRows(cache, events)) readAgain()
  })
}

/** Keeps one charger fresh while the caller is shown. */
export function useLiveCharger(pk: number): void {
  const cache = useQueryClient()
  const read = useCallback(() => void cache.invalidateQueries({ queryKey: keyOf(getCharger) }), [cache])
  const readAgain = useReadAgain(read, DETAIL_MS)
  const take = (events: readonly (StationEvent | ConnectorEvent)[]) => {
    const own = events.filter(e => e.chargepoint_pk === pk)
    if (own.length === 0) return
    patchAnswers(cache, getCharger, old =>
      old.data.chargepoint_pk === pk ? { ...old, data: own.reduce(chargerWith, old.data) } : old,
    )
    readAgain()
  }
  useLive('station', take)
  useLive('connector', take)
  useLive('transaction', events => {
    const own = events.filter(e => e.chargepoint_pk === pk && e.change !== 'stopped')
    const last = new Map(own.map(e => [e.transactionId, e]))
    patchAnswers(cache, getCharger, old =>
      old.data.chargepoint_pk === pk
        ? {
            ...old,
            data: {
              ...old.data,
              connectors: old.data.connectors.map(n => {
                const e = n.transactionId === null ? undefined : last.get(n.transactionId)
                if (!e) return n
                const powerKw = e.powerW === null ? n.powerKw : e.powerW / 1000
                const socPercent = e.socPercent ?? n.socPercent
                return { ...n, energyWh: e.energyWh, totalAmountCharged: e.totalAmountCharged, powerKw, socPercent }
              }),
            },
          }
        : old,
    )
    if (events.some(e => e.chargepoint_pk === pk)) readAgain()
  })
}
