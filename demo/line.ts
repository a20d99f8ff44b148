// The past of one connector: its cars one after the other, each as the messages of a simulated charger, handled as
// those of real chargers are.
import type { ChargePointAction, Request } from '@wattdesk/ocpp/messages'
import { type ScriptedCall, sessionScript } from '@wattdesk/ocpp/sim/script'
import type { sessionHandlers } from '#charging/sessions/session.ocpp.ts'
import type { StoredCharger } from '#fleet/stations/charger.store.ts'
import type { Station } from '#fleet/stations/station.memory.ts'
import type { FrameLog } from './frame-log.ts'
import { type Clock, type PastServices, pastStation } from './past.ts'
import { amountOf, finish, payNow } from './payments.ts'
import { type DemoCharger, registerAtStart } from './places.ts'
import type { Visit } from './plan.ts'
import { energyFor, paysFromPurse, priceWithTax } from './purses.ts'
import type { PlannedStatus } from './states.ts'

/** Seconds between the meter values of the past; live chargers send more. */
const FINE_SECONDS = 600
const COARSE_SECONDS = 3600
const LEAVES_AFTER_MS = 25_000
/** Staff add to a purse this long before the car comes. */
const PAID_BEFORE_MS = 60_000

type Wait = () => Promise<void>
type Way = { start: Wait; stop: Wait; paid: Paid | undefined }
/** Where the cars of a round wait for one another, so that their messages share a statement. */
export type Round = { starts: Meeting; stops: Meeting }

/** Resolves for all when everybody has come. */
export class Meeting {
  private missing: number
  private readonly all = Promise.withResolvers<void>()
  constructor(count: number) {
    this.missing = count
  }
  come(): Promise<void> {
    this.missing--
    if (this.missing === 0) this.all.resolve()
    return this.all.promise
  }
}
const once = (m: Meeting): Wait => {
  let coming: Promise<void> | undefined
  return () => {
    coming ??= m.come()
    return coming
  }
}

type Sessions = ReturnType<typeof sessionHandlers>
export type LineOptions = {
  charger: DemoCharger
  stored: StoredCharger
  connectorId: number
  visits: readonly Visit[]
  /** Where this connector's statuses are put down: they are told later, in the order of the whole charger. */
  told: PlannedStatus[]
  /** Where the frames of its sessions are put down. */
  log: FrameLog
  /** Whether a visit is told in full. */
  isFine: (visit: Visit) => boolean
  /** The wallet or card that some of its cars pay from; `fill` tops up the balance and returns the balance after the top-up. */
  purse?: { idTag: string; fill: (at: Date) => Promise<bigint> }
  /** The number of the payment by which a visit is paid for; undefined for those that are not. */
  payments?: (visit: Visit) => number | undefined
}
/** The changes to a visit that is paid from a purse, or by card or UPI for this one session. */
type Paid = { idTag: string; maxEnergyWh: number; isOnce?: true }

export class Line {
  readonly charger: DemoCharger
  readonly visits: readonly Visit[]
  /** The energy register after the last visit served, Wh. */
  registerWh: number
  private readonly services: PastServices
  private readonly sessions: Sessions
  private readonly station: Station
  private readonly told: PlannedStatus[]
  private readonly log: FrameLog
  private readonly isFine: LineOptions['isFine']
  private readonly purse: LineOptions['purse']
  private readonly payments: LineOptions['payments']
  private readonly clock: Clock = { at: 0 }
  /** Meter values on their way: they share a statement; whatever depends on them waits for them. */
  private meters: Promise<unknown>[] = []

  constructor(
    services: PastServices,
    sessions: Sessions,
    { charger, stored, connectorId, visits, told, log, isFine, purse, payments }: LineOptions,
  ) {
    this.services = services
    this.sessions = sessions
    this.charger = charger
    this.visits = visits
    this.told = told
    this.log = log
    this.isFine = isFine
    this.purse = purse
    this.payments = payments
    this.registerWh = registerAtStart(charger.id, connectorId)
    this.station = pastStation(services, stored)
    // Connected before anything that is told here, so that nothing counts as queued.
    this.station.connectedSince = new Date((visits[0]?.plugInAt ?? 0) - 60_000)
  }

  /** The car of a round, from plug to unplug; nothing where no car comes any more. */
  async serve(round: number, { starts, stops }: Round): Promise<void> {
    const visit = this.visits[round]
    if (!visit) return
    const start = once(starts)
    const stop = once(stops)
    try {
      const paid = await this.paidFor(visit, round)
      await this.services.at(this.clock, () => this.charge(visit, { start, stop, paid }))
    } finally {
      // A round does not wait for a car that has gone early.
      void start()
      void stop()
    }
  }

