// Refunds by hand and the list of refunds: rights, the refundable sessions and amounts, and the ledger afterwards
// (D-REF-3, D-REF-6).

import { FEATURES } from '@wattdesk/base/access'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { trialBalance } from '#money/ledger/account.store.ts'
import { takeInRefund } from '#money/refunds/refund.commands.ts'
import { MONEY_GONE } from '#money/refunds/refund.rules.ts'
import { addRefund } from '#money/refunds/refund.store.ts'
import { callDue } from '#money/refunds/refund-call.commands.ts'
import { type Fault, moneyOf, paid, refundsOf, TestProvider } from '#money/refunds/test-refund.ts'
import { everywhere, readWho } from '#platform/access/scope.ts'
import { type Person, startApp, type TestApp } from '#testing/app.ts'
import { refundPayment } from './payment-refund.commands.ts'
import { refundFilterFields, refundSortFields } from './refund-list.contract.ts'
import { refundSessions } from './refund-request.commands.ts'
import { HAS_SESSION, IN_REVIEW, RUNNING, TOO_OLD } from './refund-request.rules.ts'
import { refundRequestFilters, refundRequestSorts } from './refund-request-list.contract.ts'

let t: TestApp
const provider = new TestProvider()
const providers = async () => provider
beforeAll(async () => {
  t = await startApp()
})
afterAll(async () => {
  const end = await trialBalance(t.db)
  await t.close()
  expect(end).toEqual({ differencePaise: 0n, driftPaise: 0n })
})

const ask = async (person: Person | 'anonymous', path: string, payload?: object) =>
  t.app.inject({
    method: payload ? 'POST' : 'GET',
    url: `/cms/v1/${path}`,
    headers: person === 'anonymous' ? {} : await t.as(person),
    ...(payload && { payload }),
  })
const bodyOf = (transactionId: number | null, ocppIdTag?: string) => ({ refundBody: [{ transactionId, ocppIdTag }] })
const hoursAgo = (h: number) => new Date(Date.now() - h * 3_600_000)
const session = (more: object = {}) =>
  paid(t, { paidPaise: 50_000, billedPaise: 20_000, startedAt: hoursAgo(2), ...more })

describe('rights', () => {
  // Viewer and operator see refunds and are read-only there (D-ACC-4, D-ACC-10).
  const everybody = ['anonymous', 'nobody', 'stranger', 'viewer', 'operator', 'finance', 'admin', 'root'] as const
  const read = {
    anonymous: 401,
    nobody: 403,
    stranger: 404,
    viewer: 200,
    operator: 200,
    finance: 200,
    admin: 200,
    root: 200,
  }
  const byId = { ...read, nobody: 403 }
  const refund = {
    anonymous: 401,
    nobody: 403,
    stranger: 422,
    viewer: 403,
    operator: 403,
    finance: 200,
    admin: 200,
    root: 200,
  }
  test.each(everybody)('%s', async person => {
    const p = await session()
    const of = (r: { statusCode: number }) => r.statusCode
    const list = await ask(person, `refund?teamId=${t.world.one.teamId}`)
    expect([person, of(list)]).toEqual([person, person === 'nobody' ? 404 : read[person]])
    expect([person, of(await ask(person, `refund/${p.transactionId}`))]).toEqual([person, byId[person]])
    const details = `razorpay-transactions/razorpay/refunds/payment/${p.paymentId}`
    expect([person, of(await ask(person, details))]).toEqual([person, byId[person]])
    expect([person, of(await ask(person, 'refund', bodyOf(p.transactionId)))]).toEqual([person, refund[person]])
    expect(await refundsOf(t, p.paymentId)).toHaveLength(refund[person] === 200 ? 1 : 0)
  })
})

