// The OCPP side of the server: a session for each connected charger, a table of handlers, a single owner for each
// charger (D-OCPP-1, D-OCPP-8). The features' .ocpp.ts files handle the messages, gate.ts decides who may connect,
// seats.ts holds the sockets.
import type { IncomingMessage, Server } from 'node:http'
import type { Socket as NetSocket } from 'node:net'
import type { Duplex } from 'node:stream'
import type { Dialect } from '@wattdesk/ocpp/dialect'
import { newestOf } from '@wattdesk/ocpp/handshake'
import type { Messages } from '@wattdesk/ocpp/messages/message'
import { ocpp16 } from '@wattdesk/ocpp/ocpp16'
import { ocpp21 } from '@wattdesk/ocpp/ocpp21'
import { ocpp201 } from '@wattdesk/ocpp/ocpp201'
import type { CallOutcome } from '@wattdesk/ocpp/own-calls'
import type { SessionOptions } from '@wattdesk/ocpp/session'
import { type WebSocket, WebSocketServer } from 'ws'
import type { Station, StationSession } from '#fleet/stations/station.memory.ts'
import type { Services } from '#office/installation/services.ts'
import type { Command } from '#platform/bus/bus.ts'
import { isPassing } from '#platform/db/database-away.ts'
import { type Tally, tally } from '#platform/tally.ts'
import { framesIn, framesOut, type Handshake, handshakes, messageCounts } from '#platform/telemetry/metrics.ts'
import { type Accepts, accepts, later } from './accepts.ts'
import { REFUSED } from './charger-counts.ts'
import { dispatcher, frameLimit, type Handlers } from './charger-session.ts'
import { isTestAddress } from './charger-test-address.ts'
import { type TestSeats, testSeats } from './charger-test-seats.ts'
import { portalSide } from './commands.ts'
import { connectionBook, NEVER_BEGAN, REPLACED, WAS_REPLACED } from './connections.ts'
import { deferredWrites } from './deferred-writes.ts'
import { gate, handshakeOf, NO_SUBPROTOCOL, type OcppOptions, type Reply, refuse, SERVED } from './gate.ts'
import { liveBook } from './live.ts'
import { messageSide } from './message-side.ts'
import { watchMoved } from './moved.ts'
import { otherNodes } from './nodes.ts'
import { startPulse } from './pulse.ts'
import { FrameRoom, SMALL_FRAME_BYTES } from './room.ts'
import { Seats, type Socket } from './seats.ts'

export type OcppSide = {
  stations: ReadonlyMap<number, Station>
  /** Sends one message to a charger this node holds. */
  command: (c: Command) => Promise<CallOutcome>
  /** Serves upgrades of an http or https server. */
  attach: (server: Server) => void
  /** Takes no more handshakes, and hands the chargers over to other nodes, spread over so many milliseconds; 0: not at all. */
  handOver: (overMs: number) => Promise<void>
  /** Lets all chargers go, whose connections the database counts as closed, and takes none until `work` has ended well. */
  fence: (work: () => Promise<void>) => Promise<void>
  close: () => Promise<void>
}

/** An upgrade at a node without chargers. */
export const refuseChargers = (server: Server): void => {
  server.on('upgrade', (_request: IncomingMessage, socket: Duplex) => {
    socket.on('error', () => undefined)
    refuse(socket, { status: 421, text: 'This node takes no charge points (WATTDESK_ROLES)' })
  })
}

