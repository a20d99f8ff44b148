// No money stays on a card that nobody can open (D-TAG-3): a deletion sees held money, waits for anybody who gives
// money or begins a session at the same moment, and a deleted card with money is shown again.
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { driverBody } from '#drivers/drivers/test-driver.ts'
import { balanceOf, trialBalance } from '#money/ledger/account.store.ts'
import { type Person, startApp, type TestApp } from '#testing/app.ts'
import { bootedCharger, start, stop, unique } from '#testing/ocpp.ts'
import { showCardsWithMoney } from './deleted-card.commands.ts'
import type { Tag } from './tag.contract.ts'

let t: TestApp
let ws: string
const headers = {} as Record<Person, { authorization: string }>
beforeAll(async () => {
  t = await startApp()
  ws = (await t.listen()).ws
  for (const who of ['root', 'admin', 'operator', 'viewer'] as const) headers[who] = await t.as(who)
})
afterAll(async () => {
  const end = await trialBalance(t.db)
  await t.close()
  expect(end).toEqual({ differencePaise: 0n, driftPaise: 0n })
})

const ask = async (
  method: 'GET' | 'POST' | 'PATCH' | 'DELETE',
  path: string,
  payload?: object,
  who: Person = 'admin',
) => {
  const r = await t.app.inject({ method, url: `/cms/v1/${path}`, headers: headers[who], ...(payload && { payload }) })
  return { status: r.statusCode, ...r.json() }
}
const card = async (rupees: number): Promise<Tag> =>
  (
    await ask('POST', `team/${t.world.one.teamId}/tags`, {
      tag: unique('CARD'),
      balance_amount: rupees,
      max_active_trans_count: -1,
    })
  ).data
const set = (id: number, amount: number) => ask('POST', `root/customer-wallet/${id}`, { amount, note: 'By hand' })
const has = (ref: number) => balanceOf(t.db, { kind: 'card', ref })
const isDeleted = async (id: number) =>
  (await sql`select from ocpp_tag where ocpp_tag_pk = ${id} and deleted_at is not null`.execute(t.db)).rows.length > 0

test('a card is not deleted while a session that runs, or waits for a person, keeps its money back', async () => {
  const g = await card(200)
  const c = await bootedCharger(t, ws)
  const { transactionId } = await start(c, g.tag)
  expect((await ask('DELETE', `tag/${g.id}`)).message).toBe('This RFID tag is in a transaction')
  await stop(c, transactionId, { meterStop: 900 })
  const refused = await ask('DELETE', `tag/${g.id}`)
  expect([refused.status, refused.message]).toEqual([
    409,
    'A session to review keeps back ₹200.00 of this card. Please decide on that session first.',
  ])
  const path = `team/${t.world.one.teamId}/transactions/review`
  const review = (await ask('GET', path)).data.find((r: { chargepoint_id: string }) => r.chargepoint_id === c.id)
  expect((await ask('PATCH', `${path}/${review.id}`, { action: 'dismiss', note: 'Nothing' })).status).toBe(200)
  expect((await ask('DELETE', `tag/${g.id}`)).message).toContain('still has a balance of ₹200.00')
  expect((await set(g.id, 0)).status).toBe(200)
  expect((await ask('DELETE', `tag/${g.id}`)).status).toBe(200)
  expect((await set(g.id, 100)).status).toBe(404)
  await c.close()
})

test('a card that is deleted as somebody gives it money has none, or is not deleted', async () => {
  for (let i = 0; i < 8; i++) {
    const g = await card(10)
    await set(g.id, 0)
    const both = await Promise.all([ask('DELETE', `tag/${g.id}`), set(g.id, 100)])
    expect([
      [200, 404],
      [409, 200],
    ]).toContainEqual(both.map(r => r.status))
    expect([await isDeleted(g.id), await has(g.id)]).toEqual(both[0]?.status === 200 ? [true, 0n] : [false, 10_000n])
  }
})

test('a tag that is deleted as a session begins has none, or is not deleted; no session is left without an answer', async () => {
  const c = await bootedCharger(t, ws)
  for (let i = 0; i < 12; i++) {
    const tag = { tag: unique('RF'), max_active_trans_count: -1 }
    const g = (await ask('POST', `team/${t.world.one.teamId}/tags`, tag)).data
    const [gone, begun] = await Promise.all([
      ask('DELETE', `tag/${g.id}`),
      start(c, g.tag, { timestamp: new Date().toISOString(), meterStart: i }),
    ])
    expect(begun.transactionId).toBeGreaterThan(0)
    expect([
      [200, 'Invalid'],
      [409, 'Accepted'],
    ]).toContainEqual([gone.status, begun.status])
    await stop(c, begun.transactionId, { timestamp: new Date().toISOString(), meterStop: i })
  }
  await c.close()
})

test('a tag that is deleted as it is given to a driver is with nobody afterwards', async () => {
  const driver = (await ask('POST', `customer?teamId=${t.world.one.teamId}`, driverBody())).data
  for (let i = 0; i < 6; i++) {
    const g = (await ask('POST', `team/${t.world.one.teamId}/tags`, { tag: unique('RF') })).data
    const [gone, given] = await Promise.all([
      ask('DELETE', `tag/${g.id}`),
      ask('POST', `customer/${driver.id}/tags`, { tagIds: [g.id] }),
    ])
    // Giving before the deletion is as good as the other order.
    expect([gone.status, [200, 201, 404].includes(given.status)]).toEqual([200, true])
    expect((await ask('GET', `customer/${driver.id}/tags`)).data).toEqual([])
  }
})

test('a deleted card that has money is shown again: blocked, under its text or one beside it, so that the money can move', async () => {
  const [lost, taken, empty] = [await card(50), await card(70), await card(90)]
  await set(empty.id, 0)
  for (const g of [lost, taken, empty])
    await sql`update ocpp_tag set deleted_at = now() where ocpp_tag_pk = ${g.id}`.execute(t.db)
  const other = (await ask('POST', `team/${t.world.one.teamId}/tags`, { tag: taken.tag.toLowerCase() })).data
  expect(await showCardsWithMoney(t.services)).toBe(2)
  expect(await showCardsWithMoney(t.services)).toBe(0)
  const shown = async (g: Tag) => (await ask('GET', `tag/${g.id}`)).data
  expect(await shown(lost)).toMatchObject({ tag: lost.tag, blocked: 1, balance_amount: 50, isPrepaid: true })
  expect(await shown(taken)).toMatchObject({ tag: `${taken.tag}~${taken.id}`, blocked: 1, balance_amount: 70 })
  expect((await shown(other)).tag).toBe(taken.tag.toLowerCase())
  expect(await shown(empty)).toBeUndefined()
  const { rows } = await sql`select username, before, after, is_money from audit_entry
    where feature = 'Tag' and record_id = ${String(lost.id)} order by id desc limit 1`.execute(t.db)
  expect(rows).toEqual([
    {
      username: 'Deleted cards with money',
      isMoney: true,
      before: { deletedAt: expect.any(String), max_active_trans_count: -1 },
      after: { deletedAt: null, max_active_trans_count: 0, balance_amount: 50 },
    },
  ])
  for (const g of [lost, taken]) {
    expect((await set(g.id, 0)).status).toBe(200)
    expect((await ask('DELETE', `tag/${g.id}`)).status).toBe(200)
  }
})
