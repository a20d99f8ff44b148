// A big list declared over a table of this file: every order and filter that the list offers is served by the index it
// names, pages have no gap and no row twice, totals are right, and other fields are refused.
import { type Condition, type Filters, matches } from '@wattdesk/base/filters'
import fc from 'fast-check'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { freshDatabase } from '#testing/db.ts'
import { unserved } from '#testing/list-plans.ts'
import { forgetStatements } from '#testing/statements.ts'
import { type BigListRequest, bigList } from './big-list.ts'
import { idField, oneOf } from './big-list-fields.ts'
import type { Declared, Reach } from './big-list-shape.ts'
import { type Db, openDb } from './db.ts'
import type { Scope } from './scope.ts'

const METHODS = ['CARD', 'UPI', 'WALLET'] as const
const filterFields = {
  paidAt: 'date',
  paymentId: 'text',
  method: 'text',
  payer: 'text',
  note: 'text',
  amount: 'number',
} as const
const sortFields = ['paidAt', 'paymentId', 'amount', 'payer'] as const

const declared: Declared<keyof typeof filterFields, (typeof sortFields)[number]> = {
  table: 'pay',
  id: 'pay_id',
  offers: { filters: filterFields, sorts: sortFields },
  time: 'paidAt',
  scopes: { all: 'pay_all', company: 'pay_company', teams: 'pay_team' },
  fields: {
    paidAt: { sql: sql`t.paid_at` },
    paymentId: idField(sql`t.pay_id`, { key: 'pay_pkey', sort: 'pay_by_id' }),
    method: oneOf(sql`t.method`, METHODS, 'pay_by_method'),
    payer: { sql: sql`t.payer`, index: 'pay_payer', sort: 'pay_by_payer' },
    note: { sql: sql`t.note`, words: 'pay_words' },
    amount: { sql: sql`t.amount_paise`, per: 100, index: 'pay_by_amount', sort: 'pay_by_amount' },
  },
  names: { payers: { table: 'payer', key: 'payer', isText: true, columns: ['payer'], fields: { payer: 'payer' } } },
  search: { cells: [sql`t.note`] },
}
const list = bigList(declared)

type Row = { payId: number; companyId: number; teamId: number; paidAt: Date } & Record<'method' | 'payer', string> & {
    amountPaise: number
    note: string | null
  }
let database: Awaited<ReturnType<typeof freshDatabase>>
let db: Db
let rows: Row[]
beforeAll(async () => {
  database = await freshDatabase(inject('pgSocket'))
  db = openDb(database.config)
  await sql`insert into team (id, company_id, company_type, path, name) values (1, 1, 'GP', '{1}', 'Platform')`.execute(
    db,
  )
  await sql`insert into team (id, parent_id, company_id, company_type, path, name)
    select n, 1, n, 'P', array[1, n], 'Company ' || n from generate_series(2, 3) n`.execute(db)
  await sql`insert into team (id, parent_id, company_id, company_type, path, name)
    select n, 2 + n % 2, 2 + n % 2, 'C', array[1, 2 + n % 2, n], 'Team ' || n from generate_series(11, 14) n`.execute(
    db,
  )
  await sql`create table pay (pay_id integer primary key, company_id integer not null, team_id integer not null,
    paid_at timestamptz not null, method text not null, payer text not null, amount_paise bigint not null, note text)`.execute(
    db,
  )
  await sql`create table payer (payer text primary key)`.execute(db)
  // Equal times, amounts and payers, so that the id alone decides between many.
  await sql`insert into pay select n, 2 + (11 + n % 4) % 2, 11 + n % 4, timestamptz '2026-01-31 18:25Z' - make_interval(hours => n / 8),
      (array['CARD', 'UPI', 'WALLET'])[1 + n % 3], 'Payer' || n % 9 || '@example.org', n % 5 * 1050,
      case when n % 10 = 0 then 'by hand ' || n end
    from generate_series(1, 600) n`.execute(db)
  await sql`insert into payer select distinct lower(payer) from pay`.execute(db)
  for (const [name, on] of [
    ['pay_all', '(paid_at desc, pay_id desc)'],
    ['pay_company', '(company_id, paid_at desc, pay_id desc)'],
    ['pay_team', '(team_id, paid_at desc, pay_id desc)'],
    ['pay_by_id', '(team_id, (pay_id + 0))'],
    ['pay_by_amount', '(team_id, amount_paise, pay_id)'],
    ['pay_by_payer', '(team_id, payer, pay_id)'],
    ['pay_payer', '(lower(payer))'],
    ['pay_by_method', '(method)'],
    ['pay_words', 'using gin (note gin_trgm_ops) where note is not null'],
  ] as const)
    await sql`create index ${sql.ref(name)} on pay ${sql.raw(on)}`.execute(db)
  await sql`analyze pay`.execute(db)
  rows = (await sql<Row>`select * from pay`.execute(db)).rows
})
afterAll(async () => {
  forgetStatements()
  await db.destroy()
  await database.drop()
})