export function ocppSide(services: Services, options: OcppOptions = {}): OcppSide {
  const { log } = services
  const writes = deferredWrites(services)
  const messages = messageSide(services, options, { booted: s => writes.countBoot(s) })
  const { mails, session, config, certificates, charger } = messages
  const { change, close: closeLive } = liveBook(services, charger.saveChange)
  const book = connectionBook(services, options.onNews)
  const { admit, isEncrypted, tlsFailed, close: closeGate } = gate(services, options)
  const tests = testSeats(services)
  const unanswered = tally(log, 'Calls of chargers stay unanswered: the database is away')
  const turnedAway = tally(log, 'Chargers are turned away: the database is away')
  const listening = { writes, change, unanswered, onNews: options.onNews }
  const seats = new Seats({
    services,
    messages,
    book,
    writes,
    change,
    turnedAway,
    room: new FrameRoom(ws => frameLimit((ws as Socket).station), options.frameRoomBytes),
    sessions: {
      'ocpp1.6': sessionOptions(services, ocpp16, { table: messages.table16, ...listening }),
      'ocpp2.0.1': sessionOptions(services, ocpp201, { table: messages.table201, ...listening }),
      'ocpp2.1': sessionOptions(services, ocpp21, { table: messages.table201, ...listening }),
    },
  })
  const offNodes = otherNodes(services, seats.stations, s => seats.letGo(s))
  const endPulse = startPulse(seats.sockets, services.now, s => void change(s, 'No message for 600 s'))
  const endMoved = watchMoved(services, seats.sockets)
  const portal = portalSide(services, seats.stations, { change, told: charger.changedByHand })
  const budget = accepts(log, options.acceptsPerSecond === undefined ? {} : { perSecond: options.acceptsPerSecond })
  const upgrades = upgradeSide(services, { seats, book, admit, isEncrypted, tests, turnedAway, budget })

  return {
    stations: seats.stations,
    command: portal.command,
    attach: server => {
      server.on('upgrade', upgrades.take)
      server.on('tlsClientError', (error: Error, socket: NetSocket) => tlsFailed(error, socket.remoteAddress ?? ''))
    },
    handOver: async overMs => {
      seats.isEnding = true
      if (overMs === 0) return
      await upgrades.idle()
      await seats.handOver(overMs)
    },
    fence: async work => {
      seats.isFenced = true
      seats.fence()
      await upgrades.idle()
      await work()
      seats.isFenced = false
    },
    close: async () => {
      seats.isEnding = true
      endPulse()
      endMoved()
      offNodes()
      await upgrades.idle()
      await seats.end()
      await Promise.all([session.idle(), messages.idle201(), charger.idle(), certificates.idle()])
      await Promise.all([config.close(), mails.close(), closeGate(), book.close(), closeLive(), portal.close()])
      await tests.close()
      await writes.close()
      for (const t of [unanswered, turnedAway, budget]) t.close()
    },
  }
}

type Listening<M extends Messages> = {
  table: Handlers<M>
  writes: ReturnType<typeof deferredWrites>
  change: ReturnType<typeof liveBook>['change']
  unanswered: Tally
  onNews: OcppOptions['onNews']
}
/** The common options of every session in a protocol: handlers, clock, and the writers of frames, faults and odd values. */
function sessionOptions<M extends Messages>(
  services: Services,
  dialect: Dialect<M>,
  { table, writes, change, unanswered, onNews }: Listening<M>,
): Omit<SessionOptions<M>, 'socket'> {
  const of = (s: unknown) => s as StationSession
  const pkOf = (s: unknown): number => of(s).station.charger.pk
  const heard = (s: Station, nowMs: number): void => {
    s.lastMessageAt = nowMs
    writes.sign(s)
    if (!s.isQuiet) return
    s.isQuiet = false
    void change(s, 'Heard again')
  }
  return {
    dialect,
    handle: dispatcher(table, writes.oddValue, onNews),
    now: () => services.now().getTime(),
    onError: (error, s, action) => {
      const { station, transactionId } = of(s)
      services.log.error({ err: error, chargepoint: station.charger.id, action, transactionId }, 'OCPP message failed')
    },
    onUnanswered: error => unanswered.add(error.cause),
    onFrame: (direction, text, s) => {
      const { station } = of(s)
      const now = services.now()
      if (direction === 'in') heard(station, now.getTime())
      if (direction === 'in') framesIn.add()
      else framesOut.add()
      writes.frame(station, direction, text, now)
    },
    onOddValue: (action, path, value, s) => writes.oddValue(pkOf(s), `${action}.${path}`, value),
    onRefused: (action, code, s) => {
      messageCounts(action).refused.add()
      writes.oddValue(pkOf(s), action, `${REFUSED}${code}`)
    },
  }
}

function turnAway(socket: Duplex, refusal: Reply, outcome: Handshake = 'no room'): void {
  handshakes.cell({ outcome }).add()
  refuse(socket, refusal)
}

