// Second factors under attack (MFA-01, MFA-02): codes that are used again, come late, come in bursts; passwords that are set
// another way; browsers that are remembered; and what administrators may take away.
import { featureIdOf } from '@wattdesk/base/access'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import * as roles from '#people/roles/role.store.ts'
import { encodePassword } from '#people/sign-in/sign-in.rules.ts'
import { hashOf, saveResetCode } from '#people/users/reset-code.store.ts'
import { PASSWORD, type Person, startApp, type TestApp } from '#testing/app.ts'
import { forgetSteps } from './step.store.ts'
import {
  addApp,
  bearer,
  codeAt,
  forgetAll,
  login,
  mailedCode,
  ORIGIN,
  secondStep,
  send,
  ticketOf,
  wrongCode,
} from './test-factors.ts'

const OWN = '/cms/v1/profile/second-factor'
const STEP_MS = 30_000
const DAY_MS = 86_400_000
let t: TestApp
let now = new Date()
const later = (ms: number) => {
  now = new Date(now.getTime() + ms)
}
beforeAll(async () => {
  t = await startApp({ now: () => now, publicUrl: ORIGIN })
})
afterAll(() => t.close())
beforeEach(async () => {
  now = new Date()
  await forgetAll(t)
  await sql`update role set needs_second_factor = false, second_factor_since = null`.execute(t.db)
})

/** Signs in a person without a second factor. */
const enter = async (who: Person, more = {}) => {
  const r = await login(t, who, more)
  expect(r.status, JSON.stringify(r.body)).toBe(200)
  return { ...r.body.data, headers: bearer(r.body.data) }
}
/** A person with an app, whose next code may be used. */
const withApp = async (who: Person) => {
  const { headers } = await enter(who)
  const app = await addApp(t, headers, now)
  later(STEP_MS)
  return { headers, ...app }
}
const mails = async () =>
  (
    await sql<{
      recipient: string
      subject: string
      body: string
    }>`select recipient, subject, body from outbox order by outbox_id`.execute(t.db)
  ).rows
const audited = async (action: string) =>
  (
    await sql<{
      after: Record<string, string> | null
      recordId: string
      feature: string
    }>`select feature, record_id, after from audit_entry
      where action = ${action} order by id desc limit 1`.execute(t.db)
  ).rows[0]

test('an app is set up by its first code, with ten recovery codes, a mail and an entry in the audit log', async () => {
  const { headers } = await enter('admin')
  const begun = await send(t, 'POST', `${OWN}/app`, undefined, { headers })
  const { secret, uri, qr, ticket } = begun.body.data
  expect(uri).toContain(`secret=${secret}`)
  expect(qr).toMatch(/^data:image\/png;base64,/)
  const wrong = await send(
    t,
    'POST',
    `${OWN}/app/end`,
    { ticket, name: 'Phone', code: wrongCode(secret, now) },
    { headers },
  )
  expect([wrong.status, Object.keys(wrong.body.errors)]).toEqual([422, ['code']])
  expect((await login(t, 'admin')).body.data.access_token).toBeDefined()
  const r = await send(t, 'POST', `${OWN}/app/end`, { ticket, name: 'Phone', code: codeAt(secret, now) }, { headers })
  expect([r.status, r.body.data.kind, new Set(r.body.recovery_codes).size]).toEqual([200, 'app', 10])
  const twice = await send(t, 'POST', `${OWN}/app/end`, { ticket, name: 'B', code: codeAt(secret, now) }, { headers })
  expect(twice.status).toBe(409)
  const list = await send(t, 'GET', OWN, undefined, { headers })
  expect(list.body.data).toMatchObject({
    factors: [{ name: 'Phone', kind: 'app' }],
    recovery_codes_left: 10,
    needed: null,
  })
  expect((await mails()).map(m => [m.recipient, m.subject])).toEqual([
    ['admin@example.com', expect.stringContaining('a second factor was added')],
  ])
  expect(await audited('add-factor')).toMatchObject({ feature: 'Users', after: { factor: 'Phone', kind: 'App' } })
  const stored = await sql<{
    text: string
  }>`select row_to_json(f)::text || coalesce((select json_agg(c)::text from recovery_code c), '') as text
    from second_factor f`.execute(t.db)
  for (const code of [secret, ...r.body.recovery_codes]) expect(stored.rows[0]?.text).not.toContain(code)
})

