// The finance configuration of a team (S-FINANCE): charges by charger, gateway terms, payout rule and
// commission. Amounts are rupees, shares per cent; whole digits, except where the defaults have decimals.
import { besideOthers } from '@wattdesk/base/field-checks'
import { required, tooManyDecimals } from '@wattdesk/base/text'
import { z } from 'zod'
import { ONLY_DIGITS } from './payout-account.contract.ts'
export const OFFERED_PAYOUT_RULES = [1, 2, 3, 4, 5, 6] as const
const NO_RULE = 'Please select a payout rule.'
const NO_TAX_BEARER = 'Please select a tax bearer.'
const NO_BEARER = 'Please select who bears the Payment Gateway charges.'
export const NO_GATEWAY = 'Please select a payment gateway'
export const NEEDS_PERCENT_RULE = 'Please select a payout rule which takes commission in percentage into account'
export const NEEDS_FIXED_RULE = 'Please select a payout rule which takes commission in fixed amount into account'

/** Whether a rule takes the commission in percent (1, 3, 5) or as an amount (2, 4, 6); rule 7 leaves it as it is. */
export const percentByRule = (rule: number): boolean | undefined =>
  rule >= 1 && rule <= 6 ? rule % 2 === 1 : undefined

/** Why the percent flag does not go with a rule; undefined where it does. */
export const flagRefused = (rule: number, inPercent: boolean): string | undefined => {
  const wanted = percentByRule(rule)
  if (wanted === undefined || wanted === inPercent) return undefined
  return inPercent ? NEEDS_PERCENT_RULE : NEEDS_FIXED_RULE
}

const MAX_RUPEES = 10_000_000
const figure = (label: string, max: number) =>
  z
    .number({
      error: issue => (issue.input === undefined || issue.input === null ? required(label) : ONLY_DIGITS),
    })
    .min(0, ONLY_DIGITS)
    .max(max, `${label} should be ${max} or less`)
const whole = (label: string, max = MAX_RUPEES) => figure(label, max).int(ONLY_DIGITS)
const twoPlaces = (label: string, max: number) =>
  // 2.36 * 100 is 236.00000000000003.
  figure(label, max).refine(n => Math.abs(n * 100 - Math.round(n * 100)) < 1e-6, {
    error: tooManyDecimals(label, 2),
  })

/** The charges of the chosen period are required. */
const ChargerPayment = z
  .object({
    monthly_payment: z.boolean(),
    dc_charges_monthly: whole('DC Charges').nullable(),
    ac_charges_monthly: whole('AC Charges').nullable(),
    dc_charges_annual: whole('DC Charges').nullable(),
    ac_charges_annual: whole('AC Charges').nullable(),
    tax: whole('Tax', 100),
    other_fixed_cost: whole('Other Fixed Cost').nullable(),
  })
  .superRefine(
    (charger, context) => {
      if (typeof charger.monthly_payment !== 'boolean') return
      const period = charger.monthly_payment ? 'monthly' : 'annual'
      for (const kind of ['dc', 'ac'] as const) {
        const field = `${kind}_charges_${period}` as const
        if (charger[field] === null)
          context.addIssue({ code: 'custom', path: [field], message: required(`${kind.toUpperCase()} Charges`) })
      }
    },
    { when: besideOthers },
  )
const TransactionPayment = z.object({
  pg_charges_bearer: z.enum(['EV', 'CPO'], NO_BEARER),
  payment_gateway_percent: twoPlaces('Payment Gateway Percent', 100),
  tax: whole('Tax', 100),
})
/** The commission of the chosen kind is required, and the payout rule takes that kind. */
const PayoutDetails = z
  .object({
    payout_rule: z.number(NO_RULE).int(NO_RULE).min(1, NO_RULE).max(7, NO_RULE),
    tax_bearer: z.enum(['CPO', 'CM'], NO_TAX_BEARER),
    tax: whole('Tax', 100),
    cm_commission_in_percent: z.boolean(),
    cm_commission_percent: twoPlaces('Commission Percent', 100).nullable(),
    cm_commission_cost: twoPlaces('Commission Cost', 10_000).nullable(),
  })
  .superRefine(
    (payout, context) => {
      const { payout_rule: rule, cm_commission_in_percent: isInPercent } = payout
      if (typeof isInPercent !== 'boolean') return
      const wrong = (path: keyof typeof payout, message: string) =>
        context.addIssue({ code: 'custom', path: [path], message })
      if (isInPercent && payout.cm_commission_percent === null)
        wrong('cm_commission_percent', required('Commission Percent'))
      if (!isInPercent && payout.cm_commission_cost === null) wrong('cm_commission_cost', required('Commission Cost'))
      const refused = flagRefused(rule, isInPercent)
      if (refused) wrong('cm_commission_in_percent', refused)
    },
    { when: besideOthers },
  )

export const FinanceConfig = z
  .object({
    charger_payment_details: ChargerPayment,
    transaction_payment_details: TransactionPayment,
    payout_details: PayoutDetails,
    payment_gateway_details: z.object({
      payment_gateway_details_id: z.number(NO_GATEWAY).int(NO_GATEWAY).min(1, NO_GATEWAY),
    }),
  })
  .meta({ id: 'FinanceConfig' })
export type FinanceConfig = z.output<typeof FinanceConfig>

/** The defaults in the form of a new team (S-FINANCE). */
export const financeDefaults: FinanceConfig = {
  charger_payment_details: {
    monthly_payment: true,
    dc_charges_monthly: 349,
    ac_charges_monthly: 249,
    dc_charges_annual: null,
    ac_charges_annual: null,
    tax: 18,
    other_fixed_cost: null,
  },
  transaction_payment_details: { pg_charges_bearer: 'EV', payment_gateway_percent: 2.36, tax: 18 },
  payout_details: {
    payout_rule: 3,
    tax_bearer: 'CM',
    tax: 18,
    cm_commission_in_percent: true,
    cm_commission_percent: 5,
    cm_commission_cost: null,
  },
  payment_gateway_details: { payment_gateway_details_id: 1 },
}