type Case = [
  name: string,
  session: object,
  expected: { message: string } | { gives: number },
  more?: { tag?: string; faults?: Fault[]; before?: string },
]
const pending = async (p: Awaited<ReturnType<typeof session>>, amountPaise: number) => {
  const { paymentId, companyId, teamId, transactionId } = p
  const r = { paymentId, companyId, teamId, transactionId, amountPaise, cause: 'rest' as const, at: new Date() }
  return t.db.transaction().execute(trx => addRefund(trx, r))
}
describe('by hand', () => {
  test.each<Case>([
    ['what is left', {}, { gives: 30_000 }],
    ['with its tag', {}, { gives: 30_000 }, { tag: 'own' }],
    ['with another tag', {}, { message: 'The tag is not that of the transaction' }, { tag: 'TAG-ONE' }],
    ['all of a session without energy', { billedPaise: 0 }, { gives: 50_000 }],
    ['all was charged', { billedPaise: 50_000 }, { message: 'Nothing to refund' }],
    ['99 paise are left', { billedPaise: 49_901 }, { message: 'Nothing to refund' }],
    ['100 paise are left', { billedPaise: 49_900 }, { gives: 100 }],
    ['from a wallet', { type: 'WALLET' }, { message: 'Nothing to refund' }],
    ['begun 25 hours ago', { startedAt: hoursAgo(25) }, { message: TOO_OLD }],
    ['still running', { billedPaise: null }, { message: RUNNING }],
    ['waits for a review', {}, { message: IN_REVIEW }, { before: 'review' }],
    ['a refund is pending', {}, { message: 'Refund is pending' }, { before: 'pending' }],
    ['a refund is processed', {}, { message: 'Refund is processed' }, { before: 'processed' }],
    ['a refund of a part is processed', {}, { message: 'Refund is processed' }, { before: 'part processed' }],
    ['a refund has failed', {}, { gives: 30_000 }, { before: 'failed' }],
    ['a refund of yesterday has failed', { startedAt: hoursAgo(25) }, { gives: 30_000 }, { before: 'failed' }],
    ['a part has failed', {}, { gives: 30_000 }, { before: 'part failed' }],
    ['a part has failed, another part went back at the desk', {}, { gives: 18_000 }, { before: 'part at the desk' }],
    ['the same of yesterday', { startedAt: hoursAgo(25) }, { gives: 18_000 }, { before: 'part at the desk' }],
    ['the money has gone back at the provider’s desk', {}, { message: 'Nothing to refund' }, { before: 'desk' }],
    ['of another operator', { of: 'two' }, { message: 'Transaction not found' }],
  ])('%s', async (_, given, expected, { tag, before } = {}) => {
    const p = await session(given)
    provider.paid.set(p.paymentId, 50_000)
    const id = p.transactionId ?? 0
    const clearing = (await moneyOf(t, p)).clearing
    if (before === 'review')
      await sql`update transaction set in_review = true where transaction_id = ${id}`.execute(t.db)
    if (before && before !== 'review' && before !== 'desk')
      await pending(p, before === 'part failed' || before === 'part processed' ? 10_000 : 30_000)
    const hasFailed = before?.includes('failed') || before === 'part at the desk'
    if (hasFailed) provider.faults = ['refused']
    if (before?.endsWith('processed') || hasFailed) await callDue(t.services, providers)
    if (before === 'part at the desk')
      await takeInRefund(t.services, p.companyId, provider.make(p.paymentId, 12_000, 'processed'), 'webhook')
    if (before === 'desk')
      await sql`update transaction set refund_paise = 30000 where transaction_id = ${id}`.execute(t.db)
    const idTag = (
      await t.db.selectFrom('transaction').select('idTag').where('transactionId', '=', id).executeTakeFirst()
    )?.idTag
    const headers = await t.as('finance')
    const row = { transactionId: id, ocppIdTag: tag === 'own' ? idTag?.toLowerCase() : tag }
    const made = provider.made.length
    const held = (await moneyOf(t, p)).hold
    if ('message' in expected) {
      const r = await t.app.inject({
        method: 'POST',
        url: '/cms/v1/refund',
        headers,
        payload: { refundBody: [row] },
      })
      expect([r.statusCode, r.json().message]).toEqual([422, expected.message])
      expect([provider.made.length, (await moneyOf(t, p)).hold]).toEqual([made, held])
      return
    }
    const answers = await refundSessions(t.services, await callerOf('finance'), { refundBody: [row] }, providers)
    expect(answers).toEqual([{ transactionId: id, refundStatus: 'processed', message: 'Refund has been successfully' }])
    expect(provider.made.slice(made)).toEqual([
      expect.objectContaining({ amount: expected.gives, status: 'processed' }),
    ])
    expect(await moneyOf(t, p)).toEqual({ hold: 0, payment: 0, clearing })
    const [entry] = (
      await sql<{ action: string; isMoney: boolean; after: object }>`select action, is_money, after from audit_entry
        where feature = 'Refund' and record_id = ${String(id)} order by id desc limit 1`.execute(t.db)
    ).rows
    expect(entry).toMatchObject({ action: 'refund', isMoney: true, after: { amount: expected.gives / 100 } })
  })

  test('many at once: each row says how it went, and the same row twice is refunded once', async () => {
    const [a, b] = [await session(), await session({ billedPaise: 50_000 })]
    provider.paid.set(a.paymentId, 50_000)
    const rows = [a, b, a].map(p => ({ transactionId: p.transactionId ?? 0 }))
    const answers = await refundSessions(t.services, await callerOf('admin'), { refundBody: rows }, providers)
    expect(answers.map(r => [r.refundStatus, r.message])).toEqual([
      ['processed', 'Refund has been successfully'],
      [null, 'Nothing to refund'],
      [null, 'Refund is pending'],
    ])
    const none = await ask('admin', 'refund', { refundBody: [] })
    expect([none.statusCode, none.json().message]).toEqual([422, 'Please select row to bulk refund'])
  })

  test('of two failed refunds the one that waits is tried again, and none waits afterwards', async () => {
    const p = await session()
    provider.paid.set(p.paymentId, 50_000)
    const waits = await pending(p, 10_000)
    provider.faults = ['refused']
    await callDue(t.services, providers)
    const gone = await pending(p, 20_000)
    provider.faults = ['refused']
    await callDue(t.services, providers)
    await t.db.updateTable('refund').set({ failure: MONEY_GONE, nextAt: null }).where('refundId', '=', gone).execute()
    const body = { refundBody: [{ transactionId: p.transactionId ?? 0 }] }
    await refundSessions(t.services, await callerOf('admin'), body, providers)
    const state = (await t.db.selectFrom('refund').selectAll().where('paymentId', '=', p.paymentId).execute()).map(
      r => [r.refundId, r.status, r.amountPaise],
    )
    expect(state.toSorted()).toEqual([
      [waits, 'processed', 30_000],
      [gone, 'failed', 20_000],
    ])
    expect((await ask('finance', `refund-requests?status=failed&q=${p.paymentId}`)).json().data).toEqual([])
    expect((await ask('finance', `refund?q=${p.paymentId}`)).json().data).toMatchObject([{ refundStatus: 'processed' }])
  })

  test('a right that is taken away before a row is reached refunds nothing', async () => {
    const p = await session()
    const caller = await callerOf('finance')
    const mayView = (canView: boolean) =>
      t.db
        .updateTable('roleAccess')
        .set({ canView })
        .where('roleId', '=', t.world.one.roles.Finance)
        .where('featureId', '=', FEATURES.indexOf('Refund') + 1)
        .execute()
    await mayView(false)
    const body = { refundBody: [{ transactionId: p.transactionId ?? 0 }] }
    await expect(refundSessions(t.services, caller, body, providers)).rejects.toMatchObject({ statusCode: 403 })
    await mayView(true)
    expect(await refundsOf(t, p.paymentId)).toEqual([])
  })

  test('what the provider refuses is told as failed with its reason', async () => {
    const p = await session()
    provider.faults = ['refused']
    const body = { refundBody: [{ transactionId: p.transactionId ?? 0 }] }
    const answers = await refundSessions(t.services, await callerOf('admin'), body, providers)
    expect(answers).toEqual([
      expect.objectContaining({ refundStatus: 'failed', message: expect.stringMatching(/balance/) }),
    ])
    // A refund by hand is retried by a person only.
    expect(await refundsOf(t, p.paymentId)).toEqual([expect.objectContaining({ status: 'failed', nextAt: null })])
    const [row] = (await ask('finance', `refund?q=${p.paymentId}`)).json().data
    expect(row).toMatchObject({ refundable: 300, refundStatus: 'failed', failure: expect.stringMatching(/balance/) })
  })
})

