// The examples of calls that take more than a database: a provider of single sign-on, an authenticator, a driver with a charger,
// a mail that is too long, a key of the installation. Each call is sent here as a person or a program would, and compared.
import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { startLocalProvider } from '#demo/sign-in-provider.ts'
import { sendDue } from '#desk/scheduled-reports/report-send.commands.ts'
import { stopKey as reportStopKey } from '#desk/scheduled-reports/report-stop.rules.ts'
import { reportBody } from '#desk/scheduled-reports/test-reports.ts'
import * as drivers from '#drivers/drivers/driver.store.ts'
import type { LogEntry } from '#fleet/charger-logs/charger-log.contract.ts'
import { paid } from '#money/refunds/test-refund.ts'
import { stopKey } from '#operations/telling/stop.rules.ts'
import { accessBy, apiKeyBody, makeKey } from '#people/api-keys/test-api-key.ts'
import { makeAuthenticator } from '#people/second-factor/test-authenticator.ts'
import { forgetAll, ORIGIN, ticketOf } from '#people/second-factor/test-factors.ts'
import { clientAt, person, setUp, tab, ticketIn, visitor } from '#people/single-sign-on/test-single-sign-on.ts'
import { startApp, type TestApp } from '#testing/app.ts'
import { bootedCharger, newTag, start, stop } from '#testing/ocpp.ts'
import { checkExample, keepExamples, operationOf } from './test-examples.ts'

/** Each goes a long way; a busy machine takes its time. */
const PATIENCE_MS = 240_000
let t: TestApp
let aheadMs = 0
let addresses: { http: string; ws: string }
beforeAll(async () => {
  t = await startApp({ now: () => new Date(Date.now() + aheadMs), publicUrl: ORIGIN, mayCallPrivate: true })
  addresses = await t.listen()
}, 60_000)
afterAll(async () => {
  keepExamples()
  await t.close()
})

type Headers = Record<string, string>
type Sent = {
  params?: Record<string, string | number>
  query?: Headers
  body?: object
  form?: string
  headers?: Headers
}
/** Sends the call of an operation and compares it with its example, or with the one of this name; answers the reply. */
async function call(id: string, { params = {}, query, body, form, headers = {} }: Sent = {}, name?: string) {
  const e = t.app.endpoints.find(at => operationOf(at) === id)
  if (!e) throw new Error(`There is no operation ${id}`)
  const path = e.path.replaceAll(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(params[name] ?? ''))
  const url = query ? `${path}?${new URLSearchParams(query)}` : path
  const r = await t.app.inject({
    method: e.method,
    url,
    headers: {
      origin: ORIGIN,
      ...(form !== undefined && { 'content-type': 'application/x-www-form-urlencoded' }),
      ...headers,
    },
    ...(body && { payload: body }),
    ...(form !== undefined && { payload: form }),
  })
  expect(r.statusCode, `${id}: ${r.body}`).toBe(e.status ?? 200)
  checkExample(e, { url, payload: body }, r, name)
  return r.json()
}

test('a passkey is set up, signs in alone, and as a second factor', { timeout: PATIENCE_MS }, async () => {
  await forgetAll(t)
  const key = makeAuthenticator(ORIGIN)
  const headers = await t.as('admin')
  const begun = (await call('beginPasskey', { headers })).data
  const body = { ticket: begun.ticket, name: 'Laptop', passkey: key.make(begun.options) }
  await call('endPasskey', { headers, body })
  const alone = (await call('beginPasskeySignIn')).data
  await call('signInByPasskey', { body: { ticket: alone.ticket, passkey: key.use(alone.options) } })
  await call('askPasskey', { body: { ticket: await ticketOf(t, 'admin') } })
})

test('a sign-in that needs a second factor begins to set one up', { timeout: PATIENCE_MS }, async () => {
  await forgetAll(t)
  await sql`insert into company_sign_in (company_id, needs_second_factor, second_factor_since, grace_days)
    values (${t.world.one.companyId}, true, ${new Date('2026-01-01')}, 0)`.execute(t.db)
  const ticket = await ticketOf(t, 'viewer')
  const { rows } = await sql<{ body: string }>`select body from outbox order by outbox_id desc limit 1`.execute(t.db)
  const mail_code = /\b\d{6}\b/.exec(rows[0]?.body ?? '')?.[0]
  await call('beginSetUp', { body: { ticket, kind: 'app', mail_code } })
  await forgetAll(t)
})

test('a person signs in through the provider of the company, and proves there who is signed in', {
  timeout: PATIENCE_MS,
}, async () => {
  const asha = person('asha')
  const provider = await startLocalProvider({ client: await clientAt(t), accounts: () => [asha] })
  try {
    await setUp(t, provider.issuer)
    const guest = visitor()
    const page = tab(t)
    const binding = createHash('sha256').update(page.value).digest('base64url')
    /** The provider asks who it is, and leads back. */
    const comeBack = async (onward: string) => ticketIn(await page.comeBack(await guest.signIn(onward, asha.subject)))
    const begun = await call('beginSingleSignOn', { body: { email: asha.email, binding, returnTo: '/charger' } })
    const ticket = await comeBack(begun.data.onward)
    const { access_token } = (await call('finishSingleSignOn', { body: { ticket, value: page.value } })).data
    const headers = { authorization: `Bearer ${access_token}` }
    const again = await call('beginProof', { headers, body: { binding, returnTo: '/payouts' } })
    const proof = await comeBack(again.data.onward)
    await call('finishProof', { headers, body: { ticket: proof, value: page.value } })
  } finally {
    await provider.close()
  }
})