test('with an app the password signs nobody in, and a code counts once', async () => {
  const { secret } = await withApp('admin')
  const first = await login(t, 'admin')
  expect(first.body.data).toMatchObject({ step: 'second factor', ways: ['app', 'recovery code'] })
  expect(JSON.stringify(first.body)).not.toContain('access_token')
  const code = codeAt(secret, now)
  const r = await secondStep(t, { ticket: first.body.data.ticket, code: `${code.slice(0, 3)} ${code.slice(3)}` })
  expect(r.status, JSON.stringify(r.body)).toBe(200)
  expect((await send(t, 'GET', '/cms/v1/profile', undefined, { headers: bearer(r.body.data) })).status).toBe(200)
  // The ticket is used, and so is the code, for any other ticket.
  expect((await secondStep(t, { ticket: first.body.data.ticket, code })).status).toBe(401)
  const again = await secondStep(t, { ticket: await ticketOf(t, 'admin'), code })
  expect([again.status, again.body.errors.code]).toEqual([
    422,
    'The code is not right, or has been used already. Please wait for the next code of your app. 4 tries are left.',
  ])
  expect(again.body.message).toBe(again.body.errors.code)
})

test('of one code in many sign-ins at once, one gets in', async () => {
  const { secret } = await withApp('admin')
  const tickets = await Promise.all(Array.from({ length: 5 }, () => ticketOf(t, 'admin')))
  const code = codeAt(secret, now)
  const all = await Promise.all(tickets.map(ticket => secondStep(t, { ticket, code })))
  expect(all.map(r => r.status).toSorted()).toEqual([200, 422, 422, 422, 422])
  const fresh = await ticketOf(t, 'admin')
  later(STEP_MS)
  const next = codeAt(secret, now)
  const twice = await Promise.all([1, 2, 3].map(() => secondStep(t, { ticket: fresh, code: next })))
  expect(twice.filter(r => r.status === 200)).toHaveLength(1)
})

test('a clock may be one step off, not two, and no code counts after a later one', async () => {
  const { secret } = await withApp('admin')
  later(10 * STEP_MS)
  const tryAt = async (steps: number) => {
    const code = codeAt(secret, new Date(now.getTime() + steps * STEP_MS))
    return (await secondStep(t, { ticket: await ticketOf(t, 'admin'), code })).status
  }
  expect([await tryAt(-2), await tryAt(2)]).toEqual([422, 422])
  expect([await tryAt(-1), await tryAt(0), await tryAt(1)]).toEqual([200, 200, 200])
  expect([await tryAt(0), await tryAt(-1)]).toEqual([422, 422])
})

test('of ten wrong codes at once five are looked at, the right one comes too late, and the person is told once', async () => {
  const { secret } = await withApp('admin')
  await sql`delete from outbox`.execute(t.db)
  const burst = async () => {
    const ticket = await ticketOf(t, 'admin')
    const code = wrongCode(secret, now)
    const all = await Promise.all(Array.from({ length: 10 }, () => secondStep(t, { ticket, code })))
    expect(all.map(r => r.status).toSorted()).toEqual([422, 422, 422, 422, 422, 429, 429, 429, 429, 429])
    return ticket
  }
  const ticket = await burst()
  const late = await secondStep(t, { ticket, code: codeAt(secret, now) })
  expect([late.status, late.retryAfter, late.body.errors.code]).toEqual([
    429,
    '1',
    'Too many wrong codes. Please begin again.',
  ])
  await burst()
  const told = (await mails()).filter(m => m.subject.includes('wrong codes'))
  expect(told).toHaveLength(1)
  expect(told[0]?.body).toContain('Address: 203.0.113.7')
  // A right code after wrong ones takes no try with it.
  expect((await secondStep(t, { ticket: await ticketOf(t, 'admin'), code: codeAt(secret, now) })).status).toBe(200)
})

