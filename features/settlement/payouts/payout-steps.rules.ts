// "Why this number?" of a payout: each figure with its formula in words and numbers, in the order in which the payout is
// reckoned (D-PO-1). Pure.

import { formatRupees, percentFromPpm } from '@wattdesk/base/money'
import { payoutRules } from '#people/teams/payout-rules.words.ts'
import { isTaxWithin, type PayoutRule } from './month.rules.ts'
import type { PayoutDetail } from './payout.contract.ts'
import { type ChargerRow, kWh, type PayoutRow, rupees } from './payout-shape.rules.ts'
import { termsFor } from './payout-terms.rules.ts'
import type { KeptTaxes } from './tax-taken.rules.ts'

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

const step = (kind: Step['kind'], label: string, formula: string, paise: number): Step => ({
  kind,
  label,
  formula,
  amount: rupees(paise),
})

export function payoutSteps(payout: PayoutRow, chargers: readonly ChargerRow[]): Step[] {
  const steps = [
    ...incomeSteps(payout),
    ...commissionSteps(payout, chargers),
    ...taxSteps(payout),
    ...deductionSteps(payout),
    ...carriedSteps(payout),
  ]
  return [...steps, payoutStep(payout, steps)]
}

/** The payments of drivers, and the parts of them that go to the owner or to the payment gateway. */
function incomeSteps(p: PayoutRow): Step[] {
  const { gstin } = p.terms
  const sessions = many(p.sessions, 'session')
  const feeParts = [
    ...(p.gatewayFeePaise !== 0 ? ['Sum of the fees of sessions paid by card, UPI or wallet'] : []),
    ...(p.surchargePaise !== 0 || p.gatewayFeePaise === 0
      ? [`Borne by drivers: ${money(p.surchargePaise)} on top of their bills`]
      : []),
  ]
  return [
    step(
      'note',
      'Charged to drivers',
      `${sessions}, ${energy(p.energyWh)} kWh: net ${money(p.netPaise)} + GST ${money(p.taxPaise)} + gateway charge of drivers ${money(p.surchargePaise)}`,
      p.netPaise + p.taxPaise + p.surchargePaise,
    ),
    step('plus', 'Net amount', `Sum of the bills before tax of ${sessions}`, p.netPaise),
    step(
      'plus',
      'GST paid out',
      gstin === null
        ? `GST ${money(p.taxPaise)} is kept for the government: the first payout account has no GST number`
        : `All GST of the bills: the owner, ${gstin}, pays it himself`,
      p.ownerTaxPaise,
    ),
    step('minus', 'Payment gateway fee', feeParts.join('. '), p.gatewayFeePaise),
  ]
}

/** The commission by unit and the fixed part, what the payout rule takes of them, and the tax on that. */
function commissionSteps(p: PayoutRow, chargers: readonly ChargerRow[]): Step[] {
  const { rule, chargerTaxPpm, payoutTaxPpm, taxBearer } = p.terms
  return [
    step(
      'note',
      'Per-unit commission',
      `${UNIT_WAYS[rule]}, rounded with each bill, summed: ${rule === 7 ? 'rule 7 takes none of it' : 'what could be taken by unit'}`,
      p.unitPaise,
    ),
    step('note', 'Fixed commission', fixedFormula(p, chargers), p.fixedPaise),
    step(
      'minus',
      'Commission',
      `Rule ${rule}, ${payoutRules[rule] ?? ''}, by charge point: fixed part ${money(p.fixedPartPaise)} + per unit ${money(p.unitPartPaise)}`,
      p.commissionPaise,
    ),
    step(
      'note',
      'GST on commission',
      `${money(p.fixedPartPaise)} × ${percent(chargerTaxPpm)} + ${money(p.unitPartPaise)} × ${percent(payoutTaxPpm)}${
        isTaxWithin(termsFor(p.terms, true)) ? ', as the part of the commission that is tax' : ''
      }`,
      p.taxOnCommissionPaise,
    ),
    step(
      'minus',
      'GST on commission, deducted',
      taxBearer === 'CPO' ? 'Borne by the owner' : 'Borne by the platform',
      p.deductedTaxPaise,
    ),
  ]
}

/** Tax taken at source (M-8), with its base and its rate. */
function taxSteps({ taxes, ...p }: PayoutRow): Step[] {
  if (!taxes) return []
  const { tcs, tds } = taxes
  const lacking = 'TCS is on, and the platform has no GST number to collect it under'
  return [
    ...(taxes.lacksPlatform ? [step('note', 'Tax collected at source (TCS)', lacking, 0)] : []),
    ...(tcs
      ? [
          step(
            'minus',
            'Tax collected at source (TCS)',
            tcsFormula(taxes, tcs),
            p.tcsCgstPaise + p.tcsSgstPaise + p.tcsIgstPaise,
          ),
        ]
      : []),
    ...(tds ? [step('minus', 'Tax deducted at source (TDS)', tdsFormula(tds), p.tdsPaise)] : []),
  ]
}
type ByPlace = KeptTaxes['carriedIn']
/** The base by place, with what is carried in. */
const tcsBases = (base: ByPlace, carriedIn: ByPlace): string =>
  (
    [
      ['inside the state', base.insidePaise, carriedIn.insidePaise],
      ['across states', base.acrossPaise, carriedIn.acrossPaise],
    ] as const
  )
    .filter(([, paise, carried]) => paise !== 0 || carried !== 0)
    .map(
      ([where, paise, carried]) => `${money(paise)}${carried === 0 ? '' : ` − ${money(-carried)} carried in`} ${where}`,
    )
    .join(', ')
