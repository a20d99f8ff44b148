// The main job, in a real browser against the real product: a charger comes, the operator sees it, starts a session,
// watches energy and cost rise, the server dies in the middle of it and comes back, he stops it and reads the bill.
import type { Page } from '@playwright/test'
import { SimulatedCharger } from '@wattdesk/ocpp/sim/charger'
import { dcOutlet } from '@wattdesk/ocpp/sim/power'
import { type Product, startProduct } from './product.ts'
import { chunkOf, signIn } from './steps.ts'
import { expect, placeIn, test } from './test.ts'

let product: Product
let charger: SimulatedCharger
test.beforeAll(async () => {
  product = await startProduct()
  const { ocpp, world } = placeIn(product, import.meta.filename)
  charger = new SimulatedCharger({
    url: ocpp,
    identity: world.chargers.dc.id,
    connectors: 2,
    outlet: dcOutlet(60_000),
    seed: 'main job',
    reconnect: true,
    // The server asks for 30 s; a journey has no time for it.
    faults: { refuse: { ChangeConfiguration: { status: 'Rejected' } } },
    configuration: { MeterValueSampleInterval: '1' },
  })
})
test.afterAll(async () => {
  await charger?.close()
  await product?.close()
})

const rupees = async (page: Page, label: string) => {
  const text = await page.getByRole('group', { name: label }).innerText()
  return Number(/₹([\d,.]+)/.exec(text)?.[1]?.replaceAll(',', ''))
}

test('from sign-in to the bill, with a crash of the server in between', async ({ page }) => {
  const { url, world } = placeIn(product, import.meta.filename)
  const problems: string[] = []
  page.on('pageerror', e => problems.push(String(e)))
  await signIn(page, url, world.usernames.operator)

  // The network, live: the charger comes while the operator looks.
  await page.goto(`${url}/charger`)
  const row = page.getByRole('row').filter({ hasText: 'DC-1' })
  await expect(row).toBeVisible()
  await expect(row).toContainText(/Offline|Inactive/)
  await charger.startUp()
  await expect(row).toContainText(/Online|Active/)

  // Started from the portal.
  await page.goto(`${url}/charger/${world.chargers.dc.pk}?tab=remote_operations`)
  await page.getByRole('radio', { name: /RemoteStart/ }).click()
  const form = page.getByRole('form', { name: 'Operation Configuration' })
  await form.getByRole('combobox', { name: /Connector/ }).click()
  await page.getByRole('option', { name: /ConnectorId-1/ }).click()
  await form.getByRole('combobox', { name: /Tag/ }).click()
  await page.getByRole('option', { name: /TAG-ONE/ }).click()
  const started = charger.next('started')
  await form.getByRole('button', { name: /Send RemoteStart/ }).click()
  await expect(page.getByText('Accepted').filter({ visible: true }).first()).toBeVisible()
  await started
  const transactionId = charger.transactionId(1)
  expect(transactionId).toBeGreaterThan(0)

  // Charging, live on the list.
  await page.goto(`${url}/charger`)
  await expect(page.getByRole('row').filter({ hasText: 'DC-1' })).toContainText('Charging')

  // Energy and cost rise without a reload, though the part that draws charts is not to be had at first.
  let refused = 0
  await page.route(chunkOf('chart-plot'), r => (refused++ === 0 ? r.abort() : r.continue()))
  await page.goto(`${url}/transactions/${transactionId}`)
  await expect.poll(() => rupees(page, 'Cost so far')).toBeGreaterThan(0)
  const cost = await rupees(page, 'Cost so far')
  await expect.poll(() => rupees(page, 'Cost so far')).toBeGreaterThan(cost)

  // A power cut in the middle of it.
  await product.kill()
  await product.start()
  await charger.next('opened')
  await charger.next('meter')
  await expect(page.getByText('Running').first()).toBeVisible()
  await expect(page.locator('svg.MuiChartsSurface-root, .MuiChartsSurface-root').first()).toBeVisible()
  expect(refused).toBeGreaterThan(1)

  // Stopped from the portal, and billed from register to register.
  await page.goto(`${url}/transactions/${transactionId}`)
  const stopped = charger.next('stopped')
  await page.getByRole('button', { name: 'Stop', exact: true }).click()
  await page.getByRole('dialog').getByRole('button', { name: /Stop/ }).click()
  const stop = await stopped
  const bill = page.getByRole('region', { name: 'Bill', exact: true })
  await expect(bill).toContainText('CGST')
  const detail = (await (
    await page.request.get(`${url}/cms/v1/team/${world.one.teamId}/transaction/${transactionId}`, {
      headers: { authorization: `Bearer ${await page.evaluate(() => localStorage.getItem('token'))}` },
    })
  ).json()) as { data: { start_meter_value: number; stop_meter_value: number; totalAmountCharged: number } }
  const { start_meter_value: from, stop_meter_value: to, totalAmountCharged } = detail.data
  expect(to).toBe(stop.meterStopWh)
  const taxable = Math.round(((to - from) * 1800) / 1000)
  expect(Math.round(totalAmountCharged * 100)).toBe(taxable + 2 * Math.round((taxable * 9) / 100))
  expect(problems).toEqual([])
})
