// Members over the API: who may give which role, refusals, and that a right given or taken holds at once.
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import * as roles from '#people/roles/role.store.ts'
import * as people from '#people/users/user.store.ts'
import { type Person, startApp, type TestApp } from '#testing/app.ts'
import { addMember, create } from './team.store.ts'
import { asker } from './test-team.ts'

let t: TestApp
let ask: ReturnType<typeof asker>
const told: number[] = []
beforeAll(async () => {
  t = await startApp()
  ask = asker(t)
  t.services.bus.onEvent(({ event }) => {
    if (event.type === 'access') told.push(event.userId)
  })
})
afterAll(() => t.close())

const newTeam = (parentId = t.world.one.companyId) => create(t.db, { parentId, companyType: 'C', name: 'Members' })
const rolesOf = async (userId: number) =>
  (
    await sql<{
      teamId: number
      roleId: number
    }>`select team_id, role_id from team_member where user_id = ${userId}`.execute(t.db)
  ).rows

test('members are listed with the name of their role', async () => {
  const { data } = await ask('viewer', 'GET', `team/${t.world.one.teamId}/users`)
  expect(data).toEqual(
    ['finance', 'operator', 'viewer'].map(username => ({
      userId: t.world.userIds[username as 'finance'],
      username,
      firstname: username,
      lastname: 'Test',
      roleId: expect.any(Number),
      email: `${username}@example.com`,
      accesstype: `${username.charAt(0).toUpperCase()}${username.slice(1)}`,
      // A viewer gives what a viewer has, and takes nothing from whoever has more.
      mayChange: expect.any(Boolean),
      whyKept: username === 'viewer' ? 'You cannot remove your own last role' : expect.stringMatching(/holds rights/),
    })),
  )
})

test('a member sees the team at once, a member taken out no longer; both browsers are told', async () => {
  const teamId = await newTeam()
  const { nobody } = t.world.userIds
  const as = await t.as('nobody')
  const look = async () => (await t.app.inject({ url: `/cms/v1/team/${teamId}`, headers: as })).statusCode
  expect(await look()).toBe(404)
  told.length = 0
  const body = { users: [nobody, nobody], roleId: t.world.one.roles.Viewer }
  expect(await ask('admin', 'POST', `team/${teamId}/users`, body)).toMatchObject({
    status: 200,
    message: 'Team members updated successfully',
    data: [{ userId: nobody, accesstype: 'Viewer' }],
  })
  expect(await look()).toBe(200)
  expect(told).toEqual([nobody])
  expect(await ask('admin', 'DELETE', `team/${teamId}/user/${nobody}`)).toMatchObject({
    status: 200,
    message: 'Team member deleted successfully',
  })
  expect(await look()).toBe(404)
  expect(told).toEqual([nobody, nobody])
  expect((await ask('admin', 'DELETE', `team/${teamId}/user/${nobody}`)).status).toBe(404)
  const { rows } = await sql<{ action: string; after: object | null }>`
    select action, after from audit_entry where feature = 'Team' and record_id = ${String(teamId)} order by id`.execute(
    t.db,
  )
  expect(rows.map(r => r.action)).toEqual(['add-member', 'remove-member'])
  expect(rows[0]?.after).toEqual({ 'member nobody': 'Viewer' })
})

test('whoever is in the team already gets the new role', async () => {
  const teamId = await newTeam()
  const { nobody } = t.world.userIds
  for (const role of ['Viewer', 'Operator'] as const)
    await ask('admin', 'POST', `team/${teamId}/users`, { users: [nobody], roleId: t.world.one.roles[role] })
  expect(await rolesOf(nobody)).toEqual([{ teamId, roleId: t.world.one.roles.Operator }])
  await sql`delete from team_member where user_id = ${nobody}`.execute(t.db)
})

test.each([
  [{}],
  [{ users: [], roleId: 1 }],
  [{ users: [1] }],
  [{ users: [1], roleId: null }],
  [{ users: ['x'], roleId: 1 }],
])('nothing chosen is said in one text: %j', async body => {
  expect(await ask('admin', 'POST', `team/${t.world.one.teamId}/users`, body)).toMatchObject({
    status: 422,
    message: 'Please select users and a role',
  })
})

test('a viewer gives and takes nothing', async () => {
  const { teamId, roles: own } = t.world.one
  const { nobody, finance } = t.world.userIds
  expect((await ask('viewer', 'POST', `team/${teamId}/users`, { users: [nobody], roleId: own.Viewer })).status).toBe(
    403,
  )
  expect((await ask('viewer', 'DELETE', `team/${teamId}/user/${finance}`)).status).toBe(403)
  expect((await ask('viewer', 'GET', `team/${teamId}/availableusers`)).status).toBe(403)
})

