// Every editable record, sent back as it was read: that changes nothing and is answered with 200, whichever fields are
// null in the reply. A new endpoint that changes a record and has no row here fails.

import { randomUUID } from 'node:crypto'
import { POINT_MISSING } from '@wattdesk/base/address'
import { panOfGstin } from '@wattdesk/base/identifiers'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import type { z } from 'zod'
import { never, required, templateBody, wished } from '#control/settings-templates/test-settings.ts'
import { reportBody } from '#desk/scheduled-reports/test-reports.ts'
import { driverBody } from '#drivers/drivers/test-driver.ts'
import { vehicleBody } from '#drivers/vehicles/test-vehicle.ts'
import { create as createCharger } from '#fleet/chargers/charger-write.store.ts'
import { chargerBody } from '#fleet/chargers/test-charger.ts'
import { fixedBody, variableBody } from '#money/price-groups/test-price-group.ts'
import { campaignBody, firmwareBody } from '#operations/firmware/test-firmware.ts'
import { apiKeyBody, everyRight } from '#people/api-keys/test-api-key.ts'
import { setUp } from '#people/single-sign-on/test-single-sign-on.ts'
import { financeDefaults } from '#people/teams/team-finance.contract.ts'
import { account, point, teamBody } from '#people/teams/test-team.ts'
import { webhookBody } from '#people/webhooks/test-webhook.ts'
import * as sites from '#power/charging-sites/charging-site.store.ts'
import { type Person, startApp, type TestApp } from '#testing/app.ts'
import { recordStatements } from '#testing/recorded-statements.ts'
import { fieldsOf, inner } from '#testing/shapes.ts'
import { SUPPLIER_GSTIN } from '#testing/world.ts'

const NOW = new Date()
let t: TestApp
let statementsSince: () => string
type Data = Record<string, unknown>
const headers = {} as Record<Person, { authorization: string }>
const ask = async (who: Person, method: 'GET' | 'POST' | 'PUT', url: string, payload?: object) => {
  const r = await t.app.inject({ method, url, headers: headers[who], ...(payload && { payload }) })
  return { status: r.statusCode, body: r.json() as { data: Data; message: string; errors?: unknown } }
}
const made = async (url: string, payload: object): Promise<Data> => {
  const r = await ask('root', 'POST', url, payload)
  expect(r.status, JSON.stringify(r.body)).toBe(201)
  return r.body.data
}

const address = { ...point, street: 'Test Road', houseNumber: '4', zipCode: '560001', city: 'Bengaluru' }
const company = (name: string, more: object = {}) => ({
  name,
  domain: name,
  provider: { name },
  companyProtocolType: 'ocpp',
  active: 'Y',
  token: null,
  endpoint: null,
  partyId: null,
  rootUser: `${name}-root`,
  emailId: `${name}@example.com`,
  paymentCurrency: 'INR',
  paymentGatewayId: 1,
  taxPercent: 18,
  transactionPercent: 2,
  ...more,
})
const companyAccount = () => {
  const { account_type: _, tax_percentage: __, payout_percentage: ___, ...rest } = account()
  return { ...rest, settlement_percentage: 100 }
}
const ticket = (more: object = {}) => ({
  email: 'a@example.com',
  phone: '08023456',
  issueType: 'Others',
  description: 'Made',
  ...more,
})

/** A charger of which people have said little. */
async function bare(): Promise<number> {
  const pk = await createCharger(t.db, {
    teamId: t.world.one.teamId,
    chargepointId: 'BARE-1',
    chargepointName: 'Bare',
    connectors: [{ connectorId: 1, connectorType: 'A plug of its own', priceGroupId: t.world.priceGroupId }],
  })
  await sql`insert into connector (chargepoint_pk, connector_id, connector_name, is_configured)
    select ${pk}, n, n::text, false from generate_series(2, 6) n`.execute(t.db)
  await sql`update charger_state set charge_point_serial = 'TOLD' where chargepoint_pk = ${pk}`.execute(t.db)
  return pk
}

