import { expect, test } from 'vitest'
import { mailedUntil } from './mailed-password.rules.ts'

const set = new Date('2026-11-30T10:00:00Z')
test.each([
  ['never by a code', null, '2026-11-30T10:00:00Z', undefined],
  ['just now', set, '2026-11-30T10:00:00Z', '2026-11-30T10:15:00.000Z'],
  ['a moment less than fifteen minutes ago', set, '2026-11-30T10:14:59.999Z', '2026-11-30T10:15:00.000Z'],
  ['fifteen minutes ago', set, '2026-11-30T10:15:00Z', undefined],
])('set %s', (_, passwordByCodeAt, now, until) => {
  expect(mailedUntil({ passwordByCodeAt }, new Date(now))?.toISOString()).toBe(until)
})
