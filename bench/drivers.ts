// A page of ten drivers out of 100,000: every sort, a filter of each field, searches with many and with few matches,
// for the whole platform, a company and a team, as the server replies (page, total=fast, cards). The rows are
// the same on every run.
import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { sql } from 'kysely'
import type pg from 'pg'
import { DriverListQuery, driverSortFields } from '#drivers/drivers/driver.contract.ts'
import { driverRowsById, summaryOf } from '#drivers/drivers/driver.store.ts'
import { findPage } from '#drivers/drivers/driver-list.store.ts'
import type { Scope } from '#platform/access/scope.ts'
import { type Db, openDb } from '#platform/db/db.ts'
import { startPostgres } from '#platform/db/embedded.ts'
import { migrate } from '#platform/db/migrations.ts'
import { newFolder } from './stand.ts'
import { figure, type Section, table, target } from './table.ts'
import { type Measured, measured, timed } from './transactions.ts'

const DRIVERS = 100_000
const COMPANIES = 10
const TEAMS = 4
const TIMES = 20
const SLOWEST = 6
const SEARCHES = 'over all searches'

/** Half of the drivers are company 2's, so that a company has as many as the largest one might. */
async function generate(db: Db): Promise<void> {
  await sql`insert into team (id, company_id, company_type, path, name) values (1, 1, 'GP', '{1}', 'Platform')`.execute(
    db,
  )
  await sql`insert into team (id, parent_id, company_id, company_type, path, name)
    select 1 + c, 1, 1 + c, 'P', array[1, 1 + c], 'Company ' || c from generate_series(1, ${COMPANIES}::int) c`.execute(
    db,
  )
  await sql`insert into team (id, parent_id, company_id, company_type, path, name)
    select 1000 + (c - 1) * ${TEAMS}::int + n, 1 + c, 1 + c, 'C', array[1, 1 + c, 1000 + (c - 1) * ${TEAMS}::int + n], 'Team'
    from generate_series(1, ${COMPANIES}::int) c, generate_series(1, ${TEAMS}::int) n`.execute(db)
  await sql`insert into driver (company_id, team_id, first_name, last_name, email, phone, is_active, city, domain, created_at)
    select 1 + c, 1000 + (c - 1) * ${TEAMS}::int + 1 + h % ${TEAMS}::int,
      (array['Fleet', 'Member', 'Guest', 'Office', 'Depot', 'Family', 'Night', 'Early'])[1 + h % 8], 'Driver ' || n,
      case when h % 10 < 9 then 'driver' || n || '@company' || c || '.example' end,
      case when h % 10 > 0 then '+9198' || lpad(((n * 7919) % 100000000)::text, 8, '0') end, h % 20 > 0,
      (array['Bengaluru', 'Pune', 'Chennai', 'Mumbai', 'Delhi'])[1 + h % 5], 'company' || c,
      timestamptz '2026-07-01 00:00Z' - make_interval(secs => (${DRIVERS}::int - n) * 315)
    from (select n, h, case when h % 2 = 0 then 1 else 1 + (h / 2) % ${COMPANIES}::int end as c
      from (select n, hashint4(n) & 2147483647 as h from generate_series(1, ${DRIVERS}::int) n) g) x order by n`.execute(
    db,
  )
  await sql`insert into ocpp_tag (company_id, team_id, id_tag, kind, driver_id, max_active_transactions)
    select company_id, team_id, 'APP-' || upper(left(md5(id::text), 16)), 'app', id, 1 from driver`.execute(db)
  await sql`insert into account (kind, ref, company_id, team_id, normal_side, is_kept, minimum_paise, balance_paise)
    select 'wallet', id, company_id, team_id, 'C', true, 0, id from driver`.execute(db)
  await sql`vacuum analyze`.execute(db)
}

