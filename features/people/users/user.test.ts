// System users over HTTP: who sees, makes, changes and deletes whom, the first mail, the words of every refusal.
import { FEATURES, type Feature } from '@wattdesk/base/access'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { grantsOf, wholeAccess } from '#people/roles/role.rules.ts'
import * as roles from '#people/roles/role.store.ts'
import { encodePassword } from '#people/sign-in/sign-in.rules.ts'
import * as teams from '#people/teams/team.store.ts'
import { PASSWORD, type Person, startApp, type TestApp } from '#testing/app.ts'
import type { ListedUser } from './user.contract.ts'
import * as store from './user.store.ts'

let t: TestApp
beforeAll(async () => {
  t = await startApp()
})
afterAll(() => t.close())

type Method = 'GET' | 'POST' | 'PUT' | 'DELETE'
const call = async (headers: Record<string, string>, method: Method, path: string, payload?: object) => {
  const r = await t.app.inject({ method, url: `/cms/v1/${path}`, headers, ...(payload && { payload }) })
  return { status: r.statusCode, body: r.json() }
}
const ask = async (who: Person, method: Method, path: string, payload?: object) =>
  call(await t.as(who), method, path, payload)

const accessOfAll = wholeAccess(
  FEATURES.map(featureName => ({ featureName, view: 'Y', create: 'Y', update: 'Y', delete: 'Y' })),
)
let n = 0
const fresh = (more: object = {}) => {
  n++
  return { username: `made.${n}`, firstName: 'Made', lastName: `User ${n}`, email: `made.${n}@example.com`, ...more }
}
const made = async (more: object = {}) => {
  const body = fresh(more)
  const r = await ask('admin', 'POST', `user?teamId=${t.world.one.companyId}`, body)
  expect(r.status, JSON.stringify(r.body)).toBe(201)
  return { ...body, userId: r.body.data.userId as number }
}
const mailsTo = async (to: string) =>
  (await sql<{ body: string; subject: string }>`select subject, body from outbox where recipient = ${to}`.execute(t.db))
    .rows
/** Gives a person a role of its own on a team. */
const give = async (userId: number, teamId: number, rights: Partial<Record<Feature, string>>) => {
  const access = wholeAccess(
    Object.entries(rights).map(([featureName, letters]) => {
      const yes = (l: string) => (letters.includes(l) ? ('Y' as const) : ('N' as const))
      return {
        featureName: featureName as Feature,
        view: yes('V'),
        create: yes('C'),
        update: yes('U'),
        delete: yes('D'),
      }
    }),
  )
  const roleId = await roles.create(t.db, t.world.one.companyId, `Given ${++n}`, grantsOf(access))
  await teams.addMember(t.db, { teamId, userId, roleId })
}
beforeEach(async () => {
  // Roles that a test gave are taken back.
  const { one, userIds } = t.world
  await sql`delete from team_member where user_id = ${userIds.nobody}`.execute(t.db)
  for (const [person, roleId] of [
    ['operator', one.roles.Operator],
    ['viewer', one.roles.Viewer],
  ] as const)
    await teams.addMember(t.db, { teamId: one.teamId, userId: userIds[person], roleId })
})

