// Connectors and sessions as the pay page reads them (D-PAY-5, D-PAY-6).
import { describe, expect, test } from 'vitest'
import {
  type Back,
  type PlaceFacts,
  placeReply,
  type Ran,
  type StoredSession,
  sessionReply,
} from './pay-reply.rules.ts'
import { FREE_RULE, NO_PROVIDER_HERE, REFUND_RULE, WHY } from './pay-told.words.ts'

const tell = (text: string) => text

const now = new Date('2026-03-02T12:00:00Z')
const ago = (seconds: number) => new Date(now.getTime() - seconds * 1000)

describe('a connector', () => {
  const facts: PlaceFacts = {
    isFree: false,
    isPrivate: false,
    payWithCard: true,
    payWithWallet: false,
    hasProvider: true,
    liveStatus: 'online',
    closedText: null,
    isAccepted: true,
    wholeStatus: null,
    status: 'Available',
    isTaken: false,
    chargepointId: 'CP-1',
    chargepointName: 'Mall',
    address: null,
    chargerType: 'DC',
    preparingState: false,
    connectorId: 1,
    evseId: null,
    evseConnectorId: null,
    connectorName: 'Left',
    connectorType: 'CCS2',
    kw: 60,
    isAskedFor: false,
    companyId: 7,
    rateEntries: null,
    snapshot: {
      priceGroupId: 1,
      type: 'fixed',
      taxPpm: 180_000,
      transactionPpm: 0,
      pgChargesBearer: 'CPO',
      details: [
        {
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
        },
      ],
    },
  }
  const refundTimes = [{ method: 'upi', text: 'Within two days' }] as unknown as Parameters<
    typeof placeReply
  >[1]['refundTimes']
  const reply = (more: Partial<PlaceFacts> = {}) =>
    placeReply({ ...facts, ...more }, { now, zone: 'Asia/Kolkata', mode: 'test', refundTimes, tell })

  test('is shown with its price, the ways to pay and the range of amounts', () => {
    expect(reply()).toMatchObject({
      charger: { id: 'CP-1', name: 'Mall', type: 'DC', isFree: false, status: 'online' },
      connector: { id: 1, isUsable: true, reason: null, plugFirst: false },
      price: { amount: 21.24, without: 18 },
      nextPrice: null,
      refundRule: REFUND_RULE,
      refundTimes,
      methods: ['upi', 'card'],
      noProvider: null,
      amounts: { choices: [100, 200, 500], least: 10, most: 5000 },
      zone: 'Asia/Kolkata',
      mode: 'test',
    })
  })
  test('that is not usable says why', () => {
    const { connector } = reply({ wholeStatus: 'Faulted' })
    expect(connector.isUsable).toBe(false)
    expect(connector.reason).toMatch(/out of service/)
    expect(reply({ snapshot: null }).connector.reason).toMatch(/no price yet/)
  })
  test('without a provider says so', () => {
    expect(reply({ hasProvider: false, payWithWallet: true }).noProvider).toBe(NO_PROVIDER_HERE)
  })
  test('of a charger that wants the car first asks for the plug until there is one', () => {
    expect(reply({ preparingState: true }).connector.plugFirst).toBe(true)
    expect(reply({ preparingState: true, status: 'Preparing' }).connector.plugFirst).toBe(false)
  })
  test('of a free charger has no price and no refund', () => {
    expect(reply({ isFree: true })).toMatchObject({
      price: null,
      nextPrice: null,
      refundRule: FREE_RULE,
      refundTimes: [],
      methods: ['free'],
      noProvider: null,
    })
  })
})

