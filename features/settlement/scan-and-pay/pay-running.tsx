// A session of this browser, from its payment to its end.
import { type ReactNode, useState } from 'react'
import { type OwnPaySession, readInvoice, stopSession } from './pay.actions.ts'
import type { PaySession } from './pay.contract.ts'
import { useSpeech } from './pay-language.tsx'
import { Card, Note, Twice } from './pay-pieces.tsx'
import { clockText, quantityText, refundText } from './pay-text.rules.ts'

type Help = { email: string; refunds: string }
type Shown = { session: PaySession; own: OwnPaySession; help: Help; onStopped: () => void; onAnew: () => void }

export function Running({ session: s, own, help, onStopped, onAnew }: Shown) {
  const { words, figures } = useSpeech()
  const give = () => stopSession(own).then(onStopped)
  switch (s.state) {
    case 'waiting':
      return (
        <Card title={words.waitingTitle}>
          <p>{words.waitingText}</p>
          <Twice label={words.notPaidYet} question={words.giveUpAsk} yes={words.giveUpYes} onYes={give} />
        </Card>
      )
    case 'starting':
      return (
        <Card title={s.isPaid && s.paid > 0 ? words.startingPaid({ amount: figures.money(s.paid) }) : words.starting}>
          <p>
            <strong>{words.plugNow}</strong> {words.beginsItself}
          </p>
          {s.until && (
            <p className="quiet">
              {(s.paid > 0 ? words.untilPaid : words.untilFree)({ time: figures.clock(s.until) })}
            </p>
          )}
          <Twice
            label={s.paid > 0 ? words.cancelPaid : words.cancel}
            question={words.cancelAsk}
            yes={words.cancelYes}
            onYes={give}
          />
        </Card>
      )
    case 'charging':
      return <Charging session={s} onStop={give} />
    default:
      return <Over session={s} own={own} help={help} onAnew={onAnew} />
  }
}

function Charging({ session: s, onStop }: { session: PaySession; onStop: () => Promise<unknown> }) {
  const { words, figures } = useSpeech()
  const used = s.cost ?? 0
  const share = s.paid > 0 ? Math.min(100, (used / s.paid) * 100) : 0
  return (
    <Card title={words.charging}>
      <UsageFigures session={s} />
      {s.paid > 0 && (
        <>
          <progress max={100} value={share} aria-label={words.usedOfPaid} />
          <p className="quiet">{words.stopsItself({ amount: figures.money(s.paid) })}</p>
        </>
      )}
      {s.isStopping ? (
        <Note>{s.paid > 0 && used >= s.paid ? words.usedUp : words.stopping}</Note>
      ) : (
        <Twice label={words.stopCharging} question={words.stopAsk} yes={words.stopYes} onYes={onStop} />
      )}
    </Card>
  )
}

/** Only certain figures: energy in doubt, and a cost that a person has yet to find, are left out. */
function UsageFigures({ session: s }: { session: PaySession }) {
  const { words, figures } = useSpeech()
  return (
    <dl className="figures">
      {s.energy !== null && (
        <div>
          <dt>{words.energy}</dt>
          <dd>{words.energyValue({ amount: figures.fixed(s.energy, 2) })}</dd>
        </div>
      )}
      {s.cost !== null && (
        <div>
          <dt>{words.cost}</dt>
          <dd>{figures.money(s.cost)}</dd>
        </div>
      )}
      <div>
        <dt>{words.time}</dt>
        <dd>{clockText(s.seconds)}</dd>
      </div>
    </dl>
  )
}

