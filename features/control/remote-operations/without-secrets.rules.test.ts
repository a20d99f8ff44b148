// Operations as they are kept: without keys and passwords (D-LOG-4, D-GEN-15).
import { expect, test } from 'vitest'
import { keptParameters, withoutSecrets } from './without-secrets.rules.ts'

test('the value of a secret is blacked out at any depth, other values stay', () => {
  expect(withoutSecrets({ password: 'p', list: [{ AuthorizationKey: 'k', retries: 3 }], off: null })).toEqual({
    password: '***',
    list: [{ AuthorizationKey: '***', retries: 3 }],
    off: null,
  })
  expect(withoutSecrets(undefined)).toBeNull()
})
test('a known secret is blacked out wherever it stands', () => {
  expect(
    withoutSecrets({ note: 'it is 0123456789abcdef now', names: ['0123456789ABCDEF'] }, ['0123456789abcdef']),
  ).toEqual({
    note: 'it is *** now',
    names: ['***'],
  })
})
test('the name of a configuration key stays, its secret does not', () => {
  const asked = { confKey: 'AuthorizationKey', customConfKey: 'WifiPassword', customConfValue: '0123456789abcdef' }
  expect(keptParameters(asked, ['0123456789abcdef'])).toEqual({ ...asked, customConfValue: '***' })
  expect(keptParameters({ connectorId: 1 })).toEqual({ connectorId: 1 })
})
