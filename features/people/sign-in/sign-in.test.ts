// Sign-in: who may sign in, the words of refusals (D-AUTH-1 to D-AUTH-6), and how long a token is valid.
import { SignJWT } from 'jose'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { PASSWORD, startApp, type TestApp } from '#testing/app.ts'
import { decodePassword, encodePassword, isPassword } from './sign-in.rules.ts'

let t: TestApp
beforeAll(async () => {
  t = await startApp()
})
afterAll(() => t.close())

const signIn = (username: unknown, password: unknown, remoteAddress = '127.0.0.1') =>
  t.app.inject({ method: 'POST', url: '/auth/login', payload: { username, password } as object, remoteAddress })
const profile = (authorization?: string) =>
  t.app.inject({ url: '/cms/v1/profile', headers: authorization === undefined ? {} : { authorization } })

test('the right password gives a token and the user with roles and flags', async () => {
  const r = await signIn('Operator', encodePassword(PASSWORD))
  expect(r.statusCode).toBe(200)
  const { data, message } = r.json()
  expect(message).toBe('Login successful')
  expect(data.user).toMatchObject({ username: 'operator', company: { id: t.world.one.companyId, name: 'One' } })
  expect(data.user.role).toHaveLength(1)
  expect(data.user.role[0]).toMatchObject({ teamId: t.world.one.teamId, teamName: 'One North', roleName: 'Operator' })
  const flags = data.user.role[0].access
  expect(flags).toHaveLength(22)
  expect(flags[1]).toEqual({
    featureId: 2,
    featureName: 'ChargerPoint',
    view: 'Y',
    create: 'Y',
    update: 'Y',
    delete: 'N',
  })
  const claims = JSON.parse(Buffer.from(data.access_token.split('.')[1], 'base64url').toString())
  expect(claims).toMatchObject({
    username: 'operator',
    userType: 'USER',
    companyType: 'P',
    companyId: t.world.one.companyId,
    ver: 1,
  })
  expect(claims.exp - claims.iat).toBe(12 * 3600)
  expect((await profile(`Bearer ${data.access_token}`)).json().data).toMatchObject({ username: 'operator' })
})

test.each([
  ['a wrong password', 'operator', encodePassword('wrong')],
  ['an unknown user', 'who-is-this', encodePassword(PASSWORD)],
])('%s is answered 401 with the same words', async (_what, username, password) => {
  const r = await signIn(username, password)
  expect(r.statusCode).toBe(401)
  expect(r.json()).toEqual({ success: false, message: 'Invalid username or password' })
})

test.each([
  [{}, { username: 'Username is required', password: 'Password is required' }],
  [{ username: '  ', password: 'eA==' }, { username: 'Username is required' }],
  [{ username: 'x', password: '' }, { password: 'Password is required' }],
  [{ username: 'x', password: 'not base64!' }, { password: 'Password must be base64-encoded' }],
  [{ username: 'x', password: '/w==' }, { password: 'Password must be base64-encoded' }],
  // Half a character as bytes is no UTF-8.
  [{ username: 'x', password: '7aCA' }, { password: 'Password must be base64-encoded' }],
  [{ username: 'x', password: encodePassword('a\0b') }, { password: 'Password has a character that cannot be stored' }],
  [
    { username: 7, password: ['x'] },
    { username: 'Username must be text', password: 'Password must be text' },
  ],
])('a bad body is refused with a text per field: %j', async (payload, errors) => {
  const r = await t.app.inject({ method: 'POST', url: '/auth/login', payload })
  expect(r.statusCode).toBe(422)
  expect(r.json().errors).toMatchObject(errors)
})

test('a body that is no JSON is refused and hides nothing inside', async () => {
  const r = await t.app.inject({
    method: 'POST',
    url: '/auth/login',
    payload: '{"username":',
    headers: { 'content-type': 'application/json' },
  })
  expect(r.statusCode).toBe(422)
  expect(r.json().success).toBe(false)
})

