// The screens when work goes wrong: a charger that refuses, a phone that loses its network in the middle of the work, a
// session that ends. No success is announced early, no old rows are shown as new ones, no page of a stranger appears.
import type { Page } from '@playwright/test'
import { SimulatedCharger } from '@wattdesk/ocpp/sim/charger'
import { dcOutlet } from '@wattdesk/ocpp/sim/power'
import { encodePassword } from '#people/sign-in/sign-in.rules.ts'
import { PASSWORD } from '#testing/world.ts'
import { type Product, startProduct } from './product.ts'
import { chunkOf, open } from './steps.ts'
import { expect, type Place, placeIn, test } from './test.ts'

let product: Product
let place: Place
let charger: SimulatedCharger
test.beforeAll(async () => {
  product = await startProduct()
  place = placeIn(product, import.meta.filename)
  charger = new SimulatedCharger({
    url: place.ocpp,
    identity: place.world.chargers.dc.id,
    connectors: 2,
    outlet: dcOutlet(60_000),
    seed: 'outcomes',
    faults: {
      refuse: { RemoteStopTransaction: { status: 'Rejected' }, ChangeAvailability: { status: 'Rejected' } },
    },
  })
  await charger.startUp()
})
test.afterAll(async () => {
  await charger?.close()
  await product?.close()
})

const phone = { width: 390, height: 844 }
const operations = (page: Page) => page.getByRole('region', { name: 'Operations' })
const connection = (page: Page) => page.getByRole('status', { name: 'Connection' })
/** Opens the menu of a row or card, chooses from it and says yes. */
async function ask(page: Page, menu: string | RegExp, item: string, note?: string): Promise<void> {
  await page.getByRole('button', { name: menu }).click()
  await page.getByRole('menuitem', { name: item }).click()
  if (note) await page.getByLabel('Reason (optional)').fill(note)
  await page.getByRole('dialog').getByRole('button', { name: item }).click()
}

