// Charging sessions of a station: cable, start, samples, stop (1.6 sections 4.7, 4.8, 4.10). Every transaction message
// goes through the outbox, so that being offline changes when it is sent and nothing else.
import type { Confirmation, Request } from '../src/messages.ts'
import { type IdTagInfo, sameGroup, statusAt } from './authorisation.ts'
import { inKwh, writtenRegister } from './faults.ts'
import { type MeterValue, meterValue, usualMeasurands } from './meter-values.ts'
import { advance, beginCharge, type Reading, readingOf, usedPhases, type Vehicle } from './power.ts'
import type { ChargingProfile, Place } from './profiles.ts'
import type { Connector, Station, Transaction } from './station.ts'

export interface StartOptions {
  /** State of charge at the beginning, percent; default 20 to 60 by the seed. */
  soc?: number
  batteryWh?: number
  vehicle?: Vehicle
  reservationId?: number
  /** A TxProfile from RemoteStartTransaction, without transactionId. */
  profile?: ChargingProfile
}

/** `transactionId` and `idTagInfo` are missing for a start without a link. */
export interface Started {
  transactionId?: number
  idTagInfo?: IdTagInfo
}

const TICK_MS = 60_000 // how often a session is looked at between samples: full battery, limits that begin or end

/** The facts that limits depend on at this connector now. */
export function placeOf(station: Station, connector: Connector): Place {
  const { transaction } = connector
  const vehicle = transaction?.charge.vehicle ?? station.vehicle
  const phases = connector.outlet.kind === 'DC' ? 3 : usedPhases(connector.outlet, vehicle)
  const session = transaction ? { startedAt: transaction.startedAt, transactionId: transaction.id } : {}
  const others = station.connectors.filter(c => c.id > 0 && c.transaction && c !== connector).length
  return { connectorId: connector.id, phases, sharers: connector.id === 0 ? 1 : others + 1, ...session }
}

/** The limit of profiles and configuration as a function of time, W. */
function limitOf(station: Station, connector: Connector, transaction: Transaction): (at: number) => number {
  const installed = station.configuration.number('MaxPowerW') || Number.POSITIVE_INFINITY
  const place = placeOf(station, connector)
  const profiled = (at: number): number => {
    const { ignoresLimits } = station.faults
    if (ignoresLimits === 'all') return Number.POSITIVE_INFINITY
    return station.profiles.limitW(place, at, ignoresLimits ? transaction.firstProfiles : undefined)
  }
  return at => (transaction.denied ? 0 : Math.min(installed, profiled(at)))
}

function settle(station: Station, connector: Connector, transaction: Transaction, at: number): void {
  if (!transaction.begun || at <= transaction.charge.at) return
  transaction.charge = advance(transaction.charge, at, limitOf(station, connector, transaction))
}

/** The meter of a connector now, charging or not. */
export function measure(station: Station, connector: Connector, at: number = station.clock.now()): Reading {
  const { transaction } = connector
  if (transaction) {
    settle(station, connector, transaction, at)
    return readingOf(transaction.charge, transaction.meterStartWh)
  }
  const idle = beginCharge({ outlet: connector.outlet, vehicle: station.vehicle, soc: 0, at, seed: connector.id })
  return { ...readingOf(idle, connector.registerWh), soc: 0 }
}

/** A meter value with the measurands of a configuration key. */
function sampleOf(station: Station, connector: Connector, reading: Reading, key: string, context: string): MeterValue {
  const known = usualMeasurands(connector.outlet.kind)
  const wanted = station.configuration.list(key).filter(name => name !== 'SoC' || known.includes('SoC'))
  const value = meterValue(reading, wanted, context, station.iso(reading.at))
  return station.faults.registersInKwh ? { ...value, sampledValue: inKwh(value.sampledValue) } : value
}

