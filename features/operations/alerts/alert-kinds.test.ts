// Kinds of alerts that count, or that look at what stands in tables: each opens at its figure and not below, says what is
// wrong, closes by itself with its reason, and sees nothing of another company.
import { readdirSync, readFileSync } from 'node:fs'
import { dayMs, hourMs, minuteMs } from '@wattdesk/base/time'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { uptimeList } from '#fleet/uptime/uptime-shape.store.ts'
import { type AccountName, credit, debit, type Posting } from '#money/ledger/ledger.rules.ts'
import { post } from '#money/ledger/posting.store.ts'
import { startApp, type TestApp } from '#testing/app.ts'
import * as store from './alert.store.ts'
import { ALERT_KINDS, kindOf } from './alert-kinds.store.ts'
import { lookAt } from './alert-look.store.ts'

let t: TestApp
const NOW = new Date('2026-03-12T08:00:00Z')
let now = NOW
beforeAll(async () => {
  t = await startApp({ now: () => now })
})
afterAll(() => t.close())
beforeEach(async () => {
  now = NOW
  await sql`delete from alert_event`.execute(t.db)
  await sql`delete from alert`.execute(t.db)
  await sql`delete from alert_rule`.execute(t.db)
  await sql`truncate transaction, transaction_live, task, load_history, uptime_mark, station_status_history, usage_change, usage_day_kept`.execute(
    t.db,
  )
  await sql`update charger_state set connected = true, boot_accepted = true, live_status = 'online', last_message_at = ${now},
    first_boot_at = ${ago(100 * dayMs)}, maintenance_by_hand = false`.execute(t.db)
})
const ago = (ms: number) => new Date(now.getTime() - ms)
const later = (ms: number) => {
  now = new Date(now.getTime() + ms)
}
const { dc, ac, other } = {
  dc: () => t.world.chargers.dc,
  ac: () => t.world.chargers.ac,
  other: () => t.world.chargers.other,
}

/** A rule of each operator, and one of the platform where the kind is about the installation. */
const rules = async (kind: string, parameters: Record<string, number>) => {
  for (const team of [t.world.one.companyId, t.world.two.companyId, t.world.gp])
    await sql`insert into alert_rule (company_id, team_id, name, kind, parameters, severity)
      values (${team}, ${team}, ${kind}, ${kind}, ${JSON.stringify(parameters)}::jsonb, 'Major')`.execute(t.db)
}
const look = async (id: string) => {
  const kind = kindOf(id)
  if (!kind) throw new Error(id)
  return t.db.transaction().execute(trx => lookAt(trx, kind, { now, zone: t.services.timeZone }))
}
/** Texts of what stands, for the teams of a company; rules of the platform tell of all, so they are left out unless asked. */
const standing = async (company = t.world.one.companyId) => {
  const { rows } = await sql<{
    id: number
  }>`select a.alert_id::int as id from alert a join alert_rule r using (alert_rule_id)
    where a.state <> 'Closed' and r.company_id = ${company} order by a.alert_id`.execute(t.db)
  const found = await Promise.all(rows.map(r => store.get(t.db, { kind: 'all', teamId: company }, r.id)))
  return found.flatMap(a => (a ? [store.shown(a, { now, paid: undefined }).text] : []))
}
const why = async () =>
  (
    await sql<{ why: string }>`select distinct closed_why as why from alert where state = 'Closed'`.execute(t.db)
  ).rows.map(r => r.why)

