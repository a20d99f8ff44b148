// The chargers whose sockets this node holds. A charger has a single socket: a newer socket takes its place at once
// (O-8), with the memory of the older socket.
import type { Duplex } from 'node:stream'
import type { Messages16 } from '@wattdesk/ocpp/messages'
import type { Messages201 } from '@wattdesk/ocpp/ocpp201'
import type { SessionOptions, SessionSocket } from '@wattdesk/ocpp/session'
import type { WebSocket } from 'ws'
import * as chargers from '#fleet/stations/charger.store.ts'
import type { Drawn } from '#fleet/stations/charger-connection.store.ts'
import { AGAIN, NOT_NOW } from '#fleet/stations/ended-by-us.rules.ts'
import { type Station, StationSession16, StationSession201, withReportedState } from '#fleet/stations/station.memory.ts'
import type { ServedProtocol } from '#fleet/stations/station.rules.ts'
import type { Services } from '#office/installation/services.ts'
import { isPassing } from '#platform/db/database-away.ts'
import { noteFault } from '#platform/faults.ts'
import type { Tally } from '#platform/tally.ts'
import { newStation } from './charger-session.ts'
import { type connectionBook, REPLACED, WAS_REPLACED } from './connections.ts'
import type { deferredWrites } from './deferred-writes.ts'
import { measure, newIntake, pauseReading, resumeReading } from './intake.ts'
import type { liveBook } from './live.ts'
import { ChargerMemory, isHeir, leave, type PriorConnection } from './memory.ts'
import type { messageSide } from './message-side.ts'
import type { PingedSocket } from './pulse.ts'
import type { FrameRoom, Guarded } from './room.ts'

/** The words in the history of connections for a connection that ended with this server. */
const ENDING = 'The server ends'
/** A charger that reads this code (RFC 6455, 7.4) connects anew. */
const RESTART = 1012
/** How far a charger may be behind in reading before its link counts as dead. */
const MAX_UNSENT_BYTES = 4 * 1024 * 1024
/** How long a replaced socket, and each socket at the server's end, has to close by itself. */
const REPLACED_PATIENCE_MS = 5000
const END_PATIENCE_MS = 2000
/** How often sockets are handed over while the server stops. */
const HAND_OVER_EVERY_MS = 100
/** How long a socket whose time has come is kept for an answer that is still to come. */
const IN_HAND_MS = 20_000

export type Socket = PingedSocket & Guarded & { station?: Station }

/** A connection that the gate has admitted: its number and protocol, and the charger as the database knows it. */
export type Admitted = { charger: chargers.StoredCharger; at: Date; protocol: ServedProtocol } & Drawn

export type SeatsOptions = {
  services: Services
  sessions: {
    'ocpp1.6': Omit<SessionOptions<Messages16>, 'socket'>
    'ocpp2.0.1': Omit<SessionOptions<Messages201>, 'socket'>
    'ocpp2.1': Omit<SessionOptions<Messages201>, 'socket'>
  }
  messages: ReturnType<typeof messageSide>
  book: ReturnType<typeof connectionBook>
  writes: ReturnType<typeof deferredWrites>
  room: FrameRoom
  change: ReturnType<typeof liveBook>['change']
  turnedAway: Tally
}

export class Seats {
  readonly stations = new Map<number, Station>()
  readonly sockets = new Map<Station, Socket>()
  /** True from the moment on at which the server was told to stop. */
  isEnding = false
  /** True while this node lets its chargers go because it was declared lost. */
  isFenced = false
  /** How often it was: a handshake that began before is not seated. */
  fences = 0
  readonly #memory = new ChargerMemory()
  readonly #options: SeatsOptions
  readonly #listeners: ReturnType<typeof listenersOf>

  constructor(options: SeatsOptions) {
    this.#options = options
    this.#listeners = listenersOf(options, (ws, code, reason) => this.#closed(ws, code, reason))
  }

