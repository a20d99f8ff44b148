// The sockets of chargers under test, at /ocpp/test/{token}: apart from those of the network, so that nothing that comes here
// touches a charger, a session or an alert (docs/decisions/0097-a-charger-tests-itself.md). What happens is written into the
// journal of the test.
import type { IncomingMessage } from 'node:http'
import type { Duplex } from 'node:stream'
import { newestOf, pickSubprotocol } from '@wattdesk/ocpp/handshake'
import { redact } from '@wattdesk/ocpp/redact'
import { type WebSocket, WebSocketServer } from 'ws'
import { isOpen } from '#control/charger-tests/charger-test.rules.ts'
import * as tests from '#control/charger-tests/charger-test.store.ts'
import { MOST_CHARACTERS, MOST_LINES } from '#control/charger-tests/charger-test.words.ts'
import type { TestMemory } from '#control/charger-tests/charger-test-answers.ocpp.ts'
import { type TestSession, testSession } from '#control/charger-tests/charger-test-session.ocpp.ts'
import { type Ask, type Note, TESTED, type TestedProtocol } from '#control/charger-tests/journal.rules.ts'
import type { Services } from '#office/installation/services.ts'
import { WriteQueue } from '#platform/db/batch.ts'
import { accepts, later } from './accepts.ts'
import { credentialsOf, handshakeOf, placeOf } from './charger-test-address.ts'
import { NO_SUBPROTOCOL, refuse } from './gate.ts'
import { SMALL_FRAME_BYTES } from './room.ts'

/** Handshakes of a node in a second, and its sockets: nobody needs an account to knock here. */
const PER_SECOND = 10
const MOST_UNDER_WAY = 20
const MOST_SOCKETS = 200
/** How often a node looks at the tests whose sockets it holds, and how long a charger may be silent. */
const LOOK_EVERY_MS = 5000
const SILENT_MS = 300_000
const END_PATIENCE_MS = 2000
/** A charger that is so far behind in reading is let go. */
const MAX_UNSENT_BYTES = 1024 * 1024
/** The numbers of transactions and requests of a connection begin at so many times its own number. */
const NUMBERS = 1000
/** Lines that may wait for the database, in characters. */
const MOST_WAITING = 16 * 1024 * 1024
const LONGEST_REASON = 200

type Seat = {
  readonly testId: number
  /** The number of the connection. */
  readonly no: number
  readonly ws: WebSocket
  readonly memory: TestMemory
  session: TestSession | undefined
  heardMs: number
  /** What the journal holds. */
  lines: number
  characters: number
  /** The last question that was taken. */
  lastAsk: number
  /** Questions follow one another. */
  asking: Promise<void>
}

export type TestSeats = {
  /** Serves a handshake at a test address. */
  take: (request: IncomingMessage, socket: Duplex, head: Buffer, isTls: boolean) => Promise<void>
  close: () => Promise<void>
}

export function testSeats(services: Services): TestSeats {
  const { log } = services
  const budget = accepts(log, { perSecond: PER_SECOND, mostUnderWay: MOST_UNDER_WAY })
  const seats = new Seats(services)
  const wss = new WebSocketServer({
    noServer: true,
    perMessageDeflate: false,
    maxPayload: SMALL_FRAME_BYTES,
    clientTracking: false,
    handleProtocols: offered => newestOf(offered, TESTED) ?? false,
  })
  let underWay = 0

  async function admit(request: IncomingMessage, socket: Duplex, head: Buffer, isTls: boolean): Promise<void> {
    const place = placeOf(request.url ?? '')
    const test = place && (await tests.byToken(services.db, place.token, services.now()))
    if (socket.destroyed) return
    if (!place || !test) return refuse(socket, { status: 404, text: 'No such test' })
    const handshake = handshakeOf(request, place, isTls)
    const shown = credentialsOf(request, test)
    if ('refused' in shown) {
      seats.note(test.chargerTestId, { note: 'refused', why: shown.refused, ...handshake })
      return refuse(socket, { status: 401, text: 'Wrong credentials' })
    }
    const shake = (begin: (ws: WebSocket) => void) =>
      wss.handleUpgrade(request, socket, head, ws => {
        ws.on('error', error => log.debug({ err: error }, 'Socket error of a test'))
        begin(ws)
      })
    const protocol = pickSubprotocol(request.headers['sec-websocket-protocol'], TESTED)
    if (!protocol) {
      seats.note(test.chargerTestId, { note: 'refused', why: 'no protocol', ...handshake })
      return shake(ws => ws.close(1002, NO_SUBPROTOCOL))
    }
    const no = await tests.connect(services.db, test.chargerTestId)
    if (no === undefined) return refuse(socket, { status: 404, text: 'No such test' })
    if (socket.destroyed) return
    shake(ws => seats.open(ws, test, protocol, { note: 'connected', no, protocol, user: shown.user, ...handshake }))
  }

  return {
    take: async (request, socket, head, isTls) => {
      const tooMany = budget.take(underWay)
      if (tooMany) return refuse(socket, tooMany)
      if (seats.size >= MOST_SOCKETS) return refuse(socket, later('Too many chargers are tested at once'))
      underWay++
      try {
        await admit(request, socket, head, isTls)
      } finally {
        underWay--
      }
    },
    close: async () => {
      budget.close()
      await seats.close()
    },
  }
}

