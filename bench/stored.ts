// What pages take when so many sessions are stored: lists with every filter and sort, dashboard, report, the books, and the settlement
// of the month that is due; and the disk that a session takes, by table. `--kept folder` keeps the filled database in the folder; a
// database that is there already is only measured.
import { existsSync, mkdirSync, rmSync, statfsSync } from 'node:fs'
import { join } from 'node:path'
import { sql } from 'kysely'
import type { Scope } from '#platform/access/scope.ts'
import { byProduct } from '#platform/audit/audit-log.ts'
import { type Db, openDb } from '#platform/db/db.ts'
import { startPostgres } from '#platform/db/embedded.ts'
import { runUpTo } from '#settlement/payouts/payout-run.commands.ts'
import { periodNamed } from '#settlement/payouts/period.rules.ts'
import { callsOf } from './books.ts'
import { dashboardCalls, NOW, ZONE } from './dashboard.ts'
import { keepFigures } from './figures.ts'
import { loadText } from './machine.ts'
import { answer } from './report.ts'
import { newFolder } from './stand.ts'
import { DAYS, fillStored, isFilled, running, type Step, UNSETTLED, YEARS } from './stored-fill.ts'
import { figure, type Section, table, target } from './table.ts'
import { run as listCalls, type Measured, measured, timed } from './transactions.ts'

const DAY_MS = 86_400_000
/** Bytes of disk that a session takes here, with its share of what is written while it is filled. */
const BYTES_EACH = 4700
const BYTES_ALWAYS = 12e9
const TIMES = 20
const SHOWN = 24
/** Of each group of calls: its budget for p95 in ms. */
const BUDGETS = { lists: 30, dashboard: 100, report: 300, books: 300 } as const
/** A month of a million sessions. */
const SETTLE_S = 60
type Group = keyof typeof BUDGETS

const scopes: readonly [string, Scope][] = [
  ['platform', { kind: 'all', teamId: 1 }],
  ['company', { kind: 'company', teamId: 9, companyId: 9 }],
  ['largest company', { kind: 'company', teamId: 2, companyId: 2 }],
  ['team', { kind: 'teams', teamId: 1041, teams: [1041] }],
]

async function reportCalls(db: Db): Promise<Measured[]> {
  const results: Measured[] = []
  const cases = [
    ['one day', 1, {}],
    ['30 days', 30, {}],
    ['90 days', 90, {}],
    ['all years', DAYS, {}],
    ['90 days, page 100', 90, { page: 100 }],
  ] as const
  for (const [name, scope] of scopes)
    for (const [what, days, more] of cases) {
      const from = new Date(NOW.getTime() - days * DAY_MS)
      const query = { page: 1, pageSize: 10, startDate: '', endDate: '', ...more }
      const taken = await timed(TIMES, () =>
        answer(db, { scope, from, until: NOW, query } as Parameters<typeof answer>[1]),
      )
      results.push(measured(`${name}: ${what}`, taken))
    }
  return results
}

async function bookCalls(db: Db): Promise<Measured[]> {
  const results: Measured[] = []
  for (const [whose, scope] of scopes) {
    const isWhole = scope.kind === 'all'
    const name = isWhole ? 'installation' : whose === 'team' ? 'team' : 'company'
    const calls = await callsOf(db, { whose: name, own: { scope, isWhole }, now: NOW, month: UNSETTLED.slice(0, 7) })
    for (const [what, call] of calls) results.push(measured(`${whose}: ${what}`, await timed(TIMES, call)))
  }
  return results
}

/** Settles the month that is due; seconds for each million of its sessions. */
async function settleDue(db: Db): Promise<{ sessions: number; seconds: number }> {
  const period = periodNamed(UNSETTLED, ZONE)
  const from = performance.now()
  await runUpTo(
    running(db, () => period.end),
    byProduct('Bench'),
    { kind: 'all', teamId: 1 },
    period,
  )
  const seconds = (performance.now() - from) / 1000
  const { rows } = await sql<{
    n: number
  }>`select coalesce(sum(sessions), 0)::int as n from payout where month = ${UNSETTLED}`.execute(db)
  return { sessions: rows[0]?.n ?? 0, seconds }
}

type TableSize = { name: string; heap: number; indexes: number }
/** Tables that hold stations and the like, and grow with no session. */
const NOT_OF_SESSIONS = ['station_status_history', 'uptime_mark', 'uptime_point', 'ocpp_tag', 'charger']
async function sizes(db: Db): Promise<TableSize[]> {
  const { rows } =
    await sql<TableSize>`select relname::text as name, pg_table_size(oid)::float8 as heap, pg_indexes_size(oid)::float8 as indexes
    from pg_class where relkind = 'r' and relnamespace = 'public'::regnamespace order by pg_total_relation_size(oid) desc`.execute(
      db,
    )
  return rows.filter(r => !NOT_OF_SESSIONS.includes(r.name))
}

