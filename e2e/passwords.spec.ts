// A forgotten password, a changed one, a sign-up, the own profile; and which sessions end by each.
import type { Page } from '@playwright/test'
import { PASSWORD } from '#testing/world.ts'
import { inMailTo, live, open } from './steps.ts'
import { expect, type Place, test } from './test.ts'

const CODE = /code is (\d{6})/
const fill = async (page: Page, values: Record<string, string>) => {
  for (const [label, text] of Object.entries(values)) await page.getByLabel(label, { exact: true }).fill(text)
}
async function signIn(page: Page, { url }: Place, username: string, password: string): Promise<void> {
  await page.goto(`${url}/login`)
  await fill(page, { Username: username, Password: password })
  await page.getByRole('button', { name: 'Sign In' }).click()
}

test('a forgotten password is set anew with the mailed code, and the browser left open is signed out at once', async ({
  elsewhere,
  page,
  place,
}) => {
  const { url, world } = place
  const left = await open(await elsewhere(), place, 'operator', '/faq')
  await live(left)

  await page.goto(`${url}/login`)
  await page.getByRole('link', { name: /Forgot password/ }).click()
  await page.getByRole('button', { name: 'Send OTP' }).click()
  await expect(page.getByText('Username is required')).toBeVisible()
  await page.getByLabel('Username').fill(world.usernames.operator)
  await page.keyboard.press('Enter')
  await expect(page.getByText('OTP has been sent to your registered email')).toBeVisible()
  const fresh = 'Brand#new2026'
  const typed = { 'New Password *': fresh, 'Confirm New Password *': fresh }
  await fill(page, { 'OTP *': '100000', ...typed })
  await page.getByRole('button', { name: 'Reset Password' }).click()
  await expect(page.getByText('Invalid or expired OTP').first()).toBeVisible()
  await page.reload()
  await fill(page, { 'OTP *': await inMailTo(url, `${world.usernames.operator}@example.com`, CODE), ...typed })
  await page.getByRole('button', { name: 'Reset Password' }).click()
  await expect(page.getByText('Password reset successfully')).toBeVisible()
  await expect(left).toHaveURL(/\/login/)
  await expect(page).toHaveURL(/\/login/)
  await signIn(page, place, world.usernames.operator, PASSWORD)
  await expect(page.getByText('Invalid username or password')).toBeVisible()
  await signIn(page, place, world.usernames.operator, fresh)
  await expect(page).toHaveURL(/\/dashboard/)
})

test('who changes the password stays signed in, in every tab; other browsers do not', async ({
  elsewhere,
  context,
  place,
}) => {
  const { url, world } = place
  const other = await open(await elsewhere(), place, 'viewer', '/faq')
  const page = await context.newPage()
  await signIn(page, place, world.usernames.viewer, PASSWORD)
  await expect(page).toHaveURL(/\/dashboard/)
  const tab = await context.newPage()
  await tab.goto(`${url}/charger`)
  await live(tab)
  await live(other)
  await page.goto(`${url}/changepassword`)
  await live(page)
  await page.getByRole('button', { name: 'Send OTP' }).click()
  await expect(page.getByRole('button', { name: /Send again in/ })).toBeDisabled()
  const fresh = 'Changed#2026x'
  await fill(page, {
    'OTP *': await inMailTo(url, `${world.usernames.viewer}@example.com`, CODE),
    'Old Password *': 'not this one',
    'New Password *': fresh,
    'Confirm New Password *': fresh,
  })
  await page.getByRole('button', { name: 'Update Password' }).click()
  await expect(page.getByText('Old password is incorrect').first()).toBeVisible()
  await fill(page, { 'Old Password *': PASSWORD })
  // The other tab is refused while the fresh token has not reached the browser yet.
  const refused = tab.waitForResponse(r => r.status() === 401)
  await page.route('**/auth/changepwd', async route => {
    const reply = await route.fetch()
    await refused
    await route.fulfill({ response: reply })
  })
  await page.getByRole('button', { name: 'Update Password' }).click()
  await expect(page.getByText('Password updated successfully')).toBeVisible()
  await expect(other).toHaveURL(/\/login/)
  await expect(page.getByLabel('Old Password *', { exact: true })).toHaveValue('')
  for (const mine of [page, tab]) {
    await live(mine)
    await mine.getByRole('navigation').first().getByText('ChargerPoint').click()
    await expect(mine.getByRole('link', { name: world.chargers.dc.id, exact: true })).toBeVisible()
  }
})

test('a sign-up enters after its link was opened, which knows itself the second time', async ({ page, place }) => {
  const { url } = place
  await page.goto(`${url}/register`)
  const email = 'desk@voltworks.example'
  const password = 'Fresh#start26'
  await fill(page, { 'Domain Name *': 'voltworks', 'Name *': 'Depot Desk', 'Email *': email, 'Password *': password })
  await page.getByRole('button', { name: 'Sign Up' }).click()
  await expect(page.getByText('Registration successful. Please verify your email.')).toBeVisible()
  await signIn(page, place, email, password)
  await expect(page.getByText('Please verify your email before login.')).toBeVisible()
  const link = await inMailTo(url, email, /http\S+verifyemail\S+/)
  await page.goto(link)
  await expect(page.getByText('Email verified successfully, Please login.')).toBeVisible()
  await page.goto(link)
  await expect(page.getByText('Email is already verified, Please login.')).toBeVisible()
  await page.goto(`${link}x`)
  await expect(page.getByText('Email verification failed, Please try again or contact us.')).toBeVisible()
  await signIn(page, place, email, password)
  await expect(page).toHaveURL(/\/dashboard/)
  await expect(page.getByText('Depot Desk').first()).toBeAttached()
})

test('the profile is edited by keyboard, script is text, and leaving with changes asks', async ({ page, place }) => {
  await open(page, place, 'finance', '/profile')
  await expect(page.getByLabel('Username')).toBeDisabled()
  await page.getByLabel('First Name').fill('<img src=x onerror=alert(1)>')
  await page.getByLabel('Phone').fill('12')
  await page.keyboard.press('Enter')
  await expect(page.getByText('Please enter a valid phone number')).toBeVisible()
  await page.getByLabel('Phone').fill('9876543210')
  await page.keyboard.press('Enter')
  await expect(page.getByText('Profile Updated Successfully')).toBeVisible()
  await page.getByRole('banner').getByRole('button').last().click()
  await expect(page.getByText('<img src=x onerror=alert(1)> Test')).toBeVisible()
  await page.keyboard.press('Escape')
  await page.getByLabel('City').fill('Pune')
  await page.getByRole('button', { name: 'Back' }).click()
  await page.getByRole('button', { name: 'Stay' }).click()
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByText('Profile Updated Successfully')).toBeVisible()
  await page.reload()
  await expect(page.getByLabel('City')).toHaveValue('Pune')
  await expect(page.getByLabel('Phone')).toHaveValue('9876543210')
  await page.getByRole('button', { name: 'Back' }).click()
  await expect(page).toHaveURL(/\/dashboard/)
})
