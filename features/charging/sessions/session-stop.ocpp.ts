// The stop of a session: it ends and is billed in one commit before the answer; the first stop stands (O-40). No
// stop is refused or lost: a stop that fits no session, or may not be billed unseen, waits for a person (D-OCPP-6,
// D-TXN-11).
import { toldOfBills } from '#charging/billing/bill-ledger.commands.ts'
import { billRow } from '#charging/billing/bill-row.rules.ts'
import { type BilledPayer, payersOf } from '#charging/billing/payer.store.ts'
import { billedTo, takeReading } from '#charging/billing/session-bill.rules.ts'
import type { SampledValue } from '#charging/metering/meter.rules.ts'
import { isImpossibleTime } from '#charging/metering/session-times.rules.ts'
import { wasLateWithoutCause } from '#fleet/stations/charger-history.store.ts'
import type { NoteEvent } from '#fleet/stations/charger-mail.memory.ts'
import { countOddValues, noteKwhRegisters } from '#fleet/stations/charger-notice.store.ts'
import { byClock } from '#fleet/stations/clock.rules.ts'
import { announce, clockCorrection, hearClock, type Station, timeOf } from '#fleet/stations/station.memory.ts'
import { authorise, type IdTagInfo } from '#fleet/tags/tag.rules.ts'
import type { TagAnswer, TagQuestion } from '#fleet/tags/tag.store.ts'
import type { Services } from '#office/installation/services.ts'
import { Batch, SIDE_BY_SIDE } from '#platform/db/batch.ts'
import type { Db } from '#platform/db/db.ts'
import { otherRegister } from './contradiction.rules.ts'
import { addContradiction } from './contradiction.store.ts'
import type { KeptStop } from './lost-stop.rules.ts'
import { addReview } from './review.store.ts'
import { certainMatch, isBelowReading, type ReviewReason } from './session.rules.ts'
import * as store from './session.store.ts'
import { type SessionEnd, type StopTime, sessionEnd, stopReasonOf } from './session-end.rules.ts'
import { endSessions } from './session-end.store.ts'
import { type LiveSession, type LiveSessions, publishSession } from './session-live.memory.ts'
import { endedSteps } from './session-steps.commands.ts'
import type { ToldStop } from './told.rules.ts'

/** The judgement of the tag that stopped, if one did, and what was charged; undefined where a person must look first. */
export type Stopped = { answer: { idTagInfo?: IdTagInfo }; chargedPaise: number | undefined }
type Tags = { add: (q: TagQuestion) => Promise<TagAnswer | undefined> }

