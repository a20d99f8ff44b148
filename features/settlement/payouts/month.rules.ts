// The month of a team (M-3, D-PO-1): from the frozen amounts of its sessions' bills to its owner's payout. A sum of
// frozen amounts in whole paise; each rounding happens once. Pure: the caller decides which sessions, days and terms
// count.
import { type Paise, type Ppm, round, share } from '@wattdesk/base/money'
import { NOTHING_TAKEN, type Taken, takenPaise } from './tax-taken.rules.ts'

/** How the owner is charged: which of the two parts of the commission count (D-PO-7). */
export type PayoutRule = 1 | 2 | 3 | 4 | 5 | 6 | 7
const HIGHER: readonly PayoutRule[] = [1, 2]
const BOTH: readonly PayoutRule[] = [3, 4]
const UNIT_ALONE: readonly PayoutRule[] = [5, 6]
/** Rules whose unit part is a share of the net amount; for the others it is an amount per kWh. */
const IN_PERCENT: readonly PayoutRule[] = [1, 3, 5]

/** The finance of a team for the month. */
export type Terms = {
  rule: PayoutRule
  /** Tax on the fixed and on the unit part of the commission. */
  chargerTaxPpm: Ppm
  payoutTaxPpm: Ppm
  /** The owner bears the tax on the commission; else the platform does. */
  isTaxDeducted: boolean
  /** Tax that the platform bears is a part of the commission (M-8); else it comes on top. */
  isTaxIncluded?: boolean
  /** Once per team, beside the chargers' monthly charges. */
  otherFixedPaise: Paise
  /** The first payout account has a GST number: the taxes go to the owner, who pays them himself. */
  hasGstin: boolean
}

/** The frozen sums of the sessions' bills; for a bill corrected after its settlement, the difference. */
export type Brought = {
  sessions: number
  energyWh: number
  totalPaise: Paise
  /** X: the sum of the lines, before tax. */
  netPaise: Paise
  /** g: CGST and SGST, or IGST. */
  taxPaise: Paise
  /** On top for the driver, where he bears the gateway's fee. */
  surchargePaise: Paise
  /** Taken from the owner, where he bears it. */
  gatewayFeePaise: Paise
  /** Commission by share of the net amount, and by kWh, of bills that no payout had before. */
  percentPaise: Paise
  perKwhPaise: Paise
  /**
   * The change in the commission already taken that corrections of settled bills make; below 0 where it is given back.
   */
  reversedPaise?: Paise
  /** Totals of RFID sessions, whose money the operator took himself. */
  collectedPaise: Paise
}
export type ChargerMonth = Brought & { chargepointPk: number; fixedPaise: Paise }

export type ChargerShare = ChargerMonth & {
  unitPaise: Paise
  /** The commission by the rule, from the unit part and the fixed part. */
  commissionPaise: Paise
}
export type TeamMonth = Brought &
  Taken & {
    chargers: readonly ChargerShare[]
    /** The parts of the commission that were taken. */
    fixedPartPaise: Paise
    unitPartPaise: Paise
    commissionPaise: Paise
    taxOnCommissionPaise: Paise
    /** The part of it that the owner bears. */
    deductedTaxPaise: Paise
    /** The taxes that go to an owner with a GST number. */
    ownerTaxPaise: Paise
    /** K: credit that the owner's staff gave by hand less the credit they took back, and refunds that the owner bears. */
    givenPaise: Paise
    carriedInPaise: Paise
    payoutPaise: Paise
    /** The balance carried to the next month, 0 or less. */
    carriedOutPaise: Paise
  }

/**
 * The fixed charge of a charger: a month's, or a twelfth of a year's rounded once, by the days on which the charger was
 * in the team.
 */
export function fixedCharge(
  charge: { paise: Paise; isMonthly: boolean },
  { activeDays, daysInMonth }: { activeDays: number; daysInMonth: number },
): Paise {
  const month = charge.isMonthly ? charge.paise : round(charge.paise, 1n, 12n)
  return round(month, BigInt(activeDays), BigInt(daysInMonth))
}

