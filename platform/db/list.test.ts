// Filters as SQL give the rows that packages/base/filters gives, over plain columns of every type, and order and pages
// never lose or repeat a row.
import { type Condition, type Filters, matches, operators } from '@wattdesk/base/filters'
import fc from 'fast-check'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { freshDatabase } from '#testing/db.ts'
import { type Db, openDb } from './db.ts'
import { type Columns, demandExportable, filtersSql, orderSql, pageSql, rarePart, searchSql } from './list.ts'

const fields = { name: 'text', amount: 'number', cents: 'number', day: 'date' } as const
const columns: Columns = {
  name: { sql: sql`x.name`, type: 'text', trigrams: 'all' },
  amount: { sql: sql`x.amount`, type: 'number' },
  cents: { sql: sql`x.cents`, type: 'number', per: 100 },
  day: { sql: sql`x.day`, type: 'date' },
}
const names = [null, '', 'Depot', 'fleet driver', '50%', 'a_b', 'back\\slash', "O'Neil", 'É', 'x'.repeat(50)]
const rows = Array.from({ length: 240 }, (_, i) => ({
  id: i + 1,
  name: names[i % names.length] ?? null,
  amount: i % 7 === 0 ? null : (i % 23) / 4 - 1,
  cents: ((i * 37) % 400) / 100 - 1,
  day: i % 11 === 0 ? null : new Date(Date.UTC(2026, 0, 1, 18, 29) + i * 3_599_999),
}))

let database: Awaited<ReturnType<typeof freshDatabase>>
let db: Db
beforeAll(async () => {
  database = await freshDatabase(inject('pgSocket'))
  db = openDb(database.config)
  await sql`create table x (id int primary key, name text, amount numeric, cents bigint not null, day timestamptz)`.execute(
    db,
  )
  await sql`insert into x select id, name, amount, round(cents * 100), day
    from json_to_recordset(${JSON.stringify(rows)}::json) r (id int, name text, amount numeric, cents numeric, day timestamptz)`.execute(
    db,
  )
})
afterAll(async () => {
  await db.destroy()
  await database.drop()
})
const idsOf = async (where: unknown) =>
  (await sql<{ id: number }>`select id from x where ${where} order by id`.execute(db)).rows.map(r => r.id)

const values = {
  text: fc.constantFrom('depot', 'A', '%', '_', '\\', "'", '50%', 'é', ' , fleet driver,x', 'zzz'),
  number: fc.constantFrom('0', '1', '-1', '0.25', '0.29', '1.005', '2.9', '1e3', '-0.5'),
  date: fc.constantFrom('2026-01-01', '2026-01-02', '2026-01-05T18:30:00Z', '2030-02-31', 'soon', '2026-01-09'),
}
const condition: fc.Arbitrary<Condition> = fc.constantFrom(...Object.entries(fields)).chain(([field, type]) =>
  fc.constantFrom<Condition['operator']>(...operators[type]).chain((operator): fc.Arbitrary<Condition> => {
    if (operator === 'isEmpty' || operator === 'isNotEmpty') return fc.constant({ field, operator })
    return operator === 'between'
      ? fc.tuple(values[type], values[type]).map(value => ({ field, operator, value }))
      : values[type].map(value => ({ field, operator, value }))
  }),
)
const filters: fc.Arbitrary<Filters> = fc.record({
  combine: fc.constantFrom('AND' as const, 'OR' as const),
  conditions: fc.array(condition, { minLength: 1, maxLength: 3 }),
})

test('any filter gives the rows that its meaning gives, in any zone', async () => {
  await fc.assert(
    fc.asyncProperty(filters, fc.constantFrom(330, 0, -720, 840), async (f, tz) => {
      expect(await idsOf(filtersSql(f, columns, tz))).toEqual(
        rows.filter(r => matches(r, f, fields, tz)).map(r => r.id),
      )
    }),
    { numRuns: 300 },
  )
}, 60_000)

test('no condition is every row, an unknown field none', async () => {
  expect(await idsOf(filtersSql(undefined, columns))).toHaveLength(rows.length)
  const unknown = { field: 'password', operator: 'isEmpty' } as const
  expect(await idsOf(filtersSql({ combine: 'AND', conditions: [unknown] }, columns))).toEqual([])
})

test('the search takes its wildcards literally and looks into every column', async () => {
  const search = (q: string | undefined) => idsOf(searchSql(q, [sql`x.name`, sql`x.id::text`]))
  expect(await search(undefined)).toHaveLength(rows.length)
  for (const q of ['%', '_', '\\', 'DEPOT', '12'])
    expect(await search(q), q).toEqual(
      rows.filter(r => `${r.name ?? ''}\n${r.id}`.toLowerCase().includes(q.toLowerCase())).map(r => r.id),
    )
})

test('of a column of words the search finds the word that is meant', async () => {
  const search = (q: string) => idsOf(searchSql(q, [], [[sql`x.name`, ['Depot', 'Fleet Depot', 'fleet driver', 'O%']]]))
  const named = (...those: string[]) => rows.filter(r => those.includes(r.name ?? '')).map(r => r.id)
  expect(await search('DEPOT')).toEqual(named('Depot'))
  expect(await search('fleet')).toEqual(named('fleet driver'))
  expect(await search('driver')).toEqual(named('fleet driver'))
  // A word that the list of words does not have, and a wildcard that is none.
  expect(await search('neil')).toEqual(named("O'Neil"))
  expect(await search('o%')).toEqual([])
})

test.each(['amount', '-amount', 'name', '-day', 'nothing'])(
  'pages sorted by %s hold every row once, empty ones last',
  async sort => {
    const seen: number[] = []
    for (let page = 1; page <= 25; page++) {
      const { rows: got } = await sql<{ id: number }>`select id from x ${orderSql(sort, columns, sql`x.id`)}
      ${pageSql({ page, pageSize: 10 })}`.execute(db)
      seen.push(...got.map(r => r.id))
    }
    expect(new Set(seen).size).toBe(rows.length)
    expect(seen).toHaveLength(rows.length)
    const of = (id: number | undefined) => (rows[(id ?? 0) - 1] as Record<string, unknown>)[sort.replace('-', '')]
    if (sort.includes('amount')) expect([of(seen.at(-1)), of(seen[0])]).toEqual([null, sort === 'amount' ? -1 : 4.5])
  },
)

test('an export of more than 100 000 rows asks for a narrower filter', () => {
  expect(() => demandExportable({ export: 'true' }, 100_001)).toThrow('Please narrow the filter')
  expect(() => demandExportable({ export: 'true' }, 100_000)).not.toThrow()
  expect(() => demandExportable({ export: 'all' }, 5_000_000)).not.toThrow()
  expect(() => demandExportable({}, 5_000_000)).not.toThrow()
})

test.each([
  ['driver1234@example.com', 'r1234'],
  ['@company3.example', 'pany3'],
  ['depot.desk@example.com', 'depot'],
  ['+919800008638', '08638'],
  ['12', '12'],
])('of %s the index is asked for %s', (text, part) => {
  expect(rarePart(text)).toBe(part)
})
