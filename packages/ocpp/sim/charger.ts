// The simulated charger as its driver sees it: one charge point over a real WebSocket, moved by hand. Every promise
// resolves with the event on the wire that it stands for; nothing polls.
import type { Confirmation } from '../src/messages.ts'
import { type Certificates, certificatesOf, signCertificate } from './certificates.ts'
import { answer } from './commands.ts'
import type { ChargerEvents, EventName } from './events.ts'
import { type Faults, garbageFrame } from './faults.ts'
import * as lifecycle from './lifecycle.ts'
import type { Reading } from './power.ts'
import { type ChargerOptions, Station, statusOf } from './station.ts'
import { type Authorised, authorise } from './tags.ts'
import { measure, type Started, type StartOptions, startTransaction, stopTransaction } from './transactions.ts'

export type { ChargerEvents } from './events.ts'
export type { Faults } from './faults.ts'
export { CallError, Refused, Unanswered } from './link.ts'
export type { ChargerOptions } from './station.ts'
export type { Authorised } from './tags.ts'
export type { Started } from './transactions.ts'

export interface LocalStart extends StartOptions {
  /** Sends Authorize first and rejects when the tag is not accepted; default false. */
  authorize?: boolean
}

export class SimulatedCharger {
  /** Everything inside, for tests that need more than the methods. */
  readonly station: Station

  constructor(options: ChargerOptions) {
    this.station = new Station(options, {
      onCall: (id, action, payload) => (options.answers ?? answer)(this.station, id, action, payload),
      onClosed: (code, reason) => lifecycle.closed(this.station, code, reason),
    })
  }

  get identity(): string {
    return this.station.identity
  }

  get isOpen(): boolean {
    return this.station.link.isOpen
  }

  /** Transaction messages not answered yet. */
  get queued(): number {
    return this.station.outbox.length
  }

  /** May be changed at any time, also by assigning a new object. */
  get faults(): Faults {
    return this.station.faults
  }

  set faults(faults: Faults) {
    this.station.faults = faults
  }

  get certificates(): Certificates {
    return certificatesOf(this.station)
  }

  /** Resolves with the next such event that satisfies `wanted`; rejects when the charger is closed. */
  next<E extends EventName>(event: E, wanted?: (value: ChargerEvents[E]) => boolean): Promise<ChargerEvents[E]> {
    return this.station.events.next(event, wanted)
  }

  /** Calls `act` at every such event; returns the end of it. */
  on<E extends EventName>(event: E, act: (value: ChargerEvents[E]) => void): () => void {
    return this.station.events.on(event, act)
  }

  /** Opens the socket; rejects with `Refused` (statusCode) or the socket's error. Boots not; an accepted one resumes. */
  connect(): Promise<void> {
    return lifecycle.connect(this.station)
  }

  /** BootNotification; when accepted resolves after the StatusNotification of every connector. */
  boot(): Promise<Confirmation<'BootNotification'>> {
    return lifecycle.boot(this.station)
  }

  /** `connect` and `boot`. */
  async startUp(): Promise<Confirmation<'BootNotification'>> {
    await this.connect()
    return this.boot()
  }

  /** `startUp` for a fleet: tries again and again until the central system is reached; failures are `failed` events. */
  keepUp(): void {
    this.station.background(lifecycle.arrive(this.station))
  }

  /** The connector's status by the OCPP name; 0 is the charge point. */
  status(connectorId: number): string {
    const connector = this.station.connectors[connectorId]
    if (!connector) throw new Error(`${this.identity} has no connector ${connectorId}`)
    return statusOf(connector)
  }

  /** The running transaction's id; undefined without one or while it is not known. */
  transactionId(connectorId: number): number | undefined {
    return this.station.at(connectorId).transaction?.id
  }

  /** The meter now: register in whole Wh, power, voltage, current, SoC, temperature. */
  reading(connectorId: number): Reading {
    return measure(this.station, this.station.at(connectorId))
  }

  /** The cable goes in: Preparing is confirmed. A remote start that waited for it goes on by itself. */
  async plugIn(connectorId: number): Promise<void> {
    const connector = this.station.at(connectorId)
    connector.plugged = true
    const { expected } = connector
    expected?.timer.cancel()
    connector.expected = undefined
    await this.station.update(connector)
    if (!expected) return
    const { idTag, profile } = expected
    this.station.background(startTransaction(this.station, connector, idTag, profile ? { profile } : {}))
  }

  /** Authorize while there is a link, else the local list and the cache decide. */
  authorize(idTag: string): Promise<Authorised> {
    return authorise(this.station, idTag)
  }

  /**
   * StartTransaction, plugging in before if need be. Resolves with the answer; without a link at once and empty.
   * If the link breaks meanwhile it resolves after the replay. Rejects with `CallError` when it is refused for good.
   */
  async start(
    connectorId: number,
    idTag: string,
    { authorize = false, ...options }: LocalStart = {},
  ): Promise<Started> {
    if (authorize) {
      const { status } = await this.authorize(idTag)
      if (status !== 'Accepted') throw new Error(`${idTag} is ${status}`)
    }
    return startTransaction(this.station, this.station.at(connectorId), idTag, options)
  }

  /** StopTransaction; resolves when Finishing is confirmed, without a link at once. */
  stop(connectorId: number, reason = 'Local', idTag?: string): Promise<Confirmation<'StopTransaction'> | undefined> {
    const details = idTag === undefined ? {} : { idTag }
    return stopTransaction(this.station, this.station.at(connectorId), reason, details)
  }

