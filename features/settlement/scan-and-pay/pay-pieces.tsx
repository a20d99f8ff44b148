// Small pieces of the pay page.
import type { ReactNode } from 'react'
import { useEffect, useRef, useState } from 'react'
import { failureText } from './pay-failure.actions.ts'
import { useSpeech } from './pay-language.tsx'

/** A card with a title. */
export function Card({
  title,
  children,
  tone,
}: {
  title: string
  children?: ReactNode
  tone?: 'good' | 'bad' | 'warn'
}) {
  return (
    <section className={`card ${tone ?? ''}`}>
      <h2>{title}</h2>
      {children}
    </section>
  )
}

/** A notice of a change or an error. */
export const Note = ({ tone = 'warn', children }: { tone?: 'bad' | 'warn'; children: ReactNode }) => (
  <p className={`note ${tone}`} role={tone === 'bad' ? 'alert' : 'status'}>
    {children}
  </p>
)

/**
 * A button for an action that cannot be undone, which has to be confirmed. `onYes` rejects with the text of a refusal.
 */
export function Twice({
  label,
  question,
  yes,
  onYes,
}: {
  label: string
  question: string
  yes: string
  onYes: () => Promise<unknown>
}) {
  const [state, setState] = useState<'idle' | 'asked' | 'busy'>('idle')
  const [refused, setRefused] = useState('')
  const { words } = useSpeech()
  const yesButton = useRef<HTMLButtonElement>(null)
  useEffect(() => {
    if (state === 'asked') yesButton.current?.focus()
  }, [state])
  const run = () => {
    setState('busy')
    setRefused('')
    onYes().then(
      () => setState('idle'),
      (error: unknown) => {
        setRefused(failureText(words, (error as Error).message))
        setState('idle')
      },
    )
  }
  return (
    <div className="acts">
      {refused && <Note tone="bad">{refused}</Note>}
      {state === 'asked' ? (
        // biome-ignore lint/a11y/useSemanticElements: two buttons that belong together, not fields of a form
        <div role="group" aria-label={question}>
          <p className="ask">{question}</p>
          <button type="button" className="danger" ref={yesButton} onClick={run}>
            {yes}
          </button>
          <button type="button" onClick={() => setState('idle')}>
            {words.goOn}
          </button>
        </div>
      ) : (
        <button type="button" className="danger" disabled={state === 'busy'} onClick={() => setState('asked')}>
          {state === 'busy' ? words.oneMoment : label}
        </button>
      )}
    </div>
  )
}
