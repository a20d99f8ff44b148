// The frame around every screen: areas and unknown paths, sidebar and drawer, team, profile menu, settings, help, the
// audit log and the brand of the host.
import { readdirSync } from 'node:fs'
import { PASSWORD } from '#testing/world.ts'
import { open } from './steps.ts'
import { expect, test } from './test.ts'

test('each area keeps to itself, and what is unknown leads to the 404 page', async ({ page, place }) => {
  const at = (path: string) => place.url + path
  // One address of each kind: all of them are held by web/app/router.test.tsx.
  await page.goto(at('/dashboard'))
  await expect(page).toHaveURL(/\/login$/)
  await open(page, place, 'admin', '/login')
  await expect(page).toHaveURL(/\/dashboard$/)
  await page.goto(at('/dashboard/products'))
  await expect(page.getByText('Charging Station - Live Status')).toBeVisible()
  await expect(page).toHaveURL(at('/dashboard/products'))
  await page.goto(at('/charger/1/2/3'))
  await expect(page).toHaveURL(/\/pagenotfound$/)
  await expect(page.getByText('Sorry, page not found!')).toBeVisible()
  await page.getByRole('link', { name: 'Go to Home' }).click()
  await expect(page).toHaveURL(/\/dashboard$/)
})

test('the profile menu names the user and offers its entries in order; tutorials open beside the portal', async ({
  page,
  place,
}) => {
  await open(page, place, 'admin', '/profile')
  await page.getByRole('button', { name: 'Profile menu' }).click()
  await expect(page.getByRole('menuitem')).toHaveText([
    'Home',
    'Profile',
    'Change Password',
    'What I am told',
    'FAQ',
    'Video Tutorials',
    'Logout',
  ])
  const tutorials = page.getByRole('menuitem', { name: 'Video Tutorials' })
  await expect(tutorials).toHaveAttribute('target', '_blank')
  await expect(tutorials).toHaveAttribute('href', 'https://tutorials.wattdesk.example/')
  await page.getByRole('menuitem', { name: 'FAQ' }).click()
  await expect(page).toHaveURL(/\/faq$/)
  await expect(page.getByRole('banner').getByText('FAQ')).toBeVisible()
  await page.getByRole('button', { name: 'How do I stop a transaction?' }).click()
  await expect(page.getByText(/choose Stop in its menu/)).toBeVisible()
  await page.reload()
  await expect(page.getByText(/choose Stop in its menu/)).toBeVisible()
})

test('wide screens keep the sidebar and may fold it; on a phone it is a drawer that closes on navigation', async ({
  page,
  place,
}) => {
  await open(page, place, 'admin', '/faq')
  const menu = page.getByRole('navigation', { name: 'Menu' })
  await expect(menu).toBeVisible()
  await expect(menu.getByRole('img', { name: 'Wattdesk' })).toBeVisible()
  await menu.getByRole('button', { name: 'Fold the menu' }).click()
  await expect(menu.getByRole('button', { name: /^Team:/ })).toBeVisible()
  await menu.getByRole('link', { name: 'Settings', exact: true }).click()
  await expect(page).toHaveURL(/\/settings$/)
  await page.setViewportSize({ width: 390, height: 844 })
  await expect(menu).toHaveCount(0)
  await page.getByRole('button', { name: 'Open the menu' }).click()
  await expect(menu.getByRole('button', { name: /^Team:/ })).toBeVisible()
  await menu.getByRole('link', { name: 'Dashboard' }).click()
  await expect(page).toHaveURL(/\/dashboard$/)
  await expect(menu).toHaveCount(0)
})

