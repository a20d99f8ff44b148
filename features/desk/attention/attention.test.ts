// The items of "Needs attention" as they are served: the kinds and figures for each role, when each line appears and
// goes, and the count of every line against its list.
import { dayMs, dayOf, hourMs, minuteMs } from '@wattdesk/base/time'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { create } from '#fleet/chargers/charger-write.store.ts'
import { addDays } from '#fleet/stations/charger-day.store.ts'
import { keepUptime } from '#fleet/uptime/uptime.commands.ts'
import type { Alert } from '#operations/alerts/alert.contract.ts'
import { kindOf } from '#operations/alerts/alert-kinds.store.ts'
import { sweepAlerts } from '#operations/alerts/alert-look.commands.ts'
import * as teams from '#people/teams/team.store.ts'
import { type Person, startApp, type TestApp } from '#testing/app.ts'
import type { AttentionItem } from './attention.contract.ts'
import { KINDS } from './attention-kinds.store.ts'
import { keepPaces } from './charger-pace.commands.ts'

let t: TestApp
const NOW = new Date('2026-03-11T06:00:00Z')
const clock = { now: NOW }
const sites = [0, 0]
beforeAll(async () => {
  t = await startApp({ now: () => clock.now })
  for (const i of [0, 1])
    sites[i] = (
      await sql<{ id: number }>`insert into charging_site (company_id, team_id, zone_name)
        values (${t.world.one.companyId}, ${team()}, ${`Depot ${i}`}) returning zone_id as id`.execute(t.db)
    ).rows[0]?.id as number
})
afterAll(() => t.close())
beforeEach(async () => {
  clock.now = NOW
  await sql`truncate charger_day, charger_pace, uptime_mark, uptime_point, station_status_history, odd_value, session_review, transaction, transaction_live, connection_history`.execute(
    t.db,
  )
  await sql`delete from setting where key = 'uptime'`.execute(t.db)
  await sql`update charger set zone_id = null, is_active = true, deleted_at = null`.execute(t.db)
  await sql`delete from charger where chargepoint_id like 'S-%'`.execute(t.db)
  await sql`update connector set status = 'Available', status_at = null`.execute(t.db)
  for (const { pk } of Object.values(t.world.chargers)) await online(pk)
})

const team = () => t.world.one.teamId
const dc = () => t.world.chargers.dc.pk
const ac = () => t.world.chargers.ac.pk
const ago = (ms: number) => new Date(clock.now.getTime() - ms)
const online = (pk: number) =>
  sql`update charger_state set connected = true, boot_accepted = true, live_status = 'online', last_message_at = ${ago(0)},
    first_boot_at = ${new Date('2025-01-01')}, whole_status = null, whole_status_at = null, maintenance_by_hand = false, clock_offset_sec = null,
    status_changed_at = ${ago(9 * dayMs)}, connected_at = null where chargepoint_pk = ${pk}`.execute(t.db)
const offline = (pk: number, since: Date) =>
  sql`update charger_state set connected = false, live_status = 'offline', status_changed_at = ${since}
    where chargepoint_pk = ${pk}`.execute(t.db)
/** Refused `from` to `last`, as the handshakes of one reason are kept. */
const refuse = async (pk: number, reason: string, last = ago(minuteMs), from = last) =>
  void (await sql`insert into connection_history (company_id, team_id, chargepoint_pk, connection_no, event, reason, at, times, last_at)
    select company_id, team_id, ${pk}, 0, 'refused', ${reason}, ${from}, 14, ${last} from charger where chargepoint_pk = ${pk}`.execute(
    t.db,
  ))
const inMaintenance = (pk: number, byHand: boolean) =>
  sql`update charger_state set live_status = 'maintenance', maintenance_by_hand = ${byHand}, status_changed_at = ${ago(hourMs)}
    where chargepoint_pk = ${pk}`.execute(t.db)
const faultWhole = (pk: number) =>
  sql`update charger_state set whole_status = 'Faulted', whole_error_code = 'GroundFailure', whole_status_at = ${ago(4 * hourMs)},
    live_status = 'maintenance' where chargepoint_pk = ${pk}`.execute(t.db)
const fault = (pk: number) =>
  sql`update connector set status = 'Faulted', status_at = ${ago(3 * hourMs)}
    where chargepoint_pk = ${pk} and connector_id = 1`.execute(t.db)