test('thirty wrong codes in a day close the app for the day, from anywhere; a recovery code still counts', async () => {
  const { secret, codes } = await withApp('admin')
  for (let n = 0; n < 6; n++) {
    const ip = `198.51.100.${n}`
    const ticket = await ticketOf(t, 'admin', { ip })
    const code = wrongCode(secret, now)
    for (let i = 0; i < 5; i++) expect((await secondStep(t, { ticket, code }, { ip })).status).toBe(422)
  }
  const ticket = await ticketOf(t, 'admin')
  later(3_600_000 - 5 * 60_000)
  const refused = await secondStep(t, { ticket: await ticketOf(t, 'admin'), code: codeAt(secret, now) })
  expect([refused.status, refused.body.errors.code]).toEqual([
    429,
    'Too many wrong codes within a day. Please wait 24 hours, or use a passkey or a recovery code.',
  ])
  later(5 * 60_000 - 3_600_000)
  expect((await secondStep(t, { ticket, recovery_code: codes[0] })).status).toBe(200)
  // The time to wait is true: a second before it nothing has changed, then a code counts again.
  later((Number(refused.retryAfter) - 1) * 1000 + 3_600_000 - 5 * 60_000)
  expect((await secondStep(t, { ticket: await ticketOf(t, 'admin'), code: codeAt(secret, now) })).status).toBe(429)
  later(1000)
  expect((await secondStep(t, { ticket: await ticketOf(t, 'admin'), code: codeAt(secret, now) })).status).toBe(200)
})

test('codes stand under the limits of the sign-in: many wrong ones close the network, and say for how long', async () => {
  const { secret } = await withApp('admin')
  for (const who of ['operator', 'finance'] as const) {
    const { headers } = await enter(who)
    await addApp(t, headers, now)
  }
  const code = wrongCode(secret, now)
  const statuses: number[] = []
  for (let n = 0; n < 13; n++) {
    const who = (['admin', 'operator', 'finance'] as const)[n % 3] ?? 'admin'
    const ticket = await ticketOf(t, who)
    for (let i = 0; i < 5; i++) statuses.push((await secondStep(t, { ticket, code })).status)
  }
  expect(statuses.slice(0, 60)).toEqual(Array(60).fill(422))
  expect(statuses.slice(60)).toEqual(Array(5).fill(429))
  const refused = await secondStep(t, { ticket: await ticketOf(t, 'admin'), code: codeAt(secret, now) })
  expect([refused.status, Number(refused.retryAfter) > 0]).toEqual([429, true])
})

test('a recovery code gets in once, is told by mail, and new codes end those before', async () => {
  const { headers, codes } = await withApp('admin')
  await sql`delete from outbox`.execute(t.db)
  const use = async (recovery_code: string | undefined) =>
    (await secondStep(t, { ticket: await ticketOf(t, 'admin'), recovery_code })).status
  expect(await use(codes[0]?.toUpperCase().replace('-', ' '))).toBe(200)
  expect(await use(codes[0])).toBe(422)
  expect((await mails()).map(m => m.body)).toEqual([expect.stringContaining('9 are left')])
  expect(await audited('use-recovery-code')).toMatchObject({ feature: 'Users' })
  const unknown = await secondStep(t, { ticket: await ticketOf(t, 'admin'), recovery_code: 'aaaaa-aaaaa' })
  expect(unknown.body.errors.recovery_code).toMatch(/^The recovery code is not right.* 4 tries are left\.$/)
  const both = await Promise.all([use(codes[1]), use(codes[1])])
  expect(both.toSorted()).toEqual([200, 422])
  const fresh = await send(t, 'POST', `${OWN}/recovery-codes`, undefined, { headers })
  expect(fresh.body.data.recovery_codes).toHaveLength(10)
  expect([await use(codes[2]), await use(fresh.body.data.recovery_codes[0])]).toEqual([422, 200])
})

test('no way round by the password: reset by mail, changed, or changed in the middle', async () => {
  const { headers, secret } = await withApp('admin')
  const userId = t.world.userIds.admin
  const open = await ticketOf(t, 'admin')
  // A password by a mailed code ends the waiting sign-in, and the new password leads to the second factor again.
  await saveResetCode(t.db, { userId, hash: hashOf(userId, '123456'), now })
  const reset = await send(t, 'POST', '/auth/resetpwd', {
    username: 'admin',
    otp: '123456',
    new_password: encodePassword('another#Pass1'),
  })
  expect([reset.status, reset.body.data]).toEqual([200, {}])
  expect((await secondStep(t, { ticket: open, code: codeAt(secret, now) })).status).toBe(401)
  expect((await send(t, 'GET', '/cms/v1/profile', undefined, { headers })).status).toBe(401)
  const after = await login(t, 'admin', { password: 'another#Pass1' })
  expect(after.body.data).toMatchObject({ step: 'second factor' })
  const r = await secondStep(t, { ticket: after.body.data.ticket, code: codeAt(secret, now) })
  const back = await send(
    t,
    'POST',
    '/auth/changepwd',
    { old_password: encodePassword('another#Pass1'), new_password: encodePassword(PASSWORD) },
    { headers: bearer(r.body.data) },
  )
  expect(back.status).toBe(200)
  expect((await login(t, 'admin')).body.data).toMatchObject({ step: 'second factor' })
})

