// What journeys do again and again: signing in, reading a mail, setting a first password by it, choosing from a list.
import { expect, type Page } from '@playwright/test'
import { PASSWORD } from '../testing/world.ts'

/** Signs in at `url` and waits for the dashboard. */
export async function signIn(page: Page, url: string, username: string, password = PASSWORD): Promise<void> {
  await page.goto(`${url}/login`)
  await page.getByLabel('Username').fill(username)
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.getByRole('button', { name: 'Sign In' }).click()
  await expect(page).toHaveURL(/\/dashboard/)
}

/** The newest mail to an address, as a developer reads it; '' when there is none. */
export async function mailTo(url: string, address: string): Promise<string> {
  const r = await fetch(`${url}/dev/outbox`)
  const { data } = (await r.json()) as { data: { recipient: string; body: string }[] }
  return data.find(m => m.recipient === address)?.body ?? ''
}

/** Follows the link of the mail to a new user and sets the first password with the mailed code. */
export async function setFirstPassword(page: Page, url: string, address: string, password: string): Promise<void> {
  const link = new URL(/http\S+\/reset\?\S+/.exec(await mailTo(url, address))?.[0] ?? 'http://no-link')
  await page.goto(url + link.pathname + link.search)
  await page.getByRole('button', { name: 'Send OTP' }).click()
  await expect(page.getByText('OTP has been sent to your registered email')).toBeVisible()
  await page.getByLabel('OTP').fill(/code is (\d{6})/.exec(await mailTo(url, address))?.[1] ?? '')
  await page.getByLabel('New Password *', { exact: true }).fill(password)
  await page.getByLabel('Confirm New Password').fill(password)
  await page.getByRole('button', { name: 'Reset Password' }).click()
  await expect(page.getByText('Password reset successfully')).toBeVisible()
  await expect(page).toHaveURL(/\/login/)
}

export async function choose(page: Page, label: string | RegExp, option: string | RegExp): Promise<void> {
  await page.getByRole('combobox', { name: label }).click()
  await page.getByRole('option', { name: option }).first().click()
}

/** Goes to a tab of the form or page that is shown. */
export const toTab = (page: Page, name: string | RegExp): Promise<void> =>
  page.getByRole('tab', { name, ...(typeof name === 'string' && { exact: true }) }).click()
