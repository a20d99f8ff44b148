// The state of one simulated charging station of OCPP 2.0.1, and its ways to send: a call in its turn, and the queue of
// transaction events.
import type { Request201, Response201, StationAction } from '../../src/ocpp201.ts'
import { Authorisation } from '../authorisation.ts'
import { type Clock, realTime, type Timer } from '../clock.ts'
import type { Faults } from '../faults.ts'
import { CallError, Link, type LinkHooks, type LinkOptions, Unanswered } from '../link.ts'
import { Outbox } from '../outbox.ts'
import { type Charge, dcOutlet, type Outlet, type Reading, type Vehicle } from '../power.ts'
import { Profiles } from '../profiles.ts'
import { Random } from '../random.ts'
import { ordinaryVehicle } from '../vehicles.ts'
import { Customers } from './customer-memory.ts'
import { DeviceModel } from './device-model.ts'
import { Monitors } from './monitors.ts'
import { withOddValues } from './odd-values.ts'

export type IdToken = Request201<'Authorize'>['idToken']
export type TransactionEvent = Request201<'TransactionEvent'>

export interface StationOptions extends LinkOptions {
  /** 1 to 4, default 1; each has connector 1. */
  evses?: number
  /** The outlet of every EVSE; default DC 60 kW. */
  outlet?: Outlet
  /** The type of each EVSE's connector in the device model. */
  connectorTypes?: readonly string[]
  vehicle?: Vehicle
  /** Default: the identity. */
  seed?: number | string
  clock?: Clock
  faults?: Faults
  /** Fields of the charging station in BootNotification. */
  boot?: Partial<Request201<'BootNotification'>['chargingStation']>
  /** Variables by `Component.Variable`, set beforehand, also those that the CSMS may not set. */
  variables?: Readonly<Record<string, string>>
  /** The energy registers at the beginning, Wh; default 0. */
  meterStartWh?: number
  /** Connects again by itself when the socket ends; default false. */
  reconnect?: boolean
  /** How long a reboot takes, seconds of the station's clock; default 1. */
  rebootSeconds?: number
  /** How long each step of a firmware update or an upload takes, seconds of the station's clock; default 1. */
  stepSeconds?: number
  /** Offers firmware to the stations behind it; default false. */
  isLocalController?: boolean
}

export interface Transaction {
  /** The station's own name of it. */
  readonly id: string
  seqNo: number
  idToken: IdToken | undefined
  remoteStartId: number | undefined
  chargingState: NonNullable<TransactionEvent['transactionInfo']['chargingState']>
  readonly startedAt: number
  /** Since when current may flow. */
  charge: Charge | undefined
  meterStartWh: number
  timer: Timer | undefined
  /** The profiles installed when it began. */
  readonly firstProfiles: Profiles
}

export interface Evse {
  readonly id: number
  readonly outlet: Outlet
  registerWh: number
  plugged: boolean
  operative: boolean
  faulted: boolean
  transaction: Transaction | undefined
  reservation: Reservation | undefined
}

/** An EVSE that is kept free for a card. */
interface Reservation {
  readonly id: number
  readonly idToken: string
  readonly timer: Timer
}

type PersonalMessage = NonNullable<Response201<'Authorize'>['idTokenInfo']['personalMessage']>
/** Something that the station showed to a driver. */
export type Shown = { transactionId?: string; cost?: number; text?: PersonalMessage }
const MOST_SHOWN = 1000

export type NetworkProfile = Pick<Request201<'SetNetworkProfile'>['connectionData'], 'ocppCsmsUrl' | 'securityProfile'>
export type DisplayMessage = Request201<'SetDisplayMessage'>['message']

/** The station's events, as they happen: tests wait for them, never for a time. */
export interface StationEvents {
  closed: { code: number; reason: string }
  booted: { status: string }
  /** A call of the CSMS and its answer, or the code of a refusal. */
  call: { action: string; payload: unknown; answer?: unknown; error?: string }
  /** Current may flow for the first time in a transaction. */
  started: { evseId: number; transactionId: string }
  /** A sample was taken within a transaction; its event may still be queued. */
  meter: { evseId: number; reading: Reading }
  /** An event of a transaction was answered. */
  told: { event: TransactionEvent; answer: Response201<'TransactionEvent'> }
  ended: { transactionId: string; stoppedReason: string; meterStopWh: number }
  /** The answer to a call of ours; `error` is the CALLERROR code, `Timeout` or `LinkLost`. */
  reply: { action: string; error?: string; ms: number; duplicate: boolean }
  failed: { error: Error }
}