/** Takes a sample and sends it: in the queue of transaction messages while a transaction runs, else at once. */
export async function sendSample(
  station: Station,
  connector: Connector,
  context: string,
  key = 'MeterValuesSampledData',
  at: number = station.clock.now(),
): Promise<void> {
  const { transaction } = connector
  const reading = measure(station, connector, at)
  const values = [sampleOf(station, connector, reading, key, context)]
  if (values[0]?.sampledValue.length === 0) return
  const connectorId = connector.id
  station.events.emit('meter', { connectorId, transactionId: transaction?.id, reading })
  if (!transaction) await station.report('MeterValues', { connectorId, meterValue: values })
  else {
    const payload = () => ({ connectorId, transactionId: transaction.id ?? -1, meterValue: values })
    void station.outbox.add('MeterValues', payload)
  }
}

/** Arms the next look at a running session: the next sample, or a minute from now. */
export function schedule(station: Station, connector: Connector, transaction: Transaction, afresh = false): void {
  const every = station.configuration.number('MeterValueSampleInterval') * 1000
  const now = station.clock.now()
  if (afresh) transaction.nextSampleAt = every > 0 ? now + every : Number.POSITIVE_INFINITY
  const at = Math.min(transaction.nextSampleAt, now + TICK_MS)
  transaction.timer?.cancel()
  transaction.timer = station.clock.after(at - now, () => {
    settle(station, connector, transaction, at)
    void station.update(connector)
    if (at === transaction.nextSampleAt) {
      void sendSample(station, connector, 'Sample.Periodic', 'MeterValuesSampledData', at)
      transaction.nextSampleAt = at + every
    }
    schedule(station, connector, transaction)
  })
}

/** Current may flow from now on. */
export function begin(station: Station, connector: Connector, transaction: Transaction): void {
  if (transaction.begun || connector.transaction !== transaction) return
  transaction.begun = true
  const reading = measure(station, connector, transaction.startedAt)
  transaction.begin = sampleOf(station, connector, reading, 'StopTxnSampledData', 'Transaction.Begin')
  void station.update(connector)
  void sendSample(station, connector, 'Transaction.Begin', 'MeterValuesSampledData', transaction.startedAt)
  schedule(station, connector, transaction, true)
}

/** Starts a session; plugs the car in if it is not. Resolves with the answer, at once while there is no link. */
export async function startTransaction(
  station: Station,
  connector: Connector,
  idTag: string,
  options: StartOptions = {},
): Promise<Started> {
  const { reservation } = connector
  const reserved = reservation && (sameGroup(reservation.idTag, idTag) || reservationGroup(station, connector, idTag))
  if (connector.transaction) throw new Error(`connector ${connector.id} is in use`)
  if (connector.errorCode !== 'NoError') throw new Error(`connector ${connector.id} is faulted`)
  if (!connector.operative || !station.connectors[0]?.operative)
    throw new Error(`connector ${connector.id} is unavailable`)
  if (reservation && !reserved) throw new Error(`connector ${connector.id} is reserved for another`)
  connector.finishing = false
  connector.plugged = true
  await station.update(connector)
  const startedAt = station.clock.now()
  const meterStartWh = connector.registerWh
  const vehicle = { ...(options.vehicle ?? station.vehicle) }
  if (options.batteryWh !== undefined) vehicle.batteryWh = options.batteryWh
  const soc = options.soc ?? station.random.int(20, 60)
  const seed = station.random.int(0, 2 ** 31 - 1)
  const transaction: Transaction = {
    id: undefined,
    idTag,
    startedAt,
    meterStartWh,
    charge: beginCharge({ outlet: connector.outlet, vehicle, soc, at: startedAt, seed }),
    begun: false,
    denied: false,
    nextSampleAt: 0,
    timer: undefined,
    profile: options.profile,
    firstProfiles: station.profiles.copy(),
    begin: undefined,
  }
  connector.transaction = transaction
  const reservationId = options.reservationId ?? reservation?.id
  reservation?.timer.cancel()
  connector.reservation = undefined
  if (options.profile) station.profiles.set(connector.id, options.profile)
  const request: Request<'StartTransaction'> = {
    connectorId: connector.id,
    idTag,
    meterStart: writtenRegister(station.faults, meterStartWh),
    timestamp: station.iso(startedAt),
    ...(reservationId === undefined ? {} : { reservationId }),
  }
  const online = station.usable
  const answer = station.outbox.add('StartTransaction', () => ({ ...request }))
  const settled = answer.then(
    reply => accepted(station, connector, transaction, reply as Confirmation<'StartTransaction'>),
    (error: unknown) => {
      transaction.id = -1 // errata 3.18: the transaction goes on without an id
      begin(station, connector, transaction)
      station.events.emit('started', { connectorId: connector.id, transactionId: -1, idTag, status: 'Refused' })
      throw error
    },
  )
  if (online) return settled
  settled.catch(() => undefined) // told by the started event when the link is back
  begin(station, connector, transaction)
  return {}
}