test('a remembered browser is asked for no code for 30 days, by that person alone', async () => {
  const { secret } = await withApp('admin')
  const r = await secondStep(t, { ticket: await ticketOf(t, 'admin'), code: codeAt(secret, now), remember: true })
  const { browser } = r.body.data
  expect(await audited('trust-browser')).toBeDefined()
  const isIn = async (more = {}) => 'access_token' in (await login(t, 'admin', { browser, ...more })).body.data
  expect(await isIn()).toBe(true)
  expect(await isIn({ browser: 'x'.repeat(43) })).toBe(false)
  expect('access_token' in (await login(t, 'admin')).body.data).toBe(false)
  // Signed out by hand it is remembered still.
  await send(t, 'POST', '/auth/logout', undefined, { headers: bearer(r.body.data) })
  expect(await isIn()).toBe(true)
  // The browser of one person is nothing for another.
  const { headers } = await enter('operator')
  await addApp(t, headers, now)
  expect((await login(t, 'operator', { browser })).body.data).toMatchObject({ step: 'second factor' })
  later(29 * DAY_MS)
  expect(await isIn()).toBe(true)
  later(2 * DAY_MS)
  expect(await isIn()).toBe(false)
})

test('trust ends with a browser that is ended, when it is taken back, with a new password and with the last factor', async () => {
  const { secret } = await withApp('admin')
  const remember = async () => {
    later(STEP_MS)
    const r = await secondStep(t, { ticket: await ticketOf(t, 'admin'), code: codeAt(secret, now), remember: true })
    expect(r.status, JSON.stringify(r.body)).toBe(200)
    return { ...r.body.data, headers: bearer(r.body.data) }
  }
  const isIn = async (browser: string) => 'access_token' in (await login(t, 'admin', { browser })).body.data
  const lines = async (headers: Record<string, string>) =>
    (await send(t, 'GET', '/cms/v1/profile/browsers', undefined, { headers })).body.data as {
      browser_id: number
      trusted_until: string | null
      is_this: boolean
    }[]
  const [one, two] = [await remember(), await remember()]
  const own = (await lines(one.headers)).find(b => b.is_this)
  expect(own?.trusted_until).toBe(new Date(now.getTime() - STEP_MS + 30 * DAY_MS).toISOString())
  await send(t, 'POST', `/cms/v1/profile/browsers/${own?.browser_id}/end`, undefined, { headers: two.headers })
  expect([await isIn(one.browser), await isIn(two.browser)]).toEqual([false, true])
  const id = (await lines(two.headers)).find(b => b.is_this)?.browser_id
  const distrust = (headers: Record<string, string>) =>
    send(t, 'POST', `/cms/v1/profile/browsers/${id}/distrust`, undefined, { headers })
  const { headers: stranger } = await enter('viewer')
  expect((await distrust(stranger)).status).toBe(404)
  expect((await distrust(two.headers)).status).toBe(200)
  expect([await isIn(two.browser), (await distrust(two.headers)).status]).toEqual([false, 404])
  const three = await remember()
  const change = await send(
    t,
    'POST',
    '/auth/changepwd',
    { old_password: encodePassword(PASSWORD), new_password: encodePassword('another#Pass1') },
    { headers: three.headers },
  )
  expect((await login(t, 'admin', { browser: three.browser, password: 'another#Pass1' })).body.data).toMatchObject({
    step: 'second factor',
  })
  await send(
    t,
    'POST',
    '/auth/changepwd',
    { old_password: encodePassword('another#Pass1'), new_password: encodePassword(PASSWORD) },
    { headers: bearer(change.body.data) },
  )
  const four = await remember()
  const [factor] = (await send(t, 'GET', OWN, undefined, { headers: four.headers })).body.data.factors
  expect((await send(t, 'DELETE', `${OWN}/${factor.factor_id}`, undefined, { headers: four.headers })).status).toBe(200)
  expect((await sql`select from browser where trusted_until is not null`.execute(t.db)).rows).toEqual([])
  expect((await sql`select from recovery_code`.execute(t.db)).rows).toEqual([])
})

