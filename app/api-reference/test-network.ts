// The demo network with a row of everything, and the addresses of its records, for tests that make every call.
import type { AnyEndpoint } from '@wattdesk/wire/endpoint'
import { sql } from 'kysely'
import { expect } from 'vitest'
import { stopKey as reportStopKey } from '#desk/scheduled-reports/report-stop.rules.ts'
import { stopKey } from '#operations/telling/stop.rules.ts'
import { apiKeyBody } from '#people/api-keys/test-api-key.ts'
import { makeDelivery, webhookBody } from '#people/webhooks/test-webhook.ts'
import { signIn } from '../test-company-shown.ts'
import { addRest, COMPANY, startOld } from '../test-company-side.ts'
import { operationOf } from './test-examples.ts'

type Old = Awaited<ReturnType<typeof startOld>>
type Ids = Readonly<Record<string, string>>
/** The day so many days from today. */
export const dayFromNow = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10)
/** The month before this one, which is over. */
export const month = () => {
  const first = new Date(`${dayFromNow(0).slice(0, 7)}-01T00:00:00Z`)
  return new Date(first.getTime() - 86_400_000).toISOString().slice(0, 7)
}

/** Starts it; `ids`: a record of each kind, by the name of its parameter. */
export async function startNetwork(): Promise<{ old: Old; ids: Ids }> {
  const old = await startOld()
  await addRest(old)
  await addRows(old)
  const { rows } = await sql<Record<string, string>>`select
      (select min(chargepoint_pk) from charger where company_id = ${COMPANY})::text as charger,
      (select chargepoint_id from charger where company_id = ${COMPANY} order by chargepoint_pk limit 1) as identity,
      (select transaction_id from transaction where company_id = ${COMPANY} and payment_id is not null and stopped_at is not null order by started_at limit 1)::text as session,
      (select min(ocpp_tag_pk) from ocpp_tag where company_id = ${COMPANY} and kind = 'rfid' and deleted_at is null)::text as tag,
      (select min(id) from driver where company_id = ${COMPANY})::text as driver,
      (select min(price_group_id) from price_group where company_id = ${COMPANY})::text as "priceGroupId",
      (select min(zone_id) from charging_site where company_id = ${COMPANY})::text as "zoneId",
      (select payout_id from payout where company_id = ${COMPANY} order by payout_no limit 1) as "payoutId",
      (select min(transaction_id) from refund where company_id = ${COMPANY})::text as refund,
      (select min(payment_id) from payment where company_id = ${COMPANY}) as "paymentId",
      (select min(alert_rule_id) from alert_rule where company_id = ${COMPANY})::text as "alertRuleId",
      (select min(alert_id) from alert where company_id = ${COMPANY})::text as "alertId",
      (select min(maintenance_id) from maintenance_window where company_id = ${COMPANY})::text as "maintenanceId",
      (select min(firmware_id) from firmware where company_id = ${COMPANY})::text as "firmwareId",
      (select min(campaign_id) from firmware_campaign where company_id = ${COMPANY})::text as "campaignId",
      (select min(template_id) from settings_template where company_id = ${COMPANY})::text as "templateId",
      (select min(charging_profile_pk) from charging_profile where company_id = ${COMPANY})::text as profile,
      (select min(vehicle_id) from vehicle where company_id = ${COMPANY})::text as "vehicleId",
      (select min(id) from role where company_id = ${COMPANY})::text as "roleId",
      (select min(id) from app_user where company_id = ${COMPANY})::text as user,
      (select min(review_id) from (select id as review_id from session_review where company_id = ${COMPANY} and decided_at is null) r)::text as review,
      (select min(bulk_action_id) from bulk_action where company_id = ${COMPANY})::text as bulk,
      (select min(scheduled_report_id) from scheduled_report where company_id = ${COMPANY})::text as "scheduledReportId",
      (select min(ticket_id) from service_request where company_id = ${COMPANY})::text as "ticketId",
      (select min(document_id) from commission_document where company_id = ${COMPANY})::text as "documentId",
      (select min(voucher_id) from voucher where company_id = ${COMPANY})::text as "voucherId",
      (select min(e_invoice_id) from e_invoice where company_id = ${COMPANY})::text as "eInvoiceId",
      (select min(account_id) from account where company_id = ${COMPANY})::text as "accountId",
      (select p.public_id from pay_session p join transaction t using (transaction_id)
        where t.stopped_at is not null and t.charged_paise > 0 order by p.pay_session_id limit 1) as "sessionId",
      (select min(api_key_id) from api_key where company_id = ${COMPANY})::text as "apiKeyId",
      (select min(webhook_id) from webhook where company_id = ${COMPANY})::text as "webhookId",
      (select min(webhook_delivery_id) from webhook_delivery where company_id = ${COMPANY})::text as "deliveryId",
      (select min(charger_test_id) from charger_test where company_id = ${COMPANY})::text as "testId",
      (select min(network_import_id) from network_import where company_id = ${COMPANY})::text as import,
      'task-t' as "taskId"`.execute(old.db)
  return { old, ids: rows[0] ?? {} }
}
/** Records that neither the demo network nor `addRest` has. */
async function addRows(old: Old): Promise<void> {
  const { db, app } = old
  await sql`with f as (insert into firmware (company_id, team_id, version, vendor, model, source, location, sha256)
      values (${COMPANY}, ${COMPANY}, '2.0', 'Maker', 'One', 'Address', 'https://files.example/fw', ${'ab'.repeat(32)})
      returning firmware_id),
    m as (insert into firmware_campaign (company_id, team_id, name, firmware_id, state, wave_percent, time_zone, at_once,
        stop_percent, waits_for_sessions, retries, step_minutes, give_up_hours)
      select ${COMPANY}, ${COMPANY}, 'Winter', firmware_id, 'Done', 100, 'Asia/Kolkata', 1, 50, true, 0, 60, 24 from f
      returning campaign_id)
    insert into firmware_campaign_charger (campaign_id, chargepoint_pk, chargepoint_id, wave, place, state_at, is_open)
    select m.campaign_id, c.chargepoint_pk, c.chargepoint_id, 1, 1, now(), false from m, charger c
    where c.company_id = ${COMPANY}`.execute(db)
  await sql`insert into alert (alert_rule_id, company_id, team_id, kind, severity, subject, subject_name, since, opened_at, last_at)
    select alert_rule_id, company_id, team_id, kind, 'Major', 'charger 1', 'One', now(), now(), now() from alert_rule
    where company_id = ${COMPANY} limit 1`.execute(db)
  await sql`insert into session_review (company_id, team_id, chargepoint_pk, connector_id, reason, detail)
    select company_id, team_id, chargepoint_pk, 1, 'unknown transaction', '{"meterStop":5}' from charger
    where company_id = ${COMPANY} limit 1`.execute(db)
  await sql`with t as (insert into charger_test (company_id, team_id, name, token, security_profile, is_encrypted, created_by,
      created_at, ends_at) values (${COMPANY}, ${COMPANY}, 'Maker One', ${'ab'.repeat(16)}, 0, true, 'bluegrid.admin', now(),
      now() + interval '1 hour') returning charger_test_id)
    insert into charger_test_line (charger_test_id, at, kind, message)
    select charger_test_id, now(), 'note', '{"note":"ended","text":"Ended by bluegrid.admin"}' from t`.execute(db)
  const { authorization } = await signIn(old, 'bluegrid.admin')
  const made = [
    await app.inject({
      method: 'POST',
      url: `/cms/v1/team/${COMPANY}/api-keys`,
      headers: { authorization },
      payload: apiKeyBody(),
    }),
    await app.inject({
      method: 'POST',
      url: `/cms/v1/team/${COMPANY}/network-imports?kind=tags&file_name=tags.csv`,
      headers: { authorization, 'content-type': 'application/octet-stream' },
      payload: 'RFID Tag,Expiry Date\nVOLT-1,never\n',
    }),
  ]
  for (const r of made) expect(r.statusCode, r.body).toBe(201)
  const webhook = await app.inject({
    method: 'POST',
    url: `/cms/v1/team/${COMPANY}/webhooks`,
    headers: { authorization },
    payload: webhookBody(),
  })
  expect(webhook.statusCode, webhook.body).toBe(201)
  await makeDelivery(db, webhook.json().data.webhook_id)
}

