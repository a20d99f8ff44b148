// The texts of a refund on screen (D-REF-1, D-REF-2).
import { expect, test } from 'vitest'
import { CAUSES } from './refund.rules.ts'
import { causeText, standingText, stepText } from './refund-labels.rules.ts'

test.each([
  ['rest', 'What the bill left'],
  ['no session', 'No session began'],
  ['no energy', 'No energy was delivered'],
  ['by hand', 'Asked for by a person'],
  ['elsewhere', 'Made at the provider’s own desk'],
  ['a new cause', 'a new cause'],
])('the cause %s reads %s', (cause, text) => expect(causeText(cause)).toBe(text))
test('every cause has words of its own', () => {
  expect(CAUSES.filter(cause => causeText(cause) === cause)).toEqual([])
})

const pending = { status: 'pending', attempt: 1, nextAt: null, failure: null, reference: null } as const
test.each([
  [{}, 'With the provider'],
  [{ attempt: 2 }, 'With the provider, attempt 2'],
  [{ status: 'processed' as const }, 'Processed; the bank has not named its reference yet'],
  [{ status: 'processed' as const, reference: '523456789012' }, 'Reference 523456789012'],
  [{ status: 'failed' as const }, 'The provider could not give it back. A person has to try again'],
  [{ status: 'failed' as const, failure: 'No balance' }, 'No balance. A person has to try again'],
  [{ status: 'failed' as const, failure: 'No balance', nextAt: '2026-03-02T12:00:00Z' }, 'No balance'],
])('a refund with %j: %s', (more, text) => expect(standingText({ ...pending, ...more })).toBe(text))

test.each([
  ['request', 'asked for'],
  ['call', 'answer of the provider'],
  ['webhook', 'event of the provider'],
  ['poll', 'asked of the provider'],
  ['reconciliation', 'list of the provider'],
  ['job', 'tried again by the product'],
  ['by hand', 'tried again by a person'],
  ['elsewhere', 'elsewhere'],
])('the step %s reads %s', (source, text) => expect(stepText(source)).toBe(text))
