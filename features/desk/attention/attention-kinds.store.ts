// The kinds of items in the panel "Needs attention"; each line of this table is a line on the dashboard. A kind has
// the required right, a count, words, and the next step with a link to a list of as many rows as the line counts.
import type { Right } from '@wattdesk/base/access'
import type { Condition, Filters } from '@wattdesk/base/filters'
import { chargersPath } from '#fleet/chargers/chargers-path.rules.ts'
import { MANY_CONNECTS, type Trouble } from '#fleet/chargers/trouble.rules.ts'
import { BEYOND_S } from '#fleet/stations/clock.rules.ts'
import { refusalStep, refusalsStep } from '#fleet/stations/refusal.rules.ts'
import type { Db } from '#platform/db/db.ts'
import type { Scope } from '#platform/db/scope.ts'
import type { AttentionItem } from './attention.contract.ts'
import { earliest, type Loss, lossOf } from './attention.rules.ts'
import * as store from './attention.store.ts'

/** The arguments of a kind's count. `scope`: the teams in which the reader has the right of the kind. */
type Look = {
  db: Db
  now: Date
  /** The time zone of business days. */
  zone: string
  scope: Scope
  /** All chargers in trouble, read once for all kinds that part them. */
  troubled: () => Promise<readonly store.Troubled[]>
}
/** `title` and `step`: the words, where they depend on the rows found. */
export type AttentionFinding = store.Counted & { loss?: Loss | undefined } & Partial<Worded>
type Worded = { title: string; step: string }
export type Kind = Pick<AttentionItem, 'kind' | 'tone' | 'step' | 'to'> & {
  right: Right
  /** The kind of the catalogue of alerts that judges the same: both count the same rows. */
  alert: string
  /** After so many hours the product decides. */
  dueHours?: number
  /** The words for one row, and for several. */
  title: readonly [string, string]
  look: (l: Look) => Promise<AttentionFinding>
}

const chargers = (combine: Filters['combine'], ...conditions: Condition[]): string => chargersPath(conditions, combine)
const inTrouble = (value: Trouble): string => chargers('AND', { field: 'trouble', operator: 'equals', value })
const inAnyOf = (troubles: readonly Trouble[]): string =>
  chargers('OR', ...troubles.map(value => ({ field: 'trouble', operator: 'equals' as const, value })))

const ofTrouble =
  (trouble: Trouble | readonly Trouble[], worded?: (of: readonly store.Troubled[]) => Partial<Worded>): Kind['look'] =>
  async l => {
    const of = (await l.troubled()).filter(t => [trouble].flat().includes(t.trouble))
    return {
      count: of.length,
      since: earliest(of.map(t => t.since)),
      loss: lossOf(of, l.now),
      ...worded?.(of),
    }
  }
const chargePoints = (n: number): string => (n === 1 ? 'charge point' : 'charge points')
const atSites = (of: readonly store.Troubled[]): Partial<Worded> => {
  const sites = new Set(of.map(t => t.siteId)).size
  const title = `${chargePoints(of.length)} dropped together at ${sites} ${sites === 1 ? 'site' : 'sites'}`
  return { title }
}

const AWAY = ['Offline', 'Connection refused'] as const satisfies readonly Trouble[]
const POWER_AND_SIM = 'Check power and SIM'
/** Chargers that are refused beside silent ones ask for a step of their own: both are said. */
const withRefused = (of: readonly store.Troubled[]): Partial<Worded> => {
  const reasons = of.flatMap(t => (t.trouble === 'Connection refused' ? [t.refused ?? ''] : []))
  const n = reasons.length
  if (n === 0) return {}
  const step = n === 1 ? refusalStep(reasons[0] ?? '').text : refusalsStep(reasons)
  if (n === of.length)
    return {
      title: n === 1 ? 'charge point tries to connect and is refused' : 'charge points try to connect and are refused',
      step,
    }
  return {
    title: `${chargePoints(of.length)} offline, ${n} of them refused`,
    step: `${POWER_AND_SIM}; of the refused ${n === 1 ? 'one' : 'ones'}: ${step[0]?.toLowerCase()}${step.slice(1)}`,
  }
}

const FAULTS = ['Out of service by a fault', 'Connector faulted'] as const satisfies readonly Trouble[]
const withFaults = (of: readonly store.Troubled[]): Partial<Worded> => {
  const out = of.filter(t => t.trouble === 'Out of service by a fault').length
  const them = chargePoints(of.length)
  if (out === 0) return { title: `${them} with a faulted connector` }
  return {
    title:
      out === of.length ? `${them} out of service by a fault` : `${them} with a fault, ${out} of them out of service`,
  }
}

