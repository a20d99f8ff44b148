// How a charger is, from the facts that are known of it: each sign with its level, its figure and the next step (S-HEALTH).
// The dashboard and the filters of the list count the same facts as wrong (features/fleet/chargers/trouble.rules.ts).
import { dayMs, formatDateTime, hourMs, minuteMs, zoneName } from '@wattdesk/base/time'
import { type LoadStepUnit, loadText } from '#fleet/chargers/load-figure.rules.ts'
import {
  FAILED_UPDATES,
  MANY_BOOTS,
  MANY_CONNECTS,
  TOO_MANY_CONNECTS,
  type Trouble,
  UNEXPECTED_DAYS,
} from '#fleet/chargers/trouble.rules.ts'
import { severityWord } from '#fleet/station-events/station-event.rules.ts'
import { clockText, isClockWrong } from '#fleet/stations/clock.rules.ts'
import { connectorText, type NamedConnector } from '#fleet/stations/evse-words.rules.ts'
import { refusalStep, refusedText } from '#fleet/stations/refusal.rules.ts'
import { ALARM_DAYS } from '#fleet/stations/security-event.rules.ts'
import { type ChargerHealth, type HealthSign, LEVELS } from './charger-health.contract.ts'

/** Today and yesterday by the business day. */
type PerDay = { today: number; yesterday: number }
/** Over UNEXPECTED_DAYS; `first` and `last`: the days of the first and last occurrence; `what`: the last occurrence. */
export type Unexpected = { count: number; kinds: number; last: Date | null; what: string | null }
export type Facts = {
  pk: number
  /** The time zone of business days. */
  zone: string
  registration: 'Pending' | 'Accepted' | 'Rejected'
  isActive: boolean
  byHand: boolean
  /** Planned maintenance runs until then; null: none runs. */
  plannedUntil: Date | null
  firstBootAt: Date | null
  trouble: Trouble | ''
  troubleSince: Date | null
  /** Its last attempt to connect was refused: why, how often since `from`, and when last. */
  turnedAway: { reason: string; times: number; from: Date; at: Date } | null
  clockOffsetSec: number | null
  clockOffSince: Date | null
  configDiffers: number
  configDiffersSince: Date | null
  configReadAt: Date | null
  connects: PerDay
  boots: PerDay
  connectedAt: Date | null
  /** Since when registers without a unit are read as kWh, by a person's agreement; null: they are read as Wh. */
  kwhRegistersSince: Date | null
  /** When a session last showed registers that look like kWh, within UNEXPECTED_DAYS. */
  kwhRegistersSeenAt: Date | null
  refused: Unexpected
  odd: Unexpected
  /** The last error of a connector, or of the charge point as a whole (0). `isNow`: it stands, since `at`. */
  error: (NamedConnector & { text: string; at: Date; isNow: boolean }) | null
  lastBootAt: Date | null
  bootReason: BootFacts
  /** The charger draws more than the limit that its site set, in tenths of an ampere or in watts. */
  overdraw: { since: Date; draw: number; limit: number; unit: LoadStepUnit } | null
  /** The limits that others set at the charger, in words; null: none. */
  outside: { text: string; since: Date } | null
  /** The charger stands at a site that balances its load. */
  isBalanced: boolean
  /** The critical security events of the charger over ALARM_DAYS. `alarms`: without the events of each start. */
  /** What a station of OCPP 2.0.1 tells of itself that is grave and lasts. */
  events: { count: number; since: Date | null; gravest: string | null; severity: number | null }
  security: { critical: number; alarms: number; last: Date | null; lastType: string | null }
  firmware: string | null
  updateStatus: string | null
  updateAt: Date | null
}
/** The events before the last boot. */
export type BootFacts = {
  /** An operation that restarts a charger, which the charger took shortly before. */
  asked: { operation: string; by: string | null } | null
  /** The word of the charger itself, where its protocol has one. */
  told: string | null
  isFirst: boolean
  /** How long the charger was disconnected before it came to boot; null: it had been connected all the time. */
  awayMs: number | null
}

type Level = HealthSign['level']
type Step = { text: string; to: string }
type Parts = Pick<HealthSign, 'sign' | 'label' | 'figure'> & {
  level?: Level
  since?: Date | null
  step?: Step
  offers?: HealthSign['offers']
}
const signOf = ({ level = 'good', since, step, offers, ...s }: Parts): HealthSign => ({
  ...s,
  level,
  since: since?.toISOString() ?? null,
  step: step ?? null,
  offers: offers ?? null,
})

