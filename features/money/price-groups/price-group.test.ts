// Price groups as choices: with any role on the team, of the team's company alone, without those that were deleted.
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Person, startApp, type TestApp } from '#testing/app.ts'
import { create, hide } from './price-group.store.ts'

let t: TestApp
beforeAll(async () => {
  t = await startApp()
})
afterAll(() => t.close())

const ask = async (who: Person, path: string) => {
  const r = await t.app.inject({ url: `/cms/v1/${path}`, headers: await t.as(who) })
  return { status: r.statusCode, ...r.json() }
}
const group = (teamId: number, name: string) =>
  create(t.db, { teamId, name, type: 'fixed', details: [], validFrom: new Date('2026-01-01T00:00:00Z') })

test('any role on the team reads the groups of its company, by name; nobody else does', async () => {
  const { one, two, priceGroupId } = t.world
  const beside = await group(one.siblingId, 'aa beside')
  const above = await group(one.companyId, 'Zz above')
  const gone = await group(one.companyId, 'Gone')
  await hide(t.db, gone, t.services.now())
  const foreign = await group(two.companyId, 'Foreign')
  for (const path of [`pricegroups?teamId=${one.teamId}&choice=true`, `team/${one.teamId}/pricegroups?choice=true`]) {
    const { status, data, total } = await ask('viewer', path)
    expect(status).toBe(200)
    const ids = data.map((g: { priceGroupId: number }) => g.priceGroupId)
    expect(ids).toEqual([beside, priceGroupId, above])
    expect(total).toBe(3)
    expect(data[0]).toEqual({ priceGroupId: beside, name: 'aa beside' })
  }
  expect((await ask('admin', 'pricegroups?choice=true')).total).toBe(3)
  expect((await ask('viewer', `team/${two.companyId}/pricegroups`)).status).toBe(404)
  expect((await ask('nobody', `team/${one.teamId}/pricegroups`)).status).toBe(404)
  const others = (await ask('root', `pricegroups?teamId=${two.companyId}&choice=true`)).data
  expect(others.map((g: { priceGroupId: number }) => g.priceGroupId)).toContain(foreign)
})

test('of more groups than a list answers at once the last is found, by page, text or id', async () => {
  const { one } = t.world
  await sql`insert into price_group (company_id, team_id, name, description)
    select ${one.companyId}, ${one.teamId}, 'Many ' || lpad(n::text, 4, '0'), '' from generate_series(1, 5001) n`.execute(
    t.db,
  )
  const read = async (more: string) => {
    const { data, total } = await ask('viewer', `pricegroups?teamId=${one.teamId}&choice=true&${more}`)
    return { names: data.map((g: { name: string }) => g.name), ids: data.map(idOf), total }
  }
  const idOf = (g: { priceGroupId: number }) => g.priceGroupId
  const found = await read('page=1&pageSize=50&q=many+5001')
  expect(found).toMatchObject({ names: ['Many 5001'], total: 1 })
  expect(await read('page=101&pageSize=50&q=many')).toMatchObject({ names: ['Many 5001'], total: 5001 })
  expect(await read(`keys=${found.ids}`)).toMatchObject({ names: ['Many 5001'], total: 1 })
  expect((await ask('stranger', `pricegroups?choice=true&keys=${found.ids}`)).data).toEqual([])
})
