// The bill of a session: one pure function for the quote, the running cost, the stop at budget and the final bill.
// Start and stop register are authoritative; energy and time are split where price slots meet, added up by equal
// price and rounded once a line; tax, gateway and commission follow from the sum; a hold is never exceeded.
import type { RecipientType } from '@wattdesk/base/business'
import { million, type Paise, type Ppm, round, share } from '@wattdesk/base/money'
import type { Knot, Sample, StatusAt } from '#charging/metering/sample.rules.ts'
import { secondOf } from '#fleet/stations/session-length.rules.ts'
import { gatewayMethodOf, gatewayPpm, type MethodRates, type PaidWith } from '#money/price-groups/gateway-rate.rules.ts'
import type { PriceSnapshot } from '#money/price-groups/price.rules.ts'
import { type Border, type MeteringInput, type Piece, split } from './split.rules.ts'

export type { Sample, StatusAt }

export type PaymentType = 'CARD' | 'UPI' | 'WALLET' | 'PREPAID' | 'RFID'

export type BillInput = MeteringInput & {
  readonly startAt: Date
  readonly stopAt: Date
  readonly meterStartWh: number
  readonly meterStopWh: number
  readonly paymentType: PaymentType
  /** The payment as the provider told of it, where the session was paid there. */
  readonly paidWith?: PaidWith | null | undefined
  /** The gateway's rates by method at the start; a method without one has the percent of the price. */
  readonly methodRates?: MethodRates | undefined
  /** Two-digit codes of the supplier's state and of the place of supply; undefined where nobody knows (supply.rules.ts). */
  readonly supply: {
    readonly supplierState?: string | undefined
    readonly placeOfSupply?: string | undefined
    /** To a unit in a Special Economic Zone: across states, and SEZWOP without tax. */
    readonly sez?: RecipientType | undefined
  }
  /** The hold: the amount paid beforehand, which the total never exceeds. */
  readonly holdPaise?: Paise | undefined
  readonly free?: boolean | undefined
  readonly commission: { readonly percentPpm: Ppm; readonly perKwhPaise: number }
}

type LineKind =
  | 'energy'
  | 'time'
  | 'fixedFeeStarting'
  | 'fixedFeeCharging'
  | 'minuteFeeCharging'
  | 'idealFeeFullyCharged'
  | 'noPrice'
  | 'notCharged'

/** `quantity` in whole Wh, whole seconds or 1; `ratePaise` per `rateUnit`; `slots` are indices into the snapshot. */
export type Line = {
  kind: LineKind
  label: string
  quantity: number
  unit: 'Wh' | 's' | 'once'
  ratePaise: Paise
  rateUnit: 'kWh' | 'hour' | 'minute' | 'once'
  amountPaise: Paise
  slots: number[]
}

export type Amounts = {
  taxablePaise: Paise
  cgstPaise: Paise
  sgstPaise: Paise
  igstPaise: Paise
  grossPaise: Paise
  /** The gateway's part on top, when the driver bears it. */
  surchargePaise: Paise
  /** The gateway's part taken from the owner at settlement, when he bears it. */
  gatewayFeePaise: Paise
  totalPaise: Paise
}

export type Bill = Amounts & {
  energyWh: number
  seconds: number
  idleSeconds: number
  lines: Line[]
  pieces: Piece[]
  borders: Border[]
  /**
   * The rates of tax and gateway fee. While a state is not known, the tax of a running amount is that within one state.
   */
  terms: Terms
  isStateKnown: boolean
  holdPaise: Paise | undefined
  /** cp and cu: the commission by per cent of the taxable value and by unit. */
  commissionPercentPaise: Paise
  commissionUnitPaise: Paise
  droppedSamples: number
  /** By how much the taxable value was lowered, and by how much the total would have exceeded the hold. */
  notChargedPaise: Paise
  overrunPaise: Paise
  /** The bill before lowering reaches the hold: time to stop. */
  budgetReached: boolean
}

type Draft = Omit<Line, 'amountPaise'> & { per: bigint }

/** Quantities of the same kind and price are one line. */
const add = (drafts: Draft[], draft: Omit<Draft, 'slots'>, slot?: number): void => {
  if (draft.quantity === 0) return
  const slots = slot === undefined ? [] : [slot]
  const same = drafts.find(other => other.kind === draft.kind && other.ratePaise === draft.ratePaise)
  if (!same) drafts.push({ ...draft, slots })
  else {
    same.quantity += draft.quantity
    for (const s of slots) if (!same.slots.includes(s)) same.slots.push(s)
  }
}

