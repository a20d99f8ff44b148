// How often the API may be called: by a user, by an address, and whose address counts behind a proxy (D-GEN-18).
import type { FastifyInstance } from 'fastify'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { encodePassword } from '#people/sign-in/sign-in.rules.ts'
import { startApp, type TestApp } from '#testing/app.ts'
import { PASSWORD } from '#testing/world.ts'
import { type AppOptions, buildApp } from './app.ts'
import { readConfig } from './config.ts'

let t: TestApp
const apps: FastifyInstance[] = []
beforeAll(async () => {
  t = await startApp()
})
afterAll(async () => {
  for (const app of apps) await app.close()
  await t.close()
})

/** A product with its own counts on the same database. */
async function limited(limits: Partial<TestApp['services']['limits']>, options: AppOptions = {}) {
  const app = await buildApp(
    { ...t.services, limits: { ...t.services.limits, ...limits } },
    { logger: false, ...options },
  )
  apps.push(app)
  return async (url: string, { headers = {}, remoteAddress = '10.0.0.1' } = {}) => {
    const r = await app.inject({ url, headers, remoteAddress })
    return { status: r.statusCode, body: r.body, after: r.headers['retry-after'] }
  }
}
const TOO_MANY = JSON.stringify({ success: false, message: 'Too many attempts. Please try again later.' })

test('a user beyond the limit is answered 429, wherever the calls come from; others are not', async () => {
  const get = await limited({ callsPerUser: 5 })
  const viewer = { headers: await t.as('viewer') }
  for (let i = 0; i < 5; i++)
    expect((await get('/cms/v1/profile', { ...viewer, remoteAddress: `10.0.1.${i}` })).status).toBe(200)
  const refused = await get('/cms/v1/profile', viewer)
  expect([refused.status, refused.body]).toEqual([429, TOO_MANY])
  expect(Number(refused.after)).toBeGreaterThan(0)
  expect(Number(refused.after)).toBeLessThanOrEqual(60)
  // Calls of the live stream are counted with them.
  expect((await get(`/cms/v1/team/${t.world.one.teamId}/events`, viewer)).status).toBe(429)
  expect((await get('/cms/v1/profile', { headers: await t.as('operator') })).status).toBe(200)
})

test('an address beyond the limit is answered 429, with or without a token; pages and signs of life are not counted', async () => {
  const get = await limited({ callsPerAddress: 6 })
  const headers = await t.as('viewer')
  for (let i = 0; i < 20; i++) {
    expect((await get('/health/live')).status).toBe(200)
    expect((await get('/dashboard', { headers: { accept: 'text/html' } })).status).not.toBe(429)
  }
  const statuses = []
  for (const url of [
    '/cms/v1/profile',
    '/files/x',
    '/cms/v1/no-such-call',
    '/auth/login',
    '/docs/api',
    '/cms/v1/profile',
  ])
    statuses.push((await get(url, { headers })).status)
  expect(statuses).toEqual([200, 404, 404, 404, 200, 200])
  const refused = await get('/cms/v1/profile', { headers })
  expect([refused.status, refused.body]).toEqual([429, TOO_MANY])
  expect(Number(refused.after)).toBeGreaterThan(0)
  expect((await get('/cms/v1/profile', { headers, remoteAddress: '10.0.0.2' })).status).toBe(200)
})

test('an IPv6 network counts as one address', async () => {
  const get = await limited({ callsPerAddress: 3 })
  for (let i = 0; i < 3; i++) expect((await get('/docs/api', { remoteAddress: `2001:db8::${i + 1}` })).status).toBe(200)
  expect((await get('/docs/api', { remoteAddress: '2001:db8::ffff' })).status).toBe(429)
  expect((await get('/docs/api', { remoteAddress: '2001:db8:1::1' })).status).toBe(200)
})

