// API keys over HTTP: who makes them, what they may do and until when, rotation, keepers, and what is stored and shown.
import { dayOf } from '@wattdesk/base/time'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import * as teams from '#people/teams/team.store.ts'
import { type Person, startApp, type TestApp } from '#testing/app.ts'
import { NEWEST_VERSION, VERSION_DATES, versionOn } from './api-version.words.ts'
import { accessBy, apiKeyBody, everyRight, makeKey } from './test-api-key.ts'

let t: TestApp
let now = new Date()
beforeAll(async () => {
  t = await startApp({ now: () => now })
})
afterAll(() => t.close())

type Method = 'GET' | 'POST' | 'PUT' | 'DELETE'
const send = async (method: Method, url: string, headers: Record<string, string>, payload?: object, ip?: string) => {
  const r = await t.app.inject({ method, url, headers, ...(payload && { payload }), ...(ip && { remoteAddress: ip }) })
  return { status: r.statusCode, body: r.json(), etag: r.headers.etag }
}
const ask = async (who: Person, method: Method, path: string, payload?: object) =>
  send(method, `/cms/v1/${path}`, await t.as(who), payload)
const keyOf = (id: number) => ask('admin', 'GET', `api-keys/${id}`).then(r => r.body.data)
const tags = (headers: Record<string, string>, ip?: string) =>
  send('GET', `/cms/v1/team/${t.world.one.teamId}/tags`, headers, undefined, ip)
const make = (body = apiKeyBody(), teamId = t.world.one.teamId) => makeKey(t, 'admin', teamId, body)

describe('who calls', () => {
  test('a key of any rights is told its name, team, rights and last day', async () => {
    const { headers, id } = await make({
      ...apiKeyBody(accessBy({ Tag: 'v' })),
      valid_until: dayOf(now, 'Asia/Kolkata'),
    })
    const { name, team_name } = await keyOf(id)
    const r = await send('GET', '/cms/v1/caller', headers)
    expect(r.status).toBe(200)
    expect(r.body.data).toMatchObject({ kind: 'key', name, teamId: t.world.one.teamId, team_name })
    expect(r.body.data.valid_until).toBe(dayOf(now, 'Asia/Kolkata'))
    const held = r.body.data.access.filter((e: { view: string }) => e.view === 'Y')
    expect(held.map((e: { featureName: string }) => e.featureName)).toEqual(['Tag'])
    await ask('admin', 'DELETE', `api-keys/${id}`)
    expect((await send('GET', '/cms/v1/caller', headers)).status).toBe(401)
  })
  test('a person is told the team that counts, and nobody without a token anything', async () => {
    const { body } = await ask('admin', 'GET', 'caller')
    expect(body.data).toMatchObject({ kind: 'person', name: 'admin', teamId: t.world.one.companyId, valid_until: null })
    expect((await ask('nobody', 'GET', 'caller')).body.data).toMatchObject({ teamId: null, team_name: null })
    expect((await send('GET', '/cms/v1/caller', {})).status).toBe(401)
  })
})

describe('the team of a key', () => {
  test('is one of those in which its maker may make keys, is told to the log, and bounds the key', async () => {
    const { companyId, teamId, siblingId } = t.world.one
    const { headers, id } = await makeKey(t, 'admin', siblingId, apiKeyBody())
    expect(await keyOf(id)).toMatchObject({ teamId: siblingId })
    const log = await ask('admin', 'GET', `audit/Integration/key%20${id}`)
    expect(JSON.stringify(log.body.data[0].after)).toContain('team_name')
    const tagsOf = (team: number) => send('GET', `/cms/v1/team/${team}/tags`, headers)
    expect([(await tagsOf(siblingId)).status, (await tagsOf(teamId)).status]).toEqual([200, 404])
    const elsewhere = await ask('admin', 'POST', `team/${t.world.two.companyId}/api-keys`, apiKeyBody())
    expect(elsewhere.status).toBe(404)
    const offered = await ask('admin', 'GET', `team/${companyId}/teamchoices?right=Integration.create`)
    const ids = offered.body.data.map((c: { teamId: number }) => c.teamId)
    expect(ids).toEqual(expect.arrayContaining([companyId, teamId, siblingId]))
    expect((await ask('viewer', 'GET', `team/${teamId}/teamchoices?right=Integration.create`)).body.data).toEqual([])
  })
})