test('a refused stop and a refused maintenance read so, from menu, card and panel, and after a reload', async ({
  page,
}) => {
  const dc = place.world.chargers.dc.id
  await charger.start(1, place.world.tag)
  const id = charger.transactionId(1)

  // From the menu of the list, on a phone: no success at any moment, the refusal with its reason, also after a reload.
  await page.setViewportSize(phone)
  await open(page, place, 'operator', '/transactions')
  const said: string[] = []
  await page.exposeFunction('say', (text: string) => said.push(text))
  await page.evaluate(`new MutationObserver(() => say(document.querySelector('.MuiAlert-colorSuccess')?.textContent ?? ''))
    .observe(document.body, { subtree: true, childList: true, characterData: true })`)
  await ask(page, `Actions of ${id}`, 'Stop')
  await expect(operations(page)).toContainText(`Stop transaction ${id} on ${dc}`)
  await expect(operations(page).getByRole('alert')).toContainText('Rejected. The charge point refused.')
  expect(said.filter(text => text !== '')).toEqual([])
  await page.reload()
  await expect(operations(page).getByRole('alert')).toContainText('Rejected.')
  await operations(page).getByRole('button', { name: 'Details' }).click()
  await expect(page.getByRole('dialog', { name: /Task Details/ })).toContainText('Error')
  await page.getByRole('dialog').getByRole('button', { name: 'Close' }).click()
  await expect(operations(page)).toHaveCount(0)

  // From the card of the connector: its session is chosen; one dialog at a time.
  await page.setViewportSize({ width: 1440, height: 900 })
  await page.goto(`${place.url}/charger/${place.world.chargers.dc.pk}`)
  await page.getByRole('button', { name: 'Stop', exact: true }).click()
  await expect(page.getByRole('combobox', { name: /Transaction/ })).toContainText(String(id))
  await page.getByRole('button', { name: 'Send RemoteStop' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Stop' }).click()
  const details = page.getByRole('dialog', { name: /Task Details/ })
  await expect(details).toContainText('Rejected')
  await expect(page.getByRole('dialog')).toHaveCount(1)
  await details.getByRole('button', { name: 'Close' }).click()

  // Maintenance of an idle station that refuses to go out of service.
  await charger.stop(1)
  await charger.unplug(1)
  await page.goto(`${place.url}/dashboard`)
  await expect(page.getByRole('listitem').filter({ hasText: `Charger ${dc}` })).toContainText('Online')
  await ask(page, `Actions of Charger ${dc}`, 'Set Maintenance', 'Cable of connector 2 is worn')
  await expect(operations(page).getByRole('alert')).toContainText('the charge point itself stays in service')
  await page.getByRole('button', { name: `Close Set Maintenance: Charger ${dc}` }).click()
  const opener = page.getByRole('button', { name: `Actions of Charger ${dc}` })
  await opener.click()
  await page.getByRole('menuitem', { name: 'Status History' }).click()
  const newest = page.getByRole('dialog').getByRole('listitem').first()
  await expect(newest).toContainText(/Online.*Maintenance.*operator.*Cable of connector 2 is worn/)
  await page.keyboard.press('Escape')
  await expect(opener).toBeFocused()
  await ask(page, `Actions of Charger ${dc}`, 'End Maintenance')
  await expect(operations(page).getByRole('alert')).toContainText('had not taken the maintenance before')
})

test('a phone without a network: the sign turns, lists and screens say what they lack, a stop says that nothing was sent', async ({
  page,
  context,
}) => {
  await charger.start(2, place.world.tag)
  const id = charger.transactionId(2)
  await page.setViewportSize(phone)
  // A question must open without a network: its code comes with the page, and so do menu and drawer.
  const ahead = ['confirm-dialog', 'Drawer'].map(part => page.waitForResponse(chunkOf(part)))
  await open(page, place, 'operator', '/transactions')
  const row = page.getByRole('link', { name: String(id), exact: true })
  await expect(row).toBeVisible()
  await expect(connection(page)).toHaveText('Live')
  await Promise.all(ahead)

  await context.setOffline(true)
  await expect(connection(page)).toHaveText('Offline', { timeout: 3000 })
  await expect(page.getByText(/This device is offline. Data as of \d\d:\d\d:\d\d./)).toBeVisible()

  await ask(page, `Actions of ${id}`, 'Stop')
  await expect(page.getByText('This device is offline. Nothing was sent.')).toBeVisible()
  await expect(operations(page)).toHaveCount(0)

  await page.getByPlaceholder('Search transactions').fill('DC-1')
  await expect(page.getByText('Page 1 of the search "DC-1" could not be loaded. This device is offline.')).toBeVisible()
  await expect(row).toHaveCount(0)

  await page.getByRole('button', { name: 'Open the menu' }).click()
  await page.getByRole('link', { name: 'ServiceRequest' }).click()
  await expect(page.getByText('What you opened is shown as soon as it can be loaded.')).toBeVisible({ timeout: 3000 })

  await context.setOffline(false)
  await expect(page).toHaveURL(/\/servicerequest/)
  await expect(page.getByPlaceholder('Search service requests')).toBeVisible()
  await expect(page.getByText(/This device is offline/)).toHaveCount(0)
  await expect(connection(page)).toHaveText('Live')
  await page.goBack()
  await expect(row).toBeVisible()
  expect(charger.transactionId(2)).toBe(id)
})

test('a server that is gone: the sign turns within seconds, and all comes back with it', async ({ page }) => {
  await open(page, place, 'operator', '/charger')
  await expect(page.getByRole('row').filter({ hasText: 'DC-1' })).toBeVisible()
  await expect(connection(page)).toHaveText('Live')
  await product.kill()
  await expect(connection(page)).toHaveText('Not live', { timeout: 5000 })
  await expect(page.getByText(/Data as of \d\d:\d\d:\d\d./)).toBeVisible()
  await page.getByRole('button', { name: 'Refresh' }).click()
  await expect(page.getByText(/The server cannot be reached. These rows are as of \d\d:\d\d:\d\d./)).toBeVisible()
  await product.start()
  await expect(connection(page)).toHaveText('Live', { timeout: 40_000 })
  await expect(page.getByText(/These rows are as of/)).toHaveCount(0)
  // The charger is not back: what its connectors told before is not offered as known.
  await page.goto(`${place.url}/charger/${place.world.chargers.dc.pk}?tab=remote_operations&operation=RemoteStart`)
  await page.getByRole('combobox', { name: /Connector/ }).click()
  await expect(page.getByRole('option', { name: /ConnectorId-2/ })).toContainText('state unknown since')
})

test('an ended session says so and brings its user back; after a logout the next person starts afresh', async ({
  page,
}) => {
  const { usernames } = place.world
  await open(page, place, 'finance', '/transactions?pageSize=20')
  await expect(connection(page)).toHaveText('Live')
  // The password is changed elsewhere: every session of this user ends.
  const token = await page.evaluate(() => localStorage.getItem('token'))
  const fresh = 'Brand#new2026'
  const changed = await page.request.post(`${place.url}/auth/changepwd`, {
    headers: { authorization: `Bearer ${token}` },
    data: { old_password: encodePassword(PASSWORD), new_password: encodePassword(fresh) },
  })
  expect(changed.status()).toBe(200)
  await expect(page.getByText('Your session has ended. Please sign in again.')).toBeVisible()
  await expect(page.getByText('Invalid token.')).toHaveCount(0)
  await page.getByLabel('Username').fill(usernames.finance)
  await page.getByLabel('Password', { exact: true }).fill(fresh)
  await page.getByRole('button', { name: 'Sign In' }).click()
  await expect(page).toHaveURL(/\/transactions\?pageSize=20$/)

  await page.getByRole('button', { name: 'Profile menu' }).click()
  await page.getByRole('menuitem', { name: 'Logout' }).click()
  await expect(page).toHaveURL(/\/login$/)
  await expect(page.getByText(/Your session has ended|Please sign in to continue/)).toHaveCount(0)
  await page.getByLabel('Username').fill(usernames.viewer)
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD)
  await page.getByRole('button', { name: 'Sign In' }).click()
  await expect(page).toHaveURL(/\/dashboard$/)
})
