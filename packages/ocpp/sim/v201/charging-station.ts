// The simulated charging station of OCPP 2.0.1 as its driver sees it: one station over a real WebSocket, moved by hand.
// Every promise resolves with the message that it stands for.
import type { Response201 } from '../../src/ocpp201.ts'
import type { Faults } from '../faults.ts'
import type { Reading } from '../power.ts'
import { answer } from './commands.ts'
import { namedBy } from './device-model.ts'
import { type EventData, setFault, tellProblem } from './faults.ts'
import * as lifecycle from './lifecycle.ts'
import { type IdToken, type Shown, Station, type StationEvents, type StationOptions } from './station.ts'
import { authorise } from './tags.ts'
import * as transactions from './transactions.ts'

/** A card by its number. */
const cardOf = (idToken: string | IdToken): IdToken =>
  typeof idToken === 'string' ? { idToken, type: 'ISO14443' } : idToken

export class SimulatedStation {
  /** Everything inside, for tests that need more than the methods. */
  readonly station: Station

  constructor(options: StationOptions) {
    this.station = new Station(options, {
      onCall: (id, action, payload) => answer(this.station, id, action, payload),
      onClosed: (code, reason) => lifecycle.closed(this.station, code, reason),
    })
  }

  get isOpen(): boolean {
    return this.station.link.isOpen
  }

  /** May be changed at any time, also by assigning a new object. */
  get faults(): Faults {
    return this.station.faults
  }

  set faults(faults: Faults) {
    this.station.faults = faults
  }

  /** Events of transactions not answered yet. */
  get queued(): number {
    return this.station.outbox.length
  }

  /** Calls `act` at every such event; returns the end of it. */
  on<E extends keyof StationEvents>(event: E, act: (value: StationEvents[E]) => void): () => void {
    return this.station.on(event, act)
  }

  /** Resolves with the next such event. */
  next<E extends keyof StationEvents>(event: E): Promise<StationEvents[E]> {
    return new Promise(resolve => {
      const forget = this.station.on(event, value => {
        forget()
        resolve(value)
      })
    })
  }

  /** Opens the socket and boots; resolves after the StatusNotification of every EVSE. */
  async startUp(): Promise<Response201<'BootNotification'>> {
    await lifecycle.connect(this.station)
    return lifecycle.boot(this.station, 'PowerUp')
  }

  /** `startUp` for a fleet: tries again and again until the central system is reached; failures are `failed` events. */
  keepUp(): void {
    this.station.background(lifecycle.arrive(this.station))
  }

  heartbeat(): Promise<Response201<'Heartbeat'>> {
    return this.station.call('Heartbeat', {})
  }

  async authorize(idToken: string | IdToken): Promise<Response201<'Authorize'>['idTokenInfo']> {
    return authorise(this.station, cardOf(idToken))
  }

  /** The status of an EVSE's connector. */
  status(evseId: number): string {
    return this.station.statusOf(this.station.at(evseId))
  }

  /** The running transaction by the station's own name. */
  transactionId(evseId: number): string | undefined {
    return this.station.at(evseId).transaction?.id
  }

  /** What drivers were shown, oldest first. */
  get shown(): readonly Shown[] {
    return this.station.shown
  }

  reading(evseId: number): Reading {
    return transactions.measure(this.station, this.station.at(evseId))
  }

  plugIn(evseId: number): Promise<void> {
    return transactions.plugIn(this.station, this.station.at(evseId))
  }

  /** A card is let in, and a car plugged in if none is; resolves with the answer to the card's event. */
  async start(
    evseId: number,
    idToken: string | IdToken,
    options: transactions.StartOptions = {},
  ): Promise<Response201<'TransactionEvent'> | undefined> {
    await this.plugIn(evseId)
    return transactions.authorised(this.station, this.station.at(evseId), cardOf(idToken), options)
  }

  stop(evseId: number, idToken?: string | IdToken): Promise<Response201<'TransactionEvent'> | undefined> {
    const token = idToken === undefined ? undefined : cardOf(idToken)
    return transactions.stop(this.station, this.station.at(evseId), 'Local', 'StopAuthorized', token)
  }

  unplug(evseId: number): Promise<void> {
    return transactions.unplug(this.station, this.station.at(evseId))
  }

  /** A connector breaks, or is whole again. */
  fault(evseId: number, isFaulted = true, techInfo?: string): Promise<void> {
    return setFault(this.station, this.station.at(evseId), isFaulted, techInfo)
  }

  /** A component has a problem, or has it no longer. */
  problem(
    component: EventData['component'],
    isProblem: boolean,
    words?: Pick<EventData, 'techCode' | 'techInfo'>,
  ): Promise<void> {
    return tellProblem(this.station, component, isProblem, words)
  }

  /** Ends a transaction of a run before this one, which the power has cut off; resolves with the answer. */
  endLost(evseId: number, lost: transactions.LostTransaction): Promise<void> {
    return transactions.endLost(this.station, this.station.at(evseId), lost)
  }

  /** A variable of the station, as `Component.Variable`, has another value now; its monitors tell of it. */
  async measures(name: string, value: number): Promise<void> {
    const { model, monitors } = this.station
    const named = namedBy(name)
    model.tell(named.component, named.variable, String(value))
    await monitors.changed(this.station, named, String(value))
  }

  /** The network is gone, without a close handshake; transactions go on and their events queue up. */
  async goOffline(): Promise<void> {
    const closed = this.isOpen ? this.next('closed') : undefined
    this.station.offline = true
    this.station.link.terminate()
    await closed
  }

  /** The socket breaks without a close handshake. With the option `reconnect` it comes back by itself. */
  async dropSocket(): Promise<void> {
    const closed = this.isOpen ? this.next('closed') : undefined
    this.station.link.terminate()
    await closed
  }

  /** The power is gone: transactions end, and their events are told when it is back. */
  async powerLoss(): Promise<void> {
    const closed = this.isOpen ? this.next('closed') : undefined
    await lifecycle.powerLoss(this.station)
    await closed
  }

  /** The power is back: connects and boots; resolves after what was queued has been told. */
  powerUp(): Promise<Response201<'BootNotification'>> {
    return lifecycle.powerUp(this.station)
  }

  /** The network is back: tells every status and sends the queue; resolves when the queue is empty. */
  async goOnline(): Promise<void> {
    await lifecycle.connect(this.station)
    if (this.station.accepted) await lifecycle.resume(this.station)
  }

  /** The next `times` replies to this action are lost, each with the socket; then the message is sent again. */
  loseReply(action: string, times = 1): void {
    this.faults = { ...this.faults, lostReplies: { ...this.faults.lostReplies, [action]: times } }
  }

  close(): Promise<void> {
    return lifecycle.end(this.station)
  }
}
