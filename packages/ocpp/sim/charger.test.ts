// The state machine on the wire: sessions, losing and regaining the link and the power, repeatability.
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { CallError, type ChargerOptions, SimulatedCharger } from './charger.ts'
import { manualClock } from './clock.ts'
import { TestCentral } from './test-central.ts'

const ENERGY = 'Energy.Active.Import.Register'
const T0 = Date.UTC(2025, 5, 1, 8)
let central: TestCentral
let chargers: SimulatedCharger[] = []
beforeEach(async () => {
  central = await new TestCentral().listen()
})
afterEach(async () => {
  await Promise.all(chargers.map(charger => charger.close()))
  chargers = []
  central.close()
  expect(central.violations).toEqual([])
})
const make = (options: Partial<ChargerOptions> = {}): SimulatedCharger => {
  const charger = new SimulatedCharger({ url: central.url, identity: 'CP 1', seed: 1, connectors: 2, ...options })
  chargers.push(charger)
  return charger
}
const statuses = (connectorId: number): unknown[] =>
  central.all('StatusNotification').flatMap(payload => (payload.connectorId === connectorId ? [payload.status] : []))

describe('a session', () => {
  it('goes Preparing, Charging, Finishing, Available with its messages in order and one register', async () => {
    const clock = manualClock(T0)
    const charger = make({ clock, key: 'secret-of-16-byte', meterStartWh: 5_000 })
    expect(await charger.startUp()).toMatchObject({ status: 'Accepted', interval: 300 })
    expect(central.path).toBe('/ocpp/CP%201')
    expect(central.authorization).toBe(`Basic ${Buffer.from('CP 1:secret-of-16-byte').toString('base64')}`)
    await charger.plugIn(1)
    expect(await charger.authorize('TAG1')).toEqual({ status: 'Accepted', source: 'central' })
    expect(await charger.start(1, 'TAG1', { soc: 30 })).toMatchObject({ transactionId: 100 })
    const sample = central.next('MeterValues', payload => JSON.stringify(payload).includes('Sample.Periodic'))
    clock.advance(60_000)
    expect((await sample).payload).toMatchObject({ connectorId: 1, transactionId: 100 })
    clock.advance(540_000)
    await charger.stop(1, 'Local', 'TAG1')
    await charger.unplug(1)
    expect(statuses(1)).toEqual(['Available', 'Preparing', 'Charging', 'Finishing', 'Available'])
    const start = central.all('StartTransaction')[0]
    const stop = central.all('StopTransaction')[0]
    expect(start).toEqual({ connectorId: 1, idTag: 'TAG1', meterStart: 5_000, timestamp: '2025-06-01T08:00:00.000Z' })
    expect(stop).toMatchObject({ transactionId: 100, reason: 'Local', timestamp: '2025-06-01T08:10:00.000Z' })
    const deliveredWh = Number(stop?.meterStop) - 5_000 // 50 kW for 10 minutes less the ramp
    expect(deliveredWh).toBeGreaterThan(7_800)
    expect(deliveredWh).toBeLessThan(8_334)
    expect(charger.reading(1).registerWh).toBe(stop?.meterStop)
  })

  it('is suspended by a full car and by the car itself', async () => {
    const clock = manualClock(T0)
    const charger = make({ clock })
    await charger.startUp()
    await charger.start(2, 'TAG1', { soc: 99, batteryWh: 20_000 })
    await charger.pause(2)
    expect(charger.status(2)).toBe('SuspendedEV')
    await charger.resume(2)
    const full = charger.next('status', ({ status }) => status === 'SuspendedEV')
    clock.advance(3600_000)
    await full
    expect(charger.reading(2)).toMatchObject({ soc: 100 })
    expect(charger.reading(2).powerW).toBeLessThan(300)
  })

  it('ends by unplugging, by a fault and by a refused tag', async () => {
    const charger = make()
    await charger.startUp()
    await charger.start(1, 'A')
    await charger.unplug(1)
    await charger.start(1, 'A')
    await charger.fault(1, 'GroundFailure')
    expect(charger.status(1)).toBe('Faulted')
    await expect(charger.start(1, 'A')).rejects.toThrow('faulted')
    await charger.clearFault(1)
    central.answers.StartTransaction = () => ({ transactionId: 7, idTagInfo: { status: 'Blocked' } })
    await charger.start(2, 'B')
    expect(central.all('StopTransaction').map(stop => stop.reason)).toEqual(['EVDisconnected', 'Other', 'DeAuthorized'])
    expect(charger.transactionId(2)).toBeUndefined()
  })

  it('runs on with id -1 when the central system refuses StartTransaction for good', async () => {
    const charger = make({ configuration: { TransactionMessageAttempts: '1' } })
    await charger.startUp()
    central.answers.StartTransaction = () => new Error('InternalError')
    await expect(charger.start(1, 'A')).rejects.toBeInstanceOf(CallError)
    await charger.stop(1)
    expect(central.all('StopTransaction')[0]).toMatchObject({ transactionId: -1 })
  })
})

