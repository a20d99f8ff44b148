// The start of a session of OCPP 2.0.1. The session begins with the first event after which its connector and its token are known.
// Events that arrive later may still change its start time, its start register and its card (decision 0088, Sessions).
import { isImpossibleTime } from '#charging/metering/session-times.rules.ts'
import { countOddValues } from '#fleet/stations/charger-notice.store.ts'
import { byClock } from '#fleet/stations/clock.rules.ts'
import { clockCorrection, type Station, timeOf } from '#fleet/stations/station.memory.ts'
import type { StationTransaction } from '#fleet/stations/station-transaction.rules.ts'
import type { Services } from '#office/installation/services.ts'
import { Batch, SIDE_BY_SIDE } from '#platform/db/batch.ts'
import { otherRegister } from './contradiction.rules.ts'
import { addContradiction } from './contradiction.store.ts'
import type { Event, ToldEvent } from './known-transactions.ocpp201.ts'
import { type NamedStart, paidTags } from './remote-start.store.ts'
import { startCameAfterAll } from './review.store.ts'
import type { SessionCommands } from './session.ocpp.ts'
import { type MovedStart, moveStarts } from './session.store.ts'
import { giveCard } from './session-card.ocpp201.ts'
import type { BegunStart } from './session-start.ocpp.ts'
import { tagOf } from './token-201.rules.ts'
import { factsOf, isSameStart, isSameStep, stopRegisterOf, withoutSession } from './transaction-step.rules.ts'

export function sessionBegins(services: Services, { starts, live }: Pick<SessionCommands, 'starts' | 'live'>) {
  const { db } = services
  const paid = new Batch<NamedStart, string | undefined>(named => paidTags(db, named, services.now()), SIDE_BY_SIDE)

  /** Begins the session with the first event by which connector and token are known. */
  async function begin({ s, t, step, facts }: ToldEvent): Promise<BegunStart | undefined> {
    const { connectorId, token, startAt, reservationId, isOnline } = facts
    if (t.transactionId !== null || connectorId === undefined || !token || startAt === undefined) return undefined
    t.idTokenType = token.type
    // The event itself is told again where something fails; what came before must stay until its readings are stored.
    const steps = t.steps.map(k => (isSameStep(k, step) ? withoutSession(k) : k))
    const begun = await starts.start(s, {
      connectorId,
      idTag: (await paidTagOf(s, t)) ?? tagOf(token),
      timestamp: startAt,
      meterStart: Math.round(facts.startWh ?? 0),
      reservationId,
      isOnline,
      isUnauthorised: token.type === 'NoAuthorization',
      stationTransaction: { ...t, steps },
    })
    t.transactionId = begun.transactionId
    t.steps = steps
    if (t.ended !== null) await startCameAfterAll(db, s.charger.pk, t.id, services.now())
    return begun
  }

  /** The tag of a payment whose remote start the station names: a station may tell another token than the one it was sent. */
  const paidTagOf = async (s: Station, { connectorId, remoteStartId }: StationTransaction) =>
    connectorId === null || remoteStartId === null
      ? undefined
      : paid.add({ pk: s.charger.pk, connectorId, remoteStartId })

  /**
   * Price and energy begin when energy flows: the start of a running session follows the events that tell its time and its
   * register, whenever they arrive.
   */
  async function followStart({ s, t, before, facts }: ToldEvent): Promise<void> {
    if (t.transactionId === null || isSameStart(before, facts)) return
    const session = await live.get(t.transactionId)
    if (!session) return
    const meterStartWh = facts.startWh === undefined ? session.meterStartWh : Math.round(facts.startWh)
    const receivedAt = services.now()
    if (session.hasStop) {
      const came = otherRegister('start', session.meterStartWh, meterStartWh)
      if (came) await addContradiction(db, t.transactionId, { came, receivedAt })
      return
    }
    const toldAt = facts.startAt === before.startAt ? undefined : timeOf(facts.startAt ?? '')
    const startedAt = toldAt && byClock(toldAt, receivedAt, session.clockOffsetSec ?? clockCorrection(s))
    const isMoved = startedAt !== undefined && !isImpossibleTime(startedAt, receivedAt)
    if (!isMoved && meterStartWh === session.meterStartWh) return
    await moveStart(t.transactionId, {
      startedAt: isMoved ? startedAt : session.startedAt,
      toldAt: isMoved ? (toldAt as Date) : session.startToldAt,
      meterStartWh,
    })
  }

  /** Gives the session the card of this event, where the event has a lower sequence number than the one that named the card before. */
  async function followCard({ s, p, t, step, before, facts }: ToldEvent): Promise<void> {
    const { transactionId } = t
    const isEarliest = before.tokenSeqNo !== undefined && facts.tokenSeqNo === step.seqNo && step.token !== undefined
    if (transactionId === null || !p.idToken || !isEarliest) return
    const idTag = tagOf(p.idToken)
    const session = await live.get(transactionId)
    if (!session || session.idTag.toLowerCase() === idTag.toLowerCase()) return
    const isUnauthorised = p.idToken.type === 'NoAuthorization'
    const outcome = session.hasStop
      ? 'stays'
      : await giveCard(services, s, { transactionId, idTag, isUnauthorised, isOnline: facts.isOnline })
    live.forget(transactionId)
    if (outcome === 'changed') t.idTokenType = p.idToken.type
    if (outcome !== 'stays') return
    const came = { what: 'card' as const, idTag, offWh: 0 as const }
    await addContradiction(db, transactionId, { came, receivedAt: services.now() })
  }

  async function moveStart(transactionId: number, to: Omit<MovedStart, 'transactionId'>): Promise<void> {
    await moveStarts(db, [{ transactionId, ...to }])
    live.forget(transactionId)
  }

  /** Where no register at the start was told, no energy is certain: the session begins at the register of its stop. */
  async function startAtStop(t: StationTransaction, last: Event): Promise<void> {
    const stopWh = stopRegisterOf(last, t.steps)
    if (t.transactionId === null || stopWh === undefined || factsOf(t.steps).startWh !== undefined) return
    const session = await live.get(t.transactionId)
    if (!session || session.hasStop) return
    const { startedAt, startToldAt: toldAt } = session
    await moveStart(t.transactionId, { startedAt, toldAt, meterStartWh: Math.round(stopWh) })
  }

  const movedEvse = new WeakSet<StationTransaction>()
  /** An event of a session names another connector than that of the session, which stays: shown on the charger, once. */
  async function noteOtherEvse({ charger: { pk } }: Station, t: StationTransaction): Promise<void> {
    if (movedEvse.has(t)) return
    movedEvse.add(t)
    const odd = { field: 'TransactionEvent.evse', value: 'another one than before', count: 1 }
    await countOddValues(db, [{ pk, ...odd, at: services.now() }])
  }

  return { begin, followStart, followCard, startAtStop, noteOtherEvse, idle: () => paid.idle() }
}
