// Rules about figures that are kept by day, by marks of uptime, by events and by balances, tried on the past: each counts what
// the looks of those days opened.
import { dayMs, dayOf, hourMs, startOfDay } from '@wattdesk/base/time'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { credit, debit, type Posting } from '#money/ledger/ledger.rules.ts'
import { post } from '#money/ledger/posting.store.ts'
import { startApp, type TestApp } from '#testing/app.ts'
import { kindOf } from './alert-kinds.store.ts'
import { lookAt } from './alert-look.store.ts'
import { tried } from './alert-trial.store.ts'

let t: TestApp
const END = new Date('2026-03-12T08:00:00Z')
const ZONE = 'Asia/Kolkata'
let now = END
beforeAll(async () => {
  t = await startApp({ now: () => now })
})
afterAll(() => t.close())
beforeEach(async () => {
  now = END
  await sql`delete from alert`.execute(t.db)
  await sql`delete from alert_rule`.execute(t.db)
  await sql`truncate transaction, transaction_live, uptime_mark, usage_change, usage_day_kept, charger_day`.execute(
    t.db,
  )
  await sql`update charger_state set connected = true, boot_accepted = true, live_status = 'online', last_message_at = ${END},
    first_boot_at = ${new Date(END.getTime() - 100 * dayMs)}, maintenance_by_hand = false`.execute(t.db)
})

const ruled = async (kind: string, parameters: Record<string, number>) => {
  const team = t.world.one.companyId
  await sql`insert into alert_rule (company_id, team_id, name, kind, parameters, severity)
    values (${team}, ${team}, ${kind}, ${kind}, ${JSON.stringify(parameters)}::jsonb, 'Major')`.execute(t.db)
}
const kindNamed = (id: string) => kindOf(id) ?? expect.fail(id)
const look = (id: string) =>
  t.db.transaction().execute(trx => lookAt(trx, kindNamed(id), { now, zone: t.services.timeZone }))
/** By day of the business zone and subject: what the looks opened, and what the trial says. */
const opened = async () =>
  (
    await sql<{
      subject: string
      n: number
    }>`select a.subject, count(*)::int as n from alert a join alert_event e using (alert_id)
      where e.what = 'opened' group by 1 order by 1`.execute(t.db)
  ).rows
const openedDays = async () =>
  (
    await sql<{
      day: string
    }>`select to_char(e.at at time zone ${t.services.timeZone}, 'YYYY-MM-DD') as day from alert_event e
      where e.what = 'opened' order by 1`.execute(t.db)
  ).rows.map(r => r.day)
const trial = async (id: string, parameters: Record<string, number>) => {
  const scope = { kind: 'company', companyId: t.world.one.companyId, teamId: t.world.one.companyId } as const
  const data = await tried(t.services, scope, { kind: kindNamed(id), parameters, chargers: null, sites: null })
  expect(data.untold).toBeNull()
  const of = data.subjects.map(s => ({ subject: s.subject, n: s.opened }))
  const days = data.days.flatMap(d => new Array<string>(d.opened).fill(d.day))
  return { of: of.sort((a, b) => (a.subject < b.subject ? -1 : 1)), days }
}
const midnight = (daysBack: number) => startOfDay(END, ZONE, -daysBack)
/** The trial is taken after the last day was lived. */
const same = async (id: string, parameters: Record<string, number>, least: number) => {
  now = END
  // The days of the trial; what opened before them does not count.
  await sql`delete from alert_event where at < ${startOfDay(END, t.services.timeZone, -29)}`.execute(t.db)
  const told = await trial(id, parameters)
  expect(told.of).toEqual(await opened())
  expect(told.days).toEqual(await openedDays())
  expect(told.days.length).toBeGreaterThanOrEqual(least)
}

test('the revenue of a day', async () => {
  const parameters = { percent: 50, rupees: 1000 }
  await ruled('revenue-low', parameters)
  const { teamId, companyId } = t.world.one
  const bring = (at: Date, rupees: number) =>
    sql`insert into usage_day_kept (team_id, company_id, day, sessions, finished, successful, energy_wh, charged_paise, revenue_paise,
      card_paise, wallet_paise, rfid_paise) values (${teamId}, ${companyId}, ${dayOf(at, ZONE)}::date, 1, 1, 1, 0, 0, ${rupees * 100}, 0, 0, 0)`.execute(
      t.db,
    )
  for (let back = 60; back >= 1; back--) {
    // Two bad days in a row are one alert, which lasts.
    const isBad = [1, 4, 5, 12, 20].includes(back)
    await bring(midnight(back), isBad ? 400 : 2000)
    now = new Date(midnight(back - 1).getTime() + 7 * hourMs)
    if (back < 34) await look('revenue-low')
  }
  await same('revenue-low', parameters, 4)
})

/** A mark at the midnight `back` days ago, by the share of each day before that the charger was up. */
const mark = (pk: number, back: number, upMs: number, countedMs: number) =>
  sql`insert into uptime_mark (chargepoint_pk, at, up_ms, counted_ms, status, is_planned)
    values (${pk}, ${midnight(back)}, ${upMs}, ${countedMs}, 'online', false)`.execute(t.db)
