// A charger is faulted: the bell rings within a second, a mail comes, the alert leads to the charge point, a reset brings the
// charger back, and the alert closes by itself and says why.
import { SimulatedCharger } from '@wattdesk/ocpp/sim/charger'
import { dcOutlet } from '@wattdesk/ocpp/sim/power'
import { demandAccessible, inMailTo, live, open } from './steps.ts'
import { expect, test } from './test.ts'

test('from a fault to its end: bell, mail, alert, reset, closed by itself', async ({ page, place }) => {
  const { chargers } = place.world
  const charger = new SimulatedCharger({
    url: place.ocpp,
    identity: chargers.dc.id,
    connectors: 2,
    outlet: dcOutlet(60_000),
    seed: 'alerts',
    reconnect: true,
  })
  await charger.startUp()
  // A rule that the company began with tells somebody from now on.
  await open(page, place, 'admin', '/alerts/rules')
  await page.getByRole('link', { name: 'Connector faulted' }).click()
  await page.getByLabel('Mail addresses').fill('guard@volt.example,')
  await page.getByLabel('Gather').fill('0')
  await demandAccessible(page, 'the form of a rule')
  await page.getByRole('button', { name: 'Show what is sent' }).click()
  await expect(page.getByRole('region', { name: 'Preview' })).toContainText('Major: Connector faulted')
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByRole('status').filter({ hasText: /updated|saved|changed/i })).toBeVisible()

  await page.goto(`${place.url}/dashboard`)
  await live(page)
  // The open list hides the page behind it from readers.
  const bell = page.getByRole('button', { name: /^Alerts: /, includeHidden: true })
  await expect(bell).toHaveAccessibleName('Alerts: none unread')
  await charger.fault(1, 'GroundFailure')
  await expect(bell).toHaveAccessibleName('Alerts: 1 unread')

  await bell.click()
  const list = page.getByRole('dialog', { name: 'Alerts and notices' })
  const entry = list.getByRole('link', { name: new RegExp(`${chargers.dc.id}, connector 1 is faulted: GroundFailure`) })
  await expect(entry).toBeVisible()
  await expect(bell).toHaveAttribute('aria-label', 'Alerts: none unread')
  await demandAccessible(page, 'the open bell')
  await entry.click()

  await expect(page).toHaveURL(/\/alerts\/\d+$/)
  await expect(page.getByRole('heading', { name: /is faulted: GroundFailure/ })).toBeVisible()
  expect(await inMailTo(place.url, 'guard@volt.example', /\/alerts\/(\d+)/)).toBe(page.url().split('/').at(-1))
  await demandAccessible(page, 'an alert')

  await page.getByRole('button', { name: 'Reset it' }).click()
  await expect(page).toHaveURL(/tab=remote_operations/)
  await page
    .getByRole('form', { name: 'Operation Configuration' })
    .getByRole('combobox', { name: /^Reset Type/ })
    .click()
  await page.getByRole('option', { name: 'HARD' }).click()
  await page.getByRole('button', { name: 'Send Reset' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Reset', exact: true }).click()
  await page
    .getByRole('dialog', { name: /Task Details/ })
    .getByRole('button', { name: 'Close' })
    .click()

  // After its restart the charger finds nothing wrong any more.
  await charger.clearFault(1)

  await bell.click()
  await expect(list.getByText(/, over/)).toBeVisible()
  await entry.click()
  // A look during the restart finds the charger away.
  await expect(page.getByText(/It reports no fault any more|Its charge point is offline/).first()).toBeVisible()
  await expect(page.getByRole('button', { name: 'Reset it' })).toHaveCount(0)
  await charger.close()
})
