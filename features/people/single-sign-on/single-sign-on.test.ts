// The whole way of a single sign-on over a real provider: who comes in, as whom, with which roles, and how both sessions end.
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { type LocalAccount, type LocalProvider, startLocalProvider } from '#demo/sign-in-provider.ts'
import { encodePassword } from '#people/sign-in/sign-in.rules.ts'
import * as users from '#people/users/user.store.ts'
import { PASSWORD, startApp, type TestApp } from '#testing/app.ts'
import { clientAt, DOMAIN, person, setUp, tab, ticketIn, visitor, wholeWay } from './test-single-sign-on.ts'

let t: TestApp
let provider: LocalProvider
const accounts: LocalAccount[] = []
/** Somebody whom the provider knows from now on, as they are now. */
const known = (subject: string, more: Partial<LocalAccount> = {}): LocalAccount => {
  const account = person(subject, more)
  const at = accounts.findIndex(a => a.subject === subject)
  accounts.splice(at < 0 ? accounts.length : at, at < 0 ? 0 : 1, account)
  return account
}
beforeAll(async () => {
  t = await startApp({ mayCallPrivate: true })
  const { http } = await t.listen()
  const client = { ...(await clientAt(t)), backChannelAddress: `${http}/auth/sso/back-channel` }
  provider = await startLocalProvider({ client, accounts: () => accounts })
})
afterAll(async () => {
  await t.close()
  await provider.close()
})
beforeEach(() => setUp(t, provider.issuer))

const rolesOf = async (username: string) =>
  (
    await t.db
      .selectFrom('teamMember as m')
      .innerJoin('appUser as u', 'u.id', 'm.userId')
      .innerJoin('role as r', 'r.id', 'm.roleId')
      .select(['m.teamId', 'r.name'])
      .where('u.username', '=', username)
      .orderBy('m.teamId')
      .execute()
  ).map(r => `${r.teamId} ${r.name}`)
const rule = (group: string, role: 'Admin' | 'Operator' | 'Viewer' | 'Finance', teamId = t.world.one.teamId) => ({
  group,
  teamId,
  roleId: t.world.one.roles[role],
})
const entriesOf = (action: string) =>
  t.db.selectFrom('auditEntry').selectAll().where('action', '=', action).orderBy('id').execute()

test('who comes for the first time gets an account, and the same one the next time', async () => {
  const asha = known('asha')
  const r = await wholeWay(t, asha, { returnTo: '/charger' })
  expect(r.statusCode).toBe(200)
  const { access_token, user, returnTo, browser } = r.json().data
  expect(user).toMatchObject({ username: `asha@${DOMAIN}`, firstName: 'Asha', lastName: 'Rao' })
  expect(user.company.id).toBe(t.world.one.companyId)
  expect(returnTo).toBe('/charger')
  expect(browser).toMatch(/^[\w-]{43}$/)
  const profile = await t.app.inject({
    method: 'GET',
    url: '/cms/v1/profile',
    headers: { authorization: `Bearer ${access_token}` },
  })
  expect(profile.statusCode).toBe(200)
  // Another address at the provider: the person is the same one.
  const again = await wholeWay(t, known('asha', { email: `asha.rao@${DOMAIN}` }))
  expect(again.json().data.user.id).toBe(user.id)
  expect((await entriesOf('create')).filter(e => e.recordId === String(user.id))).toHaveLength(1)
})

test('roles follow the groups, and what was given by hand stays', async () => {
  const { one } = t.world
  await setUp(t, provider.issuer, {
    rules: [rule('chargers', 'Operator'), rule('everybody', 'Viewer'), rule('everybody', 'Viewer', one.siblingId)],
    defaultTeamId: one.teamId,
    defaultRoleId: one.roles.Viewer,
  })
  await wholeWay(t, known('ravi', { groups: ['everybody', 'chargers'] }))
  expect(await rolesOf(`ravi@${DOMAIN}`)).toEqual([`${one.teamId} Operator`, `${one.siblingId} Viewer`])
  // By hand, on a team of no group.
  const admin = await t.as('admin')
  const { id } = await t.db
    .selectFrom('appUser')
    .select('id')
    .where('username', '=', `ravi@${DOMAIN}`)
    .executeTakeFirstOrThrow()
  const given = await t.app.inject({
    method: 'POST',
    url: `/cms/v1/team/${one.companyId}/users`,
    headers: admin,
    payload: { users: [id], roleId: one.roles.Finance },
  })
  expect(given.statusCode).toBeLessThan(300)
  await wholeWay(t, known('ravi', { groups: ['everybody'] }))
  expect(await rolesOf(`ravi@${DOMAIN}`)).toEqual([
    `${one.companyId} Finance`,
    `${one.teamId} Viewer`,
    `${one.siblingId} Viewer`,
  ])
  await wholeWay(t, known('ravi', { groups: ['somewhere else'] }))
  expect(await rolesOf(`ravi@${DOMAIN}`)).toEqual([`${one.companyId} Finance`])
  // Without any role of their own people have the one for all.
  await wholeWay(t, known('meera', { groups: [] }))
  expect(await rolesOf(`meera@${DOMAIN}`)).toEqual([`${one.teamId} Viewer`])
  await wholeWay(t, known('meera', { groups: ['chargers'] }))
  expect(await rolesOf(`meera@${DOMAIN}`)).toEqual([`${one.teamId} Operator`])
  const told = (await entriesOf('change-member')).at(-1)
  expect(told).toMatchObject({ username: 'Single sign-on', teamId: one.teamId })
})

