// However a call or an event of a refund goes wrong, the money goes back once and the ledger balances (D-REF-1, D-REF-2, M-5).
import type { Refund } from '@wattdesk/razorpay/provider'
import fc from 'fast-check'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { trialBalance } from '#money/ledger/account.store.ts'
import { startApp, type TestApp } from '#testing/app.ts'
import { KEY_NOTE, takeInRefund } from './refund.commands.ts'
import type { Cause } from './refund.rules.ts'
import { addRefund, NothingLeft } from './refund.store.ts'
import { beginAttempt } from './refund-attempt.commands.ts'
import { callDue } from './refund-call.commands.ts'
import { holdRefund } from './refund-state.store.ts'
import { type Fault, moneyOf, type Paid, paid, refundsOf, TestProvider } from './test-refund.ts'

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
  // Refunds that one test leaves due must not reach the next.
  await t.db.updateTable('refund').set({ nextAt: null }).execute()
})
afterAll(() => t.close())

const askAll = () => callDue(t.services, async () => provider)
async function requested(p: Paid, amountPaise: number, cause: Cause = 'rest') {
  provider.paid.set(p.paymentId, 50_000)
  const { paymentId, companyId, teamId, transactionId } = p
  const r = { paymentId, companyId, teamId, transactionId, amountPaise, cause, at: t.services.now() }
  return t.db.transaction().execute(trx => addRefund(trx, r))
}
const session = () => paid(t, { paidPaise: 50_000, billedPaise: 20_000 })
const tell = (p: Paid, r: Refund, source: 'webhook' | 'reconciliation' = 'webhook') =>
  takeInRefund(t.services, p.companyId, r, source)
/** The one refund of the payment. */
const only = async (p: Paid) => {
  const all = await refundsOf(t, p.paymentId)
  expect(all).toHaveLength(1)
  return all[0] as (typeof all)[0]
}
const historyOf = async (refundId: number) =>
  (
    await t.db
      .selectFrom('refundChange')
      .select(['status', 'attempt'])
      .where('refundId', '=', refundId)
      .orderBy('changeId')
      .execute()
  ).map(c => `${c.attempt} ${c.status}`)

describe('asking', () => {
  test('the money leaves the session with the request, and nothing is asked for that is not there', async () => {
    const p = await session()
    const before = (await moneyOf(t, p)).clearing
    await requested(p, 20_000)
    await expect(requested(p, 10_001)).rejects.toThrow(NothingLeft)
    await expect(requested(p, 99)).rejects.toThrow(RangeError)
    expect(await moneyOf(t, p)).toMatchObject({ hold: 10_000, payment: 0, clearing: before + 20_000 })
    expect(await only(p)).toMatchObject({ status: 'pending', attempt: 1, amountPaise: 20_000 })
    expect(provider.calls).toBe(0)
  })

  test('without a session it leaves the payment', async () => {
    const p = await paid(t, { paidPaise: 50_000 })
    await requested(p, 50_000, 'no session')
    await askAll()
    expect(await moneyOf(t, p)).toMatchObject({ hold: 0, payment: 0 })
    expect(await only(p)).toMatchObject({ status: 'processed', rrn: '523456789012', nextAt: null, transactionId: null })
  })

  test('a session is pending as long as one of its refunds is, whichever was told of last', async () => {
    const p = await session()
    provider.faults = ['pending']
    await requested(p, 20_000)
    await askAll()
    await requested(p, 10_000, 'by hand')
    await askAll()
    const state = async () =>
      (
        await t.db
          .selectFrom('transaction')
          .select(['refundStatus', 'refundPaise'])
          .where('transactionId', '=', p.transactionId ?? 0)
          .execute()
      )[0]
    expect((await refundsOf(t, p.paymentId)).map(r => r.status)).toEqual(['pending', 'processed'])
    expect(await state()).toEqual({ refundStatus: 'pending', refundPaise: 10_000 })
    await tell(p, { ...(provider.made[0] as Refund), status: 'processed' })
    expect(await state()).toEqual({ refundStatus: 'processed', refundPaise: 30_000 })
  })

  test('many that ask at once for the same rest get it once', async () => {
    const p = await session()
    const asked = await Promise.allSettled(Array.from({ length: 6 }, () => requested(p, 30_000)))
    expect(asked.filter(a => a.status === 'fulfilled')).toHaveLength(1)
    await Promise.all([askAll(), askAll(), askAll()])
    expect([provider.calls, provider.made.length]).toEqual([1, 1])
    expect((await only(p)).status).toBe('processed')
  })
})