describe('making a key', () => {
  test('its secret is answered once, and stored as a hash alone', async () => {
    const r = await ask('admin', 'POST', `team/${t.world.one.teamId}/api-keys`, apiKeyBody())
    expect([r.status, r.body.message]).toEqual([201, 'API key created'])
    expect(r.body.secret).toMatch(/^wdk_[\w-]{43}$/)
    expect(r.body.data).toMatchObject({ state: 'active', keeper: 'admin', calls: 0, valid_until: null })
    expect(r.body.data.secret_start).toBe(r.body.secret.slice(0, 10))
    expect(JSON.stringify(await keyOf(r.body.data.api_key_id))).not.toContain(r.body.secret)
    const { rows } = await sql<{
      n: number
    }>`select count(*)::int as n from (select to_jsonb(s)::text as t from api_key_secret s
      union all select to_jsonb(k)::text from api_key k union all select to_jsonb(a)::text from audit_entry a) x
      where t like ${`%${r.body.secret}%`}`.execute(t.db)
    expect(rows[0]?.n).toBe(0)
  })
  test('only with the right, only in the own company, and never with more than its maker holds', async () => {
    const at = `team/${t.world.one.teamId}/api-keys`
    for (const who of ['operator', 'viewer', 'finance'] as const)
      expect((await ask(who, 'POST', at, apiKeyBody())).status, who).toBe(403)
    expect((await ask('stranger', 'POST', at, apiKeyBody())).status).toBe(404)
    // A role that makes keys and views tags.
    const role = await ask('admin', 'POST', 'roles', {
      roleName: 'Integrator',
      access: accessBy({ Integration: 'vcud', Tag: 'v' }).map(({ featureId: _, ...e }) => e),
    })
    const { roleId } = role.body.data
    await teams.addMember(t.db, { teamId: t.world.one.teamId, userId: t.world.userIds.nobody, roleId })
    const refused = await ask('nobody', 'POST', at, apiKeyBody(accessBy({ Tag: 'vc' })))
    expect([refused.status, refused.body.errors.access]).toEqual([403, 'You do not hold Tag create there yourself'])
    expect((await ask('nobody', 'POST', at, apiKeyBody())).status).toBe(201)
  })
  test.each([
    ['no name', { name: '' }, 'name'],
    ['a name that is too long', { name: 'x'.repeat(61) }, 'name'],
    ['no right', { access: [] }, 'access'],
    [
      'an unknown feature',
      { access: [{ featureName: 'Money', view: 'Y', create: 'N', update: 'N', delete: 'N' }] },
      'access.0.featureName',
    ],
    ['no address', { addresses: ['office'] }, 'addresses'],
    ['a network of 33 bits', { addresses: ['10.0.0.0/33'] }, 'addresses'],
    ['an address twice', { addresses: ['10.0.0.1', '10.0.0.1'] }, 'addresses'],
    ['51 addresses', { addresses: Array.from({ length: 51 }, (_, i) => `10.0.0.${i}`) }, 'addresses'],
    ['a day that is over', { valid_until: '2020-01-01' }, 'valid_until'],
    ['a day that is none', { valid_until: '2030-02-31' }, 'valid_until'],
  ])('%s is refused at its field', async (_, body, field) => {
    const r = await ask('admin', 'POST', `team/${t.world.one.teamId}/api-keys`, { ...apiKeyBody(), ...body })
    expect([r.status, Object.keys(r.body.errors)]).toEqual([422, [field]])
  })
  test('a name is taken once in a team, until its key is revoked', async () => {
    const body = apiKeyBody()
    const first = await make(body)
    const again = await ask('admin', 'POST', `team/${t.world.one.teamId}/api-keys`, {
      ...body,
      name: body.name.toUpperCase(),
    })
    expect([again.status, again.body.errors.name]).toEqual([409, 'An API key of the team has this name'])
    await ask('admin', 'DELETE', `api-keys/${first.id}`)
    expect((await ask('admin', 'POST', `team/${t.world.one.teamId}/api-keys`, body)).status).toBe(201)
  })
})

