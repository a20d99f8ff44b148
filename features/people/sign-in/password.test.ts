// New passwords: the code, its tries, its single use, replies that do not reveal whether a username exists, and
// sessions that end (D-AUTH-3, D-AUTH-5 to D-AUTH-7).
import { sql } from 'kysely'
import pg from 'pg'
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import * as mail from '#office/mail/mail.store.ts'
import { newCode } from '#people/users/reset-code.store.ts'
import { PASSWORD, type Person, startApp, type TestApp } from '#testing/app.ts'
import { ChangeForm, newPassword, ResetForm, readNewPassword } from './password.rules.ts'
import { encodePassword, PASSWORD_RULE } from './sign-in.rules.ts'

const NEW = 'another#Pass1'
const MINUTE = 60_000
let t: TestApp
let now = new Date('2026-03-02T10:00:00Z')
beforeAll(async () => {
  t = await startApp({ now: () => now })
})
afterAll(() => t.close())
// Every test has a day of its own: codes and attempts of another do not reach into it.
beforeEach(() => {
  now = new Date(now.getTime() + 25 * 60 * MINUTE)
})

const post = (url: string, payload: object, { remoteAddress = '10.0.0.1', headers = {} } = {}) =>
  t.app.inject({ method: 'POST', url, payload, remoteAddress, headers })
const ask = (username: string, remoteAddress?: string) =>
  post('/auth/resetpwdrequest', { username }, remoteAddress ? { remoteAddress } : {})
let resets = 0
/** Each reset has a password of its own, because the present one is refused. */
const another = () => `reset#Pass${++resets}0`
const reset = (username: string, otp: unknown, password = another(), remoteAddress?: string) =>
  post(
    '/auth/resetpwd',
    { username, otp, new_password: encodePassword(password) },
    remoteAddress ? { remoteAddress } : {},
  )
const signIn = async (username: string, password: string, remoteAddress = '10.9.9.9') =>
  (await post('/auth/login', { username, password: encodePassword(password) }, { remoteAddress })).statusCode
const lettersTo = async (person: Person) =>
  (await mail.newest(t.db)).filter(m => m.recipient === `${person}@example.com`)
const codeOf = async (person: Person): Promise<string> =>
  /code is (\d{6})\b/.exec((await lettersTo(person))[0]?.body ?? '')?.[1] ?? ''
const wrong = (code: string) => (code === '999999' ? '999998' : '999999')
const said = (r: Awaited<ReturnType<typeof post>>) => [r.statusCode, r.json().message]
const INVALID = [422, 'Invalid or expired OTP']
const changes = (action: string, person: Person) =>
  sql<{ after: unknown; ip: string; username: string; teamId: number }>`
    select username, ip, after, team_id from audit_entry
    where action = ${action} and feature = 'Session' and record_id = ${String(t.world.userIds[person])}`.execute(t.db)

test('a mailed code sets a new password, once; the old password and every older token end', async () => {
  const { authorization } = await t.as('operator')
  const access: number[] = []
  const off = t.services.bus.onEvent(({ event }) => {
    if (event.type === 'access') access.push(event.userId)
  })
  expect(said(await ask('OPERATOR'))).toEqual([200, 'OTP has been sent to your registered email'])
  const [letter] = await lettersTo('operator')
  expect(letter).toMatchObject({ channel: 'mail', subject: 'Wattdesk: your one-time code' })
  expect(letter?.body).toContain('http://portal.test/reset')
  const code = await codeOf('operator')
  const kept = await sql<{ codeHash: string }>`select code_hash from reset_code`.execute(t.db)
  expect(kept.rows[0]?.codeHash).not.toContain(code)

  expect(said(await reset('operator', code, NEW))).toEqual([200, 'Password reset successfully'])
  off()
  expect(access).toEqual([t.world.userIds.operator])
  const old = await t.app.inject({ url: '/cms/v1/profile', headers: { authorization } })
  expect(said(old)).toEqual([401, 'Invalid token.'])
  expect(await signIn('operator', PASSWORD)).toBe(401)
  expect(await signIn('operator', NEW)).toBe(200)
  expect(said(await reset('operator', code, 'yet#Another12'))).toEqual(INVALID)
  expect(await signIn('operator', NEW)).toBe(200)

  const { rows } = await changes('reset-password', 'operator')
  expect(rows).toEqual([{ username: 'operator', ip: '10.0.0.1', after: null, teamId: t.world.one.companyId }])
  const everything = JSON.stringify((await sql`select * from audit_entry`.execute(t.db)).rows)
  expect(everything).not.toContain(code)
  expect(everything).not.toContain(NEW)
})

