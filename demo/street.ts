// The street before one live charger: cars come by the hour of the day, charge and go. Whoever else starts or stops a
// session here, the operator in the portal for one, finds a driver who plugs in, and who drives away in the end.
import type { SimulatedCharger } from '@wattdesk/ocpp/sim/charger'
import { realTime, type Timer } from '@wattdesk/ocpp/sim/clock'
import type { Reading } from '@wattdesk/ocpp/sim/power'
import { Random } from '@wattdesk/ocpp/sim/random'
import { vehiclesFor } from '@wattdesk/ocpp/sim/vehicles'
import { cardsInUse, refusedCard } from './cards.ts'
import type { Memory } from './memory.ts'
import type { DemoCharger } from './places.ts'
import { hourIn, occupancyAt, stayMinutes } from './rhythm.ts'

const MINUTE_MS = 60_000
/** The next look at an empty connector comes at the latest after this time: the hour may have changed. */
const LONGEST_GAP_MS = 40 * MINUTE_MS

type Spot = {
  connectorId: number
  random: Random
  arrival: Timer | undefined
  departure: Timer | undefined
  targetSoc: number
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
    }),
  )
  const spotOf = (connectorId: number) => spots[connectorId - 1]

  /** When the next car comes: the emptier the hour, the longer the gap between two cars. */
  function plan(s: Spot, isFirst = false): void {
    const use = Math.min(0.9, occupancyAt(kind, hourIn(timeZone, Date.now())))
    const stayMs = ((leastStay + mostStay) / 2) * MINUTE_MS
    // At the beginning the connectors that would be in use by now get their cars within two minutes.
    const isHere = isFirst && s.random.chance(use)
    const gapMs = isHere ? s.random.between(3000, 2 * MINUTE_MS) : s.random.exponential((stayMs * (1 - use)) / use)
    s.arrival?.cancel()
    s.arrival = realTime.after(Math.min(gapMs, LONGEST_GAP_MS), () => {
      if (gapMs > LONGEST_GAP_MS) plan(s)
      else charger.station.background(arrive(s))
    })
  }

  async function arrive(s: Spot): Promise<void> {
    plan(s)
    if (!charger.station.usable || charger.status(s.connectorId) !== 'Available') return
    const { random, connectorId } = s
    const isRefused = random.chance(0.03)
    const idTag = isRefused ? refusedCard(operator, random.chance(0.5)) : random.pick(cards)
    try {
      await charger.plugIn(connectorId)
      const { status } = await charger.authorize(idTag)
      if (status === 'Accepted') {
        const vehicle = random.pick(vehiclesFor(record.type))
        await charger.start(connectorId, idTag, { vehicle, soc: random.int(8, 60) })
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
      s.targetSoc = s.random.chance(0.6) ? s.random.int(80, 95) : 100
      s.departure?.cancel()
      s.departure = realTime.after(s.random.between(leastStay, mostStay) * MINUTE_MS, () => leave(s))
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
