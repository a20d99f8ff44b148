// A rule tried on the last 30 days: who may, what is wrong with it, and that it counts exactly what the engine would have
// opened: hours of a network in trouble are lived through by real sockets, minute by minute, and then tried.
import { minuteMs } from '@wattdesk/base/time'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { create } from '#fleet/chargers/charger-write.store.ts'
import { type Person, startApp, type TestApp } from '#testing/app.ts'
import { TestCharger } from '#testing/charger.ts'
import { ALERT_KINDS } from './alert-kinds.store.ts'
import { sweepAlerts } from './alert-look.commands.ts'
import type { AlertTrial } from './alert-trial.contract.ts'

let t: TestApp
let ws: string
let now = new Date('2026-03-04T08:00:00Z')
beforeAll(async () => {
  t = await startApp({ now: () => now })
  ws = (await t.listen()).ws
})
afterAll(() => t.close())

const post = async (who: Person, body: object, team = t.world.one.companyId) => {
  const r = await t.app.inject({
    method: 'POST',
    url: `/cms/v1/team/${team}/alert-rules/trial`,
    headers: await t.as(who),
    payload: body,
  })
  const { data, errors } = r.json() as { data: AlertTrial; errors?: Record<string, string> }
  return { status: r.statusCode, data, errors }
}

test('who may, and what is wrong with a rule', async () => {
  const kind = 'charger-offline'
  expect((await post('viewer', { kind })).status).toBe(404)
  expect((await post('viewer', { kind }, t.world.one.teamId)).status).toBe(200)
  expect((await post('finance', { kind }, t.world.one.teamId)).status).toBe(403)
  expect((await post('stranger', { kind })).status).toBe(404)
  const cases: [object, object][] = [
    [{ kind: 'made-up' }, { kind: 'There is no such kind of alert' }],
    [{ kind, parameters: { minutes: 0 } }, { 'parameters.minutes': 'Offline for must be from 1 to 10,080 minutes' }],
    [{ kind, chargers: [t.world.chargers.other.pk] }, { chargers: 'Some of these charge points are not of the team' }],
    [{ kind, sites: [4711] }, { sites: 'Some of these sites are not of the team' }],
  ]
  for (const [body, errors] of cases) expect(await post('admin', body)).toMatchObject({ status: 422, errors })
})

test.each(ALERT_KINDS.map(k => [k.id, k] as const))('%s can be tried, and says what is not kept', async (id, kind) => {
  const { status, data } = await post('root', { kind: id }, t.world.gp)
  expect(status).toBe(200)
  expect([data.days.length, data.untold, data.partly, data.opened]).toEqual([30, null, kind.unkept ?? null, 0])
  expect(kind.unkept ?? 'All of it is kept from now on.').toMatch(/^[A-Z].{20,}[^.]\.$/)
})

/** What the engine has opened: by kind and subject. */
const opened = async (kind: string): Promise<Record<string, number>> => {
  const { rows } = await sql<{ subject: string; n: number }>`select a.subject, count(*)::int as n from alert a
    join alert_event e using (alert_id) where a.kind = ${kind} and e.what = 'opened' group by 1 order by 1`.execute(
    t.db,
  )
  return Object.fromEntries(rows.map(r => [r.subject, r.n]))
}

