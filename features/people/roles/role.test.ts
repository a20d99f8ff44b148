// Roles over HTTP: the roles that each caller sees, the flags that each may grant on which teams, and refusals with
// their texts.
import type { AccessEntry, Feature } from '@wattdesk/base/access'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import * as teams from '#people/teams/team.store.ts'
import { type Person, startApp, type TestApp } from '#testing/app.ts'
import { accessOf, SEEDED_ROLES } from './role.rules.ts'
import * as store from './role.store.ts'

let t: TestApp
beforeAll(async () => {
  t = await startApp()
})
afterAll(() => t.close())

type Method = 'GET' | 'POST' | 'PUT' | 'DELETE'
const ask = async (who: Person, method: Method, path: string, payload?: object) => {
  const r = await t.app.inject({
    method,
    url: `/cms/v1/${path}`,
    headers: await t.as(who),
    ...(payload && { payload }),
  })
  return { status: r.statusCode, body: r.json() }
}
const flags = (rights: Partial<Record<Feature, string>>) =>
  Object.entries(rights).map(([featureName, letters]) => {
    const yes = (l: string) => (letters.includes(l) ? 'Y' : 'N')
    return { featureName, view: yes('V'), create: yes('C'), update: yes('U'), delete: yes('D') }
  })
let n = 0
const fresh = () => `Role ${++n}`
/** A role of operator one, made by its admin. */
const made = async (rights: Partial<Record<Feature, string>>, roleName = fresh()): Promise<number> => {
  const r = await ask('admin', 'POST', 'roles', { roleName, access: flags(rights) })
  expect(r.body.message).toBe('Role created successfully')
  return r.body.data.roleId
}
const give = (person: Person, teamId: number, roleId: number) =>
  teams.addMember(t.db, { teamId, userId: t.world.userIds[person], roleId })
const letters = (access: AccessEntry[], feature: Feature) => {
  const e = access.find(a => a.featureName === feature)
  return `${e?.view}${e?.create}${e?.update}${e?.delete}`
}

describe('who may', () => {
  test('another company’s role is 404 by every call, and untouched', async () => {
    const id = t.world.one.roles.Operator
    const body = { roleName: 'Taken over', access: [] }
    for (const [method, path, payload] of [
      ['GET', `role/${id}`],
      ['PUT', `role/${id}`, body],
      ['PUT', `role/${id}?teamId=${t.world.two.companyId}`, body],
      ['PUT', 'roles', { ...body, roleId: id }],
      ['DELETE', `role/${id}`],
    ] as const) {
      const r = await ask('stranger', method, path, payload)
      expect([r.status, r.body.message, r.body.data], path).toEqual([404, 'Role not found', undefined])
    }
    expect((await ask('stranger', 'GET', `roles?teamId=${t.world.one.teamId}`)).status).toBe(404)
    expect((await ask('stranger', 'POST', `roles?teamId=${t.world.one.teamId}`, body)).status).toBe(404)
    expect((await ask('admin', 'GET', `role/${id}`)).body.data.roleName).toBe('Operator')
  })
  test('without view: id and name of the own company’s roles, whatever is asked; without a role on the team nothing', async () => {
    const { body } = await ask('operator', 'GET', `roles?teamId=${t.world.one.teamId}&q=Viewer`)
    expect(body.data.map((r: { roleName: string }) => r.roleName)).toEqual(
      expect.arrayContaining(['Admin', 'Finance', 'Operator', 'Viewer']),
    )
    for (const r of body.data) expect(Object.keys(r).sort()).toEqual(['roleId', 'roleName'])
    expect((await ask('nobody', 'GET', 'roles')).status).toBe(403)
  })
  test('as a choice: only roles that the caller may give on that team', async () => {
    const team = t.world.one.teamId
    const names = async (who: Person) =>
      (await ask(who, 'GET', `team/${team}/roles?choice=true`)).body.data.map((r: { roleName: string }) => r.roleName)
    expect(await names('operator')).toEqual(['Operator'])
    expect(await names('admin')).toEqual(expect.arrayContaining(['Admin', 'Finance', 'Operator', 'Viewer']))
  })
  test('of more roles than a list answers at once the last is found, by page, text or id, each time within what may be given', async () => {
    const { companyId, teamId } = t.world.one
    await sql`with r as (insert into role (company_id, name)
        select ${companyId}, 'Many ' || lpad(n::text, 4, '0') from generate_series(1, 5001) n returning id, name)
      insert into role_access (role_id, feature_id, can_view, can_create, can_update, can_delete)
      select id, 4, true, false, false, name = 'Many 5001' from r`.execute(t.db)
    const read = async (who: Person, more: string) => {
      const { data, total } = (await ask(who, 'GET', `roles?teamId=${teamId}&choice=true&${more}`)).body
      const rows = data as { roleId: number; roleName: string }[]
      return { names: rows.map(r => r.roleName), ids: rows.map(r => r.roleId), total: total as number }
    }
    const last = await read('admin', 'page=1&pageSize=50&q=many+5001')
    expect(last).toMatchObject({ names: ['Many 5001'], total: 1 })
    expect(await read('admin', 'page=101&pageSize=50&q=many')).toMatchObject({ names: ['Many 5001'], total: 5001 })
    expect(await read('admin', `keys=${last.ids}`)).toMatchObject({ names: ['Many 5001'], total: 1 })
    for (const more of ['q=many+5001', `keys=${last.ids}`])
      expect(await read('viewer', more)).toMatchObject({ names: [], total: 0 })
    // Only users who give roles learn the roles that a member may get.
    const of = `memberId=${t.world.userIds.viewer}`
    expect(await read('admin', `page=1&pageSize=2&q=many&${of}`)).toMatchObject({
      names: ['Many 0001', 'Many 0002'],
      total: 5001,
    })
    expect((await ask('viewer', 'GET', `roles?teamId=${teamId}&choice=true&${of}`)).status).toBe(403)
    await sql`delete from role_access where role_id in (select id from role where name like 'Many %')`.execute(t.db)
    await sql`delete from role where name like 'Many %'`.execute(t.db)
  })
})