/** Which record a number in a path means, by the part of the path before it. */
const RECORDS: Readonly<Record<string, string>> = {
  charger: 'charger',
  transaction: 'session',
  tag: 'tag',
  customer: 'driver',
  'customer-wallet': 'driver',
  user: 'user',
  refund: 'refund',
  review: 'review',
  'charging-profile': 'profile',
  'bulk-action': 'bulk',
  status: 'paymentId',
  'network-import': 'import',
}
const FIXED: Readonly<Record<string, string>> = {
  statName: 'totalEnergy',
  feature: 'Tag',
  connectorId: '1',
  x: '1',
  kind: 'payment',
  quarter: '2026-07',
}
function parameterOf(ids: Ids, path: string, name: string): string | undefined {
  if (name === 'teamId' || path.includes(`/company/{${name}}`)) return String(COMPANY)
  if (name === 'year') return month().slice(0, 4)
  if (name === 'month') return month().slice(5)
  if (name === 'recordId') return ids.tag
  if (path.includes('/remoteop/')) return ids.identity
  if (/^(chargepointId|chargepoint_id|stationId|chargerId)$/.test(name)) return ids.identity
  if (name === 'chargepointPk') return ids.charger
  const before = new RegExp(`([\\w-]+)/\\{${name}\\}`).exec(path)?.[1] ?? ''
  return FIXED[name] ?? ids[name] ?? ids[RECORDS[before] ?? '']
}
const at = (days: number) => `${dayFromNow(days)}T00:00:00Z`
/** The query of the link of a mail. */
const link = (seal: Old['services']['seal'], of: string, keyOf: typeof stopKey) =>
  `${new URLSearchParams({ of, key: keyOf(seal, of) })}`
