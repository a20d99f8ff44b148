// The money of one session as a line of steps (S-MONEY-LINE): in the order of time, each with its evidence.
import { describe, expect, test } from 'vitest'
import { stepsOf } from './money.rules.ts'
import type { Facts } from './money-facts.rules.ts'
import { minute, moved, settled } from './test-money-facts.ts'

const steps = (more: Partial<Facts> = {}) => stepsOf({ ...settled, ...more })
const titles = (more: Partial<Facts> = {}) => steps(more).map(s => s.title)
const step = (title: string, more: Partial<Facts> = {}) => steps(more).find(s => s.title === title)
const [refund] = settled.refunds
const [bill] = settled.bills
if (!refund || !bill || !settled.payment) throw new Error('the settled session has a payment, a bill and a refund')
const { payment } = settled

test('a settled payment, step by step', () => {
  expect(steps().map(s => [s.title, s.amount, s.state])).toEqual([
    ['Payment created', 500, 'waiting'],
    ['Payment captured', 500, 'done'],
    ['Kept back for the session', 500, 'done'],
    ['Session started', null, 'done'],
    ['Session stopped', null, 'done'],
    ['Billed', 241.57, 'done'],
    ['Refund asked for', 258.43, 'done'],
    ['Refund processed by the provider', 258.43, 'done'],
  ])
})
test('every step has its time, and times never fall', () => {
  const times = steps({ invoices: [], reviews: [] }).map(s => s.at)
  expect(times).toEqual(times.toSorted())
})
test('details and evidence', () => {
  expect(step('Payment captured')).toMatchObject({
    details: ['pay_1', 'RRN 523456789012'],
    evidence: 'Event of the provider',
  })
  expect(step('Payment created')).toMatchObject({ details: ['pay_1'], evidence: 'Asked for by the product' })
  expect(step('Kept back for the session')?.evidence).toBe('Posting hold:7 of the ledger')
  expect(step('Session started')).toMatchObject({
    details: ['Meter at 1.000 kWh'],
    evidence: 'StartTransaction of CP-1, connector 1, tag CARD',
  })
  const of201 = steps({ evseId: 2, evseConnectorId: 1, isByEvents: true })
  expect(of201.find(s => s.kind === 'start')?.evidence).toBe(
    'TransactionEvent Started of CP-1, EVSE 2, connector 1, tag CARD',
  )
  expect(of201.find(s => s.kind === 'stop')?.evidence).toBe('TransactionEvent Ended of CP-1')
  expect(step('Session stopped')?.details).toEqual(['Meter at 11.000 kWh: 10.000 kWh delivered', 'Reason: Local'])
  expect(step('Billed')?.details).toEqual(['Energy ₹180.00', 'Start fee ₹20.00', 'Tax ₹36.00', 'Gateway charge ₹5.57'])
  expect(step('Refund processed by the provider')?.details).toEqual(['rfnd_1', 'Reference 999'])
})

describe('payments', () => {
  const paid = (list: [string, string][]) =>
    steps({
      payment: { ...payment, steps: list.map(([status, source], i) => ({ at: minute(i - 9), status, source })) },
    }).filter(s => s.kind === 'payment')
  test('later news of the same state are no step', () => {
    expect(
      paid([
        ['captured', 'webhook'],
        ['captured', 'poll'],
      ]).map(s => s.title),
    ).toEqual(['Payment captured'])
  })
  test('a failed payment that is captured after all has both steps', () => {
    expect(
      paid([
        ['failed', 'webhook'],
        ['captured', 'poll'],
      ]).map(s => s.state),
    ).toEqual(['failed', 'done'])
  })
  test('a state other than captured cannot be the answer to a capture', () => {
    expect(paid([['captured', 'capture']])[0]?.evidence).toBe('Answer of the provider to the capture')
    expect(paid([['authorized', 'capture']])[0]?.evidence).toBe('Asked of the provider')
  })
  test('a session without a payment has none', () => expect(paid([])).toEqual([]))
})