/** Returns the health of a charger: every sign, the worst first, and the level of the worst. */
export function healthOf(facts: Facts): ChargerHealth {
  const at = (query: string): string => `/charger/${facts.pk}?${query}`
  // Only stations of OCPP 2.0.1 tell events.
  const told = facts.events.count > 0 ? [events] : []
  const signs = [
    service,
    limit,
    error,
    connections,
    boot,
    clock,
    config,
    registers,
    refused,
    odd,
    security,
    ...told,
    firmware,
  ]
    .map(sign => sign(facts, at))
    .map(sign =>
      facts.plannedUntil && OF_WORK.has(sign.sign) ? { ...sign, level: 'good' as const, step: null } : sign,
    )
  const byLevel = signs.toSorted((a, b) => LEVELS.indexOf(a.level) - LEVELS.indexOf(b.level))
  return { level: byLevel[0]?.level ?? 'good', signs: byLevel }
}

/** Signs that the work of a maintenance brings about. */
const OF_WORK: ReadonlySet<HealthSign['sign']> = new Set(['error', 'connections', 'boot'])

type Sign = (f: Facts, at: (query: string) => string) => HealthSign
const STOP = 'tab=remote_operations&operation=RemoteStop'
const RESET = 'tab=remote_operations&operation=Reset'
/** The query of the timeline over the last day. */
const DAY = `tab=timeline&span=${dayMs}`

/** The timeline of the hour in which a charger went offline, with the minutes after it: what was told and asked before. */
function hourOf(since: Date | null): string {
  if (since === null) return `${DAY}&lanes=connection`
  const at = (ms: number) => new Date(since.getTime() + ms).toISOString()
  return `tab=timeline&${new URLSearchParams({ start: at(-55 * minuteMs), end: at(5 * minuteMs) })}`
}
/** Where the step leads; null: to the time at which the trouble began. */
const TROUBLE_STEPS: Readonly<Record<Trouble, { text: string; to: string | null }>> = {
  'Connection refused': { text: 'See when and why it is refused', to: `${DAY}&lanes=connection` },
  'Site down': { text: 'Check power and network of the site', to: null },
  Offline: { text: 'Check power and SIM', to: null },
  'Out of service by a fault': { text: 'Read the error, then reset', to: RESET },
  'Out of service': { text: 'Reset it, or send a technician', to: RESET },
  'Connector faulted': { text: 'Read the error, then reset', to: RESET },
}
const TROUBLE_WORDS: Readonly<Record<Trouble, string>> = {
  'Connection refused': 'It tries to connect and is refused',
  'Site down': 'Offline together with others of its site',
  Offline: 'Offline',
  'Out of service by a fault': 'Out of service by a fault',
  'Out of service': 'Reports itself out of service',
  'Connector faulted': 'A connector is faulted',
}
const service: Sign = (f, at) => {
  const of = { sign: 'service', label: 'Service' } as const
  if (f.plannedUntil) return signOf({ ...of, figure: 'In planned maintenance' })
  const isAwaited = f.trouble === '' && f.firstBootAt === null && f.isActive && f.registration !== 'Rejected'
  if (f.turnedAway && (f.trouble === 'Connection refused' || isAwaited)) {
    const { reason, times, from, at: last } = f.turnedAway
    const often = `${times.toLocaleString('en-IN')} ${times === 1 ? 'time' : 'times'} since ${formatDateTime(from, f.zone)}`
    const figure = `It ${refusedText(reason)}, ${often} (${zoneName(f.zone)})`
    const { text, query } = refusalStep(reason)
    return signOf({ ...of, level: isAwaited ? 'look' : 'act', figure, since: last, step: { text, to: at(query) } })
  }
  if (f.trouble !== '') {
    const { text, to } = TROUBLE_STEPS[f.trouble]
    const figure = TROUBLE_WORDS[f.trouble]
    const step = { text, to: at(to ?? hourOf(f.troubleSince)) }
    return signOf({ ...of, level: 'act', figure, since: f.troubleSince, step })
  }
  if (f.registration === 'Pending') {
    const step = { text: 'Decide its registration', to: at('tab=general#basic-information') }
    return signOf({ ...of, level: 'look', figure: 'Its registration waits, so it cannot charge', step })
  }
  if (f.registration === 'Rejected') return signOf({ ...of, figure: 'Rejected: it is not let in' })
  if (!f.isActive) return signOf({ ...of, figure: 'Switched off here' })
  if (f.byHand) return signOf({ ...of, figure: 'In maintenance that a person has set' })
  if (f.firstBootAt === null) {
    const step = { text: 'Print its setup sheet, type our address into it', to: at('tab=general') }
    return signOf({ ...of, level: 'look', figure: 'It has never started here', step })
  }
  return signOf({ ...of, figure: 'In service' })
}