test('the password that somebody has is no new one, by code nor by change; the code stays for another', async () => {
  const refused = [422, 'The new password must differ from the old one']
  await ask('operator')
  const code = await codeOf('operator')
  const same = await reset('operator', code, NEW)
  expect([said(same), same.json().errors]).toEqual([refused, { new_password: refused[1] }])
  // The refusal tells a stranger nothing about the password.
  expect(said(await reset('operator', wrong(code), NEW))).toEqual(INVALID)
  expect(said(await reset('operator', code, 'other#Pass12'))).toEqual([200, 'Password reset successfully'])
  const login = { username: 'operator', password: encodePassword('other#Pass12') }
  const { access_token } = (await post('/auth/login', login)).json().data
  const change = (next: string) =>
    post(
      '/auth/changepwd',
      { old_password: encodePassword('other#Pass12'), new_password: encodePassword(next) },
      { headers: { authorization: `Bearer ${access_token}` } },
    )
  const unchanged = await change('other#Pass12')
  expect([said(unchanged), unchanged.json().errors]).toEqual([refused, { new_password: refused[1] }])
  expect((await change(NEW)).statusCode).toBe(200)
})

test('of fifty tries with the right code at once exactly one succeeds', async () => {
  await ask('finance')
  const code = Number(await codeOf('finance'))
  const all = await Promise.all(Array.from({ length: 50 }, (_, i) => reset('finance', code, `parallel#Pass${i}`)))
  expect(all.filter(r => r.statusCode === 200)).toHaveLength(1)
  expect(all.filter(r => r.statusCode === 422)).toHaveLength(49)
  const won = all.findIndex(r => r.statusCode === 200)
  expect(await signIn('finance', `parallel#Pass${won}`)).toBe(200)
})

test('five wrong tries, also at once, close a code', async () => {
  await ask('viewer')
  const code = await codeOf('viewer')
  const tries = await Promise.all(Array.from({ length: 20 }, () => reset('viewer', wrong(code))))
  for (const r of tries) expect(said(r)).toEqual(INVALID)
  const { rows } = await sql`select wrong_tries from reset_code where user_id = ${t.world.userIds.viewer}`.execute(t.db)
  expect(rows).toEqual([{ wrongTries: 5 }])
  expect(said(await reset('viewer', code))).toEqual(INVALID)
})

test('four wrong tries leave it open; ten minutes do not', async () => {
  await ask('viewer')
  const code = await codeOf('viewer')
  for (let i = 0; i < 4; i++) expect(said(await reset('viewer', wrong(code)))).toEqual(INVALID)
  now = new Date(now.getTime() + 10 * MINUTE)
  expect(said(await reset('viewer', code))).toEqual(INVALID)
  now = new Date(now.getTime() - 1)
  expect((await reset('viewer', code)).statusCode).toBe(200)
})

test('a request within a minute answers the same and sends nothing; a later one replaces the code', async () => {
  const first = await ask('viewer')
  const before = (await lettersTo('viewer')).length
  const code = await codeOf('viewer')
  now = new Date(now.getTime() + MINUTE - 1)
  const soon = await ask('viewer')
  expect([soon.statusCode, soon.body]).toEqual([first.statusCode, first.body])
  expect(await lettersTo('viewer')).toHaveLength(before)
  now = new Date(now.getTime() + 1)
  await ask('viewer')
  expect(await lettersTo('viewer')).toHaveLength(before + 1)
  const next = await codeOf('viewer')
  if (next !== code) expect(said(await reset('viewer', code))).toEqual(INVALID)
  expect((await reset('viewer', next)).statusCode).toBe(200)
  // Used within its minute: still none is sent before the minute is over.
  await ask('viewer')
  expect(await lettersTo('viewer')).toHaveLength(before + 1)
})