const all: Scope = { kind: 'all', teamId: 1 }
const company: Scope = { kind: 'company', teamId: 2, companyId: 2 }
const team: Scope = { kind: 'teams', teamId: 11, teams: [11] }
const teams: Scope = { kind: 'teams', teamId: 3, teams: [3, 11, 13, 14] }
const scopes = [all, company, team, teams, { kind: 'teams', teamId: 9, teams: [] } satisfies Scope]
const isIn = (scope: Scope) => (r: Row) =>
  scope.kind === 'all' || (scope.kind === 'company' ? r.companyId === scope.companyId : scope.teams.includes(r.teamId))

const idsOf = async (asked: BigListRequest): Promise<number[]> =>
  (await (await list.everyId(db, asked)).execute(db)).rows.map(r => r.id)
const ask = (scope: Scope, query: BigListRequest['query'], reach?: Reach): BigListRequest => ({
  scope,
  own: undefined,
  query: { page: 1, pageSize: 10, ...query },
  ...(reach ? { reach } : {}),
})
const only = (field: string, operator: Condition['operator'], value?: Condition['value']): Filters => ({
  combine: 'AND',
  conditions: [{ field, operator, value }],
})
const samples = [
  ...only('paidAt', 'equals', '2026-01-20').conditions,
  ...only('paymentId', 'contains', '123').conditions,
  ...only('paymentId', 'startsWith', '59').conditions,
  ...only('paymentId', 'endsWith', '7').conditions,
  ...only('method', 'equals', 'upi').conditions,
  ...only('payer', 'contains', 'payer3').conditions,
  ...only('payer', 'equals', 'payer3@example.org').conditions,
  ...only('note', 'contains', 'hand').conditions,
  ...only('note', 'equals', 'by hand 20').conditions,
  ...only('amount', 'between', ['10', '21']).conditions,
]

test('every order and every filter is served in every scope by the index that is named for it', async () => {
  expect(await unserved(db, list, [all, company, team, teams], { samples, q: 'payer3' })).toEqual([])
})

test('an index that is named for what it cannot serve is told', async () => {
  const fields = { ...declared.fields, amount: { ...declared.fields.amount, index: 'pay_by_id', sort: 'pay_team' } }
  const told = await unserved(db, bigList({ ...declared, fields }), [all, company, team], { samples, q: 'payer3' })
  const wanted = ['all', 'company', '1 teams'].flatMap(s => [
    `filter by amount between of ${s} is not served by pay_by_id`,
    `sort by amount of ${s} is not served by pay_team`,
    `sort by -amount of ${s} is not served by pay_team`,
  ])
  expect(told.toSorted()).toEqual(wanted.toSorted())
  const search = { cells: [...declared.search.cells, sql`t.method`] }
  expect(await unserved(db, bigList({ ...declared, search }), [all, company, team], { samples, q: 'payer3' })).toEqual([
    'a cell of the search has no index',
  ])
})

