// The messages of load balancing (OCPP 1.6 sections 3.13, 5.5, 5.7, 5.16; D-SITE-4). The safe limit is a default
// profile of sessions without an end, at the lowest stack level; a connector's limit stands above it and ends by
// itself. A profile of the whole charger could raise nothing above a default profile, since the lower of the two holds;
// where default profiles are refused, both are profiles of the whole charger. Many chargers apply a default profile to
// new sessions alone: a running session is also told its limit in a profile of its own, which comes first.
import type { Confirmation, Request } from '@wattdesk/ocpp/messages'
import { type Carrier, LEASE_MS, type LoadStanding, type SentLimit } from './load-standing.rules.ts'
import { limitInChargerUnit, type PlanUnit } from './load-units.rules.ts'

/** The ids of our profiles on a charger, above the ids that people give. */
const SAFE_ID = 1_900_000_000
const LIMIT_ID = 1_900_001_000
const SESSION_ID = 1_900_002_000
const SAFE_SESSION_ID = 1_900_003_000
const DAY_MS = 86_400_000
const SAFE_LEVEL = 0
const LIMIT_LEVEL = 1
const WATTS_FOR_AMPS = 230

/** The facts about the charger on which the messages depend. */
export type ChargerTraits = { type: 'AC' | 'DC'; phases: 1 | 3; clockOffsetSec: number }
export type RateUnit = 'A' | 'W'

/**
 * Returns the unit in which a charger is told limits: amperes for AC; watts for DC, whose amperes would be those of the
 * car; the other unit where the charger takes only that. Undefined where no unit fits.
 */
export function rateUnitOf(standing: LoadStanding, { type }: ChargerTraits): RateUnit | undefined {
  const takes = (u: RateUnit) => standing.rateUnits.length === 0 || standing.rateUnits.includes(u)
  if (type === 'DC') return takes('W') ? 'W' : undefined
  if (standing.unit === 'W' && standing.rateUnits.includes('W')) return 'W'
  return takes('A') ? 'A' : 'W'
}

/**
 * Returns steps in the charger's unit. Watts for a limit of each phase are those of one phase: a car may use just one.
 */
function limitTold(steps: number, unit: PlanUnit, as: RateUnit, { type, phases }: ChargerTraits): number {
  const told = limitInChargerUnit(unit, {
    limit: steps,
    phases: type === 'DC' ? 3 : unit === 'dA' && as === 'W' ? 1 : phases,
    as,
  })
  return Math.floor(told * 10 + 1e-6) / 10
}

type Profile = Request<'SetChargingProfile'>['csChargingProfiles']
const iso = (ms: number, { clockOffsetSec }: ChargerTraits): string =>
  new Date(Math.floor(ms / 1000 + clockOffsetSec) * 1000).toISOString()

function profileOf(
  s: LoadStanding,
  told: ChargerTraits,
  {
    id,
    level,
    carrier,
    steps,
    now,
    until,
  }: Record<'id' | 'level' | 'steps' | 'now', number> & { carrier: Carrier; until?: number },
): Profile {
  const unit = rateUnitOf(s, told) ?? 'W'
  return {
    chargingProfileId: id,
    stackLevel: level,
    chargingProfilePurpose: carrier === 'station' ? 'ChargePointMaxProfile' : 'TxDefaultProfile',
    chargingProfileKind: 'Absolute',
    ...(until !== undefined && { validTo: iso(until, told) }),
    chargingSchedule: {
      // A day back: the limit holds now, even where the charger's clock is wrong.
      startSchedule: iso(now - DAY_MS, told),
      chargingRateUnit: unit,
      chargingSchedulePeriod: [{ startPeriod: 0, limit: limitTold(steps, s.unit, unit, told) }],
    },
  }
}

