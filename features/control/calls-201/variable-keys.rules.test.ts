// Keys as variables of the device model, and back.
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { knownKey } from '#control/charger-config/config-keys.contract.ts'
import { isSameVariable, keyOf, STANDARD_KEYS, variableOf } from './variable-keys.rules.ts'

test.each([
  ['HeartbeatInterval', 'OCPPCommCtrlr.HeartbeatInterval'],
  [' HEARTBEATINTERVAL ', 'OCPPCommCtrlr.HeartbeatInterval'],
  ['AuthorizationKey', 'SecurityCtrlr.BasicAuthPassword'],
  ['TransactionMessageAttempts', 'OCPPCommCtrlr.MessageAttempts[TransactionEvent]'],
  ['EVSE#1.Power', 'EVSE#1.Power'],
  ['Connector#1.2.ConnectorType', 'Connector#1.2.ConnectorType'],
  ['Controller[a.b]#1.2.x.y[c.d]', 'Controller[a.b]#1.2.x.y[c.d]'],
  ['EVSE#1.2nd', 'EVSE#1.2nd'],
])('%s is %s', (key, written) => {
  const variable = variableOf(key)
  expect(variable && keyOf(variable)).toBe(written)
})

test.each([
  '',
  '.',
  'BlinkRepeat',
  'a.',
  '.b',
  'a[.b',
  'a].b',
  'a#.b',
  'a#x.b',
  'a.b[',
  'a.b[]',
  'a[].b',
  `${'a'.repeat(51)}.b`,
  `a.${'b'.repeat(51)}`,
])('%j names no variable', key => expect(variableOf(key)).toBeUndefined())

const name = fc.stringMatching(/^[A-Za-z][A-Za-z0-9]{0,20}$/)
const instance = fc.option(fc.stringMatching(/^[A-Za-z0-9 .#]{1,20}$/), { nil: undefined })
const id = fc.integer({ min: 0, max: 99 })
const evse = fc.option(fc.record({ id, connectorId: fc.option(id, { nil: undefined }) }), { nil: undefined })
test('what is written is read as it was meant', () => {
  fc.assert(
    fc.property(name, instance, evse, name, instance, (component, one, place, variable, two) => {
      const meant = {
        component: {
          name: component,
          ...(one !== undefined && { instance: one }),
          ...(place && {
            evse: { id: place.id, ...(place.connectorId !== undefined && { connectorId: place.connectorId }) },
          }),
        },
        variable: { name: variable, ...(two !== undefined && { instance: two }) },
      }
      expect(variableOf(keyOf(meant))).toEqual(meant)
    }),
  )
})

describe('the keys of 1.6', () => {
  test.each(STANDARD_KEYS)('%s is a key of the standard, with a variable of its own', key => {
    const variable = variableOf(key)
    expect(knownKey(key)?.name).toBe(key)
    const others = STANDARD_KEYS.filter(k => k !== key).map(k => variableOf(k))
    expect(variable && others.some(o => o && isSameVariable(o, variable))).toBe(false)
  })
})
