// Charging profiles (1.6 section 3.13): which are installed, and what they allow at an instant. TxProfile goes before
// TxDefaultProfile, the higher stack level before the lower, and the lowest of that and ChargePointMaxProfile holds.
import type { Request } from '../src/messages.ts'
import { NOMINAL_V } from './power.ts'

export type ChargingProfile = Request<'SetChargingProfile'>['csChargingProfiles']
type Schedule = ChargingProfile['chargingSchedule']
type Purpose = ChargingProfile['chargingProfilePurpose']

export interface Installed {
  connectorId: number
  profile: ChargingProfile
}

/** The facts besides the profiles that a limit depends on. Watts of a limit in amperes: phases x 230 V. */
export interface Place {
  connectorId: number
  phases: number
  /** Set while a transaction runs: Relative schedules begin with it. */
  startedAt?: number
  transactionId?: number | undefined
  /** Connectors among which a limit of the whole charge point is shared in equal parts; default 1. */
  sharers?: number
}

const DAY_MS = 86_400_000
const RECURRENCE_MS = { Daily: DAY_MS, Weekly: 7 * DAY_MS }

export class Profiles {
  private installed: Installed[] = []

  get size(): number {
    return this.installed.length
  }

  get all(): readonly Installed[] {
    return this.installed
  }

  /** Returns a copy of the installed profiles, which later changes leave alone. */
  copy(): Profiles {
    const copy = new Profiles()
    copy.installed = [...this.installed]
    return copy
  }

  /** Replaces the one with the same id, or with the same purpose and stack level on that connector (section 5.16.2). */
  set(connectorId: number, profile: ChargingProfile): void {
    this.installed = this.installed.filter(
      known =>
        known.profile.chargingProfileId !== profile.chargingProfileId &&
        !(
          known.connectorId === connectorId &&
          known.profile.chargingProfilePurpose === profile.chargingProfilePurpose &&
          known.profile.stackLevel === profile.stackLevel
        ),
    )
    this.installed.push({ connectorId, profile })
  }

  /** ClearChargingProfile: an id alone decides; without it every given field must fit. True when something went. */
  clear(wanted: Request<'ClearChargingProfile'>): boolean {
    const fits = ({ connectorId, profile }: Installed): boolean =>
      wanted.id !== undefined
        ? profile.chargingProfileId === wanted.id
        : (wanted.connectorId === undefined || wanted.connectorId === connectorId) &&
          (wanted.stackLevel === undefined || wanted.stackLevel === profile.stackLevel) &&
          (wanted.chargingProfilePurpose === undefined ||
            wanted.chargingProfilePurpose === profile.chargingProfilePurpose)
    const kept = this.installed.filter(known => !fits(known))
    const went = kept.length < this.installed.length
    this.installed = kept
    return went
  }

  /** A TxProfile ends with its transaction (section 3.13.1). */
  endTransaction(connectorId: number): void {
    if (this.installed.length === 0) return
    this.installed = this.installed.filter(
      known => known.connectorId !== connectorId || known.profile.chargingProfilePurpose !== 'TxProfile',
    )
  }

  /** The limit at this place and instant in W; Infinity where nothing limits. `defaults`: where TxDefaultProfiles are taken from. */
  limitW(place: Place, at: number, defaults: Profiles = this): number {
    if (this.installed.length === 0 && defaults.installed.length === 0) return Number.POSITIVE_INFINITY
    const session =
      (place.startedAt === undefined ? undefined : this.best('TxProfile', place, at)) ??
      defaults.best('TxDefaultProfile', place, at)
    const station = this.best('ChargePointMaxProfile', place, at)
    const part = (station ?? Number.POSITIVE_INFINITY) / Math.max(1, place.sharers ?? 1)
    return Math.min(session ?? Number.POSITIVE_INFINITY, part)
  }

  private best(purpose: Purpose, place: Place, at: number): number | undefined {
    let found: number | undefined
    let level = -1
    for (const { connectorId, profile } of this.installed) {
      if (profile.chargingProfilePurpose !== purpose) continue
      if (connectorId !== 0 && connectorId !== place.connectorId) continue
      const own = profile.transactionId === undefined || profile.transactionId === place.transactionId
      const rank = profile.stackLevel + (connectorId === 0 ? 0 : 0.5) // the connector's own before the station's
      if (!own || rank <= level) continue
      const limit = limitOf(profile, place, at)
      if (limit === undefined) continue
      found = limit
      level = rank
    }
    return found
  }

  /** Instants between `from` and `to` at which the limit of this place may change, ascending, `from` included. */
  private borders(place: Place, from: number, to: number): number[] {
    const found = new Set([from])
    const add = (at: number): void => {
      if (at > from && at < to) found.add(at)
    }
    for (const { profile } of this.installed) {
      if (profile.validFrom) add(Date.parse(profile.validFrom))
      if (profile.validTo) add(Date.parse(profile.validTo))
      const repeat = profile.chargingProfileKind === 'Recurring' ? RECURRENCE_MS[profile.recurrencyKind ?? 'Daily'] : 0
      let begin = beginOf(profile, place, from)
      if (begin === undefined) continue
      do {
        for (const period of profile.chargingSchedule.chargingSchedulePeriod) add(begin + period.startPeriod * 1000)
        if (profile.chargingSchedule.duration !== undefined) add(begin + profile.chargingSchedule.duration * 1000)
        begin += repeat
      } while (repeat > 0 && begin < to)
    }
    return [...found].sort((a, b) => a - b)
  }

  /** GetCompositeSchedule (section 5.7): the limits of the next `seconds`, never above `maxW`. */
  composite(place: Place, from: number, seconds: number, unit: 'A' | 'W', maxW: number): Schedule {
    const periods: Schedule['chargingSchedulePeriod'] = []
    for (const at of this.borders(place, from, from + seconds * 1000)) {
      const watts = Math.min(maxW, this.limitW(place, at))
      const limit = Math.round((unit === 'W' ? watts : watts / (place.phases * NOMINAL_V)) * 10) / 10
      if (periods.at(-1)?.limit !== limit) periods.push({ startPeriod: Math.round((at - from) / 1000), limit })
    }
    const startSchedule = new Date(from).toISOString()
    return { chargingRateUnit: unit, duration: seconds, startSchedule, chargingSchedulePeriod: periods }
  }
}

function beginOf(profile: ChargingProfile, place: Place, at: number): number | undefined {
  const { startSchedule } = profile.chargingSchedule
  if (profile.chargingProfileKind === 'Relative') return place.startedAt ?? at
  const begin = startSchedule === undefined ? (place.startedAt ?? at) : Date.parse(startSchedule)
  if (profile.chargingProfileKind === 'Absolute') return begin
  const every = RECURRENCE_MS[profile.recurrencyKind ?? 'Daily']
  return begin + Math.floor((at - begin) / every) * every
}

function limitOf(profile: ChargingProfile, place: Place, at: number): number | undefined {
  if (profile.validFrom && at < Date.parse(profile.validFrom)) return undefined
  if (profile.validTo && at >= Date.parse(profile.validTo)) return undefined
  const schedule = profile.chargingSchedule
  const begin = beginOf(profile, place, at)
  if (begin === undefined || at < begin) return undefined
  const second = (at - begin) / 1000
  if (schedule.duration !== undefined && second >= schedule.duration) return undefined
  const period = schedule.chargingSchedulePeriod.findLast(p => p.startPeriod <= second)
  if (!period) return undefined
  if (schedule.chargingRateUnit === 'W') return period.limit
  return period.limit * NOMINAL_V * Math.min(period.numberPhases ?? 3, place.phases)
}
