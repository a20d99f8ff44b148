// How a session ends by its stop: when, with how much energy, and with a bill or with the reason why a person must look
// first (D-OCPP-6, D-TXN-11). Pure.
import type { Bill } from '#charging/billing/bill.rules.ts'
import { billOf, misfitOfSession, type SessionFacts } from '#charging/billing/session-bill.rules.ts'
import type { Misfit } from '#charging/metering/register-fit.rules.ts'
import {
  type CertainTime,
  certainStop,
  isAmbiguous,
  isChargersTime,
  type TimeSource,
} from '#charging/metering/session-times.rules.ts'
import { isBillable, type ReviewReason, reviewReason, unpaidReason, untaxedReason } from './session.rules.ts'
import type { ToldStop } from './told.rules.ts'

/** The stop's time by the charger's clock, when it came, and how far that clock is ahead. */
export type StopTime = { toldAt: Date; receivedAt: Date; offsetSec: number }

export type SessionEnd = {
  stoppedAt: Date
  timeFrom: TimeSource
  meterStopWh: number
  /** Never below 0. */
  energyWh: number
  misfit: Misfit | undefined
  /** Why a person must look first; then there is no bill. */
  review: ReviewReason | undefined
  bill: Bill | undefined
}

/** No reason means Local (OCPP 1.6 §6.49). */
export const stopReasonOf = (payload: ToldStop): string => payload.reason ?? 'Local'

/**
 * Returns how a session ends by its stop. The readings of the stop must be in `session` already. `isLateWithoutCause`: the
 * told time is far behind its receipt although the charger was connected.
 */
export function sessionEnd(
  session: SessionFacts,
  payload: ToldStop,
  time: StopTime & { isLateWithoutCause: boolean },
  connectedSince: Date,
): SessionEnd {
  const stop = certainStop({ ...session, ...time })
  const meterStopWh = stopRegister(session, payload)
  const misfit = misfitOfSession(session, stop.at, meterStopWh)
  const isStopAmbiguous = isAmbiguous(time, connectedSince)
  const doubt = doubtOf(session, payload, stop, { isStopAmbiguous, isMisfit: misfit !== undefined })
  const certain = doubt ? undefined : billOf(session, stop.at, Math.max(meterStopWh, session.meterStartWh))
  const isTaxed = certain === undefined || certain.taxablePaise === 0n || certain.isStateKnown
  const review = isTaxed ? doubt : untaxedReason(session.supply)
  return {
    stoppedAt: stop.at,
    timeFrom: stop.from,
    meterStopWh,
    energyWh: Math.max(0, meterStopWh - session.meterStartWh),
    misfit,
    review,
    bill: review ? undefined : certain,
  }
}

/** The register at the stop, as read by the scale of the session; where the station told none, the last reading. */
const stopRegister = (session: SessionFacts, { meterStop }: ToldStop): number =>
  meterStop === undefined ? session.lastWh : meterStop * session.registerScale

/** Returns why a session may not be billed unseen, whatever its tax; undefined where it may. */
function doubtOf(
  session: SessionFacts,
  p: ToldStop,
  stop: CertainTime,
  { isStopAmbiguous, isMisfit }: { isStopAmbiguous: boolean; isMisfit: boolean },
): ReviewReason | undefined {
  const meterStopWh = stopRegister(session, p)
  // A stop below the start tells nothing of the energy: the last plausible reading does.
  const energyWh = (meterStopWh < session.meterStartWh ? session.lastWh : meterStopWh) - session.meterStartWh
  const unpaid = unpaidReason(session, { energyWh, stopReason: stopReasonOf(p) })
  if (unpaid || !isBillable(session.idTagStatus)) return unpaid
  const { startedAt, startTimeFrom, meterStartWh, maxPowerW, isFree } = session
  const isEnergyMissed = !(p.hasNoEnergy && session.lastWh === meterStartWh)
  if (isEnergyMissed && p.meterStop === undefined) return 'No stop register'
  if (isEnergyMissed && p.hasNoStartRegister) return 'No start register'
  return reviewReason({
    startedAt,
    stoppedAt: stop.at,
    areTimesDoubtful: !isChargersTime(startTimeFrom) || !isChargersTime(stop.from) || isStopAmbiguous,
    meterStartWh,
    meterStopWh,
    maxPowerW,
    hasPrice: session.snapshot !== null,
    isFree,
    isMisfit,
  })
}