const limit: Sign = (f, at) => {
  const of = { sign: 'limit', label: 'Load limit' } as const
  const { overdraw: o } = f
  const outside = f.outside ? `; from outside: ${f.outside.text}` : ''
  if (!o) {
    const own = f.isBalanced ? 'Keeps to the limit of its site' : 'No limit by a site'
    return signOf({ ...of, figure: `${own}${outside}`, since: f.outside?.since ?? null })
  }
  const figure = `Draws ${loadText(o.unit, o.draw)}, its limit is ${loadText(o.unit, o.limit)}${outside}`
  const step = { text: 'Stop its session, check its load management', to: at(STOP) }
  return signOf({ ...of, level: 'act', figure, since: o.since, step })
}

const IS_FAULT: ReadonlySet<Trouble | ''> = new Set(['Out of service by a fault', 'Connector faulted'])
const error: Sign = ({ error: e, trouble }, at) => {
  const of = { sign: 'error', label: 'Last error' } as const
  if (!e) return signOf({ ...of, figure: `None in ${UNEXPECTED_DAYS} days` })
  const figure = `${e.connectorId === 0 ? 'Charge point' : connectorText(e)}: ${e.text}${e.isNow ? '' : ', over since'}`
  if (!e.isNow) return signOf({ ...of, figure, since: e.at })
  const step = { text: 'Reset it, or send a technician', to: at(RESET) }
  return signOf({ ...of, level: IS_FAULT.has(trouble) ? 'act' : 'look', figure, since: e.at, step })
}

const days = ({ today, yesterday }: PerDay, one: string, many: string): string =>
  `${today} ${today === 1 ? one : many} today, ${yesterday} yesterday`

const connections: Sign = (f, at) => {
  const most = Math.max(f.connects.today, f.connects.yesterday)
  const level = most >= TOO_MANY_CONNECTS ? 'act' : most >= MANY_CONNECTS ? 'look' : 'good'
  return signOf({
    ...({ sign: 'connections', label: 'Connections', level } as const),
    figure: days(f.connects, 'connection', 'connections'),
    since: f.connectedAt,
    ...(level !== 'good' && { step: { text: 'Check its signal, SIM and network', to: at(`${DAY}&lanes=connection`) } }),
  })
}

const lasted = (ms: number): string => {
  const min = Math.round(ms / 60_000)
  if (min < 1) return 'less than a minute'
  if (min < 90) return `${min} min`
  return ms < 48 * hourMs ? `${Math.round(ms / hourMs)} h` : `${Math.round(ms / dayMs)} days`
}
/** Returns why a charger started, as far as it is known: a boot of OCPP 1.6 gives no reason (§4.2), one of 2.0.1 does. */
export function bootReason({ asked, told, isFirst, awayMs }: BootFacts): string {
  if (asked) return `after ${asked.operation}${asked.by ? ` by ${asked.by}` : ''}`
  if (told !== null) return `by its own word ${told}`
  if (isFirst) return 'its first start here'
  if (awayMs === null) return 'by itself, its connection stood'
  return `by itself, after ${lasted(awayMs)} without a connection`
}
const boot: Sign = (f, at) => {
  const of = { sign: 'boot', label: 'Last start', since: f.lastBootAt } as const
  if (f.lastBootAt === null) return signOf({ ...of, figure: 'None yet' })
  const reason = bootReason(f.bootReason)
  const figure = `${reason[0]?.toUpperCase()}${reason.slice(1)}; ${days(f.boots, 'start', 'starts')}`
  if (Math.max(f.boots.today, f.boots.yesterday) < MANY_BOOTS) return signOf({ ...of, figure })
  const step = { text: 'See what comes before each start', to: at(`${DAY}&lanes=connection,status,commands`) }
  return signOf({ ...of, level: 'look', figure, step })
}

const clock: Sign = (f, at) => {
  const of = { sign: 'clock', label: 'Clock' } as const
  const text = clockText(f.clockOffsetSec)?.replace(/^clock /, '')
  if (!isClockWrong(f.clockOffsetSec))
    return signOf({ ...of, figure: text ? `${text[0]?.toUpperCase()}${text.slice(1)}` : 'Not known yet' })
  const step = { text: 'Reset it, or set its time on site', to: at(RESET) }
  return signOf({
    ...of,
    level: 'look',
    figure: `${text}; the portal corrects the times that it reports`,
    since: f.clockOffSince,
    step,
  })
}