test('a driver asks for a session, gives up, and opens the wallet by a code', { timeout: PATIENCE_MS }, async () => {
  const { teamId } = t.world.one
  const c = await bootedCharger(t, addresses.ws)
  c.onCall = () => ({ status: 'Accepted' })
  const stopToken = 'stop-token-of-this-browser'
  const params = { chargepoint_id: c.id, connectorId: 1 }
  const placed = await call('placeOrder', { params, body: { amount: 500, method: 'upi', stopToken } })
  const of = { sessionId: placed.data.sessionId }
  await call('choosePayLanguage', { params: of, body: { language: 'hi', stopToken } })
  await call('stopPaySession', { params: of, headers: { 'x-stop-token': stopToken } })
  const phone = '9876500001'
  await t.db
    .transaction()
    .execute(trx => drivers.create(trx, { teamId, firstName: 'Meera', lastName: 'Kulkarni', phone }))
  await call('askPayCode', { body: { phone } })
  const { rows } = await sql<{ body: string }>`select body from outbox order by outbox_id desc limit 1`.execute(t.db)
  const otp = /\d{6}/.exec(rows[0]?.body ?? '')?.[0]
  await call('checkPayCode', { body: { phone, otp, chargepoint_id: c.id } })
  await c.close()
})

test('a request of a charger is read with its answer', { timeout: PATIENCE_MS }, async () => {
  const c = await bootedCharger(t, addresses.ws)
  await start(c, 'NOBODY')
  await c.close()
  const headers = await t.as('admin')
  const params = { teamId: t.world.one.teamId, chargepointId: c.id }
  const path = `/cms/v1/team/${params.teamId}/charger/${encodeURIComponent(c.id)}/log?limit=50`
  const frame = await vi.waitFor(
    async () => {
      const frames = (await t.app.inject({ url: path, headers })).json().data as LogEntry[]
      return frames.find(f => f.message.includes('"StartTransaction"')) ?? Promise.reject(new Error('not yet'))
    },
    { timeout: PATIENCE_MS, interval: 50 },
  )
  const found = await call('getLogExchange', {
    params,
    headers,
    query: { at: frame.messageTime, messageId: JSON.parse(frame.message)[1] },
  })
  expect(found.data).toHaveLength(2)
})

test('a program starts a session, finds it, stops it, and learns that it has ended', {
  timeout: PATIENCE_MS,
}, async () => {
  const { teamId } = t.world.one
  const access = accessBy({ Transaction: 'v', ChargerPoint: 'vu' })
  const { headers } = await makeKey(t, 'root', teamId, apiKeyBody(access))
  await call('getCaller', { headers })
  const c = await bootedCharger(t, addresses.ws)
  c.onCall = () => ({ status: 'Accepted' })
  const idTag = await newTag(t)
  const run = (remoteOperationType: string, parameters: object) =>
    call('runOperation', { headers, body: { chargerId: c.id, remoteOperationType, parameters } }, remoteOperationType)
  await run('RemoteStart', { connectorId: 1, idTag })
  const { transactionId } = await start(c, idTag)
  const active = await call('listActiveTransactions', { headers, params: { teamId, id: c.id } })
  expect(active.data).toMatchObject([{ transactionId }])
  const { taskId } = await run('RemoteStop', { transactionId })
  const params = { chargerId: c.id, taskId }
  const path = `/cms/v1/remote/operation/charger/${encodeURIComponent(c.id)}/task/${taskId}`
  await vi.waitFor(
    async () => {
      const { state } = (await t.app.inject({ url: path, headers })).json().data
      return state === 'done' || Promise.reject(new Error(state))
    },
    { timeout: PATIENCE_MS, interval: 50 },
  )
  await stop(c, transactionId)
  const task = await call('getOperationTask', { headers, params })
  expect(task.data).toMatchObject({ state: 'done', effect: { state: 'seen', transactionId } })
  await run('Reset', { resetType: 'SOFT' })
  await c.close()
})

test('payments from a UPI address, with the key of the installation', { timeout: PATIENCE_MS }, async () => {
  await paid(t, { paidPaise: 50_000, vpa: 'asha.rao@okbank' })
  const headers = { 'x-api-key': t.services.upiStatusKey }
  const found = await call('getUpiStatus', { params: { id: 'asha.rao@okbank' }, headers })
  expect(found.data.payments).toHaveLength(1)
})

test('the file of a report that was too long for a mail; mails are stopped by their link', {
  timeout: PATIENCE_MS,
}, async () => {
  const headers = await t.as('admin')
  const url = `/cms/v1/team/${t.world.one.teamId}/scheduled-reports`
  const made = await t.app.inject({ method: 'POST', url, headers, payload: reportBody() })
  expect(made.statusCode, made.body).toBe(201)
  aheadMs = 25 * 3_600_000
  await sendDue(t.services, { attachedBytes: 10 })
  const { rows } = await sql<{ body: string }>`select body from outbox where recipient = 'books@volt.example'`.execute(
    t.db,
  )
  const [, id = ''] = /scheduled-reports\/file\/(\d+)/.exec(rows[0]?.body ?? '') ?? []
  await call('getReportFileNotes', { params: { id }, headers: await t.as('admin') })
  const { seal } = t.services
  const form = 'List-Unsubscribe=One-Click'
  const report = `${made.json().data.scheduled_report_id}-address-books@volt.example`
  await call('stopReportMailsAtOnce', { query: { of: report, key: reportStopKey(seal, report) }, form })
  const alerts = `company-${t.world.one.companyId}-guard@volt.example`
  await call('stopAlertMailsAtOnce', { query: { of: alerts, key: stopKey(seal, alerts) }, form })
  aheadMs = 0
})
