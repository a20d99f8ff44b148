// What an operator may wish of a station, by the state it is in.
import { expect, test } from 'vitest'
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