const odd = (pk: number, field: string, at: Date) =>
  sql`insert into odd_value (chargepoint_pk, field, value, last_at) values (${pk}, ${field}, 'Odd', ${at})`.execute(
    t.db,
  )
type Session = { startedAt: Date; stoppedAt?: Date; paise?: number; readAt?: Date; teamId?: number; inReview?: boolean }
const session = async (pk: number, s: Session) => {
  const { rows } = await sql<{ id: number }>`
    insert into transaction (company_id, team_id, chargepoint_pk, chargepoint_id, chargepoint_name, charger_type, connector_id,
      id_tag, started_at, start_received_at, stopped_at, stop_reason, meter_start_wh, meter_stop_wh, tolerance_watt, charged_paise,
      energy_wh, in_review)
    select c.company_id, ${s.teamId ?? team()}::int, c.chargepoint_pk, c.chargepoint_id, c.chargepoint_name, 'DC', 1, 'TAG-ONE',
      ${s.startedAt}, ${s.startedAt}, ${s.stoppedAt ?? null}::timestamptz, case when ${s.stoppedAt !== undefined} then 'Local' end, 0,
      case when ${s.stoppedAt !== undefined} then 1000 end, 300, ${s.paise ?? 0}, 1000, ${s.inReview ?? false}
    from charger c where c.chargepoint_pk = ${pk} returning transaction_id as id`.execute(t.db)
  const id = rows[0]?.id as number
  if (s.readAt)
    await sql`insert into transaction_live (transaction_id, current_wh, charged_paise, metered_at)
      values (${id}, 500, 0, ${s.readAt})`.execute(t.db)
  return id
}
const review = (transactionId: number | null, createdAt = ago(2 * hourMs)) =>
  sql`insert into session_review (company_id, team_id, transaction_id, chargepoint_pk, connector_id, reason, created_at, detail)
    values (${t.world.one.companyId}, ${team()}, ${transactionId}, ${dc()}, 1, 'Implausible times', ${createdAt}, ${JSON.stringify({ transactionId })}::jsonb)`.execute(
    t.db,
  )

const ask = async (person: Person | 'anonymous', url: string) =>
  t.app.inject({ url, headers: person === 'anonymous' ? {} : await t.as(person) })
const path = (teamId = team()) => `/cms/v1/team/${teamId}/attention`
const get = async (person: Person = 'viewer', teamId = team()) =>
  (await ask(person, path(teamId))).json() as { data: AttentionItem[]; kinds: number }
const lines = async (person?: Person) =>
  Object.fromEntries((await get(person)).data.map(i => [i.kind, i.count])) as Record<string, number>