describe('who may', () => {
  test('another company’s user is 404 by every call, and untouched', async () => {
    const id = t.world.userIds.viewer
    for (const [method, path, payload] of [
      ['GET', `user/${id}`],
      ['PUT', `user/${id}`, fresh()],
      ['DELETE', `user/${id}`],
    ] as const) {
      const r = await ask('stranger', method, path, payload)
      expect([r.status, r.body.message, r.body.data], method).toEqual([404, 'User not found', undefined])
    }
    expect((await ask('stranger', 'GET', `users?teamId=${t.world.one.companyId}`)).status).toBe(404)
    expect((await ask('stranger', 'POST', `user?teamId=${t.world.one.companyId}`, fresh())).status).toBe(404)
    expect((await ask('admin', 'GET', `user/${id}`)).body.data.username).toBe('viewer')
  })
  test('a change counts on each team where the user holds a role: the right is asked for there', async () => {
    const { userIds, one } = t.world
    await give(userIds.nobody, one.siblingId, { Users: 'VCUD' })
    // The admin works in the company above, the viewer in the team beside: this caller may change neither.
    for (const id of [userIds.admin, userIds.viewer]) {
      expect((await ask('nobody', 'GET', `user/${id}`)).status).toBe(200)
      const r = await ask('nobody', 'PUT', `user/${id}`, fresh())
      expect([r.status, r.body.message]).toEqual([403, 'Not Authorized'])
      expect((await ask('nobody', 'DELETE', `user/${id}`)).status).toBe(403)
    }
    const own = await made()
    await give(own.userId, one.siblingId, { Users: 'V' })
    expect((await ask('nobody', 'PUT', `user/${own.userId}`, { ...own, firstName: 'Other' })).status).toBe(200)
    expect((await ask('nobody', 'DELETE', `user/${own.userId}`)).status).toBe(200)
  })
  test('who holds more is neither renamed nor deleted nor given another address, by whatever right; ROOT may move the address', async () => {
    const { userIds, one } = t.world
    await give(userIds.nobody, one.companyId, { Users: 'VCUD' })
    const { data } = (await ask('nobody', 'GET', `user/${userIds.operator}`)).body
    expect([data.mayChangeEmail, data.mayChange]).toEqual([false, false])
    const same = { ...data, phone: data.phone ?? '' }
    for (const [field, value] of [
      ['email', 'elsewhere@example.com'],
      ['username', 'renamed'],
      ['firstName', 'Renamed'],
      ['lastName', 'Renamed'],
      ['phone', '9876543210'],
    ] as const) {
      const r = await ask('nobody', 'PUT', `user/${userIds.operator}`, { ...same, [field]: value })
      expect([r.status, r.body.message], field).toEqual([403, 'Not Authorized'])
      expect(Object.keys(r.body.errors), field).toEqual([field])
    }
    const kept = await ask('nobody', 'DELETE', `user/${userIds.operator}`)
    expect([kept.status, kept.body.message]).toEqual([403, 'Not Authorized'])
    // A request that changes nothing needs no right over the user.
    expect((await ask('nobody', 'PUT', `user/${userIds.operator}`, same)).status).toBe(200)
    expect((await ask('admin', 'GET', `user/${userIds.operator}`)).body.data).toMatchObject({
      username: 'operator',
      lastName: data.lastName,
      mayChangeEmail: true,
      mayChange: true,
    })
    const moved = await ask('root', 'PUT', `user/${userIds.operator}`, { ...same, email: 'elsewhere@example.com' })
    expect(moved.body.data.email).toBe('elsewhere@example.com')
    await ask('root', 'PUT', `user/${userIds.operator}`, same)
  })
  test('the list says of each user whether a deletion would be refused, as the call then does', async () => {
    const { userIds, one } = t.world
    await give(userIds.nobody, one.companyId, { Users: 'VD' })
    const [below, elsewhere] = [await made(), await made()]
    await give(elsewhere.userId, one.siblingId, { Users: 'V' })
    await give(userIds.nobody, one.siblingId, { Users: 'V' })
    const { data } = (await ask('nobody', 'GET', 'users')).body as { data: ListedUser[] }
    const kept = new Map(data.map(u => [u.userId, u.whyKept]))
    expect(kept.get(below.userId)).toBeNull()
    expect(kept.get(elsewhere.userId)).toBe(
      `${elsewhere.username} holds a role on a team where you may not delete users`,
    )
    expect(kept.get(userIds.operator)).toMatch(/^operator holds rights that you do not hold: /)
    expect(kept.get(userIds.nobody)).toBe('You cannot delete yourself')
    // Checked in both directions: offered changes succeed, others are refused.
    for (const [userId, why] of kept) {
      if (why === null && userId !== below.userId) continue
      const { status, body } = await ask('nobody', 'DELETE', `user/${userId}`)
      if (userId === userIds.nobody) expect([status, body.message]).toEqual([409, why])
      else if (why) expect([status, body.errors]).toEqual([403, { id: why }])
      else expect(status).toBe(200)
    }
  })
  test('without a role platform staff stand above others all the same', async () => {
    const staff = await store.create(t.db, {
      ...fresh(),
      companyId: t.world.gp,
      userType: 'ROOT',
      passwordHash: null,
    })
    const roleId = await roles.create(t.db, t.world.gp, 'Whole', grantsOf(accessOfAll))
    const plain = await store.create(t.db, { ...fresh(), companyId: t.world.gp, userType: 'USER', passwordHash: null })
    const { userIds } = t.world
    await sql`update app_user set company_id = ${t.world.gp} where id = ${userIds.nobody}`.execute(t.db)
    await teams.addMember(t.db, { teamId: t.world.gp, userId: userIds.nobody, roleId })
    const body = fresh()
    expect((await ask('nobody', 'PUT', `user/${staff}`, body)).status).toBe(403)
    expect((await ask('nobody', 'PUT', `user/${plain}`, body)).status).toBe(200)
    await sql`update app_user set company_id = ${t.world.one.companyId} where id = ${userIds.nobody}`.execute(t.db)
  })
  test('nobody deletes themselves, nor the first user of their company; the platform may delete that one', async () => {
    const self = await ask('admin', 'DELETE', `user/${t.world.userIds.admin}`)
    expect([self.status, self.body.message]).toEqual([409, 'You cannot delete yourself'])
    const first = await store.create(t.db, {
      ...fresh(),
      companyId: t.world.one.companyId,
      userType: 'ADMIN',
      passwordHash: null,
    })
    const refused = await ask('admin', 'DELETE', `user/${first}`)
    expect([refused.status, refused.body.message]).toEqual([403, 'Not Authorized'])
    expect((await ask('root', 'DELETE', `user/${first}`)).status).toBe(200)
  })
  test('the roles shown are those on teams that the caller covers', async () => {
    const { userIds, one } = t.world
    const seen = async (who: Person) =>
      (await ask(who, 'GET', `user/${userIds.viewer}`)).body.data.role.map((r: { teamName: string }) => r.teamName)
    expect(await seen('admin')).toEqual(['One North'])
    await give(userIds.nobody, one.siblingId, { Users: 'V' })
    expect(await seen('nobody')).toEqual([])
  })
})

