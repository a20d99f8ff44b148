// Rows out of the text of a reply, whatever they hold and wherever the text is cut.
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { RowScanner } from './rows.ts'

/** The scanner's rows of a text that is cut at these places. */
function scanned(text: string, cuts: readonly number[]) {
  const scanner = new RowScanner()
  const places = [0, ...cuts.map(c => c % (text.length + 1)).toSorted((a, b) => a - b), text.length]
  const rows = places.slice(1).flatMap((to, i) => scanner.take(text.slice(places[i], to)))
  return { rows, isWhole: scanner.isWhole }
}
const odd = fc.constantFrom('"data":[{', '}]', '\\"', '{"data":[', ',', '\\', '[', '₹', '\u{1F50C}')
const value = fc.oneof(fc.jsonValue({ maxDepth: 2 }), odd)
const row = fc.dictionary(fc.oneof(fc.string(), odd), value)
const cuts = fc.array(fc.nat(), { maxLength: 12 })

test('the rows of a reply are those of its data, however it is cut, before or behind what stands beside', () => {
  fc.assert(
    fc.property(fc.array(row, { maxLength: 8 }), value, fc.boolean(), cuts, (data, beside, isLast, at) => {
      const reply = isLast ? { success: true, more: beside, total: 3, data } : { data, more: beside, list: [{ a: 1 }] }
      const text = JSON.stringify(reply)
      expect(scanned(text, at)).toEqual({ rows: JSON.parse(text).data, isWhole: true })
    }),
    { numRuns: 500 },
  )
})

test('of a reply that breaks off nothing is said to be whole', () => {
  fc.assert(
    fc.property(fc.array(row, { minLength: 1, maxLength: 5 }), fc.nat(), cuts, (data, end, at) => {
      const text = JSON.stringify({ success: true, total: 1, data })
      const { rows, isWhole } = scanned(text.slice(0, end % text.length), at)
      expect(isWhole).toBe(false)
      expect(rows).toEqual(JSON.parse(text).data.slice(0, rows.length))
    }),
  )
})

test('of a list of any length no more is held than a piece', () => {
  const scanner = new RowScanner()
  scanner.take('{"success":true,"data":[{"n":0}')
  let rows = 0
  for (let i = 0; i < 50_000; i++) rows += scanner.take(`,{"n":${i},"text":"${'x'.repeat(200)}"}`).length
  expect(rows).toBe(50_000)
  expect((scanner as unknown as Record<string, unknown>).isWhole).toBe(false)
  scanner.take(']}')
  expect(scanner.isWhole).toBe(true)
})
