// The answers of the server in the language of the driver who asks. Answers are made in English, and stored so, for operators
// and programs read them too; here each is found by its text. A text that is none of them, as an operator's own words about
// planned maintenance, stays as it is.
import { type Language, USUAL } from '@wattdesk/words/language'
import { english, wordsOf } from '@wattdesk/words/words'
import { FIGURES } from './pay-told.words.ts'

type Told = ReturnType<typeof wordsOf>['told']
type Tell = (text: string) => string

/** The whole texts of a language: those without arguments, and those whose figures are always the same. */
function wholeTexts(told: Told, closed: string): Map<string, string> {
  const texts = new Map<string, string>([['closed', closed]])
  for (const [key, message] of Object.entries(told)) if (typeof message === 'string') texts.set(key, message)
  for (const key of Object.keys(FIGURES) as (keyof typeof FIGURES)[])
    texts.set(key, (told[key] as (a: object) => string)(FIGURES[key]))
  return texts
}
const tellers = new Map<Language, Tell>()
/** Says an English answer of the server in a language. */
export function tellIn(language: Language): Tell {
  if (language === USUAL) return text => text
  const known = tellers.get(language)
  if (known) return known
  const { told, closing } = wordsOf(language)
  const own = wholeTexts(told, closing.closed)
  const said = new Map([...wholeTexts(english.told, english.closing.closed)].map(([key, text]) => [text, own.get(key)]))
  const tell: Tell = text => said.get(text) ?? text
  tellers.set(language, tell)
  return tell
}