describe('the list', () => {
  test('holds the company’s roles, of the platform those of all companies; the alias answers the same', async () => {
    const own = (await ask('admin', 'GET', `roles?teamId=${t.world.one.companyId}`)).body
    expect(new Set(own.data.map((r: { companyId: number }) => r.companyId))).toEqual(new Set([t.world.one.companyId]))
    expect((await ask('admin', 'GET', `team/${t.world.one.companyId}/roles`)).body).toEqual(own)
    const all = (await ask('root', 'GET', `roles?teamId=${t.world.gp}`)).body
    expect(new Set(all.data.map((r: { companyName: string }) => r.companyName))).toEqual(
      new Set(['Platform', 'One', 'Two']),
    )
  })
  test('pages, sorts and searches by name, company, maker and feature', async () => {
    await made({ SendMessages: 'V' }, 'Speaker')
    const names = async (query: string) =>
      (await ask('admin', 'GET', `roles?${query}`)).body.data.map((r: { roleName: string }) => r.roleName)
    expect(await names('q=sendmess')).toEqual(['Admin', 'Speaker'])
    expect(await names('q=SPEAK')).toEqual(['Speaker'])
    // 'CMCustomers' contains 'Customers', but is not meant.
    await made({ CMCustomers: 'V' }, 'Caller')
    expect(await names('q=customers')).not.toContain('Caller')
    expect(await names('q=cmcust')).toContain('Caller')
    const first = await names('page=1&pageSize=2&sort=-roleName')
    const second = await names('page=2&pageSize=2&sort=-roleName')
    expect(first).toHaveLength(2)
    expect([...first, ...second]).toEqual((await names('sort=-roleName')).slice(0, 4))
    expect((await ask('admin', 'GET', 'roles?page=1&pageSize=1')).body.total).toBeGreaterThan(1)
  })
  test('a role has its fields: features with view by commas, all twenty-two entries, who made it and when', async () => {
    const id = await made({ Tag: 'VC', Report: 'V' }, 'Fields')
    const { body } = await ask('admin', 'GET', `role/${id}`)
    expect(body.data).toMatchObject({
      roleId: id,
      roleName: 'Fields',
      companyName: 'One',
      feature: 'Tag,Report',
      createdBy: 'admin',
    })
    expect(Date.parse(body.data.createTime)).not.toBeNaN()
    expect(body.data.access).toHaveLength(22)
    expect(body.data.access[0]).toMatchObject({ featureName: 'ChargingSite', view: 'N' })
  })
})

