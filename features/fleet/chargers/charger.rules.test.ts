// The words of a charger: status, visibility, address, connectors of a charge point out of service, its connection.
import { expect, test } from 'vitest'
import {
  addressLine,
  connectionText,
  shownConnectorStatus,
  statusText,
  visibilityText,
  writtenTime,
} from './charger.rules.ts'

test.each([
  ['A', 'Active'],
  ['Active', 'Active'],
  ['I', 'Inactive'],
  ['NA', 'NA'],
  ['X', 'Inactive'],
])('status %s reads %s', (code, text) => {
  expect(statusText(code)).toBe(text)
})

test('only 1 is public', () => {
  expect([1, 0, 2].map(visibilityText)).toEqual(['Public', 'Private', 'Private'])
})

test.each([
  [
    { street: 'Hosur Road', houseNumber: '12', zipcode: '560001', city: 'Bengaluru', state: 'Karnataka' },
    '12 Hosur Road, Bengaluru 560001, Karnataka',
  ],
  [{ street: null, city: 'Pune', state: ' ' }, 'Pune'],
  [{ street: '', city: null }, ''],
])('%o is one line', (address, line) => {
  expect(addressLine(address)).toBe(line)
})

test('NA makes every connector Unavailable, also one that never told its state', () => {
  expect(shownConnectorStatus('NA', 'Charging')).toBe('Unavailable')
  expect(shownConnectorStatus('NA', null)).toBe('Unavailable')
  expect(shownConnectorStatus('I', 'Charging')).toBe('Charging')
  expect(shownConnectorStatus('A', null)).toBeNull()
})

test.each([
  [{ socketOpen: false, heard: false, usable: false }, 'Not connected'],
  [
    { socketOpen: false, heard: false, usable: false, unknownSince: '2026-11-28T10:00:00Z' },
    'Unknown: the server that held the connection ended, and the charge point has not come back yet',
  ],
  [{ socketOpen: true, heard: false, usable: false }, 'Socket open, but no message for 10 minutes'],
  [{ socketOpen: true, heard: true, usable: false }, 'Socket open, boot not accepted yet'],
  [{ socketOpen: true, heard: true, usable: true }, 'Connected and usable'],
])('%o reads %s', (states, text) => {
  const never = {
    connectedAt: null,
    disconnectedAt: null,
    unknownSince: null,
    lastMessageAt: null,
    firstBootAt: null,
    lastBootAt: null,
  }
  expect(connectionText({ bootAccepted: states.usable, ...never, ...states })).toBe(text)
})

test.each([
  ['28 Feb 2026', '2026-02-27T18:30', '2026-02-28T18:30'],
  ['28 feb', '2026-02-27T18:30', '2026-02-28T18:30'],
  // Not come yet this year.
  ['5 Mar', '2025-03-04T18:30', '2025-03-05T18:30'],
  ['28 Feb 2026 01', '2026-02-27T19:30', '2026-02-27T20:30'],
  ['28 Feb 2026 01:30', '2026-02-27T20:00', '2026-02-27T20:01'],
  ['Dec 2025', '2025-11-30T18:30', '2025-12-31T18:30'],
  ['2026-02', '2026-01-31T18:30', '2026-02-28T18:30'],
  ['2026-02-28 23', '2026-02-28T17:30', '2026-02-28T18:30'],
])('%s is a time', (text, from, to) => {
  const range = writtenTime(text, 330, new Date('2026-03-02T10:00:00Z'))
  expect(range).toEqual({ from: new Date(`${from}:00Z`), to: new Date(`${to}:00Z`) })
})
test.each(['CP-01', '2026', '32 Feb 2026', '1 Foo', '2026-13', '0123', '12 Feb 2026 25:00'])('%s is none', text => {
  expect(writtenTime(text, 330, new Date())).toBeUndefined()
})
