// Chargers of both protocols that charge again and again while the product is killed under them and their links break,
// and record its confirmations.
import { type Faults, SimulatedCharger } from '@wattdesk/ocpp/sim/charger'
import { CallError, Unanswered } from '@wattdesk/ocpp/sim/link'
import { Random } from '@wattdesk/ocpp/sim/random'
import { SimulatedStation } from '@wattdesk/ocpp/sim/v201/charging-station'
import { Acks } from './kills-acks.ts'
import { Journal201 } from './kills-journal-201.ts'
import { identityOf, KEY, tagOf } from './world.ts'

export type DriveOptions = {
  url: string
  chargers: number
  sessionSeconds: readonly [number, number]
  seed?: number
  /** How many of the chargers speak 2.0.1; default none. */
  stations?: number
  /** Seconds between two links that break, and how long a charger is then offline; default: no link is broken. */
  cuts?: { everySeconds: number; offlineSeconds: readonly [number, number] }
  /** Two of three chargers send every message about a session twice; default false. */
  repeats?: boolean
}

/** A charger of either protocol in the hands of its drivers. */
type Driven = {
  sim: SimulatedCharger | SimulatedStation
  start: (n: number, idTag: string) => Promise<unknown>
  stop: (n: number, idTag?: string) => Promise<unknown>
  isBusy: (n: number) => boolean
}
const driven = (c: SimulatedCharger): Driven => ({
  sim: c,
  start: (n, idTag) => c.start(n, idTag),
  stop: (n, idTag) => (idTag === undefined ? c.stop(n, 'Other') : c.stop(n, 'Local', idTag)),
  isBusy: n => c.station.at(n).transaction !== undefined,
})
const driven201 = (c: SimulatedStation): Driven => ({
  sim: c,
  start: (n, idTag) => c.start(n, idTag),
  stop: (n, idTag) => c.stop(n, idTag),
  isBusy: n => c.station.at(n).transaction !== undefined,
})

/** Each station begins its transactions at another moment. */
const START_POINTS = ['Authorized', 'PowerPathClosed', 'EVConnected'] as const
const METER_SECONDS = 5

/** So many chargers of two connectors; each connector has a session, a pause, a session … until `stop`. */
export class Drivers {
  readonly acks = new Acks()
  readonly journal = new Journal201(this.acks)
  readonly chargers: SimulatedCharger[] = []
  readonly stations: SimulatedStation[] = []
  readonly driven: Driven[] = []
  cutLinks = 0
  readonly loops: Promise<void>[] = []
  readonly options: DriveOptions
  readonly ending = Promise.withResolvers<void>()
  isEnding = false
  failure: unknown

  constructor(options: DriveOptions) {
    this.options = options
  }

  start(): void {
    const { chargers, seed = 1, stations = 0, cuts } = this.options
    const random = new Random(seed)
    for (let n = 0; n < chargers; n++) {
      const own = random.int(0, 2 ** 31 - 1)
      const c = n < chargers - stations ? this.charger(n, own) : this.station(n, own)
      this.driven.push(c)
      c.sim.keepUp()
      for (const connectorId of [1, 2])
        this.loops.push(this.charge(c, connectorId, tagOf(n), new Random(own + connectorId)))
    }
    if (cuts) this.loops.push(this.breakLinks(cuts, new Random(seed + 1)))
  }