type Progress<A extends 'FirmwareStatusNotification' | 'LogStatusNotification'> = Request201<A>

type Listener = { event: keyof StationEvents; act: (value: never) => void }

export class Station {
  readonly options: StationOptions
  readonly clock: Clock
  readonly random: Random
  readonly model: DeviceModel
  readonly link: Link
  readonly outbox: Outbox
  readonly evses: readonly Evse[]
  readonly authorisation = new Authorisation()
  readonly profiles = new Profiles()
  readonly messages = new Map<number, DisplayMessage>()
  /** What drivers were shown, oldest first: costs of transactions, and texts for the holder of a card. */
  readonly shown: Shown[] = []
  /** Profiles of the network by slot; the connection of the options stands in slot 0. */
  readonly networks = new Map<number, NetworkProfile>()
  firmwareVersion: string
  /** The firmware update under way, by its identity. */
  updating: object | undefined
  /** Last states of firmware update and log, for TriggerMessage. */
  progress: { firmware?: Progress<'FirmwareStatusNotification'>; log?: Progress<'LogStatusNotification'> } = {}
  /** Open for use as a whole; each EVSE has its own besides. */
  operative = true
  faults: Faults
  accepted = false
  /** Without network or power: it does not connect again by itself. */
  offline = false
  ended = false
  readonly monitors = new Monitors()
  readonly customers = new Customers()
  /** Firmware that is offered to the stations behind a local controller: its location by its checksum. */
  readonly published = new Map<string, string>()
  private events = 0
  timers: { heartbeat?: Timer; boot?: Timer; reconnect?: Timer } = {}
  private listeners: Listener[] = []
  private readonly idStem: string
  private counter = 0

  constructor(options: StationOptions, hooks: Pick<LinkHooks, 'onCall' | 'onClosed'>) {
    const count = options.evses ?? 1
    if (!Number.isInteger(count) || count < 1 || count > 4) throw new Error('a station has 1 to 4 EVSEs')
    this.options = options
    this.faults = options.faults ?? {}
    this.clock = options.clock ?? realTime
    this.random = new Random(options.seed ?? options.identity)
    this.model = new DeviceModel({
      evses: count,
      outlet: options.outlet ?? dcOutlet(),
      connectorTypes: options.connectorTypes,
      station: options.boot ?? {},
      variables: options.variables ?? {},
    })
    this.firmwareVersion = options.boot?.firmwareVersion ?? '1.0.0'
    this.idStem = `${this.clock.now().toString(36)}${this.random.hex(4)}`
    this.evses = Array.from({ length: count }, (_, n) => this.evse(n + 1))
    const protocols = options.protocols ?? ['ocpp2.0.1']
    this.link = new Link(
      { ...options, protocols },
      {
        ...hooks,
        onOdd: text => this.failed(new Error(`odd frame ${text}`)),
        losesReply: action => this.losesReply(action),
      },
    )
    this.outbox = new Outbox({
      clock: this.clock,
      newId: () => this.newId(),
      canSend: () => this.usable,
      send: (action, payload, id, duplicate) => this.send(action, payload, id, duplicate),
      attempts: () => Math.max(1, this.model.number('OCPPCommCtrlr.MessageAttempts')),
      retrySeconds: () => this.model.number('OCPPCommCtrlr.MessageAttemptInterval'),
      resend: () => this.faults.resend ?? 'same-id',
      duplicates: () => this.faults.duplicates,
    })
  }

  private losesReply(action: string): boolean {
    const left = this.faults.lostReplies?.[action] ?? 0
    if (left <= 0) return false
    this.faults = { ...this.faults, lostReplies: { ...this.faults.lostReplies, [action]: left - 1 } }
    return true
  }

  /** The link is open and BootNotification was accepted. */
  get usable(): boolean {
    return this.link.isOpen && this.accepted
  }

  get vehicle(): Vehicle {
    return this.options.vehicle ?? ordinaryVehicle
  }