describe('calling with a key', () => {
  test('it does what its rights say, in its team and below, and stands in the audit log by its name', async () => {
    const body = { ...apiKeyBody(accessBy({ Tag: 'vc', Team: 'v' })), name: 'ERP' }
    const key = await make(body)
    expect((await tags(key.headers)).status).toBe(200)
    const created = await send('POST', `/cms/v1/team/${t.world.one.teamId}/tags`, key.headers, { tag: 'BY-KEY' })
    expect(created.status).toBe(201)
    expect(
      (await send('DELETE', `/cms/v1/tag/${created.body.data.tag_id ?? created.body.data.id}`, key.headers)).status,
    ).toBe(403)
    expect((await send('GET', `/cms/v1/team/${t.world.one.siblingId}/tags`, key.headers)).status).toBe(404)
    expect((await send('GET', `/cms/v1/team/${t.world.two.teamId}/tags`, key.headers)).status).toBe(404)
    const log = await ask('admin', 'GET', `team/${t.world.one.teamId}/audit?q=API%20key%20ERP`)
    expect(log.body.data.map((e: { username: string }) => e.username)).toContain('API key ERP')
  })
  test('it does nothing that is of a person: signing in, passwords, the profile, other keys', async () => {
    const key = await make(apiKeyBody(everyRight()))
    const of = [
      ['GET', '/cms/v1/profile'],
      ['PUT', '/cms/v1/user', { firstName: 'Other' }],
      ['POST', '/auth/changepwd', {}],
      ['GET', '/cms/v1/bell'],
      ['POST', `/cms/v1/team/${t.world.one.teamId}/api-keys`, apiKeyBody()],
      ['PUT', `/cms/v1/api-keys/${key.id}`, apiKeyBody()],
      ['POST', `/cms/v1/api-keys/${key.id}/rotation`, { overlap_hours: 0 }],
      ['DELETE', `/cms/v1/api-keys/${key.id}`],
    ] as const
    for (const [method, url, payload] of of) {
      const r = await send(method, url, key.headers, payload)
      expect([r.status, r.body.message], url).toEqual([
        403,
        'An API key cannot do this: it takes a person who is signed in.',
      ])
    }
  })
  test('it gives nobody a way to sign in and hands out no rights, though its keeper may', async () => {
    const { one, userIds } = t.world
    const key = await make(apiKeyBody(everyRight()), one.companyId)
    const person = { username: 'by.key', firstName: 'By', lastName: 'Key', email: 'by.key@elsewhere.example' }
    const role = { roleName: 'By key', access: [] }
    const of = [
      ['POST', 'user', person],
      ['PUT', `user/${userIds.viewer}`, person],
      ['DELETE', `user/${userIds.viewer}`],
      ['POST', 'roles', role],
      ['PUT', `role/${one.roles.Viewer}`, role],
      ['PUT', 'roles', { ...role, roleId: one.roles.Viewer }],
      ['DELETE', `role/${one.roles.Viewer}`],
      ['POST', `team/${one.teamId}/users`, { users: [userIds.viewer], roleId: one.roles.Admin }],
      ['DELETE', `team/${one.teamId}/user/${userIds.viewer}`],
      ['PUT', `company/${one.companyId}`, { domain: 'portal.bluegrid.elsewhere' }],
      // A move gives the members of the new parent rights on the team.
      ['PUT', `team/${one.siblingId}`, { parentCompanyId: one.teamId }],
    ] as const
    for (const [method, path, payload] of of) {
      const r = await send(method, `/cms/v1/${path}`, key.headers, payload)
      expect([r.status, r.body.message], `${method} ${path}`).toEqual([
        403,
        'An API key cannot do this: it takes a person who is signed in.',
      ])
    }
    // What it needs to know of them it reads, and a team itself it changes.
    for (const path of ['users', `user/${userIds.viewer}`, 'roles', `team/${one.teamId}/users`])
      expect((await send('GET', `/cms/v1/${path}`, key.headers)).status, path).toBe(200)
    const named = await send('PUT', `/cms/v1/team/${one.siblingId}`, key.headers, { description: 'By key' })
    expect(named.status).toBe(200)
  })
  test('a key of a person is not that person: it changes nothing about its keeper that others may not', async () => {
    const key = await make(apiKeyBody(accessBy({ Users: 'vu' })), t.world.one.companyId)
    const { data } = (await ask('admin', 'GET', `user/${t.world.userIds.admin}`)).body
    const { username, firstName, lastName, email: _ } = data
    const r = await send('PUT', `/cms/v1/user/${t.world.userIds.admin}`, key.headers, {
      username,
      firstName,
      lastName,
      email: 'taken@elsewhere.example',
    })
    expect(r.status).toBe(403)
  })
  test('wrong secrets, other schemes and ended keys are refused, each with its reason', async () => {
    const key = await make()
    expect((await tags({ authorization: 'Bearer wdk_unknown' })).body.message).toBe('Invalid token.')
    expect((await tags({ authorization: `${key.headers.authorization}x` })).body.message).toBe('Invalid token.')
    await ask('admin', 'DELETE', `api-keys/${key.id}`)
    const r = await tags(key.headers)
    expect([r.status, r.body.message]).toEqual([401, 'This API key was revoked.'])
    expect((await keyOf(key.id)).state).toBe('revoked')
    expect((await ask('admin', 'POST', `api-keys/${key.id}/rotation`, { overlap_hours: 0 })).status).toBe(409)
  })
  test('from other addresses than its own it is refused', async () => {
    const key = await make({ ...apiKeyBody(), addresses: ['203.0.113.0/24', '2001:db8::7'] })
    expect((await tags(key.headers, '203.0.113.9')).status).toBe(200)
    expect((await tags(key.headers, '::ffff:203.0.113.9')).status).toBe(200)
    expect((await tags(key.headers, '2001:db8::7')).status).toBe(200)
    const r = await tags(key.headers, '198.51.100.1')
    expect([r.status, r.body.message]).toEqual([403, 'This API key may not be used from 198.51.100.1.'])
  })
  test('after its last business day it no longer counts, until it gets another', async () => {
    const body = { ...apiKeyBody(), valid_until: '2031-03-31' }
    const key = await make(body)
    const real = now
    try {
      now = new Date('2031-03-31T18:29:59Z')
      expect((await tags(key.headers)).status).toBe(200)
      now = new Date('2031-03-31T18:30:00Z')
      const r = await tags(key.headers)
      expect([r.status, r.body.message]).toEqual([401, 'This API key is no longer valid.'])
    } finally {
      now = real
    }
    expect((await ask('admin', 'PUT', `api-keys/${key.id}`, { ...body, valid_until: null })).status).toBe(200)
    expect((await tags(key.headers)).status).toBe(200)
  })
})