describe('the session', () => {
  test('that runs has its cost so far, once it was metered', () => {
    const running = { stoppedAt: null, bills: [], refunds: [], chargedPaise: 5000, currentWh: 3500 }
    expect(step('Cost so far', running)).toMatchObject({
      state: 'waiting',
      amount: 50,
      details: ['Meter at 3.500 kWh: 2.500 kWh delivered'],
    })
    expect(titles({ ...running, meteredAt: null })).not.toContain('Cost so far')
    expect(titles(running)).not.toContain('Session stopped')
  })
  test('in review waits, until a person or the product decides', () => {
    const review = { reason: 'Implausible times', createdAt: minute(30), decidedAt: null, decidedBy: null }
    expect(step('Waits for a decision', { reviews: [review] })).toMatchObject({
      state: 'waiting',
      details: ['Implausible times'],
    })
    const decided = { ...review, decidedAt: minute(40) }
    expect(step('Waits for a decision', { reviews: [decided] })?.state).toBe('done')
    expect(step('Decided', { reviews: [decided] })?.evidence).toBe('By the product, after 48 hours')
    expect(step('Decided', { reviews: [{ ...decided, decidedBy: 'anna' }] })?.evidence).toBe('By anna')
  })
  test('with a corrected bill names the version', () => {
    expect(titles({ bills: [bill, { ...bill, version: 2, billedAt: minute(50) }] })).toContain(
      'Bill corrected, version 2',
    )
  })
  test.each([
    ['wallet', 'Back to the wallet'],
    ['card', 'Back to the prepaid card'],
    ['smallRests', 'Below 1 rupee, which no provider gives back'],
  ])('whose rest goes to %s: %s', (account, title) => {
    expect(step(title, { moved: [moved('bill', account, 500)] })).toMatchObject({ amount: 5, kind: 'wallet' })
    // Money taken from there, or kept back from there, is no rest.
    expect(titles({ moved: [moved('bill', account, -500), moved('hold', account, 500)] })).not.toContain(title)
  })
})

describe('refunds', () => {
  const [asked, done] = refund.steps
  if (!asked || !done) throw new Error('the refund has two steps')
  const refunded = (more: Partial<typeof refund>, more2: Partial<Facts> = {}) =>
    steps({ ...more2, refunds: [{ ...refund, ...more }] }).filter(s => s.kind === 'refund')
  test('each status of each attempt is one step', () => {
    const failed = { ...asked, status: 'failed', at: minute(32), failure: 'Account closed' }
    const again = { ...asked, attempt: 2, at: minute(33), source: 'job' }
    expect(
      refunded({ steps: [asked, asked, failed, again, { ...done, attempt: 2 }] }).map(s => [s.title, s.state]),
    ).toEqual([
      ['Refund asked for', 'done'],
      ['Refund failed', 'failed'],
      ['Refund processed by the provider', 'done'],
      ['Refund tried again, attempt 2', 'done'],
    ])
  })
  test('a pending refund waits', () => {
    expect(refunded({ status: 'pending', steps: [asked] })[0]).toMatchObject({ state: 'waiting', details: [] })
  })
  test('a failure has its own reason, and the last one that of the refund', () => {
    const failed = { ...asked, status: 'failed', at: minute(32) }
    const last = { status: 'failed', failure: 'Given up' } as const
    expect(refunded({ ...last, steps: [asked, { ...failed, failure: 'Closed' }] })[1]?.details).toEqual(['Closed'])
    expect(refunded({ ...last, steps: [asked, failed] })[1]?.details).toEqual(['Given up'])
    expect(
      refunded({ status: 'processed', failure: 'Given up', steps: [failed, { ...done, attempt: 2 }] })[0]?.details,
    ).toEqual([])
  })
  test('a refund without its reference says so; one from the desk says where it was made', () => {
    expect(refunded({ reference: null })[1]?.details).toContain('The bank has not named its reference yet')
    expect(refunded({ cause: 'elsewhere' })[0]?.title).toBe('Refund made at the provider’s own desk')
  })
  test('the part of the owner is named on the refund that took it', () => {
    const key = `refund:${refund.refundId}:processed`
    const details = (k: string) => refunded({}, { moved: [moved('refunded', 'owner', -1000, { key: k })] })[1]?.details
    expect(details(key)).toContain('₹10.00 of it taken from the owner')
    expect(details('refund:99:processed')).toEqual(['rfnd_1', 'Reference 999'])
  })
})

test('documents and payouts', () => {
  const invoice = {
    kind: 'credit note',
    number: 'CN/26-27/0000001',
    madeAt: minute(60),
    totalPaise: -5000,
    version: 2,
    ofNumber: 'CM/26-27/0000001',
  } as const
  expect(step('Credit note CN/26-27/0000001', { invoices: [invoice] })).toMatchObject({
    amount: -50,
    details: ['Corrects invoice CM/26-27/0000001'],
    evidence: 'Number CN/26-27/0000001, bill version 2',
  })
  const settlement = {
    payoutId: 'PO-1',
    month: '2026-03',
    madeAt: minute(90),
    isCompleted: false,
    version: 2,
    priorVersion: 1,
    netPaise: -4000,
  }
  const last = steps({ settlements: [settlement] }).at(-1)
  expect(last).toMatchObject({
    kind: 'settlement',
    amount: -40,
    state: 'waiting',
    details: ['PO-1', 'Payout Pending', 'The difference of bill version 2 to version 1'],
  })
  expect(last?.title).toMatch(/^In the payout of Mar/)
  const completed = steps({ settlements: [{ ...settlement, isCompleted: true, priorVersion: null }] }).at(-1)
  expect(completed).toMatchObject({ state: 'done', details: ['PO-1', 'Payout Completed'] })
})