/** The invoice and its notes as files; the code that draws them is loaded on the click. */
function Download({ own }: { own: OwnPaySession }) {
  const { words, language } = useSpeech()
  const [state, setState] = useState<'idle' | 'busy' | 'failed'>('idle')
  const save = async () => {
    setState('busy')
    try {
      const [invoice, { saveInvoice }] = await Promise.all([
        readInvoice(own),
        import('#settlement/invoices/invoice-save.parts.ts'),
      ])
      await saveInvoice(invoice, { language })
      for (const note of invoice.notes) await saveInvoice(invoice, { language, note })
      setState('idle')
    } catch {
      setState('failed')
    }
  }
  return (
    <div className="acts">
      {state === 'failed' && <Note tone="bad">{words.invoiceFailed}</Note>}
      <button type="button" disabled={state === 'busy'} onClick={() => void save()}>
        {state === 'busy' ? words.oneMoment : words.downloadInvoice}
      </button>
    </div>
  )
}

type OverProps = { session: PaySession; own: OwnPaySession; help: Help; onAnew: () => void }
function Over({ session: s, own, help, onAnew }: OverProps) {
  const { words, figures } = useSpeech()
  const isFinished = s.state === 'finished'
  return (
    <>
      <Card
        title={isFinished ? words.endedTitle : words.notBegunTitle}
        {...(isFinished ? {} : { tone: 'warn' as const })}
      >
        {s.reason && <p>{s.reason}</p>}
        {isFinished && s.energy !== null && <UsageFigures session={s} />}
        {isFinished && s.cost === null && s.paid > 0 && (
          <p className="quiet">{words.youPaidText({ amount: figures.money(s.paid) })}</p>
        )}
      </Card>
      {s.bill && <Bill session={s} bill={s.bill} own={own} />}
      {isFinished && !s.bill && !s.reason && s.paid > 0 && (
        <Card title={words.nothingCharged}>
          <p>{words.noEnergy}</p>
        </Card>
      )}
      {s.refund && <Refund session={s} refund={s.refund} />}
      <div className="acts">
        <button type="button" className="main" onClick={onAnew}>
          {words.chargeAgain}
        </button>
      </div>
      <p className="quiet">
        {words.questions} <a href={`mailto:${help.email}`}>{help.email}</a>
        {help.refunds && (
          <>
            {' · '}
            <a href={help.refunds}>{words.howRefundsWork}</a>
          </>
        )}
      </p>
    </>
  )
}

type BillProps = { session: PaySession; bill: NonNullable<PaySession['bill']>; own: OwnPaySession }
function Bill({ session: s, bill, own }: BillProps) {
  const speech = useSpeech()
  const { words, figures } = speech
  return (
    <Card title={words.yourBill}>
      <dl className="rows">
        {bill.lines.map(l => (
          <Row key={`${l.kind} ${l.rate}`} label={l.label} note={quantityText(speech, l)}>
            {figures.money(l.amount)}
          </Row>
        ))}
        {bill.tax > 0 && <Row label={words.tax}>{figures.money(bill.tax)}</Row>}
        {bill.surcharge > 0 && <Row label={words.paymentFee}>{figures.money(bill.surcharge)}</Row>}
        <Row label={words.total} isStrong>
          {figures.money(bill.total)}
        </Row>
        <Row label={words.youPaid}>{figures.money(s.paid)}</Row>
      </dl>
      {bill.smallRest > 0 && <p className="quiet">{words.smallRest({ amount: figures.money(bill.smallRest) })}</p>}
      {s.invoice && <Download own={own} />}
    </Card>
  )
}

function Row({
  label,
  note,
  isStrong,
  children,
}: {
  label: string
  note?: string
  isStrong?: boolean
  children: ReactNode
}) {
  return (
    <div className={isStrong ? 'strong' : ''}>
      <dt>
        {label}
        {note && <small>{note}</small>}
      </dt>
      <dd>{children}</dd>
    </div>
  )
}

function Refund({ session, refund }: { session: PaySession; refund: NonNullable<PaySession['refund']> }) {
  const speech = useSpeech()
  const { title, text } = refundText(speech, refund, session.method)
  return (
    <Card title={title} tone={refund.state === 'delayed' ? 'warn' : 'good'}>
      <p>{text}</p>
      {refund.reference && (
        <p className="reference">
          {speech.words.referenceNumber} <code>{refund.reference}</code>
        </p>
      )}
    </Card>
  )
}
