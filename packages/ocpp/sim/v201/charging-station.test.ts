// The simulated station of OCPP 2.0.1 against a small central system that judges each of its messages by the schemas.
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { ocpp201 } from '../../src/ocpp201.ts'
import { manualClock } from '../clock.ts'
import { TestCentral } from '../test-central.ts'
import { SimulatedStation } from './charging-station.ts'
import type { StationOptions } from './station.ts'

const T0 = Date.UTC(2025, 5, 1, 8)
const accepted = { idTokenInfo: { status: 'Accepted' } }
const usual = (action: string): object => {
  if (action === 'BootNotification')
    return { status: 'Accepted', currentTime: '2025-06-01T08:00:00.000Z', interval: 300 }
  if (action === 'Heartbeat') return { currentTime: '2025-06-01T08:00:00.000Z' }
  return action === 'Authorize' || action === 'TransactionEvent' ? accepted : {}
}
type Event = {
  eventType: string
  triggerReason: string
  seqNo: number
  offline?: boolean
  timestamp: string
  transactionInfo: { transactionId: string; chargingState: string; stoppedReason?: string; remoteStartId?: number }
  evse: { id: number; connectorId: number }
  idToken?: { idToken: string }
  meterValue?: { sampledValue: { value: number; measurand?: string; context: string }[] }[]
}

/** The station is held to the letter, as we are: no odd values, times in UTC. */
const validators = new Map(
  [...ocpp201.validators].map(([action, v]) => [action, { ...v, call: v.sentCall, answer: v.sentAnswer }]),
)
let central: TestCentral
let stations: SimulatedStation[] = []
beforeEach(async () => {
  central = await new TestCentral({ subprotocol: 'ocpp2.0.1', validators, usual }).listen()
})
afterEach(async () => {
  await Promise.all(stations.map(station => station.close()))
  stations = []
  central.close()
  expect(central.violations).toEqual([])
})
const make = (options: Partial<StationOptions> = {}): SimulatedStation => {
  const station = new SimulatedStation({ url: central.url, identity: 'CS 1', seed: 1, evses: 2, ...options })
  stations.push(station)
  return station
}
const events = (): Event[] => central.all('TransactionEvent') as unknown as Event[]
const told = () => events().map(e => `${e.seqNo} ${e.eventType} ${e.triggerReason} ${e.transactionInfo.chargingState}`)
const statuses = (evseId: number): unknown[] =>
  central.all('StatusNotification').flatMap(s => (s.evseId === evseId ? [s.connectorStatus] : []))
const registerOf = (event: Event | undefined): number | undefined =>
  event?.meterValue?.[0]?.sampledValue.find(s => s.measurand === 'Energy.Active.Import.Register')?.value

describe('a start', () => {
  it('boots, tells the status of each EVSE, and beats its heart', async () => {
    const clock = manualClock(T0)
    const station = make({ clock, key: 'secret-of-16-byte' })
    expect(await station.startUp()).toMatchObject({ status: 'Accepted' })
    expect(central.path).toBe('/ocpp/CS%201')
    expect(central.all('BootNotification')).toMatchObject([
      { reason: 'PowerUp', chargingStation: { model: 'Simulated', vendorName: 'Wattdesk', serialNumber: 'CS 1' } },
    ])
    expect(central.all('StatusNotification')).toMatchObject([
      { evseId: 1, connectorId: 1, connectorStatus: 'Available', timestamp: '2025-06-01T08:00:00.000Z' },
      { evseId: 2, connectorId: 1, connectorStatus: 'Available' },
    ])
    const beat = central.next('Heartbeat')
    clock.advance(300_000)
    await beat
    expect(await station.heartbeat()).toHaveProperty('currentTime')
  })

  it('boots again after the interval while Pending, and may be asked meanwhile', async () => {
    const clock = manualClock(T0)
    const station = make({ clock })
    const pending = { status: 'Pending', currentTime: '2025-06-01T08:00:00.000Z', interval: 10 }
    central.answers.BootNotification = () => pending
    expect(await station.startUp()).toMatchObject({ status: 'Pending' })
    expect(central.all('StatusNotification')).toEqual([])
    const read = [{ component: { name: 'ChargingStation' }, variable: { name: 'Model' } }]
    expect(await central.call('GetVariables', { getVariableData: read })).toMatchObject({
      getVariableResult: [{ attributeStatus: 'Accepted', attributeValue: 'Simulated' }],
    })
    central.answers.BootNotification = () => usual('BootNotification')
    const booted = station.next('booted')
    clock.advance(10_000)
    expect(await booted).toEqual({ status: 'Accepted' })
  })
})

