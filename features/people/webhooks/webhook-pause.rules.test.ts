// How sending gives way to chargers (HOOK-04).
import { expect, test } from 'vitest'
import { mostALook } from './webhook-pause.rules.ts'

test.each([
  ['a process at rest', 0, Number.POSITIVE_INFINITY],
  ['one that has room', 0.6, Number.POSITIVE_INFINITY],
  ['one that begins to be busy', 0.75, 40],
  ['one with little room', 0.9, 16],
  ['one without room still sends', 1, 4],
])('%s', (_, busy, most) => expect(mostALook(busy, 16)).toBe(most))