type Case = [
  name: string,
  faults: Fault[],
  attempts: number,
  more?: Partial<Pick<TestProvider, 'forgetsKeys' | 'readFaults'>>,
]
test.each<Case>([
  ['no answer in time', ['no answer', 'no answer', 'no answer'], 1],
  ['too many calls', ['429', '429'], 1],
  ['the connection closed after it was made', ['answer lost'], 1],
  ['that, and the reading failed too', ['answer lost'], 1, { readFaults: ['no answer'] }],
  ['that, and the provider forgot the key', ['answer lost'], 1, { readFaults: ['no answer'], forgetsKeys: true }],
  ['pending at first', ['pending'], 1],
  ['processed before the bank names its reference', ['no reference'], 1],
  ['refused twice', ['refused', 'refused'], 3],
  ['refused after no answer came', ['no answer', 'refused'], 2],
])('%s: given back once', async (_, faults, attempts, more = {}) => {
  const p = await session()
  const id = await requested(p, 30_000)
  Object.assign(provider, { faults: [...faults], ...more })
  for (let i = 0; i < 5; i++) {
    await askAll()
    const [pending] = provider.made.filter(r => r.status === 'pending')
    if (pending && i === 2) provider.move(pending, 'processed')
    const [bare] = provider.made.filter(r => r.acquirerData.rrn === undefined)
    if (bare) provider.move(bare, 'processed', { arn: '74332745128695361234567' })
    minutes(61)
  }
  expect(provider.made.filter(r => r.status === 'processed')).toHaveLength(1)
  const r = await only(p)
  expect(r).toMatchObject({ status: 'processed', attempt: attempts, nextAt: null, amountPaise: 30_000 })
  expect(r.rrn ?? r.arn).toBeTruthy()
  expect(await moneyOf(t, p)).toMatchObject({ hold: 0, payment: 0 })
  expect((await historyOf(id)).at(-1)).toBe(`${attempts} processed`)
  const row = await t.db
    .selectFrom('transaction')
    .select(['refundStatus', 'refundPaise'])
    .where('transactionId', '=', p.transactionId ?? 0)
    .executeTakeFirst()
  expect(row).toEqual({ refundStatus: 'processed', refundPaise: 30_000 })
})

test('what fails is tried again after 1, 10 and 60 minutes, then waits for a person with its money', async () => {
  const p = await session()
  const id = await requested(p, 30_000)
  provider.faults = ['refused', 'pending', 'refused', 'refused']
  const before = (await moneyOf(t, p)).clearing - 30_000
  for (const wait of [1, 10, 60]) {
    await askAll()
    // The provider later reports twice that the second attempt failed.
    const [pending] = provider.made.filter(r => r.status === 'pending')
    if (pending) {
      const failed = provider.move(pending, 'failed')
      await tell(p, failed)
      await tell(p, failed)
    }
    expect(await only(p)).toMatchObject({ status: 'failed' })
    expect(await moneyOf(t, p)).toMatchObject({ hold: 30_000, clearing: before })
    minutes(wait - 0.5)
    const { calls } = provider
    await askAll()
    expect(provider.calls).toBe(calls)
    minutes(0.5)
  }
  await askAll()
  expect(await only(p)).toMatchObject({
    status: 'failed',
    attempt: 4,
    nextAt: null,
    failure: expect.stringMatching(/balance/),
  })
  minutes(10_000)
  await askAll()
  expect(provider.calls).toBe(4)
  expect(await moneyOf(t, p)).toMatchObject({ hold: 30_000, clearing: before })
  expect(await historyOf(id)).toEqual([
    '1 pending',
    '1 failed',
    '2 pending',
    '2 pending',
    '2 failed',
    '3 pending',
    '3 failed',
    '4 pending',
    '4 failed',
  ])
})

