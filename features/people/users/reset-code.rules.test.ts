// The life of a one-time code (D-AUTH-5).
import { expect, test } from 'vitest'
import { CODE_MINUTES, MAX_WRONG_TRIES, RESEND_SECONDS } from './reset-code.rules.ts'

test('a code is valid for 10 minutes and 5 wrong tries, and is sent again after a minute', () => {
  expect([CODE_MINUTES, MAX_WRONG_TRIES, RESEND_SECONDS]).toEqual([10, 5, 60])
})
