// Shared by tests of refunds: payments and sessions with their money in the ledger, and a provider with chosen
// failures.
import type { Outcome, Payment, Provider, Refund } from '@wattdesk/razorpay/provider'
import { sql } from 'kysely'
import { balanceOf } from '#money/ledger/account.store.ts'
import { type AccountName, credit, debit, type Posting } from '#money/ledger/ledger.rules.ts'
import { postAll } from '#money/ledger/posting.store.ts'
import type { TestApp } from '#testing/app.ts'

/** The fate of a call: it does not arrive, its answer is lost after the refund was made, or it is refused. */
export type Fault = 'no answer' | '429' | 'answer lost' | 'refused' | 'pending' | 'no reference'

const id = (kind: string, n: number) => `${kind}_${String(n).padStart(14, 'T')}`
const nothing = async (): Promise<Outcome<never>> => ({ is: 'unknown', why: 'not asked for' })

/** Refunds made by any provider of the file: their ids are unlike. */
let made = 0
/** A provider's books in memory. Each call of `refund` meets the next of `faults`, each reading the next of `readFaults`. */
export class TestProvider implements Provider {
  keyId = 'rzp_test'
  checkoutUrl = ''
  made: Refund[] = []
  faults: Fault[] = []
  readFaults: 'no answer'[] = []
  /** Keys are forgotten, as a provider does after a day. */
  forgetsKeys = false
  calls = 0
  readonly paid = new Map<string, number>()
  readonly keys = new Map<string, string>()

  refund = async (
    paymentId: string,
    { amount, key, notes }: { amount: number; key: string; notes: Readonly<Record<string, string>> },
  ): Promise<Outcome<Refund>> => {
    this.calls++
    const fault = this.faults.shift()
    if (fault === 'no answer' || fault === '429') return { is: 'unknown', why: fault }
    if (fault === 'refused') return rejected('Your account does not have enough balance')
    const known = this.made.find(r => r.id === this.keys.get(key))
    if (known && !this.forgetsKeys) return { is: 'ok', value: known }
    const gone = this.made.reduce((n, r) => (r.paymentId === paymentId && r.status !== 'failed' ? n + r.amount : n), 0)
    if (amount > (this.paid.get(paymentId) ?? 0) - gone) return rejected('The payment has been fully refunded already')
    const status = fault === 'pending' ? 'pending' : 'processed'
    const r = this.make(paymentId, amount, status, notes, fault === 'no reference' ? {} : undefined)
    this.keys.set(key, r.id)
    return fault === 'answer lost' ? { is: 'unknown', why: fault } : { is: 'ok', value: r }
  }
  make(
    paymentId: string,
    amount: number,
    status: Refund['status'],
    notes: Refund['notes'] = {},
    acquirerData: Refund['acquirerData'] = { arn: null, rrn: '523456789012' },
  ): Refund {
    const createdAt = Math.floor(Date.now() / 1000)
    const more = { speedProcessed: 'normal', receipt: null, createdAt, acquirerData }
    const r = { id: id('rfnd', ++made), amount, paymentId, status, notes, ...more }
    this.made.push(r)
    return r
  }
  /** Moves a refund on. */
  move(r: Refund, status: Refund['status'], acquirerData = r.acquirerData): Refund {
    const after = { ...r, status, acquirerData }
    this.made = this.made.map(x => (x.id === r.id ? after : x))
    return after
  }
  refundsOf = async (paymentId: string): Promise<Outcome<Refund[]>> =>
    this.readFaults.shift()
      ? { is: 'unknown', why: '' }
      : { is: 'ok', value: this.made.filter(r => r.paymentId === paymentId) }
  refunds = async (): Promise<Outcome<Refund[]>> => ({ is: 'ok', value: this.made })
  createOrder = nothing
  capture = nothing
  payment = nothing
  paymentsOfOrder = nothing
  payments = async (): Promise<Outcome<Payment[]>> => ({ is: 'ok', value: [] })
  isCheckoutSigned = () => false
}
const rejected = (description: string): Outcome<never> => ({
  is: 'rejected',
  status: 400,
  code: 'BAD_REQUEST_ERROR',
  description,
})

let count = 0
export type Paid = {
  paymentId: string
  paymentNo: number
  companyId: number
  teamId: number
  transactionId: number | null
}
type Money = {
  paidPaise: number
  /** The amount of the bill; null: the session is running; undefined: there is no session. */
  billedPaise?: number | null
  type?: 'CARD' | 'WALLET' | 'RFID'
  startedAt?: Date
  method?: string
  vpa?: string
  of?: 'one' | 'two'
}