  /**
   * StopTransaction of a session of a run before this one, which the power has cut off (section 4.10, reason PowerLoss); `at` in ms
   * since 1970. Waits for the boot in the queue of transaction messages, and is sent again until it is answered.
   */
  async endLost(transactionId: number, { registerWh, at }: { registerWh: number; at: number }): Promise<void> {
    const stop = { transactionId, meterStop: registerWh, timestamp: this.station.iso(at), reason: 'PowerLoss' }
    await this.station.outbox.add('StopTransaction', () => stop)
  }

  /** The cable goes out; ends a session when StopTransactionOnEVSideDisconnect says so, else suspends it. */
  async unplug(connectorId: number): Promise<void> {
    const connector = this.station.at(connectorId)
    const { transaction } = connector
    connector.plugged = false
    connector.finishing = false
    if (transaction && this.station.configuration.is('StopTransactionOnEVSideDisconnect'))
      await stopTransaction(this.station, connector, 'EVDisconnected')
    else if (transaction) await this.pause(connectorId)
    else await this.station.update(connector)
  }

  /** The car stops drawing by itself (SuspendedEV) until `resume`. */
  async pause(connectorId: number, paused = true): Promise<void> {
    const connector = this.station.at(connectorId)
    const { transaction } = connector
    if (!transaction) throw new Error(`connector ${connectorId} has no transaction`)
    this.reading(connectorId)
    const flow = paused ? 'SuspendedEV' : 'Charging'
    transaction.charge = { ...transaction.charge, paused, flow, powerW: 0 }
    await this.station.update(connector)
  }

  /** The car draws again. */
  resume(connectorId: number): Promise<void> {
    return this.pause(connectorId, false)
  }

  /** Faulted with this error code, ending a session and a reservation. Connector 0 is the charge point itself. */
  async fault(connectorId: number, errorCode: string, info?: string, vendorErrorCode?: string): Promise<void> {
    const connector = connectorId === 0 ? this.station.connectors[0] : this.station.at(connectorId)
    if (!connector) return
    connector.errorCode = errorCode
    connector.info = info
    connector.vendorErrorCode = vendorErrorCode
    connector.reservation?.timer.cancel()
    connector.reservation = undefined
    if (connector.transaction) await stopTransaction(this.station, connector, 'Other')
    else await this.station.update(connector)
  }

  async clearFault(connectorId: number): Promise<void> {
    const connector = connectorId === 0 ? this.station.connectors[0] : this.station.at(connectorId)
    if (!connector) return
    connector.errorCode = 'NoError'
    connector.info = undefined
    connector.vendorErrorCode = undefined
    await this.station.update(connector)
  }

  /** The network is gone, without a close handshake; sessions go on and messages queue up. */
  async goOffline(): Promise<void> {
    const closed = this.isOpen ? this.next('closed') : undefined
    this.station.offline = true
    this.station.link.terminate()
    await closed
  }

  /** The network is back: connects, tells what changed, sends the queue; resolves when the queue is empty. */
  async goOnline(): Promise<void> {
    await lifecycle.open(this.station)
    if (this.station.accepted) await lifecycle.resume(this.station)
  }

  /** The socket breaks without a close handshake. With the option `reconnect` it comes back by itself. */
  async dropSocket(): Promise<void> {
    const closed = this.isOpen ? this.next('closed') : undefined
    this.station.link.terminate()
    await closed
  }

  /** The current is gone in the middle of everything. */
  async powerLoss(): Promise<void> {
    const closed = this.isOpen ? this.next('closed') : undefined
    lifecycle.powerLoss(this.station)
    await closed
  }

  /** The current is back: connects and boots, interrupted sessions are stopped with reason PowerLoss. */
  powerUp(): Promise<Confirmation<'BootNotification'>> {
    return lifecycle.powerUp(this.station)
  }

  /** A local reboot, as the Reset of this kind does it. */
  reboot(kind: 'Soft' | 'Hard' = 'Soft'): Promise<void> {
    return lifecycle.reboot(this.station, kind === 'Soft' ? 'SoftReset' : 'HardReset')
  }

  /** Heartbeat; resolves with the central system's time. */
  heartbeat(): Promise<Confirmation<'Heartbeat'>> {
    return this.station.call('Heartbeat', {})
  }

  /** A new key pair and SignCertificate; the chain that comes back stands in `certificates`. */
  signCertificate(organisation?: string): Promise<'Accepted' | 'Rejected'> {
    return signCertificate(this.station, organisation)
  }

  /** Any call, well-formed or not, in its turn; resolves with the payload, rejects with `CallError` or `Unanswered`. */
  send(action: string, payload: unknown, id?: string): Promise<unknown> {
    return this.station.send(action, payload, id)
  }

  /** Any text as one frame, at once and past the queue. Answers to it come as `odd` events. */
  sendText(text: string): void {
    this.station.link.send(text)
  }

  sendBinary(bytes: Uint8Array): void {
    this.station.link.send(bytes)
  }

  /** The next `times` replies to this action are lost, each with the socket; then the message is sent again. */
  loseReply(action: string, times = 1): void {
    this.faults = { ...this.faults, lostReplies: { ...this.faults.lostReplies, [action]: times } }
  }

  /** Sends `count` frames that are not OCPP, every tenth a binary one. */
  flood(count: number): void {
    for (let n = 0; n < count; n++)
      if (n % 10 === 9) this.sendBinary(Uint8Array.of(n & 0xff, 0, 0xff))
      else this.sendText(garbageFrame(n))
  }

  /** The end: closes the socket, cancels all timers, rejects all waiting `next`. */
  close(): Promise<void> {
    return lifecycle.end(this.station)
  }
}
