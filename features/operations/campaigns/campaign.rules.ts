// How a charger goes through a campaign, and a campaign through its waves (CAMP-03, CAMP-04). Everything follows from what is
// stored: the state of the charger in the campaign, and what is known of it since it was sent.

import { progressOf } from '#control/remote-operations/progress.rules.ts'
import { FAILED_ON_THE_WAY } from '#control/remote-operations/remote-operation.rules.ts'
import { isSameVersion } from '#operations/firmware/firmware.words.ts'
import type { ChargerState } from './campaign.words.ts'

/** In these states the update is in the hands of the charger. */
export const ACTIVE = ['Sent', 'Downloading', 'Downloaded', 'Installing', 'Installed'] as const satisfies ChargerState[]
const isActive = (state: ChargerState): boolean => (ACTIVE as readonly string[]).includes(state)

/** A charger is sent again so long after a failure. */
const RETRY_MINUTES = 5
/** A charger that could not be reached is tried again after this. */
export const REACH_MINUTES = 1
/** How long a charger may take to say how far it is, once it was asked. */
const TELL_MINUTES = 5
/** So long after Installed a charger that has not started is asked for its boot. */
const BOOT_MINUTES = 2

/** The refusal of an update that was about to go out when a session began. */
export const SESSION_BEGAN = 'A session has begun'
const NOT_GONE_OUT = 'The request did not go out'
const IMPOSSIBLE = ['NotSupported', 'NotImplemented']

export type Progress = {
  state: ChargerState
  /** Counted from 1 once the charger was sent. */
  attempt: number
  stateAt: Date
  /** When the charger was asked how far it is, since it was sent. */
  askedAt: Date | null
  hasRestarted: boolean
  /** Its operation ended without having gone out, as far as anybody knows: the server ended in the middle. */
  isLost: boolean
  /** It answered its operation with this error, which leaves open whether it updates. */
  error: string | null
  /** Since when the charger has its present connection; null: it has none. */
  connectedAt: Date | null
}
export type Fact = { at: Date } & (
  | { kind: 'answer'; is: 'refused' | 'impossible' | 'not sent' | 'session'; text: string }
  | { kind: 'status'; status: string }
  | { kind: 'boot'; version: string | null }
  | { kind: 'fetched' }
)
export type UpdateSetting = { version: string; retries: number; stepMinutes: number }
export type Turn = {
  state: ChargerState
  reason: string | null
  /** Not sent again before this. */
  nextAt?: Date
  /** The attempt did not reach the charger and does not count. */
  isUncounted?: true
}
/** A turn, and whether to ask the charger how far it is. */
export type Outcome = { turn?: Turn; asks?: 'status' | 'boot' }

const later = (at: Date, minutes: number): Date => new Date(at.getTime() + minutes * 60_000)
const NOTHING: Outcome = {}
const go = (state: ChargerState, reason: string | null = null): Outcome => ({ turn: { state, reason } })
/** A failure after which the charger is surely not at it any more: it is sent again while attempts are left. */
export function failed(at: Date, attempt: number, retries: number, reason: string): Turn {
  return attempt > retries
    ? { state: 'Given up', reason }
    : { state: 'Failed', reason, nextAt: later(at, RETRY_MINUTES) }
}

/** The states that statuses of an update stand for (OCPP 1.6 section 7.25 and the security white paper). */
const REACHED: Readonly<Record<string, ChargerState>> = {
  DownloadScheduled: 'Sent',
  Downloading: 'Downloading',
  DownloadPaused: 'Downloading',
  Downloaded: 'Downloaded',
  SignatureVerified: 'Downloaded',
  InstallScheduled: 'Downloaded',
  Installing: 'Installing',
  InstallRebooting: 'Installing',
  Installed: 'Installed',
}
/** A sentence about an update, after the error with which the charger answered, if it did. */
const afterError = ({ error }: Progress, text: string): string =>
  error === null ? text : `Answered with the error ${error}, and ${text.charAt(0).toLowerCase()}${text.slice(1)}`
const placeOf = (state: ChargerState): number => (ACTIVE as readonly string[]).indexOf(state)

function afterStatus(p: Progress, at: Date, status: string, s: UpdateSetting): Outcome {
  const isTrying = isActive(p.state)
  if (status === 'Idle') {
    const isAnswer = p.askedAt !== null && at >= p.askedAt
    if (!isTrying || p.state === 'Installed' || !(isAnswer || p.hasRestarted)) return NOTHING
    if (p.state === 'Sent' && p.isLost) return { turn: { state: 'Queued', reason: NOT_GONE_OUT, isUncounted: true } }
    const reason = p.hasRestarted
      ? 'Restarted during the update and gave it up'
      : afterError(p, 'Says that no update is going on')
    return { turn: failed(at, p.attempt, s.retries, reason) }
  }
  const { is, text } = progressOf(status)
  if (is === 'failed') return isTrying ? { turn: failed(at, p.attempt, s.retries, `${status}: ${text}`) } : NOTHING
  const reached = REACHED[status]
  if (!reached) return NOTHING
  // A charger that failed begins anew by itself; its end is told by its next boot.
  if (p.state === 'Failed') return reached === 'Sent' || reached === 'Installed' ? NOTHING : go(reached)
  return isTrying && placeOf(reached) > placeOf(p.state) ? go(reached) : NOTHING
}