test('two requests at once send one code', async () => {
  const before = (await lettersTo('viewer')).length
  await Promise.all(Array.from({ length: 8 }, () => ask('viewer')))
  expect(await lettersTo('viewer')).toHaveLength(before + 1)
})

test('a code is one user’s own', async () => {
  await ask('viewer')
  await ask('operator')
  const code = await codeOf('viewer')
  if (code !== (await codeOf('operator'))) expect(said(await reset('operator', code))).toEqual(INVALID)
  expect((await reset('viewer', code)).statusCode).toBe(200)
})

/** Texts of the statements of our own that run while `work` does. */
async function statementsOf(work: () => Promise<unknown>): Promise<string[]> {
  const spy = vi.spyOn(pg.Client.prototype, 'query')
  await work()
  // Only the product's own statements are prepared under a name, not those of the job queue; bills are posted beside all work.
  const texts = spy.mock.calls.flatMap(([q]) => {
    const { name, text } = (typeof q === 'object' && q !== null ? q : {}) as { name?: string; text?: string }
    return name !== undefined && text !== undefined && !text.includes('bill_to_post') ? [text] : []
  })
  spy.mockRestore()
  return texts
}

test('a request does the same for a known user, an unknown one and one who asked just now', async () => {
  const end = (texts: string[]) => texts.map(s => s.replace('rollback to savepoint', 'release savepoint'))
  const known = await statementsOf(() => ask('viewer'))
  expect(known.filter(s => /reset_code|outbox|pgboss/.test(s)).length).toBeGreaterThanOrEqual(3)
  expect(known.at(-1)).toBe('release savepoint letter')
  const again = await statementsOf(() => ask('viewer'))
  expect(again.at(-1)).toBe('rollback to savepoint letter')
  expect(end(again)).toEqual(known)
  expect(end(await statementsOf(() => ask('no-such-user')))).toEqual(known)
})

test('a wrong try does the same for a known user and an unknown one', async () => {
  await ask('viewer')
  const code = await codeOf('viewer')
  const known = await statementsOf(() => reset('viewer', wrong(code)))
  expect(await statementsOf(() => reset('no-such-user', wrong(code)))).toEqual(known)
  expect(known.some(s => s.includes('update reset_code'))).toBe(true)
})

test('unknown and switched-off users get the same answer, no letter and no row of a code', async () => {
  const outbox = async () => (await mail.newest(t.db)).length
  const before = await outbox()
  const known = await ask('viewer')
  expect(await outbox()).toBe(before + 1)
  await sql`update app_user set is_active = false where username = 'operator'`.execute(t.db)
  await sql`update team set is_active = false where id = ${t.world.two.companyId}`.execute(t.db)
  for (const name of ['no-such-user', 'operator', 'stranger']) {
    const r = await ask(name)
    expect([r.statusCode, r.body]).toEqual([known.statusCode, known.body])
  }
  await sql`update app_user set is_active = true`.execute(t.db)
  await sql`update team set is_active = true`.execute(t.db)
  expect(await outbox()).toBe(before + 1)
  const { rows } = await sql<{ n: number }>`select count(*) as n from reset_code where sent_at = ${now}`.execute(t.db)
  expect(rows[0]?.n).toBe(1)
  expect(said(await reset('no-such-user', 123456))).toEqual(INVALID)
  expect((await reset('no-such-user', 123456)).json().errors.otp).toMatch(
    /^Invalid or expired OTP\. .*10 minutes; after 5 wrong codes please ask for a new one\.$/,
  )
})

test('too many requests and tries of one address are refused, known or not; another address goes on', async () => {
  for (let i = 0; i < 30; i++) {
    expect((await ask(`name-${i}`, '10.7.0.1')).statusCode).toBe(200)
    expect((await reset(`name-${i}`, 123456, NEW, '10.7.0.1')).statusCode).toBe(422)
  }
  const tooMany = [429, 'Too many attempts. Please try again later.']
  expect(said(await ask('viewer', '10.7.0.1'))).toEqual(tooMany)
  const closed = await reset('viewer', 123456, NEW, '10.7.0.1')
  expect(said(closed)).toEqual(tooMany)
  expect(closed.headers['retry-after']).toBe('900')
  expect(closed.json().errors).toEqual({ otp: 'Too many codes were tried. Please wait 15 minutes.' })
  expect((await ask('viewer', '10.7.0.2')).statusCode).toBe(200)
  now = new Date(now.getTime() + 15 * MINUTE)
  expect((await ask('viewer', '10.7.0.1')).statusCode).toBe(200)
})

