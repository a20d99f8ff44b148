// Hindi in papers: the renderer finds every letter of a text among the glyphs, whatever the shaper has met before.
import { Font } from '@react-pdf/renderer'
import { expect, test } from 'vitest'
import { fontsFor, printable } from './fonts.ts'
import type { ShapedFont } from './shaping.ts'

const WORDS = ['ईमेल', 'मेल', 'ऐनक', 'क्षितिज', 'त्रिवेदी', 'पूर्ति', 'कार्यक्रम', 'ख़त्म', 'हुई', 'र्कि', 'श्रृंगार', 'नव॰', 'ज्ञान']
const fontOf = async (fontFamily: string): Promise<ShapedFont> => {
  await Font.load({ fontFamily, fontWeight: 400 })
  return Font.getFont({ fontFamily, fontWeight: 400 }).data as unknown as ShapedFont
}

test('each glyph stands for a letter or more, together for all of the text, in any order of words', async () => {
  await fontsFor('हिन्दी')
  const font = await fontOf('Paper Devanagari')
  for (const words of [WORDS, WORDS.toReversed(), [WORDS.join(' ')]])
    for (const word of words) {
      const text = printable(word)
      const { glyphs, positions } = font.layout(text, undefined, undefined, undefined, 'ltr')
      expect(
        glyphs.every(g => g.codePoints.length > 0),
        word,
      ).toBe(true)
      expect(
        glyphs.reduce((n, g) => n + g.codePoints.length, 0),
        word,
      ).toBe(text.length)
      expect(positions).toHaveLength(glyphs.length)
    }
})

test('ligatures and signs before their consonant are those of the font: त्र is one glyph, ि stands before it', async () => {
  await fontsFor('हिन्दी')
  const font = await fontOf('Paper Devanagari')
  const lettersOf = (text: string) =>
    font.layout(text, undefined, undefined, undefined, 'ltr').glyphs.map(g => String.fromCodePoint(...g.codePoints))
  expect(lettersOf('त्रि')).toEqual(['ि', 'त्र'])
  expect(lettersOf('क्ष')).toEqual(['क्ष'])
})

test('lines of both scripts have one height', async () => {
  await fontsFor('हिन्दी')
  const [hindi, latin] = await Promise.all(['Paper Devanagari', 'Paper'].map(fontOf))
  expect([hindi?.ascent, hindi?.descent]).toEqual([latin?.ascent, latin?.descent])
})
