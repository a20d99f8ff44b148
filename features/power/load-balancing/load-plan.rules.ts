// The planner of load balancing (D-SITE-4): which limits to send now. Pure: the same input gives the same plan.
//
// The proof: each charger counts at most with the largest of its safe limit, its acknowledged limit and all limits sent
// and not answered. A message raises a limit only where the sum of these stays within the site's limit, so no answer,
// refusal, loss or silence can bring the allowed sum above it. A lowered limit makes room once it is acknowledged.
// Where the limit itself falls, a charger comes or restarts, or a safe limit rises, the sum may be above for as long as
// the lowerings take; meanwhile no message raises any charger above its safe limit, whichever limit stands there. A
// charger that has restarted is told nothing here before its safe limit stands again (load-job.rules.ts). A charger
// that draws more than its limit counts with its draw: the others share the rest. Such a charger is told the share it
// would have if it obeyed, and never more than stands there.
import {
  keyOf,
  type Limit,
  type LimitReason,
  type Memory,
  type Plan,
  type PlanCharger,
  type PlanInput,
  type PlannedCharger,
  type Remembered,
  type ShareReason,
} from './load-plan-types.rules.ts'
import { type Shares, sharesOf, usesOf } from './load-shares.rules.ts'
import { TURN_MS, type Turns, turnsOf } from './load-turns.rules.ts'

const sum = (of: readonly number[]): number => of.reduce((a, b) => a + b, 0)
/**
 * Returns a charger's number in the allowed sum: a charger that refuses keeps its former limit, and so does a charger
 * that has restarted and has not yet shown a loss.
 */
function countedOf(c: PlanCharger): number {
  return Math.max(allowedOf(c), c.overdraw ?? 0)
}
function allowedOf(c: PlanCharger): number {
  if (c.isUnlimited && c.beforeRestart !== undefined && c.state !== 'refused') return c.beforeRestart
  if (c.isUnlimited || c.state === 'refused') return mostAllowed(c)
  if (c.state === 'acknowledged') return c.acknowledged?.limit ?? c.safe
  if (c.state !== 'waiting') return c.safe
  return Math.max(c.acknowledged?.limit ?? c.safe, ...c.unanswered.map(u => u.limit))
}
/** Returns the most that may stand at a charger by the limits it was told. */
export const mostAllowed = (charger: PlanCharger): number =>
  Math.max(charger.safe, charger.acknowledged?.limit ?? 0, ...charger.unanswered.map(u => u.limit))
/** Returns the most that a charger may take: the most that may stand there, or a higher draw. */
export const highestStandingLimit = (charger: PlanCharger): number =>
  Math.max(mostAllowed(charger), charger.overdraw ?? 0)

/** Returns the least that may stand at a charger. */
const leastStanding = (c: PlanCharger): number =>
  Math.min(c.acknowledged?.limit ?? c.safe, ...c.unanswered.map(u => u.limit))

/** True for chargers that are told the plan, now or once they have answered; the others keep their limits. */
const canBeTold = (c: PlanCharger): boolean => c.state !== 'refused' && c.state !== 'silent' && !c.isUnlimited
const isFree = (c: PlanCharger): boolean => canBeTold(c) && c.state !== 'waiting'
const obeys = (c: PlanCharger): boolean => c.overdraw === undefined
/** Lowers the safe limit to the charger's rated power. */
const proper = (c: PlanCharger): PlanCharger => ({ ...c, safe: Math.min(c.safe, c.most) })

const isSame = (a: Limit | null, b: Limit): boolean => {
  const ids = new Set([...Object.keys(a?.shares ?? {}), ...Object.keys(b.shares)].map(Number))
  return a?.limit === b.limit && [...ids].every(id => (a.shares[id] ?? 0) === (b.shares[id] ?? 0))
}

type Sharing = { turns: Turns; uses: ReturnType<typeof usesOf>; shares: Shares; safe: number; left: number }
/** Returns how the chargers that can be told a limit share the power that the others leave. */
function sharingOf(
  told: readonly PlanCharger[],
  others: readonly PlanCharger[],
  { limit, memory, now, slack }: PlanInput,
): Sharing {
  const left = limit - sum(others.map(highestStandingLimit))
  const safe = sum(told.map(c => c.safe))
  // Where the safe limits are too much, they are all that is left: nobody has more.
  const toShare = Math.max(left, safe)
  const turns = turnsOf(told, { limit: toShare, memory, now })
  const uses = usesOf(told, { memory, slack, now })
  const caps = new Map([...uses].map(([key, use]) => [key, use.cap]))
  return { turns, uses, safe, left, shares: sharesOf(told, { limit: toShare, granted: turns.granted, caps }) }
}

