// Times: in the browser's zone with the zone named on hover; relative ones tick together, once a minute, each alone.

import { Typography } from '@mui/material'
import { dayOf, formatDateTime, formatTimestamp, relativeTime, timezoneNotice, zoneName } from '@wattdesk/base/time'
import { useSyncExternalStore } from 'react'

type When = string | number | Date | null | undefined
const TICK_MS = 30_000
const listeners = new Set<() => void>()
let now = Date.now()
let timer: ReturnType<typeof setInterval> | undefined
const subscribe = (l: () => void) => {
  listeners.add(l)
  timer ??= setInterval(() => {
    now = Date.now()
    for (const f of listeners) f()
  }, TICK_MS)
  return () => {
    listeners.delete(l)
    if (listeners.size === 0) {
      clearInterval(timer)
      timer = undefined
    }
  }
}

/** An instant from what JSON gives (ISO text or epoch milliseconds); undefined when it is none. */
export function dateOf(at: When): Date | undefined {
  if (at === null || at === undefined || at === '') return undefined
  const date = at instanceof Date ? at : new Date(at)
  return Number.isNaN(date.getTime()) ? undefined : date
}
/** 'dd MMM yyyy HH:mm' in the browser's zone, a dash for nothing. */
export const timeText = (at: When): string => {
  const date = dateOf(at)
  return date ? formatDateTime(date) : '–'
}
const exact = (date: Date): string => `${formatTimestamp(date)} (${zoneName()})`

/** An absolute time; the exact one with its zone on hover. */
export function Time({ at }: { at: When }) {
  const date = dateOf(at)
  if (!date) return <span>–</span>
  return (
    <time dateTime={date.toISOString()} title={exact(date)} style={{ whiteSpace: 'nowrap' }}>
      {formatDateTime(date)}
    </time>
  )
}

const clock = new Intl.DateTimeFormat('en-IN', { timeStyle: 'medium', hourCycle: 'h23' })
/** 'HH:mm:ss' of today, with its day of any other; a dash for nothing. For instants that count by the second. */
export const clockText = (at: When): string => {
  const date = dateOf(at)
  if (!date) return '–'
  return date.toDateString() === new Date().toDateString() ? clock.format(date) : formatDateTime(date)
}
export function Clock({ at }: { at: When }) {
  const date = dateOf(at)
  return (
    <time dateTime={date?.toISOString()} title={date && exact(date)} style={{ whiteSpace: 'nowrap' }}>
      {clockText(at)}
    </time>
  )
}

type RelativeTimeProps = {
  at: When
  /** Stands within a sentence: 'started just now'. */
  within?: boolean
}
/** 'Just now', '5 min ago': only the text that changed is painted again. */
export function RelativeTime({ at, within = false }: RelativeTimeProps) {
  const date = dateOf(at)
  const text = () => {
    if (!date) return '–'
    const ago = relativeTime(date, new Date(Math.max(now, Date.now() - TICK_MS)))
    return within ? ago.toLowerCase() : ago
  }
  const shown = useSyncExternalStore(subscribe, text)
  if (!date) return <span>–</span>
  return (
    <time dateTime={date.toISOString()} title={exact(date)} style={{ whiteSpace: 'nowrap' }}>
      {shown}
    </time>
  )
}

/** Returns today's date in a zone, 'yyyy-MM-dd'; the date changes on a screen that stays open overnight. */
export const useToday = (zone: string): string => useSyncExternalStore(subscribe, () => dayOf(new Date(), zone))

/** How the browser's zone stands to UTC: a quiet line in green or red (D-SHELL-5). */
export function TimezoneNotice() {
  const { inAccordance, text } = timezoneNotice(-new Date().getTimezoneOffset())
  return (
    <Typography variant="body2" sx={{ color: inAccordance ? 'success.main' : 'error.main' }}>
      {text}
    </Typography>
  )
}