/** The sums of `Brought` in paise. */
export const BROUGHT = [
  ...(['totalPaise', 'netPaise', 'taxPaise', 'surchargePaise', 'gatewayFeePaise', 'percentPaise'] as const),
  ...(['perKwhPaise', 'collectedPaise'] as const),
] as const
const eachOf = (paise: (name: (typeof BROUGHT)[number]) => Paise) =>
  Object.fromEntries(BROUGHT.map(name => [name, paise(name)])) as Record<(typeof BROUGHT)[number], Paise>

export const NOTHING_BROUGHT: Brought = { sessions: 0, energyWh: 0, ...eachOf(() => 0n) }
const add = (a: Brought, b: Brought): Brought => ({
  sessions: a.sessions + b.sessions,
  energyWh: a.energyWh + b.energyWh,
  ...eachOf(name => a[name] + b[name]),
  reversedPaise: (a.reversedPaise ?? 0n) + (b.reversedPaise ?? 0n),
})

/** The two parts that a rule takes from a charger; where the rule takes the higher part, the other is 0. */
function partsOf(rule: PayoutRule, fixed: Paise, unit: Paise): { fixed: Paise; unit: Paise } {
  if (UNIT_ALONE.includes(rule)) return { fixed: 0n, unit }
  if (BOTH.includes(rule)) return { fixed, unit }
  if (HIGHER.includes(rule)) return unit > fixed ? { fixed: 0n, unit } : { fixed, unit: 0n }
  return { fixed, unit: 0n }
}

/** Whether the tax on the commission is a part of it. */
export const isTaxWithin = (t: Pick<Terms, 'isTaxDeducted' | 'isTaxIncluded'>): boolean =>
  t.isTaxIncluded === true && !t.isTaxDeducted
/** The tax on a part of the commission: on top of it, or the part of it that is tax. */
const taxOf = (part: Paise, ppm: Ppm, t: Terms): Paise =>
  isTaxWithin(t) ? round(part, BigInt(ppm), 1_000_000n + BigInt(ppm)) : share(part, ppm)

/**
 * The payout of a team for a month. `givenPaise`: K; `carriedInPaise`: the balance carried from the month before, 0 or
 * less; `taken`: tax that is taken at source.
 */
export function monthOf(
  chargers: readonly ChargerMonth[],
  t: Terms,
  { givenPaise, carriedInPaise, taken = NOTHING_TAKEN }: { givenPaise: Paise; carriedInPaise: Paise; taken?: Taken },
): TeamMonth {
  const sum = chargers.reduce(add, NOTHING_BROUGHT)
  // The team's own fixed charges count where the rule has a fixed part at all.
  let fixedPartPaise = UNIT_ALONE.includes(t.rule) ? 0n : t.otherFixedPaise
  let unitPartPaise = 0n
  const shares = chargers.map((c): ChargerShare => {
    const fresh = IN_PERCENT.includes(t.rule) ? c.percentPaise : c.perKwhPaise
    const taken = partsOf(t.rule, c.fixedPaise, fresh)
    const { reversedPaise: reversed = 0n } = c
    fixedPartPaise += taken.fixed
    unitPartPaise += taken.unit + reversed
    return { ...c, unitPaise: fresh + reversed, commissionPaise: taken.fixed + taken.unit + reversed }
  })
  const commissionPaise = fixedPartPaise + unitPartPaise
  const taxOnCommissionPaise = taxOf(fixedPartPaise, t.chargerTaxPpm, t) + taxOf(unitPartPaise, t.payoutTaxPpm, t)
  const deductedTaxPaise = t.isTaxDeducted ? taxOnCommissionPaise : 0n
  const ownerTaxPaise = t.hasGstin ? sum.taxPaise : 0n
  const due =
    sum.netPaise +
    ownerTaxPaise -
    sum.gatewayFeePaise -
    commissionPaise -
    deductedTaxPaise -
    sum.collectedPaise -
    givenPaise -
    takenPaise(taken) +
    carriedInPaise
  return {
    ...sum,
    ...taken,
    chargers: shares,
    fixedPartPaise,
    unitPartPaise,
    commissionPaise,
    taxOnCommissionPaise,
    deductedTaxPaise,
    ownerTaxPaise,
    givenPaise,
    carriedInPaise,
    payoutPaise: due > 0n ? due : 0n,
    carriedOutPaise: due < 0n ? due : 0n,
  }
}
