// Rules of kinds whose past is kept for trials alone, tried on what the product itself has noted: silences, draws above the limit,
// settings that differ, unexpected values, disks, and the power of past sessions.
import { dayMs, hourMs, minuteMs } from '@wattdesk/base/time'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { moveToTeam } from '#fleet/chargers/charger-write.store.ts'
import { saveSignsOfLife } from '#fleet/stations/charger.store.ts'
import { closeConnections, openConnections } from '#fleet/stations/charger-connection.store.ts'
import { countConfigDiffers, countOddValues } from '#fleet/stations/charger-notice.store.ts'
import { dropOldTroubles, keepOverdraws } from '#fleet/stations/charger-trouble.store.ts'
import { dropOldDiskHours, sign, signIn } from '#office/installation/node.store.ts'
import { startApp, type TestApp } from '#testing/app.ts'
import { kindOf } from './alert-kinds.store.ts'
import { tried } from './alert-trial.store.ts'

let t: TestApp
const END = new Date('2026-03-12T08:00:00Z')
const before = (ms: number) => new Date(END.getTime() - ms)
beforeAll(async () => {
  t = await startApp({ now: () => END })
})
afterAll(() => t.close())
beforeEach(async () => {
  await sql`truncate charger_trouble, charger_differs, odd_value, settings_drift, node_disk_hour`.execute(t.db)
  await sql`update charger_state set connected = false, live_status = 'online', first_boot_at = ${before(100 * dayMs)},
    last_message_at = null, config_differs = 0, config_differs_since = null`.execute(t.db)
})
const trial = async (id: string, parameters: Record<string, number>, company = t.world.one.companyId) => {
  const kind = kindOf(id) ?? expect.fail(id)
  const scope = { kind: 'company', companyId: company, teamId: company } as const
  const data = await tried(t.services, scope, { kind, parameters, chargers: null, sites: null })
  expect([data.untold, data.partly]).toEqual([null, kind.unkept ?? null])
  return data.subjects.map(s => [s.name, s.opened])
}
const dc = () => t.world.chargers.dc
const foreign = async (id: string, parameters: Record<string, number>) =>
  expect(await trial(id, parameters, t.world.two.companyId)).toEqual([])

test('silences end with the next message or with the connection, and count once they were long enough', async () => {
  const [drawn] = await openConnections(t.db, [
    { pk: dc().pk, address: '127.0.0.1', node: 'n', at: before(100 * hourMs), protocol: 'ocpp1.6' },
  ])
  const connectionNo = drawn?.connectionNo ?? expect.fail('no connection')
  const speak = (minutes: number) =>
    saveSignsOfLife(t.db, [
      { pk: dc().pk, at: before(minutes * minuteMs), heartbeatAt: null, connectionNo, clock: undefined },
    ])
  await speak(5000)
  await speak(4991) // 9 minutes: how chargers live
  await speak(4970) // 21 minutes
  await speak(4900) // 70 minutes
  await speak(4960) // told late: changes nothing
  const end = { pk: dc().pk, connectionNo, reason: 'Closed', code: 1006, replaced: false }
  await closeConnections(t.db, [{ ...end, at: before(4860 * minuteMs) }]) // 40 minutes
  const mine = async (minutes: number) =>
    (await trial('heartbeat-late', { minutes })).find(([name]) => name === dc().id)
  expect(await mine(10)).toEqual([dc().id, 4])
  expect(await mine(30)).toEqual([dc().id, 3])
  expect(await mine(60)).toEqual([dc().id, 2])
  expect(await mine(1440)).toBeUndefined()
  await foreign('heartbeat-late', { minutes: 10 })
})

test('a charger that is silent now counts from when the rule would have opened', async () => {
  await openConnections(t.db, [
    { pk: dc().pk, address: '127.0.0.1', node: 'n', at: before(2 * hourMs), protocol: 'ocpp1.6' },
  ])
  expect(await trial('heartbeat-late', { minutes: 119 })).toEqual([[dc().id, 1]])
  expect(await trial('heartbeat-late', { minutes: 121 })).toEqual([])
})

