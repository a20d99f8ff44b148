// Messages: who may send to whom, and the outcome at a push service with all its faults (FCM HTTP v1), which is a
// server of the test.
import { createServer, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import { exportPKCS8, generateKeyPair, jwtVerify } from 'jose'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { driverBody } from '#drivers/drivers/test-driver.ts'
import * as outbox from '#office/mail/mail.store.ts'
import { type Person, startApp, type TestApp } from '#testing/app.ts'
import * as campaigns from './campaign.store.ts'
import { fcmPusher, workPush } from './push.jobs.ts'
import { outcomeOf } from './push.rules.ts'

let t: TestApp
let aheadMs = 0
const headers = {} as Record<Person, { authorization: string }>
beforeAll(async () => {
  t = await startApp()
  for (const who of ['root', 'admin', 'operator', 'stranger'] as const) headers[who] = await t.as(who)
})
afterAll(() => t.close())

let count = 0
/** A customer with a device; answers id and device. */
async function reached(teamId = t.world.one.teamId, who: Person = 'admin') {
  const url = `/cms/v1/customer?teamId=${teamId}`
  const r = await t.app.inject({ method: 'POST', url, headers: headers[who], payload: driverBody() })
  const { id } = r.json().data
  const deviceId = `device-${++count}`
  await sql`update driver set device_id = ${deviceId}, domain = 'volt.example' where id = ${id}`.execute(t.db)
  return { id, deviceId, domain: 'volt.example', firstName: 'Fleet' }
}
const post = async (path: string, who: Person, payload: object) => {
  const r = await t.app.inject({ method: 'POST', url: `/cms/v1/root/${path}`, headers: headers[who], payload })
  return { status: r.statusCode, ...r.json() }
}
const rowsTo = async (deviceId: string) => (await outbox.newest(t.db)).filter(r => r.recipient === deviceId)

test('a message to one customer: for update on CMCustomers, to those of the scope, who have a device', async () => {
  const [one, other] = [await reached(), await reached()]
  await sql`update driver set device_id = null where id = ${other.id}`.execute(t.db)
  const body = (id: number, message = 'Hello') => ({ customers: [{ id }], message })
  expect((await post('send-notification', 'operator', body(one.id))).status).toBe(403)
  expect((await post('send-notification', 'stranger', body(one.id))).status).toBe(404)
  expect((await post('send-notification', 'admin', body(one.id, ' '))).errors).toEqual({
    message: 'Message is required',
  })
  expect((await post('send-notification', 'admin', body(one.id, 'x'.repeat(801)))).status).toBe(422)
  expect((await post('send-notification', 'admin', body(other.id))).status).toBe(409)
  const sent = await post('send-notification', 'admin', body(one.id))
  expect([sent.message, sent.data]).toEqual(['Message sent successfully to the customer!', { sent: 1, failed: 0 }])
  expect(await rowsTo(one.deviceId)).toMatchObject([{ channel: 'push', subject: 'One', body: 'Hello', sentAt: null }])
  // Two customers with one device: both are told, the device once.
  const family = await reached()
  await sql`update driver set device_id = ${one.deviceId} where id = ${family.id}`.execute(t.db)
  const both = { customers: [{ id: one.id }, { id: family.id }], message: 'Both' }
  expect((await post('send-notification', 'admin', both)).data).toEqual({ sent: 2, failed: 0 })
  expect((await rowsTo(one.deviceId)).map(r => r.body)).toEqual(['Both', 'Hello'])
})

test('many: for create on SendMessages, 100 at most, and nothing to a device of somebody else', async () => {
  const [one, theirs] = [await reached(), await reached(t.world.two.teamId, 'stranger')]
  const body = (customers: object[]) => ({ customers, message: 'To all' })
  expect((await post('send-bulk-notifications', 'operator', body([one]))).status).toBe(403)
  const many = Array.from({ length: 101 }, (_, i) => ({ deviceId: `d${i}`, domain: null, firstName: '' }))
  expect((await post('send-bulk-notifications', 'admin', body(many))).status).toBe(422)
  const sent = await post('send-bulk-notifications', 'admin', body([one, theirs, one]))
  expect([sent.message, sent.data]).toEqual([
    '1 of 2 notifications sent. The other devices are not known here.',
    { sent: 1, failed: 1 },
  ])
  // Nothing is sent: the call has failed, and says so.
  for (const none of [[theirs], [{ deviceId: 'nobody has it' }, theirs]]) {
    const failed = await post('send-bulk-notifications', 'admin', body(none))
    expect([failed.status, failed.success, failed.message, failed.errors]).toEqual([
      409,
      false,
      'Failed to send notifications.',
      { customers: 'None of these devices is known here.' },
    ])
  }
  expect(await rowsTo(one.deviceId)).toHaveLength(1)
  expect(await rowsTo(theirs.deviceId)).toEqual([])
  expect((await post('send-bulk-notifications', 'root', body([theirs]))).message).toBe(
    'Notifications sent successfully.',
  )
  const url = '/cms/v1/root/recipients'
  const list = (await t.app.inject({ url, headers: headers.admin })).json().data
  expect(list).toContainEqual({ deviceId: one.deviceId, domain: 'volt.example', firstName: 'Fleet' })
  expect(JSON.stringify(list)).not.toContain(theirs.deviceId)
})

test('a campaign leaves out disabled drivers, counts honestly, and sends to no device twice', async () => {
  const people = await Promise.all(Array.from({ length: 4 }, () => reached(t.world.two.teamId, 'stranger')))
  const [one, two, off, old] = people as [
    (typeof people)[0],
    (typeof people)[0],
    (typeof people)[0],
    (typeof people)[0],
  ]
  await sql`update driver set is_active = false where id = ${off.id}`.execute(t.db)
  await sql`update driver set domain = 'other.example' where id = ${two.id}`.execute(t.db)
  const get = async (path: string, who: Person = 'stranger') =>
    (await t.app.inject({ url: `/cms/v1/root/${path}`, headers: headers[who] })).json()
  const mine = (await get('recipients')).data.map((r: { deviceId: string }) => r.deviceId)
  expect(mine).toEqual(expect.arrayContaining([one.deviceId, two.deviceId, old.deviceId]))
  expect(mine).not.toContain(off.deviceId)
  const countOf = async (domains: string[], who: Person = 'stranger') =>
    (await post('message-campaigns/receivers', who, { domains })).data?.receivers
  expect(await countOf([])).toBe(mine.length)
  expect([await countOf(['other.example']), await countOf(['nobody.example'])]).toEqual([1, 0])
  expect((await post('message-campaigns/receivers', 'operator', { domains: [] })).status).toBe(403)
  expect((await post('message-campaigns', 'operator', { domains: [], message: 'No' })).status).toBe(403)
  expect((await post('message-campaigns', 'stranger', { domains: ['nobody.example'], message: 'No' })).status).toBe(409)
  const begun = await post('message-campaigns', 'stranger', { domains: [], message: 'Works tonight' })
  expect([begun.status, begun.data.receivers]).toEqual([201, mine.length])
  const { campaignId } = begun.data
  const batch = (customers: object[], more: object = {}, who: Person = 'stranger') =>
    post('send-bulk-notifications', who, { customers, message: 'Works tonight', campaignId, ...more })
  // A disabled driver gets nothing, and a batch that is sent again reaches nobody twice.
  expect((await batch([one, off])).data).toEqual({ sent: 1, failed: 1 })
  expect((await batch([one, two])).data).toEqual({ sent: 2, failed: 0 })
  expect((await rowsTo(one.deviceId)).length).toBe(1)
  expect(await rowsTo(off.deviceId)).toEqual([])
  expect((await batch([two], { message: 'Something else' })).status).toBe(422)
  // Nobody else's campaign.
  expect((await batch([two], {}, 'root')).status).toBe(404)
  expect((await batch([await reached()], {}, 'admin')).status).toBe(404)
  const listed = async (who: Person = 'stranger') =>
    (await get('message-campaigns?page=1', who)).data.find((c: { campaignId: number }) => c.campaignId === campaignId)
  const shown = { message: 'Works tonight', sentBy: 'stranger', domains: [], receivers: mine.length }
  expect(await listed()).toMatchObject({
    ...shown,
    delivered: 0,
    failed: 0,
    waiting: 2,
    notSent: mine.length - 2,
  })
  expect(await listed('admin')).toBeUndefined()
  // Each message ends once, however often its job is done.
  const [first] = await rowsTo(one.deviceId)
  const [second] = await rowsTo(two.deviceId)
  const end = (outboxId: number, how: 'sent' | 'refused') =>
    t.db.transaction().execute(async trx => {
      if (await outbox.endPush(trx, outboxId, how, new Date())) await campaigns.addEnded(trx, campaignId, how)
    })
  for (const how of ['sent', 'refused'] as const) await end(first?.outboxId ?? 0, how)
  expect(await listed()).toMatchObject({ delivered: 1, failed: 0, waiting: 1 })
  await end(second?.outboxId ?? 0, 'refused')
  expect(await listed()).toMatchObject({ ...shown, delivered: 1, failed: 1, waiting: 0, notSent: mine.length - 2 })
  // A day later nothing waits any more.
  await batch([old])
  await sql`update message_campaign set created_at = now() - interval '25 hours' where campaign_id = ${campaignId}`.execute(
    t.db,
  )
  expect(await listed()).toMatchObject({ delivered: 1, failed: 2, waiting: 0 })
  // A batch without a campaign is one by itself.
  await post('send-bulk-notifications', 'stranger', { customers: [one], message: 'By itself' })
  expect((await get('message-campaigns?page=1&q=itself')).data).toMatchObject([
    { receivers: 1, waiting: 1, notSent: 0 },
  ])
  const { rows } = await sql<{ action: string }>`select action from audit_entry
    where feature = 'SendMessages' and record_id = ${String(campaignId)} order by id`.execute(t.db)
  expect(rows.map(r => r.action)).toEqual(['create-campaign', ...Array.from({ length: 3 }, () => 'send-messages')])
})

const error = (status: string, errorCode?: string) => ({
  error: {
    message: 'As the service says it',
    status,
    details: errorCode ? [{ '@type': 'type.googleapis.com/google.firebase.fcm.v1.FcmError', errorCode }] : [],
  },
})
test.each([
  [200, { name: 'projects/p/messages/1' }, null, { is: 'sent' }],
  [404, error('NOT_FOUND', 'UNREGISTERED'), null, { is: 'gone' }],
  // The project or the address is wrong: the devices are not to blame.
  [404, error('NOT_FOUND'), null, { is: 'refused' }],
  [404, '<html>', null, { is: 'refused' }],
  [400, error('INVALID_ARGUMENT', 'INVALID_ARGUMENT'), null, { is: 'refused' }],
  [403, error('PERMISSION_DENIED', 'SENDER_ID_MISMATCH'), null, { is: 'refused' }],
  [401, error('UNAUTHENTICATED'), null, { is: 'denied' }],
  [429, error('RESOURCE_EXHAUSTED', 'QUOTA_EXCEEDED'), null, { is: 'busy', pauseSec: 60 }],
  [429, error('RESOURCE_EXHAUSTED', 'QUOTA_EXCEEDED'), '5', { is: 'busy', pauseSec: 60 }],
  [503, error('UNAVAILABLE', 'UNAVAILABLE'), '300', { is: 'busy', pauseSec: 300 }],
  [502, '<html>', 'Wed, 21 Oct 2026 07:28:00 GMT', { is: 'busy', pauseSec: 60 }],
])('the service answers %i: %o', (status, body, retryAfter, outcome) => {
  expect(outcomeOf(status, body, retryAfter)).toMatchObject(outcome)
})

test('the push service: one message a request with a token of the account; gone devices are forgotten, a pause is kept', async () => {
  const { publicKey, privateKey } = await generateKeyPair('RS256', { extractable: true })
  const answers = new Map<string, [number, object]>()
  const heard: { device: string; auth: string }[] = []
  let grants = 0
  const bodyOf = async (r: IncomingMessage) => {
    let text = ''
    for await (const part of r) text += part
    return text
  }
  const service = createServer(async (request, reply) => {
    const say = (status: number, body: object) =>
      reply.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body))
    const text = await bodyOf(request)
    if (request.url === '/token') {
      const assertion = new URLSearchParams(text).get('assertion') ?? ''
      const { payload } = await jwtVerify(assertion, publicKey, { issuer: 'push@project' })
      expect(payload.scope).toContain('firebase.messaging')
      return say(200, { access_token: `token-${++grants}`, expires_in: 3600 })
    }
    expect(request.url).toBe('/v1/projects/volt/messages:send')
    const { token, notification } = JSON.parse(text).message
    heard.push({ device: token, auth: String(request.headers.authorization) })
    const [status, body] = answers.get(token) ?? [200, { name: `sent ${notification.title}` }]
    say(status, body)
  })
  await new Promise<void>(done => service.listen(0, '127.0.0.1', done))
  const url = `http://127.0.0.1:${(service.address() as AddressInfo).port}`
  const account = {
    project_id: 'volt',
    client_email: 'push@project',
    token_uri: `${url}/token`,
    private_key: await exportPKCS8(privateKey),
  }
  const pusher = fcmPusher(account, url, { now: () => new Date(Date.now() + aheadMs) })

  const [well, gone, bad, denied, busy, after] = [
    await reached(),
    await reached(),
    await reached(),
    await reached(),
    await reached(),
    await reached(),
  ] as const
  answers.set(gone.deviceId, [404, error('NOT_FOUND', 'UNREGISTERED')])
  answers.set(bad.deviceId, [400, error('INVALID_ARGUMENT', 'INVALID_ARGUMENT')])
  answers.set(denied.deviceId, [401, error('UNAUTHENTICATED')])
  answers.set(busy.deviceId, [429, error('RESOURCE_EXHAUSTED', 'QUOTA_EXCEEDED')])
  const push = (deviceId: string) => pusher.send({ deviceId, title: 'One', text: 'Hello' })

  // Two at once wait for one token.
  expect(await Promise.all([push(well.deviceId), push(well.deviceId)])).toEqual([{ is: 'sent' }, { is: 'sent' }])
  expect([grants, heard.map(h => h.auth)]).toEqual([1, ['Bearer token-1', 'Bearer token-1']])
  expect(await push(denied.deviceId)).toMatchObject({ is: 'denied' })
  await push(well.deviceId)
  expect(heard.at(-1)?.auth).toBe('Bearer token-2')
  aheadMs = 3_600_000
  await push(well.deviceId)
  expect(heard.at(-1)?.auth).toBe('Bearer token-3')

  // The job: what is refused for good is not tried again.
  const messages = [gone, bad, well].map(d => ({ deviceId: d.deviceId, title: 'One', text: 'By the job' }))
  await t.db.transaction().execute(trx => outbox.postPushes(trx, t.services.jobs, messages))
  await workPush(t.services, pusher)
  const ofJob = async (d: string) => (await rowsTo(d)).find(r => r.body === 'By the job')
  await expect.poll(async () => (await ofJob(well.deviceId))?.sentAt, { timeout: 15_000 }).toBeInstanceOf(Date)
  // In whatever order the three were fetched.
  const ofBoth = () => Promise.all([gone, bad].map(d => ofJob(d.deviceId)))
  await expect.poll(ofBoth, { timeout: 15_000 }).toMatchObject([
    { sentAt: null, error: expect.stringContaining('UNREGISTERED') },
    { sentAt: null, error: expect.stringContaining('INVALID_ARGUMENT') },
  ])
  const devices = async () =>
    (
      await sql<{ deviceId: string | null }>`select device_id from driver
        where id in (${gone.id}, ${bad.id}) order by id`.execute(t.db)
    ).rows
  await expect.poll(devices).toEqual([{ deviceId: null }, { deviceId: bad.deviceId }])

  // A pause holds all back for a minute, without a call.
  expect(await push(busy.deviceId)).toMatchObject({ is: 'busy', pauseSec: 60 })
  const calls = heard.length
  expect(await push(after.deviceId)).toMatchObject({ is: 'busy' })
  expect(heard).toHaveLength(calls)
  aheadMs += 60_001
  expect(await push(after.deviceId)).toEqual({ is: 'sent' })
  service.close()
})
