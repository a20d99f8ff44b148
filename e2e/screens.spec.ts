// Every screen, light and dark, wide and on a phone: nothing that axe objects to, nothing that runs off the side. Each is a
// test of its own, dealt out to whichever core is free; the browser of a core stays open from screen to screen.
import type { Page } from '@playwright/test'
import { SimulatedCharger } from '@wattdesk/ocpp/sim/charger'
import { dcOutlet } from '@wattdesk/ocpp/sim/power'
import { demandAccessible, open, send } from './steps.ts'
import { test as base, expect, type Place } from './test.ts'

const sizes = { '1440': { width: 1440, height: 900 }, '390': { width: 390, height: 844 } }
type Size = keyof typeof sizes
type Stage = {
  place: Place
  transactionId: number
  zoneId: number
  profilePk: number
  bulkId: number
  /** The page of that size, signed in; and what it has complained of since it was asked for. */
  look: (size: Size) => Promise<{ page: Page; problems: string[] }>
}

const test = base.extend<object, { stage: Stage }>({
  stage: [
    async ({ browser, placeOf }, use) => {
      const place = await placeOf({ file: import.meta.filename, repeatEachIndex: 0, retry: 0 })
      const { world } = place
      const charger = new SimulatedCharger({
        url: place.ocpp,
        identity: world.chargers.dc.id,
        connectors: 2,
        outlet: dcOutlet(60_000),
        seed: 'screens',
      })
      await charger.startUp()
      await charger.plugIn(1)
      const { transactionId = 0 } = await charger.start(1, world.tag, { soc: 30 })
      const { zoneId } = await send<{ zoneId: number }>(place, 'operator', `charging-site/${world.one.teamId}/zone`, {
        ...{ zoneName: 'North yard', isLoadBalancingReq: 1, loadBalancingUnit: 'kW', loadBalancingValue: 60 },
        chargers: [world.chargers.dc.id],
      })
      const profile = { charging_profile_purpose: 'TxDefaultProfile', charging_profile_kind: 'Relative' }
      const { charging_profile_pk: profilePk } = await send<{ charging_profile_pk: number }>(
        place,
        'operator',
        `charging-profile?teamId=${world.one.teamId}`,
        {
          ...{ ...profile, charging_profile_id: 101, stack_level: 0, description: 'Evening peak', note: 'Agreed' },
          ...{ valid_from: '2026-01-01T00:00:00Z', valid_to: '2027-01-01T00:00:00Z', charging_rate_unit: 'A' },
          schedulePeriods: [
            { start_period: 1, power_limit: 32 },
            { start_period: 3600, power_limit: 16 },
          ],
        },
      )
      const { id: bulkId } = await send<{ id: number }>(place, 'admin', `team/${world.one.teamId}/bulk-actions`, {
        ...{ kind: 'PriceGroup', parameters: { priceGroupId: world.priceGroupId, connectorId: null } },
        ...{ chosen: { ids: [world.chargers.dc.pk] }, confirmed: 1, requestKey: 'for the screens' },
      })
      const looks = new Map<Size, { page: Page; problems: string[] }>()
      await use({
        place,
        transactionId,
        zoneId,
        profilePk,
        bulkId,
        look: async size => {
          let look = looks.get(size)
          if (!look) {
            const context = await browser.newContext({ viewport: sizes[size], reducedMotion: 'reduce' })
            look = watched(await context.newPage())
            looks.set(size, look)
            await open(look.page, place, 'admin', '/faq')
          }
          look.problems.length = 0
          return look
        },
      })
      for (const { page } of looks.values()) await page.context().close()
      await charger.close()
    },
    { scope: 'worker', timeout: 60_000 },
  ],
})
// A screen that fails stops none of its neighbours.
test.describe.configure({ mode: 'parallel' })

