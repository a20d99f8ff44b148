// The events of a transaction of OCPP 2.0.1 over a real socket, in every order and with every fact at another place: the session,
// its bill and its reviews are those of the right order, and no energy is billed unseen or lost (decision 0088, Sessions).
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import * as prices from '#money/price-groups/price-group.store.ts'
import { startApp, type TestApp } from '#testing/app.ts'
import {
  at,
  bootedCharger,
  newCharger,
  newTag,
  priceCharger,
  reviewsOf,
  sessionsOf,
  start,
  stop,
  unique,
} from '#testing/ocpp.ts'
import { BOOT_201, bootedStation, eventsOf, openStation, register, type Station201 } from '#testing/station201.ts'

let t: TestApp
let ws: string
let idTag: string
beforeAll(async () => {
  t = await startApp()
  ws = (await t.listen()).ws
  idTag = await newTag(t)
})
afterAll(() => t.close())

type Tell = Parameters<ReturnType<typeof eventsOf>['started']>[0]
type Step = ['started' | 'updated' | 'ended', Tell]
const EVSE = { id: 1, connectorId: 1 }
const wh = (minute: number, value: number, context?: string) => [register(at(minute), value, context)]

/** A station that says, whenever it is asked, that messages wait in its queue: the portal then waits for the events that an end lacks. */
async function station(): Promise<Station201> {
  const c = await bootedStation(t, ws)
  c.onCall = action => (action === 'GetTransactionStatus' ? { messagesInQueue: true } : { status: 'Accepted' })
  return c
}
async function tell(c: Station201, steps: readonly Step[], id = unique('tx')): Promise<Record<string, unknown>[]> {
  const e = eventsOf(c, id)
  const answers: Record<string, unknown>[] = []
  for (const [type, step] of steps) answers.push(await e[type](step))
  return answers
}
/** All that is left of a station's transactions: its sessions, and what waits for a person. */
async function left(pk: number) {
  const sessions = await sessionsOf(t, pk)
  const reviews = (await reviewsOf(t, pk)).filter(r => r.decidedAt === null)
  return {
    sessions: sessions.map(s => ({
      connectorId: s.connectorId,
      startedAt: s.startedAt.toISOString(),
      stoppedAt: s.stoppedAt?.toISOString(),
      energyWh: s.energyWh,
      totalPaise: s.totalPaise,
    })),
    reviews: reviews.map(r => r.reason),
  }
}
const play = async (steps: readonly Step[]) => {
  const c = await station()
  await tell(c, steps)
  const found = await left(c.pk)
  await c.close()
  return found
}
const TEN_KWH = { energyWh: 10_000, totalPaise: 21_240 }

function permutations<T>(list: readonly T[]): T[][] {
  if (list.length < 2) return [[...list]]
  return list.flatMap((one, i) => permutations(list.filter((_, n) => n !== i)).map(rest => [one, ...rest]))
}

const cardFirst: Step[] = [
  [
    'started',
    {
      seqNo: 0,
      at: at(-3),
      trigger: 'Authorized',
      evse: null,
      more: { idToken: { idToken: 'TOKEN', type: 'ISO14443' } },
    },
  ],
  ['updated', { seqNo: 1, at: at(-1), trigger: 'CablePluggedIn', state: 'EVConnected', evse: EVSE }],
  ['updated', { seqNo: 2, at: at(0), trigger: 'ChargingStateChanged', state: 'Charging', meters: wh(0, 1000) }],
  ['ended', { seqNo: 3, at: at(20), state: 'EVConnected', meters: wh(20, 11_000) }],
]
const cableFirst: Step[] = [
  ['started', { seqNo: 0, at: at(-3), trigger: 'CablePluggedIn', evse: EVSE, meters: wh(-3, 1000) }],
  [
    'updated',
    {
      seqNo: 1,
      at: at(0),
      trigger: 'Authorized',
      state: 'Charging',
      evse: null,
      more: { idToken: { idToken: 'TOKEN', type: 'ISO14443' } },
    },
  ],
  [
    'updated',
    { seqNo: 2, at: at(10), trigger: 'ChargingStateChanged', state: 'SuspendedEV', evse: null, meters: wh(10, 11_000) },
  ],
  ['ended', { seqNo: 3, at: at(20), evse: null, meters: wh(20, 11_000) }],
]
const all: Step[] = [
  [
    'started',
    { seqNo: 0, at: at(0), state: 'Charging', evse: EVSE, more: { idToken: { idToken: 'TOKEN', type: 'ISO14443' } } },
  ],
  ['updated', { seqNo: 1, at: at(5), meters: wh(5, 1000), evse: null }],
  [
    'updated',
    {
      seqNo: 2,
      at: at(8),
      trigger: 'StopAuthorized',
      state: 'EVConnected',
      evse: null,
      meters: wh(8, 11_000),
      more: { idToken: { idToken: 'TOKEN', type: 'ISO14443' } },
    },
  ],
  ['ended', { seqNo: 3, at: at(20), evse: null, meters: wh(20, 11_000, 'Transaction.End') }],
]
const withTag = (steps: readonly Step[]): Step[] =>
  steps.map(([type, { more, ...step }]) => [type, more ? { ...step, token: idTag } : step])

