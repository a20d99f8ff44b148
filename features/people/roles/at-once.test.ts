// Rights that change while a command waits (D-ACC-5, D-GEN-17): two people taking each other's rights at the same
// moment come one after the other, and a caller without the right by then changes nothing.
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import * as teams from '#people/teams/team.store.ts'
import { teamBody } from '#people/teams/test-team.ts'
import * as users from '#people/users/user.store.ts'
import type { Trx } from '#platform/db/db.ts'
import { type Person, startApp, type TestApp } from '#testing/app.ts'
import { accessOf, SEEDED_ROLES } from './role.rules.ts'
import * as roles from './role.store.ts'

let t: TestApp
let companyId: number
/** Two equals, each with a role of their own with all flags. */
const ids = { chief: 0, boss: 0 }
const roleIds = { chief: 0, boss: 0 }
type Who = keyof typeof ids
/** Signed in before anything is locked. */
const headers = { chief: {}, boss: {} }
let n = 0

const ask = async (who: Who, method: 'POST' | 'PUT' | 'DELETE', path: string, payload?: object) => {
  const url = `/cms/v1/${path}`
  const r = await t.app.inject({ method, url, headers: headers[who], ...(payload && { payload }) })
  return { status: r.statusCode, body: r.json() }
}

const person = async (username: string) => {
  const userId = await users.create(t.db, {
    companyId,
    username,
    firstName: username,
    lastName: 'Test',
    email: `${username}@example.com`,
    userType: 'USER',
    passwordHash: null,
  })
  await sql`update app_user set password_hash = a.password_hash from app_user a
    where app_user.id = ${userId} and a.username = 'admin'`.execute(t.db)
  return userId
}
beforeAll(async () => {
  t = await startApp()
  companyId = t.world.one.companyId
})
afterAll(() => t.close())
beforeEach(async () => {
  n++
  await sql`delete from team_member where user_id in (select id from app_user where username ~ '^(chief|boss)')`.execute(
    t.db,
  )
  for (const name of ['chief', 'boss'] as const) {
    ids[name] = await person(`${name}${n}`)
    roleIds[name] = await roles.create(t.db, companyId, `Role of ${name} ${n}`, SEEDED_ROLES.Admin)
    await teams.addMember(t.db, { teamId: companyId, userId: ids[name], roleId: roleIds[name] })
    headers[name] = await t.as(`${name}${n}` as Person)
  }
})

/** Statements of this database that wait for a lock. */
const waiting = async () =>
  (
    await sql<{ n: number }>`select count(*) as n from pg_stat_activity
      where datname = current_database() and wait_event_type = 'Lock'`.execute(t.db)
  ).rows[0]?.n
type Asked = Awaited<ReturnType<typeof ask>>
/**
 * Starts commands one after the other, each as soon as those before it wait; the locks taken by `hold` are released
 * when all of them wait.
 */
async function held(hold: (trx: Trx) => Promise<unknown>, ...acts: (() => Promise<Asked>)[]): Promise<Asked[]> {
  const running: Promise<Asked>[] = []
  await t.db.transaction().execute(async trx => {
    await hold(trx)
    for (const [i, start] of acts.entries()) {
      running.push(start())
      await vi.waitFor(async () => expect(await waiting()).toBe(i + 1), 5000)
    }
  })
  return Promise.all(running)
}
const usersHeld = (trx: Trx) => users.lock(trx, ids.chief, ids.boss)
const statusesOf = (replies: Asked[]) => replies.map(r => r.status)

