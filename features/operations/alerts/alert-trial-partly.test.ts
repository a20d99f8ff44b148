// Rules of kinds of which a part of the past alone is kept, tried on what is kept: updates that failed, clocks, unknown tags,
// long sessions, sites at their limit, and jobs that were given up.
import { dayMs, hourMs, minuteMs } from '@wattdesk/base/time'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { startApp, type TestApp } from '#testing/app.ts'
import { kindOf } from './alert-kinds.store.ts'
import { lookAt } from './alert-look.store.ts'
import { tried } from './alert-trial.store.ts'

let t: TestApp
const END = new Date('2026-03-12T08:00:00Z')
let now = END
beforeAll(async () => {
  t = await startApp({ now: () => now })
})
afterAll(() => t.close())
beforeEach(async () => {
  now = END
  await sql`delete from alert`.execute(t.db)
  await sql`delete from alert_rule`.execute(t.db)
  await sql`truncate transaction, transaction_live, transfer_state, unknown_tag, load_history`.execute(t.db)
  await sql`update charger_state set connected = true, live_status = 'online', first_boot_at = ${before(100 * dayMs)},
    fw_update_status = null, clock_offset_sec = null`.execute(t.db)
})
const before = (ms: number) => new Date(END.getTime() - ms)
const kindNamed = (id: string) => kindOf(id) ?? expect.fail(id)
const trial = async (id: string, parameters: Record<string, number>, company = t.world.one.companyId) => {
  const scope = { kind: 'company', companyId: company, teamId: company } as const
  const data = await tried(t.services, scope, { kind: kindNamed(id), parameters, chargers: null, sites: null })
  expect([data.untold, data.partly]).toEqual([null, kindNamed(id).unkept ?? null])
  return data.subjects.map(s => [s.name, s.opened])
}
const dc = () => t.world.chargers.dc
const foreign = async (id: string, parameters: Record<string, number>) =>
  expect(await trial(id, parameters, t.world.two.companyId)).toEqual([])

test('updates that failed count once each, until a later report, as the looks of those days counted them', async () => {
  const company = t.world.one.companyId
  await sql`insert into alert_rule (company_id, team_id, name, kind, parameters, severity)
    values (${company}, ${company}, 'Updates', 'firmware-failed', '{}', 'Major')`.execute(t.db)
  const told: [hours: number, status: string][] = [
    [24 * 31, 'DownloadFailed'],
    [24 * 20, 'Downloading'],
    [24 * 20 - 1, 'InstallationFailed'],
    [24 * 10, 'Downloading'],
    [24 * 10 - 2, 'Installed'],
    [5, 'InvalidSignature'],
  ]
  for (const [hours, status] of told) {
    now = before(hours * hourMs)
    await sql`insert into transfer_state (chargepoint_pk, action, status, at)
      values (${dc().pk}, 'FirmwareStatusNotification', ${status}, ${now})`.execute(t.db)
    await sql`insert into transfer_state (chargepoint_pk, action, status, at)
      values (${dc().pk}, 'DiagnosticsStatusNotification', 'UploadFailed', ${now})`.execute(t.db)
    await sql`update charger_state set fw_update_status = ${status}, fw_update_at = ${now} where chargepoint_pk = ${dc().pk}`.execute(
      t.db,
    )
    await t.db
      .transaction()
      .execute(trx => lookAt(trx, kindNamed('firmware-failed'), { now, zone: t.services.timeZone }))
  }
  now = END
  const { rows } = await sql<{ n: number }>`select count(*)::int as n from alert_event
    where what = 'opened' and at > ${before(30 * dayMs)}`.execute(t.db)
  expect(rows[0]?.n).toBe(2)
  expect(await trial('firmware-failed', {})).toEqual([[dc().id, 2]])
  await foreign('firmware-failed', {})
})

const session = (startedAt: Date, more: { stoppedAt?: Date; offsetSec?: number; from?: string } = {}) =>
  sql`insert into transaction (company_id, team_id, chargepoint_pk, chargepoint_id, chargepoint_name, charger_type, connector_id, id_tag,
      started_at, start_received_at, start_time_from, clock_offset_sec, stopped_at, stop_reason, meter_start_wh, meter_stop_wh, tolerance_watt)
    select company_id, team_id, chargepoint_pk, chargepoint_id, '', 'DC', 1, 'T', ${startedAt}, ${startedAt}, ${more.from ?? 'charger'},
      ${more.offsetSec ?? null}, ${more.stoppedAt ?? null}::timestamptz, case when ${more.stoppedAt !== undefined} then 'Local' end, 0,
      case when ${more.stoppedAt !== undefined} then 10 end, 0
    from charger where chargepoint_pk = ${dc().pk}`.execute(t.db)

