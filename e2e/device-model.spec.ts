// A simulated station of OCPP 2.0.1: its device model is read and changed on the Config tab, its connectors are called by their
// EVSE, and a fault that it tells stands on the Logs tab. Wide and on a phone, light and dark.
import { SimulatedStation } from '@wattdesk/ocpp/sim/v201/charging-station'
import { demandAccessible, open } from './steps.ts'
import { expect, test } from './test.ts'

let station: SimulatedStation
test.beforeAll(async ({ placeOf }, info) => {
  const place = await placeOf(info)
  station = new SimulatedStation({ url: place.ocpp, identity: place.world.chargers.dc.id, evses: 2, reconnect: true })
  await station.startUp()
})
test.afterAll(() => station?.close())

test('the device model is read, shown as a tree, searched and changed', async ({ page, place }, info) => {
  const { dc } = place.world.chargers
  await open(page, place, 'admin', `/charger/${dc.pk}?tab=config`)
  await page.getByRole('button', { name: 'Read again' }).click()
  const tree = page.getByRole('navigation', { name: 'Components' })
  // A branch once the connectors of both EVSEs are told: the report comes in parts.
  await tree.getByRole('button', { name: /^Connector, /, expanded: false }).click()
  await tree.getByRole('button', { name: /^EVSE 2, connector 1, / }).click()
  await expect(page.getByRole('row', { name: /Connector#2\.1\.ConnectorType/ })).toContainText('cCCS2')
  await tree.getByRole('button', { name: /^OCPPCommCtrlr, / }).click()
  const row = page.getByRole('row', { name: /HeartbeatInterval/ })
  await row.getByRole('button', { name: /^Actions of/ }).click()
  await page.getByRole('menuitem', { name: 'Change' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Value').fill('120')
  await dialog.getByRole('button', { name: 'Send' }).click()
  await expect(row).toContainText('As set')
  await expect(row).toContainText('120')
  await tree.getByRole('button', { name: /^All components/ }).click()
  for (const [width, height] of [
    [1440, 900],
    [390, 844],
  ] as const)
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.setViewportSize({ width, height })
      await page.emulateMedia({ colorScheme })
      await expect(page.getByText('AuthCtrlr.Enabled').first()).toBeVisible()
      await demandAccessible(page, `device model, ${width}, ${colorScheme}`)
      const runsOff = await page.evaluate<number>(
        'document.documentElement.scrollWidth - document.documentElement.clientWidth',
      )
      expect(runsOff).toBe(0)
      await page.screenshot({ path: info.outputPath(`model-${width}-${colorScheme}.png`), fullPage: true })
    }
})

test('connectors by their EVSE, and a fault among the events', async ({ page, place }, info) => {
  const { dc } = place.world.chargers
  await open(page, place, 'admin', `/charger/${dc.pk}?tab=general`)
  await expect(page.getByRole('heading', { name: 'EVSE 2' }).first()).toBeVisible()
  await station.fault(2, true, 'The lock is stuck')
  await page.goto(`${place.url}/charger/${dc.pk}?tab=logs&log=events`)
  const row = page.getByRole('row', { name: /Connector#2\.1\.Problem/ })
  await expect(row).toContainText('3 Critical')
  await expect(row).toContainText('Lasts')
  await page.screenshot({ path: info.outputPath('events.png'), fullPage: true })
})
