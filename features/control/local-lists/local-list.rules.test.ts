// The tags on a local list, and the messages that lead to it from any earlier list (S-LOCAL-LIST, O-65 to O-67).
import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { TokenType } from '#fleet/tags/tag.fields.ts'
import { PLAIN_CARD } from '#fleet/tags/tag.rules.ts'
import {
  changes,
  type Entry,
  limitsOf,
  type Message,
  NO_LIST,
  nextVersion,
  payloadOf,
  wantedListOf,
  wholeList,
} from './local-list.rules.ts'

const now = new Date('2026-01-05T08:00:00Z')
const tag = (idTag: string, more: object = {}) => ({
  idTag,
  ocppTagPk: 1,
  parentIdTag: null,
  expiresAt: null,
  maxActiveTransactions: -1,
  isDriverDisabled: false,
  activeSessions: 5,
  isAttached: false,
  isAttachedHere: false,
  isOfTeamHere: true,
  isOtherEvse: false,
  ...PLAIN_CARD,
  isTooLow: false,
  ...more,
})
test('tags stand with what they would be answered; those that are let in come first where there is no room', () => {
  const tags = [
    tag('BLOCKED', { maxActiveTransactions: 0 }),
    tag('OLD', { expiresAt: new Date('2026-01-01T00:00:00Z') }),
    tag('LIMITED', { maxActiveTransactions: 1, parentIdTag: 'GROUP' }),
    tag('FOREIGN', { isOfTeamHere: false }),
  ]
  const { entries, leftOut } = wantedListOf(tags, now, 100)
  expect(entries.map(e => [e.idTag, e.status, e.parentIdTag])).toEqual([
    ['LIMITED', 'Accepted', 'GROUP'],
    ['BLOCKED', 'Blocked', null],
    ['OLD', 'Expired', null],
  ])
  expect([leftOut, wantedListOf(tags, now, 1)]).toEqual([0, { entries: [entries[0]], leftOut: 2 }])
})

const entry = fc.record({
  idTag: fc.constantFrom('a', 'B', 'c', 'D', 'e', 'F'),
  status: fc.constantFrom('Accepted', 'Blocked'),
  expiresAt: fc.constantFrom(null, now),
  parentIdTag: fc.constantFrom(null, 'G'),
  tokenType: fc.constantFrom<TokenType>('ISO14443', 'eMAID'),
  chargingPriority: fc.constantFrom(0, 3),
  evses: fc.constantFrom('', '1, 2'),
})
const list = fc.uniqueArray(entry, { selector: e => e.idTag.toLowerCase() })
const asMap = (entries: readonly Entry[]) =>
  new Map(entries.map(e => [e.idTag.toLowerCase(), { ...e, idTag: e.idTag.toLowerCase() }]))
const applied = (before: readonly Entry[], messages: readonly Message[]) => {
  let has = asMap(before)
  for (const m of messages) {
    if (m.updateType === 'Full') has = new Map()
    for (const t of m.drop) has.delete(t.toLowerCase())
    for (const [k, e] of asMap(m.put)) has.set(k, e)
  }
  return has
}
test('changes and whole lists lead to what is wanted, no message beyond its measure; without a difference nothing is sent [65]', () => {
  fc.assert(
    fc.property(list, list, fc.integer({ min: 1, max: 4 }), (wanted, taken, most) => {
      const some = changes(wanted, taken, most)
      expect(applied(taken, some)).toEqual(asMap(wanted))
      expect(changes(wanted, wanted, most)).toEqual([])
      const whole = wholeList(wanted, most)
      expect(applied(taken, whole)).toEqual(asMap(wanted))
      expect(whole.map(m => m.updateType)).toEqual(whole.map((_, i) => (i === 0 ? 'Full' : 'Differential')))
      for (const m of [...some, ...whole]) expect(m.put.length + m.drop.length).toBeLessThanOrEqual(most)
      for (const m of some) expect(m.put.length + m.drop.length).toBeGreaterThan(0)
    }),
  )
})

test('a tag of another kind is another token: the old one goes before the new one comes', () => {
  const card = { idTag: 'A', status: 'Accepted', expiresAt: null, parentIdTag: null, ...PLAIN_CARD }
  const fob = { ...card, tokenType: 'ISO15693' as const }
  expect(changes([fob], [card], 500)).toEqual([{ updateType: 'Differential', put: [fob], drop: ['A'] }])
  expect(changes([{ ...card, chargingPriority: 3 }], [card], 500)).toMatchObject([{ drop: [] }])
})

test('versions step up from 1, past what the charge point has [65] [67]', () => {
  expect([nextVersion(0, 0), nextVersion(0, -1), nextVersion(3, 7), nextVersion(9, 2)]).toEqual([1, 1, 8, 10])
  expect(nextVersion(2_147_483_647, 0)).toBe(1)
})

test('a request holds what there is and no empty field', () => {
  const put = [{ idTag: 'A', status: 'Accepted', expiresAt: now, parentIdTag: 'G', ...PLAIN_CARD }]
  expect(payloadOf({ updateType: 'Differential', put, drop: ['b'] }, 2)).toEqual({
    listVersion: 2,
    updateType: 'Differential',
    localAuthorizationList: [
      { idTag: 'b' },
      { idTag: 'A', idTagInfo: { status: 'Accepted', expiryDate: now.toISOString(), parentIdTag: 'G' } },
    ],
  })
  expect(payloadOf({ updateType: 'Full', put: [], drop: [] }, 1)).toEqual({ listVersion: 1, updateType: 'Full' })
})

const many = Number.POSITIVE_INFINITY
test.each([
  [{}, { perMessage: 500, atMost: many }],
  [
    { sendlocallistmaxlength: '20', localauthlistmaxlength: '100' },
    { perMessage: 20, atMost: 100 },
  ],
  [
    { sendlocallistmaxlength: '', localauthlistmaxlength: 'x' },
    { perMessage: 500, atMost: many },
  ],
  [{ localauthlistenabled: 'false' }, { problem: expect.stringContaining('LocalAuthListEnabled') }],
  [{ supportedfeatureprofiles: 'Core,Reservation' }, { problem: NO_LIST }],
  [{ supportedfeatureprofiles: 'Core, LocalAuthListManagement' }, { perMessage: 500, atMost: many }],
])('%j', (told, limits) => expect(limitsOf(new Map(Object.entries(told)))).toEqual(limits))
