// By how much each document of a payout misses its total, in paise: the lines of the settlement paper, of the summary invoice and
// the card of the month, of the payout's page, its charge points, and the accounts of the bank file. All 0 where they add up.
import { paiseFromRupees } from '@wattdesk/base/money'
import { settlementLines, summaryLines } from './payout-lines.rules.ts'
import { type ChargerRow, monthRun, type PayoutRow, settlementOf } from './payout-shape.rules.ts'
import { payoutSteps } from './payout-steps.rules.ts'

export const NO_GAPS = { paper: 0, invoice: 0, page: 0, chargers: 0, bankFile: 0 }

export function gapsOf(p: PayoutRow, chargers: readonly ChargerRow[]): typeof NO_GAPS {
  const sum = (amounts: readonly number[]) => amounts.reduce((n, a) => n + Number(paiseFromRupees(a)), 0)
  const gap = (amounts: readonly number[], total = p.payoutPaise / 100) => sum([...amounts, -total])
  const amountOf = (l: { amount: number }) => l.amount
  const settlement = settlementOf(p, true)
  const { summary, chargerSummary } = monthRun(p, chargers, true).payout.data
  const steps = payoutSteps(p, chargers)
  const sign = { plus: 1, minus: -1, sum: 0, note: 0 }
  const accounts = settlement.company.payoutAccounts
  return {
    paper: gap(settlementLines(settlement).map(amountOf)),
    invoice: summary ? gap(summaryLines(summary).map(amountOf)) : Number.NaN,
    page: gap(
      steps.map(s => sign[s.kind] * s.amount),
      steps.find(s => s.kind === 'sum')?.amount,
    ),
    chargers: gap(
      Object.values(chargerSummary).map(c => c.totalCollectionWithoutPGC),
      summary?.totalCollectionWithoutPGC,
    ),
    bankFile: accounts.length === 0 ? 0 : gap(accounts.map(amountOf)),
  }
}
