// Getting in, getting out and what a role sees of it: sign-in by its words, the 401 rule, routes and menu by rights.
import type { Page } from '@playwright/test'
import { PASSWORD } from '#testing/world.ts'
import { open } from './steps.ts'
import { expect, test } from './test.ts'

const fill = async (page: Page, username: string, password: string) => {
  await page.getByLabel('Username').fill(username)
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.getByRole('button', { name: 'Sign In' }).click()
}

test('a wrong password is said on the page, an empty field beside it, and the right one leads in', async ({
  page,
  place: { url, world },
}) => {
  await page.goto(`${url}/charger`)
  await expect(page).toHaveURL(/\/login/)
  await page.getByRole('button', { name: 'Sign In' }).click()
  await expect(page.getByText('Username is required')).toBeVisible()
  await expect(page.getByText('Password is required')).toBeVisible()
  await fill(page, world.usernames.viewer, 'wrong')
  await expect(page.getByText('Invalid username or password')).toBeVisible()
  await fill(page, world.usernames.viewer, PASSWORD)
  await expect(page).toHaveURL(/\/(dashboard|charger)/)
})

test('the menu holds what the role may see; a forbidden action is not offered; signing out clears the session', async ({
  page,
  place: { url, world },
}) => {
  await page.goto(`${url}/login?emailVerificationStatus=alreadyVerified`)
  await expect(page.getByText('Email is already verified, Please login.')).toBeVisible()
  await fill(page, world.usernames.viewer, PASSWORD)
  await expect(page).toHaveURL(/\/dashboard/)
  const menu = page.getByRole('navigation').first()
  await expect(menu.getByText('Dashboard')).toBeVisible()
  await expect(menu.getByText('ChargerPoint')).toBeVisible()
  await expect(menu.getByText('Finance')).toHaveCount(0)
  await page.goto(`${url}/charger`)
  await page.getByRole('row').filter({ hasText: 'DC-1' }).getByRole('button').first().click()
  await expect(page.getByRole('menuitem', { name: 'View Logs' })).toBeVisible()
  await expect(page.getByRole('menuitem', { name: 'Remote Operation' })).toHaveCount(0)
  await expect(page.getByRole('menuitem', { name: 'Delete' })).toHaveCount(0)
  await page.keyboard.press('Escape')
  await page.getByRole('banner').getByRole('button').last().click()
  await page.getByText('Logout').click()
  await expect(page).toHaveURL(/\/login/)
  expect(await page.evaluate(() => localStorage.getItem('token'))).toBeNull()
})

test('a token that no longer opens anything leads back to sign-in and leaves only what knows the browser again', async ({
  page,
  place: { url, world },
}) => {
  await page.goto(`${url}/login`)
  await fill(page, world.usernames.operator, PASSWORD)
  await expect(page).toHaveURL(/\/dashboard/)
  await page.evaluate(() => localStorage.setItem('token', `${localStorage.getItem('token')}x`))
  await page.goto(`${url}/charger`)
  await expect(page).toHaveURL(/\/login/)
  expect(await page.evaluate(() => Object.keys(localStorage).sort())).toEqual([
    'browser',
    'rememberMe',
    'rememberedUsername',
  ])
  await expect(page.getByLabel('Username')).toHaveValue(world.usernames.operator)
})

test('another company’s charger and session lead back, never to data', async ({ page, place }) => {
  const { dc, other } = place.world.chargers
  await open(page, place, 'stranger', `/charger/${dc.pk}`)
  await expect(page).toHaveURL(/\/(charger|dashboard)$/)
  await expect(page.getByText(other.id).first()).toBeVisible()
  await expect(page.getByText(dc.id)).toHaveCount(0)
})