describe('without a link', () => {
  it('queues whole sessions and replays them in order with their own times and the new ids', async () => {
    const clock = manualClock(T0)
    const charger = make({ clock })
    await charger.startUp()
    await charger.start(1, 'A')
    await charger.goOffline()
    clock.advance(600_000)
    expect(await charger.stop(1)).toBeUndefined()
    await charger.unplug(1)
    expect(await charger.start(1, 'B')).toEqual({})
    clock.advance(600_000)
    await charger.stop(1)
    clock.advance(7_200_000)
    expect(charger.queued).toBeGreaterThan(20)
    await charger.goOnline()
    expect(charger.queued).toBe(0)
    expect(central.all('BootNotification')).toHaveLength(1)
    expect(central.all('StopTransaction').map(stop => [stop.transactionId, stop.timestamp])).toEqual([
      [100, '2025-06-01T08:10:00.000Z'],
      [101, '2025-06-01T08:20:00.000Z'],
    ])
    expect(central.all('StartTransaction')[1]).toMatchObject({ idTag: 'B', timestamp: '2025-06-01T08:10:00.000Z' })
    const order = central.got.filter(got => /Transaction$/.test(got.action)).map(got => got.action.slice(0, 5))
    expect(order).toEqual(['Start', 'StopT', 'Start', 'StopT'])
    expect(statuses(1).at(-1)).toBe('Finishing')
  })

  it('decides by the local list, then by the cache', async () => {
    const charger = make()
    await charger.startUp()
    await charger.authorize('Cached')
    const localAuthorizationList = [{ idTag: 'LISTED', idTagInfo: { status: 'Blocked' } }]
    await central.call('SendLocalList', { listVersion: 1, updateType: 'Full', localAuthorizationList })
    await charger.goOffline()
    expect(await charger.authorize('listed')).toEqual({ status: 'Blocked', source: 'list' })
    expect(await charger.authorize('CACHED')).toEqual({ status: 'Accepted', source: 'cache' })
    expect(await charger.authorize('other')).toEqual({ status: 'Invalid', source: 'unknown' })
  })

  it.each(['new-id', 'same-id'] as const)('sends a message again whose reply was lost, under a %s', async resend => {
    const charger = make({ faults: { resend } })
    await charger.startUp()
    charger.loseReply('StartTransaction')
    const closed = charger.next('closed')
    const started = charger.start(1, 'A')
    await closed
    expect(charger.status(1)).toBe('Charging')
    await charger.connect()
    expect(await started).toMatchObject({ transactionId: 101 })
    const ids = central.got.filter(got => got.action === 'StartTransaction').map(got => got.id)
    expect(new Set(ids).size).toBe(resend === 'same-id' ? 1 : 2)
  })

  it('comes back by itself when told so', async () => {
    const charger = make({ reconnect: true })
    await charger.startUp()
    const opened = charger.next('opened')
    await charger.dropSocket()
    await opened
    expect(central.connections).toBe(2)
  })
})

describe('the power', () => {
  it('comes back with a stop of the instant at which it went', async () => {
    const clock = manualClock(T0)
    const charger = make({ clock })
    await charger.startUp()
    await charger.start(1, 'A')
    clock.advance(300_000)
    await charger.powerLoss()
    clock.advance(3_600_000)
    const stopped = charger.next('stopped')
    await charger.powerUp()
    await stopped
    expect(central.all('BootNotification')).toHaveLength(2)
    expect(central.all('StopTransaction')[0]).toMatchObject({
      reason: 'PowerLoss',
      timestamp: '2025-06-01T08:05:00.000Z',
    })
  })

  it('boots again later when the central system says Pending', async () => {
    const clock = manualClock(T0)
    const charger = make({ clock })
    central.answers.BootNotification = () => ({ status: 'Pending', currentTime: '2025-06-01T00:00:00Z', interval: 10 })
    expect(await charger.startUp()).toMatchObject({ status: 'Pending' })
    expect(central.all('StatusNotification')).toEqual([])
    central.answers = {}
    const booted = charger.next('booted')
    clock.advance(10_000)
    expect(await booted).toMatchObject({ status: 'Accepted' })
  })
})