/** The caller as the routes have it. */
async function callerOf(person: 'finance' | 'admin') {
  const who = await readWho(t.db, { userId: t.world.userIds[person], ver: 1 }, '2026-01-31')
  if (!who) throw new Error(`${person} is gone`)
  const by = { userId: who.userId, username: who.username, ip: null, written: 0 }
  return { who, by, scope: await everywhere(t.db, who, ['Refund.create', 'Refund.update']), ifMatch: undefined }
}

describe('the list', () => {
  test('sessions by card, UPI and wallet, newest first, with what stands of their money', async () => {
    const [card, wallet, tag] = [
      await session({ startedAt: hoursAgo(0.1) }),
      await session({ type: 'WALLET', startedAt: hoursAgo(0.2) }),
      await session({ type: 'RFID' }),
    ]
    const answer = await ask('viewer', `team/${t.world.one.teamId}/refund?page=1&pageSize=100`)
    const { data, total, summary } = answer.json()
    const ids = data.map((r: { transactionId: number }) => r.transactionId)
    expect(ids.slice(0, 2)).toEqual([card.transactionId, wallet.transactionId])
    expect(ids).not.toContain(tag.transactionId)
    expect(total).toBe(ids.length)
    expect(data[0]).toEqual(
      expect.objectContaining({
        transactionNumber: String(card.transactionId),
        customerEmail: 'driver@example.org',
        payment_type: 'UPI',
        amountCharged: 200,
        totalPaid: 500,
        totalRefund: 0,
        refundStatus: null,
        refundable: 300,
        refusal: null,
      }),
    )
    expect(data[1]).toMatchObject({ payment_type: 'WALLET', refundable: null, refusal: 'Nothing to refund' })
    expect(summary).toMatchObject({ pending: expect.any(Number), times: [expect.objectContaining({ method: 'UPI' })] })
    const one = (await ask('viewer', `refund?status=failed&sort=-amountCharged`)).json()
    expect(new Set(one.data.map((r: { refundStatus: string }) => r.refundStatus))).toEqual(new Set(['failed']))
    const answered = await ask('viewer', `refund/${card.transactionId}`)
    const detail = answered.json().data
    // The tag of the transaction: its status is edited here too (D-GEN-17).
    const same = await ask('viewer', `team/${t.world.one.teamId}/transaction/${card.transactionId}`)
    expect([answered.headers.etag, typeof answered.headers.etag]).toEqual([same.headers.etag, 'string'])
    expect(detail).toMatchObject({
      transactionId: card.transactionId,
      transactionNumber: String(card.transactionId),
      refunds: [],
      bill: null,
      totalAmountPaid: 500,
    })
    const missing = await ask('viewer', `refund/${tag.transactionId}`)
    expect(missing.statusCode).toBe(404)
  })

  test.each([
    ...refundSortFields.flatMap(f => [`sort=${f}`, `sort=-${f}`]),
    ...Object.keys(refundFilterFields).map(
      field => `filters=${JSON.stringify({ conditions: [{ field, operator: 'isNotEmpty' }] })}`,
    ),
    'q=pay_&total=only',
    'export=true',
  ])('%s', async query => {
    expect((await ask('viewer', `refund?page=1&${query}`)).statusCode).toBe(200)
  })
})

