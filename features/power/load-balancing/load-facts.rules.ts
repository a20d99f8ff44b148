// The planner's view of a charger, from the known facts (D-SITE-4): the power it can give, the connectors where a car
// would charge, the draw of each car. Where a fact is unknown, the more dangerous case is assumed.
import { type OutsideLimit, outsideValue, wattsOf } from '#fleet/stations/outside-limit.rules.ts'
import type { PlanConnector } from './load-plan-types.rules.ts'
import { leastOf, type PlanUnit, stepsOf } from './load-units.rules.ts'

type Phases = 1 | 2 | 3
export type ConnectorFacts = {
  connectorId: number
  /** The EVSE of a station of OCPP 2.0.1; null, or left out: none is known. */
  evseId?: number | null
  kw: number | null
  volt: number | null
  /** The last reported status, by its OCPP name. */
  status: string | null
  /** Since when the status holds, ms since 1970; null, or left out: not known. */
  statusAt?: number | null
  /** The session that runs here. */
  transactionId: number | null
  /** The start of that session was reported late, and nothing has been heard of the session since: it may be over. */
  isDoubtful?: boolean
  powerW: number | null
  /** When the power was measured, ms since 1970. */
  meteredAt: number | null
}
export type ChargerFacts = {
  pk: number
  type: 'AC' | 'DC'
  maxPowerWatt: number | null
  /** Connected and accepted. */
  isUsable: boolean
  node: string | null
  connectionNo: number
  /** ms since 1970; null: never. */
  bootAt: number | null
  /**
   * Since when the charger stands at its site with load balanced there, ms since 1970; null: not at a balanced site.
   */
  joinedAt: number | null
  /** The charger's clock less ours. */
  clockOffsetSec: number
  /** Limits that others set at the station; left out: none. */
  outside?: readonly OutsideLimit[]
  connectors: readonly ConnectorFacts[]
}

/** More than a single phase of 32 A gives. */
const ONE_PHASE_KW = 7.7
const PHASE_TO_PHASE_V = 350
/** For a connector without a rated power: the most that outlets of its kind have. */
const MOST_KW = { AC: 43.5, DC: 500 } as const
const NOMINAL_V = 230

/** Returns the phases of the supply that a connector may load. */
export const phasesOf = (type: 'AC' | 'DC', { kw, volt }: Pick<ConnectorFacts, 'kw' | 'volt'>): 1 | 3 =>
  type === 'DC' || kw === null || kw > ONE_PHASE_KW || (volt ?? 0) >= PHASE_TO_PHASE_V ? 3 : 1
export const phasesOfCharger = (c: Pick<ChargerFacts, 'type' | 'connectors'>): 1 | 3 =>
  c.connectors.length > 0 && c.connectors.every(n => phasesOf(c.type, n) === 1) ? 1 : 3

const ratedOf = (type: 'AC' | 'DC', n: ConnectorFacts, unit: PlanUnit): number =>
  stepsOf(unit, { watts: (n.kw ?? MOST_KW[type]) * 1000, phases: phasesOf(type, n), up: true })

/**
 * Returns the most that a charger gives by its ratings, in steps; a charger without connectors counts as having one.
 */
export function ratedOfCharger(c: ChargerFacts, unit: PlanUnit): number {
  const unknown = { kw: null, volt: null } as ConnectorFacts
  const connectors = c.connectors.length > 0 ? c.connectors : [unknown]
  const sum = connectors.reduce((all, n) => all + ratedOf(c.type, n, unit), 0)
  if (c.maxPowerWatt === null) return sum
  // The maximum power is for the whole charger; on one phase as much as on three.
  return Math.min(sum, stepsOf(unit, { watts: c.maxPowerWatt, phases: phasesOfCharger(c), up: true }))
}

/**
 * Returns the most that the charger, or one of its connectors, is left by limits from outside; undefined: they leave all.
 * Nothing is counted on to stay below them, since they may end at any moment: they only say what is not worth giving.
 */