/** The number of rows in the list behind a line. */
const listed = async ({ to }: AttentionItem): Promise<number> => {
  const [screen = '', query = ''] = to.split('?')
  const url = {
    '/charger': '/chargers',
    '/transactions': '/transactions',
    '/transactions/review': '/transactions/review',
  }[screen]
  const r = await ask('viewer', `/cms/v1/team/${team()}${url}?${query}`)
  expect(r.statusCode, to).toBe(200)
  if (screen === '/transactions') {
    const only = await ask('viewer', `/cms/v1/team/${team()}${url}?${query}&total=only`)
    expect(only.json().total).toBe(r.json().total)
  }
  expect(r.json().data).toHaveLength(r.json().total)
  return r.json().total
}
const none = { connects: 0, boots: 0, refused: 0, odd: 0 }
/** One of each kind, and some that no line may count. */
async function everything() {
  await sql`update charger set zone_id = ${sites[0]} where chargepoint_pk in (${dc()}, ${ac()})`.execute(t.db)
  await offline(dc(), ago(2 * hourMs))
  await offline(ac(), ago(2 * hourMs - minuteMs))
  const make = async (id: string, teamId = team()) => {
    const pk = await create(t.db, {
      teamId,
      chargepointId: id,
      chargepointName: id,
      registrationStatus: 'Accepted',
      connectors: [{ connectorId: 1 }, { connectorId: 2 }],
    })
    await online(pk)
    return pk
  }
  await offline(await make('S-1'), ago(5 * hourMs))
  const refused = await make('S-12')
  await offline(refused, ago(3 * hourMs))
  await refuse(refused, 'Wrong credentials')
  // Offline for seven hours; maintenance that was set and ended an hour ago changes nothing about that.
  const away = await make('S-2')
  await offline(away, ago(hourMs))
  await sql`update charger_state set disconnected_at = ${ago(7 * hourMs)} where chargepoint_pk = ${away}`.execute(t.db)
  await inMaintenance(await make('S-3'), false)
  await inMaintenance(await make('S-4'), true)
  const faulted = await make('S-5')
  await fault(faulted)
  await sql`update charger_state set clock_offset_sec = 19800 where chargepoint_pk = ${faulted}`.execute(t.db)
  await faultWhole(await make('S-11'))
  const slow = await make('S-6')
  await sql`update charger_state set clock_offset_sec = -121 where chargepoint_pk = ${slow}`.execute(t.db)
  await odd(slow, 'status', ago(dayMs))
  await odd(slow, 'errorCode', ago(dayMs))
  await odd(faulted, 'status', ago(8 * dayMs))
  await sql`update charger_state set config_differs = 2, config_differs_since = ${ago(dayMs)} where chargepoint_pk = ${slow}`.execute(
    t.db,
  )
  // The first charger stands at a site with load balancing, the second at a site without, and the third drew too much at
  // its former site.
  const overdraw = async (pk: number, siteId: number, zoneId = siteId) => {
    await sql`update charger set zone_id = ${siteId} where chargepoint_pk = ${pk}`.execute(t.db)
    await sql`insert into load_charger (chargepoint_pk, zone_id, standing, overdraw_since, overdraw, overdraw_limit, overdraw_unit)
      values (${pk}, ${zoneId}, '{}', ${ago(hourMs)}, 319, 200, 'dA')`.execute(t.db)
  }
  await sql`update charging_site set is_load_balancing = zone_id = ${sites[1]}`.execute(t.db)
  await overdraw(slow, sites[1] as number)
  await overdraw(await make('S-9'), sites[0] as number)
  await overdraw(await make('S-10'), sites[1] as number, sites[0])
  const event = (pk: number, type: string, at = ago(dayMs), source = 'charger') =>
    sql`insert into security_event (chargepoint_pk, type, at, received_at, source) values (${pk}, ${type}, ${at}, ${at}, ${source})`.execute(
      t.db,
    )
  await event(slow, 'TamperDetectionActivated')
  await event(slow, 'SecurityLogWasCleared')
  await event(faulted, 'StartupOfTheDevice')
  await event(faulted, 'InvalidMessages')
  await event(faulted, 'MemoryExhaustion', ago(8 * dayMs))
  await event(faulted, 'SettingSystemTime', ago(dayMs), 'server')
  const connects = async (pk: number, count: number, daysAgo: number) =>
    addDays(t.db, [{ ...none, pk, connects: count, day: dayOf(ago(daysAgo * dayMs), t.services.timeZone) }])
  await connects(slow, 10, 1)
  await connects(faulted, 9, 0)
  await connects(dc(), 40, 2)
  // A charger of the sibling team, which the viewer of this team does not see.
  await offline(await make('S-7', t.world.one.siblingId), ago(hourMs))
  await sql`update charger_state set first_boot_at = null where chargepoint_pk = ${await make('S-8')}`.execute(t.db)
  await session(dc(), { startedAt: ago(3 * hourMs), readAt: ago(2 * hourMs) })
  await session(ac(), { startedAt: ago(25 * hourMs), readAt: ago(minuteMs) })
  await session(dc(), { startedAt: ago(2 * hourMs - 1), readAt: ago(minuteMs) })
  await session(ac(), { startedAt: ago(30 * hourMs), stoppedAt: ago(2 * hourMs) })
  await review(null)
  await review(await session(dc(), { startedAt: ago(50 * hourMs), stoppedAt: ago(49 * hourMs), inReview: true }))
}
const ALL = {
  'site-down': 2,
  offline: 3,
  'out-of-service': 1,
  'connector-faulted': 2,
  'overdrawn-limits': 1,
  'security-events': 1,
  'stuck-sessions': 2,
  reviews: 2,
  'wrong-clocks': 2,
  reconnecting: 1,
  'lost-settings': 1,
  'unexpected-values': 1,
}