class Seats {
  readonly #services: Services
  readonly #seats = new Map<number, Seat>()
  readonly #journal: WriteQueue<tests.NewLine>
  readonly #offChanged: () => void
  #timer: NodeJS.Timeout | undefined
  #looking: Promise<void> | undefined
  #isCalled = false

  constructor(services: Services) {
    this.#services = services
    const { db, log, bus } = services
    this.#journal = new WriteQueue<tests.NewLine>(rows => tests.addLines(db, rows), {
      limit: MOST_WAITING,
      sizeOf: l => l.message.length + 100,
      onLost: (lost, error) => log.warn({ err: error, lost }, 'Lines of tests of chargers wait, or are lost'),
    })
    this.#offChanged = bus.onChanged(c => {
      if (c.what === 'all' || (c.what === 'charger-test' && this.#seats.has(c.chargerTestId))) this.#look()
    })
  }

  get size(): number {
    return this.#seats.size
  }

  note(testId: number, note: Note): void {
    this.#journal.push(tests.noteLine(testId, this.#services.now(), note))
  }

  open(ws: WebSocket, test: tests.TestRow, protocol: TestedProtocol, note: Extract<Note, { note: 'connected' }>): void {
    const { chargerTestId: testId } = test
    const { log, bus, now } = this.#services
    const seat: Seat = {
      testId,
      no: note.no,
      ws,
      memory: { now, lastNumber: note.no * NUMBERS, running: new Map(), refused: undefined },
      session: undefined,
      heardMs: performance.now(),
      lines: test.lineCount,
      characters: test.characterCount,
      lastAsk: 0,
      asking: Promise.resolve(),
    }
    const older = this.#seats.get(testId)
    if (older) this.#close(older, 1008, 'A newer connection has taken its place')
    this.#seats.set(testId, seat)
    this.note(testId, note)
    seat.session = testSession(protocol, seat.memory, {
      socket: {
        send: text => (ws.bufferedAmount > MAX_UNSENT_BYTES ? ws.terminate() : ws.send(text)),
        close: (code, reason) => ws.close(code, reason),
      },
      onFrame: (direction, text) => this.#frame(seat, direction, text),
      onError: error => log.warn({ err: error }, 'A message of a charger under test failed'),
    })
    ws.on('message', (data: Buffer, isBinary: boolean) => {
      if (ws.readyState !== ws.OPEN) return
      seat.heardMs = performance.now()
      if (isBinary) seat.session?.receiveBinary()
      else seat.session?.receive(data.toString())
    })
    ws.on('close', (code: number, reason: Buffer) => this.#gone(seat, code, reason.toString()))
    this.#timer ??= setInterval(() => this.#look(), LOOK_EVERY_MS).unref()
    // An older socket of the test on another node closes.
    bus.changed({ what: 'charger-test', chargerTestId: testId })
  }

  #frame(seat: Seat, kind: 'in' | 'out', text: string): void {
    const message = redact(text).replaceAll('\0', '\ufffd').toWellFormed()
    this.#journal.push({ chargerTestId: seat.testId, at: this.#services.now(), kind, message })
    seat.lines++
    seat.characters += message.length
    if (seat.lines >= MOST_LINES || seat.characters >= MOST_CHARACTERS) this.#endFull(seat)
  }

  #endFull(seat: Seat): void {
    if (!this.#isSeated(seat)) return
    const { db, log, now } = this.#services
    this.#close(seat, 1008, 'The test is full')
    tests.end(db, seat.testId, now()).catch(error => log.warn({ err: error }, 'A test of a charger could not be ended'))
  }

  #isSeated(seat: Seat): boolean {
    return this.#seats.get(seat.testId) === seat
  }

  /** Ends a connection from our side. */
  #close(seat: Seat, code: number, reason: string): void {
    seat.ws.close(code, reason)
    setTimeout(() => seat.ws.terminate(), END_PATIENCE_MS).unref()
    this.#gone(seat, code, reason)
  }

  #gone(seat: Seat, code: number, reason: string): void {
    if (!this.#isSeated(seat)) return
    this.#seats.delete(seat.testId)
    seat.session?.closed()
    this.note(seat.testId, { note: 'closed', no: seat.no, code, reason: reason.slice(0, LONGEST_REASON) })
    if (this.#seats.size > 0) return
    clearInterval(this.#timer)
    this.#timer = undefined
  }

  /** Looks at the tests of the open sockets; called while it looks, it looks once more. */
  #look(): void {
    this.#isCalled = true
    this.#looking ??= this.#lookWhileCalled().finally(() => {
      this.#looking = undefined
    })
  }

  async #lookWhileCalled(): Promise<void> {
    while (this.#isCalled) {
      this.#isCalled = false
      try {
        await this.#lookOnce()
      } catch (error) {
        this.#services.log.warn({ err: error }, 'Tests of chargers could not be looked at')
      }
    }
  }

  async #lookOnce(): Promise<void> {
    const { db, now } = this.#services
    const silentBefore = performance.now() - SILENT_MS
    for (const seat of [...this.#seats.values()])
      if (seat.heardMs < silentBefore) this.#close(seat, 1000, 'Nothing was heard for five minutes')
    const open = [...this.#seats.values()]
    if (open.length === 0) return
    const ids = open.map(s => s.testId)
    const standing = new Map((await tests.standing(db, ids)).map(t => [t.chargerTestId, t]))
    for (const seat of open) {
      const test = standing.get(seat.testId)
      if (!test || !isOpen(test, now())) this.#close(seat, 1000, 'The test has ended')
      else if (test.connectionNo > seat.no) this.#close(seat, 1008, 'A newer connection has taken its place')
    }
    const after = Math.min(...open.map(s => s.lastAsk))
    for (const { chargerTestId, lineId, message } of await tests.asksAfter(db, ids, after)) {
      const seat = this.#seats.get(chargerTestId)
      if (!seat || lineId <= seat.lastAsk) continue
      seat.lastAsk = lineId
      const ask = JSON.parse(message) as Ask
      // What was pressed for an earlier connection is of no concern to this one.
      if (ask.no !== seat.no) continue
      // The next card may take its time, which no other question waits for.
      if (ask.question === 'refuse') void this.#ask(seat, ask)
      else seat.asking = seat.asking.then(() => this.#ask(seat, ask))
    }
  }

  async #ask(seat: Seat, { question }: Ask): Promise<void> {
    if (!this.#isSeated(seat) || !seat.session) return
    if (question !== 'refuse') this.note(seat.testId, { note: 'begun', question })
    try {
      const text = await seat.session.ask(question)
      this.note(seat.testId, { note: 'done', question, text })
    } catch (error) {
      this.#services.log.warn({ err: error }, 'A question to a charger under test failed')
      this.note(seat.testId, { note: 'done', question, text: 'The portal could not ask it.' })
    }
  }

  async close(): Promise<void> {
    this.#offChanged()
    for (const seat of [...this.#seats.values()]) this.#close(seat, 1001, 'The server ends')
    clearInterval(this.#timer)
    await this.#looking
    await this.#journal.flush()
  }
}
