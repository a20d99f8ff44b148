// A month at a charging site under another Load Value: the planner that balances sites decides every 30 seconds, and
// whenever a car comes or goes, for the real cars of the month, at chargers that take each limit at once. A car never
// gets more, or sooner, than it really did, and leaves when it really left.
import {
  type ChargerFacts,
  drawOf,
  phasesOf,
  planConnector,
  ratedOfCharger,
  SLACK,
  safeShares,
} from '#power/load-balancing/load-facts.rules.ts'
import { planOf } from '#power/load-balancing/load-plan.rules.ts'
import {
  type Limit,
  type Memory,
  nothingRemembered,
  type PlanCharger,
} from '#power/load-balancing/load-plan-types.rules.ts'
import { limitOf, type PlanUnit, planUnitOf } from '#power/load-balancing/load-units.rules.ts'
import type { LoadUnit } from '#power/load-balancing/load-units.words.ts'
import { Car, type Point } from './car-curve.rules.ts'

export type TrialSession = {
  pk: number
  connectorId: number
  /** ms since 1970. */
  startedAt: number
  stoppedAt: number
  curve: readonly Point[]
}
/** The outcome of a session: its energy, and its delay against its own past when it left. */
export type Outcome<S> = { session: S; afterWh: number; delayMs: number }

const STEP_MS = 30_000
const HOUR_MS = 3_600_000
const NOMINAL_V = 230
/** More than a car takes on one phase. */
const ONE_PHASE_W = 7700
/** Lowerings first, then the raises they make room for: no plan needs more rounds. */
const ROUNDS = 6

type Guest<S> = { session: S; car: Car; phases: 1 | 3; drawW: number }
type Place<S> = { facts: ChargerFacts; rated: number; safe: number; limit: Limit | null; guests: Map<number, Guest<S>> }

export class LimitTrial<S extends TrialSession> {
  private readonly value: { value: number; unit: LoadUnit }
  private readonly unit: PlanUnit
  private readonly places: readonly Place<S>[]
  private readonly byPk: ReadonlyMap<number, Place<S>>
  private memory: Memory = nothingRemembered
  private usedWh = 0
  /** The moment that the trial has reached, ms since 1970. */
  now: number

  /** `chargers`: with each connector at which a session ran. */
  constructor(chargers: readonly ChargerFacts[], value: { value: number; unit: LoadUnit }, from: number) {
    this.value = value
    this.unit = planUnitOf(value.unit)
    this.now = from
    const shares = safeShares(chargers, this.nominal, this.unit)
    this.places = chargers.map(facts => {
      const rated = ratedOfCharger(facts, this.unit)
      const safe = Math.min(rated, (shares.get(facts.pk) ?? 0) * Math.max(1, facts.connectors.length))
      return { facts, rated, safe, limit: null, guests: new Map() }
    })
    this.byPk = new Map(this.places.map(p => [p.facts.pk, p]))
  }
  private get nominal(): number {
    return limitOf(this.value, { now: this.now, usedWh: null })
  }

  /** Lets a car come, now. A car that the record still has at the connector has left by then. */
  come(session: S): Outcome<S> | undefined {
    const place = this.byPk.get(session.pk)
    const n = place?.facts.connectors.find(c => c.connectorId === session.connectorId)
    if (!place || !n) return undefined
    const before = this.leave(place, session.connectorId)
    const car = new Car(session.curve)
    const phases = place.facts.type === 'AC' && car.mostW <= ONE_PHASE_W ? 1 : phasesOf(place.facts.type, n)
    place.guests.set(session.connectorId, { session, car, phases, drawW: car.wantedW })
    return before
  }
  private leave(place: Place<S>, connectorId: number): Outcome<S> | undefined {
    const g = place.guests.get(connectorId)
    if (!g) return undefined
    place.guests.delete(connectorId)
    return outcomeOf(g, this.now)
  }

  /** When the next car leaves; never where there is none. */
  get nextLeave(): number {
    let next = Number.POSITIVE_INFINITY
    for (const p of this.places) for (const g of p.guests.values()) next = Math.min(next, g.session.stoppedAt)
    return next
  }