/** Returns `of`, in which chargers that draw more than their limit have their part of `fair`. */
function withOverdrawn(of: Sharing, fair: Sharing): Sharing {
  const maps = <K, V>(a: ReadonlyMap<K, V>, b: ReadonlyMap<K, V>): ReadonlyMap<K, V> => new Map([...b, ...a])
  const own = new Set(of.shares.shares.keys())
  const foreign = (keys: Iterable<string>) => [...keys].filter(k => !own.has(k))
  const { turns, uses, shares } = of
  return {
    ...of,
    uses: maps(uses, fair.uses),
    turns: {
      ...turns,
      granted: new Set([...turns.granted, ...foreign(fair.turns.granted)]),
      waiting: [...turns.waiting, ...foreign(fair.turns.waiting)],
      hopeless: new Set([...turns.hopeless, ...foreign(fair.turns.hopeless)]),
      turnSince: maps(turns.turnSince, new Map([...fair.turns.turnSince].filter(([k]) => !own.has(k)))),
      tickets: maps(turns.tickets, fair.turns.tickets),
      nextTicket: Math.max(turns.nextTicket, fair.turns.nextTicket),
    },
    shares: {
      ...shares,
      limits: maps(shares.limits, fair.shares.limits),
      shares: maps(shares.shares, fair.shares.shares),
    },
  }
}

/** Returns the wanted limits of a site, and the messages to send now on the way there. */
export function planOf(input: PlanInput): Plan {
  const { limit, memory } = input
  const chargers = input.chargers.map(proper)
  const told = chargers.filter(canBeTold)
  const deaf = chargers.filter(c => !canBeTold(c))
  const fair = sharingOf(told, deaf, input)
  const overdrawn = told.filter(c => !obeys(c))
  const sharing =
    overdrawn.length === 0 ? fair : withOverdrawn(sharingOf(told.filter(obeys), [...deaf, ...overdrawn], input), fair)
  const { turns, uses, shares, safe, left } = sharing
  const exceeds: Plan['exceeds'] = sum(chargers.map(c => c.safe)) > limit ? 'safe' : safe > left ? 'standing' : null
  const caps = new Map([...uses].map(([key, use]) => [key, use.cap]))
  const wanted = new Map(
    told.map(c => {
      const next = limitOf(c, shares)
      return [c.pk, obeys(c) ? next : calm(c, next)]
    }),
  )
  const areUnlimited = chargers.some(c => c.isUnlimited)
  const known = { exceeds, areUnlimited, wanted, shares, turns, caps }
  const { messages, isHeld, atMost } = messagesOf(chargers, { limit, wanted })
  return {
    messages,
    chargers: chargers.map(c => plannedOf(c, { ...known, isHeld: isHeld.has(c.pk) })),
    allowed: sum(chargers.map(countedOf)),
    atMost,
    exceeds,
    memory: rememberedOf(chargers, { memory, turns, uses }),
  }
}

const limitOf = (c: PlanCharger, { limits, shares }: Shares): Limit => ({
  limit: limits.get(c.pk) ?? c.safe,
  shares: Object.fromEntries(
    c.connectors.filter(n => n.wants).map(n => [n.connectorId, shares.get(keyOf(c.pk, n.connectorId)) ?? 0]),
  ),
})

/**
 * Returns the part of a limit that raises nothing; where the standing limit is open, the part that stays within the
 * safe limit or raises nothing.
 */
function calm(c: PlanCharger, next: Limit): Limit {
  const isKnown = c.acknowledged !== null && c.unanswered.length === 0
  const most = isKnown ? leastStanding(c) : Math.max(c.safe, leastStanding(c))
  if (next.limit <= most) return next
  let left = most
  const shares = Object.entries(next.shares).map(([id, share]) => {
    const own = Math.min(share, left)
    left -= own
    return [id, own]
  })
  return { limit: most, shares: Object.fromEntries(shares) }
}

/**
 * Where only the safe limit stands, no connector is told more than its part of it: if another connector cannot go down
 * as far as it is told, the charger would exceed the safe limit.
 */
function level(c: PlanCharger, next: Limit): Limit {
  if (c.acknowledged !== null || c.unanswered.length > 0) return next
  const part = Math.floor(c.safe / Math.max(1, c.connectors.length))
  const shares = Object.entries(next.shares).map(([id, share]) => [id, Math.min(share, part)])
  return { limit: next.limit, shares: Object.fromEntries(shares) }
}

type Sending = { messages: Plan['messages']; isHeld: ReadonlySet<number>; atMost: number }
/**
 * Sends lowerings at once; raises where there is room for the whole raise, the smallest first, so that many begin to
 * charge. While the limits that may stand are above the site's limit, nothing is raised: a charger with an unknown
 * limit is told the least that may stand there.
 */
