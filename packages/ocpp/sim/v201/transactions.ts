// Transactions of a simulated station (2.0.1 E01 to E15). Each event has the next sequence number and goes through the
// queue, so an event told offline differs from others by its field `offline` and the moment of its sending alone.
import type { Response201 } from '../../src/ocpp201.ts'
import { advance, beginCharge, type Charge, type Reading, readingOf, usedPhases, type Vehicle } from '../power.ts'
import type { ChargingProfile, Place } from '../profiles.ts'
import { type MeterValue, meterValue201 } from './meter-values.ts'
import { inKwh201 } from './odd-values.ts'
import type { Evse, IdToken, Station, Transaction, TransactionEvent } from './station.ts'

type Context = 'Transaction.Begin' | 'Transaction.End' | 'Sample.Periodic' | 'Trigger'
type Told = Response201<'TransactionEvent'> | undefined

/** The facts on which the limit of an EVSE depends; EVSE 0 is the whole station. */
export function placeOf(station: Station, evse: Evse | undefined): Place {
  const outlet = (evse ?? station.at(1)).outlet
  const phases = outlet.kind === 'DC' ? 3 : usedPhases(outlet, evse?.transaction?.charge?.vehicle ?? station.vehicle)
  if (!evse) return { connectorId: 0, phases }
  const others = station.evses.filter(e => e !== evse && e.transaction?.charge).length
  const { transaction } = evse
  return { connectorId: evse.id, phases, sharers: others + 1, ...(transaction && { startedAt: transaction.startedAt }) }
}

/** The meter of an EVSE now, charging or not. */
export function measure(station: Station, evse: Evse, at: number = station.clock.now()): Reading {
  const { transaction, outlet } = evse
  if (transaction?.charge) {
    if (at > transaction.charge.at) transaction.charge = advanced(station, evse, transaction.charge, at)
    const reading = readingOf(transaction.charge, transaction.meterStartWh)
    evse.registerWh = reading.registerWh
    return reading
  }
  const idle = beginCharge({ outlet, vehicle: station.vehicle, soc: 0, at, seed: evse.id })
  return { ...readingOf(idle, evse.registerWh), powerW: 0 }
}

function advanced(station: Station, evse: Evse, charge: Charge, at: number): Charge {
  const place = placeOf(station, evse)
  const { ignoresLimits } = station.faults
  const defaults = ignoresLimits && evse.transaction?.firstProfiles
  return advance(charge, at, then =>
    ignoresLimits === 'all' ? Number.POSITIVE_INFINITY : station.profiles.limitW(place, then, defaults),
  )
}

function sampleOf(station: Station, evse: Evse, context: Context): MeterValue {
  const reading = measure(station, evse)
  if (evse.transaction) station.emit('meter', { evseId: evse.id, reading })
  const measurands = station.model.list('SampledDataCtrlr.TxUpdatedMeasurands')
  const value = meterValue201(reading, measurands, context, station.iso(reading.at))
  return station.faults.registersInKwh ? inKwh201(value) : value
}

interface Occasion {
  eventType: TransactionEvent['eventType']
  trigger: TransactionEvent['triggerReason']
  context?: Context
  idToken?: IdToken
  reservationId?: number
  stoppedReason?: TransactionEvent['transactionInfo']['stoppedReason']
}

/** Puts an event of the transaction into the queue; resolves with its answer, without a link at once. */
function tell(station: Station, evse: Evse, transaction: Transaction, occasion: Occasion): Promise<Told> {
  const { eventType, trigger, context, idToken, reservationId, stoppedReason } = occasion
  const { id: transactionId, chargingState, remoteStartId } = transaction
  const isOffline = !station.usable
  const event: TransactionEvent = {
    eventType,
    timestamp: station.iso(),
    triggerReason: trigger,
    seqNo: transaction.seqNo++,
    ...(isOffline && { offline: true }),
    transactionInfo: {
      transactionId,
      chargingState,
      ...(stoppedReason && !station.faults.omitStopReason && { stoppedReason }),
      ...(remoteStartId !== undefined && { remoteStartId }),
    },
    evse: { id: evse.id, connectorId: 1 },
    ...(idToken && { idToken }),
    ...(reservationId !== undefined && { reservationId }),
    ...(context && { meterValue: [sampleOf(station, evse, context)] }),
  }
  // Its number is used, and the event is never sent.
  if (eventType === 'Updated' && station.random.chance((station.faults.lostEvents ?? 0) / 100))
    return Promise.resolve(undefined)
  const answer = station.outbox
    .add('TransactionEvent', () => ({ ...event }))
    .then(reply => {
      const told = reply as Response201<'TransactionEvent'>
      const text = told.idTokenInfo?.personalMessage
      if (told.totalCost !== undefined || text) station.show(transactionId, told.totalCost, text)
      station.emit('told', { event, answer: told })
      return told
    })
  answer.catch(() => undefined)
  return isOffline ? Promise.resolve(undefined) : answer
}

