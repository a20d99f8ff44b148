// A balanced site over real sockets whose chargers restart again and again, some of them without their profiles: the
// sum of the power of their profiles is added up at the chargers after every message, with and without restarted
// chargers that have taken no limit since.
import { SimulatedCharger } from '@wattdesk/ocpp/sim/charger'
import { Random } from '@wattdesk/ocpp/sim/random'
import { placeOf } from '@wattdesk/ocpp/sim/transactions'
import { openDb } from '#platform/db/db.ts'
import { balanceAll } from './balanced-site.ts'
import { startProduct } from './stand.ts'
import { figure, percentile, type Section, table, target } from './table.ts'
import { identityOf, KEY, tagOf } from './world.ts'

const CONNECTORS = 2
const CONNECTOR_KW = 60
/** The limit, as a part of the power that the chargers could take. */
const PART = 0.2
const STEP_MS = 500

function allowedKw({ station }: SimulatedCharger): number {
  const at = station.clock.now()
  const watts = station.connectors
    .slice(1)
    .map(c => Math.min(c.outlet.maxW, station.profiles.limitW(placeOf(station, c), at)))
  return watts.reduce((a, b) => a + b, 0) / 1000
}

/** `forgetting`: how many of a hundred restarts lose all profiles. */
export async function loadRestarts({
  minutes,
  chargers: count,
  forgetting,
}: Record<'minutes' | 'chargers' | 'forgetting', number>): Promise<Section> {
  const stand = await startProduct({ chargers: count })
  const db = openDb(stand.database)
  const random = new Random('restarts')
  const limit = Math.round(count * CONNECTORS * CONNECTOR_KW * PART)
  const url = `${stand.url.replace(/^http/, 'ws')}/ocpp`
  const chargers = Array.from(
    { length: count },
    (_, n) => new SimulatedCharger({ url, identity: identityOf(n), key: KEY, connectors: CONNECTORS, reconnect: true }),
  )
  /** Chargers that have taken no safe limit since their restart, with the moment when their BootNotification was answered. */
  const open = new Map<SimulatedCharger, number>()
  const took: number[] = []
  const most = { calm: 0, restart: 0 }
  let [messages, restarts, aboveMs, lastAt] = [0, 0, 0, performance.now()]
  let isCounted = false
  const look = () => {
    // To the watt: sums of tenths are not exact.
    const sum = Math.round(chargers.reduce((all, c) => all + allowedKw(c), 0) * 1000) / 1000
    const at = performance.now()
    if (isCounted) {
      if (open.size === 0) most.calm = Math.max(most.calm, sum)
      else most.restart = Math.max(most.restart, sum)
      if (sum > limit) aboveMs += at - lastAt
    }
    lastAt = at
    return sum
  }
  for (const c of chargers)
    c.on('call', ({ action, payload }) => {
      messages++
      const profile = (payload as { csChargingProfiles?: { stackLevel: number } }).csChargingProfiles
      const since = open.get(c)
      if (action === 'SetChargingProfile' && profile?.stackLevel === 0 && since !== undefined) {
        open.delete(c)
        took.push(performance.now() - since)
      }
      look()
    })
  try {
    await balanceAll(db, limit)
    await Promise.all(chargers.map(c => c.startUp()))
    while (look() > limit) await new Promise(ok => setTimeout(ok, STEP_MS))
    isCounted = true
    const end = performance.now() + minutes * 60_000
    while (performance.now() < end) {
      const c = random.pick(chargers)
      const n = random.pick([1, 2])
      if (open.has(c) || !c.isOpen) {
        // It is on its way back.
      } else if (random.chance(0.4)) {
        restarts++
        await c.powerLoss()
        if (random.chance(forgetting / 100)) c.station.profiles.clear({})
        open.set(c, performance.now())
        void c.powerUp().then(
          () => open.has(c) && open.set(c, performance.now()),
          () => undefined,
        )
      } else if (c.transactionId(n) === undefined) void c.start(n, tagOf(chargers.indexOf(c))).catch(() => undefined)
      else if (random.chance(0.3))
        void c.stop(n).then(
          () => c.unplug(n),
          () => undefined,
        )
      look()
      await new Promise(ok => setTimeout(ok, STEP_MS))
    }
    while (open.size > 0) await new Promise(ok => setTimeout(ok, STEP_MS))
    look()
    const kw = (x: number) => `${x.toLocaleString('en-US', { maximumFractionDigits: 3 })} kW`
    const ms = (part: number) => `${figure(percentile(took, part))} ms`
    return {
      title: 'A balanced site whose chargers restart',
      text: `${count} chargers with ${CONNECTORS} connectors of ${CONNECTOR_KW} kW over real sockets at a Load Value of ${kw(limit)}, ${figure(minutes)} minutes, ${restarts} restarts of which ${forgetting} in a hundred lose all profiles, ${figure(messages)} messages to chargers. The sum is that of the limits that really stand at the chargers. From a boot's answer to the safe limit: p50 ${ms(0.5)}, p95 ${ms(0.95)}, longest ${ms(1)}; above the Load Value for ${figure(aboveMs / 1000)} s altogether.\n\n${table(
        ['the most that the chargers were allowed together', '', 'target'],
        [
          ['while each had taken a limit since its restart', kw(most.calm), target(most.calm, '≤', limit, ' kW')],
          ['while some had restarted and taken none yet', kw(most.restart), '–'],
        ],
      )}`,
    }
  } finally {
    await Promise.all(chargers.map(c => c.close()))
    await db.destroy()
    await stand.stop()
  }
}