describe.each([
  ['the card first, the EVSE with the cable', cardFirst],
  ['the cable first, the card without the EVSE', cableFirst],
  ['the start without a register, a card in the end', all],
])('every order of: %s', (_, course) => {
  test('is the session of the right order', async () => {
    const steps = withTag(course)
    const right = await play(steps)
    expect(right).toMatchObject({ sessions: [TEN_KWH], reviews: [] })
    for (const order of permutations(steps)) {
      const numbers = order.map(([, s]) => s.seqNo).join(' ')
      expect({ numbers, ...(await play(order)) }).toEqual({ numbers, ...right })
    }
  }, 180_000)
})

const card = (): object => ({ idToken: { idToken: idTag, type: 'ISO14443' } })
const begun = (meters?: object[]): Step => [
  'started',
  { seqNo: 0, at: at(0), state: 'Charging', ...(meters && { meters }), more: {} },
]
const later = (seqNo: number, minute: number, value: number): Step => [
  'updated',
  { seqNo, at: at(minute), meters: wh(minute, value) },
]
const end = (seqNo: number, meters?: object[]): Step => ['ended', { seqNo, at: at(10), ...(meters && { meters }) }]
const authorised = (steps: readonly Step[]): Step[] =>
  steps.map(([type, s]) => [type, s.more ? { ...s, more: { ...card(), ...s.more } } : s])

const KWH = (value: number, unit: string, multiplier?: number) => [
  {
    timestamp: at(10),
    sampledValue: [{ value, unitOfMeasure: { unit, ...(multiplier !== undefined && { multiplier }) } }],
  },
]
test.each<[string, Step[], number]>([
  ['the first reading is the start', [begun(), later(1, 2, 4000), later(2, 5, 4400), end(3, wh(10, 4500))], 500],
  ['of a meter that has counted long', [begun(), later(1, 2, 2_500_000), end(2, wh(10, 2_500_500))], 500],
  [
    'an event before the start tells the register',
    [
      ['updated', { seqNo: 1, at: at(1), state: 'Charging', meters: wh(1, 1000), more: {} }],
      begun(),
      end(2, wh(10, 1500)),
    ],
    500,
  ],
  [
    'the last event tells the begin',
    [
      begun(),
      later(1, 2, 70_400),
      end(2, [...wh(0, 70_000, 'Transaction.Begin'), ...wh(10, 71_500, 'Transaction.End')]),
    ],
    1500,
  ],
  ['the last event alone tells registers', [begun(), end(1, [...wh(1, 4000), ...wh(10, 4500)])], 500],
  ['MWh', [begun(wh(0, 1000)), end(1, KWH(0.0015, 'MWh'))], 500],
  ['kWh with a multiplier', [begun(wh(0, 1000)), end(1, KWH(15, 'kWh', -1))], 500],
  ['Wh with an exponent of its own', [begun(wh(0, 1000)), end(1, KWH(1.5e-7, 'Wh', 10))], 500],
])('energy: %s', async (_, steps, energyWh) => {
  const found = await play(authorised(steps))
  expect(found).toMatchObject({ sessions: [{ energyWh, totalPaise: Math.round(energyWh * 2.124) }], reviews: [] })
})