  /** From which purse a visit is paid; undefined where the driver has a card, or nothing left to begin with. */
  private async paidFor(visit: Visit, round: number): Promise<Paid | undefined> {
    const price = priceWithTax(this.charger)
    if (!price || visit.kind !== 'ordinary') return undefined
    if (!this.purse || !paysFromPurse(round)) {
      const n = this.payments?.(visit)
      return n === undefined ? undefined : this.payOnce(visit, n, price)
    }
    const balance = await this.purse.fill(new Date(visit.plugInAt - PAID_BEFORE_MS))
    if (balance < this.services.leastBalancePaise) return undefined
    return { idTag: this.purse.idTag, maxEnergyWh: energyFor(balance, price) }
  }

  /** Scanned and paid at the connector, by every twelfth driver at the second attempt. */
  private async payOnce(visit: Visit, n: number, price: Parameters<typeof energyFor>[1]): Promise<Paid | undefined> {
    const amountPaise = amountOf(n)
    const of = { charger: this.station.charger, connectorId: visit.connectorId, n, amountPaise }
    const pay = (beforeMs: number, isRefused = false) =>
      this.services.at({ at: visit.plugInAt - beforeMs }, () => payNow(this.services, of, isRefused))
    if (n % 12 === 5) await pay(2 * PAID_BEFORE_MS, true)
    const idTag = await pay(PAID_BEFORE_MS / 2)
    return idTag === undefined ? undefined : { idTag, maxEnergyWh: energyFor(BigInt(amountPaise), price), isOnce: true }
  }

  private async charge(all: Visit, { start, stop, paid }: Way): Promise<void> {
    const { kind, asks, ...visit } = all
    const { handlers } = this.sessions
    const isFine = this.isFine(all)
    const script = sessionScript({
      ...visit,
      ...(paid && { idTag: paid.idTag, maxEnergyWh: paid.maxEnergyWh }),
      outlet: this.charger.outlet,
      meterStartWh: this.registerWh,
      sampleSeconds: isFine ? FINE_SECONDS : COARSE_SECONDS,
      authorize: asks && (isFine || kind === 'refused'),
    })
    let answer: { transactionId?: number } = {}
    for (let step = script.next(); !step.done; step = script.next(answer)) {
      const call = step.value
      this.clock.at = call.at
      if (call.action === 'Authorize') {
        const { idTagInfo } = await handlers.Authorize(this.station, payload<'Authorize'>(call))
        this.log.call(call.at, call.action, call.payload, { idTagInfo })
        if (idTagInfo.status !== 'Accepted') return this.leave(visit.connectorId, call.at + LEAVES_AFTER_MS)
      } else if (call.action === 'StartTransaction') {
        await start()
        const started = await handlers.StartTransaction(this.station, payload<'StartTransaction'>(call))
        this.log.call(call.at, call.action, call.payload, started)
        answer = { transactionId: started.transactionId }
      } else if (call.action === 'MeterValues') {
        await this.meter(payload<'MeterValues'>(call))
        this.log.call(call.at, call.action, call.payload, {})
      } else {
        await Promise.all(this.meters)
        this.meters = []
        if (call.action === 'StatusNotification') this.tell(call.at, payload<'StatusNotification'>(call))
        else {
          await stop()
          const told = payload<'StopTransaction'>(call)
          const isSpent = paid !== undefined && told.meterStop - this.registerWh >= paid.maxEnergyWh
          const p = isSpent ? { ...told, reason: 'Remote' as const } : told
          this.registerWh = p.meterStop
          if (kind !== 'lost') this.log.call(call.at, call.action, p, await handlers.StopTransaction(this.station, p))
          if (paid?.isOnce) await finish(this.services, paid.idTag, p.transactionId, new Date(call.at))
        }
      }
    }
  }

  private async meter(p: Request<'MeterValues'>): Promise<void> {
    const sent = this.sessions.handlers.MeterValues(this.station, p)
    this.meters.push(sent)
    // The first one brings the session into memory.
    if (this.meters.length === 1) await sent
  }

  /** The session goes by its connector's state at once, the record takes it later. */
  private tell(at: number, p: Request<'StatusNotification'>): void {
    this.sessions.statusChanged(this.station, p.connectorId, p.status, new Date(at))
    this.told.push({ at, payload: p })
  }

  /** The card was refused: the car goes. */
  private leave(connectorId: number, at: number): void {
    const timestamp = new Date(at).toISOString()
    this.tell(at, { connectorId, errorCode: 'NoError', status: 'Available', timestamp })
  }
}

const payload = <A extends ChargePointAction>(call: ScriptedCall) => call.payload as unknown as Request<A>