/** Where a record is read, and what makes those of its kind: with as little in it as can be, and with all. */
type Kind = {
  read: (id: number) => string
  make: () => Promise<Record<string, number>>
  change?: (id: number) => string
}
const KINDS: Record<string, Kind> = {
  'PUT /cms/v1/user/{userId}': {
    read: id => `/cms/v1/user/${id}`,
    make: async () => {
      const user = (username: string) => ({ username, firstName: 'A', lastName: 'B', email: `${username}@example.com` })
      const at = `?teamId=${t.world.one.companyId}`
      return {
        least: (await made(`/cms/v1/user${at}`, user('least'))).userId as number,
        all: (await made(`/cms/v1/user${at}`, { ...user('all'), phone: '9876543210' })).userId as number,
      }
    },
  },
  'PUT /cms/v1/user': {
    read: () => '/cms/v1/profile',
    change: () => '/cms/v1/user',
    make: async () => ({ own: t.world.userIds.root }),
  },
  'PUT /cms/v1/team/{teamId}': {
    read: id => `/cms/v1/team/${id}`,
    make: async () => {
      const at = `?teamId=${t.world.one.companyId}`
      const all = {
        domain: 'east.example',
        settlement_percentage: 40,
        pan: panOfGstin(SUPPLIER_GSTIN),
        payoutAccounts: [account({ gst: SUPPLIER_GSTIN, pan: panOfGstin(SUPPLIER_GSTIN) })],
      }
      return {
        least: (await made(`/cms/v1/team${at}`, teamBody({ address: point, description: null }))).teamId as number,
        all: (await made(`/cms/v1/team${at}`, teamBody({ address, ...all, financeConfig: financeDefaults })))
          .teamId as number,
        // Made without an address, as a company's own team may be.
        'without a point': t.world.one.siblingId,
        'of a company': t.world.one.companyId,
      }
    },
  },
  'PUT /cms/v1/company/{id}': {
    read: id => `/cms/v1/company/${id}`,
    make: async () => {
      const shown = { runningCostSec: 30, showsTariff: 'Y' }
      const all = { address, comments: 'Paid', validUntil: '2031-01-31', payoutAccounts: [companyAccount()], ...shown }
      const ocpi = { companyProtocolType: 'ocpi', token: 'a', endpoint: 'https://x.example', partyId: 'ABC' }
      return {
        least: (await made('/cms/v1/company', company('least'))).id as number,
        all: (await made('/cms/v1/company', company('all', { ...all, ...ocpi }))).id as number,
      }
    },
  },
  'PUT /cms/v1/role/{roleId}': {
    read: id => `/cms/v1/role/${id}`,
    make: async () => ({ all: t.world.one.roles.Admin, some: t.world.one.roles.Viewer }),
  },
  'PUT /cms/v1/roles': {
    read: id => `/cms/v1/role/${id}`,
    change: () => '/cms/v1/roles',
    make: async () => ({ all: t.world.one.roles.Admin, some: t.world.one.roles.Viewer }),
  },
  'PUT /cms/v1/team/{teamId}/charger/{id}': {
    read: id => `/cms/v1/team/${t.world.one.companyId}/charger/${id}`,
    make: async () => {
      const at = `/cms/v1/team/${t.world.one.teamId}/charger`
      const [zoneId, told] = [await sites.create(t.db, { teamId: t.world.one.teamId, zoneName: 'Mall' }), await bare()]
      const settings = {
        notificationRecipients: 'a@example.com, b@example.com',
        notificationFeatures: ['OcppStationBooted'],
      }
      const all = {
        chargingSiteId: zoneId,
        security_profile: 1,
        description: 'All',
        note: 'All',
        adminAddress: 'All',
        chargePointSerialNumber: 'S',
        operator_email: 'a@example.com',
        operator_number1: '1',
        amenities: ['GYM'],
        settings: { enableNotifications: true, ...settings },
        faq: [{ question: 'Q', answer: 'A' }],
      }
      return {
        least: (await made(at, chargerBody(t))).id as number,
        all: (await made(at, chargerBody(t, all))).id as number,
        // Made without a point, described in half, with a connector and a serial number that only the charger told.
        'told by itself': told,
      }
    },
  },
  'PUT /cms/v1/company/{id}/sign-in': {
    read: id => `/cms/v1/company/${id}/sign-in`,
    make: async () => {
      const { companyId, teamId, roles } = t.world.two
      const rules = [{ group: 'drivers', teamId, roleId: roles.Viewer }]
      const more = { defaultTeamId: teamId, defaultRoleId: roles.Viewer, trustsMail: true, makesUsers: false }
      await setUp(t, 'https://login.example', { companyId, rules, ...more })
      return { nothing: t.world.one.companyId, all: companyId }
    },
  },
  'PUT /cms/v1/charging-site/{teamId}/zone/{zoneId}': {
    read: id => `/cms/v1/charging-site/${t.world.one.companyId}/zone/${id}`,
    make: async () => {
      const at = `/cms/v1/charging-site/${t.world.one.teamId}/zone`
      const site = { isLoadBalancingReq: 0, loadBalancingUnit: 'kW', loadBalancingValue: 0, chargers: [] }
      const full = { isLoadBalancingReq: 1, loadBalancingUnit: 'A', loadBalancingValue: 32.5 }
      return {
        least: (await made(at, { ...site, zoneName: 'Least' })).zoneId as number,
        all: (await made(at, { ...full, zoneName: 'All', chargers: [t.world.chargers.ac.id] })).zoneId as number,
      }
    },
  },
  'PUT /cms/v1/charging-profile/{id}': {
    read: id => `/cms/v1/charging-profile/${id}`,
    make: async () => {
      const at = `/cms/v1/charging-profile?teamId=${t.world.one.teamId}`
      const profile = {
        stack_level: 0,
        description: 'Made',
        note: 'Made',
        charging_profile_kind: 'Relative',
        charging_profile_purpose: 'TxProfile',
        charging_rate_unit: 'A',
        schedulePeriods: [{ start_period: 60, power_limit: 16 }],
      }
      const all = {
        charging_profile_purpose: 'TxDefaultProfile',
        charging_profile_kind: 'Recurring',
        recurrency_kind: 'Daily',
        valid_from: '2026-01-01T00:00:00Z',
        valid_to: '2027-01-01T00:00:00Z',
        duration_in_seconds: 3600,
        start_schedule: '2026-01-01T18:30:00Z',
        min_charging_rate: 6.5,
        schedulePeriods: [{ start_period: 60, power_limit: 16.5, number_phase: 1 }],
      }
      const key = (d: Data) => d.charging_profile_pk as number
      return {
        least: key(await made(at, { ...profile, charging_profile_id: 501 })),
        all: key(await made(at, { ...profile, ...all, charging_profile_id: 502 })),
      }
    },
  },
  'PUT /cms/v1/customer/{id}': {
    read: id => `/cms/v1/customer/${id}`,
    make: async () => {
      const at = `/cms/v1/customer?teamId=${t.world.one.teamId}`
      const all = { address: { ...address, zip_code: '560001', state: 'Karnataka', country: 'IN' }, domain: 'east' }
      return {
        least: (await made(at, driverBody())).id as number,
        all: (await made(at, driverBody({ ...all, phone: '9876543210' }))).id as number,
      }
    },
  },
  'PUT /cms/v1/webhooks/{webhookId}': {
    read: id => `/cms/v1/webhooks/${id}`,
    make: async () => {
      const at = `/cms/v1/team/${t.world.one.teamId}/webhooks`
      return {
        least: (await made(at, webhookBody({ is_active: false }))).webhook_id as number,
        most: (await made(at, webhookBody({ events: ['session.started', 'alert.opened'] }))).webhook_id as number,
      }
    },
  },
  'PUT /cms/v1/api-keys/{apiKeyId}': {
    read: id => `/cms/v1/api-keys/${id}`,
    make: async () => {
      const at = `/cms/v1/team/${t.world.one.teamId}/api-keys`
      const most = {
        ...apiKeyBody(everyRight()),
        valid_until: '2090-12-31',
        addresses: ['203.0.113.0/24', '2001:db8::7'],
      }
      return {
        least: (await made(at, apiKeyBody())).api_key_id as number,
        most: (await made(at, most)).api_key_id as number,
      }
    },
  },
  'PUT /cms/v1/alert-rules/{alertRuleId}': {
    read: id => `/cms/v1/alert-rules/${id}`,
    make: async () => {
      const at = `/cms/v1/team/${t.world.one.teamId}/alert-rules`
      const least = { name: 'Least', kind: 'firmware-failed', severity: 'Minor', is_active: false }
      const told = {
        users: [t.world.userIds.operator],
        roles: [t.world.one.roles.Viewer],
        addresses: ['guard@example.com'],
        phones: ['9876543210'],
        webhooks: ['https://host.example/alerts'],
        quiet_hours: [{ days: [6, 7], from: '22:00', to: '06:00' }],
        escalate_minutes: 10,
        escalate_users: [t.world.userIds.admin],
      }
      const yard = {
        zoneName: 'Yard',
        isLoadBalancingReq: 0,
        loadBalancingUnit: 'kW',
        loadBalancingValue: 0,
        chargers: [],
      }
      const { zoneId } = await made(`/cms/v1/charging-site/${t.world.one.teamId}/zone`, yard)
      await sql`update charger set zone_id = ${zoneId} where chargepoint_pk = ${t.world.chargers.dc.pk}`.execute(t.db)
      const figures = { parameters: { minutes: 9 }, chargers: [t.world.chargers.dc.pk], sites: [zoneId] }
      const most = { ...least, ...told, ...figures, kind: 'clock-off' }
      return {
        least: (await made(at, least)).alert_rule_id as number,
        most: (await made(at, most)).alert_rule_id as number,
      }
    },
  },
  'PUT /cms/v1/alert-choices': {
    read: () => '/cms/v1/alert-choices',
    make: async () => ({ own: t.world.userIds.root }),
  },
  'PUT /cms/v1/maintenance/{maintenanceId}': {
    read: id => `/cms/v1/maintenance/${id}`,
    make: async () => {
      const at = `/cms/v1/team/${t.world.one.teamId}/maintenance`
      const { dc, ac } = t.world.chargers
      const [starts_at, ends_at] = [24, 26].map(hours => new Date(Date.now() + hours * 3_600_000).toISOString())
      const times = { starts_at, ends_at }
      const least = { reason: 'Least', ...times, sets_inoperative: false, chargers: [dc.pk] }
      const most = { ...least, sets_inoperative: true, driver_text: 'Back at noon', chargers: [ac.pk] }
      return {
        least: (await made(at, least)).maintenance_id as number,
        most: (await made(at, most)).maintenance_id as number,
      }
    },
  },
  'PUT /cms/v1/firmware/{firmwareId}': {
    read: id => `/cms/v1/firmware/${id}`,
    make: async () => {
      const at = `/cms/v1/team/${t.world.one.teamId}/firmware`
      return {
        least: (await made(at, firmwareBody('1.1'))).firmware_id as number,
        most: (await made(at, firmwareBody('1.2', { notes: 'Read me' }))).firmware_id as number,
      }
    },
  },
  'PUT /cms/v1/settings-templates/{templateId}': {
    read: id => `/cms/v1/settings-templates/${id}`,
    make: async () => {
      await sql`update charger_state set vendor = 'Maker', model = 'One'`.execute(t.db)
      const at = `/cms/v1/team/${t.world.one.teamId}/settings-templates`
      const keys = [required('HeartbeatInterval', '300'), wished('BlinkRepeat', '3'), never('AuthorizationKey')]
      const place = { vendor: 'Maker', model: 'One', is_for_model: true, teams: [t.world.one.teamId] }
      const most = templateBody('Most', { ...place, chargers: [t.world.chargers.dc.pk], keys, notes: 'Of the yard' })
      return {
        least: (await made(at, templateBody('Least'))).template_id as number,
        most: (await made(at, most)).template_id as number,
      }
    },
  },
  'PUT /cms/v1/campaigns/{campaignId}': {
    read: id => `/cms/v1/campaigns/${id}`,
    make: async () => {
      await sql`update charger_state set vendor = 'Maker', model = 'One', fw_version = '1.0'`.execute(t.db)
      const at = `/cms/v1/team/${t.world.one.teamId}/campaigns`
      const file = await made(`/cms/v1/team/${t.world.one.teamId}/firmware`, firmwareBody('1.3'))
      const least = campaignBody(file.firmware_id as number)
      const choice = {
        teamId: t.world.one.teamId,
        versions: ['1.0'],
        chargers: [t.world.chargers.dc.pk],
        matching: { q: 'DC' },
      }
      const window = { from: '22:00', to: '04:00' }
      const most = { ...least, choice, window, waves: [{ count: 20, unit: '%' }] }
      return {
        least: (await made(at, least)).campaign_id as number,
        most: (await made(at, most)).campaign_id as number,
      }
    },
  },
  'PUT /cms/v1/scheduled-reports/{scheduledReportId}': {
    read: id => `/cms/v1/scheduled-reports/${id}`,
    make: async () => {
      const at = `/cms/v1/team/${t.world.one.teamId}/scheduled-reports`
      const named = () => `Report ${randomUUID()}`
      const most = {
        source: 'tags',
        rhythm: 'monthly',
        month_day: 0,
        subject: 'Tags',
        users: [t.world.userIds.operator],
      }
      return {
        least: (await made(at, reportBody({ name: named(), rhythm: 'weekly', weekday: 2 })))
          .scheduled_report_id as number,
        most: (await made(at, reportBody({ ...most, name: named() }))).scheduled_report_id as number,
      }
    },
  },
  'PUT /cms/v1/vehicles/{vehicleId}': {
    read: id => `/cms/v1/vehicles/${id}`,
    make: async () => {
      const at = `/cms/v1/team/${t.world.one.teamId}/vehicles`
      return { least: (await made(at, vehicleBody('KA01LEAST'))).vehicle_id as number }
    },
  },
  'PUT /cms/v1/pricegroup/{priceGroupId}': {
    read: id => `/cms/v1/pricegroup/${id}`,
    make: async () => {
      const at = `/cms/v1/pricegroup?teamId=${t.world.one.teamId}`
      return {
        fixed: (await made(at, fixedBody({ name: 'Least' }))).priceGroupId as number,
        variable: (await made(at, variableBody({ name: 'All' }))).priceGroupId as number,
      }
    },
  },
  'PUT /cms/v1/tag/{id}': {
    read: id => `/cms/v1/tag/${id}`,
    make: async () => {
      const at = `/cms/v1/team/${t.world.one.teamId}/tags`
      const more = { parenttag: 'LEAST-1', max_active_trans_count: -1, expirydate: '2099-12-31', note: 'All' }
      const least = (await made(at, { tag: 'LEAST-1' })).id as number
      const all = (await made(at, { ...more, tag: 'ALL-1', balance_amount: 250.5 })).id as number
      const past = (await made(at, { tag: 'PAST-1' })).id as number
      await sql`update ocpp_tag set expires_at = '2020-01-01T00:00:00Z' where ocpp_tag_pk = ${past}`.execute(t.db)
      return { least, all, past }
    },
  },
  'PUT /cms/v1/support/{ticketId}': {
    read: id => `/cms/v1/support/${id}`,
    make: async () => ({
      least: (await made(`/cms/v1/support?teamId=${t.world.one.companyId}`, ticket())).ticket_id as number,
    }),
  },
}
/** Acts on a record rather than a record sent back: what they take is a decision, or a part of what a list shows. */
const ACTS = [
  // A factor is named, and shows how it was used.
  'PUT /cms/v1/profile/second-factor/{factorId}',
  'PUT /cms/v1/team/{teamId}/views/default',
  'PUT /cms/v1/team/{teamId}/views/{id}',
  'PATCH /cms/v1/team/{teamId}/transaction/{id}/status',
  'PATCH /cms/v1/team/{teamId}/payout/{payoutId}/status',
  'PATCH /cms/v1/team/{teamId}/transactions/review/{id}',
  'PUT /cms/v1/team/{teamId}/charging-status/{stationId}/status',
  'PUT /cms/v1/team/{teamId}/charger/{id}/local-list',
  'PUT /cms/v1/team/{teamId}/charger/{id}/register-unit',
  'PATCH /cms/v1/customer/{id}',
  // Their secrets are never read back.
  'PUT /cms/v1/company/{id}/payment-provider',
  'PUT /cms/v1/team/{teamId}/tax/e-invoice-accounts',
]

