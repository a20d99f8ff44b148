// In which parts kinds of the hour are looked at: all of a small installation at once, a large one spread over the hour.
import { expect, test } from 'vitest'
import { type AlertPart, dueOf, noteDone, type Rounds } from './alert-rounds.rules.ts'

const kind = { id: 'uptime-low', everyMinutes: 60, inParts: true } as const
const at = (minutes: number) => new Date(Date.UTC(2026, 0, 1, 0, minutes))
/** Every part that is due at a time. */
function due(rounds: Rounds, minutes: number, chargers: number, rules = 'a', of: Parameters<typeof dueOf>[1] = kind) {
  const parts: AlertPart[] = []
  for (let part = dueOf(rounds, of, { rules, chargers, now: at(minutes) }); part; ) {
    parts.push(part)
    noteDone(rounds, of)
    part = dueOf(rounds, of, { rules, chargers, now: at(minutes) })
  }
  return parts
}

test('a small installation is looked at whole, once in the time', () => {
  const rounds: Rounds = new Map()
  expect([0, 1, 59, 60, 61].map(m => due(rounds, m, 200).length)).toEqual([1, 0, 0, 1, 0])
})

test('the first round takes one part after the other at once; the next is spread over the hour', () => {
  const rounds: Rounds = new Map()
  const all = Array.from({ length: 50 }, (_, no) => ({ no, of: 50 }))
  expect(due(rounds, 0, 100_000)).toEqual(all)
  const byMinute = Array.from({ length: 60 }, (_, m) => due(rounds, 60 + m, 100_000))
  expect(byMinute.flat()).toEqual(all)
  expect(Math.max(...byMinute.map(parts => parts.length))).toBe(1)
})

test('what a sweep had no time for comes with the next; other rules begin a round at once', () => {
  const rounds: Rounds = new Map()
  expect(dueOf(rounds, kind, { rules: 'a', chargers: 4000, now: at(0) })).toEqual({ no: 0, of: 2 })
  // It failed, and is due still.
  expect(dueOf(rounds, kind, { rules: 'a', chargers: 4000, now: at(1) })).toEqual({ no: 0, of: 2 })
  expect(due(rounds, 2, 4000)).toHaveLength(2)
  expect(due(rounds, 3, 4000)).toEqual([])
  expect(due(rounds, 3, 4000, 'b')).toHaveLength(2)
})

test('a kind without parts is whole however many chargers there are', () => {
  expect(due(new Map(), 0, 100_000, 'a', { id: 'revenue-low', everyMinutes: 60 })).toHaveLength(1)
})
