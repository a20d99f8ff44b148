// A session of this browser, from its payment to its end.
import { formatRupees } from '@wattdesk/base/money'
import { type ReactNode, useState } from 'react'
import { type OwnPaySession, readInvoice, stopSession } from './pay.actions.ts'
import type { PaySession } from './pay.contract.ts'
import { Card, Note, Twice, timeText } from './pay-pieces.tsx'
import { clockText, refundText } from './pay-text.rules.ts'

type Help = { email: string; refunds: string }
type Shown = { session: PaySession; own: OwnPaySession; help: Help; onStopped: () => void; onAnew: () => void }

export function Running({ session: s, own, help, onStopped, onAnew }: Shown) {
  const give = () => stopSession(own).then(onStopped)
  switch (s.state) {
    case 'waiting':
      return (
        <Card title="Waiting for your payment">
          <p>As soon as the payment is confirmed, charging begins. This takes a few seconds.</p>
          <Twice
            label="I have not paid"
            question="Give up this payment? If money was taken after all, it goes back by itself."
            yes="Yes, give up"
            onYes={give}
          />
        </Card>
      )
    case 'starting':
      return (
        <Card title={s.isPaid && s.paid > 0 ? `Paid ${formatRupees(s.paid)}. Starting …` : 'Starting …'}>
          <p>
            <strong>Plug in the cable now, if you have not yet.</strong> Charging begins by itself.
          </p>
          {s.until && (
            <p className="quiet">
              If charging has not begun by {timeText(s.until)}
              {s.paid > 0 ? ', all your money goes back.' : ', please try again.'}
            </p>
          )}
          <Twice
            label={s.paid > 0 ? 'Cancel and get the money back' : 'Cancel'}
            question="Cancel before charging begins?"
            yes="Yes, cancel"
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
  const used = s.cost ?? 0
  const share = s.paid > 0 ? Math.min(100, (used / s.paid) * 100) : 0
  return (
    <Card title="Charging">
      <Figures session={s} />
      {s.paid > 0 && (
        <>
          <progress max={100} value={share} aria-label="Used of what you paid" />
          <p className="quiet">
            Charging stops by itself when {formatRupees(s.paid)} is used up. What is left goes back.
          </p>
        </>
      )}
      {s.isStopping ? (
        <Note>
          {s.paid > 0 && used >= s.paid
            ? 'What you paid is used up, so charging stops now. This can take a moment.'
            : 'Stopping … This can take a moment.'}
        </Note>
      ) : (
        <Twice label="Stop charging" question="Stop charging now?" yes="Yes, stop" onYes={onStop} />
      )}
    </Card>
  )
}

/** Only certain figures: energy in doubt, and a cost that a person has yet to find, are left out. */
const Figures = ({ session: s }: { session: PaySession }) => (
  <dl className="figures">
    {s.energy !== null && (
      <div>
        <dt>Energy</dt>
        <dd>{s.energy.toFixed(2)} kWh</dd>
      </div>
    )}
    {s.cost !== null && (
      <div>
        <dt>Cost</dt>
        <dd>{formatRupees(s.cost)}</dd>
      </div>
    )}
    <div>
      <dt>Time</dt>
      <dd>{clockText(s.seconds)}</dd>
    </div>
  </dl>
)

const UNIT = { kWh: 'kWh', hour: 'h', minute: 'min', once: '' } as const
/** The invoice and its notes as files; the code that draws them is loaded on the click. */
function Download({ own }: { own: OwnPaySession }) {
  const [state, setState] = useState<'idle' | 'busy' | 'failed'>('idle')
  const save = async () => {
    setState('busy')
    try {
      const [invoice, { saveInvoice }] = await Promise.all([
        readInvoice(own),
        import('#settlement/invoices/invoice-save.parts.ts'),
      ])
      await saveInvoice(invoice)
      for (const note of invoice.notes) await saveInvoice(invoice, note)
      setState('idle')
    } catch {
      setState('failed')
    }
  }
  return (
    <div className="acts">
      {state === 'failed' && <Note tone="bad">The invoice could not be made. Please try again.</Note>}
      <button type="button" disabled={state === 'busy'} onClick={() => void save()}>
        {state === 'busy' ? 'One moment …' : 'Download the invoice'}
      </button>
    </div>
  )
}

type OverProps = { session: PaySession; own: OwnPaySession; help: Help; onAnew: () => void }
function Over({ session: s, own, help, onAnew }: OverProps) {
  const { bill } = s
  const title = { finished: 'Charging has ended', refused: 'Charging did not begin', expired: 'Charging did not begin' }
  return (
    <>
      <Card title={title[s.state as keyof typeof title]} {...(s.state === 'finished' ? {} : { tone: 'warn' as const })}>
        {s.reason && <p>{s.reason}</p>}
        {s.state === 'finished' && s.energy !== null && <Figures session={s} />}
        {s.state === 'finished' && s.cost === null && s.paid > 0 && (
          <p className="quiet">You paid {formatRupees(s.paid)}.</p>
        )}
      </Card>
      {bill && (
        <Card title="Your bill">
          <dl className="rows">
            {bill.lines.map(l => (
              <Row
                key={`${l.kind} ${l.rate}`}
                label={l.label}
                note={l.unit === 'once' ? '' : `${round(l.quantity)} ${UNIT[l.unit]} × ${formatRupees(l.rate)}`}
              >
                {formatRupees(l.amount)}
              </Row>
            ))}
            {bill.tax > 0 && <Row label="Tax">{formatRupees(bill.tax)}</Row>}
            {bill.surcharge > 0 && <Row label="Payment fee">{formatRupees(bill.surcharge)}</Row>}
            <Row label="Total" isStrong>
              {formatRupees(bill.total)}
            </Row>
            <Row label="You paid">{formatRupees(s.paid)}</Row>
          </dl>
          {bill.smallRest > 0 && (
            <p className="quiet">
              {formatRupees(bill.smallRest)} is left: banks send nothing below 1 rupee, so it stays with the operator.
            </p>
          )}
          {s.invoice && <Download own={own} />}
        </Card>
      )}
      {s.state === 'finished' && !bill && !s.reason && s.paid > 0 && (
        <Card title="Nothing was charged">
          <p>No energy flowed. Everything goes back.</p>
        </Card>
      )}
      {s.refund && <Refund session={s} refund={s.refund} />}
      <div className="acts">
        <button type="button" className="main" onClick={onAnew}>
          Charge again
        </button>
      </div>
      <p className="quiet">
        Questions? <a href={`mailto:${help.email}`}>{help.email}</a> · <a href={help.refunds}>How refunds work</a>
      </p>
    </>
  )
}

const round = (n: number): string => n.toLocaleString('en-IN', { maximumFractionDigits: 3 })
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
  const { title, text } = refundText(refund, session.method)
  return (
    <Card title={title} tone={refund.state === 'delayed' ? 'warn' : 'good'}>
      <p>{text}</p>
      {refund.reference && (
        <p className="reference">
          Reference number <code>{refund.reference}</code>
        </p>
      )}
    </Card>
  )
}
