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

test.each(ALERT_KINDS.map(k => [k.id, k] as const))(
  '%s can be tried, or says that nothing is kept',
  async (id, kind) => {
    const { status, data } = await post('root', { kind: id }, t.world.gp)
    expect([status, data.days.length, data.untold === null]).toEqual([200, 30, kind.past !== undefined])
    expect(data.opened).toBe(0)
  },
)

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
  const tell = (id: string, status: string) =>
    sockets
      .get(id)
      ?.ask('StatusNotification', { connectorId: 1, status, errorCode: 'NoError', timestamp: now.toISOString() })
  for (const id of ids) await come(id)

  let seed = 20_261_128
  const random = (n: number) => {
    seed = (seed * 1_103_515_245 + 12_345) % 2_147_483_648
    return Math.floor((seed / 2_147_483_648) * n)
  }
  for (let minute = 0; minute < 200; minute++) {
    now = new Date(now.getTime() + minuteMs)
    // A site goes as a whole now and then, each charger more often, for some minutes or more than ten.
    if (minute % 60 === 20) for (const id of ids.filter(i => sockets.has(i)).slice(random(2))) await go(id)
    for (const id of ids) {
      if (!sockets.has(id)) {
        if (random(9) === 0) await come(id)
      } else if (random(30) === 0) await go(id)
      else if (random(15) === 0)
        await tell(id, ['Faulted', 'Available', 'Preparing', 'Available', 'Finishing'][random(5)] ?? '')
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