export function sessionStops(services: Services, live: LiveSessions, tags: Tags, note?: NoteEvent) {
  const { db } = services
  const ended = new Batch<store.Stop, boolean>(stops => endAll(services, stops), SIDE_BY_SIDE)
  const payers = new Batch<number, BilledPayer>(ids => payersOf(db, ids), SIDE_BY_SIDE)

  async function stop(s: Station, p: ToldStop): Promise<Stopped> {
    const receivedAt = services.now()
    const toldAt = timeOf(p.timestamp)
    hearClock(s, toldAt, receivedAt)
    const time = { toldAt, receivedAt, offsetSec: clockCorrection(s) }
    const [answer, found] = await Promise.all([judgeTag(tags, s, p, receivedAt), sessionOf(db, live, s, p, time)])
    const session = await live.byClock(s, found)
    if (!session) await keepUnmatched(db, s, p, time)
    else if (!session.hasStop) return { answer, chargedPaise: await end(s, session, p, time) }
    else await compare(session, p, receivedAt)
    return { answer, chargedPaise: undefined }
  }

  /** The first stop stands (O-40). One told later with another register is shown to a person. */
  async function compare(session: LiveSession, p: ToldStop, receivedAt: Date): Promise<void> {
    const { transactionId, meterStopWh, registerScale } = session
    if (p.meterStop === undefined || meterStopWh === null) return
    const came = otherRegister('stop', meterStopWh, p.meterStop * registerScale)
    if (came) await addContradiction(db, transactionId, { came, receivedAt, toldStop: p.meterStop })
  }

  async function end(s: Station, session: LiveSession, p: ToldStop, byStation: StopTime): Promise<number | undefined> {
    const { transactionId, connectorId } = session
    const { toldAt, receivedAt } = byStation
    // Start and stop are put right by the same clock offset, so that the session lasts as long as the charger says.
    const time = { ...byStation, offsetSec: session.clockOffsetSec ?? 0 }
    // The payer is that of the end: the driver's record may have changed since the session was read, or the provider may
    // have told more of the payment.
    const [isLateWithoutCause, payer] = await Promise.all([
      wasLateWithoutCause(db, s.charger.pk, time),
      mayBeBusiness(session) ? payers.add(transactionId) : { recipient: null, paidWith: null },
    ])
    Object.assign(session, billedTo(session, payer.recipient, services.platform), { paidWith: payer.paidWith })
    const meters = metersOf(p)
    for (const m of meters) takeReading(session, m.at, m.samples, receivedAt)
    const e = sessionEnd(session, p, { ...time, isLateWithoutCause }, s.connectedSince)
    const isFirst = await ended.add({
      stoppedAt: e.stoppedAt,
      toldAt,
      timeFrom: e.timeFrom,
      readingWh: session.lastWh,
      receivedAt,
      meterStopWh: e.meterStopWh,
      energyWh: e.energyWh,
      stopReason: stopReasonOf(p),
      stopIdTag: p.idTag ?? null,
      review: e.review ?? null,
      reviewDetail: e.review ? { ...keptStop(p), ...(e.misfit && { misfit: e.misfit }) } : null,
      bill: e.bill ? billRow(e.bill, session) : null,
      billedAt: receivedAt,
      payer: session,
      meters,
    })
    live.forget(transactionId)
    if (s.active?.get(connectorId) === transactionId) {
      s.active.delete(connectorId)
      s.powerW?.delete(connectorId)
    }
    // The first stop stands, and its bill is in the record.
    if (!isFirst) return undefined
    publish(s, session, e, receivedAt)
    if (isBelowReading(e.meterStopWh, session.lastWh)) await countBelow(db, s, receivedAt)
    if (e.misfit?.looksLikeKwh) await noteKwhRegisters(db, s.charger.pk, receivedAt)
    return e.bill && Number(e.bill.totalPaise)
  }

  /** Tells browsers of the ended session, and sends the mail about the session. */
  function publish(s: Station, { transactionId, connectorId }: LiveSession, e: SessionEnd, receivedAt: Date): void {
    const { energyWh, stoppedAt, review } = e
    const chargedPaise = e.bill ? Number(e.bill.totalPaise) : 0
    const figures = { transactionId, connectorId, energyWh, chargedPaise, stoppedAt, review }
    publishSession(services, s, 'stopped', receivedAt, figures)
    announce(services, s, receivedAt)
    const details = [`Transaction: ${transactionId}`, `Energy: ${(energyWh / 1000).toFixed(2)} kWh`]
    note?.(s, 'OcppTransactionEnded', { connectorId, at: stoppedAt, details })
  }
  return {
    stop,
    /** Keeps a stop of which no session is known for a person. */
    keepUnmatched: (s: Station, p: ToldStop): Promise<void> => {
      const receivedAt = services.now()
      return keepUnmatched(db, s, p, { toldAt: timeOf(p.timestamp), receivedAt, offsetSec: clockCorrection(s) })
    },
    idle: () => ended.idle(),
  }
}

/** A card without a driver leads to no business. */
const mayBeBusiness = ({ driverId, paymentType }: LiveSession): boolean => driverId !== null || paymentType !== 'RFID'

/** Ends the sessions of many stops, and returns which stops did. A stop that comes twice counts once, as it came first. */
async function endAll(services: Services, stops: readonly store.Stop[]): Promise<boolean[]> {
  const first = new Map<number, store.Stop>()
  for (const s of stops) if (!first.has(s.payer.transactionId)) first.set(s.payer.transactionId, s)
  const done = new Set(await endSessions(services.db, [...first.values()], endedSteps(services)))
  toldOfBills(services)
  return stops.map(s => first.get(s.payer.transactionId) === s && done.has(s.payer.transactionId))
}

