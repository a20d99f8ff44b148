// A demo that begins anew each night (--demo-resets): at 03:00 of the business day the product ends, everything that is stored
// goes, and the product starts again and fills the demo network.
import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { hourMs, startOfDay } from '@wattdesk/base/time'
import { sql } from 'kysely'
import { demandDemo } from '#demo/demo-state.ts'
import { openDb } from '#platform/db/db.ts'
import type { Config } from './config.ts'
import { openStore, type Running } from './start.ts'

const NIGHT_MS = 3 * hourMs
/** The last 03:00 of a business day, at or before `now`. */
export function lastNight(now: Date, timeZone: string): Date {
  const night = startOfDay(now, timeZone).getTime() + NIGHT_MS
  return new Date(night <= now.getTime() ? night : startOfDay(now, timeZone, -1).getTime() + NIGHT_MS)
}

/** Removes everything that a demo and its visitors have stored. The product must not run. */
export async function clearDemo(config: Config): Promise<void> {
  const { embedded, connection } = await openStore(config)
  const db = openDb(connection)
  try {
    // All at once, so that a break leaves a whole demo or an empty database.
    await db.transaction().execute(async trx => {
      await demandDemo(trx)
      await sql`drop schema if exists pgboss cascade`.execute(trx)
      await sql`drop schema public cascade`.execute(trx)
      await sql`create schema public`.execute(trx)
    })
    for (const name of ['files', 'demo-chargers.json'])
      rmSync(join(config.dataFolder, name), { recursive: true, force: true })
  } finally {
    await db.destroy()
    await embedded?.stop()
  }
}

type Nights = {
  config: Config
  now: () => Date
  say: (text: string) => void
  /** Starts the product, which fills the demo network where the database is empty. */
  begin: () => Promise<Running>
}

/** The running demo, and its nights. */
export class ResettingDemo {
  running: Running
  isResetting = false
  readonly #nights: Nights

  constructor(running: Running, nights: Nights) {
    this.running = running
    this.#nights = nights
  }

  /** Begins the demo anew where it was filled before the last night; says whether it did. */
  async look(): Promise<boolean> {
    const { config, now, begin, say } = this.#nights
    const { demoSince } = this.running
    if (this.isResetting || demoSince === undefined || demoSince >= lastNight(now(), config.timeZone)) return false
    this.isResetting = true
    try {
      say('the demo begins anew …')
      await this.running.stop()
      await clearDemo(config)
      this.running = await begin()
      return true
    } finally {
      this.isResetting = false
    }
  }
}
