// Nobody can take anything from a person with more rights, by any call, and the first user of a company stays an Admin
// of its team (D-ACC-5): every call that could, tried by a lead, by an equal and by platform staff with few rights.
import type { Feature } from '@wattdesk/base/access'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import * as teams from '#people/teams/team.store.ts'
import { asker, teamBody } from '#people/teams/test-team.ts'
import * as users from '#people/users/user.store.ts'
import { type Person, startApp, type TestApp } from '#testing/app.ts'
import { accessOf, grantsOf, SEEDED_ROLES, wholeAccess } from './role.rules.ts'
import * as roles from './role.store.ts'

let t: TestApp
let ask: ReturnType<typeof asker>
/** The first user of operator one, and a user with all flags on one of its teams. */
let first: number
let lead: number
let staff: number
const as = (name: string) => name as Person

const flags = (rights: Partial<Record<Feature, string>>) =>
  wholeAccess(
    Object.entries(rights).map(([featureName, letters]) => {
      const yes = (l: string) => (letters.includes(l) ? 'Y' : 'N')
      return {
        featureName: featureName as Feature,
        view: yes('V'),
        create: yes('C'),
        update: yes('U'),
        delete: yes('D'),
      } as const
    }),
  )
const LEAD = flags({ Team: 'VCUD', Users: 'VCUD', Role: 'VCUD' })
const ADMIN = accessOf(SEEDED_ROLES.Admin)
const without = (feature: Feature, of = ADMIN) => of.filter(e => e.featureName !== feature)
const person = async (username: string, companyId: number, userType: 'ADMIN' | 'USER') => {
  const userId = await users.create(t.db, {
    companyId,
    username,
    firstName: username,
    lastName: 'Test',
    email: `${username}@example.com`,
    userType,
    passwordHash: null,
  })
  await sql`update app_user set password_hash = a.password_hash from app_user a
    where app_user.id = ${userId} and a.username = 'admin'`.execute(t.db)
  return userId
}
const held = async () =>
  (
    await sql<{ line: string }>`
      select u.username || ' ' || m.team_id || ' ' || r.name || ' ' || u.first_name || ' ' || (
        select count(*) from role_access a where a.role_id = r.id and a.can_delete) as line
      from team_member m join app_user u on u.id = m.user_id join role r on r.id = m.role_id
      where u.username in ('first', 'chief') order by 1`.execute(t.db)
  ).rows.map(r => r.line)

beforeAll(async () => {
  t = await startApp()
  ask = asker(t)
  const { one, gp, userIds } = t.world
  first = await person('first', one.companyId, 'ADMIN')
  await teams.addMember(t.db, { teamId: one.companyId, userId: first, roleId: one.roles.Admin })
  lead = await roles.create(t.db, one.companyId, 'Lead', grantsOf(LEAD))
  await teams.addMember(t.db, { teamId: one.companyId, userId: userIds.nobody, roleId: lead })
  staff = await person('staff', gp, 'USER')
  const accounts = await roles.create(t.db, gp, 'Accounts', grantsOf(flags({ Company: 'VCUD', Team: 'V' })))
  await teams.addMember(t.db, { teamId: gp, userId: staff, roleId: accounts })
})
afterAll(() => t.close())