function reservationGroup(station: Station, connector: Connector, idTag: string): boolean {
  const info = station.authorisation.fromCache(idTag) ?? station.authorisation.fromList(idTag)
  return sameGroup(connector.reservation?.parentIdTag, info?.parentIdTag)
}

async function accepted(
  station: Station,
  connector: Connector,
  transaction: Transaction,
  { transactionId, idTagInfo }: Confirmation<'StartTransaction'>,
): Promise<Started> {
  const { idTag } = transaction
  const { id: connectorId } = connector
  transaction.id = transactionId
  if (station.configuration.is('AuthorizationCacheEnabled')) station.authorisation.remember(idTag, idTagInfo)
  const running = connector.transaction === transaction
  if (running && transaction.profile) station.profiles.set(connectorId, { ...transaction.profile, transactionId })
  const refused = statusAt(idTagInfo, station.clock.now()) !== 'Accepted'
  transaction.denied = refused
  begin(station, connector, transaction)
  station.events.emit('started', { connectorId, transactionId, idTag, status: idTagInfo.status })
  if (running && refused && station.configuration.is('StopTransactionOnInvalidId'))
    await stopTransaction(station, connector, 'DeAuthorized') // section 4.8
  return { transactionId, idTagInfo }
}

export interface StopDetails {
  idTag?: string
  /** When it ended, for a stop that is sent after a reboot. */
  at?: number
}

/** Ends the session; resolves when StopTransaction is answered, at once while there is no link. */
export async function stopTransaction(
  station: Station,
  connector: Connector,
  reason: string,
  details: StopDetails = {},
): Promise<Confirmation<'StopTransaction'> | undefined> {
  const { transaction, id: connectorId } = connector
  if (!transaction) throw new Error(`connector ${connectorId} has no transaction`)
  const at = details.at ?? station.clock.now()
  transaction.timer?.cancel()
  const reading = measure(station, connector, at)
  if (transaction.begun) void sendSample(station, connector, 'Transaction.End', 'MeterValuesSampledData', at)
  const meterStopWh = reading.registerWh
  const end = sampleOf(station, connector, reading, 'StopTxnSampledData', 'Transaction.End')
  const transactionData = [transaction.begin, end].filter(value => value && value.sampledValue.length > 0)
  const request = {
    meterStop: writtenRegister(station.faults, meterStopWh),
    timestamp: station.iso(at),
    ...(details.idTag === undefined ? {} : { idTag: details.idTag }),
    ...(station.faults.omitStopReason ? {} : { reason }),
    ...(transactionData.length === 0 ? {} : { transactionData }),
  }
  connector.registerWh = meterStopWh
  connector.transaction = undefined
  connector.finishing = connector.plugged
  if (connector.endsOperation) connector.operative = false
  connector.endsOperation = false
  station.profiles.endTransaction(connectorId)
  const online = station.usable
  const answer = station.outbox.add('StopTransaction', () => ({ transactionId: transaction.id ?? -1, ...request }))
  const settled = answer.then(reply => {
    station.events.emit('stopped', { connectorId, transactionId: transaction.id ?? -1, reason, meterStopWh })
    return reply as Confirmation<'StopTransaction'>
  })
  settled.catch(() => undefined) // an online caller still gets it below
  try {
    return online ? await settled : undefined
  } finally {
    await station.update(connector)
  }
}
