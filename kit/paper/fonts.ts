// The fonts of papers: Noto Sans with the rupee sign, and Devanagari only for a paper with Devanagari letters. They
// come inside chunks, so that a paper needs no further call; only the letters in use are embedded in the file.
import plain from '@fontsource/noto-sans/files/noto-sans-latin-400-normal.woff?inline'
import strong from '@fontsource/noto-sans/files/noto-sans-latin-600-normal.woff?inline'
import signsPlain from '@fontsource/noto-sans-devanagari/files/noto-sans-devanagari-latin-ext-400-normal.woff?inline'
import signsStrong from '@fontsource/noto-sans-devanagari/files/noto-sans-devanagari-latin-ext-600-normal.woff?inline'
import { Font } from '@react-pdf/renderer'
import { BOX_FONT } from './font-box.ts'
import { type ShapedFont, shapeBySyllables, withJoiners } from './shaping.ts'

const LATIN = 'Paper'
/** The rupee sign, and Latin letters with marks. */
const SIGNS = 'Paper signs'
const DEVANAGARI = 'Paper Devanagari'
const BOX = 'Paper box'

const register = (family: string, regular: string, semibold: string): void =>
  Font.register({
    family,
    fonts: [
      { src: regular, fontWeight: 400 },
      { src: semibold, fontWeight: 600 },
    ],
  })
register(LATIN, plain, strong)
register(SIGNS, signsPlain, signsStrong)
register(BOX, BOX_FONT, BOX_FONT)

const letters = new Intl.Segmenter('hi', { granularity: 'grapheme' })
const LONG_WORD = 16
const PIECE = 6
/** No hyphens in names; a word too long for its column breaks between letters, never inside a Hindi one. */
Font.registerHyphenationCallback(word => {
  if (word.length <= LONG_WORD) return [word]
  const all = [...letters.segment(word)].map(s => s.segment)
  const pieces: string[] = []
  for (let i = 0; i < all.length; i += PIECE) pieces.push(all.slice(i, i + PIECE).join(''))
  return pieces
})

/** The fonts as the shaper has them, once loaded. */
async function loaded(fontFamily: string, fontWeight: number): Promise<ShapedFont> {
  await Font.load({ fontFamily, fontWeight })
  return Font.getFont({ fontFamily, fontWeight })?.data as unknown as ShapedFont
}
async function shapeHindi(): Promise<void> {
  for (const weight of [400, 600]) shapeBySyllables(await loaded(DEVANAGARI, weight), await loaded(LATIN, weight))
}

let hasDevanagari = false
/**
 * Makes ready what `text` is written in. Returns the fonts in the order in which a letter is looked for. Devanagari has the
 * rupee sign too: taken from there, the file holds that font once; two of the same name, used in turns, would be embedded anew
 * each time.
 */
export async function fontsFor(text: string): Promise<readonly string[]> {
  const isHindi = /\p{Script=Devanagari}/u.test(text)
  if (isHindi && !hasDevanagari) {
    const { regular, semibold } = await import('./fonts-devanagari.ts')
    if (!hasDevanagari) register(DEVANAGARI, regular, semibold)
    await shapeHindi()
    hasDevanagari = true
  }
  return [LATIN, ...(isHindi ? [DEVANAGARI] : []), SIGNS, BOX]
}

// The characters of the three fonts: Latin with the marks of Europe's languages, Devanagari, the rupee sign, the signs
// of ordinary print.
const KNOWN =
  /^[\n\u0020-\u007e\u00a0-\u0107\u010a-\u0113\u0116-\u011b\u011e-\u0123\u012a-\u012b\u012e-\u0131\u0139-\u013e\u0141-\u0148\u0150-\u0155\u0158-\u015b\u015e-\u0161\u0164-\u0165\u016a-\u016b\u016e-\u017e\u0218-\u021b\u0900-\u097f\u200c-\u200d\u2013-\u2014\u2018-\u201a\u201c-\u201e\u2022\u2026\u2039-\u203a\u20ac\u20b9\u2122\u2212]$/u
const SPACE = /^\s$/u
/** Signs that stand on a letter or steer the text: nothing is seen where one of them is left out. */
const UNSEEN = /^[\p{M}\p{Cf}\p{Cc}]$/u
/** For a letter that no font has, seen and found in the file; a font of its own has it. */
const MISSING = '□'

/** The text in letters that the fonts have: without marks that they lack, a letter or sign that they lack as a box. */
export function printable(text: string): string {
  let all = ''
  for (const { segment } of letters.segment(text.normalize('NFC'))) {
    let one = ''
    for (const c of segment) {
      const [base = ''] = c.normalize('NFD')
      const known = KNOWN.test(c) ? c : SPACE.test(c) ? ' ' : KNOWN.test(base) ? base : UNSEEN.test(c) ? '' : MISSING
      one = known === MISSING ? MISSING : one + known
      if (one === MISSING) break
    }
    all += one
  }
  return withJoiners(all)
}
