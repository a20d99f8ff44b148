// The events by which the live stream tells of a session.
import { rupeesFromPaise } from '@wattdesk/base/money'
import { connectorEvent, type Station, textOf } from '#fleet/stations/station.memory.ts'
import type { Services } from '#office/installation/services.ts'
import { isEnergyInDoubt, type ReviewReason } from './session.rules.ts'

export type SessionFigures = {
  transactionId: number
  connectorId: number
  energyWh: number
  chargedPaise: number
  powerW?: number | undefined
  socPercent?: number | undefined
  stoppedAt?: Date
  /** Why the ended session waits for a person. */
  review?: ReviewReason | undefined
}

/** Publishes a change of a session, and its connector with it. After the commit. */
export function publishSession(
  { bus }: Services,
  s: Station,
  change: 'started' | 'metered' | 'stopped',
  at: Date,
  f: SessionFigures,
): void {
  if (!bus.isHeard()) return
  const { companyId, teamId, pk } = s.charger
  bus.publish({
    companyId,
    event: {
      type: 'transaction',
      at: textOf(at),
      teamId,
      transactionId: f.transactionId,
      chargepoint_pk: pk,
      connectorId: f.connectorId,
      change,
      energyWh: f.energyWh,
      powerW: f.powerW ?? null,
      socPercent: f.socPercent ?? null,
      totalAmountCharged: rupeesFromPaise(BigInt(f.chargedPaise)),
      stoptime: f.stoppedAt?.toISOString() ?? null,
      inReview: f.review !== undefined,
      energyInDoubt: f.review !== undefined && isEnergyInDoubt(f.review),
    },
  })
  bus.publish({ companyId, event: connectorEvent(s, f.connectorId, at) })
}
