// Refunds made at the provider's own desk beside those requested here (D-REF-2): in whatever order they come, this
// product gives back at most the amount paid less the amount charged, and the ledger ends with nothing in the hold and
// no owner debited for a rest.
import type { Refund } from '@wattdesk/razorpay/provider'
import fc from 'fast-check'
import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { balanceOf, trialBalance } from '#money/ledger/account.store.ts'
import { startApp, type TestApp } from '#testing/app.ts'
import { takeInRefund } from './refund.commands.ts'
import { addRefund } from './refund.store.ts'
import { beginAttempt } from './refund-attempt.commands.ts'
import { callDue } from './refund-call.commands.ts'
import { holdRefund } from './refund-state.store.ts'
import { type Fault, moneyOf, type Paid, paid, refundsOf, TestProvider } from './test-refund.ts'
import { isWaitingRefund } from './waiting-refund.store.ts'

let t: TestApp
let provider: TestProvider
let aheadMs = 0
const minutes = (n: number) => (aheadMs += n * 60_000)
beforeAll(async () => {
  t = await startApp({ now: () => new Date(Date.now() + aheadMs) })
})
beforeEach(() => {
  provider = new TestProvider()
})
afterEach(async () => {
  expect(await trialBalance(t.db)).toEqual({ differencePaise: 0n, driftPaise: 0n })
  await t.db.updateTable('refund').set({ nextAt: null }).execute()
})
afterAll(() => t.close())

const askAll = () => callDue(t.services, async () => provider)
const tell = (p: Paid, r: Refund) => takeInRefund(t.services, p.companyId, r, 'webhook')
const ownerOf = async (p: Paid) => Number(await balanceOf(t.db, { kind: 'owner', ref: p.teamId }))
/** A session with a requested refund of its rest. */
async function rest(paidPaise: number, billedPaise: number) {
  const p = await paid(t, { paidPaise, billedPaise })
  provider.paid.set(p.paymentId, paidPaise)
  const owner = await ownerOf(p)
  const { paymentId, companyId, teamId, transactionId } = p
  const r = { paymentId, companyId, teamId, transactionId, amountPaise: paidPaise - billedPaise, at: t.services.now() }
  const refundId = await t.db.transaction().execute(trx => addRefund(trx, { ...r, cause: 'rest' }))
  return { p, refundId, owner }
}
const givenBack = () => provider.made.reduce((n, r) => (r.status === 'processed' ? n + r.amount : n), 0)
const pendingOne = () => provider.made.find(r => r.status === 'pending') as Refund
const statesOf = async (p: Paid) => (await refundsOf(t, p.paymentId)).map(r => [r.cause, r.status, r.amountPaise])

test('a reported refund that exceeds its payment, or that of another currency, is stored for a person and never booked', async () => {
  const p = await paid(t, { paidPaise: 2000 })
  const owner = await ownerOf(p)
  const reports = (providerRefundId: string) =>
    t.db.selectFrom('refusedRefund').selectAll().where('providerRefundId', '=', providerRefundId).execute()
  const tooMuch = provider.make(p.paymentId, 2001, 'processed')
  for (let i = 0; i < 2; i++) expect(await tell(p, tooMuch)).toBe(true)
  expect(await reports(tooMuch.id)).toMatchObject([{ amountPaise: 2001, leftPaise: 2000, closedAt: null }])
  // The first part is booked; the excess over the remaining rest is not.
  await tell(p, provider.make(p.paymentId, 1500, 'processed'))
  const beyond = provider.make(p.paymentId, 501, 'pending')
  await tell(p, beyond)
  expect(await reports(beyond.id)).toMatchObject([{ amountPaise: 501, leftPaise: 500 }])
  expect(await statesOf(p)).toEqual([['elsewhere', 'processed', 1500]])
  expect([await ownerOf(p), (await moneyOf(t, p)).payment]).toEqual([owner, 500])
  // A failed refund moved no money, so its report needs no attention any more.
  await tell(p, provider.move(beyond, 'failed'))
  expect(await reports(beyond.id)).toMatchObject([{ closedAt: expect.any(Date), closedBy: null }])
  expect((await statesOf(p)).length).toBe(1)
  const dollars = await paid(t, { paidPaise: 1000 })
  await t.db.updateTable('payment').set({ currency: 'USD' }).where('paymentNo', '=', dollars.paymentNo).execute()
  expect(await tell(dollars, provider.make(dollars.paymentId, 1000, 'processed'))).toBe(true)
  expect([await statesOf(dollars), (await moneyOf(t, dollars)).payment, await ownerOf(p)]).toEqual([[], 1000, owner])
})

