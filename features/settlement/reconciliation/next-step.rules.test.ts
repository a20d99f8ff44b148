// The next step for an open item (S-BOOKS, S-MONTH-END).
import { expect, test } from 'vitest'
import { nextStep } from './next-step.rules.ts'

test.each([
  ['refundClearing', 'pending', null, /^The provider is asked again by itself; older than 3 days, ask the provider/],
  ['payment', 'waiting', null, /within 15 minutes/],
  ['reserved', 'start', null, /within 15 minutes/],
  ['payoutClearing', 'to be paid', null, /Payout Completed/],
  ['receivable', 'not set off', null, /next payout/],
  ['hold', 'a new state', null, /^Look at the record$/],
] as const)('%s, %s', (kind, state, detail, text) => expect(nextStep(kind, state, detail)).toMatch(text))

test('the reason of a failure stands before the step, other details do not', () => {
  expect(nextStep('refundsFailed', 'failed', 'Account closed')).toMatch(/^Account closed\. Refund it again/)
  expect(nextStep('refundsFailed', 'tried again', 'Account closed')).toBe('Account closed. It is tried again by itself')
  expect(nextStep('refundsFailed', 'failed', '')).toMatch(/^Refund it again/)
  expect(nextStep('refundsPending', 'pending', 'rfnd_1')).not.toContain('rfnd_1')
})
