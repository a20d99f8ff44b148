// Refunds made at the provider's own desk before, while and after a session runs, waits in review, is billed and
// corrected, beside the refunds requested here (D-REF-2): whatever the order, the ledger knows what the provider holds,
// no ended session keeps money, and the owner bears what went back beyond what was left.
import { formatRupees } from '@wattdesk/base/money'
import type { Refund } from '@wattdesk/razorpay/provider'
import fc from 'fast-check'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { decide } from '#desk/session-reviews/session-review.commands.ts'
import { balanceOf, trialBalance } from '#money/ledger/account.store.ts'
import { takeInRefund } from '#money/refunds/refund.commands.ts'
import { callDue } from '#money/refunds/refund-call.commands.ts'
import { type Fault, TestProvider } from '#money/refunds/test-refund.ts'
import { returnStrays } from '#settlement/payments/payment-search.commands.ts'
import { askedFor, paid } from '#settlement/payments/test-pay-session.ts'
import { periodAround } from '#settlement/payouts/period.rules.ts'
import { startApp, type TestApp } from '#testing/app.ts'
import type { TestCharger } from '#testing/charger.ts'
import { bootedCharger, start, stop } from '#testing/ocpp.ts'

let t: TestApp
let c: TestCharger & { pk: number; id: string }
let provider: TestProvider
let aheadMs = 0
beforeAll(async () => {
  t = await startApp({ now: () => new Date(Date.now() + aheadMs) })
  c = await bootedCharger(t, (await t.listen()).ws)
})
afterAll(async () => {
  await c.close()
  await t.close()
})

const number = async (of: Promise<bigint>) => Number(await of)
const askAll = async () => {
  aheadMs += 61 * 60_000
  await callDue(t.services, async () => provider)
}
const tell = (r: Refund) => takeInRefund(t.services, t.world.one.companyId, r, 'poll')
const tellAll = async () => {
  for (const r of provider.made) await tell(r)
}
const notFailed = () => provider.made.reduce((n, r) => (r.status === 'failed' ? n : n + r.amount), 0)
const borneOf = async (paymentId: string): Promise<number> =>
  (
    await sql<{ paise: number }>`select coalesce(sum(paise), 0)::bigint as paise from refund_borne
      where payment_id = ${paymentId}`.execute(t.db)
  ).rows[0]?.paise ?? 0
const thisMonth = () => periodAround(t.services.now(), t.services.timeZone).month.slice(0, 7)
const lineOfMonth = async (month = thisMonth()) => {
  const url = `/cms/v1/team/${t.world.one.teamId}/reconciliation/month?month=${month}`
  const r = await t.app.inject({ url, headers: await t.as('admin') })
  return r.json().data.lines.find((l: { kind: string }) => l.kind === 'refundsBorne')
}
const correction = async (id: number, part: '' | '/preview', total: number) => {
  const url = `/cms/v1/team/${t.world.one.teamId}/transaction/${id}/bill${part}`
  const r = await t.app.inject({ method: 'POST', url, headers: await t.as('admin'), payload: { total, note: 'Test' } })
  expect([r.statusCode, r.json().message]).toEqual([200, expect.anything()])
  return r.json().data as { back: string; less: number }
}
const by = () => ({ userId: t.world.userIds.admin, username: 'admin', ip: null, written: 0 })
const EVERYWHERE = { kind: 'all', teamId: 0 } as const

/** Part 0 for a refund of 1 rupee, 1 for all that is left of the payment at the provider. */
type Desk = { part: number; isTold: boolean }
type Step = { desk: Desk } | { ask: Fault[] }
const desk: fc.Arbitrary<Step> = fc.record({
  desk: fc.record({ part: fc.constantFrom(0, 0.3, 0.97, 1), isTold: fc.boolean() }),
})
const asked: fc.Arbitrary<Step> = fc.record({
  ask: fc.array(fc.constantFrom<Fault>('no answer', 'answer lost', 'refused', 'pending'), { maxLength: 1 }),
})
const steps = fc.array(fc.oneof(desk, asked), { maxLength: 2 })
const course = fc.record({
  paise: fc.integer({ min: 2000, max: 30_000 }),
  energyWh: fc.constantFrom(0, 60, 900, 5000),
  isInReview: fc.boolean(),
  before: steps,
  running: steps,
  waiting: steps,
  billed: steps,
  lowerTo: fc.option(fc.constantFrom(0.2, 0.9)),
  lowered: steps,
})
type Course = typeof course extends fc.Arbitrary<infer C> ? C : never

