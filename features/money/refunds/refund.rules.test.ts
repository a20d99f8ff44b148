// Refunds through a provider: when the provider is asked again, what may go back, and the postings (D-REF-1, D-REF-2,
// M-4).
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { codeOf, faultOf, type Posting } from '#money/ledger/ledger.rules.ts'
import {
  againAt,
  askAt,
  askedPosting,
  elsewherePosting,
  failedPosting,
  isPaymentId,
  LEAST_REFUND_PAISE,
  lessPosting,
  mergeReferences,
  processedPosting,
  REFUND_WINDOW_MS,
  type RefundAccounts,
  referenceOf,
  roomPaise,
  smallRestPosting,
  sourceOf,
} from './refund.rules.ts'

const now = new Date('2026-03-02T12:00:00Z')
const SECOND = 1000
const MINUTE = 60 * SECOND
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR
const minutesFrom = (at: Date | null) => at && (at.getTime() - now.getTime()) / MINUTE

test('a refund is 1 rupee or more, and may be requested by hand for 24 hours', () => {
  expect([LEAST_REFUND_PAISE, REFUND_WINDOW_MS]).toEqual([100, DAY])
})

describe('a failed refund is repeated', () => {
  test.each([
    [1, 0, 1],
    [2, 0, 10],
    [3, 0, 60],
    [4, 0, null],
    // Attempts by hand use up no automatic ones.
    [2, 1, 1],
    [4, 1, 60],
    [5, 1, null],
  ])('attempt %i with %i by hand: after %s minutes', (attempt, byHand, minutes) => {
    expect(minutesFrom(againAt({ cause: 'rest', attempt, byHand }, now))).toBe(minutes)
  })
  test.each([
    ['rest', 1],
    ['no session', 1],
    ['no energy', 1],
    ['by hand', null],
    ['elsewhere', null],
  ] as const)('cause %s: %s', (cause, minutes) => {
    expect(minutesFrom(againAt({ cause, attempt: 1 }, now))).toBe(minutes)
  })
})

describe('the provider is asked again', () => {
  const ago = (ms: number) => new Date(now.getTime() - ms)
  const pending = (age: number) =>
    askAt({ status: 'pending', requestedAt: ago(age), processedAt: null, hasReference: false }, now)
  test.each([
    ['at once', 0, 1],
    ['a moment before the first hour ends', HOUR - 1, 1],
    ['after an hour', HOUR, 10],
    ['a moment before the first day ends', DAY - 1, 10],
    ['after a day', DAY, 60],
    ['after a month', 30 * DAY, 60],
  ])('about a pending refund %s', (_, age, minutes) => {
    expect(minutesFrom(pending(age))).toBe(minutes)
  })

  const processed = (age: number, hasReference: boolean) =>
    askAt({ status: 'processed', requestedAt: ago(age + HOUR), processedAt: ago(age), hasReference }, now)
  test.each([
    ['without a reference', 0, false, 60],
    ['without a reference for a week', 7 * DAY, false, 60],
    ['without a reference for longer than a week', 7 * DAY + 1, false, null],
    ['with its reference', 0, true, null],
  ])('about a processed refund %s', (_, age, hasReference, minutes) => {
    expect(minutesFrom(processed(age, hasReference))).toBe(minutes)
  })
  test('the week begins with the request where the time of processing is unknown', () => {
    const r = { status: 'processed', processedAt: null, hasReference: false } as const
    expect(minutesFrom(askAt({ ...r, requestedAt: ago(7 * DAY) }, now))).toBe(60)
    expect(askAt({ ...r, requestedAt: ago(7 * DAY + 1) }, now)).toBeNull()
  })
  test('never about a failed refund', () => {
    expect(askAt({ status: 'failed', requestedAt: now, processedAt: null, hasReference: false }, now)).toBeNull()
  })
})

