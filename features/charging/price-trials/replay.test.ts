// The trial of other prices on a finished month: rights first, what is refused, the same prices give the same bills, other
// prices those of a slow sum, and what is left out; nothing is stored.
import { dayOf } from '@wattdesk/base/time'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { slot, weekOf } from '#money/price-groups/test-price-group.ts'
import { type Person, startApp, type TestApp } from '#testing/app.ts'
import { bootedCharger, newTag, start, stop } from '#testing/ocpp.ts'
import type { Replay } from './replay.contract.ts'
import { finishedMonth } from './replay.rules.ts'

let t: TestApp
let month = ''
const seen: { id: string; pk: number; wh: number; paise: number }[] = []
beforeAll(async () => {
  t = await startApp()
  const ws = (await t.listen()).ws
  // Sessions of now, moved into the month before.
  for (const wh of [12_000, 3456]) {
    const c = await bootedCharger(t, ws)
    const idTag = await newTag(t)
    await sql`update connector set price_group_id = ${t.world.priceGroupId} where chargepoint_pk = ${c.pk}`.execute(
      t.db,
    )
    const at = (minutes: number) => new Date(Date.now() - (90 - minutes) * 60_000).toISOString()
    const { transactionId } = await start(c, idTag, { timestamp: at(0), meterStart: 0 })
    await stop(c, transactionId, { timestamp: at(60), meterStop: wh })
    const { rows } = await sql<{ paise: number; id: string }>`select b.total_paise as paise, t.chargepoint_id as id
      from bill b join transaction t using (transaction_id) where transaction_id = ${transactionId}`.execute(t.db)
    seen.push({ pk: c.pk, wh, paise: rows[0]?.paise ?? -1, id: rows[0]?.id ?? '' })
    await c.close()
  }
})
beforeEach(async () => {
  const { rows } = await sql<{ month: string }>`update transaction set started_at = started_at - interval '1 month',
    stopped_at = stopped_at - interval '1 month' where stopped_at > now() - interval '1 day'
    returning to_char(stopped_at at time zone 'Asia/Kolkata', 'YYYY-MM') as month`.execute(t.db)
  if (rows[0]) month = rows[0].month
})
afterAll(() => t.close())

const replay = async (body: object, who: Person = 'admin', teamId?: number) => {
  const r = await t.app.inject({
    method: 'POST',
    url: `/cms/v1/pricegroup/replay${teamId ? `?teamId=${teamId}` : ''}`,
    headers: await t.as(who),
    payload: { month, priceDetails: [slot()], ...body },
  })
  return { status: r.statusCode, ...(r.json() as { data: Replay; message: string; errors?: object }) }
}
const same = { priceDetails: [slot({ priceperKW: 18 })] }
const rupees = (paise: number) => paise / 100

describe('rights', () => {
  test('view on transactions and on price groups, both', async () => {
    const of = async (who: Person) => (await replay({}, who, t.world.one.teamId)).status
    // Finance sees transactions and no price groups.
    expect([
      await of('admin'),
      await of('viewer'),
      await of('finance'),
      await of('nobody'),
      await of('stranger'),
    ]).toEqual([200, 200, 403, 404, 404])
    const without = await sql<{ id: number }>`update role_access set can_view = false
      where role_id = ${t.world.one.roles.Viewer} and feature_id = 8 and can_view returning role_id as id`.execute(t.db)
    expect(without.rows).toHaveLength(1)
    expect(await of('viewer')).toBe(403)
    await sql`update role_access set can_view = true where role_id = ${t.world.one.roles.Viewer} and feature_id = 8`.execute(
      t.db,
    )
  })
  test('another company’s sessions, groups and chargers are none', async () => {
    expect((await replay({}, 'stranger')).data).toMatchObject({ sessions: 0, drivers: 0, before: 0, rows: [] })
    expect((await replay({ priceGroupId: t.world.priceGroupId }, 'stranger')).status).toBe(404)
    expect((await replay({ chargers: [seen[0]?.id] }, 'stranger')).status).toBe(404)
  })
})

test.each<[string, () => object, object]>([
  [
    'this month',
    () => ({ month: dayOf(new Date(), 'Asia/Kolkata').slice(0, 7) }),
    { month: 'Please choose a month that is over' },
  ],
  ['no month', () => ({ month: '2026-13' }), { month: 'Please choose a month that is over' }],
  [
    'half a week',
    () => ({ priceDetails: weekOf(['12:00'], [16]).slice(2) }),
    { priceDetails: 'Please cover all time slots upto 24 hours' },
  ],
  [
    'a price of 0',
    () => ({ priceDetails: [slot({ priceperKW: 0 })] }),
    { 'priceDetails.0.priceperKW': 'Must be greater than 0' },
  ],
])('%s is refused', async (_what, body, errors) => {
  const r = await replay(body())
  expect([r.status, r.errors]).toEqual([422, errors])
})

test('a month is over when the next one has begun in the business zone', () => {
  const at = (text: string) => finishedMonth('2026-02', new Date(text), 'Asia/Kolkata')
  expect(at('2026-02-28T18:29:59Z')).toBeUndefined()
  expect(at('2026-02-28T18:30:00Z')).toEqual({
    from: new Date('2026-01-31T18:30:00Z'),
    to: new Date('2026-02-28T18:30:00Z'),
  })
})

test('the same prices give the bills that were made, other prices others, and nothing is stored', async () => {
  const total = seen.reduce((sum, s) => sum + s.paise, 0)
  const bills = async () => (await sql<{ n: number }>`select count(*) as n from bill`.execute(t.db)).rows[0]?.n
  const stored = await bills()
  expect((await replay(same)).data).toMatchObject({
    month,
    sessions: 2,
    drivers: 2,
    atHold: 0,
    chargers: 2,
    before: rupees(total),
    after: rupees(total),
    difference: 0,
  })
  const { data } = await replay({ priceDetails: weekOf(['06:00', '18:00'], [36]) })
  // Twice the price: twice the amount but for the rounding of each session's tax.
  expect(Math.abs(data.after - 2 * rupees(total))).toBeLessThanOrEqual(0.02 * seen.length)
  expect(data.difference).toBeCloseTo(data.after - data.before, 6)
  expect(data.rows.map(r => [r.chargepoint_id, r.energy, r.sessions])).toEqual(seen.map(s => [s.id, s.wh / 1000, 1]))
  expect(await bills()).toBe(stored)
})

test('only those of a group or of charge points, where they are named', async () => {
  expect((await replay({ ...same, chargers: [seen[1]?.id] })).data).toMatchObject({
    sessions: 1,
    before: rupees(seen[1]?.paise ?? 0),
  })
  expect((await replay({ ...same, priceGroupId: t.world.priceGroupId })).data.sessions).toBe(2)
  const other = await t.app.inject({
    method: 'POST',
    url: '/cms/v1/pricegroup',
    headers: await t.as('admin'),
    payload: { name: 'New', priceGroupType: 'fixed', priceDetails: [slot()] },
  })
  expect((await replay({ ...same, priceGroupId: other.json().data.priceGroupId })).data.sessions).toBe(0)
})

test.each(['is_free', 'in_review', 'is_dismissed'])('sessions that are %s are left out', async flag => {
  const set = (is: boolean) =>
    sql`update transaction set ${sql.ref(flag)} = ${is} where chargepoint_pk = ${seen[0]?.pk ?? 0}`.execute(t.db)
  await set(true)
  expect((await replay(same)).data).toMatchObject({ sessions: 1, before: rupees(seen[1]?.paise ?? 0) })
  await set(false)
})