test('settings stand under both paths, with what is regional; the appearance chosen there outlives a reload', async ({
  page,
  browser,
  place,
}) => {
  for (const path of ['/setting', '/settings']) {
    if (path === '/setting') await open(page, place, 'admin', path)
    else await page.goto(place.url + path)
    await expect(page.getByText('Your current timezone is 5.5hrs ahead.')).toBeVisible()
    await expect(page.getByRole('link', { name: /My Profile/ })).toHaveAttribute('href', '/profile')
    await expect(page.getByRole('link', { name: /Password/ })).toHaveAttribute('href', '/changepassword')
  }
  await page.getByRole('button', { name: 'Dark', exact: true }).click()
  await page.reload()
  await expect(page.getByRole('button', { name: 'Dark', exact: true })).toHaveAttribute('aria-pressed', 'true')
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark')

  const utc = await browser.newContext({ timezoneId: 'UTC' })
  const other = await utc.newPage()
  await open(other, place, 'admin', '/settings')
  await expect(other.getByText('Your current timezone is in accordance with UTC.')).toBeVisible()
  await utc.close()
})

test('the audit log is reached from settings, opens an entry by keyboard and keeps search and entry in the address', async ({
  page,
  place,
}) => {
  await open(page, place, 'admin', '/settings')
  await page.getByRole('button', { name: 'Audit Log' }).click()
  await expect(page).toHaveURL(/\/audit/)
  await page.getByPlaceholder('Search user, action or record').fill('sign-in')
  await expect(page).toHaveURL(/q=sign-in/)
  const row = page.getByRole('row').filter({ hasText: 'admin' }).first()
  await row.getByRole('link').focus()
  await page.keyboard.press('Enter')
  const dialog = page.getByRole('dialog')
  await expect(dialog.getByText('Session')).toBeVisible()
  await expect(page).toHaveURL(/entry=\d+/)
  await page.reload()
  await expect(dialog.getByText('Session')).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(dialog).toHaveCount(0)
  await expect(page).toHaveURL(/q=sign-in/)
  const download = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Export' }).click()
  await page.getByRole('menuitem', { name: 'Export to CSV' }).click()
  expect((await download).suggestedFilename()).toBe('audit.csv')
})

test('without all rights on Team there is no way to the audit log, and its address leads back', async ({
  page,
  place,
}) => {
  await open(page, place, 'viewer', '/settings')
  await expect(page.getByText('Regional')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Audit Log' })).toHaveCount(0)
  await page.goto(`${place.url}/audit`)
  await expect(page.getByText('Not Authorized')).toBeVisible()
  await expect(page).toHaveURL(/\/settings$/)
})

test('the brand of the host names tab, logo, support and tutorials', async ({ page, place: { url, world } }) => {
  const { port } = new URL(url)
  const host = `http://portal.bluegrid.localhost:${port}`
  await page.goto(`${host}/login`)
  await expect(page).toHaveTitle('Bluegrid – Charging Management System')
  await page.getByLabel('Username').fill(world.usernames.admin)
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD)
  await page.getByRole('button', { name: 'Sign In' }).click()
  await expect(page).toHaveTitle('InsightHub - AI Analytics')
  await page.goto(`${host}/faq`)
  await expect(page.getByRole('img', { name: 'Bluegrid' })).toBeVisible()
  await expect(page.getByRole('link', { name: 'support@bluegrid.example' })).toBeVisible()
  await expect(page.getByRole('link', { name: 'Video Tutorials' })).toHaveAttribute(
    'href',
    'https://tutorials.bluegrid.example/',
  )
})

test('a service worker that an earlier portal left behind is taken away on start', async ({ page, place }) => {
  await page.goto(`${place.url}/login`)
  const count = () => page.evaluate<number>('navigator.serviceWorker.getRegistrations().then(all => all.length)')
  // Any script of the product that runs in a worker will do.
  const script = readdirSync(new URL('../dist/web/assets', import.meta.url)).find(f => /worker.*\.mjs$/.test(f))
  await page.evaluate(`navigator.serviceWorker.register('/assets/${script}', { type: 'module' }).then(() => 1)`)
  expect(await count()).toBe(1)
  await page.reload()
  await expect.poll(count).toBe(0)
})