const DIFFERING = JSON.stringify({
  combine: 'AND',
  conditions: [{ field: 'standing', operator: 'equals', value: 'Differs' }],
})
const config: Sign = (f, at) => {
  const of = { sign: 'config', label: 'Configuration' } as const
  const n = f.configDiffers
  if (n === 0)
    return signOf({ ...of, figure: f.configReadAt ? 'As it was set' : 'Not read yet', since: f.configReadAt })
  const figure = `${n} ${n === 1 ? 'key differs' : 'keys differ'} from what was set`
  const step = {
    text: n === 1 ? 'Set it again' : 'Set them again',
    to: at(new URLSearchParams({ tab: 'config', 'config-filters': DIFFERING }).toString()),
  }
  return signOf({ ...of, level: 'look', figure, since: f.configDiffersSince, step })
}

const registers: Sign = f => {
  const of = { sign: 'registers', label: 'Meter registers' } as const
  if (f.kwhRegistersSince)
    return signOf({
      ...of,
      figure: 'Without a unit they are read as kWh',
      since: f.kwhRegistersSince,
      offers: 'registers in Wh',
    })
  const offers = 'registers in kWh'
  if (!f.kwhRegistersSeenAt) return signOf({ ...of, figure: 'Without a unit they are read as Wh', offers })
  const step = { text: 'Review its sessions', to: '/transactions/review' }
  const figure = 'They look like kWh without a unit, and are read as Wh'
  return signOf({ ...of, level: 'look', figure, since: f.kwhRegistersSeenAt, step, offers })
}

const unexpected = (u: Unexpected, one: string, many: string): string => {
  // For days before the messages were counted only the kinds are known.
  const n = Math.max(u.count, u.kinds)
  return `${n.toLocaleString('en-IN')} ${n === 1 ? one : many} in ${UNEXPECTED_DAYS} days${u.what ? `, last ${u.what}` : ''}`
}
const MAKER = 'Read them, tell the maker'
const refused: Sign = ({ refused: u }, at) => {
  const of = { sign: 'refused', label: 'Refused messages', since: u.last } as const
  if (u.count === 0 && u.kinds === 0) return signOf({ ...of, figure: `None in ${UNEXPECTED_DAYS} days` })
  const step = { text: MAKER, to: at('tab=logs&kind=ERROR&type=OUTGOING') }
  return signOf({ ...of, level: 'look', figure: unexpected(u, 'message', 'messages'), step })
}
const odd: Sign = ({ odd: u }, at) => {
  const of = { sign: 'odd', label: 'Unexpected values', since: u.last } as const
  if (u.count === 0 && u.kinds === 0) return signOf({ ...of, figure: `None in ${UNEXPECTED_DAYS} days` })
  const action = /^[A-Z]\w+/.exec(u.what ?? '')?.[0]
  const step = { text: MAKER, to: at(`tab=logs${action ? `&action=${action}` : ''}`) }
  return signOf({ ...of, level: 'look', figure: unexpected(u, 'value', 'values'), step })
}

const CRITICAL = JSON.stringify({
  combine: 'AND',
  conditions: [{ field: 'severity', operator: 'equals', value: 'Critical' }],
})
const security: Sign = ({ security: s }, at) => {
  const of = { sign: 'security', label: 'Security events', since: s.last } as const
  if (s.critical === 0) return signOf({ ...of, figure: `None critical in ${ALARM_DAYS} days` })
  const figure = `${s.critical.toLocaleString('en-IN')} critical in ${ALARM_DAYS} days, last ${s.lastType}`
  if (s.alarms === 0) return signOf({ ...of, figure })
  const query = new URLSearchParams({ tab: 'logs', log: 'security', 'security-filters': CRITICAL }).toString()
  return signOf({ ...of, level: 'look', figure, step: { text: 'Read them, look at the charger', to: at(query) } })
}

const events: Sign = ({ events: e }, at) => {
  const of = { sign: 'events', label: 'Station events', since: e.since } as const
  const figure = `${e.count.toLocaleString('en-IN')} that ${e.count === 1 ? 'lasts' : 'last'}, the gravest ${e.gravest} (${severityWord(e.severity)})`
  return signOf({
    ...of,
    level: 'look',
    figure,
    step: { text: 'Read them, look at the charger', to: at('tab=logs&log=events') },
  })
}

const firmware: Sign = (f, at) => {
  const of = { sign: 'firmware', label: 'Firmware' } as const
  const version = f.firmware ?? 'Not told'
  if (f.updateStatus === null) return signOf({ ...of, figure: version })
  const figure = `${version}; last update: ${f.updateStatus}`
  if (!FAILED_UPDATES.includes(f.updateStatus)) return signOf({ ...of, figure, since: f.updateAt })
  const step = { text: 'Send the update again', to: at('tab=remote_operations&operation=UpdateFirmware') }
  return signOf({ ...of, level: 'look', figure, since: f.updateAt, step })
}
