// The method of a payment and its rate: by what the provider told, by whose setting, from which day, as known at the start.
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { gatewayMethodOf, gatewayPpm, type PaidWith, type RateEntry, ratesAt } from './gateway-rate.rules.ts'
import { GATEWAY_METHODS } from './price.words.ts'

const card = (cardNetwork: string | null, cardType: string | null): PaidWith => ({
  method: 'card',
  cardNetwork,
  cardType,
})
const by = (method: string | null): PaidWith => ({ method, cardNetwork: null, cardType: null })

test.each([
  ['CARD', card('Visa', 'credit'), 'card'],
  ['CARD', card('RuPay', 'debit'), 'rupayDebit'],
  ['CARD', card('RUPAY', 'Debit'), 'rupayDebit'],
  ['CARD', card('RuPay', 'credit'), 'card'],
  ['CARD', card('RuPay', 'prepaid'), 'card'],
  ['CARD', card('RuPay', null), 'card'],
  ['CARD', card('Visa', 'debit'), 'card'],
  ['CARD', card(null, null), 'card'],
  ['CARD', null, 'card'],
  ['UPI', by('upi'), 'upi'],
  ['UPI', by(null), 'upi'],
  ['UPI', null, 'upi'],
  // The provider's word counts more than the choice of the driver.
  ['UPI', card('RuPay', 'debit'), 'rupayDebit'],
  ['CARD', by('upi'), 'upi'],
  ['CARD', by('wallet'), 'wallet'],
  ['UPI', by('netbanking'), 'card'],
  ['UPI', by('emi'), 'card'],
  ['WALLET', null, 'wallet'],
  ['PREPAID', null, undefined],
  ['RFID', null, undefined],
  // A tag is no payment at the provider, whatever stands beside it.
  ['RFID', by('upi'), undefined],
] as const)('%s with %j is %s', (paymentType, paidWith, method) => {
  expect(gatewayMethodOf({ paymentType, paidWith })).toBe(method)
})

test('a method without a rate of its own has the percent of the price; 0 is a rate', () => {
  const price = { transactionPpm: 23_600 }
  expect(gatewayPpm(price, { upi: 0 }, 'upi')).toBe(0)
  expect(gatewayPpm(price, { upi: 0 }, 'card')).toBe(23_600)
  expect(gatewayPpm(price, undefined, 'card')).toBe(23_600)
  expect(gatewayPpm(price, { upi: 0, card: 10_000 }, undefined)).toBe(0)
})

describe('the rates at a start', () => {
  const zone = 'Asia/Kolkata'
  let settingId = 0
  const set = (
    name: 'surchargeUpi' | 'surchargeCard',
    value: number | null,
    since: string,
    setAt: string,
    companyId: number | null = 7,
  ): RateEntry => ({ settingId: ++settingId, companyId, name, value, since, setAt })
  const at = (entries: readonly RateEntry[] | null, moment: string, companyId = 7) =>
    ratesAt(entries, { companyId, at: new Date(moment), zone })

  test('begin with their day, by the clock of the business', () => {
    const entries = [set('surchargeUpi', 0, '2026-11-20', '2026-11-01T00:00:00Z')]
    expect(at(entries, '2026-11-19T18:29:59Z')).toEqual({})
    expect(at(entries, '2026-11-19T18:30:00Z')).toEqual({ upi: 0 })
    expect(at(entries, '2026-11-21T00:00:00Z', 8)).toEqual({})
    expect(at(null, '2026-11-21T00:00:00Z')).toEqual({})
  })
  test('of the same day begin when they were set: a session that runs keeps what held before', () => {
    const entries = [
      set('surchargeUpi', 0, '2026-11-20', '2026-11-01T00:00:00Z'),
      set('surchargeUpi', 50_000, '2026-11-20', '2026-11-20T06:00:00Z'),
    ]
    expect(at(entries, '2026-11-20T05:59:59Z')).toEqual({ upi: 0 })
    expect(at(entries, '2026-11-20T06:00:00Z')).toEqual({ upi: 50_000 })
  })
  test('are the company’s own, else the installation’s; empty is the percent of the price', () => {
    const entries = [
      set('surchargeUpi', 10_000, '2026-01-01', '2026-01-01T00:00:00Z', null),
      set('surchargeCard', 20_000, '2026-01-01', '2026-01-01T00:00:00Z', null),
      set('surchargeUpi', null, '2026-02-01', '2026-01-01T00:00:00Z'),
    ]
    expect(at(entries, '2026-01-15T00:00:00Z')).toEqual({ upi: 10_000, card: 20_000 })
    expect(at(entries, '2026-02-15T00:00:00Z')).toEqual({ card: 20_000 })
    expect(at(entries, '2026-02-15T00:00:00Z', 8)).toEqual({ upi: 10_000, card: 20_000 })
  })
  test('never change by what is set after the start, for whatever day', () => {
    const day = fc.integer({ min: 1, max: 28 }).map(n => `2026-02-${String(n).padStart(2, '0')}`)
    const moment = day.map(d => `${d}T09:00:00Z`)
    const entry = fc.record({ since: day, setAt: moment, value: fc.option(fc.integer({ min: 0, max: 1_000_000 })) })
    const entries = fc
      .array(entry, { maxLength: 8 })
      .map(all =>
        all
          .toSorted((a, b) => a.setAt.localeCompare(b.setAt))
          .map((e, i) => ({ ...e, settingId: i, companyId: 7, name: 'surchargeUpi' as const })),
      )
    fc.assert(
      fc.property(entries, moment, (all, start) => {
        const known = all.filter(e => e.setAt <= start)
        expect(at(all, start)).toEqual(at(known, start))
        for (const m of GATEWAY_METHODS) if (m !== 'upi') expect(at(all, start)[m]).toBeUndefined()
      }),
    )
  })
})
