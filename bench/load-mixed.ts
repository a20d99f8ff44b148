// A balanced site over real sockets, half of whose chargers speak 1.6 and half 2.0.1: cars come and go, chargers refuse, are
// silent, answer late, report another schedule than they took, restart, and are limited from outside. The limits that they
// have acknowledged are added up from their own answers after every message.
import { type Faults, SimulatedCharger } from '@wattdesk/ocpp/sim/charger'
import { LimitJournal } from '@wattdesk/ocpp/sim/limit-journal'
import { Random } from '@wattdesk/ocpp/sim/random'
import { SimulatedStation } from '@wattdesk/ocpp/sim/v201/charging-station'
import { openDb } from '#platform/db/db.ts'
import { balanceAll } from './balanced-site.ts'
import { startProduct } from './stand.ts'
import { figure, type Section, table, target } from './table.ts'
import { identityOf, KEY, tagOf } from './world.ts'

const CONNECTORS = 2
const CONNECTOR_KW = 60
/** The limit, as a part of the power that the chargers could take. */
const PART = 0.2
const STEP_MS = 500
const LATE_MS = 25_000

/** How a charger misbehaves for a while; most often not at all. */
const TEMPERS: Readonly<Record<string, (is201: boolean) => Faults>> = {
  'Rejected by status': () => ({ refuse: { SetChargingProfile: { status: 'Rejected' } } }),
  'refused by an error': () => ({ refuse: { SetChargingProfile: 'InternalError' } }),
  'not answered': () => ({ silentOn: ['SetChargingProfile'] }),
  'answered too late': () => ({ answerDelayMs: LATE_MS }),
  'taken, and another schedule reported': is201 => {
    const chargingSchedulePeriod = [{ startPeriod: 0, limit: 50_000 }]
    const schedule = { duration: 86_400, chargingRateUnit: 'W', chargingSchedulePeriod }
    const scheduleStart = new Date().toISOString()
    return {
      refuse: {
        GetCompositeSchedule: is201
          ? { status: 'Accepted', schedule: { evseId: 1, scheduleStart, ...schedule } }
          : { status: 'Accepted', connectorId: 1, scheduleStart, chargingSchedule: schedule },
      },
    }
  },
}

/** Somebody else begins or ceases to limit a station, or one of its EVSEs. Returns what it was. */
function limitFromOutside({ station }: SimulatedStation, random: Random): string {
  const chargingLimitSource = random.pick(['EMS', 'SO', 'CSO'] as const)
  if (random.chance(0.5)) {
    station.background(station.report('ClearedChargingLimit', { chargingLimitSource }))
    return 'limits from outside cleared'
  }
  const chargingSchedulePeriod = [{ startPeriod: 0, limit: random.int(0, CONNECTOR_KW * 1000) }]
  const told = {
    chargingLimit: { chargingLimitSource, isGridCritical: random.chance(0.5) },
    chargingSchedule: [{ id: 1, chargingRateUnit: 'W' as const, chargingSchedulePeriod }],
    ...(random.chance(0.5) && { evseId: random.pick([1, 2]) }),
  }
  station.background(station.report('NotifyChargingLimit', told))
  return 'limits from outside'
}

export async function loadMixed({
  minutes,
  chargers: count,
}: Record<'minutes' | 'chargers', number>): Promise<Section> {
  const stand = await startProduct({ chargers: count })
  const db = openDb(stand.database)
  const random = new Random('both protocols')
  const limit = Math.round(count * CONNECTORS * CONNECTOR_KW * PART)
  const url = `${stand.url.replace(/^http/, 'ws')}/ocpp`
  const all = Array.from({ length: count }, (_, n) => {
    const own = { url, identity: identityOf(n), key: KEY, reconnect: true, rebootSeconds: 1 }
    return n % 2 === 0
      ? new SimulatedCharger({ ...own, connectors: CONNECTORS })
      : new SimulatedStation({ ...own, evses: CONNECTORS })
  })
  const journals = all.map(c => new LimitJournal(c))
  const done: Record<string, number> = {}
  const note = (what: string) => {
    done[what] = (done[what] ?? 0) + 1
  }
  let [messages, aboveMs, lastAt, most] = [0, 0, 0, 0]
  let isCounted = false
  const kwNow = () => Math.round(journals.reduce((w, j) => w + j.now().watts, 0)) / 1000
  const look = () => {
    const sum = kwNow()
    const at = performance.now()
    if (isCounted) {
      most = Math.max(most, sum)
      if (sum > limit) aboveMs += at - lastAt
    }
    lastAt = at
    return sum
  }
  const heard = ({ action }: { action: string }) => {
    if (action === 'SetChargingProfile') messages++
    look()
  }
  for (const { station } of all)
    if ('evses' in station) station.on('call', heard)
    else station.events.on('call', heard)
  const step = () => new Promise(ok => setTimeout(ok, STEP_MS))
  try {
    await balanceAll(db, limit)
    await Promise.all(all.map(c => c.startUp()))
    while (look() > limit || journals.some(j => !j.now().isLimited)) await step()
    isCounted = true
    const away = new Set<number>()
    const end = performance.now() + minutes * 60_000
    while (performance.now() < end) {
      const n = random.int(0, count - 1)
      const c = all[n] as (typeof all)[number]
      const place = random.pick([1, 2])
      const is201 = 'evses' in c.station
      if (away.has(n) || !c.isOpen) {
        // It is on its way back.
      } else if (random.chance(0.08)) {
        note('restarts')
        away.add(n)
        // A connection may break on the way; the charger then comes back by itself.
        void c
          .powerLoss()
          .then(() => c.powerUp())
          .catch(() => undefined)
          .finally(() => away.delete(n))
      } else if (random.chance(0.15)) {
        const temper = random.pick(Object.keys(TEMPERS))
        note(temper)
        c.faults = TEMPERS[temper]?.(is201) ?? {}
      } else if (random.chance(0.3)) c.faults = {}
      else if (is201 && random.chance(0.2)) note(limitFromOutside(c as SimulatedStation, random))
      else if (c.transactionId(place) === undefined) {
        note('begins')
        // A charger that restarts or is offline meanwhile begins nothing.
        void c.start(place, tagOf(n)).catch(() => undefined)
      } else if (random.chance(0.4)) {
        note('ends')
        void c.stop(place).then(
          () => c.unplug(place),
          () => undefined,
        )
      }
      look()
      await step()
    }
    isCounted = false
    const kw = (x: number) => `${x.toLocaleString('en-US', { maximumFractionDigits: 3 })} kW`
    const what = Object.entries(done)
      .sort(([a], [b]) => a.localeCompare(b))
      .map(([name, n]) => `${name} ${n}`)
    return {
      title: 'A balanced site of both protocols',
      text: `${count} chargers with ${CONNECTORS} connectors of ${CONNECTOR_KW} kW over real sockets, half of them of 1.6 and half of 2.0.1, at a Load Value of ${kw(limit)}, ${figure(minutes)} minutes, ${figure(messages)} profiles sent to chargers. ${what.join(', ')}. The sum is that of the limits that the chargers have acknowledged, worked out from their own answers after every message; above the Load Value for ${figure(aboveMs / 1000)} s altogether.\n\n${table(
        ['the most that the chargers were allowed together', '', 'target'],
        [['by the limits that they have acknowledged', kw(most), target(most, '≤', limit, ' kW')]],
      )}`,
    }
  } finally {
    await Promise.all(all.map(c => c.close()))
    await db.destroy()
    await stand.stop()
  }
}
