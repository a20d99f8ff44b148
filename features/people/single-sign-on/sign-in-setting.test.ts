// The tab Sign-in of a company: who may see and change it, what is refused, how a domain is proven, and passwords that are forbidden.
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { type LocalProvider, startLocalProvider } from '#demo/sign-in-provider.ts'
import { newest } from '#office/mail/mail.store.ts'
import { everyRight } from '#people/api-keys/test-api-key.ts'
import { encodePassword } from '#people/sign-in/sign-in.rules.ts'
import { PASSWORD, type Person, startApp, type TestApp } from '#testing/app.ts'
import { CLIENT, clientAt, DOMAIN, person, setUp, startLiar, wholeWay } from './test-single-sign-on.ts'

let t: TestApp
let provider: LocalProvider
const records = new Map<string, string[][] | Error>()
const accounts = [person('boss'), person('asha')]
beforeAll(async () => {
  t = await startApp({
    mayCallPrivate: true,
    textRecords: async name => {
      const found = records.get(name) ?? Object.assign(new Error('queryTxt ENOTFOUND'), { code: 'ENOTFOUND' })
      if (found instanceof Error) throw found
      return found
    },
  })
  provider = await startLocalProvider({ client: await clientAt(t), accounts: () => accounts })
})
afterAll(async () => {
  await t.close()
  await provider.close()
})
beforeEach(async () => {
  await t.db.deleteFrom('signInProvider').execute()
  await t.db.deleteFrom('signInDomain').execute()
  await t.db.deleteFrom('companySignIn').execute()
  records.clear()
})

const path = (companyId = t.world.one.companyId) => `/cms/v1/company/${companyId}/sign-in`
type Sent = {
  method: 'GET' | 'PUT' | 'POST' | 'DELETE'
  url: string
  payload?: object
  headers?: Record<string, string>
}
const send = async (who: Person, { headers = {}, ...sent }: Sent) =>
  t.app.inject({ ...sent, headers: { ...(await t.as(who)), ...headers } })
const read = async (who: Person, id?: number) => send(who, { method: 'GET', url: path(id) })
const put = (who: Person, payload: object, more: { id?: number; headers?: Record<string, string> } = {}) =>
  send(who, { method: 'PUT', url: path(more.id), payload, ...(more.headers && { headers: more.headers }) })
const whole = () => ({ issuer: provider.issuer, ...CLIENT, isActive: true })
const login = (username: string, password = PASSWORD) =>
  t.app.inject({ method: 'POST', url: '/auth/login', payload: { username, password: encodePassword(password) } })

test.each<[Person, number, number]>([
  ['root', 200, 200],
  ['admin', 200, 200],
  ['operator', 403, 403],
  ['finance', 403, 403],
  ['viewer', 403, 403],
  ['nobody', 403, 403],
  ['stranger', 404, 404],
])('%s: reads %i, changes %i', async (who, reads, changes) => {
  // Whoever has the right on a team below alone sees no company.
  const [r, w] = [await read(who), await put(who, { graceDays: 7 })]
  expect([r.statusCode === 404 ? 404 : r.statusCode, w.statusCode]).toEqual([reads, changes])
})

test.each(['/test', '/domains', '/domains/1/check', '/domains/1/approve', '/people/1/release'])(
  'a company of others is none: POST %s',
  async at => {
    const r = await send('stranger', {
      method: 'POST',
      url: path() + at,
      payload: at === '/domains' ? { domain: 'a.example' } : {},
    })
    expect(r.statusCode).toBe(404)
  },
)

test('a change asks anew who is there, and a program with a key may not', async () => {
  const headers = await t.as('admin')
  await t.db
    .updateTable('browser')
    .set({ provenAt: new Date(0) })
    .execute()
  const r = await t.app.inject({ method: 'PUT', url: path(), payload: { graceDays: 3 }, headers })
  expect(r.statusCode).toBe(403)
  expect(r.json().needs).toBe('proof')
})