function newTransaction(station: Station, evse: Evse): Transaction {
  const id = `${station.newId()}-${station.random.hex(4)}`.slice(0, 36)
  const transaction: Transaction = {
    id,
    seqNo: 0,
    startedAt: station.clock.now(),
    idToken: undefined,
    remoteStartId: undefined,
    chargingState: evse.plugged ? 'EVConnected' : 'Idle',
    charge: undefined,
    meterStartWh: evse.registerWh,
    timer: undefined,
    firstProfiles: station.profiles.copy(),
  }
  evse.transaction = transaction
  return transaction
}

/** Whether a transaction begins at this point (TxStartPoint). */
export const startsAt = (station: Station, point: string): boolean =>
  station.model.list('TxCtrlr.TxStartPoint').includes(point)

/** The cable goes in. */
export async function plugIn(station: Station, evse: Evse): Promise<void> {
  if (evse.plugged) return
  evse.plugged = true
  await station.tell(evse)
  const { transaction } = evse
  if (transaction) {
    transaction.chargingState = 'EVConnected'
    await tell(station, evse, transaction, { eventType: 'Updated', trigger: 'CablePluggedIn' })
    await energise(station, evse, transaction)
  } else if (startsAt(station, 'EVConnected'))
    await tell(station, evse, newTransaction(station, evse), { eventType: 'Started', trigger: 'CablePluggedIn' })
}

export interface StartOptions {
  /** The number of the RequestStartTransaction that caused it. */
  remoteStartId?: number
  /** State of charge at the beginning, percent; default 20 to 60 by the seed. */
  soc?: number
  vehicle?: Vehicle
  /** The limit of this session, from its start on. */
  profile?: ChargingProfile
}

/** Whether an EVSE is free of reservations, or reserved for this card. */
export const isReservedFor = ({ reservation }: Evse, { idToken }: IdToken): boolean =>
  reservation === undefined || reservation.idToken.toLowerCase() === idToken.toLowerCase()

/** A driver is let in: the transaction begins or goes on, and current flows once a car is there and nobody refuses. */
export async function authorised(
  station: Station,
  evse: Evse,
  idToken: IdToken,
  { remoteStartId, profile, ...car }: StartOptions = {},
): Promise<Told> {
  if (evse.transaction?.idToken) throw new Error(`EVSE ${evse.id} is in use`)
  if (evse.faulted || !station.isOpenForUse(evse)) throw new Error(`EVSE ${evse.id} is out of service`)
  const { reservation } = evse
  if (reservation && !isReservedFor(evse, idToken)) throw new Error(`EVSE ${evse.id} is reserved`)
  reservation?.timer.cancel()
  evse.reservation = undefined
  const eventType = evse.transaction ? 'Updated' : 'Started'
  const transaction = evse.transaction ?? newTransaction(station, evse)
  transaction.idToken = idToken
  transaction.remoteStartId = remoteStartId
  if (profile) station.profiles.set(evse.id, profile)
  const trigger = remoteStartId === undefined ? 'Authorized' : 'RemoteStart'
  const isCharging = evse.plugged && startsAt(station, 'PowerPathClosed') && eventType === 'Started'
  if (isCharging) flow(station, evse, transaction, car)
  const told = await tell(station, evse, transaction, {
    eventType,
    trigger,
    idToken,
    ...(reservation && { reservationId: reservation.id }),
    ...(isCharging && { context: 'Transaction.Begin' as const }),
  })
  const status = told?.idTokenInfo?.status ?? 'Accepted'
  if (status !== 'Accepted' && station.model.is('TxCtrlr.StopTxOnInvalidId')) {
    await stop(station, evse, 'DeAuthorized', 'Deauthorized')
    return told
  }
  if (status === 'Accepted' && !isCharging) await energise(station, evse, transaction, car)
  return told
}

type Car = Pick<StartOptions, 'soc' | 'vehicle'>
function flow(station: Station, evse: Evse, transaction: Transaction, car: Car = {}): void {
  const { soc = station.random.int(20, 60), vehicle = station.vehicle } = car
  const at = station.clock.now()
  const seed = station.random.int(0, 2 ** 31 - 1)
  transaction.meterStartWh = evse.registerWh
  transaction.charge = beginCharge({ outlet: evse.outlet, vehicle, soc, at, seed })
  transaction.chargingState = 'Charging'
  schedule(station, evse, transaction)
  station.emit('started', { evseId: evse.id, transactionId: transaction.id })
}

