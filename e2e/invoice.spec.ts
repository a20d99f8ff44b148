// The invoice of a session as it is read, printed and saved, and the credit note after its bill was lowered (D-INV-1, M-2.7).
import { readFileSync } from 'node:fs'
import type { Download, Locator } from '@playwright/test'
import { TEST_NOTICE } from '@wattdesk/base/mode'
import { SimulatedCharger } from '@wattdesk/ocpp/sim/charger'
import { dcOutlet } from '@wattdesk/ocpp/sim/power'
import { linesOf, type PdfPage, pdfPages } from '#testing/web/pdf.ts'
import { demandAccessible, open, send } from './steps.ts'
import { expect, type Place, test } from './test.ts'

/** A session that has cost some rupees. */
async function ended(place: Place): Promise<number> {
  const { world } = place
  const prices = { priceType: 'kwh', priceperKW: 1000, fixedFeeStarting: 100 }
  const group = { name: 'Dear', priceGroupType: 'fixed', priceDetails: [prices] }
  await send(place, 'admin', `pricegroup/${world.priceGroupId}`, group, 'PUT')
  const charger = new SimulatedCharger({
    url: place.ocpp,
    identity: world.chargers.dc.id,
    connectors: 2,
    outlet: dcOutlet(60_000),
    seed: 'invoice',
  })
  await charger.startUp()
  const { transactionId = 0 } = await charger.start(1, world.tag, { soc: 30 })
  const { registerWh } = charger.reading(1)
  await expect.poll(() => charger.reading(1).registerWh - registerWh).toBeGreaterThan(20)
  await charger.stop(1)
  await charger.close()
  return transactionId
}

/** A PDF that was saved: its name, and the lines of each of its pages. */
async function read(download: Download): Promise<{ name: string; pages: PdfPage[]; text: string }> {
  const pages = await pdfPages(new Blob([readFileSync(await download.path())]))
  return { name: download.suggestedFilename(), pages, text: pages.flatMap(linesOf).join('\n') }
}

/** Facts and figures of a card: label and value. */
const told = async (card: Locator): Promise<string[][]> => [
  ...(await card.locator('dl > div').all().then(texts)),
  ...(await card.getByRole('row').all().then(texts)),
]
const texts = (all: Locator[]) =>
  Promise.all(all.map(async one => (await one.locator('dt, dd, th, td').allInnerTexts()).map(s => s.trim())))

test('the invoice of a session: page, print and PDF; its credit note once the bill was lowered', async ({
  page,
  place,
}) => {
  const id = await ended(place)
  await open(page, place, 'admin', `/transactions/${id}`)
  await page.getByRole('link', { name: 'Invoice', exact: true }).click()
  await expect(page).toHaveURL(new RegExp(`/transactions/${id}/invoice$`))
  const invoice = page.getByRole('region', { name: /^Tax Invoice / })
  await expect(invoice).toContainText(`INV-${id}`)
  await expect(invoice).toContainText(place.world.chargers.dc.id)
  const facts = await told(invoice)
  const factOf = (label: string) => facts.find(([l]) => l === label)?.[1] ?? ''
  const number = factOf('Invoice Number')
  // The journeys run in test mode.
  expect(number).toMatch(/^TESTCM\d\d\/\d{7}$/)
  const total = Number(factOf('Total').replaceAll(/[₹,]/g, ''))
  expect(total).toBeGreaterThan(118)
  await demandAccessible(page, 'an invoice')

  const [saved] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Download PDF' }).click(),
  ])
  const paper = await read(saved)
  expect([paper.name, paper.pages.length]).toEqual([`Invoice_${id}.pdf`, 1])
  for (const [, value = ''] of facts) expect(paper.text).toContain(value)
  expect(paper.text).toContain(`Total  ${factOf('Total')}`)
  expect(paper.text).toContain(TEST_NOTICE)

  // On paper there is the invoice alone, dark on white, whatever the screen looks like.
  await page.emulateMedia({ media: 'print', colorScheme: 'dark' })
  const html = page.locator('html')
  await expect(html).toHaveAttribute('data-theme', 'dark')
  await page.evaluate("dispatchEvent(new Event('beforeprint'))")
  await expect(html).toHaveAttribute('data-theme', 'light')
  await expect(invoice).toBeVisible()
  await expect(page.getByText(TEST_NOTICE)).toBeVisible()
  await expect(page.getByRole('button').filter({ visible: true })).toHaveCount(0)
  await expect(page.getByRole('navigation').filter({ visible: true })).toHaveCount(0)
  await expect(page.getByRole('link').filter({ visible: true })).toHaveCount(0)
  await page.evaluate("dispatchEvent(new Event('afterprint'))")
  await expect(html).toHaveAttribute('data-theme', 'dark')
  await page.emulateMedia({ media: null, colorScheme: 'light' })

  await page.goto(`${place.url}/transactions/${id}`)
  await page.getByRole('button', { name: 'Correct Bill' }).click()
  const correction = page.getByRole('dialog', { name: `Correct the bill of transaction ${id}` })
  const lowered = Math.floor(total / 2)
  await correction.getByLabel('New Total').fill(String(lowered))
  await correction.getByLabel('Reason').fill('The cable was broken')
  await demandAccessible(page, 'the correction of a bill')
  await correction.getByRole('button', { name: 'Correct Bill' }).click()
  const question = page.getByRole('dialog', { name: `Transaction ${id}`, exact: true })
  // Some totals no taxable value leads to: it is the next one below.
  await expect(question).toContainText('The bill goes down by ')
  const [, less = '', rest = ''] = /goes down by (₹[\d.,]+\d) to (₹[\d.,]+\d)/.exec(await question.innerText()) ?? []
  const paise = (text: string) => Math.round(Number(text.replace(/[₹,]/g, '')) * 100)
  expect(paise(less) + paise(rest)).toBe(Math.round(total * 100))
  expect(lowered * 100 - paise(rest)).toBeGreaterThanOrEqual(0)
  expect(lowered * 100 - paise(rest)).toBeLessThan(5)
  await question.getByRole('button', { name: 'Correct Bill' }).click()
  await expect(page.getByText('Bill corrected successfully')).toBeVisible()
  const bill = page.getByRole('region', { name: 'Bill', exact: true })
  await expect(bill).toContainText('Not charged')

  await page.getByRole('link', { name: 'Invoice', exact: true }).click()
  const note = page.getByRole('region', { name: /^Credit Note / })
  await expect(note).toContainText(number)
  await expect(note.getByRole('row', { name: 'Total' })).toContainText(less)
  // The invoice stays as written.
  expect(await told(invoice)).toEqual(facts)
  await demandAccessible(page, 'an invoice with its credit note')
  const [second] = await Promise.all([
    page.waitForEvent('download'),
    note.getByRole('button', { name: 'Download PDF' }).click(),
  ])
  const credit = await read(second)
  const noteNumber = (await told(note)).find(([l]) => l === 'Credit Note Number')?.[1] ?? ''
  expect(credit.name).toBe(`Credit_Note_${id}_${noteNumber.replaceAll('/', '-')}.pdf`)
  expect(credit.pages).toHaveLength(1)
  for (const value of [noteNumber, number, `INV-${id}`, `Total  ${less}`]) expect(credit.text).toContain(value)
})