test.each<[string, Step[], string, number]>([
  ['no register in the end', [begun(wh(0, 1000)), end(1)], 'No stop register', 0],
  ['none at all', [begun(), end(1)], 'No stop register', 0],
  ['readings, and none in the end', [begun(wh(0, 1000)), later(1, 5, 1400), end(2)], 'No stop register', 400],
  [
    'a register beyond all meters',
    [begun(wh(0, 1000)), later(1, 5, 1400), end(2, wh(10, 1e15))],
    'No stop register',
    400,
  ],
  ['none but that of the end', [begun(), end(1, wh(10, 4500))], 'No start register', 0],
  ['a unit that nobody knows', [begun(wh(0, 1000)), end(1, KWH(1500, 'J'))], 'No stop register', 0],
  ['a start in a unit that nobody knows', [begun(KWH(1000, 'J')), end(1, wh(10, 1500))], 'No start register', 0],
])('a person looks: %s', async (_, steps, reason, energyWh) => {
  const found = await play(authorised(steps))
  expect(found).toMatchObject({ sessions: [{ energyWh, totalPaise: null }], reviews: [reason] })
})

test('no energy and no register: nothing to bill and nothing to look at', async () => {
  const found = await play([
    ['started', { seqNo: 0, at: at(0), trigger: 'Authorized', token: idTag }],
    ['ended', { seqNo: 1, at: at(2), trigger: 'EVConnectTimeout', info: { stoppedReason: 'Timeout' } }],
  ])
  expect(found).toMatchObject({ sessions: [{ energyWh: 0, totalPaise: 0 }], reviews: [] })
})

test.each<[string, Step[]]>([
  [
    'an EVSE that is never told',
    [
      ['started', { seqNo: 0, at: at(0), evse: null, more: {} }],
      ['updated', { seqNo: 1, at: at(2), evse: null, state: 'Charging', meters: wh(2, 4000) }],
      ['ended', { seqNo: 2, at: at(9), evse: null, meters: wh(9, 4500) }],
    ],
  ],
  [
    'energy without a token',
    [
      ['started', { seqNo: 0, at: at(0), state: 'Charging', meters: wh(0, 4000) }],
      ['ended', { seqNo: 1, at: at(9), meters: wh(9, 4500) }],
    ],
  ],
])('a transaction that cannot become a session waits for a person: %s', async (_, steps) => {
  expect(await play(authorised(steps))).toEqual({ sessions: [], reviews: ['Stop matches no session'] })
})

test('a card after which no cable came, on an EVSE that nobody knows, is nobody’s session', async () => {
  const found = await play([
    ['started', { seqNo: 0, at: at(0), trigger: 'Authorized', evse: null, token: idTag }],
    ['ended', { seqNo: 1, at: at(2), trigger: 'EVConnectTimeout', evse: null, info: { stoppedReason: 'Timeout' } }],
  ])
  expect(found).toEqual({ sessions: [], reviews: [] })
})

test('a car that nobody authorised, its end first: nothing waits when all has come', async () => {
  const steps: Step[] = [
    ['ended', { seqNo: 1, at: at(2), trigger: 'EVDeparted', state: 'Idle' }],
    ['started', { seqNo: 0, at: at(0), trigger: 'CablePluggedIn', state: 'EVConnected' }],
  ]
  expect(await play(steps)).toEqual({ sessions: [], reviews: [] })
})

test('while events are missing the end of a transaction without a session goes on waiting for a person', async () => {
  const c = await station()
  const id = unique('tx')
  await tell(c, [['ended', { seqNo: 3, at: at(9), meters: wh(9, 4500) }], later(2, 5, 4200)], id)
  expect(await left(c.pk)).toEqual({ sessions: [], reviews: ['Stop matches no session'] })
  await tell(c, authorised([begun(wh(0, 4000)), later(1, 3, 4100)]), id)
  expect(await left(c.pk)).toMatchObject({ sessions: [{ energyWh: 500, totalPaise: 1062 }], reviews: [] })
  expect((await sessionsOf(t, c.pk)).map(s => Number(s.meters))).toEqual([4])
  await c.close()
})

