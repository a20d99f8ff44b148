// Sessions that a driver has paid for at the connector, over a real socket (S-PAYMENT-MONEY): the payment is kept back at
// the start, billed at the end, and what is left is asked back in the transaction of the end, or of a correction.
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { billRow } from '#charging/billing/bill-row.rules.ts'
import { billOf } from '#charging/billing/session-bill.rules.ts'
import { decide } from '#desk/session-reviews/session-review.commands.ts'
import * as drivers from '#drivers/drivers/driver.store.ts'
import { trialBalance } from '#money/ledger/account.store.ts'
import { credit, debit } from '#money/ledger/ledger.rules.ts'
import { post } from '#money/ledger/posting.store.ts'
import { addRefund } from '#money/refunds/refund.store.ts'
import { askedFor, paid } from '#settlement/payments/test-pay-session.ts'
import { startApp, type TestApp } from '#testing/app.ts'
import { bootedCharger, reviewsOf, start, stop } from '#testing/ocpp.ts'
import { addBillVersion, TooLittleLeft } from './session-change.store.ts'
import { readSessions } from './session-read.store.ts'

let t: TestApp
let ws: string
let driverId = 0
/** The step that is to fail next. */
let fault: 'begun' | 'ended' | undefined
beforeAll(async () => {
  t = await startApp()
  ws = (await t.listen()).ws
  const step = (name: 'begun' | 'ended') => async () => {
    if (fault === name) throw new Error('A step that fails')
  }
  t.services.followers.sessionBegun.push(step('begun'))
  t.services.followers.sessionEnded.push(step('ended'))
  const { teamId, companyId } = t.world.one
  await t.db.transaction().execute(async trx => {
    driverId = await drivers.create(trx, { teamId, firstName: 'Paying', lastName: 'Driver', email: null })
    const lines = [debit({ kind: 'promotion', ref: 0 }, 500_000n), credit({ kind: 'wallet', ref: driverId }, 500_000n)]
    await post(trx, [{ key: 'test:wallet', kind: 'credit', at: new Date(), companyId, teamId, lines }])
  })
})
afterAll(async () => {
  const end = await trialBalance(t.db)
  await t.close()
  expect(end).toEqual({ differencePaise: 0n, driftPaise: 0n })
})

/** The balance of each kind of account of a session and its payment, in paise; empty accounts are left out. */
const moneyOf = async (transactionId: number, paySessionId: number): Promise<Record<string, number>> => {
  const { rows } = await sql<{ kind: string; paise: number }>`
    select a.kind, sum(case when e.side = a.normal_side then e.amount_paise else -e.amount_paise end)::int as paise
    from posting p join entry e using (posting_id) join account a using (account_id)
    where p.transaction_id = ${transactionId} or p.idempotency_key = ${`reserve:${paySessionId}`}
      or p.idempotency_key in (select payment_id || ':captured:' || company_id from payment where pay_session_id = ${paySessionId})
    group by a.kind having sum(case when e.side = a.normal_side then e.amount_paise else -e.amount_paise end) <> 0`.execute(
    t.db,
  )
  return Object.fromEntries(rows.map(r => [r.kind, r.paise]))
}
const refundsOf = async (paySessionId: number) =>
  (
    await sql`select amount_paise, cause, status, transaction_id, payment_id from refund where pay_session_id = ${paySessionId}
      order by refund_id`.execute(t.db)
  ).rows
const rowOf = async (transactionId: number) =>
  (
    await sql<
      Record<string, unknown>
    >`select payment_type, payment_id, payment_description, paid_paise, hold_paise, charged_paise,
      refund_status, in_review, id_tag_status, driver_id from transaction where transaction_id = ${transactionId}`.execute(
      t.db,
    )
  ).rows[0]

