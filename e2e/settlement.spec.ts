// A month from the first session to the bank: it is charged, the month goes by and is run, the payout is explained down to a
// session, paid, a bill of it is lowered afterwards, and the next month takes the difference off. Every
// file of it is opened (D-PO-1 to D-PO-8).
import { readFileSync } from 'node:fs'
import type { Locator, Page } from '@playwright/test'
import { TEST_NOTICE } from '@wattdesk/base/mode'
import { monthText, partsIn } from '@wattdesk/base/time'
import { account, teamBody } from '#people/teams/test-team.ts'
import { linesOf, pdfPages } from '#testing/web/pdf.ts'
import { sheetOf } from '#testing/web/sheet.ts'
import { scanAndCharge } from './charging.ts'
import { type Product, startProduct } from './product.ts'
import { open, send } from './steps.ts'
import { expect, type Place, placeIn, test } from './test.ts'

const ZONE = 'Asia/Kolkata'
const now = Date.now()
/** Noon of the 2nd, so many months after this one, in ms from now. */
function monthsAhead(months: number): number {
  const { year, month } = partsIn(new Date(now), ZONE)
  return Date.UTC(year, month - 1 + months, 2, 6, 30) - now
}
/** A quarter past midnight of the 1st, when the run of the month before is not due by itself yet, in ms from now. */
const firstAhead = (months: number): number => monthsAhead(months) - 35.75 * 3_600_000
/** yyyy-MM so many months after this one. */
const monthOf = (months: number): string => new Date(now + monthsAhead(months)).toISOString().slice(0, 7)

let product: Product
let place: Place
test.beforeAll(async () => {
  product = await startProduct()
  place = placeIn(product, import.meta.filename)
})
test.afterAll(() => product?.close())

async function file(page: Page, press: () => Promise<void>): Promise<{ name: string; blob: Blob }> {
  const [download] = await Promise.all([page.waitForEvent('download', { timeout: 60_000 }), press()])
  return { name: download.suggestedFilename(), blob: new Blob([readFileSync(await download.path())]) }
}
/** Waits for the run of a month that the product makes up for by itself after its start. */
async function isRun(page: Page, card: Locator): Promise<void> {
  await expect(async () => {
    await page.reload()
    await expect(card.getByRole('link', { name: /^PO-/ })).toBeVisible({ timeout: 4000 })
  }).toPass({ timeout: 60_000 })
}
const linesIn = async (blob: Blob) => (await pdfPages(blob)).map(p => linesOf(p).join('\n'))
const rupeesIn = (text: string): number => Number(/-?₹([\d,.]+)/.exec(text)?.[1]?.replaceAll(',', ''))