  /**
   * Makes a socket the charger's current one. Frames are not read until the running sessions are loaded, because the
   * first frame may be a stop.
   */
  open(ws: Socket, raw: Duplex, admitted: Admitted, older: Station | undefined): Station {
    const { messages, writes, change } = this.#options
    const { pk } = admitted.charger
    ws.intake = newIntake()
    pauseReading(ws)
    const before = older ? leave(older, admitted.at) : this.#memory.take(pk)
    const station = this.#seat(ws, raw, admitted, before, older)
    writes.countConnection(station, admitted.isSentBack)
    void change(station, 'Connected', true)
    if (!older) messages.mails.note(station, 'OcppStationWebSocketConnected')
    this.#takeUp(station, before)
      .catch(error => this.#refuseForNow(ws, station, error))
      .finally(() => {
        if (this.isEnding) ws.close(1001, ENDING)
        resumeReading(ws)
      })
    return station
  }

  /** The work of the connection before ends first, and what that connection may have learned wrongly is read again. */
  async #takeUp(station: Station, before: PriorConnection | undefined): Promise<void> {
    const { services, messages } = this.#options
    await before?.settled
    if (before?.isUnsure) station.charger = (await chargers.byPk(services.db, station.charger.pk)) ?? station.charger
    await messages.session.adopt(station)
    messages.charger.onReturn(station)
  }

  #refuseForNow(ws: Socket, { charger }: Station, error: unknown): void {
    const { services, turnedAway } = this.#options
    if (isPassing(error)) {
      turnedAway.add(error)
      ws.close(RESTART, NOT_NOW)
    } else services.log.error({ err: error, chargepoint: charger.id }, 'Running sessions could not be read')
  }

  /** Makes the socket the charger's current one, with the state known from the socket before. */
  #seat(
    ws: Socket,
    raw: Duplex,
    { charger: known, connectionNo, at, protocol }: Admitted,
    before: PriorConnection | undefined,
    older: Station | undefined,
  ): Station {
    const { sessions, room, messages } = this.#options
    const recentAnswers = before?.answers
    const own = { socket: new SocketOfSession(ws), ...(recentAnswers && { recentAnswers }) }
    const session =
      protocol === 'ocpp1.6'
        ? new StationSession16({ ...sessions[protocol], ...own })
        : new StationSession201({ ...sessions[protocol], ...own }, messages.translate)
    // State learned by this process from the connection before may be newer than the record read for this one.
    const told = before && !before.isUnsure && isHeir(before, connectionNo, at) && before.charger
    const record = older?.charger ?? (told ? withReportedState(known, told) : known)
    const station = newStation(session, record, connectionNo, at, older)
    ws.station = station
    room.guard(ws, raw)
    this.stations.set(known.pk, station)
    this.sockets.set(station, ws)
    if (older) this.#replace(older)
    ws.on('pong', this.#listeners.onPong)
    ws.on('message', this.#listeners.onMessage)
    ws.on('close', this.#listeners.onClose)
    return station
  }

  /** The newer connection wins at once (O-8). */
  #replace(older: Station): void {
    const { book, writes } = this.#options
    const ws = this.sockets.get(older)
    older.isOpen = false
    older.session.closed()
    this.sockets.delete(older)
    writes.forget(older)
    ws?.close(1008, REPLACED)
    setTimeout(() => ws?.terminate(), REPLACED_PATIENCE_MS).unref()
    void book.closed(older.charger.pk, older.connectionNo, WAS_REPLACED)
  }

  /** Lets a charger go whose newer socket is on another node. */
  letGo(station: Station): void {
    this.stations.delete(station.charger.pk)
    this.#options.messages.session.release(station)
    this.#replace(station)
  }

  #closed(ws: Socket, code: number, reason: string): void {
    const { services, messages, book, room, change } = this.#options
    const station = ws.station
    if (!station) return
    room.gone(ws)
    this.sockets.delete(station)
    station.session.closed()
    const { pk } = station.charger
    // The late close of a replaced socket changes nothing of its successor (O-9).
    if (this.stations.get(pk) !== station) return
    station.isOpen = false
    this.stations.delete(pk)
    station.powerW = undefined
    messages.session.release(station)
    this.#memory.keep(station, services.now())
    // The other side may echo our own goodbye without its words.
    const why = this.isEnding ? ENDING : reason || `Closed with ${code}`
    void book.closed(pk, station.connectionNo, { code, reason: why, replaced: false })
    void change(station, 'Disconnected')
    if (!this.isEnding)
      messages.mails.note(station, 'OcppStationWebSocketDisconnected', { details: [`Reason: ${why}`] })
  }

  /**
   * Hands the chargers over to other nodes, evenly within `overMs`, each once nothing of it is in hand: chargers that come
   * back at once would be refused there. Resolves when all have been told to connect anew.
   */
  async handOver(overMs: number): Promise<void> {
    const stations = [...this.stations.values()]
    const from = performance.now()
    const told: Promise<void>[] = []
    while (told.length < stations.length) {
      await new Promise(ok => setTimeout(ok, HAND_OVER_EVERY_MS))
      const share = overMs > 0 ? (performance.now() - from) / overMs : 1
      const due = Math.min(stations.length, Math.ceil(share * stations.length))
      for (const s of stations.slice(told.length, due)) told.push(this.#sendElsewhere(s))
    }
    await Promise.all(told)
  }

  async #sendElsewhere(station: Station): Promise<void> {
    const { session } = station
    session.isLeaving = true
    const until = performance.now() + IN_HAND_MS
    while (station.isOpen && performance.now() < until) {
      await session.settled
      if (!session.isServing && session.asked === 0) break
      if (!session.isServing) await new Promise(ok => setTimeout(ok, HAND_OVER_EVERY_MS))
    }
    this.sockets.get(station)?.close(RESTART, AGAIN)
  }

  /**
   * Lets all chargers go, to connect anew. The database has the ends of their connections already, and browsers have been
   * told: nothing is written, since some chargers have come back elsewhere.
   */
  fence(): void {
    this.fences++
    for (const [station, ws] of [...this.sockets]) {
      this.stations.delete(station.charger.pk)
      this.sockets.delete(station)
      this.#options.messages.session.release(station)
      this.#options.writes.forget(station)
      station.isOpen = false
      station.session.closed()
      this.#memory.keep(station, this.#options.services.now())
      ws.close(RESTART, AGAIN)
      setTimeout(() => ws.terminate(), REPLACED_PATIENCE_MS).unref()
    }
  }

  /** Closes every socket, by force where a charger does not answer; resolves when all are gone. */
  async end(): Promise<void> {
    const gone = [...this.sockets.values()].map(ws => new Promise<void>(ok => ws.once('close', () => ok())))
    for (const ws of this.sockets.values()) ws.close(1001, ENDING)
    const patience = setTimeout(() => {
      for (const ws of this.sockets.values()) ws.terminate()
    }, END_PATIENCE_MS)
    await Promise.all(gone)
    clearTimeout(patience)
  }
}

