// A wallet is topped up by hand, spent to its end at a charger, which the product then stops, and its history is read up to
// the bill.
import { SimulatedCharger } from '@wattdesk/ocpp/sim/charger'
import { dcOutlet } from '@wattdesk/ocpp/sim/power'
import { demandAccessible, open, send } from './steps.ts'
import { expect, test } from './test.ts'

test('a wallet is topped up, spent to its end, and its history leads to the bill', async ({ page, place }) => {
  const { world } = place
  // So dear that a wallet is empty within seconds.
  const prices = { priceType: 'kwh', priceperKW: 1000, fixedFeeStarting: 24 }
  const group = { name: 'Dear', priceGroupType: 'fixed', priceDetails: [prices] }
  await send(place, 'admin', `pricegroup/${world.priceGroupId}`, group, 'PUT')
  const driver = await send<{ id: number; id_tag: string }>(place, 'operator', `customer?teamId=${world.one.teamId}`, {
    firstName: 'Wallet',
    lastName: 'Driver 01',
    email: 'wallet.driver@volt.example',
    address: { lat: 12.9716, lng: 77.5946, street: '1 Test Road', city: 'Bengaluru', state: 'Karnataka' },
  })

  await open(page, place, 'admin', `/cm-customer/${driver.id}`)
  await page.getByLabel('Wallet Amount').fill('30')
  await page.getByLabel('Note').fill('Welcome credit')
  const before = '₹0.00 now, ₹30.00 after it: ₹30.00 are given.'
  await expect(page.getByText(before)).toBeVisible()
  await demandAccessible(page, '/cm-customer/:id with another amount')
  await page.getByRole('button', { name: 'Save' }).click()
  const dialog = page.getByRole('dialog')
  await expect(dialog).toContainText(before)
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByText('Wallet updated successfully')).toBeVisible()

  const charger = new SimulatedCharger({
    url: place.ocpp,
    identity: world.chargers.dc.id,
    connectors: 2,
    outlet: dcOutlet(60_000),
    seed: 'wallet',
    // The server asks for 30 s; a journey has no time for it.
    faults: { refuse: { ChangeConfiguration: { status: 'Rejected' } } },
    configuration: { MeterValueSampleInterval: '1' },
  })
  await charger.startUp()
  const stopped = charger.next('stopped')
  const { transactionId } = await charger.start(1, driver.id_tag, { authorize: true, soc: 10 })
  // Nobody stops the session but the product, once the 30 rupees are spent.
  expect(await stopped).toMatchObject({ transactionId, reason: 'Remote' })
  await charger.close()

  // The newest line first: the cost of the session, and the balance left of that of the line below.
  await page.goto(`${place.url}/wallet/${driver.id}`)
  const rows = page.getByRole('table', { name: 'Wallet History' }).getByRole('row')
  await expect(rows).toHaveCount(3)
  await expect(rows.nth(1)).toContainText(`Session ${transactionId} at ${world.chargers.dc.id}`)
  await expect(rows.nth(1)).toContainText(/[-−]₹(29\.9\d|30\.00)/)
  await expect(rows.nth(1)).toContainText(/₹0\.0\d/)
  await expect(rows.nth(2)).toContainText('Welcome credit')
  await expect(rows.nth(2).getByText('₹30.00')).toHaveCount(2)
  await demandAccessible(page, '/wallet/:id with a session')

  await rows
    .nth(1)
    .getByRole('link', { name: `Session ${transactionId}` })
    .click()
  const bill = page.getByRole('region', { name: 'Bill', exact: true })
  await expect(bill.getByRole('cell', { name: '₹1,000.00 per kWh' })).toBeVisible()
  await expect(bill).toContainText(/above what was paid beforehand were not charged/)
  const details = page.getByRole('region', { name: 'Transaction details' })
  await expect(details).toContainText('WALLET')
  await expect(details).toContainText('Initial Wallet Balance')
})
