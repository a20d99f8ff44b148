// A company moves from one installation to another: two databases, two products. The company is one of the demo network, with
// some of every kind of record; the other side has companies of its own with the same ids.
import { createHash, randomBytes } from 'node:crypto'
import { mkdtempSync, readdirSync, readFileSync, rmSync, truncateSync, writeFileSync } from 'node:fs'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { FastifyInstance } from 'fastify'
import { sql } from 'kysely'
import pino from 'pino'
import { afterAll, beforeAll, describe, expect, inject, test, vi } from 'vitest'
import { buildApp } from '#app/app.ts'
import { archiveMeters } from '#charging/metering/meter-archive.store.ts'
import { sealMeters } from '#charging/metering/meter-block.store.ts'
import { DEMO_PASSWORD, seedDemo } from '#demo/network.ts'
import { demoChargers } from '#demo/places.ts'
import { archiveFrames } from '#fleet/charger-logs/frame-archive.store.ts'
import { packBatches } from '#fleet/charger-logs/frame-block.store.ts'
import { keepUptime } from '#fleet/uptime/uptime.commands.ts'
import { ocppSide } from '#gateway/gateway.ts'
import { trialBalance } from '#money/ledger/account.store.ts'
import { compareLedger } from '#money/ledger/ledger-check.store.ts'
import { hashOf } from '#money/ledger/posting.store.ts'
import { USES } from '#money/payment-provider/provider-account.rules.ts'
import * as accounts from '#money/payment-provider/provider-account.store.ts'
import type { Services } from '#office/installation/services.ts'
import { encodePassword } from '#people/sign-in/sign-in.rules.ts'
import { makeSeal } from '#platform/access/seal.ts'
import { type Db, openDb } from '#platform/db/db.ts'
import { folderFiles } from '#platform/files/files.ts'
import { writeInvoices } from '#settlement/invoices/invoice.commands.ts'
import { startApp, type TestApp } from '#testing/app.ts'
import { TestCharger } from '#testing/charger.ts'
import { freshDatabase, type TestDatabase } from '#testing/db.ts'
import { testServices } from '#testing/parts.ts'
import { figures } from './admin.ts'
import { exportCompany } from './company-move/export.ts'
import { importCompany } from './company-move/import.ts'
import type { Moving } from './company-move/moving.ts'
import { releaseCompany, takeCompanyBack } from './company-move/release.ts'
import { MOVED } from './company-move/tables.ts'

const COMPANY = 3
const OTHER = 2
const PASSPHRASE = 'correct horse battery staple'
const folder = mkdtempSync(join(tmpdir(), 'wattdesk-move-'))
const ZONE = 'Asia/Kolkata'

type Side = { app: FastifyInstance; db: Db; services: Services; moving: Moving; said: string[] }
let oldDatabase: TestDatabase
let old: Side & { close: () => Promise<void> }
let t: TestApp
let there: Side

function sideOf(app: FastifyInstance, services: Services): Side {
  const said: string[] = []
  const { db, mode, seal, files, archive } = services
  const moving: Moving = {
    db,
    mode,
    version: '1.2.3',
    timeZone: ZONE,
    now: () => new Date(),
    seal,
    files,
    archive,
    say: text => said.push(text),
  }
  return { app, db, services, moving, said }
}

/** The demo network as the old installation, with a secret of its own. */
async function startOld() {
  oldDatabase = await freshDatabase(inject('pgSocket'))
  const db = openDb(oldDatabase.config)
  const parts = {
    ...testServices(db, oldDatabase.config),
    seal: makeSeal('the secret of the old installation, long enough'),
  }
  const services: Services = { ...parts, log: pino({ level: 'silent' }) }
  const stations = ['BLU-BOM-01', 'BLU-BOM-02', 'BLU-DEL-01', 'AMB-BLR-01']
  await seedDemo(services, { days: 35, list: demoChargers.filter(c => stations.includes(c.id)) })
  const app = await buildApp({ ...parts, checks: [], connectedChargers: () => 0 } as never, {
    logger: false,
    forceCloseConnections: true,
  })
  const ocpp = ocppSide(app.services)
  ocpp.attach(app.server)
  await app.ready()
  const close = async () => {
    await ocpp.close()
    await app.close()
    await parts.jobs.close()
    await db.destroy()
    await oldDatabase.drop()
  }
  return { ...sideOf(app, app.services), close }
}