  private evse(id: number): Evse {
    const outlet = this.options.outlet ?? dcOutlet()
    const registerWh = this.options.meterStartWh ?? 0
    return {
      id,
      outlet,
      registerWh,
      plugged: false,
      operative: true,
      faulted: false,
      transaction: undefined,
      reservation: undefined,
    }
  }

  /** An EVSE by number, 1 and up; throws on one that does not exist. */
  at(evseId: number): Evse {
    const evse = this.evses[evseId - 1]
    if (!evse) throw new Error(`${this.options.identity} has no EVSE ${evseId}`)
    return evse
  }

  /** The station's own notion of an instant, wrong by its clock's offset. */
  iso(at: number = this.clock.now()): string {
    return new Date(at + (this.faults.clockOffsetSeconds ?? 0) * 1000).toISOString()
  }

  /** Shows a driver the cost of a transaction, or a text; the newest are kept. */
  show(transactionId: string | undefined, cost: number | undefined, text?: PersonalMessage): void {
    this.shown.push({
      ...(transactionId !== undefined && { transactionId }),
      ...(cost !== undefined && { cost }),
      ...(text && { text }),
    })
    if (this.shown.length > MOST_SHOWN) this.shown.shift()
  }

  /** The number of the next event that is told. */
  nextEvent(): number {
    return ++this.events
  }

  newId(): string {
    return `${this.idStem}-${(this.counter++).toString(36)}`
  }

  /** Sends a call; rejects with `CallError` or `Unanswered`. */
  call<A extends StationAction>(action: A, payload: Request201<A>): Promise<Response201<A>> {
    return this.send(action, payload) as Promise<Response201<A>>
  }

  private async send(action: string, payload: unknown, id = this.newId(), duplicate = false): Promise<unknown> {
    const request = this.faults.oddValues ? withOddValues(action, payload) : payload
    const since = performance.now()
    try {
      const answer = await this.link.call(id, action, request)
      this.emit('reply', { action, ms: performance.now() - since, duplicate })
      return answer
    } catch (error) {
      const code = error instanceof CallError || error instanceof Unanswered ? error.code : 'InternalError'
      this.emit('reply', { action, error: code, ms: performance.now() - since, duplicate })
      throw error
    }
  }

  /** Resolves after so many seconds of the station's clock. */
  pause(seconds: number): Promise<void> {
    return new Promise(resolve => this.clock.after(seconds * 1000, resolve))
  }

  /** Like `call`, where a failure changes nothing for the station. */
  async report<A extends StationAction>(action: A, payload: Request201<A>): Promise<boolean> {
    try {
      await this.call(action, payload)
      return true
    } catch (error) {
      if (error instanceof CallError || error instanceof Unanswered) return false
      throw error
    }
  }

  /** Runs work that nobody waits for. */
  background(work: Promise<unknown>): void {
    work.catch((error: unknown) => this.failed(error instanceof Error ? error : new Error(String(error))))
  }

  /** Calls `act` at every such event; returns the end of it. */
  on<E extends keyof StationEvents>(event: E, act: (value: StationEvents[E]) => void): () => void {
    const listener: Listener = { event, act }
    this.listeners.push(listener)
    return () => {
      this.listeners = this.listeners.filter(other => other !== listener)
    }
  }

  emit<E extends keyof StationEvents>(event: E, value: StationEvents[E]): void {
    for (const listener of this.listeners)
      if (listener.event === event) (listener.act as (value: StationEvents[E]) => void)(value)
  }

  private failed(error: Error): void {
    this.emit('failed', { error })
  }

  statusOf(evse: Evse): Request201<'StatusNotification'>['connectorStatus'] {
    if (evse.faulted) return 'Faulted'
    if (evse.plugged || evse.transaction) return 'Occupied'
    if (!this.isOpenForUse(evse)) return 'Unavailable'
    return evse.reservation ? 'Reserved' : 'Available'
  }

  isOpenForUse(evse: Evse): boolean {
    return this.operative && evse.operative
  }

  /** Tells the status of an EVSE's connector. */
  async tell(evse: Evse): Promise<void> {
    if (!this.usable) return
    const connectorStatus = this.statusOf(evse)
    await this.report('StatusNotification', { timestamp: this.iso(), connectorStatus, evseId: evse.id, connectorId: 1 })
  }
}