/** A figure of each group for plots: the slowest call, and all pages of lists together. */
export type Stored = {
  raw: number
  lists: number
  slowest: Record<Group, number>
  settle: { sessions: number; seconds: number }
  bytesEach: number
  fillSeconds: number
}

function demandRoom(folder: string, count: number): void {
  const { bavail, bsize } = statfsSync(folder)
  const needed = BYTES_ALWAYS + count * BYTES_EACH
  if (bavail * bsize < needed)
    throw new Error(
      `${figure(count)} sessions need ${figure(needed / 1e9)} GB in ${folder}, ${figure((bavail * bsize) / 1e9)} are free`,
    )
}

/** Fills where nothing is yet, and measures. */
export async function stored(count: number, kept?: string): Promise<Section> {
  const folder = kept ?? newFolder()
  mkdirSync(folder, { recursive: true })
  let steps: Step[] = []
  if (!isFilled(folder)) {
    if (!existsSync(join(folder, 'rows'))) demandRoom(folder, count)
    steps = await fillStored(folder, count)
  }
  const server = await startPostgres(join(folder, 'db'))
  const db = openDb(server.config)
  try {
    const bySize = await sizes(db)
    const lists = await listCalls(server.config, { count })
    const isPage = (m: Measured) => !/over all|^raw|exact number/.test(m.what)
    const groups: Record<Group, Measured[]> = {
      lists: lists.filter(isPage),
      dashboard: (await dashboardCalls(db)).map(t => ({ ...t, p99: t.p95 })),
      report: await reportCalls(db),
      books: await bookCalls(db),
    }
    const settle = await settleDue(db)
    const slowest = Object.fromEntries(
      Object.entries(groups).map(([name, all]) => [name, Math.max(...all.map(m => m.p95))]),
    ) as Record<Group, number>
    const bytesEach = bySize.reduce((sum, s) => sum + s.heap + s.indexes, 0) / count
    const over = lists.filter(m => m.what.includes('over all'))
    const raw = lists.find(m => m.what.startsWith('raw'))?.p95 ?? Number.NaN
    const point: Stored = {
      raw,
      lists: Math.max(...over.map(m => m.p95)),
      slowest,
      settle,
      bytesEach,
      fillSeconds: steps.reduce((sum, s) => sum + s.seconds, 0),
    }
    keepFigures('stored', { [count]: point })
    const met = (Object.keys(BUDGETS) as Group[])
      .map(g => `${g} ${target(slowest[g], '<', BUDGETS[g], ' ms')}`)
      .join(', ')
    const million = (settle.seconds * 1e6) / settle.sessions
    return {
      title: `Pages with ${figure(count)} sessions`,
      text: `${figure(count)} sessions of ${YEARS} ${YEARS === 1 ? 'year' : 'years'}, at 5,000 chargers of 40 companies with five teams each, a fifth of them one company's; with bills, invoices, payments, refunds, ledger and payouts, checked as the product checks them. Calls as the server answers them, one caller, ${TIMES} times each. Budgets of p95, in the slowest case: ${met}. Settling the month that was due, ${figure(settle.sessions)} sessions of 200 teams, took ${figure(settle.seconds)} s; for a million: ${target(million, '<', SETTLE_S, ' s')}. A session takes ${figure(bytesEach)} bytes of disk without its meter values and frames. ${loadText()}\n\n${table(
        ['call', 'p50 ms', 'p95 ms'],
        [
          ['raw: ten rows by their ids', '', figure(raw)],
          ...over.map(m => [`lists, ${m.what}`, figure(m.p50), figure(m.p95)]),
          ...Object.entries(groups).flatMap(([group, all]) =>
            all
              .toSorted((a, b) => b.p95 - a.p95)
              .slice(0, SHOWN / 4)
              .map(m => [`${group}, ${m.what}`, figure(m.p50), figure(m.p95)]),
          ),
        ],
      )}\n\n${table(
        ['table', 'bytes a session', 'of its indexes'],
        bySize
          .filter(s => (s.heap + s.indexes) / count >= 20)
          .map(s => [s.name, figure(s.heap / count), figure(s.indexes / count)]),
      )}${steps.length === 0 ? '' : `\n\nFilled in: ${steps.map(s => `${s.what} ${figure(s.seconds)} s`).join(', ')}.`}`,
    }
  } finally {
    await db.destroy()
    await server.stop()
    if (!kept) rmSync(folder, { recursive: true, force: true })
  }
}
