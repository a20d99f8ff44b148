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
export const LONGEST_CALL_MS = 100_000
/** Returns why the charger needs its safe limit before any other message; undefined where the safe limit stands. */
export function unprepared(standing: LoadStanding, share: number) {
  if (standing.carrier === null || standing.safe.acknowledged === null) return 'join' as const
  if (standing.lost !== null) return 'boot' as const
  return standing.safe.unanswered.length > 0 || standing.safe.told !== share ? ('safe' as const) : undefined
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
export function booted(standing: LoadStanding, bootAt: number | null, now: number): LoadStanding {
  if (standing.bootAt === bootAt) return standing
  const lost: LoadStanding['lost'] = standing.safe.acknowledged === null ? null : { why: 'boot', since: bootAt ?? now }
  return { ...standing, bootAt, lost, pause: null, limit: open(standing) }
}
/**
 * Returns the standing of a charger that has come to its site, or whose site was switched on, since its limits were
 * sent: others may have changed them.
 */
export function joined(standing: LoadStanding, joinedAt: number | null): LoadStanding {
  if (standing.joinedAt === joinedAt) return standing
  if (standing.joinedAt === null) return { ...standing, joinedAt }
  return {
    ...standing,
    joinedAt,
    lost: null,
    pause: null,
    limit: open(standing),
    safe: { ...standing.safe, acknowledged: null },
  }
}

/**
 * Drops a pause caused by a session that has ended: a charger may restart, take a limit, and report the end only then.
 */
export function withoutEnded(standing: LoadStanding, connectors: readonly RunningSession[]): LoadStanding {
  const id = standing.pause?.transactionId
  return id === undefined || connectors.some(n => n.transactionId === id) ? standing : { ...standing, pause: null }
}

/** The connectors may have been told different limits: they need one message each that raises none of them. */
export const isMixed = (standing: LoadStanding, connectorCount: number): boolean =>
  standing.limit.unanswered.length > 0 && standing.carrier !== 'station' && connectorCount > 1
export const unmixed = (standing: LoadStanding, now: number): SentLimit => ({
  ...lowestStandingLimit(standing),
  lapsesAt: now + LEASE_MS,
})

/** True where the acknowledged limit lapses soon. */
export const lapsesSoon = (standing: LoadStanding, now: number): boolean =>
  standing.limit.acknowledged !== null && standing.limit.acknowledged.lapsesAt - now < RENEW_MS
export const renewed = (limit: SentLimit, now: number): SentLimit => ({ ...limit, lapsesAt: now + LEASE_MS })

const SILENT_MS = 30_000
const REFUSED_MS = 60_000
const LONGEST_MS = 15 * 60_000
/** Sets when the charger is asked again: soon after silence, later and later after refusals. */
export function paused(
  standing: LoadStanding,
  kind: 'refused' | 'silent',
  now: number,
  note: string | null = null,
): LoadStanding {
  const count = standing.pause?.kind === kind ? standing.pause.count + 1 : 0
  const ms = kind === 'silent' ? SILENT_MS : Math.min(LONGEST_MS, REFUSED_MS * 2 ** Math.min(count, 8))
  return { ...standing, pause: { kind, until: now + ms, count, note } }
}
/** Removes a sent limit that is known not to stand. */
export const withdrawn = (standing: LoadStanding, sent: SentLimit): LoadStanding => ({
  ...standing,
  limit: { ...standing.limit, unanswered: standing.limit.unanswered.filter(l => !isSent(l, sent)) },
})
/**
 * Returns the standing after a limit was taken. A session that began meanwhile may keep to the limits of its beginning:
 * the former limits count until the session has been told its own limit.
 */
export function acknowledged(
  standing: LoadStanding,
  sent: SentLimit,
  running: readonly RunningSession[] = [],
): LoadStanding {
  const own = Object.entries(toldSessions(standing, running))
  const isWhole = own.every(([id, transactionId]) => sent.sessions?.[Number(id)] === transactionId)
  const former = [standing.limit.acknowledged, ...standing.limit.unanswered].flatMap(l =>
    l && !isSent(l, sent) ? [l] : [],
  )
  return { ...standing, limit: { acknowledged: sent, unanswered: isWhole ? [] : former }, pause: null }
}
const isSent = (a: SentLimit, b: SentLimit): boolean =>
  a.lapsesAt === b.lapsesAt && JSON.stringify(a.values) === JSON.stringify(b.values)
/** True where the session may have a profile of its own with another limit than the one being sent. */
export const hasOwnProfile = (
  standing: LoadStanding,
  sent: SentLimit,
  { connectorId, transactionId }: { connectorId: number; transactionId: number },
): boolean =>
  !standing.refusedSessions.includes(transactionId) &&
  [standing.limit.acknowledged, ...standing.limit.unanswered].some(
    l => l?.sessions?.[connectorId] === transactionId && !isSent(l, sent),
  )
