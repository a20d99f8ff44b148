// A bill lowered again and again while earlier refunds fail, wait, or lose their answers: the whole excess goes back,
// and only once (D-REF-1, D-REF-2, M-2.7).
import fc from 'fast-check'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { trialBalance } from '#money/ledger/account.store.ts'
import { askedFor, paid } from '#settlement/payments/test-pay-session.ts'
import { startApp, type TestApp } from '#testing/app.ts'
import { bootedCharger, start, stop } from '#testing/ocpp.ts'
import { takeInRefund } from './refund.commands.ts'
import { beginAttempt } from './refund-attempt.commands.ts'
import { callDue } from './refund-call.commands.ts'
import { holdRefund } from './refund-state.store.ts'
import { type Fault, refundsOf, TestProvider } from './test-refund.ts'

vi.setConfig({ testTimeout: 120_000 })
let t: TestApp
let ws: string
let aheadMs = 0
beforeAll(async () => {
  t = await startApp({ now: () => new Date(Date.now() + aheadMs) })
  ws = (await t.listen()).ws
})
afterAll(() => t.close())

const FAULTS: readonly (Fault | 'none')[] = [
  'none',
  'no answer',
  '429',
  'answer lost',
  'refused',
  'pending',
  'no reference',
]
type Step =
  | { is: 'lower'; percent: number }
  | { is: 'ask'; faults: (Fault | 'none')[] }
  | { is: 'tell'; status: 'failed' | 'processed'; twice: boolean }
  | { is: 'wait'; minutes: number }
  | { is: 'by hand' }
const step: fc.Arbitrary<Step> = fc.oneof(
  { weight: 3, arbitrary: fc.record({ is: fc.constant('lower' as const), percent: fc.integer({ min: 30, max: 95 }) }) },
  {
    weight: 4,
    arbitrary: fc.record({
      is: fc.constant('ask' as const),
      faults: fc.array(fc.constantFrom(...FAULTS), { minLength: 1, maxLength: 3 }),
    }),
  },
  {
    weight: 3,
    arbitrary: fc.record({
      is: fc.constant('tell' as const),
      status: fc.constantFrom('failed' as const, 'processed' as const),
      twice: fc.boolean(),
    }),
  },
  { weight: 2, arbitrary: fc.record({ is: fc.constant('wait' as const), minutes: fc.constantFrom(1, 11, 61, 1500) }) },
  { weight: 1, arbitrary: fc.constant({ is: 'by hand' as const }) },
)

/** A session of 217.41 that was paid with 500.00 by UPI. */
async function ended(): Promise<{ transactionId: number; paymentId: string }> {
  const c = await bootedCharger(t, ws)
  const { idTag } = await paid(t, await askedFor(t, c))
  const { transactionId } = await start(c, idTag)
  await stop(c, transactionId, { meterStop: 11_000 })
  await c.close()
  const { paymentId } = await t.db
    .selectFrom('transaction')
    .select('paymentId')
    .where('transactionId', '=', transactionId)
    .executeTakeFirstOrThrow()
  return { transactionId, paymentId: paymentId ?? '' }
}

async function lower(transactionId: number, percent: number): Promise<void> {
  const { chargedPaise } = await of(transactionId)
  // No provider gives back less than a rupee.
  if (chargedPaise * (100 - percent) < 20_000) return
  const r = await t.app.inject({
    method: 'POST',
    url: `/cms/v1/team/${t.world.one.teamId}/transaction/${transactionId}/bill`,
    headers: await t.as('admin'),
    payload: { total: Math.floor((chargedPaise * percent) / 100) / 100, note: 'Cable broken' },
  })
  expect(r.statusCode, r.body).toBe(200)
}
const of = (transactionId: number) =>
  t.db
    .selectFrom('transaction')
    .select(['chargedPaise', 'refundPaise', 'refundStatus'])
    .where('transactionId', '=', transactionId)
    .executeTakeFirstOrThrow()

test('whatever its refunds meet, a driver has back what the last bill leaves, once', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 4, maxLength: 14 }), async steps => {
      const provider = new TestProvider()
      const { transactionId, paymentId } = await ended()
      provider.paid.set(paymentId, 50_000)
      const askAll = () => callDue(t.services, async () => provider)
      const tell = (id: string) => {
        const r = provider.made.find(x => x.id === id)
        return r && takeInRefund(t.services, t.world.one.companyId, r, 'webhook')
      }
      const byHand = async () => {
        for (const r of await refundsOf(t, paymentId))
          if (r.status === 'failed')
            await t.db.transaction().execute(async trx => {
              const held = await holdRefund(trx, r.refundId)
              return held && beginAttempt(trx, held, 'by hand', t.services.now(), null)
            })
      }
      for (const s of steps) {
        if (s.is === 'lower') await lower(transactionId, s.percent)
        if (s.is === 'wait') aheadMs += s.minutes * 60_000
        if (s.is === 'by hand') await byHand()
        if (s.is === 'ask') {
          // 'none' adds no fault to the list.
          provider.faults = s.faults.filter((f): f is Fault => f !== 'none')
          await askAll()
          provider.faults = []
        }
        const waiting = provider.made.find(r => r.status === 'pending')
        if (s.is === 'tell' && waiting) {
          provider.move(waiting, s.status)
          await tell(waiting.id)
          if (s.twice) await tell(waiting.id)
        }
        expect(await trialBalance(t.db)).toEqual({ differencePaise: 0n, driftPaise: 0n })
        const gone = provider.made.reduce((n, r) => (r.status === 'failed' ? n : n + r.amount), 0)
        expect(gone).toBeLessThanOrEqual(50_000 - (await of(transactionId)).chargedPaise)
      }
      for (let n = 0; n < 12; n++) {
        for (const r of provider.made.filter(x => x.status === 'pending')) {
          provider.move(r, 'processed')
          await tell(r.id)
        }
        aheadMs += 61 * 60_000
        await askAll()
        if ((await refundsOf(t, paymentId)).every(r => r.status === 'processed')) break
        await byHand()
      }
      const { chargedPaise, refundPaise, refundStatus } = await of(transactionId)
      const back = provider.made.reduce((n, r) => (r.status === 'processed' ? n + r.amount : n), 0)
      expect({ back, refundPaise, refundStatus }).toEqual({
        back: 50_000 - chargedPaise,
        refundPaise: 50_000 - chargedPaise,
        refundStatus: 'processed',
      })
    }),
    { numRuns: Number(process.env.RUNS ?? 15) },
  )
})
