// StopTransaction: the session ends and is billed in one commit before the answer; the first stop stands (O-40). No
// stop is refused or lost: a stop that fits no session, or may not be billed unseen, waits for a person (D-OCPP-6,
// D-TXN-11).
import type { Confirmation, Request } from '@wattdesk/ocpp/messages'
import { billRow } from '#charging/billing/bill-row.rules.ts'
import { billOf, misfitOfSession, takeReading } from '#charging/billing/session-bill.rules.ts'
import type { SampledValue } from '#charging/metering/meter.rules.ts'
import {
  type CertainTime,
  certainStop,
  isAmbiguous,
  isImpossibleTime,
  isTold,
} from '#charging/metering/session-times.rules.ts'
import { wasLateWithoutCause } from '#fleet/stations/charger-history.store.ts'
import type { NoteEvent } from '#fleet/stations/charger-mail.ocpp.ts'
import { countOddValues, noteKwhRegisters } from '#fleet/stations/charger-notice.store.ts'
import { byClock } from '#fleet/stations/clock.rules.ts'
import { announce, clockCorrection, hearClock, type Station, timeOf } from '#fleet/stations/station.ocpp.ts'
import { authorise } from '#fleet/tags/tag.rules.ts'
import type { TagAnswer, TagQuestion } from '#fleet/tags/tag.store.ts'
import type { Services } from '#office/installation/services.ts'
import { Batch, SIDE_BY_SIDE } from '#platform/db/batch.ts'
import type { KeptStop } from './lost-stop.rules.ts'
import { addReview } from './review.store.ts'
import {
  certainMatch,
  isBelowReading,
  isBillable,
  type ReviewReason,
  reviewReason,
  unpaidReason,
  untaxedReason,
} from './session.rules.ts'
import * as store from './session.store.ts'
import { endSessions } from './session-end.store.ts'
import { publishSession } from './session-event.ocpp.ts'
import type { LiveSession, LiveSessions } from './session-live.ocpp.ts'
import { endedSteps } from './session-steps.commands.ts'

type Payload = Request<'StopTransaction'>
/** The stop's time by the charger's clock, when it came, and how far that clock is ahead. */
type Told = { toldAt: Date; receivedAt: Date; offsetSec: number }
type Tags = { add: (q: TagQuestion) => Promise<TagAnswer | undefined> }

