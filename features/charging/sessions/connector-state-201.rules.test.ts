// The state of a connector by the events of its transaction (decision 0088, Idle).
import { expect, test } from 'vitest'
import { stateOf } from './connector-state-201.rules.ts'

test.each([
  ['Started', 'EVConnected', 'Available', 'Preparing'],
  ['Updated', 'Charging', 'Preparing', 'Charging'],
  ['Updated', 'SuspendedEV', 'Charging', 'SuspendedEV'],
  ['Updated', 'Idle', 'Charging', 'Finishing'],
  ['Updated', undefined, 'Charging', undefined],
  ['Updated', 'Unheard', 'Charging', undefined],
  ['Ended', undefined, 'Charging', 'Finishing'],
  ['Ended', undefined, null, 'Finishing'],
  ['Ended', 'EVConnected', 'Faulted', 'Finishing'],
])('%s with %s on a connector that is %s: %s', (eventType, chargingState, known, state) => {
  expect(stateOf(eventType, chargingState, known)).toBe(state)
})

test.each(['Available', 'Reserved', 'Unavailable', 'Faulted'])(
  'an end leaves a connector that is %s as it is',
  known => {
    expect(stateOf('Ended', undefined, known)).toBeUndefined()
    expect(stateOf('Ended', 'Idle', known)).toBeUndefined()
  },
)
