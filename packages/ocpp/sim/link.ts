// One charger's end of OCPP-J (OCPP-J 1.6 section 4): the WebSocket, at most one open call of ours at a time, answers
// matched by id, calls of the central system handed on. Knows nothing of what the messages mean.
import { type ClientOptions, WebSocket } from 'ws'
import { realTime, type Timer } from './clock.ts'

/** The central system answered with a CALLERROR. */
export class CallError extends Error {
  override readonly name = 'CallError'
  readonly code: string
  readonly details: unknown
  constructor(code: string, description: string, details: unknown = {}) {
    super(`${code}: ${description}`)
    this.code = code
    this.details = details
  }
}

/** The answer did not come: the socket ended (`LinkLost`) or the time was over (`Timeout`). */
export class Unanswered extends Error {
  override readonly name = 'Unanswered'
  readonly code: 'LinkLost' | 'Timeout'
  constructor(code: 'LinkLost' | 'Timeout', action: string) {
    super(`${code}: ${action}`)
    this.code = code
  }
}

/** The server refused the WebSocket; `statusCode` is the HTTP status. */
export class Refused extends Error {
  override readonly name = 'Refused'
  readonly statusCode: number
  constructor(statusCode: number) {
    super(`the central system refused the connection: HTTP ${statusCode}`)
    this.statusCode = statusCode
  }
}

export interface LinkOptions {
  /** ws:// or wss:// without the identity. */
  url: string
  identity: string
  /** Basic authentication, user name = identity (white paper A00). */
  key?: string
  /** Passed through to `ws`: ca, cert, key, rejectUnauthorized, minVersion, ... */
  tls?: ClientOptions
  /** Default ['ocpp1.6']; empty offers none. */
  protocols?: string[]
  /** Default 30 000 real milliseconds. */
  answerTimeoutMs?: number
  /** False: WebSocket pings stay unanswered. */
  answersPings?: boolean
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined // reported as an odd frame
  }
}

interface Pending {
  id: string
  action: string
  text: string
  resolve: (payload: unknown) => void
  reject: (error: Error) => void
}

export interface LinkHooks {
  onCall: (id: string, action: string, payload: unknown) => void
  onClosed: (code: number, reason: string) => void
  onOdd: (text: string) => void
  /** True: this answer gets lost on the way and the socket with it. */
  losesReply: (action: string) => boolean
}

export class Link {
  private readonly options: LinkOptions
  private readonly hooks: LinkHooks
  private socket: WebSocket | undefined
  private open: Pending | undefined
  private queue: Pending[] = []
  private deadline = 0
  private watchdog: Timer | undefined

  constructor(options: LinkOptions, hooks: LinkHooks) {
    this.options = options
    this.hooks = hooks
  }

  get isOpen(): boolean {
    return this.socket?.readyState === WebSocket.OPEN
  }

  /** The subprotocol that was negotiated. */
  get protocol(): string | undefined {
    return this.socket?.protocol
  }

  /** Opens the socket with this key, text or any bytes, and by another address or TLS where given; rejects with `Refused` on an HTTP status, else with the socket's error. */
  connect(key: string | Buffer | undefined, by: Partial<Pick<LinkOptions, 'url' | 'tls'>> = {}): Promise<void> {
    const { url, identity, tls, protocols = ['ocpp1.6'], answersPings = true } = { ...this.options, ...by }
    const address = `${url.replace(/\/$/, '')}/${encodeURIComponent(identity)}`
    const credentials = Buffer.concat([Buffer.from(`${identity}:`), Buffer.from(key ?? '')]).toString('base64')
    const socket = new WebSocket(address, protocols, {
      perMessageDeflate: false,
      autoPong: answersPings,
      ...tls,
      ...(key === undefined ? {} : { headers: { ...tls?.headers, authorization: `Basic ${credentials}` } }),
    })
    const old = this.socket
    if (old && old.readyState !== WebSocket.CLOSED) {
      this.closed(old, 1006, 'replaced')
      old.terminate()
    }
    this.socket = socket
    let opened = false
    return new Promise((resolve, reject) => {
      socket.once('open', () => {
        opened = true
        resolve()
        this.pump()
      })
      socket.once('unexpected-response', (request, response) => {
        reject(new Refused(response.statusCode ?? 0))
        response.resume()
        request.destroy()
        // `ws` would leave it connecting for good, and the next attempt would take it for a link that is replaced.
        if (this.socket === socket) this.socket = undefined
      })
      socket.on('error', reject) // after the opening it changes nothing: 'close' follows
      socket.on('message', (data, isBinary) => {
        if (socket === this.socket) this.receive(isBinary ? '' : String(data))
      })
      socket.on('close', (code, reason) => {
        reject(new Error('closed before it was open'))
        if (opened) this.closed(socket, code, String(reason))
      })
    })
  }