test('factors are named and removed by their owner alone; the names differ', async () => {
  const { headers, factorId } = await withApp('admin')
  const second = await addApp(t, headers, now, 'Tablet')
  expect(second.codes).toEqual([])
  const rename = (id: number, name: unknown, h = headers) => send(t, 'PUT', `${OWN}/${id}`, { name }, { headers: h })
  expect((await rename(factorId, 'tablet')).body.errors).toEqual({ name: 'Another second factor has this name' })
  expect((await rename(factorId, 'Old phone')).body.data.name).toBe('Old phone')
  for (const odd of ['', ' ', 'x'.repeat(61), 7, null])
    expect((await rename(factorId, odd)).status, String(odd)).toBe(422)
  const { headers: stranger } = await enter('viewer')
  expect((await rename(factorId, 'Mine', stranger)).status).toBe(404)
  expect((await send(t, 'DELETE', `${OWN}/${factorId}`, undefined, { headers: stranger })).status).toBe(404)
  const both = await Promise.all([1, 2].map(() => send(t, 'DELETE', `${OWN}/${factorId}`, undefined, { headers })))
  expect(both.map(r => r.status).toSorted()).toEqual([200, 404])
  expect((await mails()).at(-1)?.subject).toContain('a second factor was removed')
  const begun = await send(t, 'POST', `${OWN}/app`, undefined, { headers })
  const { secret, ticket } = begun.body.data
  const taken = await send(
    t,
    'POST',
    `${OWN}/app/end`,
    { ticket, name: 'TABLET', code: codeAt(secret, now) },
    { headers },
  )
  expect([taken.status, taken.body.errors]).toEqual([409, { name: 'Another second factor has this name' }])
})

test('tickets serve their own step, their own person and their own time alone', async () => {
  const { headers, secret, codes } = await withApp('admin')
  const begun = await send(t, 'POST', `${OWN}/app`, undefined, { headers })
  const proof = await send(t, 'POST', '/auth/proof/begin', undefined, { headers })
  for (const ticket of [begun.body.data.ticket, proof.body.data.ticket, 'x'.repeat(43)]) {
    expect((await secondStep(t, { ticket, code: codeAt(secret, now) })).status).toBe(401)
    expect((await secondStep(t, { ticket, recovery_code: codes[0] })).status).toBe(401)
  }
  const { headers: stranger } = await enter('viewer')
  const other = { ticket: begun.body.data.ticket, name: 'Mine', code: codeAt(begun.body.data.secret, now) }
  expect((await send(t, 'POST', `${OWN}/app/end`, other, { headers: stranger })).status).toBe(409)
  const late = await ticketOf(t, 'admin')
  later(10 * 60_000)
  expect((await secondStep(t, { ticket: late, code: codeAt(secret, now) })).status).toBe(401)
  later(2 * DAY_MS)
  await forgetSteps(t.db, now)
  expect((await sql`select from sign_in_step`.execute(t.db)).rows).toEqual([])
})

test('whose account was switched off in the middle gets in by no code', async () => {
  const { secret } = await withApp('operator')
  const ticket = await ticketOf(t, 'operator')
  await sql`update app_user set is_active = false where username = 'operator'`.execute(t.db)
  const r = await secondStep(t, { ticket, code: codeAt(secret, now) })
  await sql`update app_user set is_active = true where username = 'operator'`.execute(t.db)
  expect([r.status, r.body.data]).toEqual([403, undefined])
})

