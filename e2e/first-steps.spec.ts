// A new installation: its administrator is led from an empty portal to the first session. Each step is done in the product's
// own form, which comes back; the charger's first message and the session are waited for live. Left and gone on with, and
// never shown again once done.
import { execFileSync } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import type { Page } from '@playwright/test'
import type { SimulatedCharger } from '@wattdesk/ocpp/sim/charger'
import { SUPPLIER_GSTIN } from '#testing/world.ts'
import { scanned } from './charging.ts'
import { hands } from './guide.ts'
import { type Product, startProduct } from './product.ts'
import { demandAccessible, live, signIn } from './steps.ts'
import { expect, test } from './test.ts'

const PASSWORD = 'Harbour#first2026'
const ADMIN = fileURLToPath(new URL('../app/admin.ts', import.meta.url))

let product: Product
let charger: SimulatedCharger | undefined
test.beforeAll(async () => {
  product = await startProduct({}, { isEmpty: true })
  execFileSync(
    process.execPath,
    [ADMIN, 'create', '--username', 'first', '--email', 'first@harbour.example', '--company', 'Harbour Volt'],
    { env: { ...process.env, WATTDESK_DATA: product.folder, WATTDESK_PASSWORD: PASSWORD } },
  )
})
test.afterAll(async () => {
  await charger?.close()
  await product?.close()
})

const step = (page: Page, title: string) => page.getByRole('listitem').filter({ hasText: title })
const isDone = (page: Page, title: string) => expect(step(page, title).getByText('Done', { exact: true })).toBeVisible()
/** Nothing that axe objects to, wide and on a phone, light and dark. */
async function demandGood(page: Page, what: string): Promise<void> {
  for (const [width, colorScheme] of [
    [1440, 'light'],
    [1440, 'dark'],
    [390, 'light'],
    [390, 'dark'],
  ] as const) {
    await page.setViewportSize({ width, height: 900 })
    await page.emulateMedia({ colorScheme })
    await demandAccessible(page, `${what}, ${width}, ${colorScheme}`)
    const over = await page.evaluate<number>('document.documentElement.scrollWidth - innerWidth')
    expect(over, `${what}, ${width} runs off the side`).toBeLessThanOrEqual(0)
    if (process.env.E2E_SHOTS)
      await page.screenshot({ path: `${process.env.E2E_SHOTS}/${what}-${width}-${colorScheme}.png`, fullPage: true })
  }
  await page.setViewportSize({ width: 1440, height: 900 })
  await page.emulateMedia({ colorScheme: 'light' })
}