/** The status of the stopping tag in the answer: a refused tag ends the session like any other (D-OCPP-6). */
async function judgeTag(tags: Tags, s: Station, p: ToldStop, at: Date): Promise<{ idTagInfo?: IdTagInfo }> {
  if (p.idTag === undefined) return {}
  const tag = await tags.add({ idTag: p.idTag, chargepointPk: s.charger.pk, connectorId: null })
  // How many sessions of the tag run does not matter: this session is ending.
  return { idTagInfo: authorise(tag && { ...tag, activeSessions: 0 }, at) }
}

/** Returns the session of a stop: by its id, or the only running session that the stop can mean. */
async function sessionOf(
  db: Db,
  live: LiveSessions,
  s: Station,
  p: ToldStop,
  { toldAt, receivedAt, offsetSec }: StopTime,
): Promise<LiveSession | undefined> {
  const { pk, connectors, maxPowerWatt } = s.charger
  if (p.transactionId > 0) {
    const found = await live.get(p.transactionId)
    if (found?.pk === pk) return found
  }
  // The charger never got its id, or invents one.
  const [running = []] = await store.runningOn(db, [pk])
  const kws = connectors.map(c => c.kw)
  const maxPowerW = kws.some(kw => !kw) ? maxPowerWatt : Math.max(...kws.map(kw => (kw ?? 0) * 1000))
  const at = byClock(toldAt, receivedAt, offsetSec)
  const match = certainMatch(
    running,
    {
      idTag: p.idTag,
      // An impossible stop time rules out no session.
      stoppedAt: isImpossibleTime(at, receivedAt) ? receivedAt : at,
      // Without a register no match is certain: no comparison with NaN holds.
      meterStop: p.meterStop ?? Number.NaN,
    },
    { connectors: connectors.length, maxPowerW: connectors.length > 0 ? maxPowerW : maxPowerWatt },
  )
  return match && live.get(match.transactionId)
}

/** Keeps a stop that fits no session for a person, once. */
async function keepUnmatched(
  db: Db,
  s: Station,
  p: ToldStop,
  { toldAt, receivedAt, offsetSec }: StopTime,
): Promise<void> {
  const { companyId, teamId, pk } = s.charger
  // In 2.0.1 the name of the transaction says which stop it is.
  const { stationTransactionId, meterStop = 0 } = p
  if (stationTransactionId === undefined && (await store.hasSameStop(db, pk, toldAt, meterStop))) return
  await addReview(db, {
    companyId,
    teamId,
    pk,
    connectorId: null,
    reason: 'Stop matches no session' satisfies ReviewReason,
    detail: keptStop(p),
    receivedAt,
    clockOffsetSec: offsetSec || null,
  })
}

/** Counts a register below the last reading: it is shown on the charger, and the session keeps both registers. */
const countBelow = (db: Db, s: Station, at: Date): Promise<void> =>
  countOddValues(db, [
    { pk: s.charger.pk, field: 'StopTransaction.meterStop', value: 'below the last reading', count: 1, at },
  ])

const metersOf = (p: Pick<ToldStop, 'transactionData'>): { at: Date; samples: SampledValue[] }[] =>
  (p.transactionData ?? []).map(v => ({ at: timeOf(v.timestamp), samples: [...v.sampledValue] }))

/** Returns the message with its times as instants in UTC, whatever notation the charger uses. */
const keptStop = ({ transactionData, hasNoStartRegister, hasNoEnergy, meterStop, ...p }: ToldStop): KeptStop => ({
  ...p,
  ...(meterStop !== undefined && { meterStop }),
  timestamp: timeOf(p.timestamp).toISOString(),
  ...(transactionData && {
    transactionData: metersOf({ transactionData }).map(m => ({
      timestamp: m.at.toISOString(),
      sampledValue: m.samples,
    })),
  }),
})
