// When a person must look at a session before its bill, which session a stop without an id means, and how a session is
// paid (D-OCPP-6, D-TXN-7, D-TXN-11, D-WAL-4, O-37, O-45).
import { describe, expect, test } from 'vitest'
import {
  type Candidate,
  certainMatch,
  holdForSession,
  isBelowReading,
  isBillable,
  lacksBalance,
  paymentTypeOf,
  QR_DESCRIPTION,
  reviewReason,
  type Stopping,
  unpaidReason,
  untaxedReason,
} from './session.rules.ts'

const begun = new Date('2026-03-02T12:00:00Z')
const later = (seconds: number) => new Date(begun.getTime() + seconds * 1000)

/** An hour at 60 kW with 30 kWh. */
const stopping: Stopping = {
  startedAt: begun,
  stoppedAt: later(3600),
  areTimesDoubtful: false,
  meterStartWh: 1000,
  meterStopWh: 31_000,
  maxPowerW: 60_000,
  hasPrice: true,
  isFree: false,
  isMisfit: false,
}
/** In an hour, with a tenth and a minute of grace. */
const MOST_AT_60_KW = Math.floor((60_000 * 1.1 * 3660) / 3600)
const MOST_UNKNOWN = Math.floor((400_000 * 1.1 * 3660) / 3600)

describe('a stopped session goes to review', () => {
  test.each<[string, Partial<Stopping>, string | undefined]>([
    ['an ordinary session', {}, undefined],
    ['no energy', { meterStopWh: 1000 }, undefined],
    ['a stop one Wh below the start', { meterStopWh: 999 }, 'Stop register below start'],
    ['doubtful times', { areTimesDoubtful: true }, 'Implausible times'],
    ['the most that 60 kW deliver', { meterStopWh: 1000 + MOST_AT_60_KW }, undefined],
    ['one Wh more', { meterStopWh: 1001 + MOST_AT_60_KW }, 'More energy than the connector can deliver'],
    ['400 kW where the power is unknown', { maxPowerW: null, meterStopWh: 1000 + MOST_UNKNOWN }, undefined],
    [
      'more than 400 kW',
      { maxPowerW: null, meterStopWh: 1001 + MOST_UNKNOWN },
      'More energy than the connector can deliver',
    ],
    ['samples that contradict the energy', { isMisfit: true }, 'Energy does not fit'],
    ['energy without a price', { hasPrice: false }, 'No price group'],
    ['no energy and no price', { hasPrice: false, meterStopWh: 1000 }, undefined],
    ['a free charger without a price', { hasPrice: false, isFree: true }, undefined],
  ])('%s', (_, more, reason) => expect(reviewReason({ ...stopping, ...more })).toBe(reason))
})

test.each([
  [29_999, 30_000, false],
  [29_998, 30_000, true],
  [30_000, 30_000, false],
  [30_001, 30_000, false],
])('a stop at %d after a reading of %d Wh is below the reading: %s', (stop, reading, isBelow) => {
  expect(isBelowReading(stop, reading)).toBe(isBelow)
})

test('tax is unknown for want of a state, or of a supplier', () => {
  expect(untaxedReason({ placeOfSupply: undefined })).toBe('Unknown state')
  expect(untaxedReason({ placeOfSupply: '29' })).toBe('No supplier with a GST number')
})

describe('the session that a stop without a usable id means', () => {
  const running: Candidate = {
    idTag: 'Card-A',
    startedAt: begun,
    meterStartWh: 1000,
    registerScale: 1,
    currentWh: 20_000,
  }
  const stop = { idTag: 'CARD-a', stoppedAt: later(3600), meterStop: 31_000 } as const
  const charger = { connectors: 2, maxPowerW: 60_000 }
  const found = (
    all: Candidate[],
    more: Partial<{ idTag: string | undefined; stoppedAt: Date; meterStop: number }> = {},
  ) => certainMatch(all, { ...stop, ...more }, charger)

  test('has its tag, whatever the letter case', () => expect(found([running])).toBe(running))
  test.each<[string, Candidate[], Parameters<typeof found>[1]?]>([
    ['another tag', [{ ...running, idTag: 'OTHER' }]],
    ['a start after the stop', [{ ...running, startedAt: later(3601) }]],
    ['a reading above the stop', [{ ...running, currentWh: 31_001 }]],
    ['more energy than can be', [{ ...running, startedAt: later(3500) }]],
    ['no session', []],
    ['two sessions that fit', [running, { ...running }]],
    ['no tag at a charger with two connectors', [running], { idTag: undefined }],
  ])('not %s', (_, all, more) => expect(found(all, more)).toBeUndefined())
  test.each<[string, Candidate, Parameters<typeof found>[1]?]>([
    [
      'a start at the moment of the stop',
      { ...running, startedAt: later(3600), meterStartWh: 30_500, currentWh: 30_500 },
    ],
    ['a reading equal to the stop', { ...running, currentWh: 31_000 }],
    ['a register in kWh', { ...running, registerScale: 1000 }, { meterStop: 31 }],
  ])('%s is no obstacle', (_, one, more) => expect(found([one], more)).toBe(one))
  test('a single connector makes a stop without a tag certain', () => {
    expect(certainMatch([running], { ...stop, idTag: undefined }, { ...charger, connectors: 1 })).toBe(running)
  })
  test('the other session of the charger is told apart by its tag', () => {
    expect(found([running, { ...running, idTag: 'OTHER' }])).toBe(running)
  })
})

