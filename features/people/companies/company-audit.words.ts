// The words of a company in the audit log: those of its own team, which is the same record, and its own.
import { type AuditedFields, NAMELESS } from '#office/audit/audited-field.words.ts'
import { teamAudited } from '#people/teams/team-audit.words.ts'

export const companyAudited: AuditedFields = {
  ...teamAudited,
  settings: NAMELESS,
  gstin: { label: 'GST Number' },
  username: { label: 'User Name' },
  subscriptionId: { label: 'Subscription', options: { 1: 'Basic', 2: 'Full' } },
  protocolType: { label: 'Protocol' },
  taxPpm: { label: 'Tax Percent' },
  transactionPpm: { label: 'Transaction Percent' },
  paymentGatewayId: { label: 'Payment Gateway' },
  paymentConfirmationNo: { label: 'Payment Confirmation' },
  runningCostSec: { label: 'Running Cost Every' },
  showsTariff: { label: 'Price before the start on displays', kind: 'yes or no' },
  trustsMail: { label: 'Its mail addresses are all verified', kind: 'yes or no' },
  makesUsers: { label: 'Make an account at the first sign-in', kind: 'yes or no' },
  defaultRole: { label: 'Role of people without a group' },
  singleSignOn: { label: 'Single sign-on is on', kind: 'yes or no' },
  needsSecondFactor: { label: 'Second factor is needed', kind: 'yes or no' },
  firstSteps: { label: 'First steps', options: { open: 'Open', skipped: 'Skipped', done: 'Done' } },
  graceDays: { label: 'Days to set one up' },
  onlyProvider: { label: 'Without passwords', kind: 'yes or no' },
}
