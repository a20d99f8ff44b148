// Which team a charger stood in, and what its connectors cost, as of when: written with every change, by the store or, where
// a change came about without one, at the commit.
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { setPriceGroup } from '#fleet/stations/connector.store.ts'
import { startApp, type TestApp } from '#testing/app.ts'
import { at, bootedCharger, newCharger, newTag, start, stop, unique } from '#testing/ocpp.ts'
import { moveToTeam, register } from './charger-write.store.ts'

let t: TestApp
let ws: string
beforeAll(async () => {
  t = await startApp()
  ws = (await t.listen()).ws
})
afterAll(() => t.close())

const teams = async (pk: number) =>
  (
    await sql<{ teamId: number | null; since: Date }>`select team_id, since from charger_team_history
      where chargepoint_pk = ${pk} order by since, history_id`.execute(t.db)
  ).rows
const prices = async (pk: number, connectorId = 1) =>
  (
    await sql<{ priceGroupId: number | null; since: Date }>`select price_group_id, since from connector_price_history
      where chargepoint_pk = ${pk} and connector_id = ${connectorId} order by since, history_id`.execute(t.db)
  ).rows
const madeAt = async (pk: number) =>
  (await sql<{ at: Date }>`select created_at as at from charger where chargepoint_pk = ${pk}`.execute(t.db)).rows[0]?.at
const later = (hours: number) => new Date(Date.now() + hours * 3_600_000)

test('from its making on', async () => {
  const { pk } = await newCharger(t)
  const since = await madeAt(pk)
  expect(await teams(pk)).toEqual([{ teamId: t.world.one.teamId, since }])
  for (const id of [1, 2]) expect(await prices(pk, id)).toEqual([{ priceGroupId: t.world.priceGroupId, since }])
})

test('also of one that registered itself', async () => {
  const id = unique('NEW')
  const { teamId } = t.world.one
  const pk = await t.db.transaction().execute(trx => register(trx, id, teamId, 'Accepted'))
  expect((await teams(pk ?? 0)).map(l => l.teamId)).toEqual([teamId])
})

test('until it moves, and until it is deleted', async () => {
  const { one } = t.world
  const { pk } = await newCharger(t)
  const moved = later(1)
  await moveToTeam(t.db, pk, one.siblingId, moved)
  await moveToTeam(t.db, pk, one.siblingId, later(2))
  expect((await teams(pk)).slice(1)).toEqual([{ teamId: one.siblingId, since: moved }])
  const r = await t.app.inject({
    method: 'DELETE',
    url: `/cms/v1/team/${one.siblingId}/charger/${pk}`,
    headers: await t.as('admin'),
  })
  expect(r.statusCode, r.body).toBe(200)
  expect((await teams(pk)).map(l => l.teamId).sort()).toEqual([one.teamId, one.siblingId, null].sort())
})

test('a connector’s price, from each change on', async () => {
  const { pk } = await newCharger(t)
  const [first, second] = [later(1), later(2)]
  await setPriceGroup(t.db, pk, null, first, [1])
  await setPriceGroup(t.db, pk, null, first, [1])
  await setPriceGroup(t.db, pk, t.world.priceGroupId, second)
  expect((await prices(pk)).slice(1)).toEqual([
    { priceGroupId: null, since: first },
    { priceGroupId: t.world.priceGroupId, since: second },
  ])
  expect(await prices(pk, 2)).toHaveLength(1)
})

test('a connector that a charger spoke of first, and a change that no store has told', async () => {
  const c = await bootedCharger(t, ws)
  await c.call('StatusNotification', { connectorId: 5, errorCode: 'NoError', status: 'Available' })
  expect((await prices(c.pk, 5)).map(l => l.priceGroupId)).toEqual([null])
  await sql`update connector set price_group_id = ${t.world.priceGroupId} where chargepoint_pk = ${c.pk}`.execute(t.db)
  expect((await prices(c.pk, 5)).map(l => l.priceGroupId)).toEqual([null, t.world.priceGroupId])
  expect(await prices(c.pk, 1)).toHaveLength(1)
  await sql`update charger set team_id = ${t.world.one.siblingId} where chargepoint_pk = ${c.pk}`.execute(t.db)
  expect((await teams(c.pk)).map(l => l.teamId)).toEqual([t.world.one.teamId, t.world.one.siblingId])
  await c.close()
})

test('a session belongs to the team in which its charger stood when it began, however late that was told', async () => {
  const { one } = t.world
  const c = await bootedCharger(t, ws)
  await moveToTeam(t.db, c.pk, one.siblingId, new Date(at(10)))
  const idTag = await newTag(t)
  const teamOf = async (minutes: number) => {
    const { transactionId } = await start(c, idTag, { timestamp: at(minutes), meterStart: 1000 + minutes })
    await stop(c, transactionId, { timestamp: at(minutes + 5), meterStop: 2000 + minutes })
    const { rows } = await sql<{ teamId: number; companyId: number; of: number }>`
      select t.team_id, t.company_id, b.team_id as of from transaction t join bill b using (transaction_id)
      where transaction_id = ${transactionId}`.execute(t.db)
    return rows[0]
  }
  expect(await teamOf(0)).toEqual({ teamId: one.teamId, companyId: one.companyId, of: one.teamId })
  expect(await teamOf(20)).toEqual({ teamId: one.siblingId, companyId: one.companyId, of: one.siblingId })
  await c.close()
})
