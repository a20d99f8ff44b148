// Second factors from end to end: an app, a remembered browser, a passkey, a recovery code, the proof before a dangerous act, the
// reset by an administrator, and a role that needs a factor.
import type { Page } from '@playwright/test'
import { codeAt } from '#people/second-factor/test-factors.ts'
import { PASSWORD } from '#testing/world.ts'
import { demandAccessible, inMailTo, open, send } from './steps.ts'
import { expect, type Place, test } from './test.ts'

/** Browsers know passkeys by the name of their machine, not by its number. */
const atName = ({ url }: Place): string => url.replace('127.0.0.1', 'localhost')
async function typePassword(page: Page, place: Place, username: string): Promise<void> {
  await page.goto(`${atName(place)}/login`)
  await page.getByLabel('Username').fill(username)
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD)
  await page.getByRole('button', { name: 'Sign In', exact: true }).click()
}
async function signOut(page: Page): Promise<void> {
  await page.getByRole('banner').getByRole('button').last().click()
  await page.getByText('Logout').click()
  await expect(page).toHaveURL(/\/login/)
}
const card = (page: Page) => page.getByRole('region', { name: 'Second factor' })
async function settings(page: Page): Promise<void> {
  await page.goto(`${new URL(page.url()).origin}/settings`)
  await expect(card(page).getByRole('button', { name: 'Add an app' })).toBeVisible()
}
const inDashboard = (page: Page) => expect(page).toHaveURL(/\/dashboard/)
/** The key of the app that is being set up. */
async function keyOf(page: Page): Promise<string> {
  await expect(page.getByRole('img', { name: 'QR code for the app' })).toBeVisible()
  return ((await page.getByLabel('Key', { exact: true }).textContent()) ?? '').replaceAll(' ', '')
}
const codes = (page: Page) => page.getByRole('list', { name: 'Recovery codes' }).getByRole('listitem')

test('an app, a remembered browser, a passkey, a recovery code, and the reset', async ({ page, place, elsewhere }) => {
  const { world } = place
  const username = world.usernames.viewer
  const cdp = await page.context().newCDPSession(page)
  await cdp.send('WebAuthn.enable')
  await cdp.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  })

  await typePassword(page, place, username)
  await inDashboard(page)
  await settings(page)
  await card(page).getByRole('button', { name: 'Add an app' }).click()
  const secret = await keyOf(page)
  await demandAccessible(page, 'the set-up of an app')
  await page.getByLabel('First code of the app').fill('12345')
  await page.getByRole('button', { name: 'Add', exact: true }).click()
  await expect(page.getByText('A code has six digits')).toBeVisible()
  await page.getByLabel('First code of the app').fill(codeAt(secret, new Date()))
  await page.getByRole('button', { name: 'Add', exact: true }).click()
  await expect(codes(page)).toHaveCount(10)
  const kept = await codes(page).allTextContents()
  await demandAccessible(page, 'the recovery codes')
  await page.getByRole('button', { name: 'I have kept them' }).click()
  await expect(card(page).getByText('10 of 10 recovery codes are left.')).toBeVisible()
  await signOut(page)

  await typePassword(page, place, username)
  await expect(page.getByRole('heading', { name: 'Second factor' })).toBeVisible()
  await demandAccessible(page, 'the second step')
  const code = page.getByLabel('Code of your app')
  await code.fill(codeAt(secret, new Date(Date.now() - 3_600_000)))
  await page.getByRole('button', { name: 'Sign In', exact: true }).click()
  await expect(page.getByText('The code is not right, or has been used already')).toBeVisible()
  // The code of now has set the app up.
  await code.fill(codeAt(secret, new Date(Date.now() + 30_000)))
  await page.getByLabel(/Ask for no second factor/).check()
  await page.getByRole('button', { name: 'Sign In', exact: true }).click()
  await inDashboard(page)
  await signOut(page)

  await typePassword(page, place, username)
  await inDashboard(page)
  await settings(page)
  const browsers = page.getByRole('region', { name: 'Browsers' })
  await expect(browsers.getByText(/Asked for no second factor until/).first()).toBeVisible()
  await demandAccessible(page, 'the settings')
  await browsers
    .getByRole('button', { name: /for the second factor/ })
    .first()
    .click()
  await expect(browsers.getByText(/Asked for no second factor until/)).toHaveCount(0)

  // A remembered browser has proved nothing for what is dangerous.
  await card(page).getByRole('button', { name: 'Add a passkey' }).click()
  await page.getByRole('dialog').getByLabel('Name').fill('Laptop')
  await page.getByRole('button', { name: 'Add', exact: true }).click()
  const proof = page.getByRole('dialog', { name: 'Please confirm that it is you' })
  await expect(proof).toBeVisible()
  await demandAccessible(page, 'the proof')
  await proof.getByRole('button', { name: 'Cancel' }).click()
  await expect(page.getByText('Nothing was changed, because you have not confirmed that it is you.')).toBeVisible()
  await expect(page.getByRole('dialog').getByLabel('Name')).toHaveValue('Laptop')
  await page.getByRole('button', { name: 'Add', exact: true }).click()
  await proof.getByRole('button', { name: 'Use a recovery code' }).click()
  await proof.getByLabel('Recovery code').fill(kept[0] ?? '')
  await proof.getByRole('button', { name: 'Confirm' }).click()
  await expect(card(page).getByText('Laptop')).toBeVisible()
  await expect(card(page).getByText('9 of 10 recovery codes are left.')).toBeVisible()
  await signOut(page)

  await page.getByRole('button', { name: 'Use a passkey' }).click()
  await inDashboard(page)
  await signOut(page)
  await typePassword(page, place, username)
  await page.getByRole('button', { name: 'Use a passkey' }).click()
  await inDashboard(page)
  await signOut(page)
  await typePassword(page, place, username)
  await page.getByRole('button', { name: 'Use a recovery code' }).click()
  await page.getByLabel('Recovery code').fill(kept[1] ?? '')
  await page.getByRole('button', { name: 'Sign In', exact: true }).click()
  await inDashboard(page)

  const admin = await open(await elsewhere(), place, 'admin', `/users/${world.userIds.viewer}`)
  await expect(card(admin).getByText('Laptop')).toBeVisible()
  await demandAccessible(admin, 'the page of a user')
  await card(admin).getByRole('button', { name: 'Reset second factor' }).click()
  await admin.getByRole('button', { name: 'Reset', exact: true }).click()
  await expect(card(admin).getByText('The user has no second factor.')).toBeVisible()
  await expect(admin.getByText('Reset the second factor').first()).toBeVisible()
  await signOut(page)
  await page.getByRole('button', { name: 'Use a passkey' }).click()
  await expect(page.getByText(/The passkey was not accepted/)).toBeVisible()
  await typePassword(page, place, username)
  await inDashboard(page)
})

