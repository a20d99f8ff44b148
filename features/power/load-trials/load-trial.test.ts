// The trial of another Load Value through the API: rights first, the refusals, the sessions of a site with their energy
// under it, and the sessions left out when the time is over; nothing is stored.
import { dayOf } from '@wattdesk/base/time'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { finishedMonth } from '#charging/price-trials/replay.rules.ts'
import { setSite } from '#fleet/chargers/charger-site.store.ts'
import * as sites from '#power/charging-sites/charging-site.store.ts'
import { type Person, startApp, type TestApp } from '#testing/app.ts'
import { bootedCharger, energy, newTag, start, stop } from '#testing/ocpp.ts'
import type { LoadTrial } from './load-trial.contract.ts'
import { triedMonth } from './load-trial.store.ts'

let t: TestApp
let zoneId = 0
let elsewhere = 0
let month = ''
let charger = { pk: 0, id: '' }
beforeAll(async () => {
  t = await startApp()
  const ws = (await t.listen()).ws
  const site = { teamId: t.world.one.teamId, isLoadBalancing: false, loadBalancingUnit: 'kW' as const }
  zoneId = await sites.create(t.db, { ...site, zoneName: 'Tried', loadBalancingValue: 60 })
  elsewhere = await sites.create(t.db, { ...site, zoneName: 'Left', loadBalancingValue: 60 })
  const c = await bootedCharger(t, ws)
  charger = { pk: c.pk, id: c.id }
  const past = (months: number) => new Date(Date.now() - months * 31 * 86_400_000)
  // The charger has stood here since before the month of its sessions, and left only now.
  await setSite(t.db, c.pk, zoneId, past(3))
  await setSite(t.db, c.pk, elsewhere, new Date())
  await sql`update connector set kw = 60 where chargepoint_pk = ${c.pk}`.execute(t.db)
  await sql`update charger set charger_type = 'DC', max_power_watt = null where chargepoint_pk = ${c.pk}`.execute(t.db)
  const at = (minutes: number) => new Date(Date.now() - (90 - minutes) * 60_000).toISOString()
  // 10 kWh in the first half hour, 2 in the second.
  const { transactionId } = await start(c, await newTag(t), { timestamp: at(0), meterStart: 500 })
  await c.call('MeterValues', { connectorId: 1, transactionId, meterValue: [energy(at(30), 10_500)] })
  await stop(c, transactionId, { timestamp: at(60), meterStop: 12_500 })
  await c.close()
  const { rows } = await sql<{ month: string }>`update transaction set started_at = started_at - interval '1 month',
    stopped_at = stopped_at - interval '1 month' where transaction_id = ${transactionId}
    returning to_char(stopped_at at time zone 'Asia/Kolkata', 'YYYY-MM') as month`.execute(t.db)
  month = rows[0]?.month ?? ''
  await sql`update meter_value set at = at - interval '1 month' where transaction_id = ${transactionId}`.execute(t.db)
})
afterAll(() => t.close())

const tried = async (body: object, who: Person = 'admin', zone = zoneId) => {
  const r = await t.app.inject({
    method: 'POST',
    url: `/cms/v1/charging-site/${t.world.one.teamId}/zone/${zone}/replay`,
    headers: await t.as(who),
    payload: { month, loadBalancingValue: 60, loadBalancingUnit: 'kW', ...body },
  })
  return { status: r.statusCode, ...(r.json() as { data: LoadTrial; errors?: object }) }
}

test('rights: view on charging sites and on transactions, both; sites of one’s own alone', async () => {
  const of = async (who: Person, zone?: number) => (await tried({}, who, zone)).status
  expect([await of('admin'), await of('viewer'), await of('nobody'), await of('stranger')]).toEqual([
    200, 200, 404, 404,
  ])
  expect(await of('admin', 999_999)).toBe(404)
  const see = (feature: number, may: boolean) =>
    sql`update role_access set can_view = ${may} where role_id = ${t.world.one.roles.Viewer}
      and feature_id = ${feature}`.execute(t.db)
  // ChargingSite and Transaction.
  for (const feature of [1, 8]) {
    await see(feature, false)
    expect([feature, await of('viewer')]).toEqual([feature, 403])
    await see(feature, true)
  }
})

test.each([
  [{ month: dayOf(new Date(), 'Asia/Kolkata').slice(0, 7) }, { month: 'Please choose a month that is over' }],
  [{ month: 'May' }, { month: 'Please choose a month that is over' }],
  [{ loadBalancingValue: 0 }, { loadBalancingValue: 'Load balancing value should be above 0' }],
  [{ loadBalancingValue: null }, { loadBalancingValue: 'Load balancing value is required' }],
  [{ loadBalancingUnit: 'W' }, { loadBalancingUnit: 'Please choose a unit' }],
])('%o is refused beside its field', async (wrong, errors) => {
  expect(await tried(wrong)).toMatchObject({ status: 422, errors })
})

test.each([
  [60, { before: 12, after: 12, difference: 0, delayed: 0, minutes: 0, longest: 0 }],
  // The 20 kW of its first half hour take it the whole hour.
  [10, { before: 12, after: 10, difference: -2, delayed: 1, minutes: 30, longest: 30 }],
  [4, { before: 12, after: 0, delayed: 1, minutes: 60 }],
])('%d kW', async (loadBalancingValue, sums) => {
  const { status, data } = await tried({ loadBalancingValue })
  expect([status, data]).toEqual([
    200,
    expect.objectContaining({ month, sessions: 1, drivers: 1, leftOut: null, ...sums }),
  ])
  const { longest: _, ...row } = { longest: 0, ...sums }
  expect(data.rows).toEqual([
    expect.objectContaining({ chargepoint_pk: charger.pk, chargepoint_id: charger.id, sessions: 1, ...row }),
  ])
})

test('where it stands now it had no sessions; what there was no time for is said', async () => {
  expect((await tried({}, 'admin', elsewhere)).data).toMatchObject({ sessions: 0, rows: [], leftOut: null })
  const between = finishedMonth(month, new Date(), 'Asia/Kolkata')
  if (!between) throw new Error(`${month} is not over`)
  const asked = {
    month,
    zoneId,
    ...between,
    scope: { kind: 'all' as const, teamId: 1 },
    value: { value: 10, unit: 'kW' as const },
  }
  const data = await triedMonth(
    { db: t.db, platform: undefined, archive: t.services.archive, timeZone: 'UTC' },
    asked,
    { budgetMs: 0 },
  )
  expect(data).toMatchObject({ sessions: 0, leftOut: { sessions: 1 } })
})
