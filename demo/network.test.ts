// The demo network with some days of past on a database of its own: the records that handlers of real chargers made are
// consistent, and every demo user can sign in.

import { ocpp16 } from '@wattdesk/ocpp/ocpp16'
import { ocpp201 } from '@wattdesk/ocpp/ocpp201'
import { sql } from 'kysely'
import { pino } from 'pino'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { buildApp } from '#app/app.ts'
import { healthOf } from '#fleet/charger-health/charger-health.rules.ts'
import { factsOf } from '#fleet/charger-health/charger-health.store.ts'
import { trialBalance } from '#money/ledger/account.store.ts'
import type { Services } from '#office/installation/services.ts'
import { encodePassword } from '#people/sign-in/sign-in.rules.ts'
import { type Db, openDb } from '#platform/db/db.ts'
import * as payouts from '#settlement/payouts/payout-read.store.ts'
import { gapsOf, NO_GAPS } from '#settlement/payouts/test-payout-sums.ts'
import { freshDatabase } from '#testing/db.ts'
import { testServices } from '#testing/parts.ts'
import { demoState } from './demo-state.ts'
import { DEMO_PASSWORD, seedDemo } from './network.ts'
import { demoChargers } from './places.ts'

let db: Db
let services: Services
let drop: () => Promise<void>
beforeAll(async () => {
  const database = await freshDatabase(inject('pgSocket'))
  drop = database.drop
  db = openDb(database.config)
  services = {
    ...testServices(db, database.config),
    log: pino({ level: 'warn' }),
    now: () => new Date('2026-03-18T09:20:00Z'),
  }
  await seedDemo(services, { days: 3 })
}, 60_000)
afterAll(async () => {
  await db.destroy()
  await drop()
})

const rows = async <T>(text: string): Promise<T[]> => (await sql<T>`${sql.raw(text)}`.execute(db)).rows
const count = async (text: string): Promise<number> =>
  (await rows<{ n: number }>(`select count(*) as n from ${text}`))[0]?.n ?? -1

test('every team stands in the tree below the platform, and every charger in a team', async () => {
  expect(await count(`team where company_type = 'GP'`)).toBe(1)
  expect(await count(`team where company_type = 'P'`)).toBe(3)
  expect(
    await count(`team t join team p on p.id = t.parent_id where t.path <> p.path || t.id
      or (t.company_type = 'C' and t.company_id <> p.company_id)`),
  ).toBe(0)
  expect(await count('charger c join team t on t.id = c.team_id where t.company_id = c.company_id')).toBe(24)
  expect(await count('connector where price_group_id is null or not is_configured')).toBe(0)
  expect(demoChargers.filter(c => c.isLive)).toHaveLength(23)
})

test('the forms of the chargers are filled in', async () => {
  expect(await count(`charger where operator_email like 'care@%.example'`)).toBe(24)
  expect(await count('charger where cardinality(amenities) > 0')).toBeGreaterThan(5)
  expect(await count('charger_instruction')).toBe(72)
  expect(await count('charger_mail_settings where is_enabled')).toBe(4)
  expect(await count('charger_incident i join charger c using (chargepoint_pk, chargepoint_id)')).toBe(4)
})

test('sessions lie in the days before, and every accepted one that has ended carries the bill it was charged', async () => {
  const sessions = await count('transaction')
  expect(sessions).toBeGreaterThan(100)
  expect(await count(`transaction where started_at < '2026-03-15' or stopped_at > '2026-03-18T09:20:00Z'`)).toBe(0)
  expect(await count('transaction where stopped_at is null')).toBe(0)
  expect(await count('transaction where start_received_at <> started_at or not is_simulated')).toBe(0)
  expect(
    await count(`transaction t left join bill b using (transaction_id) where id_tag_status = 'Accepted' and not in_review
      and (b.transaction_id is null or b.total_paise <> t.charged_paise)`),
  ).toBe(0)
  expect(
    await count(`bill b join transaction t using (transaction_id)
      where t.in_review or (t.id_tag_status <> 'Accepted' and b.total_paise <> 0)`),
  ).toBe(0)
  expect(await count('transaction where charged_paise > 0 and energy_wh > 0')).toBeGreaterThan(sessions * 0.9)
})

test('the energy of a connector is what its register went up by, session after session', async () => {
  expect(
    await count(`(select meter_start_wh, lag(meter_stop_wh) over (partition by chargepoint_pk, connector_id order by started_at) as before
      from transaction) t where before <> meter_start_wh`),
  ).toBe(0)
  const state = await demoState(db)
  if (state?.state !== 'ready') throw new Error('The demo is not ready')
  const last = await rows<{ id: string; connectorId: number; wh: number }>(`
    select distinct on (chargepoint_id, connector_id) chargepoint_id as id, connector_id, meter_stop_wh as wh
    from transaction order by chargepoint_id, connector_id, started_at desc`)
  for (const { id, connectorId, wh } of last) expect(state.registers[id]?.[connectorId - 1]).toBe(wh)
})