describe('how a session is paid', () => {
  test.each([
    [undefined, 'RFID'],
    [{ kind: 'rfid', payMethod: null }, 'RFID'],
    [{ kind: 'app', payMethod: null }, 'WALLET'],
    [{ kind: 'prepaid', payMethod: null }, 'PREPAID'],
    [{ kind: 'session', payMethod: 'upi' }, 'CARD'],
    [{ kind: 'session', payMethod: 'card' }, 'CARD'],
    [{ kind: 'session', payMethod: null }, 'CARD'],
    [{ kind: 'session', payMethod: 'wallet' }, 'WALLET'],
    [{ kind: 'session', payMethod: 'free' }, 'RFID'],
  ] as const)('%j: %s', (tag, type) => expect(paymentTypeOf(tag)).toBe(type))
  test('scan and pay has the description of D-PAY-5', () => expect(QR_DESCRIPTION).toBe('QRv2 Payment'))
})

describe('what is held for a session that begins', () => {
  const plain = { isAccepted: true, isFree: false, lacksBalance: false }
  test.each([
    ['the whole balance', { kind: 'app', balancePaise: 50_000 }, plain, 50_000],
    ['nothing for a tag without a balance', { kind: 'rfid', balancePaise: null }, plain, null],
    ['nothing at a free charger', { kind: 'app', balancePaise: 50_000 }, { ...plain, isFree: true }, null],
    ['nothing for an unknown tag', undefined, plain, null],
    ['0 where the payment is spent', { kind: 'session', balancePaise: null }, { ...plain, isAccepted: false }, 0],
    [
      '0 where the balance is too low',
      { kind: 'app', balancePaise: 500 },
      { ...plain, isAccepted: false, lacksBalance: true },
      0,
    ],
    ['nothing for another refused tag', { kind: 'rfid', balancePaise: null }, { ...plain, isAccepted: false }, null],
  ])('%s', (_, tag, facts, held) => expect(holdForSession(tag, facts)).toBe(held))
})

describe('energy taken with nothing held for it', () => {
  const refused = {
    paymentType: 'WALLET',
    idTagStatus: 'Blocked',
    holdPaise: 0,
    startedAt: begun,
    startReceivedAt: later(119),
  }
  const taken = { energyWh: 500, stopReason: 'Local' }
  test('only an accepted tag is billed', () => {
    const all = ['Accepted', 'Blocked', 'Expired', 'Invalid', 'ConcurrentTx']
    expect(all.filter(isBillable)).toEqual(['Accepted'])
  })
  test.each<
    [string, Partial<typeof refused> | { holdPaise: number | null }, Partial<typeof taken>, string | undefined]
  >([
    ['a wallet that had too little', {}, {}, 'Charged without enough balance'],
    ['a card that had too little', { paymentType: 'PREPAID' }, {}, 'Charged without enough balance'],
    ['a payment that was given back', { paymentType: 'CARD' }, {}, 'Payment already given back'],
    ['a charger told within two minutes that stopped for it', {}, { stopReason: 'DeAuthorized' }, undefined],
    [
      'a charger told after two minutes',
      { startReceivedAt: later(120) },
      { stopReason: 'DeAuthorized' },
      'Charged without enough balance',
    ],
    ['no energy', {}, { energyWh: 0 }, undefined],
    ['an accepted tag', { idTagStatus: 'Accepted' }, {}, undefined],
    ['money that was held', { holdPaise: 1 }, {}, undefined],
    ['a tag for which nothing is held', { holdPaise: null }, {}, undefined],
  ])('%s', (_, more, how, reason) => {
    expect(unpaidReason({ ...refused, ...more }, { ...taken, ...how })).toBe(reason)
  })
  test('only wallets and cards lack a balance', () => {
    const lacking = (paymentType: string) => lacksBalance({ ...refused, paymentType })
    expect(['CARD', 'UPI', 'WALLET', 'PREPAID', 'RFID'].filter(lacking)).toEqual(['WALLET', 'PREPAID'])
  })
})