test('the provider is stored with its secret sealed, which is shown nowhere', async () => {
  const r = await put('admin', whole())
  expect(r.statusCode).toBe(200)
  expect(r.json().data).toMatchObject({
    issuer: provider.issuer,
    clientId: CLIENT.clientId,
    hasSecret: true,
    testedAt: null,
  })
  expect(r.payload).not.toContain(CLIENT.clientSecret)
  const stored = await t.db.selectFrom('signInProvider').selectAll().executeTakeFirstOrThrow()
  expect(stored.clientSecret.toString('latin1')).not.toContain(CLIENT.clientSecret)
  const entry = await t.db
    .selectFrom('auditEntry')
    .selectAll()
    .where('feature', '=', 'Company')
    .orderBy('id', 'desc')
    .executeTakeFirstOrThrow()
  expect(JSON.stringify(entry)).not.toContain(CLIENT.clientSecret)
  expect(entry.after).toMatchObject({ issuer: provider.issuer, clientSecret: '•••' })
  // What is missing stays.
  const { clientSecret: _, ...without } = whole()
  expect((await put('admin', { ...without, groupsClaim: 'roles' })).statusCode).toBe(200)
  const after = await t.db.selectFrom('signInProvider').selectAll().executeTakeFirstOrThrow()
  expect(after.clientSecret).toEqual(stored.clientSecret)
  // Another client has another secret.
  const other = await put('admin', { ...without, clientId: 'another' })
  expect(other.statusCode).toBe(422)
  expect(other.json().errors.clientSecret).toMatch(/required for another client/)
})

test.each<[string, () => object, string]>([
  ['no address', () => ({ issuer: 'abc' }), 'issuer'],
  ['an address where nobody answers', () => ({ issuer: 'http://127.0.0.1:9' }), 'issuer'],
  ['an address of the document', () => ({ issuer: `${provider.issuer}/.well-known/openid-configuration` }), 'issuer'],
  ['another spelling of the issuer', () => ({ issuer: `${provider.issuer}/` }), 'issuer'],
  ['a user in the address', () => ({ issuer: 'https://a:b@login.example' }), 'issuer'],
  ['no client', () => ({ clientId: '' }), 'clientId'],
  ['no secret', () => ({ clientSecret: undefined }), 'clientSecret'],
  ['a long secret', () => ({ clientSecret: 'x'.repeat(1001) }), 'clientSecret'],
  ['a long claim', () => ({ groupsClaim: 'x'.repeat(101) }), 'groupsClaim'],
  ['on without a provider', () => ({ issuer: '' }), 'issuer'],
  ['a role without its team', () => ({ defaultRoleId: t.world.one.roles.Viewer }), 'defaultRoleId'],
  [
    'a team of others',
    () => ({ defaultTeamId: t.world.two.teamId, defaultRoleId: t.world.one.roles.Viewer }),
    'defaultTeamId',
  ],
  [
    'a role of others',
    () => ({ defaultTeamId: t.world.one.teamId, defaultRoleId: t.world.two.roles.Viewer }),
    'defaultRoleId',
  ],
  [
    'a group on a team of others',
    () => ({ groups: [{ group: 'a', teamId: t.world.two.teamId, roleId: t.world.one.roles.Viewer }] }),
    'groups.0.teamId',
  ],
  [
    'a group with a role of others',
    () => ({ groups: [{ group: 'a', teamId: t.world.one.teamId, roleId: t.world.two.roles.Viewer }] }),
    'groups.0.roleId',
  ],
  [
    'a group without a name',
    () => ({ groups: [{ group: ' ', teamId: t.world.one.teamId, roleId: t.world.one.roles.Viewer }] }),
    'groups.0.group',
  ],
  ['too many days', () => ({ graceDays: 91 }), 'graceDays'],
  ['no whole day', () => ({ graceDays: 1.5 }), 'graceDays'],
  ['an emergency without passwords forbidden nobody needs', () => ({ onlyProvider: true }), 'emergencyUserId'],
])('the setting is refused: %s', async (_, wrong, field) => {
  const r = await put('admin', { ...whole(), ...wrong() })
  expect(r.statusCode).toBe(422)
  expect(Object.keys(r.json().errors)).toContain(field)
  expect(await t.db.selectFrom('signInProvider').selectAll().execute()).toEqual([])
})