test('a disabled user, a disabled company and an unverified user are told so, after the password only', async () => {
  const say = async (change: string, undo: string) => {
    await sql.raw(change).execute(t.db)
    const right = await signIn('stranger', encodePassword(PASSWORD))
    const wrong = await signIn('stranger', encodePassword('wrong'), '10.0.0.9')
    await sql.raw(undo).execute(t.db)
    expect(wrong.statusCode).toBe(401)
    return [right.statusCode, right.json().message]
  }
  const inactive = [403, 'Your account is inactive. Please contact support.']
  const id = t.world.two.companyId
  expect(
    await say(
      `update app_user set is_active = false where username = 'stranger'`,
      `update app_user set is_active = true`,
    ),
  ).toEqual(inactive)
  expect(await say(`update team set is_active = false where id = ${id}`, `update team set is_active = true`)).toEqual(
    inactive,
  )
  expect(
    await say(`update team set valid_until = current_date - 1 where id = ${id}`, `update team set valid_until = null`),
  ).toEqual(inactive)
  expect(
    await say(
      `update app_user set is_verified = false where username = 'stranger'`,
      `update app_user set is_verified = true`,
    ),
  ).toEqual([403, 'Please verify your email before login.'])
})

const TOO_MANY = [429, 'Too many attempts. Please try again later.']
const said = (r: Awaited<ReturnType<typeof signIn>>) => [r.statusCode, r.json().message]
const later = (minutes: number) => sql`update sign_in_try set at = at - make_interval(mins => ${minutes})`.execute(t.db)

test('ten failures from one address close the door there, not elsewhere', async () => {
  for (let i = 0; i < 10; i++)
    expect((await signIn('viewer', encodePassword('wrong'), '10.1.1.1')).statusCode).toBe(401)
  const closed = await signIn('VIEWER', encodePassword(PASSWORD), '10.1.1.1')
  expect(said(closed)).toEqual(TOO_MANY)
  expect(Number(closed.headers['retry-after'])).toBeGreaterThan(14 * 60)
  expect(Number(closed.headers['retry-after'])).toBeLessThanOrEqual(15 * 60)
  expect((await signIn('viewer', encodePassword(PASSWORD), '10.1.1.2')).statusCode).toBe(200)
  await later(16)
  expect((await signIn('viewer', encodePassword(PASSWORD), '10.1.1.1')).statusCode).toBe(200)
})

test('of two hundred guesses at once ten are looked at, also where the username is nobody’s', async () => {
  for (const username of ['viewer', 'nobody of that name']) {
    const all = await Promise.all(
      Array.from({ length: 200 }, (_, i) => signIn(username, encodePassword(`guess ${i}`), '10.1.2.1')),
    )
    expect(all.filter(r => r.statusCode === 401)).toHaveLength(10)
    expect(all.filter(r => r.statusCode === 429)).toHaveLength(190)
  }
})

test('an IPv6 network is one address, whatever its last 64 bits', async () => {
  for (let i = 0; i < 10; i++)
    expect((await signIn('viewer', encodePassword('wrong'), `2001:db8::a:${i}`)).statusCode).toBe(401)
  expect(said(await signIn('viewer', encodePassword(PASSWORD), '2001:0db8:0:0:ffff::1'))).toEqual(TOO_MANY)
  expect((await signIn('viewer', encodePassword(PASSWORD), '2001:db8:0:1::1')).statusCode).toBe(200)
})

test('however often one address guesses, the owner gets in from another one', async () => {
  for (let i = 0; i < 150; i++) await signIn('finance', encodePassword('wrong'), '10.1.3.1')
  expect((await signIn('finance', encodePassword(PASSWORD), '10.1.3.2')).statusCode).toBe(200)
})

