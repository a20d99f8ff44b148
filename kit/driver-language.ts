// The language that a driver reads in this browser: what he has chosen here, else that of the browser. One choice for the pay
// page and the public lookup.
import { firstKnown, isLanguage, type Language, USUAL } from '@wattdesk/words/language'

const KEY = 'driver language'
/** The language that the driver has chosen; undefined: none, or the browser keeps nothing. */
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