describe('the list', () => {
  test('holds the users of the company, of the platform those of all companies below', async () => {
    const of = async (who: Person, teamId: number) =>
      (await ask(who, 'GET', `users?teamId=${teamId}`)).body.data.map((u: { username: string }) => u.username)
    const one = await of('admin', t.world.one.companyId)
    expect(one).toEqual(expect.arrayContaining(['admin', 'operator', 'viewer', 'nobody']))
    expect(one).not.toContain('stranger')
    expect(one).not.toContain('root')
    expect(await of('viewer', t.world.one.teamId)).toEqual(one)
    expect(await of('root', t.world.gp)).toEqual(expect.arrayContaining(['root', 'stranger', ...one]))
  })
  test('counts all and those of the last 30 days, whatever is searched for', async () => {
    const old = await made()
    const days = (d: number) =>
      sql`update app_user set created_at = now() - make_interval(days => ${d}, mins => 1) where id = ${old.userId}`.execute(
        t.db,
      )
    const summary = async (q = '') => (await ask('admin', 'GET', `users?page=1&q=${q}`)).body.summary
    const before = await summary()
    await days(30)
    expect(await summary('nothing-has-this')).toEqual({ ...before, recentUsers: before.recentUsers - 1 })
    await days(29)
    expect(await summary()).toEqual(before)
  })
  test('searches user name, names, address and the day of creation as it is read; pages and sorts', async () => {
    const u = await made({
      username: 'Searched.One',
      firstName: 'Anand',
      lastName: 'Depot',
      email: 'deep@volt.example',
    })
    await sql`update app_user set created_at = '2024-02-28T20:00:00Z' where id = ${u.userId}`.execute(t.db)
    const find = async (q: string, more = '') =>
      (await ask('admin', 'GET', `users?q=${encodeURIComponent(q)}${more}`)).body.data.map(
        (r: { userId: number }) => r.userId,
      )
    for (const q of ['searched.o', 'ANAND', 'depot', 'anand depot', 'volt.example', 'Feb 29, 2024', 'feb 29'])
      expect(await find(q), q).toEqual([u.userId])
    expect(await find('Feb 28, 2024', '&tz=0')).toEqual([u.userId])
    expect(await find('Feb 28, 2024')).toEqual([])
    expect(await find('100%')).toEqual([])
    const names = async (query: string) =>
      (await ask('admin', 'GET', `users?${query}`)).body.data.map((r: { username: string }) => r.username.toLowerCase())
    const all = await names('sort=username')
    expect(all).toEqual(all.toSorted())
    expect([
      ...(await names('page=1&pageSize=3&sort=username')),
      ...(await names('page=2&pageSize=3&sort=username')),
    ]).toEqual(all.slice(0, 6))
    expect((await ask('admin', 'GET', 'users?page=1&pageSize=3')).body.total).toBe(all.length)
  })
  test('rows carry no password and nothing of sign-in', async () => {
    const { body } = await ask('admin', 'GET', 'users')
    expect(Object.keys(body.data[0]).sort()).toEqual(
      [
        'companyId',
        'companyName',
        'createDate',
        'email',
        'firstName',
        'lastName',
        'phone',
        'scheduledReports',
        'userId',
        'userType',
        'username',
        'whyKept',
      ].sort(),
    )
  })
})

