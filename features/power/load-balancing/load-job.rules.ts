// The next message to a charger of a balanced site, beside the limits of the plan: a safe limit before anything else,
// and limits sent again before they lapse (D-SITE-4).
import {
  LEASE_MS,
  type LoadStanding,
  lowestStandingLimit,
  RENEW_MS,
  type RunningSession,
  type SentLimit,
  toldSessions,
} from './load-standing.rules.ts'

/** Work on a charger, one message after the other. */
export type Job =
  /**
   * Installs the safe limit. join: profiles of others are cleared first; boot: the charger first reads its limits back.
   */
  { do: 'prepare'; why: 'join' | 'boot' | 'safe'; share: number } | { do: 'limit'; sent: SentLimit }

/** Longer than any of our calls may wait in line and for its answer. */
export const MESSAGE_MS = 100_000
/** Returns why the charger needs its safe limit before any other message; undefined where the safe limit stands. */
export function unprepared(s: LoadStanding, share: number) {
  if (s.carrier === null || s.safe.acknowledged === null) return 'join' as const
  if (s.lost !== null) return 'boot' as const
  return s.safe.unanswered.length > 0 || s.safe.told !== share ? ('safe' as const) : undefined
}

/** Returns the limits with the acknowledged one as uncertain as those without an answer. */
const open = (s: LoadStanding): LoadStanding['limit'] => ({
  acknowledged: null,
  unanswered: s.limit.acknowledged === null ? s.limit.unanswered : [...s.limit.unanswered, s.limit.acknowledged],
})
/**
 * Returns the standing after a boot that was not taken into account yet: no earlier limit is certain, and the charger
 * is asked at once, even if it refused before.
 */
export function booted(s: LoadStanding, bootAt: number | null, now: number): LoadStanding {
  if (s.bootAt === bootAt) return s
  const lost: LoadStanding['lost'] = s.safe.acknowledged === null ? null : { why: 'boot', since: bootAt ?? now }
  return { ...s, bootAt, lost, pause: null, limit: open(s) }
}
/**
 * Returns the standing of a charger that has come to its site, or whose site was switched on, since its limits were
 * sent: others may have changed them.
 */
export function joined(s: LoadStanding, joinedAt: number | null): LoadStanding {
  if (s.joinedAt === joinedAt) return s
  if (s.joinedAt === null) return { ...s, joinedAt }
  return { ...s, joinedAt, lost: null, pause: null, limit: open(s), safe: { ...s.safe, acknowledged: null } }
}

/**
 * Drops a pause caused by a session that has ended: a charger may restart, take a limit, and report the end only then.
 */
export function withoutEnded(s: LoadStanding, connectors: readonly RunningSession[]): LoadStanding {
  const id = s.pause?.transactionId
  return id === undefined || connectors.some(n => n.transactionId === id) ? s : { ...s, pause: null }
}

/** The connectors may have been told different limits: they need one message each that raises none of them. */
export const isMixed = (s: LoadStanding, connectorCount: number): boolean =>
  s.limit.unanswered.length > 0 && s.carrier !== 'station' && connectorCount > 1
export const unmixed = (s: LoadStanding, now: number): SentLimit => ({
  ...lowestStandingLimit(s),
  lapsesAt: now + LEASE_MS,
})

/** True where the acknowledged limit lapses soon. */
export const lapsesSoon = (s: LoadStanding, now: number): boolean =>
  s.limit.acknowledged !== null && s.limit.acknowledged.lapsesAt - now < RENEW_MS
export const renewed = (l: SentLimit, now: number): SentLimit => ({ ...l, lapsesAt: now + LEASE_MS })

const SILENT_MS = 30_000
const REFUSED_MS = 60_000
const LONGEST_MS = 15 * 60_000
/** Sets when the charger is asked again: soon after silence, later and later after refusals. */
export function paused(
  s: LoadStanding,
  kind: 'refused' | 'silent',
  now: number,
  note: string | null = null,
): LoadStanding {
  const count = s.pause?.kind === kind ? s.pause.count + 1 : 0
  const ms = kind === 'silent' ? SILENT_MS : Math.min(LONGEST_MS, REFUSED_MS * 2 ** Math.min(count, 8))
  return { ...s, pause: { kind, until: now + ms, count, note } }
}
/** Removes a sent limit that is known not to stand. */
export const withdrawn = (s: LoadStanding, sent: SentLimit): LoadStanding => ({
  ...s,
  limit: { ...s.limit, unanswered: s.limit.unanswered.filter(l => !isSent(l, sent)) },
})
/**
 * Returns the standing after a limit was taken. A session that began meanwhile may keep to the limits of its beginning:
 * the former limits count until the session has been told its own limit.
 */
export function acknowledged(s: LoadStanding, sent: SentLimit, running: readonly RunningSession[] = []): LoadStanding {
  const own = Object.entries(toldSessions(s, running))
  const isWhole = own.every(([id, transactionId]) => sent.sessions?.[Number(id)] === transactionId)
  const former = [s.limit.acknowledged, ...s.limit.unanswered].flatMap(l => (l && !isSent(l, sent) ? [l] : []))
  return { ...s, limit: { acknowledged: sent, unanswered: isWhole ? [] : former }, pause: null }
}
const isSent = (a: SentLimit, b: SentLimit): boolean =>
  a.lapsesAt === b.lapsesAt && JSON.stringify(a.values) === JSON.stringify(b.values)
/** True where the session may have a profile of its own with another limit than the one being sent. */
export const hasOwnProfile = (
  s: LoadStanding,
  sent: SentLimit,
  { connectorId, transactionId }: { connectorId: number; transactionId: number },
): boolean =>
  !s.refusedSessions.includes(transactionId) &&
  [s.limit.acknowledged, ...s.limit.unanswered].some(
    l => l?.sessions?.[connectorId] === transactionId && !isSent(l, sent),
  )
