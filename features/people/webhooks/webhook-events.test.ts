// Every event of the catalogue, written by the change itself, delivered and signed: sessions over real sockets, money and
// records over HTTP (HOOK-01, HOOK-02).
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { decideOverdue } from '#desk/session-reviews/session-review.commands.ts'
import * as drivers from '#drivers/drivers/driver.store.ts'
import { sweepAlerts } from '#operations/alerts/alert-look.commands.ts'
import { byProduct } from '#platform/audit/audit-log.ts'
import { takeInPayment } from '#settlement/payments/payment.commands.ts'
import { askedFor, paid } from '#settlement/payments/test-pay-session.ts'
import { testPayment } from '#settlement/payments/test-payment.ts'
import { runUpTo } from '#settlement/payouts/payout-run.commands.ts'
import { periodNamed } from '#settlement/payouts/period.rules.ts'
import { billed, newCharger, newTeam } from '#settlement/payouts/test-payout.ts'
import { type Person, startApp, type TestApp } from '#testing/app.ts'
import { at, bootedCharger, energy, newTag, start, stop } from '#testing/ocpp.ts'
import { bootedStation, eventsOf, register } from '#testing/station201.ts'
import { isSigned, type Receiver, webhookReceiver } from './test-receiver.ts'
import { sendHere } from './test-webhook.ts'
import { EVENT_NAMES } from './webhook.words.ts'
import { eventBody, eventCatalogue } from './webhook-event.rules.ts'
import type { WebhookSender } from './webhook-sender.jobs.ts'

let t: TestApp
let ws: string
let r: Receiver
let sender: WebhookSender
let aheadMs = 0
beforeAll(async () => {
  t = await startApp({ mayCallPrivate: true, now: () => new Date(Date.now() + aheadMs) })
  ws = (await t.listen()).ws
  r = await webhookReceiver()
  sender = await sendHere(t.services, { everyMs: 20 })
})
afterAll(async () => {
  await sender.close()
  await t.close()
  await r.close()
})
const make = async (path: string, events: readonly string[] = EVENT_NAMES, teamId = t.world.one.companyId) => {
  const reply = await t.app.inject({
    method: 'POST',
    url: `/cms/v1/team/${teamId}/webhooks`,
    headers: await t.as('admin'),
    payload: { name: path, address: r.url(path), is_active: true, events },
  })
  expect(reply.json()).toMatchObject({ message: 'Webhook created' })
  return { id: reply.json().data.webhook_id as number, secret: reply.json().secret as string }
}

const ofSession = EVENT_NAMES.filter(n => n.startsWith('session.'))
const told = (path: string, transactionId: number) =>
  r
    .of(path)
    .filter(e => e.body.data.transactionId === transactionId)
    .map(e => [e.body.type, e.body.data.isInReview ?? e.body.data.version ?? null])
const ask = async (
  method: 'GET' | 'POST' | 'PUT' | 'DELETE',
  path: string,
  payload?: object,
  who: Person = 'admin',
) => {
  const reply = await t.app.inject({
    method,
    url: `/cms/v1/${path}`,
    headers: await t.as(who),
    ...(payload && { payload }),
  })
  return { status: reply.statusCode, ...reply.json() }
}

test('a session from its start to its corrected bill, in order and signed', async () => {
  const { secret } = await make('/session', ofSession)
  await make('/all')
  const c = await bootedCharger(t, ws)
  const { transactionId } = await start(c, await newTag(t))
  await c.call('MeterValues', { connectorId: 1, transactionId, meterValue: [energy(at(10), 6000)] })
  await stop(c, transactionId)
  const lower = { total: 106.2, note: 'Cable broken' }
  const corrected = await ask('POST', `team/${t.world.one.teamId}/transaction/${transactionId}/bill`, lower)
  expect(corrected.status).toBe(200)
  const got = await r.until('/session', 5)
  expect(told('/session', transactionId)).toEqual([
    ['session.started', false],
    ['session.updated', null],
    ['session.stopped', false],
    ['session.billed', 1],
    ['session.corrected', 2],
  ])
  for (const e of got) {
    expect(isSigned(e, secret)).toBe(true)
    expect(e.body.data).toMatchObject({ transactionId, chargerId: c.id })
    expect(Math.abs(Number(e.headers['webhook-timestamp']) - Date.now() / 1000)).toBeLessThan(60)
  }
  expect(new Set(got.map(e => e.id)).size).toBe(5)
  await c.close()
})

test('a session whose stop never came is told as waiting, and again once it is decided', async () => {
  await make('/review', ofSession)
  const c = await bootedCharger(t, ws)
  const tag = await newTag(t)
  const { transactionId } = await start(c, tag)
  await c.call('MeterValues', { connectorId: 1, transactionId, meterValue: [energy(at(10), 6000)] })
  await start(c, tag, { timestamp: at(30), meterStart: 6500 })
  aheadMs = 49 * 3_600_000
  await decideOverdue(t.services)
  aheadMs = 0
  await r.until('/review', all => all.some(e => e.body.type === 'session.billed'))
  expect(told('/review', transactionId)).toEqual([
    ['session.started', false],
    ['session.updated', null],
    ['session.stopped', true],
    ['session.stopped', false],
    ['session.billed', 1],
  ])
  await c.close()
})

