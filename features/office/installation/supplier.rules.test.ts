// The choice of a team's registration: that of the state where the charger stands, else the first.
import { indianStates, stateOfGstin } from '@wattdesk/base/states'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { type Registration, registrationIn } from './supplier.rules.ts'

const of = (code: string): Registration => ({
  name: `Team ${code}`,
  gstin: `${code}AAPFU0939F1ZV`,
  address: `Road of ${code}`,
})

test.each([
  [['27', '29'], '29', '29'],
  [['27', '29'], '33', '27'],
  [['27', '29'], undefined, '27'],
  [['29'], '29', '29'],
  [[], '29', undefined],
  // Former numbers of a state that became another.
  [['27', '28'], '37', '28'],
])('of %j in state %s: %s', (codes, state, chosen) => {
  expect(registrationIn(codes.map(of), state)).toEqual(chosen === undefined ? undefined : of(chosen))
})

const code = fc.constantFrom(...indianStates.map(s => s.code))
test('some registration supplies wherever there is one, that of the state wherever there is that, else the first', () => {
  fc.assert(
    fc.property(fc.uniqueArray(code, { maxLength: 6 }), fc.option(code, { nil: undefined }), (codes, state) => {
      const registrations = codes.map(of)
      const chosen = registrationIn(registrations, state)
      const wanted = state !== undefined && codes.includes(state) ? state : codes[0]
      expect(chosen && stateOfGstin(chosen.gstin)).toBe(wanted)
      expect(chosen === undefined).toBe(codes.length === 0)
    }),
  )
})
test('a registration that is added later changes the choice in its own state alone', () => {
  fc.assert(
    fc.property(fc.uniqueArray(code, { minLength: 2, maxLength: 6 }), code, (codes, state) => {
      const all = codes.map(of)
      const [before, after] = [registrationIn(all.slice(0, -1), state), registrationIn(all, state)]
      if (codes.at(-1) === state) expect(after).toBe(all.at(-1))
      else expect(after).toBe(before)
    }),
  )
})
