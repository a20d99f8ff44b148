// The server's answers of the public lookup in the language of the one who asks.
import type { Language } from '@wattdesk/words/language'
import { english, wordsOf } from '@wattdesk/words/words'

/** Says an English answer of the server in a language; a text that the page has words of its own for stays as it is. */
export function tellLookupIn(language: Language): (text: string) => string {
  const { lookup } = wordsOf(language)
  const said = new Map([
    [english.lookup.noAddress, lookup.noAddress],
    [english.lookup.tooOften, lookup.tooOften],
  ])
  return text => said.get(text) ?? text
}
