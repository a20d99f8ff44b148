// The messages of charging in OCPP 2.0.1. A TransactionEvent is brought into the facts that no protocol owns: a start, readings,
// a state of the connector, a stop. What it tells is committed before the answer. An event that comes twice, late or out of
// order tells the same facts, and each of them counts once (decision 0088).
import { rupeesFromPaise } from '@wattdesk/base/money'
import type { Request201, Response201 } from '@wattdesk/ocpp/ocpp201'
import { samplesOf201 } from '#charging/metering/meter-201.rules.ts'
import { type CostOptions, runningCosts } from '#charging/running-cost/running-cost.ocpp201.ts'
import { connectorAt } from '#fleet/stations/evse.ocpp201.ts'
import { type Station, timeOf } from '#fleet/stations/station.memory.ts'
import { hasSeen, missingOf, type StationTransaction, withSeqNo } from '#fleet/stations/station-transaction.rules.ts'
import { waitingEnds } from '#fleet/stations/station-transaction.store.ts'
import type { ToldStatus } from '#fleet/stations/told.rules.ts'
import type { Services } from '#office/installation/services.ts'
import { eventReadings, isKeptWithReadings } from './event-readings.ocpp201.ts'
import { type Answer, type Event, knownTransactions, type ToldEvent } from './known-transactions.ocpp201.ts'
import { nobodyCharged } from './review.store.ts'
import type { SessionCommands } from './session.ocpp.ts'
import { chargedOf } from './session.store.ts'
import { sessionBegins } from './session-begin.ocpp201.ts'
import type { BegunStart } from './session-start.ocpp.ts'
import type { Stopped } from './session-stop.ocpp.ts'
import { tokens201 } from './token.ocpp201.ts'
import { tagOf } from './token-201.rules.ts'
import type { ToldStop } from './told.rules.ts'
import {
  factsOf,
  hasNoEnergy,
  isLostSession,
  isSameStep,
  readingsOf,
  stepOf,
  stopRegisterOf,
  withStep,
} from './transaction-step.rules.ts'
import { WaitingEnds, type WaitOptions } from './waiting-end.ocpp201.ts'

