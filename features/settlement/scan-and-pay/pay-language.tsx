// The language in which the pay page speaks, and the switch by which the driver changes it.
import { LANGUAGES, type Language, nameOf, tagOf } from '@wattdesk/words/language'
import { createContext, type ReactNode, useContext, useEffect, useMemo, useRef, useState } from 'react'
import { chosenLanguage, keepLanguage } from '#kit/driver-language.ts'
import { type Speech, speechOf } from './pay-language.actions.ts'

type Switched = Speech & {
  /** The driver chooses it: kept on this phone. */
  choose: (language: Language) => void
  /** The driver's record names it: spoken unless he has chosen one himself. */
  suggest: (language: Language) => void
}
const SpeechNow = createContext<Switched | undefined>(undefined)

export function useSpeech(): Switched {
  const speech = useContext(SpeechNow)
  if (!speech) throw new Error('The pay page has no language')
  return speech
}

/** `first`: the language that the page begins with, loaded before it is drawn. `brand`: for the title of the window. */
export function InLanguage({ first, brand, children }: { first: Speech; brand: string; children: ReactNode }) {
  const [speech, setSpeech] = useState(first)
  const asked = useRef(0)
  useEffect(() => {
    document.documentElement.lang = tagOf(speech.language)
    document.title = speech.words.pageTitle({ brand })
  }, [speech, brand])
  const value = useMemo<Switched>(() => {
    const speak = (language: Language) => {
      const n = ++asked.current
      // The texts stay as they are where those of the other language cannot be loaded now.
      speechOf(language).then(
        next => n === asked.current && setSpeech(next),
        () => undefined,
      )
    }
    return {
      ...speech,
      choose: language => {
        keepLanguage(language)
        speak(language)
      },
      suggest: language => {
        if (chosenLanguage() === undefined && language !== speech.language) speak(language)
      },
    }
  }, [speech])
  return <SpeechNow value={value}>{children}</SpeechNow>
}

/** Each language by its own name, in its own letters. */
export function LanguageSwitch() {
  const { language, words, choose } = useSpeech()
  return (
    <nav className="languages" aria-label={words.languageLabel}>
      {LANGUAGES.map(l => (
        <button
          key={l}
          type="button"
          lang={tagOf(l)}
          aria-pressed={l === language}
          onClick={() => l !== language && choose(l)}
        >
          {nameOf(l)}
        </button>
      ))}
    </nav>
  )
}