test('a try by hand takes none of those that come by themselves', async () => {
  const p = await session()
  const id = await requested(p, 30_000)
  provider.faults = ['refused', 'refused', 'refused']
  await askAll()
  const byHand = await t.db.transaction().execute(async trx => {
    const r = await holdRefund(trx, id)
    return r && beginAttempt(trx, r, 'by hand', t.services.now(), null)
  })
  expect(byHand?.attempt).toBe(2)
  await askAll()
  const minutesTo = async () => ((await only(p)).nextAt?.getTime() ?? 0) - t.services.now().getTime()
  // The first of three is still to come, a minute after it.
  expect(Math.round((await minutesTo()) / 60_000)).toBe(1)
  minutes(1)
  await askAll()
  expect(await only(p)).toMatchObject({ status: 'failed', attempt: 3 })
  expect(Math.round((await minutesTo()) / 60_000)).toBe(10)
})

test('made at the provider’s own desk: taken from the session, and what is missing from the owner', async () => {
  const p = await session()
  const gone = await paid(t, { paidPaise: 40_000 })
  provider.paid.set(p.paymentId, 50_000)
  await tell(p, provider.make(p.paymentId, 35_000, 'pending'))
  expect(await moneyOf(t, p)).toMatchObject({ hold: 30_000 })
  const [made] = provider.made
  if (made) await Promise.all([1, 2, 3].map(() => tell(p, provider.move(made, 'processed'))))
  await tell(gone, provider.make(gone.paymentId, 40_000, 'processed'), 'reconciliation')
  expect(await only(p)).toMatchObject({ cause: 'elsewhere', status: 'processed', transactionId: p.transactionId })
  expect(await only(gone)).toMatchObject({ cause: 'elsewhere', status: 'processed', transactionId: null })
  expect([await moneyOf(t, p), await moneyOf(t, gone)]).toMatchObject([{ hold: 0 }, { payment: 0 }])
  expect(await tell({ ...p, companyId: t.world.two.companyId }, provider.make(p.paymentId, 100, 'processed'))).toBe(
    false,
  )
  expect(await tell(p, provider.make('pay_nobodyknowsthis', 100, 'processed'))).toBe(false)
})

test('an attempt that was told as failed and is done after all is not lost from the books', async () => {
  const p = await session()
  await requested(p, 30_000)
  provider.faults = ['pending']
  await askAll()
  const [first] = provider.made
  if (!first) throw new Error('Nothing was made')
  await tell(p, provider.move(first, 'failed'))
  minutes(1)
  // The next attempt begins; the provider makes the first one good as well.
  provider.faults = ['no answer']
  provider.readFaults = ['no answer']
  await askAll()
  await tell(p, provider.move(first, 'processed'))
  const all = await refundsOf(t, p.paymentId)
  expect(all.map(r => [r.cause, r.status])).toEqual([
    ['rest', 'pending'],
    ['elsewhere', 'processed'],
  ])
})

test('events in any order and any number end alike', async () => {
  const kinds = ['created', 'processed', 'reference', 'answer'] as const
  await fc.assert(
    fc.asyncProperty(
      fc
        .array(fc.constantFrom(...kinds), { maxLength: 8 })
        .chain(more => fc.shuffledSubarray([...kinds, ...more], { minLength: kinds.length + more.length })),
      async order => {
        provider = new TestProvider()
        const p = await session()
        const before = (await moneyOf(t, p)).clearing
        const id = await requested(p, 30_000)
        const row = await t.db
          .selectFrom('refund')
          .select('idempotencyKey')
          .where('refundId', '=', id)
          .executeTakeFirstOrThrow()
        provider.faults = ['no reference']
        const notes = { [KEY_NOTE]: row.idempotencyKey }
        const made = provider.make(p.paymentId, 30_000, 'processed', notes, {})
        provider.keys.set(row.idempotencyKey, made.id)
        const told: Record<Exclude<(typeof kinds)[number], 'answer'>, Refund> = {
          created: { ...made, status: 'pending' },
          processed: made,
          reference: { ...made, acquirerData: { utr: 'N2026' } },
        }
        for (const kind of order) await (kind === 'answer' ? askAll() : tell(p, told[kind]))
        expect(await only(p)).toMatchObject({ status: 'processed', utr: 'N2026', nextAt: null })
        expect(await moneyOf(t, p)).toMatchObject({ hold: 0, clearing: before })
      },
    ),
    { numRuns: 12 },
  )
})
