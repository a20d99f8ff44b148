// The texts that refuse a wrong code, and the wait after too many wrong codes in a day.
import { expect, test } from 'vitest'
import { dayFullText, dayWait, wrongCodeText } from './code-try.rules.ts'

const now = new Date('2026-03-02T10:00:00Z')
const step = (hoursAgo: number, wrongTries: number) => ({
  begunAt: new Date(now.getTime() - hoursAgo * 3_600_000),
  wrongTries,
})

test.each([
  ['none', [], 0],
  ['29 wrong codes', [step(20, 25), step(1, 4)], 0],
  ['30: until the oldest step is a day ago', [step(20, 5), step(1, 25)], 4 * 3600],
  ['more: until enough are gone', [step(23, 5), step(22, 5), step(1, 30)], 23 * 3600],
  ['of these the first two', [step(23.5, 3), step(22, 5), step(1, 24)], 1800],
])('%s', (_, steps, seconds) => expect(dayWait(steps, now)).toBe(seconds))

test.each([
  ['app', 1, /^The code is not right, or has been used already\. Please wait for the next code .* 4 tries are left\.$/],
  ['first', 3, /clock of the phone.* 2 tries are left\.$/],
  ['recovery', 4, /another one\. 1 try is left\.$/],
  ['mail', 5, /newest mail\. That was the last try: please begin again\.$/],
] as const)('a wrong code of kind %s, %d of the step', (kind, nth, text) => {
  expect(wrongCodeText(kind, nth)).toMatch(text)
})

test('too many of a day are told how long to wait, and another way where there is one', () => {
  expect(dayFullText('app', 5 * 3600)).toBe(
    'Too many wrong codes within a day. Please wait 5 hours, or use a passkey or a recovery code.',
  )
  expect(dayFullText('mail', 90)).toBe('Too many wrong codes within a day. Please wait 90 seconds.')
})
