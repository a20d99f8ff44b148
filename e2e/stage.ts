// The stage of all screens: one world a core, with a record of each kind, a running session and a billed one.
import { join } from 'node:path'
import type { Page } from '@playwright/test'
import { SimulatedCharger } from '@wattdesk/ocpp/sim/charger'
import { dcOutlet } from '@wattdesk/ocpp/sim/power'
import { templateBody } from '#control/settings-templates/test-settings.ts'
import { reportBody } from '#desk/scheduled-reports/test-reports.ts'
import { variableBody } from '#money/price-groups/test-price-group.ts'
import { campaignBody } from '#operations/firmware/test-firmware.ts'
import { accessBy, apiKeyBody } from '#people/api-keys/test-api-key.ts'
import { webhookBody } from '#people/webhooks/test-webhook.ts'
import { TestCharger } from '#testing/charger.ts'
import { open, send, sendFile } from './steps.ts'
import { test as base, expect, type Place } from './test.ts'

export const WIDE = '1440'
export const PHONE = '390'
export const sizes = { [WIDE]: { width: 1440, height: 900 }, [PHONE]: { width: 390, height: 844 } }
export type Size = keyof typeof sizes
type Look = { page: Page; problems: string[]; path: string }
export type Stage = {
  place: Place
  transactionId: number
  /** A session that has ended and was billed. */
  endedId: number
  zoneId: number
  profilePk: number
  bulkId: number
  tagId: number
  pricesId: number
  driverId: number
  vehicleId: number
  alertRuleId: number
  maintenanceId: number
  firmwareId: number
  campaignId: number
  templateId: number
  importId: number
  reportId: number
  apiKeyId: number
  webhookId: number
  /** The page, signed in; its complaints since it was requested; and the path it was sent to last. */
  look: () => Promise<Look>
}

const BOOT = { chargePointVendor: 'Maker', chargePointModel: 'One' }
/** Starts a campaign whose charger waits for the end of its session. */
async function makeCampaign(place: Place, firmwareId: number): Promise<number> {
  const { campaign_id: id } = await send<{ campaign_id: number }>(
    place,
    'operator',
    `team/${place.world.one.teamId}/campaigns`,
    campaignBody(firmwareId, { waves: [{ count: 1, unit: 'chargers' }] }),
  )
  await send(place, 'operator', `campaigns/${id}/start`, { confirmed: 1 })
  return id
}

