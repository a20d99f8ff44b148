// The limits that a simulated charger of either protocol has acknowledged, kept from its own answers, and what they leave its
// connectors at a moment. Worked out here by itself, neither by the product nor by the simulation.
import type { SimulatedCharger } from './charger.ts'
import type { SimulatedStation } from './v201/charging-station.ts'

type Schedule = {
  startSchedule?: string
  duration?: number
  chargingRateUnit: 'A' | 'W'
  chargingSchedulePeriod: { startPeriod: number; limit: number; numberPhases?: number }[]
}
type Profile = {
  id: number
  place: number
  purpose: string
  level: number
  validTo: number
  transactionId: string | number | undefined
  schedule: Schedule
}
/** A profile, or the call that sets or clears one, of either protocol. */
type Told = {
  csChargingProfiles?: Told
  chargingProfile?: Told
  chargingSchedule?: Schedule | Schedule[]
  id?: number
  chargingProfileId?: number
  connectorId?: number
  evseId?: number
  chargingProfilePurpose?: string
  stackLevel?: number
  validTo?: string
  transactionId?: string | number
}
type Call = { action: string; payload: unknown; answer?: unknown }
/** One connector of a charger now: `transactionId` of its running session, and the most that it gives. */
type Place = { id: number; transactionId: string | number | undefined; maxW: number; phases: number }

export class LimitJournal {
  #profiles: Profile[] = []
  readonly #places: () => Place[]
  readonly #now: () => number

  constructor(c: SimulatedCharger | SimulatedStation) {
    const { station } = c
    this.#now = () => station.clock.now()
    const phases = ({ kind, phases: of }: { kind: string; phases: number }) => (kind === 'DC' ? 3 : of)
    const places = 'evses' in station ? station.evses : station.connectors.slice(1)
    this.#places = () =>
      places.map(p => ({
        id: p.id,
        transactionId: p.transaction?.id,
        maxW: p.outlet.maxW,
        phases: phases(p.outlet),
      }))
    if ('evses' in station) station.on('call', call => this.#hear(call))
    else station.events.on('call', call => this.#hear(call))
  }

  /** The charger has lost all its profiles. */
  forget(): void {
    this.#profiles = []
  }

  #hear({ action, payload, answer }: Call): void {
    if ((answer as { status?: string } | undefined)?.status !== 'Accepted') return
    const p = payload as Told
    if (action === 'SetChargingProfile') this.#take(p)
    if (action === 'ClearChargingProfile') this.#clear(p)
  }

  #take(p: Told): void {
    const told = p.csChargingProfiles ?? p.chargingProfile ?? {}
    const schedule = told.chargingSchedule
    const profile: Profile = {
      id: told.chargingProfileId ?? told.id ?? 0,
      place: p.connectorId ?? p.evseId ?? 0,
      purpose: String(told.chargingProfilePurpose).replace('ChargePointMax', 'ChargingStationMax'),
      level: told.stackLevel ?? 0,
      validTo: told.validTo === undefined ? Number.POSITIVE_INFINITY : Date.parse(told.validTo),
      transactionId: told.transactionId,
      schedule: (Array.isArray(schedule) ? schedule[0] : schedule) as Schedule,
    }
    const isReplaced = (q: Profile) =>
      q.id === profile.id || (q.place === profile.place && q.purpose === profile.purpose && q.level === profile.level)
    this.#profiles = [...this.#profiles.filter(q => !isReplaced(q)), profile]
  }
  #clear(p: Told): void {
    const id = p.id ?? p.chargingProfileId
    // Load balancing clears by number, or everything.
    this.#profiles = id === undefined ? [] : this.#profiles.filter(q => q.id !== id)
  }

  /** What the acknowledged limits leave the charger now, W; `isLimited`: each connector has one. */
  now(): { watts: number; isLimited: boolean } {
    const at = this.#now()
    let [watts, isLimited] = [0, true]
    const places = this.#places()
    for (const place of places) {
      const of = (purpose: string) =>
        this.#profiles
          .filter(p => p.purpose === purpose && (p.place === place.id || p.place === 0))
          .filter(p => purpose !== 'TxProfile' || p.transactionId === place.transactionId)
          .flatMap(p => {
            const limit = limitOf(p, place.phases, at)
            return limit === undefined ? [] : [{ rank: 2 * p.level + (p.place === 0 ? 0 : 1), limit }]
          })
          .sort((a, b) => b.rank - a.rank)[0]?.limit
      const session = place.transactionId === undefined ? undefined : of('TxProfile')
      const own = session ?? of('TxDefaultProfile')
      const whole = of('ChargingStationMaxProfile')
      const limits = [own, whole === undefined ? undefined : whole / places.length].filter(l => l !== undefined)
      if (limits.length === 0) isLimited = false
      watts += Math.min(place.maxW, ...limits)
    }
    return { watts, isLimited }
  }
}

const NOMINAL_V = 230
function limitOf({ schedule: s, validTo }: Profile, phases: number, at: number): number | undefined {
  const begin = s.startSchedule === undefined ? at : Date.parse(s.startSchedule)
  const second = (at - begin) / 1000
  if (at >= validTo || second < 0 || (s.duration !== undefined && second >= s.duration)) return undefined
  const period = s.chargingSchedulePeriod.filter(p => p.startPeriod <= second).at(-1)
  if (!period) return undefined
  return s.chargingRateUnit === 'W'
    ? period.limit
    : period.limit * NOMINAL_V * Math.min(period.numberPhases ?? 3, phases)
}
