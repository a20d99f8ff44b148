// All texts of all languages, for the server; the browser loads a part of one language (./load-….ts).
import type { Language } from './language.ts'
import { ALL, type Words } from './made/all.ts'

export type { Words } from './made/all.ts'
export const wordsOf = (language: Language): Words => ALL[language]
/** The English texts, by which programs know an answer. */
export const english: Words = ALL.en
