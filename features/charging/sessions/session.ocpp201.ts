// The messages of charging in OCPP 2.0.1. A TransactionEvent is brought into the facts that no protocol owns: a start, readings,
// a state of the connector, a stop. What it tells is committed before the answer. An event that comes twice, late or out of
// order tells the same facts, and each of them counts once (decision 0088).
import { rupeesFromPaise } from '@wattdesk/base/money'
import type { Request201, Response201 } from '@wattdesk/ocpp/ocpp201'
import { registerOf201, samplesOf201 } from '#charging/metering/meter-201.rules.ts'
import { isImpossibleTime } from '#charging/metering/session-times.rules.ts'
import { type CostOptions, runningCosts } from '#charging/running-cost/running-cost.ocpp201.ts'
import type { Paid } from '#charging/running-cost/tariff.rules.ts'
import { isClosedAt } from '#fleet/stations/availability.rules.ts'
import { byClock } from '#fleet/stations/clock.rules.ts'
import { connectorAt } from '#fleet/stations/evse.ocpp201.ts'
import { clockCorrection, type Station, timeOf } from '#fleet/stations/station.memory.ts'
import {
  missingOf,
  multirangeOf,
  type StationTransaction,
  withSeqNo,
} from '#fleet/stations/station-transaction.rules.ts'
import * as store from '#fleet/stations/station-transaction.store.ts'
import type { ToldStatus } from '#fleet/stations/told.rules.ts'
import { authorise, closed, type IdTagInfo } from '#fleet/tags/tag.rules.ts'
import type { TagAnswer } from '#fleet/tags/tag.store.ts'
import type { Services } from '#office/installation/services.ts'
import { Batch, SIDE_BY_SIDE } from '#platform/db/batch.ts'
import { type NamedStart, paidTags } from './remote-start.store.ts'
import { startCameAfterAll } from './review.store.ts'
import type { SessionCommands } from './session.ocpp.ts'
import { paymentTypeOf } from './session.rules.ts'
import { chargedOf, moveStarts } from './session.store.ts'
import type { BegunStart } from './session-start.ocpp.ts'
import type { Stopped } from './session-stop.ocpp.ts'
import { tagOf, tokenInfoOf } from './token-201.rules.ts'
import type { ToldStop } from './told.rules.ts'
import { WaitingEnds, type WaitOptions } from './waiting-end.ocpp201.ts'

type Event = Request201<'TransactionEvent'>
type Answer = Response201<'TransactionEvent'>
type Token = NonNullable<Event['idToken']>
/** An event of a station, its time, and all that is known of its transaction, to which the event adds. */
type Told = { s: Station; p: Event; t: StationTransaction; at: Date }

const MOST_TRANSACTIONS = 100
/** What an event may add to a transaction that is kept already. */
const START_FACTS = ['registerWh', 'isStartOpen', 'remoteStartId'] as const