const tcsCarried = ({ insidePaise, acrossPaise }: ByPlace): string =>
  insidePaise + acrossPaise === 0
    ? ''
    : `; ${money(-insidePaise - acrossPaise)} of credit notes are carried into the next month`
/** Several suppliers are reckoned each by itself. */
function tcsFormula({ bySupplier = [], carriedIn, carriedOut }: KeptTaxes, tcs: NonNullable<KeptTaxes['tcs']>): string {
  const counting = bySupplier.map(s => ({ ...s, bases: tcsBases(s, s.carriedIn) })).filter(s => s.bases !== '')
  const rate = `; × ${percent(tcs.ratePpm)}`
  const formulas =
    counting.length > 1
      ? counting.map(s => `${s.gstin || 'no GST number'}: ${s.bases}${rate}${tcsCarried(s.carriedOut)}`)
      : [`${tcsBases(tcs, carriedIn) || money(0)}${rate}${tcsCarried(carriedOut)}`]
  return `Net taxable value of invoices paid to the platform: ${formulas.join('. ')}`
}
function tdsFormula(tds: NonNullable<KeptTaxes['tds']>): string {
  const owner = tds.pan === null ? 'no PAN is known' : `PAN ${tds.pan}`
  const back = tds.givenBackPaise === 0 ? '' : ` − ${money(tds.givenBackPaise)} given back for credit notes`
  const below =
    tds.thresholdPaise !== null && tds.ratePpm === 0 && tds.fullRatePpm > 0
      ? `; the value since April is not above ${money(tds.thresholdPaise)}`
      : ''
  return `Gross taxable value ${money(tds.grossPaise)} × ${percent(tds.ratePpm)} (${owner})${back}${below}`
}

function fixedFormula(p: PayoutRow, chargers: readonly ChargerRow[]): string {
  const { dcPaise, acPaise, isMonthly } = p.terms
  const ofTeam = p.fixedPaise - chargers.reduce((sum, c) => sum + c.fixedPaise, 0)
  if (dcPaise <= 0 && acPaise <= 0 && ofTeam <= 0) return 'No fixed charges are set'
  const rates = `${isMonthly ? 'A month' : 'A twelfth of a year'}: DC ${money(dcPaise)}, AC ${money(acPaise)}${isMonthly ? '' : ' a year'}`
  const activeDays = chargers.reduce((sum, c) => sum + c.activeDays, 0)
  const days = `${many(chargers.length, 'charge point')} on ${activeDays} of ${chargers.length * p.days} days`
  const once = ofTeam > 0 ? `, and ${money(ofTeam)} once for the team` : ''
  return `${rates}; ${days}${once}: what could be taken as fixed part`
}

/** The amounts that the operator has already, or has given away. */
function deductionSteps(p: PayoutRow): Step[] {
  const bornePaise = p.refundsBornePaise ?? 0
  return [
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
      p.givenPaise - bornePaise,
    ),
    ...(bornePaise === 0
      ? []
      : [
          step(
            'minus',
            'Refunds beyond what was left',
            'Given back at the provider’s own desk beyond what was left of the payments, less the part that came back since',
            bornePaise,
          ),
        ]),
  ]
}

/** Amounts below zero, from earlier months and into the next. */
const carriedSteps = (p: PayoutRow): Step[] => [
  step('plus', 'Carried in', 'The amount below zero of earlier months', p.carriedInPaise),
  ...(p.carriedOutPaise === 0
    ? []
    : [step('plus', 'Carried out', 'Taken from the payout of the next month', -p.carriedOutPaise)]),
]

/** The payout as the sum of the steps that add or take off. */
function payoutStep(p: PayoutRow, steps: readonly Step[]): Step {
  const summed = steps.filter(s => s.kind === 'plus' || s.kind === 'minus')
  const formula =
    p.carriedOutPaise === 0
      ? summed.map((s, n) => `${SIGN[s.kind][n === 0 ? 0 : 1]}${formatRupees(s.amount)}`).join('')
      : `Below zero by ${money(-p.carriedOutPaise)}: nothing is paid out, and the rest is carried into the next month`
  return step('sum', 'Payout', formula, p.payoutPaise)
}
