// What the planner of load balancing is told and what it answers (D-SITE-4). All figures are whole steps of one unit
// (load-units.rules.ts), times are milliseconds since 1970.

/** A limit of a charger: for all of it, and how much of that each connector with a car is to have. */
export type Limit = { limit: number; shares: Readonly<Record<number, number>> }

export type PlanConnector = {
  connectorId: number
  /** A car stands there that would charge: charging now, or held back by the charger; not one that has enough. */
  wants: boolean
  /** Measured; null where no meter tells. */
  draw: number | null
  /** The least that its car charges with. */
  least: number
  /** The most that the connector gives. */
  most: number
}
/**
 * acknowledged: its last message was accepted; waiting: the last one is not answered yet; refused: the last one was; silent:
 * not heard; unknown: it has not been told any limit. Whether and when one that refused is asked again, the caller decides, by
 * calling it acknowledged or unknown again.
 */
export type ChargerState = 'acknowledged' | 'waiting' | 'refused' | 'silent' | 'unknown'
export type PlanCharger = {
  pk: number
  /** What it falls back to by itself; of one that is unlimited all that it has. */
  safe: number
  /** No limit is certain to stand there: its safe limit comes first, and no other limit is sent to it. */
  isUnlimited?: boolean
  most: number
  state: ChargerState
  /** The limit that stands at the charger; null: none does, or it has lapsed. */
  acknowledged: Limit | null
  /** What was sent since the last answer, oldest first: any of them may stand. */
  unanswered: readonly Limit[]
  /** What its meters measure, where that has been above every limit that may stand for a minute; else left out. */
  overdraw?: number | undefined
  /** It has restarted and has not said that it forgot anything: until it says so, this much stood there before. */
  beforeRestart?: number | undefined
  connectors: readonly PlanConnector[]
}

/** What the planner remembers of a connector from one plan to the next. */
export type Remembered = {
  /** Since when its car has been taking less than it may. */
  lowSince: number | null
  /** As much as its car takes, and a little more; null: all it is given. */
  cap: number | null
  /** Since when it has had its turn, while there is not enough for all. */
  turnSince: number | null
  /** Its place in the queue for the next turn: the lowest is the next. */
  ticket: number
  isGranted: boolean
}
export type Memory = { nextTicket: number; connectors: Readonly<Record<string, Remembered>> }
export const nothingRemembered: Memory = { nextTicket: 1, connectors: {} }
export const keyOf = (pk: number, connectorId: number): string => `${pk} ${connectorId}`

export type PlanInput = {
  /** What all may take together. */
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
  /** It takes no more; the rest is with the others. */
  | { why: 'takes less'; draw: number }
  | { why: 'at its most' }
  /** There is not enough for all; it charges until then at least. */
  | { why: 'has its turn'; until: number }
  /** Others before it, of those that wait. */
  | { why: 'waits for its turn'; before: number }
  /** Not even alone it would have enough. */
  | { why: 'too little for this car'; least: number }
  /** Its charger is told no limit now: it is silent, refuses, or is told its safe limit first. */
  | { why: 'not told' }
  | { why: 'no car' }
/** Why a charger has its number. */
export type LimitReason =
  | { why: 'as planned' }
  | { why: 'no car' }
  /** Its message is on the way. */
  | { why: 'waits for the answer'; sent: number }
  /** More is planned for it as soon as others have acknowledged less. */
  | { why: 'waits for room'; planned: number }
  | { why: 'does not answer' }
  | { why: 'refused' }
  /** It takes its safe limit first. */
  | { why: 'unlimited' }
  /** What others without a limit may take leaves it its safe limit alone. */
  | { why: 'others unlimited' }
  | { why: 'safe limits exceed the Load Value' }
  /** It draws more than the limit that it acknowledged, and counts with what it draws. */
  | { why: 'draws more'; draw: number; limit: number }
  /** What others hold that cannot be told less leaves it its safe limit alone. */
  | { why: 'no room' }

export type PlannedConnector = { connectorId: number; share: number; reason: ShareReason }
export type PlannedCharger = {
  pk: number
  /** What it is to have once all is acknowledged. */
  planned: number
  /** What it counts with in the allowed sum now. */
  counted: number
  reason: LimitReason
  connectors: readonly PlannedConnector[]
}
export type Plan = {
  /** To send now: lowerings, and what there is room for already. One a charger at most. */
  messages: readonly (Limit & { pk: number })[]
  chargers: readonly PlannedCharger[]
  /** What the chargers are allowed to take now: acknowledged, the larger of it and what is on the way, safe, or measured. */
  allowed: number
  /** The most that sum can come to by answers, refusals and silence, with the messages of this plan. */
  atMost: number
  /** safe: the safe limits alone are above the limit; standing: so are they with what cannot be lowered now. */
  exceeds: 'safe' | 'standing' | null
  memory: Memory
}