type Session = {
  startedAt: Date
  stoppedAt?: Date
  wh?: number
  tag?: string
  reading?: { wh: number; powerW?: number; soc?: number; at?: Date }
}
const session = async (pk: number, s: Session) => {
  const { rows } = await sql<{ id: number }>`
    insert into transaction (company_id, team_id, chargepoint_pk, chargepoint_id, chargepoint_name, charger_type, connector_id,
      id_tag, id_tag_status, started_at, start_received_at, stopped_at, stop_reason, meter_start_wh, meter_stop_wh, tolerance_watt, energy_wh)
    select c.company_id, c.team_id, c.chargepoint_pk, c.chargepoint_id, c.chargepoint_name, 'DC', 1, 'TAG-ONE', ${s.tag ?? 'Accepted'},
      ${s.startedAt}, ${s.startedAt}, ${s.stoppedAt ?? null}::timestamptz, case when ${s.stoppedAt !== undefined} then 'Local' end, 0,
      case when ${s.stoppedAt !== undefined} then ${s.wh ?? 0}::int end, 300, ${s.wh ?? 0}
    from charger c where c.chargepoint_pk = ${pk} returning transaction_id as id`.execute(t.db)
  const id = rows[0]?.id as number
  if (s.reading)
    await sql`insert into transaction_live (transaction_id, current_wh, charged_paise, power_w, soc_percent, metered_at)
      values (${id}, ${s.reading.wh}, 0, ${s.reading.powerW ?? null}, ${s.reading.soc ?? null}, ${s.reading.at ?? now})`.execute(
      t.db,
    )
  return id
}

test('a kind is a file of at most 40 lines, named in the catalogue', () => {
  const folder = new URL('./kinds/', import.meta.url)
  const files = readdirSync(folder)
  expect(files).toHaveLength(ALERT_KINDS.length)
  for (const file of files)
    expect([file, readFileSync(new URL(file, folder), 'utf8').trimEnd().split('\n').length <= 40]).toEqual([file, true])
})

test('each kind says in a clause of its own when it opens and when it closes', () => {
  const clauses = ALERT_KINDS.flatMap(k => [
    [k.id, k.opens],
    [k.id, k.closes],
  ])
  for (const [id, clause] of clauses) expect([id, clause]).toEqual([id, expect.stringMatching(/^[a-z].{5,}[^.,; ]$/)])
  expect(new Set(ALERT_KINDS.map(k => k.opens)).size).toBe(ALERT_KINDS.length)
})

test('commands of a charger that fail are counted over a day', async () => {
  await rules('commands-fail', { times: 2 })
  const task = (pk: number, state: string, at: Date, id: string) =>
    sql`insert into task (task_id, company_id, team_id, chargepoint_pk, chargepoint_id, operation, parameters, state, created_at, ended_at)
      select ${id}, company_id, team_id, chargepoint_pk, chargepoint_id, 'Reset', '{}', ${state}, ${at}, ${at}
      from charger where chargepoint_pk = ${pk}`.execute(t.db)
  await task(dc().pk, 'failed', ago(2 * hourMs), 'a')
  await task(dc().pk, 'done', ago(hourMs), 'b')
  await look('commands-fail')
  expect(await standing()).toEqual([])
  await task(dc().pk, 'timeout', ago(hourMs), 'c')
  await look('commands-fail')
  expect(await standing()).toEqual([`2 commands to ${dc().id} failed within a day`])
  expect(await standing(t.world.two.companyId)).toEqual([])
  later(22 * hourMs + minuteMs)
  await look('commands-fail')
  expect([await standing(), await why()]).toEqual([[], ['Fewer of its commands have failed within a day']])
})

test('a session at a connector beyond any number of an alert hides none of the others', async () => {
  await rules('session-to-review', { hours: 0 })
  for (const connectorId of [1, 2_147_483_647])
    await sql`insert into session_review (company_id, team_id, chargepoint_pk, connector_id, reason, detail, created_at)
      select company_id, team_id, chargepoint_pk, ${connectorId}, 'Stop matches no session', ${JSON.stringify({ connectorId })},
        ${ago(hourMs)}
      from charger where chargepoint_pk = ${dc().pk}`.execute(t.db)
  await look('session-to-review')
  expect(await standing()).toHaveLength(2)
  const { rows } = await sql<{ at: number | null }>`select connector_id as at from alert order by connector_id`.execute(
    t.db,
  )
  expect(rows.map(r => r.at)).toEqual([1, 1, null, null])
  await sql`delete from session_review`.execute(t.db)
})