describe('making', () => {
  test('a user is made without password, of type USER, in the team’s company, and mailed the way to one', async () => {
    const body = fresh({ phone: '9876543210', userType: 'ROOT', companyId: t.world.gp, passwordHash: 'x', userId: 1 })
    const r = await ask('admin', 'POST', `user?teamId=${t.world.one.teamId}`, body)
    expect([r.status, r.body.message]).toEqual([201, 'User created successfully'])
    expect(r.body.data).toMatchObject({
      username: body.username,
      phone: '9876543210',
      userType: 'USER',
      companyId: t.world.one.companyId,
      companyName: 'One',
    })
    expect(r.body.data.userId).not.toBe(1)
    const [mail, ...others] = await mailsTo(body.email)
    expect(others).toEqual([])
    expect(mail?.body).toContain(`http://portal.test/reset?username=${body.username}`)
    // A company with a host of its own under a brand has the brand and the host in its mails.
    const { companyId } = t.world.one
    await sql`update team set domain = 'portal.bluegrid.test' where id = ${companyId}`.execute(t.db)
    const other = fresh()
    await ask('admin', 'POST', 'user', other)
    await sql`update team set domain = null where id = ${companyId}`.execute(t.db)
    const [branded] = await mailsTo(other.email)
    expect(branded?.subject).toBe('Bluegrid: set your password')
    expect(branded?.body).toContain(`http://portal.bluegrid.test/reset?username=${other.username}`)
    const { rows } = await sql<{ passwordHash: string | null }>`
      select password_hash from app_user where id = ${r.body.data.userId}`.execute(t.db)
    expect(rows).toEqual([{ passwordHash: null }])
    const signIn = await t.app.inject({
      method: 'POST',
      url: '/auth/login',
      payload: { username: body.username, password: encodePassword(PASSWORD) },
    })
    expect(signIn.statusCode).toBe(401)
  })
  test('a user name is one person’s everywhere, an address one person’s within a company; a refusal sends no mail', async () => {
    const u = await made()
    const name = await ask('stranger', 'POST', 'user', fresh({ username: u.username.toUpperCase() }))
    const text = 'Username already exists'
    expect([name.status, name.body.message, name.body.errors]).toEqual([409, text, { username: text }])
    const again = fresh({ email: u.email.toUpperCase() })
    const address = await ask('admin', 'POST', 'user', again)
    const taken = 'Email already exists'
    expect([address.status, address.body.message, address.body.errors]).toEqual([409, taken, { email: taken }])
    expect(await mailsTo(again.email)).toEqual([])
    expect((await ask('stranger', 'POST', 'user', fresh({ email: u.email }))).status).toBe(201)
    const other = await made()
    expect((await ask('admin', 'PUT', `user/${other.userId}`, { ...other, username: u.username })).body.message).toBe(
      text,
    )
  })
  test.each([
    [
      {},
      {
        username: 'User Name is required',
        firstName: 'First Name is required',
        lastName: 'Last Name is required',
        email: 'Email is required',
      },
    ],
    [{ ...fresh(), email: 'no address' }, { email: 'Please enter a valid email' }],
    [{ ...fresh(), email: `${'x'.repeat(93)}@mail.in` }, { email: 'Email should be 100 characters or less' }],
    [{ ...fresh(), phone: '+919876543210' }, { phone: 'Please enter a valid phone number' }],
    [{ ...fresh(), phone: '123456789' }, { phone: 'Please enter a valid phone number' }],
    [{ ...fresh(), firstName: 7 }, { firstName: 'First Name must be text' }],
  ])('a bad body is refused with a text per field: %j', async (body, errors) => {
    for (const [method, path] of [
      ['POST', 'user'],
      ['PUT', `user/${t.world.userIds.viewer}`],
    ] as const) {
      const r = await ask('admin', method, path, body)
      expect([r.status, r.body.errors]).toEqual([422, errors])
    }
  })
  test('script in a name is kept and answered as the text it is', async () => {
    const lastName = '<img src=x onerror=alert(1)>'
    const u = await made({ lastName })
    expect((await ask('admin', 'GET', `user/${u.userId}`)).body.data.lastName).toBe(lastName)
  })
})