test('of a hundred requests at once from one address sixty are answered', async () => {
  const all = await Promise.all(Array.from({ length: 100 }, (_, i) => ask(`name-${i}`, '10.7.1.1')))
  expect(all.filter(r => r.statusCode === 200)).toHaveLength(60)
  expect(all.filter(r => r.statusCode === 429)).toHaveLength(40)
})

test('whoever else asks for a code of this user, the user gets one', async () => {
  const before = (await lettersTo('viewer')).length
  for (let i = 0; i < 120; i++) expect((await ask('viewer', `10.8.${i}.1`)).statusCode).toBe(200)
  for (let i = 0; i < 70; i++) await ask('viewer', '10.8.0.1')
  // The first of them sent the user a code; the user's own request a minute later sends the next.
  expect(await lettersTo('viewer')).toHaveLength(before + 1)
  now = new Date(now.getTime() + MINUTE)
  expect(said(await ask('viewer', '10.8.250.1'))).toEqual([200, 'OTP has been sent to your registered email'])
  expect(await lettersTo('viewer')).toHaveLength(before + 2)
  expect((await reset('viewer', await codeOf('viewer'), another(), '10.8.250.1')).statusCode).toBe(200)
})

test.each(['finance', 'nobody-of-that-name'])(
  'wrong codes of %s from everywhere cost others seconds, no day',
  async name => {
    const guess = (n: number) => reset(name, 123456, NEW, `10.8.${n}.1`)
    for (let i = 0; i < 50; i++) expect((await guess(i)).statusCode).toBe(422)
    expect((await guess(51)).statusCode).toBe(429)
    now = new Date(now.getTime() + 1000)
    expect((await guess(52)).statusCode).toBe(422)
    const waits: number[] = []
    for (let i = 0; i < 8; i++) {
      const r = await guess(60 + i)
      expect(said(r)).toEqual([429, 'Too many attempts. Please try again later.'])
      waits.push(Number(r.headers['retry-after']))
      now = new Date(now.getTime() + Number(r.headers['retry-after']) * 1000)
      expect((await guess(70 + i)).statusCode).toBe(422)
    }
    expect(waits).toEqual([2, 4, 8, 16, 32, 60, 60, 60])
  },
)

test('strangers cannot use up the tries of whoever signed in from here before', async () => {
  await setBack('viewer')
  expect(await signIn('viewer', PASSWORD, '10.5.5.5')).toBe(200)
  await ask('viewer', '10.5.5.5')
  const code = await codeOf('viewer')
  for (let i = 0; i < 60; i++) await reset('viewer', wrong(code), NEW, `10.6.${i}.1`)
  expect(said(await reset('viewer', code, NEW, '10.6.99.1'))[0]).not.toBe(200)
  for (let i = 0; i < 4; i++) expect(said(await reset('viewer', wrong(code), NEW, '10.5.5.5'))).toEqual(INVALID)
  expect((await reset('viewer', code, another(), '10.5.5.5')).statusCode).toBe(200)
  await setBack('viewer')
})