test('wallets and prepaid cards pay for some sessions, each history in one order and never below 0', async () => {
  expect(await trialBalance(db)).toEqual({ differencePaise: 0n, driftPaise: 0n })
  const paid = await rows<{ type: string; sessions: number }>(`select payment_type as type, count(*)::int as sessions
    from transaction where id_tag_status = 'Accepted' and energy_wh > 0 group by 1 order by 1`)
  expect(paid.map(p => p.type)).toEqual(['CARD', 'PREPAID', 'RFID', 'WALLET'])
  // A session never cost more than its purse had held for it, and none of the hold is left.
  expect(
    await count(`transaction t join account a on a.kind = 'hold' and a.ref = t.transaction_id
      where a.balance_paise <> 0 or t.charged_paise > t.hold_paise`),
  ).toBe(0)
  expect(
    await count(`(select p.event_at, lag(p.event_at) over (partition by e.account_id order by e.account_version) as before
      from entry e join account a using (account_id) join posting p using (posting_id)
      where a.kind in ('wallet', 'card')) x where before > event_at`),
  ).toBe(0)
  // Staff gave more where there was too little.
  expect(await count(`posting where idempotency_key like 'demo:more:%'`)).toBeGreaterThan(0)
  expect(await count('driver d join upi_id u on u.driver_id = d.id')).toBeGreaterThan(10)
})

test('payments stand alike in the books of the provider and in ours, each with its session or on its way back', async () => {
  expect(await count(`transaction where payment_type = 'CARD' and charged_paise > 0`)).toBeGreaterThan(5)
  expect(await count(`refund where status = 'processed' and cause = 'rest'`)).toBeGreaterThan(5)
  expect(await count(`payment where status = 'failed'`)).toBeGreaterThan(0)
  expect(
    await count(`payment p full join sandbox_object o on o.id = p.payment_id and o.kind = 'payment'
      where (o.id is not null or p.payment_id is not null) and (o.kind = 'payment' or o.kind is null) and (
        p.status is distinct from o.content->'entity'->>'status'
        or p.refunded_paise is distinct from (o.content->'entity'->>'amount_refunded')::bigint)`),
  ).toBe(0)
  expect(
    await count(`transaction t where payment_type = 'CARD' and not in_review
      and paid_paise - charged_paise - refund_paise >= 100 and refund_status is distinct from 'pending'`),
  ).toBe(0)
  expect(await count(`account where kind = 'payment' and balance_paise <> 0`)).toBe(0)
})

test('the hourly figures are the sums over the sessions, cut at the hours of the business day', async () => {
  const ofHours = await rows<{ hour: Date }>(`select team_id, hour, sessions, finished, successful,
    energy_wh::bigint as energy_wh, charged_paise::bigint as charged_paise from usage_hour order by team_id, hour`)
  const ofSessions = await rows(`
    select team_id, date_trunc('hour', started_at, 'Asia/Kolkata') as hour, count(*)::int as sessions,
      (count(*) filter (where stop_reason is not null))::int as finished,
      (count(*) filter (where energy_wh > 0 and charged_paise > 0))::int as successful,
      sum(case when in_review then 0 else energy_wh end)::bigint as energy_wh, sum(charged_paise)::bigint as charged_paise
    from transaction group by 1, 2 order by 1, 2`)
  expect(ofHours.length).toBeGreaterThan(50)
  expect(ofHours).toEqual(ofSessions)
  expect(new Set(ofHours.map(h => h.hour.getUTCMinutes()))).toEqual(new Set([30]))
})