describe('changing and deleting', () => {
  test('a new address before the first password is mailed the way to it; after it nobody is', async () => {
    const u = await made()
    const email = `moved.${u.email}`
    const firstMailsTo = async (to: string) => (await mailsTo(to)).filter(m => m.subject.endsWith('set your password'))
    await ask('admin', 'PUT', `user/${u.userId}`, { ...u, email, userType: 'ROOT' })
    expect(await firstMailsTo(email)).toHaveLength(1)
    const { data } = (await ask('admin', 'GET', `user/${u.userId}`)).body
    expect([data.email, data.userType]).toEqual([email, 'USER'])
    await sql`update app_user set password_hash = 'x' where id = ${u.userId}`.execute(t.db)
    await ask('admin', 'PUT', `user/${u.userId}`, u)
    expect(await firstMailsTo(u.email)).toHaveLength(1)
  })
  test('the old address is told of a new one, whoever changes it, with the change or not at all', async () => {
    const u = await made()
    const taken = await made()
    await sql`update app_user set password_hash = 'x' where id = ${u.userId}`.execute(t.db)
    const told = async () => (await mailsTo(u.email)).filter(m => m.subject.endsWith('your mail address was changed'))
    const put = (more: object) => ask('admin', 'PUT', `user/${u.userId}`, { ...u, ...more })
    expect((await put({ phone: '9876543210' })).status).toBe(200)
    expect((await put({ email: `moved.${u.email}`, username: taken.username })).status).toBe(409)
    expect(await told()).toEqual([])
    expect((await put({ email: `moved.${u.email}` })).status).toBe(200)
    const [mail, ...others] = await told()
    expect(others).toEqual([])
    expect(mail?.body).toContain(`admin has changed the mail address of your account ${u.username}`)
    expect(mail?.body).not.toContain(`moved.${u.email}`)
    // One's own too: whoever holds somebody's browser would change it unseen.
    const { userIds } = t.world
    const { username, firstName, lastName, email } = (await ask('admin', 'GET', `user/${userIds.admin}`)).body.data
    const own = { username, firstName, lastName, email }
    const moved = await ask('admin', 'PUT', `user/${userIds.admin}`, { ...own, email: `own.${email}` })
    expect(moved.status).toBe(200)
    await ask('admin', 'PUT', `user/${userIds.admin}`, own)
    expect((await mailsTo(email)).filter(m => m.subject.endsWith('address was changed'))).toHaveLength(1)
  })
  test('deleting ends the session at once, takes the roles and the name with it, and is told to open browsers', async () => {
    const { userIds, one } = t.world
    const gone = await store.create(t.db, {
      ...fresh(),
      companyId: one.companyId,
      userType: 'USER',
      passwordHash:
        (
          await sql<{ passwordHash: string }>`select password_hash from app_user where id = ${userIds.viewer}`.execute(
            t.db,
          )
        ).rows[0]?.passwordHash ?? null,
    })
    await give(gone, one.teamId, { Tag: 'V' })
    const { username } = (await ask('admin', 'GET', `user/${gone}`)).body.data
    const login = await t.app.inject({
      method: 'POST',
      url: '/auth/login',
      payload: { username, password: encodePassword(PASSWORD) },
    })
    const headers = { authorization: `Bearer ${login.json().data.access_token}` }
    expect((await call(headers, 'GET', 'profile')).status).toBe(200)
    const heard: unknown[] = []
    const stop = t.services.bus.onEvent(p => heard.push(p))
    const r = await ask('admin', 'DELETE', `user/${gone}`)
    stop()
    expect(r.body).toMatchObject({ message: 'User deleted successfully', data: { userId: gone } })
    const after = await call(headers, 'GET', 'profile')
    expect([after.status, after.body.message]).toEqual([401, 'Invalid token.'])
    expect(heard).toContainEqual(
      expect.objectContaining({ event: expect.objectContaining({ type: 'access', userId: gone }) }),
    )
    expect(await roles.rolesOfUser(t.db, gone)).toEqual([])
    expect((await ask('admin', 'GET', `user/${gone}`)).status).toBe(404)
    expect((await ask('admin', 'POST', 'user', fresh({ username }))).status).toBe(201)
  })
  test('the log keeps each change with what was before and after', async () => {
    const u = await made({ phone: '9876543210' })
    await ask('admin', 'PUT', `user/${u.userId}`, { ...u, phone: '' })
    await ask('admin', 'DELETE', `user/${u.userId}`)
    const { body } = await ask('admin', 'GET', `audit/Users/${u.userId}`)
    expect(body.data.map((e: { action: string }) => e.action)).toEqual(['delete', 'update', 'create'])
    expect(body.data[1]).toMatchObject({ username: 'admin', before: { phone: '9876543210' }, after: { phone: null } })
  })
})