const order: readonly LineKind[] = [
  'energy',
  'time',
  'fixedFeeStarting',
  'fixedFeeCharging',
  'minuteFeeCharging',
  'idealFeeFullyCharged',
  'noPrice',
]

/** One line a kind and price. The fixed fees are those of the slot in which the session began. */
const linesOf = (pieces: readonly Piece[], snapshot: PriceSnapshot): Line[] => {
  const drafts: Draft[] = []
  for (const [i, piece] of pieces.entries()) {
    const { slot, seconds, energyWh, chargingSeconds, idleSeconds } = piece
    const price = snapshot.details[slot]
    if (!price) {
      // Shown, so that a gap in the week is seen.
      const none = { quantity: seconds, unit: 's', ratePaise: 0n, rateUnit: 'hour', per: 3600n } as const
      add(drafts, { kind: 'noPrice', label: 'No price', ...none })
      continue
    }
    const once = (kind: LineKind, label: string, rate: number): void => {
      if (rate === 0) return
      add(drafts, { kind, label, quantity: 1, unit: 'once', ratePaise: BigInt(rate), rateUnit: 'once', per: 1n }, slot)
    }
    const minutes = (kind: LineKind, label: string, quantity: number, rate: number): void => {
      if (rate === 0) return
      add(drafts, { kind, label, quantity, unit: 's', ratePaise: BigInt(rate), rateUnit: 'minute', per: 60n }, slot)
    }
    if (price.priceType === 'kwh') {
      const ratePaise = BigInt(price.pricePerKwhPaise)
      const draft = { quantity: energyWh, unit: 'Wh', ratePaise, rateUnit: 'kWh', per: 1000n } as const
      add(drafts, { kind: 'energy', label: 'Energy', ...draft }, slot)
    } else {
      const ratePaise = BigInt(price.pricePerHourPaise)
      const draft = { quantity: seconds, unit: 's', ratePaise, rateUnit: 'hour', per: 3600n } as const
      add(drafts, { kind: 'time', label: 'Time', ...draft }, slot)
    }
    if (i === 0) {
      once('fixedFeeStarting', 'Start fee', price.fixedFeeStartingPaise)
      once('fixedFeeCharging', 'Charging fee', price.fixedFeeChargingPaise)
    }
    minutes('minuteFeeCharging', 'Charging minutes', chargingSeconds, price.minuteFeeChargingPaise)
    minutes('idealFeeFullyCharged', 'Idle minutes', idleSeconds, price.idealFeeFullyChargedPaise)
  }
  drafts.sort((a, b) => order.indexOf(a.kind) - order.indexOf(b.kind))
  return drafts.map(({ per, ...line }) => ({
    ...line,
    amountPaise: round(BigInt(line.quantity), line.ratePaise, per),
  }))
}

export type Terms = { taxPpm: Ppm; insideState: boolean; transactionPpm: Ppm; bearer: 'EV' | 'CPO' }

const isStateKnown = ({ supplierState, placeOfSupply }: BillInput['supply']): boolean =>
  supplierState !== undefined && placeOfSupply !== undefined

/** The terms that decide tax and gateway fee of a bill; the gateway takes its part on CARD, UPI and WALLET only. */
const termsOf = (input: BillInput): Terms => ({
  taxPpm: input.supply.sez === 'SEZWOP' ? 0 : input.snapshot.taxPpm,
  insideState:
    !input.supply.sez && (!isStateKnown(input.supply) || input.supply.supplierState === input.supply.placeOfSupply),
  transactionPpm: gatewayPpm(input.snapshot, input.methodRates, gatewayMethodOf(input)),
  bearer: input.snapshot.pgChargesBearer,
})

/**
 * Returns the amount paid beforehand, by card or UPI or held from a wallet or prepaid card: the bill never exceeds this
 * amount (M-2.8). Undefined for sessions that are paid afterwards.
 */
export const holdOf = (s: {
  readonly paymentType: PaymentType
  readonly paidPaise: number
  readonly holdPaise: number | null
}): Paise | undefined => {
  // If a part of the payment, or all of it, was refunded before the session began, the hold is smaller than the
  // payment.
  if (s.paymentType === 'CARD' || s.paymentType === 'UPI') return BigInt(s.holdPaise ?? s.paidPaise)
  return s.holdPaise === null ? undefined : BigInt(s.holdPaise)
}

