// The texts of a refund on screen: its cause and its next step in words.
import type { SessionRefund } from './refund.contract.ts'

const CAUSES: Readonly<Record<string, string>> = {
  rest: 'What the bill left',
  'no session': 'No session began',
  'no energy': 'No energy was delivered',
  'by hand': 'Asked for by a person',
  elsewhere: 'Made at the provider’s own desk',
}
export const causeText = (cause: string): string => CAUSES[cause] ?? cause

type Standing = Pick<SessionRefund, 'status' | 'attempt' | 'nextAt' | 'failure' | 'reference'>
/** The state of a refund, without the time that may follow on screen ('Tried again' + a time). */
export function standingText(r: Standing): string {
  if (r.status === 'processed')
    return r.reference ? `Reference ${r.reference}` : 'Processed; the bank has not named its reference yet'
  if (r.status === 'pending') return r.attempt > 1 ? `With the provider, attempt ${r.attempt}` : 'With the provider'
  const why = r.failure ?? 'The provider could not give it back'
  return r.nextAt ? why : `${why}. A person has to try again`
}

const STEPS: Readonly<Record<string, string>> = {
  request: 'asked for',
  call: 'answer of the provider',
  webhook: 'event of the provider',
  poll: 'asked of the provider',
  reconciliation: 'list of the provider',
  'by hand': 'tried again by a person',
  job: 'tried again by the product',
}
export const stepText = (source: string): string => STEPS[source] ?? source
