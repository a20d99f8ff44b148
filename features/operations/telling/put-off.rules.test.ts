// What is left of messages that were put off: by table, and that nobody is told of an alert twice or of one that has changed.
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { type PutOff, settled } from './put-off.rules.ts'

const STATES = { 1: 'Open', 2: 'Closed', 3: 'Acknowledged', 4: 'Open', 5: 'Closed' } as const
const stateOf = (id: number) => STATES[id as keyof typeof STATES]
const m = (id: number, what: PutOff['what'], ...alertIds: number[]): PutOff => ({ id, what, alertIds })

test.each<[string, PutOff[], [number, string, number[], number][], [number, RegExp][]]>([
  ['what is over is left out of its message, and counted', [m(1, 'opened', 1, 2)], [[1, 'opened', [1], 1]], []],
  [
    'a message of nothing but that is dropped',
    [m(1, 'opened', 2), m(2, 'opened', 1)],
    [[2, 'opened', [1], 1]],
    [[1, /^Over before/]],
  ],
  ['several are one', [m(1, 'opened', 1), m(2, 'opened', 4)], [[1, 'opened', [1, 4], 0]], [[2, /^Told in one/]]],
  [
    'what opened twice is told once',
    [m(1, 'opened', 1), m(2, 'opened', 1)],
    [[1, 'opened', [1], 0]],
    [[2, /^Told in one/]],
  ],
  [
    'an opening and its escalation are told once',
    [m(1, 'escalated', 1), m(2, 'opened', 1)],
    [[2, 'opened', [1], 0]],
    [[1, /^Told in one/]],
  ],
  [
    'what is acknowledged is told, but not as what nobody has acknowledged',
    [m(1, 'opened', 3), m(2, 'escalated', 3)],
    [[1, 'opened', [3], 0]],
    [[2, /^Over/]],
  ],
  [
    'an end is told where it is over still',
    [m(1, 'over', 1, 2), m(2, 'over', 2, 5)],
    [[1, 'over', [2, 5], 0]],
    [[2, /^Told in one/]],
  ],
  [
    'an end of what is back is not told',
    [m(1, 'over', 1), m(2, 'opened', 1)],
    [[2, 'opened', [1], 0]],
    [[1, /^It had come back/]],
  ],
])('%s', (_what, messages, left, dropped) => {
  const s = settled(messages, stateOf)
  expect(s.left.map(l => [l.id, l.what, l.alertIds, l.meanwhile])).toEqual(left)
  expect(s.dropped).toEqual(dropped.map(([id, why]) => ({ id, why: expect.stringMatching(why) })))
})

test('each alert is told once at most, and each message ends', () => {
  const message = fc.record({
    what: fc.constantFrom('opened' as const, 'escalated' as const, 'over' as const),
    alertIds: fc.uniqueArray(fc.integer({ min: 1, max: 6 }), { minLength: 1 }),
  })
  fc.assert(
    fc.property(fc.array(message, { maxLength: 6 }), drafts => {
      const messages = drafts.map((d, id) => ({ id, ...d }))
      const { left, dropped } = settled(messages, stateOf)
      expect([...left, ...dropped].map(x => x.id).sort((a, b) => a - b)).toEqual(messages.map(x => x.id))
      const told = left.flatMap(l => l.alertIds)
      expect(new Set(told).size).toBe(told.length)
      for (const { what, alertIds } of left)
        for (const id of alertIds) expect(stateOf(id) === 'Closed').toBe(what === 'over')
    }),
  )
})