test('connections follow one another, and what was told lies within them', async () => {
  const events = await rows<{ chargepointPk: number; event: string; at: Date; connectionNo: number }>(`
    select chargepoint_pk, event, at, connection_no from connection_history where event <> 'booted' order by chargepoint_pk, at, id`)
  const open = new Map<number, number>()
  for (const e of events) {
    if (e.event === 'connected') {
      expect(open.has(e.chargepointPk)).toBe(false)
      open.set(e.chargepointPk, e.connectionNo)
    } else {
      expect(open.get(e.chargepointPk)).toBe(e.connectionNo)
      open.delete(e.chargepointPk)
    }
  }
  expect(open.size).toBe(0)
  expect(
    await count(`connector_status_history h where not exists (select from connection_history o join connection_history c
      on c.chargepoint_pk = o.chargepoint_pk and c.connection_no = o.connection_no and c.event = 'disconnected'
      where o.event = 'connected' and o.chargepoint_pk = h.chargepoint_pk and h.received_at between o.at and c.at)`),
  ).toBe(0)
  const changes = await rows<{ chargepointPk: number; fromStatus: string; toStatus: string }>(
    'select chargepoint_pk, from_status, to_status from station_status_history order by chargepoint_pk, changed_at, id',
  )
  const known = new Map<number, string>()
  for (const c of changes) {
    expect(c.fromStatus).toBe(known.get(c.chargepointPk) ?? 'offline')
    known.set(c.chargepointPk, c.toStatus)
  }
  // Stations began to charge again and again, and all of them are offline at the end.
  expect(changes.filter(c => c.toStatus === 'charging').length).toBeGreaterThan(100)
  expect(await count(`charger_state where connected or live_status <> 'offline' or not boot_accepted`)).toBe(0)
})

test('log, operations, history and health of a charger that is ill tell the same', async () => {
  const frames = (id: string) =>
    rows<{ action: string; status: string | null }>(`
      select r.message::json ->> 2 as action, r.message::json -> 3 ->> 'status' as status
      from ocpp_frame_pair r join charger c using (chargepoint_pk)
      where chargepoint_id = '${id}' and r.at >= coalesce((select created_at from task t where t.chargepoint_pk = c.chargepoint_pk),
        now()) and r.message::json ->> 2 not in ('Heartbeat', 'MeterValues', 'Authorize', 'StartTransaction', 'StopTransaction')
      order by r.at, r.id`)
  const health = async (id: string) => {
    const { pk } = await db
      .selectFrom('charger')
      .select('chargepointPk as pk')
      .where('chargepointId', '=', id)
      .executeTakeFirstOrThrow()
    const facts = await factsOf(db, pk, { now: services.now(), zone: services.timeZone, since: new Date(0) })
    if (!facts) throw new Error(`${id} has no health`)
    const { signs } = healthOf(facts)
    return Object.fromEntries(signs.map(s => [s.sign, [s.level, s.figure]]))
  }
  expect((await frames('AMB-MYS-01')).map(f => [f.action, f.status])).toEqual([
    ['UpdateFirmware', null],
    ['FirmwareStatusNotification', 'Downloading'],
    ['FirmwareStatusNotification', 'Downloaded'],
    ['FirmwareStatusNotification', 'Installing'],
    ['StatusNotification', 'Unavailable'],
    ['BootNotification', null],
    ['StatusNotification', 'Available'],
    ['StatusNotification', 'Available'],
    ['SecurityEventNotification', null],
    ['FirmwareStatusNotification', 'InstallationFailed'],
    ['StatusNotification', 'Faulted'],
  ])
  expect(
    await count(
      `transfer_state s join task t using (task_id) where t.operation = 'UpdateFirmware' and t.state = 'done'`,
    ),
  ).toBe(4)
  expect(await health('AMB-MYS-01')).toMatchObject({
    service: ['act', 'Offline'],
    error: ['look', 'Connector 1: InternalError, FW-33, Update 2.5.0 rejected, wrong checksum'],
    boot: ['good', 'After UpdateFirmware by operator; 0 starts today, 0 yesterday'],
    firmware: ['look', '2.4.1; last update: InstallationFailed'],
  })
  expect((await frames('BLU-DEL-02')).slice(0, 5)).toEqual([
    { action: 'Reset', status: null },
    { action: 'BootNotification', status: null },
    ...['Available', 'Available', 'Faulted'].map(status => ({ action: 'StatusNotification', status })),
  ])
  const ground = ['look', 'Connector 2: GroundFailure, IMD-07, Insulation 41 kOhm, 100 kOhm needed']
  expect(await health('BLU-DEL-02')).toMatchObject({ error: ground })
  // Every frame of the log is of the standard.
  const told = await rows<{ id: string; direction: 0 | 1; action: string; payload: object; answer: object }>(`
    select chargepoint_id as id, direction, message::json ->> 2 as action, message::json -> 3 as payload, next_message::json -> 2 as answer
    from ocpp_frame_pair join charger using (chargepoint_pk)`)
  expect(told.length).toBeGreaterThan(1000)
  const newOnes = new Set(demoChargers.filter(c => c.protocol === 'ocpp2.0.1').map(c => c.id))
  expect(told.some(t => t.action === 'TransactionEvent')).toBe(true)
  for (const { id, direction, action, payload, answer } of told) {
    const v = (newOnes.has(id) ? ocpp201 : ocpp16).validators.get(action)
    const [call, reply] = direction === 0 ? [v?.call, v?.sentAnswer] : [v?.sentCall, v?.answer]
    if (!call || !reply) throw new Error(`${action} is no action of the standard`)
    expect([action, call(payload), reply(answer)]).toEqual([action, undefined, undefined])
  }
})

