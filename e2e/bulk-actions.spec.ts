// An act on many charge points: all matches are selected, one is left out, the connected ones are reset, and the
// disconnected charge point is tried again when it is back.
import { SimulatedCharger } from '@wattdesk/ocpp/sim/charger'
import { dcOutlet } from '@wattdesk/ocpp/sim/power'
import { demandAccessible, open, send, yardCharger } from './steps.ts'
import { expect, test } from './test.ts'

test('all that match are reset, but for one; the one that was away is tried again', async ({ page, place }) => {
  const { one, priceGroupId } = place.world
  const ids = [1, 2, 3, 4, 5, 6].map(n => `YARD-${n}`)
  for (const chargepoint_id of ids)
    await send(place, 'admin', `team/${one.teamId}/charger`, yardCharger(chargepoint_id, priceGroupId))
  const charger = (identity: string) =>
    new SimulatedCharger({
      url: place.ocpp,
      identity,
      connectors: 1,
      outlet: dcOutlet(60_000),
      seed: identity,
      reconnect: true,
    })
  const away = ids[4] ?? ''
  const chargers = ids.slice(0, 5).map(charger)
  await Promise.all(chargers.slice(0, 4).map(c => c.startUp()))

  await open(page, place, 'operator', '/charger?q=YARD&pageSize=5&sort=chargepoint_id')
  const bar = page.getByRole('region', { name: 'Chosen rows' })
  await page.getByRole('checkbox', { name: 'Choose all 5 on this page' }).check()
  await expect(bar).toContainText('All 5 on this page are chosen')
  await bar.getByRole('button', { name: 'Choose all 6 that match' }).click()
  await page.getByRole('button', { name: 'Go to next page' }).click()
  await page.getByRole('checkbox', { name: 'Choose YARD-6' }).uncheck()
  await expect(bar).toContainText('All 6 that match but 1 are chosen')
  await demandAccessible(page, '/charger with chosen rows')

  await bar.getByRole('button', { name: 'Reset' }).click()
  const dialog = page.getByRole('dialog', { name: 'Reset of 5 charge points' })
  await expect(dialog).toContainText(ids.slice(0, 5).join(', '))
  await expect(dialog).toContainText('1 is offline: nothing can be sent there.')
  await dialog.getByRole('combobox', { name: /Reset Type/ }).click()
  await page.getByRole('option', { name: 'SOFT' }).click()
  await dialog.getByRole('button', { name: 'Reset 5 charge points' }).click()

  // Live, without a reload; the question that bore the same heading is gone.
  await expect(page.getByRole('main').getByRole('heading', { name: 'Reset of 5 charge points' })).toBeVisible()
  await expect(page.getByText('5 of 5', { exact: true })).toBeVisible({ timeout: 20_000 })
  await expect(page.getByRole('row', { name: new RegExp(away) })).toContainText('Charge point is not connected.')
  for (const id of ids.slice(0, 4))
    await expect(page.getByRole('row', { name: new RegExp(id) })).toContainText('Accepted')
  await demandAccessible(page, '/charger/actions/:id')

  await chargers[4]?.startUp()
  await page.getByRole('button', { name: 'Try the 1 failed again' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Try again' }).click()
  const row = page.getByRole('row', { name: new RegExp(away) })
  await expect(row).toContainText('Accepted', { timeout: 20_000 })
  await expect(row).toContainText('Attempt 2; before: Charge point is not connected.')

  // Found again from the list of chargers.
  await page.goto(`${place.url}/charger`)
  await page.getByRole('link', { name: 'Actions on many' }).click()
  await page.getByRole('link', { name: 'Reset of 5 charge points' }).click()
  await expect(page.getByRole('button', { name: 'Done: 5' })).toBeVisible()
  await Promise.all(chargers.map(c => c.close()))
})
