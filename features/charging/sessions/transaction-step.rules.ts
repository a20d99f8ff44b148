// What the events of a transaction of OCPP 2.0.1 say about its session, whatever the order in which they arrived (decision 0088,
// Sessions). Pure: the steps are put in the order of their sequence numbers, and of two that tell the same fact the first counts.
import { instantOf } from '@wattdesk/ocpp/date-time'
import type { Request201 } from '@wattdesk/ocpp/ocpp201'
import type { SampledValue } from '#charging/metering/meter.rules.ts'
import { registersOf201, samplesOf201 } from '#charging/metering/meter-201.rules.ts'
import type { StationTransaction, TransactionStep } from '#fleet/stations/station-transaction.rules.ts'

type Event = Request201<'TransactionEvent'>
type Steps = readonly TransactionStep[]
export type Readings = readonly { timestamp: string; sampledValue: readonly SampledValue[] }[]

/** More steps than these are kept only where they change what is known of the session. */
const MOST_STEPS = 200
/** Of a transaction without a session so many are kept with their readings. */
const MOST_WAITING = 60

/** What the steps of a transaction say about its session. */
export type TransactionFacts = {
  /** The connector that is named first; an EVSE without a connector counts where none is ever named. */
  connectorId: number | undefined
  /** The first token that lets somebody charge: one that stops the transaction lets nobody in. */
  token: { idToken: string; type: string } | undefined
  /** The sequence number of the event that told that token. */
  tokenSeqNo: number | undefined
  reservationId: number | undefined
  /** When energy flowed first, else when connector and token were both known; told by the station's own clock. */
  startAt: string | undefined
  /** Energy has not flowed yet: the start will follow the first flow. */
  isStartOpen: boolean
  /** The register at the start, Wh; undefined where none was told, or where the one that counts cannot be read. */
  startWh: number | undefined
  /** The event that made connector and token known was sent while the station was connected. */
  isOnline: boolean
}

const order = (a: TransactionStep, b: TransactionStep): number =>
  a.seqNo - b.seqNo || Date.parse(a.at) - Date.parse(b.at)
const isBefore = (a: TransactionStep, b: TransactionStep): boolean => order(a, b) < 0
const inOrder = (steps: Steps): Steps => [...steps].sort(order)
const isStop = (s: TransactionStep): boolean => s.eventType === 'Ended' || s.trigger === 'StopAuthorized'

/**
 * What one event told. `connectorId`: the portal's number of the connector that the event names. `isWaiting`: the session has not
 * begun, so that the readings of the event are kept with its step.
 */
export function stepOf(p: Event, connectorId: number | undefined, isWaiting = true): TransactionStep {
  const { chargingState, stoppedReason } = p.transactionInfo
  const {
    first,
    last,
    begin,
    end = p.eventType === 'Ended' ? last : undefined,
    count,
  } = registersOf201(p.meterValue ?? [])
  // A single register in the last event is that of the stop.
  const firstWh = p.eventType === 'Ended' && count < 2 ? undefined : first
  return {
    seqNo: p.seqNo,
    at: new Date(instantOf(p.timestamp) ?? Number.NaN).toISOString(),
    eventType: p.eventType,
    trigger: p.triggerReason,
    ...(chargingState !== undefined && { chargingState }),
    ...(stoppedReason !== undefined && { stoppedReason }),
    ...(connectorId !== undefined && connectorId > 0 && { connectorId }),
    ...(p.evse?.connectorId !== undefined && { isConnectorNamed: true as const }),
    ...(p.offline === true && { isOffline: true as const }),
    ...(begin !== undefined && { beginWh: begin }),
    ...(end !== undefined && { endWh: end }),
    ...(firstWh !== undefined && { firstWh }),
    ...(p.idToken && { token: { idToken: p.idToken.idToken, type: p.idToken.type } }),
    ...(p.reservationId !== undefined && { reservationId: p.reservationId }),
    ...(isWaiting && p.meterValue && p.eventType !== 'Ended' && { readings: readingsOf(p) }),
  }
}

/** The readings of an event in the form in which they are stored. */
export const readingsOf = (p: Event): Readings =>
  (p.meterValue ?? []).map(m => ({ timestamp: m.timestamp, sampledValue: samplesOf201(m.sampledValue) }))

const known = new WeakMap<Steps, TransactionFacts>()
/** What the steps say about the session; worked out once for each list, which is asked for with every event. */
export function factsOf(steps: Steps): TransactionFacts {
  const before = known.get(steps)
  if (before) return before
  const facts = readFacts(steps)
  known.set(steps, facts)
  return facts
}

function readFacts(steps: Steps): TransactionFacts {
  const ordered = inOrder(steps)
  const entered = ordered.find(hasConnector)
  const placed = ordered.find(isConnectorTold) ?? entered
  const authorised = ordered.find(s => s.token !== undefined && !isStop(s))
  const flow = ordered.find(s => s.chargingState === 'Charging')
  // The session begins with the later of the two; a flow of before was not its own.
  const both = entered && authorised && (ordered.indexOf(entered) < ordered.indexOf(authorised) ? authorised : entered)
  const isFlowLater = flow !== undefined && (!both || ordered.indexOf(flow) >= ordered.indexOf(both))
  const register = ordered.find(s => s.beginWh !== undefined)?.beginWh
  const first = ordered.find(s => s.firstWh !== undefined)?.firstWh
  return {
    connectorId: placed?.connectorId,
    token: authorised?.token,
    tokenSeqNo: authorised?.seqNo,
    reservationId: ordered.find(s => s.reservationId !== undefined)?.reservationId,
    startAt: (isFlowLater ? flow : both)?.at,
    isStartOpen: flow === undefined,
    startWh: (register === undefined ? first : register) ?? undefined,
    isOnline: authorised !== undefined && !authorised.isOffline,
  }
}
const hasConnector = (s: TransactionStep): boolean => s.connectorId !== undefined
/** Whether the station named the connector itself, not only its EVSE. */
const isConnectorTold = (s: TransactionStep): boolean => hasConnector(s) && s.isConnectorNamed === true

