// The state of a connector as drivers are told, its prices, and the fate of money that arrives (D-PAY-5, D-PAY-7, D-PAY-9).
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { PriceDetail, PriceSnapshot } from '#money/price-groups/price.rules.ts'
import { shownPrice } from '#money/price-groups/shown-price.rules.ts'
import {
  AGAIN_MS,
  type ConnectorStanding,
  fateOfMoney,
  isOpen,
  LEAST_PATIENCE_MS,
  lacksProvider,
  methodsOf,
  PATIENCE_MS,
  pricesAt,
  surchargesOf,
  unusable,
  whyText,
} from './pay.rules.ts'
import { STATES } from './pay.words.ts'
import { NO_PROVIDER_HERE, WHY } from './pay-told.words.ts'

/** A connector at which a session can begin. */
const usable: ConnectorStanding = {
  isFree: false,
  isPrivate: false,
  payWithCard: true,
  payWithWallet: true,
  hasProvider: true,
  liveStatus: 'online',
  closedText: null,
  isAccepted: true,
  wholeStatus: 'Available',
  status: 'Available',
  isTaken: false,
  hasPrice: true,
}

const AWAY = 'This charger is not connected at the moment. Please use another one.'
const CLOSED = 'This charger is out of service at the moment. Please use another one.'
const BROKEN = 'This connector is out of service at the moment. Please use another one.'
const IN_USE = 'This connector is in use. Please use another one or wait until it is free.'
const PRICELESS = 'This connector has no price yet, so nobody can charge here. Please use another one.'
const CARD_ONLY = 'Nobody can pay here by phone. Please use your charging card.'

describe('why no session can begin on a connector', () => {
  test.each<[string, Partial<ConnectorStanding>, string | undefined]>([
    ['an available connector', {}, undefined],
    ['a connector with a plugged-in car', { status: 'Preparing' }, undefined],
    ['a charger that has reported no state yet', { wholeStatus: null, status: null }, undefined],
    ['a charger that charges at its other connector', { liveStatus: 'charging' }, undefined],
    ['a charger that is away', { liveStatus: 'offline' }, AWAY],
    ['a charger whose boot was not accepted', { isAccepted: false }, AWAY],
    ['a charger in maintenance', { liveStatus: 'maintenance' }, CLOSED],
    [
      'planned maintenance, in the words of the operator',
      { closedText: 'Back at noon', liveStatus: 'offline' },
      'Back at noon',
    ],
    ['connector 0 Faulted', { wholeStatus: 'Faulted' }, CLOSED],
    ['connector 0 Unavailable', { wholeStatus: 'Unavailable' }, CLOSED],
    ['a session that runs or is about to begin', { isTaken: true }, IN_USE],
    ['Charging', { status: 'Charging' }, IN_USE],
    ['SuspendedEV', { status: 'SuspendedEV' }, IN_USE],
    ['SuspendedEVSE', { status: 'SuspendedEVSE' }, IN_USE],
    ['Reserved', { status: 'Reserved' }, 'This connector is reserved for another driver. Please use another one.'],
    [
      'Finishing',
      { status: 'Finishing' },
      'The last session here has just ended. Please unplug the cable, then try again.',
    ],
    ['a Faulted connector', { status: 'Faulted' }, BROKEN],
    ['an Unavailable connector', { status: 'Unavailable' }, BROKEN],
    ['a connector without a price', { hasPrice: false }, PRICELESS],
    ['a free connector without a price', { hasPrice: false, isFree: true }, undefined],
    ['a free connector that takes no payment', { isFree: true, payWithCard: false, payWithWallet: false }, undefined],
    ['a free connector that is Faulted', { isFree: true, status: 'Faulted' }, BROKEN],
    ['no way to pay', { payWithCard: false, payWithWallet: false }, CARD_ONLY],
    [
      'no provider and no wallet',
      { hasProvider: false, payWithWallet: false },
      `${NO_PROVIDER_HERE} Please use your charging card.`,
    ],
    ['no provider beside a wallet', { hasProvider: false }, undefined],
    ['a private charger without a wallet', { isPrivate: true, payWithWallet: false, hasProvider: false }, CARD_ONLY],
  ])('%s', (_, more, text) => {
    expect(unusable({ ...usable, ...more })).toBe(text)
  })

  test('the charger comes before the connector, and a connector that is taken before its status', () => {
    expect(unusable({ ...usable, liveStatus: 'offline', wholeStatus: 'Faulted', isTaken: true })).toBe(AWAY)
    expect(unusable({ ...usable, wholeStatus: 'Faulted', isTaken: true, status: 'Reserved' })).toBe(CLOSED)
    expect(unusable({ ...usable, isTaken: true, status: 'Faulted' })).toBe(IN_USE)
    expect(unusable({ ...usable, status: 'Faulted', hasPrice: false })).toBe(BROKEN)
  })
})

