// Block E, transactions: stations begin and end a transaction at different points, and are asked about one. Each case checks the
// session that the operator sees: who charged, how much, and why it ended.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { newTag, type SessionRow } from '#testing/ocpp.ts'
import {
  afterEachCase,
  type Product,
  type StationTransaction,
  type StrictStation,
  startProduct,
} from './test-station.ts'

let product: Product
let token: string
beforeAll(async () => {
  product = await startProduct()
  token = await newTag(product.t)
})
afterAll(() => product.t.close())
afterEachCase(() => product)

const accepted = { idTokenInfo: { status: 'Accepted' } }
const EVSE = { id: 1, connectorId: 1 }
/** Ten kWh at the price of the world, with tax: the sum in rupees that the station may show. */
const PRICE = { totalCost: 212.4 }
type Play = { station: StrictStation; tx: StationTransaction }

/** The car is plugged in, or the bay is taken, before the transaction is known. */
const plugged = ({ station }: Play) => station.status('Occupied')
const authorised = async ({ station }: Play) => expect(await station.authorize(token)).toMatchObject(accepted)
/** The end of a session that charged ten kWh. */
const stopsLocally = async ({ tx }: Play) =>
  expect(await tx.ended('StopAuthorized', 'Local', { token, state: 'EVConnected', wh: 11_000 })).toMatchObject({
    ...accepted,
    ...PRICE,
  })
/** The start with a card, the cable first, up to the flow of energy. */
async function charges(play: Play): Promise<void> {
  const { tx } = play
  await plugged(play)
  await authorised(play)
  expect(await tx.started('Authorized', { token, state: 'EVConnected' })).toMatchObject(accepted)
  await tx.charging()
  expect(await product.running(play.station)).toBeGreaterThan(0)
}

