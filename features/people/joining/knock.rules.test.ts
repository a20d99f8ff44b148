// The facts about a refused charger in the notes of its record (S-JOINING).
import { expect, test } from 'vitest'
import { knockedNote } from './knock.rules.ts'

test.each([
  [
    '10.1.2.3',
    'Firm/2.1',
    'ocpp1.6',
    'Before it was added it connected from 10.1.2.3 (software Firm/2.1, protocols ocpp1.6).',
  ],
  ['10.1.2.3', null, null, 'Before it was added it connected from 10.1.2.3.'],
  [null, 'Firm/2.1', null, 'Before it was added it connected (software Firm/2.1).'],
  [null, null, 'ocpp1.6', 'Before it was added it connected (protocols ocpp1.6).'],
  [null, null, null, ''],
])('from %s by %s with %s: %s', (address, userAgent, protocols, note) => {
  expect(knockedNote({ address, userAgent, protocols })).toBe(note)
})