function messagesOf(
  chargers: readonly PlanCharger[],
  { limit, wanted }: { limit: number; wanted: ReadonlyMap<number, Limit> },
): Sending {
  let atMost = sum(chargers.map(highestStandingLimit))
  const isOver = atMost > limit
  const messages: (Limit & { pk: number })[] = []
  const isHeld = new Set<number>()
  const changes = chargers
    .filter(isFree)
    .map(c => ({ c, next: wanted.get(c.pk) as Limit, rise: (wanted.get(c.pk)?.limit ?? 0) - highestStandingLimit(c) }))
    .filter(({ c, next }) => !isSame(c.acknowledged, next))
    .sort((a, b) => a.rise - b.rise || a.c.pk - b.c.pk)
  for (const { c, next, rise } of changes) {
    const now = isOver ? level(c, calm(c, next)) : next
    if (now !== next && c.acknowledged?.limit === now.limit && c.unanswered.length === 0) isHeld.add(c.pk)
    else if (rise <= 0 || now !== next || atMost + rise <= limit) {
      atMost += now === next ? Math.max(0, rise) : 0
      messages.push({ pk: c.pk, ...now })
    } else isHeld.add(c.pk)
  }
  return { messages, isHeld, atMost }
}

type Known = {
  exceeds: Plan['exceeds']
  /** Some charger of the site is unlimited. */
  areUnlimited: boolean
  isHeld: boolean
  wanted: ReadonlyMap<number, Limit>
  shares: Shares
  turns: Turns
  caps: ReadonlyMap<string, number | null>
}
function plannedOf(c: PlanCharger, known: Known): PlannedCharger {
  const planned = known.wanted.get(c.pk)?.limit ?? highestStandingLimit(c)
  return {
    pk: c.pk,
    planned,
    counted: countedOf(c),
    reason: limitReason(c, { ...known, planned }),
    connectors: c.connectors.map(n => ({
      connectorId: n.connectorId,
      share: known.shares.shares.get(keyOf(c.pk, n.connectorId)) ?? 0,
      reason: shareReason(c, n, known),
    })),
  }
}
function limitReason(
  c: PlanCharger,
  { exceeds, areUnlimited, isHeld, planned }: Known & { planned: number },
): LimitReason {
  if (c.overdraw !== undefined) return { why: 'draws more', draw: c.overdraw, limit: mostAllowed(c) }
  if (c.state === 'silent') return { why: 'does not answer' }
  if (c.state === 'refused') return { why: 'refused' }
  if (c.isUnlimited) return { why: 'unlimited' }
  if (exceeds && areUnlimited) return { why: 'others unlimited' }
  if (exceeds) return { why: exceeds === 'safe' ? 'safe limits exceed the Load Value' : 'no room' }
  if (c.state === 'waiting') return { why: 'waits for the answer', sent: c.unanswered.at(-1)?.limit ?? planned }
  if (isHeld) return { why: 'waits for room', planned }
  return c.connectors.some(n => n.wants) ? { why: 'as planned' } : { why: 'no car' }
}
function shareReason(
  c: PlanCharger,
  n: PlanCharger['connectors'][number],
  { shares, turns, caps }: Known,
): ShareReason {
  const key = keyOf(c.pk, n.connectorId)
  if (!n.wants) return { why: 'no car' }
  if (!canBeTold(c)) return { why: 'not told' }
  if (turns.hopeless.has(key)) return { why: 'too little for this car', least: n.least }
  if (!turns.granted.has(key)) return { why: 'waits for its turn', before: Math.max(0, turns.waiting.indexOf(key)) }
  const since = turns.turnSince.get(key)
  if (since !== undefined) return { why: 'has its turn', until: since + TURN_MS }
  const share = shares.shares.get(key) ?? 0
  const cap = caps.get(key) ?? null
  if (cap !== null && share >= Math.max(n.least, cap)) return { why: 'takes less', draw: n.draw ?? 0 }
  if (n.isOutside && share >= n.most) return { why: 'limited from outside', most: n.most }
  return share >= n.most ? { why: 'at its most' } : { why: 'equal share', cars: turns.granted.size }
}

/**
 * Returns the memory for the next plan, without connectors whose car has gone. A connector of a charger that does not
 * answer keeps its place.
 */
function rememberedOf(
  chargers: readonly PlanCharger[],
  { memory, turns, uses }: { memory: Memory; turns: Turns; uses: ReturnType<typeof usesOf> },
): Memory {
  const connectors: Record<string, Remembered> = {}
  for (const c of chargers)
    for (const n of c.connectors) {
      const key = keyOf(c.pk, n.connectorId)
      const ticket = turns.tickets.get(key) ?? memory.connectors[key]?.ticket
      if (!n.wants || ticket === undefined) continue
      const isGranted = turns.granted.has(key)
      const use = isGranted ? uses.get(key) : undefined
      connectors[key] = {
        lowSince: use?.lowSince ?? null,
        cap: use?.cap ?? null,
        turnSince: turns.turnSince.get(key) ?? null,
        ticket,
        isGranted,
      }
    }
  return { nextTicket: turns.nextTicket, connectors }
}