describe('who may', () => {
  const people = ['anonymous', 'nobody', 'stranger', 'viewer', 'finance', 'operator', 'admin', 'root'] as const
  test('anybody with a role on the team', async () => {
    const codes = await Promise.all(people.map(async p => (await ask(p, path())).statusCode))
    expect(codes).toEqual([401, 404, 404, 200, 200, 200, 200, 200])
  })

  /** The items for a user whose role on the team has view on these features alone. */
  const seenWith = async (features: readonly number[]) => {
    const { companyId } = t.world.one
    const { rows } = await sql<{ id: number }>`insert into role (company_id, name)
      values (${companyId}, ${`Only ${features.join(' ')}`}) returning id`.execute(t.db)
    const roleId = rows[0]?.id ?? 0
    for (const f of features)
      await sql`insert into role_access (role_id, feature_id, can_view) values (${roleId}, ${f}, true)`.execute(t.db)
    await teams.addMember(t.db, { teamId: team(), userId: t.world.userIds.nobody, roleId })
    const seen = await get('nobody')
    await sql`delete from team_member where user_id = ${t.world.userIds.nobody}`.execute(t.db)
    return seen
  }
  test('each kind takes view on its feature, and an estimate view on sessions too', async () => {
    await everything()
    await sql`insert into charger_pace (chargepoint_pk, team_id, since, until, up_ms, revenue_paise, worked_out_at)
      select chargepoint_pk, team_id, ${ago(28 * dayMs)}, ${ago(0)}, ${24 * hourMs}, 240000, ${ago(0)} from charger`.execute(
      t.db,
    )
    const [CHARGERS, TRANSACTIONS] = [2, 8]
    expect(await seenWith([])).toMatchObject({ data: [], kinds: 0 })
    const sessions = await seenWith([TRANSACTIONS])
    expect(sessions.data.map(i => i.kind)).toEqual(['stuck-sessions', 'reviews'])
    expect(sessions.kinds).toBe(2)
    const chargers = await seenWith([CHARGERS])
    expect(chargers.data.map(i => i.kind)).toEqual(Object.keys(ALL).filter(k => !sessions.data.some(i => i.kind === k)))
    expect(chargers.data.map(i => i.loss)).toEqual(chargers.data.map(() => null))
    const both = await seenWith([CHARGERS, TRANSACTIONS])
    expect(both.kinds).toBe(KINDS.length)
    expect(both.data.find(i => i.kind === 'site-down')?.loss).toMatchObject({ perHour: 200, soFar: 398.33, covers: 2 })
  })
  test('never what is of another company, or of a team beside', async () => {
    await everything()
    const { pk } = t.world.chargers.other
    await offline(pk, ago(hourMs))
    expect(await lines('viewer')).toEqual(ALL)
    expect(await lines('admin')).toEqual(ALL)
    expect((await get('admin', t.world.one.companyId)).data.find(i => i.kind === 'offline')?.count).toBe(4)
    const stranger = (await get('stranger', t.world.two.companyId)).data
    expect(stranger.map(i => [i.kind, i.count])).toEqual([['offline', 1]])
  })
})

test('every line counts what its list holds', async () => {
  await everything()
  const { data } = await get()
  expect(Object.fromEntries(data.map(i => [i.kind, i.count]))).toEqual(ALL)
  expect(data).toHaveLength(KINDS.length)
  for (const item of data) expect([item.kind, await listed(item)]).toEqual([item.kind, item.count])
})

