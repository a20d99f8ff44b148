// The readings and the states of a connector that the events of a transaction of OCPP 2.0.1 tell.
import { type Station, timeOf } from '#fleet/stations/station.memory.ts'
import { missingOf, multirangeOf, type StationTransaction } from '#fleet/stations/station-transaction.rules.ts'
import type { ToldStatus } from '#fleet/stations/told.rules.ts'
import { stateOf } from './connector-state-201.rules.ts'
import type { ToldEvent } from './known-transactions.ocpp201.ts'
import type { SessionCommands } from './session.ocpp.ts'
import { isSameStep, type Readings, readingsOf, withoutSession } from './transaction-step.rules.ts'

/** The numbers of a running session are written with its readings, in the same statement. */
export const isKeptWithReadings = ({ s, p, t }: ToldEvent): boolean =>
  p.eventType !== 'Ended' &&
  p.meterValue !== undefined &&
  t.connectorId !== null &&
  t.transactionId !== null &&
  s.active?.get(t.connectorId) === t.transactionId

/** `status`: stores a state of a connector. */
export function eventReadings(
  { meters }: Pick<SessionCommands, 'meters'>,
  status: (s: Station, p: ToldStatus) => Promise<unknown>,
) {
  async function readings({ s, p, t }: ToldEvent): Promise<void> {
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
  async function readingsBefore({ s, t, facts }: ToldEvent): Promise<void> {
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
  async function states({ s, p, t, step, before }: ToldEvent): Promise<void> {
    const { connectorId } = t
    if (connectorId === null) return
    const earlier = before.connectorId === undefined ? t.steps : []
    for (const k of earlier)
      if (!isSameStep(k, step) && k.chargingState) await state(s, t, connectorId, { ...k, timestamp: k.at })
    const { chargingState } = p.transactionInfo
    await state(s, t, connectorId, { eventType: p.eventType, chargingState, timestamp: p.timestamp })
  }

  type ToldState = { eventType: string; chargingState?: string | undefined; timestamp: string }
  /** The state of the connector as of an event, where it is another one. */
  async function state(
    s: Station,
    t: StationTransaction,
    connectorId: number,
    { eventType, chargingState, timestamp }: ToldState,
  ): Promise<void> {
    const known = s.charger.connectors.find(c => c.connectorId === connectorId)
    const to = stateOf(eventType, chargingState, known?.status ?? null)
    // The last state known is the one before this event only where no event between them is missing or came late.
    const isInOrder = missingOf(t.seen).length === 0 && !(known?.statusAt && timeOf(timestamp) < known.statusAt)
    if (to === undefined || (known?.status === to && isInOrder)) return
    await status(s, { connectorId, status: to, errorCode: 'NoError', timestamp })
  }
  return { readings, readingsBefore, states }
}
