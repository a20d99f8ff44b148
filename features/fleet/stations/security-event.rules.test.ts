// Critical security events (O-81, S-SECURITY; security white paper, table of security events).
import { expect, test } from 'vitest'
import { ALARM_DAYS, ALARMING_EVENTS, CRITICAL_EVENTS } from './security-event.rules.ts'

test.each([
  ['FirmwareUpdated', true],
  ['FailedToAuthenticateAtCentralSystem', false],
  ['CentralSystemFailedToAuthenticate', false],
  ['SettingSystemTime', true],
  ['StartupOfTheDevice', true],
  ['ResetOrReboot', true],
  ['SecurityLogWasCleared', true],
  ['ReconfigurationOfSecurityParameters', false],
  ['MemoryExhaustion', true],
  ['InvalidMessages', false],
  ['AttemptedReplayAttacks', false],
  ['TamperDetectionActivated', true],
  ['InvalidFirmwareSignature', false],
  ['InvalidFirmwareSigningCertificate', false],
  ['InvalidCentralSystemCertificate', false],
  ['InvalidChargePointCertificate', false],
])('%s is critical: %s', (event, isCritical) => expect(CRITICAL_EVENTS.includes(event)).toBe(isCritical))

test('ordinary starts alarm nobody; every other critical event does, for a week', () => {
  expect(CRITICAL_EVENTS.filter(e => !ALARMING_EVENTS.includes(e))).toEqual(['StartupOfTheDevice', 'ResetOrReboot'])
  expect(ALARM_DAYS).toBe(7)
})
