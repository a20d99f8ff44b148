// Lists of transactions return the rows that the filters mean, in order and page by page, by every way the database
// takes to find them; and their totals are right.
import { type Condition, type Filters, matches, operators } from '@wattdesk/base/filters'
import fc from 'fast-check'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { foldFigures } from '#charging/billing/usage.store.ts'
import type { Scope } from '#platform/access/scope.ts'
import { startApp, type TestApp } from '#testing/app.ts'
import { addTransactions } from './test-transactions.ts'
import {
  transactionFilterFields as fields,
  type Transaction,
  TransactionScopeQuery,
  transactionSortFields,
} from './transaction.contract.ts'
import { summaryOf } from './transaction.store.ts'
import { findPage, sessionsOf } from './transaction-list.store.ts'

let t: TestApp
let headers: { authorization: string }
let rows: Transaction[]
beforeAll(async () => {
  t = await startApp()
  await addTransactions(t.db, t.world, 400)
  headers = await t.as('admin')
  rows = (await list('')).data
})
afterAll(() => t.close())

const list = async (query: string, path = `team/${t.world.one.companyId}/transactions`) => {
  const r = await t.app.inject({ url: `/cms/v1/${path}?${query}`, headers })
  expect(r.statusCode, r.body).toBe(200)
  return r.json() as { data: Transaction[]; total: number; totalIsExact: boolean; summary: Record<string, number> }
}
const idsOf = (list: readonly Transaction[]) => list.map(r => r.transactionId)

const holds = (r: Transaction, q: string) =>
  [
    r.transactionId,
    r.paymentId,
    r.email,
    r.phone,
    r.chargepoint_id,
    r.chargepoint_name,
    r.tag,
    r.notes,
    r.payment_type,
  ].some(c =>
    String(c ?? '')
      .toLowerCase()
      .includes(q.toLowerCase()),
  ) || q.toLowerCase() === (r.stoptime ? 'completed' : 'active')
const searches = [
  'Active',
  'COMPLETED',
  'inactive',
  'activ',
  'dc-1',
  'cp-old',
  'CP-O',
  'charger',
  'tag-one',
  'stray',
  'upi',
  '98',
  'example.org',
  'by hand',
  'zzz',
]

const texts = [
  'pay_',
  'depot',
  'EXAMPLE',
  '1',
  '98',
  '_1%',
  'DC-1',
  'cp-old',
  'upi',
  'CARD',
  'hand',
  'zzz',
  '+91',
  ',',
  '3',
  '2',
  'a,2,DC-1',
  'card, wallet',
  'Depot.Desk@Example.com',
]
const numbers = ['0', '0.1', '1', '1.2', '2.9', '0.299', '5', '-1', '30', '56', '1000000', '0.005', '12.34567']
const dates = ['2026-01-31', '2026-01-25', '2026-01-20T20:00:00Z', '2030-01-01', 'soon', '2026-02-01', '2026-01-24']
const someValue = (type: 'text' | 'number' | 'date') =>
  fc.constantFrom(...(type === 'text' ? texts : type === 'number' ? numbers : dates))
const condition: fc.Arbitrary<Condition> = fc.constantFrom(...Object.entries(fields)).chain(([field, type]) =>
  fc.constantFrom(...operators[type]).chain(operator => {
    const one = someValue(type)
    if (operator === 'isEmpty' || operator === 'isNotEmpty') return fc.constant({ field, operator } as Condition)
    if (operator === 'between') return fc.tuple(one, one).map(value => ({ field, operator, value }) as Condition)
    return one.map(value => ({ field, operator, value }) as Condition)
  }),
)
const filters: fc.Arbitrary<Filters> = fc.record({
  combine: fc.constantFrom('AND' as const, 'OR' as const),
  conditions: fc.array(condition, { minLength: 1, maxLength: 3 }),
})

test('any filter gives the rows that its meaning gives', async () => {
  expect(rows.length).toBeGreaterThan(300)
  await fc.assert(
    fc.asyncProperty(filters, fc.constantFrom(330, 0, -480), async (f, tz) => {
      const got = await list(`tz=${tz}&filters=${encodeURIComponent(JSON.stringify(f))}`)
      expect(idsOf(got.data)).toEqual(idsOf(rows.filter(r => matches(r, f, fields, tz))))
      expect(got.total).toBe(got.data.length)
    }),
    { numRuns: 120 },
  )
}, 60_000)