/** Whether two steps are one event. */
export const isSameStep = (a: TransactionStep, b: TransactionStep): boolean =>
  a.seqNo === b.seqNo && a.eventType === b.eventType && a.at === b.at

/** Triggers of readings alone, which the page of a session shows as readings. */
const READINGS = new Set(['MeterValuePeriodic', 'MeterValueClock'])
/** Whether a step tells more than another reading: its cause, or another state of charging than the step before it. */
function tells(steps: Steps, step: TransactionStep): boolean {
  if (step.eventType !== 'Updated' || step.endWh !== undefined || !READINGS.has(step.trigger)) return true
  if (step.chargingState === undefined) return false
  const before = steps.findLast(s => s.seqNo < step.seqNo && s.chargingState !== undefined)
  return before?.chargingState !== step.chargingState
}

/** What a step tells of the session, each fact by itself. A step that is the first to tell one of them is always kept. */
const FACTS: readonly ((s: TransactionStep) => boolean)[] = [
  hasConnector,
  isConnectorTold,
  s => s.token !== undefined && !isStop(s),
  s => s.chargingState === 'Charging',
  s => s.beginWh !== undefined,
  s => s.firstWh !== undefined,
]
const isFirstToTell = (steps: Steps, step: TransactionStep): boolean =>
  FACTS.some(tellsIt => tellsIt(step) && !steps.some(s => tellsIt(s) && isBefore(s, step)))

/**
 * The steps of a transaction with one more, in order; the same list where the step adds nothing. Until the session begins every
 * step is kept, with its readings: what comes before the session is part of the session.
 */
export function withStep(
  { steps, transactionId }: Pick<StationTransaction, 'steps' | 'transactionId'>,
  step: TransactionStep,
): Steps {
  if (steps.some(s => isSameStep(s, step))) return steps
  const isWaiting = transactionId === null
  if (isWaiting && steps.length < MOST_WAITING) return inOrder([...steps, step])
  if (!isFirstToTell(steps, step) && (steps.length >= MOST_STEPS || !tells(steps, step))) return steps
  const { readings, ...withoutReadings } = step
  return inOrder([...steps, isWaiting ? withoutReadings : withoutSession(step)])
}
/** Whether two sets of facts give the session the same start. */
export const isSameStart = (a: TransactionFacts, b: TransactionFacts): boolean =>
  a.startAt === b.startAt && a.startWh === b.startWh

/** A step without what only a session that has not begun needs: the session has who charges, and the readings are stored. */
export const withoutSession = ({ readings, reservationId, ...step }: TransactionStep): TransactionStep =>
  step.token ? { ...step, token: { idToken: '', type: step.token.type } } : step

/** Steps of a transaction that an earlier version of the product has kept, made from what it kept. */
export function stepsOfBefore(
  t: Pick<StationTransaction, 'connectorId' | 'firstAt' | 'registerWh' | 'isStartOpen' | 'seen'>,
): Steps {
  return [
    {
      seqNo: t.seen[0]?.[0] ?? 0,
      at: t.firstAt.toISOString(),
      eventType: 'Started',
      trigger: '',
      ...(t.isStartOpen ? {} : { chargingState: 'Charging' }),
      ...(t.connectorId !== null && { connectorId: t.connectorId, isConnectorNamed: true as const }),
      ...(t.registerWh !== null && { beginWh: t.registerWh }),
    },
  ]
}

/** The register at the stop, Wh: that of Transaction.End, else the last of the last event; undefined where it cannot be read. */
export function stopRegisterOf(p: Event, steps: Steps): number | undefined {
  const { end, last } = registersOf201(p.meterValue ?? [])
  if (end !== undefined) return end ?? undefined
  if (last !== undefined) return last ?? undefined
  return inOrder(steps).findLast(s => s.endWh !== undefined)?.endWh ?? undefined
}

/**
 * Whether the station said in its own words that no energy flowed: it told states of charging and none of them was Charging, or
 * the time for the cable ran out, and its registers did not rise.
 */
export function hasNoEnergy(steps: Steps): boolean {
  return !mayHaveFlowed(steps) && (steps.some(s => s.chargingState !== undefined) || steps.some(isTimeout))
}
const isTimeout = (s: TransactionStep): boolean => s.trigger === 'EVConnectTimeout' || s.stoppedReason === 'Timeout'

/**
 * Whether a person must look at a transaction that has ended and all of whose events are there, though no session began: somebody
 * was authorised or energy may have flowed. A car that came and went, and a card after which no cable came, are nobody's session.
 */
export function isLostSession(steps: Steps): boolean {
  const isAuthorised = steps.some(s => s.token !== undefined)
  return isAuthorised ? !(hasNoEnergy(steps) && steps.some(isTimeout)) : mayHaveFlowed(steps)
}
/** Whether a step told that energy flows, or the registers of the steps differ. */
const mayHaveFlowed = (steps: Steps): boolean =>
  steps.some(s => s.chargingState === 'Charging') ||
  new Set(steps.flatMap(s => [s.beginWh, s.firstWh, s.endWh].filter(wh => wh !== undefined))).size > 1
