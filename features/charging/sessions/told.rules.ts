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
}

/** Readings of a connector, of a session where one is named. */
export type ToldReadings = {
  /** The numbers of the station's events so far, as an int8multirange, to be kept with the readings (2.0.1). */
  seqNos?: string
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
  meterStop: number
  timestamp: string
  reason?: string | undefined
  transactionData?: readonly { timestamp: string; sampledValue: readonly SampledValue[] }[] | undefined
}
