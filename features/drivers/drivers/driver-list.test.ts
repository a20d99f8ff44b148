// The list of drivers: any filter gives the rows of its meaning, in each order and scope, and each uses the index named
// for it; the cards count the whole scope.
import { type Condition, type Filters, matches, operators } from '@wattdesk/base/filters'
import fc from 'fast-check'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Scope } from '#platform/access/scope.ts'
import { startApp, type TestApp } from '#testing/app.ts'
import { unserved } from '#testing/list-plans.ts'
import { type Driver, driverFilterFields as fields } from './driver.contract.ts'
import { driverList } from './driver-list.store.ts'

let t: TestApp
let headers: { authorization: string }
let rows: Driver[]
const list = async (query: string, path = `team/${t.world.one.companyId}/customer`) => {
  const r = await t.app.inject({ url: `/cms/v1/${path}?${query}`, headers })
  expect(r.statusCode, r.body).toBe(200)
  return r.json() as { data: Driver[]; total: number; totalIsExact: boolean; summary: object }
}
beforeAll(async () => {
  t = await startApp()
  const { one, two } = t.world
  await sql`insert into driver (company_id, team_id, first_name, last_name, email, phone, is_active, city, domain, created_at)
    select case when n % 7 = 0 then ${two.companyId}::int else ${one.companyId}::int end,
      case when n % 7 = 0 then ${two.teamId}::int else (${sql.val([one.teamId, one.siblingId, one.companyId])}::int[])[1 + n % 3] end,
      (array['Fleet', 'member', 'Guest_1%'])[1 + n % 3], 'Driver ' || n % 50, case when n % 4 > 0 then 'D' || n || '@volt.example' end,
      case when n % 3 > 0 then '+9198' || lpad((n * 37)::text, 8, '0') end, n % 5 > 0,
      (array['Pune', 'Bengaluru', null])[1 + n % 3], case when n % 2 = 0 then 'volt' end,
      timestamptz '2026-01-31 18:25Z' - make_interval(mins => n / 2 * 47)
    from generate_series(1, 6000) n`.execute(t.db)
  await sql`vacuum analyze driver`.execute(t.db)
  headers = await t.as('admin')
  rows = (await list('')).data
})
afterAll(() => t.close())

/** A row as the filters mean it. */
const cellsOf = (d: Driver) => ({ ...d, active: d.active === 'Y' ? 'Active' : 'Inactive', city: d.address.city })
const texts = [
  'fleet',
  'MEMBER',
  '_1%',
  'driver 7',
  'd12',
  'volt.example',
  '98',
  'pune',
  'inactive',
  'Active',
  'zzz',
  'a,volt',
]
const condition: fc.Arbitrary<Condition> = fc.constantFrom(...Object.entries(fields)).chain(([field, type]) =>
  fc.constantFrom(...operators[type]).chain(operator => {
    const one = fc.constantFrom(...(type === 'date' ? ['2026-01-31', '2025-11-01', 'soon'] : texts))
    if (operator === 'isEmpty' || operator === 'isNotEmpty') return fc.constant({ field, operator } as Condition)
    if (operator === 'between') return fc.tuple(one, one).map(value => ({ field, operator, value }) as Condition)
    return one.map(value => ({ field, operator, value }) as Condition)
  }),
)

test('any filter gives the rows that its meaning gives', async () => {
  expect(rows.length).toBe(5000)
  const filters: fc.Arbitrary<Filters> = fc.record({
    combine: fc.constantFrom('AND' as const, 'OR' as const),
    conditions: fc.array(condition, { minLength: 1, maxLength: 2 }),
  })
  const oldest = rows.at(-1)?.createdAt ?? ''
  await fc.assert(
    fc.asyncProperty(filters, async f => {
      const got = await list(`tz=330&page=1&pageSize=100&filters=${encodeURIComponent(JSON.stringify(f))}`)
      const meant = rows.filter(r => matches(cellsOf(r), f, fields, 330)).map(r => r.id)
      expect(got.data.filter(r => r.createdAt >= oldest).map(r => r.id)).toEqual(meant.slice(0, 100))
    }),
    { numRuns: 40 },
  )
}, 60_000)

test('search, orders, pages, cards and exports', async () => {
  const all = await list('export=true&sort=fullName')
  const names = all.data.map(d => d.fullName.toLowerCase())
  expect(names).toEqual(names.toSorted((a, b) => (a < b ? -1 : a > b ? 1 : 0)))
  expect(all.total).toBe(all.data.length)
  const active = all.data.filter(d => d.active === 'Y').length
  const summary = { total: all.total, active, inactive: all.total - active }
  for (const q of ['MEMBER', 'd123@', '0000037', 'nobody-there', '%']) {
    const meant = all.data.filter(d =>
      [d.fullName, d.email, d.phone].some(c =>
        String(c ?? '')
          .toLowerCase()
          .includes(q.toLowerCase()),
      ),
    )
    const got = await list(`page=1&pageSize=100&sort=fullName&q=${encodeURIComponent(q)}`)
    expect([q, got.total, got.data.map(d => d.id)]).toEqual([q, meant.length, meant.slice(0, 100).map(d => d.id)])
    expect(got.summary).toEqual(summary)
    const count = await list(`page=1&q=${encodeURIComponent(q)}&total=only`)
    expect([count.data, count.total]).toEqual([[], meant.length])
  }
  expect((await list('page=1&q=inactive')).total).toBe(summary.inactive)
})

test('a driver is found by the GST number and the legal name, by search and filter', async () => {
  const [first, second] = rows
  await sql`update driver set gstin = '27AAPFU0939F1ZV', legal_name = 'Pune Fleet Ltd' where id = ${first?.id ?? 0}`.execute(
    t.db,
  )
  await sql`update driver set gstin = '33AAPFU0939F1Z2', legal_name = 'Chennai Cabs' where id = ${second?.id ?? 0}`.execute(
    t.db,
  )
  const found = async (query: string) => (await list(`page=1&pageSize=100&${query}`)).data.map(d => d.id)
  expect(await found('q=27aapfu')).toEqual([first?.id])
  expect(await found('q=chennai cabs')).toEqual([second?.id])
  const contains = { combine: 'AND', conditions: [{ field: 'gstin', operator: 'contains', value: 'aapfu0939' }] }
  expect((await found(`filters=${encodeURIComponent(JSON.stringify(contains))}`)).toSorted()).toEqual(
    [first?.id, second?.id].toSorted(),
  )
})

test('orders and filters are found by the indexes named for them', async () => {
  const { one, gp } = t.world
  const scopes: Scope[] = [
    { kind: 'all', teamId: gp },
    { kind: 'company', teamId: one.companyId, companyId: one.companyId },
    { kind: 'teams', teamId: one.teamId, teams: [one.teamId] },
    { kind: 'teams', teamId: one.companyId, teams: [one.companyId, one.teamId, one.siblingId] },
  ]
  const contains = (field: string, value: string): Condition => ({ field, operator: 'contains', value })
  const equals = (field: string, value: string): Condition => ({ field, operator: 'equals', value })
  const samples = [
    contains('gstin', '27AAPFU'),
    ...['fullName', 'email', 'phone', 'city', 'domain'].flatMap(f => [
      contains(f, 'd123'),
      equals(f, 'd123@volt.example'),
    ]),
    contains('id', '123'),
    equals('active', 'Inactive'),
    equals('createdAt', '2026-01-20'),
  ]
  expect(await unserved(t.db, driverList, scopes, { samples, q: 'd123' })).toEqual([])
})