/** `status`: stores a state of a connector. */
export function sessionHandlers201(
  services: Services,
  commands: SessionCommands,
  status: (s: Station, p: ToldStatus) => Promise<unknown>,
  { ends = {}, cost = {} }: { ends?: WaitOptions | undefined; cost?: CostOptions | undefined } = {},
) {
  const { db } = services
  const { meters, stops, live } = commands
  const costs = runningCosts(services, cost)
  const transactions = knownTransactions(db)
  const tokens = tokens201(services, commands, costs)
  const begins = sessionBegins(services, commands)
  const { readings, readingsBefore, states } = eventReadings(commands, status)
  const waiting = new WaitingEnds(services, end, costs.billed, ends)

  async function transactionEvent(s: Station, p: Event): Promise<Answer> {
    try {
      return await takeEvent(s, p)
    } catch (error) {
      // Some of the event may be stored: told again, it is compared with what is stored and not with memory.
      s.transactions?.delete(p.transactionInfo.transactionId)
      throw error
    }
  }

  async function takeEvent(s: Station, p: Event): Promise<Answer> {
    const at = timeOf(p.timestamp)
    const t = await transactions.of(s, p.transactionInfo.transactionId, at)
    const step = stepOf(p, p.evse && (await connectorAt(services, s, p.evse)), t.transactionId === null)
    const before = factsOf(t.steps)
    const steps = withStep(t, step)
    const facts = steps === t.steps ? before : factsOf(steps)
    const told = { s, p, t, step, before, facts }
    // A station that sends an event again uses the same number: the readings of the first one count. Some stations give all
    // their events the same number: an event with a later time is another one, and its readings are stored.
    const isTaken =
      p.eventType === 'Updated' && hasSeen(t.seen, p.seqNo) && t.newestAt !== undefined && at <= t.newestAt
    const isNews = steps !== t.steps || (t.remoteStartId === null && p.transactionInfo.remoteStartId !== undefined)
    t.steps = steps
    if (at < t.firstAt) t.firstAt = at
    t.remoteStartId ??= p.transactionInfo.remoteStartId ?? null
    // The connector of a session stays: its price, its readings and its states belong to it.
    if (t.transactionId === null) t.connectorId = facts.connectorId ?? null
    else if (step.connectorId !== undefined && step.connectorId !== t.connectorId) await begins.noteOtherEvse(s, t)
    t.registerWh = facts.startWh ?? null
    t.isStartOpen = facts.isStartOpen
    await endBefore(told)
    const begun = await begins.begin(told)
    if (!begun) {
      await begins.followCard(told)
      await begins.followStart(told)
    }
    t.seen = withSeqNo(t.seen, p.seqNo)
    const isEnd = p.eventType === 'Ended'
    if (isEnd && (t.transactionId === null || missingOf(t.seen).length > 0)) t.ended = p
    const hadReadings = t.transactionId !== null && t.steps.some(k => k.readings)
    if (hadReadings) await readingsBefore(told)
    // The statement that begins a session stores the steps too. Steps that still held readings then are stored once more without them.
    const isWritten = begun ? !hadReadings : !isNews
    await Promise.all([
      isTaken || t.steps.some(k => isSameStep(k, step) && k.readings) ? undefined : readings(told),
      states(told),
      isKeptWithReadings(told) && isWritten ? undefined : keep(told),
    ])
    // After the readings, for the bill is made from them.
    const stopped = isEnd || t.ended !== null ? await endOrWait(told) : undefined
    if (t.newestAt === undefined || at > t.newestAt) t.newestAt = at
    return answer(told, begun, stopped)
  }

  /** Keeps the event's number, and the end where it waits. */
  async function keep({ s, p, t }: ToldEvent): Promise<void> {
    await transactions.keep(s, t, p.eventType === 'Ended' ? t.seen : [[p.seqNo, p.seqNo]])
    if (t.transactionId !== null || t.ended === null) return
    // Until the events are there that tell who was authorised, a person may look at what is known.
    const isWhole = missingOf(t.seen).length === 0
    if (isWhole ? isLostSession(t.steps) : p.eventType === 'Ended')
      await stops.keepUnmatched(s, stopOf(t, t.ended as Event))
    else if (isWhole && p.eventType !== 'Ended') await nobodyCharged(db, s.charger.pk, t.id, services.now())
  }

  /** Ends the session, or lets its end wait for events that are missing. */
  async function endOrWait({ s, p, t }: ToldEvent): Promise<Stopped | undefined> {
    if (t.transactionId === null) return undefined
    if (t.ended === null) return end(s, t, p)
    if (missingOf(t.seen).length === 0) return waiting.endNow(s, t)
    waiting.add(s, t)
    return undefined
  }

  /** Another transaction begins on the connector: nothing more is awaited of the one before. */
  async function endBefore({ s, p, t }: ToldEvent): Promise<void> {
    if (p.eventType === 'Ended') return
    for (const other of s.transactions?.values() ?? [])
      if (other !== t && other.connectorId === t.connectorId && waiting.has(other)) await waiting.endNow(s, other)
  }

  async function end(s: Station, t: StationTransaction, last: Event): Promise<Stopped> {
    // Readings that came in another order are read anew in the order of their times.
    if (t.ended !== null && t.transactionId !== null) live.forget(t.transactionId)
    await begins.startAtStop(t, last)
    const stopped = await stops.stop(s, stopOf(t, last))
    if (t.ended !== null) {
      t.ended = null
      await transactions.keep(s, t, t.seen)
    }
    s.transactions?.delete(t.id)
    return stopped
  }

  async function answer(told: ToldEvent, begun: BegunStart | undefined, stopped: Stopped | undefined): Promise<Answer> {
    const idTokenInfo = await tokens.ofEvent(told, begun, stopped?.answer.idTagInfo)
    const costPaise = await costOf(told, stopped)
    return {
      ...(idTokenInfo && { idTokenInfo }),
      ...(costPaise !== undefined && { totalCost: rupeesFromPaise(BigInt(costPaise)) }),
    }
  }

  /** The running amount of a session, or what an ended one costs. */
  async function costOf({ p, t }: ToldEvent, stopped: Stopped | undefined): Promise<number | undefined> {
    if (t.transactionId === null || p.eventType === 'Started') return undefined
    if (stopped?.chargedPaise !== undefined) return stopped.chargedPaise
    if (p.eventType === 'Ended') return t.ended === null ? chargedOf(db, t.transactionId) : undefined
    const session = await live.get(t.transactionId)
    return session && !session.hasStop ? live.shownCost(session) : undefined
  }

  return {
    handlers: {
      Authorize: tokens.authorize,
      TransactionEvent: transactionEvent,
      MeterValues: async (s: Station, p: Request201<'MeterValues'>): Promise<Response201<'MeterValues'>> =>
        meters.meter(s, {
          connectorId: await connectorAt(services, s, p.evseId === 0 ? undefined : { id: p.evseId }),
          meterValue: p.meterValue.map(m => ({ timestamp: m.timestamp, sampledValue: samplesOf201(m.sampledValue) })),
        }),
    },
    /** After a (re)connection: ends that waited when the connection before was lost wait anew. */
    adopt: async (s: Station): Promise<void> => {
      costs.adopt(s)
      for (const t of await waitingEnds(db, s.charger.pk)) {
        s.transactions ??= new Map()
        s.transactions.set(t.id, t)
        waiting.add(s, t)
      }
    },
    release: (s: Station): void => {
      costs.release(s)
      waiting.release(s)
    },
    idle: async (): Promise<void> => {
      await waiting.idle()
      await Promise.all([transactions.idle(), begins.idle(), costs.idle()])
    },
  }
}

/** The stop that an Ended tells. */
function stopOf(t: StationTransaction, p: Event): ToldStop {
  const register = stopRegisterOf(p, t.steps)
  return {
    transactionId: t.transactionId ?? 0,
    idTag: p.idToken ? tagOf(p.idToken) : undefined,
    meterStop: register === undefined ? undefined : Math.round(register),
    hasNoStartRegister: factsOf(t.steps).startWh === undefined,
    hasNoEnergy: hasNoEnergy(t.steps),
    timestamp: p.timestamp,
    reason: p.transactionInfo.stoppedReason,
    transactionData: readingsOf(p),
    stationTransactionId: t.id,
  }
}