test('a group twice on one team is refused, and rules keep their order', async () => {
  const { teamId, roles } = t.world.one
  const rule = (group: string, roleId: number) => ({ group, teamId, roleId })
  const twice = await put('admin', { ...whole(), groups: [rule('a', roles.Viewer), rule('a', roles.Operator)] })
  expect(twice.statusCode).toBe(422)
  const r = await put('admin', { ...whole(), groups: [rule('b', roles.Viewer), rule('a', roles.Operator)] })
  expect(r.json().data.groups.map((g: { group: string }) => g.group)).toEqual(['b', 'a'])
})

test('nobody has groups give what they could not give, nor sets the provider of people above them', async () => {
  const { one, userIds } = t.world
  // A role that may change the company, and nothing else.
  const admin = await t.as('admin')
  const made = await t.app.inject({
    method: 'POST',
    url: '/cms/v1/roles',
    headers: admin,
    payload: {
      roleName: 'Clerk',
      access: [{ featureName: 'Company', view: 'Y', create: 'N', update: 'Y', delete: 'N' }],
    },
  })
  expect(made.json()).toMatchObject({ success: true })
  const { roleId } = made.json().data
  await t.db.insertInto('teamMember').values({ userId: userIds.nobody, teamId: one.companyId, roleId }).execute()
  try {
    const rule = { group: 'a', teamId: one.companyId, roleId: one.roles.Admin }
    expect((await put('nobody', whole())).statusCode).toBe(403)
    await setUp(t, provider.issuer)
    const given = await put('nobody', { ...whole(), clientSecret: undefined, groups: [rule] })
    expect(given.statusCode).toBe(403)
    expect(given.json().errors['groups.0.roleId']).toMatch(/may not give the role Admin/)
    expect((await put('nobody', { ...whole(), clientSecret: 'another' })).statusCode).toBe(403)
    const plain = await put('nobody', { ...whole(), clientSecret: undefined, graceDays: 5 })
    expect(plain.statusCode).toBe(200)
  } finally {
    await t.db.deleteFrom('teamMember').where('userId', '=', userIds.nobody).execute()
  }
})

test('two people at one setting: the second is told', async () => {
  const first = await read('admin')
  const tag = String(first.headers.etag)
  expect((await put('admin', { graceDays: 3 }, { headers: { 'if-match': tag } })).statusCode).toBe(200)
  const second = await put('root', { graceDays: 4 }, { headers: { 'if-match': tag } })
  expect(second.statusCode).toBe(409)
  expect(second.json().data.graceDays).toBe(3)
})

test('the test of the connection says what was found, or why it failed, and is noted with the exact error', async () => {
  const none = await send('admin', { method: 'POST', url: `${path()}/test` })
  expect(none.statusCode).toBe(409)
  await put('admin', whole())
  const right = await send('admin', { method: 'POST', url: `${path()}/test` })
  expect(right.json().data).toMatchObject({ isRight: true })
  expect(right.json().data.found[0]).toBe(`Issuer: ${provider.issuer}`)
  expect((await read('admin')).json().data.testedAt).not.toBeNull()
  // Another secret is not tested yet.
  await put('admin', { ...whole(), clientSecret: 'wrong' })
  expect((await read('admin')).json().data.testedAt).toBeNull()
  const wrong = await send('admin', { method: 'POST', url: `${path()}/test` })
  expect(wrong.json().data).toMatchObject({ isRight: false, found: [] })
  expect(wrong.json().data.text).toBe(
    'The test failed: The provider does not take the client ID and its secret. They have to be entered anew.',
  )
  const { after } = await t.db
    .selectFrom('auditEntry')
    .select('after')
    .where('action', '=', 'test-provider')
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirstOrThrow()
  expect(after).toMatchObject({ reason: expect.stringMatching(/invalid_client/) })
})

