// The messages of charging in OCPP 2.0.1. A TransactionEvent is brought into the facts that no protocol owns: a start, readings,
// a state of the connector, a stop. What it tells is committed before the answer. An event that comes twice, late or out of
// order tells the same facts, and each of them counts once (decision 0088).
import { rupeesFromPaise } from '@wattdesk/base/money'
import type { Request201, Response201 } from '@wattdesk/ocpp/ocpp201'
import { samplesOf201 } from '#charging/metering/meter-201.rules.ts'
import { isImpossibleTime } from '#charging/metering/session-times.rules.ts'
import { type CostOptions, runningCosts } from '#charging/running-cost/running-cost.ocpp201.ts'
import type { Paid } from '#charging/running-cost/tariff.rules.ts'
import { isClosedAt } from '#fleet/stations/availability.rules.ts'
import { countOddValues } from '#fleet/stations/charger-notice.store.ts'
import { byClock } from '#fleet/stations/clock.rules.ts'
import { connectorAt } from '#fleet/stations/evse.ocpp201.ts'
import { clockCorrection, type Station, timeOf } from '#fleet/stations/station.memory.ts'
import {
  missingOf,
  multirangeOf,
  type StationTransaction,
  type TransactionStep,
  withSeqNo,
} from '#fleet/stations/station-transaction.rules.ts'
import * as store from '#fleet/stations/station-transaction.store.ts'
import type { ToldStatus } from '#fleet/stations/told.rules.ts'
import { authorise, closed, type IdTagInfo } from '#fleet/tags/tag.rules.ts'
import type { TagAnswer } from '#fleet/tags/tag.store.ts'
import type { Services } from '#office/installation/services.ts'
import { Batch, SIDE_BY_SIDE } from '#platform/db/batch.ts'
import { type NamedStart, paidTags } from './remote-start.store.ts'
import { nobodyCharged, startCameAfterAll } from './review.store.ts'
import type { SessionCommands } from './session.ocpp.ts'
import { paymentTypeOf } from './session.rules.ts'
import { chargedOf, type MovedStart, moveStarts } from './session.store.ts'
import type { BegunStart } from './session-start.ocpp.ts'
import type { Stopped } from './session-stop.ocpp.ts'
import { tagOf, tokenInfoOf } from './token-201.rules.ts'
import type { ToldStop } from './told.rules.ts'
import {
  factsOf,
  hasNoEnergy,
  isLostSession,
  isSameStart,
  isSameStep,
  type Readings,
  readingsOf,
  stepOf,
  stepsOfBefore,
  stopRegisterOf,
  type TransactionFacts,
  withoutSession,
  withStep,
} from './transaction-step.rules.ts'
import { WaitingEnds, type WaitOptions } from './waiting-end.ocpp201.ts'

type Event = Request201<'TransactionEvent'>
type Answer = Response201<'TransactionEvent'>
type Token = NonNullable<Event['idToken']>
/**
 * An event of a station, and all that is known of its transaction, to which the event adds. `before` and `facts`: what the events
 * said of the session without this one, and with it.
 */
type Told = {
  s: Station
  p: Event
  t: StationTransaction
  step: TransactionStep
  before: TransactionFacts
  facts: TransactionFacts
}

const MOST_TRANSACTIONS = 100

/** The states of a connector as 1.6 names them, by the charging state that a transaction tells. */
const STATES = {
  Charging: 'Charging',
  SuspendedEV: 'SuspendedEV',
  SuspendedEVSE: 'SuspendedEVSE',
  EVConnected: 'Preparing',
  Idle: 'Finishing',
} as const

/** The states that only a transaction tells of its connector. */
const OF_TRANSACTIONS = new Set<string>(Object.values(STATES))

