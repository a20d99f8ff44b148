// A page of ten transactions out of a million: every sort and every filter of the grid, for the whole platform, a
// company and a team, as the server replies (page, total=fast, cards). The rows are the same on every run.

import { sql } from 'kysely'
import type pg from 'pg'
import { TransactionScopeQuery, transactionSortFields } from '#desk/transactions/transaction.contract.ts'
import { summaryOf, transactionRowsById } from '#desk/transactions/transaction.store.ts'
import { countMatching, findPage } from '#desk/transactions/transaction-list.store.ts'
import type { Scope } from '#platform/access/scope.ts'
import { type Db, openDb } from '#platform/db/db.ts'
import { migrate } from '#platform/db/migrations.ts'

export type Measured = { what: string; p50: number; p95: number; p99: number }
const COMPANIES = 40
const TEAMS = 5
const CHARGERS = 25
/** Drivers, each with a tag. */
const DRIVERS = 30_000

/** A time span that sessions are spread over evenly, oldest first; they end at the first of July 2026. */
type Spread = { count: number; days: number }
const YEAR = 365

/** Makes 40 companies with 5 teams of 25 chargers each, and `count` sessions over a year; a fifth are company 1's. */
export async function generate(db: Db, count: number): Promise<void> {
  await generatePlaces(db)
  await generateSessions(db, { count, days: YEAR }, 1, count)
  await generateRunning(db)
  await sql`select usage_fold()`.execute(db)
  await sql`vacuum analyze`.execute(db)
}

/** The companies with their teams, chargers and tags. */
export async function generatePlaces(db: Db): Promise<void> {
  await sql`with gp as (insert into team (id, company_id, company_type, path, name) values (1, 1, 'GP', '{1}', 'Platform'))
    insert into team (id, parent_id, company_id, company_type, path, name)
    select 1 + c, 1, 1 + c, 'P', array[1, 1 + c], 'Company ' || c from generate_series(1, ${COMPANIES}::int) c`.execute(
    db,
  )
  await sql`insert into team (id, parent_id, company_id, company_type, path, name)
    select 1000 + (c - 1) * ${TEAMS} + n, 1 + c, 1 + c, 'C', array[1, 1 + c, 1000 + (c - 1) * ${TEAMS} + n], 'Team ' || c || '.' || n
    from generate_series(1, ${COMPANIES}::int) c, generate_series(1, ${TEAMS}::int) n`.execute(db)
  await sql`insert into charger (chargepoint_pk, company_id, team_id, chargepoint_id, chargepoint_name)
    select p, m.company_id, m.id, 'CP-' || lpad(p::text, 5, '0'), 'Charger ' || p
    from generate_series(0, ${COMPANIES * TEAMS * CHARGERS - 1}::int) p join team m on m.id = 1001 + p / ${CHARGERS}`.execute(
    db,
  )
  await sql`insert into ocpp_tag (ocpp_tag_pk, company_id, team_id, id_tag, max_active_transactions)
    select 1 + d, 1, 1, 'TAG' || d, -1 from generate_series(0, ${DRIVERS - 1}::int) d`.execute(db)
}

/**
 * The sessions number `from` to `to` of a spread; the last 2,000 of all are running. A session costs 2 paise a Wh; paid by
 * card, a twentieth of all have paid more than that and got the rest back.
 */
