// A driver with a phone in Hindi: from the code of the connector over the payment and the session to the invoice, without a
// word of English, nothing cut off, in letters that the product serves.
import { readFile } from 'node:fs/promises'
import type { Page } from '@playwright/test'
import { SimulatedCharger } from '@wattdesk/ocpp/sim/charger'
import { dcOutlet } from '@wattdesk/ocpp/sim/power'
import { demandAccessible } from './steps.ts'
import { expect, type Place, test } from './test.ts'

const phone = { width: 390, height: 844 }

async function chargerOf(place: Place): Promise<SimulatedCharger> {
  const charger = new SimulatedCharger({
    url: place.ocpp,
    identity: place.world.chargers.dc.id,
    connectors: 2,
    outlet: dcOutlet(60_000),
    seed: 'hindi',
    autoPlug: false,
    faults: { refuse: { ChangeConfiguration: { status: 'Rejected' } } },
    configuration: { MeterValueSampleInterval: '1' },
  })
  await charger.startUp()
  return charger
}

/** The script that lists the elements whose content is cut off. A text, because this file is checked without the types of browsers. */
const CUT = `[...document.querySelectorAll('body, body *')]
  .filter(e => e.clientWidth > 0 && getComputedStyle(e).display !== 'inline' && e.scrollWidth > e.clientWidth + 1)
  .map(e => e.tagName + ' ' + e.textContent.slice(0, 60))`
/** Nothing is wider than its place, and the letters are those of the product. */
async function demandWhole(page: Page, where: string): Promise<void> {
  await page.evaluate('document.fonts.ready.then(() => undefined)')
  expect(await page.evaluate(CUT), where).toEqual([])
  expect(await page.evaluate(`document.fonts.check('16px "Noto Sans Devanagari"', 'हिन्दी')`), where).toBe(true)
}
/** Names, units and addresses apart, no word is in Latin letters. */
async function demandHindi(page: Page, where: string, names: readonly string[]): Promise<void> {
  let text = (await page.locator('main').innerText()).replaceAll(/\S+@\S+|kWh|UPI|CCS2?|kW|[ap]m\b/gi, '')
  for (const name of names) text = text.replaceAll(name, '')
  expect(text.match(/[A-Za-z]{3,}/g) ?? [], where).toEqual([])
}

for (const colorScheme of ['light', 'dark'] as const)
  test(`scan, pay, charge, stop and invoice in Hindi, ${colorScheme}`, async ({ place, browser }) => {
    const context = await browser.newContext({ viewport: phone, locale: 'hi-IN', colorScheme })
    const page = await context.newPage()
    const charger = await chargerOf(place)
    const { id } = place.world.chargers.dc
    await page.goto(`${place.url}/pay/${encodeURIComponent(id)}/1`)
    const look = async (where: string) => {
      await demandWhole(page, where)
      await demandAccessible(page, `/pay in Hindi: ${where}`)
    }
    await expect(page.getByRole('heading', { name: 'अभी की दर' })).toBeVisible()
    expect(await page.locator('html').getAttribute('lang')).toBe('hi-IN')
    await look('choose')
    await page.getByRole('radio', { name: '₹500' }).check()
    await page.getByRole('button', { name: '₹500.00 का भुगतान करें' }).click()
    await page.getByRole('textbox', { name: 'UPI address' }).fill('asha.hindi@okbank')
    await page.getByRole('button', { name: 'Pay ₹500.00' }).click()
    await expect(page).toHaveURL(/\/pay\//)
    await expect(page.getByRole('heading', { name: '₹500.00 का भुगतान हो गया। शुरू हो रहा है …' })).toBeVisible()
    await look('starting')
    const started = charger.next('started')
    await charger.plugIn(1)
    await started
    await expect(page.getByRole('heading', { name: 'चार्जिंग हो रही है' })).toBeVisible()
    await expect(page.getByText(/^(?!0\.00)\d+\.\d\d kWh$/)).toBeVisible({ timeout: 20_000 })
    await look('charging')
    await demandHindi(page, 'charging', [id])
    await page.getByRole('button', { name: 'चार्जिंग रोकें' }).click()
    await page.getByRole('button', { name: 'हाँ, रोकें' }).click()
    await expect(page.getByRole('heading', { name: 'आपका बिल' })).toBeVisible()
    await expect(page.getByRole('heading', { name: /^₹\S+ का रिफ़ंड भेज दिया गया$/ })).toBeVisible({ timeout: 20_000 })
    await look('finished')
    await demandHindi(page, 'finished', [id])
    const saved = page.waitForEvent('download')
    await page.getByRole('button', { name: 'इनवॉइस डाउनलोड करें' }).click()
    const bytes = await readFile(await (await saved).path())
    expect(bytes.subarray(0, 5).toString()).toBe('%PDF-')
    expect(bytes.toString('latin1')).toContain('/Lang (hi-IN)')
    await charger.close()
    await context.close()
  })
