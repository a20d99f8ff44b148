// Every screen, light and dark, wide and on a phone: nothing that axe objects to, nothing that runs off the side.
import { AxeBuilder } from '@axe-core/playwright'
import { type Browser, expect, type Page, test } from '@playwright/test'
import { SimulatedCharger } from '@wattdesk/ocpp/sim/charger'
import { dcOutlet } from '@wattdesk/ocpp/sim/power'
import { type Product, startProduct } from './product.ts'
import { signIn } from './steps.ts'

// Each part runs for itself, on a product of its own.
test.describe.configure({ mode: 'parallel' })
let product: Product
let charger: SimulatedCharger
let transactionId = 0
test.beforeAll(async () => {
  product = await startProduct()
  charger = new SimulatedCharger({
    url: product.ocpp,
    identity: 'DC-1',
    connectors: 2,
    outlet: dcOutlet(60_000),
    seed: 'screens',
  })
  await charger.startUp()
  await charger.plugIn(1)
  transactionId = (await charger.start(1, product.world.tag, { soc: 30 })).transactionId ?? 0
})
test.afterAll(async () => {
  await charger?.close()
  await product?.close()
})

/** Each screen and the text that shows that it stands. */
const screens = (): [path: string, text: string | RegExp][] => [
  ['/dashboard', 'Charging Station - Live Status'],
  ['/charger', 'DC-1'],
  [`/charger/${product.world.chargers.dc.pk}`, 'Charge Point Details'],
  [`/charger/${product.world.chargers.dc.pk}?tab=logs`, /StartTransaction|MeterValues/],
  [`/charger/${product.world.chargers.dc.pk}?tab=remote_operations`, 'RemoteStart'],
  ['/transactions', 'DC-1'],
  [`/transactions/${transactionId}`, `Transaction ${transactionId}`],
  ['/profile', 'Teams and roles'],
  ['/changepassword', 'Confirm New Password'],
  ['/settings', 'Your current timezone is'],
  ['/faq?question=4', 'Still need help?'],
  ['/audit', 'Signed in'],
  ['/users', 'operator@example.com'],
  ['/users/new', 'Create new user'],
  [`/users/${product.world.userIds.viewer}`, 'Edit user details'],
  ['/roles', 'Operator'],
  ['/roles/new', 'Feature permissions'],
  [`/roles/${product.world.one.roles.Viewer}`, 'Permission Coverage (%)'],
  ['/company', 'One'],
  [`/company/${product.world.one.companyId}`, 'Root User'],
  [`/company/${product.world.one.companyId}?tab=domain`, 'Domain and provider'],
  [`/company/${product.world.one.companyId}?tab=payment`, 'Tax Percent'],
  [`/company/${product.world.one.companyId}?tab=accounts`, 'Add payout account'],
  ['/servicerequest', 'No service requests yet'],
  ['/servicerequest/new', 'Create Service Request'],
  ['/team', 'One North'],
  ['/team/new', 'Create Team'],
  [`/team/${product.world.one.teamId}`, 'Edit Team Details'],
  [`/team/${product.world.one.teamId}?tab=accounts`, 'Payout account 1'],
  [`/team/${product.world.one.teamId}?tab=address`, 'Latitude'],
  [`/team/${product.world.one.teamId}?tab=members`, 'operator@example.com'],
  [`/team/${product.world.one.teamId}?tab=finance`, 'Payout Rule'],
  [`/team/${product.world.one.teamId}?tab=payout`, 'No payouts yet'],
  ['/pagenotfound', 'Sorry, page not found!'],
]

const sizes = [
  [1440, 900],
  [390, 844],
] as const
/** Parts that the screens are dealt out to, for as many cores to be at work. */
const PARTS = 3

for (const [width, height] of sizes) {
  test(`${width} wide, before signing in`, async ({ browser }) => {
    test.setTimeout(120_000)
    const { page, problems } = await look(browser, width, height)
    await page.goto(`${product.url}/login`)
    await expect(page.getByText('Sign in to your account to continue')).toBeVisible()
    await hold(page, '/login')
    await page.goto(`${product.url}/register`)
    await expect(page.getByText('For operators of charging networks.')).toBeVisible()
    await hold(page, '/register')
    await page.goto(`${product.url}/reset`)
    await page.getByLabel('Username').fill('nobody-of-that-name')
    await hold(page, '/reset')
    await page.getByRole('button', { name: 'Send OTP' }).click()
    await page.getByRole('button', { name: 'Reset Password' }).click()
    await expect(page.getByText('Please input otp')).toBeVisible()
    await hold(page, '/reset, step 2')
    expect(problems).toEqual([])
    await page.context().close()
  })
  for (let part = 0; part < PARTS; part++)
    test(`${width} wide, part ${part + 1} of ${PARTS}`, async ({ browser }) => {
      const dealt = screens().filter((_, i) => i % PARTS === part)
      // axe takes its seconds on each screen.
      test.setTimeout(60_000 + dealt.length * 20_000)
      const { page, problems } = await look(browser, width, height)
      await signIn(page, product.url, 'admin')
      for (const [path, text] of dealt) {
        await page.goto(product.url + path)
        await expect(page.getByText(text).filter({ visible: true }).first()).toBeVisible()
        await hold(page, path)
      }
      expect(problems).toEqual([])
      await page.context().close()
    })
}

/** A page of that size, and what it complains of from now on. */
async function look(browser: Browser, width: number, height: number): Promise<{ page: Page; problems: string[] }> {
  const context = await browser.newContext({ viewport: { width, height }, reducedMotion: 'reduce' })
  const page = await context.newPage()
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
  await page.emulateMedia({ colorScheme: 'light' })
  await demandAccessible(new AxeBuilder({ page }), `${path}, light`)
  const over = await page.evaluate<number>(
    'document.documentElement.scrollWidth - document.documentElement.clientWidth',
  )
  expect(over, `${path} runs off the side`).toBeLessThanOrEqual(0)
  await page.emulateMedia({ colorScheme: 'dark' })
  await expect(page.locator('html[data-theme="dark"]')).toHaveCount(1)
  await demandAccessible(new AxeBuilder({ page }).withRules(['color-contrast']), `${path}, dark`)
  await page.emulateMedia({ colorScheme: 'light' })
}

async function demandAccessible(axe: AxeBuilder, what: string): Promise<void> {
  // In the page itself: it has no frames of other origins, for which axe would open a second page each time.
  const { violations } = await axe.setLegacyMode().analyze()
  expect(
    violations.map(v => `${v.id}: ${v.nodes.map(n => n.html.slice(0, 140)).join(' | ')}`),
    what,
  ).toEqual([])
}