export async function generateSessions(db: Db, { count, days }: Spread, from: number, to: number): Promise<void> {
  // hashint4 spreads without chance, so that every run sees the same sessions.
  await sql`insert into transaction (transaction_id, company_id, team_id, chargepoint_pk, chargepoint_id, chargepoint_name, charger_type,
      connector_id, ocpp_tag_pk, id_tag, driver_id, email, phone, started_at, start_received_at, stopped_at, meter_start_wh,
      meter_stop_wh, stop_reason, tolerance_watt, payment_type, payment_id, payment_description, energy_wh, charged_paise, paid_paise,
      refund_paise, refund_status, hold_paise, notes)
    select n, c.company_id, c.team_id, c.chargepoint_pk, c.chargepoint_id, c.chargepoint_name, 'DC', 1 + h % 4 % 3, 1 + d, 'TAG' || d, d,
      case when h % 10 < 7 then 'driver' || d || '@example.com' end, case when h % 10 < 6 then '+9198' || lpad((d * 7)::text, 8, '0') end,
      start, start, case when not running then start + make_interval(secs => 300 + h % 5400) end, 1000,
      case when not running then 1000 + energy end, case when not running then 'Local' end, 300,
      (array['RFID', 'RFID', 'RFID', 'RFID', 'CARD', 'RFID', 'CARD', 'WALLET', 'RFID', 'WALLET'])[1 + h % 10],
      case when h % 10 in (4, 6) then 'pay_' || left(md5(n::text), 14) end,
      case when h % 10 = 6 then 'QRv2 Payment' when h % 10 = 4 then 'Card' end,
      case when running then 0 else energy end, charged, charged + refund, refund, case when refund > 0 then 'processed' end,
      case when h % 10 in (4, 6, 7, 9) and not running then charged + refund end,
      case when h % 100 = 7 then 'Checked with the driver ' || n end
    from (select *, case when running then 0 else energy * 2 end as charged,
        case when h % 20 = 4 and not running then 10000 + h % 30000 else 0 end as refund
      from (select n, h, h % ${DRIVERS}::int as d, (h / 7) % 60000 as energy, n > ${count}::int - 2000 as running,
          timestamptz '2026-07-01 00:00Z' - make_interval(secs => (${count}::int - n) * (${days * 86_400}::float8 / ${count}::int)) as start,
          case when h % 5 = 0 then (h / 11) % ${TEAMS * CHARGERS} else (h / 13) % ${COMPANIES * TEAMS * CHARGERS} end as pk
        from (select n, hashint4(n) & 2147483647 as h from generate_series(${from}::int, ${to}::int) n) g) f) x
    join charger c on c.chargepoint_pk = x.pk
    order by n`.execute(db)
}

/** The running figures of the running sessions; new sessions get the next ids. */
export async function generateRunning(db: Db): Promise<void> {
  await sql`insert into transaction_live select transaction_id, 1000 + transaction_id % 40000, transaction_id % 80000, 7000, null, started_at
    from transaction where stopped_at is null`.execute(db)
  await sql`select setval('transaction_id_seq', (select max(transaction_id) from transaction))`.execute(db)
}

type Case = { what: string; query: Record<string, string | number> }
const filter = (field: string, operator: string, value?: unknown): Case => ({
  what: `${field} ${operator}${value === undefined ? '' : ` ${JSON.stringify(value)}`}`,
  query: { filters: JSON.stringify({ conditions: [{ field, operator, value }] }) },
})
const texts = (field: string, common: string, rare: string): Case[] => [
  filter(field, 'contains', common),
  filter(field, 'contains', rare),
  filter(field, 'contains', 'nowhere'),
  filter(field, 'notContains', common),
  filter(field, 'equals', rare),
  filter(field, 'notEquals', rare),
  filter(field, 'startsWith', rare),
  filter(field, 'endsWith', rare),
  filter(field, 'isAnyOf', `${rare},nowhere`),
  filter(field, 'isEmpty'),
  filter(field, 'isNotEmpty'),
]
const numbers = (field: string, some: number): Case[] => [
  filter(field, 'equals', some),
  filter(field, 'notEquals', some),
  filter(field, 'greaterThan', some),
  filter(field, 'greaterThan', 1e6),
  filter(field, 'greaterThanOrEqual', some),
  filter(field, 'lessThan', some),
  filter(field, 'lessThan', 0),
  filter(field, 'lessThanOrEqual', 0.1),
  filter(field, 'between', [some, some + 0.01]),
  filter(field, 'isEmpty'),
  filter(field, 'isNotEmpty'),
]
const dates = (field: string): Case[] => [
  ...['equals', 'notEquals', 'after', 'onOrAfter', 'before', 'onOrBefore'].flatMap(o => [
    filter(field, o, '2026-01-15'),
    filter(field, o, '2025-07-02'),
    filter(field, o, '2027-01-01'),
  ]),
  filter(field, 'between', ['2025-10-01', '2025-10-02']),
  filter(field, 'isEmpty'),
  filter(field, 'isNotEmpty'),
]
const cases: readonly Case[] = [
  { what: 'newest', query: {} },
  { what: 'page 300', query: { page: 300 } },
  ...transactionSortFields.flatMap(f => [f, `-${f}`]).map(sort => ({ what: `sort ${sort}`, query: { sort } })),
  ...texts('transactionId', '12', '987654'),
  ...texts('paymentId', 'pay_', 'pay_c4ca4238a0b923'),
  ...texts('email', 'example', 'driver1234@example.com'),
  ...texts('phone', '9198', '+919800008638'),
  ...texts('chargepoint_id', 'CP', 'CP-00007'),
  ...texts('connectorId', '1', '3'),
  filter('connectorId', 'equals', '7'),
  ...texts('payment_type', 'R', 'PREPAID'),
  ...texts('notes', 'driver', 'driver 100007'),
  ...numbers('kw_consumed', 31.4),
  ...numbers('totalAmountPaid', 314.16),
  ...numbers('totalAmountCharged', 314.16),
  ...numbers('totalRefund', 314.16),
  ...dates('starttime'),
  ...dates('stoptime'),
  ...['driver', '12', 'pay_c4ca4238a0b923', 'driver1234@', 'CP-00007', 'WALLET', 'nowhere'].map(q => ({
    what: `search ${q}`,
    query: { q },
  })),
]

