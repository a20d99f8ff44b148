// A stop whose session is not known, as its charger sent the stop: kept until a person gives it a session (D-OCPP-6,
// D-TXN-11).
import type { SampledValue } from '#charging/metering/meter.rules.ts'
import type { Misfit } from '#charging/metering/register-fit.rules.ts'

/** The stop as it is kept: the message, with its times as instants in UTC. */
export type KeptStop = {
  idTag?: string | undefined
  /** The station's own name of the transaction (2.0.1). */
  stationTransactionId?: string
  /** Missing where the station told no register that can be read (2.0.1). */
  meterStop?: number
  timestamp: string
  reason?: string | undefined
  transactionData?: { timestamp: string; sampledValue: SampledValue[] }[] | undefined
  /** Why the energy does not fit the samples. */
  misfit?: Misfit
}
/** The register as the charger told it, before the scale of a session. */
export type LostStop = {
  /** By the charger's own clock. */
  toldAt: Date
  /** Null where the charger told no register that can be read: then a person decides the energy. */
  meterStopWh: number | null
  /** No reason means Local (OCPP 1.6 §6.49). */
  reason: string
  idTag: string | null
  meters: { at: Date; samples: SampledValue[] }[]
}

/** Reads a kept stop. */
export function lostStopOf(detail: unknown): LostStop {
  const p = detail as KeptStop
  return {
    toldAt: new Date(p.timestamp),
    meterStopWh: p.meterStop ?? null,
    reason: p.reason ?? 'Local',
    idTag: p.idTag ?? null,
    meters: (p.transactionData ?? []).map(v => ({ at: new Date(v.timestamp), samples: v.sampledValue })),
  }
}