test('the last Admin of a team stays one, whatever the groups say', async () => {
  const { two } = t.world
  await setUp(t, provider.issuer, { rules: [rule('bosses', 'Admin', t.world.one.siblingId)] })
  const boss = known('boss', { groups: ['bosses'] })
  await wholeWay(t, boss)
  expect(await rolesOf(`boss@${DOMAIN}`)).toEqual([`${t.world.one.siblingId} Admin`])
  // The company's own Admin stands above, so this one may go.
  await wholeWay(t, known('boss', { groups: [] }))
  expect(await rolesOf(`boss@${DOMAIN}`)).toEqual([])
  expect(two.companyId).not.toBe(t.world.one.companyId)
})

test('an account with the mail address becomes the person’s, and whoever had its password has it no more', async () => {
  const { world, db } = t
  const userId = await users.create(db, {
    companyId: world.one.companyId,
    username: 'lata',
    firstName: 'Lata',
    lastName: 'Iyer',
    email: `Lata@${DOMAIN}`,
    userType: 'USER',
    passwordHash: (
      await db.selectFrom('appUser').select('passwordHash').where('username', '=', 'viewer').executeTakeFirstOrThrow()
    ).passwordHash,
  })
  const before = await t.app.inject({
    method: 'POST',
    url: '/auth/login',
    payload: { username: 'lata', password: encodePassword(PASSWORD) },
  })
  const headers = { authorization: `Bearer ${before.json().data.access_token}` }
  const r = await wholeWay(t, known('lata'))
  expect(r.json().data.user).toMatchObject({ id: userId, username: 'lata' })
  expect((await t.app.inject({ method: 'GET', url: '/cms/v1/profile', headers })).statusCode).toBe(401)
  const login = await t.app.inject({
    method: 'POST',
    url: '/auth/login',
    payload: { username: 'lata', password: encodePassword(PASSWORD) },
  })
  expect(login.statusCode).toBe(401)
  expect((await entriesOf('link')).at(-1)).toMatchObject({
    recordId: String(userId),
    after: { loses: 'password and sessions' },
  })
  // A new person of the provider with the same address does not take it over, until somebody has released it.
  const other = await wholeWay(t, known('lata.new', { email: `lata@${DOMAIN}` }))
  expect(other.statusCode).toBe(403)
  expect(other.json().message).toMatch(/belongs to another person/)
  const admin = await t.as('admin')
  const release = await t.app.inject({
    method: 'POST',
    url: `/cms/v1/company/${world.one.companyId}/sign-in/people/${userId}/release`,
    headers: admin,
  })
  expect(release.statusCode).toBe(200)
  expect((await wholeWay(t, known('lata.new', { email: `lata@${DOMAIN}` }))).json().data.user.id).toBe(userId)
})

test('a person who is known at one company is taken by no other', async () => {
  const { two } = t.world
  const kavya = known('kavya')
  expect((await wholeWay(t, kavya)).statusCode).toBe(200)
  const { userId } = await t.db
    .selectFrom('signInIdentity')
    .select('userId')
    .where('subject', '=', 'kavya')
    .executeTakeFirstOrThrow()
  await t.db.updateTable('signInIdentity').set({ companyId: two.companyId }).where('subject', '=', 'kavya').execute()
  const r = await wholeWay(t, kavya)
  expect(r.statusCode).toBe(403)
  expect(r.json().message).toMatch(/another company/)
  await t.db
    .updateTable('signInIdentity')
    .set({ companyId: t.world.one.companyId, userId: t.world.userIds.stranger })
    .where('subject', '=', 'kavya')
    .execute()
  expect((await wholeWay(t, kavya)).statusCode).toBe(403)
  await t.db.updateTable('signInIdentity').set({ userId }).where('subject', '=', 'kavya').execute()
  expect((await wholeWay(t, kavya)).statusCode).toBe(200)
})

