// The one-time code by which a driver proves that the wallet is his.
import type { Language } from '@wattdesk/words/language'
import { useState } from 'react'
import { type At, type Contact, checkCode, sendCode } from './pay.actions.ts'
import { CODE_DIGITS } from './pay.words.ts'
import { failureText } from './pay-failure.actions.ts'
import { useSpeech } from './pay-language.tsx'
import { Note } from './pay-pieces.tsx'

export type WalletPass = { token: string; name: string | null; balance: number | null; language: Language | null }

const contactOf = (text: string): Contact => (text.includes('@') ? { email: text } : { phone: text })

export function WalletCode({ at, onPass }: { at: At; onPass: (pass: WalletPass) => void }) {
  const { words, suggest } = useSpeech()
  const [text, setText] = useState('')
  const [sentTo, setSentTo] = useState<Contact>()
  const [said, setSaid] = useState('')
  const [otp, setOtp] = useState('')
  const [refused, setRefused] = useState('')
  const [isBusy, setBusy] = useState(false)
  const run = <T,>(work: Promise<T>, done: (value: T) => void) => {
    setBusy(true)
    setRefused('')
    work
      .then(done, (error: unknown) => setRefused(failureText(words, (error as Error).message)))
      .finally(() => setBusy(false))
  }
  const send = () => {
    const contact = contactOf(text.trim())
    run(sendCode(contact), message => {
      setSentTo(contact)
      setSaid(message)
    })
  }
  // Enter would submit the surrounding form.
  const onEnter = (act: () => void) => (e: React.KeyboardEvent) => {
    if (e.key !== 'Enter') return
    e.preventDefault()
    if (!isBusy) act()
  }
  const pass = (opened: WalletPass) => {
    if (opened.language) suggest(opened.language)
    onPass(opened)
  }
  const check = () => sentTo && run(checkCode(at, sentTo, otp), pass)
  return (
    <div className="wallet">
      <label className="field">
        {words.yourContact}
        <input
          value={text}
          autoComplete="username"
          autoCapitalize="none"
          spellCheck={false}
          onChange={e => setText(e.target.value)}
          onKeyDown={onEnter(send)}
        />
      </label>
      <button type="button" disabled={isBusy || text.trim() === ''} onClick={send}>
        {sentTo ? words.sendOtherCode : words.sendCode}
      </button>
      {sentTo && (
        <>
          <p role="status">{said}</p>
          <label className="field">
            {words.codeOfDigits({ digits: CODE_DIGITS })}
            <input
              value={otp}
              inputMode="numeric"
              autoComplete="one-time-code"
              maxLength={CODE_DIGITS}
              onChange={e => setOtp(e.target.value.replace(/\D/g, ''))}
              onKeyDown={onEnter(check)}
            />
          </label>
          <button type="button" className="main" disabled={isBusy || otp.length !== CODE_DIGITS} onClick={check}>
            {words.openWallet}
          </button>
        </>
      )}
      {refused && <Note tone="bad">{refused}</Note>}
    </div>
  )
}
