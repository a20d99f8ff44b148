// The page that the code on a connector opens (D-PAY-5): on a driver's phone, without sign-in, in the brand of the host. A
// document of its own, so that it loads fast (web/pay.html).
import './pay.css'
import { CallError } from '@wattdesk/wire/call'
import type { Language } from '@wattdesk/words/language'
import { useCallback, useEffect, useRef, useState } from 'react'
import { chosenLanguage } from '#kit/driver-language.ts'
import { useMode } from '#kit/mode.ts'
import {
  type At,
  forgetSession,
  goToCheckout,
  keepSession,
  type OwnPaySession,
  readPlace,
  readSession,
  stopSession,
  storedPaySession,
  tellLanguage,
} from './pay.actions.ts'
import type { PayPlace, PaySession } from './pay.contract.ts'
import { type BegunPaySession, Choose } from './pay-choose.tsx'
import { failureText } from './pay-failure.actions.ts'
import { LanguageSwitch, useSpeech } from './pay-language.tsx'
import { Card, Note } from './pay-pieces.tsx'
import { Running } from './pay-running.tsx'
import { WalletCode, type WalletPass } from './pay-wallet.tsx'
import { usePolled } from './use-polled.parts.ts'

const SESSION_MS = 2000
const PLACE_MS = 8000

export type PayBrand = { name: string; logo: string; supportEmail: string; refundSupportUrl: string }
type Result = 'paid' | 'failed' | 'cancelled' | undefined
/** `leave` sends the browser to the provider; `result` is how the driver came back from there. */
export function PayScreen({
  at,
  brand,
  result,
  leave = goToCheckout,
}: {
  at: At | undefined
  brand: PayBrand
  result?: Result
  leave?: typeof goToCheckout
}) {
  const isTest = useMode() === 'test'
  const { words } = useSpeech()
  return (
    <>
      {isTest && (
        <section className="mode" aria-label={words.modeLabel}>
          {words.testNotice}
        </section>
      )}
      <header>
        <img src={brand.logo} alt={brand.name} height={28} />
        <LanguageSwitch />
      </header>
      <main>{at ? <AtConnector at={at} brand={brand} result={result} leave={leave} /> : <Unknown />}</main>
    </>
  )
}

function Unknown() {
  const { words } = useSpeech()
  return (
    <Card title={words.unknownCharger} tone="warn">
      <p>{words.scanAgain}</p>
    </Card>
  )
}

type Known = { at: At; brand: PayBrand; result: Result; leave: typeof goToCheckout }
function AtConnector({ at, brand, result, leave }: Known) {
  const [own, setOwn] = useState<OwnPaySession | undefined>(() => storedPaySession(at))
  const { words } = useSpeech()
  const [cameBack, setCameBack] = useState(result === 'failed' || result === 'cancelled' ? result : undefined)
  const gaveUp = useRef(false)
  const anew = useCallback(() => {
    forgetSession(at)
    setOwn(undefined)
  }, [at])
  // A driver who comes back without having paid has given up the session: money that comes later goes back at once.
  useEffect(() => {
    if ((result !== 'failed' && result !== 'cancelled') || !own || gaveUp.current) return
    gaveUp.current = true
    readSession(own, AbortSignal.timeout(10_000))
      .then(s => (s.state === 'waiting' ? stopSession(own).then(anew) : setCameBack(undefined)))
      // If the session cannot be read now, the stored session stays on screen, which asks again by itself.
      .catch(() => undefined)
  }, [result, own, anew])
  const begun = ({ own: now, order, method }: BegunPaySession) => {
    setCameBack(undefined)
    keepSession(at, now)
    if (order) leave(order, method)
    else setOwn(now)
  }
  return (
    <>
      {cameBack && <Note>{cameBack === 'failed' ? words.paymentFailed : words.paymentLeft}</Note>}
      {own ? <OfSession at={at} own={own} brand={brand} onAnew={anew} /> : <OfPlace at={at} onBegun={begun} />}
    </>
  )
}

/** What the driver has chosen, here or at the lookup, is kept with the session: its invoice comes later, without a browser. */
function useToldLanguage(own: OwnPaySession, kept: Language | undefined): void {
  const { language } = useSpeech()
  const told = useRef<Language>(undefined)
  useEffect(() => {
    if (kept === undefined || kept === language || told.current === language || chosenLanguage() !== language) return
    told.current = language
    // Without an answer the next look at the session tells it again.
    tellLanguage(own, language).catch((e: unknown) => {
      if (e instanceof CallError && e.status === 0) told.current = undefined
    })
  })
}

/** Asks anew in another language: the server's texts are part of its answer, and the old ones stay until then. */
function useAskedInLanguage(again: () => void): void {
  const { language } = useSpeech()
  const asked = useRef(language)
  useEffect(() => {
    if (asked.current === language) return
    asked.current = language
    again()
  }, [language, again])
}