/** The order here is that of items without an estimate. */
export const KINDS: readonly Kind[] = [
  {
    kind: 'site-down',
    alert: 'site-outage',
    right: 'ChargerPoint.view',
    tone: 'fault',
    title: ['charge point dropped with its site', 'charge points dropped with their site'],
    step: 'Check power and network',
    to: inTrouble('Site down'),
    look: ofTrouble('Site down', atSites),
  },
  {
    kind: 'offline',
    alert: 'charger-offline',
    right: 'ChargerPoint.view',
    tone: 'offline',
    title: ['charge point offline', 'charge points offline'],
    step: POWER_AND_SIM,
    to: inAnyOf(AWAY),
    look: ofTrouble(AWAY, withRefused),
  },
  {
    kind: 'out-of-service',
    alert: 'charger-out-of-service',
    right: 'ChargerPoint.view',
    tone: 'fault',
    title: ['charge point out of service', 'charge points out of service'],
    step: 'Reset, or send a technician',
    to: inTrouble('Out of service'),
    look: ofTrouble('Out of service'),
  },
  {
    kind: 'connector-faulted',
    alert: 'connector-faulted',
    right: 'ChargerPoint.view',
    tone: 'fault',
    title: ['charge point with a fault', 'charge points with a fault'],
    step: 'Read the error, then reset',
    to: inAnyOf(FAULTS),
    look: ofTrouble(FAULTS, withFaults),
  },
  {
    kind: 'overdrawn-limits',
    alert: 'charger-overdrawn',
    right: 'ChargerPoint.view',
    tone: 'fault',
    title: ['charge point draws more than its limit', 'charge points draw more than their limits'],
    step: 'Stop its session, check its load management',
    to: chargers('AND', { field: 'overdrawPercent', operator: 'greaterThan', value: 0 }),
    look: l => store.overdrawn(l.db, l.scope),
  },
  {
    kind: 'security-events',
    alert: 'security-event',
    right: 'ChargerPoint.view',
    tone: 'fault',
    title: ['charge point with critical security events', 'charge points with critical security events'],
    step: 'Read them, look at the charge point',
    to: chargers('AND', { field: 'securityAlarms', operator: 'greaterThan', value: 0 }),
    look: l => store.alarmed(l.db, l.scope, l.now),
  },
  {
    kind: 'stuck-sessions',
    alert: 'session-stuck',
    right: 'Transaction.view',
    tone: 'warning',
    title: ['stuck session', 'stuck sessions'],
    step: 'Stop them',
    to: '/transactions?stuck=true',
    look: l => store.stuckSessions(l.db, l.scope, l.now),
  },
  {
    kind: 'reviews',
    alert: 'session-to-review',
    right: 'Transaction.view',
    tone: 'warning',
    title: ['session to review', 'sessions to review'],
    step: 'Decide within 48 hours',
    dueHours: 48,
    to: '/transactions/review',
    look: l => store.waitingReviews(l.db, l.scope),
  },
  {
    kind: 'wrong-clocks',
    alert: 'clock-off',
    right: 'ChargerPoint.view',
    tone: 'warning',
    title: ['charge point with a wrong clock', 'charge points with a wrong clock'],
    step: 'Set their time',
    to: chargers(
      'OR',
      { field: 'clockOffsetSec', operator: 'greaterThan', value: BEYOND_S },
      { field: 'clockOffsetSec', operator: 'lessThan', value: -BEYOND_S },
    ),
    look: l => store.wrongClocks(l.db, l.scope),
  },
  {
    kind: 'reconnecting',
    alert: 'reconnecting',
    right: 'ChargerPoint.view',
    tone: 'warning',
    title: ['charge point that connects again and again', 'charge points that connect again and again'],
    step: 'Check signal and SIM',
    to: chargers('AND', { field: 'connectsPerDay', operator: 'greaterThan', value: MANY_CONNECTS - 1 }),
    look: l => store.reconnecting(l.db, l.scope, l.now, l.zone),
  },
  {
    kind: 'lost-settings',
    alert: 'settings-drift',
    right: 'ChargerPoint.view',
    tone: 'warning',
    title: [
      'charge point whose settings differ from what was set',
      'charge points whose settings differ from what was set',
    ],
    step: 'Set them again',
    to: chargers('AND', { field: 'configDiffers', operator: 'greaterThan', value: 0 }),
    look: l => store.lostSettings(l.db, l.scope),
  },
  {
    kind: 'unexpected-values',
    alert: 'unexpected-messages',
    right: 'ChargerPoint.view',
    tone: 'warning',
    title: ['charge point with unexpected messages', 'charge points with unexpected messages'],
    step: 'Read them, tell the maker',
    to: chargers('AND', { field: 'unexpectedValues', operator: 'greaterThan', value: 0 }),
    look: l => store.unexpected(l.db, l.scope, l.now),
  },
]
