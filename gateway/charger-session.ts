// Passes a charger's call to the feature that handles it, and answers failures: while the database is away no answer at
// all, since after a CALLERROR the charger would drop its message (D-OCPP-5).
import { NoAnswer, OcppError } from '@wattdesk/ocpp/error-code'
import type { ChargePointActionOf, ConfirmationOf, Messages, RequestOf } from '@wattdesk/ocpp/messages/message'
import type { CallContext, Handle } from '@wattdesk/ocpp/session'
import { demandAccepted } from '#fleet/stations/charger.ocpp.ts'
import type { StoredCharger } from '#fleet/stations/charger.store.ts'
import type { StationSession } from '#fleet/stations/station.memory.ts'
import { hasPowerRisen, oddConnector, type Station } from '#fleet/stations/station.memory.ts'
import { isPassing } from '#platform/db/database-away.ts'
import { messageCounts } from '#platform/telemetry/metrics.ts'
import { type Facts, isTracing, traced } from '#platform/telemetry/traces.ts'
import { LARGE_FRAME_BYTES, SMALL_FRAME_BYTES } from './room.ts'

/** The charger at its new socket; what was true at the `older` one and lasts goes over. */
export function newStation(
  session: StationSession,
  charger: StoredCharger,
  connectionNo: number,
  at: Date,
  older: Station | undefined,
): Station {
  const station: Station = {
    charger,
    connectionNo,
    connectedSince: at,
    isOpen: true,
    lastMessageAt: at.getTime(),
    lastHeartbeatAt: older?.lastHeartbeatAt ?? 0,
    isQuiet: false,
    isUnsure: false,
    session,
    powerW: older?.powerW,
    active: older?.active,
    transactions: undefined,
    clock: older?.clock,
    looseMeterMs: undefined,
    knownPowerKw: older?.knownPowerKw ?? 0,
  }
  session.station = station
  return station
}

/**
 * How large a frame may be, in bytes: before its boot is accepted a charger has nothing large to say (D-OCPP-7), but for a
 * station of 2.0.1 or 2.1, which may report its device model while it is pending (B02).
 */
export const frameLimit = (station: Station | undefined): number => {
  if (!station) return SMALL_FRAME_BYTES
  const { bootAccepted, registration } = station.charger
  const mayReport = station.session.family === 'ocpp2' && registration === 'Pending'
  return mayReport || (bootAccepted && registration === 'Accepted') ? LARGE_FRAME_BYTES : SMALL_FRAME_BYTES
}

/** Every message that a charger may send in a protocol, and the function that serves it. */
export type Handlers<M extends Messages> = {
  [A in ChargePointActionOf<M>]: (
    s: Station,
    p: RequestOf<M, A>,
  ) => ConfirmationOf<M, A> | Promise<ConfirmationOf<M, A>>
}

/**
 * Serves calls by the table. A call that failed for a passing reason stays unanswered. `onOddValue` is told of connectors
 * beyond reason, `onNews` of chargers whose connectors, sessions or updates have changed, or whose power has risen.
 */
export const dispatcher =
  <M extends Messages>(
    table: Handlers<M>,
    onOddValue: (pk: number, field: string, value: string) => void,
    onNews?: (chargepointPk: number) => void,
  ): Handle<M> =>
  <A extends ChargePointActionOf<M>>(action: A, payload: RequestOf<M, A>, context: CallContext<M>) => {
    const session = context.session as unknown as StationSession
    const { station } = session
    const named = payload as { transactionId?: number | string }
    session.transactionId = named.transactionId
    const counting = { counts: messageCounts(action), fromMs: performance.now() }
    let answer: ConfirmationOf<M, A> | Promise<ConfirmationOf<M, A>>
    try {
      demandAccepted(station, action)
      const handler: Handlers<M>[A] | undefined = table[action]
      // A message that only 2.1 has (decision 0088).
      if (!handler) throw new OcppError('NotImplemented', `${action} is not offered`)
      const odd = oddConnector(station.charger, payload as object)
      if (odd) onOddValue(station.charger.pk, `${action}.connectorId`, odd)
      answer = isTracing()
        ? traced(
            `message ${action}`,
            () => factsOf(station, named),
            () => handler(station, payload),
            ROOT,
          )
        : handler(station, payload)
    } catch (error) {
      countFailure(counting, error)
      throw error
    }
    if (!(answer instanceof Promise)) return answered(counting, answer)
    if (onNews) tellNews(answer, { action, payload, station, onNews })
    return answer.then(
      a => answered(counting, a),
      error => {
        countFailure(counting, error)
        return unanswered(station, error)
      },
    )
  }

type News = { action: string; payload: unknown; station: Station; onNews: (chargepointPk: number) => void }
/** Tells of a message once it is stored, if it may have changed what is planned for the charger. */
function tellNews(answer: Promise<unknown>, { action, payload, station, onNews }: News): void {
  if (isReading(action, payload)) answer.then(() => hasPowerRisen(station) && onNews(station.charger.pk), ignore)
  else if (CHANGES.has(action)) answer.then(() => onNews(station.charger.pk), ignore)
}
/** A message that tells no more than the meter's figures. */
function isReading(action: string, payload: unknown): boolean {
  if (action === 'MeterValues') return true
  if (action !== 'TransactionEvent') return false
  const { eventType, triggerReason } = payload as { eventType: string; triggerReason: string }
  return eventType === 'Updated' && triggerReason.startsWith('MeterValue')
}

const ROOT = { kind: 'server', below: 'nothing' } as const
function factsOf({ charger }: Station, { transactionId }: { transactionId?: number | string }): Facts {
  return {
    'wattdesk.chargepoint': charger.id,
    ...(transactionId !== undefined && { 'wattdesk.session': transactionId }),
  }
}

type Counting = { counts: ReturnType<typeof messageCounts>; fromMs: number }
function answered<A>({ counts, fromMs }: Counting, answer: A): A {
  counts.answered.add()
  counts.seconds.add((performance.now() - fromMs) / 1000)
  return answer
}
function countFailure({ counts }: Counting, error: unknown): void {
  if (error instanceof OcppError) counts.refused.add()
  else if (isPassing(error)) counts.unanswered.add()
  else counts.failed.add()
}
/** Messages after which a charger's connectors, sessions, limits or updates are others; each is stored before it is answered. */
const CHANGES: ReadonlySet<string> = new Set([
  'BootNotification',
  'ClearedChargingLimit',
  'FirmwareStatusNotification',
  'NotifyChargingLimit',
  'SignedFirmwareStatusNotification',
  'StatusNotification',
  'StartTransaction',
  'StopTransaction',
  'TransactionEvent',
])
const ignore = (): void => undefined

function unanswered(station: Station, error: unknown): never {
  station.isUnsure = true
  throw isPassing(error) ? new NoAnswer('The database is away', { cause: error }) : error
}