test('a role that needs a factor is announced, and set up at the sign-in', async ({ page, place, elsewhere }) => {
  const { world } = place
  const admin = await open(await elsewhere(), place, 'admin', `/roles/${world.one.roles.Operator}`)
  await admin.getByLabel('Needs a second factor').check()
  await demandAccessible(admin, 'the page of a role')
  await admin.getByRole('button', { name: 'Save Changes' }).click()
  await expect(admin).toHaveURL(/\/roles$/)
  await typePassword(page, place, world.usernames.operator)
  await inDashboard(page)
  await expect(page.getByText(/Your account needs a second factor from/)).toBeVisible()
  await page.goto(`${new URL(page.url()).origin}/profile`)
  await expect(card(page).getByText(/You need a second factor, by the role Operator/)).toBeVisible()

  // The days are over: nothing is open before the code by mail and the first code of an app.
  // The company gives no days for that.
  await send(place, 'admin', `company/${world.one.companyId}/sign-in`, { graceDays: 0 }, 'PUT')
  await signOut(page)
  await typePassword(page, place, world.usernames.operator)
  await expect(page.getByText(/We have mailed you a code/)).toBeVisible()
  await demandAccessible(page, 'the code by mail of a set-up')
  await page.getByLabel('Code from the mail').fill('000000')
  await page.getByRole('button', { name: 'Go on' }).click()
  await expect(page.getByText('The code from the mail is not right')).toBeVisible()
  await page
    .getByLabel('Code from the mail')
    .fill(await inMailTo(place.url, `${world.usernames.operator}@example.com`, /code for it is (\d{6})/))
  await page.getByRole('button', { name: 'Go on' }).click()
  await page.getByRole('button', { name: 'An app that makes codes' }).click()
  const secret = await keyOf(page)
  await demandAccessible(page, 'the set-up of an app at the sign-in')
  await page.getByLabel('First code of the app').fill(codeAt(secret, new Date()))
  await page.getByRole('button', { name: 'Set up', exact: true }).click()
  await expect(codes(page)).toHaveCount(10)
  await page.getByRole('button', { name: 'I have kept them' }).click()
  await inDashboard(page)
})