test('restarts of the product count neither as lost connections nor as starts of a charger', async () => {
  await sql`truncate connection_history`.execute(t.db)
  await rules('charger-back-and-forth', { times: 3 })
  await rules('boots-often', { times: 3 })
  const line = (event: string, minutes: number, reason: string | null = null) =>
    sql`insert into connection_history (company_id, team_id, chargepoint_pk, connection_no, event, reason, at)
      select company_id, team_id, chargepoint_pk, 1, ${event}, ${reason}, ${ago(minutes * minuteMs)} from charger
      where chargepoint_pk = ${dc().pk}`.execute(t.db)
  await sql`update charger_state set connected_at = ${now}, last_boot_at = ${now}`.execute(t.db)
  for (const [minutes, reason] of [
    [50, 'Server ended'],
    [40, 'The server ends'],
    [30, 'Closed with 1012'],
    [20, 'Please connect again'],
  ] as const) {
    await line('disconnected', minutes, reason)
    await line('connected', minutes - 1)
    await line('booted', minutes - 1)
  }
  for (const minutes of [15, 10]) {
    await line('disconnected', minutes, 'Closed with 1006')
    await line('connected', minutes - 1)
    await line('booted', minutes - 1)
  }
  const both = async () => {
    await look('charger-back-and-forth')
    await look('boots-often')
    return standing()
  }
  expect(await both()).toEqual([])
  await line('disconnected', 5, 'Closed with 1006')
  await line('connected', 4)
  await line('booted', 4)
  expect(await both()).toEqual([
    `${dc().id} lost its connection 3 times in an hour`,
    `${dc().id} started 3 times in 24 hours`,
  ])
  // A second start over the same connection is the charger's own.
  await line('disconnected', 3, 'Server ended')
  await line('connected', 2)
  await line('booted', 2)
  await line('booted', 1)
  expect(await both()).toEqual([
    `${dc().id} lost its connection 3 times in an hour`,
    `${dc().id} started 4 times in 24 hours`,
  ])
})

test('whatever stands of a charger that is deleted closes for that reason', async () => {
  const kinds = ALERT_KINDS.filter(k => k.subject === 'charger' || k.subject === 'connector')
  for (const kind of kinds) await rules(kind.id, {})
  await sql`insert into alert (alert_rule_id, company_id, team_id, kind, severity, subject, chargepoint_pk, connector_id, subject_name,
      since, opened_at, last_at)
    select r.alert_rule_id, c.company_id, c.team_id, r.kind, 'Major', 'charger ' || c.chargepoint_pk, c.chargepoint_pk, 1, c.chargepoint_id,
      ${now}, ${now}, ${now}
    from alert_rule r join charger c on c.chargepoint_pk = ${dc().pk} and c.company_id = r.company_id`.execute(t.db)
  await sql`update charger set deleted_at = ${now} where chargepoint_pk = ${dc().pk}`.execute(t.db)
  for (const kind of kinds) {
    await look(kind.id)
    const { rows } = await sql<{
      why: string | null
    }>`select closed_why as why from alert where kind = ${kind.id} and subject = ${`charger ${dc().pk}`} and connector_id = 1`.execute(
      t.db,
    )
    expect([kind.id, rows]).toEqual([kind.id, [{ why: 'Its charge point was deleted' }]])
  }
  await sql`update charger set deleted_at = null where chargepoint_pk = ${dc().pk}`.execute(t.db)
})