function afterBoot(p: Progress, at: Date, version: string | null, s: UpdateSetting): Outcome {
  if (p.attempt > 0 && isSameVersion(version, s.version)) return go('Verified')
  if (!isActive(p.state)) return NOTHING
  if (p.state !== 'Installing' && p.state !== 'Installed') return { asks: 'status' }
  const told = version ? `with version ${version}` : 'without telling a version'
  return { turn: failed(at, p.attempt, s.retries, `Started ${told}, not with ${s.version}`) }
}

/** What a fact does to a charger that was sent. */
export function afterFact(p: Progress, f: Fact, s: UpdateSetting): Outcome {
  switch (f.kind) {
    case 'status':
      return afterStatus(p, f.at, f.status, s)
    case 'boot':
      return afterBoot(p, f.at, f.version, s)
    case 'fetched':
      return p.state === 'Sent' ? go('Downloading') : NOTHING
    case 'answer':
      if (p.state !== 'Sent') return NOTHING
      if (f.is === 'impossible') return go('Given up', f.text)
      if (f.is === 'refused') return { turn: failed(f.at, p.attempt, s.retries, f.text) }
      if (f.is === 'session') return { turn: { state: 'Waiting for session', reason: f.text, isUncounted: true } }
      return { turn: { state: 'Queued', reason: f.text, nextAt: later(f.at, REACH_MINUTES), isUncounted: true } }
  }
}

/** An installation restarts the charger: its boot tells then. */
const BEFORE_INSTALLING: readonly ChargerState[] = ['Sent', 'Downloading', 'Downloaded']
const STUCK: Readonly<Record<(typeof ACTIVE)[number], string>> = {
  Sent: 'No word of the update',
  Downloading: 'Still downloading',
  Downloaded: 'Downloaded and not installed',
  Installing: 'Still installing',
  Installed: 'Installed, and not started with the new version',
}
/**
 * What time does to a charger that stays in a state for too long: it is asked how far it is, and then given up. It is not sent
 * again, for it may still be at it.
 */
export function afterTime(p: Progress, now: Date, s: UpdateSetting): Outcome {
  if (!isActive(p.state)) return NOTHING
  const isAsked = p.askedAt !== null && p.askedAt >= p.stateAt
  if (p.state === 'Installed' && !isAsked && now >= later(p.stateAt, Math.min(BOOT_MINUTES, s.stepMinutes)))
    return { asks: 'boot' }
  if (p.state === 'Sent' && (p.isLost || p.error !== null) && !isAsked) return { asks: 'status' }
  // What it told while the connection was away is lost.
  const isBack = p.connectedAt !== null && p.connectedAt > (p.askedAt ?? p.stateAt) && p.connectedAt > p.stateAt
  if (isBack && BEFORE_INSTALLING.includes(p.state)) return { asks: 'status' }
  if (now < later(p.stateAt, s.stepMinutes)) return NOTHING
  if (!isAsked) return { asks: 'status' }
  if (now < later(p.askedAt as Date, TELL_MINUTES)) return NOTHING
  const minutes = Math.round((now.getTime() - p.stateAt.getTime()) / 60_000)
  const stuck = STUCK[p.state as (typeof ACTIVE)[number]]
  const text = p.state === 'Sent' ? afterError(p, stuck) : stuck
  return go('Given up', `${text} after ${minutes.toLocaleString('en-IN')} minutes`)
}

export type TaskEnd = {
  state: 'queued' | 'sent' | 'done' | 'failed' | 'timeout'
  response: string | null
  error: string | null
  details: unknown
  sentAt: Date | null
  endedAt: Date | null
}
/** The error after which nobody knows whether the charger has taken the operation; null: there is none. */
export function openError({ details, error }: Pick<TaskEnd, 'details' | 'error'>): string | null {
  const { errorCode: code } = (details ?? {}) as { errorCode?: string }
  if (code === undefined || !FAILED_ON_THE_WAY.includes(code)) return null
  return error === null || error === code ? code : `${code} (${error})`
}

/**
 * What the end of an operation says. Undefined: it is not over, or went well, or nobody knows whether the charger has it; then
 * its next status or boot tells.
 */
export function answerOf(t: TaskEnd): Fact | undefined {
  if (t.endedAt === null || t.state !== 'failed') return undefined
  const at = t.endedAt
  const text = t.error ?? 'Refused'
  const { errorCode: code } = (t.details ?? {}) as { errorCode?: string }
  if (code !== undefined) {
    if (IMPOSSIBLE.includes(code))
      return { kind: 'answer', at, is: 'impossible', text: `Cannot do this update: ${text}` }
    return FAILED_ON_THE_WAY.includes(code)
      ? undefined
      : { kind: 'answer', at, is: 'refused', text: `Refused: ${text}` }
  }
  if (t.response !== null) return { kind: 'answer', at, is: 'refused', text: `Refused: ${t.response}` }
  if (text === SESSION_BEGAN) return { kind: 'answer', at, is: 'session', text }
  return { kind: 'answer', at, is: 'not sent', text }
}
