// StopTransaction: the session ends and is billed in one commit before the answer; the first stop stands (ocpp.md 40).
// None is refused or lost: what fits no session, or may not be billed unseen, waits for a person (D-OCPP-6, D-TXN-11).
import type { Confirmation, Request } from '@wattdesk/ocpp/messages'
import { Batch, SIDE_BY_SIDE } from '../../server/batch.ts'
import type { House } from '../../server/house.ts'
import { wasConnectedThroughout } from '../chargers/charger-history.store.ts'
import { announce, type Station, timeOf } from '../chargers/station.ocpp.ts'
import { authorise } from '../tags/tag.rules.ts'
import type { TagAnswer, TagQuestion } from '../tags/tag.store.ts'
import type { KeptStop } from './lost-stop.rules.ts'
import type { SampledValue } from './meter.rules.ts'
import { certainMatch, isBillable, isFarBehind, type ReviewReason, reviewReason } from './session.rules.ts'
import * as store from './session.store.ts'
import { billOf, billRow, takeReading } from './session-bill.rules.ts'
import { publishSession } from './session-event.ocpp.ts'
import type { LiveSession, LiveSessions } from './session-live.ocpp.ts'
import { addReview } from './session-review.store.ts'

type Payload = Request<'StopTransaction'>
type Tags = { add: (q: TagQuestion) => Promise<TagAnswer | undefined> }

export function stopHandler(house: House, live: LiveSessions, tags: Tags) {
  const { db } = house
  const ended = new Batch<store.Stop, boolean>(async stops => {
    // One that comes twice in the same batch is one stop, the first.
    const first = new Map<number, store.Stop>()
    for (const s of stops) if (!first.has(s.transactionId)) first.set(s.transactionId, s)
    const done = new Set(await store.end(db, [...first.values()]))
    return stops.map(s => first.get(s.transactionId) === s && done.has(s.transactionId))
  }, SIDE_BY_SIDE)

  async function stop(s: Station, p: Payload): Promise<Confirmation<'StopTransaction'>> {
    const receivedAt = house.now()
    const stoppedAt = timeOf(p.timestamp)
    const [answer, session] = await Promise.all([judged(s, p, receivedAt), sessionOf(s, p, stoppedAt)])
    if (!session) await keepUnmatched(s, p, stoppedAt)
    else if (!session.hasStop) {
      try {
        await end(s, session, p, stoppedAt, receivedAt)
      } catch (error) {
        // Whether its readings were stored is not known: the session is read anew when the stop comes again.
        live.forget(session.transactionId)
        throw error
      }
    }
    return answer
  }

  /** What the answer says of the tag that stopped: a refused one ends the session like any other (D-OCPP-6). */
  async function judged(s: Station, p: Payload, at: Date): Promise<Confirmation<'StopTransaction'>> {
    if (p.idTag === undefined) return {}
    const tag = await tags.add({ idTag: p.idTag, chargepointPk: s.charger.pk, connectorId: null })
    // What it has running is no matter: this one is ending.
    return { idTagInfo: authorise(tag && { ...tag, activeSessions: 0 }, at) }
  }

  async function sessionOf(s: Station, p: Payload, stoppedAt: Date): Promise<LiveSession | undefined> {
    const { pk, connectors, maxPowerWatt } = s.charger
    if (p.transactionId > 0) {
      const found = await live.get(p.transactionId)
      if (found?.pk === pk) return found
    }
    // The charger never got its id, or invents one.
    const [running = []] = await store.runningOn(db, [pk])
    const kws = connectors.map(c => c.kw)
    const maxPowerW = kws.some(kw => !kw) ? maxPowerWatt : Math.max(...kws.map(kw => (kw ?? 0) * 1000))
    const match = certainMatch(
      running,
      { idTag: p.idTag, stoppedAt, meterStopWh: p.meterStop },
      { connectors: connectors.length, maxPowerW: connectors.length > 0 ? maxPowerW : maxPowerWatt },
    )
    return match && live.get(match.transactionId)
  }

  async function keepUnmatched(s: Station, p: Payload, stoppedAt: Date): Promise<void> {
    const { companyId, teamId, pk } = s.charger
    if (p.transactionId <= 0 && (await store.hasSameStop(db, pk, stoppedAt, p.meterStop))) return
    await addReview(db, {
      companyId,
      teamId,
      pk,
      connectorId: null,
      transactionId: null,
      reason: 'Stop matches no session' satisfies ReviewReason,
      detail: keptOf(p),
    })
  }

  async function end(s: Station, session: LiveSession, p: Payload, stoppedAt: Date, receivedAt: Date): Promise<void> {
    const { transactionId, connectorId } = session
    const meters = (p.transactionData ?? []).map(v => ({
      at: timeOf(v.timestamp),
      samples: v.sampledValue as SampledValue[],
    }))
    for (const m of meters) takeReading(session, m.at, m.samples, receivedAt)
    const review = await reviewOf(session, p, stoppedAt, receivedAt)
    const bill = review ? undefined : billOf(session, stoppedAt, Math.max(p.meterStop, session.meterStartWh))
    const energyWh = Math.max(0, p.meterStop - session.meterStartWh)
    const isFirst = await ended.add({
      transactionId,
      stoppedAt,
      receivedAt,
      meterStopWh: p.meterStop,
      energyWh,
      // No reason means Local (OCPP 1.6 §6.49).
      stopReason: p.reason ?? 'Local',
      stopIdTag: p.idTag ?? null,
      review: review ?? null,
      reviewDetail: review ? { ...p, stoppedAt: stoppedAt.toISOString() } : null,
      bill: bill ? billRow(bill, session.recipientState) : null,
      meters,
    })
    live.forget(transactionId)
    if (s.active?.get(connectorId) === transactionId) {
      s.active.delete(connectorId)
      s.powerW?.delete(connectorId)
    }
    if (!isFirst) return
    const chargedPaise = bill ? Number(bill.totalPaise) : 0
    publishSession(house, s, 'stopped', receivedAt, { transactionId, connectorId, energyWh, chargedPaise, stoppedAt })
    announce(house, s, receivedAt)
  }

  async function reviewOf(
    session: LiveSession,
    p: Payload,
    stoppedAt: Date,
    receivedAt: Date,
  ): Promise<ReviewReason | undefined> {
    if (!isBillable(session.idTagStatus)) return undefined
    const { pk, startedAt, startReceivedAt, meterStartWh, maxPowerW, isFree } = session
    const isLate = async (at: Date, received: Date) =>
      isFarBehind(at, received) && (await wasConnectedThroughout(db, pk, at, received))
    return reviewReason({
      startedAt,
      startReceivedAt,
      stoppedAt,
      stopReceivedAt: receivedAt,
      isLateWithoutCause: (await isLate(startedAt, startReceivedAt)) || (await isLate(stoppedAt, receivedAt)),
      meterStartWh,
      meterStopWh: p.meterStop,
      maxPowerW,
      hasPrice: session.snapshot !== null,
      isFree,
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
