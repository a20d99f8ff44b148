// The state of one simulated charge point and the two things everything else rests on: sending a call, and telling
// the central system the status of a connector when it has changed.
import type { ChargePointAction, Confirmation, Request } from '../src/messages.ts'
import { Authorisation } from './authorisation.ts'
import { type Clock, realTime, type Timer } from './clock.ts'
import { Configuration } from './configuration.ts'
import { Events } from './events.ts'
import { type Faults, withOddValues } from './faults.ts'
import { CallError, Link, type LinkHooks, type LinkOptions, Unanswered } from './link.ts'
import { knownMeasurands } from './meter-values.ts'
import { Outbox } from './outbox.ts'
import { type Charge, dcOutlet, type Outlet, type Vehicle } from './power.ts'
import { type ChargingProfile, Profiles } from './profiles.ts'
import { Random } from './random.ts'
import { ordinaryVehicle } from './vehicles.ts'

export interface ChargerOptions extends LinkOptions {
  /** 1 to 4, default 1. */
  connectors?: number
  /** The outlet of every connector; default DC 60 kW. */
  outlet?: Outlet
  /** The car that comes unless `start` names another. */
  vehicle?: Vehicle
  /** Default: the identity. */
  seed?: number | string
  clock?: Clock
  /** Fields of BootNotification. */
  boot?: Partial<Request<'BootNotification'>>
  /** Configuration keys set beforehand, read-only ones too. */
  configuration?: Readonly<Record<string, string>>
  faults?: Faults
  /** Connects again by itself when the socket ends; default false. A reboot always does. */
  reconnect?: boolean
  /** How long a reboot takes, seconds of the charger's clock; default 1. */
  rebootSeconds?: number
  /** How long each step of a firmware update or an upload takes, seconds of the charger's clock; default 1. */
  stepSeconds?: number
  /** A remote start finds the cable already in the driver's hand; default true. False: it waits for `plugIn`. */
  autoPlug?: boolean
  /** The energy registers at the beginning, Wh; default 0. */
  meterStartWh?: number
  /** Calls of the central system that do not fit the official schemas are refused with a CALLERROR; default true. */
  strict?: boolean
  /** Takes the calls of the central system in place of `answer` (commands.ts), which it may call, later or never. */
  answers?: (station: Station, id: string, action: string, payload: unknown) => void
}

export interface Transaction {
  /** Known once StartTransaction was answered; -1 when it never will be (errata 3.18). */
  id: number | undefined
  idTag: string
  startedAt: number
  meterStartWh: number
  charge: Charge
  /** Current may flow: StartTransaction was answered, or there is no link to ask. */
  begun: boolean
  /** The tag was refused afterwards and the transaction goes on without energy. */
  denied: boolean
  nextSampleAt: number
  timer: Timer | undefined
  profile: ChargingProfile | undefined
  /** The profiles that stood when it began. */
  firstProfiles: Profiles
  begin: Request<'MeterValues'>['meterValue'][number] | undefined
}

/** A remote start that waits for the cable. */
interface Expected {
  idTag: string
  profile: ChargingProfile | undefined
  timer: Timer
}

interface Reservation {
  id: number
  idTag: string
  parentIdTag: string | undefined
  timer: Timer
}

export interface Connector {
  readonly id: number
  readonly outlet: Outlet
  registerWh: number
  plugged: boolean
  finishing: boolean
  operative: boolean
  /** Out of service as soon as the transaction has ended (ChangeAvailability: Scheduled). */
  endsOperation: boolean
  errorCode: string
  info: string | undefined
  vendorErrorCode: string | undefined
  transaction: Transaction | undefined
  expected: Expected | undefined
  reservation: Reservation | undefined
  /** The status and error code that the central system last confirmed, in one text. */
  told: string
  /** Status and error code of the last change. */
  shown: string
}