describe('payments without a session', () => {
  const unbegun = async () => {
    const p = await paid(t, { paidPaise: 50_000, startedAt: hoursAgo(48) })
    provider.paid.set(p.paymentId, 50_000)
    const { paymentId, companyId, teamId } = p
    const r = { paymentId, companyId, teamId, amountPaise: 50_000, cause: 'no session' as const, at: hoursAgo(47) }
    await t.db.transaction().execute(trx => addRefund(trx, r))
    return p
  }
  /** The refund has failed, and no further attempt begins by itself. */
  const failed = async () => {
    const p = await unbegun()
    provider.faults = ['refused']
    await callDue(t.services, providers)
    await t.db.updateTable('refund').set({ nextAt: null }).where('paymentId', '=', p.paymentId).execute()
    return p
  }
  const byHand = async (paymentId: string) => refundPayment(t.services, await callerOf('finance'), paymentId, providers)
  const refusalOf = (paymentId: string) =>
    byHand(paymentId).then(
      () => 'refunded',
      (e: { statusCode?: number; message: string }) => e.message,
    )

  test('a failed refund stands in the list of refunds, on its page, and is given back by hand', async () => {
    const p = await failed()
    const row = async () =>
      (await ask('viewer', `refund-requests?teamId=${p.teamId}&q=${p.paymentId}`)).json().data as unknown[]
    expect(await row()).toMatchObject([
      {
        paymentId: p.paymentId,
        transactionId: null,
        status: 'failed',
        amount: 500,
        refundable: 500,
        refusal: null,
        failure: expect.stringMatching(/balance/),
      },
    ])
    const page = await ask('viewer', `refund/payment/${p.paymentId}`)
    expect(page.json().data).toMatchObject({
      amount: 500,
      transactionId: null,
      refundable: 500,
      refusal: null,
      refunds: [{ status: 'failed', steps: [{ status: 'pending' }, { status: 'failed' }] }],
    })
    const done = await byHand(p.paymentId)
    expect(done).toMatchObject({ data: { refundStatus: 'processed' }, message: 'Refund has been successfully' })
    expect(await row()).toMatchObject([{ status: 'processed', refundable: null, refusal: 'Refund is processed' }])
    expect((await moneyOf(t, p)).payment).toBe(0)
    expect(await refusalOf(p.paymentId)).toBe('Nothing to refund')
    const { rows } = await sql`select after from audit_entry where record_id = ${p.paymentId}`.execute(t.db)
    expect(rows).toMatchObject([{ after: { amount: 500, refundStatus: 'pending' } }])
  })

  test('each card counts the rows of its list, those of payments and of long ago too', async () => {
    const p = await failed()
    await sql`update refund set requested_at = now() - interval '50 days' where payment_id = ${p.paymentId}`.execute(
      t.db,
    )
    const gone = await failed()
    await sql`update refund set failure = ${MONEY_GONE} where payment_id = ${gone.paymentId}`.execute(t.db)
    await unbegun()
    const { summary } = (await ask('viewer', `refund?teamId=${p.teamId}`)).json()
    for (const status of ['pending', 'processed', 'failed'] as const) {
      const list = (
        await ask('viewer', `refund-requests?teamId=${p.teamId}&status=${status}&page=1&pageSize=100`)
      ).json()
      expect([status, list.total, list.data.length]).toEqual([status, summary[status], summary[status]])
      expect(new Set(list.data.map((r: { status: string }) => r.status))).toEqual(new Set([status]))
      if (status !== 'failed') continue
      const amount = list.data.reduce((n: number, r: { amount: number }) => n + r.amount, 0)
      expect(amount).toBeCloseTo(summary.failedAmount, 2)
      const ids = list.data.map((r: { paymentId: string }) => r.paymentId)
      expect([ids.includes(p.paymentId), ids.includes(gone.paymentId)]).toEqual([true, false])
    }
  })

  test('refused: a refund on its way, money that is gone, a payment of a session, no payment of the scope', async () => {
    const pendingOne = await unbegun()
    expect(await refusalOf(pendingOne.paymentId)).toBe('Nothing to refund')
    const desk = await failed()
    await takeInRefund(t.services, desk.companyId, provider.make(desk.paymentId, 50_000, 'processed'), 'webhook')
    expect(await refusalOf(desk.paymentId)).toBe('Nothing to refund')
    expect((await ask('viewer', `refund/payment/${desk.paymentId}`)).json().data.refusal).not.toBeNull()
    const of = await session()
    expect(await refusalOf(of.paymentId)).toBe(HAS_SESSION)
    const theirs = await paid(t, { paidPaise: 50_000, of: 'two' })
    expect(await refusalOf(theirs.paymentId)).toBe('Payment not found')
    expect((await ask('viewer', `refund/payment/${theirs.paymentId}`)).statusCode).toBe(404)
    expect((await ask('viewer', 'refund/payment/pay_1')).statusCode).toBe(422)
  })

  test('who only reads, or belongs to another operator, cannot refund', async () => {
    const p = await failed()
    const asked = async (person: Person | 'anonymous') =>
      (await ask(person, `refund/payment/${p.paymentId}`, {})).statusCode
    for (const [person, status] of [
      ['anonymous', 401],
      ['viewer', 403],
      ['operator', 403],
      ['stranger', 404],
    ] as const)
      expect([person, await asked(person)]).toEqual([person, status])
    expect((await refundsOf(t, p.paymentId)).map(r => r.status)).toEqual(['failed'])
  })

  test.each([
    ...refundRequestSorts.flatMap(f => [`sort=${f}`, `sort=-${f}`]),
    ...Object.keys(refundRequestFilters).map(
      field => `filters=${JSON.stringify({ conditions: [{ field, operator: 'isNotEmpty' }] })}`,
    ),
    'export=true',
  ])('%s', async query => {
    expect((await ask('viewer', `refund-requests?page=1&${query}`)).statusCode).toBe(200)
  })
})

