// The money of a session as its page shows it: every step with its evidence, and a sum that shows when records
// disagree.
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { addPayout } from '#desk/transactions/test-transactions.ts'
import { takeInRefund } from '#money/refunds/refund.commands.ts'
import { addRefund } from '#money/refunds/refund.store.ts'
import { callDue } from '#money/refunds/refund-call.commands.ts'
import { type Paid, paid, TestProvider } from '#money/refunds/test-refund.ts'
import { startApp, type TestApp } from '#testing/app.ts'
import { at, bootedCharger, start, stop } from '#testing/ocpp.ts'
import type { SessionMoney } from './money.contract.ts'

let t: TestApp
const provider = new TestProvider()
beforeAll(async () => {
  t = await startApp()
})
afterAll(() => t.close())

const ask = async (id: number | null, person: 'viewer' | 'stranger' | 'nobody' = 'viewer') =>
  t.app.inject({ url: `/cms/v1/team/${t.world.one.teamId}/transaction/${id}/money`, headers: await t.as(person) })
const money = async (p: Pick<Paid, 'transactionId'>): Promise<SessionMoney> => (await ask(p.transactionId)).json().data
const titles = (m: SessionMoney) => m.steps.map(s => `${s.title}${s.state === 'done' ? '' : ` (${s.state})`}`)
const sumOf = ({ sum }: SessionMoney) => [
  sum.paid,
  Object.fromEntries(sum.parts.map(p => [p.label, p.amount])),
  sum.difference,
]

async function billed(paidPaise: number, billedPaise: number): Promise<Paid> {
  const p = await paid(t, { paidPaise, billedPaise, startedAt: new Date(Date.now() - 3_600_000) })
  const tax = Math.round((billedPaise * 18) / 118)
  const lines = [
    { kind: 'energy', label: 'Energy', amountPaise: billedPaise - tax - 500 },
    { kind: 'fixedFeeStarting', label: 'Start fee', amountPaise: 500 },
  ]
  await sql`insert into bill (transaction_id, version, company_id, team_id, billed_at, taxable_paise, cgst_paise, sgst_paise, igst_paise,
      gross_paise, surcharge_paise, gateway_fee_paise, total_paise, commission_percent_paise, commission_unit_paise, lines, facts,
      energy_wh, overrun_paise)
    values (${p.transactionId}, 1, ${p.companyId}, ${p.teamId}, now(), ${billedPaise - tax}, 0, 0, ${tax}, ${billedPaise}, 0, 0,
      ${billedPaise}, 0, 0, ${JSON.stringify(lines)}::jsonb, '{}', 1000, 0)`.execute(t.db)
  await sql`insert into payment_change (payment_id, company_id, status, source, at)
    values (${p.paymentId}, ${p.companyId}, 'authorized', 'checkout', now() - interval '70 minutes'),
    (${p.paymentId}, ${p.companyId}, 'captured', 'webhook', now() - interval '69 minutes')`.execute(t.db)
  provider.paid.set(p.paymentId, paidPaise)
  return p
}
const refund = (p: Paid, amountPaise: number) =>
  t.db
    .transaction()
    .execute(trx => addRefund(trx, { ...p, amountPaise, cause: 'rest', at: new Date(Date.now() + 1000) }))

test('whoever may view transactions, and nobody else', async () => {
  const p = await billed(50_000, 20_000)
  const codes = await Promise.all(
    (['viewer', 'stranger', 'nobody'] as const).map(async who => (await ask(p.transactionId, who)).statusCode),
  )
  expect(codes).toEqual([200, 404, 404])
})

