// The words of a team and of its finance in the audit log.
import { ACTIVE, type AuditedFields, NAMELESS } from '#office/audit/audited-field.words.ts'
import { addressAudited } from '#office/geo/address-audit.words.ts'
import { payoutRules } from './payout-rules.words.ts'

/** Accounts that a settlement is paid to. */
const accountAudited: AuditedFields = {
  gst: { label: 'GST Number' },
  pan: { label: 'PAN' },
  account_no: { label: 'Account Number' },
}
export const financeAudited: AuditedFields = {
  ...accountAudited,
  registrations: { label: 'GST Registrations' },
  charger_payment_details: NAMELESS,
  transaction_payment_details: NAMELESS,
  payout_details: NAMELESS,
  payment_gateway_details: NAMELESS,
  'charger_payment_details.tax': { label: 'Charger Tax', kind: 'percent' },
  'transaction_payment_details.tax': { label: 'Transaction Tax', kind: 'percent' },
  'payout_details.tax': { label: 'Payout Tax', kind: 'percent' },
  payout_rule: { options: payoutRules },
  payment_gateway_details_id: { label: 'Payment Gateway' },
  pg_charges_bearer: { label: 'Payment Gateway Charges Bearer' },
  cm_commission_in_percent: { label: 'Commission in Percent' },
  cm_commission_percent: { label: 'Commission Percent' },
  cm_commission_cost: { label: 'Commission Cost', kind: 'money' },
  other_fixed_cost: { kind: 'money' },
  dc_charges_monthly: { label: 'DC Charges (monthly)', kind: 'money' },
  ac_charges_monthly: { label: 'AC Charges (monthly)', kind: 'money' },
  dc_charges_annual: { label: 'DC Charges (annual)', kind: 'money' },
  ac_charges_annual: { label: 'AC Charges (annual)', kind: 'money' },
}
export const teamAudited: AuditedFields = {
  ...addressAudited,
  ...financeAudited,
  active: ACTIVE,
  isActive: ACTIVE,
}