test('every line counts what the alerts of its kind count, by rules with the same figures', async () => {
  await everything()
  // The least that a rule may wait; what counts beyond time stays as the catalogue has it.
  for (const { alert } of KINDS) {
    const parameters = Object.entries(kindOf(alert)?.parameters ?? {}).flatMap(([name, p]) =>
      p.unit === 'minutes' && name === 'minutes' && alert !== 'clock-off' ? [[name, p.min]] : [],
    )
    await sql`insert into alert_rule (company_id, team_id, name, kind, parameters, severity, is_seeded)
      values (${t.world.one.companyId}, ${team()}, ${alert}, ${alert}, ${JSON.stringify(Object.fromEntries(parameters))}::jsonb, 'Major', true)`.execute(
      t.db,
    )
  }
  await sql`insert into charger_pace (chargepoint_pk, team_id, since, until, up_ms, revenue_paise, worked_out_at)
    select chargepoint_pk, team_id, ${ago(28 * dayMs)}, ${ago(0)}, ${24 * hourMs}, 240000, ${ago(0)} from charger`.execute(
    t.db,
  )
  await sweepAlerts(t.services)
  const { rows } = await sql<{ kind: string; n: number }>`select kind, case kind
      when 'site-outage' then sum((facts->>'chargers')::int)
      -- The faults of a charger that is out of service stand beside that; the panel counts the charger once.
      when 'connector-faulted' then count(distinct chargepoint_pk) filter (where not exists (select from alert o
        where o.chargepoint_pk = a.chargepoint_pk and o.kind = 'charger-out-of-service' and o.state <> 'Closed')) else count(*) end::int as n
    from alert a where state <> 'Closed' and team_id = ${team()} group by kind`.execute(t.db)
  const found = Object.fromEntries(rows.map(r => [r.kind, r.n]))
  const { data } = await get()
  expect(Object.fromEntries(KINDS.map(k => [k.kind, found[k.alert] ?? 0]))).toEqual(
    Object.fromEntries(KINDS.map(k => [k.kind, data.find(i => i.kind === k.kind)?.count ?? 0])),
  )
  // The cost so far is the same in the panel and on the alert.
  const alerts = (await ask('viewer', `/cms/v1/team/${team()}/alerts?pageSize=100`)).json().data as Alert[]
  for (const { kind, alert } of KINDS.filter(k =>
    ['offline', 'out-of-service', 'connector-faulted'].includes(k.kind),
  )) {
    const cost = alerts.filter(a => a.kind === alert).reduce((sum, a) => sum + (a.cost?.rupees ?? 0), 0)
    expect([kind, cost]).toEqual([kind, expect.closeTo(data.find(i => i.kind === kind)?.loss?.soFar ?? 0, 1)])
  }
  const { rows: roles } = await sql<{ id: number }>`insert into role (company_id, name)
    values (${t.world.one.companyId}, 'Only alerts') returning id`.execute(t.db)
  const roleId = roles[0]?.id ?? 0
  await sql`insert into role_access (role_id, feature_id, can_view) values (${roleId}, 20, true)`.execute(t.db)
  await teams.addMember(t.db, { teamId: team(), userId: t.world.userIds.nobody, roleId })
  const seen = (await ask('nobody', `/cms/v1/team/${team()}/alerts?pageSize=100`)).json().data as Alert[]
  expect([seen.length, seen.filter(a => a.cost !== null)]).toEqual([alerts.length, []])
  const one = (await ask('nobody', `/cms/v1/alerts/${seen[0]?.alert_id}`)).json().data as Alert
  expect(one.cost).toBeNull()
  await sql`delete from team_member where user_id = ${t.world.userIds.nobody}`.execute(t.db)
  await sql`delete from alert_event`.execute(t.db)
  await sql`delete from alert`.execute(t.db)
  await sql`delete from alert_rule`.execute(t.db)
})

