// A record of every kind of field over a real table: what is written comes back as written, and lists sort, filter and
// search by the fields as they are shown.
import { choice, day, flag, instant, key, money, number, state, text } from '@wattdesk/base/record'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { type Db, openDb } from '#platform/db/db.ts'
import { filtersSql, orderSql } from '#platform/db/list.ts'
import { columnsOf } from '#platform/db/record.ts'
import { freshDatabase } from '#testing/db.ts'
import { auditValues, columnValues, listColumns, recordSearch, shownRecord, storedColumns } from './columns.ts'

const fields = {
  part_id: key('Part ID').sorted().filtered().searched(),
  part_name: text('Name', 50).findable(),
  colour: choice('Colour', ['Red', 'Blue']).optional().findable(),
  status: state('Status', { NEW: 'Unused', USED: 'In Use', GONE: 'Gone' }).findable(),
  weight: number('Weight').optional().sorted().filtered(),
  price: money('Price', 1000).column('pricePaise').sorted().filtered(),
  bought: day('Bought On').optional().sorted().filtered(),
  created_at: instant('Created On').readOnly().sorted().filtered(),
  owner: text('Owner', 50).joined().findable(),
  code: text('Code', 5).sorted({ ignoresCase: true }),
  is_spare: flag('Spare', 1, 0),
  worth: text('Worth', 9).ofLists().findable(),
}
const JOINED = { owner: sql`o.name`, worth: sql`case when p.price_paise < 100 then 'little' else 'much' end` }
const parts = [
  {
    part_name: 'Bolt',
    colour: 'Red',
    status: 'GONE',
    weight: null,
    price: 2.5,
    bought: '2026-03-01',
    code: 'b',
    is_spare: 1,
  },
  { part_name: 'Nut', colour: null, status: 'NEW', weight: 1.5, price: 10, bought: null, code: 'C', is_spare: 0 },
  {
    part_name: 'Unused nut',
    colour: 'Blue',
    status: 'USED',
    weight: 0,
    price: 0.01,
    bought: '2026-03-31',
    code: 'A',
    is_spare: 0,
  },
]

let database: Awaited<ReturnType<typeof freshDatabase>>
let db: Db
beforeAll(async () => {
  database = await freshDatabase(inject('pgSocket'))
  db = openDb(database.config)
  await sql`create table o (id int primary key, name text)`.execute(db)
  await sql`insert into o values (1, 'Depot'), (2, 'Fleet')`.execute(db)
  await sql`create table p (part_id int generated always as identity, part_name text, colour text, status text,
    weight double precision, price_paise bigint, bought date, code text, is_spare boolean, owner_id int, created_at timestamptz default now())`.execute(
    db,
  )
  for (const [i, part] of parts.entries()) {
    const values = Object.entries({ ...columnValues(fields, { ...part, owner: 'nobody' }), ownerId: (i % 2) + 1 })
    await sql`insert into p (${sql.join(values.map(([name]) => sql.ref(name)))})
      values (${sql.join(values.map(([, value]) => value))})`.execute(db)
  }
})
afterAll(async () => {
  await db.destroy()
  await database.drop()
})
const FROM = sql`p join o on o.id = p.owner_id`
const columns = listColumns(fields, 'p', JOINED)
const idsWhere = async (where: unknown, order: unknown = sql`order by part_id`) =>
  (await sql<{ partId: number }>`select part_id from ${FROM} where ${where} ${order}`.execute(db)).rows.map(
    r => r.partId,
  )

test('rupees are stored in paise; a row comes back as replies show it, with its joined value', async () => {
  const select = sql`${columnsOf('p', storedColumns(fields))}, o.name as owner`
  const { rows } = await sql<object>`select ${select} from ${FROM} order by part_id`.execute(db)
  expect(rows[0]).toMatchObject({ pricePaise: 250 })
  expect(rows.map(r => shownRecord(fields, r))).toEqual(
    parts.map((p, i) => ({ ...p, part_id: i + 1, created_at: expect.any(String), owner: i === 1 ? 'Fleet' : 'Depot' })),
  )
  expect(auditValues(fields, rows[1] as object)).toEqual(parts[1])
})

test('a change writes the columns that it names, and no others', () => {
  expect(columnValues(fields, { price: 1, colour: null, weight: undefined, part_id: 7, owner: 'x' })).toEqual({
    pricePaise: 100,
    colour: null,
  })
})

test.each<[string, number[]]>([
  ['unused', [2, 3]],
  ['in use', [3]],
  ['fleet', [2]],
  ['blue', [3]],
  ['2', [2]],
  ['USED', [2, 3]],
  ['little', [3]],
])('the search %j reads names, words and joined values', async (q, ids) => {
  expect(await idsWhere(recordSearch(fields, 'p', JOINED)(q))).toEqual(ids)
})

test.each<[string, string, string, number[]]>([
  ['status', 'equals', 'In Use', [3]],
  ['price', 'lessThan', '2.5', [3]],
  ['bought', 'onOrAfter', '2026-03-02', [3]],
  ['weight', 'equals', '0', [3]],
  ['owner', 'contains', 'eet', [2]],
  ['part_id', 'isAnyOf', '1,3', [1, 3]],
  ['worth', 'equals', 'much', [1, 2]],
])('the filter %s %s %s compares with the text and unit that people see', async (field, operator, value, ids) => {
  const conditions = [{ field, operator: operator as 'equals', value }]
  expect(await idsWhere(filtersSql({ combine: 'AND', conditions }, columns, 0))).toEqual(ids)
})

test.each<[string, number[]]>([
  ['status', [2, 3, 1]],
  ['-price', [2, 1, 3]],
  ['bought', [1, 3, 2]],
  ['owner', [1, 3, 2]],
  ['code', [3, 1, 2]],
])('sorted by %s: states follow their order, and what is missing comes last', async (sort, ids) => {
  expect(await idsWhere(sql`true`, orderSql(sort, columns, sql`part_id`))).toEqual(ids)
})

test('a joined field without its SQL is a fault of the program', () => {
  expect(() => listColumns(fields, 'p')).toThrow('The field owner comes from another table, and no SQL is given for it')
})
