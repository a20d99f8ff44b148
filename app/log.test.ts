// Lines of the log about calls, chargers and sessions that go wrong: they name request, user, charger and session, and hold
// none of the secrets that were sent.
import { sql } from 'kysely'
import pino from 'pino'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { buildApp } from '#app/app.ts'
import { hashKey, newKey } from '#fleet/chargers/key-hash.crypto.ts'
import { encodePassword } from '#people/sign-in/sign-in.rules.ts'
import { requestLog } from '#platform/http/request-log.ts'
import { logOptions } from '#platform/telemetry/log.ts'
import { PASSWORD, startApp, type TestApp } from '#testing/app.ts'
import { TestCharger } from '#testing/charger.ts'
import { at, newCharger, newTag, start } from '#testing/ocpp.ts'

type Line = Record<string, unknown> & { msg: string }
let text = ''
const write = (line: string): void => {
  text += line
}
const log = pino(logOptions('trace'), { write })
const lines = (msg: string): Line[] =>
  text
    .split('\n')
    .filter(line => line !== '')
    .map(line => JSON.parse(line) as Line)
    .filter(line => line.msg === msg)

let t: TestApp
/** The same product with the log of a real one. */
let app: TestApp['app']
let ws: string
beforeAll(async () => {
  t = await startApp({ log })
  app = await buildApp(t.services, { loggerInstance: log, ...requestLog(), forceCloseConnections: true })
  await app.ready()
  ;({ ws } = await t.listen())
})
afterAll(async () => {
  await app.close()
  await t.close()
})

/** The secrets by their names. */
const secrets = new Map<string, string>([
  ['password', PASSWORD],
  ['password as it travels', encodePassword(PASSWORD)],
])
const hush = (what: string, value: string): string => {
  secrets.set(what, value)
  return value
}
const post = (url: string, payload: object | string, headers: Record<string, string> = {}) =>
  app.inject({ method: 'POST', url, payload, headers: { 'content-type': 'application/json', ...headers } })
const signIn = (password: string) => post('/auth/login', { username: 'admin', password })
const bearer = async () => {
  const token = hush('token of a user', (await signIn(encodePassword(PASSWORD))).json().data.access_token)
  return { authorization: `Bearer ${token}` }
}
/** Renames a table while `work` runs, so that its readers fail. */
async function without<T>(table: string, work: () => Promise<T>): Promise<T> {
  await sql`alter table ${sql.ref(table)} rename to gone`.execute(t.db)
  try {
    return await work()
  } finally {
    await sql`alter table gone rename to ${sql.ref(table)}`.execute(t.db)
  }
}
/** Refuses new rows of a table meanwhile, as a fault of ours would: PostgreSQL tells the whole row with its refusal. */
async function refusing<T>(table: string, work: () => Promise<T>): Promise<T> {
  await sql`alter table ${sql.ref(table)} add constraint refuse_all check (false) not valid`.execute(t.db)
  try {
    return await work()
  } finally {
    await sql`alter table ${sql.ref(table)} drop constraint refuse_all`.execute(t.db)
  }
}
const basic = (id: string, key: string) => ({
  authorization: hush('credentials of a charger', `Basic ${Buffer.from(`${id}:${key}`).toString('base64')}`),
})

test('sign-in: right, wrong, broken and without a database', async () => {
  const wrong = encodePassword(hush('wrong password', 'Wrong-Pass-4711'))
  hush('wrong password as it travels', wrong)
  expect((await signIn(wrong)).statusCode).toBe(401)
  expect((await post('/auth/login', `{"username":"admin","password":"${PASSWORD}`)).statusCode).toBe(422)
  const headers = await bearer()
  const change = { old_password: wrong, new_password: encodePassword(hush('new password', 'Brand#New4712')) }
  expect((await post('/auth/changepwd', change, headers)).statusCode).toBeGreaterThanOrEqual(400)
  const right = { old_password: encodePassword(PASSWORD), new_password: encodePassword('Brand#New4712') }
  hush('hash of a password', '$argon2')
  expect((await refusing('app_user', () => post('/auth/changepwd', right, headers))).statusCode).toBe(500)
  expect((await without('app_user', () => signIn(encodePassword(PASSWORD)))).statusCode).toBe(500)
  await t.away()
  expect((await signIn(encodePassword(PASSWORD))).statusCode).toBe(503)
  await t.back()
})

