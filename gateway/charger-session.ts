// Passes a charger's call to the feature that handles it, and answers failures: while the database is away no answer at
// all, since after a CALLERROR the charger would drop its message (D-OCPP-5).
import { NoAnswer, OcppError } from '@wattdesk/ocpp/error-code'
import type { CentralSystemAction, ChargePointAction, Confirmation, Request } from '@wattdesk/ocpp/messages'
import type { CallOptions, CallOutcome } from '@wattdesk/ocpp/own-calls'
import { type CallContext, ChargePointSession, type Handle } from '@wattdesk/ocpp/session'
import { demandAccepted } from '#fleet/stations/charger.ocpp.ts'
import type { StoredCharger } from '#fleet/stations/charger.store.ts'
import { hasPowerRisen, oddConnector, type Station } from '#fleet/stations/station.memory.ts'
import { isPassing } from '#platform/db/database-away.ts'
import { messageCounts } from '#platform/telemetry/metrics.ts'
import { type Facts, isTracing, traced } from '#platform/telemetry/traces.ts'
import { LARGE_FRAME_BYTES, SMALL_FRAME_BYTES } from './room.ts'

export class StationSession extends ChargePointSession {
  station!: Station
  /** The session that the message now served names; a charger's messages are served one at a time. */
  transactionId: number | undefined
  /** Our calls that have no answer yet. */
  asked = 0
  /** The charger is about to be sent to another node, and is asked nothing more by people. */
  isLeaving = false

  override async call<A extends CentralSystemAction>(
    action: A,
    payload: Request<A>,
    options?: CallOptions,
  ): Promise<CallOutcome<A>> {
    this.asked++
    try {
      return await super.call(action, payload, options)
    } finally {
      this.asked--
    }
  }
}

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
    clock: older?.clock,
    looseMeterMs: undefined,
    knownPowerKw: older?.knownPowerKw ?? 0,
  }
  session.station = station
  return station
}

/** How large a frame may be, in bytes: before its boot is accepted a charger has nothing large to say (D-OCPP-7). */
export const frameLimit = (station: Station | undefined): number =>
  station?.charger.bootAccepted && station.charger.registration === 'Accepted' ? LARGE_FRAME_BYTES : SMALL_FRAME_BYTES

/** Every message a charger may send, and the function that serves it. */
export type Handlers = {
  [A in ChargePointAction]?: (s: Station, p: Request<A>) => Confirmation<A> | Promise<Confirmation<A>>
}

/**
 * Serves calls by the table. A call that failed for a passing reason stays unanswered. `onOddValue` is told of connectors
 * beyond reason, `onNews` of chargers whose connectors, sessions or updates have changed, or whose power has risen.
 */
export const dispatcher =
  (
    table: Handlers,
    onOddValue: (pk: number, field: string, value: string) => void,
    onNews?: (chargepointPk: number) => void,
  ): Handle =>
  <A extends ChargePointAction>(action: A, payload: Request<A>, context: CallContext) => {
    const session = context.session as StationSession
    const { station } = session
    session.transactionId = (payload as { transactionId?: number }).transactionId
    const counting = { counts: messageCounts(action), fromMs: performance.now() }
    let answer: Confirmation<A> | Promise<Confirmation<A>>
    try {
      demandAccepted(station, action)
      const handler = table[action]
      if (!handler) throw new OcppError('NotSupported', `${action} is not supported`)
      const odd = oddConnector(station.charger, payload)
      if (odd) onOddValue(station.charger.pk, `${action}.connectorId`, odd)
      answer = isTracing()
        ? traced(
            `message ${action}`,
            () => factsOf(station, payload),
            () => handler(station, payload),
            ROOT,
          )
        : handler(station, payload)
    } catch (error) {
      countFailure(counting, error)
      throw error
    }
    if (!(answer instanceof Promise)) return answered(counting, answer)
    if (onNews && CHANGES.has(action)) answer.then(() => onNews(station.charger.pk), ignore)
    else if (onNews && action === 'MeterValues')
      answer.then(() => hasPowerRisen(station) && onNews(station.charger.pk), ignore)
    return answer.then(
      a => answered(counting, a),
      error => {
        countFailure(counting, error)
        return unanswered(station, error)
      },
    )
  }

const ROOT = { kind: 'server', below: 'nothing' } as const
function factsOf({ charger }: Station, payload: object): Facts {
  const { transactionId } = payload as { transactionId?: number }
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
/** Messages after which a charger's connectors, sessions or updates are others; each is stored before it is answered. */
const CHANGES: ReadonlySet<string> = new Set([
  'BootNotification',
  'FirmwareStatusNotification',
  'SignedFirmwareStatusNotification',
  'StatusNotification',
  'StartTransaction',
  'StopTransaction',
])
const ignore = (): void => undefined

function unanswered(station: Station, error: unknown): never {
  station.isUnsure = true
  throw isPassing(error) ? new NoAnswer('The database is away', { cause: error }) : error
}