test('the same rows come whether the newest hold them, an index gathers them or the whole is walked', async () => {
  const company: Scope = { kind: 'company', teamId: t.world.one.companyId, companyId: t.world.one.companyId }
  // Sessions of odd length begin beyond the window: they must not come before those in between.
  const lateStop: Filters = {
    combine: 'AND',
    conditions: [{ field: 'stoptime', operator: 'onOrAfter', value: '2026-01-24' }],
  }
  const scopes: Scope[] = [
    company,
    {
      kind: 'teams',
      teamId: t.world.one.companyId,
      teams: [t.world.one.companyId, t.world.one.teamId, t.world.one.siblingId],
    },
  ]
  const reach = fc.constantFrom(
    { window: 20, gather: 1000, names: 100 },
    { window: 20, gather: 10, names: 100 },
    { window: 60, gather: 40, names: 1 },
    { window: 20, gather: 1000, names: 0 },
  )
  const sort = fc.constantFrom(undefined, 'starttime' as const, '-kw_consumed' as const, 'stoptime' as const)
  await fc.assert(
    fc.asyncProperty(
      filters,
      reach,
      fc.constantFrom(...scopes),
      sort,
      fc.option(fc.constantFrom(...searches), { nil: undefined }),
      fc.boolean(),
      fc.integer({ min: 1, max: 4 }),
      async (f, r, scope, by, q, isFiltered, page) => {
        const query = TransactionScopeQuery.parse({
          page,
          pageSize: 5,
          sort: by,
          q,
          filters: isFiltered || !q ? JSON.stringify(f) : undefined,
          total: 'fast',
        })
        const found = await findPage(t.db, { scope, own: undefined, query, reach: r })
        const field = (by ?? '-starttime').replace('-', '')
        const wanted = inOrder(
          rows.filter(x => (!q || holds(x, q)) && ((q && !isFiltered) || matches(x, f, fields))),
          field,
          (by ?? '-').startsWith('-'),
        )
        expect(found.ids).toEqual(idsOf(wanted).slice((page - 1) * 5, page * 5))
        if (found.totalIsExact) expect(found.total).toBe(wanted.length)
        else expect(found.total).toBeLessThanOrEqual(wanted.length)
      },
    ),
    {
      numRuns: 300,
      examples: [[lateStop, { window: 20, gather: 1000, names: 100 }, company, 'starttime', undefined, true, 1]],
    },
  )
}, 60_000)

const keyOf: Record<string, (r: Transaction) => number | string> = {
  starttime: r => Date.parse(r.starttime),
  // A running session stops later than all that have.
  stoptime: r => (r.stoptime ? Date.parse(r.stoptime) : Number.POSITIVE_INFINITY),
  transactionId: r => r.transactionId,
  chargepoint_id: r => r.chargepoint_id,
  kw_consumed: r => r.kw_consumed,
  totalAmountCharged: r => r.totalAmountCharged,
  totalAmountPaid: r => r.totalAmountPaid,
  totalRefund: r => r.totalRefund,
}
const inOrder = (list: readonly Transaction[], field: string, descending: boolean) => {
  const key = keyOf[field] as (r: Transaction) => number | string
  const up = (a: Transaction, b: Transaction) => {
    const [x, y] = [key(a), key(b)]
    return x < y ? -1 : x > y ? 1 : a.transactionId - b.transactionId
  }
  return list.toSorted((a, b) => (descending ? up(b, a) : up(a, b)))
}

test.each(transactionSortFields.flatMap(f => [f, `-${f}`]))(
  'pages sorted by %s make up the whole list, filtered or not',
  async sort => {
    const field = sort.replace('-', '')
    const wanted = idsOf(inOrder(rows, field, sort.startsWith('-')))
    const pages = await Promise.all([1, 2, 3].map(page => list(`sort=${sort}&page=${page}&pageSize=7`)))
    expect(pages.flatMap(p => idsOf(p.data))).toEqual(wanted.slice(0, 21))
    expect(pages[0]?.total).toBe(rows.length)
    const f = encodeURIComponent('{"conditions":[{"field":"payment_type","operator":"equals","value":"upi"}]}')
    const some = inOrder(
      rows.filter(r => r.payment_type === 'UPI'),
      field,
      sort.startsWith('-'),
    )
    const got = await list(`sort=${sort}&page=2&pageSize=5&filters=${f}`)
    expect(idsOf(got.data)).toEqual(idsOf(some).slice(5, 10))
    expect(got.total).toBe(some.length)
  },
)