describe('a charger that tries to connect and is refused', () => {
  const POWER = 'Check power and SIM'
  const seen = async () => (await get()).data.map(i => [i.kind, i.count, i.title, i.step])
  const heldTrue = async () => {
    for (const item of (await get()).data) expect([item.kind, await listed(item)]).toEqual([item.kind, item.count])
  }

  test('is told its own step, beside silent ones both are said, and the list holds all of them', async () => {
    await offline(dc(), ago(5 * hourMs))
    await refuse(dc(), 'Wrong credentials', ago(minuteMs), ago(90 * minuteMs))
    const KEY = 'Type its key into it, or rotate the key'
    expect(await seen()).toEqual([['offline', 1, 'charge point tries to connect and is refused', KEY]])
    await offline(ac(), ago(hourMs))
    const both = `${POWER}; of the refused one: type its key into it, or rotate the key`
    expect(await seen()).toEqual([['offline', 2, 'charge points offline, 1 of them refused', both]])
    await heldTrue()
    await refuse(ac(), 'Wrong credentials')
    const refused = 'charge points try to connect and are refused'
    const KEYS = 'Type their keys into them, or rotate the keys'
    expect(await seen()).toEqual([['offline', 2, refused, KEYS]])
    await refuse(ac(), 'TLS is required', ago(0))
    expect(await seen()).toEqual([['offline', 2, refused, 'See when and why they are refused']])
    await heldTrue()
  })

  test('is refused by its last attempt, and for an hour', async () => {
    await offline(dc(), ago(5 * hourMs))
    const silent = [['offline', 1, 'charge point offline', POWER]]
    await refuse(dc(), 'Wrong credentials', ago(hourMs), ago(2 * hourMs))
    expect(await seen()).toEqual(silent)
    await refuse(dc(), 'Wrong credentials', ago(10 * minuteMs))
    await sql`update charger_state set connected_at = ${ago(5 * minuteMs)} where chargepoint_pk = ${dc()}`.execute(t.db)
    expect(await seen()).toEqual(silent)
    await refuse(dc(), 'TLS is required', ago(2 * minuteMs))
    expect((await seen())[0]?.[3]).toBe('See when and why it is refused')
    // One that fell silent on an open socket, and tries another.
    await sql`update charger_state set connected = true, last_message_at = ${ago(20 * minuteMs)} where chargepoint_pk = ${dc()}`.execute(
      t.db,
    )
    expect((await seen())[0]?.[3]).toBe('See when and why it is refused')
  })

  test('is no part of an outage of its site, which has power and network', async () => {
    await sql`update charger set zone_id = ${sites[0]} where chargepoint_pk in (${dc()}, ${ac()})`.execute(t.db)
    await offline(dc(), ago(hourMs))
    await offline(ac(), ago(hourMs))
    expect((await seen()).map(([kind]) => kind)).toEqual(['site-down'])
    await refuse(ac(), 'TLS is required')
    expect((await seen()).map(([kind, n, title]) => [kind, n, title])).toEqual([
      ['offline', 2, 'charge points offline, 1 of them refused'],
    ])
    await heldTrue()
  })
})