describe('keepers', () => {
  test('a key never does more than its keeper may at the moment, and rests while the keeper may not', async () => {
    const userId = t.world.userIds.finance
    const role = await ask('admin', 'POST', 'roles', {
      roleName: 'Keeper',
      access: accessBy({ Integration: 'vcud', Tag: 'vcu' }).map(({ featureId: _, ...e }) => e),
    })
    const { roleId } = role.body.data
    await sql`update team_member set role_id = ${roleId} where user_id = ${userId}`.execute(t.db)
    const key = await makeKey(t, 'finance', t.world.one.teamId, apiKeyBody(accessBy({ Tag: 'vc' })))
    expect((await tags(key.headers)).status).toBe(200)
    // The role loses create; then the person is switched off; then somebody else keeps the key.
    const body = {
      roleName: 'Keeper',
      access: accessBy({ Integration: 'vcud', Tag: 'v' }).map(({ featureId: _, ...e }) => e),
    }
    expect((await ask('admin', 'PUT', `role/${roleId}`, body)).status).toBe(200)
    expect(
      (await send('POST', `/cms/v1/team/${t.world.one.teamId}/tags`, key.headers, { tag: 'TOO-MUCH' })).status,
    ).toBe(403)
    await sql`update app_user set is_active = false where id = ${userId}`.execute(t.db)
    const r = await tags(key.headers)
    expect([r.status, r.body.message]).toEqual([
      401,
      'The account of the person who keeps this API key is switched off.',
    ])
    expect((await keyOf(key.id)).state).toBe('resting')
    const kept = await ask('admin', 'POST', `api-keys/${key.id}/keeper`)
    expect([kept.status, kept.body.data.keeper, kept.body.data.state]).toEqual([200, 'admin', 'active'])
    expect((await tags(key.headers)).status).toBe(200)
  })
})