/** The status that follows from everything that is so at this connector (1.6 section 4.9); connector 0 has only three. */
export function statusOf(connector: Connector): Request<'StatusNotification'>['status'] {
  if (connector.errorCode !== 'NoError') return 'Faulted'
  if (connector.transaction?.begun) return connector.transaction.charge.flow
  if (connector.finishing) return 'Finishing'
  if (!connector.operative) return 'Unavailable'
  if (connector.transaction || connector.plugged || connector.expected) return 'Preparing'
  return connector.reservation ? 'Reserved' : 'Available'
}

export class Station {
  readonly options: ChargerOptions
  readonly identity: string
  readonly clock: Clock
  readonly random: Random
  readonly events = new Events()
  readonly configuration: Configuration
  readonly authorisation = new Authorisation()
  readonly profiles = new Profiles()
  readonly outbox: Outbox
  readonly link: Link
  /** Connector 0 is the charge point itself. */
  readonly connectors: readonly Connector[]
  faults: Faults
  /** BootNotification was accepted, be it over an earlier socket (1.6-J section 5.4). */
  accepted = false
  /** Set by the driver of the simulation: no network, no current, the end. */
  offline = false
  powered = true
  ended = false
  timers: { heartbeat?: Timer; ping?: Timer; boot?: Timer; reconnect?: Timer; aligned?: Timer } = {}
  /** Last states of firmware update, diagnostics and logs, for TriggerMessage. */
  progress: { firmware?: string; signedFirmware?: string; diagnostics?: string; log?: string; requestId?: number } = {}
  firmwareVersion: string
  /** The firmware update under way, by its identity. */
  updating: object | undefined
  private readonly idStem: string
  private counter = 0

  constructor(options: ChargerOptions, hooks: Pick<LinkHooks, 'onCall' | 'onClosed'>) {
    const count = options.connectors ?? 1
    if (!Number.isInteger(count) || count < 1 || count > 4) throw new Error('a charger has 1 to 4 connectors')
    this.options = options
    this.identity = options.identity
    this.clock = options.clock ?? realTime
    this.random = new Random(options.seed ?? options.identity)
    this.faults = options.faults ?? {}
    this.configuration = new Configuration(knownMeasurands, {
      NumberOfConnectors: String(count),
      ...options.configuration,
    })
    this.firmwareVersion = options.boot?.firmwareVersion ?? '1.0.0'
    // Ids never repeat over a restart of the simulation: a repeated id means a retry (1.6-J errata 3.1).
    this.idStem = `${this.clock.now().toString(36)}${this.random.hex(4)}`
    this.connectors = Array.from({ length: count + 1 }, (_, id) => this.connector(id))
    this.link = new Link(options, {
      ...hooks,
      onOdd: text => this.events.emit('odd', { text }),
      losesReply: action => this.losesReply(action),
    })
    this.outbox = new Outbox({
      clock: this.clock,
      newId: () => this.newId(),
      canSend: () => this.usable,
      send: (action, payload, id, duplicate) => this.send(action, payload, id, duplicate),
      attempts: () => Math.max(1, this.configuration.number('TransactionMessageAttempts')),
      retrySeconds: () => this.configuration.number('TransactionMessageRetryInterval'),
      resend: () => this.faults.resend ?? 'new-id',
      duplicates: () => this.faults.duplicates,
    })
  }

  private connector(id: number): Connector {
    return {
      id,
      outlet: this.options.outlet ?? dcOutlet(),
      registerWh: this.options.meterStartWh ?? 0,
      plugged: false,
      finishing: false,
      operative: true,
      endsOperation: false,
      errorCode: 'NoError',
      info: undefined,
      vendorErrorCode: undefined,
      transaction: undefined,
      expected: undefined,
      reservation: undefined,
      told: '',
      shown: 'Available NoError',
    }
  }

  private losesReply(action: string): boolean {
    const left = this.faults.lostReplies?.[action] ?? 0
    if (left <= 0) return false
    this.faults = { ...this.faults, lostReplies: { ...this.faults.lostReplies, [action]: left - 1 } }
    return true
  }

