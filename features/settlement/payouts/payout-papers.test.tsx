// The papers of payouts as the reader gets them, read back.
import { expect, test } from 'vitest'
import { type Download, papers } from '#testing/web/downloads.ts'
import { account, month, settlement, summary } from '#testing/web/payouts.ts'
import { linesOf, pdfPages } from '#testing/web/pdf.ts'
import type { MonthlyPayout, Settlement } from './payout.contract.ts'
import { saveInvoice, saveSettlement } from './payout-papers.parts.ts'

const read = async (files: Download[]) => {
  const [{ name, blob }] = files as [Download]
  const pages = await pdfPages(blob)
  return { name, pages: pages.map(linesOf), all: pages }
}
const settled = async (payout: Settlement) => {
  const files = papers()
  await saveSettlement(payout)
  return read(files)
}
const invoiced = async (of: MonthlyPayout) => {
  const files = papers()
  await saveInvoice(of, { year: '2026', month: '09' })
  return read(files)
}

test('SETTLEMENT DETAILS: two A4 pages, figures on the first, notes and terms on the second', async () => {
  const { name, pages, all } = await settled(
    settlement({
      pgChargesBearer: 'CPO',
      deductedGatewayFee: 567.95,
      taxBearer: 'CPO',
      deductedGST: 206.82,
      CPOPayout: 22_148.23,
    }),
  )
  expect(name).toBe('payout.pdf')
  expect(all.map(p => [Math.round(p.width), Math.round(p.height)])).toEqual([
    [595, 842],
    [595, 842],
  ])
  const [first = [], second = []] = pages
  expect(first.slice(0, 2)).toEqual(['Wattdesk  PO-2609-2', 'SETTLEMENT DETAILS'])
  for (const line of [
    'PO-2609-2  01 Sep 2026 to 30 Sep 2026  Payout Pending',
    'Volt Works  Volt North',
    'Asha Rao  001234567890  HDFC0001234  ₹22,923.00',
    '1,200.500 kWh  65  2',
    '₹24,639.95  ₹3,672.00  ₹567.95',
    '₹1,020.00  ₹598.00  ₹206.82',
    'Net amount  Amount charged without tax and gateway surcharge  ₹20,400.00',
    'GST passed on  Where the first payout account has a GST number  ₹3,672.00',
    'Payment gateway fee  Borne by the owner  -₹567.95',
    'Commission taken  Rule 1: Fixed monthly or % per unit (whichever higher)  -₹1,149.00',
    'GST on commission  Borne by the owner  -₹206.82',
    'Final settlement  ₹22,148.23',
  ])
    expect(first).toContain(line)
  expect(second[1]).toBe('CALCULATION NOTES AND TERMS')
  expect(second.join(' ')).toContain('Questions about this settlement: support@wattdesk.example, naming PO-2609-2.')
  expect(second.at(-1)).toBe('01 Sep 2026 to 30 Sep 2026  Page 2 of 2')
})

test('two pages all the same with twenty accounts and the longest names, in Hindi too', async () => {
  const long = 'विद्युत क्षेत्र '.repeat(7).slice(0, 100)
  const { pages, all } = await settled(
    settlement({
      team_name: long,
      company: {
        name: 'Wide Words Without Worry '.repeat(5),
        street: 'Very-long-street-'.repeat(15),
        city: long,
        state: long,
        zipCode: '411001',
        payoutAccounts: Array.from({ length: 20 }, (_, i) =>
          account({
            beneficiary_name: i % 2 ? long : 'W'.repeat(100),
            account_no: '9'.repeat(34),
            amount: 1_23_45_678.9,
          }),
        ),
      },
      totalAmountCharged: 99_99_99_999.99,
      CPOPayout: 99_99_99_999.99,
      unitsConsumed: 9_999_999.123,
    }),
  )
  expect(pages).toHaveLength(2)
  expect(pages[0]?.join(' ')).toContain('18 more on page 2.')
  expect(pages[0]?.join('\n')).toContain('Final settlement  ₹99,99,99,999.99')
  expect(pages[1]?.join(' ')).toContain('And 9 more, together ₹11,11,11,110.10.')
  for (const t of all.flatMap(p => p.texts)) expect([t.text, t.x < 553 && t.y < 815]).toEqual([t.text, true])
})

test('the invoice: team, period, a line a charge point, totals and payout', async () => {
  const { name, pages } = await invoiced(
    month('Volt/North', summary({ totalAmikServiceCharges: 1249, totalPayoutAmount: 22_823 })),
  )
  expect(name).toBe('Payout_Invoice_Volt_North_2026-09.pdf')
  for (const line of [
    'Volt/North  September 2026',
    'AC1  AC  25  200.500  ₹2,832.00  ₹249.00',
    'DC1  DC  40  1,000.000  ₹21,240.00  ₹900.00',
    'Charges of the team  ₹100.00',
    'Total  65  1,200.500  ₹24,072.00  ₹1,249.00',
    'Payout  ₹22,823.00',
  ])
    expect(pages[0]).toContain(line)
})

/** The amounts at the end of lines, in paise, between two lines of a page. */
const amountsBetween = (lines: readonly string[], from: string, to: string): number[] =>
  lines
    .slice(
      lines.findLastIndex(l => l.startsWith(from)),
      lines.findLastIndex(l => l.startsWith(to)) + 1,
    )
    .map(l => Math.round(Number((l.split('  ').at(-1) ?? '').replaceAll(/[₹,]/g, '')) * 100))
test('the printed lines of both papers add up to their totals, with every kind of line', async () => {
  const taken = { collectedByOperator: 1180, creditsGiven: 450.5, refundsBorne: 100, carriedIn: -20.25 }
  const CPOPayout = 20_400 - 567.95 - 1149 - 206.82 - 1180 - 450.5 - 20.25
  const paper = await settled(
    settlement({ ...taken, deductedGST: 206.82, CPO_GST: 0, deductedGatewayFee: 567.95, CPOPayout }),
  )
  const invoice = await invoiced(
    month(
      'North',
      summary({
        ...taken,
        keptGST: 3672,
        deductedGST: 206.82,
        totalCollectionWithoutPGC: 24_072 - 567.95,
        totalPayoutAmount: CPOPayout,
      }),
    ),
  )
  for (const amounts of [
    amountsBetween(paper.pages[0] ?? [], 'Net amount', 'Final settlement'),
    amountsBetween(invoice.pages[0] ?? [], 'Collection without', 'Payout'),
  ]) {
    expect(amounts.length).toBeGreaterThan(8)
    expect(amounts.slice(0, -1).reduce((n, a) => n + a, 0)).toBe(amounts.at(-1))
  }
})

test('the invoice of a month that was not run says so; a hundred charge points take pages', async () => {
  const of = month('North', summary({ payoutId: null, status: null }))
  const [one] = Object.values(of.payout.data.chargerSummary)
  if (one)
    of.payout.data.chargerSummary = Object.fromEntries(Array.from({ length: 100 }, (_, i) => [`CP-${i}`, { ...one }]))
  const { pages } = await invoiced(of)
  expect(pages[0]?.join(' ')).toContain('Not run yet: figures as of now')
  expect(pages.length).toBeGreaterThan(2)
  for (const [i, p] of pages.entries())
    expect(p.at(-1)).toBe(`support@wattdesk.example  Page ${i + 1} of ${pages.length}`)
  expect(pages.flat().filter(l => l.startsWith('CP-'))).toHaveLength(100)
})