describe('rotation', () => {
  test('the secret before counts until its end, the new one at once', async () => {
    const key = await make()
    const r = await ask('admin', 'POST', `api-keys/${key.id}/rotation`, { overlap_hours: 24 })
    expect([r.status, r.body.message]).toEqual([200, 'The API key has a new secret'])
    const fresh = { authorization: `Bearer ${r.body.secret}` }
    for (const headers of [key.headers, fresh]) expect((await tags(headers)).status).toBe(200)
    expect(Date.parse(r.body.data.overlap_until)).toBe(now.getTime() + 24 * 3_600_000)
    const real = now
    try {
      now = new Date(now.getTime() + 24 * 3_600_000)
      const old = await tags(key.headers)
      expect([old.status, old.body.message]).toEqual([401, 'This API key was replaced by a newer one.'])
      expect((await tags(fresh)).status).toBe(200)
    } finally {
      now = real
    }
  })
  test('without an overlap the one before ends at once; other overlaps are refused', async () => {
    const key = await make()
    expect((await ask('admin', 'POST', `api-keys/${key.id}/rotation`, { overlap_hours: 5 })).status).toBe(422)
    await ask('admin', 'POST', `api-keys/${key.id}/rotation`, { overlap_hours: 0 })
    expect((await tags(key.headers)).status).toBe(401)
  })
})

test('calls of the last 30 days are counted, with those refused, and when and from where the last came', async () => {
  const key = await make()
  await tags(key.headers, '203.0.113.9')
  await send('POST', `/cms/v1/team/${t.world.one.teamId}/tags`, key.headers, { tag: 'NO' }, '203.0.113.10')
  const use = async () => {
    const { calls, refused, last_used_from } = await keyOf(key.id)
    return [calls, refused, last_used_from]
  }
  await expect.poll(use, { timeout: 10_000 }).toEqual([2, 1, '203.0.113.10'])
  expect((await keyOf(key.id)).last_refused_why).toBe(
    'Not Authorized: POST /cms/v1/team/{teamId}/tags needs Tag.create',
  )
})

test('a refusal of the key itself is counted, shown with address and reason, and noted once an hour for each address', async () => {
  const key = await make({ ...apiKeyBody(), addresses: ['203.0.113.7'] })
  const noted = async () => {
    const { rows } = await sql<{
      ip: string
      asked: string
      username: string
    }>`select ip, after->>'asked' as asked, username
      from audit_entry where record_id = ${`key ${key.id}`} and action = 'refused' order by ip`.execute(t.db)
    return rows
  }
  const why = 'This API key may not be used from 198.51.100.1.'
  await tags(key.headers, '198.51.100.1')
  const seen = async () => {
    const k = await keyOf(key.id)
    return [k.calls, k.refused, k.last_used_at, k.last_refused_from, k.last_refused_why, (await noted()).length]
  }
  await expect.poll(seen, { timeout: 10_000 }).toEqual([1, 1, null, '198.51.100.1', why, 1])
  expect((await keyOf(key.id)).last_refused_at).toBe(now.toISOString())
  expect((await noted())[0]).toMatchObject({ ip: '198.51.100.1', asked: why })
  // Again from there, and from elsewhere; then from where it may.
  await tags(key.headers, '198.51.100.1')
  await tags(key.headers, '198.51.100.2')
  await expect
    .poll(async () => (await noted()).map(n => n.ip), { timeout: 10_000 })
    .toEqual(['198.51.100.1', '198.51.100.2'])
  await tags(key.headers, '203.0.113.7')
  const used = async () => {
    const k = await keyOf(key.id)
    return [k.calls, k.refused, k.last_used_from]
  }
  await expect.poll(used, { timeout: 10_000 }).toEqual([4, 3, '203.0.113.7'])
  await ask('admin', 'DELETE', `api-keys/${key.id}`)
  await tags(key.headers, '203.0.113.7')
  await expect
    .poll(async () => (await keyOf(key.id)).last_refused_why, { timeout: 10_000 })
    .toBe('This API key was revoked.')
})

test('of two people who rotate a key at once, the second is refused, and the secret of the first counts', async () => {
  const key = await make()
  const { etag } = await send('GET', `/cms/v1/api-keys/${key.id}`, await t.as('admin'))
  const headers = { ...(await t.as('admin')), 'if-match': String(etag) }
  const rotate = () => send('POST', `/cms/v1/api-keys/${key.id}/rotation`, headers, { overlap_hours: 0 })
  const both = await Promise.all([rotate(), rotate()])
  const [first, second] = both.toSorted((a, b) => a.status - b.status)
  expect([first?.status, second?.status]).toEqual([200, 409])
  expect(second?.body.message).toMatch(/^This record was changed by admin /)
  expect((await tags({ authorization: `Bearer ${first?.body.secret}` })).status).toBe(200)
})