const keys = {
  paidAt: (r: Row) => r.paidAt.getTime(),
  paymentId: (r: Row) => r.payId,
  amount: (r: Row) => r.amountPaise,
  payer: (r: Row) => r.payer,
}
const cellsOf = (r: Row) => ({
  paidAt: r.paidAt.toISOString(),
  paymentId: r.payId,
  method: r.method,
  payer: r.payer,
  note: r.note,
  amount: r.amountPaise / 100,
})
const inOrder = (some: readonly Row[], field: keyof typeof keys, descending: boolean) => {
  const up = (a: Row, b: Row) => {
    const [x, y] = [keys[field](a), keys[field](b)]
    return x < y ? -1 : x > y ? 1 : a.payId - b.payId
  }
  return some.toSorted((a, b) => (descending ? up(b, a) : up(a, b))).map(r => r.payId)
}

test('pages one after the other hold each row once and in order, however many are equal', async () => {
  const reach = fc.constantFrom(
    { window: 1000, gather: 1000, names: 100 },
    { window: 30, gather: 1000, names: 100 },
    { window: 30, gather: 20, names: 100 },
    { window: 30, gather: 20, names: 2 },
  )
  await fc.assert(
    fc.asyncProperty(
      fc.constantFrom(...scopes),
      fc.constantFrom(...sortFields),
      fc.boolean(),
      fc.option(fc.constantFrom(...samples, ...only('method', 'notEquals', 'CARD').conditions), { nil: undefined }),
      reach,
      fc.integer({ min: 5, max: 70 }),
      async (scope, field, descending, c, r, pageSize) => {
        const filters: Filters | undefined = c && { combine: 'AND', conditions: [c] }
        const held = rows.filter(isIn(scope)).filter(x => !filters || matches(cellsOf(x), filters, filterFields))
        const query = { sort: descending ? `-${field}` : field, filters, pageSize }
        const got: number[] = []
        for (let page = 1; page === 1 || got.length === (page - 1) * pageSize; page++)
          got.push(...(await list.findPage(db, ask(scope, { ...query, page }, r))).ids)
        expect(got).toEqual(inOrder(held, field, descending))
        expect(await idsOf(ask(scope, query, r))).toEqual(got)
      },
    ),
    { numRuns: 60 },
  )
}, 60_000)

test('a cursor gives each row that was there once, the newest first, while others come and one goes', async () => {
  const reach = fc.constantFrom(
    { window: 1000, gather: 1000, names: 100 },
    { window: 30, gather: 20, names: 100 },
    { window: 30, gather: 20, names: 2 },
  )
  await fc.assert(
    fc.asyncProperty(
      fc.constantFrom(...scopes),
      fc.option(fc.constantFrom(...samples, ...only('method', 'notEquals', 'CARD').conditions), { nil: undefined }),
      fc.option(fc.constant(sql<boolean>`t.payer <> 'Payer3@example.org'`), { nil: undefined }),
      reach,
      fc.integer({ min: 5, max: 70 }),
      async (scope, c, own, r, pageSize) => {
        const filters: Filters | undefined = c && { combine: 'AND', conditions: [c] }
        const held = rows
          .filter(isIn(scope))
          .filter(x => !own || x.payer !== 'Payer3@example.org')
          .filter(x => !filters || matches(cellsOf(x), filters, filterFields))
        const got: number[] = []
        const asked: BigListRequest = { scope, own, query: { filters, pageSize, cursor: '' }, reach: r }
        for (let cursor: string | null | undefined = ''; typeof cursor === 'string'; ) {
          const page = await list.findPage(db, { ...asked, query: { ...asked.query, cursor } })
          expect(page.ids.length).toBeLessThanOrEqual(pageSize)
          expect(page.total).toBe(page.totalIsExact ? held.length : r.gather + 1)
          got.push(...page.ids)
          cursor = page.next_cursor
        }
        expect(got).toEqual(inOrder(held, 'paidAt', true))
      },
    ),
    { numRuns: 60 },
  )
  const first = await list.findPage(db, { scope: all, own: undefined, query: { cursor: '', pageSize: 3 } })
  await sql`insert into pay values (1000, 2, 11, '2026-02-02Z', 'UPI', 'Payer1@example.org', 1, null)`.execute(db)
  const cursor = first.next_cursor ?? undefined
  const behind = () => list.findPage(db, { scope: all, own: undefined, query: { cursor, pageSize: 3 } })
  expect((await behind()).ids).toEqual(inOrder(rows, 'paidAt', true).slice(3, 6))
  await sql`delete from pay where pay_id = 1000`.execute(db)
  const last = first.ids.at(-1)
  const [gone] = (
    await sql<{ row: object }>`delete from pay where pay_id = ${last} returning to_jsonb(pay) as row`.execute(db)
  ).rows
  await expect(behind()).rejects.toMatchObject({ statusCode: 422 })
  await sql`insert into pay select * from jsonb_populate_record(null::pay, ${JSON.stringify(gone?.row)}::jsonb)`.execute(
    db,
  )
}, 60_000)