// 10 kWh at 18.00 with 18 % tax: 212.40, with the gateway's surcharge 217.41.
const earned = { owner: 18_000, cgst: 1620, sgst: 1620, surcharge: 501, gateway: 50_000 }
type Case = {
  method?: 'card' | 'wallet'
  paise?: number
  stopWh?: number
  row: object
  money: object
  refunds: object[]
}
test.each<[string, Case]>([
  [
    'the rest goes back',
    {
      row: { chargedPaise: 21_741, refundStatus: 'pending' },
      money: { ...earned, refundClearing: 28_259 },
      refunds: [{ amountPaise: 28_259, cause: 'rest', status: 'pending' }],
    },
  ],
  [
    'without energy everything goes back',
    {
      stopWh: 1000,
      row: { chargedPaise: 0, refundStatus: 'pending' },
      money: { gateway: 50_000, refundClearing: 50_000 },
      refunds: [{ amountPaise: 50_000, cause: 'no energy' }],
    },
  ],
  [
    'all of it is used',
    {
      paise: 21_741,
      row: { chargedPaise: 21_741, refundStatus: null },
      money: { ...earned, gateway: 21_741 },
      refunds: [],
    },
  ],
  [
    'a rest below 1 rupee',
    {
      paise: 21_840,
      row: { chargedPaise: 21_741, refundStatus: null },
      money: { ...earned, gateway: 21_840, smallRests: 99 },
      refunds: [],
    },
  ],
  [
    'a rest of 1 rupee',
    {
      paise: 21_841,
      row: { refundStatus: 'pending' },
      money: { ...earned, gateway: 21_841, refundClearing: 100 },
      refunds: [{ amountPaise: 100 }],
    },
  ],
  [
    'from the wallet',
    {
      method: 'wallet',
      row: { paymentType: 'WALLET', paidPaise: 21_741, paymentId: null, refundStatus: null },
      money: { ...earned, gateway: undefined, wallet: -21_741 },
      refunds: [],
    },
  ],
])('%s', async (_name, { method = 'card', paise = 50_000, stopWh = 11_000, ...expected }) => {
  const c = await bootedCharger(t, ws)
  const payer = method === 'wallet' ? { driverId } : {}
  const s = await paid(t, await askedFor(t, c, { method, paise, ...payer }), { paise, ...payer })
  expect(await c.call('Authorize', { idTag: s.idTag })).toMatchObject({ idTagInfo: { status: 'Accepted' } })
  const { transactionId, status } = await start(c, s.idTag)
  expect(status).toBe('Accepted')
  expect(await start(c, s.idTag)).toEqual({ transactionId, status })
  expect(await moneyOf(transactionId, s.paySessionId)).toMatchObject({ hold: paise })
  if (method === 'card')
    expect(await rowOf(transactionId)).toMatchObject({
      paymentType: 'CARD',
      paymentId: s.paymentId,
      paymentDescription: 'QRv2 Payment',
      paidPaise: paise,
      holdPaise: paise,
    })
  await stop(c, transactionId, { meterStop: stopWh })
  await stop(c, transactionId, { meterStop: stopWh })
  expect(await rowOf(transactionId)).toMatchObject(expected.row)
  const money = Object.fromEntries(Object.entries(expected.money).filter(([, v]) => v !== undefined))
  expect(await moneyOf(transactionId, s.paySessionId)).toEqual(money)
  expect(await refundsOf(s.paySessionId)).toEqual(
    expected.refunds.map(r => expect.objectContaining({ ...r, transactionId, paymentId: s.paymentId })),
  )
  await c.close()
})

test('a free charger takes no money of a payment', async () => {
  const c = await bootedCharger(t, ws, { chargerCategory: 'free' })
  const s = await askedFor(t, c, { method: 'free', paise: 0 })
  const { transactionId, status } = await start(c, s.idTag)
  await stop(c, transactionId)
  expect([status, await moneyOf(transactionId, s.paySessionId)]).toEqual(['Accepted', {}])
  expect(await rowOf(transactionId)).toMatchObject({
    paymentType: 'RFID',
    paidPaise: 0,
    holdPaise: null,
    inReview: false,
  })
  await c.close()
})

test.each([
  [
    'whose money has gone back',
    { paidPaise: 50_000, refundStatus: 'pending' },
    async (s: Awaited<ReturnType<typeof paid>>) => {
      const { companyId, teamId } = t.world.one
      const refund = {
        paymentId: s.paymentId as string,
        paySessionId: s.paySessionId,
        companyId,
        teamId,
        amountPaise: 50_000,
      }
      await t.db.transaction().execute(trx => addRefund(trx, { ...refund, cause: 'no session', at: new Date() }))
    },
  ],
  [
    'whose pay session is over',
    { paidPaise: 0, refundStatus: null },
    async (s: Awaited<ReturnType<typeof paid>>) => {
      await sql`update pay_session set state = 'expired', closed_at = now() where pay_session_id = ${s.paySessionId}`.execute(
        t.db,
      )
    },
  ],
])('a start %s is begun, waits for a person, and bills nothing', async (_name, row, end) => {
  const c = await bootedCharger(t, ws)
  const s = await paid(t, await askedFor(t, c))
  await end(s)
  const { transactionId, status } = await start(c, s.idTag)
  expect(status).toBe('Blocked')
  await stop(c, transactionId)
  expect(await rowOf(transactionId)).toMatchObject({
    inReview: true,
    chargedPaise: 0,
    ...row,
    holdPaise: 0,
    paymentId: s.paymentId,
  })
  const [review] = await reviewsOf(t, c.pk)
  expect(review).toMatchObject({ reason: 'Payment already given back', transactionId })
  const before = await moneyOf(0, s.paySessionId)
  // Paid and given back, or waiting with its payment: on its page, and on its row, the sum is even.
  const url = `/cms/v1/team/${t.world.one.teamId}/transaction/${transactionId}`
  const headers = await t.as('viewer')
  const { sum } = (await t.app.inject({ url: `${url}/money`, headers })).json().data
  expect(sum).toMatchObject({ paid: 500, difference: 0 })
  expect((await t.app.inject({ url, headers })).json().data.totalAmountPaid).toBe(row.paidPaise / 100)
  await decideIt(transactionId, 'bill')
  expect(await rowOf(transactionId)).toMatchObject({ inReview: false, chargedPaise: 0 })
  const bill = sql<{ overrunPaise: number }>`select overrun_paise from bill where transaction_id = ${transactionId}`
  expect((await bill.execute(t.db)).rows).toEqual([{ overrunPaise: expect.toSatisfy((n: number) => n > 0) }])
  expect(await moneyOf(transactionId, s.paySessionId)).toEqual(before)
  await c.close()
})