test('paid by UPI: payment, hold, start, stop, bill and refund, each with its evidence, and even', async () => {
  const p = await billed(50_000, 20_000)
  expect(sumOf(await money(p))).toEqual([500, expect.objectContaining({ 'Still kept for the session': 300 }), 0])
  await refund(p, 30_000)
  expect(sumOf(await money(p))).toEqual([500, expect.objectContaining({ 'Refund on its way': 300, Refunded: 0 }), 0])
  t.services.now = () => new Date(Date.now() + 2000)
  await callDue(t.services, async () => provider)
  const m = await money(p)
  expect(titles(m)).toEqual([
    'Payment authorized',
    'Payment captured',
    'Kept back for the session',
    'Session started',
    'Session stopped',
    'Billed',
    'Refund asked for',
    'Refund processed by the provider',
  ])
  expect(sumOf(m)).toEqual([500, { Energy: 164.49, Fees: 5, Tax: 30.51, Refunded: 300 }, 0])
  expect(m.steps.find(s => s.title === 'Payment captured')).toMatchObject({
    evidence: 'Event of the provider',
    amount: 500,
  })
  expect(m.steps.find(s => s.kind === 'hold')).toMatchObject({
    evidence: `Posting hold:${p.transactionId} of the ledger`,
  })
  expect(m.steps.at(-1)).toMatchObject({
    details: [expect.stringMatching(/^rfnd_/), 'Reference 523456789012'],
    evidence: 'Answer of the provider to the call',
  })
})

test('a refund that failed is told, and its money is still there', async () => {
  const p = await billed(50_000, 20_000)
  await refund(p, 30_000)
  provider.faults = ['refused']
  await callDue(t.services, async () => provider)
  const m = await money(p)
  expect(titles(m).slice(-2)).toEqual(['Refund asked for', 'Refund failed (failed)'])
  expect(m.steps.at(-1)?.details).toEqual(['Your account does not have enough balance'])
  expect(sumOf(m)).toEqual([500, expect.objectContaining({ 'Still kept for the session': 300 }), 0])
})

test('what was charged and given back at the provider’s own desk is taken from the owner, and named', async () => {
  const p = await billed(50_000, 50_000)
  await takeInRefund(t.services, p.companyId, provider.make(p.paymentId, 2000, 'processed'), 'reconciliation')
  const m = await money(p)
  expect(titles(m).slice(-2)).toEqual(['Refund made at the provider’s own desk', 'Refund processed by the provider'])
  expect(m.steps.at(-1)?.details).toContain('₹20.00 of it taken from the owner')
  expect(sumOf(m)).toEqual([500, expect.objectContaining({ Refunded: 20, 'Taken from the owner for it': -20 }), 0])
})

test('each attempt of a refund has its own id, time and outcome, here and in the details of the payment', async () => {
  const p = await billed(50_000, 20_000)
  await refund(p, 30_000)
  provider.faults = ['pending']
  t.services.now = () => new Date(Date.now() + 2000)
  await callDue(t.services, async () => provider)
  const [first] = provider.made.filter(r => r.paymentId === p.paymentId)
  if (!first) throw new Error('Nothing was made')
  provider.made = provider.made.map(r => (r.id === first.id ? { ...r, createdAt: r.createdAt - 500 } : r))
  const failed = provider.move({ ...first, createdAt: first.createdAt - 500 }, 'failed')
  await takeInRefund(t.services, p.companyId, failed, 'webhook')
  // The provider had reported the payment as refunded; the failed refund corrects this on every screen.
  await sql`update payment set status = 'refunded', refunded_paise = amount_paise where payment_id = ${p.paymentId}`.execute(
    t.db,
  )
  const details = async () => {
    const url = `/cms/v1/razorpay-transactions/razorpay/refunds/payment/${p.paymentId}?teamId=${p.teamId}`
    return (await t.app.inject({ url, headers: await t.as('viewer') })).json().data
  }
  expect(await details()).toMatchObject({
    paymentDetails: { status: 'captured' },
    refunds: [{ refundId: first.id, status: 'failed' }],
    refundSummary: { totalRefunds: 1, totalRefundedAmount: 0 },
  })
  t.services.now = () => new Date(Date.now() + 120_000)
  await callDue(t.services, async () => provider)
  const second = provider.made.find(r => r.paymentId === p.paymentId && r.id !== first.id)
  const d = await details()
  expect(d.refunds).toMatchObject([
    { refundId: second?.id, status: 'processed', createdAt: second?.createdAt, acquirerData: { rrn: '523456789012' } },
    { refundId: first.id, status: 'failed', createdAt: failed.createdAt },
  ])
  expect(d.refundSummary).toEqual({ totalRefunds: 2, totalRefundedAmount: 30_000, lastRefundAt: second?.createdAt })
  const m = await money(p)
  expect(m.steps.filter(s => s.kind === 'refund').map(s => [s.title, s.details[0]])).toEqual([
    ['Refund asked for', undefined],
    ['Refund failed', first.id],
    ['Refund tried again, attempt 2', undefined],
    ['Refund processed by the provider', second?.id],
  ])
})