test('counts what the engine opened, also where causes come back within ten minutes', {
  timeout: 240_000,
}, async () => {
  const RULES = {
    'charger-offline': { minutes: 5 },
    'site-outage': { minutes: 2 },
    'connector-faulted': { minutes: 3 },
    'connector-stuck': { minutes: 5 },
    'charger-out-of-service': { minutes: 3 },
    'charger-back-and-forth': { times: 3 },
    'boots-often': { times: 4 },
  }
  const teamId = t.world.one.teamId
  const site = (
    await sql<{ id: number }>`insert into charging_site (company_id, team_id, zone_name)
      values (${t.world.one.companyId}, ${teamId}, 'Depot') returning zone_id as id`.execute(t.db)
  ).rows[0]?.id as number
  await create(t.db, {
    teamId,
    chargepointId: 'S-1',
    chargepointName: 'S-1',
    registrationStatus: 'Accepted',
    connectors: [{ connectorId: 1 }],
  })
  await sql`update charger set zone_id = ${site} where company_id = ${t.world.one.companyId}`.execute(t.db)
  for (const [kind, parameters] of Object.entries(RULES))
    await sql`insert into alert_rule (company_id, team_id, name, kind, parameters, severity, is_seeded)
      values (${t.world.one.companyId}, ${t.world.one.companyId}, ${kind}, ${kind}, ${JSON.stringify(parameters)}::jsonb, 'Major', true)`.execute(
      t.db,
    )

  const ids = [t.world.chargers.dc.id, t.world.chargers.ac.id, 'S-1']
  const sockets = new Map<string, TestCharger>()
  const live = async (id: string) =>
    (
      await sql<{ is: boolean }>`select s.connected as is from charger c join charger_state s using (chargepoint_pk)
        where c.chargepoint_id = ${id}`.execute(t.db)
    ).rows[0]?.is
  const go = async (id: string) => {
    sockets.get(id)?.ws.close()
    sockets.delete(id)
    await expect.poll(() => live(id)).toBe(false)
  }
  const come = async (id: string) => {
    const c = await TestCharger.open(ws, id)
    sockets.set(id, c)
    await c.ask('BootNotification', { chargePointVendor: 'V', chargePointModel: 'M' })
    await c.ask('StatusNotification', {
      connectorId: 1,
      status: 'Available',
      errorCode: 'NoError',
      timestamp: now.toISOString(),
    })
  }
  const tell = (id: string, status: string, connectorId = 1) =>
    sockets
      .get(id)
      ?.ask('StatusNotification', { connectorId, status, errorCode: 'NoError', timestamp: now.toISOString() })
  for (const id of ids) await come(id)

  let seed = 20_261_128
  const random = (n: number) => {
    seed = (seed * 1_103_515_245 + 12_345) % 2_147_483_648
    return Math.floor((seed / 2_147_483_648) * n)
  }
  for (let minute = 0; minute < 300; minute++) {
    now = new Date(now.getTime() + minuteMs)
    // A site goes as a whole now and then, each charger more often, for some minutes or more than ten.
    if (minute % 60 === 20) for (const id of ids.filter(i => sockets.has(i)).slice(random(2))) await go(id)
    for (const id of ids) {
      if (!sockets.has(id)) {
        if (random(9) === 0) await come(id)
      } else if (random(30) === 0) await go(id)
      else if (random(15) === 0)
        await tell(id, ['Faulted', 'Available', 'Preparing', 'Available', 'Finishing'][random(5)] ?? '')
      else if (random(12) === 0)
        await tell(id, ['Faulted', 'Available', 'Unavailable', 'Available'][random(4)] ?? '', 0)
    }
    await sql`update charger_state set last_message_at = ${now} where connected`.execute(t.db)
    await sweepAlerts(t.services)
  }
  let all = 0
  for (const [kind, parameters] of Object.entries(RULES)) {
    const { data } = await post('admin', { kind, parameters })
    const counted: Record<string, number> = Object.fromEntries(data.subjects.map(s => [s.subject, s.opened]))
    expect([kind, counted]).toEqual([kind, await opened(kind)])
    const sum = Object.values(counted).reduce((a, b) => a + b, 0)
    expect([data.opened, data.total]).toEqual([sum, data.subjects.length])
    expect(data.days.reduce((a, d) => a + d.opened, 0)).toBe(sum)
    all += sum
  }
  expect(all).toBeGreaterThan(20)
  const again = await sql<{
    n: number
  }>`select count(*)::int as n from alert_event where what = 'opened again'`.execute(t.db)
  expect(again.rows[0]?.n).toBeGreaterThan(2)
  // Another company's trial knows nothing of all this, and a rule about one charger counts that one.
  expect(
    (await post('stranger', { kind: 'charger-offline', parameters: { minutes: 5 } }, t.world.two.companyId)).data
      .opened,
  ).toBe(0)
  const one = await post('admin', {
    kind: 'charger-offline',
    parameters: { minutes: 5 },
    chargers: [t.world.chargers.dc.pk],
  })
  expect(one.data.opened).toBe((await opened('charger-offline'))[`charger ${t.world.chargers.dc.pk}`])
  for (const c of sockets.values()) c.ws.close()
})