beforeAll(async () => {
  statementsSince = recordStatements()
  t = await startApp({ now: () => NOW })
  headers.root = await t.as('root')
})
afterAll(() => {
  vi.restoreAllMocks()
  return t.close()
})

test('every endpoint that changes a record has a row, and no row is left over', () => {
  const changing = t.app.endpoints.filter(e => e.method === 'PUT' || e.method === 'PATCH')
  expect([...Object.keys(KINDS), ...ACTS].sort()).toEqual(changing.map(e => `${e.method} ${e.path}`).sort())
})

/** The records of a kind, made once. */
const records = new Map<string, Promise<Record<string, number>>>()
function recordsOf(name: string, make: Kind['make']): Promise<Record<string, number>> {
  const known = records.get(name) ?? make()
  records.set(name, known)
  return known
}
/** One vehicle is read as a list of one (D-VEH-1). */
const one = (data: Data | Data[]): Data => (Array.isArray(data) ? (data[0] ?? {}) : data)
test.each(Object.entries(KINDS))('%s takes what was read', async (_name, { read, make, change = read }) => {
  for (const [which, id] of Object.entries(await recordsOf(_name, make))) {
    const before = await ask('root', 'GET', read(id))
    expect(before.status, which).toBe(200)
    const r = await ask('root', 'PUT', change(id), one(before.body.data))
    expect([which, r.status, r.body.errors], r.body.message).toEqual([which, 200, undefined])
    const { updatedAt: _, update_time: ___, ...was } = one(before.body.data)
    const { updatedAt: __, update_time: ____, ...is } = one((await ask('root', 'GET', read(id))).body.data)
    expect(is, which).toEqual(was)
  }
})