test('starts with a tag that was refused are counted over a day', async () => {
  await rules('tags-refused', { times: 2 })
  const start = (at: Date, tag: string) => session(other().pk, { startedAt: at, stoppedAt: at, tag })
  await start(ago(3 * hourMs), 'Blocked')
  await start(ago(2 * hourMs), 'Accepted')
  await look('tags-refused')
  expect(await standing(t.world.two.companyId)).toEqual([])
  await start(ago(hourMs), 'Invalid')
  await look('tags-refused')
  expect(await standing(t.world.two.companyId)).toEqual([`${other().id} was refused 2 starts within a day`])
  expect(await standing()).toEqual([])
  later(22 * hourMs)
  await look('tags-refused')
  expect([await standing(t.world.two.companyId), await why()]).toEqual([[], ['Fewer starts were refused within a day']])
})

/** Marks of every midnight: up all the time but for `downHours` of each day. */
const marks = async (pk: number, days: number, downHours = 0) => {
  const midnight = new Date('2026-03-11T18:30:00Z')
  for (let n = days; n >= 0; n--) {
    const counted = (days - n) * dayMs
    await sql`insert into uptime_mark (chargepoint_pk, at, up_ms, counted_ms, status, is_planned)
      values (${pk}, ${new Date(midnight.getTime() - n * dayMs)}, ${counted - (days - n) * downHours * hourMs}, ${counted}, 'online', false)`.execute(
      t.db,
    )
  }
  await sql`insert into setting (key, value) values ('uptime', ${JSON.stringify({ until: midnight, zone: t.services.timeZone, seenId: 0, nextSeenId: 0 })}::jsonb)
    on conflict (key) do update set value = excluded.value`.execute(t.db)
}

test('a charger that is up for days without a charge; a charge ends it', async () => {
  await rules('nothing-charged', { days: 3 })
  await marks(dc().pk, 20)
  await marks(ac().pk, 20, 20)
  await marks(other().pk, 20)
  // Energy five days ago; a session without energy since. The other charger was up for four hours a day only.
  for (const pk of [dc().pk, ac().pk])
    await session(pk, { startedAt: ago(5 * dayMs), stoppedAt: ago(5 * dayMs - hourMs), wh: 900 })
  await session(dc().pk, { startedAt: ago(dayMs), stoppedAt: ago(dayMs - hourMs), wh: 0 })
  await session(other().pk, { startedAt: ago(dayMs), stoppedAt: ago(dayMs - hourMs), wh: 5000 })
  await look('nothing-charged')
  expect(await standing()).toEqual([`${dc().id} was up for 4 days, and nothing was charged`])
  expect(await standing(t.world.two.companyId)).toEqual([])
  await session(dc().pk, { startedAt: ago(hourMs), reading: { wh: 300 } })
  await look('nothing-charged')
  expect([await standing(), await why()]).toEqual([[], ['It has charged']])
})

describe('power below the rating', () => {
  beforeEach(async () => {
    await sql`update connector set kw = 60, status = 'Charging' where chargepoint_pk in (${dc().pk}, ${other().pk})`.execute(
      t.db,
    )
    await rules('power-low', { percent: 25, minutes: 15 })
  })
  test('opens for a session that takes little, in the mean and now, and closes as it ends', async () => {
    const id = await session(dc().pk, { startedAt: ago(30 * minuteMs), reading: { wh: 3000, powerW: 6000 } })
    await look('power-low')
    expect(await standing()).toEqual([`Session ${id} at ${dc().id} charges with 10 % of 60 kW`])
    expect(await standing(t.world.two.companyId)).toEqual([])
    await sql`update transaction set stopped_at = ${now}, stop_reason = 'Local', meter_stop_wh = 3000 where transaction_id = ${id}`.execute(
      t.db,
    )
    await look('power-low')
    expect([await standing(), await why()]).toEqual([[], ['It has ended']])
  })
  test.each<[string, Session['reading'], number, object]>([
    ['for too short a time', { wh: 1000, powerW: 6000 }, 10, {}],
    ['with enough', { wh: 7500, powerW: 15_000 }, 30, {}],
    ['with enough now', { wh: 3000, powerW: 20_000 }, 30, {}],
    ['with a battery that is nearly full', { wh: 3000, powerW: 6000, soc: 85 }, 30, {}],
    ['without a reading of late', { wh: 3000, powerW: 6000, at: new Date(NOW.getTime() - 16 * minuteMs) }, 60, {}],
  ])('does not open for a car that charges %s', async (_, reading, minutes) => {
    await session(dc().pk, { startedAt: ago(minutes * minuteMs), ...(reading && { reading }) })
    await look('power-low')
    expect(await standing()).toEqual([])
  })
})

