// A live charger of the demo, whichever OCPP its simulation speaks: what the street and the process of the chargers need of
// it. Connectors have the portal's numbers; a station of 2.0.1 has an EVSE for each of them.
import { CallError, Refused, SimulatedCharger, Unanswered } from '@wattdesk/ocpp/sim/charger'
import type { Reading, Vehicle } from '@wattdesk/ocpp/sim/power'
import { SimulatedStation } from '@wattdesk/ocpp/sim/v201/charging-station'
import { COOLING_PROBLEM, GROUND_FAILURE } from './ailments.ts'
import type { Running } from './memory.ts'
import { type DemoCharger, firmwareOf, serialOf } from './places.ts'

/** The events that the street follows; each calls back until the function that was returned is called. */
type Watched = {
  started: (connectorId: number) => void
  meter: (connectorId: number, reading: Reading) => void
  stopped: (connectorId: number, registerWh: number) => void
}

export interface LiveCharger {
  readonly record: DemoCharger
  /** Connected and accepted. */
  readonly isUsable: boolean
  watch(watched: Watched): () => void
  isFree(connectorId: number): boolean
  isCharging(connectorId: number): boolean
  isPlugged(connectorId: number): boolean
  plugIn(connectorId: number): Promise<void>
  authorize(idTag: string): Promise<{ status: string }>
  start(connectorId: number, idTag: string, car: { vehicle: Vehicle; soc: number }): Promise<unknown>
  /** The driver who began ends the session. */
  stop(connectorId: number): Promise<unknown>
  unplug(connectorId: number): Promise<void>
  /** The session at a connector as it must survive the end of this process. */
  running(connectorId: number): Running | undefined
  setRegister(connectorId: number, registerWh: number): void
  /** Ends a session that ran when this process ended: for the charger the power was lost. */
  endLost(connectorId: number, lost: Running): Promise<void>
  background(work: Promise<unknown>): void
  keepUp(): void
  close(): Promise<void>
}

type Options = { url: string; seed: string; rejectsUnknown: boolean }

/** The charger of a record, not connected yet. */
export const liveCharger = (record: DemoCharger, options: Options): LiveCharger =>
  record.protocol === 'ocpp2.0.1' ? live201(record, options) : live16(record, options)

/** The product's own certificate need not name the loopback address it is reached at. */
const shared = (record: DemoCharger, { url, seed, rejectsUnknown }: Options) => ({
  url,
  identity: record.id,
  outlet: record.outlet,
  seed: `${seed} ${record.id}`,
  reconnect: true,
  rebootSeconds: 12,
  ...(!rejectsUnknown && { tls: { rejectUnauthorized: false } }),
})

/** The link comes and goes, and cards are refused; anything else is worth a line. */
function sayFailure({ id }: DemoCharger, error: Error): void {
  const isLink =
    error instanceof CallError || error instanceof Unanswered || error instanceof Refused || 'code' in error
  if (!isLink) console.error(`${id}: ${error.message}`)
}

const endAll = (ends: readonly (() => void)[]) => () => {
  for (const end of ends) end()
}