describe('the amount that may go back', () => {
  test.each([
    ['paid less charged', { paid: 50_000, charged: 30_000, others: 0 }, 50_000, 20_000],
    ['less other refunds', { paid: 50_000, charged: 30_000, others: 15_000 }, 50_000, 5000],
    ['no more than the ledger holds', { paid: 50_000, charged: 0, others: 0 }, 20_000, 20_000],
    ['exactly 1 rupee', { paid: 50_000, charged: 49_900, others: 0 }, 50_000, 100],
    ['below 1 rupee', { paid: 50_000, charged: 49_901, others: 0 }, 50_000, 0],
    ['less than nothing', { paid: 50_000, charged: 60_000, others: 0 }, 50_000, 0],
  ])('%s', (_, amounts, held, room) => {
    expect(roomPaise(amounts, held)).toBe(room)
  })
  test('charge and refunds together never exceed the payment', () => {
    const paise = fc.integer({ min: 0, max: 1_000_000 })
    fc.assert(
      fc.property(paise, paise, paise, paise, (paid, charged, others, held) => {
        const room = roomPaise({ paid, charged, others }, held)
        expect(room === 0 || (room >= 100 && room <= held && charged + others + room <= paid)).toBe(true)
      }),
    )
  })
})

const refund: RefundAccounts = {
  refundId: 5,
  companyId: 2,
  teamId: 3,
  transactionId: 7,
  paymentNo: 11,
  amountPaise: 20_000,
}
const unbegun: RefundAccounts = { ...refund, transactionId: null }
const linesOfPosting = (p: Posting) => p.lines.map(l => `${l.side} ${codeOf(l.account)} ${l.paise}`)

describe('postings', () => {
  test('the money comes from the hold of the session, or from the payment where no session began', () => {
    expect(codeOf(sourceOf(refund))).toBe('hold:7')
    expect(codeOf(sourceOf(unbegun))).toBe('payment:11')
  })
  test('a request moves the money to refund clearing before the provider is called', () => {
    const p = askedPosting(refund, 2, now)
    expect(p).toMatchObject({ key: 'refund:5:2', kind: 'refund', at: now, companyId: 2, teamId: 3, transactionId: 7 })
    expect(linesOfPosting(p)).toEqual(['D hold:7 20000', 'C refundClearing:2 20000'])
    expect(linesOfPosting(askedPosting(unbegun, 1, now))).toEqual(['D payment:11 20000', 'C refundClearing:2 20000'])
    expect(askedPosting(unbegun, 1, now)).not.toHaveProperty('transactionId')
  })
  test('a processed refund moves from refund clearing to the gateway, under one key whatever its attempt', () => {
    const p = processedPosting(refund, now)
    expect(p).toMatchObject({ key: 'refund:5:processed', kind: 'refunded' })
    expect(linesOfPosting(p)).toEqual(['D refundClearing:2 20000', 'C gateway:2 20000'])
  })
  test('a failed refund goes back to its source, first to owners who have borne a part', () => {
    const p = failedPosting(refund, 1, now)
    expect(p).toMatchObject({ key: 'refund:5:1:failed', kind: 'refund failed' })
    expect(linesOfPosting(p)).toEqual(['D refundClearing:2 20000', 'C hold:7 20000'])
    const borne = [
      { ownerRef: 3, paise: 5000 },
      { ownerRef: 4, paise: 2000 },
    ]
    expect(linesOfPosting(failedPosting(refund, 1, now, borne))).toEqual([
      'D refundClearing:2 20000',
      'C owner:3 5000',
      'C owner:4 2000',
      'C hold:7 13000',
    ])
    // The first owner gets everything where the refund is no more than the owner's part.
    expect(linesOfPosting(failedPosting({ ...refund, amountPaise: 4000 }, 1, now, borne))).toEqual([
      'D refundClearing:2 4000',
      'C owner:3 4000',
    ])
    expect(linesOfPosting(failedPosting({ ...refund, amountPaise: 6000 }, 1, now, borne))).toEqual([
      'D refundClearing:2 6000',
      'C owner:3 5000',
      'C owner:4 1000',
    ])
  })
  test('an attempt is lowered by the difference alone', () => {
    const p = lessPosting(refund, { attempt: 2, lessPaise: 3000, at: now, borne: [{ ownerRef: 3, paise: 1000 }] })
    expect(p).toMatchObject({ key: 'refund:5:2:less', kind: 'refund failed' })
    expect(linesOfPosting(p)).toEqual(['D refundClearing:2 3000', 'C owner:3 1000', 'C hold:7 2000'])
  })
  test('a rest below 1 rupee goes to the wallet of a known driver, else to small rests', () => {
    expect(linesOfPosting(smallRestPosting(refund, 9, 99, now))).toEqual(['D hold:7 99', 'C wallet:9 99'])
    const unknown = smallRestPosting(refund, null, 99, now)
    expect(unknown).toMatchObject({ key: `refund:5:small:${now.getTime()}`, kind: 'release' })
    expect(linesOfPosting(unknown)).toEqual(['D hold:7 99', 'C smallRests:0 99'])
  })
  test.each<[string, RefundAccounts, bigint, bigint, bigint, string[]]>([
    ['the hold covers it', refund, 30_000n, 0n, 0n, ['D hold:7 20000']],
    ['the hold, then the payment', refund, 12_000n, 30_000n, 50n, ['D hold:7 12000', 'D payment:11 8000']],
    ['then the owner', refund, 12_000n, 5000n, 0n, ['D hold:7 12000', 'D payment:11 5000', 'D owner:3 3000']],
    ['the small rest before the owner', refund, 0n, 0n, 99n, ['D smallRests:0 99', 'D owner:3 19901']],
    ['without a session the payment', unbegun, 30_000n, 30_000n, 0n, ['D payment:11 20000']],
    ['without a session or a payment', unbegun, 30_000n, 0n, 0n, ['D owner:3 20000']],
    ['without a team the company', { ...unbegun, teamId: null }, 0n, 0n, 0n, ['D owner:2 20000']],
  ])('a refund made at the provider’s desk: %s', (_, moved, held, payment, rest, debits) => {
    const p = elsewherePosting(moved, { heldPaise: held, paymentPaise: payment, smallRestPaise: rest }, now)
    expect([p.key, p.kind]).toEqual(['refund:5:processed', 'refunded'])
    expect(linesOfPosting(p)).toEqual([...debits, 'C gateway:2 20000'])
  })

  test('every posting balances, whatever the amounts', () => {
    const paise = fc.integer({ min: 1, max: 1_000_000 })
    const owners = fc.array(fc.record({ ownerRef: fc.integer({ min: 1, max: 5 }), paise }), { maxLength: 4 })
    const balance = fc.bigInt({ min: 0n, max: 1_000_000n })
    fc.assert(
      fc.property(
        paise,
        owners,
        balance,
        balance,
        balance,
        fc.boolean(),
        (amountPaise, borne, held, payment, rest, hasSession) => {
          const r = { ...(hasSession ? refund : unbegun), amountPaise }
          const postings = [
            askedPosting(r, 1, now),
            processedPosting(r, now),
            failedPosting(r, 1, now, borne),
            lessPosting(r, { attempt: 1, lessPaise: amountPaise, at: now, borne }),
            smallRestPosting(r, null, amountPaise, now),
            elsewherePosting(r, { heldPaise: held, paymentPaise: payment, smallRestPaise: rest }, now),
          ]
          expect(postings.map(faultOf)).toEqual(postings.map(() => undefined))
        },
      ),
    )
  })
})

