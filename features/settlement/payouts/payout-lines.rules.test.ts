// The lines from the money of a month to its payout (M-3, D-PO-8): they add up to the payout in every document.
import fc from 'fast-check'
import { expect, test } from 'vitest'
import {
  LABELS,
  type MonthSummary,
  type PayoutLine,
  type Settled,
  settlementLines,
  summaryLines,
} from './payout-lines.rules.ts'

const none = {
  deductedGST: 0,
  collectedByOperator: 0,
  creditsGiven: 0,
  refundsBorne: 0,
  carriedIn: 0,
  carriedOut: 0,
}
const sumOf = (lines: readonly PayoutLine[]) => lines.reduce((n, l) => n + Math.round(l.amount * 100), 0)
const said = (lines: readonly PayoutLine[]) => lines.map(l => `${l.label} ${l.amount}`)

test('the worked month under rule 1, both costs borne by the owner, with a GST number', () => {
  const settled: Settled = {
    ...none,
    netAmount: 20_400,
    CPO_GST: 3672,
    deductedGatewayFee: 567.95,
    amikComission: 1149,
    deductedGST: 206.82,
  }
  expect(sumOf(settlementLines(settled))).toBe(2_214_823)
  expect(said(settlementLines(settled)).slice(0, 5)).toEqual([
    'Net amount 20400',
    'GST passed on 3672',
    'Payment gateway fee -567.95',
    'Commission taken -1149',
    'GST on commission -206.82',
  ])
})

test('what the operator has, what he gave, and what was carried are taken off; refunds borne stand beside credits', () => {
  const s: Settled = {
    netAmount: 1000,
    CPO_GST: 0,
    deductedGatewayFee: 0,
    amikComission: 0,
    deductedGST: 0,
    collectedByOperator: 300,
    creditsGiven: 250.5,
    refundsBorne: 50.25,
    carriedIn: -100,
    carriedOut: 0,
  }
  expect(said(settlementLines(s)).slice(4)).toEqual([
    `${LABELS.deductedGST} 0`,
    `${LABELS.collectedByOperator} -300`,
    `${LABELS.creditsGiven} -200.25`,
    `${LABELS.refundsBorne} -50.25`,
    `${LABELS.carriedIn} -100`,
    `${LABELS.carriedOut} 0`,
  ])
  expect(sumOf(settlementLines(s))).toBe(34_950)
})

test('a month below zero ends at 0: the missing amount is carried out', () => {
  const s: Settled = {
    ...none,
    netAmount: 100,
    CPO_GST: 0,
    deductedGatewayFee: 0,
    amikComission: 349,
    carriedOut: -249,
  }
  expect(sumOf(settlementLines(s))).toBe(0)
  expect(settlementLines(s).at(-1)).toEqual({ label: 'Carried into the next month', amount: 249 })
})

test('no line reads minus zero', () => {
  const s: Settled = { ...none, netAmount: 0, CPO_GST: 0, deductedGatewayFee: 0, amikComission: 0 }
  expect(settlementLines(s).every(l => Object.is(l.amount, 0))).toBe(true)
})

test('the summary begins with the collection, and names only lines that move money', () => {
  const m: MonthSummary = { ...none, totalCollectionWithoutPGC: 24_072, keptGST: 3672, totalAmikServiceCharges: 1149 }
  expect(said(summaryLines(m))).toEqual([
    'Collection without payment gateway charges 24072',
    'GST kept for the government -3672',
    'Service Charges -1149',
  ])
  expect(sumOf(summaryLines(m))).toBe(1_925_100)
  const empty: MonthSummary = { ...none, totalCollectionWithoutPGC: 0, keptGST: 0, totalAmikServiceCharges: 0 }
  expect(said(summaryLines(empty))).toEqual(['Collection without payment gateway charges 0', 'Service Charges 0'])
})

test('both documents add up to the same payout, whatever the month', () => {
  const paise = fc.integer({ min: 0, max: 10_000_000 })
  fc.assert(
    fc.property(fc.array(paise, { minLength: 11, maxLength: 11 }), ns => {
      const [
        net = 0,
        tax = 0,
        owner = 0,
        fee = 0,
        commission = 0,
        gst = 0,
        has = 0,
        gave = 0,
        bore = 0,
        in_ = 0,
        out = 0,
      ] = ns
      const r = (p: number) => p / 100
      const ownerTax = Math.min(owner, tax)
      const more = {
        deductedGST: r(gst),
        collectedByOperator: r(has),
        creditsGiven: r(gave + bore),
        refundsBorne: r(bore),
        carriedIn: r(-in_),
        carriedOut: r(-out),
      }
      const payout = net + ownerTax - fee - commission - gst - has - gave - bore - in_ + out
      const settled = {
        ...more,
        netAmount: r(net),
        CPO_GST: r(ownerTax),
        deductedGatewayFee: r(fee),
        amikComission: r(commission),
      }
      const summary = {
        ...more,
        // The collection without the gateway: net and tax less the fee that the owner bears.
        totalCollectionWithoutPGC: r(net + tax - fee),
        keptGST: r(tax - ownerTax),
        totalAmikServiceCharges: r(commission),
      }
      expect([sumOf(settlementLines(settled)), sumOf(summaryLines(summary))]).toEqual([payout, payout])
    }),
  )
})
