// Work at a charger is planned for now: its connectors go out of service, drivers are refused with the operator's words, and
// once a person ends it the connectors are back; the charge point's time line has it.
import { SimulatedCharger } from '@wattdesk/ocpp/sim/charger'
import { dcOutlet } from '@wattdesk/ocpp/sim/power'
import { demandAccessible, open } from './steps.ts'
import { expect, test } from './test.ts'

const WORDS = 'Cables are changed until noon.'

test('from the plan to the end: connectors out, drivers refused, connectors back', async ({ page, place }) => {
  const { chargers, tag } = place.world
  const charger = new SimulatedCharger({
    url: place.ocpp,
    identity: chargers.dc.id,
    connectors: 2,
    outlet: dcOutlet(60_000),
    seed: 'maintenance',
    reconnect: true,
  })
  try {
    await charger.startUp()
    await open(page, place, 'admin', `/maintenance/new?chargers=${chargers.dc.pk}`)
    await page.getByLabel(/^Reason/).fill('New cables')
    // The present minute of the browser's clock.
    const now = await page.evaluate(() => {
      const at = new Date()
      return new Date(at.getTime() - at.getTimezoneOffset() * 60_000).toISOString().slice(0, 16)
    })
    await page.getByLabel(/^Start/).fill(now)
    await page.getByLabel('Text for drivers').fill(WORDS)
    await demandAccessible(page, '/maintenance/new')
    await page.getByRole('button', { name: 'Plan maintenance' }).click()
    await expect(page).toHaveURL(/\/maintenance$/)
    await page
      .getByRole('row', { name: /New cables/ })
      .getByRole('link')
      .first()
      .click()

    const row = page.getByRole('row', { name: new RegExp(chargers.dc.id) })
    await expect(page.getByText('Running', { exact: true }).first()).toBeVisible({ timeout: 40_000 })
    await expect(row).toContainText('Connectors 1, 2: Accepted', { timeout: 40_000 })
    await demandAccessible(page, '/maintenance/{id} that runs')
    await expect.poll(() => [charger.status(1), charger.status(2)]).toEqual(['Unavailable', 'Unavailable'])

    await page.goto(`${place.url}/charger/${chargers.dc.pk}`)
    await expect(page.getByText(/Planned maintenance until/)).toContainText('Drivers cannot start a session.')
    const start = { connectorId: 1, idTag: tag, meterStart: 0, timestamp: new Date().toISOString() }
    expect(await charger.send('StartTransaction', start)).toMatchObject({ idTagInfo: { status: 'Blocked' } })
    const driver = await page.context().newPage()
    await driver.goto(`${place.url}/pay/${encodeURIComponent(chargers.dc.id)}/1`)
    await expect(driver.getByText(WORDS)).toBeVisible()
    await driver.close()

    await page.getByRole('link', { name: 'New cables' }).click()
    await page.getByRole('button', { name: 'End now' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'End now' }).click()
    await expect(page.getByText('Ended', { exact: true }).first()).toBeVisible()
    await expect
      .poll(() => [charger.status(1), charger.status(2)], { timeout: 40_000 })
      .toEqual(['Available', 'Available'])
    await page.goto(`${place.url}/charger/${chargers.dc.pk}?tab=timeline&lanes=planned`)
    await expect(page.getByRole('list', { name: 'Events' })).toContainText('New cables')
  } finally {
    await charger.close()
  }
})