describe('a session', () => {
  const kept: StoredSession = {
    state: 'finished',
    method: 'upi',
    amountPaise: 50_000,
    reason: null,
    paidAt: ago(1000),
    isAuthorised: false,
    expiresAt: ago(100),
    closedAt: ago(10),
    language: null,
    chargepointId: 'CP-1',
    connectorId: 1,
    evseId: null,
    evseConnectorId: null,
  }
  const ran: Ran = {
    energyWh: 10_250,
    chargedPaise: 24_000,
    startedAt: ago(900),
    stoppedAt: ago(300),
    inReview: false,
    energyInDoubt: false,
    isStopping: false,
    bill: {
      lines: [
        { kind: 'energy', label: 'Energy', quantity: 10_250, ratePaise: 1800, rateUnit: 'kWh', amountPaise: 18_450 },
        { kind: 'idle', label: 'Idle', quantity: 90, ratePaise: 100, rateUnit: 'minute', amountPaise: 150 },
        { kind: 'time', label: 'Time', quantity: 1800, ratePaise: 1000, rateUnit: 'hour', amountPaise: 500 },
        { kind: 'fixed', label: 'Start', quantity: 1, ratePaise: 500, rateUnit: 'once', amountPaise: 500 },
      ],
      taxablePaise: 19_600,
      taxPaise: 3528,
      surchargePaise: 546,
      totalPaise: 23_674,
    },
  }
  const more = { now, mode: 'test', invoice: '/invoice/7', tell } as const
  const reply = (k: Partial<StoredSession> = {}, r: Partial<Ran> | null = {}, back?: Back) =>
    sessionReply({ ...kept, ...k }, r === null ? undefined : { ...ran, ...r }, back, more)

  test('that is over has its bill, each line in the unit of its rate, and its invoice', () => {
    expect(reply()).toMatchObject({
      state: 'finished',
      energy: 10.25,
      cost: 236.74,
      seconds: 600,
      paid: 500,
      isPaid: true,
      until: null,
      reason: null,
      invoice: '/invoice/7',
      bill: { taxable: 196, tax: 35.28, surcharge: 5.46, total: 236.74, smallRest: 263.26 },
    })
    expect(reply().bill?.lines.map(l => [l.quantity, l.unit, l.rate, l.amount])).toEqual([
      [10.25, 'kWh', 18, 184.5],
      [1.5, 'minute', 1, 1.5],
      [0.5, 'hour', 10, 5],
      [1, 'once', 5, 5],
    ])
  })
  test('that runs has its cost and time so far, and no bill', () => {
    expect(reply({ state: 'charging', closedAt: null }, { stoppedAt: null })).toMatchObject({
      energy: 10.25,
      cost: 240,
      seconds: 900,
      bill: null,
      refund: null,
      invoice: null,
    })
  })
  test('that waits has an end of its patience, and no energy', () => {
    const until = ago(-300)
    for (const state of ['waiting', 'starting'] as const)
      expect(reply({ state, expiresAt: until, closedAt: null }, null)).toMatchObject({
        energy: 0,
        cost: 0,
        seconds: 0,
        until: until.toISOString(),
      })
    expect(reply({ state: 'charging' }, { stoppedAt: null }).until).toBeNull()
  })
  test('in review has neither bill nor rest, and says that a person looks at it', () => {
    const r = reply({ method: 'wallet' }, { inReview: true })
    expect([r.bill, r.refund, r.invoice]).toEqual([null, null, null])
    expect(r.reason).toMatch(/looked at by a person.*within two days/)
    // The review begins with the stop, before the state of the pay session follows.
    expect(reply({ state: 'charging' }, { inReview: true }).reason).toMatch(/looked at by a person/)
  })
  test('without a cost has no invoice', () => {
    const free = { ...ran.bill, lines: [], taxablePaise: 0, taxPaise: 0, surchargePaise: 0, totalPaise: 0 }
    expect(reply({}, { bill: free }).invoice).toBeNull()
  })
  test('that was paid too late says so, whatever else is known', () => {
    expect(reply({ state: 'expired', isAuthorised: true, reason: 'Another reason' }, null).reason).toBe(WHY.late)
    expect(reply({ state: 'waiting', isAuthorised: true, reason: null }, null).reason).toBeNull()
  })

  const back: Back = {
    status: 'pending',
    amountPaise: 26_326,
    requestedAt: ago(5),
    processedAt: null,
    reference: null,
  }
  test.each([
    ['pending', 'sent'],
    ['processed', 'processed'],
    ['failed', 'delayed'],
  ] as const)('a refund that is %s reads %s', (status, state) => {
    const r = reply({}, {}, { ...back, status })
    expect(r.refund).toEqual({ state, amount: 263.26, reference: null, at: ago(5).toISOString() })
    // The rest is the refund then.
    expect(r.bill?.smallRest).toBe(0)
  })
  test('a processed refund has the time of its processing and its reference', () => {
    const done = { ...back, status: 'processed', processedAt: ago(1), reference: '523456789012' } as const
    expect(reply({}, {}, done).refund).toMatchObject({ at: ago(1).toISOString(), reference: '523456789012' })
  })
  test('the rest of a wallet is back with the end of the session', () => {
    const wallet = { method: 'wallet' } as const
    expect(reply(wallet)).toMatchObject({
      refund: { state: 'wallet', amount: 263.26, reference: null, at: ago(10).toISOString() },
      bill: { smallRest: 0 },
    })
    expect(reply({ ...wallet, closedAt: null }).refund).toBeNull()
    expect(reply({ ...wallet, paidAt: null }).refund).toBeNull()
    expect(reply({ ...wallet, amountPaise: 23_674 }).refund).toBeNull()
    expect(reply({ ...wallet, state: 'refused' }, null).refund).toMatchObject({ amount: 500 })
  })
})