/** Rows that the demo has none of. */
async function addRest({ db, services }: Side): Promise<void> {
  const one = async <T>(text: string): Promise<T> =>
    (await sql.raw<{ v: T }>(`select (${text}) as v`).execute(db)).rows[0]?.v as T
  const charger = await one<number>(`select min(chargepoint_pk) from charger where company_id = ${COMPANY}`)
  const team = await one<number>(`select team_id from charger where chargepoint_pk = ${charger}`)
  const user = await one<number>(`select id from app_user where username = 'bluegrid.admin'`)
  const tag = await one<number>(
    `select min(ocpp_tag_pk) from ocpp_tag where company_id = ${COMPANY} and kind = 'rfid' and deleted_at is null`,
  )
  const payment = await one<string>(`select min(payment_id) from payment where company_id = ${COMPANY}`)
  const site = await one<number>(`select min(zone_id) from charging_site where company_id = ${COMPANY}`)
  const session = await one<number>(`select min(transaction_id) from transaction where company_id = ${COMPANY}`)
  await services.files.put('a-photo.png', Buffer.from('a photo'))
  await services.files.put('chargers/log-1', Buffer.from('a log'))
  const content = JSON.stringify({
    combine: 'AND',
    conditions: [{ field: 'teamId', operator: 'is', value: team }],
    q: '',
    sort: null,
    columns: [],
    density: 'compact',
    pageSize: 25,
  })
  for (const text of [
    `insert into upload (name, directory, content_type, bytes, team_id, created_by, company_id, named_at) values ('a-photo.png', 'photos', 'image/png', 7, ${team}, ${user}, ${COMPANY}, now())`,
    `update charger set photos = '{/files/a-photo.png}' where chargepoint_pk = ${charger}`,
    `insert into saved_view (company_id, team_id, user_id, list, name, is_shared, content, updated_at) values (${COMPANY}, ${team}, ${user}, 'transactions', 'Mine', true, '${content}', now())`,
    `insert into saved_view_default select user_id, list, view_id from saved_view`,
    `insert into bulk_action (company_id, team_id, user_id, request_key, kind, parameters, total, created_at) values (${COMPANY}, ${team}, ${user}, 'k', 'ChargingSite', '{"chargingSiteId": ${site}}', 1, now())`,
    `insert into bulk_action_item (bulk_action_id, item_no, chargepoint_pk, chargepoint_id, state, attempt, ended_at) select bulk_action_id, 1, ${charger}, 'X', 'Done', 1, now() from bulk_action`,
    `insert into charger_config (chargepoint_pk, key, spelling, value, is_readonly, read_at) values (${charger}, 'heartbeatinterval', 'HeartbeatInterval', '300', false, now())`,
    `insert into charger_config_read (chargepoint_pk, read_at) values (${charger}, now())`,
    `insert into charger_day (chargepoint_pk, day, connects, boots, refused, odd) values (${charger}, current_date, 1, 1, 0, 0)`,
    `insert into charger_next_key (chargepoint_pk, key_hash, state, at) values (${charger}, 'h', 'sent', now())`,
    `insert into charger_file (chargepoint_pk, task_id, kind, token_hash, asked_at, open_until, stored_name, file_name, bytes, received_at) values (${charger}, 'task-f', 'diagnostics', 'th', now(), now(), 'chargers/log-1', 'log.txt', 5, now())`,
    `insert into odd_value (chargepoint_pk, field, value, count, last_at) values (${charger}, 'f', 'v', 1, now())`,
    `insert into webhook_event (company_id, event_id, body, received_at, worked_at, attempts) values (${COMPANY}, 'ev', '\\x7b7d', now(), now(), 1)`,
    `insert into refused_refund (company_id, payment_id, provider_refund_id, amount_paise, left_paise, reported_at) values (${COMPANY}, '${payment}', 'rfnd_refused', 100, 0, now())`,
    `insert into provider_check (company_id, from_at, to_at, payments, refunds, differences, at) values (${COMPANY}, now(), now(), 1, 1, '[]', now())`,
    `insert into local_list (chargepoint_pk, is_kept, version, state, left_out, due_at) values (${charger}, true, 4, 'current', 0, now())`,
    `insert into local_list_tag (chargepoint_pk, id_tag, status) values (${charger}, 'X', 'Accepted')`,
    `insert into reservation (chargepoint_pk, connector_id, id_tag, expires_at, task_id, asked_at) values (${charger}, 1, 'X', now(), 'task-r', now())`,
    `update transaction set reservation_id = (select max(reservation_id) from reservation) where transaction_id = ${session}`,
    `insert into audit_entry (user_id, username, company_id, team_id, action, feature, record_id, before, after, is_money) values
      (${user}, 'bluegrid.admin', ${COMPANY}, ${team}, 'update', 'Tag', '${tag}', '{"teamId": 1}', '{"teamId": ${team}, "n": 5}', false),
      (null, 'gone', ${COMPANY}, ${team}, 'delete', 'Users', '987654', '{"roleId": 1}', null, false)`,
    `insert into charger_mail_settings (chargepoint_pk) values (${charger}) on conflict do nothing`,
    `insert into charger_mail_sent values (${charger}, 1, 'Faulted', now())`,
    `insert into charger_config_wish (chargepoint_pk, key, is_taken, spelling, outcome, set_by, set_at, ended_at) values (${charger}, 'k', true, 'K', 'Accepted', ${user}, now(), now())`,
    `insert into charger_certificate (chargepoint_pk, company_id, common_name, request_hash, serial_number, certificate, issued_at, expires_at, task_id) values (${charger}, ${COMPANY}, 'n', 'h', 'serial-1', 'pem', now(), now(), 'task-c')`,
    `insert into security_event (chargepoint_pk, identity, type, at, source) values (${charger}, 'BLU-BOM-01', 'SettingSystemTime', now(), 'charger')`,
    `insert into unknown_tag values (${charger}, 'NOBODY', now(), now(), 2)`,
    `insert into transfer_state (chargepoint_pk, action, status, at) values (${charger}, 'DiagnosticsStatusNotification', 'Uploaded', now())`,
    `insert into charging_profile (company_id, team_id, charging_profile_id, stack_level, description, charging_profile_purpose, charging_profile_kind, charging_rate_unit) values (${COMPANY}, ${team}, 77, 0, 'd', 'TxProfile', 'Absolute', 'W')`,
    `insert into charging_schedule_period (charging_profile_pk, start_period, power_limit) select charging_profile_pk, 60, 11000 from charging_profile where charging_profile_id = 77`,
    `insert into task (task_id, company_id, team_id, chargepoint_pk, chargepoint_id, operation, parameters, state, created_by, created_at, ended_at) values ('task-t', ${COMPANY}, ${team}, ${charger}, 'BLU-BOM-01', 'RemoteStopTransaction', '{"transactionId": ${session}}', 'done', ${user}, now(), now())`,
    `insert into session_review (company_id, team_id, chargepoint_pk, reason, detail, transaction_id, decided_at, decided_by) values (${COMPANY}, ${team}, ${charger}, 'no_stop', '{}', ${session}, now(), ${user})`,
    `insert into load_site (zone_id, due_at) values (${site}, now() + interval '1 year')`,
    `insert into load_history (zone_id, at, unit, load_limit, allowed, at_most) values (${site}, now(), 'W', 1, 1, 1)`,
    `insert into load_charger_history (chargepoint_pk, at, zone_id, unit, counted, safe, state) values (${charger}, now(), ${site}, 'W', 1, 1, 'acknowledged')`,
    `insert into message_campaign (company_id, team_id, message, receivers, created_by, created_by_name) values (${COMPANY}, ${team}, 'Hello', 1, ${user}, 'Admin')`,
    `insert into refund_borne (team_id, company_id, payment_id, transaction_id, at, paise, posting_key) values (${team}, ${COMPANY}, '${payment}', ${session}, '2020-01-01', 1, 'bill:${session}:9:refunded before')`,
    `update ocpp_tag set expires_at = null, max_active_transactions = -1 where ocpp_tag_pk = ${tag}`,
    `insert into ocpp_tag_charger values (${tag}, ${charger}) on conflict do nothing`,
    `update refund set status = 'failed', next_at = null where status = 'pending' and company_id = ${COMPANY}`,
  ])
    await sql.raw(text).execute(db)
  await accounts.saveAccount(db as never, {
    companyId: COMPANY,
    keyId: 'rzp_test_moved',
    keySecret: services.seal.close('the key secret', USES.keySecret(COMPANY)),
    webhookSecret: services.seal.close('the webhook secret', USES.webhookSecret(COMPANY)),
    oldWebhookSecret: null,
    oldWebhookUntil: null,
    changedAt: new Date(),
    refusedAt: null,
  })
}

