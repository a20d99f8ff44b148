// The states of firmware updates and uploads (S-PROGRESS; OCPP 1.6 §7.24, §7.25; security white paper §5).
import { describe, expect, test } from 'vitest'
import { failureOf, goesOn, progressOf, progressText, subjectOf, UNDER_WAY } from './progress.rules.ts'

describe('each state of the standard', () => {
  test.each([
    ['done', ['Installed', 'Uploaded', 'Published']],
    ['idle', ['Idle']],
    [
      'now',
      [
        'Downloaded',
        'Downloading',
        'DownloadScheduled',
        'DownloadPaused',
        'Installing',
        'InstallRebooting',
        'InstallScheduled',
        'SignatureVerified',
        'ChecksumVerified',
        'Uploading',
      ],
    ],
    [
      'failed',
      [
        'DownloadFailed',
        'InstallationFailed',
        'InstallVerificationFailed',
        'InvalidSignature',
        'InvalidChecksum',
        'PublishFailed',
        'UploadFailed',
        'UploadFailure',
        'BadMessage',
        'NotSupportedOperation',
        'PermissionDenied',
      ],
    ],
  ])('%s', (is, states) => {
    expect(states.map(s => progressOf(s).is)).toEqual(states.map(() => is))
    for (const s of states) expect(progressOf(s).text).toMatch(/\.$/)
    if (is === 'now') expect(UNDER_WAY.toSorted()).toEqual(states.toSorted())
  })
  test('an unknown state goes on, without words', () =>
    expect(progressOf('Polishing')).toEqual({ is: 'now', text: '' }))
})

test.each([
  ['UpdateFirmware', true],
  ['SignedUpdateFirmware', true],
  ['GetDiagnostics', true],
  ['GetLog', true],
  ['Reset', false],
])('the operation %s goes on after its answer: %s', (operation, is) => expect(goesOn(operation)).toBe(is))

test.each([
  ['FirmwareStatusNotification', 'Firmware update'],
  ['SignedFirmwareStatusNotification', 'Firmware update'],
  ['DiagnosticsStatusNotification', 'Upload'],
  ['LogStatusNotification', 'Upload'],
])('%s is about: %s', (action, subject) => expect(subjectOf(action)).toBe(subject))

const states = (...of: string[]) => of.map(status => ({ status, at: '2026-03-02T12:00:00Z' }))
test.each([
  [[], undefined],
  [['Downloading'], undefined],
  [['Downloading', 'DownloadFailed'], 'DownloadFailed'],
  // The charge point tries again.
  [['DownloadFailed', 'Downloading'], undefined],
  [['Installed'], undefined],
])('an operation with the states %j has failed in %s', (of, failure) => expect(failureOf(states(...of))).toBe(failure))

test('the last state is told in a sentence', () => {
  expect(progressText(states('Downloading', 'Installed'))).toBe('The firmware is installed.')
  expect(progressText()).toBeUndefined()
})