test('a payment with its refunds, in paise and seconds; what is no payment id is refused before anything is read', async () => {
  const p = await session()
  await pending(p, 10_000)
  const path = 'razorpay-transactions/razorpay/refunds/payment'
  const { data } = (await ask('viewer', `${path}/${p.paymentId}?teamId=${p.teamId}`)).json()
  expect(data).toMatchObject({
    paymentDetails: {
      id: p.paymentId,
      amount: 50_000,
      currency: 'INR',
      status: 'captured',
      method: 'upi',
      createdAt: expect.any(Number),
    },
    refunds: [
      {
        refundId: expect.stringMatching(/^refund \d+$/),
        amount: 10_000,
        status: 'pending',
        acquirerData: { rrn: null, utr: null, arn: null },
      },
    ],
    refundSummary: { totalRefunds: 1, totalRefundedAmount: 0, lastRefundAt: expect.any(Number) },
    transactionId: p.transactionId,
  })
  for (const bad of ['pay_1', 'order_12345678', `pay_${'x'.repeat(47)}`]) {
    const r = await ask('viewer', `${path}/${bad}`)
    expect([r.statusCode, r.json().message]).toEqual([
      422,
      "Payment ID should start with 'pay_' and be 10-50 characters",
    ])
  }
  expect((await ask('viewer', `${path}/pay_unknown0000`)).statusCode).toBe(404)
})