/** Tax, gross, gateway and total of a taxable value (M-2.5, M-2.6). */
export const amountsOf = (taxablePaise: Paise, terms: Terms): Amounts => {
  const rate = BigInt(terms.taxPpm)
  const half = terms.insideState ? round(taxablePaise, rate, 2n * million) : 0n
  const igstPaise = terms.insideState ? 0n : round(taxablePaise, rate, million)
  const grossPaise = taxablePaise + 2n * half + igstPaise
  const gateway = share(grossPaise, terms.transactionPpm)
  const surchargePaise = terms.bearer === 'EV' ? gateway : 0n
  const gatewayFeePaise = gateway - surchargePaise
  const totalPaise = grossPaise + surchargePaise
  const heads = { cgstPaise: half, sgstPaise: half, igstPaise }
  return { taxablePaise, ...heads, grossPaise, surchargePaise, gatewayFeePaise, totalPaise }
}

/** The largest taxable value whose total does not exceed the hold. */
export const taxableWithin = (holdPaise: Paise, terms: Terms): Paise => {
  if (holdPaise <= 0n) return 0n
  const surcharge = million + (terms.bearer === 'EV' ? BigInt(terms.transactionPpm) : 0n)
  // The inverse without roundings is at most a few paise off, and the total grows with the taxable value.
  let taxable = (holdPaise * million * million) / ((million + BigInt(terms.taxPpm)) * surcharge)
  while (amountsOf(taxable + 1n, terms).totalPaise <= holdPaise) taxable += 1n
  while (taxable > 0n && amountsOf(taxable, terms).totalPaise > holdPaise) taxable -= 1n
  return taxable
}

/**
 * The bill of a session. Registers in Wh, times in whole seconds, amounts in paise. A session without energy and a free
 * one have no line and cost nothing. A stop before the start counts as no time, a register that ran back as no energy.
 */
export const bill = (input: BillInput): Bill => {
  const first: Knot = { second: secondOf(input.startAt), wh: Math.round(input.meterStartWh) }
  const last: Knot = {
    second: Math.max(first.second, secondOf(input.stopAt)),
    wh: Math.max(first.wh, Math.round(input.meterStopWh)),
  }
  const terms = termsOf(input)
  const energyWh = last.wh - first.wh
  const { pieces, borders, dropped } = split(input, first, last)
  const nothing = energyWh === 0 || input.free === true
  const lines = nothing ? [] : linesOf(pieces, input.snapshot)
  let taxable = 0n
  for (const line of lines) taxable += line.amountPaise
  let amounts = amountsOf(taxable, terms)
  const { totalPaise: uncapped } = amounts
  const hold = input.holdPaise
  if (hold !== undefined && uncapped > hold) amounts = amountsOf(taxableWithin(hold, terms), terms)
  const notChargedPaise = taxable - amounts.taxablePaise
  if (notChargedPaise > 0n) lines.push(notChargedLine(notChargedPaise))
  return {
    ...amounts,
    energyWh,
    seconds: last.second - first.second,
    idleSeconds: pieces.reduce((sum, piece) => sum + piece.idleSeconds, 0),
    lines,
    pieces,
    borders,
    terms,
    isStateKnown: isStateKnown(input.supply),
    holdPaise: hold,
    commissionPercentPaise: share(amounts.taxablePaise, input.commission.percentPpm),
    commissionUnitPaise: input.free ? 0n : round(BigInt(energyWh), BigInt(input.commission.perKwhPaise), 1000n),
    droppedSamples: dropped,
    notChargedPaise,
    // Not by the total: what the hold has above that goes back, and is owed by nobody.
    overrunPaise: hold !== undefined && uncapped > hold ? uncapped - hold : 0n,
    budgetReached: hold !== undefined && uncapped >= hold,
  }
}

/** The last line of a bill: the amount that was not charged. */
export const notChargedLine = (paise: Paise): Line => ({
  kind: 'notCharged',
  label: 'Not charged',
  quantity: 1,
  unit: 'once',
  ratePaise: -paise,
  rateUnit: 'once',
  amountPaise: -paise,
  slots: [],
})

export type InvoiceSplit = {
  costPaise: Paise
  gstPaise: Paise
  cgstPaise: Paise
  sgstPaise: Paise
  igstPaise: Paise
  /** GST less its heads: at most a paisa, shown as rounding. */
  roundingPaise: Paise
}

/** Total as the invoice shows it: cost and the tax inside, by heads (M-2.9). */
export const invoiceSplit = (totalPaise: Paise, ratePpm: Ppm, insideState = true): InvoiceSplit => {
  const rate = BigInt(ratePpm)
  const costPaise = round(totalPaise, million, million + rate)
  const gstPaise = totalPaise - costPaise
  const half = insideState ? round(totalPaise, rate, 2n * (million + rate)) : 0n
  const igstPaise = insideState ? 0n : gstPaise
  const roundingPaise = gstPaise - 2n * half - igstPaise
  return { costPaise, gstPaise, cgstPaise: half, sgstPaise: half, igstPaise, roundingPaise }
}