describe('two equals at the same moment', () => {
  const other = (who: Who): Who => (who === 'chief' ? 'boss' : 'chief')
  const asEach = (act: (theirs: Who, who: Who) => Promise<Asked>) =>
    (['chief', 'boss'] as const).map(who => () => act(other(who), who))

  test('who weaken each other’s role: the first one does', async () => {
    const weaker = (who: Who) => ({
      roleName: `Role of ${who} ${n}`,
      access: accessOf(SEEDED_ROLES.Admin).filter(e => e.featureName !== 'Role'),
    })
    const replies = await held(
      async trx => {
        await roles.lock(trx, roleIds.chief)
        await roles.lock(trx, roleIds.boss)
      },
      ...asEach((theirs, who) => ask(who, 'PUT', `role/${roleIds[theirs]}`, weaker(theirs))),
    )
    expect(statusesOf(replies)).toEqual([200, 403])
  })
  test('who delete each other: the first one does', async () => {
    const replies = await held(usersHeld, ...asEach((theirs, who) => ask(who, 'DELETE', `user/${ids[theirs]}`)))
    expect(statusesOf(replies)).toEqual([200, 403])
    const { rows } = await sql<{ username: string }>`select username from app_user
      where id = any(${[ids.chief, ids.boss]}::int[])`.execute(t.db)
    expect(rows).toEqual([{ username: `chief${n}` }])
  })
  test('who take each other out of the team: the first one does', async () => {
    const replies = await held(
      usersHeld,
      ...asEach((theirs, who) => ask(who, 'DELETE', `team/${companyId}/user/${ids[theirs]}`)),
    )
    expect(statusesOf(replies)).toEqual([200, 403])
  })
  test('of whom one takes the other out while that one weakens the role of the first', async () => {
    const weaker = { roleName: `Role of chief ${n}`, access: [] }
    const replies = await held(
      usersHeld,
      () => ask('chief', 'DELETE', `team/${companyId}/user/${ids.boss}`),
      () => ask('boss', 'PUT', `role/${roleIds.chief}`, weaker),
    )
    expect(replies[0]?.status).toBe(200)
    expect([403, 404]).toContain(replies[1]?.status)
  })
})

describe('whoever is taken out of the team while an act waits changes nothing', () => {
  const all = accessOf(SEEDED_ROLES.Viewer)
  const newUser = () => ({
    username: `late${n}`,
    firstName: 'Late',
    lastName: 'One',
    email: `late${n}@example.com`,
    phone: '',
  })
  test.each<[string, () => Promise<Asked>]>([
    ['a new user', () => ask('boss', 'POST', `user?teamId=${companyId}`, newUser())],
    ['a user’s name', () => ask('boss', 'PUT', `user/${t.world.userIds.nobody}`, newUser())],
    ['a user’s end', () => ask('boss', 'DELETE', `user/${t.world.userIds.nobody}`)],
    ['a new role', () => ask('boss', 'POST', `roles?teamId=${companyId}`, { roleName: `Late ${n}`, access: all })],
    ['a role', () => ask('boss', 'PUT', `role/${t.world.one.roles.Viewer}`, { roleName: 'Viewer', access: [] })],
    [
      'a role by its body',
      () => ask('boss', 'PUT', 'roles', { roleId: t.world.one.roles.Viewer, roleName: 'Late', access: [] }),
    ],
    ['a role that nobody holds', () => ask('boss', 'DELETE', `role/${t.world.one.roles.Finance}`)],
    ['a new team', () => ask('boss', 'POST', `team?teamId=${companyId}`, teamBody())],
    ['a team', () => ask('boss', 'PUT', `team/${t.world.one.siblingId}`, { name: 'Late' })],
    ['a team’s end', () => ask('boss', 'DELETE', `team/${t.world.one.siblingId}`)],
    ['a company', () => ask('boss', 'PUT', `company/${companyId}`, { name: 'Late' })],
  ])('%s', async (_what, act) => {
    const state = async () =>
      (
        await sql`select (select count(*) from app_user) as users, (select json_agg(r.name order by r.id) from role r) as roles,
          (select json_agg(c.name order by c.id) from team c) as teams, (select count(*) from role_access) as access,
          (select json_agg(u.first_name order by u.id) from app_user u) as names`.execute(t.db)
      ).rows
    const before = await state()
    const [taken, late] = await held(usersHeld, () => ask('chief', 'DELETE', `team/${companyId}/user/${ids.boss}`), act)
    expect(taken?.status).toBe(200)
    expect([403, 404], JSON.stringify(late)).toContain(late?.status)
    expect(await state()).toEqual(before)
  })
})
