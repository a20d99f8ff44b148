// Keeps the recent revenue of chargers: computed anew once a day for each, a few hundred at a time.
import { dayMs, startOfDay } from '@wattdesk/base/time'
import { PACE_DAYS } from '#fleet/chargers/pace.rules.ts'
import { progress } from '#fleet/uptime/uptime-mark.store.ts'
import type { Db } from '#platform/db/db.ts'
import { renewPaces } from './charger-pace.store.ts'

const PORTION = 500

/** Renews paces that are a day old or missing; returns how many. Waits for the first marks of uptime. */
export async function keepPaces({
  db,
  now: clock,
  timeZone,
}: {
  db: Db
  now: () => Date
  timeZone: string
}): Promise<number> {
  const known = await progress(db)
  if (!known?.until || known.zone !== timeZone) return 0
  const now = clock()
  const span = { since: startOfDay(now, timeZone, -PACE_DAYS), until: new Date(known.until) }
  const asked = { now, staleAt: new Date(now.getTime() - dayMs), most: PORTION }
  let renewed = 0
  for (;;) {
    const n = await renewPaces(db, span, asked)
    renewed += n
    if (n < PORTION) return renewed
  }
}
