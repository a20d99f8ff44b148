// What a charger of a balanced site is told next, beside the limits of the plan: a safe limit before anything else, and what
// stands told anew before it lapses (D-SITE-4).
import {
  LEASE_MS,
  leastStanding,
  RENEW_MS,
  type RunningSession,
  type SentLimit,
  type Standing,
  toldSessions,
} from './load-standing.rules.ts'

/** Somebody tells the charger something, one message after the other. */
export type Job =
  /** It installs the safe limit. join: what others left is cleared first; boot: it is asked first what it still has. */
  { do: 'prepare'; why: 'join' | 'boot' | 'safe'; share: number } | { do: 'limit'; sent: SentLimit }

/** Longer than any of our calls may wait in line and for its answer. */
export const MESSAGE_MS = 100_000
/** Why its safe limit must be installed before it is told anything else; undefined: it stands. */
export function unprepared(s: Standing, share: number) {
  if (s.carrier === null || s.safe.acknowledged === null) return 'join' as const
  if (s.lost !== null) return 'boot' as const
  return s.safe.unanswered.length > 0 || s.safe.told !== share ? ('safe' as const) : undefined
}

/** What was acknowledged may stand or not. */
const open = (s: Standing): Standing['limit'] => ({
  acknowledged: null,
  unanswered: s.limit.acknowledged === null ? s.limit.unanswered : [...s.limit.unanswered, s.limit.acknowledged],
})
/**
 * After a boot that was not reckoned with yet nothing that was told before is certain, and the charger is asked at once,
 * whatever it refused before.
 */
export function booted(s: Standing, bootAt: number | null, now: number): Standing {
  if (s.bootAt === bootAt) return s
  const lost: Standing['lost'] = s.safe.acknowledged === null ? null : { why: 'boot', since: bootAt ?? now }
  return { ...s, bootAt, lost, pause: null, limit: open(s) }
}
/** One that came to its site, or whose site was switched on, since it was told what stands: others may have changed it. */
export function joined(s: Standing, joinedAt: number | null): Standing {
  if (s.joinedAt === joinedAt) return s
  if (s.joinedAt === null) return { ...s, joinedAt }
  return { ...s, joinedAt, lost: null, pause: null, limit: open(s), safe: { ...s.safe, acknowledged: null } }
}

/** Without the pause that a session caused which has ended: a charger restarts, is told a limit, and reports the end only then. */
export function withoutEnded(s: Standing, connectors: readonly RunningSession[]): Standing {
  const id = s.pause?.transactionId
  return id === undefined || connectors.some(n => n.transactionId === id) ? s : { ...s, pause: null }
}

/** Its connectors may have been told different limits: one is to be told to all of them that raises none. */
export const isMixed = (s: Standing, connectorCount: number): boolean =>
  s.limit.unanswered.length > 0 && s.carrier !== 'station' && connectorCount > 1
export const unmixed = (s: Standing, now: number): SentLimit => ({ ...leastStanding(s), lapsesAt: now + LEASE_MS })

/** Its limit lapses soon. */
export const lapsesSoon = (s: Standing, now: number): boolean =>
  s.limit.acknowledged !== null && s.limit.acknowledged.lapsesAt - now < RENEW_MS
export const renewed = (l: SentLimit, now: number): SentLimit => ({ ...l, lapsesAt: now + LEASE_MS })

const SILENT_MS = 30_000
const REFUSED_MS = 60_000
const LONGEST_MS = 15 * 60_000
/** When it is asked again: of silence soon, of refusals later and later. */
export function paused(s: Standing, kind: 'refused' | 'silent', now: number, note: string | null = null): Standing {
  const count = s.pause?.kind === kind ? s.pause.count + 1 : 0
  const ms = kind === 'silent' ? SILENT_MS : Math.min(LONGEST_MS, REFUSED_MS * 2 ** Math.min(count, 8))
  return { ...s, pause: { kind, until: now + ms, count, note } }
}
/** Without what was sent and is known not to stand. */
export const withdrawn = (s: Standing, sent: SentLimit): Standing => ({
  ...s,
  limit: { ...s.limit, unanswered: s.limit.unanswered.filter(l => !isSent(l, sent)) },
})
/**
 * After a limit was taken. Where a session began meanwhile, that may keep to what stood when it began: the former limits are
 * reckoned with until it has been told its own.
 */
export function acknowledged(s: Standing, sent: SentLimit, running: readonly RunningSession[] = []): Standing {
  const own = Object.entries(toldSessions(s, running))
  const isWhole = own.every(([id, transactionId]) => sent.sessions?.[Number(id)] === transactionId)
  const former = [s.limit.acknowledged, ...s.limit.unanswered].flatMap(l => (l && !isSent(l, sent) ? [l] : []))
  return { ...s, limit: { acknowledged: sent, unanswered: isWhole ? [] : former }, pause: null }
}
export const isSent = (a: SentLimit, b: SentLimit): boolean =>
  a.lapsesAt === b.lapsesAt && JSON.stringify(a.values) === JSON.stringify(b.values)
/** A profile of its own may stand for a session, by any other limit than the one that is being sent. */
export const hasOwnProfile = (
  s: Standing,
  sent: SentLimit,
  { connectorId, transactionId }: { connectorId: number; transactionId: number },
): boolean =>
  !s.refusedSessions.includes(transactionId) &&
  [s.limit.acknowledged, ...s.limit.unanswered].some(
    l => l?.sessions?.[connectorId] === transactionId && !isSent(l, sent),
  )