test('the history of a key tells secrets apart by their first characters', async () => {
  const key = await make()
  const { body } = await ask('admin', 'GET', `audit/Integration/key%20${key.id}`)
  expect(body.data[0].after.begins_with).toBe(key.headers.authorization.slice(7, 17))
})

test('two people at one key: the later change is refused', async () => {
  const body = apiKeyBody()
  const key = await make(body)
  const { etag } = await send('GET', `/cms/v1/api-keys/${key.id}`, await t.as('admin'))
  const headers = { ...(await t.as('admin')), 'if-match': String(etag) }
  const change = (name: string) => send('PUT', `/cms/v1/api-keys/${key.id}`, headers, { ...body, name })
  expect((await change('First')).status).toBe(200)
  expect((await change('Second')).status).toBe(409)
  expect((await keyOf(key.id)).name).toBe('First')
})

describe('the version of the API', () => {
  const served = async (headers: Record<string, string>) => {
    const r = await t.app.inject({ url: `/cms/v1/team/${t.world.one.teamId}/tags`, headers })
    return [r.statusCode, r.headers['wattdesk-version']]
  }
  test('is that of the day of the key’s making, until a person with the right changes it', async () => {
    const body = apiKeyBody()
    const key = await make(body)
    const born = versionOn(dayOf(now, t.services.timeZone))
    expect((await keyOf(key.id)).api_version).toBe(born)
    expect(await served(key.headers)).toEqual([200, born])
    const oldest = VERSION_DATES.at(-1) ?? ''
    const put = (who: Person, more: object) => ask(who, 'PUT', `api-keys/${key.id}`, { ...body, ...more })
    expect((await put('viewer', { api_version: oldest })).status).toBe(403)
    expect((await put('admin', { api_version: '2020-01-01' })).body.errors).toEqual({
      api_version: `Must be one of ${VERSION_DATES.join(', ')}`,
    })
    expect((await put('admin', { api_version: oldest })).body.data.api_version).toBe(oldest)
    expect(await served(key.headers)).toEqual([200, oldest])
    // Left out, it stays; the header counts for its own call.
    expect((await put('admin', { name: 'Renamed' })).body.data.api_version).toBe(oldest)
    expect(await served({ ...key.headers, 'wattdesk-version': NEWEST_VERSION })).toEqual([200, NEWEST_VERSION])
    const { rows } = await sql<{ before: string; after: string }>`select before->>'api_version' as before,
      after->>'api_version' as after from audit_entry where record_id = ${`key ${key.id}`} and action = 'update' order by id limit 1`.execute(
      t.db,
    )
    expect(rows).toEqual([{ before: born, after: oldest }])
  })
  test('is named by refusals too, and a version that is gone is served by the oldest', async () => {
    const key = await make()
    await sql`update api_key set api_version = '2020-01-01', ends_at = ${now} where api_key_id = ${key.id}`.execute(
      t.db,
    )
    expect(await served(key.headers)).toEqual([401, VERSION_DATES.at(-1)])
  })
  test('since 2026-12-01 a parameter that the call does not know is refused; older versions and people pass it over', async () => {
    const { headers } = await make(apiKeyBody(accessBy({ Tag: 'v' })))
    const asks = async (query: string, version: string, who: Record<string, string> = headers) => {
      const url = `/cms/v1/team/${t.world.one.teamId}/tags?${query}`
      const r = await t.app.inject({ url, headers: { ...who, 'wattdesk-version': version } })
      return [r.statusCode, r.json().errors]
    }
    const wrong = 'page=1&Q=a&filter=b'
    const told = { Q: 'There is no parameter Q', filter: 'There is no parameter filter' }
    expect(await asks(wrong, '2026-12-01')).toEqual([422, told])
    expect(await asks('page=1&q=a&tz=330', '2026-12-01')).toEqual([200, undefined])
    expect(await asks(wrong, '2026-11-30')).toEqual([200, undefined])
    expect(await asks(wrong, '2026-12-01', await t.as('admin'))).toEqual([200, undefined])
  })
  test('people are served the newest', async () => {
    expect(await served(await t.as('admin'))).toEqual([200, NEWEST_VERSION])
  })
})
