// Which connectors a body means, which ids a charger can connect by, and what becomes of switch and serial number.
import { identityFromPath } from '@wattdesk/ocpp/handshake'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import {
  activeAfter,
  connectorsOf,
  isFitId,
  isSentBack,
  type OldConnector,
  serialAfter,
} from './charger-change.rules.ts'
import { CONNECTOR_GONE, CONNECTOR_TWICE, CONNECTOR_UNKNOWN } from './charger-form.words.ts'

const old = (connectorId: number, isConfigured = true): OldConnector => ({
  connectorPk: 100 + connectorId,
  connectorId,
  connectorName: String(connectorId),
  connectorType: 'Type 2',
  kw: 22,
  volt: null,
  priceGroupId: 1,
  isConfigured,
})
const row = (connector_pk?: number) => ({
  connector_pk,
  connectorName: null,
  connectorType: 'Type 2' as const,
  kw: 22,
  priceGroupId: 1,
})
const numbers = (known: OldConnector[], ...pks: (number | undefined)[]) => {
  const plan = connectorsOf(known, pks.map(row))
  return plan.ok ? plan.value.map(c => c.connectorId) : plan.error
}
const none = undefined

test.each<[string, OldConnector[], (number | undefined)[], unknown]>([
  ['new: the place is the number', [], [none, none, none], [1, 2, 3]],
  ['without their keys: the described ones by their place', [old(1), old(2)], [none, none], [1, 2]],
  ['one more behind', [old(1), old(2)], [none, none, none], [1, 2, 3]],
  ['one more behind, the others by their keys', [old(1), old(2)], [101, 102, none], [1, 2, 3]],
  ['one that the charger told of becomes described', [old(1), old(2, false)], [101, none], [1, 2]],
  ['and by its key, whatever its number', [old(1), old(7, false)], [101, 107], [1, 7]],
  ['in another order they keep their numbers', [old(1), old(2)], [102, 101], [2, 1]],
  ['a gap is filled', [old(1), old(3)], [101, 103, none], [1, 3, 2]],
  ['one of another charger', [old(1)], [999], { field: 'connectors.0.connector_pk', text: CONNECTOR_UNKNOWN }],
  ['of a new charger none is known', [], [101], { field: 'connectors.0.connector_pk', text: CONNECTOR_UNKNOWN }],
  ['one named twice', [old(1), old(2)], [101, 101], { field: 'connectors.1.connector_pk', text: CONNECTOR_TWICE }],
  ['one left out', [old(1), old(2)], [102], { field: 'connectors', text: CONNECTOR_GONE }],
  ['one left out, by place', [old(1), old(2)], [none], { field: 'connectors', text: CONNECTOR_GONE }],
])('%s', (_what, known, pks, expected) => {
  expect(numbers(known, ...pks)).toEqual(expected)
})

test('whatever is sent: no number twice, no described connector lost, a named one keeps its number', () => {
  const known = fc.uniqueArray(fc.tuple(fc.integer({ min: 1, max: 8 }), fc.boolean()), {
    selector: ([id]) => id,
    maxLength: 6,
  })
  fc.assert(
    fc.property(
      known,
      fc.array(fc.option(fc.integer({ min: 101, max: 108 }), { nil: none }), { maxLength: 6 }),
      (k, pks) => {
        const before = k
          .map(([id, isConfigured]) => old(id, isConfigured))
          .sort((a, b) => a.connectorId - b.connectorId)
        const plan = connectorsOf(before, pks.map(row))
        if (!plan.ok) return
        const ids = plan.value.map(c => c.connectorId)
        expect(new Set(ids).size).toBe(ids.length)
        for (const c of before) if (c.isConfigured) expect(ids).toContain(c.connectorId)
        pks.forEach((pk, i) => {
          if (pk !== undefined) expect(ids[i]).toBe(pk - 100)
        })
        for (const c of plan.value) expect(c.connectorName).toBe(String(c.connectorId))
      },
    ),
  )
})

test('what is sent back as it was read is no change; anything else is one', () => {
  const known = [old(1), { ...old(2, false), connectorType: null, kw: null, priceGroupId: null }]
  const back = known.map(({ connectorPk: connector_pk, ...c }) => ({ ...c, connector_pk, key: 'row' }))
  expect(isSentBack(known, back)).toBe(true)
  expect(isSentBack(known, back.slice(0, 1))).toBe(false)
  for (const more of [{ connectorName: 'x' }, { connectorType: 'GBT' }, { kw: 7 }, { volt: 400 }, { priceGroupId: 2 }])
    expect(isSentBack(known, [{ ...back[0], ...more } as never, back[1] as never])).toBe(false)
})

test('an id that is fit is the one by which a socket is found, and the name before the colon of a key', () => {
  const text = fc.oneof(
    fc.string({ minLength: 1, maxLength: 60 }),
    fc.string({ unit: 'binary', minLength: 1, maxLength: 60 }),
  )
  fc.assert(
    fc.property(text, id => {
      if (!isFitId(id)) return
      expect(identityFromPath(`/ocpp/${encodeURIComponent(id)}`)).toEqual({ ok: id })
      expect(id).not.toContain(':')
      expect(id.trim()).toBe(id)
    }),
    { numRuns: 2000 },
  )
  for (const id of ['CP-1', 'CP 1', '100%', 'Ω', '⚡', 'a.b', '...', 'a'.repeat(60)])
    expect([id, isFitId(id)]).toEqual([id, true])
  for (const id of ['', ' a', 'a ', 'a  b', 'a/b', 'a\\b', '.', '..', 'a:b', 'a\u0000', 'a\ud800', 'ﬁ', 'a\u200d'])
    expect([id, isFitId(id)]).toEqual([id, false])
})

test('who is on stays on; who is off can be turned on', () => {
  const sent = [true, false, undefined]
  expect(sent.map(s => activeAfter(true, s))).toEqual([true, true, true])
  expect(sent.map(s => activeAfter(false, s))).toEqual([true, false, false])
})

test.each([
  [undefined, { entered: 'A', booted: 'B' }, 'A'],
  ['B', { entered: null, booted: 'B' }, null],
  ['B', { entered: 'A', booted: 'B' }, 'B'],
  ['C', { entered: null, booted: 'B' }, 'C'],
  [null, { entered: 'A', booted: 'B' }, null],
] as const)('serial number %j sent beside %j is %j', (sent, known, after) => {
  expect(serialAfter(sent, known)).toBe(after)
})