test('counts nothing before the first start, of what the product sent away, or in planned maintenance', async () => {
  const { companyId, teamId } = t.world.two
  const made = async (id: string) => {
    await create(t.db, {
      teamId,
      chargepointId: id,
      chargepointName: id,
      registrationStatus: 'Accepted',
      connectors: [{ connectorId: 1 }],
    })
    const { rows } = await sql<{
      pk: number
    }>`select chargepoint_pk as pk from charger where chargepoint_id = ${id}`.execute(t.db)
    return rows[0]?.pk as number
  }
  const [a, b, c] = [await made('P-1'), await made('P-2'), await made('P-3')]
  const { rows } = await sql<{ id: number }>`insert into charging_site (company_id, team_id, zone_name)
    values (${companyId}, ${teamId}, 'New') returning zone_id as id`.execute(t.db)
  await sql`update charger set zone_id = ${rows[0]?.id} where chargepoint_pk = any(${sql.val([a, b])}::int[])`.execute(
    t.db,
  )
  const ago = (minutes: number) => new Date(now.getTime() - minutes * minuteMs)
  const turn = (pk: number, minutes: number, from: string, to: string) =>
    sql`insert into station_status_history (company_id, team_id, chargepoint_pk, from_status, to_status, changed_at)
      values (${companyId}, ${teamId}, ${pk}, ${from}, ${to}, ${ago(minutes)})`.execute(t.db)
  const starts = async (pk: number, minutes: number) => {
    await turn(pk, minutes, 'offline', 'online')
    await sql`update charger_state set first_boot_at = ${ago(minutes)} where chargepoint_pk = ${pk}`.execute(t.db)
  }
  const away = async (pk: number, from: number, to: number) => {
    await turn(pk, from, 'online', 'offline')
    await turn(pk, to, 'offline', 'online')
  }
  const count = async (kind: string, minutes: number, more: object = {}) =>
    (await post('stranger', { kind, parameters: { minutes }, ...more }, companyId)).data.opened
  // Two new chargers of a site, started one after the other.
  await starts(a, 3000)
  await starts(b, 2900)
  await starts(c, 3000)
  expect([await count('charger-offline', 5), await count('site-outage', 1)]).toEqual([0, 0])
  // The product ended the connection; the charger was back after four minutes.
  await away(c, 2000, 1996)
  expect(await count('charger-offline', 2)).toBe(1)
  await sql`insert into connection_history (company_id, team_id, chargepoint_pk, connection_no, event, reason, at)
    values (${companyId}, ${teamId}, ${c}, 1, 'disconnected', 'Server ended', ${ago(2000)})`.execute(t.db)
  expect(await count('charger-offline', 2)).toBe(0)
  // Shorter than the wait.
  await away(c, 1500, 1490)
  expect([await count('charger-offline', 9), await count('charger-offline', 11)]).toEqual([1, 0])
  expect(await count('charger-offline', 9, { chargers: [a] })).toBe(0)
  expect(await count('charger-offline', 9, { sites: [rows[0]?.id] })).toBe(0)
  // In planned maintenance, and still away after it.
  await away(a, 1000, 900)
  await away(b, 1000, 900)
  expect(await count('site-outage', 2)).toBe(1)
  const planned = async (to: number) => {
    await sql`delete from maintenance_window`.execute(t.db)
    await sql`with w as (insert into maintenance_window (company_id, team_id, reason, state, starts_at, ends_at, sets_inoperative, created_at)
        values (${companyId}, ${teamId}, 'Works', 'Ended', ${ago(1010)}, ${ago(to)}, true, ${ago(2000)}) returning *)
      insert into maintenance_charger (maintenance_id, chargepoint_pk, company_id, planned_from, planned_to)
      select w.maintenance_id, pk, w.company_id, w.starts_at, w.ends_at from w, unnest(${sql.val([a, b])}::int[]) pk`.execute(
      t.db,
    )
  }
  await planned(890)
  expect(await count('site-outage', 2)).toBe(0)
  await planned(950)
  expect(await count('site-outage', 2)).toBe(1)
  await away(a, 500, 400)
  expect(await count('charger-offline', 30)).toBe(1)
  await sql`update maintenance_charger set planned_from = ${ago(510)}, planned_to = ${ago(390)} where chargepoint_pk = ${a}`.execute(
    t.db,
  )
  expect(await count('charger-offline', 30)).toBe(0)
  // Together, but one of them is refused from the first minute on: it has power and network, and is told alone.
  await away(a, 300, 200)
  await away(b, 300, 200)
  const both = async () => [Number(await count('site-outage', 2)), Number(await count('charger-offline', 30))]
  const [outages = 0, alone = 0] = await both()
  await sql`insert into connection_history (company_id, team_id, chargepoint_pk, connection_no, event, reason, at)
    values (${companyId}, ${teamId}, ${b}, 0, 'refused', 'Wrong credentials', ${ago(299)})`.execute(t.db)
  expect(await both()).toEqual([outages - 1, alone + 2])
})