const countedTo = (at: Date) =>
  sql`insert into setting (key, value) values ('uptime', ${JSON.stringify({ until: at.toISOString(), zone: ZONE, seenId: 0, nextSeenId: 0 })}::jsonb)
    on conflict (key) do update set value = excluded.value`.execute(t.db)

test('the uptime of the month', async () => {
  const parameters = { percent: 95 }
  await ruled('uptime-low', parameters)
  const { dc, ac } = t.world.chargers
  const up = { [dc.pk]: 0, [ac.pk]: 0 }
  for (let back = 70; back >= 0; back--) {
    for (const { pk } of [dc, ac]) {
      // One was down for a day and a half before the days, and again within them.
      const down = pk === dc.pk && ((back > 42 && back < 46) || (back > 6 && back < 12)) ? 12 * hourMs : 0
      up[pk] = (up[pk] ?? 0) + dayMs - down
      await mark(pk, back, up[pk], (71 - back) * dayMs)
    }
    now = midnight(back)
    await countedTo(now)
    if (back < 34) await look('uptime-low')
  }
  await same('uptime-low', parameters, 1)
})

test('nothing charged, though up', { timeout: 120_000 }, async () => {
  const parameters = { days: 3 }
  await ruled('nothing-charged', parameters)
  const { dc, ac } = t.world.chargers
  const charges: Record<number, readonly number[]> = {
    [dc.pk]: [60, 37, 36, 28, 26, 18, 17, 9, 7, 6, 3, 1],
    [ac.pk]: [30, 2],
  }
  await countedTo(midnight(0))
  const hidden = [dc, ac]
    .flatMap(({ pk }) =>
      (charges[pk] ?? []).map(back => ({ pk, at: new Date(midnight(back).getTime() + 12 * hourMs) })),
    )
    .sort((a, b) => a.at.getTime() - b.at.getTime())
  const charge = ({ pk, at }: { pk: number; at: Date }) =>
    sql`insert into transaction (company_id, team_id, chargepoint_pk, chargepoint_id, chargepoint_name, charger_type, connector_id,
        id_tag, id_tag_status, started_at, start_received_at, stopped_at, stop_reason, meter_start_wh, meter_stop_wh, tolerance_watt, energy_wh)
      select c.company_id, c.team_id, c.chargepoint_pk, c.chargepoint_id, c.chargepoint_name, 'DC', 1, 'T', 'Accepted', ${at}, ${at},
        ${new Date(at.getTime() + hourMs)}, 'Local', 0, 900, 300, 900 from charger c where c.chargepoint_pk = ${pk}`.execute(
      t.db,
    )
  // Marks as they are kept: each midnight, and the hours of the last three days. Both chargers were up all the time.
  const marked = async () => {
    await sql`delete from uptime_mark`.execute(t.db)
    await sql`insert into uptime_mark (chargepoint_pk, at, up_ms, counted_ms, status, is_planned)
      select c.chargepoint_pk, m.at, x.ms, x.ms, 'online', false
      from (select generate_series(${midnight(70)}::timestamptz, ${now}, interval '24 hours') as at
          union select generate_series(${now}::timestamptz - interval '72 hours', ${now}, interval '1 hour')) m
        cross join lateral (select (extract(epoch from m.at - ${midnight(70)}::timestamptz) * 1000)::bigint as ms) x
        join charger c on c.chargepoint_pk in (${dc.pk}, ${ac.pk})`.execute(t.db)
  }
  for (let at = midnight(40).getTime(); at <= END.getTime(); at += 4 * hourMs) {
    now = new Date(at)
    while (hidden[0] && hidden[0].at.getTime() + hourMs <= at) await charge(hidden.shift() as (typeof hidden)[number])
    await marked()
    await sql`update charger_state set last_message_at = ${now}`.execute(t.db)
    await look('nothing-charged')
  }
  await same('nothing-charged', parameters, 3)
})

test('a campaign that stopped, and went on', async () => {
  await ruled('campaign-stopped', {})
  const { teamId, companyId } = t.world.one
  const { rows } = await sql<{
    id: number
  }>`with f as (insert into firmware (company_id, team_id, version, vendor, model, source, location, sha256)
      values (${companyId}, ${teamId}, '2', 'V', 'M', 'Address', 'https://files.example/f', ${'a'.repeat(64)}) returning firmware_id)
    insert into firmware_campaign (company_id, team_id, name, firmware_id, state, wave_percent, time_zone, at_once, stop_percent,
      waits_for_sessions, retries, step_minutes, give_up_hours)
    select ${companyId}, ${teamId}, 'Spring', firmware_id, 'Running', 90, ${ZONE}, 1, 20, true, 0, 60, 72 from f returning campaign_id as id`.execute(
    t.db,
  )
  const id = rows[0]?.id
  const turn = async (back: number, state: string, what: string) => {
    now = new Date(midnight(back).getTime() + 12 * hourMs)
    await sql`update firmware_campaign set state = ${state}, stopped_why = 'Many failed', stopped_at = ${now} where campaign_id = ${id}`.execute(
      t.db,
    )
    await sql`insert into firmware_campaign_event (campaign_id, at, what) values (${id}, ${now}, ${what})`.execute(t.db)
    await look('campaign-stopped')
  }
  for (const back of [20, 12, 5]) {
    await turn(back, 'Stopped', 'Stopped')
    await turn(back - 2, 'Running', 'Went on')
  }
  await turn(1, 'Stopped', 'Stopped')
  await same('campaign-stopped', {}, 4)
})

