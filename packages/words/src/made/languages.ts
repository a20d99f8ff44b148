// Written by `npm run words` from packages/words/catalogues.
export const KNOWN = {
  en: { tag: 'en-IN', name: 'English', inEnglish: 'English' },
  hi: { tag: 'hi-IN', name: 'हिन्दी', inEnglish: 'Hindi' },
} as const