test('a user name of another company is not taken over', async () => {
  await t.db
    .updateTable('appUser')
    .set({ username: `taken@${DOMAIN}`, email: `taken@${DOMAIN}` })
    .where('id', '=', t.world.userIds.stranger)
    .execute()
  const r = await wholeWay(t, known('taken'))
  expect(r.statusCode).toBe(403)
  expect(r.json().message).toMatch(/is taken by an account that is not your company/)
  await t.db
    .updateTable('appUser')
    .set({ username: 'stranger', email: 'stranger@example.com' })
    .where('id', '=', t.world.userIds.stranger)
    .execute()
})

test('staff of the platform do not come by it, even with an address of the domain', async () => {
  const { db, world } = t
  const userId = await users.create(db, {
    companyId: world.one.companyId,
    username: 'staff',
    firstName: 'S',
    lastName: 'T',
    email: `staff@${DOMAIN}`,
    userType: 'ROOT',
    passwordHash: null,
  })
  const r = await wholeWay(t, known('staff'))
  expect(r.statusCode).toBe(403)
  expect(r.json().message).toMatch(/Staff of the platform/)
  await users.remove(db as never, userId)
})

test.each<[string, Partial<LocalAccount>, RegExp]>([
  ['an address that is not verified', { isVerified: false }, /has not verified/],
  ['an address of which nothing is said', { isVerified: null }, /has not verified/],
  ['an address of another domain', { email: 'guest@elsewhere.example' }, /is not one that your company has proven/],
  ['an address of a domain below', { email: `guest@sub.${DOMAIN}` }, /is not one that your company has proven/],
  ['no address', { email: '' }, /does not tell your mail address/],
  ['too many groups', { groups: Array.from({ length: 1001 }, (_, i) => `g${i}`) }, /more than 1,000 groups/],
])('nobody comes in with %s', async (_, more, why) => {
  const account = known('guest', more)
  const page = tab(t)
  const begun = await page.begin(`guest@${DOMAIN}`)
  const back = await visitor().signIn(begun.json().data.onward, account.subject)
  const r = await page.finish(ticketIn(await page.comeBack(back)))
  expect(r.statusCode).toBe(403)
  expect(r.json().message).toMatch(why)
  expect(await t.db.selectFrom('appUser').select('id').where('email', 'like', 'guest@%').execute()).toEqual([])
})

test('a company may say that its provider verifies all addresses, which a plain no still overrules', async () => {
  await setUp(t, provider.issuer, { trustsMail: true })
  expect((await wholeWay(t, known('quiet', { isVerified: null }))).statusCode).toBe(200)
  expect((await wholeWay(t, known('liar', { isVerified: false }))).statusCode).toBe(403)
})

test('odd names are cut, not refused', async () => {
  const r = await wholeWay(t, known('odd', { firstName: `<b>\u0000Ünï\u202e${'x'.repeat(80)}`, lastName: '' }))
  expect(r.statusCode).toBe(200)
  expect([...r.json().data.user.firstName]).toHaveLength(50)
})

test('a company may make no accounts, and those who are switched off stay out', async () => {
  await setUp(t, provider.issuer, { makesUsers: false })
  const r = await wholeWay(t, known('newcomer'))
  expect(r.statusCode).toBe(403)
  expect(r.json().message).toMatch(/have no account here yet/)
  await setUp(t, provider.issuer)
  const off = known('off')
  expect((await wholeWay(t, off)).statusCode).toBe(200)
  await t.db.updateTable('appUser').set({ isActive: false }).where('username', '=', `off@${DOMAIN}`).execute()
  const refused = await wholeWay(t, off)
  expect(refused.statusCode).toBe(403)
  expect(refused.json().message).toMatch(/inactive/)
})

test('a switched-off company makes nobody', async () => {
  const { companyId } = t.world.one
  await t.db.updateTable('team').set({ isActive: false }).where('id', '=', companyId).execute()
  const r = await wholeWay(t, known('nobody.there'))
  await t.db.updateTable('team').set({ isActive: true }).where('id', '=', companyId).execute()
  expect(r.statusCode).toBe(403)
  expect(await t.db.selectFrom('appUser').select('id').where('email', '=', `nobody.there@${DOMAIN}`).execute()).toEqual(
    [],
  )
})

test.each([
  ['somebody@unknown.example', 422],
  ['not a mail', 422],
  [`asha@sub.${DOMAIN}`, 422],
])('nobody is led anywhere from %s', async (email, status) => {
  const r = await tab(t).begin(email)
  expect(r.statusCode).toBe(status)
  expect(r.json().errors.email).toBeTruthy()
})