/** The states of a connector as 1.6 names them, by the charging state that a transaction tells. */
const STATES = {
  Charging: 'Charging',
  SuspendedEV: 'SuspendedEV',
  SuspendedEVSE: 'SuspendedEVSE',
  EVConnected: 'Preparing',
  Idle: 'Finishing',
} as const

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
    const info = authorise(tag && isStop ? { ...tag, activeSessions: 0 } : tag, at)
    const judged = isStop ? info : closed(info, isClosedAt(s.charger, at))
    const personalMessage =
      isAtStart && judged.status === 'Accepted'
        ? await costs.tariffAt(s, paidBy(tag), tag?.language ?? null)
        : undefined
    return { ...tokenInfoOf(judged, tag), ...(personalMessage && { personalMessage }) }
  }

  async function transactionEvent(s: Station, p: Event): Promise<Answer> {
    const at = timeOf(p.timestamp)
    const t = await transactionOf(s, p.transactionInfo.transactionId, at)
    if (p.evse) t.connectorId = await connectorAt(services, s, p.evse)
    if (at < t.firstAt) t.firstAt = at
    const told = { s, p, t, at }
    await endBefore(told)
    const before = { ...t }
    t.remoteStartId ??= p.transactionInfo.remoteStartId ?? null
    const begun = await begin(told)
    if (!begun) await followFlow(told)
    const isStartNews = !begun && START_FACTS.some(fact => before[fact] !== t[fact])
    t.seen = withSeqNo(t.seen, p.seqNo)
    const isEnd = p.eventType === 'Ended'
    if (isEnd && (t.transactionId === null || missingOf(t.seen).length > 0)) t.ended = p
    await Promise.all([readings(told), state(told), isKeptWithReadings(told) && !isStartNews ? undefined : keep(told)])
    // After the readings, for the bill is made from them.
    const stopped = isEnd || t.ended !== null ? await endOrWait(told) : undefined
    return answer(told, begun, stopped)
  }

  /** The transaction in memory, else as it is stored, else a new one. */
  async function transactionOf(s: Station, id: string, at: Date): Promise<StationTransaction> {
    s.transactions ??= new Map()
    const here = s.transactions.get(id)
    if (here) return here
    const found = (await known.add({ pk: s.charger.pk, id })) ?? {
      id,
      transactionId: null,
      connectorId: null,
      firstAt: at,
      registerWh: null,
      isStartOpen: true,
      remoteStartId: null,
      idTokenType: null,
      seen: [],
      ended: null,
    }
    // Memory stays bounded whatever names a station sends; a forgotten one is read again.
    if (s.transactions.size >= MOST_TRANSACTIONS) s.transactions.clear()
    s.transactions.set(id, found)
    return found
  }

  /** Begins the session with the first event by which connector and token are known. */
  async function begin({ s, p, t }: Told): Promise<BegunStart | undefined> {
    const meterValue = p.meterValue ?? []
    // A register with the context Transaction.Begin is that of the start, also where another register came before it.
    if (t.isStartOpen) t.registerWh = registerOf201(meterValue, 'first', 'Transaction.Begin') ?? t.registerWh
    if (p.eventType !== 'Ended') t.registerWh ??= registerOf201(meterValue, 'first') ?? null
    // A token in the end is that of who stopped.
    if (t.transactionId !== null || t.connectorId === null || !p.idToken || p.eventType === 'Ended') return undefined
    const isStartOpen = p.transactionInfo.chargingState !== 'Charging'
    t.idTokenType = p.idToken.type
    const begun = await starts.start(s, {
      connectorId: t.connectorId,
      idTag: (await paidTagOf(s, t)) ?? tagOf(p.idToken),
      timestamp: p.timestamp,
      meterStart: Math.round(t.registerWh ?? 0),
      reservationId: p.reservationId,
      stationTransaction: { ...t, isStartOpen },
    })
    t.transactionId = begun.transactionId
    t.isStartOpen = isStartOpen
    if (t.ended !== null) await startCameAfterAll(db, s.charger.pk, t.id, services.now())
    return begun
  }

  /** The tag of a payment whose remote start the station names: a station may tell another token than the one it was sent. */
  const paidTagOf = async (s: Station, { connectorId, remoteStartId }: StationTransaction) =>
    connectorId === null || remoteStartId === null
      ? undefined
      : paid.add({ pk: s.charger.pk, connectorId, remoteStartId })

  /**
   * Price and energy begin when energy flows: the start of the session follows the first event that tells so, and the register
   * at its start is the first one told.
   */
  async function followFlow({ s, p, t, at }: Told): Promise<void> {
    if (t.transactionId === null || !t.isStartOpen) return
    const session = await live.get(t.transactionId)
    if (!session || session.stoppedAt) return
    const flows = p.transactionInfo.chargingState === 'Charging'
    const register = t.registerWh ?? registerOf201(p.meterValue ?? [], 'first')
    const meterStartWh = register === undefined || register === null ? session.meterStartWh : Math.round(register)
    const receivedAt = services.now()
    const startedAt = byClock(at, receivedAt, session.clockOffsetSec ?? clockCorrection(s))
    const isMoved = flows && startedAt > session.startedAt && !isImpossibleTime(startedAt, receivedAt)
    if (isMoved || meterStartWh !== session.meterStartWh) {
      await moveStarts(db, [
        {
          transactionId: t.transactionId,
          startedAt: isMoved ? startedAt : session.startedAt,
          toldAt: isMoved ? at : session.startToldAt,
          meterStartWh,
        },
      ])
      live.forget(t.transactionId)
    }
    if (flows) t.isStartOpen = false
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
      ...(t.transactionId !== null && { transactionId: t.transactionId, seqNos: multirangeOf(t.seen) }),
      meterValue: p.meterValue.map(m => ({ timestamp: m.timestamp, sampledValue: samplesOf201(m.sampledValue) })),
    })
  }

  /** The state of the connector that the event tells, where it is another one. */
  async function state({ s, p, t }: Told): Promise<void> {
    const { chargingState } = p.transactionInfo
    if (chargingState === undefined || t.connectorId === null || t.connectorId === 0) return
    const isOver = p.eventType === 'Ended'
    // Without a car the station itself tells that the connector is free.
    if (isOver && chargingState === 'Idle') return
    const to = isOver ? 'Finishing' : STATES[chargingState]
    const known = s.charger.connectors.find(c => c.connectorId === t.connectorId)?.status
    if (known === to) return
    await status(s, { connectorId: t.connectorId, status: to, errorCode: 'NoError', timestamp: p.timestamp })
  }

  /** Keeps the event's number, and the end where it waits. */
  async function keep({ s, p, t }: Told): Promise<void> {
    await kept.add({ pk: s.charger.pk, t, added: p.eventType === 'Ended' ? t.seen : [[p.seqNo, p.seqNo]] })
    // Without a hole nobody was authorised: there is no session to look for.
    if (p.eventType === 'Ended' && t.transactionId === null && missingOf(t.seen).length > 0)
      await stops.keepUnmatched(s, stopOf(t, p))
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
    const session = t.transactionId === null ? undefined : await live.get(t.transactionId)
    const stopped = await stops.stop(s, stopOf(t, last, session?.lastWh))
    if (t.ended !== null) {
      t.ended = null
      await kept.add({ pk: s.charger.pk, t, added: t.seen })
    }
    s.transactions?.delete(t.id)
    return stopped
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

/** The stop that an Ended tells; without a register the last one known counts. */
function stopOf(t: StationTransaction, p: Event, lastWh = t.registerWh ?? 0): ToldStop {
  const meterValue = p.meterValue ?? []
  const register = registerOf201(meterValue, 'last', 'Transaction.End') ?? registerOf201(meterValue, 'last') ?? lastWh
  return {
    transactionId: t.transactionId ?? 0,
    idTag: p.idToken && tagOf(p.idToken),
    meterStop: Math.round(register),
    timestamp: p.timestamp,
    reason: p.transactionInfo.stoppedReason,
    transactionData: meterValue.map(m => ({ timestamp: m.timestamp, sampledValue: samplesOf201(m.sampledValue) })),
    stationTransactionId: t.id,
  }
}
