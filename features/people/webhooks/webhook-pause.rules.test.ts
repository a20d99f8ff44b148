// How sending gives way to chargers (HOOK-04).
import { expect, test } from 'vitest'
import { mostALook } from './webhook-pause.rules.ts'

test.each([
  ['no charger waits for a core', 0, Number.POSITIVE_INFINITY],
  ['the longest wait that counts for none', 0.1, Number.POSITIVE_INFINITY],
  ['chargers wait a quarter of the time', 0.25, 80],
  ['the shortest wait at which the least is sent', 0.4, 4],
  ['where chargers always wait something is sent still', 1, 4],
])('%s', (_, wait, most) => expect(mostALook(wait, 16)).toBe(most))