test('a provider with addresses that lead nowhere good is none', async () => {
  const liar = await startLiar()
  try {
    for (const [metadata, why] of [
      [{ authorization_endpoint: 'javascript:alert(1)' }, /authorization_endpoint of the provider/],
      [{ token_endpoint: undefined }, /names no token_endpoint/],
      [{ jwks_uri: 'file:///etc/passwd' }, /jwks_uri of the provider/],
      [{ issuer: 'https://other.example' }, /issuer/],
    ] as const) {
      liar.metadata = metadata
      const r = await put('admin', { ...whole(), issuer: liar.issuer })
      expect(r.statusCode).toBe(422)
      expect(r.json().errors.issuer).toMatch(why)
    }
  } finally {
    await liar.close()
  }
})

const domainOf = async (name = DOMAIN) => {
  const r = await send('admin', { method: 'POST', url: `${path()}/domains`, payload: { domain: name } })
  return r.json().data.domains.find((d: { domain: string }) => d.domain === name.toLowerCase())
}
test('a domain is proven by its DNS record', async () => {
  const d = await domainOf('Volt.Example')
  expect(d).toMatchObject({ domain: DOMAIN, recordName: `_sign-in-proof.${DOMAIN}`, provenAt: null })
  const check = () => send('admin', { method: 'POST', url: `${path()}/domains/${d.domainId}/check` })
  const found = async () => (await check()).json().data.domains[0]
  expect(await found()).toMatchObject({ provenAt: null, checkFound: 'There is no record of this name yet.' })
  records.set(d.recordName, [['something ', 'else']])
  expect(await found()).toMatchObject({ provenAt: null, checkFound: 'The record says something else: something else' })
  records.set(d.recordName, Object.assign(new Error('timeout'), { code: 'ETIMEOUT' }))
  expect((await found()).checkFound).toMatch(/did not answer in time/)
  const [one, two] = [d.recordValue.slice(0, 10), d.recordValue.slice(10)]
  records.set(d.recordName, [['v=spf1'], [one, two]])
  expect(await found()).toMatchObject({ provenHow: 'DNS record', provenBy: 'admin', checkFound: null })
  // A record that is gone later is told of; what is proven stays so.
  records.clear()
  expect(await found()).toMatchObject({ provenHow: 'DNS record', checkFound: 'There is no record of this name yet.' })
})

test('staff of the platform may prove a domain, and nobody else', async () => {
  const d = await domainOf()
  const approve = (who: Person) => send(who, { method: 'POST', url: `${path()}/domains/${d.domainId}/approve` })
  expect((await approve('admin')).statusCode).toBe(403)
  expect((await approve('root')).json().data.domains[0]).toMatchObject({ provenHow: 'platform', provenBy: 'root' })
  expect((await approve('root')).statusCode).toBe(409)
})

test('a domain belongs to the company that has proven it, though others may ask for it', async () => {
  const d = await domainOf()
  await send('root', { method: 'POST', url: `${path()}/domains/${d.domainId}/approve` })
  const twice = await send('admin', { method: 'POST', url: `${path()}/domains`, payload: { domain: DOMAIN } })
  expect(twice.statusCode).toBe(409)
  const theirs = `${path(t.world.two.companyId)}/domains`
  const added = await send('stranger', { method: 'POST', url: theirs, payload: { domain: DOMAIN } })
  const { domainId } = added.json().data.domains[0]
  const r = await send('root', { method: 'POST', url: `${theirs}/${domainId}/approve` })
  expect(r.statusCode).toBe(409)
  expect(r.json().message).toBe('Another company has proven this domain')
  // By its own path alone.
  expect((await send('stranger', { method: 'POST', url: `${theirs}/${d.domainId}/remove` })).statusCode).toBe(404)
  expect(
    (await send('admin', { method: 'POST', url: `${path()}/domains/${d.domainId}/remove` })).json().data.domains,
  ).toEqual([])
})