const signIn = async (side: Side, username: string, password = DEMO_PASSWORD) => {
  const r = await side.app.inject({
    method: 'POST',
    url: '/auth/login',
    payload: { username, password: encodePassword(password) },
  })
  return {
    status: r.statusCode,
    message: r.json().message as string,
    authorization: `Bearer ${r.json().data?.access_token}`,
  }
}

/** Numbers that are no ids of ours: the same on both sides. */
const NO_IDS = /connector_?id$|feature_?id$|charging_?profile_?id$|subscription_?id$|gateway_?id$|paid$/i
const IDS = /(^id|Id|_id|Ids|_?pk|Pk|pks|Pks|By|path|payoutNo)$/
/** Keys of markers, and the value of a view's condition. */
const ID_LISTS = /\.data\.keys$|\.conditions\.value$/
/** Texts that hold ids. */
const ID_TEXTS = /^(reference|evidence|to|key|recordId|transactionNumber)$/
/** Ids by the order in which they are seen at a place, so that replies of both sides can be compared. */
function normalised(body: unknown): unknown {
  const seen = new Map<string, Map<unknown, string>>()
  const named = (space: string, value: unknown) => {
    const known = seen.get(space) ?? new Map<unknown, string>()
    seen.set(space, known)
    known.set(value, known.get(value) ?? `${space} ${known.size}`)
    return known.get(value)
  }
  const walk = (place: string, key: string, v: unknown): unknown => {
    // The platform's own tag is valid everywhere, and stays with the platform.
    if (Array.isArray(v)) return v.filter(x => x?.tag !== 'WATTDESK-ROOT').map(x => walk(place, key, x))
    if (v && typeof v === 'object')
      return Object.fromEntries(
        Object.entries(v).map(([k, x]) => [/^\d+$/.test(k) ? named('keys', Number(k)) : k, walk(`${place}.${k}`, k, x)]),
      )
    // Worked out of the time of the call.
    if (/^(now|asOf|soFar|lastUpdated)$/.test(key)) return undefined
    if (typeof v === 'number' && (IDS.test(key) || ID_LISTS.test(place)) && !NO_IDS.test(key)) return named(place, v)
    // Who made the company is of the platform's staff, and did not move.
    if (key === 'createdBy' && v === 'root') return null
    if (typeof v !== 'string') return v
    return ID_TEXTS.test(key) ? v.replaceAll(/\d+/g, '#') : v.replaceAll(/PO-\d{4}-\d+/g, 'PO')
  }
  return walk('', '', body)
}