test('a payment found given back as its capture was refused was not told by the capture', async () => {
  const p = await billed(50_000, 20_000)
  await sql`insert into payment_change (payment_id, company_id, status, source, at)
    values (${p.paymentId}, ${p.companyId}, 'refunded', 'capture', now())`.execute(t.db)
  expect((await money(p)).steps.find(s => s.title === 'Payment refunded')?.evidence).toBe('Asked of the provider')
})

test('records that disagree make the sum red: the bill says more than what is left, or the provider had less', async () => {
  const [a, b] = [await billed(50_000, 20_000), await billed(50_000, 20_000)]
  await sql`update payment set amount_paise = 40000 where payment_id = ${a.paymentId}`.execute(t.db)
  await sql`insert into refund (idempotency_key, payment_id, company_id, team_id, transaction_id, amount_paise, cause, status, requested_at)
    values ('odd refund', ${b.paymentId}, ${b.companyId}, ${b.teamId}, ${b.transactionId}, 1000, 'elsewhere', 'processed', now())`.execute(
    t.db,
  )
  expect([(await money(a)).sum.difference, (await money(b)).sum.difference]).toEqual([-100, -10])
})

test('with a tag the operator bills himself; a session that runs is not final', async () => {
  const { ws } = await t.listen()
  const c = await bootedCharger(t, ws)
  const { transactionId } = await start(c, t.world.tag)
  const running = await money({ transactionId })
  expect([running.sum.isFinal, sumOf(running)[2]]).toEqual([false, 0])
  await stop(c, transactionId)
  const m = await money({ transactionId })
  expect(titles(m)).toEqual(['Session started', 'Session stopped', 'Billed'])
  expect(m.sum).toMatchObject({ label: 'Billed by the operator himself', difference: 0, isFinal: true })
  expect(m.sum.paid).toBeGreaterThan(0)
  expect(m.steps[0]?.evidence).toContain(`StartTransaction of ${c.id}, connector 1`)
  expect(Date.parse(m.steps[0]?.at ?? '')).toBe(Date.parse(at(0)))
  await c.close()
})

test('a settled session names its payout and whether that was paid', async () => {
  const p = await billed(50_000, 20_000)
  const ofPayout = async () => (await money(p)).steps.filter(s => s.kind === 'settlement')
  expect(await ofPayout()).toEqual([])
  await addPayout(t.db, t.world, 'PO-2601-1', sql`t.transaction_id = ${p.transactionId}`)
  expect(await ofPayout()).toMatchObject([
    {
      title: 'In the payout of January 2026',
      state: 'waiting',
      amount: 169.49,
      details: ['PO-2601-1', 'Payout Pending'],
      evidence: 'Line of payout PO-2601-1, bill version 1',
    },
  ])
  // A status that was kept for a single session before does not count (D-PO-3).
  await sql`update payout_line set status = 'PAYOUTPENDING'`.execute(t.db)
  await sql`update payout set status = 'PAYOUTCOMPLETED'`.execute(t.db)
  expect(await ofPayout()).toMatchObject([{ state: 'done', details: ['PO-2601-1', 'Payout Completed'] }])
})
