// The price of charging at this connector, and the driver's choice of amount and payment method.
import type { Business } from '@wattdesk/base/business'
import { type FormEvent, useId, useState } from 'react'
import { feeText, includedText, priceText } from '#money/price-groups/price-words.rules.ts'
import { type At, askFor, type OwnPaySession } from './pay.actions.ts'
import type { PayOrder, PayPlace, PayPrice } from './pay.contract.ts'
import type { Method } from './pay.words.ts'
import { failureText } from './pay-failure.actions.ts'
import { useSpeech } from './pay-language.tsx'
import { Card, Note } from './pay-pieces.tsx'
import { methodName } from './pay-text.rules.ts'
import { WalletCode, type WalletPass } from './pay-wallet.tsx'

export type BegunPaySession = { own: OwnPaySession; order: PayOrder | null; method: Method }

/** The price by the method that is chosen, and by each where they differ. */
function Price({ place, method }: { place: PayPlace; method: Method | undefined }) {
  const { byMethod } = place
  const { price, nextPrice } = byMethod.find(w => w.method === method) ?? place
  return price && <PriceCard price={price} next={nextPrice} byMethod={byMethod} />
}
type PriceCardProps = { price: PayPrice; next: PayPlace['nextPrice']; byMethod: PayPlace['byMethod'] }
function PriceCard({ price, next, byMethod }: PriceCardProps) {
  const speech = useSpeech()
  const { words, figures } = speech
  const without = priceText(speech, { amount: price.without, unit: price.unit })
  return (
    <Card title={words.priceNow}>
      <p className="price" aria-live="polite">
        <strong>{priceText(speech, price)}</strong>
      </p>
      <p className="quiet">
        {includedText(speech, price)} {words.priceWithout({ price: without })}
      </p>
      {price.fees.length > 0 && (
        <dl className="rows">
          {price.fees.map(f => (
            <div key={f.label}>
              <dt>{f.label}</dt>
              <dd>{feeText(speech, f)}</dd>
            </div>
          ))}
        </dl>
      )}
      {byMethod.length > 0 && (
        <>
          <p className="quiet">{words.priceByMethod}</p>
          <dl className="rows">
            {byMethod.map(w => (
              <div key={w.method}>
                <dt>{methodName(speech, w.method)}</dt>
                <dd>
                  {w.price && priceText(speech, w.price)}
                  {w.price?.fees.map(f => (
                    <small key={f.label}>{`${f.label} ${feeText(speech, f)}`}</small>
                  ))}
                </dd>
              </div>
            ))}
          </dl>
        </>
      )}
      {next && (
        <p className="quiet">{words.priceFrom({ time: figures.clock(next.at), price: priceText(speech, next) })}</p>
      )}
    </Card>
  )
}

type ChooseProps = { at: At; place: PayPlace; opened?: WalletPass | undefined; onBegun: (b: BegunPaySession) => void }
/** `onBegun`: a session was requested. `opened`: the wallet, where the driver has typed the code before. */
export function Choose({ at, place, opened, onBegun }: ChooseProps) {
  const { charger, connector } = place
  const { words } = useSpeech()
  // Kept here, so that the choice outlives a moment in which the connector cannot be used.
  const choice = useChoice(place, opened)
  return (
    <>
      <Price place={place} method={choice.method} />
      {charger.isFree && <Card title={words.freeHere} tone="good" />}
      {connector.isUsable ? (
        <PayForm at={at} place={place} choice={choice} onBegun={onBegun} />
      ) : (
        <Card title={words.notHereNow} tone="warn">
          <p>{connector.reason}</p>
          <p className="quiet">{words.looksAgain}</p>
        </Card>
      )}
    </>
  )
}

/** `amount`: a fixed amount in rupees, or `other`: then the driver types `other`. `pass`: the wallet once it is open. */
function useChoice({ methods, amounts }: PayPlace, opened: WalletPass | undefined) {
  const [method, setMethod] = useState<Method | undefined>(methods[0])
  const [amount, setAmount] = useState(String(amounts.choices[1] ?? amounts.least))
  const [other, setOther] = useState('')
  const [pass, setPass] = useState<WalletPass | undefined>(opened)
  const [business, setBusiness] = useState<Business>({ gstin: '', legalName: '', businessAddress: '' })
  const [sez, setSez] = useState(false)
  return { method, setMethod, amount, setAmount, other, setOther, pass, setPass, business, setBusiness, sez, setSez }
}
type Choice = ReturnType<typeof useChoice>