  /** Sends a call when its turn has come; rejects with `CallError` or `Unanswered`. */
  call(id: string, action: string, payload: unknown): Promise<unknown> {
    return new Promise((resolve, reject) => {
      if (this.isOpen) {
        this.queue.push({ id, action, text: JSON.stringify([2, id, action, payload]), resolve, reject })
        this.pump()
      } else reject(new Unanswered('LinkLost', action))
    })
  }

  /** Sends a frame as it is, at once; does nothing on a closed socket. */
  send(frame: string | Uint8Array): void {
    if (this.isOpen) this.socket?.send(frame, { binary: typeof frame !== 'string' })
  }

  ping(): void {
    if (this.isOpen) this.socket?.ping()
  }

  /** Ends with the close handshake. Resolves when the socket has ended. */
  close(code = 1000): Promise<void> {
    const socket = this.socket
    if (!socket || socket.readyState === WebSocket.CLOSED) return Promise.resolve()
    return new Promise(resolve => {
      socket.once('close', () => resolve())
      if (socket.readyState === WebSocket.CONNECTING) socket.terminate()
      else socket.close(code)
    })
  }

  /** Ends without a handshake, as a lost network does. */
  terminate(): void {
    this.socket?.terminate()
  }

  private pump(): void {
    if (this.open || !this.isOpen) return
    this.open = this.queue.shift()
    if (!this.open) return
    this.deadline = realTime.now() + (this.options.answerTimeoutMs ?? 30_000)
    this.watchdog ??= realTime.after(this.deadline - realTime.now(), () => this.checkTime())
    this.socket?.send(this.open.text)
  }

  /** A single timer for the link, re-armed for the call that is open when the timer fires. */
  private checkTime(): void {
    this.watchdog = undefined
    if (!this.open) return
    const left = this.deadline - realTime.now()
    if (left > 0) {
      this.watchdog = realTime.after(left, () => this.checkTime())
      return
    }
    const late = this.open
    this.open = undefined
    late.reject(new Unanswered('Timeout', late.action))
    this.pump()
  }

  private receive(text: string): void {
    const frame = parsed(text)
    if (!Array.isArray(frame) || typeof frame[1] !== 'string') this.hooks.onOdd(text)
    else if (frame[0] === 2 && typeof frame[2] === 'string') this.hooks.onCall(frame[1], frame[2], frame[3])
    else if ((frame[0] === 3 || frame[0] === 4) && this.open?.id === frame[1]) this.answered(this.open, frame)
    else this.hooks.onOdd(text)
  }

  private answered(open: Pending, frame: unknown[]): void {
    if (this.hooks.losesReply(open.action)) {
      this.terminate()
      return
    }
    this.open = undefined
    if (frame[0] === 3) open.resolve(frame[2])
    else open.reject(new CallError(String(frame[2]), String(frame[3] ?? ''), frame[4]))
    this.pump()
  }

  private closed(socket: WebSocket, code: number, reason: string): void {
    if (socket !== this.socket) return // the late close of a replaced socket
    this.watchdog?.cancel()
    this.watchdog = undefined
    const lost = this.open ? [this.open, ...this.queue] : this.queue
    this.open = undefined
    this.queue = []
    for (const pending of lost) pending.reject(new Unanswered('LinkLost', pending.action))
    this.hooks.onClosed(code, reason)
  }
}