describe('a hundred failures of one username from everywhere', () => {
  /** Fifty at once: on a busy machine more would wait longer for a connection than any of them may. */
  const guesses = async (username: string, n: number) => {
    const statuses: number[] = []
    const guess = (i: number) => signIn(username, encodePassword('wrong'), `10.2.${i >> 8}.${i & 255}`)
    while (statuses.length < n) {
      const first = statuses.length
      const wave = await Promise.all(Array.from({ length: Math.min(50, n - first) }, (_, i) => guess(first + i)))
      statuses.push(...wave.map(r => r.statusCode))
    }
    return statuses
  }
  beforeEach(() => sql`delete from sign_in_try`.execute(t.db))

  test('close it to strangers for seconds, and not at all to where its user has signed in from', async () => {
    expect((await signIn('finance', encodePassword(PASSWORD), '10.3.0.7')).statusCode).toBe(200)
    const replies = await guesses('finance', 150)
    expect(replies.filter(s => s === 401)).toHaveLength(100)
    expect(replies.filter(s => s === 429)).toHaveLength(50)
    const closed = await signIn('finance', encodePassword(PASSWORD), '10.3.0.1')
    expect(said(closed)).toEqual(TOO_MANY)
    expect(Number(closed.headers['retry-after'])).toBeLessThanOrEqual(15)
    // The owner's own network; a wrong password there counts there alone.
    expect((await signIn('finance', encodePassword('wrong'), '10.3.0.7')).statusCode).toBe(401)
    expect((await signIn('finance', encodePassword(PASSWORD), '10.3.0.7')).statusCode).toBe(200)
    await sql`update sign_in_try set at = at - interval '15 seconds'`.execute(t.db)
    expect((await signIn('finance', encodePassword(PASSWORD), '10.3.0.1')).statusCode).toBe(200)
  })
  test('read the same for a username that is nobody’s', async () => {
    const replies = await guesses('no-such-user', 150)
    expect(replies.filter(s => s === 401)).toHaveLength(100)
    expect(replies.filter(s => s === 429)).toHaveLength(50)
  })
  test('a door stands half a year, and only as long as the password', async () => {
    const status = async () => {
      await sql`delete from sign_in_try`.execute(t.db)
      await guesses('finance', 100)
      return (await signIn('finance', encodePassword('wrong'), '10.3.0.7')).statusCode
    }
    await signIn('finance', encodePassword(PASSWORD), '10.3.0.7')
    expect(await status()).toBe(401)
    await sql`update sign_in_door set at = at - interval '181 days'`.execute(t.db)
    expect(await status()).toBe(429)
    await sql`delete from sign_in_try`.execute(t.db)
    await signIn('finance', encodePassword(PASSWORD), '10.3.0.7')
    const headers = await t.as('finance')
    const change = { old_password: encodePassword(PASSWORD), new_password: encodePassword('changed#Pass12') }
    const changed = await t.app.inject({ method: 'POST', url: '/auth/changepwd', headers, payload: change })
    expect(changed.statusCode).toBe(200)
    expect(await status()).toBe(429)
  })
})

test('a right password of whoever may not come in uses up no try, and opens no door', async () => {
  await sql`update app_user set is_active = false where username = 'stranger'`.execute(t.db)
  for (let i = 0; i < 12; i++)
    expect((await signIn('stranger', encodePassword(PASSWORD), '10.4.0.1')).statusCode).toBe(403)
  await sql`update app_user set is_active = true`.execute(t.db)
  const { rows } = await sql`select 1 from sign_in_door where network = '10.4.0.1'`.execute(t.db)
  expect(rows).toEqual([])
})

test('no token, a broken one, a forged one, an expired one and one of an ended session open nothing', async () => {
  const claims = { username: 'root', userType: 'ROOT', companyType: 'GP', companyId: t.world.gp, ver: 1 }
  const forged = await new SignJWT(claims)
    .setProtectedHeader({ alg: 'HS256' })
    .setSubject('1')
    .setIssuedAt()
    .setExpirationTime('1h')
    .sign(new TextEncoder().encode('another secret, also long enough for it'))
  const none = `${Buffer.from('{"alg":"none"}').toString('base64url')}.${Buffer.from(JSON.stringify({ ...claims, sub: '1' })).toString('base64url')}.`
  const old = await t.services.tokens.make(
    { sub: String(t.world.userIds.root), ...claims, userType: 'ROOT', companyType: 'GP' },
    new Date(Date.now() - 13 * 3_600_000),
  )
  const missing = await profile()
  expect([missing.statusCode, missing.json().message]).toEqual([401, 'No token provided.'])
  const { authorization } = await t.as('root')
  for (const token of ['', 'x', 'a.b.c', forged, none, old, authorization.slice(7, -3)]) {
    const r = await profile(`Bearer ${token}`)
    expect([r.statusCode, r.json().message], token).toEqual([401, 'Invalid token.'])
  }
  await sql`update app_user set ver = ver + 1 where username = 'root'`.execute(t.db)
  expect((await profile(authorization)).statusCode).toBe(401)
  await sql`update app_user set ver = 1 where username = 'root'`.execute(t.db)
  expect((await profile(authorization)).statusCode).toBe(200)
})

test('a password travels as base64 of UTF-8, whatever its letters', () => {
  for (const p of ['Wattdesk@2026', 'पासवर्ड@12345', '🔌plug#2026']) expect(decodePassword(encodePassword(p))).toBe(p)
  expect(decodePassword('####')).toBeUndefined()
})

test.each([
  ['Wattdesk@2026', true],
  ['abcdefgh1@', true],
  ['abcdefg1@', false],
  ['abcdefghij@', false],
  ['1234567890@', false],
  ['abcdefgh12', false],
])('the rule of a new password: %s is %s', (password, ok) => {
  expect(isPassword(password)).toBe(ok)
})
