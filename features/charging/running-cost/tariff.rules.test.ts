// The price before the start, as a station shows it.
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { PriceDetail, PriceSnapshot } from '#money/price-groups/price.rules.ts'
import { type Tariff, tariffMessage } from './tariff.rules.ts'

const detail: PriceDetail = {
  day: 0,
  startMinute: 0,
  endMinute: 1439,
  priceType: 'kwh',
  pricePerKwhPaise: 1800,
  pricePerHourPaise: 0,
  fixedFeeStartingPaise: 0,
  fixedFeeChargingPaise: 0,
  minuteFeeChargingPaise: 0,
  idealFeeFullyChargedPaise: 0,
}
const snapshot: PriceSnapshot = {
  priceGroupId: 1,
  type: 'fixed',
  taxPpm: 180_000,
  transactionPpm: 23_600,
  pgChargesBearer: 'EV',
  details: [detail],
}
const tariff: Tariff = {
  isFree: false,
  snapshot,
  startedAt: new Date('2026-03-02T10:00:00Z'),
  methodRates: {},
  paymentType: 'RFID',
  paidWith: null,
}
const allFees = {
  fixedFeeStartingPaise: 500,
  fixedFeeChargingPaise: 250,
  minuteFeeChargingPaise: 100,
  idealFeeFullyChargedPaise: 200,
}
const night: PriceSnapshot = {
  ...snapshot,
  type: 'variable',
  details: [0, 1, 2, 3, 4, 5, 6].map(day => ({ ...detail, day, startMinute: 0, endMinute: 600 })),
}

describe('in English', () => {
  const cases: [string, Partial<Tariff>, string | undefined][] = [
    ['a card that nobody pays a gateway for', {}, '₹21.24 per kWh. 18% tax included.'],
    [
      'a wallet has the surcharge of the price',
      { paymentType: 'WALLET' },
      '₹21.74 per kWh. 18% tax and 2.36% payment fee included.',
    ],
    [
      'and that of its method where there is one',
      { paymentType: 'WALLET', methodRates: { wallet: 0 } },
      '₹21.24 per kWh. 18% tax included.',
    ],
    [
      'none where the owner bears it',
      { paymentType: 'CARD', snapshot: { ...snapshot, pgChargesBearer: 'CPO' } },
      '₹21.24 per kWh. 18% tax included.',
    ],
    [
      'all fees',
      { snapshot: { ...snapshot, details: [{ ...detail, ...allFees }] } },
      '₹21.24 per kWh. Start fee ₹5.90. Charging fee ₹2.95. While charging ₹1.18 per minute. ' +
        'Plugged in after the car is full ₹2.36 per minute. 18% tax included.',
    ],
    [
      'by time, without tax',
      { snapshot: { ...snapshot, taxPpm: 0, details: [{ ...detail, priceType: 'hr', pricePerHourPaise: 6000 }] } },
      '₹60.00 per hour.',
    ],
    ['free', { isFree: true }, undefined],
    ['without a price', { snapshot: null }, 'The price is not known here.'],
    ['at an hour without a price', { snapshot: night }, 'The price is not known here.'],
    [
      'the price of the hour of the start',
      { snapshot: night, startedAt: new Date('2026-03-02T09:59:59Z') },
      '₹21.24 per kWh. 18% tax included.',
    ],
  ]
  test.each(cases)('%s', (_, more, content) => {
    const message = tariffMessage({ ...tariff, ...more }, null)
    expect(message).toEqual(content === undefined ? undefined : { format: 'UTF8', language: 'en', content })
  })
})

test('in Hindi for a driver who reads it; a language without texts reads English', () => {
  expect(tariffMessage(tariff, 'hi')).toEqual({
    format: 'UTF8',
    language: 'hi',
    content: '₹21.24 प्रति यूनिट. 18% टैक्स शामिल है।',
  })
  expect(tariffMessage({ ...tariff, snapshot: null }, 'hi')?.content).toBe('यहाँ की कीमत ज्ञात नहीं है।')
  expect(tariffMessage(tariff, 'ta')?.language).toBe('en')
})

test('whatever the prices, a station takes the text: 512 characters at most', () => {
  const paise = fc.integer({ min: 0, max: 99_999_999 })
  const fees = fc.record({
    fixedFeeStartingPaise: paise,
    fixedFeeChargingPaise: paise,
    minuteFeeChargingPaise: paise,
    idealFeeFullyChargedPaise: paise,
  })
  fc.assert(
    fc.property(fees, fc.constantFrom('en', 'hi'), (f, language) => {
      const priced = {
        ...tariff,
        paymentType: 'CARD' as const,
        snapshot: { ...snapshot, details: [{ ...detail, ...f }] },
      }
      expect(tariffMessage(priced, language)?.content.length).toBeLessThanOrEqual(512)
    }),
  )
})