const dayFromNow = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10)
/** Replies of lists and of one record of each kind, as the admin of the company sees them. */
async function shown(side: Side): Promise<Record<string, unknown>> {
  const { db } = side
  const { authorization } = await signIn(side, 'bluegrid.admin')
  const { rows } = await sql<
    Record<string, string>
  >`select t.id::text as team, (select min(chargepoint_pk) from charger where company_id = t.id)::text as charger,
      (select transaction_id from transaction where company_id = t.id and payment_id is not null order by started_at limit 1)::text as session,
      (select transaction_id from transaction where company_id = t.id order by started_at limit 1)::text as first,
      (select min(ocpp_tag_pk) from ocpp_tag where company_id = t.id and kind = 'rfid' and deleted_at is null)::text as tag, (select min(id) from driver where company_id = t.id)::text as driver,
      (select min(price_group_id) from price_group where company_id = t.id)::text as price, (select min(zone_id) from charging_site where company_id = t.id)::text as site,
      (select payout_id from payout where company_id = t.id order by payout_no limit 1) as payout, (select min(transaction_id) from refund where company_id = t.id)::text as refund,
      (select min(payment_id) from payment where company_id = t.id) as payment
    from team t where t.company_type = 'P' and t.name = 'Bluegrid Mobility'`.execute(db)
  const id = rows[0] as Record<string, string>
  const team = `/cms/v1/team/${id.team}`
  const page = 'page=1&limit=50'
  const paths = [
    ...['teams', 'users', 'chargers', 'tags', 'transactions', 'payouts', 'unknown-tags'].map(
      p => `${team}/${p}?${page}`,
    ),
    `${team}/views?list=transactions`,
    `${team}/teamchoices?right=Team.view`,
    ...['supplier', 'payment-readiness', 'paymentDetails', 'attention', 'chargers/map', 'reconciliation'].map(
      p => `${team}/${p}`,
    ),
    `${team}/report?startDate=${dayFromNow(-40)} 00:00:00&endDate=${dayFromNow(1)} 00:00:00`,
    `${team}/transactions/review?${page}`,
    `${team}/charging-status?${page}`,
    team,
    ...['', '/connectors', '/config', '/files', '/health', '/reservations', '/transfers'].map(
      p => `${team}/charger/${id.charger}${p}`,
    ),
    ...['', '/bill', '/invoice', '/money', '/meter_value/1'].map(p => `${team}/transaction/${id.session}${p}`),
    ...['', '/bill', '/invoice', '/meter_value/1'].map(p => `${team}/transaction/${id.first}${p}`),
    `${team}/charger/BLU-BOM-01/log?limit=20`,
    `/cms/v1/tag/${id.tag}`,
    `/cms/v1/tag/${id.tag}/chargers`,
    `/cms/v1/pricegroup/${id.price}`,
    `/cms/v1/pricegroup/${id.price}/versions`,
    `/cms/v1/customer/${id.driver}/tags`,
    `/cms/v1/refund/${id.refund}`,
    `/cms/v1/refund/payment/${id.payment}`,
    `/cms/v1/bulk-actions?${page}`,
    `/cms/v1/roles`,
    `${team}/payout/${id.payout}`,
    `${team}/payout/${id.payout}/sessions?${page}`,
    `/cms/v2/company/${id.team}`,
    `/cms/v1/audit/Tag/${id.tag}`,
  ]
  const replies: Record<string, unknown> = {}
  for (const url of paths) {
    const r = await side.app.inject({ url, headers: { authorization } })
    const name = url.replaceAll(/\d+(?=\/|\?|$)|PO-\d{4}-\d+/g, '#')
    replies[`${name}${name in replies ? ' again' : ''}`] = { status: r.statusCode, body: normalised(r.json()) }
  }
  return replies
}