test('a total is exact as far as it is counted cheaply, beyond that a lower bound that says so', async () => {
  const reach = { window: 30, gather: 100, names: 100 }
  const total = async (query: BigListRequest['query']) => {
    const { ids, ...found } = await list.findPage(db, ask(all, query, reach))
    return found
  }
  // 60 notes are below the cap of 100, 200 payments by UPI and all 600 above.
  const notes = { filters: only('note', 'contains', 'hand'), sort: 'amount' }
  const upi = { filters: only('method', 'equals', 'UPI'), sort: 'amount' }
  expect(await total({ ...notes, total: 'fast' })).toEqual({ total: 60, totalIsExact: true })
  expect(await total({ ...upi, total: 'fast' })).toEqual({ total: 101, totalIsExact: false })
  expect(await total({ total: 'fast' })).toEqual({ total: 101, totalIsExact: false })
  expect(await total({ ...upi, total: 'exact' })).toEqual({ total: 200, totalIsExact: true })
  expect(await total({})).toEqual({ total: 600, totalIsExact: true })
  expect(await list.countMatching(db, ask(all, upi))).toBe(200)
  // Where the number of a scope is kept, nothing is counted.
  const kept = bigList({ ...declared, total: async (_, s) => rows.filter(isIn(s)).length })
  expect(await kept.findPage(db, ask(company, { total: 'fast' }, reach))).toMatchObject({
    total: rows.filter(isIn(company)).length,
    totalIsExact: true,
  })
})

test('the search finds cells, names and words; without a match there is none', async () => {
  const found = async (q: string, reach: Reach) => (await idsOf(ask(all, { q }, reach))).toSorted((a, b) => a - b)
  const has = (q: string) => (r: Row) =>
    [r.payId, r.payer, r.note].some(cell =>
      String(cell ?? '')
        .toLowerCase()
        .includes(q.toLowerCase()),
    ) ||
    (q === 'upi' && r.method === 'UPI')
  for (const q of ['HAND', '59', '5', '123', '0', 'payer4', 'example', 'upi', '%', 'zzz'])
    for (const [names, gather] of [
      [100, 1000],
      [2, 1000],
      [100, 5],
    ] as const) {
      const expected = rows.filter(has(q)).map(r => r.payId)
      expect(await found(q, { window: 30, gather, names }), q).toEqual(expected)
      const page = await list.findPage(
        db,
        ask(all, { q, pageSize: 100, total: 'exact' }, { window: 30, gather, names }),
      )
      expect(page, q).toEqual({
        ids: inOrder(rows.filter(has(q)), 'paidAt', true).slice(0, 100),
        total: expected.length,
        totalIsExact: true,
      })
    }
})

test('fields and scopes that are not offered are refused, and a declaration that lacks an index', async () => {
  const refused = (text: string) => ({ statusCode: 422, message: text })
  for (const answer of [list.findPage, list.everyId, list.countMatching]) {
    await expect(answer(db, ask(all, { sort: '-note' }))).rejects.toMatchObject(refused('Cannot sort by note'))
    await expect(answer(db, ask(all, { filters: only('tip', 'equals', '1') }))).rejects.toMatchObject(
      refused('Cannot filter by tip'),
    )
  }
  const ofCompanies = bigList({ ...declared, scopes: { company: 'pay_company' } })
  await expect(ofCompanies.findPage(db, ask(team, {}))).rejects.toThrow("no index for the scope 'teams'")
  const { index: _, sort: __, ...bare } = declared.fields.amount
  expect(() => bigList({ ...declared, fields: { ...declared.fields, amount: bare } })).toThrow(
    'The list of pay lacks an index for the filter by amount, an index for the sort by amount.',
  )
})