test.each([
  [{}, 'ticket code'],
  [{ ticket: 'short', code: '123456' }, 'ticket'],
  [{ ticket: 7, code: '123456' }, 'ticket'],
  [{ ticket: 'x'.repeat(43) }, 'code'],
  [{ ticket: 'x'.repeat(43), code: '12345' }, 'code'],
  [{ ticket: 'x'.repeat(43), code: 'abcdef' }, 'code'],
  [{ ticket: 'x'.repeat(43), code: 123456 }, 'code'],
  [{ ticket: 'x'.repeat(43), code: '123456', recovery_code: 'abcde-abcde' }, 'code'],
  [{ ticket: 'x'.repeat(43), recovery_code: 'x'.repeat(31) }, 'recovery_code'],
  [{ ticket: 'x'.repeat(43), passkey: 'none' }, 'passkey'],
  [{ ticket: 'x'.repeat(43), code: '123456', remember: 'yes' }, 'remember'],
  [{ ticket: 'x'.repeat(43), code: '123456', browser: 'short' }, 'browser'],
])('what is no second step is refused: %j', async (body, field) => {
  const r = await secondStep(t, body)
  expect([r.status, Object.keys(r.body.errors ?? {})]).toEqual([422, field.split(' ')])
})

test('a role that needs a factor: a notice within the grace, then the set-up, and no session before', async () => {
  const { headers } = await enter('admin')
  const { roles } = t.world.one
  const role = await send(t, 'GET', `/cms/v1/role/${roles.Operator}`, undefined, { headers })
  const { roleName, access } = role.body.data
  const put = await send(
    t,
    'PUT',
    `/cms/v1/role/${roles.Operator}`,
    { roleName, access, needsSecondFactor: true },
    { headers },
  )
  expect([put.status, put.body.data.needsSecondFactor]).toEqual([200, true])
  // A change that says nothing of it leaves it.
  const kept = await send(t, 'PUT', `/cms/v1/role/${roles.Operator}`, { roleName, access }, { headers })
  expect(kept.body.data.needsSecondFactor).toBe(true)
  const noticed = await login(t, 'operator')
  expect(noticed.body.data.second_factor_from).toBe(new Date(now.getTime() + 14 * DAY_MS).toISOString())
  expect((await enter('viewer')).second_factor_from).toBeUndefined()
  later(15 * DAY_MS)
  const r = await login(t, 'operator')
  expect(r.body.data).toMatchObject({ step: 'set up', ways: ['app', 'passkey'] })
  expect(JSON.stringify(r.body)).not.toContain('access_token')
  const { ticket } = r.body.data
  // Its ticket ends nothing by a code of nothing.
  expect((await secondStep(t, { ticket, code: '123456' })).status).toBe(401)
  // The password alone does not choose the factor: a code has come by mail.
  const mail_code = await mailedCode(t, 'operator')
  const other = mail_code === '111111' ? '222222' : '111111'
  const begun = (more: object) => send(t, 'POST', '/auth/second-factor/set-up', { ticket, kind: 'app', ...more })
  const ended = (more: object) => send(t, 'POST', '/auth/second-factor/set-up/end', { ticket, ...more })
  for (const refused of [await begun({}), await begun({ mail_code: other })])
    expect([refused.status, Object.keys(refused.body.errors)]).toEqual([422, ['mail_code']])
  const begin = await begun({ mail_code })
  const { secret } = begin.body.data.app
  for (const more of [{}, { mail_code: other }])
    expect((await ended({ ...more, code: codeAt(secret, now) })).body.errors).toHaveProperty('mail_code')
  const wrong = await ended({ mail_code, code: wrongCode(secret, now) })
  expect([wrong.status, Object.keys(wrong.body.errors)]).toEqual([422, ['code']])
  const end = await ended({ mail_code, code: codeAt(secret, now) })
  expect([end.status, end.body.recovery_codes.length, end.body.data.user.username]).toEqual([200, 10, 'operator'])
  const own = await send(t, 'GET', OWN, undefined, { headers: bearer(end.body.data) })
  expect(own.body.data).toMatchObject({ factors: [{ name: 'App' }], needed: { by: 'the role Operator' } })
  // Whoever needs one keeps the last.
  const id = own.body.data.factors[0].factor_id
  const removed = await send(t, 'DELETE', `${OWN}/${id}`, undefined, { headers: bearer(end.body.data) })
  expect([removed.status, removed.body.message]).toEqual([409, expect.stringContaining('by the role Operator')])
})

