// Planned maintenance: which times are allowed, what may be changed once it runs, and what a charger is to be told at both
// ends (MAINT-01). A connector that a person had taken out of service, or has taken out since, stays out.
import { dayMs } from '@wattdesk/base/time'
import {
  AFTER_START,
  FARTHEST_DAYS,
  LONGEST_DAYS,
  type MaintenanceState,
  NOW_MS,
  type StepKind,
  type StepState,
} from './maintenance.words.ts'

/** Errors by field. */
export type Faults = Readonly<Record<string, string>>
type Times = { startsAt: Date; endsAt: Date }

/** A start of the last two minutes is now. */
export const beganNow = (startsAt: Date, now: Date): Date =>
  startsAt < now && now.getTime() - startsAt.getTime() <= NOW_MS ? now : startsAt

/** What is wrong with the times of a maintenance; `hasBegun`: its start stays and is not judged. */
export function timeFaults({ startsAt, endsAt }: Times, now: Date, { hasBegun = false } = {}): Faults {
  if (!hasBegun && startsAt < now) return { starts_at: 'Must not be in the past' }
  if (!hasBegun && startsAt.getTime() > now.getTime() + FARTHEST_DAYS * dayMs)
    return { starts_at: 'Must be within the next two years' }
  if (endsAt <= startsAt) return { ends_at: AFTER_START }
  if (endsAt <= now) return { ends_at: 'Must not be in the past' }
  if (endsAt.getTime() - startsAt.getTime() > LONGEST_DAYS * dayMs)
    return { ends_at: `At most ${LONGEST_DAYS} days after the start` }
  return {}
}

type Fixed = { startsAt: Date; setsInoperative: boolean }
/** What may no longer be changed of a maintenance that runs: its chargers have been told already. */
export function runningFaults(before: Fixed, after: Fixed, sameChargers: boolean): Faults {
  const faults: Record<string, string> = {}
  if (before.startsAt.getTime() !== after.startsAt.getTime()) faults.starts_at = 'It has begun: the start stays'
  if (before.setsInoperative !== after.setsInoperative) faults.sets_inoperative = 'It has begun: this stays'
  if (!sameChargers)
    faults.chargers = 'It has begun: its charge points stay. Plan another one for further charge points.'
  return faults
}

/** Why a maintenance in this state can no longer be changed, cancelled or ended; undefined where it can. */
export const endRefusal = (state: MaintenanceState, deed: 'change' | 'cancel' | 'end'): string | undefined => {
  if (state === 'Ended') return 'The maintenance has ended'
  if (state === 'Cancelled') return 'The maintenance was cancelled'
  if (deed === 'cancel' && state === 'Running') return 'The maintenance has begun: end it instead'
  if (deed === 'end' && state === 'Planned') return 'The maintenance has not begun: cancel it instead'
  return undefined
}

export type Step = { number: number; state: StepState; note: string | null }
export type AtStart = {
  byHand: boolean
  wholeStatus: string | null
  connectors: readonly { connectorId: number; status: string | null }[]
  /** Connectors that an earlier maintenance has taken out and not told of its end. */
  ours: readonly number[]
}
const LEFT_BEFORE = 'Out of service before the maintenance'
const TAKEN_OVER = 'Out of service since the maintenance before'
const LEFT_SINCE = 'A person has taken it out of service since'
export const GOES_ON = 'The next maintenance has begun'

/** What a charger is told at the start, connector by connector; a charger without known connectors as a whole. */
export function stepsOut({ byHand, wholeStatus, connectors, ours }: AtStart): Step[] {
  const numbers = connectors.length > 0 ? connectors : [{ connectorId: 0, status: wholeStatus }]
  const isWholeOut = byHand || (wholeStatus === 'Unavailable' && ours.length === 0)
  return numbers.map(({ connectorId: number, status }): Step => {
    if (ours.includes(number) && !byHand) return { number, state: 'accepted', note: TAKEN_OVER }
    if (isWholeOut || status === 'Unavailable') return { number, state: 'left', note: LEFT_BEFORE }
    return { number, state: 'pending', note: null }
  })
}

type Told = { number: number; state: StepState; tries: number }
export type AtEnd = {
  byHand: boolean
  /** Connectors, 0 for all, that a person has taken out since the start. */
  personOut: readonly number[]
  /** Connectors that another maintenance, which has begun, keeps out. */
  keptOut: readonly number[]
}
/** A charger may have taken what it was told, even where it never answered. */
const mayBeOut = ({ state, tries }: Told): boolean =>
  state === 'accepted' || state === 'scheduled' || ((state === 'sent' || state === 'pending') && tries > 0)

/** What a charger is told at the end: Operative for each connector that the maintenance took out, and no other. */
export const stepsBack = (out: readonly Told[], { byHand, personOut, keptOut }: AtEnd): Step[] =>
  out.filter(mayBeOut).map(({ number }): Step => {
    if (byHand || personOut.includes(0) || personOut.includes(number))
      return { number, state: 'left', note: LEFT_SINCE }
    if (keptOut.includes(number)) return { number, state: 'skipped', note: GOES_ON }
    return { number, state: 'pending', note: null }
  })

type Shown = Pick<Step, 'number' | 'state' | 'note'> & {
  what: StepKind
  isConnected: boolean
  /** How the charge point names the connector, where by its EVSE: 'EVSE 2'. */
  evse: string | null
}
const WORDS: Readonly<Record<StepState, string>> = {
  pending: 'Waits for the charge point',
  sent: 'Sent, no answer yet',
  accepted: 'Accepted',
  scheduled: 'Scheduled: a session runs',
  rejected: 'Rejected',
  left: '',
  skipped: '',
}
/** A reservation is cancelled here whatever the charge point answers: a charge point that has none refuses to cancel it. */
const RESERVATION_WORDS: Readonly<Record<StepState, string>> = {
  pending: 'Cancelled, the charge point is not told yet',
  sent: 'Cancelled, the charge point has not answered yet',
  accepted: 'Cancelled',
  scheduled: 'Cancelled',
  rejected: 'Cancelled, the charge point no longer kept it',
  left: '',
  skipped: '',
}
const nameOf = (what: StepKind, steps: readonly Shown[]): string => {
  const numbers = steps.map(s => s.number)
  if (what !== 'reservation' && numbers.every(n => n === 0)) return 'Charge Point'
  if (steps.some(s => s.evse !== null)) return steps.map(s => s.evse ?? `Connector ${s.number}`).join('; ')
  const noun = what === 'reservation' ? 'Reservation' : 'Connector'
  return `${noun}${numbers.length > 1 ? 's' : ''} ${numbers.join(', ')}`
}
function wordOf({ what, state, note, isConnected }: Shown): string {
  if (what === 'reservation') return RESERVATION_WORDS[state]
  const word = state === 'pending' && !isConnected ? 'Waits: the charge point is offline' : WORDS[state]
  return [word, note === word ? null : note].filter(Boolean).join(', ')
}
/** How steps stand, in words, those that stand alike together: 'Connectors 1, 2: Accepted', 'EVSE 1; EVSE 2: Accepted'. */
export function stepTexts(steps: readonly Shown[]): string[] {
  const alike = Map.groupBy(steps, s => `${s.what === 'reservation'} ${wordOf(s)}`)
  return [...alike.values()].map(([first, ...others]) => {
    if (!first) return ''
    return `${nameOf(first.what, [first, ...others])}: ${wordOf(first)}`
  })
}
/** Told again after 2, 4, 8, 16 minutes and from then on every 30 minutes. */
export const pauseMs = (tries: number): number => Math.min(2 ** tries, 30) * 60_000
