// What chargers tell of sessions, as facts that no protocol owns. The messages of OCPP 1.6 have this form as they come; those
// of 2.0.1 are brought into it. Times are texts in ISO 8601, as told; registers are in Wh, before the scale of a session.
import type { SampledValue } from '#charging/metering/meter.rules.ts'
import type { StationStart } from '#fleet/stations/station-transaction.rules.ts'

/** A session begins. */
export type ToldStart = {
  connectorId: number
  idTag: string
  timestamp: string
  meterStart: number
  reservationId?: number | undefined
  /** The station's own transaction (2.0.1). */
  stationTransaction?: StationStart
  /** The station says that it was connected when the session began (2.0.1); 1.6 has no word for that. */
  isOnline?: boolean
  /** The station begins without asking who charges (2.0.1). */
  isUnauthorised?: boolean
}

/** Readings of a connector, of a session where one is named. */
export type ToldReadings = {
  /** The numbers of the station's events so far, as an int8multirange, to be kept with the readings (2.0.1). */
  seqNos?: string
  /** The readings are of a transaction that has no session: they belong to none that runs on the connector (2.0.1). */
  isOfNoSession?: boolean
  connectorId: number
  transactionId?: number | undefined
  meterValue: readonly { timestamp: string; sampledValue: readonly SampledValue[] }[]
}

/** A session ends. `transactionId` is 0 or less where the charger never learned it. */
export type ToldStop = {
  transactionId: number
  /** The station's own name of the transaction (2.0.1). */
  stationTransactionId?: string
  idTag?: string | undefined
  /** Undefined where the station told no register that can be read; 1.6 always tells one. */
  meterStop: number | undefined
  timestamp: string
  /** Nothing is known of the register at the start (2.0.1). */
  hasNoStartRegister?: boolean
  /** The station told in its own words that no energy flowed: no register is missed then (2.0.1). */
  hasNoEnergy?: boolean
  reason?: string | undefined
  transactionData?: readonly { timestamp: string; sampledValue: readonly SampledValue[] }[] | undefined
}