  /** Runs one stretch of time, up to `until` at most; returns the sessions that have ended by then. */
  step(until: number): Outcome<S>[] {
    const places = this.places.filter(p => p.guests.size > 0)
    const hourEnd = this.value.unit === 'kWh' ? Math.floor(this.now / HOUR_MS + 1) * HOUR_MS : until
    const far = Math.min(until, this.nextLeave, hourEnd)
    const isEnough = this.isEnough()
    const to = places.length === 0 ? Math.min(until, hourEnd) : isEnough ? far : Math.min(far, this.now + STEP_MS)
    if (!isEnough) this.plan()
    const forMs = Math.max(0, to - this.now)
    for (const p of places)
      for (const [connectorId, g] of p.guests) {
        const before = g.car.wh
        g.car.drive(forMs, isEnough ? Number.POSITIVE_INFINITY : this.allowedW(p, connectorId, g))
        const got = g.car.wh - before
        this.usedWh += got
        g.drawW = forMs > 0 ? (got * HOUR_MS) / forMs : g.drawW
      }
    this.now = to
    if (to === hourEnd && this.value.unit === 'kWh') this.usedWh = 0
    return places.flatMap(p =>
      [...p.guests].flatMap(([id, g]) => (g.session.stoppedAt <= to ? (this.leave(p, id) ?? []) : [])),
    )
  }

  /** True where all cars could have the full power of their connectors at once: then there is nothing to share out. */
  private isEnough(): boolean {
    const sum = this.places.reduce((all, p) => {
      const own = p.facts.connectors.filter(n => p.guests.has(n.connectorId)).map(n => this.connector(p, n).most)
      return (
        all +
        Math.max(
          p.safe,
          Math.min(
            p.rated,
            own.reduce((a, b) => a + b, 0),
          ),
        )
      )
    }, 0)
    return sum <= this.nominal
  }
  private connector(p: Place<S>, n: ChargerFacts['connectors'][number]) {
    const g = p.guests.get(n.connectorId)
    const now = { ...n, transactionId: g ? 1 : null, powerW: g ? Math.round(g.drawW) : null, meteredAt: this.now }
    const given = p.limit?.shares[n.connectorId]
    const draw = g ? drawOf(p.facts.type, now, { unit: this.unit, given, now: this.now }) : null
    return planConnector(p.facts.type, n, { unit: this.unit, wants: g?.car.wants ?? false, draw })
  }

  /** Applies the planner's limits one after the other until nothing is left to tell. */
  private plan(): void {
    const limit = limitOf(this.value, { now: this.now, usedWh: this.value.unit === 'kWh' ? this.usedWh : null })
    for (let round = 0; round < ROUNDS; round++) {
      const chargers = this.places.map(
        (p): PlanCharger => ({
          pk: p.facts.pk,
          safe: p.safe,
          most: p.rated,
          acknowledged: p.limit,
          unanswered: [],
          state: p.limit ? 'acknowledged' : 'unknown',
          connectors: p.facts.connectors.map(n => this.connector(p, n)),
        }),
      )
      const { messages, memory } = planOf({
        limit,
        chargers,
        memory: this.memory,
        now: this.now,
        slack: SLACK[this.unit],
      })
      this.memory = memory
      if (messages.length === 0) return
      for (const { pk, ...told } of messages) {
        const place = this.byPk.get(pk)
        if (place) place.limit = told
      }
    }
  }

  private allowedW(p: Place<S>, connectorId: number, g: Guest<S>): number {
    const n = p.facts.connectors.find(c => c.connectorId === connectorId)
    const share = p.limit ? (p.limit.shares[connectorId] ?? 0) : p.safe / Math.max(1, p.facts.connectors.length)
    if (n && share >= this.connector(p, n).most) return Number.POSITIVE_INFINITY
    return this.unit === 'W' ? share : (share / 10) * NOMINAL_V * g.phases
  }
}

const outcomeOf = <S extends TrialSession>({ session, car }: Guest<S>, now: number): Outcome<S> => ({
  session,
  afterWh: car.wh,
  delayMs: Math.max(0, Math.min(now, session.stoppedAt) - session.startedAt - car.ms),
})