test('a session and a fault at a station of OCPP 2.0.1 name EVSE and connector', async () => {
  await make('/evse', ['session.started', 'charger.faulted', 'tag.changed'])
  const c = await bootedStation(t, ws)
  const meters = [register(at(0), 1000, 'Transaction.Begin')]
  const token = await newTag(t, { chargingPriority: -2, tokenType: 'eMAID' })
  const second = { id: 1, connectorId: 2 }
  await c.call('StatusNotification', { timestamp: at(0), connectorStatus: 'Available', evseId: 1, connectorId: 1 })
  await eventsOf(c, 'tx-evse').started({ seqNo: 0, at: at(0), state: 'Charging', token, meters, evse: second })
  await c.call('StatusNotification', { timestamp: at(1), connectorStatus: 'Faulted', evseId: 2, connectorId: 1 })
  const got = await r.until('/evse', 3)
  const data = (type: string) => got.find(e => e.body.type === type)?.body.data
  expect(data('session.started')).toMatchObject({ connectorId: 3, evseId: 1, evseConnectorId: 2 })
  expect(data('charger.faulted')).toMatchObject({ connectorId: 2, evseId: 2, evseConnectorId: null })
  expect(data('tag.changed')).toMatchObject({ tokenType: 'eMAID', chargingPriority: -2, evses: '' })
  await c.close()
})

test('a charger that comes, tells its states and goes', async () => {
  await make('/charger', ['charger.online', 'charger.offline', 'charger.status', 'charger.faulted'])
  const c = await bootedCharger(t, ws)
  for (const [n, status] of ['Available', 'Faulted', 'Available'].entries())
    await c.call('StatusNotification', { connectorId: 1, status, errorCode: 'NoError', timestamp: at(30 + n) })
  await c.close()
  const got = await r.until('/charger', all => all.some(e => e.body.type === 'charger.offline'))
  const of = got.filter(e => e.body.data.chargerId === c.id).map(e => [e.body.type, e.body.data.status])
  expect(of.filter(([type]) => type === 'charger.status')).toEqual([
    ['charger.status', 'Available'],
    ['charger.status', 'Faulted'],
    ['charger.status', 'Available'],
  ])
  expect(of).toContainEqual(['charger.faulted', 'Faulted'])
  expect(of.findIndex(([type]) => type === 'charger.online')).toBeLessThan(
    of.findIndex(([type]) => type === 'charger.offline'),
  )
})

test('a payment by webhook and by poll, and the refund of what a session left of it', async () => {
  await make('/money', ['payment.changed', 'refund.changed'])
  const c = await bootedCharger(t, ws)
  const polled = testPayment({ id: 'pay_polled00000001', status: 'failed' })
  await takeInPayment(t.services, t.world.one.companyId, polled, 'poll')
  const session = await paid(t, await askedFor(t, c))
  const { transactionId } = await start(c, session.idTag)
  await stop(c, transactionId)
  const got = await r.until('/money', all => all.some(e => e.body.type === 'refund.changed'))
  const of = (paymentId: string | null) =>
    got.filter(e => e.body.data.paymentId === paymentId).map(e => [e.body.type, e.body.data.status])
  expect(of('pay_polled00000001')).toEqual([['payment.changed', 'failed']])
  expect(of(session.paymentId)).toEqual([
    ['payment.changed', 'captured'],
    ['refund.changed', 'pending'],
  ])
  await c.close()
})

test('a payout of a team below', async () => {
  await make('/payout', ['payout.changed'])
  const teamId = await newTeam(t)
  const begin = new Date('2025-07-31T18:30:00Z')
  await billed(t, { teamId, pk: await newCharger(t, teamId, 'DC', begin), stoppedAt: '2025-08-10T10:00:00Z' })
  const { end, ...period } = periodNamed('2025-08-01', 'Asia/Kolkata')
  const services = Object.create(t.services, { now: { value: () => new Date(end.getTime() + 7_200_000) } })
  await runUpTo(services, byProduct('Test'), { kind: 'teams', teamId, teams: [teamId] }, { end, ...period })
  const [payout] = await r.until('/payout', 1)
  expect(payout?.body.data).toMatchObject({ teamId, month: '2025-08-01', status: 'PAYOUTPENDING' })
})

test('an alert opens, closes, and comes back', async () => {
  await make('/alert', ['alert.opened', 'alert.closed'])
  const c = await bootedCharger(t, ws)
  const status = (status: string) =>
    c.call('StatusNotification', { connectorId: 1, status, errorCode: 'NoError', timestamp: new Date().toISOString() })
  const mine = () => r.of('/alert').filter(e => e.body.data.chargerId === c.id)
  for (const [n, to] of ['Faulted', 'Available', 'Faulted'].entries()) {
    await status(to)
    await sweepAlerts(t.services)
    await r.until('/alert', () => mine().length > n)
  }
  expect(mine().map(e => [e.body.type, e.body.data.isAgain])).toEqual([
    ['alert.opened', false],
    ['alert.closed', false],
    ['alert.opened', true],
  ])
  await c.close()
})

