// Written by `npm run words` from packages/words/catalogues.
import type * as enLookup from './en-lookup.ts'

export type LookupWords = typeof enLookup
/** Loads the texts of a language when they are needed. */
export const loadLookupWords = {
  en: () => import('./en-lookup.ts'),
  hi: () => import('./hi-lookup.ts'),
} satisfies Record<string, () => Promise<LookupWords>>