test.each<[string, object, Record<string, string>]>([
  ['/auth/resetpwdrequest', {}, { username: 'Username is required' }],
  ['/auth/resetpwdrequest', { username: 'x'.repeat(101) }, { username: 'Username should be 100 characters or less' }],
  [
    '/auth/resetpwd',
    {},
    { username: 'Username is required', otp: 'Please input otp', new_password: 'New Password is required' },
  ],
  ['/auth/resetpwd', { username: 'x', otp: '', new_password: 'eA==' }, { otp: 'Please input otp' }],
  ['/auth/resetpwd', { username: 'x', otp: '12a', new_password: 'eA==' }, { otp: 'Numbers is allowed' }],
  ['/auth/resetpwd', { username: 'x', otp: [1], new_password: 'eA==' }, { otp: 'Numbers is allowed' }],
  [
    '/auth/resetpwd',
    { username: 'x', otp: 1, new_password: 'not base64!' },
    { new_password: 'Password must be base64-encoded' },
  ],
  [
    '/auth/resetpwd',
    { username: 'x', otp: 1, new_password: encodePassword('short1@') },
    { new_password: PASSWORD_RULE },
  ],
  [
    '/auth/resetpwd',
    { username: 'x', otp: 1, new_password: encodePassword(`a1@${'x'.repeat(126)}`) },
    { new_password: 'New Password should be 128 characters or less' },
  ],
  [
    '/auth/resetpwd',
    { username: 'x', otp: 1, new_password: encodePassword('abcdefgh1@\0') },
    { new_password: 'New Password has a character that cannot be stored' },
  ],
])('%s refuses %j with a text per field', async (url, body, errors) => {
  const r = await post(url, body)
  expect(r.statusCode).toBe(422)
  expect(r.json().errors).toEqual(errors)
})

test('a change refuses a zero character in the old and in the new password, on its field', async () => {
  const headers = await t.as('viewer')
  const refused = async (old: string, next: string) => {
    const r = await change(headers, old, next)
    return [r.statusCode, r.json().errors]
  }
  expect(await refused(PASSWORD, 'abcdefgh1@\0')).toEqual([
    422,
    { new_password: 'New Password has a character that cannot be stored' },
  ])
  expect(await refused(`${PASSWORD}\0`, 'abcdefgh1@')).toEqual([
    422,
    { old_password: 'Old Password has a character that cannot be stored' },
  ])
})

test('a password against the rule costs no try of the code', async () => {
  await ask('viewer')
  const code = await codeOf('viewer')
  for (let i = 0; i < 6; i++) expect((await reset('viewer', code, 'abcdefghij')).statusCode).toBe(422)
  expect((await reset('viewer', code)).statusCode).toBe(200)
})

const setBack = (person: Person) =>
  sql`update app_user set password_hash = (select password_hash from app_user where username = 'admin')
    where username = ${person}`.execute(t.db)
const change = (headers: object, old: string, next: string, more: object = {}, remoteAddress = '10.0.0.1') =>
  post(
    '/auth/changepwd',
    { old_password: encodePassword(old), new_password: encodePassword(next), ...more },
    { headers, remoteAddress },
  )

test('a change with the old password ends the older token and brings a fresh one', async () => {
  await setBack('viewer')
  const headers = await t.as('viewer')
  const { promise: heard, resolve } = Promise.withResolvers<number>()
  const off = t.services.bus.onEvent(({ event }) => {
    if (event.type === 'access') resolve(event.userId)
  })
  const r = await change(headers, PASSWORD, 'changed#Pass12')
  expect(said(r)).toEqual([200, 'Password updated successfully'])
  expect(await heard).toBe(t.world.userIds.viewer)
  off()
  const profile = (authorization: string) => t.app.inject({ url: '/cms/v1/profile', headers: { authorization } })
  expect((await profile(headers.authorization)).statusCode).toBe(401)
  expect((await profile(`Bearer ${r.json().data.access_token}`)).json().data.username).toBe('viewer')
  expect(await signIn('viewer', 'changed#Pass12')).toBe(200)
  expect((await changes('change-password', 'viewer')).rows).toHaveLength(1)
  const everything = JSON.stringify((await sql`select * from audit_entry`.execute(t.db)).rows)
  expect(everything).not.toContain('changed#Pass12')
  expect(everything).not.toContain(encodePassword('changed#Pass12'))
  await setBack('viewer')
})

test('a wrong old password is refused whatever the code, and ten of them close the door', async () => {
  const headers = await t.as('viewer')
  await ask('viewer')
  const otp = await codeOf('viewer')
  const OLD = [422, 'Old password is incorrect']
  expect(said(await change(headers, 'wrong', NEW, { otp }, '10.6.0.1'))).toEqual(OLD)
  for (let i = 1; i < 10; i++) expect(said(await change(headers, 'wrong', NEW, {}, '10.6.0.1'))).toEqual(OLD)
  expect((await change(headers, PASSWORD, NEW, {}, '10.6.0.1')).statusCode).toBe(429)
  const r = await change(headers, PASSWORD, NEW, { otp }, '10.6.0.2')
  expect(r.statusCode).toBe(200)
  await setBack('viewer')
})