test('a role with a flag the giver lacks on that team cannot be given', async () => {
  const { one, userIds } = t.world
  const teamId = await newTeam()
  const all = { canView: true, canCreate: true, canUpdate: true, canDelete: true }
  const lead = await roles.create(t.db, one.companyId, 'Lead', [{ featureId: 4, ...all }])
  await addMember(t.db, { teamId, userId: userIds.nobody, roleId: lead })
  const give = (roleId: number) => ask('nobody', 'POST', `team/${teamId}/users`, { users: [userIds.viewer], roleId })
  expect(await give(one.roles.Viewer)).toMatchObject({ status: 403, message: 'Not Authorized' })
  // Not to oneself either.
  expect(
    (await ask('nobody', 'POST', `team/${teamId}/users`, { users: [userIds.nobody], roleId: one.roles.Admin })).status,
  ).toBe(403)
  expect((await give(lead)).status).toBe(200)
  // Only the role on this team counts, not the stronger role above it.
  await addMember(t.db, { teamId, userId: userIds.admin, roleId: lead })
  expect(
    (await ask('admin', 'POST', `team/${teamId}/users`, { users: [userIds.nobody], roleId: one.roles.Admin })).status,
  ).toBe(403)
  await sql`delete from team_member where team_id = ${teamId}`.execute(t.db)
})

test('roles and users of another company are not there', async () => {
  const { one, two, userIds } = t.world
  const teamId = await newTeam()
  const give = (users: number[], roleId: number) => ask('root', 'POST', `team/${teamId}/users`, { users, roleId })
  expect(await give([userIds.nobody], two.roles.Viewer)).toMatchObject({ status: 404, message: 'Role not found' })
  expect(await give([userIds.stranger], one.roles.Viewer)).toMatchObject({ status: 404, message: 'User not found' })
  expect(await give([userIds.nobody, 999_999], one.roles.Viewer)).toMatchObject({
    status: 404,
    message: 'User not found',
  })
  expect(await rolesOf(userIds.nobody)).toEqual([])
})

test('users offered are those of the company that are not in the team, without their addresses', async () => {
  const { data } = await ask('admin', 'GET', `team/${t.world.one.teamId}/availableusers`)
  expect(data).toEqual([
    { userId: t.world.userIds.admin, username: 'admin', firstname: 'admin', lastname: 'Test' },
    { userId: t.world.userIds.nobody, username: 'nobody', firstname: 'nobody', lastname: 'Test' },
  ])
})

test('nobody takes their own last role; with another one they may go', async () => {
  const { one, userIds } = t.world
  const own = `team/${one.companyId}/user/${userIds.admin}`
  expect(await ask('admin', 'DELETE', own)).toMatchObject({
    status: 409,
    message: 'You cannot remove your own last role',
  })
  const teamId = await newTeam()
  await addMember(t.db, { teamId, userId: userIds.admin, roleId: one.roles.Viewer })
  await addMember(t.db, { teamId: one.companyId, userId: userIds.nobody, roleId: one.roles.Admin })
  expect((await ask('admin', 'DELETE', own)).status).toBe(200)
  expect(await rolesOf(userIds.admin)).toEqual([{ teamId, roleId: one.roles.Viewer }])
  await addMember(t.db, { teamId: one.companyId, userId: userIds.admin, roleId: one.roles.Admin })
  await sql`delete from team_member where user_id = ${userIds.nobody} or team_id = ${teamId}`.execute(t.db)
})