test.each(['-starttime', 'starttime', '-kw_consumed', 'stoptime'])(
  'a platform, a company and a list of teams see the same order by %s',
  async sort => {
    const root = await t.as('root')
    const whole = async (as: { authorization: string }, team: number) =>
      (await t.app.inject({ url: `/cms/v1/team/${team}/transactions?sort=${sort}`, headers: as })).json()
        .data as Transaction[]
    const all = await whole(root, t.world.gp)
    expect(all.length).toBeGreaterThan(rows.length)
    expect(idsOf(await whole(headers, t.world.one.companyId))).toEqual(
      idsOf(all.filter(r => r.team_name.startsWith('One'))),
    )
    expect(idsOf(await whole(await t.as('operator'), t.world.one.teamId))).toEqual(
      idsOf(all.filter(r => r.team_name === 'One North')),
    )
  },
)

test('the search finds id, payment id, e-mail, phone, charger, tag, notes and payment type', async () => {
  for (const q of [
    'pay_',
    'cp-old',
    'DEPOT',
    '98',
    'c_1%',
    'dc-1',
    'upi',
    'PREPAID',
    'hand',
    'nothing at all',
    '17',
    'tag-one',
  ])
    expect(idsOf((await list(`q=${encodeURIComponent(q)}`)).data), q).toEqual(idsOf(rows.filter(r => holds(r, q))))
})

test('a state is found by its whole word: active gives the running sessions, to review those that wait', async () => {
  const running = rows.filter(r => !r.stoptime)
  const active = await list('q=active&pageSize=100&page=1')
  expect([active.total, active.data.every(r => !r.stoptime)]).toEqual([running.length, true])
  expect((await list('q=inactive&page=1')).total).toBe(0)
  const ended = rows.find(r => r.stoptime)?.transactionId ?? 0
  const { teamId, companyId } = t.world.one
  await sql`update transaction set in_review = true where transaction_id = ${ended}`.execute(t.db)
  await sql`insert into session_review (company_id, team_id, transaction_id, chargepoint_pk, reason, detail)
    values (${companyId}, ${teamId}, ${ended}, 1, 'test', '{}')`.execute(t.db)
  expect(idsOf((await list('q=to+review&page=1')).data)).toEqual([ended])
  expect((await list('q=completed&page=1')).total).toBe(rows.length - running.length - 1)
  await sql`update session_review set decided_at = now() where transaction_id = ${ended}`.execute(t.db)
  await sql`update transaction set in_review = false where transaction_id = ${ended}`.execute(t.db)
})

test('the cards count the whole scope, whatever is searched; a narrower scope has cards of its own', async () => {
  const all = await list('q=nothing+at+all&page=1')
  const active = rows.filter(r => !r.stoptime).length
  expect(all.summary).toEqual({
    totalTransactions: rows.length,
    activeTransactions: active,
    completed: rows.length - active,
    totalRevenue:
      Math.round(rows.filter(r => r.stoptime).reduce((sum, r) => sum + r.totalAmountCharged * 100, 0)) / 100,
    totalChargers: 2,
  })
  const dc = await list('page=1&q=x', `team/${t.world.one.companyId}/charger/${t.world.chargers.dc.pk}/transactions`)
  expect(dc.summary).toMatchObject({
    totalTransactions: rows.filter(r => r.charge_box_pk === t.world.chargers.dc.pk).length,
    totalChargers: 1,
  })
})

test('the totals of the teams are the same before, while and after they are folded', async () => {
  const all: Scope = { kind: 'all', teamId: t.world.gp }
  const { rows: counted } = await sql<{ n: number }>`select count(*) as n from transaction`.execute(t.db)
  const waiting = async () => (await sql`select from usage_change limit 1`.execute(t.db)).rows.length
  expect(await waiting()).toBe(1)
  const [, ...during] = await Promise.all([
    foldFigures(t.db),
    ...Array.from({ length: 20 }, () => sessionsOf(t.db, all)),
  ])
  expect(new Set([...during, await sessionsOf(t.db, all)])).toEqual(new Set([counted[0]?.n]))
  expect(await waiting()).toBe(0)
})