test('from an empty installation to the first session', async ({ page, elsewhere }) => {
  test.setTimeout(300_000)
  const { url, ocpp } = product
  const me = hands(page)
  await signIn(page, url, 'first', PASSWORD, /\/first-steps/)
  await expect(page.getByRole('heading', { name: 'From an empty portal to the first session' })).toBeVisible()
  await expect(step(page, 'Your company').getByText('Next', { exact: true })).toBeVisible()
  await demandGood(page, 'company')

  await me.follow('Complete the company')
  await me.type('Root User', 'first')
  await me.type('Email ID', 'first@harbour.example')
  await me.tab('Domain')
  await me.choose('Domain', 'Other (custom)')
  await me.type('Custom Domain', 'harbour-volt')
  await me.type('Provider Name', 'Harbour')
  await me.tab('Payment')
  await me.choose('Payment Gateway', 'Razorpay')
  await me.type('Tax Percent', '18')
  await me.type('Transaction Percent', '2.36')
  await me.press('Save')
  await expect(page).toHaveURL(/\/first-steps$/)
  await isDone(page, 'Your company')

  // Left: the dashboard stays, and shows the way back.
  await me.menu('Dashboard')
  await expect(page.getByText('1 of 5 done')).toBeVisible()
  await expect(page).toHaveURL(/\/dashboard/)
  await page.reload()
  await expect(page.getByText('1 of 5 done')).toBeVisible()
  await demandAccessible(page, 'dashboard with the first steps')
  await me.follow('Continue')

  await me.follow('Add Team')
  await me.type('Team Name', 'Quayside')
  await me.tab('Payout Accounts')
  const account = page.getByRole('region', { name: 'Payout account 1' })
  await me.type('Business Name', 'Harbour Volt LLP', account)
  await me.choose('Business Type', /llp/i, account)
  await me.type('Beneficiary Name', 'Harbour Volt LLP', account)
  await me.type('Email', 'accounts@harbour.example', account)
  await me.type('Phone', '9876543210', account)
  await me.type('Account Number', '000123456789', account)
  await me.choose('Account Type', /current/i, account)
  await me.type('IFSC Code', 'HDFC0001234', account)
  await me.type('GST Number', SUPPLIER_GSTIN, account)
  await me.type('Payout Percentage', '100', account)
  await me.type('Tax Percentage', '18', account)
  await me.tab('Address')
  await me.find('Search a place', 'Bengaluru', /Bengaluru/)
  await expect(page.getByLabel('City')).toHaveValue('Bengaluru')
  await me.press('Save')
  await isDone(page, 'A team')

  await me.follow('Add a price group')
  await me.type('Name', 'Day price')
  await me.type('Price per kWh', '18')
  await me.press('Save')
  await isDone(page, 'A price')

  await me.follow('Add Charge Point')
  await me.type('Charger ID', 'QUAY-01')
  await me.type('Charger Name', 'Quay, first bay')
  // The team that was made a step before.
  await expect(page.getByRole('combobox', { name: 'Team' })).toHaveValue('Quayside')
  await me.choose('Registration Status', 'Accepted')
  const connector = page.getByRole('group', { name: 'Connector 1' })
  await me.choose('Connector Type', 'CCS Type 2', connector)
  await me.type('Power', '60', connector)
  await me.choose('Price Group', 'Day price', connector)
  await me.tab('Address')
  await me.find('Search a place', 'Bengaluru', /Bengaluru/)
  await me.type('Street', '1 Test Road')
  await me.press('Save Changes')
  await expect(page).toHaveURL(/\/first-steps$/)
  const charging = step(page, 'The first charge point')
  await expect(charging).toContainText(`${ocpp}/QUAY-01`)
  await expect(charging).toContainText(`npm run sim -- --url ${ocpp} --identity QUAY-01`)
  await expect(charging.getByRole('status')).toContainText('Waiting for the first message of QUAY-01')
  await demandGood(page, 'charger')

  // Signed in anew, the reader is led there again, to where they were.
  await page.evaluate('localStorage.clear()')
  await signIn(page, url, 'first', PASSWORD, /\/first-steps/)
  await expect(charging.getByRole('status')).toBeVisible()
  await live(page)
  charger = scanned({ ocpp } as never, 'QUAY-01', 'first steps')
  await charger.startUp()
  await expect(charging).toContainText('ocpp1.6')
  await isDone(page, 'The first charge point')
  await expect(step(page, 'The first session').getByRole('status')).toContainText('Waiting for the first session')
  await demandGood(page, 'session')

  const driver = await elsewhere()
  await driver.goto(`${url}/pay/QUAY-01/1`)
  await driver.getByRole('radio', { name: '₹500' }).check()
  await driver.getByRole('button', { name: 'Pay ₹500.00' }).click()
  await expect(driver.getByText('QRv2 Payment')).toBeVisible()
  await driver.getByRole('button', { name: 'Pay ₹500.00' }).click()
  await expect(driver.getByRole('heading', { name: 'Paid ₹500.00. Starting …' })).toBeVisible()
  await charger.plugIn(1)
  await isDone(page, 'The first session')
  await expect(page.getByText('Your network is running: the first session is there.')).toBeVisible()
  await demandGood(page, 'done')

  // Never again: neither on the dashboard nor after the next sign-in.
  await page.evaluate('localStorage.clear(); sessionStorage.clear()')
  await signIn(page, url, 'first', PASSWORD)
  await expect(page.getByRole('heading', { name: 'Needs attention' })).toBeVisible()
  await expect(page.getByText('of 5 done')).toHaveCount(0)
  await expect(page).toHaveURL(/\/dashboard/)
  await page.goto(`${url}/first-steps`)
  await expect(page.getByText('The first steps of your company are done.')).toBeVisible()
})
