// The street before one live charger: cars come by the timetable of the charger, charge and go. A session that others
// start or stop here, such as the operator in the portal, gets a driver who plugs in and drives away in the end.
import { realTime, type Timer } from '@wattdesk/ocpp/sim/clock'
import type { Reading } from '@wattdesk/ocpp/sim/power'
import { Random } from '@wattdesk/ocpp/sim/random'
import { cardsInUse, refusedCard } from './cards.ts'
import type { LiveCharger } from './live-charger.ts'
import type { Memory } from './memory.ts'
import type { DemoCharger } from './places.ts'
import { stayMinutes } from './rhythm.ts'
import { type Arrival, carHere, nextCar } from './timetable.ts'

const MINUTE_MS = 60_000
/** The next look at the timetable comes at the latest after this time: the clock of the machine may have changed. */
const LONGEST_GAP_MS = 40 * MINUTE_MS

/** A car that is there already stays at least so long. */
const LEAST_LEFT_MS = 8 * MINUTE_MS

type Spot = {
  connectorId: number
  random: Random
  arrival: Timer | undefined
  departure: Timer | undefined
  targetSoc: number
  /** How long the car of the timetable stays; undefined for a session that somebody else starts. */
  stayMs: number | undefined
}

type StreetOptions = { memory: Memory; timeZone: string; seed: number }

/** Lets cars come to a charger, and keeps in memory what must survive. Ends with the returned function. */
export function openStreet(charger: LiveCharger, options: StreetOptions): () => void {
  const street = new Street(charger, options)
  return () => street.close()
}

class Street {
  readonly #record: DemoCharger
  readonly #charger: LiveCharger
  readonly #memory: Memory
  readonly #timeZone: string
  readonly #cards: readonly string[]
  readonly #spots: readonly Spot[]
  readonly #end: () => void

  constructor(charger: LiveCharger, { memory, timeZone, seed }: StreetOptions) {
    const { record } = charger
    this.#record = record
    this.#charger = charger
    this.#memory = memory
    this.#timeZone = timeZone
    this.#cards = cardsInUse(record.place.operator, record.place.kind === 'depot')
    this.#spots = record.connectorTypes.map((_, i): Spot => {
      const random = new Random(`${seed} ${record.id} ${i + 1}`)
      return { connectorId: i + 1, random, arrival: undefined, departure: undefined, targetSoc: 100, stayMs: undefined }
    })
    this.#end = charger.watch({
      started: connectorId => this.#started(connectorId),
      meter: (connectorId, reading) => this.#metered(connectorId, reading),
      stopped: (connectorId, registerWh) => this.#stopped(connectorId, registerWh),
    })
    for (const spot of this.#spots) this.#plan(spot, true)
  }

  close(): void {
    this.#end()
    for (const spot of this.#spots) {
      spot.arrival?.cancel()
      spot.departure?.cancel()
    }
  }

  #spotOf(connectorId: number): Spot | undefined {
    return this.#spots[connectorId - 1]
  }

  /** Waits for the next car of the timetable. */
  #plan(s: Spot, isFirst = false): void {
    const now = Date.now()
    const here = isFirst ? this.#carAtBeginning(s, now) : undefined
    const car = here ?? nextCar(this.#record, s.connectorId, now, this.#timeZone)
    const gapMs = here ? s.random.between(3000, 2 * MINUTE_MS) : (car?.at ?? now + LONGEST_GAP_MS) - now
    s.arrival?.cancel()
    s.arrival = realTime.after(Math.min(gapMs, LONGEST_GAP_MS), () => {
      if (!car || gapMs > LONGEST_GAP_MS) this.#plan(s)
      else this.#charger.background(this.#arrive(s, car))
    })
  }

  /**
   * Returns the car that the past has left to the live charger, or the car whose session ended with the power: its
   * driver plugs in again. After any other start a car of the timetable has been here already.
   */
  #carAtBeginning({ connectorId }: Spot, now: number): Arrival | undefined {
    const kept = this.#memory.of(this.#record.id, connectorId)
    const car = kept && !kept.running ? undefined : carHere(this.#record, connectorId, now, this.#timeZone)
    // It goes when the timetable says, so that today's sessions end by the clock at which those of yesterday ended.
    return car && { ...car, stayMs: Math.max(LEAST_LEFT_MS, car.at + car.stayMs - now) }
  }

  async #arrive(s: Spot, car: Arrival): Promise<void> {
    const charger = this.#charger
    this.#plan(s)
    if (!charger.isUsable || !charger.isFree(s.connectorId)) return
    const { random, connectorId } = s
    const isRefused = random.chance(0.03)
    const idTag = isRefused ? refusedCard(this.#record.place.operator, random.chance(0.5)) : random.pick(this.#cards)
    try {
      await charger.plugIn(connectorId)
      const { status } = await charger.authorize(idTag)
      if (status === 'Accepted') {
        s.stayMs = car.stayMs
        await charger.start(connectorId, idTag, { vehicle: car.vehicle, soc: car.soc })
      }
    } finally {
      // Refused or cut off on the way: the driver gives up.
      if (!charger.isCharging(connectorId)) this.#leaveAfter(s, 20_000)
    }
  }

  #leaveAfter(s: Spot, ms: number): void {
    s.departure = realTime.after(ms, () => this.#leave(s))
  }

  /** The driver comes back: ends the session, or takes out the cable where it has ended already. */
  #leave(s: Spot): void {
    const charger = this.#charger
    if (charger.isCharging(s.connectorId)) charger.background(charger.stop(s.connectorId))
    else if (charger.isPlugged(s.connectorId)) charger.background(charger.unplug(s.connectorId))
  }

  #started(connectorId: number): void {
    const s = this.#spotOf(connectorId)
    if (!s) return
    this.#remember(connectorId)
    s.targetSoc = 90
    const [leastStay, mostStay] = stayMinutes(this.#record.place.kind, this.#record.type)
    const stayMs = s.stayMs ?? s.random.between(leastStay, mostStay) * MINUTE_MS
    s.stayMs = undefined
    s.departure?.cancel()
    this.#leaveAfter(s, stayMs)
  }

  #metered(connectorId: number, reading: Reading): void {
    const s = this.#spotOf(connectorId)
    if (!s || !this.#charger.isCharging(connectorId)) return
    this.#remember(connectorId)
    if (reading.soc < s.targetSoc) return
    // Enough for this driver, who needs some minutes to come back.
    s.targetSoc = Number.POSITIVE_INFINITY
    s.departure?.cancel()
    this.#leaveAfter(s, s.random.between(1, 12) * MINUTE_MS)
  }

  #stopped(connectorId: number, meterStopWh: number): void {
    const s = this.#spotOf(connectorId)
    if (!s) return
    this.#memory.set(this.#record.id, connectorId, { registerWh: meterStopWh })
    s.departure?.cancel()
    this.#leaveAfter(s, s.random.between(15_000, 90_000))
  }

  /** The session goes into memory with the register as it stands. */
  #remember(connectorId: number): void {
    const running = this.#charger.running(connectorId)
    if (running) this.#memory.set(this.#record.id, connectorId, { registerWh: running.meterWh, running })
  }
}
