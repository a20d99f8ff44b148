// The finance of a team as a payout keeps it: the saved form at the end of the month, in whole paise and ppm. Without a
// saved form: the unit part alone, nothing fixed, 18 % tax on it, borne by the platform (D-PO-1).
import { type Paise, paiseFromRupees, ppmFromPercent } from '@wattdesk/base/money'
import type { FinanceConfig } from '#people/teams/team-finance.contract.ts'
import { fixedCharge, type PayoutRule, type Terms } from './month.rules.ts'

/** As the column `terms` of a payout has it: JSON. */
export type KeptTerms = {
  hasFinance: boolean
  rule: PayoutRule
  taxBearer: 'CPO' | 'CM'
  pgChargesBearer: 'EV' | 'CPO'
  chargerTaxPpm: number
  payoutTaxPpm: number
  isMonthly: boolean
  /** For each charger, by month or by year. */
  dcPaise: number
  acPaise: number
  otherFixedPaise: number
  /** The GST number of the first payout account. */
  gstin: string | null
  settlementPpm: number
  /** Missing: it does not. */
  commissionIncludesTax?: true
  /** The commission was to be invoiced, and the platform had no GST number. */
  lacksCommissionInvoice?: true
}

/** The finance of a team as team_finance_history has it. */
export type FinanceThen = {
  finance: FinanceConfig | null
  gstin: string | null
  pgChargesBearer: 'EV' | 'CPO'
  settlementPercentage: number
}

const DEFAULT_TAX_PPM = 180_000
const ppm = (percent: number): number => ppmFromPercent(percent.toFixed(4))
const paise = (rupees: number | null): number => Number(paiseFromRupees((rupees ?? 0).toFixed(2)))

/** undefined: the team was created later. */
export function keptTerms(then: FinanceThen | undefined): KeptTerms {
  const { finance } = then ?? {}
  const common = {
    pgChargesBearer: then?.pgChargesBearer ?? 'EV',
    gstin: then?.gstin || null,
    settlementPpm: ppm(then?.settlementPercentage ?? 100),
  }
  if (!finance)
    return {
      ...common,
      hasFinance: false,
      rule: 5,
      taxBearer: 'CM',
      chargerTaxPpm: DEFAULT_TAX_PPM,
      payoutTaxPpm: DEFAULT_TAX_PPM,
      isMonthly: true,
      dcPaise: 0,
      acPaise: 0,
      otherFixedPaise: 0,
    }
  const { charger_payment_details: charger, payout_details: payout } = finance
  const isMonthly = charger.monthly_payment
  return {
    ...common,
    hasFinance: true,
    rule: payout.payout_rule as PayoutRule,
    taxBearer: payout.tax_bearer,
    chargerTaxPpm: ppm(charger.tax),
    payoutTaxPpm: ppm(payout.tax),
    isMonthly,
    dcPaise: paise(isMonthly ? charger.dc_charges_monthly : charger.dc_charges_annual),
    acPaise: paise(isMonthly ? charger.ac_charges_monthly : charger.ac_charges_annual),
    otherFixedPaise: paise(charger.other_fixed_cost),
  }
}

/**
 * The terms that the month is computed by; `hasStood`: in a month in which no charge point stood in the team, the team's
 * own fixed cost is 0 (M-3).
 */
export const termsFor = (terms: KeptTerms, hasStood: boolean): Terms => ({
  rule: terms.rule,
  chargerTaxPpm: terms.chargerTaxPpm,
  payoutTaxPpm: terms.payoutTaxPpm,
  isTaxDeducted: terms.taxBearer === 'CPO',
  ...(terms.commissionIncludesTax && { isTaxIncluded: true }),
  otherFixedPaise: hasStood ? BigInt(terms.otherFixedPaise) : 0n,
  hasGstin: terms.gstin !== null,
})

/** The fixed charge of a charger by the days on which it was in the team. */
export const chargeOf = (
  terms: KeptTerms,
  c: { chargerType: string; activeDays: number },
  daysInMonth: number,
): Paise =>
  fixedCharge(
    { paise: BigInt(c.chargerType === 'DC' ? terms.dcPaise : terms.acPaise), isMonthly: terms.isMonthly },
    { activeDays: c.activeDays, daysInMonth },
  )