  /** The options that a charger of either protocol is created with. */
  common(n: number, seed: number) {
    const isTwice = this.options.repeats && n % 3 > 0
    const faults: Faults = isTwice ? { duplicates: n % 3 === 1 ? 'same-id' : 'new-id' } : {}
    return {
      url: `${this.options.url.replace(/^http/, 'ws')}/ocpp`,
      identity: identityOf(n),
      key: KEY,
      seed,
      reconnect: true,
      faults,
    }
  }
  charger(n: number, seed: number): Driven {
    const c = new SimulatedCharger({ ...this.common(n, seed), connectors: 2 })
    this.acks.listen(c)
    this.chargers.push(c)
    // Every tag is valid: one that is refused is a fault of the product. 'Refused': a CALLERROR, which the replies tell.
    c.on('started', ({ connectorId, idTag, status, transactionId }) => {
      if (status !== 'Accepted' && status !== 'Refused')
        this.failure ??= new Error(`${idTag} was ${status} in session ${transactionId} of ${c.identity}/${connectorId}`)
    })
    return driven(c)
  }
  station(n: number, seed: number): Driven {
    const variables = {
      'SampledDataCtrlr.TxUpdatedInterval': String(METER_SECONDS),
      'TxCtrlr.TxStartPoint': START_POINTS[this.stations.length % START_POINTS.length] ?? 'Authorized',
    }
    const c = new SimulatedStation({ ...this.common(n, seed), evses: 2, variables })
    this.journal.listen(identityOf(n), c)
    this.stations.push(c)
    c.on('told', ({ event, answer }) => {
      const status = answer.idTokenInfo?.status ?? 'Accepted'
      if (status !== 'Accepted')
        this.failure ??= new Error(
          `${event.idToken?.idToken} was ${status} in ${event.transactionInfo.transactionId} of ${identityOf(n)}`,
        )
    })
    return driven201(c)
  }

  /** Breaks one link after the other: some chargers come back at once, others go on without a link for a while. */
  async breakLinks({ everySeconds, offlineSeconds: [least, most] }: NonNullable<DriveOptions['cuts']>, random: Random) {
    const away: Promise<void>[] = []
    for (;;) {
      await this.pause(random.between(0, 2 * everySeconds))
      if (this.isEnding) break
      const { sim } = random.pick(this.driven)
      if (!sim.isOpen) continue
      this.cutLinks++
      if (random.chance(0.5)) await sim.dropSocket()
      else {
        await sim.goOffline()
        away.push(this.pause(random.between(least, most)).then(() => sim.keepUp()))
      }
    }
    await Promise.all(away)
  }

  async charge(c: Driven, connectorId: number, idTag: string, random: Random): Promise<void> {
    const [least, most] = this.options.sessionSeconds
    await this.pause(random.between(0, most))
    while (!this.isEnding)
      try {
        await c.start(connectorId, idTag)
        await this.pause(random.between(least, most))
        await c.stop(connectorId, idTag)
        await c.sim.unplug(connectorId)
        await this.pause(random.between(0, least))
      } catch (error) {
        // Told by the reply already; anything else is a fault of the simulation.
        if (!(error instanceof CallError || error instanceof Unanswered)) this.failure ??= error
        await this.pause(1)
        // The product may be killed here too: a stop that is not answered is kept by the charger and sent later.
        if (c.isBusy(connectorId)) await c.stop(connectorId).catch(() => undefined)
      }
  }
  pause(seconds: number): Promise<void> {
    let timer: NodeJS.Timeout | undefined
    const over = new Promise<void>(ok => {
      timer = setTimeout(ok, seconds * 1000)
    })
    return Promise.race([over, this.ending.promise]).finally(() => clearTimeout(timer))
  }

  /** Ends all sessions and waits until every message that was queued has been confirmed. */
  async stop(patienceMs = 300_000): Promise<void> {
    this.isEnding = true
    this.ending.resolve()
    await Promise.all(this.loops)
    const until = performance.now() + patienceMs
    const waiting = () => this.driven.filter(({ sim }) => sim.queued > 0)
    while (waiting().length > 0) {
      if (performance.now() > until) throw new Error(`${waiting().length} chargers still have messages to send`)
      await new Promise(ok => setTimeout(ok, 100))
    }
    await this.close()
    if (this.failure) throw this.failure
  }
  async close(): Promise<void> {
    await Promise.all(this.driven.map(({ sim }) => sim.close()))
  }
}
