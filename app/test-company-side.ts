import type { FastifyInstance } from 'fastify'
import { sql } from 'kysely'
import pino from 'pino'
import { inject } from 'vitest'
import { buildApp } from '#app/app.ts'
import { seedDemo } from '#demo/network.ts'
import { demoChargers } from '#demo/places.ts'
import { ocppSide } from '#gateway/gateway.ts'
import { USES } from '#money/payment-provider/provider-account.rules.ts'
import * as accounts from '#money/payment-provider/provider-account.store.ts'
import type { Services } from '#office/installation/services.ts'
import { makeSeal } from '#platform/access/seal.ts'
import { type Db, openDb } from '#platform/db/db.ts'
import { freshDatabase } from '#testing/db.ts'
import { testServices } from '#testing/parts.ts'
import type { Moving } from './company-move/moving.ts'

/** The company that moves, and another one of the same installation. */
export const COMPANY = 3
export const OTHER = 2
export const ZONE = 'Asia/Kolkata'

export type Side = { app: FastifyInstance; db: Db; services: Services; moving: Moving; said: string[] }

export function sideOf(app: FastifyInstance, services: Services): Side {
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
export async function startOld() {
  const oldDatabase = await freshDatabase(inject('pgSocket'))
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
export async function addRest({ db, services }: Side): Promise<void> {
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
    `insert into alert_rule (company_id, team_id, name, kind, parameters, severity, charger_pks, zone_ids) values (${COMPANY}, ${team}, 'Yard', 'charger-offline', '{"minutes": 20}', 'Major', '{${charger}}', '{${site}}')`,
    `update alert_rule set user_ids = '{${user}}', addresses = '{guard@example.com}', escalate_user_ids = '{${user}}', escalate_minutes = 5`,
    `insert into alert_choice (user_id, channel, least, from_time, to_time) values (${user}, 'mail', 'Major', '08:00', '20:00')`,
    `insert into alert_stop (company_id, address, at) values (${COMPANY}, 'guard@example.com', now())`,
    `insert into maintenance_window (company_id, team_id, reason, starts_at, ends_at, sets_inoperative, charger_pks, zone_ids, created_by, created_at) values (${COMPANY}, ${team}, 'Cables', now(), now() + interval '1 hour', true, '{${charger}}', '{${site}}', ${user}, now())`,
    `insert into maintenance_charger (maintenance_id, chargepoint_pk, company_id, planned_from, planned_to) select maintenance_id, ${charger}, ${COMPANY}, starts_at, ends_at from maintenance_window`,
    `insert into maintenance_step (maintenance_id, chargepoint_pk, what, number, state, task_id) select maintenance_id, ${charger}, 'out', 1, 'sent', 'task-m' from maintenance_window`,
    `update charger set photos = '{/files/a-photo.png}' where chargepoint_pk = ${charger}`,
    `insert into saved_view (company_id, team_id, user_id, list, name, is_shared, content, updated_at) values (${COMPANY}, ${team}, ${user}, 'transactions', 'Mine', true, '${content}', now())`,
    `insert into saved_view_default select user_id, list, view_id from saved_view`,
    `insert into scheduled_report (company_id, team_id, owner_id, name, source, view_id, period, rhythm, hour, format, users, addresses, state, next_at, created_at)
      select company_id, team_id, user_id, 'Sessions', list, view_id, 'day', 'daily', 6, 'csv', array[user_id], '{books@example.com}', 'Active', now() + interval '1 day', now() from saved_view`,
    `insert into scheduled_report_receiver (scheduled_report_id, company_id, user_id, first_at) select scheduled_report_id, company_id, owner_id, now() from scheduled_report`,
    `insert into scheduled_report_receiver (scheduled_report_id, company_id, address, stopped_at) select scheduled_report_id, company_id, 'books@example.com', now() from scheduled_report`,
    `insert into bulk_action (company_id, team_id, user_id, request_key, kind, parameters, total, created_at) values (${COMPANY}, ${team}, ${user}, 'k', 'ChargingSite', '{"chargingSiteId": ${site}}', 1, now())`,
    `insert into bulk_action_item (bulk_action_id, item_no, chargepoint_pk, chargepoint_id, state, attempt, ended_at) select bulk_action_id, 1, ${charger}, 'X', 'Done', 1, now() from bulk_action`,
    `insert into outside_limit (chargepoint_pk, evse_id, source, since, told_at, is_grid_critical, schedules) values (${charger}, 0, 'EMS', now(), now(), true, '[]')`,
    `insert into station_event (chargepoint_pk, event_id, at, told_at, received_at, trigger, notification, severity, component, component_instance, evse_id, connector_id, variable, variable_instance, actual_value, is_over) values (${charger}, 1, now(), now(), now(), 'Alerting', 'CustomMonitor', 3, 'Connector', '', 1, 1, 'Problem', '', 'true', false)`,
    `insert into charger_config (chargepoint_pk, key, spelling, value, is_readonly, read_at) values (${charger}, 'heartbeatinterval', 'HeartbeatInterval', '300', false, now())`,
    `insert into charger_config_read (chargepoint_pk, read_at) values (${charger}, now())`,
    `insert into charger_day (chargepoint_pk, day, connects, boots, refused, odd) values (${charger}, current_date, 1, 1, 0, 0)`,
    `insert into charger_next_key (chargepoint_pk, key_hash, state, at) values (${charger}, 'h', 'sent', now())`,
    `insert into charger_file (chargepoint_pk, task_id, kind, token_hash, asked_at, open_until, stored_name, file_name, bytes, received_at) values (${charger}, 'task-f', 'diagnostics', 'th', now(), now(), 'chargers/log-1', 'log.txt', 5, now())`,
    `insert into odd_value (chargepoint_pk, field, value, count, last_at) values (${charger}, 'f', 'v', 1, now())`,
    `insert into charger_trouble (chargepoint_pk, kind, from_at, until_at) values (${charger}, 'silent', now() - interval '1 hour', now())`,
    `insert into charger_differs (chargepoint_pk, at, differs) values (${charger}, now(), 2)`,
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
    `insert into settings_template (company_id, team_id, name, vendor, model, created_by) values (${COMPANY}, ${team}, 'Yard', 'Maker', 'One', ${user})`,
    `insert into settings_template_key select template_id, 'heartbeatinterval', 1, 'HeartbeatInterval', 'Required', '60' from settings_template`,
    `insert into settings_assignment select template_id, ${team}, null::int from settings_template union all select template_id, null, ${charger} from settings_template`,
    `insert into settings_exception (company_id, team_id, chargepoint_pk, key, spelling, reason, created_by, created_at) values (${COMPANY}, ${team}, ${charger}, 'k', 'K', 'Old', ${user}, now())`,
    `insert into commission_document (kind, number, gstin, series, fiscal_year, sequence, payout_no, dated, month, company_id, team_id, supplier_name, supplier_state, recipient_name, recipient_address, recipient_gstin, place_of_supply, sac, lines, is_tax_deducted, is_tax_within, taxable_paise, cgst_paise, sgst_paise, igst_paise, rounding_paise, total_paise)
      select 'invoice', 'TESTPC26/0900001', '24AACCK3955D1ZS', 'TESTPC', '26-27', 900001, payout_no, made_at, month, company_id, team_id, 'Wattdesk Platform Pvt Ltd', '24', 'Bluegrid', '1 Road', '24AAACC1206D1ZM', '24', '998599', '[{"kind": "unit", "paise": 10000, "ratePpm": 180000}]', true, false, 10000, 900, 900, 0, 0, 11800 from payout where company_id = ${COMPANY} order by payout_no limit 1`,
    `insert into voucher (kind, number, gstin, series, fiscal_year, sequence, payment_no, dated, moved_at, made_at, company_id, team_id, supplier_name, supplier_state, place_of_supply, sac, rate_ppm, taxable_paise, cgst_paise, sgst_paise, igst_paise, rounding_paise, total_paise)
      select 'receipt', 'TESTRV26/0900001', '29AACCC6636P1Z1', 'TESTRV', '26-27', 900001, payment_no, captured_at, captured_at, captured_at, company_id, team_id, 'Blue LLP', '29', '29', '998714', 180000, 10000, 900, 900, 0, 0, 11800 from payment where company_id = ${COMPANY} and captured_at is not null order by payment_no limit 1`,
    `insert into invoice_counter (gstin, series, fiscal_year, last) values ('29AACCC6636P1Z1', 'TESTRV', '26-27', 900001)`,
    `insert into invoice_counter (gstin, series, fiscal_year, last) values ('24AACCK3955D1ZS', 'TESTPC', '26-27', 900001)
      on conflict (gstin, series, fiscal_year) do update set last = excluded.last`,
    `insert into team_registration (team_id, since, gstin, legal_name, address) values (${team}, now(), '29AACCC6636P1Z1', 'Blue LLP', '1 Road')`,
    `insert into e_invoice (company_id, team_id, commission_document_id, gstin, type, number, dated, state, irn, ack_no, acked_at, signed_qr, signed_invoice, queued_at)
      select company_id, team_id, document_id, gstin, 'INV', number, dated, 'registered', repeat('a', 64), '112010000011462', dated, 'a.b.c', 'd.e.f', dated from commission_document where company_id = ${COMPANY}`,
    `insert into e_invoice_change (e_invoice_id, at, state, user_id, detail) select e_invoice_id, queued_at, state, ${user}, irn from e_invoice where company_id = ${COMPANY}`,
    `insert into month_closing (company_id, month, event, closed_until, at, user_id) values (${COMPANY}, '2015-01-01', 'closed', '2015-01-31T18:30:00Z', now(), ${user})`,
    `insert into tax_setting (company_id, name, since, value, set_at, set_by) values (${COMPANY}, 'rfidInvoices', '2026-12-01', 'false', now(), ${user})`,
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
    // A session that runs.
    `insert into transaction select (jsonb_populate_record(t, jsonb_build_object('transaction_id', nextval('transaction_id_seq'),
      'stopped_at', null, 'stop_received_at', null, 'meter_stop_wh', null, 'stop_reason', null, 'stop_id_tag', null, 'energy_wh', 0,
      'charged_paise', 0, 'paid_paise', 0, 'started_at', now() - interval '20 minutes', 'start_received_at', now() - interval '20 minutes',
      'start_told_at', null, 'stop_told_at', null, 'meter_start_wh', 30000000, 'in_review', false, 'status', null))).*
      from transaction t where chargepoint_id = 'BLU-DEL-01' and payment_type = 'RFID' and ocpp_tag_pk is not null order by 1 limit 1`,
    `insert into transaction_live (transaction_id, current_wh, charged_paise, metered_at) select max(transaction_id), 30000000, 0, now() from transaction`,
    `insert into station_transaction (chargepoint_pk, station_transaction_id, transaction_id, connector_id, first_at, seen) select chargepoint_pk, 'of the station', transaction_id, 1, now(), '{[0,3],[5,6]}' from transaction where transaction_id = ${session}`,
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
