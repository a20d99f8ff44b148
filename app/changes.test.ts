// Every call that changes something, against an audit log that cannot be written: the call fails and nothing at all has
// changed (D-GEN-15). With the log in order, each leaves its entries with what was before and what is after, money marked,
// and no fault in the product's own log. A new changing endpoint without a row here fails.

import { randomUUID } from 'node:crypto'
import { existsSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { serializerCompiler, validatorCompiler } from '@fastify/type-provider-zod'
import { endpoint } from '@wattdesk/wire/endpoint'
import { fail, route } from '@wattdesk/wire/route'
import Fastify from 'fastify'
import { sql } from 'kysely'
import { pino } from 'pino'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { z } from 'zod'
import { leftFile } from '#control/charger-files/test-charger-file.ts'
import { newChargerTest } from '#control/charger-tests/test-charger-test.ts'
import { templateBody } from '#control/settings-templates/test-settings.ts'
import { stopKey as reportStopKey } from '#desk/scheduled-reports/report-stop.rules.ts'
import { reportBody } from '#desk/scheduled-reports/test-reports.ts'
import { decideOverdue } from '#desk/session-reviews/session-review.commands.ts'
import { addTransactions } from '#desk/transactions/test-transactions.ts'
import { driverBody } from '#drivers/drivers/test-driver.ts'
import { vehicleBody } from '#drivers/vehicles/test-vehicle.ts'
import { registerCharger } from '#fleet/chargers/charger.commands.ts'
import { chargerBody } from '#fleet/chargers/test-charger.ts'
import { fixedBody, variableBody } from '#money/price-groups/test-price-group.ts'
import { addRefund } from '#money/refunds/refund.store.ts'
import { callDue } from '#money/refunds/refund-call.commands.ts'
import { paid, TestProvider } from '#money/refunds/test-refund.ts'
import { PNG } from '#office/uploads/test-files.ts'
import { campaignBody, firmwareBody } from '#operations/firmware/test-firmware.ts'
import { stopKey } from '#operations/telling/stop.rules.ts'
import { apiKeyBody } from '#people/api-keys/test-api-key.ts'
import { codeAt, mailedCode, ticketOf } from '#people/second-factor/test-factors.ts'
import { encodePassword } from '#people/sign-in/sign-in.rules.ts'
import { setUp } from '#people/single-sign-on/test-single-sign-on.ts'
import { account, teamBody } from '#people/teams/test-team.ts'
import { makeDelivery, webhookBody } from '#people/webhooks/test-webhook.ts'
import { act } from '#platform/audit/act.ts'
import { auditCalls, NO_ENTRY } from '#platform/audit/audit-calls.ts'
import { write, writeMany } from '#platform/audit/audit-log.ts'
import { folderFiles } from '#platform/files/files.ts'
import { sendDue } from '#settlement/e-invoices/e-invoice-send.commands.ts'
import { standInCredentials } from '#settlement/e-invoices/portal-of.commands.ts'
import { billedFor, CHENNAI, keptOf, SUPPLIER, switchOn } from '#settlement/e-invoices/test-e-invoice.ts'
import { writeInvoicesOf } from '#settlement/invoices/invoice.commands.ts'
import { newCharger, newTeam, saveFinance } from '#settlement/payouts/test-payout.ts'
import { PASSWORD, type Person, startApp, type TestApp } from '#testing/app.ts'
import { checkExample, keepExamples } from './api-reference/test-examples.ts'

/** A call of a case: what is asked by whom. */
type Asked = { url: string; payload?: object; who?: Person }
type Case = {
  ask: () => Asked | Promise<Asked>
  /** The entries it leaves: action and feature, with € where they are kept as money. */
  entries: readonly string[]
}

/** AC-1 as a station of OCPP 2.0.1 with a variable, whose socket has just gone. */
async function asStation(): Promise<void> {
  const { pk } = t.world.chargers.ac
  await sql`update charger_state set connected = true, boot_accepted = true, node = ${t.services.node}
    where chargepoint_pk = ${pk}`.execute(t.db)
  await sql`insert into device_variable (chargepoint_pk, component, component_instance, evse_id, connector_id, variable,
      variable_instance, attribute, value, mutability, persistent, constant, characteristics, device_report_id, seq_no, told_at)
    values (${pk}, 'OCPPCommCtrlr', '', 0, 0, 'HeartbeatInterval', '', 'Actual', '300', 'ReadWrite', true, false,
      '{"dataType": "integer", "unit": "s", "supportsMonitoring": false}', 1, 0, now()) on conflict do nothing`.execute(
    t.db,
  )
}

/** A task of AC-1 for which a station has told a text of a customer; the path of the text. */
async function customerText(): Promise<string> {
  const { pk, id } = t.world.chargers.ac
  const taskId = randomUUID()
  await sql`insert into task (task_id, company_id, team_id, chargepoint_pk, chargepoint_id, operation, parameters, state, response,
      created_at, ended_at)
    select ${taskId}, company_id, team_id, chargepoint_pk, chargepoint_id, 'CustomerInformation',
      '{"idTag": "CARD-1", "what": "Report"}', 'done', 'Accepted', now(), now() from charger where chargepoint_pk = ${pk}`.execute(
    t.db,
  )
  await sql`insert into task_part (task_id, chargepoint_pk, seq_no, is_last, content, bytes, told_at)
    values (${taskId}, ${pk}, 0, true, '"Card CARD-1 in the cache"', 26, now())`.execute(t.db)
  return `remote/operation/charger/${id}/task/${taskId}/customer-information`
}

/** A document of a business that waits for the portal; its number. */
async function eInvoice(): Promise<number> {
  await switchOn(t, t.world.one.companyId, '2020-01-01')
  const [id = 0] = await billedFor(t, CHENNAI)
  await writeInvoicesOf(t.services, id)
  return (await keptOf(t, [id]))[0]?.eInvoiceId ?? 0
}

const FILES = join(tmpdir(), `wattdesk-changes-${process.pid}`)
const faults: string[] = []
let t: TestApp
const made = {} as Record<
  | ('role' | 'user' | 'team' | 'company' | 'ticket' | 'zone' | 'profile' | 'view' | 'bulk' | 'file')
  | ('prices' | 'driver' | 'tag' | 'vehicle' | 'payoutTeam' | 'rule' | 'alert' | 'browser' | 'work' | 'running')
  | (
      | 'firmware'
      | 'campaign'
      | 'draft'
      | 'rolled'
      | 'settings'
      | 'exception'
      | 'report'
      | 'key'
      | 'webhook'
      | 'domain'
      | 'factor'
      | 'registration'
    ),
  number
>
const alertRule = (name: string) => ({ name, kind: 'connector-faulted', severity: 'Major', is_active: true })
const work = (reason: string) => ({
  reason,
  starts_at: new Date(Date.now() + 86_400_000).toISOString(),
  ends_at: new Date(Date.now() + 2 * 86_400_000).toISOString(),
  sets_inoperative: true,
  chargers: [t.world.chargers.ac.pk],
})
let appSecret = ''
/** The end of the set-up of an app. */
async function newApp(who: Person): Promise<Asked> {
  const { secret, ticket } = (await send('POST', { url: '/cms/v1/profile/second-factor/app', who })).json().data
  appSecret = secret
  return {
    url: '/cms/v1/profile/second-factor/app/end',
    payload: { ticket, name: 'Phone', code: codeAt(secret, new Date()) },
  }
}
let transactionId = 0
let reviewId = 0

/** A session that was paid, with its bill. */
async function billedSession() {
  const p = await paid(t, { paidPaise: 50_000, billedPaise: 20_000 })
  const line = { kind: 'energy', label: 'Energy', quantity: 1000, unit: 'Wh', rateUnit: 'kWh', slots: [] }
  Object.assign(line, { ratePaise: 16_949, amountPaise: 16_949 })
  await sql`insert into bill (transaction_id, version, company_id, team_id, billed_at, taxable_paise, cgst_paise, sgst_paise,
      igst_paise, gross_paise, surcharge_paise, gateway_fee_paise, total_paise, commission_percent_paise,
      commission_unit_paise, lines, facts, energy_wh)
    values (${p.transactionId}, 1, ${p.companyId}, ${p.teamId}, now(), 16949, 0, 0, 3051, 20000, 0, 0, 20000, 0, 0,
      ${JSON.stringify([line])}::jsonb, '{}', 1000)`.execute(t.db)
  return p
}
const user = (username: string) => ({ username, firstName: 'Made', lastName: 'One', email: `${username}@example.com` })
const company = (name: string) => ({
  name,
  domain: name,
  provider: { name },
  companyProtocolType: 'ocpp',
  active: 'Y',
  token: 'company-token',
  endpoint: null,
  partyId: null,
  rootUser: `${name}-root`,
  emailId: `${name}@example.com`,
  paymentCurrency: 'INR',
  paymentGatewayId: 1,
  taxPercent: 18,
  transactionPercent: 2,
})
const ticket = (description: string) => ({
  email: 'a@example.com',
  phone: '08023456',
  issueType: 'Others',
  description,
})
const site = (zoneName: string, chargers: string[]) => ({
  zoneName,
  isLoadBalancingReq: 1,
  loadBalancingUnit: 'A',
  loadBalancingValue: 32,
  chargers,
})
const chargingProfile = (description: string) => ({
  charging_profile_id: 7,
  stack_level: 0,
  description,
  charging_profile_purpose: 'TxProfile',
  charging_profile_kind: 'Relative',
  note: 'For a test',
  charging_rate_unit: 'A',
  schedulePeriods: [60, 120].map(start_period => ({ start_period, power_limit: 16 })),
})
const view = { combine: 'AND', conditions: [], q: '', sort: null, columns: [], density: 'compact', pageSize: 10 }
const access = (create: 'Y' | 'N') => [{ featureName: 'Tag', view: 'Y', create, update: 'N', delete: 'N' }]
const cms = (path: string, payload?: object, who?: Person): Asked => ({
  url: `/cms/v1/${path}`,
  ...(payload && { payload }),
  ...(who && { who }),
})
/** The code that lies in the last mail to an address. */
const codeTo = async (address: string) => {
  const { rows } = await sql<{ body: string }>`
    select body from outbox where recipient = ${address} order by outbox_id desc limit 1`.execute(t.db)
  return /code is (\d{6})\b/.exec(rows[0]?.body ?? '')?.[1]
}

/** The link by which an address stops mails, or lets them come again. */
const stopLink = (what: 'stop' | 'start') => {
  const name = `company-${t.world.one.companyId}-guard@example.com`
  return `/public/v1/alert-mails/${what}?${new URLSearchParams({ of: name, key: stopKey(t.services.seal, name) })}`
}
/** The link by which an address stops a report, or lets it come again. */
const reportStopLink = (what: 'stop' | 'start') => {
  const name = `${made.report}-address-books@volt.example`
  return `/public/v1/report-mails/${what}?${new URLSearchParams({ of: name, key: reportStopKey(t.services.seal, name) })}`
}

/** In the order they are made: what comes later may use what came before. A text is why a call leaves no entry. */
const CASES: Record<string, Case | string> = {
  'POST /public/v1/pay/charger/{chargepoint_id}/{connectorId}/order':
    'drivers are no users: each state of their session is kept in its own history',
  'POST /public/v1/pay/session/{sessionId}/stop': 'the stop of a driver; the task that it makes has its entry',
  'POST /public/v1/pay/session/{sessionId}/language':
    'drivers are no users: the session itself keeps the language that its driver has chosen',
  'POST /public/v1/pay/otp': 'asks for a code and changes no record; the letter stands in the outbox',
  'POST /public/v1/pay/otp/verify': 'uses a code up and changes no record',
  'POST /auth/login': 'a sign-in is kept as such and changes no record: audit.test.ts',
  'POST /auth/second-factor/passkey': 'gives a challenge and changes no record',
  'POST /auth/second-factor/set-up': 'gives a secret and changes no record',
  'POST /auth/passkey/begin': 'gives a challenge and changes no record',
  'POST /auth/passkey': 'a sign-in is kept as such and changes no record: passkeys.test.ts',
  'POST /auth/proof/begin': 'gives a ticket and changes no record',
  'POST /cms/v1/profile/second-factor/app': 'gives a secret and changes no record',
  'POST /cms/v1/profile/second-factor/passkey': 'gives a challenge and changes no record',
  'POST /cms/v1/profile/second-factor/passkey/end': 'the same as of an app, with a passkey: passkeys.test.ts',
  'POST /auth/resetpwdrequest': 'asks for a code and changes no record; the letter stands in the outbox',
  'POST /auth/sso/begin': 'leads to a provider and changes no record',
  'POST /auth/sso/finish': 'uses a ticket up first; what it makes has its entries: single-sign-on.test.ts',
  'POST /auth/sso/prove': 'leads to a provider and changes no record',
  'POST /auth/sso/proven': 'uses a ticket up first; the proof has its entry: single-sign-on.test.ts',
  'POST /cms/v1/roles': {
    ask: () => cms('roles', { roleName: 'Made', access: access('N') }, 'admin'),
    entries: ['create Role'],
  },
  'PUT /cms/v1/role/{roleId}': {
    ask: () => cms(`role/${made.role}`, { roleName: 'Made', access: access('Y') }, 'admin'),
    entries: ['update Role'],
  },
  'PUT /cms/v1/roles': {
    ask: () => cms('roles', { roleId: made.role, roleName: 'Changed', access: access('Y') }, 'admin'),
    entries: ['update Role'],
  },
  'DELETE /cms/v1/role/{roleId}': { ask: () => cms(`role/${made.role}`, undefined, 'admin'), entries: ['delete Role'] },
  'POST /cms/v1/user': { ask: () => cms('user', user('made.user'), 'admin'), entries: ['create Users'] },
  'POST /cms/v1/refund': {
    ask: async () => {
      const { transactionId } = await paid(t, { paidPaise: 50_000, billedPaise: 20_000 })
      return cms('refund', { refundBody: [{ transactionId }] }, 'admin')
    },
    entries: ['refund Refund €'],
  },
  'POST /cms/v1/refund/payment/{paymentId}': {
    ask: async () => {
      const { paymentId, companyId, teamId } = await paid(t, { paidPaise: 50_000 })
      const refund = { paymentId, companyId, teamId, amountPaise: 50_000, cause: 'no session' as const }
      await t.db.transaction().execute(trx => addRefund(trx, { ...refund, at: t.services.now() }))
      const provider = new TestProvider()
      provider.faults = ['refused']
      await callDue(t.services, async () => provider)
      await t.db.updateTable('refund').set({ nextAt: null }).where('paymentId', '=', paymentId).execute()
      return cms(`refund/payment/${paymentId}`, {}, 'admin')
    },
    entries: ['refund Refund €'],
  },
  'POST /cms/v1/team/{teamId}/refused-refund/{refusedRefundId}': {
    ask: async () => {
      const { paymentId, companyId, teamId } = await paid(t, { paidPaise: 50_000 })
      const report = { paymentId, companyId, teamId, amountPaise: 60_000, leftPaise: 50_000 }
      const { refusedRefundId } = await t.db
        .insertInto('refusedRefund')
        .values({ ...report, providerRefundId: `rfnd_${paymentId}`, reportedAt: t.services.now() })
        .returning('refusedRefundId')
        .executeTakeFirstOrThrow()
      return cms(`team/${teamId}/refused-refund/${refusedRefundId}`, {}, 'admin')
    },
    entries: ['update Refund €'],
  },
  'PUT /cms/v1/user/{userId}': {
    ask: () => cms(`user/${made.user}`, { ...user('made.user'), firstName: 'Changed' }, 'admin'),
    entries: ['update Users'],
  },
  'POST /cms/v1/team/{teamId}/users': {
    ask: () => {
      const body = { users: [made.user], roleId: t.world.one.roles.Viewer }
      return cms(`team/${t.world.one.siblingId}/users`, body, 'admin')
    },
    entries: ['add-member Team'],
  },
  'DELETE /cms/v1/team/{teamId}/user/{userId}': {
    ask: () => cms(`team/${t.world.one.siblingId}/user/${made.user}`, undefined, 'admin'),
    entries: ['remove-member Team'],
  },
  'DELETE /cms/v1/user/{id}': { ask: () => cms(`user/${made.user}`, undefined, 'admin'), entries: ['delete Users'] },
  'POST /cms/v1/team': {
    ask: () => cms('team', teamBody({ name: 'Made', settlement_percentage: 40, payoutAccounts: [account()] }), 'admin'),
    entries: ['create Team', 'update Finance €'],
  },
  'PUT /cms/v1/team/{teamId}': {
    ask: () => cms(`team/${made.team}`, teamBody({ name: 'Changed', settlement_percentage: 60 }), 'admin'),
    entries: ['update Team', 'update Finance €'],
  },
  'POST /cms/v1/team/{teamId}/registrations': {
    ask: () => {
      const body = { gstin: '27AAPFU0939F1ZV', legalName: 'Made', address: '1 Road, Pune' }
      return cms(`team/${made.team}/registrations`, body, 'admin')
    },
    entries: ['update Finance €'],
  },
  'POST /cms/v1/team/{teamId}/registrations/{registrationId}/end': {
    ask: () => cms(`team/${made.team}/registrations/${made.registration}/end`, {}, 'admin'),
    entries: ['update Finance €'],
  },
  'DELETE /cms/v1/team/{teamId}': {
    ask: () => cms(`team/${made.team}`, undefined, 'admin'),
    entries: ['delete Team', 'delete Finance €'],
  },
  'POST /cms/v1/company': {
    ask: () => cms('company', company('made'), 'root'),
    entries: ['create Users', 'create Company €', 'update Finance €', 'update Finance €'],
  },
  'PUT /cms/v1/company/{id}': {
    ask: () => cms(`company/${made.company}`, { ...company('made'), taxPercent: 12, token: 'other-token' }, 'root'),
    entries: ['update Company €'],
  },
  // A company with open money keeps its provider.
  'PUT /cms/v1/company/{id}/payment-provider': {
    ask: () => {
      const body = { keyId: 'rzp_test_1', keySecret: 'key-secret', webhookSecret: 'webhook-secret' }
      return cms(`company/${made.company}/payment-provider`, body, 'root')
    },
    entries: ['update Company €'],
  },
  'DELETE /cms/v1/company/{id}/payment-provider': {
    ask: () => cms(`company/${made.company}/payment-provider`, undefined, 'root'),
    entries: ['update Company €'],
  },
  'POST /cms/v1/company/{id}/payment-provider/webhooks': {
    ask: async () => {
      await sql`insert into webhook_event (company_id, event_id, body, received_at, next_at, given_up_at, failure)
        values (${made.company}, 'evt_given_up', 'x', now(), now(), now(), 'The event cannot be read')`.execute(t.db)
      return cms(`company/${made.company}/payment-provider/webhooks`, {}, 'root')
    },
    entries: ['retry Company €'],
  },
  'POST /cms/v1/company/{id}/sign-in/domains': {
    ask: () => cms(`company/${made.company}/sign-in/domains`, { domain: 'made.example' }, 'root'),
    entries: ['add-domain Company'],
  },
  'POST /cms/v1/company/{id}/sign-in/domains/{domainId}/check': {
    ask: () => cms(`company/${made.company}/sign-in/domains/${made.domain}/check`, {}, 'root'),
    entries: ['check-domain Company'],
  },
  'POST /cms/v1/company/{id}/sign-in/domains/{domainId}/approve': {
    ask: () => cms(`company/${made.company}/sign-in/domains/${made.domain}/approve`, {}, 'root'),
    entries: ['prove-domain Company'],
  },
  'POST /cms/v1/company/{id}/sign-in/domains/{domainId}/remove': {
    ask: () => cms(`company/${made.company}/sign-in/domains/${made.domain}/remove`, {}, 'root'),
    entries: ['remove-domain Company'],
  },
  'PUT /cms/v1/company/{id}/sign-in': {
    ask: () => cms(`company/${made.company}/sign-in`, { needsSecondFactor: true, graceDays: 7 }, 'root'),
    entries: ['update Company'],
  },
  'POST /cms/v1/company/{id}/sign-in/test': {
    ask: async () => {
      await setUp(t, 'https://login.example', { companyId: made.company })
      return cms(`company/${made.company}/sign-in/test`, {}, 'root')
    },
    entries: ['test-provider Company'],
  },
  'POST /cms/v1/company/{id}/sign-in/people/{userId}/release': {
    ask: async () => {
      await sql`insert into sign_in_identity (issuer, subject, user_id, company_id, made_at, used_at)
        select 'https://login.example', 'made', id, company_id, now(), now() from app_user where company_id = ${made.company}
        on conflict do nothing`.execute(t.db)
      const { id } = await t.db
        .selectFrom('appUser')
        .select('id')
        .where('companyId', '=', made.company)
        .executeTakeFirstOrThrow()
      return cms(`company/${made.company}/sign-in/people/${id}/release`, {}, 'root')
    },
    entries: ['unlink Users'],
  },
  'DELETE /cms/v1/company/{id}': {
    ask: () => cms(`company/${made.company}`, undefined, 'root'),
    entries: ['delete Company €', 'delete Finance €', 'delete Users', ...Array(4).fill('delete Role')],
  },
  'POST /cms/v1/support': { ask: () => cms('support', ticket('Made'), 'admin'), entries: ['create ServiceRequest'] },
  'PUT /cms/v1/support/{ticketId}': {
    ask: () => cms(`support/${made.ticket}`, { ...ticket('Changed'), status: 'IN_PROGRESS' }, 'admin'),
    entries: ['update ServiceRequest'],
  },
  'POST /cms/v1/team/{teamId}/vehicles': {
    ask: () => cms(`team/${t.world.one.teamId}/vehicles`, vehicleBody('KA 01 CH 1'), 'admin'),
    entries: ['create Vehicle'],
  },
  'PUT /cms/v1/vehicles/{vehicleId}': {
    ask: () => cms(`vehicles/${made.vehicle}`, vehicleBody('KA 01 CH 1', { emi_amount: 100.5 }), 'admin'),
    entries: ['update Vehicle'],
  },
  'POST /cms/v1/customer': {
    ask: () => cms('customer', driverBody(), 'admin'),
    entries: ['create Customers'],
  },
  'PUT /cms/v1/customer/{id}': {
    ask: () => cms(`customer/${made.driver}`, driverBody({ lastName: 'Changed' }), 'admin'),
    entries: ['update Customers'],
  },
  'PATCH /cms/v1/customer/{id}': {
    ask: () => cms(`customer/${made.driver}`, { status: 'N' }, 'admin'),
    entries: ['update Customers'],
  },
  'POST /cms/v1/customer/{id}/tags': {
    ask: async () => {
      const { rows } = await sql<{
        pk: number
      }>`select ocpp_tag_pk as pk from ocpp_tag where id_tag = 'TAG-ONE'`.execute(t.db)
      made.tag = rows[0]?.pk ?? 0
      return cms(`customer/${made.driver}/tags`, { tagIds: [made.tag] }, 'admin')
    },
    entries: ['update Tag', 'add-tags Customers'],
  },
  'DELETE /cms/v1/customer/{id}/tags/{tagId}': {
    ask: () => cms(`customer/${made.driver}/tags/${made.tag}`, undefined, 'admin'),
    entries: ['update Tag', 'remove-tag Customers'],
  },
  'POST /cms/v1/customer/{id}/vehicle/assignVehicle': {
    ask: () => cms(`customer/${made.driver}/vehicle/assignVehicle`, { vehicleId: made.vehicle }, 'admin'),
    entries: ['update Vehicle', 'assign-vehicle Customers'],
  },
  'POST /cms/v1/customer/{id}/vehicle/unassignVehicle': {
    ask: () => cms(`customer/${made.driver}/vehicle/unassignVehicle`, { vehicleId: made.vehicle }, 'admin'),
    entries: ['update Vehicle', 'unassign-vehicle Customers'],
  },
  'POST /cms/v1/root/customer-wallet/{ocppTagId}': {
    ask: async () => {
      const { rows } = await sql<{ pk: number }>`select ocpp_tag_pk as pk from ocpp_tag
        where driver_id = ${made.driver} and kind = 'app'`.execute(t.db)
      const payload = { amount: 250.5, note: 'By hand', lastName: 'Charged' }
      return cms(`root/customer-wallet/${rows[0]?.pk}`, payload, 'admin')
    },
    entries: ['update Customers', 'wallet Customers €'],
  },
  'POST /cms/v1/root/customer/personal-tags/{tagId}': {
    ask: () => cms('root/customer/personal-tags/MADE-BY-HAND', { user: { id: made.driver } }, 'admin'),
    entries: ['create Tag', 'add-tags Customers'],
  },
  'DELETE /cms/v1/root/customer/personal-tags/{tagId}': {
    ask: async () => {
      const { rows } = await sql<{
        pk: number
      }>`select ocpp_tag_pk as pk from ocpp_tag where id_tag = 'MADE-BY-HAND'`.execute(t.db)
      return cms(`root/customer/personal-tags/${rows[0]?.pk}`, { user: { id: made.driver } }, 'admin')
    },
    entries: ['update Tag', 'remove-tag Customers'],
  },
  'POST /cms/v1/root/customer/upi-ids/{upiId}': {
    ask: () => cms('root/customer/upi-ids/made%40upi', { user: { id: made.driver } }, 'admin'),
    entries: ['add-upi-id Customers'],
  },
  'DELETE /cms/v1/root/customer/upi-ids/{upiId}': {
    ask: () => cms('root/customer/upi-ids/made%40upi', { user: { id: made.driver } }, 'admin'),
    entries: ['remove-upi-id Customers'],
  },
  'POST /cms/v1/root/send-notification': {
    ask: async () => {
      await sql`update driver set device_id = 'device-1', is_active = true where id = ${made.driver}`.execute(t.db)
      return cms('root/send-notification', { customers: [{ id: made.driver }], message: 'Hello' }, 'admin')
    },
    entries: ['send-message CMCustomers'],
  },
  'POST /cms/v1/root/message-campaigns': {
    ask: () => cms('root/message-campaigns', { message: 'Hello', domains: [] }, 'admin'),
    entries: ['create-campaign SendMessages'],
  },
  'POST /cms/v1/root/send-bulk-notifications': {
    ask: () => {
      const customers = [{ deviceId: 'device-1', domain: null, firstName: 'Made' }]
      return cms('root/send-bulk-notifications', { customers, message: 'Hello' }, 'admin')
    },
    entries: ['send-messages SendMessages'],
  },
  'POST /cms/v1/team/{teamId}/api-keys': {
    ask: () => cms(`team/${t.world.one.teamId}/api-keys`, apiKeyBody(), 'admin'),
    entries: ['create Integration'],
  },
  'PUT /cms/v1/api-keys/{apiKeyId}': {
    ask: () => cms(`api-keys/${made.key}`, apiKeyBody(), 'admin'),
    entries: ['update Integration'],
  },
  'POST /cms/v1/api-keys/{apiKeyId}/rotation': {
    ask: () => cms(`api-keys/${made.key}/rotation`, { overlap_hours: 1 }, 'admin'),
    entries: ['rotate Integration', 'update Integration'],
  },
  'POST /cms/v1/api-keys/{apiKeyId}/keeper': {
    ask: () => cms(`api-keys/${made.key}/keeper`, {}, 'root'),
    entries: ['keep Integration', 'update Integration'],
  },
  'DELETE /cms/v1/api-keys/{apiKeyId}': {
    ask: () => cms(`api-keys/${made.key}`, undefined, 'admin'),
    entries: ['delete Integration'],
  },
  'POST /cms/v1/team/{teamId}/webhooks': {
    ask: () => cms(`team/${t.world.one.teamId}/webhooks`, webhookBody(), 'admin'),
    entries: ['create Integration'],
  },
  'PUT /cms/v1/webhooks/{webhookId}': {
    ask: () => cms(`webhooks/${made.webhook}`, webhookBody(), 'admin'),
    entries: ['update Integration'],
  },
  'POST /cms/v1/webhooks/{webhookId}/secret': {
    ask: () => cms(`webhooks/${made.webhook}/secret`, { overlap_hours: 1 }, 'admin'),
    entries: ['rotate Integration'],
  },
  'POST /cms/v1/webhooks/{webhookId}/owner': {
    ask: () => cms(`webhooks/${made.webhook}/owner`, {}, 'root'),
    entries: ['take-over Integration', 'update Integration'],
  },
  'POST /cms/v1/webhooks/{webhookId}/test': {
    ask: () => cms(`webhooks/${made.webhook}/test`, {}, 'admin'),
    entries: ['test Integration'],
  },
  'POST /cms/v1/webhooks/{webhookId}/again': {
    ask: async () => {
      await makeDelivery(t.db, made.webhook)
      return cms(`webhooks/${made.webhook}/again`, { since: '2020-01-01T00:00:00Z', onlyGivenUp: false }, 'admin')
    },
    entries: ['send-again Integration'],
  },
  'POST /cms/v1/webhooks/{webhookId}/deliveries/{deliveryId}/again': {
    ask: async () =>
      cms(`webhooks/${made.webhook}/deliveries/${await makeDelivery(t.db, made.webhook)}/again`, {}, 'admin'),
    entries: ['send-again Integration'],
  },
  'DELETE /cms/v1/webhooks/{webhookId}': {
    ask: () => cms(`webhooks/${made.webhook}`, undefined, 'admin'),
    entries: ['delete Integration'],
  },
  'POST /cms/v1/team/{teamId}/alert-rules': {
    ask: () => cms(`team/${t.world.one.teamId}/alert-rules`, alertRule('Faults'), 'admin'),
    entries: ['create Alert'],
  },
  'PUT /cms/v1/alert-rules/{alertRuleId}': {
    ask: () => cms(`alert-rules/${made.rule}`, alertRule('Faults of all'), 'admin'),
    entries: ['update Alert'],
  },
  'POST /cms/v1/alert-rules/{alertRuleId}/test': {
    ask: async () => {
      await sql`update alert_rule set addresses = '{guard@example.com}' where alert_rule_id = ${made.rule}`.execute(
        t.db,
      )
      return cms(`alert-rules/${made.rule}/test`, {}, 'admin')
    },
    entries: ['test Alert'],
  },
  'POST /cms/v1/alert-rules/{alertRuleId}/webhook-secret': {
    ask: () => cms(`alert-rules/${made.rule}/webhook-secret`, {}, 'admin'),
    entries: ['change-secret Alert'],
  },
  'PUT /cms/v1/alert-choices': {
    ask: () => {
      const all = ['mail', 'sms', 'push'].map(channel => ({ channel, least: 'Major', from: null, to: null }))
      return cms('alert-choices', { choices: all }, 'operator')
    },
    entries: ['update AlertChoice'],
  },
  'POST /cms/v1/push-browsers': {
    ask: () =>
      cms(
        'push-browsers',
        {
          name: 'Chrome on Linux',
          endpoint: 'https://push.example/one',
          keys: { p256dh: 'B'.repeat(87), auth: 'a'.repeat(22) },
        },
        'operator',
      ),
    entries: ['create PushBrowser'],
  },
  'DELETE /cms/v1/push-browsers/{id}': {
    ask: () => cms(`push-browsers/${made.browser}`, undefined, 'operator'),
    entries: ['delete PushBrowser'],
  },
  'POST /cms/v1/bell/read': 'what a person has read is no change',
  'POST /public/v1/alert-mails/stop': {
    ask: () => ({ url: stopLink('stop') }),
    entries: ['stop-mails AlertChoice'],
  },
  'POST /public/v1/alert-mails/start': {
    ask: () => ({ url: stopLink('start') }),
    entries: ['start-mails AlertChoice'],
  },
  'POST /public/v1/alert-mails/one-click': 'the same as /stop, with a form: telling.test.ts',
  'POST /cms/v1/team/{teamId}/scheduled-reports': {
    ask: () => cms(`team/${t.world.one.teamId}/scheduled-reports`, reportBody(), 'operator'),
    entries: ['create ScheduledReport'],
  },
  'PUT /cms/v1/scheduled-reports/{scheduledReportId}': {
    ask: () => cms(`scheduled-reports/${made.report}`, reportBody({ hour: 7 }), 'operator'),
    entries: ['update ScheduledReport'],
  },
  'POST /cms/v1/scheduled-reports/{scheduledReportId}/test': {
    ask: () => cms(`scheduled-reports/${made.report}/test`, {}, 'operator'),
    entries: ['test ScheduledReport'],
  },
  'POST /public/v1/report-mails/stop': {
    ask: () => ({ url: reportStopLink('stop') }),
    entries: ['stop-receiver ScheduledReport'],
  },
  'POST /public/v1/report-mails/start': {
    ask: () => ({ url: reportStopLink('start') }),
    entries: ['start-receiver ScheduledReport'],
  },
  'POST /public/v1/report-mails/one-click': 'the same as /stop, with a form: report-send.test.ts',
  'POST /cms/v1/scheduled-reports/{scheduledReportId}/pause': {
    ask: () => cms(`scheduled-reports/${made.report}/pause`, {}, 'operator'),
    entries: ['pause ScheduledReport'],
  },
  'POST /cms/v1/scheduled-reports/{scheduledReportId}/resume': {
    ask: () => cms(`scheduled-reports/${made.report}/resume`, {}, 'operator'),
    entries: ['resume ScheduledReport'],
  },
  'POST /cms/v1/scheduled-reports/{scheduledReportId}/take-over': {
    ask: () => cms(`scheduled-reports/${made.report}/take-over`, {}, 'admin'),
    entries: ['take-over ScheduledReport'],
  },
  'DELETE /cms/v1/scheduled-reports/{scheduledReportId}': {
    ask: () => cms(`scheduled-reports/${made.report}`, undefined, 'admin'),
    entries: ['delete ScheduledReport'],
  },
  'POST /cms/v1/team/{teamId}/alerts/acknowledge': {
    ask: () => cms(`team/${t.world.one.teamId}/alerts/acknowledge`, { ids: [made.alert] }, 'admin'),
    entries: ['update Alert'],
  },
  'POST /cms/v1/team/{teamId}/alerts/assign': {
    ask: () =>
      cms(`team/${t.world.one.teamId}/alerts/assign`, { ids: [made.alert], userId: t.world.userIds.operator }, 'admin'),
    entries: ['update Alert'],
  },
  'POST /cms/v1/team/{teamId}/alerts/comment': {
    ask: () => cms(`team/${t.world.one.teamId}/alerts/comment`, { ids: [made.alert], note: 'Seen' }, 'admin'),
    entries: ['comment Alert'],
  },
  'POST /cms/v1/team/{teamId}/alerts/close': {
    ask: () => cms(`team/${t.world.one.teamId}/alerts/close`, { ids: [made.alert], note: 'Known' }, 'admin'),
    entries: ['update Alert'],
  },
  'DELETE /cms/v1/alert-rules/{alertRuleId}': {
    ask: () => cms(`alert-rules/${made.rule}`, undefined, 'admin'),
    entries: ['delete Alert'],
  },
  'POST /cms/v1/team/{teamId}/maintenance': {
    ask: () => cms(`team/${t.world.one.teamId}/maintenance`, work('Cables'), 'admin'),
    entries: ['create ChargerPoint'],
  },
  'PUT /cms/v1/maintenance/{maintenanceId}': {
    ask: () => cms(`maintenance/${made.work}`, work('Longer cables'), 'admin'),
    entries: ['update ChargerPoint'],
  },
  'POST /cms/v1/maintenance/{maintenanceId}/cancel': {
    ask: () => cms(`maintenance/${made.work}/cancel`, undefined, 'admin'),
    entries: ['update ChargerPoint'],
  },
  'POST /cms/v1/maintenance/{maintenanceId}/tell-again': {
    ask: () => cms(`maintenance/${made.running}/tell-again`, undefined, 'admin'),
    entries: ['tell-again ChargerPoint'],
  },
  'POST /cms/v1/maintenance/{maintenanceId}/end': {
    ask: () => cms(`maintenance/${made.running}/end`, undefined, 'admin'),
    entries: ['update ChargerPoint'],
  },
  'POST /cms/v1/maintenance/{maintenanceId}/correct': {
    ask: () => {
      const at = (hours: number) => new Date(Date.now() + hours * 3_600_000).toISOString()
      return cms(`maintenance/${made.running}/correct`, { starts_at: at(-2), ends_at: at(-1) }, 'admin')
    },
    entries: ['update ChargerPoint'],
  },
  'POST /cms/v1/team/{teamId}/firmware-uploads': {
    ask: () => cms(`team/${t.world.one.teamId}/firmware-uploads?name=fw.bin`, { bytes: 'of the file' }, 'admin'),
    entries: ['upload Campaign'],
  },
  'POST /cms/v1/team/{teamId}/firmware': {
    ask: () => cms(`team/${t.world.one.teamId}/firmware`, firmwareBody('2.0'), 'admin'),
    entries: ['create Campaign'],
  },
  'PUT /cms/v1/firmware/{firmwareId}': {
    ask: () => cms(`firmware/${made.firmware}`, firmwareBody('2.1'), 'admin'),
    entries: ['update Campaign'],
  },
  'POST /cms/v1/team/{teamId}/campaigns': {
    ask: () => cms(`team/${t.world.one.teamId}/campaigns`, campaignBody(made.firmware ?? 0), 'admin'),
    entries: ['create Campaign'],
  },
  'PUT /cms/v1/campaigns/{campaignId}': {
    ask: () => cms(`campaigns/${made.campaign}`, campaignBody(made.firmware ?? 0, { name: 'Summer' }), 'admin'),
    entries: ['update Campaign'],
  },
  'POST /cms/v1/campaigns/{campaignId}/start': {
    ask: async () => {
      const { rows } = await sql<{
        n: number
      }>`select count(*) as n from charger c join charger_state s using (chargepoint_pk)
        where c.team_id = ${t.world.one.teamId} and c.deleted_at is null and s.model = 'One'`.execute(t.db)
      return cms(`campaigns/${made.campaign}/start`, { confirmed: rows[0]?.n ?? 0 }, 'admin')
    },
    entries: ['update Campaign'],
  },
  'POST /cms/v1/campaigns/{campaignId}/pause': {
    ask: () => cms(`campaigns/${made.campaign}/pause`, {}, 'admin'),
    entries: ['update Campaign'],
  },
  'POST /cms/v1/campaigns/{campaignId}/resume': {
    ask: () => cms(`campaigns/${made.campaign}/resume`, {}, 'admin'),
    entries: ['update Campaign'],
  },
  'POST /cms/v1/campaigns/{campaignId}/cancel': {
    ask: () => cms(`campaigns/${made.campaign}/cancel`, {}, 'admin'),
    entries: ['update Campaign'],
  },
  'POST /cms/v1/campaigns/{campaignId}/roll-back': {
    ask: () => cms(`campaigns/${made.rolled}/roll-back`, {}, 'admin'),
    // The new campaign, and that the one before was rolled back.
    entries: ['create Campaign', 'update Campaign'],
  },
  'DELETE /cms/v1/campaigns/{campaignId}': {
    ask: () => cms(`campaigns/${made.draft}`, undefined, 'admin'),
    entries: ['delete Campaign'],
  },
  'POST /cms/v1/team/{teamId}/settings-templates': {
    ask: () => cms(`team/${t.world.one.teamId}/settings-templates`, templateBody('Yard'), 'admin'),
    entries: ['create Campaign'],
  },
  'PUT /cms/v1/settings-templates/{templateId}': {
    ask: () =>
      cms(`settings-templates/${made.settings}`, templateBody('Works', { teams: [t.world.one.teamId] }), 'admin'),
    entries: ['update Campaign'],
  },
  'POST /cms/v1/team/{teamId}/first-steps/end': {
    ask: async () => {
      const { companyId } = t.world.one
      await sql`update company set first_steps = 'open' where company_id = ${companyId}`.execute(t.db)
      return cms(`team/${companyId}/first-steps/end`, { how: 'skipped' }, 'admin')
    },
    entries: ['update Company'],
  },
  'POST /cms/v1/team/{teamId}/tax/settings': {
    ask: () =>
      cms(
        `team/${t.world.one.companyId}/tax/settings`,
        {
          name: 'rfidInvoices',
          since: `${new Date(Date.now() + 400 * 86_400_000).getUTCFullYear()}-04-01`,
          value: true,
          lastId: 0,
        },
        'admin',
      ),
    entries: ['update Finance €'],
  },
  'POST /cms/v1/team/{teamId}/settings-exceptions': {
    ask: () =>
      cms(
        `team/${t.world.one.teamId}/settings-exceptions`,
        { chargepoint_pk: t.world.chargers.dc.pk, key: 'BlinkRepeat', reason: 'Old lamp' },
        'admin',
      ),
    entries: ['create Campaign'],
  },
  'DELETE /cms/v1/settings-exceptions/{exceptionId}': {
    ask: () => cms(`settings-exceptions/${made.exception}`, undefined, 'admin'),
    entries: ['delete Campaign'],
  },
  'DELETE /cms/v1/settings-templates/{templateId}': {
    ask: () => cms(`settings-templates/${made.settings}`, undefined, 'admin'),
    entries: ['delete Campaign'],
  },
  'DELETE /cms/v1/firmware/{firmwareId}': {
    ask: () => cms(`firmware/${made.firmware}`, undefined, 'admin'),
    entries: ['delete Campaign'],
  },
  'DELETE /cms/v1/vehicles/{vehicleId}': {
    ask: () => cms(`vehicles/${made.vehicle}`, undefined, 'admin'),
    entries: ['delete Vehicle'],
  },
  'POST /cms/v1/charging-profile': {
    ask: () => cms('charging-profile', chargingProfile('Made'), 'admin'),
    entries: ['create ChargingProfile'],
  },
  'PUT /cms/v1/charging-profile/{id}': {
    ask: () => cms(`charging-profile/${made.profile}`, chargingProfile('Changed'), 'admin'),
    entries: ['update ChargingProfile'],
  },
  'DELETE /cms/v1/charging-profile/{id}/schedule_periods/{periodId}': {
    ask: async () => {
      const { rows } = await sql<{ pk: number }>`select min(schedule_period_pk) as pk from charging_schedule_period
        where charging_profile_pk = ${made.profile}`.execute(t.db)
      return cms(`charging-profile/${made.profile}/schedule_periods/${rows[0]?.pk}`, undefined, 'admin')
    },
    entries: ['update ChargingProfile'],
  },
  'DELETE /cms/v1/charging-profile/{id}': {
    ask: () => cms(`charging-profile/${made.profile}`, undefined, 'admin'),
    entries: ['delete ChargingProfile'],
  },
  'POST /cms/v1/pricegroup': {
    ask: () => cms('pricegroup', fixedBody(), 'admin'),
    entries: ['create PriceGroup €'],
  },
  'PUT /cms/v1/pricegroup/{priceGroupId}': {
    ask: () => cms(`pricegroup/${made.prices}`, variableBody(), 'admin'),
    entries: ['update PriceGroup €'],
  },
  'DELETE /cms/v1/pricegroup/{priceGroupId}': {
    ask: () => cms(`pricegroup/${made.prices}`, undefined, 'admin'),
    entries: ['delete PriceGroup €'],
  },
  'POST /cms/v1/team/{teamId}/tags': {
    ask: () => cms(`team/${t.world.one.teamId}/tags`, { tag: 'MADE', balance_amount: 100.5 }, 'operator'),
    entries: ['create Tag €'],
  },
  'POST /cms/v1/team/{teamId}/tags/import': {
    ask: () =>
      cms(`team/${t.world.one.teamId}/tags/import`, { csv: 'RFID Tag,Balance Amount\nMANY-1,5\nMANY-2,' }, 'operator'),
    entries: ['create Tag €', 'create Tag'],
  },
  'PUT /cms/v1/tag/{id}': {
    ask: () => cms(`tag/${made.tag}`, { tag: 'MADE', note: 'Changed' }, 'operator'),
    entries: ['update Tag'],
  },
  'POST /cms/v1/tag/{id}/chargers': {
    ask: () => cms(`tag/${made.tag}/chargers`, { chargerIds: ['DC-1'] }, 'operator'),
    entries: ['update Tag'],
  },
  'DELETE /cms/v1/tag/{id}/chargers/{chargerId}': {
    ask: () => cms(`tag/${made.tag}/chargers/DC-1`, undefined, 'operator'),
    entries: ['update Tag'],
  },
  'DELETE /cms/v1/tag/{id}': {
    ask: async () => {
      // Its balance is spent.
      await sql`update account set balance_paise = 0 where kind = 'card' and ref = ${made.tag}`.execute(t.db)
      return cms(`tag/${made.tag}`, undefined, 'admin')
    },
    entries: ['delete Tag'],
  },
  'POST /cms/v1/team/{teamId}/views': {
    ask: () => cms(`team/${t.world.one.teamId}/views`, { list: 'chargers', name: 'Made', content: view }, 'viewer'),
    entries: ['create SavedView'],
  },
  'PUT /cms/v1/team/{teamId}/views/default': {
    ask: () => cms(`team/${t.world.one.teamId}/views/default`, { list: 'chargers', viewId: made.view }, 'viewer'),
    entries: ['choose default SavedView'],
  },
  'PUT /cms/v1/team/{teamId}/views/{id}': {
    ask: () => cms(`team/${t.world.one.teamId}/views/${made.view}`, { name: 'Changed' }, 'viewer'),
    entries: ['update SavedView'],
  },
  'DELETE /cms/v1/team/{teamId}/views/{id}': {
    ask: () => cms(`team/${t.world.one.teamId}/views/${made.view}`, undefined, 'viewer'),
    entries: ['delete SavedView'],
  },
  'POST /cms/v1/util/image-upload': {
    ask: () => cms('util/image-upload', { image: PNG.toString('base64') }, 'viewer'),
    entries: ['upload Session'],
  },
  'PUT /cms/v1/user': {
    ask: () => {
      const address = { street: 'Test Road', country: 'IN' }
      return cms('user', { firstName: 'Own', lastName: 'Name', email: 'viewer@example.com', address }, 'viewer')
    },
    entries: ['update Users'],
  },
  'POST /cms/v1/team/{teamId}/teamPayout/{year}/{month}': {
    ask: () => cms(`team/${made.payoutTeam}/teamPayout/2025/08`, {}, 'admin'),
    entries: ['create Finance €'],
  },
  'POST /cms/v1/team/{teamId}/tax/e-invoice/{eInvoiceId}/register': {
    ask: async () => {
      const id = await eInvoice()
      await sql`update e_invoice set state = 'failed', next_at = null where e_invoice_id = ${id}`.execute(t.db)
      return cms(`team/${t.world.one.companyId}/tax/e-invoice/${id}/register`, { buyerPin: '600001' }, 'admin')
    },
    entries: ['register Finance €'],
  },
  'POST /cms/v1/team/{teamId}/tax/e-invoice/{eInvoiceId}/cancel': {
    ask: async () => {
      const id = await eInvoice()
      await sendDue(t.services, { only: id })
      const body = { reason: '2', remark: 'Wrong address' }
      return cms(`team/${t.world.one.companyId}/tax/e-invoice/${id}/cancel`, body, 'admin')
    },
    entries: ['cancel Finance €'],
  },
  'PUT /cms/v1/team/{teamId}/tax/e-invoice-accounts': {
    ask: async () => {
      t.services.irp = (await t.app.irpStandIn()).place
      return cms(
        `team/${t.world.one.companyId}/tax/e-invoice-accounts`,
        standInCredentials(t.services.seal, SUPPLIER),
        'admin',
      )
    },
    entries: ['update Finance €'],
  },
  'DELETE /cms/v1/team/{teamId}/tax/e-invoice-accounts/{gstin}': {
    ask: () => cms(`team/${t.world.one.companyId}/tax/e-invoice-accounts/${SUPPLIER}`, undefined, 'admin'),
    entries: ['update Finance €'],
  },
  'POST /cms/v1/team/{teamId}/reconciliation/month/close': {
    ask: () => cms(`team/${t.world.one.companyId}/reconciliation/month/close`, { month: '2019-01' }, 'admin'),
    entries: ['close Finance €'],
  },
  'POST /cms/v1/team/{teamId}/reconciliation/month/reopen': {
    ask: () => {
      const body = { month: '2019-01', reason: 'The bank has corrected a fee' }
      return cms(`team/${t.world.one.companyId}/reconciliation/month/reopen`, body, 'admin')
    },
    entries: ['reopen Finance €'],
  },
  'PATCH /cms/v1/team/{teamId}/payout/{payoutId}/status': {
    ask: () => {
      const path = `team/${made.payoutTeam}/payout/PO-2508-${made.payoutTeam}/status`
      return cms(path, { status: 'PAYOUTCOMPLETED', notes: 'Paid' }, 'admin')
    },
    entries: ['update Finance €'],
  },
  'POST /cms/v1/team/{teamId}/transaction/{id}/invoice/mail': {
    ask: async () => {
      const p = await billedSession()
      // Written before, so that the mail alone is what the call does.
      await writeInvoicesOf(t.services, p.transactionId as number)
      const path = `team/${p.companyId}/transaction/${p.transactionId}/invoice/mail`
      return cms(path, { to: 'driver@example.com' }, 'admin')
    },
    entries: ['mail-paper Transaction'],
  },
  'POST /cms/v1/team/{teamId}/payout/{payoutId}/mail': {
    ask: () =>
      cms(`team/${made.payoutTeam}/payout/PO-2508-${made.payoutTeam}/mail`, { to: 'owner@example.com' }, 'admin'),
    entries: ['mail-paper Finance'],
  },
  'PATCH /cms/v1/team/{teamId}/transaction/{id}/status': {
    ask: () => {
      const path = `team/${t.world.one.companyId}/transaction/${transactionId}/status`
      return cms(path, { status: 'PAYOUTPENDING', notes: 'Paid by hand' }, 'admin')
    },
    entries: ['update Transaction €'],
  },
  'POST /cms/v1/team/{teamId}/transaction/{id}/bill': {
    ask: async () => {
      const p = await billedSession()
      return cms(`team/${p.companyId}/transaction/${p.transactionId}/bill`, { total: 1, note: 'Cable broken' }, 'admin')
    },
    entries: ['update Transaction €'],
  },
  'PATCH /cms/v1/team/{teamId}/transactions/review/{id}': {
    ask: () => {
      const path = `team/${t.world.one.companyId}/transactions/review/${reviewId}`
      return cms(path, { action: 'dismiss', note: 'Checked' }, 'admin')
    },
    entries: ['dismiss Transaction €'],
  },
  'PUT /cms/v1/team/{teamId}/charging-status/{stationId}/status': {
    ask: () => cms(`team/${t.world.one.teamId}/charging-status/AC-1/status`, { status: 'maintenance' }, 'operator'),
    entries: ['update ChargerPoint'],
  },
  'POST /cms/v1/remote/operation': {
    ask: () => {
      const parameters = { resetType: 'SOFT' }
      return cms('remote/operation', { chargerId: 'DC-1', remoteOperationType: 'Reset', parameters }, 'operator')
    },
    entries: ['Reset ChargerPoint'],
  },
  'POST /cms/v1/team/{teamId}/bulk-actions': {
    ask: () => {
      const act = { kind: 'Reset', parameters: { resetType: 'SOFT' } }
      const asked = { requestKey: 'made once', confirmed: 1, chosen: { ids: [t.world.chargers.dc.pk] } }
      return cms(`team/${t.world.one.teamId}/bulk-actions`, { ...act, ...asked }, 'operator')
    },
    entries: ['create BulkAction'],
  },
  'POST /cms/v1/bulk-action/{id}/cancel': {
    ask: () => cms(`bulk-action/${made.bulk}/cancel`, undefined, 'operator'),
    entries: ['cancel BulkAction'],
  },
  'POST /cms/v1/bulk-action/{id}/retry': {
    ask: async () => {
      await sql`update bulk_action_item set state = 'Failed' where state = 'Skipped'`.execute(t.db)
      return cms(`bulk-action/${made.bulk}/retry`, undefined, 'operator')
    },
    entries: ['retry BulkAction'],
  },
  'POST /cms/v1/team/{teamId}/network-imports': {
    ask: () =>
      cms(
        `team/${t.world.one.teamId}/network-imports?kind=tags&file_name=tags.csv`,
        'UID,Notes\nNI-1,x\n' as never,
        'operator',
      ),
    entries: ['create NetworkImport'],
  },
  'POST /cms/v1/network-import/{id}/check': {
    ask: () => cms(`network-import/${made.file}/check`, { columns: { tag: 0, note: 1 } }, 'operator'),
    entries: ['check NetworkImport'],
  },
  'POST /cms/v1/network-import/{id}/run': {
    ask: async () => {
      await sql`update network_import set state = 'Checked', checked_at = now() where network_import_id = ${made.file}`.execute(
        t.db,
      )
      await sql`insert into network_import_row (network_import_id, row_no, line, cells, row_key, outcome)
        values (${made.file}, 1, 2, '{NI-1,x}', 'ni-1', 'new') on conflict do nothing`.execute(t.db)
      return cms(`network-import/${made.file}/run`, { mode: 'all' }, 'operator')
    },
    entries: ['run NetworkImport'],
  },
  'POST /cms/v1/network-import/{id}/take-back': {
    ask: async () => {
      await sql`update network_import set state = 'Imported' where network_import_id = ${made.file}`.execute(t.db)
      await sql`update network_import_row set is_done = true where network_import_id = ${made.file}`.execute(t.db)
      return cms(`network-import/${made.file}/take-back`, undefined, 'admin')
    },
    entries: ['ask to take back NetworkImport'],
  },
  'POST /cms/v1/charging-site/{teamId}/zone': {
    ask: () => cms(`charging-site/${t.world.one.teamId}/zone`, site('Made', ['DC-1']), 'operator'),
    entries: ['update ChargerPoint', 'create ChargingSite'],
  },
  'PUT /cms/v1/charging-site/{teamId}/zone/{zoneId}': {
    ask: () => cms(`charging-site/${t.world.one.teamId}/zone/${made.zone}`, site('Changed', ['AC-1']), 'operator'),
    entries: ['update ChargerPoint', 'update ChargerPoint', 'update ChargingSite'],
  },
  'DELETE /cms/v1/charging-site/{teamId}/zone/{zoneId}': {
    ask: () => cms(`charging-site/${t.world.one.teamId}/zone/${made.zone}`, undefined, 'admin'),
    entries: ['update ChargerPoint', 'delete ChargingSite'],
  },
  'POST /cms/v1/team/{teamId}/charger': {
    ask: () => cms(`team/${t.world.one.teamId}/charger`, chargerBody(t, { chargepoint_id: 'MADE-1' }), 'admin'),
    entries: ['create ChargerPoint €'],
  },
  'PUT /cms/v1/team/{teamId}/charger/{id}': {
    ask: () =>
      cms(`team/${t.world.one.teamId}/charger/AC-1`, { note: 'Changed', teamId: t.world.one.siblingId }, 'admin'),
    entries: ['update ChargerPoint €'],
  },
  'POST /cms/v1/team/{teamId}/charger/{id}/generateQr': {
    ask: () => cms(`team/${t.world.one.siblingId}/charger/AC-1/generateQr`, { connectorId: 1 }, 'admin'),
    entries: ['generate-qr ChargerPoint'],
  },
  'POST /cms/v1/team/{teamId}/charger/{id}/incidents': {
    ask: () => cms(`team/${t.world.one.siblingId}/charger/AC-1/incidents`, { category: 'Cable' }, 'admin'),
    entries: ['report-incident ChargerPoint'],
  },
  'POST /cms/v1/team/{teamId}/charger/{id}/key': {
    ask: () => cms(`team/${t.world.one.siblingId}/charger/AC-1/key`, undefined, 'admin'),
    entries: ['update ChargerPoint'],
  },
  'POST /cms/v1/remote/operation/charger/{chargerId}/task/{taskId}/customer-information': {
    ask: async () => cms(await customerText(), undefined, 'admin'),
    entries: ['read-customer-information ChargerPoint'],
  },
  'DELETE /cms/v1/remote/operation/charger/{chargerId}/task/{taskId}/customer-information': {
    ask: async () => cms(await customerText(), undefined, 'admin'),
    entries: ['delete-customer-information ChargerPoint'],
  },
  'POST /cms/v1/team/{teamId}/charger/{id}/device-model/report': {
    ask: async () => {
      await asStation()
      return cms(`team/${t.world.one.siblingId}/charger/AC-1/device-model/report`, undefined, 'admin')
    },
    entries: ['read-device-model ChargerPoint'],
  },
  'POST /cms/v1/team/{teamId}/charger/{id}/device-model/variable': {
    ask: async () => {
      await asStation()
      const body = { component: 'OCPPCommCtrlr', variable: 'HeartbeatInterval', value: '60' }
      return cms(`team/${t.world.one.siblingId}/charger/AC-1/device-model/variable`, body, 'admin')
    },
    entries: ['set-variable ChargerPoint'],
  },
  'POST /cms/v1/team/{teamId}/charger-test': {
    ask: () => cms(`team/${t.world.one.siblingId}/charger-test`, { name: 'Maker One', security_profile: 1 }, 'admin'),
    entries: ['begin-charger-test ChargerPoint'],
  },
  'POST /cms/v1/team/{teamId}/charger-test/{testId}/question': {
    ask: async () => {
      const id = await newChargerTest(t, t.world.one.siblingId)
      return cms(`team/${t.world.one.siblingId}/charger-test/${id}/question`, { questions: ['settings'] }, 'admin')
    },
    entries: ['ask-tested-charger ChargerPoint'],
  },
  'POST /cms/v1/team/{teamId}/charger-test/{testId}/end': {
    ask: async () => {
      const id = await newChargerTest(t, t.world.one.siblingId)
      return cms(`team/${t.world.one.siblingId}/charger-test/${id}/end`, undefined, 'admin')
    },
    entries: ['end-charger-test ChargerPoint'],
  },
  'PUT /cms/v1/team/{teamId}/charger/{id}/local-list': {
    ask: () =>
      cms(`team/${t.world.one.teamId}/charger/${t.world.chargers.dc.id}/local-list`, { isKept: true }, 'admin'),
    entries: ['keep-local-list ChargerPoint'],
  },
  'PUT /cms/v1/team/{teamId}/charger/{id}/register-unit': {
    ask: () =>
      cms(
        `team/${t.world.one.teamId}/charger/${t.world.chargers.dc.id}/register-unit`,
        { registersInKwh: true },
        'admin',
      ),
    entries: ['update ChargerPoint €'],
  },
  'DELETE /cms/v1/team/{teamId}/charger/{id}/file/{fileId}': {
    ask: async () => {
      const fileId = await leftFile(t, t.world.chargers.dc)
      return cms(`team/${t.world.one.teamId}/charger/${t.world.chargers.dc.id}/file/${fileId}`, undefined, 'admin')
    },
    entries: ['delete-file ChargerPoint'],
  },
  'DELETE /cms/v1/team/{teamId}/charger/{id}': {
    ask: () => cms(`team/${t.world.one.siblingId}/charger/AC-1`, undefined, 'admin'),
    entries: ['delete ChargerPoint'],
  },
  'POST /auth/register': {
    ask: () => ({
      url: '/auth/register',
      payload: {
        domainName: 'signed-up',
        name: 'Signed Up',
        email: 'up@example.com',
        password: encodePassword(PASSWORD),
      },
    }),
    entries: ['register Session', 'create Company', 'create Users', 'update Finance €', 'update Finance €'],
  },
  'POST /auth/changepwd': {
    ask: () => {
      const [old_password, new_password] = [encodePassword(PASSWORD), encodePassword('another#Pass1')]
      return { url: '/auth/changepwd', payload: { old_password, new_password }, who: 'finance' }
    },
    entries: ['change-password Session'],
  },
  'POST /auth/logout': {
    ask: async () => {
      headers.viewer = await t.as('viewer')
      return { url: '/auth/logout', who: 'viewer' }
    },
    entries: ['sign-out Session'],
  },
  'POST /cms/v1/profile/browsers/{browserId}/end': {
    ask: async () => {
      headers.viewer = await t.as('viewer')
      await t.as('viewer')
      const { rows } = await sql<{ id: number }>`select max(browser_id) as id from browser
        where user_id = ${t.world.userIds.viewer} and ended_at is null`.execute(t.db)
      return cms(`profile/browsers/${rows[0]?.id}/end`, undefined, 'viewer')
    },
    entries: ['end-browser Session'],
  },
  'POST /cms/v1/profile/browsers/end-others': {
    ask: async () => {
      headers.viewer = await t.as('viewer')
      await t.as('viewer')
      return cms('profile/browsers/end-others', undefined, 'viewer')
    },
    entries: ['end-browser Session'],
  },
  'POST /auth/resetpwd': {
    ask: async () => {
      await t.app.inject({ method: 'POST', url: '/auth/resetpwdrequest', payload: { username: 'stranger' } })
      const otp = await codeTo('stranger@example.com')
      const payload = { username: 'stranger', otp, new_password: encodePassword('another#Pass1') }
      return { url: '/auth/resetpwd', payload }
    },
    entries: ['reset-password Session'],
  },
  'POST /cms/v1/profile/second-factor/app/end': {
    ask: async () => {
      headers.viewer = await t.as('viewer')
      return { ...(await newApp('viewer')), who: 'viewer' }
    },
    entries: ['add-factor Users'],
  },
  'PUT /cms/v1/profile/second-factor/{factorId}': {
    ask: () => cms(`profile/second-factor/${made.factor}`, { name: 'Old phone' }, 'viewer'),
    entries: ['rename-factor Users'],
  },
  'POST /cms/v1/profile/second-factor/recovery-codes': {
    ask: () => cms('profile/second-factor/recovery-codes', undefined, 'viewer'),
    entries: ['new-recovery-codes Users'],
  },
  'POST /auth/second-factor': {
    ask: async () => {
      // The code of now has set the app up.
      const code = codeAt(appSecret, new Date(Date.now() + 30_000))
      return { url: '/auth/second-factor', payload: { ticket: await ticketOf(t, 'viewer'), code, remember: true } }
    },
    entries: ['sign-in Session', 'trust-browser Users'],
  },
  'POST /cms/v1/profile/browsers/{browserId}/distrust': {
    ask: async () => {
      const { rows } = await sql<{ id: number }>`select browser_id as id from browser
        where user_id = ${t.world.userIds.viewer} and trusted_until is not null`.execute(t.db)
      return cms(`profile/browsers/${rows[0]?.id}/distrust`, undefined, 'viewer')
    },
    entries: ['distrust-browser Session'],
  },
  'POST /auth/proof': {
    ask: async () => {
      const fresh = await send('POST', cms('profile/second-factor/recovery-codes', undefined, 'viewer'))
      const begun = await send('POST', { url: '/auth/proof/begin', who: 'viewer' })
      const [recovery_code] = fresh.json().data.recovery_codes
      return { url: '/auth/proof', payload: { ticket: begun.json().data.ticket, recovery_code }, who: 'viewer' }
    },
    entries: ['use-recovery-code Users', 'prove Session'],
  },
  'DELETE /cms/v1/profile/second-factor/{factorId}': {
    ask: () => cms(`profile/second-factor/${made.factor}`, undefined, 'viewer'),
    entries: ['remove-factor Users'],
  },
  'POST /cms/v1/user/{userId}/second-factor/reset': {
    ask: async () => {
      await send('POST', { ...(await newApp('viewer')), who: 'viewer' })
      return cms(`user/${t.world.userIds.viewer}/second-factor/reset`, undefined, 'admin')
    },
    entries: ['reset-second-factor Users'],
  },
  'POST /auth/second-factor/set-up/end': {
    ask: async () => {
      await sql`update role set needs_second_factor = true, second_factor_since = '2020-01-01'`.execute(t.db)
      await sql`update app_user set created_at = '2020-01-01'`.execute(t.db)
      const ticket = await ticketOf(t, 'viewer')
      const mail_code = await mailedCode(t, 'viewer')
      const begun = await send('POST', {
        url: '/auth/second-factor/set-up',
        payload: { ticket, kind: 'app', mail_code },
      })
      const code = codeAt(begun.json().data.app.secret, new Date())
      return { url: '/auth/second-factor/set-up/end', payload: { ticket, code, mail_code } }
    },
    entries: ['sign-in Session', 'add-factor Users'],
  },
}

/** Counts of tries are kept whatever becomes of the call, and what waits for codes has its own. */
const BESIDE = ['sign_in_try', 'sign_in_door', 'sign_in_step']
/** All that the product knows, table by table. */
async function everything(): Promise<Record<string, string>> {
  const { rows } = await sql<{ name: string }>`
    select c.relname as name from pg_class c where c.relnamespace = 'public'::regnamespace and c.relkind = 'r'
      order by 1`.execute(t.db)
  const all: Record<string, string> = {}
  for (const { name } of rows.filter(r => !BESIDE.includes(r.name))) {
    // When and from where a browser called last is noted beside the calls.
    const row = name === 'browser' ? sql`(to_jsonb(x) - 'used_at' - 'used_from')::text` : sql`x::text`
    const { rows: sum } = await sql<{ sum: string | null }>`
      select md5(string_agg(${row}, '|' order by ${row})) as sum from ${sql.table(name)} x`.execute(t.db)
    all[name] = sum[0]?.sum ?? ''
  }
  return { ...all, files: existsSync(FILES) ? readdirSync(FILES).sort().join() : '' }
}
const withoutLog = async <T>(run: () => Promise<T>): Promise<T> => {
  await sql`create trigger audit_is_away before insert on audit_entry for each row execute function audit_is_away()`.execute(
    t.db,
  )
  try {
    return await run()
  } finally {
    await sql`drop trigger audit_is_away on audit_entry`.execute(t.db)
  }
}
type Entry = { entry: string; before: object | null; after: object | null }
const entriesSince = async (id: number) =>
  (
    await sql<Entry>`select action || ' ' || feature || case when is_money then ' €' else '' end as entry, before, after
      from audit_entry where id > ${id} order by id`.execute(t.db)
  ).rows
const lastEntry = async () =>
  (await sql<{ id: number }>`select coalesce(max(id), 0) as id from audit_entry`.execute(t.db)).rows[0]?.id ?? 0

const headers: Partial<Record<Person, { authorization: string }>> = {}
const send = (method: string, { url, payload, who }: Asked) =>
  t.app.inject({
    method: method as 'POST',
    url,
    ...(who && { headers: headers[who] ?? {} }),
    ...(payload && { payload }),
  })
/** The records that later cases change. */
const KEEP: Record<string, (data: Record<string, number>) => void> = {
  'POST /cms/v1/roles': d => Object.assign(made, { role: d.roleId }),
  'POST /cms/v1/profile/second-factor/app/end': d => Object.assign(made, { factor: d.factor_id }),
  'POST /cms/v1/user': d => Object.assign(made, { user: d.userId }),
  'POST /cms/v1/team': d => Object.assign(made, { team: d.teamId }),
  'POST /cms/v1/company': d => Object.assign(made, { company: d.id }),
  'POST /cms/v1/company/{id}/sign-in/domains': d =>
    Object.assign(made, { domain: (d.domains as unknown as { domainId: number }[])[0]?.domainId }),
  'POST /cms/v1/charging-site/{teamId}/zone': d => Object.assign(made, { zone: d.zoneId }),
  'POST /cms/v1/support': d => Object.assign(made, { ticket: d.ticket_id }),
  'POST /cms/v1/team/{teamId}/registrations': d => Object.assign(made, { registration: d.registrationId }),
  'POST /cms/v1/customer': d => Object.assign(made, { driver: d.id }),
  'POST /cms/v1/team/{teamId}/vehicles': d => Object.assign(made, { vehicle: d.vehicle_id }),
  'POST /cms/v1/team/{teamId}/api-keys': d => Object.assign(made, { key: d.api_key_id }),
  'POST /cms/v1/team/{teamId}/webhooks': d => Object.assign(made, { webhook: d.webhook_id }),
  'POST /cms/v1/team/{teamId}/alert-rules': d => Object.assign(made, { rule: d.alert_rule_id }),
  'POST /cms/v1/push-browsers': d => Object.assign(made, { browser: d.id }),
  'POST /cms/v1/team/{teamId}/maintenance': d => Object.assign(made, { work: d.maintenance_id }),
  'POST /cms/v1/team/{teamId}/firmware': d => Object.assign(made, { firmware: d.firmware_id }),
  'POST /cms/v1/team/{teamId}/campaigns': d => Object.assign(made, { campaign: d.campaign_id }),
  'POST /cms/v1/team/{teamId}/settings-templates': d => Object.assign(made, { settings: d.template_id }),
  'POST /cms/v1/team/{teamId}/settings-exceptions': d => Object.assign(made, { exception: d.exception_id }),
  'POST /cms/v1/pricegroup': d => Object.assign(made, { prices: d.priceGroupId }),
  'POST /cms/v1/charging-profile': d => Object.assign(made, { profile: d.charging_profile_pk }),
  'POST /cms/v1/team/{teamId}/tags': d => Object.assign(made, { tag: d.id }),
  'POST /cms/v1/team/{teamId}/views': d => Object.assign(made, { view: d.id }),
  'POST /cms/v1/team/{teamId}/scheduled-reports': d => Object.assign(made, { report: d.scheduled_report_id }),
  'POST /cms/v1/team/{teamId}/bulk-actions': d => Object.assign(made, { bulk: d.id }),
  'POST /cms/v1/team/{teamId}/network-imports': d => Object.assign(made, { file: d.id }),
}

/** A draft, and a campaign that is done and has a file to go back to; both leave the chargers of the others alone. */
async function makeCampaigns(): Promise<void> {
  const { companyId, teamId } = t.world.one
  const charger = t.world.chargers.ac
  await sql`update charger_state set vendor = 'Maker', model = 'One', fw_version = '1.0'`.execute(t.db)
  await sql`update charger_state set vendor = 'Maker', model = 'Two', fw_version = '2.0' where chargepoint_pk = ${charger.pk}`.execute(
    t.db,
  )
  for (const version of ['1.0', '2.0'])
    await sql`insert into firmware (company_id, team_id, version, vendor, model, source, location, sha256) values
      (${companyId}, ${teamId}, ${version}, 'Maker', 'Two', 'Address', 'https://f.example/fw', ${'ab'.repeat(32)})`.execute(
      t.db,
    )
  const add = async (state: string) =>
    (
      await sql<{
        id: number
      }>`insert into firmware_campaign (company_id, team_id, name, firmware_id, state, wave_percent, time_zone,
          at_once, stop_percent, waits_for_sessions, retries, step_minutes, give_up_hours)
        select ${companyId}, ${teamId}, 'Made', firmware_id, ${state}, 100, 'Asia/Kolkata', 1, 50, true, 0, 60, 24 from firmware
        where version = '2.0' and model = 'Two' returning campaign_id as id`.execute(t.db)
    ).rows[0]?.id ?? 0
  made.draft = await add('Draft')
  made.rolled = await add('Done')
  await sql`insert into firmware_campaign_charger (campaign_id, chargepoint_pk, chargepoint_id, version_before, wave, place, state, attempt,
      state_at, is_open) values (${made.rolled}, ${charger.pk}, ${charger.id}, '1.0', 1, 1, 'Verified', 1, now(), false)`.execute(
    t.db,
  )
}

beforeAll(async () => {
  const log = pino({ level: 'error' }, { write: (line: string) => faults.push(line) })
  t = await startApp({ log, files: folderFiles(FILES) })
  await sql
    .raw(`create function audit_is_away() returns trigger language plpgsql as
      $$ begin raise exception 'The audit log is away'; end $$`)
    .execute(t.db)
  await addTransactions(t.db, t.world, 40)
  // A charger in the middle of a session is not deleted.
  await sql`update transaction set stopped_at = started_at where stopped_at is null`.execute(t.db)
  const { companyId, teamId } = t.world.one
  const { rows } = await sql<{ id: number }>`select transaction_id as id from transaction
    where company_id = ${companyId} and status is null and stopped_at is not null order by 1 limit 1`.execute(t.db)
  transactionId = rows[0]?.id ?? 0
  const review = await sql<{ id: number }>`
    insert into session_review (company_id, team_id, chargepoint_pk, connector_id, reason, detail)
    values (${companyId}, ${teamId}, ${t.world.chargers.dc.pk}, 1, 'unknown transaction', '{"meterStop":5}')
    returning id`.execute(t.db)
  reviewId = review.rows[0]?.id ?? 0
  const alert = await sql<{ id: number }>`with r as (insert into alert_rule (company_id, team_id, name, kind, severity)
      values (${companyId}, ${teamId}, 'Stands', 'connector-faulted', 'Major') returning alert_rule_id)
    insert into alert (alert_rule_id, company_id, team_id, kind, severity, subject, subject_name, since, opened_at, last_at)
    select alert_rule_id, ${companyId}, ${teamId}, 'connector-faulted', 'Major', 'connector 1/1', 'One', now(), now(), now() from r
    returning alert_id::int as id`.execute(t.db)
  made.alert = alert.rows[0]?.id ?? 0
  const running = await sql<{
    id: number
  }>`with w as (insert into maintenance_window (company_id, team_id, reason, starts_at, ends_at,
        sets_inoperative, state, created_at)
      values (${companyId}, ${teamId}, 'Runs', now() - interval '1 hour', now() + interval '1 hour', true, 'Running', now())
      returning maintenance_id, starts_at, ends_at),
    m as (insert into maintenance_charger (maintenance_id, chargepoint_pk, company_id, planned_from, planned_to, begun_at)
      select maintenance_id, ${t.world.chargers.dc.pk}, ${companyId}, starts_at, ends_at, starts_at from w),
    s as (insert into maintenance_step (maintenance_id, chargepoint_pk, what, number, state)
      select maintenance_id, ${t.world.chargers.dc.pk}, 'out', 1, 'rejected' from w)
    select maintenance_id as id from w`.execute(t.db)
  made.running = running.rows[0]?.id ?? 0
  await makeCampaigns()
  made.payoutTeam = await newTeam(t)
  await newCharger(t, made.payoutTeam, 'DC', new Date('2025-07-31T18:30:00Z'))
  await saveFinance(t, made.payoutTeam)
  for (const who of ['root', 'admin', 'operator', 'finance', 'viewer'] as const) headers[who] = await t.as(who)
})
afterAll(async () => {
  keepExamples()
  await t.close()
  rmSync(FILES, { recursive: true, force: true })
})

test('every changing endpoint has a row, and no row is left over', () => {
  const changing = t.app.endpoints.filter(e => e.method !== 'GET' && !e.reads).map(e => `${e.method} ${e.path}`)
  expect(Object.keys(CASES).sort()).toEqual(changing.sort())
})

const cases = Object.entries(CASES).flatMap(([name, c]) => (typeof c === 'string' ? [] : [[name, c] as const]))
test.each(cases)('%s: change and entry together, or neither', async (name, { ask, entries }) => {
  const method = name.split(' ')[0] ?? ''
  const asked = await ask()
  const before = await everything()
  const refused = await withoutLog(() => send(method, asked))
  expect(refused.statusCode, refused.body).toBe(500)
  expect(await everything()).toEqual(before)

  faults.length = 0
  const last = await lastEntry()
  const r = await send(method, asked.url.endsWith('resetpwd') ? await ask() : asked)
  expect(r.statusCode, r.body).toBeLessThan(300)
  KEEP[name]?.(r.json().data)
  const called = t.app.endpoints.find(e => `${e.method} ${e.path}` === name)
  if (called) checkExample(called, asked, r)
  const left = await entriesSince(last)
  expect(left.map(e => e.entry)).toEqual(entries)
  for (const { entry, before: was, after } of left) {
    const action = entry.split(' ')[0]
    const sides = [Object.keys(was ?? {}).length > 0, Object.keys(after ?? {}).length > 0]
    if (action === 'create' || action === 'add-member') expect(sides, entry).toEqual([false, true])
    if (action === 'delete' || action === 'remove-member') expect(sides, entry).toEqual([true, false])
    if (action === 'update') expect(sides, entry).toEqual([true, true])
  }
  expect(JSON.stringify(left)).not.toMatch(/company-token|other-token|another#Pass1|Wattdesk@2026/)
  expect(faults.filter(f => f.includes(NO_ENTRY))).toEqual([])
})

test('the link of a mail verifies with its entry, or not at all', async () => {
  const { rows } = await sql<{ body: string }>`
    select body from outbox where recipient = 'up@example.com' order by outbox_id desc limit 1`.execute(t.db)
  const link = /\/auth\/verifyemail\?token=\S+/.exec(rows[0]?.body ?? '')?.[0] ?? ''
  const before = await everything()
  const open = () => t.app.inject({ url: link })
  expect((await withoutLog(open)).statusCode).toBe(500)
  expect(await everything()).toEqual(before)
  const last = await lastEntry()
  expect((await open()).headers.location).toBe('/login?emailVerificationStatus=true')
  expect((await entriesSince(last)).map(e => e.entry)).toEqual(['verify-email Session'])
})

test('what the product decides by itself is kept as a person’s act is', async () => {
  const { companyId, teamId } = t.world.one
  const acts: [string, () => Promise<unknown>, Entry][] = [
    [
      'a charger that came unasked',
      () => registerCharger(t.services, 'CAME-1', { teamId, status: 'Pending' }),
      {
        entry: 'create ChargerPoint',
        before: null,
        after: { chargepoint_id: 'CAME-1', registrationStatus: 'Pending', teamId },
      },
    ],
    [
      'a stop that nobody decided on within 48 hours',
      async () => {
        if ((await decideOverdue(t.services)) === 0) throw new Error('Nothing was decided')
      },
      { entry: 'dismiss Transaction €', before: expect.anything(), after: expect.anything() },
    ],
  ]
  await sql`insert into session_review (company_id, team_id, chargepoint_pk, connector_id, reason, detail, created_at)
    values (${companyId}, ${teamId}, ${t.world.chargers.dc.pk}, 1, 'unknown transaction', '{"meterStop":7}',
      now() - interval '3 days')`.execute(t.db)
  for (const [what, run, entry] of acts) {
    const before = await everything()
    await expect(withoutLog(run), what).rejects.toThrow()
    expect(await everything(), what).toEqual(before)
    const last = await lastEntry()
    await run()
    expect(await entriesSince(last), what).toEqual([entry])
  }
})

test('an act that finds nothing to change is no fault in the product’s own log', async () => {
  const { companyId } = t.world.one
  await sql`delete from webhook_event`.execute(t.db)
  const asked = { url: `/cms/v1/company/${companyId}/payment-provider/webhooks`, payload: {}, who: 'root' as const }
  faults.length = 0
  const last = await lastEntry()
  const r = await send('POST', asked)
  expect([r.statusCode, r.json().data]).toEqual([200, { tried: 0, worked: 0 }])
  const by = { userId: null, username: 'test', ip: null, written: 0 }
  await act(t.services, trx => writeMany(trx, by, []))
  expect([faults, by.written, await entriesSince(last)]).toEqual([[], 1, []])
})

test('a change that is answered without an entry is a fault in the product’s own log; one with an entry, and a reading, are none', async () => {
  const said: string[] = []
  const log = pino({ level: 'error' }, { write: (line: string) => said.push(JSON.parse(line).msg) })
  const app = Fastify()
  app.decorateRequest('by', null)
  app.decorateRequest('apiKeyId', null)
  app.decorateRequest('keyVersion', null)
  app.decorateRequest('context', null as never)
  const by = { userId: null, username: 'test', ip: null, companyId: t.world.one.companyId }
  app.decorate('openContext', async request => {
    request.by = { ...by, written: 0 }
    return { by: request.by } as never
  })
  app.setValidatorCompiler(validatorCompiler).setSerializerCompiler(serializerCompiler)
  auditCalls(app, { db: t.db, log })
  const data = z.object({})
  const of = (path: string) => ({ method: 'POST', path, can: 'signed in', summary: 'A test', data }) as const
  route(app, endpoint(of('/forgets')), () => ({ data: {} }))
  route(app, endpoint({ ...of('/reads'), reads: true }), () => ({ data: {} }))
  route(app, endpoint(of('/refuses')), () => fail(409, 'No'))
  route(app, endpoint(of('/writes')), async ({ by: who }) => {
    const entry = { action: 'create', feature: 'Team', recordId: 1, teamId: t.world.one.teamId, after: { a: 1 } }
    await act(t.services, trx => write(trx, who, entry))
    return { data: {} }
  })
  // Taken back with its entry, and answered as if it had been done.
  route(app, endpoint(of('/pretends')), async ({ by: who }) => {
    const entry = { action: 'create', feature: 'Team', recordId: 1, teamId: t.world.one.teamId, after: { a: 1 } }
    await act(t.services, async trx => {
      await write(trx, who, entry)
      throw new Error('Taken back')
    }).catch(() => undefined)
    return { data: {} }
  })
  const calls = ['/forgets', '/reads', '/refuses', '/writes', '/pretends']
  const faulty: string[] = []
  for (const url of calls) {
    said.length = 0
    await app.inject({ method: 'POST', url })
    if (said.includes(NO_ENTRY)) faulty.push(url)
  }
  await app.close()
  expect(faulty).toEqual(['/forgets', '/pretends'])
})
