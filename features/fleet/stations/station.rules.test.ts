// The live status of a station from its reports, and the order of the panel.
import { describe, expect, test } from 'vitest'
import { type LiveStatus, liveStatus, type StationFacts, statusCode } from './station.rules.ts'

const usable: StationFacts = {
  byHand: false,
  isConnected: true,
  isAccepted: true,
  wholeStatus: 'Available',
  connectorStatuses: ['Available', 'Available'],
}

describe('first match wins (D-LIVE-1)', () => {
  test.each<[string, Partial<StationFacts>, LiveStatus]>([
    ['by hand, whatever else', { byHand: true, isConnected: false }, 'maintenance'],
    ['by hand while charging', { byHand: true, connectorStatuses: ['Charging'] }, 'maintenance'],
    ['the whole charge point is Unavailable', { wholeStatus: 'Unavailable' }, 'maintenance'],
    ['the whole charge point is Faulted', { wholeStatus: 'Faulted' }, 'maintenance'],
    ['Faulted, but gone', { wholeStatus: 'Faulted', isConnected: false }, 'offline'],
    ['Unavailable, but gone', { wholeStatus: 'Unavailable', isConnected: false }, 'offline'],
    ['every connector is out', { connectorStatuses: ['Faulted', 'Unavailable'] }, 'maintenance'],
    ['a part of the connectors is out', { connectorStatuses: ['Faulted', 'Available'] }, 'online'],
    ['one connector has not told yet', { connectorStatuses: ['Faulted', null] }, 'online'],
    ['no connector is known', { connectorStatuses: [] }, 'online'],
    ['not connected', { isConnected: false, connectorStatuses: ['Charging'] }, 'offline'],
    ['registration is not Accepted', { isAccepted: false }, 'offline'],
    ['never seen', { isConnected: false, wholeStatus: null, connectorStatuses: [null] }, 'offline'],
    ['one charges', { connectorStatuses: ['Available', 'Charging'] }, 'charging'],
    ['suspended by the car', { connectorStatuses: ['SuspendedEV'] }, 'charging'],
    ['suspended by the charger', { connectorStatuses: ['SuspendedEVSE', 'Faulted'] }, 'charging'],
    ['preparing, finishing, reserved', { connectorStatuses: ['Preparing', 'Finishing', 'Reserved'] }, 'online'],
  ])('%s', (_what, facts, expected) => {
    expect(liveStatus({ ...usable, ...facts })).toBe(expected)
  })
})

test.each([
  [{}, 'A'],
  [{ isActive: false }, 'I'],
  [{ isAccepted: false }, 'I'],
  [{ isConnected: false }, 'I'],
  [{ wholeStatus: 'Unavailable' }, 'NA'],
  [{ wholeStatus: 'Faulted' }, 'NA'],
  [{ wholeStatus: 'Unavailable', isConnected: false }, 'I'],
])('%o has the code %s', (facts, expected) => {
  expect(statusCode({ isActive: true, isAccepted: true, isConnected: true, wholeStatus: null, ...facts })).toBe(
    expected,
  )
})
