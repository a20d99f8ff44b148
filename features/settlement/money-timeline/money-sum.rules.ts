// The money of one session as a sum (S-MONEY-LINE): the money from the provider or the wallet against the bill, the
// refunds and the balance still held in the ledger. Each side comes from a record of its own, so the sides can
// disagree. Amounts in paise, in the sum rupees.
import { rupeesFromPaise } from '@wattdesk/base/money'
import type { MoneyPart, SessionMoney } from './money.contract.ts'
import { type Facts, ownersPart, type RefundFact } from './money-facts.rules.ts'

const rupees = (paise: number): number => rupeesFromPaise(BigInt(paise))
const ENERGY: readonly string[] = ['energy', 'time']
const NOT_CHARGED = 'notCharged'
/**
 * The amount paid, and the parts into which it went. For RFID: the amount that the operator collects himself, outside.
 */
export function sumOf(facts: Facts): SessionMoney['sum'] {
  const bill = facts.bills.at(-1)
  const isRunning = facts.stoppedAt === null
  const of = (is: (kind: string) => boolean) =>
    bill?.lines.reduce((n, l) => (is(l.kind) ? n + l.amountPaise : n), 0) ?? 0
  const energy = isRunning ? 0 : of(kind => ENERGY.includes(kind))
  const back = (account: string) =>
    facts.moved.reduce((n, m) => (m.kind !== 'hold' && m.account === account ? n + m.paise : n), 0)
  const refunds = (is: RefundFact['status']) =>
    facts.refunds.reduce((n, r) => (r.status === is ? n + r.amountPaise : n), 0)
  const parts: [label: string, paise: number, always?: boolean][] = [
    ['Energy', energy, true],
    ['Fees', of(kind => !ENERGY.includes(kind) && kind !== NOT_CHARGED), true],
    // After a person has lowered a bill, the uncharged amount no longer stands for an excess over the payment.
    [(bill?.version ?? 1) > 1 ? 'Not charged' : 'Above what was paid, not charged', of(kind => kind === NOT_CHARGED)],
    ['Tax', bill?.taxPaise ?? 0, true],
    ['Gateway charge', bill?.surchargePaise ?? 0],
    ['Refunded', facts.refunds.length > 0 ? refunds('processed') : facts.refundedPaise, isByProvider(facts)],
    ['Refund on its way', refunds('pending')],
    // The amount that was charged and nevertheless given back at the provider's own desk.
    ['Taken from the owner for it', ownersPart(facts.moved)],
    ['Back to the wallet', back('wallet')],
    ['Back to the prepaid card', back('card')],
    ['Below 1 rupee, which no provider gives back', back('smallRests')],
    // This includes money that a failed refund returned to the payment.
    ['Still with the payment', isByProvider(facts) ? (facts.payment?.waitingPaise ?? 0) : 0],
    [isRunning ? 'Kept back while it runs' : 'Still kept for the session', facts.heldPaise],
  ]
  const paid = paidPaise(facts)
  const shown: MoneyPart[] = parts.flatMap(([label, p, always]) =>
    always || p !== 0 ? [{ label, amount: rupees(p) }] : [],
  )
  return {
    label: facts.paymentType === 'RFID' ? 'Billed by the operator himself' : 'Paid',
    paid: rupees(paid),
    parts: shown,
    isFinal: !isRunning && !facts.inReview,
    difference: rupees(paid - parts.reduce((n, [, p]) => n + p, 0)),
  }
}

const isByProvider = (f: Pick<Facts, 'paymentType'>): boolean => f.paymentType === 'CARD' || f.paymentType === 'UPI'
/** By the record of the money's source: the provider's payment, else the ledger's hold for the session. */
function paidPaise(f: Facts): number {
  const taken = f.moved.reduce((n, m) => (m.kind === 'hold' && m.account === 'hold' ? n + m.paise : n), 0)
  if (isByProvider(f)) return f.payment ? f.payment.amountPaise : f.paidPaise
  if (f.paymentType === 'RFID') return f.moved.reduce((n, m) => (m.account === 'receivable' ? n + m.paise : n), 0)
  // Sessions from before balances were kept back paid their bill.
  return taken > 0 ? taken : f.paidPaise
}