const exportTo = (name: string, more: Partial<Parameters<typeof exportCompany>[1]> = {}) =>
  exportCompany(old.moving, {
    companyId: COMPANY,
    place: folderFiles(join(folder, name)),
    passphrase: PASSPHRASE,
    isRehearsal: false,
    isDryRun: false,
    // What a passphrase costs is no matter here.
    workFactor: 4,
    ...more,
  })
const importFrom = (name: string, more: Partial<Parameters<typeof importCompany>[1]> = {}, moving = there.moving) =>
  importCompany(moving, {
    place: folderFiles(join(folder, name)),
    passphrase: PASSPHRASE,
    isRehearsal: false,
    isDryRun: false,
    ...more,
  })
/** The content of a database, by table. */
async function contentOf(db: Db): Promise<string> {
  const { rows } = await sql<{
    name: string
  }>`select relname as name from pg_class c join pg_namespace n on n.oid = c.relnamespace
    where n.nspname = 'public' and relkind in ('r', 'p') and not relispartition
      and relname not in ('sign_in_try', 'sign_in_door', 'setting', 'node') order by 1`.execute(db)
  const sum = createHash('sha256')
  for (const { name } of rows) {
    const { rows: r } = await sql<{
      v: string
    }>`select count(*) || md5(coalesce(string_agg(x::text, '' order by x::text), '')) as v from ${sql.table(name)} x`.execute(
      db,
    )
    sum.update(`${name} ${r[0]?.v}\n`)
  }
  return sum.digest('hex')
}

beforeAll(async () => {
  old = await startOld()
  t = await startApp()
  there = sideOf(t.app, t.services)
  await sealMeters(old.db, new Date())
  await packBatches(old.db, new Date())
  await addRest(old)
  while ((await writeInvoices(old.services, { isThorough: true })) > 0);
  // The older half of the readings, and frames, are in the archive.
  const before = new Date(Date.now() - 15 * 86_400_000)
  await archiveMeters(old.db, old.services.archive, { before, place: '' }, () => undefined)
  await archiveFrames(
    old.db,
    old.services.archive,
    { before: new Date(Date.now() - 3_600_000), place: '' },
    () => undefined,
  )
}, 240_000)
afterAll(async () => {
  await t.close()
  await old.close()
  rmSync(folder, { recursive: true, force: true })
})

describe('what cannot be moved', () => {
  test('a company that is not there, and the platform', async () => {
    await expect(exportTo('none', { companyId: 999 })).rejects.toThrow('There is no company 999.')
    await expect(exportTo('none', { companyId: 1 })).rejects.toThrow('cannot be moved')
    // A team is no company.
    await expect(exportTo('none', { companyId: 8 })).rejects.toThrow('There is no company 8.')
  })
  test('a company at work, unless to try', async () => {
    await expect(exportTo('none')).rejects.toThrow('release it first')
  })
  test('a dry run of the export tells what is there, and writes nothing', async () => {
    const before = await contentOf(old.db)
    expect(await exportTo('dry', { isDryRun: true })).toBe(true)
    expect(old.said.some(text => /^transaction: \d+/.test(text))).toBe(true)
    expect(() => readdirSync(join(folder, 'dry'))).toThrow()
    expect(await contentOf(old.db)).toBe(before)
  })
  test('sessions that run are in the way', async () => {
    const { rows } = await sql<{
      id: number
    }>`select max(transaction_id) as id from transaction where company_id = ${COMPANY}`.execute(old.db)
    const id = rows[0]?.id
    await sql`update transaction set stopped_at = null where transaction_id = ${id}`.execute(old.db)
    old.said.length = 0
    expect(await exportTo('dry', { isDryRun: true })).toBe(false)
    expect(old.said[0]).toBe(
      `In the way: 1 sessions run; their chargers know them by the transaction ids of this side: ${id}`,
    )
    await sql`update transaction set stopped_at = started_at where transaction_id = ${id}`.execute(old.db)
  })
})