export const test = base.extend<object, { stage: Stage }>({
  stage: [
    async ({ browser, placeOf }, use) => {
      const place = await placeOf({ file: join(import.meta.dirname, 'screens.spec.ts'), repeatEachIndex: 0, retry: 0 })
      const { world } = place
      const charger = new SimulatedCharger({
        url: place.ocpp,
        identity: world.chargers.dc.id,
        connectors: 2,
        outlet: dcOutlet(60_000),
        seed: 'screens',
        boot: BOOT,
      })
      await charger.startUp()
      // A charger that nobody has added tries to connect.
      const server = place.ocpp.replace(/\/ocpp$/, '')
      await expect(TestCharger.open(server, `${world.chargers.dc.id}-NEXT`)).rejects.toThrow('404')
      const { transactionId: endedId = 0 } = await charger.start(2, world.tag, { soc: 30 })
      const { registerWh } = charger.reading(2)
      await expect.poll(() => charger.reading(2).registerWh).toBeGreaterThan(registerWh + 2)
      await charger.stop(2)
      await charger.unplug(2)
      await charger.plugIn(1)
      const { transactionId = 0 } = await charger.start(1, world.tag, { soc: 30 })
      const { zoneId } = await send<{ zoneId: number }>(place, 'operator', `charging-site/${world.one.teamId}/zone`, {
        zoneName: 'North yard',
        isLoadBalancingReq: 1,
        loadBalancingUnit: 'kW',
        loadBalancingValue: 60,
        chargers: [world.chargers.dc.id],
      })
      const profile = { charging_profile_purpose: 'TxDefaultProfile', charging_profile_kind: 'Relative' }
      const { charging_profile_pk: profilePk } = await send<{ charging_profile_pk: number }>(
        place,
        'operator',
        `charging-profile?teamId=${world.one.teamId}`,
        {
          ...profile,
          charging_profile_id: 101,
          stack_level: 0,
          description: 'Evening peak',
          note: 'Agreed',
          valid_from: '2026-01-01T00:00:00Z',
          valid_to: '2027-01-01T00:00:00Z',
          charging_rate_unit: 'A',
          schedulePeriods: [
            { start_period: 1, power_limit: 32 },
            { start_period: 3600, power_limit: 16 },
          ],
        },
      )
      const { id: bulkId } = await send<{ id: number }>(place, 'admin', `team/${world.one.teamId}/bulk-actions`, {
        kind: 'PriceGroup',
        parameters: { priceGroupId: world.priceGroupId, connectorId: null },
        chosen: { ids: [world.chargers.dc.pk] },
        confirmed: 1,
        requestKey: 'for the screens',
      })
      const { priceGroupId: pricesId } = await send<{ priceGroupId: number }>(
        place,
        'admin',
        'pricegroup',
        variableBody({ name: 'Night tariff' }),
      )
      const { id: driverId } = await send<{ id: number }>(place, 'operator', `customer?teamId=${world.one.teamId}`, {
        firstName: 'Fleet',
        lastName: 'Driver 01',
        email: 'fleet.driver@volt.example',
        address: { lat: 12.9716, lng: 77.5946, street: '1 Test Road', city: 'Bengaluru', state: 'Karnataka' },
      })
      const { vehicle_id: vehicleId } = await send<{ vehicle_id: number }>(
        place,
        'operator',
        `team/${world.one.teamId}/vehicles`,
        {
          vehicle_type: 'Car',
          make: 'Volt',
          model: 'One',
          year_of_manufacture: 2024,
          registration_number: 'KA 01 EV 0001',
          owner_name: 'Depot',
          usage_type: 'Commercial',
        },
      )
      await send(place, 'operator', `customer/${driverId}/vehicle/assignVehicle`, { vehicleId })
      const { id: tagId } = await send<{ id: number }>(place, 'admin', `team/${world.one.teamId}/tags`, {
        tag: 'SCREEN-1',
        parenttag: world.tag,
        balance_amount: 500,
        max_active_trans_count: -1,
      })
      const { alert_rule_id: alertRuleId } = await send<{ alert_rule_id: number }>(
        place,
        'operator',
        `team/${world.one.teamId}/alert-rules`,
        { name: 'Clock of the yard', kind: 'clock-off', severity: 'Minor', is_active: true },
      )
      const inHours = (hours: number) => new Date(Date.now() + hours * 3_600_000).toISOString()
      const { maintenance_id: maintenanceId } = await send<{ maintenance_id: number }>(
        place,
        'operator',
        `team/${world.one.teamId}/maintenance`,
        {
          reason: 'New cables',
          starts_at: inHours(1),
          ends_at: inHours(3),
          sets_inoperative: true,
          chargers: [world.chargers.ac.pk],
        },
      )
      const { chargePointVendor: vendor, chargePointModel: model } = BOOT
      const { firmware_id: firmwareId } = await send<{ firmware_id: number }>(
        place,
        'operator',
        `team/${world.one.teamId}/firmware`,
        {
          version: '2.1.0',
          vendor,
          model,
          source: 'Address',
          location: 'https://files.example/fw-2.1.0.bin',
          sha256: 'ab'.repeat(32),
        },
      )
      const campaignId = await makeCampaign(place, firmwareId)
      const { template_id: templateId } = await send<{ template_id: number }>(
        place,
        'operator',
        `team/${world.one.teamId}/settings-templates`,
        templateBody('Yard settings', { vendor, model, is_for_model: true, teams: [world.one.teamId] }),
      )
      const { api_key_id: apiKeyId } = await send<{ api_key_id: number }>(
        place,
        'admin',
        `team/${world.one.teamId}/api-keys`,
        apiKeyBody(accessBy({ Tag: 'vc', Transaction: 'v' })),
      )
      const { webhook_id: webhookId } = await send<{ webhook_id: number }>(
        place,
        'admin',
        `team/${world.one.teamId}/webhooks`,
        webhookBody({ name: 'ERP' }),
      )
      const { id: importId } = await sendFile<{ id: number }>(
        place,
        'admin',
        `team/${world.one.teamId}/network-imports?kind=tags&file_name=tags.csv`,
        'UID,Who\nSCREEN-2,Depot\n',
      )
      const { scheduled_report_id: reportId } = await send<{ scheduled_report_id: number }>(
        place,
        'admin',
        `team/${world.one.teamId}/scheduled-reports`,
        reportBody(),
      )
      let look: Look | undefined
      await use({
        place,
        transactionId,
        endedId,
        zoneId,
        profilePk,
        bulkId,
        tagId,
        pricesId,
        driverId,
        vehicleId,
        alertRuleId,
        maintenanceId,
        firmwareId,
        campaignId,
        templateId,
        importId,
        reportId,
        apiKeyId,
        webhookId,
        look: async () => {
          if (!look) {
            const context = await browser.newContext({ viewport: sizes[WIDE], reducedMotion: 'reduce' })
            look = { ...watched(await context.newPage()), path: '/faq' }
            await open(look.page, place, 'admin', look.path)
          }
          look.problems.length = 0
          return look
        },
      })
      await look?.page.context().close()
      await charger.close()
    },
    { scope: 'worker', timeout: 60_000 },
  ],
})
/** Returns the page with its complaints from now on. */
export function watched(page: Page): { page: Page; problems: string[] } {
  const problems: string[] = []
  page.on('pageerror', e => problems.push(String(e)))
  page.on('console', m => {
    if (/Content Security Policy/.test(m.text())) problems.push(m.text())
  })
  return { page, problems }
}
