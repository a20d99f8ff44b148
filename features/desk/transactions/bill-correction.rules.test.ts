// Whether a bill may be lowered, and the words for where the difference goes (M-2.7, D-REF-2).
import { describe, expect, test } from 'vitest'
import { backText, correctionRefusal } from './bill-correction.rules.ts'

const billed = { isRunning: false, inReview: false, totalPaise: 24_157 }
test.each([
  [{}, undefined],
  [{ totalPaise: 1 }, undefined],
  [{ totalPaise: 0 }, 'The bill is 0 already'],
  [{ totalPaise: null }, 'The session has no bill'],
  [{ isRunning: true }, 'The session is still running'],
  [{ inReview: true }, 'The session waits for a decision and is not billed yet'],
  // The first reason that a person can act on.
  [{ inReview: true, isRunning: true, totalPaise: null }, 'The session waits for a decision and is not billed yet'],
])('the bill of a session with %j: %s', (more, refusal) => {
  expect(correctionRefusal({ ...billed, ...more })).toBe(refusal)
})

describe('the difference goes', () => {
  const card = { paymentType: 'CARD', paymentId: 'pay_1', hasDriver: false } as const
  const SMALL = 'It is less than a provider gives back, and goes to '
  test.each([
    ['back the way it was paid, from 1 rupee on', card, 100, 'It is refunded the way it was paid.'],
    ['to small rests below 1 rupee', card, 99, `${SMALL}the account Small rests.`],
    ['to the wallet of a known driver below 1 rupee', { ...card, hasDriver: true }, 99, `${SMALL}the driver’s wallet.`],
    [
      'nowhere where the payment is unknown',
      { ...card, paymentId: null },
      5000,
      'The payment is not known here: it is to be given back at the provider.',
    ],
    ['to the wallet', { ...card, paymentType: 'WALLET' as const }, 50, 'It goes back to the wallet.'],
    ['to the card', { ...card, paymentType: 'PREPAID' as const }, 50, 'It goes back to the prepaid card.'],
    [
      'nowhere for RFID',
      { ...card, paymentType: 'RFID' as const },
      5000,
      'The operator bills this session himself: nothing is given back here.',
    ],
  ])('%s', (_, p, less, text) => expect(backText(p, less)).toBe(text))

  const BEFORE =
    '₹30.00 of it went back at the provider’s own desk already: nothing is refunded for that part, and the next payout of the team gets it back.'
  test('to the owner as far as the driver had it back before', () => {
    expect(backText(card, 3000, 3000)).toBe(BEFORE)
    expect(backText(card, 5000, 3000)).toBe(`${BEFORE} For the other ₹20.00: it is refunded the way it was paid.`)
    expect(backText(card, 3050, 3000)).toBe(
      `${BEFORE} For the other ₹0.50: it is less than a provider gives back, and goes to the account Small rests.`,
    )
  })
})