describe('into an installation with the same names', () => {
  test('all conflicts are told at once, and nothing is changed', async () => {
    await sql`update app_user set username = 'bluegrid.viewer' where username = 'viewer'`.execute(t.db)
    await sql`update charger set chargepoint_id = 'BLU-BOM-01' where chargepoint_id = 'DC-1'`.execute(t.db)
    await sql`update ocpp_tag set id_tag = (select 'x' || id_tag from ocpp_tag where id_tag = 'TAG-ONE') where id_tag = 'TAG-ONE'`.execute(
      t.db,
    )
    await exportTo('rehearsal', { isRehearsal: true })
    const before = await contentOf(t.db)
    there.said.length = 0
    expect(await importFrom('rehearsal', { isDryRun: true })).toBe(false)
    expect(there.said).toEqual(
      expect.arrayContaining([
        expect.stringMatching(/^In the way: app_user, app_user_username: bluegrid\.viewer\. Rename one of the users/),
        expect.stringMatching(/^In the way: charger, charger_id_live: BLU-BOM-01\. /),
        'Nothing was changed.',
      ]),
    )
    expect(await importFrom('rehearsal', { isRehearsal: true })).toBe(false)
    expect(await contentOf(t.db)).toBe(before)
    await sql`update app_user set username = 'viewer' where username = 'bluegrid.viewer'`.execute(t.db)
    await sql`update charger set chargepoint_id = 'DC-1' where chargepoint_id = 'BLU-BOM-01'`.execute(t.db)
  }, 120_000)
  test('an export of a company at work is not taken in to stay', async () => {
    await expect(importFrom('rehearsal')).rejects.toThrow('--rehearsal')
  })
})