async function play(x: Course): Promise<void> {
  provider = new TestProvider()
  const { companyId } = t.world.one
  const gateway = () => number(balanceOf(t.db, { kind: 'gateway', ref: companyId }))
  const rests = () => number(balanceOf(t.db, { kind: 'smallRests', ref: 0 }))
  const before = { gateway: await gateway(), rests: await rests(), line: (await lineOfMonth()).open }
  const s = await paid(t, await askedFor(t, c, { paise: x.paise, expiresInMin: 100_000 }), { paise: x.paise })
  const paymentId = s.paymentId as string
  provider.paid.set(paymentId, x.paise)
  const walk = async (all: readonly Step[]) => {
    for (const step of all) {
      if ('ask' in step) {
        provider.faults = [...step.ask]
        await askAll()
        continue
      }
      const left = x.paise - notFailed()
      const amount = Math.max(100, Math.floor(left * step.desk.part))
      if (left < 100) continue
      const r = provider.make(paymentId, amount, 'processed')
      if (step.desk.isTold) await tell(r)
    }
  }
  await walk(x.before)
  const { transactionId, status } = await start(c, s.idTag, { timestamp: t.services.now().toISOString() })
  const meterStop = 1000 + x.energyWh
  await walk(x.running)
  aheadMs += 20 * 60_000
  const timestamp = t.services.now().toISOString()
  await stop(c, transactionId, { meterStop: x.isInReview ? 900_000_000 : meterStop, timestamp })
  const { rows } = await sql<{ id: number; inReview: boolean }>`select r.id, t.in_review from transaction t
    left join session_review r on r.transaction_id = t.transaction_id where t.transaction_id = ${transactionId}`.execute(
    t.db,
  )
  if (rows[0]?.inReview) {
    await walk(x.waiting)
    const figures = status === 'Accepted' && x.isInReview ? { stop_meter_value: meterStop } : {}
    await decide(t.services, EVERYWHERE, rows[0].id, { action: 'bill', note: 'Looked at', ...figures }, by())
  }
  await walk(x.billed)
  const billed = async () =>
    (
      await sql<{ paise: number }>`select charged_paise as paise from transaction
        where transaction_id = ${transactionId}`.execute(t.db)
    ).rows[0]?.paise ?? 0
  if (x.lowerTo !== null && (await billed()) > 10)
    await correction(transactionId, '', Math.floor((await billed()) * x.lowerTo) / 100)
  await walk(x.lowered)

  /** In the end every refund is decided and reported, and what is left goes back by itself or by a person. */
  const settle = async () => {
    provider.faults = []
    for (let i = 0; i < 3; i++) {
      for (const r of provider.made.filter(m => m.status === 'pending')) provider.move(r, 'processed')
      await tellAll()
      await returnStrays(t.services)
      await sql`update refund set next_at = ${t.services.now()} where payment_id = ${paymentId} and status = 'failed'
        and cause <> 'elsewhere'`.execute(t.db)
      await askAll()
    }
  }
  const held = () => number(balanceOf(t.db, { kind: 'hold', ref: transactionId }))
  const books = async () => ({
    hold: await held(),
    gateway: (await gateway()) - before.gateway,
    borne: await borneOf(paymentId),
  })
  await settle()
  const beyond = (await billed()) + notFailed() + ((await rests()) - before.rests) - x.paise
  expect(beyond).toBeGreaterThanOrEqual(0)
  expect(await books()).toEqual({ hold: 0, gateway: x.paise - notFailed(), borne: beyond })
  const isOpen = async () => (await lineOfMonth()).open - before.line
  expect(await isOpen()).toBe(beyond > 0 ? 1 : 0)
  const { sum } = (
    await t.app.inject({
      url: `/cms/v1/team/${t.world.one.teamId}/transaction/${transactionId}/money`,
      headers: await t.as('viewer'),
    })
  ).json().data
  expect(sum.difference).toBe(0)

  if ((await billed()) === 0) return
  const shown = await correction(transactionId, '/preview', 0)
  const [made, restsBefore, goneBefore] = [notFailed(), await rests(), await gone(paymentId)]
  await correction(transactionId, '', 0)
  await settle()
  expect(await books()).toEqual({ hold: 0, gateway: x.paise - notFailed(), borne: 0 })
  expect(await gone(paymentId)).toEqual(goneBefore)
  const [refunded, small] = [notFailed() - made, (await rests()) - restsBefore]
  expect(Math.round(shown.less * 100)).toBe(beyond + refunded + small)
  expect([
    shown.back.includes(`${formatRupees(BigInt(beyond))} of it went back at the provider’s own desk`),
    /it is refunded the way it was paid/i.test(shown.back),
    /goes to the account Small rests/.test(shown.back),
  ]).toEqual([beyond > 0, refunded > 0, small > 0])
  expect(await isOpen()).toBe(0)
}
/** Failed refunds that nothing can bring to their end. */
const gone = async (paymentId: string) =>
  (
    await sql`select refund_id from refund where payment_id = ${paymentId} and status = 'failed'
      order by refund_id`.execute(t.db)
  ).rows