test('a code in the body must be the valid one', async () => {
  const headers = await t.as('viewer')
  await ask('viewer')
  const code = await codeOf('viewer')
  expect(said(await change(headers, PASSWORD, NEW, { otp: wrong(code) }))).toEqual(INVALID)
  expect((await change(headers, PASSWORD, NEW, { otp: '' })).json().errors).toEqual({ otp: 'Please input otp' })
  expect((await change(headers, PASSWORD, 'abc')).json().errors).toEqual({ new_password: PASSWORD_RULE })
  expect((await change(headers, PASSWORD, NEW, { otp: Number(code) })).statusCode).toBe(200)
  await setBack('viewer')
})

test('the forms say per field what the server says', () => {
  const textsOf = (r: { error?: { issues: { path: PropertyKey[]; message: string }[] } }) => {
    const texts: Record<string, string> = {}
    for (const i of r.error?.issues ?? []) texts[String(i.path[0])] ??= i.message
    return texts
  }
  const empty = { otp: '', new_password: '', confirm: '' }
  const missing = {
    otp: 'Please input otp',
    new_password: 'New Password is required',
    confirm: 'Confirm New Password is required',
  }
  expect(textsOf(ResetForm.safeParse(empty))).toEqual(missing)
  expect(textsOf(ChangeForm.safeParse({ ...empty, old_password: '' }))).toEqual({
    ...missing,
    old_password: 'Old Password is required',
  })
  expect(textsOf(ResetForm.safeParse({ otp: 'x', new_password: 'abc', confirm: '' }))).toEqual({
    otp: 'Numbers is allowed',
    new_password: PASSWORD_RULE,
    confirm: "Passwords doesn't match",
  })
  expect(ResetForm.safeParse({ otp: 123456, new_password: NEW, confirm: NEW }).success).toBe(true)
  for (const p of ['', 'abc', 'abcdefgh1@', ' spaces #1 count ', 'abcdefgh1@\0']) {
    const read = readNewPassword(encodePassword(p), 'New Password')
    if (p === '') expect(read).toEqual({ refused: 'Password must be base64-encoded' })
    else expect('password' in read).toBe(newPassword('New Password').safeParse(p).success)
  }
})

test('a code has six digits and no 0 in front', () => {
  const all = Array.from({ length: 2000 }, newCode)
  for (const code of all) expect(code).toMatch(/^[1-9]\d{5}$/)
  expect(new Set(all).size).toBeGreaterThan(1900)
})

test('a code mailed to an address that is no longer the user’s opens nothing, whoever changed it', async () => {
  const profile = {
    firstName: 'Some',
    lastName: 'Body',
    language: 'en',
    address: { zipcode: '', city: '', country: 'IN' },
  }
  const headers = await t.as('nobody')
  await ask('nobody')
  const first = await codeOf('nobody')
  expect(first).toMatch(/^\d{6}$/)
  const moved = await t.app.inject({
    method: 'PUT',
    url: '/cms/v1/user',
    headers,
    payload: { ...profile, email: 'nobody.new@example.com' },
  })
  expect(moved.statusCode).toBe(200)
  expect(said(await reset('nobody', first))).toEqual(INVALID)

  now = new Date(now.getTime() + 2 * MINUTE)
  await ask('nobody')
  const second = /code is (\d{6})\b/.exec(
    (await mail.newest(t.db)).find(m => m.recipient === 'nobody.new@example.com')?.body ?? '',
  )?.[1]
  const managed = await t.app.inject({
    method: 'PUT',
    url: `/cms/v1/user/${t.world.userIds.nobody}`,
    headers: await t.as('admin'),
    payload: {
      username: 'nobody',
      firstName: 'Some',
      lastName: 'Body',
      email: 'nobody@example.com',
      phone: '9876543210',
    },
  })
  expect(managed.statusCode).toBe(200)
  expect(said(await reset('nobody', second))).toEqual(INVALID)
})