test('a sign-out leads to the provider, which ends the session there', async () => {
  const asha = known('leaving')
  const page = tab(t)
  const guest = visitor()
  const back = await guest.signIn((await page.begin(asha.email)).json().data.onward, asha.subject)
  const { access_token } = (await page.finish(ticketIn(await page.comeBack(back)))).json().data
  const headers = { authorization: `Bearer ${access_token}` }
  const out = await t.app.inject({ method: 'POST', url: '/auth/logout', headers })
  const { onward: address } = out.json().data
  expect(new URL(address).origin).toBe(new URL(provider.issuer).origin)
  expect(new URL(address).searchParams.get('post_logout_redirect_uri')).toBe('http://portal.test/login')
  expect((await t.app.inject({ method: 'GET', url: '/cms/v1/profile', headers })).statusCode).toBe(401)
  const asked = await guest.go(address)
  const xsrf = /name="xsrf" value="([^"]+)"/.exec(asked.text)?.[1] ?? ''
  const left = await guest.go(`${provider.issuer}/session/end/confirm`, { xsrf, logout: 'yes' })
  expect(left.location).toBe('http://portal.test/login')
  // Whoever signs in with a password is led nowhere.
  const plain = await t.app.inject({ method: 'POST', url: '/auth/logout', headers: await t.as('viewer') })
  expect(plain.json().data).toEqual({ onward: null })
})

test('a sign-out at the provider ends the browser here, and no other', async () => {
  const asha = known('away')
  const come = async () => {
    const page = tab(t)
    const guest = visitor()
    const back = await guest.signIn((await page.begin(asha.email)).json().data.onward, asha.subject)
    const { access_token } = (await page.finish(ticketIn(await page.comeBack(back)))).json().data
    return { guest, headers: { authorization: `Bearer ${access_token}` } }
  }
  const [one, two] = [await come(), await come()]
  const isIn = async ({ headers }: typeof one) =>
    (await t.app.inject({ method: 'GET', url: '/cms/v1/profile', headers })).statusCode === 200
  const asked = await one.guest.go(`${provider.issuer}/session/end`)
  const xsrf = /name="xsrf" value="([^"]+)"/.exec(asked.text)?.[1] ?? ''
  await one.guest.go(`${provider.issuer}/session/end/confirm`, { xsrf, logout: 'yes' })
  expect([await isIn(one), await isIn(two)]).toEqual([false, true])
  const shown = await t.app.inject({ method: 'GET', url: '/cms/v1/profile/browsers', headers: two.headers })
  expect(
    shown
      .json()
      .data.map((b: { state: string }) => b.state)
      .toSorted(),
  ).toEqual(['provider', 'signed in'])
})

test('the person proves anew at the provider, in the same browser and as the same person', async () => {
  const asha = known('proof')
  const guest = visitor()
  const page = tab(t)
  const back = await guest.signIn((await page.begin(asha.email)).json().data.onward, asha.subject)
  const { access_token } = (await page.finish(ticketIn(await page.comeBack(back)))).json().data
  const authorization = `Bearer ${access_token}`
  const provenAt = async () =>
    (
      await t.db
        .selectFrom('browser')
        .select('provenAt')
        .where('signedInBy', '=', 'single sign-on')
        .orderBy('browserId', 'desc')
        .limit(1)
        .executeTakeFirstOrThrow()
    ).provenAt
  await t.db
    .updateTable('browser')
    .set({ provenAt: new Date(0) })
    .execute()
  const prove = async (as: string, at = guest) => {
    const who = tab(t)
    const begun = await who.prove(authorization)
    const { onward: address } = begun.json().data
    expect(new URL(address).searchParams.get('prompt')).toBe('login')
    expect(new URL(address).searchParams.get('max_age')).toBe('0')
    const location = await who.comeBack(await at.signIn(address, as))
    expect(location).toMatch(/^http:\/\/portal\.test\/prove#sso=/)
    return { who, ticket: ticketIn(location) }
  }
  known('someone')
  const other = await prove('someone', visitor())
  expect((await other.who.proven(authorization, other.ticket)).json().message).toMatch(/Somebody else/)
  expect(await provenAt()).toEqual(new Date(0))
  // A ticket of a proof signs nobody in, and one of a sign-in proves nothing.
  const wrong = await prove('proof')
  expect((await wrong.who.finish(wrong.ticket)).statusCode).toBe(403)
  const right = await prove('proof')
  const r = await right.who.proven(authorization, right.ticket)
  expect(r.json()).toMatchObject({ data: { returnTo: '/settings' }, message: 'Confirmed' })
  expect((await provenAt()).getTime()).toBeGreaterThan(Date.now() - 60_000)
  const password = await tab(t).prove((await t.as('viewer')).authorization)
  expect(password.statusCode).toBe(409)
})

test('many at once with the same person make one account', async () => {
  const all = await Promise.all(Array.from({ length: 4 }, () => wholeWay(t, known('crowd'))))
  expect(all.filter(r => r.statusCode === 200).length).toBeGreaterThanOrEqual(1)
  expect(await t.db.selectFrom('appUser').select('id').where('email', '=', `crowd@${DOMAIN}`).execute()).toHaveLength(1)
})