test('a site that charges at its limit for long', async () => {
  await rules('site-starved', { minutes: 30 })
  const site = (
    await sql<{
      id: number
    }>`insert into charging_site (company_id, team_id, zone_name, is_load_balancing, load_balancing_value, load_balancing_unit)
    values (${t.world.one.companyId}, ${t.world.one.teamId}, 'Depot', true, 40, 'kW') returning zone_id as id`.execute(
      t.db,
    )
  ).rows[0]?.id
  const point = (minutes: number, measured: number | null) =>
    sql`insert into load_history (zone_id, at, unit, load_limit, allowed, at_most, measured)
      values (${site}, ${ago(minutes * minuteMs)}, 'W', 40000, 40000, 40000, ${measured})`.execute(t.db)
  await point(40, 20_000)
  await point(29, 39_000)
  await point(28, null)
  for (const minutes of [27, 20, 1]) await point(minutes, 39_500)
  await look('site-starved')
  expect(await standing()).toEqual([])
  later(3 * minuteMs)
  await look('site-starved')
  expect(await standing()).toEqual(['Depot charges at its limit of 40 kW'])
  expect(await standing(t.world.two.companyId)).toEqual([])
  await point(0, 30_000)
  await look('site-starved')
  expect([await standing(), await why()]).toEqual([[], ['It takes less than its limit']])
})

test('the wallet of a driver who uses it, and none whose money is kept back for a session', async () => {
  await rules('wallet-low', { rupees: 50 })
  const driver = async (team: number) =>
    (
      await sql<{ id: number }>`insert into driver (company_id, team_id, first_name, phone)
        select company_id, id, 'D', '+9198' || lpad((10000000 + ${team} * 100 + (select count(*) from driver))::text, 8, '0') from team where id = ${team} returning id`.execute(
        t.db,
      )
    ).rows[0]?.id as number
  const book = (id: number, kind: Posting['kind'], paise: number, other: AccountName) =>
    t.db.transaction().execute(async trx => {
      const wallet = { kind: 'wallet', ref: id } as const
      const [from, to] = paise > 0 ? [other, wallet] : [wallet, other]
      const amount = BigInt(Math.abs(paise))
      const of = { companyId: t.world.one.companyId, teamId: t.world.one.teamId }
      await post(trx, [
        { key: `${kind} ${id}`, kind, ...of, at: now, lines: [debit(from, amount), credit(to, amount)] },
      ])
    })
  const id = await driver(t.world.one.teamId)
  await book(id, 'top-up', 5000, { kind: 'gateway', ref: t.world.one.companyId })
  await look('wallet-low')
  expect(await standing()).toEqual([])
  later(hourMs)
  await book(id, 'credit', -1000, { kind: 'owner', ref: t.world.one.teamId })
  await look('wallet-low')
  expect(await standing()).toEqual([`The wallet of driver ${id} has ₹40.00 left`])
  expect(await standing(t.world.two.companyId)).toEqual([])
  later(hourMs)
  await book(id, 'hold', -4000, { kind: 'hold', ref: 1 })
  await look('wallet-low')
  expect([await standing(), await why()]).toEqual([[], ['A session runs with it']])
})

