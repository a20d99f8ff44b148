// The site of a charger with its dates: recorded with every change, whatever causes the change.
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startApp, type TestApp } from '#testing/app.ts'
import { newCharger } from '#testing/ocpp.ts'
import * as detail from './charger-detail.store.ts'
import { clearSite, setSite, setSites } from './charger-site.store.ts'
import { create, moveToTeam } from './charger-write.store.ts'

let t: TestApp
beforeAll(async () => {
  t = await startApp()
})
afterAll(() => t.close())

const newSite = async (teamId: number) => {
  const { rows } = await sql<{ id: number }>`insert into charging_site (company_id, team_id, zone_name)
    select company_id, id, 'Yard' from team where id = ${teamId} returning zone_id as id`.execute(t.db)
  return rows[0]?.id ?? 0
}
const history = async (pk: number) =>
  (
    await sql<{ zoneId: number | null; since: Date }>`select zone_id, since from charger_site_history
      where chargepoint_pk = ${pk} order by since`.execute(t.db)
  ).rows
const zoneOf = async (pk: number) =>
  (await sql<{ zoneId: number | null }>`select zone_id from charger where chargepoint_pk = ${pk}`.execute(t.db)).rows[0]
    ?.zoneId
const at = (hour: number) => new Date(Date.UTC(2026, 0, 5, hour))

test('a charger that is made at a site stands there from then on; one that is made at none has no entry', async () => {
  const { teamId } = t.world.one
  const zoneId = await newSite(teamId)
  const made = { teamId, chargepointName: 'Made', createdAt: at(1), connectors: [] }
  const pk = await create(t.db, { ...made, chargepointId: 'SITE-MADE-1', zoneId })
  expect(await history(pk)).toEqual([{ zoneId, since: at(1) }])
  expect(await history(await create(t.db, { ...made, chargepointId: 'SITE-MADE-2' }))).toEqual([])
})

test('each change leaves one entry, what changes nothing leaves none, and two at the same moment leave the later', async () => {
  const [a, b] = [await newSite(t.world.one.teamId), await newSite(t.world.one.teamId)]
  const { pk } = await newCharger(t)
  expect(await setSite(t.db, pk, a, at(1))).toEqual([pk])
  expect(await setSite(t.db, pk, a, at(2))).toEqual([])
  await setSite(t.db, pk, null, at(3))
  await setSite(t.db, pk, b, at(3))
  expect(await history(pk)).toEqual([
    { zoneId: a, since: at(1) },
    { zoneId: b, since: at(3) },
  ])
})

test('clearing a site frees its chargers alone', async () => {
  const [a, b] = [await newSite(t.world.one.teamId), await newSite(t.world.one.teamId)]
  const pks = [(await newCharger(t)).pk, (await newCharger(t)).pk]
  const { pk: other } = await newCharger(t)
  expect(await setSites(t.db, pks, a, at(1))).toEqual(pks)
  await setSite(t.db, other, b, at(1))
  expect(await clearSite(t.db, a, at(2))).toEqual(pks)
  for (const pk of pks) expect((await history(pk)).at(-1)).toEqual({ zoneId: null, since: at(2) })
  expect(await zoneOf(other)).toBe(b)
})

test('a charger leaves its site when it is deleted, and when it moves to a team that the site does not cover', async () => {
  const { teamId, companyId, siblingId } = t.world.one
  const [ofTeam, ofCompany] = [await newSite(teamId), await newSite(companyId)]
  const [{ pk: moved }, { pk: covered }, { pk: deleted }] = [
    await newCharger(t),
    await newCharger(t),
    await newCharger(t),
  ]
  await setSites(t.db, [moved, deleted], ofTeam, at(1))
  await setSite(t.db, covered, ofCompany, at(1))
  for (const pk of [moved, covered]) await moveToTeam(t.db, pk, siblingId, at(2))
  await detail.hide(t.db, deleted, at(3))
  expect((await history(moved)).at(-1)).toEqual({ zoneId: null, since: at(2) })
  expect(await history(covered)).toEqual([{ zoneId: ofCompany, since: at(1) }])
  expect((await history(deleted)).at(-1)).toEqual({ zoneId: null, since: at(3) })
  expect(await Promise.all([moved, covered, deleted].map(zoneOf))).toEqual([null, ofCompany, null])
})