describe('payment methods', () => {
  test.each<[string, Partial<ConnectorStanding>, string[], boolean]>([
    ['everything on', {}, ['upi', 'card', 'wallet'], false],
    ['card off', { payWithCard: false }, ['wallet'], false],
    ['wallet off', { payWithWallet: false }, ['upi', 'card'], false],
    ['no provider', { hasProvider: false }, ['wallet'], true],
    ['no provider, card off', { hasProvider: false, payWithCard: false }, ['wallet'], false],
    ['a private charger', { isPrivate: true }, ['wallet'], false],
    ['a private charger without a provider', { isPrivate: true, hasProvider: false }, ['wallet'], false],
    ['a free charger', { isFree: true }, ['free'], false],
    ['a free charger without a provider', { isFree: true, hasProvider: false }, ['free'], false],
    ['nothing on', { payWithCard: false, payWithWallet: false }, [], false],
  ])('%s', (_, more, methods, lacks) => {
    expect(methodsOf({ ...usable, ...more })).toEqual(methods)
    expect(lacksProvider({ ...usable, ...more })).toBe(lacks)
  })
})

test('the time to pay and the time to plug in are 15 minutes; a start is sent again after 90 seconds', () => {
  expect([PATIENCE_MS, LEAST_PATIENCE_MS, AGAIN_MS]).toEqual([900_000, 30_000, 90_000])
})

test('a session is open until its end is known', () => {
  expect(STATES.filter(isOpen)).toEqual(['waiting', 'starting', 'charging'])
})

describe('the fate of money', () => {
  const capturedAt = new Date('2026-03-02T12:00:00Z')
  const later = (ms: number) => new Date(capturedAt.getTime() + ms)
  const asked = {
    state: 'waiting',
    isTaken: false,
    isGone: false,
    isPlanned: false,
    isBack: false,
    capturedAt,
    now: later(1000),
  } as const
  test.each([
    ['in time', {}, 'start'],
    ['30 seconds before the end', { now: later(PATIENCE_MS - 30_000) }, 'start'],
    ['less than 30 seconds before the end', { now: later(PATIENCE_MS - 30_000 + 1) }, 'late'],
    ['after the end', { now: later(PATIENCE_MS) }, 'late'],
    ['another driver has paid before', { isTaken: true }, 'taken'],
    ['the charger was deleted', { isGone: true }, 'gone'],
    ['the charger was deleted, and taken before', { isGone: true, isTaken: true }, 'gone'],
    ['planned maintenance has begun', { isPlanned: true, isTaken: true }, 'planned'],
    ['late at a deleted charger', { isGone: true, now: later(PATIENCE_MS) }, 'late'],
    ['the provider has given it back already', { isBack: true }, 'back'],
    ['given back already, and late', { isBack: true, now: later(PATIENCE_MS) }, 'back'],
    ['the session was refused', { state: 'refused' as const }, 'late'],
    ['the session has expired', { state: 'expired' as const }, 'late'],
    ['the session is over', { state: 'finished' as const }, 'late'],
  ])('%s', (_, more, fate) => {
    expect(fateOfMoney({ ...asked, ...more })).toBe(fate)
  })

  test('every reason says where the money is, and at a free charger none speaks of money', () => {
    for (const why of ['taken', 'late', 'gone', 'planned', 'refused', 'noCar', 'cancelled'] as const) {
      expect(whyText(why, 'upi')).toBe(WHY[why])
      expect(whyText(why, 'upi')).toMatch(/goes back\.$/)
    }
    for (const why of ['gone', 'refused', 'noCar', 'cancelled'] as const)
      expect(whyText(why, 'free')).toMatch(/\. Please try again or use another connector\.$/)
    expect(WHY.noCar).toContain('15 minutes')
  })
})

