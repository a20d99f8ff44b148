// A driver scans the code of a connector, pays, charges, stops, and the rest goes back; a charger that refuses costs nothing;
// and a stranger finds the payments by the UPI address.
import type { Page } from '@playwright/test'
import { SimulatedCharger } from '@wattdesk/ocpp/sim/charger'
import { dcOutlet } from '@wattdesk/ocpp/sim/power'
import { demandAccessible } from './steps.ts'
import { expect, type Place, test } from './test.ts'

const VPA = 'asha.scans@okbank'
const phone = { width: 390, height: 844 }

async function chargerOf(place: Place, refuse: Record<string, { status: string }> = {}): Promise<SimulatedCharger> {
  const charger = new SimulatedCharger({
    url: place.ocpp,
    identity: place.world.chargers.dc.id,
    connectors: 2,
    outlet: dcOutlet(60_000),
    seed: 'scan',
    autoPlug: false,
    // The server asks for 30 s; a journey has no time for it.
    faults: { refuse: { ChangeConfiguration: { status: 'Rejected' }, ...refuse } },
    configuration: { MeterValueSampleInterval: '1' },
  })
  await charger.startUp()
  return charger
}
async function pay(page: Page, place: Place): Promise<void> {
  await page.goto(`${place.url}/pay/${encodeURIComponent(place.world.chargers.dc.id)}/1`)
  await expect(page.getByRole('heading', { name: 'Price now' })).toBeVisible()
  await page.getByRole('radio', { name: '₹500' }).check()
  await page.getByRole('button', { name: 'Pay ₹500.00' }).click()
  await expect(page.getByText('QRv2 Payment')).toBeVisible()
  await page.getByRole('textbox', { name: 'UPI address' }).fill(VPA)
  await page.getByRole('button', { name: 'Pay ₹500.00' }).click()
  await expect(page).toHaveURL(/\/pay\//)
}

test('scan, pay, charge, stop; the rest is given back with its reference number', async ({ page, place }) => {
  await page.setViewportSize(phone)
  const charger = await chargerOf(place)
  await page.goto(`${place.url}/pay/${encodeURIComponent(place.world.chargers.dc.id)}/1`)
  await expect(page.getByRole('button', { name: /^Pay ₹/ })).toBeVisible()
  await demandAccessible(page, '/pay: choose')
  await pay(page, place)
  await expect(page.getByRole('heading', { name: 'Paid ₹500.00. Starting …' })).toBeVisible()
  const started = charger.next('started')
  await charger.plugIn(1)
  await started
  await expect(page.getByRole('heading', { name: 'Charging' })).toBeVisible()
  await expect(page.getByText(/^(?!0\.00)\d+\.\d\d kWh$/)).toBeVisible({ timeout: 20_000 })
  // Loaded anew, the page still has its session.
  await page.reload()
  await expect(page.getByRole('heading', { name: 'Charging' })).toBeVisible()
  await demandAccessible(page, '/pay: charging')
  await page.getByRole('button', { name: 'Stop charging' }).click()
  await page.getByRole('button', { name: 'Yes, stop' }).click()
  await expect(page.getByRole('heading', { name: 'Charging has ended' })).toBeVisible()
  await expect(page.getByRole('heading', { name: 'Your bill' })).toBeVisible()
  await expect(page.getByRole('heading', { name: /^Refund of ₹\S+ processed$/ })).toBeVisible({ timeout: 20_000 })
  await expect(page.getByText(/^Reference number/)).toBeVisible({ timeout: 20_000 })
  await demandAccessible(page, '/pay: finished')
  await charger.close()
})

test('a charger that refuses to start: everything goes back; a stranger finds it by the UPI address', async ({
  page,
  place,
}) => {
  const charger = await chargerOf(place, { RemoteStartTransaction: { status: 'Rejected' } })
  await pay(page, place)
  await expect(page.getByRole('heading', { name: 'Charging did not begin' })).toBeVisible()
  await expect(page.getByText('The charger did not start. Your money goes back.')).toBeVisible()
  await expect(page.getByRole('heading', { name: 'Refund of ₹500.00 processed' })).toBeVisible({ timeout: 20_000 })
  await charger.close()

  await page.goto(`${place.url}/check-transaction-status`)
  await page.getByRole('textbox', { name: 'UPI ID' }).fill(VPA)
  await page.getByRole('button', { name: 'Check Status' }).click()
  await expect(page.getByRole('group', { name: 'Total Refunded' })).toContainText('₹')
  await expect(page.getByText('₹500.00').first()).toBeVisible()
})

test('a payment that failed, or that was left, is not shown as a rival’s', async ({ page, place }) => {
  const charger = await chargerOf(place)
  const begin = async () => {
    await page.goto(`${place.url}/pay/${encodeURIComponent(place.world.chargers.dc.id)}/1`)
    await page.getByRole('radio', { name: '₹500' }).check()
    await page.getByRole('button', { name: 'Pay ₹500.00' }).click()
    await expect(page.getByText('QRv2 Payment')).toBeVisible()
  }
  const rival = page.getByText('Another driver may be paying for this connector right now.', { exact: false })
  await begin()
  await page.getByRole('textbox', { name: 'UPI address' }).fill('failure@razorpay')
  await page.getByRole('button', { name: 'Pay ₹500.00' }).click()
  await expect(page.getByText('The payment did not go through.', { exact: false })).toBeVisible()
  await expect(page.getByRole('heading', { name: 'Price now' })).toBeVisible()
  await expect(rival).not.toBeVisible()
  await begin()
  await page.getByText('Cancel').click()
  await expect(page.getByRole('heading', { name: 'Price now' })).toBeVisible()
  await expect(rival).not.toBeVisible()
  await charger.close()
})