describe('a lead, who holds Team, Users and Role alone', () => {
  let before: string[]
  beforeEach(async () => {
    before = await held()
  })
  const refused = async (
    method: 'POST' | 'PUT' | 'DELETE',
    path: string,
    payload: object | undefined,
    field: string,
  ) => {
    const r = await ask('nobody', method, path, payload)
    expect([r.status, r.message], `${method} ${path}`).toEqual([403, 'Not Authorized'])
    expect(r.errors?.[field], `${method} ${path}`).toMatch(
      /^(first|admin) holds rights that you do not hold: Charging Site view, /,
    )
    expect(await held()).toEqual(before)
  }
  test('gives the first user no weaker role, on the company’s team or below it', async () => {
    const { one } = t.world
    for (const teamId of [one.companyId, one.teamId, one.siblingId])
      await refused('POST', `team/${teamId}/users`, { users: [first], roleId: lead }, 'users')
    // Nor together with other users in one request.
    const several = { users: [t.world.userIds.viewer, first], roleId: lead }
    await refused('POST', `team/${one.siblingId}/users`, several, 'users')
    expect((await ask('admin', 'GET', `team/${one.siblingId}/users`)).data).toEqual([])
  })
  test('does not take the first user out of a team', () =>
    refused('DELETE', `team/${t.world.one.companyId}/user/${first}`, undefined, 'userId'))
  test('neither renames nor deletes the first user', async () => {
    const body = { username: 'first', firstName: 'first', lastName: 'Test', email: 'first@example.com', phone: '' }
    await refused('PUT', `user/${first}`, { ...body, firstName: 'Other' }, 'firstName')
    await refused('PUT', `user/${first}`, { ...body, username: 'other' }, 'username')
    const gone = await ask('nobody', 'DELETE', `user/${first}`)
    expect([gone.status, gone.message]).toEqual([403, 'Not Authorized'])
    expect(await held()).toEqual(before)
  })
  test('takes no right from a role that the first user holds, not even one the lead holds too', async () => {
    const { roles: own } = t.world.one
    for (const access of [[], without('Tag'), without('Team')])
      await refused('PUT', `role/${own.Admin}`, { roleName: 'Admin', access }, 'access')
    await refused('PUT', 'roles', { roleId: own.Admin, roleName: 'Admin', access: [] }, 'access')
    expect((await ask('nobody', 'DELETE', `role/${own.Admin}`)).status).toBe(409)
    expect(await held()).toEqual(before)
    // A change of the name takes no rights.
    expect((await ask('nobody', 'PUT', `role/${own.Admin}`, { roleName: 'Admins', access: ADMIN })).status).toBe(200)
    expect((await ask('nobody', 'PUT', `role/${own.Admin}`, { roleName: 'Admin', access: ADMIN })).status).toBe(200)
  })
  test('moves no team away from somebody who holds more there', async () => {
    const { one } = t.world
    const below = (parentId: number, name: string) => teams.create(t.db, { parentId, companyType: 'C', name })
    const [east, west] = [await below(one.companyId, 'East'), await below(one.companyId, 'West')]
    const moved = await below(east, 'Moved')
    const chief = await person('chief', one.companyId, 'USER')
    await teams.addMember(t.db, { teamId: east, userId: chief, roleId: one.roles.Admin })
    const body = teamBody({ name: 'Moved', parentCompanyId: west })
    const r = await ask('nobody', 'PUT', `team/${moved}`, body)
    expect([r.status, r.message]).toEqual([403, 'Not Authorized'])
    expect(r.errors.parentCompanyId).toMatch(/^chief holds rights/)
    expect((await ask('admin', 'GET', `team/${moved}`)).data.parentCompanyId).toBe(east)
    expect((await ask('admin', 'PUT', `team/${moved}`, body)).data.parentCompanyId).toBe(west)
    // Nobody loses anything by the way back.
    expect((await ask('nobody', 'PUT', `team/${moved}`, { ...body, parentCompanyId: east })).status).toBe(200)
    await sql`delete from team_member where user_id = ${chief}`.execute(t.db)
  })
  test('may do all of it to somebody who holds no more', async () => {
    const { one } = t.world
    const mate = await person('mate', one.companyId, 'USER')
    await teams.addMember(t.db, { teamId: one.siblingId, userId: mate, roleId: lead })
    const weaker = await roles.create(t.db, one.companyId, 'Weaker', grantsOf(flags({ Team: 'V' })))
    const body = { username: 'mate', firstName: 'Mate', lastName: 'Renamed', email: 'mate@example.com', phone: '' }
    expect((await ask('nobody', 'PUT', `user/${mate}`, body)).status).toBe(200)
    const given = await ask('nobody', 'POST', `team/${one.siblingId}/users`, { users: [mate], roleId: weaker })
    expect(given.data).toMatchObject([{ userId: mate, accesstype: 'Weaker' }])
    expect((await ask('nobody', 'DELETE', `team/${one.siblingId}/user/${mate}`)).status).toBe(200)
    expect((await ask('nobody', 'DELETE', `user/${mate}`)).status).toBe(200)
  })
})

describe('an equal', () => {
  const STAYS = 'The first user of a company stays an Admin of its team'
  test('neither takes the first user out nor makes them less than an Admin, by membership or by role', async () => {
    const { one } = t.world
    const before = await held()
    for (const [method, path, payload] of [
      ['DELETE', `team/${one.companyId}/user/${first}`, undefined],
      ['POST', `team/${one.companyId}/users`, { users: [first], roleId: one.roles.Viewer }],
      ['PUT', `role/${one.roles.Admin}`, { roleName: 'Admin', access: without('Tag') }],
    ] as const) {
      const r = await ask('admin', method, path, payload)
      expect([r.status, r.message], path).toEqual([409, STAYS])
    }
    const rootsTry = await ask('root', 'DELETE', `team/${one.companyId}/user/${first}`)
    expect([rootsTry.status, rootsTry.message]).toEqual([409, STAYS])
    expect((await ask('admin', 'DELETE', `user/${first}`)).status).toBe(403)
    expect(await held()).toEqual(before)
  })
  test('may take another Admin out, and the first user may do without a feature, but not without Role', async () => {
    const { one } = t.world
    const other = await person('other', one.companyId, 'USER')
    await teams.addMember(t.db, { teamId: one.companyId, userId: other, roleId: one.roles.Admin })
    expect((await ask('admin', 'DELETE', `team/${one.companyId}/user/${other}`)).status).toBe(200)
    const own = (access: typeof ADMIN) =>
      ask(as('first'), 'PUT', `role/${one.roles.Admin}`, { roleName: 'Admin', access })
    expect((await own(without('Role'))).message).toBe(STAYS)
    expect((await own(without('SendMessages'))).status).toBe(200)
    expect((await ask(as('first'), 'DELETE', `team/${one.companyId}/user/${first}`)).status).toBe(409)
    const restored = await ask('root', 'PUT', `role/${one.roles.Admin}`, { roleName: 'Admin', access: ADMIN })
    expect(restored.status).toBe(200)
  })
})