test('settings that differed count as they changed, and a sale takes them away', async () => {
  const differ = async (days: number, keys: number) => {
    await sql`delete from settings_drift`.execute(t.db)
    await sql`insert into settings_drift (chargepoint_pk, key, company_id, team_id, spelling, template_id, level, wished, told, state,
        counts, since)
      select c.chargepoint_pk, 'k' || n, c.company_id, c.team_id, 'K' || n, null, 'Required', '1', '2', 'Differs', true, ${before(days * dayMs)}
      from charger c, generate_series(1, ${keys}::int) n where c.chargepoint_pk = ${dc().pk}`.execute(t.db)
    await t.db.transaction().execute(trx => countConfigDiffers(trx, [dc().pk], before(days * dayMs)))
  }
  await differ(20, 1)
  await differ(19, 4)
  await differ(19, 4)
  await differ(15, 0)
  await differ(10, 2)
  expect(await trial('settings-drift', { keys: 1 })).toEqual([[dc().id, 2]])
  expect(await trial('settings-drift', { keys: 2 })).toEqual([[dc().id, 2]])
  expect(await trial('settings-drift', { keys: 3 })).toEqual([[dc().id, 1]])
  expect(await trial('settings-drift', { keys: 5 })).toEqual([])
  await foreign('settings-drift', { keys: 1 })
  const { rows: home } = await sql<{
    team: number
  }>`select team_id as team from charger where chargepoint_pk = ${dc().pk}`.execute(t.db)
  await moveToTeam(t.db, dc().pk, t.world.two.companyId, END)
  await foreign('settings-drift', { keys: 1 })
  await moveToTeam(t.db, dc().pk, home[0]?.team ?? 0, END)
})

test('draws above the limit count by their length', async () => {
  await t.db.transaction().execute(async trx => {
    await keepOverdraws(trx, [{ pk: dc().pk, since: before(50 * hourMs) }], before(49 * hourMs))
    await keepOverdraws(trx, [{ pk: dc().pk, since: before(20 * hourMs) }], before(20 * hourMs - 5 * minuteMs))
    // An end at the moment of its beginning is no stretch.
    await keepOverdraws(trx, [{ pk: dc().pk, since: END }], END)
  })
  expect(await trial('charger-overdrawn', { minutes: 0 })).toEqual([[dc().id, 2]])
  expect(await trial('charger-overdrawn', { minutes: 5 })).toEqual([[dc().id, 1]])
  expect(await trial('charger-overdrawn', { minutes: 61 })).toEqual([])
  await foreign('charger-overdrawn', { minutes: 0 })
})

test('unexpected values count by the days on which they came', async () => {
  const came = (value: string, days: number) =>
    countOddValues(t.db, [{ pk: dc().pk, field: 'status', value, count: 1, at: before(days * dayMs) }])
  await came('Odd', 25)
  await came('Odd', 24)
  await came('Other', 24)
  await came('Odd', 3)
  expect(await trial('unexpected-messages', { kinds: 1 })).toEqual([[dc().id, 2]])
  expect(await trial('unexpected-messages', { kinds: 2 })).toEqual([[dc().id, 1]])
  expect(await trial('unexpected-messages', { kinds: 3 })).toEqual([])
  await foreign('unexpected-messages', { kinds: 1 })
  // What came long ago is forgotten with the next time.
  await came('Odd', -70)
  const { rows } = await sql<{ days: string }>`select days::text as days from odd_value where value = 'Odd'`.execute(
    t.db,
  )
  expect(rows[0]?.days).toBe('{[2026-05-21,2026-05-22)}')
})

