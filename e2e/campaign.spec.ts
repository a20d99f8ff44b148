// New firmware from the file to chargers that are verified: uploaded in the form, brought to simulated chargers by a campaign in
// waves, over a kill of the product in the middle; each charger fetches the file once and starts with its version.
import { createHash } from 'node:crypto'
import { SimulatedCharger } from '@wattdesk/ocpp/sim/charger'
import { simulatedFirmware } from '@wattdesk/ocpp/sim/firmware'
import { startProduct } from './product.ts'
import { demandAccessible, open, send, yardCharger } from './steps.ts'
import { expect, placeIn, test } from './test.ts'

const FILE = simulatedFirmware('2.4.0', Buffer.alloc(300_000, 'firmware'))

test('a campaign runs from the file to verified, over a kill of the product', async ({ page }) => {
  test.setTimeout(240_000)
  const product = await startProduct()
  const chargers: SimulatedCharger[] = []
  try {
    const place = placeIn(product, import.meta.filename)
    const { one, priceGroupId } = place.world
    const ids = [1, 2, 3, 4].map(n => `FW-${n}`)
    for (const chargepoint_id of ids)
      await send(place, 'admin', `team/${one.teamId}/charger`, yardCharger(chargepoint_id, priceGroupId))
    let installed = 0
    for (const identity of ids) {
      const charger = new SimulatedCharger({
        url: place.ocpp,
        identity,
        seed: identity,
        reconnect: true,
        rebootSeconds: 0,
      })
      charger.on('installed', () => installed++)
      chargers.push(charger)
      await charger.startUp()
    }

    // All but the first wait for their connection until the product has been killed and started again.
    for (const charger of chargers.slice(1)) await charger.goOffline()

    await open(page, place, 'operator', '/firmware')
    await page.getByRole('button', { name: 'Add Firmware' }).first().click()
    await page.getByLabel(/^Version/).fill('2.4.0')
    await page.getByRole('textbox', { name: 'Vendor' }).fill('Wattdesk')
    await page.getByRole('textbox', { name: 'Model' }).fill('Simulated')
    await page
      .locator('input[type=file]')
      .setInputFiles({ name: 'fw-2.4.0.bin', mimeType: 'application/octet-stream', buffer: Buffer.from(FILE) })
    await expect(page.getByText(`SHA-256 ${createHash('sha256').update(FILE).digest('hex')}`)).toBeVisible()
    await demandAccessible(page, '/firmware/new with a file')
    await page.getByRole('button', { name: 'Save' }).click()
    await expect(page.getByRole('row', { name: /2\.4\.0/ })).toBeVisible()

    await page.goto(`${place.url}/campaigns/new`)
    await page.getByLabel(/^Name/).fill('Spring')
    await page.getByRole('combobox', { name: /^Firmware/ }).click()
    await page.getByRole('option', { name: /Wattdesk Simulated 2\.4\.0/ }).click()
    await expect(page.getByText('4 charge points will be updated')).toBeVisible()
    await page.getByRole('textbox', { name: /^Wave 1/ }).fill('1')
    await demandAccessible(page, '/campaigns/new')
    await page.getByRole('button', { name: 'Save' }).click()
    // A saved draft is there to be started.
    await page.getByRole('button', { name: 'Start' }).click()
    const question = page.getByRole('dialog')
    await expect(question).toContainText('4 charge points will be updated to Wattdesk Simulated 2.4.0')
    await question.getByRole('button', { name: 'Start' }).click()

    await expect(page.getByRole('button', { name: 'Verified: 1' })).toBeVisible({ timeout: 30_000 })
    await product.kill()
    await product.start()
    for (const charger of chargers.slice(1)) await charger.goOnline()
    await expect(page.getByRole('button', { name: 'Verified: 4' })).toBeVisible({ timeout: 90_000 })
    await expect(page.getByText('Done', { exact: true }).first()).toBeVisible()
    await demandAccessible(page, '/campaigns/{id}')
    expect(installed).toBe(4)
    expect(chargers.map(c => c.station.firmwareVersion)).toEqual(ids.map(() => '2.4.0'))

    await page
      .getByRole('row', { name: /FW-1/ })
      .getByRole('button', { name: /^Actions/ })
      .click()
    await page.getByRole('menuitem', { name: 'History' }).click()
    const lines = page.getByRole('dialog').getByRole('list', { name: 'History' }).getByRole('listitem')
    await expect(lines.first()).toContainText('Sent')
    await expect(lines.last()).toContainText('Verified')
  } finally {
    await Promise.all(chargers.map(c => c.close()))
    await product.close()
  }
})