test('a charge point that has moved on still counts where it was used', async () => {
  const { one, two, chargers } = t.world
  const move = (teamId: number) =>
    t.db.updateTable('charger').set({ teamId }).where('chargepointPk', '=', chargers.dc.pk).execute()
  const used = async (teamId: number) =>
    (await summaryOf(t.db, { scope: { kind: 'teams', teamId, teams: [teamId] }, own: undefined, query: {} as never }))
      .totalChargers
  const { teamId: stood } = await t.db
    .selectFrom('charger')
    .select('teamId')
    .where('chargepointPk', '=', chargers.dc.pk)
    .executeTakeFirstOrThrow()
  const before = await Promise.all([used(stood), used(two.companyId)])
  expect(one.companyId).not.toBe(two.companyId)
  await move(two.companyId)
  expect(await Promise.all([used(stood), used(two.companyId)])).toEqual(before)
  await move(stood)
})

test('beside a customer’s id the other names of the same person narrow nothing', async () => {
  const [first, second] = rows
  await sql`update transaction set driver_id = 4711 where transaction_id in (${first?.transactionId}, ${second?.transactionId})`.execute(
    t.db,
  )
  const wanted = [first, second].map(r => r?.transactionId)
  expect(idsOf((await list('id=4711')).data)).toEqual(wanted)
  expect(idsOf((await list('id=4711&email=other@example.com&phone=1&domain=x&ocpp_tag_pk=1')).data)).toEqual(wanted)
  expect((await list('id=4711&payoutId=none')).data).toEqual([])
})

test('given scope parameters are joined by AND; a range takes sessions by their start', async () => {
  const wanted = rows.filter(r => r.payoutId === 'PO-1' && r.email?.toLowerCase() === 'depot.desk@example.com')
  expect(wanted.length).toBeGreaterThan(5)
  expect(idsOf((await list('payoutId=PO-1&email=DEPOT.desk@example.com')).data)).toEqual(idsOf(wanted))
  const ranged = await list('start=2026-01-25T00:00:00Z&end=2026-01-27T00:00:00Z&type=7d')
  expect(idsOf(ranged.data)).toEqual(
    idsOf(rows.filter(r => r.starttime >= '2026-01-25' && r.starttime <= '2026-01-27T00:00:00.000Z')),
  )
})

test('those that count for energy and revenue have ended and wait for nobody', async () => {
  const running = rows[0]?.transactionId
  const waiting = rows[1]?.transactionId
  const set = (id: number | undefined, change: object) =>
    t.db
      .updateTable('transaction')
      .set(change)
      .where('transactionId', '=', id as number)
      .execute()
  const before = await t.db
    .selectFrom('transaction')
    .select(['transactionId', 'stoppedAt', 'inReview'])
    .where('transactionId', 'in', [running, waiting] as number[])
    .execute()
  const counted = async () => (await list('counted=true&total=only')).total
  const all = await counted()
  await set(waiting, { inReview: true })
  await t.db
    .updateTable('transaction')
    .set({ stoppedAt: null })
    .where('transactionId', '=', running as number)
    .execute()
  const isCounted = before.filter(b => b.stoppedAt && !b.inReview).length
  expect((await list('counted=true')).data.some(r => [running, waiting].includes(r.transactionId))).toBe(false)
  for (const { transactionId, ...b } of before) await set(transactionId, b)
  expect(isCounted).toBeGreaterThan(0)
  expect((await list('counted=true')).data.length).toBe(all)
})

test('a total may be asked for alone or be as much as is known', async () => {
  const only = await list('q=upi&total=only')
  expect(only).toMatchObject({ data: [], totalIsExact: true, total: rows.filter(r => r.payment_type === 'UPI').length })
  const fast = await list('q=upi&total=fast&page=1')
  expect(fast).toMatchObject({ total: only.total, totalIsExact: true })
  // Counts of the last seconds are kept, each for its own query.
  const narrowed = ['email=depot.desk@example.com', 'email=driver5@example.org', 'payoutId=PO-1', 'stuck=true']
  for (const query of narrowed)
    expect([query, (await list(`${query}&total=only`)).total]).toEqual([query, (await list(query)).total])
})

test('an export is the whole filtered set in one stream', async () => {
  const got = await list('export=true&sort=-kw_consumed&q=dc-1')
  expect(idsOf(got.data)).toEqual(
    idsOf(
      inOrder(
        rows.filter(r => r.chargepoint_id === 'DC-1'),
        'kw_consumed',
        true,
      ),
    ),
  )
  expect(got.total).toBe(got.data.length)
})