/** Current flows from now on, if a car is there and somebody may charge it. */
async function energise(station: Station, evse: Evse, transaction: Transaction, car?: Car): Promise<void> {
  if (!evse.plugged || !transaction.idToken || transaction.charge || evse.transaction !== transaction) return
  flow(station, evse, transaction, car)
  const context = 'Transaction.Begin'
  await tell(station, evse, transaction, { eventType: 'Updated', trigger: 'ChargingStateChanged', context })
}

/** Tells that current flows again, or who holds it back now. */
export function followFlow(station: Station, evse: Evse, transaction: Transaction): void {
  measure(station, evse)
  const now = transaction.charge?.flow
  if (now === undefined || now === transaction.chargingState) return
  transaction.chargingState = now
  void tell(station, evse, transaction, { eventType: 'Updated', trigger: 'ChargingStateChanged' })
}

/** Arms the next sample. */
export function schedule(station: Station, evse: Evse, transaction: Transaction): void {
  const every = station.model.number('SampledDataCtrlr.TxUpdatedInterval')
  if (every <= 0) return
  transaction.timer?.cancel()
  transaction.timer = station.clock.after(every * 1000, () => {
    schedule(station, evse, transaction)
    followFlow(station, evse, transaction)
    sample(station, evse, transaction, 'MeterValuePeriodic', 'Sample.Periodic')
  })
}

/** Sends the meter within an event of its transaction. */
export function sample(
  station: Station,
  evse: Evse,
  transaction: Transaction,
  trigger: 'MeterValuePeriodic' | 'Trigger',
  context: Context,
): void {
  void tell(station, evse, transaction, { eventType: 'Updated', trigger, context })
}

/** Sends the meter of an EVSE outside any transaction. */
export const tellMeter = (station: Station, evse: Evse): Promise<boolean> =>
  station.report('MeterValues', { evseId: evse.id, meterValue: [sampleOf(station, evse, 'Trigger')] })

/** Ends the transaction; resolves when the end is answered, without a link at once. */
export async function stop(
  station: Station,
  evse: Evse,
  stoppedReason: NonNullable<Occasion['stoppedReason']>,
  trigger: Occasion['trigger'],
  idToken?: IdToken,
): Promise<Told> {
  const { transaction } = evse
  if (!transaction) throw new Error(`EVSE ${evse.id} has no transaction`)
  transaction.timer?.cancel()
  const { registerWh } = measure(station, evse)
  station.profiles.endTransaction(evse.id)
  transaction.chargingState = evse.plugged ? 'EVConnected' : 'Idle'
  const context = transaction.charge ? { context: 'Transaction.End' as const } : {}
  const occasion = { eventType: 'Ended' as const, trigger, stoppedReason, ...context, ...(idToken && { idToken }) }
  const told = tell(station, evse, transaction, occasion)
  evse.transaction = undefined
  evse.registerWh = registerWh
  if (transaction.idToken) {
    const wh = Math.round(registerWh - transaction.meterStartWh)
    const when = `${station.iso(transaction.startedAt)} to ${station.iso()}`
    station.customers.note(transaction.idToken.idToken, `${when}, EVSE ${evse.id}: ${wh} Wh`)
  }
  station.emit('ended', { transactionId: transaction.id, stoppedReason, meterStopWh: registerWh })
  const answer = await told
  if (!evse.plugged) await station.tell(evse)
  return answer
}

/** A transaction as the station's own storage has kept it; `at` in ms since 1970. */
export interface LostTransaction {
  transactionId: string
  /** The number of its next event. */
  seqNo: number
  registerWh: number
  at: number
}

/** Ends a transaction that ran when the power was lost, as of its last reading; resolves with the answer. */
export async function endLost(
  station: Station,
  evse: Evse,
  { transactionId, seqNo, registerWh, at }: LostTransaction,
): Promise<void> {
  const sampledValue = [
    {
      value: registerWh,
      context: 'Transaction.End' as const,
      measurand: 'Energy.Active.Import.Register' as const,
      unitOfMeasure: { unit: 'Wh' },
    },
  ]
  const timestamp = station.iso(at)
  const event: TransactionEvent = {
    eventType: 'Ended',
    timestamp,
    triggerReason: 'AbnormalCondition',
    seqNo,
    offline: true,
    transactionInfo: { transactionId, chargingState: 'Idle', stoppedReason: 'PowerLoss' },
    evse: { id: evse.id, connectorId: 1 },
    meterValue: [{ timestamp, sampledValue }],
  }
  await station.outbox.add('TransactionEvent', () => event)
}

/** The cable goes out. */
export async function unplug(station: Station, evse: Evse): Promise<void> {
  if (!evse.plugged) return
  measure(station, evse)
  evse.plugged = false
  if (evse.transaction) await stop(station, evse, 'EVDisconnected', 'EVCommunicationLost')
  else await station.tell(evse)
}
