// Failed refunds that wait, and the state of the last refund that a session carries (D-REF-1, migration 0084).
import { readFileSync } from 'node:fs'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { trialBalance } from '#money/ledger/account.store.ts'
import { credit, debit } from '#money/ledger/ledger.rules.ts'
import { postAll } from '#money/ledger/posting.store.ts'
import { startApp, type TestApp } from '#testing/app.ts'
import { takeInRefund } from './refund.commands.ts'
import { addRefund } from './refund.store.ts'
import { beginAttempt } from './refund-attempt.commands.ts'
import { callDue } from './refund-call.commands.ts'
import { mayGoBack } from './refund-room.store.ts'
import { holdRefund } from './refund-state.store.ts'
import { type Paid, paid, refundsOf, TestProvider } from './test-refund.ts'
import { isWaitingRefund } from './waiting-refund.store.ts'

const MIGRATION = readFileSync(new URL('../../../migrations/0084-refunds-that-wait.sql', import.meta.url), 'utf8')
const MENDING = MIGRATION.slice(MIGRATION.lastIndexOf('update transaction t'))
let t: TestApp
const provider = new TestProvider()
beforeAll(async () => {
  t = await startApp()
})
afterAll(async () => {
  const end = await trialBalance(t.db)
  await t.close()
  expect(end).toEqual({ differencePaise: 0n, driftPaise: 0n })
})

type Session = Paid & { transactionId: number }
async function session(paidPaise: number, billedPaise: number): Promise<Session> {
  const p = (await paid(t, { paidPaise, billedPaise })) as Session
  provider.paid.set(p.paymentId, paidPaise)
  return p
}
/** Requests a refund that the provider refuses, and that nothing tries again by itself. */
async function failed({ paymentId, companyId, teamId, transactionId }: Paid, amountPaise: number): Promise<number> {
  const r = { paymentId, companyId, teamId, transactionId, amountPaise, cause: 'by hand' as const, at: new Date() }
  const refundId = await t.db.transaction().execute(trx => addRefund(trx, r))
  provider.faults = ['refused']
  await callDue(t.services, async () => provider)
  return refundId
}
const again = (refundId: number) =>
  t.db.transaction().execute(async trx => {
    const held = await holdRefund(trx, refundId)
    return held && beginAttempt(trx, held, 'by hand', new Date(), null)
  })
const waiting = async (p: Paid) =>
  (
    await sql<{
      id: number
    }>`select r.refund_id as id from refund r where r.payment_id = ${p.paymentId} and ${isWaitingRefund} order by 1`.execute(
      t.db,
    )
  ).rows.map(r => r.id)
const left = async (refundId: number) =>
  (await t.db.selectFrom('waitingRefund').select('leftPaise').where('refundId', '=', refundId).executeTakeFirst())
    ?.leftPaise
const stateOf = async ({ transactionId }: Session) =>
  (
    await t.db
      .selectFrom('transaction')
      .select(['refundStatus', 'refundPaise'])
      .where('transactionId', '=', transactionId)
      .executeTakeFirst()
  )?.refundStatus

describe('of two failed refunds whose money one attempt takes', () => {
  test.each([0, 1])('number %i: the session is refunded, and neither waits', async n => {
    const p = await session(50_000, 20_000)
    const ids = [await failed(p, 10_000), await failed(p, 20_000)]
    // The newest asks for all of the money.
    expect([await waiting(p), await stateOf(p)]).toEqual([[ids[1]], 'failed'])
    expect(await left(ids[1] ?? 0)).toBe(30_000)
    await again(ids[n] ?? 0)
    expect(await stateOf(p)).toBe('pending')
    await callDue(t.services, async () => provider)
    expect([await waiting(p), await stateOf(p)]).toEqual([[], 'processed'])
    // The other refund finds no money and says so; the session stays refunded.
    expect(await again(ids[1 - n] ?? 0)).toBeUndefined()
    expect([await waiting(p), await stateOf(p)]).toEqual([[], 'processed'])
    const refunds = (await refundsOf(t, p.paymentId)).map(r => [r.refundId, r.status, r.amountPaise])
    expect(refunds.find(r => r[0] === ids[n])).toEqual([ids[n], 'processed', 30_000])
  })
})

test('a part given back at the provider’s desk leaves the rest waiting, the whole leaves nothing', async () => {
  const p = await session(50_000, 20_000)
  const id = await failed(p, 30_000)
  await takeInRefund(t.services, p.companyId, provider.make(p.paymentId, 29_900, 'processed'), 'webhook')
  expect([await waiting(p), await stateOf(p)]).toEqual([[id], 'processed'])
  await takeInRefund(t.services, p.companyId, provider.make(p.paymentId, 1, 'processed'), 'webhook')
  expect([await waiting(p), await stateOf(p)]).toEqual([[], 'processed'])
})

test('a higher bill takes the money of a failed refund, a lower bill frees it', async () => {
  const p = await session(50_000, 20_000)
  await takeInRefund(t.services, p.companyId, provider.make(p.paymentId, 10_000, 'processed'), 'webhook')
  const id = await failed(p, 20_000)
  const bill = (n: number, toPaise: number, paise: number) =>
    t.db.transaction().execute(async trx => {
      await sql`update transaction set charged_paise = ${toPaise} where transaction_id = ${p.transactionId}`.execute(
        trx,
      )
      const { companyId, teamId, transactionId } = p
      const [from, to] = [{ kind: 'hold', ref: transactionId } as const, { kind: 'owner', ref: teamId } as const]
      const lines = paise > 0 ? [debit(from, BigInt(paise)), credit(to, BigInt(paise))] : []
      const back = paise < 0 ? [debit(to, BigInt(-paise)), credit(from, BigInt(-paise))] : []
      const key = `bill:${transactionId}:${n}`
      const kind = 'correction' as const
      await postAll(trx, [{ key, kind, at: new Date(), companyId, teamId, transactionId, lines: [...lines, ...back] }])
    })
  expect([await waiting(p), await stateOf(p)]).toEqual([[id], 'failed'])
  await bill(2, 40_000, 20_000)
  expect([await waiting(p), await stateOf(p)]).toEqual([[], 'processed'])
  await bill(3, 30_000, -10_000)
  expect([await waiting(p), await stateOf(p)]).toEqual([[id], 'failed'])
})

test('the charge of a session whose charge point moved to another company counts', async () => {
  const p = await session(50_000, 20_000)
  await sql`update transaction set company_id = ${t.world.two.companyId} where transaction_id = ${p.transactionId}`.execute(
    t.db,
  )
  const most = await t.db.transaction().execute(trx => mayGoBack(trx, { ...p, refundId: null }))
  expect(most).toBe(30_000)
  // A refund at the provider's desk belongs to that session too.
  await takeInRefund(t.services, p.companyId, provider.make(p.paymentId, 30_000, 'processed'), 'webhook')
  expect(await stateOf(p)).toBe('processed')
})

test('sessions that said failed although their money is back are mended once', async () => {
  const [done, waits] = [await session(50_000, 20_000), await session(50_000, 20_000)]
  const older = await failed(done, 10_000)
  await failed(done, 20_000)
  await again(older)
  await callDue(t.services, async () => provider)
  await failed(waits, 30_000)
  const ids = sql.val([done.transactionId, waits.transactionId])
  await sql`update transaction set refund_status = 'failed' where transaction_id = any(${ids}::int[])`.execute(t.db)
  await sql.raw(MENDING).execute(t.db)
  expect([await stateOf(done), await stateOf(waits)]).toEqual(['processed', 'failed'])
})
