// The day of an expiry, as the date field of the form holds it.
import { dayOf } from '@wattdesk/base/time'
import { expect, test } from 'vitest'

test.each([
  ['2026-03-02T18:29:59Z', 'Asia/Kolkata', '2026-03-02'],
  ['2026-03-02T18:30:00Z', 'Asia/Kolkata', '2026-03-03'],
  ['2026-03-02T18:30:00Z', 'UTC', '2026-03-02'],
  ['2026-12-31T23:59:59Z', 'UTC', '2026-12-31'],
  ['2026-12-31T23:59:59Z', 'Asia/Kolkata', '2027-01-01'],
  ['2026-01-01T04:59:00Z', 'America/New_York', '2025-12-31'],
])('%s in %s is %s', (at, zone, day) => expect(dayOf(new Date(at), zone)).toBe(day))
