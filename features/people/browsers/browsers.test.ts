// The browsers of a person (MFA-03): known again, told of by mail when new, shown, and ended at once, by the person alone.
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { encodePassword } from '#people/sign-in/sign-in.rules.ts'
import { PASSWORD, type Person, startApp, type TestApp } from '#testing/app.ts'
import type { Browser } from './browser.contract.ts'
import { forgetBrowsers } from './browser.store.ts'

const CHROME =
  'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/150.0.0.0 Safari/537.36'
const PHONE =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 19_0 like Mac OS X) AppleWebKit/605.1.15 Version/19.0 Mobile/15E148 Safari/604.1'
let t: TestApp
let now = new Date()
beforeAll(async () => {
  t = await startApp({ now: () => now })
})
afterAll(() => t.close())
beforeEach(async () => {
  now = new Date()
  await sql`delete from browser`.execute(t.db)
  await sql`delete from outbox`.execute(t.db)
})

type From = { agent?: string; ip?: string; browser?: string }
const signIn = async (who: Person, { agent = CHROME, ip = '203.0.113.7', browser }: From = {}) => {
  const r = await t.app.inject({
    method: 'POST',
    url: '/auth/login',
    headers: { 'user-agent': agent },
    remoteAddress: ip,
    payload: { username: who, password: encodePassword(PASSWORD), ...(browser !== undefined && { browser }) },
  })
  expect(r.statusCode, r.body).toBe(200)
  const { access_token, browser: secret } = r.json().data
  return { secret: secret as string, headers: { authorization: `Bearer ${access_token}`, 'user-agent': agent } }
}
type Headers = Record<string, string>
const ask = async (method: 'GET' | 'POST', url: string, headers: Headers, remoteAddress = '203.0.113.7') => {
  const r = await t.app.inject({ method, url, headers, remoteAddress })
  return { status: r.statusCode, body: r.json() }
}
const list = async (headers: Headers): Promise<Browser[]> =>
  (await ask('GET', '/cms/v1/profile/browsers', headers)).body.data
const end = (id: number, headers: Headers) => ask('POST', `/cms/v1/profile/browsers/${id}/end`, headers)
const mails = async () =>
  (await sql<{ recipient: string; body: string }>`select recipient, body from outbox order by outbox_id`.execute(t.db))
    .rows
const works = async (headers: Headers) => (await ask('GET', '/cms/v1/profile', headers)).status

test('a browser that brings what it was given stays one browser; another user of it has an own line', async () => {
  const first = await signIn('admin')
  now = new Date(now.getTime() + 60_000)
  const again = await signIn('admin', { browser: first.secret })
  expect(again.secret).toBe(first.secret)
  const [only, ...more] = await list(again.headers)
  expect(more).toEqual([])
  expect(only).toMatchObject({
    name: 'Chrome on Windows',
    is_this: true,
    state: 'signed in',
    signed_in_at: now.toISOString(),
    signed_in_from: '203.0.113.7',
  })
  const other = await signIn('viewer', { browser: first.secret })
  expect((await list(other.headers)).map(b => b.browser_id)).not.toContain(only?.browser_id)
  const { rows } = await sql<{ text: string }>`select row_to_json(b)::text as text from browser b`.execute(t.db)
  for (const { text } of rows) expect(text).not.toContain(first.secret)
})

test('the country of an address is told where the registries know it', async () => {
  await signIn('admin', { ip: '49.36.1.1' })
  const { headers } = await signIn('admin', { agent: PHONE, ip: '2001:4860:4860::8888' })
  expect((await list(headers)).map(b => b.signed_in_country)).toEqual(['United States', 'India'])
  expect((await mails()).at(-1)?.body).toContain('Address: 2001:4860:4860::8888 (United States)')
})

test('a mail tells of a browser that is new, and of none that is known', async () => {
  const first = await signIn('admin')
  expect(await mails()).toEqual([])
  await signIn('admin', { browser: first.secret, ip: '198.51.100.9' })
  // A program that keeps nothing, from where it has always come.
  await signIn('admin')
  expect(await mails()).toEqual([])
  await signIn('admin', { agent: PHONE, ip: '198.51.100.9' })
  const [mail, ...more] = await mails()
  expect(more).toEqual([])
  expect(mail?.recipient).toBe('admin@example.com')
  expect(mail?.body).toContain('Browser: Safari on iOS')
  expect(mail?.body).toContain('Address: 198.51.100.9')
  // What was ended by hand is no browser to be trusted.
  const phone = (await list(first.headers)).find(b => b.name === 'Safari on iOS')
  await end(phone?.browser_id ?? 0, first.headers)
  await signIn('admin', { agent: PHONE, ip: '198.51.100.9' })
  expect(await mails()).toHaveLength(2)
})