test('two transactions that tell the same start are two sessions', async () => {
  const c = await station()
  const same: Step = ['started', { seqNo: 0, at: at(0), state: 'Charging', token: idTag, meters: wh(0, 0) }]
  const [, first] = await tell(c, [same, end(1, wh(10, 500))], 'SAME1')
  const [, second] = await tell(c, [same, end(1, wh(10, 2500))], 'SAME2')
  expect([first, second]).toEqual([{ totalCost: 10.62 }, { totalCost: 53.1 }])
  expect(await left(c.pk)).toMatchObject({ sessions: [{ energyWh: 500 }, { energyWh: 2500 }], reviews: [] })
  await c.close()
})

const connectorOf = async (pk: number) => {
  const { rows } = await sql<{
    status: string
  }>`select status from connector where chargepoint_pk = ${pk} and connector_id = 1`.execute(t.db)
  return rows[0]?.status
}
test.each([undefined, 'Idle', 'EVConnected'])('the end frees the connector at once: %s', async state => {
  const c = await station()
  await tell(
    c,
    authorised([
      begun(wh(0, 1000)),
      ['ended', { seqNo: 1, at: at(10), ...(state && { state }), meters: wh(10, 1500) }],
    ]),
  )
  expect(await connectorOf(c.pk)).toBe('Finishing')
  await c.close()
})
test('an end that comes after the station has told that the connector is free leaves it free', async () => {
  const c = await station()
  const id = unique('tx')
  await tell(c, authorised([begun(wh(0, 1000))]), id)
  await c.call('StatusNotification', { timestamp: at(10), connectorStatus: 'Available', evseId: 1, connectorId: 1 })
  await tell(c, [end(1, wh(10, 1500))], id)
  expect(await connectorOf(c.pk)).toBe('Available')
  await c.close()
})

/** A price that asks 1.00 for an idle minute, 0.10 for a minute of charging and nothing for energy. */
const byMinutes = () =>
  prices.create(t.db, {
    teamId: t.world.one.teamId,
    name: unique('Minutes'),
    type: 'fixed',
    validFrom: new Date('2020-01-01T00:00:00Z'),
    details: [
      {
        day: 0,
        startMinute: 0,
        endMinute: 1439,
        priceType: 'kwh',
        pricePerKwhPaise: 0,
        pricePerHourPaise: 0,
        fixedFeeStartingPaise: 0,
        fixedFeeChargingPaise: 0,
        minuteFeeChargingPaise: 10,
        idealFeeFullyChargedPaise: 100,
      },
    ],
  })
describe('the end of the flow of energy after 10 of 24 minutes', () => {
  let minutes: number
  beforeAll(async () => {
    minutes = await byMinutes()
  })
  // 10 minutes of charging, 10 free ones, 4 idle ones: 5.00 and tax.
  const IDLE = { energyWh: 5000, totalPaise: 590 }

  test('SuspendedEV of 1.6 alone makes idle time', async () => {
    const c = await bootedCharger(t, ws)
    await priceCharger(t, c.pk, minutes)
    const { transactionId } = await start(c, idTag)
    const suspended = { connectorId: 1, status: 'SuspendedEV', errorCode: 'NoError', timestamp: at(10) }
    await c.call('StatusNotification', suspended)
    await stop(c, transactionId, { meterStop: 6000, timestamp: at(24) })
    expect(await left(c.pk)).toMatchObject({ sessions: [IDLE], reviews: [] })
    await c.close()
  })
  test.each(['SuspendedEV', 'EVConnected', 'Idle'])('chargingState %s alone makes idle time', async state => {
    const c = await station()
    await priceCharger(t, c.pk, minutes)
    await tell(
      c,
      authorised([
        begun(wh(0, 1000)),
        ['updated', { seqNo: 1, at: at(10), trigger: 'ChargingStateChanged', state }],
        ['ended', { seqNo: 2, at: at(24), state, meters: wh(24, 6000) }],
      ]),
    )
    expect(await left(c.pk)).toMatchObject({ sessions: [IDLE], reviews: [] })
    await c.close()
  })
})