test('connects again and again', async () => {
  const parameters = { times: 20 }
  await ruled('reconnecting', parameters)
  for (let back = 34; back >= 0; back--) {
    now = new Date(midnight(back).getTime() + 10 * hourMs)
    await sql`insert into charger_day (chargepoint_pk, day, connects) values (${t.world.chargers.dc.pk}, ${dayOf(now, ZONE)}::date,
      ${[30, 21, 20, 9, 3].includes(back) ? 40 : 2})`.execute(t.db)
    await look('reconnecting')
  }
  await same('reconnecting', parameters, 3)
})

test('a wallet that is low', async () => {
  const parameters = { rupees: 50 }
  await ruled('wallet-low', parameters)
  const of = { companyId: t.world.one.companyId, teamId: t.world.one.teamId }
  const { rows } = await sql<{ id: number }>`insert into driver (company_id, team_id, first_name, phone)
    values (${of.companyId}, ${of.teamId}, 'D', '+919812345678') returning id`.execute(t.db)
  const wallet = { kind: 'wallet', ref: rows[0]?.id as number } as const
  const book = async (back: number, kind: Posting['kind'], paise: number) => {
    now = new Date(midnight(back).getTime() + 12 * hourMs)
    const other =
      paise > 0 ? ({ kind: 'gateway', ref: of.companyId } as const) : ({ kind: 'owner', ref: of.teamId } as const)
    const [from, to] = paise > 0 ? [other, wallet] : [wallet, other]
    const amount = BigInt(Math.abs(paise))
    await t.db
      .transaction()
      .execute(trx =>
        post(trx, [{ key: `w ${back}`, kind, ...of, at: now, lines: [debit(from, amount), credit(to, amount)] }]),
      )
    await look('wallet-low')
  }
  await book(28, 'top-up', 20_000)
  await book(25, 'credit', -16_000)
  await book(22, 'credit', -1000)
  await book(15, 'top-up', 30_000)
  await book(4, 'credit', -29_000)
  await same('wallet-low', parameters, 2)
})

test('what has stood since before the days is no opening, and is named', async () => {
  const { dc, ac } = t.world.chargers
  const up = { [dc.pk]: 0, [ac.pk]: 0 }
  for (let back = 70; back >= 0; back--) {
    for (const { pk } of [dc, ac]) {
      up[pk] = (up[pk] ?? 0) + dayMs - (pk === dc.pk ? 2 * hourMs : 0)
      await mark(pk, back, up[pk], (71 - back) * dayMs)
    }
  }
  now = midnight(0)
  await countedTo(now)
  const told = async (company: { companyId: number }, more: { percent?: number; chargers?: number[] } = {}) => {
    const scope = { kind: 'company', companyId: company.companyId, teamId: company.companyId } as const
    const { opened, standing, stands } = await tried(t.services, scope, {
      kind: kindNamed('uptime-low'),
      parameters: { percent: more.percent ?? 95 },
      chargers: more.chargers ?? null,
      sites: null,
    })
    return [opened, standing, stands.map(s => [s.subject, s.name])]
  }
  expect(await told(t.world.one)).toEqual([0, 1, [[`charger ${dc.pk}`, dc.id]]])
  expect(await told(t.world.one, { percent: 90 })).toEqual([0, 0, []])
  expect(await told(t.world.one, { chargers: [ac.pk] })).toEqual([0, 0, []])
  expect(await told(t.world.two)).toEqual([0, 0, []])
  await ruled('uptime-low', { percent: 95 })
  await look('uptime-low')
  expect(await opened()).toEqual([{ subject: `charger ${dc.pk}`, n: 1 }])
})

test('a kind of which no past is kept says what stands', async () => {
  await sql`update charger_state set config_differs = 2, config_differs_since = ${END} where chargepoint_pk = ${t.world.chargers.dc.pk}`.execute(
    t.db,
  )
  const scope = { kind: 'company', companyId: t.world.one.companyId, teamId: t.world.one.companyId } as const
  const { past: _, ...kind } = kindNamed('settings-drift')
  const of = { kind: { ...kind, unkept: 'Nothing of it is kept.' }, chargers: null, sites: null }
  const two = await tried(t.services, scope, { ...of, parameters: { keys: 2 } })
  expect([two.untold, two.standing, two.stands]).toEqual([
    'Nothing of it is kept.',
    1,
    [expect.objectContaining({ name: t.world.chargers.dc.id, since: END.toISOString() })],
  ])
  expect((await tried(t.services, scope, { ...of, parameters: { keys: 3 } })).standing).toBe(0)
  await sql`update charger_state set config_differs = 0, config_differs_since = null`.execute(t.db)
})