describe('released', () => {
  let before: Record<string, unknown>
  beforeAll(async () => {
    before = await shown(old)
    await releaseCompany(old.moving, COMPANY, 'https://new.example/')
  }, 120_000)

  test('its people are told where to sign in, and tokens of before end', async () => {
    const r = await signIn(old, 'bluegrid.admin')
    expect([r.status, r.message]).toEqual([403, 'Your company has moved to https://new.example. Please sign in there.'])
    // Others, and the platform, go on.
    expect((await signIn(old, 'admin')).status).toBe(200)
    expect((await signIn(old, 'root')).status).toBe(200)
  })
  test('its chargers are told so at the upgrade', async () => {
    await old.app.listen({ host: '127.0.0.1', port: 0 })
    const ws = `ws://127.0.0.1:${(old.app.server.address() as AddressInfo).port}`
    await expect(TestCharger.open(ws, 'BLU-BOM-01')).rejects.toThrow('410')
    const other = await TestCharger.open(ws, 'AMB-BLR-01')
    await other.close()
    await vi.waitFor(async () => {
      const { rows } = await sql<{
        reason: string
      }>`select reason from connection_history h join charger c using (chargepoint_pk)
        where c.chargepoint_id = 'BLU-BOM-01' and h.event = 'refused' order by h.id desc limit 1`.execute(old.db)
      expect(rows[0]?.reason).toBe('The charge point belongs to another installation now: https://new.example')
    }, 10_000)
  })
  test('a charger that is connected is let go', async () => {
    const ws = `ws://127.0.0.1:${(old.app.server.address() as AddressInfo).port}`
    const c = await TestCharger.open(ws, 'AMB-BLR-01')
    await releaseCompany(old.moving, OTHER, 'https://new.example')
    await c.closed
    await takeCompanyBack(old.moving, OTHER)
    expect((await signIn(old, 'admin')).status).toBe(200)
  }, 20_000)

  test('no payout is made for it any more, and no provider is asked', async () => {
    expect(await accounts.get(old.db, COMPANY)).toBeUndefined()
    expect((await accounts.list(old.db)).map(a => a.companyId)).not.toContain(COMPANY)
  })

  describe('exported', () => {
    beforeAll(async () => {
      old.said.length = 0
      expect(await exportTo('out'), old.said.join('\n')).toBe(true)
    }, 120_000)

    test('an export is not written over', async () => {
      await expect(exportTo('out')).rejects.toThrow('An export lies there already.')
    })
    test('nothing of it can be read without the passphrase', async () => {
      const all = readdirSync(join(folder, 'out'), { recursive: true, withFileTypes: true }).filter(f => f.isFile())
      expect(all.length).toBeGreaterThan(60)
      for (const f of all)
        expect(readFileSync(join(f.parentPath, f.name)).subarray(0, 14).toString()).toBe('age-encryption')
      await expect(importFrom('out', { passphrase: 'another horse battery' })).rejects.toThrow(
        'The export does not open with this passphrase.',
      )
    })
    test('another schema is refused', async () => {
      await sql`update migration set checksum = 'other' where name like '0100%'`.execute(t.db)
      await expect(importFrom('out')).rejects.toThrow('bring both sides to one version')
      await sql`update migration m set checksum = o.checksum from (values (${(await sql<{ c: string }>`select checksum as c from migration where name like '0100%'`.execute(old.db)).rows[0]?.c})) o (checksum) where m.name like '0100%'`.execute(
        t.db,
      )
    })
    test('a dry run writes nothing', async () => {
      const content = await contentOf(t.db)
      there.said.length = 0
      expect(await importFrom('out', { isDryRun: true }), there.said.join('\n')).toBe(true)
      expect(there.said.at(-1)).toMatch(
        /^Bluegrid Mobility would be imported: \d+ rows, 2 files\. Nothing was changed\.$/,
      )
      expect(await contentOf(t.db)).toBe(content)
      expect(await there.services.files.get('a-photo.png')).toBeUndefined()
    })
    test('what breaks off leaves nothing: a lost connection, a damaged file, one that is missing', async () => {
      const content = await contentOf(t.db)
      // The database ends the connection in the middle, as a kill does.
      const kill = async () => {
        await sql`select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database()
          and pid <> pg_backend_pid() and xact_start < now() and state <> 'idle'`.execute(
          old.db.withoutPlugins() && t.db,
        )
      }
      const seen: string[] = []
      const cut = importFrom(
        'out',
        {},
        {
          ...there.moving,
          say: text => {
            seen.push(text)
            if (text.startsWith('charger:')) void kill()
          },
        },
      )
      await expect(cut).rejects.toThrow()
      expect(seen.length).toBeGreaterThan(3)
      expect(await contentOf(t.db)).toBe(content)
      expect(await there.services.files.get('a-photo.png')).toBeUndefined()
      const file = join(folder, 'out', 'tables', 'bill.jsonl.zst')
      const bytes = readFileSync(file)
      truncateSync(file, bytes.length - 100)
      await expect(importFrom('out')).rejects.toThrow('bill.jsonl.zst')
      writeFileSync(file, Buffer.concat([bytes.subarray(0, -20), randomBytes(20)]))
      await expect(importFrom('out')).rejects.toThrow('bill.jsonl.zst')
      rmSync(file)
      await expect(importFrom('out')).rejects.toThrow('is missing')
      writeFileSync(file, bytes)
      const manifest = join(folder, 'out', 'manifest.age')
      const whole = readFileSync(manifest)
      rmSync(manifest)
      await expect(importFrom('out')).rejects.toThrow('it broke off before its end')
      writeFileSync(manifest, whole)
      expect(await contentOf(t.db)).toBe(content)
    }, 120_000)

    describe('imported', () => {
      let id = 0
      beforeAll(async () => {
        there.said.length = 0
        expect(await importFrom('out'), there.said.join('\n')).toBe(true)
        id = Number(/is company (\d+) here/.exec(there.said.at(-1) ?? '')?.[1])
        await keepUptime(there.services)
      }, 120_000)

      test('every kind of row came', async () => {
        const told = new Set(there.said.map(text => text.split(':')[0]))
        const lacking = MOVED.filter(m => m.isCounted !== false && !told.has(m.table)).map(m => m.table)
        // These are empty whenever a company may be moved.
        expect(lacking).toEqual(['transaction_live', 'bill_to_post'])
      })
      test('the books are right on both sides, and the figures are those of the sessions', async () => {
        for (const { db } of [old, there]) {
          expect(await trialBalance(db)).toEqual({ differencePaise: 0n, driftPaise: 0n })
          expect(await compareLedger(db)).toEqual([])
        }
        expect(await figures(t.db, 'check', ZONE)).toEqual(['The figures are those of the sessions.'])
      })
      test('a posting that is made again is known', async () => {
        const { rows } = await sql<{
          key: string
          hash: string
          id: number
        }>`select p.idempotency_key as key, encode(p.request_hash, 'hex') as hash, p.posting_id as id
          from posting p where p.company_id = ${id} and p.kind in ('bill', 'hold', 'refunded') order by p.posting_id`.execute(
          t.db,
        )
        expect(rows.length).toBeGreaterThan(20)
        let right = 0
        for (const { hash, id: posting } of rows) {
          const { rows: p } = await sql<
            Record<string, never>
          >`select kind, company_id, team_id, transaction_id, reverses, user_id, note from posting where posting_id = ${posting}`.execute(
            t.db,
          )
          const { rows: lines } = await sql<{
            kind: string
            ref: number
            side: string
            paise: string
          }>`select a.kind, a.ref, e.side, e.amount_paise::text as paise
            from entry e join account a using (account_id) where e.posting_id = ${posting} order by line_no`.execute(
            t.db,
          )
          const content = {
            ...(p[0] as object),
            lines: lines.map(l => ({ account: { kind: l.kind, ref: l.ref }, side: l.side, paise: l.paise })),
          }
          if (hashOf(content as never) === hash) right++
        }
        expect(right).toBe(rows.length)
      })
      test('the other companies are as they were', async () => {
        expect((await signIn(there, 'admin', 'Wattdesk@2026')).status).toBe(200)
        const { rows } = await sql<{ name: string }>`select name from team where id = ${COMPANY}`.execute(t.db)
        expect(rows[0]?.name).not.toContain('Bluegrid')
        expect(id).toBeGreaterThan(COMPANY)
      })
      test('everything the API shows is the same', async () => {
        const now = await shown(there)
        expect(Object.keys(now)).toEqual(Object.keys(before))
        const statuses = Object.entries(before).filter(([, r]) => (r as { status: number }).status !== 200)
        expect(statuses.map(([path, r]) => `${path} ${(r as { status: number }).status}`)).toEqual([])
        for (const [path, reply] of Object.entries(before)) expect.soft(now[path], path).toEqual(reply)
      }, 60_000)
      test('secrets are sealed by the secret of this side', async () => {
        const a = await accounts.get(t.db, id)
        expect(a && t.services.seal.open(a.keySecret, USES.keySecret(id))).toBe('the key secret')
        expect(a && t.services.seal.open(a.webhookSecret, USES.webhookSecret(id))).toBe('the webhook secret')
      })
      test('ids in JSON and in the audit log lead to the records of this side', async () => {
        const { rows } = await sql<{ isRight: boolean; after: unknown; before: unknown; gone: string }>`select
            a.record_id::int in (select ocpp_tag_pk from ocpp_tag where company_id = ${id}) and (a.after->>'teamId')::int = a.team_id as is_right,
            a.before, (select record_id from audit_entry where company_id = ${id} and username = 'gone') as gone
          from audit_entry a where a.company_id = ${id} and a.feature = 'Tag' and a.after->>'n' = '5'`.execute(t.db)
        // The platform's team is the platform's here too; a removed user has no number.
        expect(rows).toEqual([{ isRight: true, before: { teamId: t.world.gp }, gone: 'old-987654' }])
        const { rows: views } = await sql<{
          isRight: boolean
        }>`select (content->'conditions'->0->>'value')::int = team_id as is_right from saved_view where company_id = ${id}`.execute(
          t.db,
        )
        expect(views).toEqual([{ isRight: true }])
        const { rows: actions } = await sql<{
          n: number
        }>`select count(*)::int as n from bulk_action b join charging_site z on z.zone_id = (b.parameters->>'chargingSiteId')::int where b.company_id = ${id} and z.company_id = ${id}`.execute(
          t.db,
        )
        expect(actions).toEqual([{ n: 1 }])
      })
      test('a charger connects here, and its session is billed and in the ledger', async () => {
        const { ws } = await t.listen()
        await sql`update charger set registration_status = 'Accepted' where chargepoint_id = 'BLU-BOM-01'`.execute(t.db)
        const { rows: tags } = await sql<{
          idTag: string
        }>`select id_tag from ocpp_tag join ocpp_tag_charger using (ocpp_tag_pk)
          join charger c using (chargepoint_pk) where c.chargepoint_id = 'BLU-BOM-01' and kind = 'rfid'
            and expires_at is null and ocpp_tag.deleted_at is null limit 1`.execute(t.db)
        const c = await TestCharger.open(ws, 'BLU-BOM-01')
        c.onCall = () => ({ status: 'Accepted' })
        await c.boot()
        const idTag = tags[0]?.idTag ?? ''
        const begun = new Date(Date.now() - 600_000).toISOString()
        const { transactionId, idTagInfo } = (await c.call('StartTransaction', {
          connectorId: 1,
          idTag,
          meterStart: 20_000_000,
          timestamp: begun,
        })) as { transactionId: number; idTagInfo: { status: string } }
        expect(idTagInfo.status).toBe('Accepted')
        await c.call('StopTransaction', {
          transactionId,
          meterStop: 20_004_000,
          timestamp: new Date().toISOString(),
          idTag,
        })
        await c.close()
        const { rows } = await sql<{
          companyId: number
          energyWh: number
        }>`select company_id, energy_wh from transaction where transaction_id = ${transactionId}`.execute(t.db)
        expect(rows).toEqual([{ companyId: id, energyWh: 4000 }])
      })
      test('a second import finds what is there', async () => {
        there.said.length = 0
        expect(await importFrom('out')).toBe(false)
        expect(there.said.join('\n')).toContain('charger_id_live')
        expect(there.said.join('\n')).toContain('Printed numbers cannot be changed.')
      })
    })
  })
})
