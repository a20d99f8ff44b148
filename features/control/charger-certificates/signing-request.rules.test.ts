// Whether a charge point gets the certificate it asks for (D-OCPP-9; security white paper A02).
import { describe, expect, test } from 'vitest'
import { type Asker, MOST_A_DAY, nameFor, type SigningRequest, VALID_DAYS } from './signing-request.rules.ts'

const asker: Asker = { companyName: 'Operator', id: 'CP-1', serial: 'SN-1', serialByHand: 'HAND-1' }
const request: SigningRequest = {
  organisations: ['Operator'],
  commonNames: ['SN-1'],
  key: { type: 'ec', bits: 256 },
}
const named = (more: Partial<SigningRequest> = {}) => nameFor({ ...request, ...more }, asker)
const KEY = { refusal: 'The key must be on a curve of 256 bits or more, or RSA of 2048 to 4096 bits' }
const ORGANISATION = { refusal: 'The organisation (O) must be Operator' }
const NAME = { refusal: 'The common name (CN) must be the serial number or the ID of CP-1' }

test('a charge point gets five certificates a day, each for two years', () => {
  expect([MOST_A_DAY, VALID_DAYS]).toEqual([5, 730])
})
test('the serial number, told or entered, and the id are names', () => {
  for (const name of ['SN-1', 'HAND-1', 'CP-1']) expect(named({ commonNames: [name] })).toEqual({ name })
})
describe('a request is refused', () => {
  test.each<[string, Partial<SigningRequest>, { refusal: string }]>([
    ['another organisation', { organisations: ['Other'] }, ORGANISATION],
    ['another letter case', { organisations: ['operator'] }, ORGANISATION],
    ['no organisation', { organisations: [] }, ORGANISATION],
    ['two organisations', { organisations: ['Operator', 'Other'] }, ORGANISATION],
    ['another name', { commonNames: ['CP-2'] }, NAME],
    ['no name', { commonNames: [] }, NAME],
    ['an empty name', { commonNames: [''] }, NAME],
    ['two names', { commonNames: ['SN-1', 'CP-2'] }, NAME],
    ['a curve of 255 bits', { key: { type: 'ec', bits: 255 } }, KEY],
    ['RSA of 2047 bits', { key: { type: 'rsa', bits: 2047 } }, KEY],
    ['RSA of 4097 bits', { key: { type: 'rsa', bits: 4097 } }, KEY],
    ['another kind of key', { key: { type: 'other', bits: 4096 } }, KEY],
  ])('%s', (_, more, refusal) => expect(named(more)).toEqual(refusal))
  test('that cannot be read', () => {
    expect(nameFor(undefined, asker)).toEqual({
      refusal: 'The signing request cannot be read, or is not signed by its own key',
    })
  })
  test('an unknown serial number is no name', () => {
    expect(nameFor({ ...request, commonNames: [''] }, { ...asker, serial: '', serialByHand: null })).toEqual(NAME)
    expect(nameFor(request, { ...asker, serial: null })).toEqual(NAME)
  })
})
test.each([
  ['ec', 256],
  ['ec', 521],
  ['rsa', 2048],
  ['rsa', 4096],
] as const)('a key %s of %i bits is taken', (type, bits) => {
  expect(named({ key: { type, bits } })).toEqual({ name: 'SN-1' })
})