type Ids = readonly number[]
/** Returns the connectors on which the safe profiles of a carrier stand. */
const safePlaces = (carrier: Carrier, connectorIds: Ids): Ids => (carrier === 'each' ? connectorIds : [0])
/** Returns the messages that install a safe limit of this many steps for each connector. */
export const safeMessages = (
  standing: LoadStanding,
  told: ChargerTraits,
  { carrier, share, connectorIds, now }: { carrier: Carrier; share: number; connectorIds: Ids; now: number },
): Request<'SetChargingProfile'>[] =>
  safePlaces(carrier, connectorIds).map(connectorId => {
    const steps = carrier === 'station' ? share * Math.max(1, connectorIds.length) : share
    const csChargingProfiles = profileOf(standing, told, {
      id: SAFE_ID + connectorId,
      level: SAFE_LEVEL,
      carrier,
      steps,
      now,
    })
    return { connectorId, csChargingProfiles }
  })

/** Returns the message that tells a connector, or with 0 the whole charger, its limit. */
export const limitMessage = (
  standing: LoadStanding,
  told: ChargerTraits,
  { connectorId, steps, now, until }: { connectorId: number; steps: number; now: number; until: number },
): Request<'SetChargingProfile'> => ({
  connectorId,
  csChargingProfiles: profileOf(standing, told, {
    id: LIMIT_ID + connectorId,
    level: LIMIT_LEVEL,
    carrier: standing.carrier ?? 'connectors',
    steps,
    now,
    until,
  }),
})

/**
 * Returns the message that tells the session on a connector its limit until a time, or without a time its safe limit. A
 * TxProfile has no validity: its schedule ends instead (OCPP 1.6 §7.8).
 */
export function sessionMessage(
  standing: LoadStanding,
  told: ChargerTraits,
  of: { connectorId: number; steps: number; now: number; until: number | null; transactionId: number },
): Request<'SetChargingProfile'> {
  const { connectorId, steps, now, until, transactionId } = of
  const isSafe = until === null
  const { chargingSchedule, ...profile } = profileOf(standing, told, {
    id: (isSafe ? SAFE_SESSION_ID : SESSION_ID) + connectorId,
    level: isSafe ? SAFE_LEVEL : LIMIT_LEVEL,
    carrier: standing.carrier ?? 'connectors',
    steps,
    now,
  })
  return {
    connectorId,
    csChargingProfiles: {
      ...profile,
      chargingProfilePurpose: 'TxProfile',
      transactionId,
      chargingSchedule: {
        ...chargingSchedule,
        ...(!isSafe && { duration: Math.round((until - now + DAY_MS) / 1000) }),
      },
    },
  }
}

/** Returns the messages that clear our profiles. */
export function clearMessages(standing: LoadStanding, connectorIds: Ids): Request<'ClearChargingProfile'>[] {
  const limits: readonly (SentLimit | null)[] = [standing.limit.acknowledged, ...standing.limit.unanswered]
  const told = limits.flatMap(l => Object.keys(l?.values ?? {}).map(Number))
  const places = new Set([...told, ...(standing.carrier === 'station' ? [0] : connectorIds)])
  const safe = safePlaces(standing.carrier ?? 'connectors', connectorIds)
  // A session that has ended took its profile with it, but the server cannot be sure which sessions run.
  const sessions = standing.carrier === 'station' ? [] : connectorIds
  return [
    ...sessions.flatMap(id => [{ id: SESSION_ID + id }, { id: SAFE_SESSION_ID + id }]),
    ...[...places].map(id => ({ id: LIMIT_ID + id })),
    ...safe.map(id => ({ id: SAFE_ID + id })),
  ]
}

const READ_SECONDS = Math.round((LEASE_MS * 2) / 1000)
/**
 * Asks how the charger applies its safe limit, `after` the end of any other limit, for each place with a safe profile.
 */
export const readMessages = (
  standing: LoadStanding,
  told: ChargerTraits,
  connectorIds: Ids,
): Request<'GetCompositeSchedule'>[] =>
  (standing.carrier === 'station' ? [0] : standing.carrier === 'each' ? connectorIds : [connectorIds[0] ?? 0]).map(
    connectorId => ({
      connectorId,
      duration: READ_SECONDS,
      chargingRateUnit: rateUnitOf(standing, told) ?? 'W',
    }),
  )

/**
 * In steps for each connector. after: once other limits have ended, null: the answer ends before; most: at any time.
 */