test('uptime below target: the figure is that of the page of uptime', async () => {
  await rules('uptime-low', { percent: 95 })
  await marks(dc().pk, 40, 1.5)
  await marks(ac().pk, 40, 1)
  await marks(other().pk, 40, 1)
  await sql`update charger_state set first_boot_at = ${ago(41 * dayMs)}`.execute(t.db)
  await look('uptime-low')
  const page = await uptimeList(t.services, { kind: 'all', teamId: t.world.gp }, { timeRange: '30d' })
  const shown = page.data.stations.find(s => s.id === dc().pk)?.uptime
  expect(shown).toBeLessThan(95)
  expect(await standing()).toEqual([`${dc().id} was up ${shown} % of the last 30 days`])
  expect(await standing(t.world.two.companyId)).toEqual([])
  await sql`delete from uptime_mark where chargepoint_pk = ${dc().pk}`.execute(t.db)
  await marks(dc().pk, 40, 1)
  await look('uptime-low')
  expect([await standing(), await why()]).toEqual([[], ['It reaches its target again']])
})

test('uptime below target: not of a charger of some hours, nor for the time that our own server was down', async () => {
  await rules('uptime-low', { percent: 95 })
  await marks(dc().pk, 40, 0)
  const booted = (pk: number, at: Date) =>
    sql`update charger_state set first_boot_at = ${at}, live_status = 'online' where chargepoint_pk = ${pk}`.execute(
      t.db,
    )
  const turn = (pk: number, at: Date, from: string, to: string) =>
    sql`insert into station_status_history (company_id, team_id, chargepoint_pk, from_status, to_status, changed_at)
      select company_id, team_id, chargepoint_pk, ${from}, ${to}, ${at} from charger where chargepoint_pk = ${pk}`.execute(
      t.db,
    )
  const ended = (pk: number, at: Date) =>
    sql`insert into connection_history (company_id, team_id, chargepoint_pk, connection_no, event, reason, at)
      select company_id, team_id, chargepoint_pk, 1, 'disconnected', 'Server ended', ${at} from charger where chargepoint_pk = ${pk}`.execute(
      t.db,
    )
  await sql`truncate connection_history`.execute(t.db)
  for (const pk of [dc().pk, ac().pk, other().pk]) {
    await sql`delete from uptime_mark where chargepoint_pk = ${pk}`.execute(t.db)
    await booted(pk, ago(3 * dayMs))
    await turn(pk, ago(3 * dayMs), 'offline', 'online')
  }
  // One was away for ten hours of three days, another because our server was; a third was made some hours ago.
  for (const pk of [dc().pk, ac().pk]) {
    await turn(pk, ago(20 * hourMs), 'online', 'offline')
    await turn(pk, ago(10 * hourMs), 'offline', 'online')
  }
  await ended(ac().pk, ago(20 * hourMs))
  await sql`delete from station_status_history where chargepoint_pk = ${other().pk}`.execute(t.db)
  await booted(other().pk, ago(20 * hourMs))
  await sql`delete from setting where key = 'uptime'`.execute(t.db)
  await look('uptime-low')
  expect(await standing()).toEqual([`${dc().id} was up 86.11 % of the last 30 days`])
  expect(await standing(t.world.two.companyId)).toEqual([])
  later(5 * hourMs)
  await look('uptime-low')
  expect(await standing(t.world.two.companyId)).toEqual([`${other().id} was up 0 % of the last 30 days`])
})

test('a day that brought little, against its weekday', async () => {
  await rules('revenue-low', { percent: 50, rupees: 1000 })
  const day = (team: number, day: string, rupees: number) =>
    sql`insert into usage_day_kept (team_id, company_id, day, sessions, finished, successful, energy_wh, charged_paise, revenue_paise,
        card_paise, wallet_paise, rfid_paise)
      select id, company_id, ${day}::date, 1, 1, 1, 0, 0, ${rupees * 100}, 0, 0, 0 from team where id = ${team}
      on conflict (team_id, day) do update set revenue_paise = excluded.revenue_paise`.execute(t.db)
  for (const d of ['2026-03-04', '2026-02-25', '2026-02-18', '2026-02-11']) {
    await day(t.world.one.teamId, d, 2000)
    await day(t.world.two.teamId, d, 900)
  }
  await day(t.world.one.teamId, '2026-03-11', 1000)
  await look('revenue-low')
  expect(await standing()).toEqual([])
  await day(t.world.one.teamId, '2026-03-11', 800)
  await look('revenue-low')
  const name = (await sql<{ name: string }>`select name from team where id = ${t.world.one.teamId}`.execute(t.db))
    .rows[0]?.name
  expect(await standing()).toEqual([`${name} made 40 % of what the weekday brings on 11/03/2026`])
  // A team that usually makes less than the rule asks for tells nothing.
  expect(await standing(t.world.two.companyId)).toEqual([])
  later(dayMs)
  await look('revenue-low')
  expect([await standing(), await why()]).toEqual([[], ['The next day brought enough']])
})