describe('reference numbers of the banks', () => {
  test.each([
    [{ rrn: '1', utr: '2', arn: '3' }, '1'],
    [{ rrn: null, utr: '2', arn: '3' }, '2'],
    [{ rrn: null, utr: null, arn: '3' }, '3'],
    [{ rrn: null, utr: null, arn: null }, null],
  ])('of %j: %s', (references, reference) => expect(referenceOf(references)).toBe(reference))
  test('known numbers stay, new ones are added, empty ones are none', () => {
    const known = { rrn: '1', utr: null, arn: null }
    expect(mergeReferences(known, { rrn: '9', utr: '2', arn: '' })).toEqual({ rrn: '1', utr: '2', arn: null })
    expect(mergeReferences(known, {})).toEqual(known)
    expect(mergeReferences({ rrn: null, utr: null, arn: null }, { rrn: '5', arn: '7' })).toEqual({
      rrn: '5',
      utr: null,
      arn: '7',
    })
  })
})

test.each([
  ['pay_29QQoUBi66xm2f', true],
  ['pay_12345', false],
  [`pay_${'x'.repeat(47)}`, false],
  ['rfnd_29QQoUBi66', false],
])('%s is an id of a payment: %s', (text, valid) => expect(isPaymentId(text)).toBe(valid))