test('the address a proxy tells counts only where the proxy is trusted', async () => {
  const forwarded = (ip: string) => ({ headers: { 'x-forwarded-for': ip } })
  const alone = await limited({ callsPerAddress: 2 })
  for (let i = 0; i < 2; i++) expect((await alone('/docs/api', forwarded(`192.0.2.${i}`))).status).toBe(200)
  expect((await alone('/docs/api', forwarded('192.0.2.9'))).status).toBe(429)

  const behind = await limited({ callsPerAddress: 2 }, { trustProxy: '10.0.0.1' })
  for (let i = 0; i < 4; i++) expect((await behind('/docs/api', forwarded(`192.0.2.${i}`))).status).toBe(200)
  for (let i = 0; i < 2; i++) await behind('/docs/api', forwarded('192.0.2.50'))
  expect((await behind('/docs/api', forwarded('192.0.2.50'))).status).toBe(429)
  // Addresses that a caller writes in front of its own are not believed.
  expect((await behind('/docs/api', forwarded('198.51.100.7, 192.0.2.50'))).status).toBe(429)
})

test('a port, another spelling or what is no address is no way around the count', async () => {
  const behind = await limited({ callsPerAddress: 4 }, { trustProxy: '10.0.0.0/8' })
  const statuses = async (told: readonly string[]) => {
    const all = []
    for (const one of told) all.push((await behind('/docs/api', { headers: { 'x-forwarded-for': one } })).status)
    return all
  }
  const same = ['192.0.2.7', '192.0.2.7:5678', '::ffff:192.0.2.7', '[::ffff:c000:207]:99', '6.6.6.6, 192.0.2.7:1']
  expect(await statuses(same)).toEqual([200, 200, 200, 200, 429])
  // Each of these is the proxy at 10.0.0.1.
  const none = ['junk', 'unknown', '', '1.2.3.4, junk', '999.1.1.1:80']
  expect(await statuses(none)).toEqual([200, 200, 200, 200, 429])
})

test('the audit log has the address alone', async () => {
  const app = await buildApp(t.services, { logger: false, trustProxy: '10.0.0.0/8' })
  apps.push(app)
  const kept = async (told: string, remoteAddress = '10.0.0.1') => {
    const payload = { username: 'viewer', password: encodePassword(PASSWORD) }
    const headers = { 'x-forwarded-for': told }
    expect((await app.inject({ method: 'POST', url: '/auth/login', headers, remoteAddress, payload })).statusCode).toBe(
      200,
    )
    const { rows } = await sql<{ ip: string }>`select ip from audit_entry order by id desc limit 1`.execute(t.db)
    return rows[0]?.ip
  }
  expect(await kept('192.0.2.7:5678')).toBe('192.0.2.7')
  expect(await kept('[2001:DB8::1]:443')).toBe('2001:db8::1')
  expect(await kept('junk')).toBe('10.0.0.1')
  expect(await kept('192.0.2.7, <b>')).toBe('10.0.0.1')
  expect(await kept('192.0.2.7, 10.0.0.9:80')).toBe('192.0.2.7')
  expect(await kept('192.0.2.7', '::ffff:203.0.113.5')).toBe('203.0.113.5')
})

test('the limits are settings of the installation, far above what the portal does', () => {
  const { limits } = readConfig({}, [])
  expect(limits).toEqual({
    callsPerUser: 600,
    callsPerAddress: 3000,
    exportsPerUser: 2,
    uploadBytesPerCompany: 2 * 1024 ** 3,
    uploadBytesPerUserADay: 200 * 1024 ** 2,
  })
  const set = { WATTDESK_CALLS_PER_USER: '50', WATTDESK_UPLOADS_PER_COMPANY_MB: '1' }
  expect(readConfig(set, []).limits).toMatchObject({ callsPerUser: 50, uploadBytesPerCompany: 1024 ** 2 })
  expect(() => readConfig({ WATTDESK_CALLS_PER_USER: '0' }, [])).toThrow('WATTDESK_CALLS_PER_USER')
})