function OfPlace({ at, onBegun }: { at: At; onBegun: (b: BegunPaySession) => void }) {
  const [pass, setPass] = useState<WalletPass>()
  const key = `place ${at.chargepointId} ${at.connectorId} ${pass?.token ?? ''}`
  const { data, failed, again } = usePolled<PayPlace>(
    key,
    s => readPlace(at, s, pass?.token),
    PLACE_MS,
    () => false,
  )
  useAskedInLanguage(again)
  if (failed?.status === 404) return <Unknown />
  if (failed?.status === 403)
    return <NotPublic at={at} text={failed.text} isKnown={pass !== undefined} onPass={setPass} />
  if (!data) return failed ? <Failed text={failed.text} again={again} /> : <Loading />
  return (
    <>
      <Where place={data} />
      {failed && <NoAnswer />}
      <Choose at={at} place={data} opened={pass} onBegun={onBegun} />
    </>
  )
}

/**
 * A private charge point: nothing about it is shown until the driver has proved by a code to hold a tag of its team.
 */
type NotPublicProps = { at: At; text: string; isKnown: boolean; onPass: (pass: WalletPass) => void }
function NotPublic({ at, text, isKnown, onPass }: NotPublicProps) {
  const { words } = useSpeech()
  return (
    <Card title={text} tone="warn">
      {isKnown && <Note tone="bad">{words.noTagHere}</Note>}
      <p>{words.tagHolders}</p>
      <WalletCode at={at} onPass={onPass} />
    </Card>
  )
}

const isOver = (s: PaySession): boolean =>
  s.state !== 'waiting' && s.state !== 'starting' && s.state !== 'charging' && isSettled(s)
/** Nothing more of the money is awaited: with its reference number a refund is as far as the provider can tell. */
const isSettled = (s: PaySession): boolean =>
  s.refund === null
    ? s.bill !== null || !(s.isPaid || s.isAuthorised) || s.paid === 0
    : s.refund.state === 'wallet' || (s.refund.state === 'processed' && s.refund.reference !== null)

function OfSession({ at, own, brand, onAnew }: { at: At; own: OwnPaySession; brand: PayBrand; onAnew: () => void }) {
  const { words } = useSpeech()
  const key = `session ${own.sessionId}`
  const { data, failed, again } = usePolled<PaySession>(key, s => readSession(own, s), SESSION_MS, isOver)
  useAskedInLanguage(again)
  useToldLanguage(own, data?.language)
  const isGone = failed?.status === 404
  useEffect(() => {
    if (isGone) onAnew()
  }, [isGone, onAnew])
  if (!data) return failed ? <Failed text={failed.text} again={again} /> : <Loading />
  const help = { email: brand.supportEmail, refunds: brand.refundSupportUrl }
  return (
    <>
      <h1>{`${at.chargepointId} · ${connectorName(words, { ...data, id: at.connectorId })}`}</h1>
      {failed && <NoAnswer />}
      <Running session={data} own={own} help={help} onStopped={again} onAnew={onAnew} />
    </>
  )
}

/** As it stands on the charger: by the EVSE where there is one. */
const connectorName = (
  words: ReturnType<typeof useSpeech>['words'],
  { id, evseId, evseConnectorId: within }: Pick<PayPlace['connector'], 'id' | 'evseId' | 'evseConnectorId'>,
): string =>
  [
    evseId !== null && `EVSE ${evseId}`,
    (evseId === null || within !== null) && words.connectorOf({ number: String(within ?? id) }),
  ]
    .filter(Boolean)
    .join(', ')

function Where({ place: { charger, connector } }: { place: PayPlace }) {
  const { words } = useSpeech()
  const name = connectorName(words, connector)
  const more = [connector.name, connector.type, connector.kw === null ? undefined : `${connector.kw} kW`]
  return (
    <div className="where">
      <h1>{charger.name}</h1>
      {charger.address && <p>{charger.address}</p>}
      <p>
        {name}
        {more
          .filter(t => t && t !== String(connector.id) && t !== `Connector ${connector.id}` && t !== name)
          .map(t => ` · ${t}`)}
        {' · '}
        <span className={connector.isUsable ? 'state free' : 'state'}>
          {connector.isUsable ? words.available : words.notAvailable}
        </span>
      </p>
    </div>
  )
}

function Loading() {
  const { words } = useSpeech()
  return (
    <p className="quiet" role="status">
      {words.loading}
    </p>
  )
}
function NoAnswer() {
  const { words } = useSpeech()
  return <Note>{words.noConnection}</Note>
}
function Failed({ text, again }: { text: string; again: () => void }) {
  const { words } = useSpeech()
  return (
    <Card title={words.notLoaded} tone="warn">
      <p>{failureText(words, text)}</p>
      <div className="acts">
        <button type="button" onClick={again}>
          {words.tryAgain}
        </button>
      </div>
    </Card>
  )
}
