// How long refunds took, in words that claim no more than the measured times.
import { expect, test } from 'vitest'
import { expectationText } from './refund-expectation.rules.ts'
import { lengthText } from './refund-time.rules.ts'

test.each([
  [0, 'under a minute'],
  [29, 'under a minute'],
  [30, '1 minute'],
  [95, '2 minutes'],
  [1800, '30 minutes'],
  [2340, '39 minutes'],
  [3569, '59 minutes'],
  [3571, '1 hour'],
  [3600, '1 hour'],
  [5400, '1 hour 30 minutes'],
  [7260, '2 hours 1 minute'],
  [86_399, '1 day'],
  [86_400, '1 day'],
  [129_600, '1 day 12 hours'],
  [172_000, '2 days'],
])('%i seconds: %s', (seconds, text) => expect(lengthText(seconds)).toBe(text))

test('what a driver may expect of a refund', () => {
  const times = [{ method: 'UPI', refunds: 3, medianSeconds: 120, slowestSeconds: 1800 }]
  expect(expectationText(times, 'upi', 'en')).toBe(
    'Refunds by UPI usually took 2 minutes and at most 30 minutes in the last 30 days.',
  )
  expect(expectationText(times, 'card', 'en')).toBeUndefined()
  expect(expectationText(times, 'upi', 'hi')).toBe(
    'पिछले 30 दिनों में UPI से रिफ़ंड आने में आम तौर पर 2 मिनट और ज़्यादा से ज़्यादा 30 मिनट लगे।',
  )
  expect(
    expectationText([{ refunds: 3, medianSeconds: 120, slowestSeconds: 1800, method: 'Card' }], 'card', 'hi'),
  ).toMatch(/^पिछले 30 दिनों में कार्ड से/)
})