test('what concerns the installation opens for rules of the platform alone', async () => {
  await rules('job-failing', { jobs: 2 })
  await rules('disk-low', { gigabytes: 5 })
  await look('job-failing')
  await sql`create schema if not exists pgboss`.execute(t.db)
  await sql`create table if not exists pgboss.job (name text, state text, completed_on timestamptz)`.execute(t.db)
  const gaveUp = (hours: number) =>
    sql`insert into pgboss.job (name, state, completed_on) values ('mail', 'failed', ${ago(hours * hourMs)})`.execute(
      t.db,
    )
  await gaveUp(20)
  await look('job-failing')
  expect(await standing(t.world.gp)).toEqual([])
  await gaveUp(1)
  await sql`insert into node (name, boot_id, roles, version, disk_free_bytes, disk_seen_at)
    values ('n1', 'b1', '{jobs}', '1', ${4.26e9}, ${now}), ('n2', 'b2', '{jobs}', '1', ${9e9}, ${now}) on conflict do nothing`.execute(
    t.db,
  )
  for (const kind of ['job-failing', 'disk-low']) await look(kind)
  expect(await standing(t.world.gp)).toEqual([
    'The queue mail gave up 2 jobs within a day',
    'Node n1 has 4.2 GB left on its disk',
  ])
  expect([...(await standing()), ...(await standing(t.world.two.companyId))]).toEqual([])
  later(5 * hourMs)
  await sql`update node set disk_free_bytes = 6e9`.execute(t.db)
  for (const kind of ['job-failing', 'disk-low']) await look(kind)
  expect([await standing(t.world.gp), (await why()).toSorted()]).toEqual([
    [],
    ['It gave up fewer within a day', 'Its disk has room again'],
  ])
})

/** Pages of the portal to which steps lead, each with the feature whose right it asks for. */
const PAGES: readonly [RegExp, string][] = [
  [/^\/charger\/5\?tab=/, 'ChargerPoint'],
  [/^\/charging-site\/6$/, 'ChargingSite'],
  [/^\/transactions\/(7|review)$/, 'Transaction'],
  [/^\/refund(\/payment\/pay_1|\?tab=refunds.*)$/, 'Refund'],
  [/^\/reconciliation/, 'Finance'],
  [/^\/campaigns\/8$/, 'Campaign'],
  [/^\/tag\/unknown$/, 'Tag'],
  [/^\/cm-customer\/9$/, 'CMCustomers'],
  [/^\/report(\?|$)/, 'Report'],
  [/^\/alerts$/, 'Alert'],
]
test.each(ALERT_KINDS.map(k => [k.id, k] as const))(
  'the step of %s leads to a page, and asks for its right',
  (_id, { step }) => {
    const subject = { chargepointPk: 5, connectorId: 1, zoneId: 6, transactionId: 7 }
    const to = step.to(subject, { campaign: 8, payment: 'pay_1', driver: 9 })
    const page = PAGES.find(([path]) => path.test(to))
    expect([to, page !== undefined]).toEqual([to, true])
    expect(step.needs.flat().map(right => right.split('.')[0])).toContain(page?.[1])
    // Whoever may only look is offered no operation.
    if (to.includes('operation=')) expect(step.needs).toEqual(['ChargerPoint.update'])
  },
)