describe('granting', () => {
  test('a flag that the caller lacks on the current team is refused, new or added later', async () => {
    const limited = await made({ Role: 'VCU', Tag: 'V' })
    await give('operator', t.world.one.teamId, limited)
    const at = `?teamId=${t.world.one.teamId}`
    const refused = await ask('operator', 'POST', `roles${at}`, { roleName: fresh(), access: flags({ Tag: 'VC' }) })
    expect([refused.status, refused.body.message]).toEqual([403, 'Not Authorized'])
    expect(refused.body.errors.access).toContain('Tag create')
    const allowed = await ask('operator', 'POST', `roles${at}`, { roleName: fresh(), access: flags({ Tag: 'V' }) })
    expect(allowed.status).toBe(201)
    const id = allowed.body.data.roleId
    const more = { roleName: allowed.body.data.roleName, access: flags({ Tag: 'VD' }) }
    for (const [path, body] of [
      [`role/${id}${at}`, more],
      [`roles${at}`, { ...more, roleId: id }],
      [`role/${id}`, more],
    ] as const)
      expect((await ask('operator', 'PUT', path, body)).status, path).toBe(403)
    expect(letters((await ask('admin', 'GET', `role/${id}`)).body.data.access, 'Tag')).toBe('YNNN')
    // Flags that the role has already need no right to grant.
    const kept = await ask('admin', 'PUT', `role/${id}`, more)
    expect(kept.status).toBe(200)
    const renamed = { roleName: fresh(), access: flags({ Tag: 'VD' }) }
    expect((await ask('operator', 'PUT', `role/${id}${at}`, renamed)).status).toBe(200)
    await give('operator', t.world.one.teamId, t.world.one.roles.Operator)
  })
  test('not even by way of a stronger role on another team: a role counts wherever it is held', async () => {
    // Everything in the team, little in the company above it.
    const weak = await made({ Team: 'V', Role: 'VU' })
    await give('nobody', t.world.one.companyId, weak)
    await give('nobody', t.world.one.siblingId, t.world.one.roles.Admin)
    const at = `?teamId=${t.world.one.siblingId}`
    const lifted = { roleName: 'Lifted', access: accessOf(SEEDED_ROLES.Admin) }
    expect((await ask('nobody', 'PUT', `role/${weak}${at}`, lifted)).status).toBe(403)
    // A role with members where the caller may not change roles at all: every change is refused.
    const other = await made({ Tag: 'V' })
    const blind = await made({ Tag: 'V' })
    await give('nobody', t.world.one.companyId, blind)
    await give('viewer', t.world.one.teamId, other)
    expect((await ask('nobody', 'PUT', `role/${other}${at}`, { roleName: fresh(), access: [] })).status).toBe(403)
    await give('viewer', t.world.one.teamId, t.world.one.roles.Viewer)
    expect((await ask('nobody', 'PUT', `role/${other}${at}`, { roleName: fresh(), access: [] })).status).toBe(200)
    await sql`delete from team_member where user_id = ${t.world.userIds.nobody}`.execute(t.db)
  })
  test('what a change takes away is gone with the next call, without signing in again', async () => {
    const id = await made({ Tag: 'V', ChargerPoint: 'V' })
    await give('finance', t.world.one.teamId, id)
    const headers = await t.as('finance')
    const read = () =>
      t.app.inject({ url: `/cms/v1/team/${t.world.one.teamId}/charger/${t.world.chargers.dc.pk}`, headers })
    expect((await read()).statusCode).toBe(200)
    const heard: unknown[] = []
    const stop = t.services.bus.onEvent(m => heard.push(m))
    const { body } = await ask('admin', 'PUT', `role/${id}`, { roleName: 'Less', access: flags({ Tag: 'V' }) })
    stop()
    expect(body.message).toBe('Role updated successfully')
    expect((await read()).statusCode).toBe(403)
    expect(heard).toContainEqual(
      expect.objectContaining({
        event: expect.objectContaining({ type: 'access', userId: t.world.userIds.finance }),
      }),
    )
    await give('finance', t.world.one.teamId, t.world.one.roles.Finance)
  })
})

