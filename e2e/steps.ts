// Steps that journeys share: signing in, reading a mail, setting a first password by it, choosing from a list, asking
// axe.
import { readFileSync } from 'node:fs'
import { expect, type Page } from '@playwright/test'
import axe from 'axe-core'
import { encodePassword } from '#people/sign-in/sign-in.rules.ts'
import { PASSWORD, type Person } from '#testing/world.ts'
import type { Place } from './test.ts'

/** Signs in by the form, as people do, and waits for the dashboard, or the screen that the person is led to from there. */
export async function signIn(
  page: Page,
  url: string,
  username: string,
  password = PASSWORD,
  arrival = /\/dashboard/,
): Promise<void> {
  await page.goto(`${url}/login`)
  await page.getByLabel('Username').fill(username)
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.getByRole('button', { name: 'Sign In' }).click()
  await expect(page).toHaveURL(arrival)
}

/** The address of a part of the built portal that is loaded by itself; its file has no name. */
export function chunkOf(name: string): string {
  const built = JSON.parse(readFileSync(new URL('../dist/web/.vite/manifest.json', import.meta.url), 'utf8'))
  const found = Object.values(built as Record<string, { name?: string; file: string }>).find(c => c.name === name)
  if (!found) throw new Error(`The portal has no part ${name}`)
  // Asked for again, it has another address.
  return `**/${found.file}*`
}

type SignedIn = { access_token: string; user: unknown }
const signedIn = async ({ url, world }: Place, who: Person): Promise<SignedIn> => {
  const r = await fetch(`${url}/auth/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ username: world.usernames[who], password: encodePassword(PASSWORD) }),
  })
  const { data } = (await r.json()) as { data?: SignedIn }
  if (!data) throw new Error(`${world.usernames[who]} was not let in: ${r.status}`)
  return data
}

/** Sends a file as the body of its call; answers the data of the reply. */
export async function sendFile<D>(place: Place, who: Person, path: string, text: string): Promise<D> {
  const { access_token } = await signedIn(place, who)
  const r = await fetch(`${place.url}/cms/v1/${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/octet-stream', authorization: `Bearer ${access_token}` },
    body: text,
  })
  const { data, message } = (await r.json()) as { data: D; message: string }
  if (!r.ok) throw new Error(`${path}: ${r.status} ${message}`)
  return data
}

/** Makes a record by its call, as a program would, or changes it by PUT; its data. */
export async function send<D>(
  place: Place,
  who: Person,
  path: string,
  body: object,
  method: 'POST' | 'PUT' = 'POST',
): Promise<D> {
  const { access_token } = await signedIn(place, who)
  const r = await fetch(`${place.url}/cms/v1/${path}`, {
    method,
    headers: { 'content-type': 'application/json', authorization: `Bearer ${access_token}` },
    body: JSON.stringify(body),
  })
  const { data, message } = (await r.json()) as { data: D; message: string }
  if (!r.ok) throw new Error(`${method} ${path}: ${r.status} ${message}`)
  return data
}

/** A charge point with one connector, as its form sends it. */
export const yardCharger = (chargepoint_id: string, priceGroupId: number) => ({
  chargepoint_id,
  chargepoint_name: 'Yard',
  charger_type: 'DC',
  registrationStatus: 'Accepted',
  access_level: 'Public',
  locationLatitude: 12.97,
  locationLongitude: 77.59,
  tolerance_watt: 300,
  meter_interval_sec: 30,
  security_profile: 0,
  address: { street: '1 Test Road', city: 'Bengaluru', state: 'Karnataka', country: 'IN' },
  connectors: [{ connectorType: 'CCS Type 2', kw: 60, priceGroupId }],
})

/**
 * Opens `path` as somebody who has signed in before: what the form would have stored is in the browser already. The page
 * itself is given back.
 */
export async function open(page: Page, place: Place, who: Person, path: string): Promise<Page> {
  const { url } = place
  const data = await signedIn(place, who)
  const stored = JSON.stringify({ token: data.access_token, user: JSON.stringify(data.user) })
  // Once in this tab: what the portal stores or clears later stays so.
  await page.addInitScript(`if (origin === '${url}' && !sessionStorage.getItem('signed in')) {
    sessionStorage.setItem('signed in', 'yes')
    Object.assign(localStorage, ${stored})
  }`)
  await page.goto(url + path)
  // Chromium keeps all pages of the portal in one process (playwright.config.ts), and a page that loads while another is closed
  // can stay blank: wait until this one shows something.
  await page.locator('#root > *').first().waitFor()
  return page
}

/** The newest mail to an address, as a developer reads it; '' when there is none. */
export async function mailTo(url: string, address: string): Promise<string> {
  const r = await fetch(`${url}/dev/outbox`)
  const { data } = (await r.json()) as { data: { recipient: string; body: string }[] }
  return data.find(m => m.recipient === address)?.body ?? ''
}

/** Returns the first match of `pattern` in the newest mail to an address, once the mail has come. */
export async function inMailTo(url: string, address: string, pattern: RegExp): Promise<string> {
  let found: RegExpExecArray | null = null
  await expect
    .poll(async () => {
      found = pattern.exec(await mailTo(url, address))
      return found !== null
    }, `a mail to ${address} with ${pattern}`)
    .toBe(true)
  const [all = '', part = all] = found ?? []
  return part
}

/** Follows the link of the mail to a new user and sets the first password with the mailed code. */
export async function setFirstPassword(page: Page, url: string, address: string, password: string): Promise<void> {
  const link = new URL(await inMailTo(url, address, /http\S+\/reset\?\S+/))
  await page.goto(url + link.pathname + link.search)
  await page.getByRole('button', { name: 'Send OTP' }).click()
  await expect(page.getByText('OTP has been sent to your registered email')).toBeVisible()
  await page.getByLabel('OTP').fill(await inMailTo(url, address, /code is (\d{6})/))
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

/** The live stream of the portal stands: what changes from now on is shown. */
export const live = (page: Page): Promise<void> =>
  expect(page.getByRole('status', { name: 'Connection' })).toHaveText('Live')

/**
 * Demands that axe has no objection, by every rule or by those named, on the whole page or in the part of `selector`.
 * Axe details a part only where it objects: naming all passed parts takes longer than checking them.
 */
export async function demandAccessible(
  page: Page,
  what: string,
  { rules, selector }: { rules?: string[]; selector?: string } = {},
): Promise<void> {
  // Half a megabyte that a document needs once: with each new copy axe would begin cold.
  if (!(await page.evaluate<boolean>('"axe" in window'))) await page.evaluate(axe.source)
  const options = {
    resultTypes: ['violations'],
    elementRef: false,
    // The portal has none.
    iframes: false,
    ...(rules && { runOnly: { type: 'rule', values: rules } }),
  }
  const found = await page.evaluate<string[]>(
    `axe.run(${selector ? JSON.stringify(selector) : 'document'}, ${JSON.stringify(options)}).then(({ violations }) =>
      violations.map(v => v.id + ': ' + v.nodes.map(n => n.html.slice(0, 140)).join(' | ')))`,
  )
  expect(found, what).toEqual([])
}