test('a call that fails is told with its request and its user', async () => {
  const headers = await bearer()
  const failed = await without('price_group', () => app.inject({ url: '/cms/v1/pricegroups', headers }))
  expect(failed.statusCode).toBe(500)
  const line = lines('Request failed').at(-1)
  expect(line).toMatchObject({ requestId: failed.json().requestId, userId: t.world.userIds.admin })
  // Two nodes never name two calls alike.
  expect(requestLog().genReqId()).not.toBe(requestLog().genReqId())
})

test('credentials at the payment provider, and webhooks with a wrong signature', async () => {
  const headers = await bearer()
  const payload = {
    keyId: 'rzp_test_Real0001',
    keySecret: hush('key secret', 'the-real-key-secret'),
    webhookSecret: hush('webhook secret', 'the-real-webhook-secret'),
  }
  const url = `/cms/v1/company/${t.world.one.companyId}/payment-provider`
  // The provider cannot be reached: saved all the same, and told.
  const saved = await app.inject({ method: 'PUT', url, headers, payload })
  expect(saved.statusCode).toBe(200)
  await without('provider_account', () => app.inject({ method: 'PUT', url, headers, payload }))
  const signature = hush('signature', 'deadbeef'.repeat(8))
  const hook = { 'x-razorpay-signature': signature, 'x-razorpay-event-id': 'evt_1' }
  expect((await post('/public/v1/webhooks/razorpay', { account_id: 'acc_1' }, hook)).statusCode).toBe(401)
  await t.away()
  await post('/public/v1/webhooks/razorpay', { account_id: 'acc_1' }, hook)
  await t.back()
})

test('chargers: keys at the handshake and over the wire, and messages that fail, told with charger and session', async () => {
  const key = hush('key of a charger', newKey())
  const { id } = await newCharger(t, { securityProfile: 1, keyHash: hashKey(Buffer.from(key)) })
  await expect(TestCharger.open(ws, id, { headers: basic(id, hush('wrong key', newKey())) })).rejects.toThrow('401')
  const c = await TestCharger.open(ws, id, { headers: basic(id, key) })
  const fresh = hush('fresh key', newKey())
  c.onCall = (_action, payload) => (payload.key === 'AuthorizationKey' ? undefined : { status: 'Accepted' })
  await c.boot()
  const sent = await post(
    '/cms/v1/remote/operation',
    {
      chargerId: id,
      remoteOperationType: 'ChangeConfiguration',
      parameters: { keyType: 'Custom', customConfKey: 'AuthorizationKey', customConfValue: fresh },
    },
    await bearer(),
  )
  expect(sent.statusCode).toBe(200)
  const [, callId] = await c.next(f => f[2] === 'ChangeConfiguration' && JSON.stringify(f[3]).includes(fresh))
  c.send(JSON.stringify([4, callId, 'InternalError', `cannot set AuthorizationKey ${fresh}`, { value: fresh }]))

  const tag = hush('tag of a driver', await newTag(t, { idTag: 'SECRET-TAG-4711' }))
  await refusing('transaction', () => expect(start(c, tag)).rejects.toThrow('InternalError'))
  const { transactionId } = await start(c, tag)
  const stop = { transactionId, idTag: tag, meterStop: 2000, timestamp: at(5) }
  await without('ocpp_tag', async () => {
    expect(await c.ask('Authorize', { idTag: tag })).toHaveProperty('error')
    expect(await c.ask('StopTransaction', stop)).toHaveProperty('error')
  })
  const failed = lines('OCPP message failed').filter(line => line.chargepoint === id)
  expect(failed.map(line => [line.action, line.transactionId])).toEqual([
    ['StartTransaction', undefined],
    ['Authorize', undefined],
    ['StopTransaction', transactionId],
  ])
  await c.call('StopTransaction', stop)
  c.ws.terminate()
})

test('none of the secrets is in the log', () => {
  expect(text.length).toBeGreaterThan(2000)
  expect([...secrets].filter(([, value]) => text.includes(value)).map(([what]) => what)).toEqual([])
  expect(secrets.size).toBeGreaterThan(10)
  // PostgreSQL told two rows, whose values were removed.
  expect(text.split('Failing row contains').length).toBe(3)
})
