// The cars that charge when there is not enough for all (D-SITE-4): turns of 15 minutes, the longest wait is next, and
// no car passes another with a longer wait, so no car waits for ever. Times in the future, after a step of the clock,
// begin again.
import { keyOf, type Memory, type PlanCharger, type PlanConnector, type Remembered } from './load-plan-types.rules.ts'

export const TURN_MS = 15 * 60_000

/** The most that a charger can be given to any use. */
export const mostOf = ({ most, outside }: PlanCharger): number => Math.min(most, outside ?? most)

/** A connector whose car would charge, at a charger that can be told a limit. */
export type Wanting = { key: string; charger: PlanCharger; connector: PlanConnector }
export type Turns = {
  granted: ReadonlySet<string>
  /** False where all with demand may charge at once. */
  areScarce: boolean
  /** The waiting connectors, the next one first. */
  waiting: readonly string[]
  /** The connectors for which the limit is too small even alone. */
  hopeless: ReadonlySet<string>
  turnSince: ReadonlyMap<string, number>
  tickets: ReadonlyMap<string, number>
  nextTicket: number
}

export const wantingOf = (chargers: readonly PlanCharger[]): Wanting[] =>
  chargers.flatMap(charger =>
    charger.connectors
      .filter(c => c.wants)
      .map(connector => ({ key: keyOf(charger.pk, connector.connectorId), charger, connector })),
  )

/**
 * The room left in the limit as connectors are added, each with its least; a charger holds its safe limit in any case.
 */
class Room {
  left: number
  readonly taken = new Map<number, number>()
  constructor(limit: number, chargers: readonly PlanCharger[]) {
    this.left = chargers.reduce((left, c) => left - c.safe, limit)
  }
  /**
   * The cost of adding a connector beyond the charger's present hold; undefined where the charger is itself too small.
   */
  costOf({ charger, connector }: Wanting): number | undefined {
    const before = this.taken.get(charger.pk) ?? 0
    const after = before + connector.least
    if (after > mostOf(charger) || connector.least > connector.most) return undefined
    return Math.max(charger.safe, after) - Math.max(charger.safe, before)
  }
  take(w: Wanting): boolean {
    const cost = this.costOf(w)
    if (cost === undefined || cost > this.left) return false
    this.left -= cost
    this.taken.set(w.charger.pk, (this.taken.get(w.charger.pk) ?? 0) + w.connector.least)
    return true
  }
}

const elapsed = (since: number, now: number): number => (since > now ? 0 : now - since)

/**
 * Returns the connectors that may charge now. `chargers`: all that can be told a limit; their safe limits fit `limit`.
 */
export function turnsOf(
  chargers: readonly PlanCharger[],
  { limit, memory, now }: { limit: number; memory: Memory; now: number },
): Turns {
  const wanting = wantingOf(chargers)
  const empty = new Room(limit, chargers)
  const hopeless = new Set(wanting.filter(w => (empty.costOf(w) ?? Infinity) > empty.left).map(w => w.key))
  const able = wanting.filter(w => !hopeless.has(w.key))
  const { nextTicket, tickets } = ticketsOf(able, memory)
  const all = new Room(limit, chargers)
  if (able.every(w => all.take(w)))
    return {
      granted: new Set(able.map(w => w.key)),
      areScarce: false,
      waiting: [],
      hopeless,
      turnSince: new Map(),
      tickets,
      nextTicket,
    }
  return { hopeless, areScarce: true, ...dealt(able, { limit, chargers, memory, now, tickets, nextTicket }) }
}

/** Returns the places in the queue: kept, or behind all others for new connectors. */
function ticketsOf(able: readonly Wanting[], memory: Memory): { tickets: Map<string, number>; nextTicket: number } {
  let { nextTicket } = memory
  const tickets = new Map(able.map(w => [w.key, memory.connectors[w.key]?.ticket ?? nextTicket++]))
  return { tickets, nextTicket }
}

type Deal = {
  limit: number
  chargers: readonly PlanCharger[]
  memory: Memory
  now: number
  tickets: Map<string, number>
  nextTicket: number
}
function dealt(able: readonly Wanting[], { limit, chargers, memory, now, tickets, nextTicket }: Deal) {
  const of = (w: Wanting): Remembered | undefined => memory.connectors[w.key]
  /** Since when the connector has its turn; a car that was charging when power became scarce begins its turn now. */
  const since = (w: Wanting): number => {
    const began = of(w)?.turnSince ?? now
    return began > now ? now : began
  }
  const holders = able.filter(w => of(w)?.isGranted && elapsed(since(w), now) < TURN_MS)
  const isHolder = new Set(holders.map(w => w.key))
  const byTicket = (a: Wanting, b: Wanting) => (tickets.get(a.key) ?? 0) - (tickets.get(b.key) ?? 0)
  // Connectors whose turn is over go behind all that wait, in the order in which their turns began.
  const over = able
    .filter(w => of(w)?.isGranted && !isHolder.has(w.key))
    .sort((a, b) => since(a) - since(b) || byTicket(a, b))
  let next = nextTicket
  for (const w of over) tickets.set(w.key, next++)
  // Where even the connectors with a turn cannot all keep it, the longest turn gives way.
  const kept = holders.sort((a, b) => since(b) - since(a) || byTicket(a, b))
  const queue = able.filter(w => !isHolder.has(w.key)).sort(byTicket)

  const room = new Room(limit, chargers)
  const granted = new Set<string>()
  const turnSince = new Map<string, number>()
  const waiting: string[] = []
  for (const w of kept)
    if (room.take(w)) {
      granted.add(w.key)
      turnSince.set(w.key, since(w))
    } else {
      tickets.set(w.key, next++)
      waiting.push(w.key)
    }
  let isBlocked = false
  /** Chargers at which a connector waits for another car of the same charger, whatever the site has left. */
  const full = new Set<number>()
  const first: string[] = []
  for (const w of queue) {
    const cost = full.has(w.charger.pk) ? undefined : room.costOf(w)
    // A connector that costs nothing takes nothing from those before it.
    if (cost !== undefined && (!isBlocked || cost === 0) && room.take(w)) {
      granted.add(w.key)
      turnSince.set(w.key, now)
      continue
    }
    if (cost === undefined) full.add(w.charger.pk)
    else isBlocked = true
    first.push(w.key)
  }
  return { granted, waiting: [...first, ...waiting], turnSince, tickets, nextTicket: next }
}