type Query = (ids: Ids, seal: Old['services']['seal']) => string
/** The query of an operation that needs one. */
const QUERIES: Readonly<Record<string, Query>> = {
  getMapChargerDetails: ids => `keys=${ids.charger}`,
  getTimeline: () => `from=${at(-2)}&to=${at(0)}`,
  getTimelineSessions: () => `from=${at(-2)}&to=${at(0)}`,
  getTimelineChanges: () => `from=${at(-2)}&to=${at(0)}`,
  listChargerLogInterval: () =>
    `startDate=${dayFromNow(-1)}&startTime=00:00:00&endDate=${dayFromNow(0)}&endTime=00:00:00`,
  listLedgerAccounts: () => 'kind=owner',
  listStatistics: () => `start=${at(-7)}&end=${at(0)}`,
  getStatistic: () => `start=${at(-7)}&end=${at(0)}`,
  getDashboardGraph: () => `start=${dayFromNow(-7)}&end=${dayFromNow(0)}`,
  listReportRows: () => `startDate=${dayFromNow(-30)} 00:00:00&endDate=${dayFromNow(0)} 00:00:00`,
  listReportChargers: () => 'limit=10',
  listTeamChoices: () => 'right=Team.view',
  getAlertMailStop: (_, seal) => link(seal, `company-${COMPANY}-guard@example.com`, stopKey),
  getReportMailStop: (ids, seal) => link(seal, `${ids.scheduledReportId}-address-books@example.com`, reportStopKey),
  listSavedViews: () => 'list=transactions',
  searchPlaces: () => 'q=Mumbai',
  findAddress: () => 'lat=19.07&lng=72.87',
  getMonthEnd: () => `month=${month()}`,
  listDeliveries: () => `month=${month()}`,
  getProviderBooks: () => `month=${month()}`,
  listSalesRegister: () => `month=${month()}`,
  getSalesRegisterSummary: () => `month=${month()}`,
  listPayoutRegister: () => `month=${month()}`,
  listCollectedTaxes: () => `month=${month()}`,
  listVouchers: () => `month=${month()}`,
  getTaxExports: () => `month=${month()}`,
  getCollectionReturn: () => `month=${month()}`,
  getDeductionStatement: () => `month=${month()}`,
  searchTags: () => 'q=a',
  getTransactionScopeNames: ids => `charger=${ids.charger}`,
}

/** The address of a call that reads, with the query that it needs; undefined where the network has no such record. */
export function addressOf(
  { old, ids }: { old: Old; ids: Ids },
  e: AnyEndpoint,
): { path: string; query: string } | undefined {
  const names = [...e.path.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => name)
  if (names.some(name => !parameterOf(ids, e.path, name))) return undefined
  const path = e.path.replaceAll(/\{(\w+)\}/g, (_, name: string) =>
    encodeURIComponent(parameterOf(ids, e.path, name) ?? ''),
  )
  return { path, query: QUERIES[operationOf(e)]?.(ids, old.services.seal).replaceAll(' ', '%20') ?? '' }
}