test('every month that is over is settled; all but the last were paid', async () => {
  const payouts = await rows<{ month: string; status: string; n: number }>(
    'select month::text, status, count(*) as n from payout group by 1, 2 order by 1',
  )
  // From the first credit that was given on.
  expect(payouts.map(p => p.month)).toEqual([
    '2025-09-01',
    '2025-10-01',
    '2025-11-01',
    '2025-12-01',
    '2026-01-01',
    '2026-02-01',
  ])
  expect(payouts.map(p => p.status)).toEqual([...Array(5).fill('PAYOUTCOMPLETED'), 'PAYOUTPENDING'])
  expect(
    await count(`team t where t.company_type = 'C' and t.is_active and not exists (select from payout_account a
    where a.team_id = t.id) and exists (select from charger c where c.team_id = t.id)`),
  ).toBe(0)
  expect(await trialBalance(db)).toEqual({ differencePaise: 0n, driftPaise: 0n })
})

test('the last three months have papers for the tax office, each dated in its own time', async () => {
  const documents = await rows<{ month: string; dated: Date }>(
    `select month::text, min(dated) as dated from commission_document group by 1 order by 1`,
  )
  // Settled on the 1st at 02:00 in India.
  expect(documents.map(d => [d.month, d.dated.toISOString()])).toEqual([
    ['2025-12-01', '2025-12-31T20:30:00.000Z'],
    ['2026-01-01', '2026-01-31T20:30:00.000Z'],
    ['2026-02-01', '2026-02-28T20:30:00.000Z'],
  ])
  expect(
    await rows(`select name, since::text, company_id is null as of_all from tax_setting order by setting_id`),
  ).toEqual([
    { name: 'tcs', since: '2025-12-01', ofAll: true },
    { name: 'tds', since: '2025-12-01', ofAll: true },
    { name: 'commissionInvoices', since: '2025-12-01', ofAll: true },
    { name: 'tcsNumber', since: '2025-12-01', ofAll: true },
    { name: 'vouchers', since: '2025-12-01', ofAll: false },
  ])
  expect(await count(`voucher where kind = 'receipt'`)).toBeGreaterThan(5)
  expect(
    await count(`voucher v join payment p using (payment_no) where v.dated <> p.captured_at and v.kind = 'receipt'`),
  ).toBe(0)
  expect(await count('driver where gstin is not null')).toBe(4)
})

test('the lines of every document of a payout add up to its total', async () => {
  const all = await payouts.list(db, { kind: 'all', teamId: 0 }, {})
  if (!Array.isArray(all)) throw new Error('A list without export comes as rows')
  for (const p of all)
    expect([p.payoutId, gapsOf(p, await payouts.chargersOf(db, [p.payoutNo]))]).toEqual([p.payoutId, NO_GAPS])
  expect(all.length).toBeGreaterThan(5)
})

test('root and every seeded user with a password sign in', async () => {
  const app = await buildApp(services)
  await app.ready()
  // The others of the demo came lately and have no password yet.
  const users = await rows<{ username: string }>(
    'select username from app_user where password_hash is not null order by id',
  )
  expect(users.map(u => u.username)).toEqual([
    'root',
    'admin',
    'operator',
    'finance',
    'viewer',
    'bluegrid.admin',
    'bluegrid.operator',
    'bluegrid.finance',
    'bluegrid.viewer',
    'technician',
    'chennai.lead',
  ])
  for (const { username } of users) {
    const payload = { username, password: encodePassword(DEMO_PASSWORD) }
    const r = await app.inject({ method: 'POST', url: '/auth/login', payload })
    expect([username, r.statusCode]).toEqual([username, 200])
    expect(r.json().data.user.role.length).toBeGreaterThan(0)
  }
  await app.close()
})

test('a second filling changes nothing; one that broke off is begun anew', async () => {
  const sessions = await count('transaction')
  await seedDemo(services, { days: 3 })
  expect(await count('transaction')).toBe(sessions)
  await sql`update setting set value = '{"state": "filling"}' where key = 'demo'`.execute(db)
  await seedDemo(services, { days: 1 })
  expect(await count('transaction')).toBeLessThan(sessions)
  expect(await count('charger')).toBe(24)
  expect(await demoState(db)).toMatchObject({ state: 'ready' })
})