export type Read = { after: number | null; most: number }
/** How far the clock of a charger may be from its known offset. */
const CLOCK_MS = 60_000
/**
 * Returns the limit that a charger read back, asked at `now`; undefined where the answer says nothing certain: no
 * schedule, of another connector, in another unit, with a later beginning, or with periods that do not follow each
 * other from 0 on.
 */
export function readBackOf(
  standing: LoadStanding,
  told: ChargerTraits,
  { payload, asked, connectorCount, now }: { payload: object; asked: number; connectorCount: number; now: number },
): Read | undefined {
  const { status, chargingSchedule: schedule, ...answer } = payload as Confirmation<'GetCompositeSchedule'>
  const periods = schedule?.chargingSchedulePeriod ?? []
  if (status !== 'Accepted' || !schedule || (answer.connectorId ?? asked) !== asked) return undefined
  if (schedule.chargingRateUnit !== (rateUnitOf(standing, told) ?? 'W') || periods[0]?.startPeriod !== 0)
    return undefined
  const { duration = Number.POSITIVE_INFINITY } = schedule
  const isOdd = (p: (typeof periods)[number], i: number) =>
    !(p.limit >= 0 && Number.isFinite(p.limit)) ||
    !(p.startPeriod < duration) ||
    !(i === 0 || p.startPeriod > (periods[i - 1]?.startPeriod ?? 0))
  if (periods.some(isOdd)) return undefined
  const own = now + told.clockOffsetSec * 1000
  const begins = answer.scheduleStart ?? schedule.startSchedule
  const start = begins === undefined ? own : Date.parse(begins)
  if (!(start <= own + CLOCK_MS)) return undefined
  const covers = start + duration * 1000 >= own + READ_SECONDS * 1000 - CLOCK_MS
  const stepsFor = (limit: number) =>
    stepsRead(standing, told, { limit, connectorCount, as: schedule.chargingRateUnit })
  const last = periods.at(-1)?.limit ?? 0
  return { after: covers ? stepsFor(last) : null, most: Math.max(...periods.map(p => stepsFor(p.limit))) }
}
function stepsRead(
  s: LoadStanding,
  told: ChargerTraits,
  { limit, connectorCount, as }: { limit: number; connectorCount: number; as: RateUnit },
): number {
  const phases = told.type === 'DC' ? 3 : told.phases
  const whole =
    as === 'A'
      ? s.unit === 'dA'
        ? limit * 10
        : limit * WATTS_FOR_AMPS * phases
      : s.unit === 'W'
        ? limit
        : (limit * 10) / (WATTS_FOR_AMPS * (told.type === 'DC' ? 3 : 1))
  const steps = Math.ceil(whole - 1e-6)
  return s.carrier === 'station' ? Math.ceil(steps / Math.max(1, connectorCount)) : steps
}
/** True where the limit read back is the limit that was told, except for rounding on the way. */
export const isLimitAsSent = (read: number, share: number, unit: PlanUnit): boolean =>
  read <= share + (unit === 'dA' ? 1 : 50)

/** The words that chargers use for units, in several spellings. */
const UNITS: Readonly<Record<string, RateUnit>> = {
  current: 'A',
  a: 'A',
  amperes: 'A',
  amps: 'A',
  power: 'W',
  w: 'W',
  watts: 'W',
}
/** Returns the units that a charger takes by its configuration, and whether it takes a profile above another. */
export function profileAbilities(payload: object): { rateUnits: RateUnit[]; stacks: boolean } {
  const { configurationKey = [] } = payload as Partial<Confirmation<'GetConfiguration'>>
  const told = new Map(configurationKey.map(k => [k.key.toLowerCase(), k.value ?? '']))
  const text = told.get('chargingscheduleallowedchargingrateunit') ?? ''
  const level = told.get('chargeprofilemaxstacklevel')?.trim() ?? ''
  const rateUnits = text.split(',').flatMap(u => UNITS[u.trim().toLowerCase()] ?? [])
  return { rateUnits: [...new Set(rateUnits)], stacks: !/^\d{1,9}$/.test(level) || Number(level) >= LIMIT_LEVEL }
}