const filter = (field: string, operator: string, value: string) => ({
  what: `${field} ${operator} ${value}`,
  query: { filters: JSON.stringify({ conditions: [{ field, operator, value }] }) },
})
const cases: readonly { what: string; query: Record<string, string | number> }[] = [
  { what: 'newest', query: {} },
  { what: 'page 500', query: { page: 500 } },
  ...driverSortFields.flatMap(f => [f, `-${f}`]).map(sort => ({ what: `sort ${sort}`, query: { sort } })),
  ...[
    'fleet',
    'driver',
    'driver 77',
    'driver 77123',
    'driver4711@',
    '@company3.example',
    '98',
    '00012345',
    'ar',
    'inactive',
    'nobody',
  ].map(q => ({ what: `search ${q}`, query: { q } })),
  { what: 'search driver 77, by name', query: { q: 'driver 77', sort: 'fullName' } },
  filter('fullName', 'equals', 'Fleet Driver 99'),
  filter('fullName', 'notContains', 'Fleet'),
  filter('email', 'startsWith', 'driver99'),
  filter('phone', 'endsWith', '4321'),
  filter('active', 'equals', 'Inactive'),
  filter('city', 'equals', 'Pune'),
  filter('domain', 'contains', 'company3'),
  filter('createdAt', 'equals', '2026-01-15'),
]

async function run(config: pg.PoolConfig): Promise<Measured[]> {
  await migrate(config)
  const db = openDb(config)
  const results: Measured[] = []
  try {
    await generate(db)
    const ten = async () =>
      driverRowsById(
        db,
        { kind: 'all', teamId: 1 },
        Array.from({ length: 10 }, (_, i) => DRIVERS - i),
      )
    results.push(measured('raw: ten rows by their ids', await timed(200, ten)))
    const scopes: [string, Scope][] = [
      ['all', { kind: 'all', teamId: 1 }],
      ['company', { kind: 'company', teamId: 2, companyId: 2 }],
      ['team', { kind: 'teams', teamId: 1001, teams: [1001] }],
    ]
    for (const [name, scope] of scopes) {
      const all: number[] = []
      const searches: number[] = []
      for (const c of cases) {
        const query = DriverListQuery.parse({ page: 1, pageSize: 10, total: 'fast', ...c.query })
        const page = async () => driverRowsById(db, scope, (await findPage(db, { scope, own: undefined, query })).ids)
        const taken = await timed(TIMES, () => Promise.all([page(), summaryOf(db, scope)]))
        all.push(...taken)
        if ('q' in c.query) searches.push(...taken)
        results.push(measured(`${name}: ${c.what}`, taken))
      }
      results.push(measured(`${name}: over all ${cases.length} cases`, all), measured(`${name}: ${SEARCHES}`, searches))
    }
  } finally {
    await db.destroy()
  }
  return results
}

export async function driverLists(): Promise<Section> {
  const folder = newFolder()
  const postgres = await startPostgres(join(folder, 'db'))
  try {
    const all = await run(postgres.config)
    const isWhole = (m: Measured) => m.what.includes('over all') || m.what.startsWith('raw')
    const pages = all.filter(m => !isWhole(m)).toSorted((a, b) => b.p95 - a.p95)
    const searches = Math.max(...all.filter(m => m.what.includes(SEARCHES)).map(m => m.p95))
    return {
      title: 'Lists of drivers',
      text: `A page of ten out of 100,000, with its cards, as the server answers it: for the whole platform, one company with half of them, and one team, ${figure(pages.length)} cases in all. Target for p95 over all searches, in the slowest scope: ${target(searches, '<', 50, ' ms')}. Shown are all cases of a scope together and the ${SLOWEST} slowest; slow is what nobody bears and no index tells rare: two letters, or the address of another company.\n\n${table(
        ['case', 'p50 ms', 'p95 ms', 'p99 ms'],
        [...all.filter(isWhole), ...pages.slice(0, SLOWEST)].map(m => [
          m.what,
          figure(m.p50),
          figure(m.p95),
          figure(m.p99),
        ]),
      )}`,
    }
  } finally {
    await postgres.stop()
    rmSync(folder, { recursive: true, force: true })
  }
}