/** Each screen, by what it is called where its path holds a key, and the text that shows that it stands. */
const screens: [path: string, text: string | RegExp, of?: (stage: Stage) => string | number][] = [
  ['/dashboard', 'Charging Station - Live Status'],
  ['/charger', 'DC-1'],
  ['/charger/waiting', 'No charger waits to join'],
  ['/charger/actions', 'every connector'],
  ['/charger/actions/:id', 'It was so already', s => s.bulkId],
  ['/charger/new', 'Add new Charge Point'],
  ['/charger/new?tab=address', 'Amenities'],
  ['/charger/:id', 'Basic Information', s => s.place.world.chargers.dc.pk],
  ['/charger/:id?mode=view', 'Charge Point Details', s => s.place.world.chargers.dc.pk],
  ['/charger/:id?tab=address', 'Amenities', s => s.place.world.chargers.dc.pk],
  ['/charger/:id?tab=settings', 'Mail Notification Settings', s => s.place.world.chargers.dc.pk],
  [
    '/charger/:id?tab=config',
    /No configuration available|AuthorizationCacheEnabled/,
    s => s.place.world.chargers.dc.pk,
  ],
  ['/charger/:id?tab=operating_instruction', 'Add question', s => s.place.world.chargers.dc.pk],
  ['/charger/:id?tab=report_incidents', 'No incidents reported', s => s.place.world.chargers.dc.pk],
  ['/charger/:id?tab=logs', /StartTransaction|MeterValues/, s => s.place.world.chargers.dc.pk],
  ['/charger/:id?tab=timeline', /From the charger: /, s => s.place.world.chargers.dc.pk],
  ['/charger/:id?tab=remote_operations', 'RemoteStart', s => s.place.world.chargers.dc.pk],
  ['/transactions', 'DC-1'],
  ['/transactions/:id', /Transaction \d+/, s => s.transactionId],
  ['/profile', 'Teams and roles'],
  ['/changepassword', 'Confirm New Password'],
  ['/settings', 'Your current timezone is'],
  ['/faq?question=4', 'Still need help?'],
  ['/audit', 'Signed in'],
  ['/users', 'operator@example.com'],
  ['/users/new', 'Create new user'],
  ['/users/:id', 'Edit user details', s => s.place.world.userIds.viewer],
  ['/roles', 'Operator'],
  ['/roles/new', 'Feature permissions'],
  ['/roles/:id', 'Permission Coverage (%)', s => s.place.world.one.roles.Viewer],
  ['/company', 'One'],
  ['/company/:id', 'Root User', s => s.place.world.one.companyId],
  ['/company/:id?tab=domain', 'Domain and provider', s => s.place.world.one.companyId],
  ['/company/:id?tab=payment', 'Tax Percent', s => s.place.world.one.companyId],
  ['/company/:id?tab=accounts', 'Add payout account', s => s.place.world.one.companyId],
  ['/servicerequest', 'No service requests yet'],
  ['/servicerequest/new', 'Create Service Request'],
  ['/charging-site', 'Total Charging Sites'],
  ['/charging-site/:id', 'Edit Charging Site', s => s.zoneId],
  ['/charging-site/:id?mode=view', 'View Charging Site', s => s.zoneId],
  ['/chargingprofile', 'Evening peak'],
  ['/chargingprofile/new', 'Schedule Periods'],
  ['/chargingprofile/:id', 'Edit Charging Profile', s => s.profilePk],
  [
    '/charger/:id?tab=remote_operations&operation=SetChargingProfile',
    'More operations',
    s => s.place.world.chargers.dc.pk,
  ],
  // A word that the screen before does not show: its rows are those of this one.
  ['/team', 'One South'],
  ['/team/new', 'Create Team'],
  ['/team/:id', 'Edit Team Details', s => s.place.world.one.teamId],
  ['/team/:id?tab=accounts', 'Payout account 1', s => s.place.world.one.teamId],
  ['/team/:id?tab=address', 'Latitude', s => s.place.world.one.teamId],
  ['/team/:id?tab=members', 'operator@example.com', s => s.place.world.one.teamId],
  ['/team/:id?tab=finance', 'Payout Rule', s => s.place.world.one.teamId],
  ['/team/:id?tab=payout', 'No payouts yet', s => s.place.world.one.teamId],
  ['/pagenotfound', 'Sorry, page not found!'],
]

for (const size of ['1440', '390'] as const) {
  test(`${size} wide, before signing in`, async ({ page, place: { url } }) => {
    await page.setViewportSize(sizes[size])
    const { problems } = watched(page)
    await page.goto(`${url}/login`)
    await expect(page.getByText('Sign in to your account to continue')).toBeVisible()
    await hold(page, '/login')
    await page.goto(`${url}/register`)
    await expect(page.getByText('For operators of charging networks.')).toBeVisible()
    await hold(page, '/register')
    await page.goto(`${url}/reset`)
    await page.getByLabel('Username').fill('nobody-of-that-name')
    await hold(page, '/reset')
    await page.getByRole('button', { name: 'Send OTP' }).click()
    await page.getByRole('button', { name: 'Reset Password' }).click()
    await expect(page.getByText('Please input otp')).toBeVisible()
    await hold(page, '/reset, step 2')
    expect(problems).toEqual([])
  })
  for (const [path, text, of] of screens)
    test(`${size} wide, ${path}`, async ({ stage }) => {
      const { page, problems } = await stage.look(size)
      const to = path.replace(':id', String(of?.(stage)))
      // Wide by its address, on a phone from the screen before, as by a link.
      if (size === '1440') await page.goto(stage.place.url + to)
      else await page.evaluate(`history.pushState(null, '', '${to}'), dispatchEvent(new PopStateEvent('popstate'))`)
      await expect(page.getByText(text).filter({ visible: true }).first()).toBeVisible()
      await hold(page, path)
      expect(problems).toEqual([])
    })
}

/** What a page complains of from now on. */
function watched(page: Page): { page: Page; problems: string[] } {
  const problems: string[] = []
  page.on('pageerror', e => problems.push(String(e)))
  page.on('console', m => {
    if (/Content Security Policy/.test(m.text())) problems.push(m.text())
  })
  return { page, problems }
}

/** Holds in the light by every rule; in the dark what differs is the contrast. */
async function hold(page: Page, path: string): Promise<void> {
  await expect(page.locator('[aria-busy="true"]')).toHaveCount(0)
  await demandAccessible(page, `${path}, light`)
  const over = await page.evaluate<number>(
    'document.documentElement.scrollWidth - document.documentElement.clientWidth',
  )
  expect(over, `${path} runs off the side`).toBeLessThanOrEqual(0)
  await page.emulateMedia({ colorScheme: 'dark' })
  await expect(page.locator('html[data-theme="dark"]')).toHaveCount(1)
  await demandAccessible(page, `${path}, dark`, { rules: ['color-contrast'] })
  await page.emulateMedia({ colorScheme: 'light' })
  await expect(page.locator('html[data-theme="light"]')).toHaveCount(1)
}
