// "Why this number?" of a payout: each figure with its formula in words and numbers, in the order in which the payout is
// reckoned (D-PO-1). Pure.

import { formatRupees, percentFromPpm } from '@wattdesk/base/money'
import { payoutRules } from '@wattdesk/base/payout-rules'
import type { PayoutRule } from './month.rules.ts'
import type { PayoutDetail } from './payout.contract.ts'
import { type ChargerRow, kWh, type PayoutRow, rupees } from './payout-shape.rules.ts'

type Step = PayoutDetail['steps'][number]
const money = (paise: number): string => formatRupees(BigInt(paise))
const grouped = new Intl.NumberFormat('en-IN', { minimumFractionDigits: 3, maximumFractionDigits: 3 })
const energy = (wh: number): string => grouped.format(kWh(wh))
const percent = (ppm: number): string => `${percentFromPpm(ppm)} %`
const many = (n: number, one: string): string => `${n} ${one}${n === 1 ? '' : 's'}`

const [BY_SHARE, BY_KWH] = ['Share of the net amount', 'Amount a kWh']
const UNIT_WAYS: Record<PayoutRule, string> = {
  1: BY_SHARE,
  2: BY_KWH,
  3: BY_SHARE,
  4: BY_KWH,
  5: BY_SHARE,
  6: BY_KWH,
  7: 'By share or by kWh, as each bill has it',
}

/** The sign of a step's amount in the formula: of the first amount, and of a later one. */
const SIGN: Record<Step['kind'], readonly [string, string]> = {
  plus: ['', ' + '],
  minus: ['−', ' − '],
  sum: ['', ''],
  note: ['', ''],
}

export function stepsOf(p: PayoutRow, chargers: readonly ChargerRow[]): Step[] {
  const { terms } = p
  const step = (kind: Step['kind'], label: string, formula: string, paise: number): Step => ({
    kind,
    label,
    formula,
    amount: rupees(paise),
  })
  const borne = p.refundsBornePaise ?? 0
  const paid = p.netPaise + p.taxPaise + p.surchargePaise
  const cost = terms.dcPaise > 0 || terms.acPaise > 0
  const days = chargers.reduce((n, c) => n + c.activeDays, 0)
  const otherFixed = p.fixedPaise - chargers.reduce((n, c) => n + c.fixedPaise, 0)
  const steps = [
    step(
      'note',
      'Charged to drivers',
      `${many(p.sessions, 'session')}, ${energy(p.energyWh)} kWh: net ${money(p.netPaise)} + GST ${money(p.taxPaise)} + gateway charge of drivers ${money(p.surchargePaise)}`,
      paid,
    ),
    step('plus', 'Net amount', `Sum of the bills before tax of ${many(p.sessions, 'session')}`, p.netPaise),
    step(
      'plus',
      'GST paid out',
      terms.gstin === null
        ? `GST ${money(p.taxPaise)} is kept for the government: the first payout account has no GST number`
        : `All GST of the bills: the owner, ${terms.gstin}, pays it himself`,
      p.ownerTaxPaise,
    ),
    step(
      'minus',
      'Payment gateway fee',
      [
        ...(p.gatewayFeePaise !== 0 ? ['Sum of the fees of sessions paid by card, UPI or wallet'] : []),
        ...(p.surchargePaise !== 0 || p.gatewayFeePaise === 0
          ? [`Borne by drivers: ${money(p.surchargePaise)} on top of their bills`]
          : []),
      ].join('. '),
      p.gatewayFeePaise,
    ),
    step(
      'note',
      'Per-unit commission',
      `${UNIT_WAYS[terms.rule]}, rounded with each bill, summed: ${terms.rule === 7 ? 'rule 7 takes none of it' : 'what could be taken by unit'}`,
      p.unitPaise,
    ),
    step(
      'note',
      'Fixed commission',
      cost || otherFixed > 0
        ? `${terms.isMonthly ? 'A month' : 'A twelfth of a year'}: DC ${money(terms.dcPaise)}, AC ${money(terms.acPaise)}${terms.isMonthly ? '' : ' a year'}; ${many(chargers.length, 'charge point')} on ${days} of ${chargers.length * p.days} days${otherFixed > 0 ? `, and ${money(otherFixed)} once for the team` : ''}: what could be taken as fixed part`
        : 'No fixed charges are set',
      p.fixedPaise,
    ),
    step(
      'minus',
      'Commission',
      `Rule ${terms.rule}, ${payoutRules[terms.rule] ?? ''}, by charge point: fixed part ${money(p.fixedPartPaise)} + per unit ${money(p.unitPartPaise)}`,
      p.commissionPaise,
    ),
    step(
      'note',
      'GST on commission',
      `${money(p.fixedPartPaise)} × ${percent(terms.chargerTaxPpm)} + ${money(p.unitPartPaise)} × ${percent(terms.payoutTaxPpm)}`,
      p.taxOnCommissionPaise,
    ),
    step(
      'minus',
      'GST on commission, deducted',
      terms.taxBearer === 'CPO' ? 'Borne by the owner' : 'Borne by the platform',
      p.deductedTaxPaise,
    ),
    step(
      'minus',
      'Collected by the operator',
      'Totals of RFID sessions, whose money he took himself',
      p.collectedPaise,
    ),
    step(
      'minus',
      'Credit given by hand',
      'Given by staff to wallets and cards, less what they took back',
      p.givenPaise - borne,
    ),
    ...(borne === 0
      ? []
      : [
          step(
            'minus',
            'Refunds beyond what was left',
            'Given back at the provider’s own desk beyond what was left of the payments, less the part that came back since',
            borne,
          ),
        ]),
    step('plus', 'Carried in', 'The amount below zero of earlier months', p.carriedInPaise),
    ...(p.carriedOutPaise === 0
      ? []
      : [step('plus', 'Carried out', 'Taken from the payout of the next month', -p.carriedOutPaise)]),
  ]
  const summed = steps.filter(s => s.kind === 'plus' || s.kind === 'minus')
  return [
    ...steps,
    step(
      'sum',
      'Payout',
      p.carriedOutPaise === 0
        ? summed.map((s, n) => `${SIGN[s.kind][n === 0 ? 0 : 1]}${formatRupees(s.amount)}`).join('')
        : `Below zero by ${money(-p.carriedOutPaise)}: nothing is paid out, and the rest is carried into the next month`,
      p.payoutPaise,
    ),
  ]
}