const none = { before: [], running: [], waiting: [], billed: [], lowerTo: null, lowered: [], isInReview: false }
const back = (part: number): Step => ({ desk: { part, isTold: true } })
test.each<[string, Course]>([
  ['all of it while charging', { ...none, paise: 10_000, energyWh: 60, running: [back(1)] }],
  ['nearly all of it while charging', { ...none, paise: 10_000, energyWh: 60, running: [back(0.999)] }],
  ['all of it while in review', { ...none, paise: 10_000, energyWh: 60, isInReview: true, waiting: [back(1)] }],
  ['all of it before the start', { ...none, paise: 10_000, energyWh: 60, before: [back(1)] }],
  ['all of it after the bill', { ...none, paise: 10_000, energyWh: 900, billed: [back(1)] }],
])('given back at the desk: %s', async (_name, x) => {
  await play(x)
  expect(await trialBalance(t.db)).toEqual({ differencePaise: 0n, driftPaise: 0n })
})

test('the line of each month ends when the bill is lowered, in whichever month that is', async () => {
  provider = new TestProvider()
  const s = await paid(t, await askedFor(t, c, { paise: 10_000, expiresInMin: 100_000 }), { paise: 10_000 })
  const { transactionId } = await start(c, s.idTag, { timestamp: t.services.now().toISOString() })
  aheadMs += 20 * 60_000
  await stop(c, transactionId, { meterStop: 1900, timestamp: t.services.now().toISOString() })
  await tell(provider.make(s.paymentId as string, 10_000, 'processed'))
  const ofRefund = thisMonth()
  const before = (await lineOfMonth()).open
  expect(before).toBeGreaterThan(0)
  aheadMs += 40 * 86_400_000
  expect(thisMonth()).not.toBe(ofRefund)
  expect([(await lineOfMonth(ofRefund)).open, (await lineOfMonth()).open]).toEqual([before, before])
  await correction(transactionId, '', 0)
  expect([(await lineOfMonth(ofRefund)).open, (await lineOfMonth()).open]).toEqual([before - 1, before - 1])
})

test('any order of refunds, the session, its bill and its correction', async () => {
  await fc.assert(fc.asyncProperty(course, play), { numRuns: Number(process.env.WATTDESK_ENDINGS ?? 144) / 12 })
  expect(await trialBalance(t.db)).toEqual({ differencePaise: 0n, driftPaise: 0n })
}, 900_000)