export function stopHandler(services: Services, live: LiveSessions, tags: Tags, note?: NoteEvent) {
  const { db } = services
  const ended = new Batch<store.Stop, boolean>(async stops => {
    // A stop that comes twice in the same batch counts once, as it came first.
    const first = new Map<number, store.Stop>()
    for (const s of stops) if (!first.has(s.payer.transactionId)) first.set(s.payer.transactionId, s)
    const done = new Set(await endSessions(db, [...first.values()], endedSteps(services)))
    return stops.map(s => first.get(s.payer.transactionId) === s && done.has(s.payer.transactionId))
  }, SIDE_BY_SIDE)

  async function stop(s: Station, p: Payload): Promise<Confirmation<'StopTransaction'>> {
    const receivedAt = services.now()
    const toldAt = timeOf(p.timestamp)
    hearClock(s, toldAt, receivedAt)
    const told = { toldAt, receivedAt, offsetSec: clockCorrection(s) }
    const [answer, found] = await Promise.all([judged(s, p, receivedAt), sessionOf(s, p, told)])
    const session = await live.byClock(s, found)
    if (!session) await keepUnmatched(s, p, told)
    else if (!session.hasStop) await end(s, session, p, told)
    return answer
  }

  /** The status of the stopping tag in the answer: a refused tag ends the session like any other (D-OCPP-6). */
  async function judged(s: Station, p: Payload, at: Date): Promise<Confirmation<'StopTransaction'>> {
    if (p.idTag === undefined) return {}
    const tag = await tags.add({ idTag: p.idTag, chargepointPk: s.charger.pk, connectorId: null })
    // How many sessions of the tag run does not matter: this session is ending.
    return { idTagInfo: authorise(tag && { ...tag, activeSessions: 0 }, at) }
  }

  async function sessionOf(s: Station, p: Payload, told: Told): Promise<LiveSession | undefined> {
    const { pk, connectors, maxPowerWatt } = s.charger
    if (p.transactionId > 0) {
      const found = await live.get(p.transactionId)
      if (found?.pk === pk) return found
    }
    // The charger never got its id, or invents one.
    const [running = []] = await store.runningOn(db, [pk])
    const kws = connectors.map(c => c.kw)
    const maxPowerW = kws.some(kw => !kw) ? maxPowerWatt : Math.max(...kws.map(kw => (kw ?? 0) * 1000))
    const at = byClock(told.toldAt, told.receivedAt, told.offsetSec)
    const match = certainMatch(
      running,
      {
        idTag: p.idTag,
        // An impossible stop time rules out no session.
        stoppedAt: isImpossibleTime(at, told.receivedAt) ? told.receivedAt : at,
        meterStop: p.meterStop,
      },
      { connectors: connectors.length, maxPowerW: connectors.length > 0 ? maxPowerW : maxPowerWatt },
    )
    return match && live.get(match.transactionId)
  }

  async function keepUnmatched(s: Station, p: Payload, { toldAt, receivedAt, offsetSec }: Told): Promise<void> {
    const { companyId, teamId, pk } = s.charger
    if (await store.hasSameStop(db, pk, toldAt, p.meterStop)) return
    await addReview(db, {
      companyId,
      teamId,
      pk,
      connectorId: null,
      reason: 'Stop matches no session' satisfies ReviewReason,
      detail: keptOf(p),
      receivedAt,
      clockOffsetSec: offsetSec || null,
    })
  }

  async function end(s: Station, session: LiveSession, p: Payload, byStation: Told): Promise<void> {
    const { transactionId, connectorId } = session
    const { receivedAt } = byStation
    // Start and stop are put right by the same clock offset, so that the session lasts as long as the charger says.
    const told = { ...byStation, offsetSec: session.clockOffsetSec ?? 0 }
    const isLateWithoutCause = await wasLateWithoutCause(db, s.charger.pk, told)
    const meters = (p.transactionData ?? []).map(v => ({
      at: timeOf(v.timestamp),
      samples: v.sampledValue as SampledValue[],
    }))
    for (const m of meters) takeReading(session, m.at, m.samples, receivedAt)
    const stop = certainStop({ ...session, ...told, isLateWithoutCause })
    const stoppedAt = stop.at
    const meterStopWh = p.meterStop * session.registerScale
    const misfit = misfitOfSession(session, stoppedAt, meterStopWh)
    const isUnclear = isAmbiguous(told, s.connectedSince)
    const doubt = reviewOf(session, p, stop, { isStopAmbiguous: isUnclear, isMisfit: misfit !== undefined })
    const certain = doubt ? undefined : billOf(session, stoppedAt, Math.max(meterStopWh, session.meterStartWh))
    const isTaxed = certain === undefined || certain.taxablePaise === 0n || certain.isStateKnown
    const review = isTaxed ? doubt : untaxedReason(session.supply)
    const bill = review ? undefined : certain
    const energyWh = Math.max(0, meterStopWh - session.meterStartWh)
    const isFirst = await ended.add({
      stoppedAt,
      toldAt: told.toldAt,
      timeFrom: stop.from,
      readingWh: session.lastWh,
      receivedAt,
      meterStopWh,
      energyWh,
      // No reason means Local (OCPP 1.6 §6.49).
      stopReason: p.reason ?? 'Local',
      stopIdTag: p.idTag ?? null,
      review: review ?? null,
      reviewDetail: review ? { ...keptOf(p), ...(misfit && { misfit }) } : null,
      bill: bill ? billRow(bill, session) : null,
      billedAt: receivedAt,
      payer: session,
      meters,
    })
    live.forget(transactionId)
    if (s.active?.get(connectorId) === transactionId) {
      s.active.delete(connectorId)
      s.powerW?.delete(connectorId)
    }
    if (!isFirst) return
    const chargedPaise = bill ? Number(bill.totalPaise) : 0
    publishSession(services, s, 'stopped', receivedAt, {
      transactionId,
      connectorId,
      energyWh,
      chargedPaise,
      stoppedAt,
    })
    announce(services, s, receivedAt)
    const details = [`Transaction: ${transactionId}`, `Energy: ${(energyWh / 1000).toFixed(2)} kWh`]
    note?.(s, 'OcppTransactionEnded', { connectorId, at: stoppedAt, details })
    if (isBelowReading(meterStopWh, session.lastWh)) await countBelow(s, receivedAt)
    if (misfit?.looksLikeKwh) await noteKwhRegisters(db, s.charger.pk, receivedAt)
  }

  /** Shown on the charger; the session keeps both registers. */
  const countBelow = (s: Station, at: Date): Promise<void> =>
    countOddValues(db, [
      { pk: s.charger.pk, field: 'StopTransaction.meterStop', value: 'below the last reading', count: 1, at },
    ])

  function reviewOf(
    session: LiveSession,
    p: Payload,
    stop: CertainTime,
    { isStopAmbiguous, isMisfit }: { isStopAmbiguous: boolean; isMisfit: boolean },
  ): ReviewReason | undefined {
    const meterStopWh = p.meterStop * session.registerScale
    // A stop below the start tells nothing of the energy: the last plausible reading does.
    const energyWh = (meterStopWh < session.meterStartWh ? session.lastWh : meterStopWh) - session.meterStartWh
    const unpaid = unpaidReason(session, { energyWh, stopReason: p.reason ?? 'Local' })
    if (unpaid || !isBillable(session.idTagStatus)) return unpaid
    const { startedAt, startTimeFrom, meterStartWh, maxPowerW, isFree } = session
    return reviewReason({
      startedAt,
      stoppedAt: stop.at,
      areTimesDoubtful: !isTold(startTimeFrom) || !isTold(stop.from) || isStopAmbiguous,
      meterStartWh,
      meterStopWh,
      maxPowerW,
      hasPrice: session.snapshot !== null,
      isFree,
      isMisfit,
    })
  }
  return { stop, idle: () => ended.idle() }
}

/** The message with its times as instants in UTC, whatever notation the charger uses. */
const keptOf = (p: Payload): KeptStop => ({
  ...p,
  timestamp: timeOf(p.timestamp).toISOString(),
  ...(p.transactionData && {
    transactionData: p.transactionData.map(v => ({
      timestamp: timeOf(v.timestamp).toISOString(),
      sampledValue: v.sampledValue as SampledValue[],
    })),
  }),
})
