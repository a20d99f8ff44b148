// Keeps uptime added up: hour after hour, again where something earlier was reported late, and completely on demand.
import { dayMs, hourMs, minuteMs, startOfDay } from '@wattdesk/base/time'
import { takeRecounts } from '#fleet/maintenance/planned-time.store.ts'
import type { Db, Trx } from '#platform/db/db.ts'
import * as store from './uptime-mark.store.ts'

type With = { db: Db; now: () => Date; timeZone: string }
/** By then the events up to an hour have been reported; later reports are handled by the next run. */
const SETTLED_MS = 2 * minuteMs
/** How long hours are kept; before them only days. */
const HOURS_KEPT_MS = 3 * dayMs

/** Returns the moments after `since` up to which uptime is added up: midnights, and the hours of the last days. */
export function momentsUntil(since: Date, now: Date, zone: string): Date[] {
  const last = now.getTime() - SETTLED_MS
  const hoursFrom = startOfDay(new Date(last - HOURS_KEPT_MS), zone)
  const moments: Date[] = []
  for (let at = startOfDay(since, zone, 1); at < hoursFrom; at = startOfDay(at, zone, 1)) moments.push(at)
  // The hours of a business day are counted from its midnight.
  let midnight = startOfDay(since > hoursFrom ? since : hoursFrom, zone)
  for (let at = midnight; at.getTime() <= last; ) {
    if (at > since) moments.push(at)
    const next = startOfDay(midnight, zone, 1)
    at = new Date(Math.min(at.getTime() + hourMs, next.getTime()))
    if (at.getTime() === next.getTime()) midnight = next
  }
  return moments
}

/**
 * Called after a start with another business time zone: adds everything up again before anybody asks. Returns whether
 * the zone had changed.
 */
export async function ensureUptime(services: With): Promise<boolean> {
  const known = await store.progress(services.db)
  if (!known || known.zone === services.timeZone) return false
  await keepUptime(services)
  return true
}

/** Adds uptime up to the last full hour; returns how many moments were added. */
export const keepUptime = (services: With): Promise<number> =>
  services.db.transaction().execute(async trx => {
    const known = await store.holdProgress(trx)
    const { timeZone: zone } = services
    const newest = await store.newestId(trx)
    const kept = known?.zone === zone ? known : undefined
    if (!kept) await store.removeAll(trx)
    if (kept) {
      const until = new Date(kept.until)
      const late = [...(await store.toldLate(trx, kept.seenId, until)), ...(await takeRecounts(trx, until))]
      await makeAnew(trx, late, zone)
    }
    const since = kept ? new Date(kept.until) : await store.firstBoot(trx)
    if (!since) return 0
    const moments = momentsUntil(since, services.now(), zone)
    let before = kept ? new Date(kept.until) : null
    for (const at of moments) {
      await store.addMarks(trx, before, at)
      await addPoints(trx, before, at, zone)
      before = at
    }
    await store.thinOut(trx, startOfDay(new Date(services.now().getTime() - HOURS_KEPT_MS), zone), zone)
    const until = before ?? since
    await store.keepProgress(trx, {
      until: until.toISOString(),
      zone,
      seenId: kept?.nextSeenId ?? newest,
      nextSeenId: newest,
    })
    return moments.length
  })

/** Adds the points that end at a mark: of the hour before it, and of the day before a midnight. */
async function addPoints(trx: Trx, before: Date | null, at: Date, zone: string): Promise<void> {
  if (before && at.getTime() - before.getTime() <= hourMs) await store.addPoints(trx, 'hour', before, at)
  const midnight = startOfDay(at, zone)
  if (midnight.getTime() === at.getTime()) await store.addPoints(trx, 'day', startOfDay(at, zone, -1), at)
}

/** Makes the marks of stations with late reports again, and the points that rest on them. */
async function makeAnew(trx: Trx, late: readonly { pk: number; since: Date }[], zone: string): Promise<void> {
  if (late.length === 0) return
  const since = new Date(Math.min(...late.map(l => l.since.getTime())))
  const pks = [...new Set(late.map(l => l.pk))]
  // A change at the very moment of a mark belongs to it.
  let before = await store.markBefore(trx, new Date(since.getTime() - 1))
  const moments = await store.marksAfter(trx, before ?? new Date(0))
  await store.removeMarks(trx, pks, before)
  for (const at of moments) {
    await store.addMarks(trx, before, at, pks)
    await addPoints(trx, before, at, zone)
    before = at
  }
}

/** Adds everything up again from the history of statuses. */
export const rebuildUptime = async (services: With): Promise<void> => {
  await services.db.transaction().execute(async trx => {
    await store.holdProgress(trx)
    await store.startAnew(trx)
  })
  await keepUptime(services)
}

/**
 * Returns the stations whose marks differ from the history, at the last moment added up to. Reads as of one moment;
 * changes nothing.
 */
export async function compareUptime(services: With): Promise<number[]> {
  const wrong: number[] = []
  await services.db
    .transaction()
    .execute(async trx => {
      const known = await store.holdProgress(trx)
      if (!known?.until) return
      const until = new Date(known.until)
      const kept = (await store.allMarks(trx)).filter(m => m.at.getTime() === until.getTime())
      await store.removeAll(trx)
      await store.addMarks(trx, null, until)
      const anew = new Map((await store.allMarks(trx)).map(m => [m.pk, m]))
      for (const k of kept) {
        const a = anew.get(k.pk)
        if (!a || a.upMs !== k.upMs || a.countedMs !== k.countedMs) wrong.push(k.pk)
      }
      throw new Undone()
    })
    .catch(error => {
      if (!(error instanceof Undone)) throw error
    })
  return wrong
}
/** Rolls back a comparison that wrote in order to compare. */
class Undone extends Error {}
