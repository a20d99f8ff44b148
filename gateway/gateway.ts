// The OCPP side of the server: one session for each connected charger, one table of handlers, one owner for each
// charger (D-OCPP-1, D-OCPP-8). The features' .ocpp.ts files handle the messages, gate.ts decides who may connect.
import type { IncomingMessage, Server } from 'node:http'
import type { Socket as NetSocket } from 'node:net'
import type { Duplex } from 'node:stream'
import type { CallOutcome } from '@wattdesk/ocpp/own-calls'
import type { SessionOptions } from '@wattdesk/ocpp/session'
import { type WebSocket, WebSocketServer } from 'ws'
import * as chargers from '#fleet/stations/charger.store.ts'
import { type Station, withReportedState } from '#fleet/stations/station.ocpp.ts'
import type { Services } from '#office/installation/services.ts'
import type { Command } from '#platform/bus/bus.ts'
import { isPassing } from '#platform/db/database-away.ts'
import { noteFault } from '#platform/faults.ts'
import { tally } from '#platform/tally.ts'
import { dispatcher, frameLimit, newStation, StationSession } from './charger-session.ts'
import { portalSide } from './commands.ts'
import { connectionBook, NEVER_BEGAN, REPLACED, WAS_REPLACED } from './connections.ts'
import { deferredWrites, REFUSED } from './deferred-writes.ts'
import { gate, NO_SUBPROTOCOL, type OcppOptions, refuse } from './gate.ts'
import { hold, letGo, measure, newIntake } from './intake.ts'
import { liveBook } from './live.ts'
import { type Before, ChargerMemory, isHeir, leave } from './memory.ts'
import { messageSide } from './message-side.ts'
import { otherNodes } from './nodes.ts'
import { type PingedSocket, startPulse } from './pulse.ts'
import { FrameRoom, type Guarded, SMALL_FRAME_BYTES } from './room.ts'
import { socketOf } from './socket.ts'

/** The words in the history of connections for a connection that ended with this server. */
const ENDING = 'The server ends'
const AWAY = { status: 503, text: 'Try again later' } as const

type Socket = PingedSocket & Guarded & { station?: Station }

export type OcppSide = {
  stations: ReadonlyMap<number, Station>
  /** Sends one message to a charger this node holds. */
  command: (c: Command) => Promise<CallOutcome>
  /** Serves upgrades of an http or https server. */
  attach: (server: Server) => void
  close: () => Promise<void>
}