/** The listeners of every socket. One function serves all sockets, so that an idle charger costs no closures. */
function listenersOf(
  { services: { log }, room }: SeatsOptions,
  closed: (ws: Socket, code: number, reason: string) => void,
) {
  return {
    onMessage(this: WebSocket, data: Buffer, isBinary: boolean): void {
      const { station } = this as Socket
      // After our close frame the rest of what comes is only waited out.
      if (!station || this.readyState !== this.OPEN) return
      try {
        measure(this, data.length)
        if (isBinary) station.session.receiveBinary()
        else station.session.receive(data.toString())
      } catch (error) {
        noteFault(log, 'frame', error, 'A frame could not be taken')
      }
      if ((this as Socket).underWay)
        room.served(this, station.session).catch(error => noteFault(log, 'frame', error, 'A frame could not be served'))
    },
    onPong(this: WebSocket): void {
      ;(this as Socket).awaitsPong = false
    },
    onClose(this: WebSocket, code: number, reason: Buffer): void {
      closed(this as Socket, code, reason.toString())
    },
  }
}

/** A WebSocket as the session of its charger uses it; a class, for closures would cost each charger twice the memory. */
class SocketOfSession implements SessionSocket {
  readonly #ws: WebSocket
  constructor(ws: WebSocket) {
    this.#ws = ws
  }
  send(text: string): void {
    if (this.#ws.bufferedAmount > MAX_UNSENT_BYTES) this.#ws.terminate()
    else this.#ws.send(text)
  }
  close(code?: number, reason?: string): void {
    this.#ws.close(code, reason)
  }
}
