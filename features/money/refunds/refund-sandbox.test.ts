// Refunds at the sandbox, over its sockets and through its webhooks: whatever goes wrong with calls and events, the
// provider gives back once, or the money stays in place (M-5, D-REF-2).

import type { Trouble } from '@wattdesk/razorpay/sandbox/habits'
import type { Sandbox } from '@wattdesk/razorpay/sandbox/server'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { balanceOf, trialBalance } from '#money/ledger/account.store.ts'
import { providerOf } from '#money/payment-provider/provider-of.commands.ts'
import { takeInPayment } from '#settlement/payments/payment.commands.ts'
import { refundsOf as listedHere } from '#settlement/payments/payment-search.store.ts'
import { refundDifferences } from '#settlement/payments/reconcile.rules.ts'
import { workLeft } from '#settlement/payments/webhook.commands.ts'
import { startApp, type TestApp } from '#testing/app.ts'
import { addRefund } from './refund.store.ts'
import { callDue } from './refund-call.commands.ts'
import { refundsOf } from './test-refund.ts'

let t: TestApp
let sandbox: Sandbox
let aheadMs = 0
beforeAll(async () => {
  t = await startApp({ now: () => new Date(Date.now() + aheadMs) })
  await t.listen()
  sandbox = await t.app.sandbox()
})
afterAll(async () => {
  const end = await trialBalance(t.db)
  await t.close()
  expect(end).toEqual({ differencePaise: 0n, driftPaise: 0n })
})

/** A captured payment of 500 rupees. */
async function captured(refunds: Sandbox['faults']['habits']['refunds']) {
  const { companyId, teamId } = t.world.one
  const provider = await providerOf(t.services, companyId)
  const order = await provider.createOrder({ amount: 50_000, receipt: 'R-1', notes: {} })
  if (order.is !== 'ok') throw new Error(JSON.stringify(order))
  sandbox.faults.habits.refunds = refunds
  const { payment } = await sandbox.pay(order.value.id, { method: 'upi' })
  const taken = await provider.capture(payment.id, 50_000)
  if (taken.is !== 'ok') throw new Error(JSON.stringify(taken))
  await takeInPayment(t.services, companyId, taken.value, 'capture')
  const { paymentNo } = await t.db
    .selectFrom('payment')
    .select('paymentNo')
    .where('paymentId', '=', payment.id)
    .executeTakeFirstOrThrow()
  return { paymentId: payment.id, paymentNo, companyId, teamId, provider }
}

type Given = {
  calls?: [what: Trouble, options?: { times?: number; done?: boolean }][]
  reads?: Trouble
  refunds?: 'processed' | 'pending' | 'failed' | 'no reference'
  webhooks?: Partial<Sandbox['faults']['habits']['webhooks']>
}
test.each<[string, Given]>([
  ['nothing goes wrong', {}],
  ['too many calls', { calls: [['too often', { times: 3 }]] }],
  ['a proxy answers', { calls: [['bad gateway', { times: 2 }]] }],
  ['half an answer of what was done', { calls: [['half an answer', { done: true }]] }],
  ['the connection closed after it was made', { calls: [['closed', { done: true }]] }],
  ['that, and the reading failed', { calls: [['closed', { done: true }]], reads: 'server error' }],
  ['the connection closed before', { calls: [['closed', { times: 2 }]] }],
  ['conflict', { calls: [['conflict']] }],
  ['pending, told twice', { refunds: 'pending', webhooks: { twice: true } }],
  ['pending, never told', { refunds: 'pending', webhooks: { signing: 'wrong' } }],
  ['processed without a reference', { refunds: 'no reference' }],
  ['pending, then failed, each time', { refunds: 'failed', webhooks: { twice: true } }],
])('%s', async (_, { calls = [], reads, refunds = 'processed', webhooks = {} }) => {
  const p = await captured(refunds)
  const { paymentId, companyId, teamId, provider } = p
  const asked = { paymentId, companyId, teamId, amountPaise: 50_000, cause: 'no session' as const }
  await t.db.transaction().execute(trx => addRefund(trx, { ...asked, at: t.services.now() }))
  Object.assign(sandbox.faults.habits.webhooks, { held: false, twice: false, signing: 'secret', ...webhooks })
  for (const [what, options] of calls) sandbox.faults.add('refund', what, options)
  if (reads) sandbox.faults.add('refundsOf', reads)
  for (let round = 0; round < 9; round++) {
    await callDue(t.services)
    aheadMs += 61 * 60_000
    await sandbox.tick()
    await workLeft(t.services)
    if ((await refundsOf(t, paymentId)).every(r => r.nextAt === null)) break
  }
  const made = await provider.refundsOf(paymentId)
  if (made.is !== 'ok') throw new Error(JSON.stringify(made))
  const isLost = refunds === 'failed'
  expect(made.value.map(r => r.status)).toEqual(isLost ? new Array(4).fill('failed') : ['processed'])
  const rows = await refundsOf(t, paymentId)
  expect(rows).toEqual([
    expect.objectContaining(
      isLost ? { status: 'failed', attempt: 4, nextAt: null } : { status: 'processed', attempt: 1 },
    ),
  ])
  expect(await balanceOf(t.db, { kind: 'payment', ref: p.paymentNo })).toBe(isLost ? 50_000n : 0n)
  expect(await balanceOf(t.db, { kind: 'refundClearing', ref: companyId })).toBe(0n)
  // Each refund in the provider's list is known here, those of earlier attempts too.
  expect(refundDifferences(made.value, await listedHere(t.db, companyId, made.value))).toEqual([])
})