/** A captured payment, and with `billedPaise` a session begun with the payment, whose rest is in its hold. */
export async function paid(t: TestApp, m: Money): Promise<Paid> {
  count++
  const w = t.world
  const { companyId, teamId } = m.of === 'two' ? w.two : w.one
  const charger = m.of === 'two' ? w.chargers.other : w.chargers.dc
  const paymentId = id('pay', count) + (m.of === 'two' ? 'two' : 'one')
  const at = m.startedAt ?? t.services.now()
  const { paymentNo } = await t.db
    .insertInto('payment')
    .values({
      paymentId,
      companyId,
      teamId,
      amountPaise: m.paidPaise,
      status: 'captured',
      method: m.method ?? 'upi',
      vpa: m.vpa ?? 'driver@bank',
      email: 'driver@example.org',
      contact: '+919876543210',
      createdAt: at,
      capturedAt: at,
      description: 'QRv2 Payment',
      chargepointPk: charger.pk,
      connectorId: 1,
    })
    .returning('paymentNo')
    .executeTakeFirstOrThrow()
  const post = (
    key: string,
    kind: Posting['kind'],
    from: AccountName,
    to: AccountName,
    paise: number,
    transactionId?: number,
  ) => ({
    key,
    kind,
    at,
    companyId,
    teamId,
    ...(transactionId !== undefined && { transactionId }),
    lines: [debit(from, BigInt(paise)), credit(to, BigInt(paise))],
  })
  const payment = { kind: 'payment', ref: paymentNo } as const
  const gateway = { kind: 'gateway', ref: companyId } as const
  const captured = post(`${paymentId}:captured:${companyId}`, 'payment', gateway, payment, m.paidPaise)
  if (m.billedPaise === undefined) {
    await t.db.transaction().execute(trx => postAll(trx, [captured]))
    return { paymentId, paymentNo, companyId, teamId, transactionId: null }
  }
  const billed = m.billedPaise ?? 0
  const type = m.type ?? 'CARD'
  const { rows } = await sql<{ transactionId: number }>`
    insert into transaction (company_id, team_id, chargepoint_pk, chargepoint_id, chargepoint_name, charger_type, connector_id, id_tag,
      started_at, start_received_at, stopped_at, meter_start_wh, meter_stop_wh, stop_reason, tolerance_watt, payment_type, payment_id,
      payment_description, energy_wh, charged_paise, paid_paise, hold_paise, email)
    values (${companyId}, ${teamId}, ${charger.pk}, ${charger.id}, 'Charger', 'DC', 1, ${`PAY-${count}`}, ${at}, ${at},
      ${m.billedPaise === null ? null : at}, 0, ${m.billedPaise === null ? null : 1000 + count}, 'Local', 300, ${type},
      ${type === 'CARD' ? paymentId : null}, 'QRv2 Payment', 1000, ${billed}, ${m.paidPaise}, ${m.paidPaise}, 'driver@example.org')
    returning transaction_id`.execute(t.db)
  const transactionId = rows[0]?.transactionId ?? 0
  const hold = { kind: 'hold', ref: transactionId } as const
  const postings = [
    captured,
    post(`hold:${transactionId}`, 'hold', payment, hold, m.paidPaise, transactionId),
    ...(billed > 0
      ? [post(`bill:${transactionId}:1`, 'bill', hold, { kind: 'owner', ref: teamId }, billed, transactionId)]
      : []),
  ]
  await t.db.transaction().execute(trx => postAll(trx, postings))
  return { paymentId, paymentNo, companyId, teamId, transactionId }
}

/** The balances that a refund moves money between, in paise. */
export async function moneyOf(t: TestApp, p: Paid) {
  const of = async (kind: AccountName['kind'], ref: number | null) =>
    Number(ref === null ? 0n : await balanceOf(t.db, { kind, ref }))
  const [hold, payment, clearing] = [
    await of('hold', p.transactionId),
    await of('payment', p.paymentNo),
    await of('refundClearing', p.companyId),
  ]
  return { hold, payment, clearing }
}
export const refundsOf = (t: TestApp, paymentId: string) =>
  t.db.selectFrom('refund').selectAll().where('paymentId', '=', paymentId).orderBy('refundId').execute()
