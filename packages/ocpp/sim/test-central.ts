// A tiny central system for the simulator's own tests: a real WebSocket server on a free port, which accepts
// everything, numbers transactions, keeps the received calls, and can call the charger.
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { type WebSocket, WebSocketServer } from 'ws'
import { validators as validators16 } from '../src/validators.ts'

export interface Got {
  id: string
  action: string
  payload: Record<string, unknown>
}

/** `undefined`: not answered. An `Error`: answered with a CALLERROR of its message. */
type Answer = object | undefined | Error

/** The differences between the protocols. */
interface Side {
  readonly subprotocol: string
  readonly validators: typeof validators16
  /** The usual answer to an action. */
  readonly usual: (action: string) => object
}

/** Accepts everything, and numbers transactions from 100. */
const side16 = (): Side => {
  let nextTransaction = 100
  return { subprotocol: 'ocpp1.6', validators: validators16, usual: action => usual16(action, () => nextTransaction++) }
}
const usual16 = (action: string, newTransaction: () => number): object => {
  const idTagInfo = { status: 'Accepted' }
  if (action === 'BootNotification')
    return { status: 'Accepted', currentTime: '2025-06-01T00:00:00.000Z', interval: 300 }
  if (action === 'Heartbeat') return { currentTime: '2025-06-01T00:00:00.000Z' }
  if (action === 'StartTransaction') return { transactionId: newTransaction(), idTagInfo }
  if (action === 'SignCertificate') return { status: 'Accepted' }
  return action === 'Authorize' || action === 'StopTransaction' ? { idTagInfo } : {}
}

export class TestCentral {
  readonly got: Got[] = []
  readonly frames: string[] = []
  /** Overrides by action. */
  answers: Record<string, (got: Got) => Answer> = {}
  authorization: string | undefined
  path: string | undefined
  url = ''
  connections = 0
  /** Frames of the charger that break the schemas: calls, answers and ids. */
  readonly violations: string[] = []
  /** An HTTP status: no WebSocket from now on. */
  refuseWith: number | undefined
  private readonly side: Side
  private readonly http = createServer()
  private readonly server = new WebSocketServer({
    server: this.http,
    handleProtocols: () => this.side.subprotocol,
    verifyClient: (_, done) => done(this.refuseWith === undefined, this.refuseWith),
  })
  private socket: WebSocket | undefined
  private counter = 0
  private readonly asked = new Map<string, string>()
  private readonly waiting = new Map<string, (frame: unknown[]) => void>()
  private readonly watchers: { wanted: (got: Got) => boolean; resolve: (got: Got) => void }[] = []

  constructor(side = side16()) {
    this.side = side
  }

  async listen(): Promise<this> {
    this.server.on('connection', (socket, request) => {
      this.connections++
      this.socket = socket
      this.path = request.url
      this.authorization = request.headers.authorization
      socket.on('message', data => this.receive(socket, String(data)))
    })
    await new Promise<void>(resolve => this.http.listen(0, '127.0.0.1', resolve))
    this.url = `ws://127.0.0.1:${(this.http.address() as AddressInfo).port}/ocpp`
    return this
  }

  /** Resolves with the next call of this action that fits. */
  next(action: string, wanted: (payload: Record<string, unknown>) => boolean = () => true): Promise<Got> {
    return new Promise(resolve => {
      this.watchers.push({ wanted: got => got.action === action && wanted(got.payload), resolve })
    })
  }

  /** Payloads of an action so far. */
  all(action: string): Record<string, unknown>[] {
    return this.got.filter(got => got.action === action).map(got => got.payload)
  }

  /** Calls the charger; resolves with the payload of its answer, or `error: code` for a CALLERROR. */
  async call(action: string, payload: object): Promise<Record<string, unknown>> {
    const id = `cs-${this.counter++}`
    this.asked.set(id, action)
    const frame = await new Promise<unknown[]>(resolve => {
      this.waiting.set(id, resolve)
      this.socket?.send(JSON.stringify([2, id, action, payload]))
    })
    return frame[0] === 3 ? (frame[2] as Record<string, unknown>) : { error: frame[2] }
  }

  close(): void {
    for (const client of this.server.clients) client.terminate()
    this.http.close()
  }

  private receive(socket: WebSocket, text: string): void {
    this.frames.push(text)
    let frame: unknown[]
    try {
      frame = JSON.parse(text) as unknown[]
    } catch {
      return // garbage is kept in frames
    }
    if (!Array.isArray(frame) || typeof frame[1] !== 'string') return
    const [type, id] = frame
    if (type === 3) this.judge(this.asked.get(id), 'answer', frame[2])
    if (type === 2 && id.length <= 36) this.judge(String(frame[2]), 'call', frame[3])
    if (type !== 2) this.waiting.get(id)?.(frame)
    if (type !== 2 || typeof frame[2] !== 'string') return
    const got: Got = { id, action: frame[2], payload: frame[3] as Record<string, unknown> }
    this.got.push(got)
    const override = this.answers[got.action]
    const answer = override ? override(got) : this.side.usual(got.action)
    if (answer instanceof Error) socket.send(JSON.stringify([4, id, answer.message, '', {}]))
    else if (answer) socket.send(JSON.stringify([3, id, answer]))
    for (const watcher of [...this.watchers])
      if (watcher.wanted(got)) {
        this.watchers.splice(this.watchers.indexOf(watcher), 1)
        watcher.resolve(got)
      }
  }

  private judge(action: string | undefined, side: 'call' | 'answer', payload: unknown): void {
    const wrong = this.side.validators.get(action ?? '')?.[side](payload)
    if (wrong) this.violations.push(`${action} ${side}: ${wrong.text}`)
  }
}