test.each([
  '',
  'volt',
  'a b.example',
  'http://volt.example',
  `${'a'.repeat(64)}.example`,
  '*.example',
  '@volt.example',
])('no domain: %j', async domain => {
  const r = await send('admin', { method: 'POST', url: `${path()}/domains`, payload: { domain } })
  expect(r.statusCode).toBe(422)
  expect(r.json().errors.domain).toBeTruthy()
})

test('the platform’s own company has no single sign-on', async () => {
  expect((await read('root', t.world.gp)).json().data.whyNot).toMatch(/platform/)
  expect((await put('root', whole(), { id: t.world.gp })).statusCode).toBe(409)
})

test('passwords are given up only with a tested provider, a proven domain and an emergency administrator', async () => {
  const { userIds } = t.world
  const ready = { ...whole(), clientSecret: undefined, onlyProvider: true, emergencyUserId: userIds.admin }
  await put('admin', whole())
  expect((await put('admin', ready)).json().errors.onlyProvider).toMatch(/Test the connection first/)
  await send('admin', { method: 'POST', url: `${path()}/test` })
  expect((await put('admin', ready)).json().errors.onlyProvider).toMatch(/Prove a mail domain/)
  await setUp(t, provider.issuer, { testedAt: new Date() })
  for (const emergencyUserId of [userIds.viewer, userIds.stranger, userIds.root, 999_999])
    expect((await put('admin', { ...ready, emergencyUserId })).json().errors.emergencyUserId).toMatch(/all rights/)
  expect((await read('admin')).json().data.emergencyChoices).toEqual([{ userId: userIds.admin, username: 'admin' }])
  expect((await put('admin', ready)).statusCode).toBe(200)
  expect((await put('admin', { ...ready, isActive: false })).statusCode).toBe(422)
})