describe('changing', () => {
  test('doing brings viewing, ids and makers of the body are not taken, and script stays text', async () => {
    const roleName = '<script>alert(1)</script>'
    const r = await ask('admin', 'POST', 'roles', {
      roleName,
      access: flags({ Tag: 'U' }),
      companyId: t.world.two.companyId,
      companyName: 'Two',
      createdBy: 'root',
      roleId: 1,
      feature: 'Finance',
    })
    expect(r.status).toBe(201)
    expect(r.body.data).toMatchObject({
      roleName,
      companyId: t.world.one.companyId,
      createdBy: 'admin',
      feature: 'Tag',
    })
    expect(letters(r.body.data.access, 'Tag')).toBe('YNYN')
  })
  test.each([
    [{}, { roleName: 'Role Name is required', access: 'Access is required' }],
    [{ roleName: ' ', access: [] }, { roleName: 'Role Name is required' }],
    [{ roleName: 'x'.repeat(51), access: [] }, { roleName: 'Role Name should be 50 characters or less' }],
    [
      { roleName: 'x', access: flags({ Tag: 'V' }).concat(flags({ Tag: 'V' })) },
      { access: 'A feature is named twice' },
    ],
    [
      { roleName: 'x', access: [{ ...flags({ Tag: 'V' })[0], view: true }] },
      { 'access.0.view': 'view must be Y or N' },
    ],
    [
      { roleName: 'x', access: [{ ...flags({ Tag: 'V' })[0], featureName: 'Nothing' }] },
      { 'access.0.featureName': 'Unknown feature' },
    ],
  ])('a bad body is refused with a text per field: %j', async (body, errors) => {
    const r = await ask('admin', 'POST', 'roles', body)
    expect([r.status, r.body.errors]).toEqual([422, errors])
  })
  test('a name is one role’s within a company, without regard to case; another company may have it too', async () => {
    const id = await made({}, 'Unique')
    for (const r of [
      await ask('admin', 'POST', 'roles', { roleName: 'unique', access: [] }),
      await ask('admin', 'PUT', `role/${await made({})}`, { roleName: 'Unique', access: [] }),
    ])
      expect([r.status, r.body.message, r.body.errors]).toEqual([
        409,
        'Role name already exists',
        { roleName: 'Role name already exists' },
      ])
    expect((await ask('stranger', 'POST', 'roles', { roleName: 'Unique', access: [] })).status).toBe(201)
    expect((await ask('admin', 'PUT', `role/${id}`, { roleName: 'UNIQUE', access: [] })).status).toBe(200)
  })
  test('PUT roles with the id in the body is the same as PUT role/{id}', async () => {
    const id = await made({ Tag: 'V' })
    const r = await ask('admin', 'PUT', 'roles', { roleId: id, roleName: 'By body', access: flags({ Report: 'V' }) })
    expect(r.body.data).toEqual((await ask('admin', 'GET', `role/${id}`)).body.data)
    expect(r.body.data).toMatchObject({ roleName: 'By body', feature: 'Report' })
  })
  test('a role that is held stays, one that nobody holds goes', async () => {
    const held = await ask('admin', 'DELETE', `role/${t.world.one.roles.Viewer}`)
    expect([held.status, held.body.message]).toEqual([409, 'Role is held by a member and cannot be deleted: viewer'])
    const id = await made({})
    expect((await ask('admin', 'DELETE', `role/${id}`)).body).toMatchObject({
      message: 'Role deleted successfully',
      data: { roleId: id },
    })
    expect((await ask('admin', 'GET', `role/${id}`)).status).toBe(404)
    expect(await store.idOf(t.db, t.world.one.companyId, 'Viewer')).toBe(t.world.one.roles.Viewer)
  })
  test('the log names the features a change touched, and no other', async () => {
    const id = await made({ Tag: 'V', Report: 'V' }, 'Logged')
    await ask('admin', 'PUT', `role/${id}`, { roleName: 'Logged', access: flags({ Tag: 'VC', Report: 'V' }) })
    await ask('admin', 'DELETE', `role/${id}`)
    const { body } = await ask('admin', 'GET', `audit/Role/${id}`)
    expect(body.data.map((e: { action: string }) => e.action)).toEqual(['delete', 'update', 'create'])
    expect(body.data[1]).toMatchObject({ username: 'admin', before: { Tag: 'V' }, after: { Tag: 'VC' } })
  })
})
