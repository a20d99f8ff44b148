// The faulty chargers of the demo. The log, the timeline, the health and the attention list of each charger tell
// the same story. Pure: messages and operations at instants in ms since 1970.
import { dayMs, hourMs, minuteMs } from '@wattdesk/base/time'
import type { Request } from '@wattdesk/ocpp/messages'

/**
 * `ground-failure`: a connector reports that its insulation is too low, and again after an operator has reset the charger.
 * `failed-update`: the charger rejects the firmware it was sent, starts again with the one before and is gone.
 */
export type Ailment = 'ground-failure' | 'failed-update'

/** A stretch of time in ms since 1970. */
export type Stretch = { from: number; to: number }
export type Span = Stretch & { boots: boolean; reason: string }
/** Connector 0 means all of them; a fault that `isOpen` is never cleared. */
export type Fault = Stretch & {
  connectorId: number
  errorCode: Request<'StatusNotification'>['errorCode']
  vendorErrorCode?: string
  info?: string
  isOpen?: true
}
/** Messages of a charger beside its statuses. */
export type Notice = {
  at: number
  says:
    | { action: 'FirmwareStatusNotification'; payload: Request<'FirmwareStatusNotification'> }
    | { action: 'SecurityEventNotification'; payload: Request<'SecurityEventNotification'> }
    | { action: 'StatusNotification'; payload: Request<'StatusNotification'> }
}
/** An operation that a user of the operator with this role has sent, and what the charger answered. */
export type AilmentRequest = {
  at: number
  operation: string
  parameters: object
  action: string
  payload: object
  answer: object
}
export type Story = {
  /** The connections of its last hours, after those of its ordinary life, which ends at `begins`. */
  begins: number
  spans: Span[]
  faults: Fault[]
  /** When no car may stand at any connector. */
  quiet: Stretch[]
  notices: Notice[]
  asked: AilmentRequest[]
}

const iso = (at: number): string => new Date(at).toISOString()
const LOST_POWER = 'Closed with 1006'
const RESTARTED = 'Closed with 1001'

/** The connector with the ground failure, and its status message. */
export const GROUND_FAILURE = {
  connectorId: 2,
  errorCode: 'GroundFailure',
  vendorErrorCode: 'IMD-07',
  info: 'Insulation 41 kOhm, 100 kOhm needed',
} as const

/** What the station with a weak fan tells, and of which component. */
export const COOLING_PROBLEM = {
  component: { name: 'AirCoolingSystem', evse: { id: 2 } },
  techCode: 'FAN-02',
  techInfo: 'Fan at 40 % of its speed: change the filter',
} as const

/** `to`: when the demo is filled. */
function groundFailure(to: number): Story {
  const found = to - 5.3 * hourMs
  const reset = found + 38 * minuteMs
  const begins = found - 26 * hourMs
  const first = found - 19 * hourMs
  return {
    begins,
    spans: [
      { from: begins + minuteMs, to: reset + 6000, boots: false, reason: RESTARTED },
      { from: reset + 41_000, to, boots: true, reason: RESTARTED },
    ],
    faults: [
      { ...GROUND_FAILURE, info: 'Insulation 88 kOhm, 100 kOhm needed', from: first, to: first + 41 * minuteMs },
      { ...GROUND_FAILURE, from: found, to, isOpen: true },
    ],
    quiet: [{ from: reset - minuteMs, to: reset + 3 * minuteMs }],
    notices: [],
    asked: [
      {
        at: reset,
        operation: 'Reset',
        parameters: { resetType: 'Soft' },
        action: 'Reset',
        payload: { type: 'Soft' },
        answer: { status: 'Accepted' },
      },
    ],
  }
}

/** `end`: when its connection broke for good. */
function failedUpdate(end: number): Story {
  const asked = end - 26 * minuteMs
  const gone = end - 15 * minuteMs
  const back = end - 12 * minuteMs
  const location = 'https://firmware.sahyadri.example/se-60/2.5.0.bin'
  const progress = (at: number, status: Request<'FirmwareStatusNotification'>['status']): Notice => ({
    at,
    says: { action: 'FirmwareStatusNotification', payload: { status } },
  })
  const begins = end - 30 * hourMs
  return {
    begins,
    spans: [
      { from: begins + minuteMs, to: gone, boots: false, reason: LOST_POWER },
      { from: back, to: end, boots: true, reason: LOST_POWER },
    ],
    faults: [
      {
        connectorId: 0,
        from: back + minuteMs,
        to: end,
        errorCode: 'InternalError',
        vendorErrorCode: 'FW-33',
        info: 'Update 2.5.0 rejected, wrong checksum',
        isOpen: true,
      },
    ],
    quiet: [{ from: asked - 2 * minuteMs, to: end }],
    notices: [
      progress(asked + 40_000, 'Downloading'),
      progress(asked + 7 * minuteMs, 'Downloaded'),
      progress(asked + 8 * minuteMs, 'Installing'),
      {
        at: asked + 8 * minuteMs + 2000,
        says: {
          action: 'StatusNotification',
          payload: {
            connectorId: 1,
            status: 'Unavailable',
            errorCode: 'NoError',
            info: 'Firmware update',
            timestamp: iso(asked + 8 * minuteMs + 2000),
          },
        },
      },
      {
        at: back + 4000,
        says: {
          action: 'SecurityEventNotification',
          payload: {
            type: 'StartupOfTheDevice',
            timestamp: iso(back + 4000),
            techInfo: 'Rollback to 2.4.1 after failed update',
          },
        },
      },
      progress(back + 6000, 'InstallationFailed'),
    ],
    asked: [
      {
        at: asked,
        operation: 'UpdateFirmware',
        parameters: { location, retrieveDate: iso(asked) },
        action: 'UpdateFirmware',
        payload: { location, retrieveDate: iso(asked) },
        answer: {},
      },
    ],
  }
}

/** The story of a charger that has one. `to`: when the demo is filled; `until`: when it was last connected. */
export const storyOf = (ailment: Ailment, { to, until }: { to: number; until: number }): Story =>
  ailment === 'ground-failure' ? groundFailure(to) : failedUpdate(until)

/**
 * A station that loses its power now and then was away a quarter, a month and a week before its story too, days before the
 * present from and to: stations away and sessions are steady over every period of the dashboard.
 */
const AWAY_DAYS = [
  [92, 87],
  [33, 27],
  [14.4, 9.1],
] as const
/** The connections of such a station before its story, cut by losses of its power. */
export function awaySpans(from: number, until: number, to: number): Span[] {
  const breaks = AWAY_DAYS.map(([a, b]) => ({ from: to - a * dayMs, to: to - b * dayMs }))
  const spans: Span[] = []
  let at = from
  for (const b of [...breaks, { from: until, to: until }]) {
    if (b.from > at) spans.push({ from: at, to: b.from, boots: true, reason: LOST_POWER })
    at = Math.max(at, b.to)
  }
  return spans
}