describe('each line appears and goes', () => {
  test('nothing wrong: no line', async () => expect(await lines()).toEqual({}))

  test('offline, by its word and by silence; not where it is switched off, planned, or never booted', async () => {
    await offline(dc(), ago(5 * hourMs))
    await sql`update charger_state set last_message_at = ${ago(20 * minuteMs)} where chargepoint_pk = ${ac()}`.execute(
      t.db,
    )
    const [item] = (await get()).data
    expect(item).toMatchObject({
      kind: 'offline',
      count: 2,
      title: 'charge points offline',
      since: ago(5 * hourMs).toISOString(),
    })
    await sql`update charger_state set maintenance_by_hand = true, live_status = 'maintenance' where chargepoint_pk = ${dc()}`.execute(
      t.db,
    )
    expect((await get()).data[0]).toMatchObject({
      count: 1,
      title: 'charge point offline',
      since: ago(20 * minuteMs).toISOString(),
    })
    await sql`update charger set is_active = false where chargepoint_pk = ${ac()}`.execute(t.db)
    expect(await lines()).toEqual({})
    await online(dc())
    await offline(dc(), ago(hourMs))
    await sql`update charger_state set first_boot_at = null where chargepoint_pk = ${dc()}`.execute(t.db)
    expect(await lines()).toEqual({})
  })

  test.each([
    ['a minute apart: together', 60_000, true, { 'site-down': 2 }],
    ['more than a minute apart: each alone', 60_001, true, { offline: 2 }],
    ['at two sites: each alone', 0, false, { offline: 2 }],
  ])('of one site, %s', async (_, apart, isSameSite, expected) => {
    await sql`update charger set zone_id = ${sites[0]} where chargepoint_pk = ${dc()}`.execute(t.db)
    await sql`update charger set zone_id = ${sites[isSameSite ? 0 : 1]} where chargepoint_pk = ${ac()}`.execute(t.db)
    await offline(dc(), ago(hourMs))
    await offline(ac(), ago(hourMs - apart))
    expect(await lines()).toEqual(expected)
    // One is back: the other is away alone.
    await online(ac())
    expect(await lines()).toEqual({ offline: 1 })
  })
  test('sites down say how many sites', async () => {
    await everything()
    expect((await get()).data[0]).toMatchObject({
      title: 'charge points dropped together at 1 site',
      since: ago(2 * hourMs).toISOString(),
    })
  })

  test('out of service by its own word; a faulted connector of one that serves', async () => {
    await inMaintenance(dc(), false)
    await fault(ac())
    expect(await lines()).toEqual({ 'out-of-service': 1, 'connector-faulted': 1 })
    await fault(dc())
    expect(await lines(), 'counted once').toEqual({ 'out-of-service': 1, 'connector-faulted': 1 })
    await online(dc())
    const faults = async () => (await get()).data.map(({ kind, count, title, since }) => [kind, count, title, since])
    const [first, second] = [ago(4 * hourMs).toISOString(), ago(3 * hourMs).toISOString()]
    expect(await faults()).toEqual([['connector-faulted', 2, 'charge points with a faulted connector', second]])
    await faultWhole(dc())
    expect(await faults()).toEqual([
      ['connector-faulted', 2, 'charge points with a fault, 1 of them out of service', first],
    ])
    await sql`update charger_state set live_status = 'maintenance' where chargepoint_pk = ${ac()}`.execute(t.db)
    expect(await faults()).toEqual([['connector-faulted', 2, 'charge points out of service by a fault', first]])
    for (const pk of [dc(), ac()]) await online(pk)
    await sql`update connector set status = 'Available'`.execute(t.db)
    expect(await lines()).toEqual({})
  })

  test.each([
    ['no reading for an hour', { startedAt: 120, readAt: 60.1 }, true],
    ['a reading within the hour', { startedAt: 120, readAt: 59.9 }, false],
    ['without any reading', { startedAt: 61 }, true],
    ['begun a while ago', { startedAt: 59 }, false],
    ['for more than a day', { startedAt: 24 * 60 + 1, readAt: 1 }, true],
    ['that has ended', { startedAt: 24 * 60 + 1, stoppedAt: 1 }, false],
  ] as const)(
    'a session, %s: stuck is %s',
    async (_, s: { startedAt: number; readAt?: number; stoppedAt?: number }, isStuck) => {
      const at = (minutes: number | undefined) => (minutes === undefined ? undefined : ago(minutes * minuteMs))
      const [readAt, stoppedAt] = [at(s.readAt), at(s.stoppedAt)]
      await session(dc(), {
        startedAt: ago(s.startedAt * minuteMs),
        ...(readAt && { readAt }),
        ...(stoppedAt && { stoppedAt }),
      })
      expect(await lines()).toEqual(isStuck ? { 'stuck-sessions': 1 } : {})
    },
  )

  test('a session whose charger tells old times is not stuck while its readings come', async () => {
    const id = await session(dc(), { startedAt: ago(3 * hourMs), readAt: ago(2 * hourMs) })
    expect(await lines()).toEqual({ 'stuck-sessions': 1 })
    await sql`insert into meter_value (transaction_id, chargepoint_pk, connector_id, at, received_at, samples)
      values (${id}, ${dc()}, 1, ${ago(2 * hourMs)}, ${ago(minuteMs)}, '[]')`.execute(t.db)
    expect(await lines()).toEqual({})
  })

  test('reviews, until they are decided', async () => {
    await review(null)
    expect((await get()).data).toMatchObject([{ kind: 'reviews', count: 1, since: ago(2 * hourMs).toISOString() }])
    await sql`update session_review set decided_at = now()`.execute(t.db)
    expect(await lines()).toEqual({})
  })

  test.each([
    [19_800, true],
    [-121, true],
    [120, false],
    [null, false],
  ])('a clock %s s ahead', async (offsetSec, isWrong) => {
    await sql`update charger_state set clock_offset_sec = ${offsetSec} where chargepoint_pk = ${dc()}`.execute(t.db)
    expect(await lines()).toEqual(isWrong ? { 'wrong-clocks': 1 } : {})
  })

  test('unexpected values of the last seven days, by charger', async () => {
    await odd(dc(), 'status', ago(7 * dayMs - 1000))
    await odd(dc(), 'errorCode', ago(hourMs))
    await odd(ac(), 'status', ago(7 * dayMs + 1000))
    expect(await lines()).toEqual({ 'unexpected-values': 1 })
    clock.now = new Date(NOW.getTime() + 8 * dayMs)
    await online(dc())
    await online(ac())
    expect(await lines()).toEqual({})
  })
})