test('without passwords nobody signs in with one but the emergency administrator, and only who knows it is told', async () => {
  const { userIds, one } = t.world
  const viewer = await t.as('viewer')
  const ask = (username: string) =>
    t.app.inject({ method: 'POST', url: '/auth/resetpwdrequest', payload: { username } })
  const before = await ask('viewer')
  const otp = /code is (\d+)/.exec((await newest(t.db))[0]?.body ?? '')?.[1] ?? ''
  await setUp(t, provider.issuer, { testedAt: new Date() })
  const on = { ...whole(), clientSecret: undefined, onlyProvider: true, emergencyUserId: userIds.admin }
  expect((await put('admin', on)).statusCode).toBe(200)
  const wrong = await login('viewer', 'Not the password 1!')
  expect(wrong.statusCode).toBe(401)
  expect(wrong.json().message).toBe('Invalid username or password')
  const right = await login('viewer')
  expect(right.statusCode).toBe(403)
  expect(right.json().message).toMatch(/signs in by single sign-on/)
  expect((await login('admin')).statusCode).toBe(200)
  // Another company has passwords.
  expect((await login('stranger')).statusCode).toBe(200)
  const change = { old_password: encodePassword(PASSWORD), new_password: encodePassword('Another@2026x') }
  const changed = await t.app.inject({ method: 'POST', url: '/auth/changepwd', payload: change, headers: viewer })
  expect(changed.statusCode).toBe(403)
  const unknown = await t.app.inject({
    method: 'POST',
    url: '/auth/changepwd',
    payload: { ...change, old_password: encodePassword('Not it@2026xx') },
    headers: viewer,
  })
  expect(unknown.statusCode).toBe(422)
  const reset = { username: 'viewer', otp: '000000', new_password: encodePassword('Another@2026x') }
  const guessed = await t.app.inject({ method: 'POST', url: '/auth/resetpwd', payload: reset })
  expect(guessed.statusCode).toBe(422)
  // No code is mailed any more: the mail says how to come in. The answer is the same as ever.
  const after = await ask('operator')
  expect([after.statusCode, after.json()]).toEqual([before.statusCode, before.json()])
  const [mail] = await newest(t.db)
  expect([mail?.recipient, mail?.subject]).toEqual(['operator@example.com', expect.stringMatching(/single sign-on$/)])
  expect(mail?.body).not.toMatch(/\d{6}/)
  // Who gets an account is mailed no way to a password either.
  const made = {
    username: 'new.one',
    firstName: 'New',
    lastName: 'One',
    email: `new.one@${DOMAIN}`,
    phone: '9876543210',
  }
  const created = await send('admin', { method: 'POST', url: `/cms/v1/user?teamId=${one.companyId}`, payload: made })
  expect(created.statusCode, created.body).toBe(201)
  const [first] = await newest(t.db)
  expect([first?.recipient, first?.subject]).toEqual([made.email, expect.stringMatching(/: your account$/)])
  expect(first?.body).toMatch(/Choose “Single sign-on” at http:\/\/portal\.test\/login/)
  expect(first?.body).not.toMatch(/password here|reset|one-time/)
  // The emergency administrator has a password still, and is mailed a code.
  await ask('admin')
  expect((await newest(t.db))[0]?.body).toMatch(/code is \d{6}/)
  // A code that was mailed before counts for nothing.
  const withCode = await t.app.inject({ method: 'POST', url: '/auth/resetpwd', payload: { ...reset, otp } })
  expect(withCode.statusCode).toBe(403)
  // By the provider people come in.
  expect((await wholeWay(t, person('asha'))).statusCode).toBe(200)
  // The emergency administrator and the last domain stay.
  const removed = await send('root', { method: 'DELETE', url: `/cms/v1/user/${userIds.admin}` })
  expect(removed.statusCode).toBe(409)
  expect(removed.json().message).toMatch(/emergency administrator/)
  const { domains } = (await read('admin')).json().data
  const last = await send('admin', { method: 'POST', url: `${path()}/domains/${domains[0].domainId}/remove` })
  expect(last.statusCode).toBe(409)
  const off = await put('admin', { ...on, onlyProvider: false, emergencyUserId: null })
  expect(off.statusCode).toBe(200)
  expect((await login('viewer')).statusCode).toBe(200)
  expect(one.companyId).toBeGreaterThan(0)
})

test('the emergency administrator keeps the password at the first single sign-on', async () => {
  const { userIds } = t.world
  await setUp(t, provider.issuer, { testedAt: new Date() })
  await t.db
    .updateTable('appUser')
    .set({ email: `boss@${DOMAIN}` })
    .where('id', '=', userIds.admin)
    .execute()
  await put('admin', { ...whole(), clientSecret: undefined, onlyProvider: true, emergencyUserId: userIds.admin })
  expect((await wholeWay(t, person('boss'))).json().data.user.id).toBe(userIds.admin)
  expect((await login('admin')).statusCode).toBe(200)
  expect((await read('admin')).json().data.people).toContainEqual(
    expect.objectContaining({ username: 'admin', subject: 'boss' }),
  )
})

