// The language of the pay page: what the driver has chosen here, else that of his record once he has proved who he is, else
// that of the browser. Only the texts of that language are loaded.
import { setCalls } from '@wattdesk/wire/call'
import { figuresOf } from '@wattdesk/words/figures'
import { firstKnown, isLanguage, type Language, USUAL } from '@wattdesk/words/language'
import { loadPayWords } from '@wattdesk/words/made/load-pay'
import type { Spoken } from './pay-text.rules.ts'

export type Speech = Spoken & { language: Language }

const KEY = 'pay language'
/** The language that the driver has chosen on this phone; undefined: none, or the browser keeps nothing. */
export function chosenLanguage(): Language | undefined {
  try {
    const chosen = localStorage.getItem(KEY)
    return isLanguage(chosen) ? chosen : undefined
  } catch {
    return undefined
  }
}
export function keepLanguage(language: Language): void {
  try {
    localStorage.setItem(KEY, language)
  } catch {
    // Without a store the choice holds as long as the page is open.
  }
}
export const firstLanguage = (): Language => chosenLanguage() ?? firstKnown(navigator.languages) ?? USUAL

/** Loads the texts of a language; from then on the server answers in it too. */
export async function speechOf(language: Language): Promise<Speech> {
  const words = await loadPayWords[language]()
  setCalls({ token: () => null, onSignedOut: () => undefined, language: () => language })
  return { language, words, figures: figuresOf(language) }
}