/** `status`: stores a state of a connector. */
export function sessionHandlers201(
  services: Services,
  { asked, unknown, starts, meters, stops, live }: SessionCommands,
  status: (s: Station, p: ToldStatus) => Promise<unknown>,
  { ends = {}, cost = {} }: { ends?: WaitOptions | undefined; cost?: CostOptions | undefined } = {},
) {
  const { db } = services
  const costs = runningCosts(services, cost)
  const known = new Batch<store.TransactionKey, StationTransaction | undefined>(
    keys => store.stationTransactions(db, keys),
    SIDE_BY_SIDE,
  )
  const kept = new Batch<store.KeptTransaction, void>(async items => {
    await store.keepStationTransactions(db, items)
    return []
  }, SIDE_BY_SIDE)

  const paid = new Batch<NamedStart, string | undefined>(named => paidTags(db, named, services.now()), SIDE_BY_SIDE)

  const waiting = new WaitingEnds(services, end, costs.billed, ends)

  async function authorize(s: Station, p: Request201<'Authorize'>): Promise<Response201<'Authorize'>> {
    // Plug and Charge is not offered: a contract certificate lets nobody in.
    if (p.iso15118CertificateHashData !== undefined || p.certificate !== undefined)
      return { idTokenInfo: { status: 'Invalid' } }
    return { idTokenInfo: await judge(s, p.idToken, { isAtStart: true }) }
  }

  /** The judgement of a token of which no session is being begun. */
  async function judge(
    s: Station,
    token: Token,
    { isStop = false, isAtStart = false } = {},
  ): Promise<NonNullable<Answer['idTokenInfo']>> {
    const idTag = tagOf(token)
    const tag = await asked.add({ idTag, chargepointPk: s.charger.pk, connectorId: null })
    if (!tag && idTag !== '') unknown.note(s.charger.pk, idTag)
    const at = services.now()
    const isOpenToAll = token.type === 'NoAuthorization' && s.charger.isFree
    const info: IdTagInfo = isOpenToAll
      ? { status: 'Accepted' }
      : authorise(tag && isStop ? { ...tag, activeSessions: 0 } : tag, at)
    const judged = isStop ? info : closed(info, isClosedAt(s.charger, at))
    const personalMessage =
      isAtStart && judged.status === 'Accepted'
        ? await costs.tariffAt(s, paidBy(tag), tag?.language ?? null)
        : undefined
    return { ...tokenInfoOf(judged, tag), ...(personalMessage && { personalMessage }) }
  }

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
    const t = await transactionOf(s, p.transactionInfo.transactionId, at)
    const step = stepOf(p, p.evse && (await connectorAt(services, s, p.evse)), t.transactionId === null)
    const before = factsOf(t.steps)
    const steps = withStep(t, step)
    const facts = steps === t.steps ? before : factsOf(steps)
    const told = { s, p, t, step, before, facts }
    const isNews = steps !== t.steps || (t.remoteStartId === null && p.transactionInfo.remoteStartId !== undefined)
    t.steps = steps
    if (at < t.firstAt) t.firstAt = at
    t.remoteStartId ??= p.transactionInfo.remoteStartId ?? null
    // The connector of a session stays: its price, its readings and its states belong to it.
    if (t.transactionId === null) t.connectorId = facts.connectorId ?? null
    else if (step.connectorId !== undefined && step.connectorId !== t.connectorId) await noteOtherEvse(s, t)
    t.registerWh = facts.startWh ?? null
    t.isStartOpen = facts.isStartOpen
    await endBefore(told)
    const begun = await begin(told)
    if (!begun) await followStart(told)
    t.seen = withSeqNo(t.seen, p.seqNo)
    const isEnd = p.eventType === 'Ended'
    if (isEnd && (t.transactionId === null || missingOf(t.seen).length > 0)) t.ended = p
    const hadReadings = t.transactionId !== null && t.steps.some(k => k.readings)
    if (hadReadings) await readingsBefore(told)
    // The statement that begins a session stores the steps too. Steps that still held readings then are stored once more without them.
    const isWritten = begun ? !hadReadings : !isNews
    await Promise.all([
      t.steps.some(k => isSameStep(k, step) && k.readings) ? undefined : readings(told),
      states(told),
      isKeptWithReadings(told) && isWritten ? undefined : keep(told),
    ])
    // After the readings, for the bill is made from them.
    const stopped = isEnd || t.ended !== null ? await endOrWait(told) : undefined
    return answer(told, begun, stopped)
  }

  /** The transaction in memory, else as it is stored, else a new one. */
  async function transactionOf(s: Station, id: string, at: Date): Promise<StationTransaction> {
    s.transactions ??= new Map()
    const here = s.transactions.get(id)
    if (here) return here
    const stored = await known.add({ pk: s.charger.pk, id })
    if (stored && stored.steps.length === 0) stored.steps = stepsOfBefore(stored)
    const found = stored ?? {
      id,
      transactionId: null,
      connectorId: null,
      firstAt: at,
      registerWh: null,
      isStartOpen: true,
      remoteStartId: null,
      idTokenType: null,
      steps: [],
      seen: [],
      ended: null,
    }
    // Memory stays bounded whatever names a station sends; a forgotten one is read again.
    if (s.transactions.size >= MOST_TRANSACTIONS) s.transactions.clear()
    s.transactions.set(id, found)
    return found
  }

  /** Begins the session with the first event by which connector and token are known. */
  async function begin({ s, t, step, facts }: Told): Promise<BegunStart | undefined> {
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
  async function followStart({ s, t, before, facts }: Told): Promise<void> {
    if (t.transactionId === null || isSameStart(before, facts)) return
    const session = await live.get(t.transactionId)
    if (!session || session.hasStop) return
    const meterStartWh = facts.startWh === undefined ? session.meterStartWh : Math.round(facts.startWh)
    const receivedAt = services.now()
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

  async function moveStart(transactionId: number, to: Omit<MovedStart, 'transactionId'>): Promise<void> {
    await moveStarts(db, [{ transactionId, ...to }])
    live.forget(transactionId)
  }

  const movedEvse = new WeakSet<StationTransaction>()
  /** An event of a session names another connector than that of the session, which stays: shown on the charger, once. */
  async function noteOtherEvse({ charger: { pk } }: Station, t: StationTransaction): Promise<void> {
    if (movedEvse.has(t)) return
    movedEvse.add(t)
    const odd = { field: 'TransactionEvent.evse', value: 'another one than before', count: 1 }
    await countOddValues(db, [{ pk, ...odd, at: services.now() }])
  }

  /** The numbers of a running session are written with its readings, in the same statement. */
  const isKeptWithReadings = ({ s, p, t }: Told): boolean =>
    p.eventType !== 'Ended' &&
    p.meterValue !== undefined &&
    t.connectorId !== null &&
    t.transactionId !== null &&
    s.active?.get(t.connectorId) === t.transactionId

  async function readings({ s, p, t }: Told): Promise<void> {
    if (!p.meterValue || t.connectorId === null || p.eventType === 'Ended') return
    await meters.meter(s, {
      connectorId: t.connectorId,
      ...(t.transactionId === null
        ? { isOfNoSession: true }
        : { transactionId: t.transactionId, seqNos: multirangeOf(t.seen) }),
      meterValue: readingsOf(p),
    })
  }

  /**
   * The readings that came before the session began are its own from its start on; those of before are of no session. While events
   * are missing the start may move to an earlier time, so that all of them are kept with the session. Once they are stored their
   * steps need them no more.
   */
  async function readingsBefore({ s, t, facts }: Told): Promise<void> {
    if (t.connectorId === null || t.transactionId === null) return
    const { connectorId, transactionId } = t
    const all = t.steps.flatMap(k => (k.readings ?? []) as Readings)
    const since = missingOf(t.seen).length > 0 ? Number.NEGATIVE_INFINITY : Date.parse(facts.startAt ?? '')
    const own = all.filter(r => !(Date.parse(r.timestamp) < since))
    const before = all.filter(r => !own.includes(r))
    if (before.length > 0) await meters.meter(s, { connectorId, isOfNoSession: true, meterValue: before })
    if (own.length > 0)
      await meters.meter(s, { connectorId, transactionId, seqNos: multirangeOf(t.seen), meterValue: own })
    t.steps = t.steps.map(withoutSession)
  }

  /** The states that the event tells of its connector, and those that events told before the connector was known. */
  async function states({ s, p, t, step, before }: Told): Promise<void> {
    const { connectorId } = t
    if (connectorId === null) return
    const earlier = before.connectorId === undefined ? t.steps : []
    for (const k of earlier)
      if (!isSameStep(k, step) && k.chargingState) await state(s, t, connectorId, { ...k, timestamp: k.at })
    const { chargingState } = p.transactionInfo
    await state(s, t, connectorId, { eventType: p.eventType, chargingState, timestamp: p.timestamp })
  }

  /** The state of the connector as of an event, where it is another one. */
  async function state(
    s: Station,
    t: StationTransaction,
    connectorId: number,
    {
      eventType,
      chargingState,
      timestamp,
    }: { eventType: string; chargingState?: string | undefined; timestamp: string },
  ): Promise<void> {
    const known = s.charger.connectors.find(c => c.connectorId === connectorId)
    const to = stateOf(eventType, chargingState, known?.status ?? null)
    // The last state known is the one before this event only where no event between them is missing or came late.
    const isInOrder = missingOf(t.seen).length === 0 && !(known?.statusAt && timeOf(timestamp) < known.statusAt)
    if (to === undefined || (known?.status === to && isInOrder)) return
    await status(s, { connectorId, status: to, errorCode: 'NoError', timestamp })
  }

  /** Keeps the event's number, and the end where it waits. */
  async function keep({ s, p, t }: Told): Promise<void> {
    await kept.add({ pk: s.charger.pk, t, added: p.eventType === 'Ended' ? t.seen : [[p.seqNo, p.seqNo]] })
    if (t.transactionId !== null || t.ended === null) return
    // Until the events are there that tell who was authorised, a person may look at what is known.
    const isWhole = missingOf(t.seen).length === 0
    if (isWhole ? isLostSession(t.steps) : p.eventType === 'Ended')
      await stops.keepUnmatched(s, stopOf(t, t.ended as Event))
    else if (isWhole && p.eventType !== 'Ended') await nobodyCharged(db, s.charger.pk, t.id, services.now())
  }

  /** Ends the session, or lets its end wait for events that are missing. */
  async function endOrWait({ s, p, t }: Told): Promise<Stopped | undefined> {
    if (t.transactionId === null) return undefined
    if (t.ended === null) return end(s, t, p)
    if (missingOf(t.seen).length === 0) return waiting.endNow(s, t)
    waiting.add(s, t)
    return undefined
  }

  /** Another transaction begins on the connector: nothing more is awaited of the one before. */
  async function endBefore({ s, p, t }: Told): Promise<void> {
    if (p.eventType === 'Ended') return
    for (const other of s.transactions?.values() ?? [])
      if (other !== t && other.connectorId === t.connectorId && waiting.has(other)) await waiting.endNow(s, other)
  }

  async function end(s: Station, t: StationTransaction, last: Event): Promise<Stopped> {
    // Readings that came in another order are read anew in the order of their times.
    if (t.ended !== null && t.transactionId !== null) live.forget(t.transactionId)
    await startAtStop(t, last)
    const stopped = await stops.stop(s, stopOf(t, last))
    if (t.ended !== null) {
      t.ended = null
      await kept.add({ pk: s.charger.pk, t, added: t.seen })
    }
    s.transactions?.delete(t.id)
    return stopped
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

  async function answer(told: Told, begun: BegunStart | undefined, stopped: Stopped | undefined): Promise<Answer> {
    const idTokenInfo = await tokenInfo(told, begun, stopped?.answer.idTagInfo)
    const costPaise = await costOf(told, stopped)
    return {
      ...(idTokenInfo && { idTokenInfo }),
      ...(costPaise !== undefined && { totalCost: rupeesFromPaise(BigInt(costPaise)) }),
    }
  }

  /** The running amount of a session, or what an ended one costs. */
  async function costOf({ p, t }: Told, stopped: Stopped | undefined): Promise<number | undefined> {
    if (t.transactionId === null || p.eventType === 'Started') return undefined
    if (stopped?.chargedPaise !== undefined) return stopped.chargedPaise
    if (p.eventType === 'Ended') return t.ended === null ? chargedOf(db, t.transactionId) : undefined
    const session = await live.get(t.transactionId)
    return session && !session.hasStop ? live.shownCost(session) : undefined
  }

  /** The judgement of the event's token: that of the start for the token by which the session began, however often it is told. */
  async function tokenInfo(
    { s, p, t }: Told,
    begun: BegunStart | undefined,
    stop: IdTagInfo | undefined,
  ): Promise<Answer['idTokenInfo']> {
    if (!p.idToken) return undefined
    const judged = begun?.idTagInfo ?? stop
    if (!begun && judged?.status === 'Accepted') return tokenInfoOf(judged, undefined)
    const idTag = tagOf(p.idToken)
    const isStop = p.eventType === 'Ended'
    const { transactionId } = t
    const session = judged || transactionId === null ? undefined : await live.get(transactionId)
    const isStarter = !isStop && session?.idTag.toLowerCase() === idTag.toLowerCase()
    if (!judged && !isStarter) return judge(s, p.idToken, { isStop })
    const tag = begun ? begun.tag : await asked.add({ idTag, chargepointPk: s.charger.pk, connectorId: null })
    const status = judged?.status ?? (session?.idTagStatus as IdTagInfo['status'])
    const info = tokenInfoOf({ ...authorise(tag, services.now()), ...judged, status }, tag)
    if (transactionId === null || status !== 'Accepted') return info
    const personalMessage = await costs.tariffOf(s, () => live.get(transactionId), tag?.language ?? null)
    return { ...info, ...(personalMessage && { personalMessage }) }
  }

  return {
    handlers: {
      Authorize: authorize,
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
      for (const t of await store.waitingEnds(db, s.charger.pk)) {
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
      await Promise.all([known.idle(), kept.idle(), paid.idle(), costs.idle()])
    },
  }
}

/** How a session with this tag would be paid. */
const paidBy = (tag: TagAnswer | undefined): Paid => ({
  paymentType: paymentTypeOf(tag),
  paidWith: tag?.payMethod === 'upi' ? { method: 'upi', cardNetwork: null, cardType: null } : null,
})

/** The state of a connector by an event of its transaction, as 1.6 names it; undefined where the event tells none. */
function stateOf(eventType: string, chargingState: string | undefined, known: string | null): string | undefined {
  const told = STATES[chargingState as keyof typeof STATES]
  if (eventType !== 'Ended') return told
  // The connector is free of its session at once. A station that said already that no car is there, or worse, is believed.
  const isCable = chargingState !== undefined && chargingState !== 'Idle'
  return isCable || known === null || OF_TRANSACTIONS.has(known) ? 'Finishing' : undefined
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