function live16(record: DemoCharger, options: Options): LiveCharger {
  const charger = new SimulatedCharger({
    ...shared(record, options),
    connectors: record.connectorTypes.length,
    boot: {
      chargePointVendor: record.vendor,
      chargePointModel: record.model,
      chargePointSerialNumber: serialOf(record),
      firmwareVersion: firmwareOf(record),
    },
  })
  const { station } = charger
  if (record.ailment === 'ground-failure') beFaulted(charger)
  charger.on('failed', ({ error }) => sayFailure(record, error))
  return {
    record,
    get isUsable() {
      return station.usable
    },
    watch: ({ started, meter, stopped }) =>
      endAll([
        charger.on('started', e => started(e.connectorId)),
        charger.on('meter', e => e.transactionId !== undefined && meter(e.connectorId, e.reading)),
        charger.on('stopped', e => stopped(e.connectorId, e.meterStopWh)),
      ]),
    isFree: id => charger.status(id) === 'Available',
    isCharging: id => station.at(id).transaction !== undefined,
    isPlugged: id => station.at(id).plugged,
    plugIn: id => charger.plugIn(id),
    authorize: idTag => charger.authorize(idTag),
    start: (id, idTag, car) => charger.start(id, idTag, car),
    stop: id => charger.stop(id, 'Local', station.at(id).transaction?.idTag),
    unplug: id => charger.unplug(id),
    running: id => {
      const { transaction } = station.at(id)
      if (transaction?.id === undefined || transaction.id < 0) return undefined
      const { registerWh, at } = charger.reading(id)
      return { transactionId: transaction.id, meterWh: registerWh, at }
    },
    setRegister: (id, registerWh) => {
      station.at(id).registerWh = registerWh
    },
    endLost: (_, { transactionId, meterWh, at }) => charger.endLost(Number(transactionId), { registerWh: meterWh, at }),
    background: work => station.background(work),
    keepUp: () => charger.keepUp(),
    close: () => charger.close(),
  }
}

/**
 * The charger has told its fault in the past and was accepted then: it comes back on a new connection, without a boot, and
 * tells what has changed. After a reset it tells the fault again.
 */
function beFaulted({ station }: SimulatedCharger): void {
  const { connectorId, ...fault } = GROUND_FAILURE
  const connector = station.at(connectorId)
  Object.assign(connector, fault)
  connector.told = `Faulted ${fault.errorCode}`
  station.accepted = true
}

function live201(record: DemoCharger, options: Options): LiveCharger {
  const own = new SimulatedStation({
    ...shared(record, options),
    evses: record.connectorTypes.length,
    boot: {
      vendorName: record.vendor,
      model: record.model,
      serialNumber: serialOf(record),
      firmwareVersion: firmwareOf(record),
    },
  })
  const { station } = own
  if (record.hasWeakFan) tellWeakFan(own)
  own.on('failed', ({ error }) => sayFailure(record, error))
  return {
    record,
    get isUsable() {
      return station.usable
    },
    watch: ({ started, meter, stopped }) =>
      endAll([
        own.on('started', e => started(e.evseId)),
        own.on('meter', e => meter(e.evseId, e.reading)),
        // Once the end is answered: until then the session must survive the end of this process.
        own.on('told', ({ event: { eventType, evse } }) => {
          if (eventType === 'Ended' && evse) stopped(evse.id, station.at(evse.id).registerWh)
        }),
      ]),
    isFree: id => own.status(id) === 'Available',
    isCharging: id => station.at(id).transaction !== undefined,
    isPlugged: id => station.at(id).plugged,
    plugIn: id => own.plugIn(id),
    authorize: idTag => own.authorize(idTag),
    start: (id, idTag, car) => own.start(id, idTag, car),
    stop: id => own.stop(id, station.at(id).transaction?.idToken),
    unplug: id => own.unplug(id),
    running: id => {
      const { transaction } = station.at(id)
      if (!transaction?.charge) return undefined
      const { registerWh, at } = own.reading(id)
      return { transactionId: transaction.id, seqNo: transaction.seqNo, meterWh: registerWh, at }
    },
    setRegister: (id, registerWh) => {
      station.at(id).registerWh = registerWh
    },
    endLost: (id, { transactionId, seqNo = 0, meterWh, at }) =>
      own.endLost(id, { transactionId: String(transactionId), seqNo, registerWh: meterWh, at }),
    background: work => station.background(work),
    keepUp: () => own.keepUp(),
    close: () => own.close(),
  }
}

/** The station has a fan that is weak, and says so as soon as the portal watches it. */
function tellWeakFan(own: SimulatedStation): void {
  const { component, ...words } = COOLING_PROBLEM
  own.station.model.tell(component, { name: 'Problem' }, 'true')
  own.on('call', ({ action }) => {
    const isWatched = own.station.monitors.ofChanges({ component, variable: { name: 'Problem' } }) !== undefined
    if (action === 'SetVariableMonitoring' && isWatched) own.station.background(own.problem(component, true, words))
  })
}
