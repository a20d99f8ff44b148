// The dashboard's calls at 5,000 chargers, with a tenth of the sessions and with all of them: what grows with sessions, and
// what does not. Rows are those of transactions.ts; the stations come and go as the hash of their key says.
import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { dayMs, dayOf, type Period, type PeriodKey, periods, rangeOf } from '@wattdesk/base/time'
import { sql } from 'kysely'
import { counts, page } from '#control/live-status/live-status.store.ts'
import { STATISTICS } from '#desk/dashboard/dashboard.contract.ts'
import { graph, statistics } from '#desk/dashboard/dashboard-figures.store.ts'
import { keepUptime } from '#fleet/uptime/uptime.commands.ts'
import { uptimeList } from '#fleet/uptime/uptime-shape.store.ts'
import type { Scope } from '#platform/access/scope.ts'
import { type Db, openDb } from '#platform/db/db.ts'
import { startPostgres } from '#platform/db/embedded.ts'
import { migrate } from '#platform/db/migrations.ts'
import { newFolder } from './stand.ts'
import { figure, type Section, table, target } from './table.ts'
import { generate, measured, timed } from './transactions.ts'

const SESSIONS = Number(process.env.BENCH_SESSIONS ?? 10_000_000)
export const ZONE = 'Asia/Kolkata'
/** The rows end here. */
export const NOW = new Date('2026-06-30T12:00:00Z')
const TIMES = 20

/** Fills without the indexes and triggers of other calls, as a restore would, and adds the figures up afterwards. */
async function fill(db: Db, sessions: number): Promise<void> {
  await sql`alter table transaction disable trigger user`.execute(db)
  const { rows } = await sql<{ name: string }>`select indexname as name from pg_indexes where tablename = 'transaction'
    and indexname not in ('transaction_pkey', 'transaction_start', 'transaction_company_start', 'transaction_all_start')`.execute(
    db,
  )
  for (const { name } of rows) await sql.raw(`drop index if exists ${name}`).execute(db)
  await generate(db, sessions)
  await sql`alter table transaction enable trigger user`.execute(db)
  await sql`select rebuild_figures(${ZONE})`.execute(db)
  await fillStations(db)
}

/** All stations online, with how they came and went in the last hundred days and the uptime of that. */
export async function fillStations(db: Db): Promise<void> {
  await sql`insert into charger_state (chargepoint_pk) select chargepoint_pk from charger on conflict do nothing`.execute(
    db,
  )
  await sql`update charger_state set first_boot_at = timestamptz '2026-03-20 00:00Z', connected = true, live_status = 'online',
    last_message_at = ${NOW}`.execute(db)
  // Five sessions a day, and on one day of seven away for some minutes.
  await sql`insert into station_status_history (company_id, team_id, chargepoint_pk, from_status, to_status, changed_at)
    select c.company_id, c.team_id, c.chargepoint_pk, 'online', x.to_status,
      d.day + make_interval(mins => (hashint4(c.chargepoint_pk * 97 + d.n) & 511) + x.after)
    from charger c cross join (select n, timestamptz '2026-03-20 00:00Z' + n * interval '1 day' as day from generate_series(0, 102) n) d
    cross join (values (0, 'charging'), (40, 'online'), (120, 'charging'), (170, 'online'), (300, 'charging'), (333, 'online'),
      (500, 'offline'), (500 + 17, 'online'), (700, 'charging'), (760, 'online')) x (after, to_status)
    where x.to_status <> 'offline' or hashint4(c.chargepoint_pk + d.n * 31) % 7 = 0`.execute(db)
  await sql`vacuum analyze`.execute(db)
  await keepUptime({ db, now: () => NOW, timeZone: ZONE })
  await sql`vacuum analyze uptime_mark, uptime_point`.execute(db)
}

const scopes: readonly [string, Scope][] = [
  ['all', { kind: 'all', teamId: 1 }],
  ['company', { kind: 'company', teamId: 9, companyId: 9 }],
  ['team', { kind: 'teams', teamId: 1041, teams: [1041] }],
]

type Taken = { what: string; p50: number; p95: number }
export async function dashboardCalls(db: Db): Promise<Taken[]> {
  const services = { db, now: () => NOW, timeZone: ZONE }
  const taken: Taken[] = []
  const measure = async (what: string, work: () => Promise<unknown>) =>
    taken.push(measured(what, await timed(TIMES, work)))
  for (const [name, scope] of scopes) {
    for (const period of Object.keys(periods) as Period[]) {
      const { from, to } = rangeOf(period, NOW, ZONE)
      const range = { start: from.toISOString(), end: to.toISOString() }
      const key = periods[period].key as PeriodKey
      await measure(`${name}: six statistics, ${key}`, () => statistics(services, scope, range, STATISTICS))
      const days = { start: dayOf(from, ZONE), end: dayOf(new Date(to.getTime() - dayMs / 2), ZONE) }
      await measure(`${name}: curves, ${key}`, () => graph(services, scope, days))
      await measure(`${name}: uptime, ${key}`, () =>
        uptimeList(services, scope, { timeRange: key, page: 1, pageSize: 5 }),
      )
    }
    await measure(`${name}: live status`, async () => {
      const of = await counts(db, scope, NOW)
      return page(db, scope, { limit: 3, offset: 0, of }, NOW)
    })
  }
  return taken
}

async function at(sessions: number): Promise<Taken[]> {
  const folder = newFolder()
  const postgres = await startPostgres(join(folder, 'db'))
  const db = openDb(postgres.config)
  try {
    await migrate(postgres.config)
    await fill(db, sessions)
    return await dashboardCalls(db)
  } finally {
    await db.destroy()
    await postgres.stop()
    rmSync(folder, { recursive: true, force: true })
  }
}

export async function dashboard(): Promise<Section> {
  const few = await at(SESSIONS / 10)
  const all = await at(SESSIONS)
  const slowest = Math.max(...all.map(t => t.p95))
  const growth = Math.max(...all.map((t, i) => t.p50 / Math.max(few[i]?.p50 ?? t.p50, 1)))
  return {
    title: 'Dashboard',
    text: `The dashboard's calls as the server answers them, at 5,000 chargers, for the whole platform, one company and one team: with ${figure(SESSIONS / 10)} and with ${figure(SESSIONS)} sessions of a year, ${TIMES} times each. Target for p95: ${target(slowest, '<', 100, ' ms')}; ten times the sessions take at most twice the time: ${target(growth, '<', 2, '×')}.\n\n${table(
      ['call', `p50 ms at ${figure(SESSIONS / 10)}`, `p50 ms at ${figure(SESSIONS)}`, `p95 ms at ${figure(SESSIONS)}`],
      all.map((t, i) => [t.what, figure(few[i]?.p50 ?? Number.NaN), figure(t.p50), figure(t.p95)]),
    )}`,
  }
}