describe('a transaction', () => {
  it('is told from the card to the end with rising numbers and one register', async () => {
    const clock = manualClock(T0)
    const station = make({ clock, meterStartWh: 5_000 })
    await station.startUp()
    expect(await station.authorize('TAG1')).toEqual({ status: 'Accepted' })
    await station.start(1, 'TAG1', { soc: 30 })
    const periodic = central.next('TransactionEvent', e => e.triggerReason === 'MeterValuePeriodic')
    clock.advance(60_000)
    await periodic
    clock.advance(540_000)
    await station.stop(1, 'TAG1')
    await station.unplug(1)
    expect(told().slice(0, 3)).toEqual([
      '0 Started Authorized EVConnected',
      '1 Updated ChargingStateChanged Charging',
      '2 Updated MeterValuePeriodic Charging',
    ])
    expect(told().at(-1)).toBe(`${events().length - 1} Ended StopAuthorized EVConnected`)
    expect(events().map(e => e.seqNo)).toEqual(events().map((_, n) => n))
    expect(new Set(events().map(e => e.transactionInfo.transactionId)).size).toBe(1)
    expect(events()[0]).toMatchObject({
      evse: { id: 1, connectorId: 1 },
      idToken: { idToken: 'TAG1', type: 'ISO14443' },
    })
    expect(registerOf(events()[1])).toBe(5_000)
    const end = events().at(-1)
    expect(end).toMatchObject({ transactionInfo: { stoppedReason: 'Local' }, timestamp: '2025-06-01T08:10:00.000Z' })
    // 50 kW for 10 minutes less the ramp.
    expect(registerOf(end)).toBeGreaterThan(12_800)
    expect(registerOf(end)).toBeLessThan(13_334)
    expect(station.reading(1).registerWh).toBe(registerOf(end))
    expect(statuses(1)).toEqual(['Available', 'Occupied', 'Available'])
  })

  it.each([
    [
      'EVConnected',
      [
        '0 Started CablePluggedIn EVConnected',
        '1 Updated Authorized EVConnected',
        '2 Updated ChargingStateChanged Charging',
      ],
    ],
    ['Authorized', ['0 Started Authorized EVConnected', '1 Updated ChargingStateChanged Charging']],
    ['PowerPathClosed', ['0 Started Authorized Charging']],
  ])('begins at the start point %s', async (point, expected) => {
    const station = make({ clock: manualClock(T0), variables: { 'TxCtrlr.TxStartPoint': point } })
    await station.startUp()
    await station.start(2, 'TAG1')
    expect(told().slice(0, 3)).toEqual(expected)
  })

  it('of a refused card ends without energy', async () => {
    const station = make({ clock: manualClock(T0), meterStartWh: 10 })
    central.answers.TransactionEvent = got =>
      (got.payload as unknown as Event).idToken ? { idTokenInfo: { status: 'Blocked' } } : {}
    await station.startUp()
    await station.start(1, 'TAG1')
    expect(told()).toEqual(['0 Started Authorized EVConnected', '1 Ended Deauthorized EVConnected'])
    expect(events()[1]?.transactionInfo.stoppedReason).toBe('DeAuthorized')
    expect(station.reading(1).registerWh).toBe(10)
  })

  it('goes on offline and is told afterwards with its own times', async () => {
    const clock = manualClock(T0)
    const station = make({ clock })
    await station.startUp()
    await station.start(1, 'TAG1')
    await station.goOffline()
    clock.advance(600_000)
    await station.stop(1)
    await station.unplug(1)
    await station.start(2, 'TAG2')
    expect(station.queued).toBeGreaterThan(3)
    const before = events().length
    await station.goOnline()
    expect(station.queued).toBe(0)
    const late = events().slice(before)
    expect(late.every(e => e.offline === true)).toBe(true)
    expect(late[0]?.timestamp).toBe('2025-06-01T08:01:00.000Z')
    const first = events().filter(e => e.transactionInfo.transactionId === events()[0]?.transactionInfo.transactionId)
    expect(first.map(e => e.seqNo)).toEqual(first.map((_, n) => n))
    expect(first.at(-1)).toMatchObject({ eventType: 'Ended', timestamp: '2025-06-01T08:10:00.000Z' })
    expect(late.at(-1)).toMatchObject({ evse: { id: 2 }, transactionInfo: { chargingState: 'Charging' } })
  })

  it('is told to its driver, and ends as of its last reading where the power was lost', async () => {
    const clock = manualClock(T0)
    const station = make({ clock, meterStartWh: 5_000 })
    await station.startUp()
    const seen: string[] = []
    station.on('started', e => seen.push(`EVSE ${e.evseId} started`))
    station.on('meter', e => seen.push(`EVSE ${e.evseId} at ${e.reading.registerWh}`))
    await station.start(2, 'TAG1', { soc: 30 })
    expect(seen).toEqual(['EVSE 2 started', 'EVSE 2 at 5000'])
    await station.endLost(1, { transactionId: 'before', seqNo: 7, registerWh: 4_000, at: T0 - 60_000 })
    expect(events().at(-1)).toMatchObject({
      eventType: 'Ended',
      timestamp: '2025-06-01T07:59:00.000Z',
      seqNo: 7,
      offline: true,
      transactionInfo: { transactionId: 'before', stoppedReason: 'PowerLoss' },
      evse: { id: 1, connectorId: 1 },
    })
    expect(registerOf(events().at(-1))).toBe(4_000)
    expect(station.transactionId(2)).toBeDefined()
  })

  it('ends when the cable goes', async () => {
    const station = make({ clock: manualClock(T0) })
    await station.startUp()
    await station.start(1, 'TAG1')
    await station.unplug(1)
    expect(told().at(-1)).toBe('2 Ended EVCommunicationLost Idle')
    expect(statuses(1)).toEqual(['Available', 'Occupied', 'Available'])
  })
})