type Doors = {
  seats: Seats
  book: ReturnType<typeof connectionBook>
  admit: ReturnType<typeof gate>['admit']
  isEncrypted: ReturnType<typeof gate>['isEncrypted']
  tests: TestSeats
  turnedAway: Tally
  budget: Accepts
}
/** Serves WebSocket handshakes: admits the charger, draws the number of its connection, and seats the charger. */
function upgradeSide(services: Services, { seats, book, admit, isEncrypted, tests, turnedAway, budget }: Doors) {
  const { log } = services
  const underWay = new Set<Promise<void>>()
  const wss = new WebSocketServer({
    noServer: true,
    perMessageDeflate: false,
    maxPayload: SMALL_FRAME_BYTES,
    clientTracking: false,
    handleProtocols: offered => newestOf(offered, SERVED) ?? false,
  })
  // One function serves all sockets, so that an idle charger costs no closure.
  function onSocketError(this: WebSocket, error: Error): void {
    log.debug({ err: error, chargepoint: (this as Socket).station?.charger.id }, 'Socket error')
  }

  async function upgrade(request: IncomingMessage, socket: Duplex, head: Buffer): Promise<void> {
    const admission = await admit(request)
    handshakes.cell({ outcome: handshakeOf(admission) }).add()
    if (socket.destroyed) return
    if (admission.kind === 'refused') return refuse(socket, admission.refusal)
    const shake = (begin: (ws: Socket) => void) =>
      wss.handleUpgrade(request, socket, head, ws => {
        ws.on('error', onSocketError)
        begin(ws)
      })
    if (admission.kind === 'no subprotocol') return shake(ws => ws.close(1002, NO_SUBPROTOCOL))
    // A request that is no WebSocket handshake is answered 400 there and draws no number.
    if (!/^[+/0-9A-Za-z]{22}==$/.test(request.headers['sec-websocket-key'] ?? '')) return shake(ws => ws.close())
    const { charger, address, protocol } = admission
    const { pk } = charger
    const at = services.now()
    const { fences } = seats
    const { connectionNo, isSentBack } = await book.opened({ pk, address, at, protocol })
    services.bus.changed({ what: 'connection', chargepointPk: pk, connectionNo, node: services.node })
    let station: Station | undefined
    const older = seats.stations.get(pk)
    const isLast = !older || older.connectionNo < connectionNo
    // This node was declared lost meanwhile, and the database may count the connection as closed.
    const isFenced = fences !== seats.fences
    if (isFenced) refuse(socket, later('Please connect again'))
    else if (!socket.destroyed)
      shake(ws => {
        if (isLast) station = seats.open(ws, socket, { charger, connectionNo, isSentBack, at, protocol }, older)
        else ws.close(1008, REPLACED)
      })
    // The new socket closed during its handshake: the older socket that is still open keeps the charger, and takes over
    // the number, because the database and other nodes know it as the latest.
    if (!station && older && isLast) older.connectionNo = connectionNo
    else if (!station) await book.closed(pk, connectionNo, older ? WAS_REPLACED : NEVER_BEGAN)
  }

  // One function too: a closure of `take` would hold the request, headers and all, as long as the socket is open.
  const onRawError = (error: Error): void => log.debug({ err: error }, 'Socket error before the handshake')

  return {
    take: (request: IncomingMessage, socket: Duplex, head: Buffer): void => {
      socket.on('error', onRawError)
      // Before anything is asked of the database.
      if (seats.isEnding || seats.isFenced) {
        turnAway(socket, later('This node ends'))
        return
      }
      const tooMany = budget.take(underWay.size)
      if (tooMany) {
        turnAway(socket, tooMany, 'too many')
        return
      }
      const begun = isTestAddress(request.url)
        ? tests.take(request, socket, head, isEncrypted(request))
        : upgrade(request, socket, head)
      const done = begun
        .catch(error => {
          if (isPassing(error)) turnedAway.add(error)
          else log.error({ err: error, url: request.url }, 'Upgrade failed')
          turnAway(socket, later('Try again later'))
        })
        .finally(() => underWay.delete(done))
      underWay.add(done)
    },
    /** Resolves when no handshake is under way. */
    idle: () => Promise.all(underWay),
  }
}