describe('prices', () => {
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
  const group: PriceSnapshot = {
    priceGroupId: 1,
    type: 'fixed',
    taxPpm: 180_000,
    transactionPpm: 23_600,
    pgChargesBearer: 'EV',
    details: [detail],
  }

  test('a price carries tax and the surcharge of a driver who bears it: 18.00 · 1.18 · 1.0236 = 21.74', () => {
    expect(shownPrice(detail, group, 23_600)).toEqual({
      unit: 'kWh',
      amount: 21.74,
      without: 18,
      fees: [],
      taxPercent: 18,
      surchargePercent: 2.36,
    })
  })
  test('where the owner bears the gateway there is no surcharge: 18.00 · 1.18 = 21.24', () => {
    expect(surchargesOf({ ...group, pgChargesBearer: 'CPO' }, { card: 50_000 }, ['card'])).toEqual([
      { method: 'rupayDebit', ppm: 0 },
      { method: 'card', ppm: 0 },
    ])
    expect(shownPrice(detail, group, 0)).toMatchObject({ amount: 21.24, surchargePercent: 0 })
  })
  test('a method has its own rate, else the percent of the price; a card may be a RuPay debit card', () => {
    expect(surchargesOf(group, { upi: 0, rupayDebit: 0, wallet: 10_000 }, ['upi', 'card', 'wallet'])).toEqual([
      { method: 'upi', ppm: 0 },
      { method: 'rupayDebit', ppm: 0 },
      { method: 'card', ppm: 23_600 },
      { method: 'wallet', ppm: 10_000 },
    ])
    expect(surchargesOf(group, {}, ['wallet', 'free'])).toEqual([{ method: 'wallet', ppm: 23_600 }])
  })
  test('a price by time is told per hour, and each fee above 0 is told with its unit', () => {
    const byTime: PriceDetail = {
      ...detail,
      priceType: 'min',
      pricePerHourPaise: 10_000,
      fixedFeeStartingPaise: 500,
      fixedFeeChargingPaise: 1000,
      minuteFeeChargingPaise: 50,
      idealFeeFullyChargedPaise: 100,
    }
    const plain = { ...group, taxPpm: 0, pgChargesBearer: 'CPO' } as const
    expect(shownPrice(byTime, plain, 0)).toMatchObject({
      unit: 'hour',
      amount: 100,
      fees: [
        { label: 'Start fee', per: 'once', amount: 5, without: 5 },
        { label: 'Charging fee', per: 'once', amount: 10, without: 10 },
        { label: 'While charging', per: 'minute', amount: 0.5, without: 0.5 },
        { label: 'Plugged in after the car is full', per: 'minute', amount: 1, without: 1 },
      ],
    })
    expect(shownPrice({ ...byTime, priceType: 'hr' }, plain, 0).unit).toBe('hour')
  })
  test('tax and surcharge only ever add to a price', () => {
    const ppm = fc.integer({ min: 0, max: 1_000_000 })
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 10_000_000 }), ppm, ppm, (paise, taxPpm, surchargePpm) => {
        const p = shownPrice({ ...detail, pricePerKwhPaise: paise }, { ...group, taxPpm }, surchargePpm)
        expect(p.amount).toBeGreaterThanOrEqual(p.without)
        expect(p.without).toBe(paise / 100)
      }),
    )
  })

  /** Monday 2 March 2026: 16.00 until 12:30 UTC, 22.00 after it. */
  const slots: PriceSnapshot = {
    ...group,
    type: 'variable',
    details: [
      { ...detail, day: 1, endMinute: 750, pricePerKwhPaise: 1600 },
      { ...detail, day: 1, startMinute: 750, pricePerKwhPaise: 2200 },
    ],
  }
  test('the next price is told on the same day only, by the clock of the business', () => {
    const noon = new Date('2026-03-02T12:00:00Z')
    const now = pricesAt(slots, noon, 'Asia/Kolkata', 0)
    expect(now.price?.without).toBe(16)
    expect(now.nextPrice).toMatchObject({ without: 22, at: '2026-03-02T12:30:00.000Z' })
    // On Kiritimati it is 23:00 then, and the price changes at 02:30 of the next day.
    expect(pricesAt(slots, new Date('2026-03-02T09:00:00Z'), 'Pacific/Kiritimati', 0).nextPrice).toBeNull()
    expect(pricesAt(slots, new Date('2026-03-02T13:00:00Z'), 'Asia/Kolkata', 0).nextPrice).toBeNull()
    expect(pricesAt(slots, new Date('2026-03-04T12:00:00Z'), 'Asia/Kolkata', 0).price).toBeNull()
  })
})