const LOCAL = { connectorId: 1, energyWh: 10_000, totalPaise: 21_240, stopReason: 'Local', idTagStatus: 'Accepted' }
/** Each case as the station plays it, and the session that is left; undefined: there is none. */
const cases: [name: string, play: (play: Play) => Promise<unknown>, session: Partial<SessionRow> | undefined][] = [
  [
    'TC_E_01 it begins with card and cable together',
    async p => {
      await authorised(p)
      await plugged(p)
      expect(await p.tx.started('CablePluggedIn', { token, state: 'EVConnected' })).toMatchObject(accepted)
      await p.tx.charging()
      await stopsLocally(p)
    },
    LOCAL,
  ],
  [
    'TC_E_02 it begins when energy flows',
    async p => {
      await plugged(p)
      await authorised(p)
      expect(await p.tx.started('ChargingStateChanged', { token, state: 'Charging', wh: 1000 })).toMatchObject(accepted)
      await stopsLocally(p)
    },
    LOCAL,
  ],
  [
    'TC_E_03 the cable first, then the card',
    async p => {
      await plugged(p)
      await p.tx.started('CablePluggedIn', { state: 'EVConnected' })
      await authorised(p)
      expect(await p.tx.updated('Authorized', { token, state: 'EVConnected' })).toMatchObject(accepted)
      await p.tx.charging()
      await stopsLocally(p)
    },
    LOCAL,
  ],
  [
    'TC_E_04 the card first, then the cable',
    async p => {
      await authorised(p)
      expect(await p.tx.started('Authorized', { token, evse: null })).toMatchObject(accepted)
      await plugged(p)
      await p.tx.updated('CablePluggedIn', { state: 'EVConnected', evse: EVSE, token })
      await p.tx.charging()
      await stopsLocally(p)
    },
    LOCAL,
  ],
  [
    'TC_E_07 it ends when card or cable go',
    async p => {
      await charges(p)
      await stopsLocally(p)
    },
    LOCAL,
  ],
  [
    'TC_E_08 it ends when energy stops after the card',
    async p => {
      await charges(p)
      expect(await p.tx.updated('StopAuthorized', { token, state: 'Charging' })).toMatchObject(accepted)
      expect(await p.tx.ended('StopAuthorized', 'Local', { state: 'EVConnected', wh: 11_000 })).toMatchObject(PRICE)
    },
    LOCAL,
  ],
  [
    'TC_E_09 it begins with the cable',
    async p => {
      await plugged(p)
      await p.tx.started('CablePluggedIn', { state: 'EVConnected' })
      expect(await p.tx.updated('Authorized', { token, state: 'EVConnected' })).toMatchObject(accepted)
      await p.tx.charging()
      await stopsLocally(p)
    },
    LOCAL,
  ],
  [
    'TC_E_10 it begins with the card',
    async p => {
      await authorised(p)
      expect(await p.tx.started('Authorized', { token })).toMatchObject(accepted)
      await plugged(p)
      await p.tx.updated('CablePluggedIn', { state: 'EVConnected' })
      await p.tx.charging()
      await stopsLocally(p)
    },
    LOCAL,
  ],
  [
    'TC_E_11 it begins with a signed reading',
    async p => {
      await plugged(p)
      await authorised(p)
      expect(
        await p.tx.started('SignedDataReceived', {
          token,
          state: 'EVConnected',
          more: signed('Transaction.Begin', 1000),
        }),
      ).toMatchObject(accepted)
      await p.tx.charging()
      await stopsLocally(p)
    },
    LOCAL,
  ],
  [
    'TC_E_12 it begins when the bay is taken',
    async p => {
      await p.tx.started('EVDetected', { evse: { id: 1 } })
      await plugged(p)
      await p.tx.updated('CablePluggedIn', { state: 'EVConnected' })
      expect(await p.tx.updated('Authorized', { token, state: 'EVConnected' })).toMatchObject(accepted)
      await p.tx.charging()
      await stopsLocally(p)
    },
    LOCAL,
  ],
  [
    'TC_E_14 it ends when the cable is taken out at the station',
    async p => {
      await charges(p)
      await p.tx.updated('StopAuthorized', { token, state: 'EVConnected', wh: 11_000 })
      await p.tx.ended('EVCommunicationLost', 'EVDisconnected', { state: 'Idle', wh: 11_000 })
      await p.station.status('Available')
      expect(await product.connector(p.station)).toMatchObject({ status: 'Available', transactionId: null })
    },
    { ...LOCAL, stopReason: 'EVDisconnected' },
  ],
  [
    'TC_E_15 it ends with the card',
    async p => {
      await charges(p)
      await authorised(p)
      await stopsLocally(p)
    },
    LOCAL,
  ],
  [
    'TC_E_16 it ends since its token is not valid',
    async p => {
      const told = await p.tx.started('Authorized', { token: 'NOBODY-KNOWS', state: 'EVConnected' })
      expect(told).toEqual({ idTokenInfo: { status: 'Unknown' } })
      await p.tx.ended('Deauthorized', 'DeAuthorized', { evse: null })
    },
    { energyWh: 0, stopReason: 'DeAuthorized', idTagStatus: 'Invalid' },
  ],
  [
    'TC_E_17 it ends since the car was taken away',
    async p => {
      await charges(p)
      await p.tx.ended('EVCommunicationLost', 'EVDisconnected', { state: 'Idle', wh: 11_000 })
    },
    { ...LOCAL, stopReason: 'EVDisconnected' },
  ],
  [
    'TC_E_19 it ends when the bay is free',
    async p => {
      await charges(p)
      await p.tx.updated('StopAuthorized', { token, state: 'EVConnected', wh: 11_000 })
      await p.tx.updated('EVCommunicationLost', { state: 'Idle' })
      await p.tx.ended('EVDeparted', 'Local', { wh: 11_000 })
    },
    LOCAL,
  ],
  [
    'TC_E_20 it ends when the cable is taken out at the car',
    async p => {
      await charges(p)
      await p.tx.ended('EVCommunicationLost', 'EVDisconnected', { state: 'EVConnected', wh: 11_000 })
    },
    { ...LOCAL, stopReason: 'EVDisconnected' },
  ],
  [
    'TC_E_21 it ends by a stop from afar',
    async p => {
      await charges(p)
      const task = await product.operate(p.station, 'RemoteStop', { transactionId: await product.running(p.station) })
      expect(task.answer).toBe('Accepted')
      expect(await p.station.heard('RequestStopTransaction')).toEqual({ transactionId: p.tx.id })
      await p.tx.ended('RemoteStop', 'Remote', { state: 'EVConnected', wh: 11_000 })
      await product.taskUntil(p.station, task, 'seen')
    },
    { ...LOCAL, stopReason: 'Remote' },
  ],
  [
    'TC_E_22 it ends when the car takes no more',
    async p => {
      await charges(p)
      await p.tx.ended('ChargingStateChanged', 'StoppedByEV', { state: 'SuspendedEV', wh: 11_000 })
    },
    { ...LOCAL, stopReason: 'StoppedByEV' },
  ],
  [
    'TC_E_26 the cable is taken out at the car and comes back, and it goes on',
    async p => {
      await charges(p)
      await p.tx.updated('EVCommunicationLost', { state: 'Idle', wh: 5000 })
      expect(await product.running(p.station)).toBeGreaterThan(0)
      await p.tx.updated('CablePluggedIn', { state: 'EVConnected' })
      await p.tx.updated('ChargingStateChanged', { state: 'Charging', wh: 5000 })
      expect(await product.connector(p.station)).toMatchObject({ status: 'Charging' })
      await stopsLocally(p)
    },
    LOCAL,
  ],
  [
    'TC_E_38 the car is not ready yet',
    async p => {
      await plugged(p)
      expect(await p.tx.started('Authorized', { token, state: 'EVConnected' })).toMatchObject(accepted)
      await p.tx.updated('ChargingStateChanged', { state: 'SuspendedEV', wh: 1000 })
      expect(await product.connector(p.station)).toMatchObject({ status: 'SuspendedEV' })
      await p.tx.charging()
      await stopsLocally(p)
    },
    LOCAL,
  ],
  [
    'TC_E_39 no cable comes in time',
    async p => {
      await authorised(p)
      expect(await p.tx.started('Authorized', { token })).toMatchObject(accepted)
      await p.tx.ended('EVConnectTimeout', 'Timeout')
    },
    { energyWh: 0, stopReason: 'Timeout', idTagStatus: 'Accepted' },
  ],
]