/** A person decides on what waits of a session. */
async function decideIt(transactionId: number, action: 'bill' | 'dismiss') {
  const { rows } = await sql<{
    id: number
  }>`select id from session_review where transaction_id = ${transactionId}`.execute(t.db)
  const by = { userId: null, username: 'test', ip: null, companyId: null, written: 0 } as never
  const r = await decide(t.services, { kind: 'all', teamId: 0 }, rows[0]?.id ?? 0, { action, note: 'Looked at' }, by)
  expect(r).toMatchObject({ decided: { transactionId } })
}

test('what waits for a person keeps the money; let go, all of it is asked back', async () => {
  const c = await bootedCharger(t, ws)
  const s = await paid(t, await askedFor(t, c))
  const { transactionId } = await start(c, s.idTag)
  await stop(c, transactionId, { meterStop: 500 })
  expect([await moneyOf(transactionId, s.paySessionId), await refundsOf(s.paySessionId)]).toEqual([
    { gateway: 50_000, hold: 50_000 },
    [],
  ])
  await decideIt(transactionId, 'dismiss')
  expect(await moneyOf(transactionId, s.paySessionId)).toEqual({ gateway: 50_000, refundClearing: 50_000 })
  await c.close()
})

test('a corrected bill asks the difference back, and is refused where nothing is left', async () => {
  const c = await bootedCharger(t, ws)
  const s = await paid(t, await askedFor(t, c))
  const { transactionId } = await start(c, s.idTag)
  await stop(c, transactionId)
  const revised = async (meterStopWh: number) => {
    const [f] = await readSessions(t.db, [transactionId], t.services)
    const bill = f?.stoppedAt && billOf(f, f.stoppedAt, meterStopWh)
    if (!f || !bill) throw new Error('No bill')
    return t.db
      .transaction()
      .execute(trx => addBillVersion(trx, { transactionId, at: new Date(), bill: billRow(bill, f) }))
  }
  await revised(6000)
  expect(await refundsOf(s.paySessionId)).toMatchObject([
    { amountPaise: 28_259 },
    { amountPaise: 10_870, cause: 'rest' },
  ])
  expect((await moneyOf(transactionId, s.paySessionId)).hold).toBeUndefined()
  await expect(revised(9000)).rejects.toThrow(TooLittleLeft)
  expect(await refundsOf(s.paySessionId)).toHaveLength(2)
  await c.close()
})

test('a payment is spent once, however many connectors begin with it; broken off at a step, nothing has happened', async () => {
  const c = await bootedCharger(t, ws)
  const other = await bootedCharger(t, ws)
  const s = await paid(t, await askedFor(t, c))
  const before = await moneyOf(0, s.paySessionId)
  fault = 'begun'
  await expect(start(c, s.idTag)).rejects.toThrow()
  expect(await moneyOf(0, s.paySessionId)).toEqual(before)
  fault = undefined
  const [one, two] = await Promise.all([start(c, s.idTag), start(other, s.idTag)])
  expect([one.status, two.status].sort()).toEqual(expect.arrayContaining(['Accepted']))
  expect([one, two].filter(x => x.status === 'Accepted')).toHaveLength(1)
  // The payment is of the session that it paid for alone.
  for (const x of [one, two]) {
    const url = `/cms/v1/team/${t.world.one.teamId}/transaction/${x.transactionId}/money`
    const { sum } = (await t.app.inject({ url, headers: await t.as('viewer') })).json().data
    expect([sum.paid, sum.difference]).toEqual([x.status === 'Accepted' ? 500 : 0, 0])
  }
  const [[good, at1]] = [one.status === 'Accepted' ? [one, c] : [two, other]] as [[typeof one, typeof c]]
  fault = 'ended'
  await expect(stop(at1, good.transactionId)).rejects.toThrow()
  expect(await moneyOf(good.transactionId, s.paySessionId)).toEqual({ gateway: 50_000, hold: 50_000 })
  fault = undefined
  await stop(at1, good.transactionId)
  expect(await moneyOf(good.transactionId, s.paySessionId)).toEqual({ ...earned, refundClearing: 28_259 })
  await Promise.all([c.close(), other.close()])
})
