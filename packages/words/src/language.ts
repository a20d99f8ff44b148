// The languages of drivers: those that have a catalogue (packages/words/catalogues), and which of them a driver reads.
import { KNOWN } from './made/languages.ts'

export type Language = keyof typeof KNOWN
/** Each language by its code, English first. */
export const LANGUAGES = Object.keys(KNOWN) as [Language, ...Language[]]
/** What a driver reads of whom nothing is known. */
export const USUAL: Language = 'en'

export const isLanguage = (code: unknown): code is Language => typeof code === 'string' && Object.hasOwn(KNOWN, code)
/** For dates and figures, and for the document: 'hi-IN'. */
export const tagOf = (language: Language): string => KNOWN[language].tag
/** The language by its own name. */
export const nameOf = (language: Language): string => KNOWN[language].name

/** Each language by its English name, for the portal. */
export const LANGUAGE_NAMES = Object.fromEntries(LANGUAGES.map(l => [l, KNOWN[l].inEnglish])) as Record<
  Language,
  string
>

/** The first of the wanted languages that has a catalogue, a region and a script left aside; undefined: none has. */
export function firstKnown(wanted: readonly string[]): Language | undefined {
  for (const one of wanted) {
    const code = one.trim().toLowerCase().split(/[-_]/)[0]
    if (isLanguage(code)) return code
  }
  return undefined
}

/** The languages of an Accept-Language header, the most wanted first; those with `q=0` are not wanted. */
export function acceptedBy(header: string | undefined): string[] {
  const parts = (header ?? '').slice(0, 500).split(',')
  return parts
    .map((part, place) => {
      const [code = '', ...rest] = part.split(';').map(t => t.trim())
      const q = rest.find(t => t.startsWith('q='))?.slice(2)
      return { code, place, weight: q === undefined ? 1 : Number(q) || 0 }
    })
    .filter(p => p.code !== '' && p.weight > 0)
    .sort((a, b) => b.weight - a.weight || a.place - b.place)
    .map(p => p.code)
}

/** The language of a driver: of his record, else the first of his browser, else English. */
export const languageOf = (record: string | null | undefined, header: string | undefined): Language =>
  isLanguage(record) ? record : (firstKnown(acceptedBy(header)) ?? USUAL)
