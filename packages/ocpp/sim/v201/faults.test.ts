// The ways in which a simulated station of OCPP 2.0.1 misbehaves, against a small central system.
import { afterEach, beforeEach, expect, it } from 'vitest'
import { ocpp201 } from '../../src/ocpp201.ts'
import { manualClock } from '../clock.ts'
import { TestCentral } from '../test-central.ts'
import { SimulatedStation } from './charging-station.ts'
import type { StationOptions } from './station.ts'

const T0 = Date.UTC(2025, 5, 1, 8)
const MINUTE = 60_000
const clock = manualClock(T0)
const usual = (action: string): object => {
  const currentTime = new Date(T0).toISOString()
  if (action === 'BootNotification') return { status: 'Accepted', currentTime, interval: 300 }
  if (action === 'Heartbeat') return { currentTime }
  return action === 'Authorize' || action === 'TransactionEvent' ? { idTokenInfo: { status: 'Accepted' } } : {}
}
let central: TestCentral
let stations: SimulatedStation[] = []
beforeEach(async () => {
  central = await new TestCentral({ subprotocol: 'ocpp2.0.1', validators: ocpp201.validators, usual }).listen()
})
afterEach(async () => {
  await Promise.all(stations.map(station => station.close()))
  stations = []
  central.close()
  expect(central.violations).toEqual([])
})
async function booted(options: Partial<StationOptions>): Promise<SimulatedStation> {
  const station = new SimulatedStation({ url: central.url, identity: 'CS 1', seed: 1, clock, ...options })
  stations.push(station)
  await station.startUp()
  return station
}
type Event = {
  seqNo: number
  timestamp: string
  triggerReason: string
  offline?: boolean
  transactionInfo: { stoppedReason?: string }
  meterValue?: { sampledValue: { value: number; measurand?: string; unitOfMeasure?: { unit?: string } }[] }[]
}
const events = () => central.all('TransactionEvent') as unknown as Event[]
const ids = () => central.got.filter(g => g.action === 'TransactionEvent').map(g => g.id)
/** A session with four samples in between. */
async function session(station: SimulatedStation): Promise<void> {
  await station.start(1, 'CARD', { soc: 20 })
  for (let i = 0; i < 4; i++) {
    clock.advance(MINUTE)
    await station.station.outbox.flush()
  }
  await station.stop(1, 'CARD')
  await station.station.outbox.flush()
}
/** Resolves when nothing is to be sent any more. */
async function told(station: SimulatedStation): Promise<void> {
  while (station.queued > 0) {
    await station.station.outbox.flush()
    await new Promise(setImmediate)
  }
}

it.each(['same-id', 'new-id'] as const)('sends every event twice, under the %s', async duplicates => {
  const station = await booted({ faults: { duplicates } })
  await session(station)
  await told(station)
  const seen = events().map(e => e.seqNo)
  expect(seen.slice(0, 4)).toEqual([0, 0, 1, 1])
  const [first, again] = ids()
  expect(first === again).toBe(duplicates === 'same-id')
})

it('loses an answer and the link with it: the event is sent again', async () => {
  const station = await booted({})
  await station.start(1, 'CARD')
  station.loseReply('TransactionEvent')
  const closed = station.next('closed')
  void station.stop(1, 'CARD')
  await closed
  expect(station.queued).toBe(1)
  await station.goOnline()
  expect(station.queued).toBe(0)
  expect(events().filter(e => e.transactionInfo.stoppedReason === 'Local')).toHaveLength(2)
})

it('loses events on the way: their numbers are missing', async () => {
  const station = await booted({ faults: { lostEvents: 60 } })
  await session(station)
  await told(station)
  const seen = events().map(e => e.seqNo)
  expect(seen[0]).toBe(0)
  expect(seen.length).toBeLessThan((seen.at(-1) ?? 0) + 1)
})

it('has a wrong clock, registers in kWh, values of its maker, and says no reason', async () => {
  const faults = { clockOffsetSeconds: 3600, registersInKwh: true, oddValues: true, omitStopReason: true }
  const station = await booted({ faults, meterStartWh: 5000 })
  const at = clock.now()
  await session(station)
  const [first] = events()
  expect(Date.parse(first?.timestamp ?? '')).toBe(at + 3_600_000)
  const begin = events().flatMap(e => e.meterValue ?? [])[0]?.sampledValue
  expect(begin).toContainEqual(expect.objectContaining({ value: 5, unitOfMeasure: { unit: 'kWh' } }))
  expect(begin).toContainEqual(expect.objectContaining({ measurand: 'X-Vendor.Cable.Temperature' }))
  expect(events().map(e => e.triggerReason)).toContain('VendorTimer')
  expect(events().at(-1)?.transactionInfo).not.toHaveProperty('stoppedReason')
})

it('refuses by an error or an answer, does not unlock, is silent', async () => {
  const station = await booted({
    faults: { refuse: { ClearCache: 'InternalError', GetLocalListVersion: { versionNumber: 7 } }, unlockFails: true },
  })
  expect(await central.call('ClearCache', {})).toEqual({ error: 'InternalError' })
  expect(await central.call('GetLocalListVersion', {})).toEqual({ versionNumber: 7 })
  expect(await central.call('UnlockConnector', { evseId: 1, connectorId: 1 })).toEqual({ status: 'UnlockFailed' })
  station.faults = { silentOn: ['ClearCache'] }
  const asked = station.next('call')
  void central.call('ClearCache', {})
  expect(await asked).toEqual({ action: 'ClearCache', payload: {} })
  station.faults = { answerDelayMs: 1 }
  expect(await central.call('ClearCache', {})).toEqual({ status: 'Accepted' })
})

it.each([
  [undefined, 7000],
  ['running defaults' as const, 60_000],
  ['all' as const, 60_000],
])('obeys or ignores a limit of its running session: %s', async (ignoresLimits, watts) => {
  const station = await booted({ faults: ignoresLimits ? { ignoresLimits } : {} })
  await station.start(1, 'CARD', { soc: 20 })
  const profile = {
    id: 1,
    stackLevel: 0,
    chargingProfilePurpose: 'TxDefaultProfile',
    chargingProfileKind: 'Relative',
    chargingSchedule: [{ id: 1, chargingRateUnit: 'W', chargingSchedulePeriod: [{ startPeriod: 0, limit: 7000 }] }],
  }
  expect(await central.call('SetChargingProfile', { evseId: 0, chargingProfile: profile })).toEqual({
    status: 'Accepted',
  })
  clock.advance(5 * MINUTE)
  const { powerW } = station.reading(1)
  if (watts === 7000) expect(powerW).toBeLessThanOrEqual(7000)
  else expect(powerW).toBeGreaterThan(20_000)
})

it('loses its power: the session ends, and is told when the power is back', async () => {
  const station = await booted({ reconnect: true })
  await station.start(1, 'CARD', { soc: 20 })
  await station.powerLoss()
  expect(station.queued).toBe(1)
  const before = central.connections
  await station.powerUp()
  expect(central.connections).toBe(before + 1)
  expect(events().at(-1)).toMatchObject({ offline: true, transactionInfo: { stoppedReason: 'PowerLoss' } })
  expect(central.all('BootNotification').map(b => b.reason)).toEqual(['PowerUp', 'PowerUp'])
})