test('a browser that is ended is out at once and stays out, also once somebody signs in there anew', async () => {
  const [here, there] = [await signIn('admin'), await signIn('admin', { agent: PHONE })]
  const heard: unknown[] = []
  const off = t.services.bus.onEvent(({ event }) => heard.push(event))
  const id = (await list(there.headers)).find(b => b.is_this)?.browser_id ?? 0
  expect((await end(id, here.headers)).status).toBe(200)
  off()
  expect(heard).toContainEqual(expect.objectContaining({ type: 'access', userId: t.world.userIds.admin }))
  expect([await works(there.headers), await works(here.headers)]).toEqual([401, 200])
  await signIn('admin', { agent: PHONE, browser: there.secret })
  expect(await works(there.headers)).toBe(401)
  expect((await list(here.headers)).map(b => b.state).toSorted()).toEqual(['ended', 'signed in', 'signed in'])
  const twice = await end(id, here.headers)
  expect([twice.status, twice.body.message]).toEqual([404, 'Browser not found'])
})

test('all others end together, or this one by signing out', async () => {
  const [here, two, three] = [await signIn('admin'), await signIn('admin', { agent: PHONE }), await signIn('admin')]
  const stranger = await signIn('viewer')
  const r = await ask('POST', '/cms/v1/profile/browsers/end-others', here.headers)
  expect([r.status, r.body.data]).toEqual([200, { ended: 2 }])
  expect([await works(here.headers), await works(two.headers), await works(three.headers)]).toEqual([200, 401, 401])
  expect(await works(stranger.headers)).toBe(200)
  expect((await ask('POST', '/auth/logout', here.headers)).status).toBe(200)
  expect(await works(here.headers)).toBe(401)
  const back = await signIn('admin', { browser: here.secret })
  expect((await list(back.headers)).filter(b => b.state === 'signed out')).toHaveLength(1)
  expect(await mails()).toHaveLength(1)
})

test('nobody ends the browser of somebody else, nor what is none', async () => {
  const [own, other] = [await signIn('admin'), await signIn('viewer')]
  const id = (await list(other.headers))[0]?.browser_id ?? 0
  expect((await end(id, own.headers)).status).toBe(404)
  for (const odd of ['0', '-1', 'x', '99999999999', '2147483647'])
    expect([404, 422], odd).toContain((await ask('POST', `/cms/v1/profile/browsers/${odd}/end`, own.headers)).status)
  expect(await works(other.headers)).toBe(200)
  for (const url of ['/cms/v1/profile/browsers', '/auth/logout'])
    expect((await ask(url === '/auth/logout' ? 'POST' : 'GET', url, {})).status).toBe(401)
})

test('a new password ends the other browsers and keeps the one it was set in', async () => {
  const [here, there] = [await signIn('finance'), await signIn('finance', { agent: PHONE })]
  const r = await t.app.inject({
    method: 'POST',
    url: '/auth/changepwd',
    headers: here.headers,
    payload: { old_password: encodePassword(PASSWORD), new_password: encodePassword('another#Pass1') },
  })
  const fresh = { authorization: `Bearer ${r.json().data.access_token}` }
  expect([await works(fresh), await works(here.headers), await works(there.headers)]).toEqual([200, 401, 401])
  expect((await list(fresh)).map(b => [b.is_this, b.state])).toEqual([
    [true, 'signed in'],
    [false, 'new password'],
  ])
})

test('the last use is stored with its address, expired ones are told as such, and old ones are forgotten', async () => {
  const { headers } = await signIn('admin')
  now = new Date(now.getTime() + 600_000)
  await ask('GET', '/cms/v1/profile', headers, '198.51.100.20')
  await expect
    .poll(
      async () => (await sql<{ from: string }>`select used_from as "from" from browser`.execute(t.db)).rows[0]?.from,
      {
        timeout: 20_000,
      },
    )
    .toBe('198.51.100.20')
  expect((await list(headers))[0]).toMatchObject({ used_at: now.toISOString(), used_from: '198.51.100.20' })
  now = new Date(now.getTime() + 13 * 3_600_000)
  const later = await signIn('admin', { agent: PHONE })
  expect((await list(later.headers)).map(b => b.state)).toEqual(['signed in', 'expired'])
  now = new Date(now.getTime() + 91 * 86_400_000)
  await forgetBrowsers(t.db, now)
  expect((await sql`select from browser`.execute(t.db)).rows).toHaveLength(0)
})

test.each([['short'], ['x'.repeat(44)], [`${'x'.repeat(42)}!`], [7]])(
  'what is no browser is refused: %s',
  async browser => {
    const r = await t.app.inject({
      method: 'POST',
      url: '/auth/login',
      payload: { username: 'admin', password: encodePassword(PASSWORD), browser },
    })
    expect([r.statusCode, Object.keys(r.json().errors)]).toEqual([422, ['browser']])
  },
)