test('a session keeps its connector when a later event names another one', async () => {
  const c = await station()
  const id = unique('tx')
  await tell(
    c,
    authorised([
      begun(wh(0, 1000)),
      ['updated', { seqNo: 1, at: at(5), evse: { id: 2, connectorId: 1 }, meters: wh(5, 1200) }],
    ]),
    id,
  )
  await tell(c, [end(2, wh(10, 1500))], id)
  const { rows } =
    await sql`select t.connector_id, k.connector_id as told from transaction t join station_transaction k using (transaction_id)
    where t.chargepoint_pk = ${c.pk}`.execute(t.db)
  expect(rows).toEqual([{ connectorId: 1, told: 1 }])
  await c.close()
})

test('a start that is heard at once is judged by what runs now, whatever time it tells', async () => {
  const tag = await newTag(t, { maxActiveTransactions: 1 })
  const [a, b] = [await station(), await station()]
  const now = (ms: number) => new Date(Date.now() - ms).toISOString()
  const starting = (ms: number, more: object = {}): Step => [
    'started',
    { seqNo: 0, at: now(ms), state: 'Charging', token: tag, meters: wh(0, 0), more },
  ]
  expect(await tell(a, [starting(0)])).toMatchObject([{ idTokenInfo: { status: 'Accepted' } }])
  expect(await tell(b, [starting(20_000)])).toMatchObject([{ idTokenInfo: { status: 'ConcurrentTx' } }])
  expect(await tell(b, [starting(30_000, { offline: true })])).toMatchObject([{ idTokenInfo: { status: 'Accepted' } }])
  await Promise.all([a.close(), b.close()])
})

test('NoAuthorization is accepted at a free charger, and nobody pays', async () => {
  const { pk, id } = await newCharger(t)
  await sql`update charger set charger_category = 'free' where chargepoint_pk = ${pk}`.execute(t.db)
  const c = Object.assign(await openStation(ws, id), { pk, id })
  await c.call('BootNotification', BOOT_201)
  const idToken = { idToken: '', type: 'NoAuthorization' }
  expect(await c.call('Authorize', { idToken })).toEqual({ idTokenInfo: { status: 'Accepted' } })
  const steps: Step[] = [
    ['started', { seqNo: 0, at: at(0), state: 'Charging', meters: wh(0, 0), more: { idToken } }],
    end(1, wh(10, 500)),
  ]
  expect(await tell(c, steps)).toMatchObject([{ idTokenInfo: { status: 'Accepted' } }, {}])
  expect(await sessionsOf(t, c.pk)).toMatchObject([{ idTagStatus: 'Accepted', energyWh: 500, totalPaise: 0 }])
  await c.close()
})

test('readings of a car that nobody has authorised do not move the session of another transaction', async () => {
  const c = await station()
  const id = unique('tx')
  await tell(c, authorised([begun(wh(0, 1000))]), id)
  await tell(c, [['updated', { seqNo: 5, at: at(6), meters: wh(6, 3000) }]])
  await tell(c, [end(1, wh(10, 1500))], id)
  await vi.waitFor(async () => expect(await left(c.pk)).toMatchObject({ sessions: [{ energyWh: 500 }] }))
  expect(Number((await sessionsOf(t, c.pk))[0]?.meters)).toBe(2)
  await c.close()
})

test('an event told again with another register changes nothing; one number for all events goes on in time', async () => {
  const c = await station()
  const token = { idToken: idTag, type: 'ISO14443' }
  const begun: Step = [
    'started',
    { seqNo: 0, at: at(0), state: 'Charging', meters: wh(0, 1000), more: { idToken: token } },
  ]
  const first: Step = ['updated', { seqNo: 1, at: at(5), meters: wh(5, 3000) }]
  const again: Step = ['updated', { seqNo: 1, at: at(5), meters: wh(5, 9000) }]
  const [, once, twice] = await tell(c, [begun, first, again], 'told-again')
  expect(once?.totalCost).toBeGreaterThan(0)
  expect(twice).toEqual(once)
  const [later] = await tell(c, [['updated', { seqNo: 1, at: at(6), meters: wh(6, 4000) }]], 'told-again')
  expect(later?.totalCost).toBeGreaterThan(Number(once?.totalCost))
  await tell(c, [['ended', { seqNo: 2, at: at(20), meters: wh(20, 11_000) }]], 'told-again')
  expect(await left(c.pk)).toMatchObject({ sessions: [TEN_KWH], reviews: [] })
  await c.close()
})