  /** The link is open and BootNotification was accepted: ordinary messages may go. */
  get usable(): boolean {
    return this.link.isOpen && this.accepted
  }

  get vehicle(): Vehicle {
    return this.options.vehicle ?? ordinaryVehicle
  }

  /** A connector by number, 1 and up; throws on one that does not exist. */
  at(connectorId: number): Connector {
    const connector = connectorId > 0 ? this.connectors[connectorId] : undefined
    if (!connector) throw new Error(`${this.identity} has no connector ${connectorId}`)
    return connector
  }

  /** The charger's own notion of an instant, wrong by its clock's offset. */
  iso(at: number = this.clock.now()): string {
    return new Date(at + (this.faults.clockOffsetSeconds ?? 0) * 1000).toISOString()
  }

  newId(): string {
    return `${this.idStem}-${(this.counter++).toString(36)}`
  }

  call<A extends ChargePointAction>(action: A, payload: Request<A>): Promise<Confirmation<A>> {
    return this.send(action, payload) as Promise<Confirmation<A>>
  }

  /** Sends any call and resolves with the payload of its answer; `CallError` or `Unanswered` otherwise. */
  async send(action: string, payload: unknown, id = this.newId(), duplicate = false): Promise<unknown> {
    const request = this.faults.oddValues ? withOddValues(action, payload as Record<string, unknown>) : payload
    const since = performance.now()
    const told = { id, action, request, duplicate }
    try {
      const answer = await this.link.call(id, action, request)
      this.events.emit('reply', { ...told, payload: answer, ms: performance.now() - since })
      return answer
    } catch (error) {
      const code = error instanceof CallError || error instanceof Unanswered ? error.code : 'InternalError'
      this.events.emit('reply', { ...told, error: code, ms: performance.now() - since })
      throw error
    }
  }

  /** Like `call`, where a failure changes nothing for the charger: the `reply` event has told it. */
  async report<A extends ChargePointAction>(action: A, payload: Request<A>): Promise<boolean> {
    try {
      await this.call(action, payload)
      return true
    } catch (error) {
      if (error instanceof CallError || error instanceof Unanswered) return false
      throw error
    }
  }

  /** Runs work that nobody waits for; its failure becomes a `failed` event. */
  background(work: Promise<unknown>): void {
    work.catch((error: unknown) =>
      this.events.emit('failed', { error: error instanceof Error ? error : new Error(String(error)) }),
    )
  }

  /** Resolves after so many seconds of the charger's clock; at once for none. */
  pause(seconds: number): Promise<void> {
    if (seconds <= 0) return Promise.resolve()
    return new Promise(resolve => this.clock.after(seconds * 1000, resolve))
  }

  /** Tells the status of a connector if it has changed; resolves when it is confirmed or cannot be told now. */
  async update(connector: Connector): Promise<void> {
    const shown = `${statusOf(connector)} ${connector.errorCode}`
    if (shown === connector.shown) return
    connector.shown = shown
    await this.tell(connector)
  }

  /** Sends StatusNotification whether or not something changed. */
  async tell(connector: Connector): Promise<void> {
    const { id: connectorId, errorCode, info, vendorErrorCode } = connector
    const status = statusOf(connector)
    const words = {
      ...(info === undefined ? {} : { info }),
      ...(vendorErrorCode === undefined ? {} : { vendorErrorCode }),
    }
    const notice = { connectorId, errorCode, status, timestamp: this.iso(), ...words }
    const isTried = this.usable
    const sent = isTried && (await this.report('StatusNotification', notice))
    // Without an answer nobody knows whether it arrived: it is told again.
    if (isTried) connector.told = sent ? `${status} ${errorCode}` : ''
    this.events.emit('status', { connectorId, status, errorCode, sent })
  }
}