test('the same rest is not given back twice: at the desk while ours was on its way, which then failed', async () => {
  const { p, owner } = await rest(2000, 1237)
  provider.faults = ['pending']
  await askAll()
  const ours = pendingOne()
  await tell(p, provider.make(p.paymentId, 763, 'processed'))
  expect(await ownerOf(p)).toBe(owner - 763)
  await tell(p, provider.move(ours, 'failed'))
  expect([await ownerOf(p), (await moneyOf(t, p)).hold]).toEqual([owner, 0])
  for (let i = 0; i < 4; i++) {
    minutes(61)
    await askAll()
  }
  expect([givenBack(), provider.calls, await ownerOf(p)]).toEqual([763, 1, owner])
  const { refundStatus } = await t.db
    .selectFrom('transaction')
    .select('refundStatus')
    .where('transactionId', '=', p.transactionId)
    .executeTakeFirstOrThrow()
  expect(refundStatus).toBe('processed')
  expect(await statesOf(p)).toEqual([
    ['rest', 'failed', 763],
    ['elsewhere', 'processed', 763],
  ])
})

test('a refund that has failed for good waits until its money has gone back, in whatever way', async () => {
  const { p } = await rest(20_000, 2000)
  const waiting = async () =>
    (await sql`select from refund r where r.payment_id = ${p.paymentId} and ${isWaitingRefund}`.execute(t.db)).rows
      .length
  const session = () =>
    t.db
      .selectFrom('transaction')
      .select(['refundStatus', 'refundPaise'])
      .where('transactionId', '=', p.transactionId)
      .executeTakeFirst()
  provider.faults = ['refused', 'refused', 'refused', 'refused', 'refused']
  for (let i = 0; i < 5; i++) {
    await askAll()
    minutes(61)
  }
  expect([await waiting(), (await session())?.refundStatus]).toEqual([1, 'failed'])
  await tell(p, provider.make(p.paymentId, 10_000, 'processed'))
  expect(await waiting()).toBe(1)
  await tell(p, provider.make(p.paymentId, 8000, 'processed'))
  expect(await waiting()).toBe(0)
  expect(await session()).toEqual({ refundStatus: 'processed', refundPaise: 18_000 })
})

test('what is left beside a part given back at the desk is what the next attempt asks for', async () => {
  const { p, owner } = await rest(5000, 1237)
  provider.faults = ['refused']
  provider.make(p.paymentId, 3000, 'processed')
  await askAll()
  // No webhook had reported the refund: the provider was asked before the first attempt.
  expect([await statesOf(p), (await moneyOf(t, p)).hold, await ownerOf(p)]).toEqual([
    [
      ['rest', 'failed', 763],
      ['elsewhere', 'processed', 3000],
    ],
    763,
    owner,
  ])
  minutes(2)
  await askAll()
  expect([givenBack(), (await moneyOf(t, p)).hold, await ownerOf(p)]).toEqual([3763, 0, owner])
})

test('a part at the desk after ours had failed: the rest goes back by itself', async () => {
  const { p } = await rest(3000, 1237)
  provider.faults = ['refused']
  await askAll()
  await tell(p, provider.make(p.paymentId, 1200, 'processed'))
  minutes(2)
  await askAll()
  expect([givenBack(), (await moneyOf(t, p)).hold]).toEqual([1763, 0])
})

test('below one rupee nothing stays in the hold', async () => {
  const { p } = await rest(3000, 1237)
  provider.faults = ['refused']
  await askAll()
  await tell(p, provider.make(p.paymentId, 1700, 'processed'))
  expect((await moneyOf(t, p)).hold).toBe(0)
})

