// The examples of refusals are what the product answers: each of them is asked for.
import type { InjectOptions } from 'fastify'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { buildApp } from '#app/app.ts'
import { apiKeyBody, makeKey } from '#people/api-keys/test-api-key.ts'
import { startApp, type TestApp } from '#testing/app.ts'
import { REFUSALS, refusalsOf } from './errors.ts'

let t: TestApp
let root: { authorization: string }
beforeAll(async () => {
  t = await startApp()
  root = await t.as('root')
}, 60_000)
afterAll(() => t.close())

const example = (status: number, name: string) => REFUSALS[status]?.examples[name]
const ask = async (call: InjectOptions, app = t.app) => {
  const r = await app.inject(call)
  return { status: r.statusCode, body: r.json(), headers: r.headers }
}

test('400, 401, 403, 404 and 422', async () => {
  const version = { 'wattdesk-version': '2020-01-01' }
  expect((await ask({ url: '/public/v1/config', headers: version })).body).toEqual(example(400, 'unknownVersion'))
  const profile = '/cms/v1/profile'
  expect((await ask({ url: profile })).body).toEqual(example(401, 'noToken'))
  expect((await ask({ url: profile, headers: { authorization: 'Bearer x' } })).body).toEqual(example(401, 'badToken'))
  const roles = { method: 'POST', url: '/cms/v1/roles', payload: {} } as const
  expect((await ask({ ...roles, headers: await t.as('viewer') })).body).toEqual(example(403, 'noRight'))
  expect((await ask({ url: '/cms/v1/tag/2147483647', headers: root })).body).toEqual(example(404, 'notFound'))
  expect((await ask({ url: '/cms/v1/users?sort=colour', headers: root })).body).toEqual(example(422, 'wrongField'))
  const broken = {
    method: 'POST',
    url: '/auth/login',
    headers: { 'content-type': 'application/json' },
    payload: '{',
  } as const
  expect((await ask(broken)).body).toEqual(example(422, 'noJson'))
})

test('403 of a call that takes a person', async () => {
  const { headers } = await makeKey(t, 'root', t.world.one.teamId, apiKeyBody())
  const r = await ask({ url: '/cms/v1/profile', headers })
  expect([r.status, r.body]).toEqual([403, example(403, 'notByKey')])
})

test('403 of a dangerous act whose caller has proved nothing lately', async () => {
  const headers = await t.as('admin')
  await sql`update browser set proven_at = now() - interval '16 minutes'
    where user_id = (select id from app_user where username = 'admin')`.execute(t.db)
  const r = await ask({ method: 'POST', url: '/cms/v1/roles', headers, payload: {} })
  expect([r.status, r.body]).toEqual([403, example(403, 'needsProof')])
})

test('doors that need no sign-in name the refusals of a wrong secret', async () => {
  const statusesOf = (path: string) => t.app.endpoints.filter(e => e.path === path).map(refusalsOf)[0]
  const login = { method: 'POST', url: '/auth/login' } as const
  expect((await ask({ ...login, payload: { username: 'viewer', password: 'eHg=' } })).status).toBe(401)
  expect(statusesOf('/auth/login')).toEqual(expect.arrayContaining([401, 403]))
  const stop = '/public/v1/pay/session/{sessionId}/stop'
  expect(statusesOf(stop)).toContain(403)
  expect(statusesOf('/public/v1/config')).not.toContain(401)
})

test('409 of a record that was changed meanwhile, with the record, its last change and its tag', async () => {
  const url = `/cms/v1/role/${t.world.one.roles.Viewer}`
  const { body } = await ask({ url, headers: root })
  const payload = { ...body.data, roleName: 'Readers' }
  expect((await ask({ method: 'PUT', url, headers: root, payload })).status).toBe(200)
  const r = await ask({ method: 'PUT', url, headers: { ...root, 'if-match': '"old"' }, payload })
  expect(r.status).toBe(409)
  expect(Object.keys(r.body).sort()).toEqual(Object.keys(example(409, 'changedMeanwhile') ?? {}).sort())
  expect(r.body.message).toMatch(/^This record was changed by root /)
  expect(r.headers.etag).toMatch(/^"/)
  const used = await ask({ method: 'DELETE', url, headers: root })
  expect([used.status, Object.keys(used.body).sort()]).toEqual([409, Object.keys(example(409, 'inUse') ?? {}).sort()])
})

test('429 and 503 with Retry-After', async () => {
  const limits = { ...t.services.limits, callsPerAddress: 1 }
  const app = await buildApp({ ...t.services, limits } as never, { logger: false })
  await ask({ url: '/public/v1/config' }, app)
  const often = await ask({ url: '/public/v1/config' }, app)
  expect([often.status, often.body]).toEqual([429, example(429, 'tooOften')])
  expect(Number(often.headers['retry-after'])).toBeGreaterThan(0)
  await app.close()
  await t.away()
  const away = await ask({ url: '/cms/v1/profile', headers: root })
  expect([away.status, away.body]).toEqual([503, example(503, 'databaseAway')])
  expect(Number(away.headers['retry-after'])).toBeGreaterThan(0)
  await t.back()
})