describe('the emergency administrator of a company without passwords', () => {
  const shop = () => t.world.one
  const forbid = async () => {
    await setUp(t, provider.issuer, { testedAt: new Date() })
    const on = { ...whole(), clientSecret: undefined, onlyProvider: true, emergencyUserId: t.world.userIds.admin }
    expect((await put('admin', on)).statusCode).toBe(200)
  }
  const REASON = /^admin is the emergency administrator of a company without passwords/
  const held = async () =>
    (await t.db.selectFrom('teamMember').selectAll().where('userId', '=', t.world.userIds.admin).execute()).map(
      m => `${m.teamId} ${m.roleId}`,
    )
  const takings: [string, () => Sent][] = [
    [
      'the role is taken',
      () => ({ method: 'DELETE', url: `/cms/v1/team/${shop().companyId}/user/${t.world.userIds.admin}` }),
    ],
    [
      'another role is given in its place',
      () => ({
        method: 'POST',
        url: `/cms/v1/team/${shop().companyId}/users`,
        payload: { users: [t.world.userIds.admin], roleId: shop().roles.Operator },
      }),
    ],
    [
      'the role loses a right',
      () => ({
        method: 'PUT',
        url: '/cms/v1/roles',
        payload: {
          roleId: shop().roles.Admin,
          roleName: 'Admin',
          access: everyRight().map(({ featureId: _, ...e }) =>
            e.featureName === 'Company' ? { ...e, update: 'N', create: 'N', delete: 'N' } : e,
          ),
        },
      }),
    ],
    ['the account is deleted', () => ({ method: 'DELETE', url: `/cms/v1/user/${t.world.userIds.admin}` })],
  ]
  test.each(takings)('stays one, also for staff of the platform: %s', async (_, sent) => {
    await forbid()
    const before = await held()
    const refused = await send('root', sent())
    expect([refused.statusCode, refused.json().message]).toEqual([409, expect.stringMatching(REASON)])
    expect(await held()).toEqual(before)
  })
  test('the members of the team say so beforehand', async () => {
    await forbid()
    const { data } = (await send('root', { method: 'GET', url: `/cms/v1/team/${shop().companyId}/users` })).json()
    const admin = data.find((m: { userId: number }) => m.userId === t.world.userIds.admin)
    expect(admin.whyKept).toMatch(REASON)
  })
  test('may have a role on a team below, and is not kept where passwords count', async () => {
    await forbid()
    const below = await send('root', {
      method: 'POST',
      url: `/cms/v1/team/${shop().teamId}/users`,
      payload: { users: [t.world.userIds.admin], roleId: shop().roles.Admin },
    })
    expect(below.statusCode).toBeLessThan(300)
    await t.db
      .deleteFrom('teamMember')
      .where('teamId', '=', shop().teamId)
      .where('userId', '=', t.world.userIds.admin)
      .execute()
    await t.db.updateTable('companySignIn').set({ forbidsPasswords: false }).execute()
    const { data } = (await send('root', { method: 'GET', url: `/cms/v1/team/${shop().companyId}/users` })).json()
    expect(data.find((m: { userId: number }) => m.userId === t.world.userIds.admin).whyKept).toBeNull()
  })
  test('is not moved by groups of the provider', async () => {
    const { admin } = t.world.userIds
    await t.db
      .updateTable('appUser')
      .set({ email: `boss@${DOMAIN}` })
      .where('id', '=', admin)
      .execute()
    await forbid()
    await t.db
      .insertInto('signInRole')
      .values({ userId: admin, teamId: shop().companyId, roleId: shop().roles.Admin })
      .execute()
    const before = await held()
    expect((await wholeWay(t, person('boss'))).statusCode).toBe(200)
    expect(await held()).toEqual(before)
    await t.db.deleteFrom('signInRole').execute()
  })
})

test('a second factor is needed from when it was asked for', async () => {
  const r = await put('admin', { needsSecondFactor: true, graceDays: 7 })
  const since = r.json().data.secondFactorSince
  expect(since).not.toBeNull()
  expect((await put('admin', { needsSecondFactor: true, graceDays: 8 })).json().data.secondFactorSince).toBe(since)
  expect((await put('admin', { needsSecondFactor: false })).json().data.secondFactorSince).toBeNull()
})