test('a month is run, explained, paid; what is lowered afterwards the next one takes off', async ({
  page,
  elsewhere,
}) => {
  test.setTimeout(240_000)
  const { teamId } = place.world.one
  const accounts = [account({ gst: '29AACCC6636P1Z1' })]
  await send(place, 'admin', `team/${teamId}`, teamBody({ name: 'One North', payoutAccounts: accounts }), 'PUT')
  await scanAndCharge(page, place, 'settled')

  // The month goes by; who does not want to wait for the night runs it.
  await product.kill()
  await product.start(firstAhead(1))
  const later = await elsewhere()
  await later.clock.install({ time: now + firstAhead(1) })
  const [year, month] = monthOf(0).split('-')
  await open(later, place, 'admin', `/transactions?tab=payouts&year=${year}&month=${month}&payouts=${year}-${month}`)
  const card = later.getByRole('region', { name: `One North, ${monthText(monthOf(0))}` })
  await expect(card.getByText('Not run yet: figures as of now')).toBeVisible()
  await later.getByRole('button', { name: `Run ${monthText(monthOf(0))}` }).click()
  await later.getByRole('dialog').getByRole('button', { name: 'Run' }).click()
  await expect(card.getByRole('link', { name: /^PO-/ })).toBeVisible()
  await expect(card.getByText('Payable')).toBeVisible()
  const payout = rupeesIn(await card.innerText().then(t => t.slice(t.indexOf('Payout\n'))))
  expect(payout).toBeGreaterThan(1)

  // The papers of the month.
  const excel = await file(later, () => later.getByRole('button', { name: 'Download Excel' }).click())
  expect(excel.name).toBe(`Payouts_${month}_${year}.xlsx`)
  const [head, row, ...rest] = await sheetOf(excel.blob)
  expect(head?.slice(0, 5)).toEqual([
    'Beneficiary Name',
    'Beneficiary Email',
    'Account Number',
    'IFSC',
    'Transaction Type',
  ])
  expect(row).toEqual([
    'Volt Works LLP',
    'pay@volt.example',
    '000123456789',
    'HDFC0001234',
    'NEFT',
    expect.any(Number),
    payout,
    'INR',
    expect.stringContaining('PO-'),
  ])
  // The journeys run in test mode.
  expect(rest).toEqual([[TEST_NOTICE]])
  const summary = await file(later, () => card.getByRole('button', { name: 'PDF Invoice' }).click())
  const lines = (await linesIn(summary.blob)).join('\n')
  expect(lines).toContain('One North')
  expect(lines).toContain(TEST_NOTICE)

  // Why this number, down to the session.
  await later.getByRole('link', { name: /^PO-/ }).first().click()
  await expect(later.getByText('Reckoned anew from the bills: the same')).toBeVisible()
  const settlement = await file(later, () => later.getByRole('button', { name: 'Download Payout' }).click())
  const pages = await pdfPages(settlement.blob)
  expect(pages.map(p => [Math.round(p.width), Math.round(p.height)])).toEqual([
    [595, 842],
    [595, 842],
  ])
  expect((await linesIn(settlement.blob))[0]).toContain('SETTLEMENT DETAILS')
  await later.getByRole('region', { name: 'Payout', exact: true }).getByRole('link', { name: '1', exact: true }).click()
  await expect(later.getByRole('row').filter({ hasText: place.world.chargers.dc.id })).toHaveCount(1)
  const session = later.getByRole('row').filter({ hasText: place.world.chargers.dc.id }).getByRole('link').first()
  const transactionId = await session.innerText()

  // Paid.
  await later.goBack()
  await later.getByRole('button', { name: 'Set status' }).click()
  const dialog = later.getByRole('dialog')
  await dialog.getByRole('combobox', { name: /Status/ }).click()
  await later.getByRole('option', { name: 'Payout Completed' }).click()
  await dialog.getByRole('button', { name: 'Set status' }).click()
  await expect(later.getByRole('region', { name: 'Payout', exact: true }).getByText('Payout Completed')).toBeVisible()

  // Its bill is lowered after all; the driver gets the difference back.
  await later.goto(`${place.url}/transactions/${transactionId}`)
  await later.getByRole('button', { name: 'Correct Bill' }).click()
  const correction = later.getByRole('dialog')
  await correction.getByLabel(/^New Total/).fill('1')
  await correction.getByLabel(/^Reason/).fill('The charger had stopped twice')
  await correction.getByRole('button', { name: 'Correct Bill' }).click()
  const preview = later.getByRole('dialog').filter({ hasText: 'The bill goes down by' })
  await expect(preview.getByText('Not charged')).toBeVisible()
  await preview.getByRole('button', { name: 'Correct Bill' }).click()
  await expect(later.getByRole('dialog')).toHaveCount(0)
  await later.close()

  // And the next month takes it off: it goes by while the product is down, and its start makes up for the run.
  await product.kill()
  await product.start(monthsAhead(2))
  const latest = await elsewhere()
  await latest.clock.install({ time: now + monthsAhead(2) })
  const [nextYear, nextMonth] = monthOf(1).split('-')
  const next = `year=${nextYear}&month=${nextMonth}&payouts=${nextYear}-${nextMonth}`
  await open(latest, place, 'admin', `/transactions?tab=payouts&${next}`)
  await isRun(latest, latest.getByRole('region', { name: `One North, ${monthText(monthOf(1))}` }))
  const settled = latest.getByRole('row').filter({ hasText: 'One North' })
  await expect(settled).toHaveCount(2)
  await expect(settled.first()).toContainText('-₹')
  await expect(settled.last()).toContainText('Payout Completed')
  await settled.first().getByRole('link').first().click()
  await expect(latest.getByText('Reckoned anew from the bills: the same')).toBeVisible()
  await expect(latest.getByText('Carried out', { exact: false }).first()).toBeVisible()
})
