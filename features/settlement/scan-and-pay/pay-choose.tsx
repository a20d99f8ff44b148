// The price of charging at this connector, and the driver's choice of amount and payment method.
import { formatRupees } from '@wattdesk/base/money'
import { type FormEvent, useId, useState } from 'react'
import { type At, askFor, type OwnPaySession } from './pay.actions.ts'
import type { PayOrder, PayPlace, PayPrice } from './pay.contract.ts'
import { AMOUNT_PAISE, AMOUNT_RANGE, type Method } from './pay.words.ts'
import { Card, Note, timeText } from './pay-pieces.tsx'
import { includedText, METHOD_NAMES, priceText } from './pay-text.rules.ts'
import { WalletCode, type WalletPass } from './pay-wallet.tsx'

export type BegunPaySession = { own: OwnPaySession; order: PayOrder | null; method: Method }

const per = { once: '', minute: ' per minute' }
function Price({ price, next }: { price: PayPrice; next: PayPlace['nextPrice'] }) {
  return (
    <Card title="Price now">
      <p className="price">
        <strong>{priceText(price)}</strong>
      </p>
      <p className="quiet">
        {includedText(price) && `${includedText(price)}. `}
        Without: {formatRupees(price.without)} per {price.unit}.
      </p>
      {price.fees.length > 0 && (
        <dl className="rows">
          {price.fees.map(f => (
            <div key={f.label}>
              <dt>{f.label}</dt>
              <dd>
                {formatRupees(f.amount)}
                {per[f.per]}
              </dd>
            </div>
          ))}
        </dl>
      )}
      {next && (
        <p className="quiet">
          From {timeText(next.at)}: {priceText(next)}.
        </p>
      )}
    </Card>
  )
}

type ChooseProps = { at: At; place: PayPlace; opened?: WalletPass | undefined; onBegun: (b: BegunPaySession) => void }
/** `onBegun`: a session was requested. `opened`: the wallet, where the driver has typed the code before. */
export function Choose({ at, place, opened, onBegun }: ChooseProps) {
  const { charger, connector } = place
  // Kept here, so that the choice outlives a moment in which the connector cannot be used.
  const choice = useChoice(place, opened)
  return (
    <>
      {place.price && <Price price={place.price} next={place.nextPrice} />}
      {charger.isFree && <Card title="Charging is free here" tone="good" />}
      {connector.isUsable ? (
        <PayForm at={at} place={place} choice={choice} onBegun={onBegun} />
      ) : (
        <Card title="You cannot charge here now" tone="warn">
          <p>{connector.reason}</p>
          <p className="quiet">This page looks again by itself.</p>
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
  return { method, setMethod, amount, setAmount, other, setOther, pass, setPass }
}
type Choice = ReturnType<typeof useChoice>

type PayFormProps = Pick<ChooseProps, 'at' | 'place' | 'onBegun'> & { choice: Choice }
function PayForm({ at, place, choice, onBegun }: PayFormProps) {
  const { connector, methods, amounts } = place
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
    if (method !== 'free' && !isIn) return setRefused(AMOUNT_RANGE)
    if (method !== 'free' && !isPaise) return setRefused(AMOUNT_PAISE)
    setBusy(true)
    setRefused('')
    const more = { ...(method !== 'free' && { amount: rupees }), ...(pass && { walletToken: pass.token }) }
    askFor(at, { method, ...more }).then(
      begun => onBegun({ ...begun, method }),
      (error: unknown) => {
        setRefused((error as Error).message)
        setBusy(false)
      },
    )
  }
  const needsCode = method === 'wallet' && !pass
  const payText = isIn && isPaise ? `Pay ${formatRupees(rupees)}` : 'Pay'
  return (
    <form className="card" onSubmit={submit} noValidate>
      {method !== 'free' && <AmountChoice amounts={amounts} choice={choice} />}
      {place.noProvider && <Note>{place.noProvider}</Note>}
      {methods.length > 1 && (
        <fieldset>
          <legend>How do you want to pay?</legend>
          <div className="choices">
            {methods.map(m => (
              <Radio
                key={m}
                group={id}
                text={METHOD_NAMES[m]}
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
          {pass.name ? `Hello ${pass.name}. ` : ''}
          {pass.balance === null
            ? 'There is no wallet for you with the operator of this charger. Please pay in another way.'
            : `Your wallet has ${formatRupees(pass.balance)}.`}
        </p>
      )}
      {connector.isAskedFor && (
        <Note>
          Another driver may be paying for this connector right now. Whoever pays first has it; the other one gets the
          money back.
        </Note>
      )}
      {connector.plugFirst && <p className="quiet">After paying, plug in the cable: charging begins by itself.</p>}
      {refused && <Note tone="bad">{refused}</Note>}
      {!needsCode && (
        <button type="submit" className="main" disabled={isBusy}>
          {isBusy ? 'One moment …' : method === 'free' ? 'Start charging' : payText}
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
  const id = useId()
  const isOther = amount === 'other'
  return (
    <fieldset>
      <legend>How much do you want to pay?</legend>
      <div className="choices">
        {amounts.choices.map(a => (
          <Radio
            key={a}
            group={id}
            text={formatRupees(a).replace(/\.00$/, '')}
            isChosen={amount === String(a)}
            onChoose={() => setAmount(String(a))}
          />
        ))}
        <Radio group={id} text="Other" isChosen={isOther} onChoose={() => setAmount('other')} />
      </div>
      {isOther && (
        <label className="field">
          Amount in rupees
          <input
            inputMode="decimal"
            value={other}
            onChange={e => setOther(e.target.value.trim())}
            aria-describedby={`${id}-range`}
          />
          <small id={`${id}-range`}>
            From {amounts.least} to {amounts.most.toLocaleString('en-IN')}
          </small>
        </label>
      )}
    </fieldset>
  )
}
