// The next step for an open item, in words. Pure.
import type { OpenKind } from './open-item.words.ts'

const LATE_STEP = 'Nothing to do: it stands in the books of the month of its date'
const STEPS: Readonly<Record<string, string>> = {
  pending: 'The provider is asked again by itself; older than 3 days, ask the provider with the payment id',
  'tried again': 'It is tried again by itself',
  failed: 'Refund it again from the refund list, or give it back at the provider’s own desk',
  'going back': 'Its refund is on its way',
  waiting: 'A session may begin within 15 minutes of the payment; then it goes back by itself',
  'too little': 'Less than the provider gives back; nothing to do',
  'of another sale': 'Not made to charge: belongs to whatever else the account sells',
  review: 'Decide it under Sessions to review',
  running: 'It is billed when it ends; end it if no car is there',
  'refund pending': 'Its rest is on the way back',
  'refund failed': 'Refund its rest again from the refund list',
  'refund processed': 'Look at the money of the session: a rest has stayed',
  rest: 'Refund its rest from the refund list',
  start: 'The session begins, or the money is free again within 15 minutes',
  'not set off': 'The next payout of the team sets it off',
  'to be paid': 'Pay it, then set its status to Payout Completed',
  'borne by the owner':
    'Lower the bill of the session by this amount; until then the next payout of the team is lower by it',
  'not run': 'Make the payouts of the month on the Payouts tab',
  unsettled: 'The next payout of the team takes it in',
  authorized: 'Waits for the capture of its payment',
  'not posted': 'Tell the administrator of the installation: the bill of the session is not in the ledger',
  'no invoice': 'It is written within a minute by itself; open the invoice of the session to write it now',
  'exceeds its payment': 'Compare the refund with the provider’s list, then close the report',
  'other currency': 'Give it back at the provider’s own desk: the books are kept in rupees alone',
  'other amount':
    'Razorpay takes an order only at its own amount, so the books leave the payment out: ask the provider about it, then give it back at the provider’s own desk',
  'not captured':
    'The provider is asked every minute to capture it; then it goes back. Ask the provider why it refuses',
  hole: 'Tell whoever runs the installation: no document has this number',
  'no IRN': 'The portal is asked by itself; see its answer under Tax papers, E-invoices',
  'refused by the portal':
    'Correct what the portal names and register it again under Tax papers, E-invoices, or leave it without IRN there',
  'no GSTIN': 'Add the GSTIN of this state on the Finance tab of the team; it holds for sessions that begin afterwards',
  'no collector':
    'Add the platform’s number of this state under Tax papers, Settings, GST number for tax collected; until then the first number files it',
  'late bill': LATE_STEP,
  'late correction': LATE_STEP,
  'late invoice': LATE_STEP,
  'late note': LATE_STEP,
  'late payment': LATE_STEP,
  'late refund': LATE_STEP,
  'no bill': 'Look at the session: it took energy and has no bill',
}
/** `detail`: a text of the provider or of the record. */
export const nextStep = (_kind: OpenKind, state: string, detail: string | null): string => {
  const step = STEPS[state] ?? 'Look at the record'
  return detail && (state === 'failed' || state === 'tried again' || state === 'refused by the portal')
    ? `${detail}. ${step}`
    : step
}
