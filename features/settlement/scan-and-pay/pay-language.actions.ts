// The language of the pay page: what the driver has chosen (kit/driver-language.ts), else that of his record once he has
// proved who he is, else that of the browser. Only the texts of that language are loaded.
import { setCalls } from '@wattdesk/wire/call'
import { figuresOf } from '@wattdesk/words/figures'
import type { Language } from '@wattdesk/words/language'
import { loadPayWords } from '@wattdesk/words/made/load-pay'
import type { Spoken } from './pay-text.rules.ts'

export type Speech = Spoken & { language: Language }

/** Loads the texts of a language; from then on the server answers in it too. */
export async function speechOf(language: Language): Promise<Speech> {
  const words = await loadPayWords[language]()
  setCalls({ token: () => null, onSignedOut: () => undefined, language: () => language })
  return { language, words, figures: figuresOf(language) }
}
