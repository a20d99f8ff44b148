// Which keys and values a template may have, case by case.
import { expect, test } from 'vitest'
import {
  DECIDES_SIGN_IN,
  keyProblems,
  MAY_BE_SECRET,
  NAMES_SOMEBODY,
  READ_ONLY,
  storedKeys,
  type TemplateKey,
} from './settings-keys.contract.ts'

const one = (key: string, value: string | null, level: TemplateKey['level'] = 'Required'): TemplateKey => ({
  key,
  level,
  value,
})
test.each<[TemplateKey, string | undefined, string?]>([
  [one('HeartbeatInterval', '300'), undefined],
  [one(' heartbeatinterval ', '0300'), undefined],
  [one('Vendor.Region', 'EU'), undefined],
  [one('LocalPreAuthorize', 'True'), undefined],
  [one('', '1'), 'Key is required', 'key'],
  [one('   ', '1'), 'Key is required', 'key'],
  [one('k'.repeat(50), '1'), undefined],
  [one('k'.repeat(51), '1'), 'Should be 50 characters or less', 'key'],
  [one('Vendor', 'v'.repeat(500)), undefined],
  [one('Vendor', 'v'.repeat(501)), 'Should be 500 characters or less', 'value'],
  [one('Vendor', ''), 'Value is required', 'value'],
  [one('Vendor', null), 'Value is required', 'value'],
  [one('Vendor', ' '), 'Value is required', 'value'],
  [one('HeartbeatInterval', 'often'), 'Must be a whole number (seconds)', 'value'],
  [one('HeartbeatInterval', '1.5'), 'Must be a whole number (seconds)', 'value'],
  [one('LightIntensity', '101'), 'Should be 100 or less', 'value'],
  [one('LocalPreAuthorize', 'yes'), 'Must be true or false', 'value'],
  [one('AuthorizationKey', 'secret'), DECIDES_SIGN_IN, 'key'],
  [one('securityprofile', '1', 'Wished'), DECIDES_SIGN_IN, 'key'],
  [one('WifiPassword', 'x'), MAY_BE_SECRET, 'key'],
  [one('Vendor.ApiKey', 'x'), MAY_BE_SECRET, 'key'],
  [one('WiFi_Key', 'x'), MAY_BE_SECRET, 'key'],
  [one('Key', 'x'), MAY_BE_SECRET, 'key'],
  [one('BogusKey', 'x'), MAY_BE_SECRET, 'key'],
  [one('DisplayLanguageKey', 'en'), MAY_BE_SECRET, 'key'],
  [one('Vendor.HotKey', '1'), MAY_BE_SECRET, 'key'],
  [one('AuthorizationKey', null, 'Never touched'), undefined],
  [one('Vendor.Server', 'ftp://me:secret@files.example/x'), NAMES_SOMEBODY, 'value'],
  [one('Vendor.Server', 'https://files.example/x?a=b@c'), undefined],
  [one('NumberOfConnectors', '2'), READ_ONLY, 'key'],
  [one('GetConfigurationMaxKeys', '2', 'Wished'), READ_ONLY, 'key'],
  [one('NumberOfConnectors', null, 'Never touched'), undefined],
  [one('HeartbeatInterval', '300', 'Never touched'), 'A key that is never touched has no value', 'value'],
])('%j: %s', (key, text, field) => {
  expect(keyProblems([key])).toEqual(text === undefined ? [] : [{ at: 0, field, text }])
})

test('a key stands once, in whatever case it is written', () => {
  const keys = [one('HeartbeatInterval', '300'), one('BlinkRepeat', '1'), one('HEARTBEATINTERVAL ', '60', 'Wished')]
  expect(keyProblems(keys)).toEqual([{ at: 2, field: 'key', text: 'This key stands in the template already' }])
  // Each empty row says for itself that it is empty.
  expect(keyProblems([one('', '1'), one('', '1')]).map(p => p.text)).toEqual(['Key is required', 'Key is required'])
})

test('keys are stored in the spelling of OCPP, values without spaces around them', () => {
  const keys = [one(' heartBEATinterval ', ' 300 '), one(' Vendor.X ', 'a'), one('BlinkRepeat', '', 'Never touched')]
  expect(storedKeys(keys)).toEqual([
    { key: 'heartbeatinterval', spelling: 'HeartbeatInterval', level: 'Required', value: '300' },
    { key: 'vendor.x', spelling: 'Vendor.X', level: 'Required', value: 'a' },
    { key: 'blinkrepeat', spelling: 'BlinkRepeat', level: 'Never touched', value: null },
  ])
})
