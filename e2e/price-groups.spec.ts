// A variable tariff from its making to the bill of a session that crossed a border of it, and tried on a month.
import { SimulatedCharger } from '@wattdesk/ocpp/sim/charger'
import { dcOutlet } from '@wattdesk/ocpp/sim/power'
import { demandAccessible, open, send } from './steps.ts'
import { expect, test } from './test.ts'

test('a tariff of two prices is made, a charger charges over its border, and the bill has both', async ({
  page,
  place,
}) => {
  await open(page, place, 'admin', '/pricegroup')
  await page.getByRole('button', { name: 'Add', exact: true }).first().click()
  await page.getByLabel('Name').fill('Two prices')
  await page.getByLabel('Price per kWh').fill('10')
  await page.getByRole('combobox', { name: 'Pricing Type' }).click()
  await page.getByRole('option', { name: 'Variable' }).click()
  // A border some minutes ahead, which a charger whose clock is a little fast crosses at once.
  const border = new Date(Math.ceil(Date.now() / 60_000 + 2) * 60_000)
  const minute = border.getUTCHours() * 60 + border.getUTCMinutes()
  if (minute < 1 || minute > 1438) border.setTime(border.getTime() + 120_000)
  const time = border.toISOString().slice(11, 16)
  await page.getByLabel('End Time (UTC)').fill(time)
  await expect(page.getByText(`Monday: no price from ${time} to 24:00`)).toBeVisible()
  await page.getByRole('button', { name: 'Add Time Range' }).click()
  await page
    .getByRole('group', { name: `Monday ${time} to 23:59` })
    .getByLabel('Price per kWh')
    .fill('20')
  await page.getByRole('button', { name: 'Copy Schedule' }).click()
  const dialog = page.getByRole('dialog', { name: 'Copy Schedule' })
  await dialog.getByLabel('All days').check()
  await dialog.getByRole('button', { name: 'Copy' }).click()
  await expect(page.getByRole('slider')).toHaveCount(1)
  await expect(page.getByRole('region', { name: 'Lines of the bill' })).toBeVisible()
  await demandAccessible(page, '/pricegroup/new')
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByText('Price group created successfully')).toBeVisible()
  await expect(page.getByRole('row', { name: /Two prices.*Variable/ })).toBeVisible()

  // The connectors of the charge point take it; a session begins now, and ends beyond the border.
  const { dc } = place.world.chargers
  await page.getByRole('link', { name: 'Two prices' }).click()
  await expect(page.getByText('Holds now')).toBeVisible()
  const priceGroupId = Number(/pricegroup\/(\d+)/.exec(page.url())?.[1])
  const { id } = await send<{ id: number }>(place, 'admin', `team/${place.world.one.teamId}/bulk-actions`, {
    kind: 'PriceGroup',
    parameters: { priceGroupId, connectorId: null },
    chosen: { ids: [dc.pk] },
    confirmed: 1,
    requestKey: 'for the tariff',
  })
  await page.goto(`${place.url}/charger/actions/${id}`)
  await expect(page.getByRole('button', { name: 'Done: 1' })).toBeVisible({ timeout: 20_000 })
  const charger = new SimulatedCharger({
    url: place.ocpp,
    identity: dc.id,
    connectors: 2,
    outlet: dcOutlet(60_000),
    seed: 'prices',
  })
  await charger.startUp()
  const told = { connectorId: 1, idTag: place.world.tag, meterStart: 0, timestamp: new Date().toISOString() }
  const { transactionId } = (await charger.send('StartTransaction', told)) as { transactionId: number }
  const timestamp = new Date(border.getTime() + 180_000).toISOString()
  await charger.send('StopTransaction', { transactionId, meterStop: 2000, timestamp })
  await page.goto(`${place.url}/transactions/${transactionId}`)
  const bill = page.getByRole('region', { name: 'Lines of the bill' })
  await expect(bill.getByRole('cell', { name: '₹10.00 per kWh', exact: true })).toBeVisible()
  await expect(bill.getByRole('cell', { name: '₹20.00 per kWh', exact: true })).toBeVisible()
  await charger.close()

  // A price group that a connector uses stays.
  await page.goto(`${place.url}/pricegroup`)
  await page.getByRole('button', { name: 'Actions of Two prices' }).click()
  await page.getByRole('menuitem', { name: 'Delete' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click()
  await expect(page.getByText(/^Price group is used by 2 connectors/)).toBeVisible()

  // No session of last month bears these prices.
  await page.getByRole('link', { name: 'Two prices' }).click()
  await page.getByRole('button', { name: 'Try on last month' }).click()
  await page.getByRole('button', { name: 'Bill the month' }).click()
  await expect(page.getByText(/^No billed sessions in/)).toBeVisible()
})