describe('platform staff with rights on companies alone', () => {
  const company = async () => {
    const { data } = await ask('root', 'GET', `../v2/company/${t.world.two.companyId}`)
    const { address: _, ...body } = data
    return { ...body, domain: 'two', emailId: 'two@example.com', rootUser: 'two', provider: { name: 'Two' } }
  }
  test('may change a company, but shut nobody out who holds more', async () => {
    const id = t.world.two.companyId
    const body = await company()
    expect((await ask(as('staff'), 'PUT', `company/${id}`, { ...body, name: 'Two Renamed' })).status).toBe(200)
    for (const [field, value] of [
      ['active', 'N'],
      ['validUntil', '2031-01-01'],
    ] as const) {
      const r = await ask(as('staff'), 'PUT', `company/${id}`, { ...body, [field]: value })
      expect([r.status, r.message], field).toEqual([403, 'Not Authorized'])
      expect(r.errors[field]).toMatch(/^stranger holds rights/)
      const signIn = await ask('stranger', 'GET', 'profile')
      expect(signIn.status).toBe(200)
    }
    expect((await ask('root', 'PUT', `company/${id}`, { ...body, validUntil: '2031-01-01' })).status).toBe(200)
    // A later day locks nobody out.
    const later = await ask(as('staff'), 'PUT', `company/${id}`, { ...body, validUntil: '2032-01-01' })
    expect(later.data.validUntil).toBe('2032-01-01')
  })
  test('delete no company with people in it who hold more', async () => {
    const { data } = await ask('root', 'POST', 'company', {
      ...(await company()),
      name: 'Three',
      domain: 'three',
      rootUser: 'three',
      emailId: 'three@example.com',
    })
    const r = await ask(as('staff'), 'DELETE', `company/${data.id}`)
    expect([r.status, r.message]).toEqual([403, 'Not Authorized'])
    expect((await ask('root', 'DELETE', `company/${data.id}`)).status).toBe(200)
  })
})

describe('equals, one of them by a role on the team below alone', () => {
  let local: number
  beforeAll(async () => {
    const { one } = t.world
    local = await person('local', one.companyId, 'USER')
    await teams.addMember(t.db, { teamId: one.teamId, userId: local, roleId: one.roles.Admin })
  })
  const viewers = () => t.world.one.roles.Viewer

  test('a role held on a team above is not weakened from below', async () => {
    const { one } = t.world
    const before = await held()
    const r = await ask(as('local'), 'POST', `team/${one.teamId}/users`, { users: [first], roleId: viewers() })
    expect(r.status).toBe(403)
    expect(r.errors).toEqual({ users: 'first holds a role on a team above this one' })
    expect(await held()).toEqual(before)
    // A caller with the right on the team above may.
    const byEqual = await ask(as('first'), 'POST', `team/${one.teamId}/users`, { users: [local], roleId: viewers() })
    expect(byEqual.status).toBeLessThan(300)
    const back = { users: [local], roleId: one.roles.Admin }
    expect((await ask(as('first'), 'POST', `team/${one.teamId}/users`, back)).status).toBeLessThan(300)
  })

  test('two who take each other’s role at once: the second no longer may', async () => {
    const { one } = t.world
    const other = await person('twin', one.companyId, 'USER')
    for (const userId of [local, other])
      await teams.addMember(t.db, { teamId: one.siblingId, userId, roleId: one.roles.Admin })
    const take = (by: string, from: number) =>
      ask(as(by), 'POST', `team/${one.siblingId}/users`, { users: [from], roleId: viewers() })
    const codes = (await Promise.all([take('local', other), take('twin', local)])).map(r => r.status)
    expect(codes.filter(c => c < 300)).toHaveLength(1)
    expect(codes).toContain(403)
  })
})