test('the code of a set-up counts for its own sign-in, five wrong ones end it, and mails are limited', async () => {
  await sql`update role set needs_second_factor = true, second_factor_since = '2020-01-01' where id = ${t.world.one.roles.Operator}`.execute(
    t.db,
  )
  await sql`update app_user set created_at = '2020-01-01' where username = 'operator'`.execute(t.db)
  const first = (await login(t, 'operator')).body.data.ticket
  const code = await mailedCode(t, 'operator')
  const second = (await login(t, 'operator')).body.data.ticket
  const begin = (ticket: string, mail_code: string) =>
    send(t, 'POST', '/auth/second-factor/set-up', { ticket, kind: 'app', mail_code })
  expect((await begin(second, code)).status).toBe(422)
  // A right one is no try.
  for (let n = 0; n < 7; n++) expect((await begin(first, code)).status).toBe(200)
  const other = code === '111111' ? '222222' : '111111'
  for (let n = 0; n < 4; n++) expect((await begin(second, other)).status).toBe(422)
  const full = await begin(second, await mailedCode(t, 'operator'))
  expect([full.status, full.retryAfter, full.body.errors.mail_code]).toEqual([
    429,
    '1',
    'Too many wrong codes. Please begin again.',
  ])
  expect((await mails()).filter(m => m.subject.includes('wrong codes'))).toHaveLength(1)
  // Whoever knows the password sends no flood of mails.
  later(3_600_000)
  // Each from a network of its own, so that no limit of passwords stands before that of mails.
  let networks = 0
  const again = () => login(t, 'operator', { ip: `198.51.100.${++networks}` })
  const replies = []
  for (let n = 0; n < 20; n++) replies.push((await again()).status)
  expect(replies).toEqual([...Array(18).fill(200), 429, 429])
  const refused = await again()
  expect(refused.body.message).toBe('You were mailed 20 codes within a day. Please wait 23 hours.')
  later((Number(refused.retryAfter) - 1) * 1000)
  expect((await again()).status).toBe(429)
  later(1000)
  expect((await again()).status).toBe(200)
})

test('a company that needs a factor, with days of its own', async () => {
  const { companyId } = t.world.one
  await sql`insert into company_sign_in (company_id, needs_second_factor, second_factor_since, grace_days)
    values (${companyId}, true, ${now}, 3)`.execute(t.db)
  expect((await login(t, 'viewer')).body.data.second_factor_from).toBe(
    new Date(now.getTime() + 3 * DAY_MS).toISOString(),
  )
  expect((await enter('stranger')).second_factor_from).toBeUndefined()
  later(3 * DAY_MS + 1000)
  expect((await login(t, 'viewer')).body.data).toMatchObject({ step: 'set up' })
  // An account that is made later has the days from then.
  await sql`update app_user set created_at = ${now} where username = 'viewer'`.execute(t.db)
  expect((await login(t, 'viewer')).body.data.second_factor_from).toBe(
    new Date(now.getTime() + 3 * DAY_MS).toISOString(),
  )
})

test('an administrator resets the factors of a user: within the scope, of nobody above, with entry and mail', async () => {
  const { secret } = await withApp('operator')
  const id = t.world.userIds.operator
  const reset = (headers: Record<string, string>, userId = id) =>
    send(t, 'POST', `/cms/v1/user/${userId}/second-factor/reset`, undefined, { headers })
  const as = async (who: Person) => (await enter(who)).headers
  expect((await reset(await as('viewer'))).status).toBe(403)
  expect((await reset(await as('stranger'))).status).toBe(404)
  expect((await reset({})).status).toBe(401)
  const admin = await as('admin')
  const seen = await send(t, 'GET', `/cms/v1/user/${id}/second-factor`, undefined, { headers: admin })
  expect(seen.body.data).toMatchObject({ factors: [{ name: 'Phone' }], whyKept: null })
  expect(JSON.stringify(seen.body)).not.toContain(secret)
  expect((await reset(admin, t.world.userIds.admin)).status).toBe(409)
  expect((await reset(admin, t.world.userIds.viewer)).status).toBe(409)
  const waiting = await ticketOf(t, 'operator')
  await sql`delete from outbox`.execute(t.db)
  const both = await Promise.all([reset(admin), reset(admin)])
  expect(both.map(r => r.status).toSorted()).toEqual([200, 409])
  expect((await mails()).map(m => [m.recipient, m.body])).toEqual([
    ['operator@example.com', expect.stringContaining('admin has removed all second factors')],
  ])
  expect(await audited('reset-second-factor')).toMatchObject({ feature: 'Users', recordId: String(id) })
  expect((await secondStep(t, { ticket: waiting, code: codeAt(secret, now) })).status).toBe(401)
  expect((await login(t, 'operator')).body.data.access_token).toBeDefined()
  // Nobody resets somebody with more rights, in the same company either.
  await withApp('root')
  expect((await reset(admin, t.world.userIds.root)).status).toBe(404)
  const { companyId } = t.world.one
  const all = { canView: true, canCreate: false, canUpdate: true, canDelete: false }
  const desk = await roles.create(t.db, companyId, 'Desk of users', [{ featureId: featureIdOf('Users'), ...all }])
  await sql`update team_member set role_id = ${desk} where user_id = ${t.world.userIds.finance}`.execute(t.db)
  await addApp(t, admin, now)
  const clerk = await as('finance')
  const seenAbove = await send(t, 'GET', `/cms/v1/user/${t.world.userIds.admin}/second-factor`, undefined, {
    headers: clerk,
  })
  expect(seenAbove.body.data.whyKept).toEqual(expect.any(String))
  const above = await reset(clerk, t.world.userIds.admin)
  expect([above.status, above.body.errors.userId]).toEqual([403, seenAbove.body.data.whyKept])
})

