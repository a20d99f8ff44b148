import { expect, test } from 'vitest'
import { secondsText, sessionSeconds } from './session-length.rules.ts'

test.each([
  // 43.4 s by the stopwatch, and 44 by the clock that papers show.
  ['2026-03-10T12:00:00.900Z', '2026-03-10T12:00:44.300Z', 44],
  ['2026-03-10T12:00:00.100Z', '2026-03-10T12:00:44.900Z', 44],
  ['2026-03-10T12:00:00Z', '2026-03-10T11:59:59Z', 0],
])('from %s to %s a session lasts %i seconds', (from, to, seconds) => {
  expect(sessionSeconds(from, to)).toBe(seconds)
  expect(sessionSeconds(new Date(from), new Date(to))).toBe(seconds)
})

test.each([
  [0, '0 s'],
  [44, '44 s'],
  [1200, '20 min 00 s'],
  [3920.9, '1 h 05 min 20 s'],
])('%d seconds read %s', (seconds, text) => expect(secondsText(seconds)).toBe(text))
