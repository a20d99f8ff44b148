// A database of one mode does not start in the other (D-PAY-7).
import { expect, test } from 'vitest'
import { DEMO_IN_LIVE, otherModeText } from './installation.rules.ts'

test('the refusal names both modes, and the setting that fits the database', () => {
  expect(otherModeText('live', 'test')).toBe(
    'This database holds payments or bookings of live mode and cannot be used in test mode. Set WATTDESK_MODE=live, or use another database.',
  )
  expect(otherModeText('test', 'live')).toContain('WATTDESK_MODE=test')
  expect(DEMO_IN_LIVE).toContain('WATTDESK_MODE=test')
})