test('drivers and tags that people add, change and delete, and none that is made for one session', async () => {
  await make('/records', ['driver.changed', 'tag.changed'])
  const made = await ask('POST', `team/${t.world.one.teamId}/tags`, { tag: 'HOOK-1' })
  const tagId = made.data.tag_id ?? made.data.id
  expect((await ask('PUT', `tag/${tagId}`, { tag: 'HOOK-1', note: 'Blue' })).status).toBe(200)
  expect((await ask('DELETE', `tag/${tagId}`)).status).toBe(200)
  await newTag(t, { idTag: 'FOR-ONE-SESSION', kind: 'session' })
  const driver = { teamId: t.world.one.teamId, firstName: 'Meera', lastName: 'K', email: null }
  const driverId = await t.db.transaction().execute(trx => drivers.create(trx, driver))
  // Events of different records overtake each other.
  const got = await r.until(
    '/records',
    all => all.some(e => e.body.data.driverId === driverId) && all.some(e => e.body.data.change === 'deleted'),
  )
  const of = (key: string, value: unknown) => got.filter(e => e.body.data[key] === value).map(e => e.body.data.change)
  expect(of('idTag', 'HOOK-1')).toEqual(['created', 'changed', 'deleted'])
  expect(got.filter(e => e.body.type === 'driver.changed').map(e => e.body.data.change)).toEqual(['created'])
  expect(of('idTag', 'FOR-ONE-SESSION')).toEqual([])
})

test('one statement that changes many tags tells of each that it changes, in their order', async () => {
  await make('/many', ['tag.changed'])
  const tags = ['MANY-1', 'MANY-2', 'MANY-3', 'MANY-4']
  for (const idTag of tags) await newTag(t, { idTag, kind: idTag === 'MANY-4' ? 'session' : 'rfid' })
  await sql`update ocpp_tag set note = case when id_tag = 'MANY-2' then note else 'Blue' end where id_tag like 'MANY-%'`.execute(
    t.db,
  )
  await sql`update ocpp_tag set deleted_at = now() where id_tag like 'MANY-%'`.execute(t.db)
  await sql`update ocpp_tag set deleted_at = null where id_tag = 'MANY-3'`.execute(t.db)
  const got = await r.until('/many', 9)
  const of = (idTag: string) =>
    got.flatMap(e => (e.body.data.idTag === idTag ? [[e.body.data.change, e.body.data.note]] : []))
  expect(tags.map(of)).toEqual([
    [
      ['created', ''],
      ['changed', 'Blue'],
      ['deleted', 'Blue'],
    ],
    [
      ['created', ''],
      ['deleted', ''],
    ],
    [
      ['created', ''],
      ['changed', 'Blue'],
      ['deleted', 'Blue'],
      ['created', 'Blue'],
    ],
    [],
  ])
})

test('what the database writes of each event is what its declaration says, no field less and none more', async () => {
  const { rows } = await sql<{ kind: string; text: string }>`select kind, data::text as text from webhook_delivery
    union all select kind, data::text from webhook_waiting`.execute(t.db)
  const schemas = new Map(eventCatalogue().map(e => [e.kind as string, e.schema]))
  const keysOf = (schema: unknown) =>
    Object.keys((schema as { properties: { data: { properties: object } } }).properties.data.properties).sort()
  expect(new Set(rows.map(row => row.kind))).toEqual(new Set(EVENT_NAMES))
  for (const { kind, text } of rows)
    expect(Object.keys(JSON.parse(text)).sort(), kind).toEqual(keysOf(schemas.get(kind)))
  const parked = await sql`select from webhook_delivery where outcome = 'parked'`.execute(t.db)
  expect(parked.rows).toHaveLength(0)
})

test('an event that waits since before its newest fields is sent with what they were', () => {
  const started = eventCatalogue().find(e => e.kind === 'session.started') ?? expect.fail('not in the catalogue')
  const { evseId: _, evseConnectorId: __, ...data } = started.example.data
  const body = eventBody({ kind: 'session.started', madeAt: new Date(0), sequence: 1, data })
  expect(JSON.parse(body ?? '')).toMatchObject({ data: { ...data, evseId: null, evseConnectorId: null } })
})

test('without a webhook that wants it nothing is written', async () => {
  await sql`delete from webhook_wish`.execute(t.db)
  const count = async () =>
    (await sql<{ n: number }>`select last_value::int as n from webhook_waiting_webhook_delivery_id_seq`.execute(t.db))
      .rows[0]?.n
  const before = await count()
  const c = await bootedCharger(t, ws)
  const { transactionId } = await start(c, await newTag(t))
  await stop(c, transactionId)
  await c.close()
  expect(await count()).toBe(before)
})

test('each example of the catalogue fits its schema', () => {
  for (const { kind, example } of eventCatalogue()) {
    const { timestamp, sequence, data } = example as { timestamp: string; sequence: number; data: unknown }
    const body = eventBody({ kind, madeAt: new Date(timestamp), sequence, data })
    expect(body && JSON.parse(body), kind).toEqual(example)
  }
})
