// Many simulated chargers in one process: connected at a steady rate, charging by chance, counted together.
import { SimulatedCharger } from './charger.ts'
import { type Clock, realTime, type Timer } from './clock.ts'
import type { Faults } from './faults.ts'
import { Histogram } from './histogram.ts'
import { CallError, Unanswered } from './link.ts'
import { acOutlet, dcOutlet, type Outlet } from './power.ts'
import { Random } from './random.ts'
import { vehiclesFor } from './vehicles.ts'

export interface FleetOptions {
  url: string
  chargers: number
  /** Identities are the prefix and a number of at least four digits; default SIM-. */
  prefix?: string
  /** Per charger, default 2. */
  connectors?: number
  seed?: number
  /** Connects per second, default 50. */
  rate?: number
  /** Per charger and hour of the clock, on average; default 0. */
  sessionsPerHour?: number
  /** Cards that start the sessions. */
  tags?: readonly string[]
  /** Basic authentication of every charger. */
  key?: string
  /** How every charger misbehaves. */
  faults?: Faults
  clock?: Clock
  /** Part of the chargers that are DC, default 0.6. */
  dcShare?: number
}

export interface FleetStats {
  chargers: number
  connected: number
  accepted: number
  /** Sessions running, ended, and tags that were not accepted. */
  charging: number
  finished: number
  refusedTags: number
  energyWh: number
  /** Calls of ours that were answered, and what went wrong by code. */
  answered: number
  failures: Record<string, number>
  /** Calls of the central system. */
  commands: number
  queued: number
  latency: { p50Ms: number; p95Ms: number; p99Ms: number; maxMs: number }
}

const outletsDc: readonly Outlet[] = [dcOutlet(30_000), dcOutlet(60_000), dcOutlet(60_000), dcOutlet(120_000)]
const outletsAc: readonly Outlet[] = [acOutlet(1, 16), acOutlet(1, 32), acOutlet(3, 32)]

export class Fleet {
  readonly chargers: SimulatedCharger[] = []
  readonly latency = new Histogram()
  private readonly options: FleetOptions
  private readonly clock: Clock
  private readonly random: Random
  private readonly failures: Record<string, number> = {}
  private answered = 0
  private commands = 0
  private finished = 0
  private refusedTags = 0
  private energyWh = 0
  private pacing: Timer | undefined
  private stopped = false

  constructor(options: FleetOptions) {
    this.options = options
    this.clock = options.clock ?? realTime
    this.random = new Random(options.seed ?? 1)
  }

  /** Begins to connect, `rate` chargers a second. */
  start(): void {
    const rate = this.options.rate ?? 50
    const begun = realTime.now()
    const more = (): void => {
      const due = Math.min(this.options.chargers, Math.ceil(((realTime.now() - begun) / 1000) * rate) + 1)
      while (this.chargers.length < due) this.add(this.chargers.length + 1)
      if (this.chargers.length < this.options.chargers) this.pacing = realTime.after(Math.max(10, 1000 / rate), more)
    }
    more()
  }

  private add(number: number): void {
    const { url, prefix = 'SIM-', connectors = 2, key, faults = {}, dcShare = 0.6 } = this.options
    const identity = `${prefix}${String(number).padStart(4, '0')}`
    const seed = this.random.int(0, 2 ** 31 - 1)
    const own = new Random(seed)
    const outlet = own.chance(dcShare) ? own.pick(outletsDc) : own.pick(outletsAc)
    const charger = new SimulatedCharger({
      url,
      identity,
      connectors,
      outlet,
      seed,
      clock: this.clock,
      reconnect: true,
      faults: { ...faults },
      ...(key === undefined ? {} : { key }),
    })
    charger.on('reply', ({ error, ms }) => {
      if (error === undefined) {
        this.answered++
        this.latency.add(ms)
      } else this.fail(error)
    })
    charger.on('call', () => {
      this.commands++
    })
    charger.on('failed', ({ error }) => this.fail(error.message.slice(0, 60)))
    this.chargers.push(charger)
    charger.keepUp()
    this.plan(charger, own)
  }

  private fail(code: string): void {
    this.failures[code] = (this.failures[code] ?? 0) + 1
  }

  private plan(charger: SimulatedCharger, own: Random): void {
    const perHour = this.options.sessionsPerHour ?? 0
    const tags = this.options.tags ?? []
    if (perHour <= 0 || tags.length === 0) return
    this.clock.after(own.exponential(3_600_000 / perHour), () => {
      if (this.stopped) return
      this.plan(charger, own)
      charger.station.background(this.session(charger, own, own.pick(tags)))
    })
  }

  private async session(charger: SimulatedCharger, own: Random, idTag: string): Promise<void> {
    const connector = charger.station.connectors.find(({ id }) => id > 0 && charger.status(id) === 'Available')
    if (!connector || !charger.station.accepted) return
    const vehicle = own.pick(vehiclesFor(connector.outlet.kind))
    const soc = own.int(10, 70)
    const seconds = own.int(900, connector.outlet.kind === 'DC' ? 3_600 : 4 * 3_600)
    const { id } = connector
    const meterStartWh = connector.registerWh
    try {
      await charger.plugIn(id)
      const { status } = await charger.authorize(idTag)
      if (status === 'Accepted') {
        await charger.start(id, idTag, { vehicle, soc })
        await charger.station.pause(seconds)
        if (connector.transaction) await charger.stop(id, 'Local', idTag)
        this.finished++
        this.energyWh += connector.registerWh - meterStartWh
      } else this.refusedTags++
      await charger.station.pause(own.int(20, 120))
    } catch (error) {
      if (!(error instanceof CallError) && !(error instanceof Unanswered)) throw error // the others are counted already
    }
    if (connector.transaction) await charger.stop(id, 'Other')
    if (connector.plugged) await charger.unplug(id)
  }

  stats(): FleetStats {
    let connected = 0
    let accepted = 0
    let charging = 0
    let queued = 0
    for (const charger of this.chargers) {
      if (charger.isOpen) connected++
      if (charger.station.usable) accepted++
      queued += charger.queued
      for (const { transaction } of charger.station.connectors) if (transaction) charging++
    }
    const [p50Ms = 0, p95Ms = 0, p99Ms = 0] = [0.5, 0.95, 0.99].map(part => this.latency.percentile(part))
    const { answered, failures, commands, finished, refusedTags, energyWh } = this
    const latency = { p50Ms, p95Ms, p99Ms, maxMs: this.latency.maxMs }
    const sessions = { charging, finished, refusedTags, energyWh }
    return {
      chargers: this.chargers.length,
      connected,
      accepted,
      ...sessions,
      answered,
      failures,
      commands,
      queued,
      latency,
    }
  }

  /** Closes every charger. */
  async stop(): Promise<void> {
    this.stopped = true
    this.pacing?.cancel()
    await Promise.all(this.chargers.map(charger => charger.close()))
  }
}