/** Other values for a field, the likeliest first. */
function othersThan(value: unknown, shape: z.ZodType): unknown[] {
  const def = inner(shape)._zod.def as { type: string; entries?: Record<string, unknown>; values?: unknown[] }
  const options = def.type === 'enum' ? Object.values(def.entries ?? {}) : (def.values ?? [])
  const all =
    typeof value === 'number'
      ? [value + 1, value - 1, value / 2]
      : typeof value === 'boolean'
        ? [!value]
        : [
            ...options,
            `${value ?? ''}x`,
            'Other',
            'other@example.com',
            '9876500000',
            '560002',
            'https://x.example',
            '2031-05-05',
            '2031-05-05T00:00:00Z',
            '10:00:00',
            'Y',
            'N',
            5,
            true,
            [],
            null,
          ]
  return all.filter(x => JSON.stringify(x) !== JSON.stringify(value))
}
type Tree = Record<string, unknown>
const valueAt = (body: unknown, path: readonly string[]): unknown =>
  path.reduce<unknown>((v, k) => (v as Tree)?.[k], body)
function withOther(body: object, path: readonly string[], value: unknown): object {
  const copy = structuredClone(body)
  const parent = valueAt(copy, path.slice(0, -1)) as Tree
  parent[path.at(-1) ?? ''] = value
  return copy
}
/** Fields that change nothing, with the reason. */
const UNUSED: Record<string, string> = {
  'PUT /cms/v1/maintenance/{maintenanceId} clock': 'the zone in which a refusal names times: maintenance.test.ts',
  'PUT /cms/v1/firmware/{firmwareId} contentId': 'a file by address has no upload',
  'PUT /cms/v1/company/{id} address.addressId': 'a company has one address, whichever id is sent back',
  'PUT /cms/v1/team/{teamId} address.addressId': 'a team has one address, whichever id is sent back',
  'PUT /cms/v1/scheduled-reports/{scheduledReportId} weekday': 'counts for a weekly report alone',
  'PUT /cms/v1/role/{roleId} access.0.view': 'view stays on while create, update or delete is on',
  'PUT /cms/v1/roles access.0.view': 'view stays on while create, update or delete is on',
  'PUT /cms/v1/api-keys/{apiKeyId} access.0.view': 'view stays on while create, update or delete is on',
  'PUT /cms/v1/team/{teamId}/charger/{id} isActive': 'an active charge point stays active (D-CHARGER-5)',
  'PUT /cms/v1/team/{teamId}/charger/{id} connectors.0.key': 'a key of the form: connectors are known by their numbers',
  'PUT /cms/v1/team/{teamId}/charger/{id} settings.settings_pk': 'a charge point has one record of settings',
  'PUT /cms/v1/pricegroup/{priceGroupId} priceDetails.0.priceperHr': 'counts for prices by time alone',
  'PUT /cms/v1/tag/{id} balance_amount': 'a new card begins with a balance; later the balance moves by postings alone',
}
test('each field of a record makes a difference: sent with another value, the reply or a statement differs', async () => {
  const unused: string[] = []
  let tried = 0
  for (const [name, { read, make, change = read }] of Object.entries(KINDS)) {
    const made = await recordsOf(name, make)
    const id = made.all ?? Object.values(made).at(-1) ?? 0
    const body = t.app.endpoints.find(e => `${e.method} ${e.path}` === name)?.body as z.ZodType
    const data = one((await ask('root', 'GET', read(id))).body.data)
    const put = async (payload: object) => {
      statementsSince()
      const r = await ask('root', 'PUT', change(id), payload)
      return `${JSON.stringify(r)} ${statementsSince()}`
    }
    await put(data)
    const same = await put(data)
    const seen = new Set<string>()
    for (const { path, shape } of fieldsOf(body)) {
      const [field, parent] = [path.join('.'), valueAt(data, path.slice(0, -1))]
      if (parent === undefined || parent === null || seen.has(field)) continue
      seen.add(field)
      const other = othersThan(valueAt(data, path), shape).find(x => body.safeParse(withOther(data, path, x)).success)
      if (other === undefined) continue
      tried++
      const differs = async () => (await put(withOther(data, path, other))) !== same
      // A statement of the product's own work may fall between: what is known to make no difference is asked once more.
      const isUsed = (await differs()) && (!(`${name} ${field}` in UNUSED) || (await differs()))
      if (isUsed) await put(data)
      else unused.push(`${name} ${field}`)
    }
  }
  expect(unused.filter(x => !(x in UNUSED))).toEqual([])
  expect(Object.keys(UNUSED).filter(x => !unused.includes(x))).toEqual([])
  expect(tried).toBeGreaterThan(100)
}, 120_000)

test('null in place of a text leaves nothing behind, as an empty text does', async () => {
  const at = `?teamId=${t.world.one.companyId}`
  const user = { username: 'null', firstName: 'A', lastName: 'B', email: 'null@example.com', phone: '9876543210' }
  const { userId } = await made(`/cms/v1/user${at}`, user)
  expect((await ask('root', 'PUT', `/cms/v1/user/${userId}`, { ...user, phone: null })).status).toBe(200)
  const { rows } = await sql<{ phone: string | null }>`
    select phone from app_user where id = ${Number(userId)}`.execute(t.db)
  expect(rows).toEqual([{ phone: null }])
})

test('a team that has a point keeps it', async () => {
  const { teamId } = await made(`/cms/v1/team?teamId=${t.world.one.companyId}`, teamBody())
  const r = await ask('root', 'PUT', `/cms/v1/team/${teamId}`, { address: { ...address, lat: null, lng: null } })
  expect([r.status, r.body.errors]).toEqual([422, { 'address.lat': POINT_MISSING, 'address.lng': POINT_MISSING }])
})
