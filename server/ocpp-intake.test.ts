// Text from the wire: escaped halves of characters are replaced, everything else stays as it came.
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { wholeCharacters } from './ocpp-intake.ts'

const anyText = fc
  .array(fc.integer({ min: 0, max: 0xffff }), { maxLength: 40 })
  .map(units => String.fromCharCode(...units))
/** The text as JSON with every character escaped. */
const escaped = (text: string) =>
  `"${Array.from({ length: text.length }, (_, i) => `\\u${text.charCodeAt(i).toString(16).padStart(4, '0')}`).join('')}"`

test('what is read afterwards has whole characters only', () => {
  fc.assert(
    fc.property(anyText, text => {
      expect(JSON.parse(wholeCharacters(escaped(text)))).toBe(text.toWellFormed())
      expect(JSON.parse(wholeCharacters(JSON.stringify(text)))).toBe(text.toWellFormed())
    }),
  )
})

test('text without halves stays as it is', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme' }), text => {
      const json = JSON.stringify([2, text, { info: `\\ud800 ${text}` }])
      expect(wholeCharacters(json)).toBe(json)
      expect(wholeCharacters(text)).toBe(text)
    }),
  )
})
