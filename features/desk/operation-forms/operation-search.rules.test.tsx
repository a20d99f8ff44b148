// The search among the operations.
import { expect, test } from 'vitest'
import { operationForms } from './operation-forms.tsx'
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

test.each(['RequestStart', 'request stop', 'SetVariables', 'get variables'])(
  '%s finds one by its name in OCPP 2.0.1',
  q => {
    expect(operationForms.some(o => isFoundBy(q, o))).toBe(true)
  },
)