test('a clock that was off is known from the starts that had to be corrected', async () => {
  const start = (hours: number, offsetSec?: number, from = offsetSec ? 'clock' : 'charger') =>
    session(before(hours * hourMs), {
      stoppedAt: before(hours * hourMs - minuteMs),
      from,
      ...(offsetSec !== undefined && { offsetSec }),
    })
  await start(500)
  await start(480, 3600)
  // A start whose time nobody knows says nothing about the clock.
  await start(470, undefined, 'receipt')
  await start(460, 3590)
  await start(400)
  await start(300, -240)
  await start(200)
  expect(await trial('clock-off', { minutes: 2 })).toEqual([[dc().id, 2]])
  expect(await trial('clock-off', { minutes: 5 })).toEqual([[dc().id, 1]])
  expect(await trial('clock-off', { minutes: 60 })).toEqual([])
  await foreign('clock-off', { minutes: 2 })
})

test('unknown tags count by the first and the last refusal of each, and each tag once a day', async () => {
  const refused = (tag: string, firstHours: number, lastHours: number) =>
    sql`insert into unknown_tag (chargepoint_pk, id_tag, first_at, last_at, refused)
      values (${dc().pk}, ${tag}, ${before(firstHours * hourMs)}, ${before(lastHours * hourMs)}, 9)`.execute(t.db)
  await refused('A', 300, 290)
  await refused('B', 299, 100)
  await refused('C', 298, 298)
  expect(await trial('unknown-tags', { tags: 3 })).toEqual([[dc().id, 1]])
  // A tag that was refused twice within the day is one tag.
  expect(await trial('unknown-tags', { tags: 4 })).toEqual([])
  expect(await trial('unknown-tags', { tags: 1 })).toEqual([[dc().id, 2]])
  await foreign('unknown-tags', { tags: 1 })
})

test('of past sessions those that ran for longer than a day were stuck', async () => {
  await session(before(200 * hourMs), { stoppedAt: before(150 * hourMs) })
  await session(before(100 * hourMs), { stoppedAt: before(77 * hourMs) })
  expect((await trial('session-stuck', { hours: 1 })).map(([, n]) => n)).toEqual([1])
  expect((await trial('session-stuck', { hours: 49 })).map(([, n]) => n)).toEqual([1])
  expect(await trial('session-stuck', { hours: 51 })).toEqual([])
  await foreign('session-stuck', { hours: 1 })
})

test('a site at its limit opens once it was so for long enough, as the looks of those days opened', async () => {
  const { teamId, companyId } = t.world.one
  const { rows } = await sql<{
    id: number
  }>`insert into charging_site (company_id, team_id, zone_name, is_load_balancing,
      load_balancing_value, load_balancing_unit) values (${companyId}, ${teamId}, 'Yard', true, 50, 'kW') returning zone_id as id`.execute(
    t.db,
  )
  await sql`insert into alert_rule (company_id, team_id, name, kind, parameters, severity)
    values (${companyId}, ${companyId}, 'Limit', 'site-starved', '{"minutes": 60}', 'Minor')`.execute(t.db)
  // Full for 70 minutes, for 50, and for two hours with a hole of half an hour in it.
  const isFull = (m: number) => (m >= 100 && m < 170) || (m >= 300 && m < 350) || (m >= 600 && m < 720)
  const isKept = (m: number) => m < 640 || m >= 670
  for (let m = 0; m <= 900; m += 5) {
    now = new Date(before(20 * hourMs).getTime() + m * minuteMs)
    if (isKept(m))
      await sql`insert into load_history (zone_id, at, unit, load_limit, allowed, at_most, measured)
        values (${rows[0]?.id ?? 0}, ${now}, 'W', 50000, 50000, 50000, ${isFull(m) ? 49_000 : 20_000})`.execute(t.db)
    await t.db.transaction().execute(trx => lookAt(trx, kindNamed('site-starved'), { now, zone: t.services.timeZone }))
  }
  now = END
  const opened = await sql<{ n: number }>`select count(*)::int as n from alert_event where what = 'opened'`.execute(
    t.db,
  )
  expect(await trial('site-starved', { minutes: 60 })).toEqual([['Yard', opened.rows[0]?.n]])
  expect(opened.rows[0]?.n).toBe(2)
  // By 45 minutes it opens before the hole, and anew after it.
  expect(await trial('site-starved', { minutes: 45 })).toEqual([['Yard', 4]])
  expect(await trial('site-starved', { minutes: 126 })).toEqual([])
  await foreign('site-starved', { minutes: 60 })
  await sql`delete from charging_site where zone_id = ${rows[0]?.id ?? 0}`.execute(t.db)
})

test('jobs that were given up count by queue within a day', async () => {
  await sql`create schema if not exists pgboss`.execute(t.db)
  await sql`create table if not exists pgboss.job (name text, state text, completed_on timestamptz)`.execute(t.db)
  const job = (queue: string, state: string, hours: number) =>
    sql`insert into pgboss.job (name, state, completed_on) values (${queue}, ${state}, ${before(hours * hourMs)})`.execute(
      t.db,
    )
  for (const hours of [100, 90, 40]) await job('alert-mails', 'failed', hours)
  await job('alert-mails', 'completed', 39)
  expect(await trial('job-failing', { jobs: 1 }, t.world.gp)).toEqual([['The queue alert-mails', 2]])
  expect(await trial('job-failing', { jobs: 2 }, t.world.gp)).toEqual([['The queue alert-mails', 1]])
  await foreign('job-failing', { jobs: 1 })
})