export function ocppSide(services: Services, options: OcppOptions = {}): OcppSide {
  const { log } = services
  const stations = new Map<number, Station>()
  const sockets = new Map<Station, Socket>()
  const memory = new ChargerMemory()
  const upgrades = new Set<Promise<void>>()
  let isEnding = false
  const writes = deferredWrites(services)
  const { mails, session, config, certificates, charger, table } = messageSide(services, options, {
    booted: s => writes.count(s.charger.pk, 'boots'),
  })
  const { change, close: closeLive } = liveBook(services, charger.saveChange)
  const room = new FrameRoom(ws => frameLimit((ws as Socket).station), options.frameRoomBytes)
  const book = connectionBook(services, options.onNews)
  const { admit, tlsFailed, close: closeGate } = gate(services, options)
  const unanswered = tally(log, 'Calls of chargers stay unanswered: the database is away')
  const turnedAway = tally(log, 'Chargers are turned away: the database is away')
  const shared: Omit<SessionOptions, 'socket'> = {
    handle: dispatcher(table, writes.oddValue, options.onNews),
    now: () => services.now().getTime(),
    onError: (error, s, action) =>
      log.error({ err: error, chargepoint: (s as StationSession).station.charger.id, action }, 'OCPP message failed'),
    onUnanswered: error => unanswered.add(error.cause),
    onFrame: (direction, text, s) => {
      const { station } = s as StationSession
      const now = services.now()
      if (direction === 'in') heard(station, now.getTime())
      writes.frame(station, direction, text, now)
    },
    onOddValue: (action, path, value, s) =>
      writes.oddValue((s as StationSession).station.charger.pk, `${action}.${path}`, value),
    onRefused: (action, code, s) =>
      writes.oddValue((s as StationSession).station.charger.pk, action, `${REFUSED}${code}`),
  }

  function heard(s: Station, nowMs: number): void {
    s.lastMessageAt = nowMs
    writes.sign(s)
    if (!s.isQuiet) return
    s.isQuiet = false
    void change(s, 'Heard again')
  }

  const wss = new WebSocketServer({
    noServer: true,
    perMessageDeflate: false,
    maxPayload: SMALL_FRAME_BYTES,
    clientTracking: false,
    handleProtocols: offered => (offered.has('ocpp1.6') ? 'ocpp1.6' : false),
  })

  async function upgrade(request: IncomingMessage, socket: Duplex, head: Buffer): Promise<void> {
    if (isEnding) return refuse(socket, AWAY)
    const admission = await admit(request)
    if (socket.destroyed) return
    if (admission.kind === 'refused') return refuse(socket, admission.refusal)
    const shake = (seat: (ws: Socket) => void) =>
      wss.handleUpgrade(request, socket, head, ws => {
        ws.on('error', onSocketError)
        seat(ws)
      })
    if (admission.kind === 'no subprotocol') return shake(ws => ws.close(1002, NO_SUBPROTOCOL))
    // A request that is no WebSocket handshake is answered 400 there and draws no number.
    if (!/^[+/0-9A-Za-z]{22}==$/.test(request.headers['sec-websocket-key'] ?? '')) return shake(ws => ws.close())
    const { pk } = admission.charger
    const at = services.now()
    const connectionNo = await book.opened(pk, admission.address, at)
    services.bus.changed({ what: 'connection', chargepointPk: pk, connectionNo, node: services.node })
    let station: Station | undefined
    const older = stations.get(pk)
    const isLast = !older || older.connectionNo < connectionNo
    if (!socket.destroyed)
      shake(ws => {
        if (isLast) station = open(ws, socket, admission.charger, connectionNo, at, older)
        else ws.close(1008, REPLACED)
      })
    // Gone already, or an older socket that still stands is the last one again.
    if (!station && older && isLast) older.connectionNo = connectionNo
    else if (!station) await book.closed(pk, connectionNo, older ? WAS_REPLACED : NEVER_BEGAN)
  }

  /** Frames wait until it is known which sessions run: the first may be a stop. */
  function open(
    ws: Socket,
    raw: Duplex,
    known: chargers.StoredCharger,
    connectionNo: number,
    at: Date,
    older: Station | undefined,
  ): Station {
    ws.intake = newIntake()
    hold(ws)
    const before = older ? leave(older, at) : memory.take(known.pk)
    const station = seat(ws, raw, known, connectionNo, at, before, older)
    writes.count(known.pk, 'connects')
    void change(station, 'Connected', true)
    if (!older) mails.note(station, 'OcppStationWebSocketConnected')
    takeUp(station, before)
      .catch(error => {
        if (isPassing(error)) {
          turnedAway.add(error)
          ws.close(1012, 'Please try again')
        } else log.error({ err: error, chargepoint: known.id }, 'Running sessions could not be read')
      })
      .finally(() => {
        if (isEnding) ws.close(1001, ENDING)
        letGo(ws)
      })
    return station
  }

  /** The work of the connection before ends first, and what that connection may have learned wrongly is read again. */
  async function takeUp(station: Station, before: Before | undefined): Promise<void> {
    await before?.settled
    if (before?.isUnsure) station.charger = (await chargers.byPk(services.db, station.charger.pk)) ?? station.charger
    await session.adopt(station)
    charger.onReturn(station)
  }

  /** Makes the socket the charger's current one, with the state known from the socket before. */
  function seat(
    ws: Socket,
    raw: Duplex,
    known: chargers.StoredCharger,
    connectionNo: number,
    at: Date,
    before: Before | undefined,
    older: Station | undefined,
  ): Station {
    const recentAnswers = before?.answers
    const s = new StationSession({ ...shared, socket: socketOf(ws), ...(recentAnswers && { recentAnswers }) })
    // State learned by this process from the connection before may be newer than the record read for this one.
    const told = before && !before.isUnsure && isHeir(before, connectionNo, at) && before.charger
    const record = older?.charger ?? (told ? withReportedState(known, told) : known)
    const station = newStation(s, record, connectionNo, at, older)
    ws.station = station
    room.guard(ws, raw)
    stations.set(known.pk, station)
    sockets.set(station, ws)
    if (older) replace(older)
    ws.on('pong', onPong)
    ws.on('message', onMessage)
    ws.on('close', onClose)
    return station
  }

  /** The newer connection wins at once (O-8). */
  function replace(older: Station): void {
    const ws = sockets.get(older)
    older.isOpen = false
    older.session.closed()
    sockets.delete(older)
    writes.forget(older)
    ws?.close(1008, REPLACED)
    setTimeout(() => ws?.terminate(), 5000).unref()
    void book.closed(older.charger.pk, older.connectionNo, WAS_REPLACED)
  }

  const offNodes = otherNodes(services, stations, s => {
    stations.delete(s.charger.pk)
    session.release(s)
    replace(s)
  })

  // One function for all sockets, so that an idle charger costs no closures.
  function onMessage(this: WebSocket, data: Buffer, isBinary: boolean): void {
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
  }
  function onPong(this: WebSocket): void {
    ;(this as Socket).awaitsPong = false
  }
  function onSocketError(this: WebSocket, error: Error): void {
    log.debug({ err: error, chargepoint: (this as Socket).station?.charger.id }, 'Socket error')
  }
  function onClose(this: WebSocket, code: number, reason: Buffer): void {
    const s = (this as Socket).station
    if (!s) return
    room.gone(this)
    sockets.delete(s)
    s.session.closed()
    const { pk } = s.charger
    // The late close of a replaced socket changes nothing of its successor (O-9).
    if (stations.get(pk) !== s) return
    s.isOpen = false
    stations.delete(pk)
    s.powerW = undefined
    session.release(s)
    memory.keep(s, services.now())
    // The other side may echo our own goodbye without its words.
    const why = isEnding ? ENDING : reason.toString() || `Closed with ${code}`
    void book.closed(pk, s.connectionNo, { code, reason: why, replaced: false })
    void change(s, 'Disconnected')
    if (!isEnding) mails.note(s, 'OcppStationWebSocketDisconnected', { details: [`Reason: ${why}`] })
  }

  const endPulse = startPulse(sockets, services.now, s => void change(s, 'No message for 600 s'))
  const portal = portalSide(services, stations, { change, told: charger.changedByHand })

  return {
    stations,
    command: portal.command,
    attach: server => {
      server.on('upgrade', (request: IncomingMessage, socket: Duplex, head: Buffer) => {
        socket.on('error', error => log.debug({ err: error }, 'Socket error before the handshake'))
        const done = upgrade(request, socket, head)
          .catch(error => {
            if (isPassing(error)) turnedAway.add(error)
            else log.error({ err: error, url: request.url }, 'Upgrade failed')
            refuse(socket, AWAY)
          })
          .finally(() => upgrades.delete(done))
        upgrades.add(done)
      })
      server.on('tlsClientError', (error: Error, socket: NetSocket) => tlsFailed(error, socket.remoteAddress ?? ''))
    },
    close: async () => {
      isEnding = true
      endPulse()
      offNodes()
      await Promise.all(upgrades)
      const gone = [...sockets.values()].map(ws => new Promise<void>(ok => ws.once('close', () => ok())))
      for (const ws of sockets.values()) ws.close(1001, ENDING)
      const patience = setTimeout(() => {
        for (const ws of sockets.values()) ws.terminate()
      }, 2000)
      await Promise.all(gone)
      clearTimeout(patience)
      await Promise.all([session.idle(), charger.idle(), certificates.idle()])
      await Promise.all([config.close(), mails.close(), closeGate(), book.close(), closeLive(), portal.close()])
      await writes.close()
      for (const t of [unanswered, turnedAway]) t.close()
    },
  }
}
