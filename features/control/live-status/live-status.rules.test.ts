// The changes an operator may ask of a station, by the state of the station.
import { expect, test } from 'vitest'
import { availabilityFate } from '#fleet/stations/availability.rules.ts'
import { wished } from './live-status.rules.ts'

test('what a colleague is ending just now is not ended again', () => {
  expect(wished('online', 'maintenance', { isEnding: true })).toMatchObject({ kind: 'refused' })
  expect(wished('maintenance', 'maintenance', { isEnding: true })).toMatchObject({ kind: 'set', byHand: true })
})

test.each([
  ['maintenance', 'online', { kind: 'set', byHand: true }],
  ['maintenance', 'offline', { kind: 'set', byHand: true }],
  ['maintenance', 'maintenance', { kind: 'set', byHand: true }],
  ['maintenance', 'charging', { kind: 'refused', text: 'Station has an active charging session' }],
  ['online', 'maintenance', { kind: 'set', byHand: false }],
  ['online', 'online', { kind: 'refused', text: 'Station is not in maintenance' }],
  ['online', 'offline', { kind: 'refused', text: 'Station is not in maintenance' }],
  ['online', 'charging', { kind: 'refused', text: 'Station is not in maintenance' }],
] as const)('%s asked of a station that is %s', (wish, now, expected) => {
  expect(wished(wish, now)).toEqual(expected)
})

test.each([
  [{ kind: 'result', payload: { status: 'Accepted' } }, 'taken'],
  [{ kind: 'result', payload: { status: 'Scheduled' } }, 'taken'],
  [{ kind: 'result', payload: { status: 'Rejected' } }, 'refused'],
  [{ kind: 'result', payload: {} }, undefined],
  [{ kind: 'error', code: 'NotSupported' }, 'refused'],
  [{ kind: 'error', code: 'InternalError' }, undefined],
  [{ kind: 'error', code: 'GenericError' }, undefined],
  [{ kind: 'timeout' }, undefined],
  [{ kind: 'closed' }, undefined],
  [{ kind: 'unreachable' }, undefined],
  [{ kind: 'busy' }, undefined],
  [{ kind: 'bad-result' }, undefined],
])('the answer %o to ChangeAvailability is %s', (outcome, is) => {
  expect(availabilityFate(outcome)?.is).toBe(is)
})
