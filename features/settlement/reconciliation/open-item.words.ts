// Kinds of open items and their words: the clearing accounts, which should empty themselves, and the lines of a month's
// end.

/** Accounts whose money is on its way. */
export const CLEARING_KINDS = ['refundClearing', 'payoutClearing', 'hold', 'payment', 'reserved', 'receivable'] as const
/** Lines of a month's end, in the order they are worked off. */
export const MONTH_KINDS = [
  'running',
  'review',
  'unpaid',
  'unposted',
  'withoutInvoice',
  'invoiceHoles',
  'withoutIrn',
  'unregistered',
  'withoutCollector',
  'strays',
  'reports',
  'refundsFailed',
  'refundsPending',
  'refundsBorne',
  'notRun',
  'unsettled',
  'payoutsPending',
] as const
/** Lines that hold back no closing: whether what stands there is in order, the accountant decides. */
export const ADVICE: readonly OpenKind[] = ['unregistered', 'withoutCollector']
/** What belongs to a month by its nature and came after its closing (M-8): listed beside the lines, and no line of its own. */
export const LATE_KIND = 'late'
export const OPEN_KINDS = [...CLEARING_KINDS, ...MONTH_KINDS, LATE_KIND] as const
export type ClearingKind = (typeof CLEARING_KINDS)[number]
export type MonthKind = (typeof MONTH_KINDS)[number]
export type OpenKind = (typeof OPEN_KINDS)[number]

/** `asked`: the question of the line in a month's end; `none`: the text where nothing is open. */
type Line = { label: string; asked: string; none: string }
const line = (label: string, asked: string, none: string): Line => ({ label, asked, none })
export const OPEN_WORDS: Readonly<Record<OpenKind, Line>> = {
  refundClearing: line(
    'Refunds on their way',
    'Asked of the provider, and not known to be done',
    'No refund is on its way',
  ),
  payoutClearing: line('Payouts to be paid', 'Payouts that were made and are not paid yet', 'Every payout is paid'),
  hold: line(
    'Kept back for sessions',
    'Money of sessions that run, wait for a decision or have a rest',
    'No session keeps money back',
  ),
  payment: line('Payments without session', 'Captured money that no session has begun with', 'No payment waits'),
  reserved: line('Kept back for starts', 'Wallet money of sessions that were asked for', 'No start keeps money back'),
  receivable: line('Taken by operators', 'Sessions by RFID that no payout has set off yet', 'All are set off'),
  running: line('Sessions that have not ended', 'Did every session of the month end?', 'Every session has ended'),
  review: line(
    'Sessions to review',
    'Is every session decided that waits for a person?',
    'Nothing waits for a decision',
  ),
  unpaid: line('Ended without a bill', 'Is every session billed that took energy?', 'Every session is billed'),
  unposted: line('Bills without posting', 'Is every bill in the ledger?', 'Every bill is in the ledger'),
  withoutInvoice: line(
    'Bills without invoice',
    'Has every bill its invoice, and every correction its note?',
    'Every bill has its document',
  ),
  invoiceHoles: line(
    'Invoice numbers',
    'Do the numbers of the year follow each other without a hole?',
    'No number is missing',
  ),
  withoutIrn: line(
    'Documents for businesses without IRN',
    'Has every document that the invoice registration portal registers its IRN?',
    'Every document that needs an IRN has one',
  ),
  unregistered: line(
    'Charge points without GSTIN',
    'Does every charge point stand in a state where its team, or a team above, has a GSTIN? Your accountant decides: this holds back no closing.',
    'Every charge point stands in a state with a GSTIN',
  ),
  withoutCollector: line(
    'States without a collector’s GSTIN',
    'Does the platform, where it collects tax under several GSTINs, have one in the state of each supplier? Your accountant decides: this holds back no closing.',
    'No payout of the month lacks one',
  ),
  strays: line(
    'Payments without session',
    'Did every payment find its session or its way back?',
    'Every payment has found its way',
  ),
  reports: line(
    'Reports of the provider',
    'Was every report looked into that could not be booked?',
    'Every report of the provider is booked',
  ),
  refundsFailed: line('Failed refunds', 'Did every refund go through?', 'No refund has failed'),
  refundsPending: line('Refunds on their way', 'Has every refund of the month arrived?', 'Every refund is done'),
  refundsBorne: line(
    'Refunds beyond what was left',
    'Did no refund at the provider’s own desk exceed what was left of its payment?',
    'No refund exceeds its payment',
  ),
  notRun: line('Payouts not made', 'Has every team with sessions its payout?', 'Every team has its payout'),
  unsettled: line(
    'Sessions in no payout',
    'Is every session settled whose month was run? What is billed after the month, the next payout takes in.',
    'Every session is settled',
  ),
  late: line(
    'Late for the month',
    'Came after the closing, and stands in the month in which it was decided',
    'Nothing came after the closing',
  ),
  payoutsPending: line('Payouts to be paid', 'Is every payout of the month paid?', 'Every payout is paid'),
}

/** The first line of a month's end. */
export const TRIAL_BALANCE = 'Trial balance'

/** Days after which money on its way counts as late, and after which a person has to act. */
export const LATE_DAYS = 3
export const OLD_DAYS = 30
export const AGES = ['new', 'late', 'old'] as const
export type Age = (typeof AGES)[number]
export const ageText: Readonly<Record<Age, string>> = {
  new: `0 to ${LATE_DAYS} days`,
  late: `Older than ${LATE_DAYS} days`,
  old: `Older than ${OLD_DAYS} days`,
}
