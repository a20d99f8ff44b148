// Many simulated chargers in one process: connected at a steady rate, charging by chance, counted together.
import { type Clock, realTime, type Timer } from './clock.ts'
import type { Faults } from './faults.ts'
import { type FleetMember, Member16 } from './fleet-member.ts'
import { Histogram } from './histogram.ts'
import { acOutlet, dcOutlet, type Outlet } from './power.ts'
import { Random } from './random.ts'
import { Member201 } from './v201/fleet-member.ts'

export interface FleetOptions {
  url: string
  chargers: number
  /** The protocol of all chargers; default ocpp1.6. */
  protocol?: 'ocpp1.6' | 'ocpp2.0.1' | 'ocpp2.1'
  /** Identities are the prefix and a number of at least four digits; default SIM-. */
  prefix?: string
  /** The whole identity, of a fleet of one charger. */
  identity?: string
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
  private readonly members: FleetMember[] = []
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
      while (this.members.length < due) this.add(this.members.length + 1)
      if (this.members.length < this.options.chargers) this.pacing = realTime.after(Math.max(10, 1000 / rate), more)
    }
    more()
  }

  private add(number: number): void {
    const { url, protocol = 'ocpp1.6', prefix = 'SIM-', connectors = 2, key, faults = {}, dcShare = 0.6 } = this.options
    const identity = this.options.identity ?? `${prefix}${String(number).padStart(4, '0')}`
    const seed = this.random.int(0, 2 ** 31 - 1)
    const own = new Random(seed)
    const outlet = own.chance(dcShare) ? own.pick(outletsDc) : own.pick(outletsAc)
    const Member = protocol === 'ocpp1.6' ? Member16 : Member201
    const options = { url, identity, protocols: [protocol], connectors, outlet, seed, clock: this.clock, faults }
    const member = new Member(
      { ...options, ...(key === undefined ? {} : { key }) },
      {
        answered: ms => {
          this.answered++
          this.latency.add(ms)
        },
        failed: code => this.fail(code),
        called: () => {
          this.commands++
        },
      },
    )
    this.members.push(member)
    member.keepUp()
    this.plan(member, own)
  }

  private fail(code: string): void {
    this.failures[code] = (this.failures[code] ?? 0) + 1
  }

  private plan(member: FleetMember, own: Random): void {
    const perHour = this.options.sessionsPerHour ?? 0
    const tags = this.options.tags ?? []
    if (perHour <= 0 || tags.length === 0) return
    this.clock.after(own.exponential(3_600_000 / perHour), () => {
      if (this.stopped) return
      this.plan(member, own)
      member.background(this.visit(member, own, own.pick(tags)))
    })
  }

  private async visit(member: FleetMember, own: Random, idTag: string): Promise<void> {
    const visit = await member.visit(own, idTag)
    if (visit === undefined) return
    if (visit === 'refused') this.refusedTags++
    else {
      this.finished++
      this.energyWh += visit.energyWh
    }
  }

  stats(): FleetStats {
    let connected = 0
    let accepted = 0
    let charging = 0
    let queued = 0
    for (const member of this.members) {
      if (member.isOpen) connected++
      if (member.isAccepted) accepted++
      queued += member.queued
      charging += member.charging
    }
    const [p50Ms = 0, p95Ms = 0, p99Ms = 0] = [0.5, 0.95, 0.99].map(part => this.latency.percentile(part))
    const { answered, failures, commands, finished, refusedTags, energyWh } = this
    const latency = { p50Ms, p95Ms, p99Ms, maxMs: this.latency.maxMs }
    const sessions = { charging, finished, refusedTags, energyWh }
    return {
      chargers: this.members.length,
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
    await Promise.all(this.members.map(member => member.close()))
  }
}
