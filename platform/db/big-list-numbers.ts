// Numbers whose digits hold a text. A record's own number needs no trigrams: the numbers that hold a few digits are named,
// and their rows found by the key.
import type { Condition } from '@wattdesk/base/filters'

/** Where in a number the digits stand. */
export type DigitsPlace = 'contains' | 'startsWith' | 'endsWith'
export const isDigitsPlace = (operator: Condition['operator']): operator is DigitsPlace =>
  operator === 'contains' || operator === 'startsWith' || operator === 'endsWith'

/**
 * Returns the whole numbers from 1 to `last` whose decimal digits hold this text at this place, each once; undefined where
 * they are more than `most`.
 */
export function numbersHolding(text: string, place: DigitsPlace, last: number, most: number): number[] | undefined {
  if (text === '') return undefined
  if (!/^\d+$/.test(text)) return []
  const found = new Set<number>()
  const free = String(last).length - text.length
  for (let before = 0; before <= (place === 'startsWith' ? 0 : free); before++)
    for (let after = 0; after <= (place === 'endsWith' ? 0 : free - before); after++) {
      // No number begins with a zero.
      if (before === 0 && text.startsWith('0')) continue
      const [head, nextHead] = before === 0 ? [0, 1] : [10 ** (before - 1), 10 ** before]
      for (let h = head; h < nextHead; h++) {
        const from = (h * 10 ** text.length + Number(text)) * 10 ** after
        if (from > last) break
        if (Math.min(10 ** after, last - from + 1) > most) return undefined
        for (let n = from; n < from + 10 ** after && n <= last; n++) found.add(n)
        if (found.size > most) return undefined
      }
    }
  return [...found]
}