test('a desk refund that fails in the end frees its part again', async () => {
  const { p, owner } = await rest(5000, 1200)
  const desk = provider.make(p.paymentId, 3000, 'pending')
  await askAll()
  expect(givenBack()).toBe(800)
  await tell(p, provider.move(desk, 'failed'))
  await askAll()
  expect([givenBack(), (await moneyOf(t, p)).hold, await ownerOf(p)]).toEqual([3800, 0, owner])
})

describe('any interleaving', () => {
  const PAID = 50_000
  const BILLED = 20_000
  type Step =
    | { kind: 'desk'; rupees: number; status: 'pending' | 'processed'; isTold: boolean }
    | { kind: 'ask'; faults: Fault[] }
    | { kind: 'move'; status: 'processed' | 'failed'; isTold: boolean }
    | { kind: 'tell' }
  const step: fc.Arbitrary<Step> = fc.oneof(
    fc.record({
      kind: fc.constant('desk' as const),
      rupees: fc.integer({ min: 1, max: 400 }),
      status: fc.constantFrom('pending' as const, 'processed' as const),
      isTold: fc.boolean(),
    }),
    fc.record({
      kind: fc.constant('ask' as const),
      faults: fc.array(fc.constantFrom<Fault>('no answer', 'answer lost', 'refused', 'pending'), { maxLength: 1 }),
    }),
    fc.record({
      kind: fc.constant('move' as const),
      status: fc.constantFrom('processed' as const, 'failed' as const),
      isTold: fc.boolean(),
    }),
    fc.constant({ kind: 'tell' as const }),
  )

  test('gives back at most what was paid less what was charged, and leaves hold, owner and books in order', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 1, maxLength: 9 }), async steps => {
        provider = new TestProvider()
        const { p, refundId, owner } = await rest(PAID, BILLED)
        const asked = provider.refund
        // The most that was out or on its way right after this product was given something.
        let most = 0
        const notFailed = () => provider.made.reduce((n, r) => (r.status === 'failed' ? n : n + r.amount), 0)
        provider.refund = async (id, r) => {
          const before = provider.made.length
          const answer = await asked(id, r)
          if (provider.made.length > before) most = Math.max(most, notFailed())
          return answer
        }
        const tellAll = async () => {
          for (const r of provider.made) await tell(p, r)
        }
        const moveAll = (status: 'processed' | 'failed') =>
          provider.made.filter(r => r.status === 'pending').map(r => provider.move(r, status))
        for (const s of steps) {
          if (s.kind === 'desk' && s.rupees * 100 <= PAID - notFailed()) {
            const r = provider.make(p.paymentId, s.rupees * 100, s.status)
            if (s.isTold) await tell(p, r)
          }
          if (s.kind === 'ask') {
            minutes(61)
            provider.faults = [...s.faults]
            await askAll()
          }
          if (s.kind === 'move') for (const r of moveAll(s.status)) if (s.isTold) await tell(p, r)
          if (s.kind === 'tell') await tellAll()
        }
        // In the end every refund is decided and reported, and the rest goes back: automatically, else by a person.
        provider.faults = []
        for (let i = 0; i < 5; i++) {
          moveAll('processed')
          await tellAll()
          minutes(61)
          await askAll()
        }
        await t.db.transaction().execute(async trx => {
          const r = await holdRefund(trx, refundId)
          if (r?.status === 'failed') await beginAttempt(trx, r, 'by hand', t.services.now(), 1)
        })
        await askAll()
        await tellAll()
        expect(most).toBeLessThanOrEqual(PAID - BILLED)
        const excess = Math.max(0, givenBack() - (PAID - BILLED))
        expect([(await moneyOf(t, p)).hold, (await ownerOf(p)) - owner, givenBack() - excess]).toEqual([
          0,
          0 - excess,
          PAID - BILLED,
        ])
        expect(await trialBalance(t.db)).toEqual({ differencePaise: 0n, driftPaise: 0n })
        await t.db.updateTable('refund').set({ nextAt: null }).execute()
      }),
      { numRuns: 30 },
    )
  }, 120_000)
})