describe('calls of the CSMS', () => {
  const variable = (component: string, name: string) => ({ component: { name: component }, variable: { name } })

  it('start and stop remotely, by remoteStartId and the station’s own transaction', async () => {
    const station = make({ clock: manualClock(T0) })
    await station.startUp()
    const charging = central.next(
      'TransactionEvent',
      e => (e as unknown as Event).transactionInfo.chargingState === 'Charging',
    )
    const idToken = { idToken: 'APP', type: 'Central' }
    expect(await central.call('RequestStartTransaction', { remoteStartId: 77, idToken, evseId: 2 })).toEqual({
      status: 'Accepted',
    })
    await charging
    expect(events()[0]).toMatchObject({ triggerReason: 'RemoteStart', transactionInfo: { remoteStartId: 77 }, idToken })
    const transactionId = station.transactionId(2)
    expect(await central.call('GetTransactionStatus', { transactionId })).toMatchObject({ ongoingIndicator: true })
    const ended = central.next('TransactionEvent', e => e.eventType === 'Ended')
    expect(await central.call('RequestStopTransaction', { transactionId: 'another' })).toEqual({ status: 'Rejected' })
    expect(await central.call('RequestStopTransaction', { transactionId })).toEqual({ status: 'Accepted' })
    expect((await ended).payload).toMatchObject({
      triggerReason: 'RemoteStop',
      transactionInfo: { stoppedReason: 'Remote' },
    })
  })

  it('start remotely before the cable is in: the transaction begins at its start point', async () => {
    for (const [point, first] of [
      ['Authorized', '0 Started RemoteStart Idle'],
      ['PowerPathClosed', '0 Started RemoteStart Charging'],
      ['EVConnected', '0 Started CablePluggedIn EVConnected'],
    ] as const) {
      const before = events().length
      const variables = { 'TxCtrlr.TxStartPoint': point }
      const station = make({ clock: manualClock(T0), identity: point, variables })
      await station.startUp()
      const isCharging = (e: unknown) => (e as Event).transactionInfo.chargingState === 'Charging'
      const charging = central.next('TransactionEvent', isCharging)
      const idToken = { idToken: 'APP', type: 'Central' }
      await central.call('RequestStartTransaction', { remoteStartId: 1, idToken, evseId: 1 })
      await charging
      expect(told()[before]).toBe(first)
      await station.close()
    }
  })

  it('read and set variables, each with its own answer', async () => {
    const station = make()
    await station.startUp()
    const set = (component: string, name: string, attributeValue: string) => ({
      ...variable(component, name),
      attributeValue,
    })
    expect(
      await central.call('SetVariables', {
        setVariableData: [
          set('SampledDataCtrlr', 'TxUpdatedInterval', '30'),
          set('SampledDataCtrlr', 'TxUpdatedInterval', 'often'),
          set('ChargingStation', 'Model', 'Other'),
          set('OCPPCommCtrlr', 'NetworkConfigurationPriority', '1,0'),
          set('Coffee', 'Strength', '1'),
          set('TxCtrlr', 'Coffee', '1'),
        ],
      }),
    ).toMatchObject({
      setVariableResult: [
        'Accepted',
        'Rejected',
        'Rejected',
        'RebootRequired',
        'UnknownComponent',
        'UnknownVariable',
      ].map(attributeStatus => ({ attributeStatus })),
    })
    const getVariableData = [
      variable('sampleddatactrlr', 'txupdatedinterval'),
      variable('SecurityCtrlr', 'BasicAuthPassword'),
    ]
    expect(await central.call('GetVariables', { getVariableData })).toMatchObject({
      getVariableResult: [{ attributeStatus: 'Accepted', attributeValue: '30' }, { attributeStatus: 'Rejected' }],
    })
  })

  it('report the device model in parts', async () => {
    const station = make({ variables: { 'DeviceDataCtrlr.ItemsPerMessage': '5' } })
    await station.startUp()
    const last = central.next('NotifyReport', p => p.tbc === false)
    expect(await central.call('GetBaseReport', { requestId: 9, reportBase: 'FullInventory' })).toEqual({
      status: 'Accepted',
    })
    await last
    const parts = central.all('NotifyReport')
    expect(parts.map(p => p.seqNo)).toEqual(parts.map((_, n) => n))
    expect(parts.every(p => p.requestId === 9)).toBe(true)
    const rows = parts.flatMap(p => p.reportData as { component: { name: string; evse?: { id: number } } }[])
    expect(rows.filter(row => row.component.name === 'EVSE').map(row => row.component.evse?.id)).toEqual([
      1, 1, 1, 2, 2, 2,
    ])
    expect(JSON.stringify(rows)).toContain('"mutability":"WriteOnly"')
  })

  it('reset at once, or when idle', async () => {
    const clock = manualClock(T0)
    const station = make({ clock })
    await station.startUp()
    await station.start(1, 'TAG1')
    expect(await central.call('Reset', { type: 'OnIdle' })).toEqual({ status: 'Scheduled' })
    const closed = station.next('closed')
    await station.stop(1)
    await closed
    const booted = station.next('booted')
    await new Promise(resolve => setImmediate(resolve))
    clock.advance(1_000)
    await booted
    expect(central.all('BootNotification').at(-1)).toMatchObject({ reason: 'ScheduledReset' })
    const again = station.next('closed')
    expect(await central.call('Reset', { type: 'Immediate' })).toEqual({ status: 'Accepted' })
    await again
    const back = station.next('booted')
    await new Promise(resolve => setImmediate(resolve))
    clock.advance(1_000)
    await back
    expect(central.all('BootNotification').at(-1)).toMatchObject({ reason: 'RemoteReset' })
  })

  it('trigger messages', async () => {
    const station = make()
    await station.startUp()
    const status = central.next('StatusNotification')
    expect(await central.call('TriggerMessage', { requestedMessage: 'StatusNotification', evse: { id: 2 } })).toEqual({
      status: 'Accepted',
    })
    expect((await status).payload).toMatchObject({ evseId: 2 })
    expect(await central.call('TriggerMessage', { requestedMessage: 'TransactionEvent' })).toEqual({
      status: 'Rejected',
    })
    expect(await central.call('TriggerMessage', { requestedMessage: 'SignV2GCertificate' })).toEqual({
      status: 'NotImplemented',
    })
  })

  it('that do not fit are refused by the codes of 2.0.1', async () => {
    await make().startUp()
    expect(await central.call('Reset', { type: 'Soft' })).toEqual({ error: 'PropertyConstraintViolation' })
    expect(await central.call('Reset', {})).toEqual({ error: 'OccurrenceConstraintViolation' })
    expect(await central.call('Reset', { type: 'OnIdle', more: 1 })).toEqual({ error: 'FormatViolation' })
    expect(await central.call('ChangeConfiguration', { key: 'a', value: 'b' })).toEqual({ error: 'NotImplemented' })
    expect(await central.call('SetDisplayMessage', {})).toEqual({ error: 'OccurrenceConstraintViolation' })
    expect(await central.call('UnpublishFirmware', { checksum: 'x' })).toEqual({ error: 'NotSupported' })
  })
})