type PayFormProps = Pick<ChooseProps, 'at' | 'place' | 'onBegun'> & { choice: Choice }
function PayForm({ at, place, choice, onBegun }: PayFormProps) {
  const { connector, methods, amounts } = place
  const speech = useSpeech()
  const { words, figures } = speech
  const { method, setMethod, pass, setPass } = choice
  const typed = choice.amount === 'other' ? choice.other : choice.amount
  const [isBusy, setBusy] = useState(false)
  const [refused, setRefused] = useState('')
  const id = useId()
  const rupees = Number(typed)
  const isIn = typed !== '' && rupees >= amounts.least && rupees <= amounts.most
  const isPaise = /^\d+(\.\d{1,2})?$/.test(typed)
  const submit = (e: FormEvent) => {
    e.preventDefault()
    if (!method || isBusy) return
    if (method !== 'free' && !isIn) return setRefused(words.amountRange({ least: amounts.least, most: amounts.most }))
    if (method !== 'free' && !isPaise) return setRefused(words.amountPaise)
    setBusy(true)
    setRefused('')
    const { business, sez } = choice
    const more = {
      ...(method !== 'free' && { amount: rupees }),
      ...(pass && { walletToken: pass.token }),
      ...((sez || Object.values(business).join('').trim()) && { business: { ...business, sez } }),
    }
    askFor(at, { method, ...more }).then(
      begun => onBegun({ ...begun, method }),
      (error: unknown) => {
        setRefused(failureText(words, (error as Error).message))
        setBusy(false)
      },
    )
  }
  const needsCode = method === 'wallet' && !pass
  const payText = isIn && isPaise ? words.payAmount({ amount: figures.money(rupees) }) : words.pay
  return (
    <form className="card" onSubmit={submit} noValidate>
      {method !== 'free' && <AmountChoice amounts={amounts} choice={choice} />}
      {place.noProvider && <Note>{place.noProvider}</Note>}
      {methods.length > 1 && (
        <fieldset>
          <legend>{words.howToPay}</legend>
          <div className="choices">
            {methods.map(m => (
              <Radio
                key={m}
                group={id}
                text={methodName(speech, m)}
                isChosen={method === m}
                onChoose={() => {
                  setMethod(m)
                  setRefused('')
                }}
              />
            ))}
          </div>
        </fieldset>
      )}
      {needsCode && <WalletCode at={at} onPass={setPass} />}
      {method === 'wallet' && pass && (
        <p role="status">
          {pass.name ? `${words.hello({ name: pass.name })} ` : ''}
          {pass.balance === null ? words.noWallet : words.walletHas({ amount: figures.money(pass.balance) })}
        </p>
      )}
      {method !== 'free' && <ForBusiness choice={choice} />}
      {connector.isAskedFor && <Note>{words.askedFor}</Note>}
      {connector.plugFirst && <p className="quiet">{words.plugAfter}</p>}
      {refused && <Note tone="bad">{refused}</Note>}
      {!needsCode && (
        <button type="submit" className="main" disabled={isBusy}>
          {isBusy ? words.oneMoment : method === 'free' ? words.startCharging : payText}
        </button>
      )}
      <p className="quiet">{place.refundRule}</p>
      {place.refundTimes.map(r => (
        <p className="quiet" key={r.method}>
          {r.text}
        </p>
      ))}
    </form>
  )
}

/** The business that the invoice is for; without one the driver is a consumer. */
function ForBusiness({ choice: { business, setBusiness, sez, setSez } }: { choice: Choice }) {
  const { words } = useSpeech()
  return (
    <details>
      <summary>{words.forBusiness}</summary>
      {(['gstin', 'legalName', 'businessAddress'] as const).map(name => (
        <label className="field" key={name}>
          {words[name]}
          <input value={business[name]} onChange={e => setBusiness({ ...business, [name]: e.target.value })} />
        </label>
      ))}
      <label>
        <input type="checkbox" checked={sez} onChange={() => setSez(!sez)} /> {words.sezUnit}
      </label>
    </details>
  )
}

type RadioProps = { group: string; text: string; isChosen: boolean; onChoose: () => void }
function Radio({ group, text, isChosen, onChoose }: RadioProps) {
  return (
    <label>
      <input type="radio" name={group} checked={isChosen} onChange={onChoose} />
      <span>{text}</span>
    </label>
  )
}

/** A fixed amount, or another that the driver types. */
function AmountChoice({ amounts, choice }: { amounts: PayPlace['amounts']; choice: Choice }) {
  const { amount, setAmount, other, setOther } = choice
  const { words, figures } = useSpeech()
  const id = useId()
  const isOther = amount === 'other'
  return (
    <fieldset>
      <legend>{words.howMuch}</legend>
      <div className="choices">
        {amounts.choices.map(a => (
          <Radio
            key={a}
            group={id}
            text={figures.money(a).replace(/\.00$/, '')}
            isChosen={amount === String(a)}
            onChoose={() => setAmount(String(a))}
          />
        ))}
        <Radio group={id} text={words.otherAmount} isChosen={isOther} onChoose={() => setAmount('other')} />
      </div>
      {isOther && (
        <label className="field">
          {words.amountInRupees}
          <input
            inputMode="decimal"
            value={other}
            onChange={e => setOther(e.target.value.trim())}
            aria-describedby={`${id}-range`}
          />
          <small id={`${id}-range`}>
            {words.amountFromTo({ least: figures.number(amounts.least), most: figures.number(amounts.most) })}
          </small>
        </label>
      )}
    </fieldset>
  )
}