describe('faults', () => {
  it.each(['new-id', 'same-id'] as const)('sends transaction messages twice, %s', async duplicates => {
    const charger = make({ faults: { duplicates } })
    await charger.startUp()
    const again = charger.next('reply', reply => reply.duplicate && reply.action === 'StopTransaction')
    await charger.start(1, 'A')
    await charger.stop(1)
    await again
    const starts = central.got.filter(got => got.action === 'StartTransaction')
    expect(starts[0]?.payload).toEqual(starts[1]?.payload)
    expect(new Set(starts.map(got => got.id)).size).toBe(duplicates === 'same-id' ? 1 : 2)
  })

  it('writes odd values, a wrong clock and no stop reason', async () => {
    const clock = manualClock(T0)
    const charger = make({ clock, faults: { oddValues: true, clockOffsetSeconds: -3600, omitStopReason: true } })
    await charger.startUp()
    await charger.start(1, 'A')
    await charger.stop(1)
    const text = central.frames.join('\n')
    for (const odd of ['EVCommunicationWeird', 'X-Vendor.Cable.Temperature', '"Celcius"', '2025-06-01T07:00:00.000Z'])
      expect(text).toContain(odd)
    expect(central.all('StopTransaction')[0]).not.toHaveProperty('reason')
  })

  it('writes its registers in kWh, those of samples without a unit', async () => {
    const clock = manualClock(T0)
    const charger = make({ clock, meterStartWh: 5_432_100, faults: { registersInKwh: true } })
    await charger.startUp()
    await charger.start(1, 'A')
    clock.advance(600_000)
    await charger.stop(1)
    const { meterStart } = central.all('StartTransaction')[0] ?? {}
    const { meterStop } = central.all('StopTransaction')[0] ?? {}
    expect([meterStart, Number(meterStop) > 5432, Number(meterStop) < 5500]).toEqual([5432, true, true])
    const samples = central.all('MeterValues').flatMap(m => m.meterValue as { sampledValue: { value: string }[] }[])
    const registers = samples.flatMap(m => m.sampledValue.filter(s => 'measurand' in s && s.measurand === ENERGY))
    expect(registers.length).toBeGreaterThan(0)
    for (const r of registers) {
      expect(r).not.toHaveProperty('unit')
      expect(Number(r.value)).toBeGreaterThanOrEqual(5432.1)
      expect(Number(r.value)).toBeLessThan(5500)
    }
  })

  it('floods with garbage and goes on', async () => {
    const charger = make()
    await charger.startUp()
    charger.flood(100)
    expect(await charger.heartbeat()).toHaveProperty('currentTime')
    expect(central.frames.length).toBeGreaterThan(100)
  })

  it('stays on the link that it gets after it was refused', async () => {
    central.refuseWith = 503
    const charger = make({ reconnect: true })
    const refused = charger.next('failed')
    charger.keepUp()
    await refused
    central.refuseWith = undefined
    // A link that was never open has no end, which would be a reason to come anew.
    const ends: number[] = []
    charger.on('closed', ({ code }) => ends.push(code))
    await charger.next('booted')
    expect(ends).toEqual([])
    expect(charger.isOpen).toBe(true)
  })

  it('tells the HTTP status of a refused connection', async () => {
    central.refuseWith = 401
    await expect(make().connect()).rejects.toMatchObject({ name: 'Refused', statusCode: 401 })
  })
})

it('the same seed sends the same frames', async () => {
  const run = async (): Promise<string[]> => {
    const own = await new TestCentral().listen()
    const clock = manualClock(T0)
    const charger = new SimulatedCharger({ url: own.url, identity: 'R', seed: 9, clock })
    await charger.startUp()
    await charger.start(1, 'A')
    for (let i = 0; i < 10; i++) {
      const sample = own.next('MeterValues')
      clock.advance(60_000)
      await sample
    }
    await charger.stop(1)
    await charger.close()
    own.close()
    return own.frames
  }
  expect(await run()).toEqual(await run())
})
