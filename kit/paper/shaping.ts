// Hindi in papers. The renderer cuts a line into glyphs by the letters that each of them stands for, and needs at least one
// for each, in whole as many as the text has. The shaper (fontkit) does not hold to that for Devanagari: it forgets the
// letters of a glyph that it has met before under another name, and some letters (ई) become two glyphs. Then whole letters
// were missing from a line. So the text is shaped syllable by syllable, which Devanagari allows, and letters are given to
// each glyph. Heights are those of the Latin font, so that lines of both scripts stand on one base line.

type Glyph = { id: number; codePoints: number[] }
type Position = { xAdvance: number; yAdvance: number; xOffset: number; yOffset: number }
type Run = { glyphs: Glyph[]; positions: Position[] }
export type ShapedFont = {
  layout: (text: string, ...rest: unknown[]) => Run
  ascent: number
  descent: number
  unitsPerEm: number
  /** The glyphs that the shaper has met. */
  _glyphs?: Record<number, unknown>
}

/** Follows a letter that becomes two glyphs, as the letter of the second; it is not seen. */
const JOINER = '\u200d'
const DOUBLE = /[\u0908\u0910]/g
/** The text with a letter for each glyph. */
export const withJoiners = (text: string): string => text.replaceAll(DOUBLE, letter => letter + JOINER)

const CONSONANT = '[\\u0915-\\u0939\\u0958-\\u095f]\\u093c?'
const SIGNS = '[\\u0900-\\u0903\\u093a-\\u093c\\u093e-\\u094f\\u0951-\\u0957\\u0962\\u0963]*'
/** A syllable: consonants joined by the halant, or a vowel, each with its signs; any other letter alone. */
const SYLLABLE = new RegExp(
  `(?:${CONSONANT}\\u094d)*${CONSONANT}${SIGNS}|[\\u0904-\\u0914\\u0960\\u0961]${JOINER}?${SIGNS}|[\\s\\S]`,
  'gu',
)

/** Gives each glyph one letter or more of the syllable, those of its own where they add up. */
function lettered(glyphs: readonly Glyph[], syllable: string): Glyph[] {
  const letters = [...syllable].map(c => c.codePointAt(0) as number)
  const told = glyphs.reduce((n, g) => n + g.codePoints.length, 0)
  const isWhole = told === letters.length && glyphs.every(g => g.codePoints.length > 0)
  // The same glyph object may come again in another syllable, so it is not changed.
  const like = (g: Glyph, codePoints: number[]): Glyph => Object.assign(Object.create(g), { codePoints })
  if (isWhole) return glyphs.map(g => like(g, [...g.codePoints]))
  return glyphs.map((g, i) => like(g, i < glyphs.length - 1 ? letters.slice(i, i + 1) : letters.slice(i)))
}

const shaped = new WeakSet<ShapedFont>()
/** Makes a font of Devanagari one that the renderer can cut, with the heights of `beside`. Once for each font. */
export function shapeBySyllables(
  font: ShapedFont,
  beside: Pick<ShapedFont, 'ascent' | 'descent' | 'unitsPerEm'>,
): void {
  if (shaped.has(font)) return
  shaped.add(font)
  const layout = font.layout.bind(font)
  const scale = font.unitsPerEm / beside.unitsPerEm
  Object.defineProperty(font, 'ascent', { value: beside.ascent * scale })
  Object.defineProperty(font, 'descent', { value: beside.descent * scale })
  font.layout = (text, ...rest) => {
    let whole: Run | undefined
    const glyphs: Glyph[] = []
    const positions: Position[] = []
    for (const [syllable] of text.matchAll(SYLLABLE)) {
      // What the shaper remembers of a glyph is what it was called first.
      font._glyphs = {}
      const run = layout(syllable.replace(JOINER, ''), ...rest)
      whole ??= run
      glyphs.push(...lettered(run.glyphs, syllable))
      positions.push(...run.positions)
    }
    whole ??= layout(text, ...rest)
    return Object.assign(Object.create(Object.getPrototypeOf(whole)), whole, { glyphs, positions })
  }
}