export function outsideOf(
  c: Pick<ChargerFacts, 'type' | 'connectors' | 'outside'>,
  n: ConnectorFacts | undefined,
  { unit, now }: { unit: PlanUnit; now: number },
): number | undefined {
  const evseId = n ? (n.evseId ?? n.connectorId) : 0
  const phases = n ? phasesOf(c.type, n) : phasesOfCharger(c)
  const values = (c.outside ?? [])
    .filter(o => o.evseId === evseId)
    .flatMap(o => {
      const value = outsideValue(o, now, phases)
      if (!value) return []
      // Amperes hold for each phase, as the planner counts them.
      if (unit === 'dA' && value.unit === 'A') return [Math.floor(value.value * 10)]
      return [stepsOf(unit, { watts: wattsOf(value, phases), phases, up: false })]
    })
  return values.length === 0 ? undefined : Math.min(...values)
}

/** How long after a car had enough it is offered power again, where the charger says that the car is held back. */
const ASK_AGAIN_MS = 15 * 60_000
/**
 * Returns whether a car stands there that would charge. A car that had enough shows as held back once it is given
 * nothing. Such a car is offered power again after a quarter of an hour, so that the two states do not alternate.
 * `enoughSince`: remembered from before.
 */
export function wantOf(
  { status, transactionId }: Pick<ConnectorFacts, 'status' | 'transactionId'>,
  enoughSince: number | null,
  now: number,
): { wants: boolean; enoughSince: number | null } {
  const runs = transactionId !== null
  if (status === 'SuspendedEV') return { wants: false, enoughSince: now }
  if (status === 'SuspendedEVSE') {
    const wants = enoughSince === null || now - enoughSince >= ASK_AGAIN_MS || enoughSince > now
    return { wants, enoughSince }
  }
  const idle = status === 'Available' || status === 'Finishing' || status === 'Faulted' || status === 'Unavailable'
  return { wants: status === 'Charging' || (runs && !idle), enoughSince: null }
}

/** After this time a measured power says nothing about the present. */
const STALE_MS = 10 * 60_000
/**
 * Returns the draw of a session in steps, null where no meter reports it. Amperes for each phase assume as few phases
 * as the limit lets the session use, since a car may load a single phase of three.
 */
export function drawOf(
  type: 'AC' | 'DC',
  facts: ConnectorFacts,
  { unit, given, now }: { unit: PlanUnit; given: number | undefined; now: number },
): number | null {
  if (
    facts.transactionId === null ||
    facts.powerW === null ||
    facts.meteredAt === null ||
    now - facts.meteredAt > STALE_MS
  )
    return null
  if (unit === 'W') return facts.powerW
  const most = phasesOf(type, facts)
  const inSteps = (phases: Phases) => Math.round(((facts.powerW as number) * 10) / (NOMINAL_V * phases))
  if (type === 'DC' || most === 1 || given === undefined) return inSteps(most)
  return inSteps(([1, 2, 3] as const).find(p => inSteps(p) <= given + SLACK.dA) ?? 3)
}

/**
 * Returns the draw of a connector for the page: 0 where the connector has since reported another state than charging;
 * null where no meter reports a power.
 */
export const shownDraw = ({ status, statusAt, meteredAt }: ConnectorFacts, draw: number | null): number | null =>
  draw !== null && status !== 'Charging' && (statusAt ?? 0) >= (meteredAt ?? 0) ? 0 : draw

/** How far a measured draw may lie under its share before the rest goes to others. */
export const SLACK: Readonly<Record<PlanUnit, number>> = { dA: 10, W: 500 }

/** Returns a connector for the planner. */
export function planConnector(
  type: 'AC' | 'DC',
  facts: ConnectorFacts,
  { unit, wants, draw, outside }: { unit: PlanUnit; wants: boolean; draw: number | null; outside?: number | undefined },
): PlanConnector {
  const most = ratedOf(type, facts, unit)
  const isOutside = outside !== undefined && outside < most
  return {
    connectorId: facts.connectorId,
    wants,
    draw,
    least: Math.min(most, leastOf(unit, phasesOf(type, facts))),
    most: isOutside ? outside : most,
    ...(isOutside && { isOutside }),
  }
}

/**
 * Returns the share that each connector keeps when its charger is not heard: enough to charge slowly, where these
 * shares of all connectors of the site take no more than half of the Load Value; else 0, so that the power is not left
 * unused.
 */
export function safeShares(chargers: readonly ChargerFacts[], limit: number, unit: PlanUnit): Map<number, number> {
  const each = (c: ChargerFacts) => leastOf(unit, phasesOfCharger(c))
  const all = chargers.reduce((sum, c) => sum + each(c) * Math.max(1, c.connectors.length), 0)
  return new Map(chargers.map(c => [c.pk, all <= limit / 2 ? each(c) : 0]))
}