test('a dangerous act asks again once the proof is 15 minutes old; whoever has a factor proves by it', async () => {
  const { headers, secret } = await withApp('admin')
  const dangerous = (h = headers) => send(t, 'POST', `${OWN}/recovery-codes`, undefined, { headers: h })
  later(14 * 60_000)
  expect((await dangerous()).status).toBe(200)
  later(2 * 60_000)
  const refused = await dangerous()
  expect([refused.status, refused.body.needs]).toEqual([403, 'proof'])
  const begin = async (h = headers) => (await send(t, 'POST', '/auth/proof/begin', undefined, { headers: h })).body.data
  const { ticket, ways } = await begin()
  expect(ways).toEqual(['app', 'recovery code'])
  const prove = (body: object, h = headers) => send(t, 'POST', '/auth/proof', body, { headers: h })
  expect((await prove({ ticket, password: encodePassword(PASSWORD) })).status).toBe(409)
  const { headers: stranger } = await enter('viewer')
  expect((await prove({ ticket, code: codeAt(secret, now) }, stranger)).status).toBe(409)
  const wrong = await Promise.all(Array.from({ length: 10 }, () => prove({ ticket, code: wrongCode(secret, now) })))
  expect(wrong.map(r => r.status).toSorted()).toEqual([...Array(5).fill(422), ...Array(5).fill(429)])
  expect((await dangerous()).status).toBe(403)
  const fresh = await begin()
  expect((await prove({ ticket: fresh.ticket, code: codeAt(secret, now) })).status).toBe(200)
  expect((await dangerous()).status).toBe(200)
  // The proof is of that browser alone.
  later(STEP_MS)
  const r = await secondStep(t, { ticket: await ticketOf(t, 'admin'), code: codeAt(secret, now), remember: true })
  later(16 * 60_000)
  expect((await dangerous(bearer(r.body.data))).status).toBe(403)
  // A remembered browser lets in, and proves nothing.
  const trusted = await login(t, 'admin', { browser: r.body.data.browser })
  expect((await dangerous(bearer(trusted.body.data))).status).toBe(403)
})

test('whoever has no factor proves by the password', async () => {
  const { headers } = await enter('admin')
  later(16 * 60_000)
  const { roles } = t.world.one
  const url = `/cms/v1/role/${roles.Viewer}`
  const { roleName, access } = (await send(t, 'GET', url, undefined, { headers })).body.data
  const change = () => send(t, 'PUT', url, { roleName, access }, { headers })
  expect((await change()).body.needs).toBe('proof')
  const { ticket, ways } = (await send(t, 'POST', '/auth/proof/begin', undefined, { headers })).body.data
  expect(ways).toEqual(['password'])
  const prove = (password: string) => send(t, 'POST', '/auth/proof', { ticket, password }, { headers })
  expect((await prove(encodePassword('wrong#Pass12'))).body.errors).toEqual({ password: 'The password is not right' })
  expect((await prove('no base64!')).status).toBe(422)
  expect((await prove(encodePassword(PASSWORD))).status).toBe(200)
  expect((await change()).status).toBe(200)
  expect((await prove(encodePassword(PASSWORD))).status).toBe(409)
  expect(await audited('prove')).toMatchObject({ feature: 'Session', after: { way: 'password' } })
})
