// The input and the output of the planner of load balancing (D-SITE-4). All figures are whole steps of one unit
// (load-units.rules.ts), times are milliseconds since 1970.

/** A limit of a whole charger, and the share of each connector with a car. */
export type Limit = { limit: number; shares: Readonly<Record<number, number>> }

export type PlanConnector = {
  connectorId: number
  /** A car stands there that would charge: charging now, or held back by the charger; not a car that has enough. */
  wants: boolean
  /** Measured; null where no meter reports a power. */
  draw: number | null
  /** The least with which its car charges. */
  least: number
  /** The most that the connector gives. */
  most: number
  /** `most` is a limit from outside, such as an energy manager's. */
  isOutside?: boolean
}
/**
 * acknowledged: the charger accepted its last message; waiting: the last message is not answered yet; refused: the
 * charger refused the last message; silent: not heard; unknown: the charger has not been told any limit. The caller
 * decides whether and when a charger that refused is asked again, by calling it acknowledged or unknown again.
 */
export type ChargerState = 'acknowledged' | 'waiting' | 'refused' | 'silent' | 'unknown'
export type PlanCharger = {
  pk: number
  /** The charger's own fallback; its rated power where it is unlimited. */
  safe: number
  /** No limit is certain to stand there: its safe limit comes first, and no other limit is sent to it. */
  isUnlimited?: boolean
  most: number
  /** The most that a limit from outside leaves it: no more is given to it, though it may take more once that has ended. */
  outside?: number | undefined
  state: ChargerState
  /** The limit that stands at the charger; null: none stands, or it has lapsed. */
  acknowledged: Limit | null
  /** Limits sent since the last answer, oldest first: any of them may stand. */
  unanswered: readonly Limit[]
  /** The measured draw, where it has been above every limit that may stand for a minute; else left out. */
  overdraw?: number | undefined
  /** The charger has restarted and has not reported a loss: until it does, this much stood there before. */
  beforeRestart?: number | undefined
  connectors: readonly PlanConnector[]
}

/** The planner's memory of a connector from one plan to the next. */
export type Remembered = {
  /** Since when its car has been taking less than it may. */
  lowSince: number | null
  /** The draw of its car, and a little more; null: no cap. */
  cap: number | null
  /** Since when the connector has had its turn, while there is not enough for all. */
  turnSince: number | null
  /** The place in the queue for the next turn: the lowest is the next. */
  ticket: number
  isGranted: boolean
}
export type Memory = { nextTicket: number; connectors: Readonly<Record<string, Remembered>> }
export const nothingRemembered: Memory = { nextTicket: 1, connectors: {} }
export const keyOf = (pk: number, connectorId: number): string => `${pk} ${connectorId}`

export type PlanInput = {
  /** The most for all chargers together. */
  limit: number
  chargers: readonly PlanCharger[]
  memory: Memory
  now: number
  /** How far a measured draw may lie under the share before the rest is given to others. */
  slack: number
}

/** Why a connector has its share. */
export type ShareReason =
  /** As much as every other car. */
  | { why: 'equal share'; cars: number }
  /** The car takes no more; the rest is with the others. */
  | { why: 'takes less'; draw: number }
  | { why: 'at its most' }
  /** Somebody else limits the connector. */
  | { why: 'limited from outside'; most: number }
  /** There is not enough for all; the car charges at least until then. */
  | { why: 'has its turn'; until: number }
  /** `before`: how many cars wait in front of this one. */
  | { why: 'waits for its turn'; before: number }
  /** The car would not have enough even alone. */
  | { why: 'too little for this car'; least: number }
  /** The charger is told no limit now: it is silent, refuses, or is told its safe limit first. */
  | { why: 'not told' }
  | { why: 'no car' }
/** Why a charger has its number. */
export type LimitReason =
  | { why: 'as planned' }
  | { why: 'no car' }
  /** The message is on the way. */
  | { why: 'waits for the answer'; sent: number }
  /** More is planned for the charger as soon as others have acknowledged less. */
  | { why: 'waits for room'; planned: number }
  | { why: 'does not answer' }
  | { why: 'refused' }
  /** The charger takes its safe limit first. */
  | { why: 'unlimited' }
  /** Others without a certain limit may take so much that this charger has only its safe limit. */
  | { why: 'others unlimited' }
  | { why: 'safe limits exceed the Load Value' }
  /** The charger draws more than the limit it acknowledged, and counts with its draw. */
  | { why: 'draws more'; draw: number; limit: number }
  /** Others cannot be lowered now, and hold so much that this charger has only its safe limit. */
  | { why: 'no room' }

type PlannedConnector = { connectorId: number; share: number; reason: ShareReason }
export type PlannedCharger = {
  pk: number
  /** The limit of the charger once all is acknowledged. */
  planned: number
  /** The charger's number in the allowed sum now. */
  counted: number
  reason: LimitReason
  connectors: readonly PlannedConnector[]
}
export type Plan = {
  /** To send now: lowerings, and raises for which there is room already. At most one for a charger. */
  messages: readonly (Limit & { pk: number })[]
  chargers: readonly PlannedCharger[]
  /**
   * The power allowed to the chargers now: acknowledged, the larger of that and a limit on the way, safe, or measured.
   */
  allowed: number
  /** The most that the sum can reach by answers, refusals and silence, with the messages of this plan. */
  atMost: number
  /** safe: the safe limits alone are above the limit; standing: with the limits that cannot be lowered now they are. */
  exceeds: 'safe' | 'standing' | null
  memory: Memory
}