describe('what is lost', () => {
  /** Uptime and sessions of four weeks: up all the time but for the last two hours. */
  const past = async (pk: number, paise: number) => {
    await sql`update charger_state set first_boot_at = ${ago(10 * dayMs)} where chargepoint_pk = ${pk}`.execute(t.db)
    await sql`insert into station_status_history (company_id, team_id, chargepoint_pk, to_status, changed_at)
      values (${t.world.one.companyId}, ${team()}, ${pk}, 'online', ${ago(10 * dayMs)}),
        (${t.world.one.companyId}, ${team()}, ${pk}, 'offline', ${ago(2 * hourMs)})`.execute(t.db)
    if (paise > 0) await session(pk, { startedAt: ago(5 * dayMs), stoppedAt: ago(5 * dayMs - hourMs), paise })
    await offline(pk, ago(2 * hourMs))
  }
  const loss = async () => (await get()).data.find(i => i.kind === 'offline')?.loss

  test('by what it earned in each hour it was up; none without a session', async () => {
    // Ten days up, less two hours: 238 hours; only the time before the last full business hour counts.
    await past(dc(), 2_380_000)
    await past(ac(), 0)
    expect(await loss()).toBeNull()
    await keepUptime(t.services)
    expect(await keepPaces(t.services)).toBeGreaterThanOrEqual(3)
    expect(await loss()).toEqual({ perHour: 100, soFar: 200, covers: 1, workedOutAt: NOW.toISOString() })
  })
  test('sessions in review, dismissed, of another team or older than four weeks count nothing', async () => {
    await past(dc(), 0)
    const [startedAt, stoppedAt] = [ago(5 * dayMs), ago(5 * dayMs - hourMs)]
    await session(dc(), { startedAt, stoppedAt, paise: 5000, inReview: true })
    await session(dc(), { startedAt: ago(6 * dayMs), stoppedAt, paise: 5000, teamId: t.world.one.siblingId })
    await session(dc(), { startedAt: ago(29 * dayMs), stoppedAt: ago(29 * dayMs - hourMs), paise: 5000 })
    const id = await session(dc(), { startedAt: ago(7 * dayMs), stoppedAt, paise: 5000 })
    await sql`update transaction set is_dismissed = true where transaction_id = ${id}`.execute(t.db)
    await keepUptime(t.services)
    await keepPaces(t.services)
    expect(await loss()).toBeNull()
  })
  test('is worked out anew after a day, at once for a charger in another team, and goes with what it rests on', async () => {
    await past(dc(), 2_380_000)
    await keepUptime(t.services)
    await keepPaces(t.services)
    expect(await keepPaces(t.services)).toBe(0)
    await sql`update charger set team_id = ${t.world.one.siblingId} where chargepoint_pk = ${dc()}`.execute(t.db)
    expect((await get('admin', t.world.one.companyId)).data.find(i => i.kind === 'offline')).toMatchObject({
      count: 1,
      loss: null,
    })
    expect(await keepPaces(t.services)).toBe(1)
    expect((await get('admin', t.world.one.companyId)).data.find(i => i.kind === 'offline')?.loss).toBeNull()
    await sql`update charger set team_id = ${team()} where chargepoint_pk = ${dc()}`.execute(t.db)
    expect(await keepPaces(t.services)).toBe(1)
    expect(await loss()).toMatchObject({ perHour: 100 })
    clock.now = new Date(NOW.getTime() + dayMs)
    await keepUptime(t.services)
    expect(await keepPaces(t.services)).toBeGreaterThanOrEqual(3)
    clock.now = new Date(NOW.getTime() + 30 * dayMs)
    await keepUptime(t.services)
    await keepPaces(t.services)
    expect(await loss()).toBeNull()
  })
  test('of a charger with one of two connectors faulted is half', async () => {
    await past(dc(), 2_380_000)
    await keepUptime(t.services)
    await keepPaces(t.services)
    await online(dc())
    await fault(dc())
    expect((await get()).data.find(i => i.kind === 'connector-faulted')?.loss).toMatchObject({
      perHour: 50,
      soFar: 150,
    })
  })
  test('the costliest line stands first', async () => {
    await everything()
    await sql`insert into charger_pace (chargepoint_pk, team_id, since, until, up_ms, revenue_paise, worked_out_at)
      select chargepoint_pk, team_id, ${ago(28 * dayMs)}, ${ago(0)}, ${24 * hourMs}, case chargepoint_id when 'S-3' then 2400000 else 0 end,
        ${ago(0)} from charger where chargepoint_id in ('S-1', 'S-3')`.execute(t.db)
    expect((await get()).data.map(i => i.kind).slice(0, 3)).toEqual(['out-of-service', 'site-down', 'offline'])
  })
})