test('the last Admin of a team stays an Admin, on every way, for everybody below ROOT', async () => {
  const { one, gp, userIds } = t.world
  const { companyId, roles: own } = one
  const members = `team/${companyId}/users`
  const last = { status: 409, message: 'The last Admin of the team One stays an Admin' }
  // Platform staff below ROOT hold all rights, but are no Admin of the company.
  const staff = await people.create(t.db, {
    companyId: gp,
    username: 'staff',
    firstName: 'Staff',
    lastName: 'Test',
    email: 'staff@example.com',
    userType: 'USER',
    passwordHash: null,
  })
  await sql`update app_user set password_hash = a.password_hash from app_user a
    where app_user.id = ${staff} and a.username = 'admin'`.execute(t.db)
  const platformAdmin = (await roles.idOf(t.db, gp, 'Admin')) ?? 0
  await addMember(t.db, { teamId: gp, userId: staff, roleId: platformAdmin })
  const staffs = 'staff' as Person
  const lower = { users: [userIds.admin], roleId: own.Viewer }
  for (const who of ['admin', staffs] as const) expect(await ask(who, 'POST', members, lower)).toMatchObject(last)
  expect(await ask(staffs, 'DELETE', `team/${companyId}/user/${userIds.admin}`)).toMatchObject(last)
  expect(await ask(staffs, 'DELETE', `user/${userIds.admin}`)).toMatchObject(last)
  const { data: role } = await ask('root', 'GET', `role/${own.Admin}`)
  const access = role.access.map((e: { featureName: string }) =>
    e.featureName === 'Users' ? { ...e, delete: 'N' } : e,
  )
  expect(await ask(staffs, 'PUT', `role/${own.Admin}`, { ...role, access })).toMatchObject(last)
  // Both of two Admins at once; and an Admin of one team below who has the role there alone.
  await addMember(t.db, { teamId: companyId, userId: userIds.nobody, roleId: own.Admin })
  const both = { users: [userIds.admin, userIds.nobody], roleId: own.Viewer }
  expect(await ask('admin', 'POST', members, both)).toMatchObject(last)
  const below = await newTeam()
  await addMember(t.db, { teamId: below, userId: userIds.admin, roleId: own.Viewer })
  expect(await ask('admin', 'POST', members, { users: [userIds.nobody], roleId: own.Viewer })).toMatchObject({
    status: 409,
    message: 'The last Admin of the team Members stays an Admin',
    errors: { users: 'The last Admin of the team Members stays an Admin' },
  })
  await sql`delete from team_member where team_id = ${below}`.execute(t.db)
  // One of two may go, and ROOT may take the last one.
  expect((await ask('admin', 'POST', members, { users: [userIds.nobody], roleId: own.Viewer })).status).toBe(200)
  expect((await ask('root', 'POST', members, lower)).status).toBe(200)
  expect((await ask('root', 'POST', members, { users: [userIds.admin], roleId: own.Admin })).status).toBe(200)
  await sql`delete from team_member where user_id in (${userIds.nobody}, ${staff})`.execute(t.db)
  await sql`delete from app_user where id = ${staff}`.execute(t.db)
})

test('the caller is told what a lower role would take', async () => {
  const { one } = t.world
  const lossOf = async (role: 'Admin' | 'Viewer') =>
    (await ask('admin', 'GET', `team/${one.teamId}/role/${one.roles[role]}/ownloss`)).data.lost
  expect(await lossOf('Admin')).toEqual([])
  expect(await lossOf('Viewer')).toEqual(
    expect.arrayContaining(['Team create, update, delete', 'Finance view, create, update, delete']),
  )
  expect(await ask('admin', 'GET', `team/${one.teamId}/role/${t.world.two.roles.Viewer}/ownloss`)).toMatchObject({
    status: 404,
    message: 'Role not found',
  })
})

test('what is told of a member is what the calls do: the first ADMIN, people above, oneself', async () => {
  const { one, userIds } = t.world
  const all = { canView: true, canCreate: true, canUpdate: true, canDelete: true }
  const view = { canView: true, canCreate: false, canUpdate: false, canDelete: false }
  const deputy = await roles.create(t.db, one.companyId, 'Deputy', [
    { featureId: 4, ...all },
    ...[1, 2, 3, 5, 6, 7, 8, 9, 10, 13, 14, 15, 18].map(featureId => ({ featureId, ...view })),
  ])
  await sql`update app_user set user_type = 'ADMIN' where id = ${userIds.admin}`.execute(t.db)
  const path = `team/${one.companyId}/user`
  /** Changed through the API, so that users with the role are told at once. */
  const again = async (m: { userId: number; roleId: number }) =>
    expect((await ask('root', 'POST', `${path}s`, { users: [m.userId], roleId: m.roleId })).status).toBe(200)
  await again({ userId: userIds.admin, roleId: one.roles.Admin })
  await again({ userId: userIds.nobody, roleId: deputy })
  await again({ userId: userIds.viewer, roleId: one.roles.Viewer })
  const told = new Set<boolean>()
  for (const who of ['root', 'admin', 'nobody'] as const) {
    const { data, ...reply } = await ask(who, 'GET', `${path}s`)
    expect([who, reply.status, reply.message]).toEqual([who, 200, 'OK'])
    for (const m of data) {
      const at = `roles?teamId=${one.companyId}&choice=true&memberId=${m.userId}`
      const offered: number[] = (await ask(who, 'GET', at)).data.map((r: { roleId: number }) => r.roleId)
      expect([who, m.username, m.mayChange]).toEqual([who, m.username, offered.some(id => id !== m.roleId)])
      for (const roleId of [...Object.values(one.roles), deputy]) {
        const { status } = await ask(who, 'POST', `${path}s`, { users: [m.userId], roleId })
        told.add(offered.includes(roleId))
        expect([who, m.username, roleId, offered.includes(roleId)]).toEqual([who, m.username, roleId, status === 200])
        if (status === 200) await again(m)
      }
      const { status } = await ask(who, 'DELETE', `${path}/${m.userId}`)
      expect([who, m.username, m.whyKept === null]).toEqual([who, m.username, status === 200])
      if (status === 200) await again(m)
    }
  }
  expect(told).toEqual(new Set([true, false]))
  await sql`update app_user set user_type = 'USER' where id = ${userIds.admin}`.execute(t.db)
})
