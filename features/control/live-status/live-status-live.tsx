// The live panel on the stream: counts and rows follow the events at once, and are read again soon after, since a new
// status may bring a station to another page.
import { useQueryClient } from '@tanstack/react-query'
import type { LiveEventOf } from '@wattdesk/base/live-event'
import { keyOf } from '@wattdesk/wire/call'
import type { Reply } from '@wattdesk/wire/endpoint'
import { useEffect, useRef } from 'react'
import { patchAnswers, useLive } from '#kit/live.ts'
import { type LiveStation, listLiveStatus } from './live-status.contract.ts'

type Event = LiveEventOf<'station'>
type LiveReply = Reply<typeof listLiveStatus>

const withEvent = (s: LiveStation, e: Event): LiveStation => ({
  ...s,
  status: e.status,
  ...(e.connected && { unknownSince: null }),
  connectors: { ...s.connectors, active: e.activeConnectors },
  powerOutput: e.powerKw,
  lastUpdate: e.at,
  maintenanceByHand: e.status === 'maintenance' && s.maintenanceByHand,
})

/** Returns a reply updated by the events of its stations; the counts change for stations whose status was known. */
export function withEvents(reply: LiveReply, events: readonly Event[]): LiveReply {
  const summary = { ...reply.data.summary }
  const stations = [...reply.data.stations]
  let isTouched = false
  for (const e of events) {
    const i = stations.findIndex(s => s.id === e.chargepoint_pk)
    const known = stations[i]
    if (!known) continue
    isTouched = true
    summary[known.status]--
    summary[e.status]++
    summary.lastUpdated = e.at
    stations[i] = withEvent(known, e)
  }
  return isTouched ? { ...reply, data: { summary, stations } } : reply
}

const READ_AGAIN_MS = 3000

/** Keeps the panel's pages fresh while the caller is shown. */
export function useLiveStations(): void {
  const cache = useQueryClient()
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  useEffect(() => () => clearTimeout(timer.current), [])
  useLive('station', events => {
    patchAnswers(cache, listLiveStatus, old => withEvents(old, events))
    timer.current ??= setTimeout(() => {
      timer.current = undefined
      void cache.invalidateQueries({ queryKey: keyOf(listLiveStatus) })
    }, READ_AGAIN_MS)
  })
}