const at = (sorted: readonly number[], part: number) =>
  Math.round((sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * part))] ?? 0) * 10) / 10
export const measured = (what: string, times: readonly number[]): Measured => {
  const sorted = times.toSorted((a, b) => a - b)
  return { what, p50: at(sorted, 0.5), p95: at(sorted, 0.95), p99: at(sorted, 0.99) }
}
export async function timed(times: number, run: () => Promise<unknown>): Promise<number[]> {
  await run()
  const taken: number[] = []
  for (let i = 0; i < times; i++) {
    const from = performance.now()
    await run()
    taken.push(performance.now() - from)
  }
  return taken
}

/**
 * Measures on a database, after migrating it and filling it if empty: milliseconds of the server's own work per page,
 * by scope and case, then over all cases of a scope.
 */
export async function run(
  config: pg.PoolConfig,
  { count = 1_000_000, times = 20, only = /^/ }: { count?: number; times?: number; only?: RegExp } = {},
): Promise<Measured[]> {
  await migrate(config)
  const db = openDb(config)
  const results: Measured[] = []
  try {
    const { rows } = await sql<{ n: number }>`select count(*) as n from team`.execute(db)
    if (rows[0]?.n === 0) await generate(db, count)
    const ten = async () =>
      transactionRowsById(
        db,
        { kind: 'all', teamId: 1 },
        Array.from({ length: 10 }, (_, i) => count - i),
      )
    results.push(measured('raw: ten rows by their ids', await timed(200, ten)))
    const scopes: [string, Scope][] = [
      ['all', { kind: 'all', teamId: 1 }],
      ['company', { kind: 'company', teamId: 9, companyId: 9 }],
      ['team', { kind: 'teams', teamId: 1041, teams: [1041] }],
    ]
    for (const [name, scope] of scopes) {
      const all: number[] = []
      for (const c of cases.filter(x => only.test(`${name}: ${x.what}`))) {
        const query = TransactionScopeQuery.parse({ page: 1, pageSize: 10, total: 'fast', ...c.query })
        const asked = { scope, own: undefined, query }
        const page = async () => transactionRowsById(db, scope, (await findPage(db, asked)).ids)
        const taken = await timed(times, () => Promise.all([page(), summaryOf(db, asked)]))
        all.push(...taken)
        results.push(measured(`${name}: ${c.what}`, taken))
      }
      results.push(measured(`${name}: over all ${cases.length} cases`, all))
      const query = TransactionScopeQuery.parse({ q: 'driver', total: 'only' })
      results.push(
        measured(
          `${name}: exact number of a common search`,
          await timed(3, () => countMatching(db, { scope, own: undefined, query })),
        ),
      )
    }
  } finally {
    await db.destroy()
  }
  return results
}