/** A reading with the signature of the meter. */
function signed(context: string, value: number): object {
  const signedMeterValue = {
    signedMeterData: 'c2ln',
    signingMethod: 'ECDSA',
    encodingMethod: 'OCMF',
    publicKey: 'a2V5',
  }
  const sampledValue = [
    { value, context, measurand: 'Energy.Active.Import.Register', unitOfMeasure: { unit: 'Wh' }, signedMeterValue },
  ]
  return { meterValue: [{ timestamp: new Date(Date.now() - 3_600_000).toISOString(), sampledValue }] }
}

test.each(cases)('%s', async (_, play, session) => {
  const station = await product.station()
  await play({ station, tx: station.transaction() })
  expect(await product.sessions(station)).toMatchObject(session ? [session] : [])
})

test('TC_E_53 each transaction counts its events from 0', async () => {
  const station = await product.station()
  for (let n = 0; n < 2; n++) {
    const tx = station.transaction()
    expect(await tx.started('Authorized', { token, state: 'Charging', wh: 1000 })).toMatchObject(accepted)
    expect(await tx.ended('StopAuthorized', 'Local', { token, wh: 11_000 })).toMatchObject(accepted)
  }
  expect(await product.sessions(station)).toMatchObject([LOCAL, LOCAL])
})

const plainAnswer = (parameters: object, station: StrictStation) =>
  product.operate(station, 'GetTransactionStatus', parameters).then(task => {
    expect(task.state).toBe('done')
    return task.result[0]?.details
  })
const statuses: [name: string, told: object][] = [
  ['TC_E_29 a transaction that goes on, with messages that wait', { ongoingIndicator: true, messagesInQueue: true }],
  ['TC_E_30 a transaction that goes on, with none that waits', { ongoingIndicator: true, messagesInQueue: false }],
  ['TC_E_31 a transaction that has ended, with messages that wait', { ongoingIndicator: false, messagesInQueue: true }],
]
test.each(statuses)('%s', async (_, told) => {
  const station = await product.station()
  const tx = station.transaction()
  await tx.started('Authorized', { token, state: 'Charging', wh: 1000 })
  const transactionId = await product.running(station)
  station.answers.GetTransactionStatus = told
  expect(await plainAnswer({ transactionId }, station)).toEqual(told)
  expect(await station.heard('GetTransactionStatus')).toEqual({ transactionId: tx.id })
  expect(await tx.ended('StopAuthorized', 'Local', { token, wh: 11_000, more: { offline: true } })).toMatchObject(
    accepted,
  )
})
test.each([
  ['TC_E_33 without a transaction: messages wait', true],
  ['TC_E_34 without a transaction: none waits', false],
])('%s', async (_, messagesInQueue) => {
  const station = await product.station()
  station.answers.GetTransactionStatus = { messagesInQueue }
  expect(await plainAnswer({}, station)).toEqual({ messagesInQueue })
  expect(await station.heard('GetTransactionStatus')).toEqual({})
})
