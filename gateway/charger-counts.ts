// Signs of life of connected chargers, and counts of their odd values and of their day, gathered here and written every
// second. Rows that could not be stored are stored with the next rows.
import { dayOf, minuteMs } from '@wattdesk/base/time'
import * as chargers from '#fleet/stations/charger.store.ts'
import { addDays, type ChargerDay } from '#fleet/stations/charger-day.store.ts'
import { countOddValues, type OddValue } from '#fleet/stations/charger-notice.store.ts'
import type { Station } from '#fleet/stations/station.memory.ts'
import type { Services } from '#office/installation/services.ts'
import { isPassing } from '#platform/db/database-away.ts'
import type { Tally } from '#platform/tally.ts'

/** The most odd values that wait to be counted; a further one is counted for its charger alone. */
const MOST_ODD = 10_000

/** How the value of a refused message begins, among those that are counted. */
export const REFUSED = 'refused: '
/** Sockets that a charger had to open because the product itself had ended the one before, until its first boot there. */
const sentBack = new WeakSet<Station>()
type Counted = 'connects' | 'boots' | 'refused' | 'odd'

/** `waiting` counts the times that rows wait for the database. */
export function chargerCounts(services: Services, waiting: Tally) {
  const alive = new Set<Station>()
  const odd = new Map<string, OddValue>()
  /** The counts of a charger on a day, by both. */
  const days = new Map<string, ChargerDay>()
  const today = dayBook(services.timeZone)

  function count(pk: number, counted: Counted): void {
    const day = today(services.now())
    const key = `${pk} ${day}`
    const known = days.get(key) ?? { pk, day, connects: 0, boots: 0, refused: 0, odd: 0 }
    known[counted]++
    days.set(key, known)
  }

  function oddValue(pk: number, field: string, value: string): void {
    count(pk, value.startsWith(REFUSED) ? 'refused' : 'odd')
    const key = `${pk}\n${field}\n${value}`
    const known = odd.get(key)
    if (known) known.count++
    else if (odd.size < MOST_ODD)
      odd.set(key, { pk, field: field.slice(0, 200), value: value.slice(0, 200), count: 1, at: services.now() })
  }

  async function write(): Promise<void> {
    const { db } = services
    const heard = [...alive]
    const oddValues = [...odd]
    const dayCounts = [...days]
    alive.clear()
    odd.clear()
    days.clear()
    try {
      if (heard.length > 0) await chargers.saveSignsOfLife(db, signsOf(heard))
      const values = oddValues.map(([, value]) => value)
      if (values.length > 0) await countOddValues(db, values)
      oddValues.length = 0
      const counts = dayCounts.map(([, day]) => day)
      if (counts.length > 0) await addDays(db, counts)
    } catch (error) {
      for (const s of heard) alive.add(s)
      for (const [key, value] of oddValues) {
        const newer = odd.get(key)
        if (newer) newer.count += value.count
        else if (odd.size < MOST_ODD) odd.set(key, value)
      }
      for (const [key, day] of dayCounts) days.set(key, sumOf(day, days.get(key)))
      if (!isPassing(error)) throw error
      waiting.add(error)
    }
  }

  return {
    /**
     * A socket was opened. One that follows an end by the product itself, and the first boot over that, are not the charger's
     * doing: neither counts (features/fleet/stations/ended-by-us.store.ts says the same of the history).
     */
    countConnection: (s: Station, isSentBack: boolean) => {
      if (isSentBack) sentBack.add(s)
      else count(s.charger.pk, 'connects')
    },
    /** A boot was told. */
    countBoot: (s: Station) => {
      if (!sentBack.delete(s)) count(s.charger.pk, 'boots')
    },
    oddValue,
    sign: (s: Station) => alive.add(s),
    forget: (s: Station) => alive.delete(s),
    write,
  }
}

/** Returns a row for each charger, of its newest socket. */
const signsOf = (heard: readonly Station[]): Parameters<typeof chargers.saveSignsOfLife>[1] =>
  [...new Map(heard.map(s => [s.charger.pk, s])).values()].map(s => ({
    pk: s.charger.pk,
    at: new Date(s.lastMessageAt),
    heartbeatAt: s.lastHeartbeatAt > 0 ? new Date(s.lastHeartbeatAt) : null,
    connectionNo: s.connectionNo,
    clock: s.clock,
  }))

function sumOf(a: ChargerDay, b: ChargerDay | undefined): ChargerDay {
  if (!b) return a
  return {
    ...a,
    connects: a.connects + b.connects,
    boots: a.boots + b.boots,
    refused: a.refused + b.refused,
    odd: a.odd + b.odd,
  }
}

/** The business day of instants that come one after the other; a day begins with a minute. */
function dayBook(zone: string): (at: Date) => string {
  let minute = Number.NaN
  let day = ''
  return at => {
    const now = Math.floor(at.getTime() / minuteMs)
    if (now !== minute) day = dayOf(at, zone)
    minute = now
    return day
  }
}
