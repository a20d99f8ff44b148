// Who may see what: coverage of the tree, replacement by lower roles, 404 outside and 403 without the flag.
import { type Can, FEATURES } from '@wattdesk/base/access'
import { afterAll, beforeAll, expect, test } from 'vitest'
import * as roles from '#people/roles/role.store.ts'
import * as teams from '#people/teams/team.store.ts'
import { type Person, startApp, type TestApp } from '#testing/app.ts'
import { everywhere, readWho, roleOn, teamScope, type Who } from './scope.ts'

let t: TestApp
beforeAll(async () => {
  t = await startApp()
})
afterAll(() => t.close())

const who = async (person: Person): Promise<Who> => {
  const w = await readWho(t.db, { userId: t.world.userIds[person], ver: 1 }, '2026-01-31')
  if (!w) throw new Error(`${person} is gone`)
  return w
}
const asked = async (person: Person, teamId: number, can: Can) => {
  try {
    return (await teamScope(t.db, await who(person), teamId, can)).scope
  } catch (error) {
    return (error as { statusCode: number }).statusCode
  }
}

test('the platform sees all, a company itself, a team its list, and a stranger nothing', async () => {
  const { gp, one } = t.world
  expect(await asked('root', gp, 'ChargerPoint.view')).toEqual({ kind: 'all', teamId: gp })
  expect(await asked('root', one.companyId, 'Company.delete')).toEqual({
    kind: 'company',
    teamId: one.companyId,
    companyId: one.companyId,
  })
  expect(await asked('admin', one.companyId, 'Finance.full')).toMatchObject({ kind: 'company' })
  expect(await asked('viewer', one.teamId, 'ChargerPoint.view')).toEqual({
    kind: 'teams',
    teamId: one.teamId,
    teams: [one.teamId],
  })
  for (const team of [gp, one.companyId, one.teamId]) expect(await asked('stranger', team, 'team role')).toBe(404)
  expect(await asked('viewer', one.siblingId, 'team role')).toBe(404)
  expect(await asked('viewer', one.companyId, 'team role')).toBe(404)
  expect(await asked('nobody', one.companyId, 'team role')).toBe(404)
  expect(await asked('root', 2_000_000_000, 'team role')).toBe(404)
})

test('a missing flag is 403, and any right of a list is enough', async () => {
  const { teamId } = t.world.one
  expect(await asked('viewer', teamId, 'ChargerPoint.update')).toBe(403)
  expect(await asked('viewer', teamId, 'Finance.view')).toBe(403)
  expect(await asked('finance', teamId, ['Customers.update', 'Transaction.view'])).toMatchObject({ kind: 'teams' })
  expect(await asked('operator', teamId, 'ChargerPoint.full')).toBe(403)
})

test('a role held lower down replaces the one above it there', async () => {
  const { one } = t.world
  const none = await roles.create(t.db, one.companyId, 'Nothing', [])
  await teams.addMember(t.db, { teamId: one.siblingId, userId: t.world.userIds.admin, roleId: none })
  const admin = await who('admin')
  const scope = await asked('admin', one.companyId, 'ChargerPoint.view')
  expect(scope).toMatchObject({ kind: 'teams' })
  expect((scope as { teams: number[] }).teams.sort()).toEqual([one.companyId, one.teamId].sort())
  expect(await asked('admin', one.siblingId, 'ChargerPoint.view')).toBe(403)
  const all = await everywhere(t.db, admin, 'ChargerPoint.view')
  expect(all.kind === 'teams' && all.teams.includes(one.siblingId)).toBe(false)
  expect(roleOn(admin, [t.world.gp, one.companyId, one.siblingId])?.roleName).toBe('Nothing')
  expect(roleOn(admin, [t.world.gp])).toBeUndefined()
})

test('a flag per feature reaches the reader as it is stored', async () => {
  const w = await who('operator')
  const entry = (name: string) => w.roles[0]?.access.find(a => a.featureName === name)
  expect(w.roles[0]?.access.map(a => a.featureName)).toEqual([...FEATURES])
  expect(entry('ChargingSite')).toMatchObject({ view: 'Y', create: 'Y', update: 'Y', delete: 'N' })
  expect(entry('Transaction')).toMatchObject({ view: 'Y', create: 'N', update: 'N', delete: 'N' })
  expect(entry('Finance')).toMatchObject({ view: 'N' })
})
