// The search among the operations.
import { expect, test } from 'vitest'
import { isFoundBy } from './operation-search.rules.ts'

test.each([
  ['', true],
  ['reset', true],
  ['EVSE', true],
  ['reset evse', true],
  ['evse one', true],
  ['firmware', false],
])('"%s" finds ResetEvse: %s', (q, found) => {
  expect(isFoundBy(q, { operation: 'ResetEvse', help: 'Restarts one EVSE and leaves the others.' })).toBe(found)
})

test.each([
  ['RemoteStart', 'RequestStart'],
  ['GetConfiguration', 'get variables'],
  ['ChangeConfiguration', 'SetVariables'],
])('%s is found by its name in OCPP 2.0.1, %s', (operation, q) => {
  expect(isFoundBy(q, { operation, help: '' })).toBe(true)
})