test('a disk was low in the hours in which it had too little room', async () => {
  const run = { name: 'disk-node', bootId: 'b', roles: ['api'] as const, version: '1' }
  await signIn(t.db, run, 1000)
  await sign(t.db, run, 1000, 9e9)
  await sign(t.db, run, 1000, 4e9)
  await sign(t.db, run, 1000, 8e9)
  await sign(t.db, run, 1000)
  const { rows } = await sql<{
    least: number
  }>`select least_free_bytes::float8 as least from node_disk_hour where name = 'disk-node'`.execute(t.db)
  expect(Math.min(...rows.map(r => r.least))).toBe(4e9)
  await sql`truncate node_disk_hour`.execute(t.db)
  const hour = (hours: number, bytes: number) =>
    sql`insert into node_disk_hour values ('disk-node', ${before(hours * hourMs)}, ${bytes})`.execute(t.db)
  for (const [hours, bytes] of [
    [30, 4e9],
    [29, 3e9],
    [28, 6e9],
    [10, 4e9],
  ] as const)
    await hour(hours, bytes)
  expect(await trial('disk-low', { gigabytes: 5 }, t.world.gp)).toEqual([['Node disk-node', 2]])
  expect(await trial('disk-low', { gigabytes: 4 }, t.world.gp)).toEqual([['Node disk-node', 1]])
  await foreign('disk-low', { gigabytes: 5 })
})

test('past sessions count by their mean power while they charged', async () => {
  const session = async (days: number, energyWh: number, chargedMinutes: number) => {
    const from = before(days * dayMs)
    const at = (minutes: number) => new Date(from.getTime() + minutes * minuteMs)
    await sql`insert into transaction (company_id, team_id, chargepoint_pk, chargepoint_id, chargepoint_name, charger_type, connector_id,
        id_tag, started_at, start_received_at, stopped_at, stop_reason, meter_start_wh, meter_stop_wh, energy_wh, tolerance_watt)
      select company_id, team_id, chargepoint_pk, chargepoint_id, '', 'DC', 1, 'T', ${from}, ${from}, ${at(120)}, 'Local', 0,
        ${energyWh}, ${energyWh}, 0 from charger where chargepoint_pk = ${dc().pk}`.execute(t.db)
    for (const [status, minutes] of [
      ['Charging', 0],
      ['SuspendedEV', chargedMinutes],
      ['Available', 121],
    ] as const)
      await sql`insert into connector_status_history (company_id, team_id, chargepoint_pk, connector_id, status, at, received_at)
        select company_id, team_id, chargepoint_pk, 1, ${status}, ${at(minutes)}, ${at(minutes)} from charger
        where chargepoint_pk = ${dc().pk}`.execute(t.db)
  }
  await sql`update connector set kw = 60 where chargepoint_pk = ${dc().pk} and connector_id = 1`.execute(t.db)
  await session(9, 10_000, 60) // 10 kW of 60
  await session(8, 10_000, 20) // 30 kW of 60, then it waited
  await session(7, 1000, 10) // 6 kW, for 10 minutes
  const opened = async (percent: number, minutes: number) =>
    (await trial('power-low', { percent, minutes })).reduce((sum, [, n]) => sum + Number(n), 0)
  expect(await opened(25, 15)).toBe(1)
  expect(await opened(25, 5)).toBe(2)
  expect(await opened(60, 5)).toBe(3)
  expect(await opened(10, 5)).toBe(0)
  await foreign('power-low', { percent: 95, minutes: 5 })
})

test('what is too old for any trial goes; the last count of settings stays', async () => {
  await sql`insert into charger_trouble (chargepoint_pk, kind, from_at, until_at) values
    (${dc().pk}, 'silent', ${before(70 * dayMs)}, ${before(61 * dayMs)}), (${dc().pk}, 'silent', ${before(70 * dayMs)}, ${before(59 * dayMs)})`.execute(
    t.db,
  )
  await sql`insert into charger_differs values (${dc().pk}, ${before(90 * dayMs)}, 1), (${dc().pk}, ${before(80 * dayMs)}, 2)`.execute(
    t.db,
  )
  await sql`insert into node_disk_hour values ('n', ${before(61 * dayMs)}, 1), ('n', ${before(59 * dayMs)}, 1)`.execute(
    t.db,
  )
  const dropped = await t.db
    .transaction()
    .execute(async trx => [await dropOldTroubles(trx, END), await dropOldDiskHours(trx, END)])
  expect(dropped).toEqual([2, 1])
  const { rows } = await sql<{ differs: number }>`select differs from charger_differs`.execute(t.db)
  expect(rows).toEqual([{ differs: 2 }])
})
