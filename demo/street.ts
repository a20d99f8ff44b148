// The street before one live charger: cars come by the timetable of the charger, charge and go. A session that others
// start or stop here, such as the operator in the portal, gets a driver who plugs in, and who drives away in the end.
import type { SimulatedCharger } from '@wattdesk/ocpp/sim/charger'
import { realTime, type Timer } from '@wattdesk/ocpp/sim/clock'
import type { Reading } from '@wattdesk/ocpp/sim/power'
import { Random } from '@wattdesk/ocpp/sim/random'
import { cardsInUse, refusedCard } from './cards.ts'
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

/** Lets cars come to a charger, and keeps in memory what must survive. Ends with the returned function. */
export function openStreet(
  record: DemoCharger,
  charger: SimulatedCharger,
  { memory, timeZone, seed }: { memory: Memory; timeZone: string; seed: number },
): () => void {
  const { kind, operator } = record.place
  const cards = cardsInUse(operator, kind === 'depot')
  const [leastStay, mostStay] = stayMinutes(kind, record.type)
  const spots = record.connectorTypes.map(
    (_, i): Spot => ({
      connectorId: i + 1,
      random: new Random(`${seed} ${record.id} ${i + 1}`),
      arrival: undefined,
      departure: undefined,
      targetSoc: 100,
      stayMs: undefined,
    }),
  )
  const spotOf = (connectorId: number) => spots[connectorId - 1]

  /** Waits for the next car of the timetable. */
  function plan(s: Spot, isFirst = false): void {
    const now = Date.now()
    const here = isFirst ? carAtBeginning(s, now) : undefined
    const car = here ?? nextCar(record, s.connectorId, now, timeZone)
    const gapMs = here ? s.random.between(3000, 2 * MINUTE_MS) : (car?.at ?? now + LONGEST_GAP_MS) - now
    s.arrival?.cancel()
    s.arrival = realTime.after(Math.min(gapMs, LONGEST_GAP_MS), () => {
      if (!car || gapMs > LONGEST_GAP_MS) plan(s)
      else charger.station.background(arrive(s, car))
    })
  }

  /**
   * Returns the car that the past has left to the live charger, or the car whose session ended with the power: its
   * driver plugs in again. After any other start a car of the timetable has been here already.
   */
  function carAtBeginning({ connectorId }: Spot, now: number): Arrival | undefined {
    const kept = memory.of(record.id, connectorId)
    const car = kept && !kept.running ? undefined : carHere(record, connectorId, now, timeZone)
    // It goes when the timetable says, so that today's sessions end by the clock at which those of yesterday ended.
    return car && { ...car, stayMs: Math.max(LEAST_LEFT_MS, car.at + car.stayMs - now) }
  }

  async function arrive(s: Spot, car: Arrival): Promise<void> {
    plan(s)
    if (!charger.station.usable || charger.status(s.connectorId) !== 'Available') return
    const { random, connectorId } = s
    const isRefused = random.chance(0.03)
    const idTag = isRefused ? refusedCard(operator, random.chance(0.5)) : random.pick(cards)
    try {
      await charger.plugIn(connectorId)
      const { status } = await charger.authorize(idTag)
      if (status === 'Accepted') {
        s.stayMs = car.stayMs
        await charger.start(connectorId, idTag, { vehicle: car.vehicle, soc: car.soc })
      }
    } finally {
      // Refused or cut off on the way: the driver gives up.
      if (!charger.station.at(connectorId).transaction) s.departure = realTime.after(20_000, () => leave(s))
    }
  }

  /** The driver comes back: ends the session, or takes out the cable where it has ended already. */
  function leave(s: Spot): void {
    const connector = charger.station.at(s.connectorId)
    const { transaction } = connector
    if (transaction) charger.station.background(charger.stop(s.connectorId, 'Local', transaction.idTag))
    else if (connector.plugged) charger.station.background(charger.unplug(s.connectorId))
  }

  const ends = [
    charger.on('started', ({ connectorId, transactionId }) => {
      const s = spotOf(connectorId)
      if (!s) return
      remember(connectorId, transactionId, charger.reading(connectorId))
      s.targetSoc = 90
      const stayMs = s.stayMs ?? s.random.between(leastStay, mostStay) * MINUTE_MS
      s.stayMs = undefined
      s.departure?.cancel()
      s.departure = realTime.after(stayMs, () => leave(s))
    }),
    charger.on('meter', ({ connectorId, transactionId, reading }) => {
      const s = spotOf(connectorId)
      if (!s || transactionId === undefined || !charger.station.at(connectorId).transaction) return
      remember(connectorId, transactionId, reading)
      if (reading.soc < s.targetSoc) return
      // Enough for this driver, who needs some minutes to come back.
      s.targetSoc = Number.POSITIVE_INFINITY
      s.departure?.cancel()
      s.departure = realTime.after(s.random.between(1, 12) * MINUTE_MS, () => leave(s))
    }),
    charger.on('stopped', ({ connectorId, meterStopWh }) => {
      const s = spotOf(connectorId)
      if (!s) return
      memory.set(record.id, connectorId, { registerWh: meterStopWh })
      s.departure?.cancel()
      s.departure = realTime.after(s.random.between(15_000, 90_000), () => leave(s))
    }),
  ]

  /** The session goes into memory with the register as it stands. */
  function remember(connectorId: number, transactionId: number, { registerWh, at }: Reading): void {
    memory.set(record.id, connectorId, { registerWh, running: { transactionId, meterWh: registerWh, at } })
  }

  for (const s of spots) plan(s, true)
  return () => {
    for (const end of ends) end()
    for (const s of spots) {
      s.arrival?.cancel()
      s.departure?.cancel()
    }
  }
}
