// Chargers that charge again and again while the product is killed under them, and record its confirmations.
import { SimulatedCharger } from '@wattdesk/ocpp/sim/charger'
import { CallError, Unanswered } from '@wattdesk/ocpp/sim/link'
import { Random } from '@wattdesk/ocpp/sim/random'
import { identityOf, KEY, tagOf } from './world.ts'

export type AckedStart = {
  identity: string
  connectorId: number
  transactionId: number
  at: string
  meterStart: number
}
export type AckedStop = { transactionId: number; at: string; meterStop: number }
export type AckedMeter = { transactionId: number; at: string; context: string }

/** Everything that was confirmed, and every refusal. */
export class Acks {
  readonly starts: AckedStart[] = []
  readonly stops: AckedStop[] = []
  readonly meters: AckedMeter[] = []
  /** CALLERRORs: a charger drops its message for one. */
  readonly errors: string[] = []
  lostLinks = 0
  timeouts = 0
  refusedSockets = 0

  /** Keeps what a charger is told. */
  listen(c: SimulatedCharger): void {
    c.on('reply', r => {
      if (r.error === 'LinkLost') this.lostLinks++
      else if (r.error === 'Timeout') this.timeouts++
      else if (r.error !== undefined) this.errors.push(`${r.action}: ${r.error}`)
      else this.keep(c.identity, r.action, r.request as never, r.payload as never)
    })
    c.on('failed', () => this.refusedSockets++)
  }
  keep(identity: string, action: string, p: Record<string, never>, answer: { transactionId: number }): void {
    if (action === 'StartTransaction') {
      const { connectorId, timestamp, meterStart } = p as unknown as {
        connectorId: number
        timestamp: string
        meterStart: number
      }
      this.starts.push({ identity, connectorId, transactionId: answer.transactionId, at: timestamp, meterStart })
    } else if (action === 'StopTransaction') {
      const { transactionId, timestamp, meterStop } = p as unknown as {
        transactionId: number
        timestamp: string
        meterStop: number
      }
      this.stops.push({ transactionId, at: timestamp, meterStop })
    } else if (action === 'MeterValues') {
      const { transactionId, meterValue } = p as unknown as {
        transactionId?: number
        meterValue: { timestamp: string; sampledValue: { context?: string }[] }[]
      }
      if (transactionId === undefined || transactionId <= 0) return
      for (const v of meterValue)
        this.meters.push({ transactionId, at: v.timestamp, context: v.sampledValue[0]?.context ?? '' })
    }
  }
}

export type DriveOptions = { url: string; chargers: number; sessionSeconds: readonly [number, number]; seed?: number }

/** So many chargers of two connectors; each connector has a session, a pause, a session … until `stop`. */
export class Drivers {
  readonly acks = new Acks()
  readonly chargers: SimulatedCharger[] = []
  readonly loops: Promise<void>[] = []
  readonly options: DriveOptions
  readonly ending = Promise.withResolvers<void>()
  isEnding = false
  failure: unknown

  constructor(options: DriveOptions) {
    this.options = options
  }

  start(): void {
    const { url, chargers, seed = 1 } = this.options
    const random = new Random(seed)
    for (let n = 0; n < chargers; n++) {
      const own = random.int(0, 2 ** 31 - 1)
      const c = new SimulatedCharger({
        url: `${url.replace(/^http/, 'ws')}/ocpp`,
        identity: identityOf(n),
        key: KEY,
        connectors: 2,
        seed: own,
        reconnect: true,
      })
      this.acks.listen(c)
      this.chargers.push(c)
      // Every tag is valid: one that is refused is a fault of the product. 'Refused': a CALLERROR, which the replies tell.
      c.on('started', ({ connectorId, idTag, status, transactionId }) => {
        if (status !== 'Accepted' && status !== 'Refused')
          this.failure ??= new Error(
            `${idTag} was ${status} in session ${transactionId} of ${c.identity}/${connectorId}`,
          )
      })
      c.keepUp()
      for (const connectorId of [1, 2])
        this.loops.push(this.charge(c, connectorId, tagOf(n), new Random(own + connectorId)))
    }
  }

  async charge(c: SimulatedCharger, connectorId: number, idTag: string, random: Random): Promise<void> {
    const [least, most] = this.options.sessionSeconds
    await this.pause(random.between(0, most))
    while (!this.isEnding)
      try {
        await c.start(connectorId, idTag)
        await this.pause(random.between(least, most))
        await c.stop(connectorId, 'Local', idTag)
        await c.unplug(connectorId)
        await this.pause(random.between(0, least))
      } catch (error) {
        // Told by the reply already; anything else is a fault of the simulation.
        if (!(error instanceof CallError || error instanceof Unanswered)) this.failure ??= error
        await this.pause(1)
        if (c.station.at(connectorId).transaction) await c.stop(connectorId, 'Other').catch(() => undefined)
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
  async stop(patienceMs = 120_000): Promise<void> {
    this.isEnding = true
    this.ending.resolve()
    const until = performance.now() + patienceMs
    await Promise.all(this.loops)
    while (this.chargers.some(c => c.queued > 0)) {
      if (performance.now() > until)
        throw new Error(`${this.chargers.filter(c => c.queued > 0).length} chargers still have messages to send`)
      await new Promise(ok => setTimeout(ok, 100))
    }
    await Promise.all(this.chargers.map(c => c.close()))
    if (this.failure) throw this.failure
  }
}
