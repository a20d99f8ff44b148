// The cheapest client that speaks OCPP-J: prebuilt calls, a fixed-width id patched into bytes, replies found by that
// id without parsing JSON. For benchmarks, where the load generator must cost less than what it measures.
// Own WebSocket framing on the socket: masked with a zero key, which RFC 6455 framing allows and which costs nothing.
import { createHash, randomBytes } from 'node:crypto'
import net from 'node:net'
import tls from 'node:tls'

const ID_WIDTH = 10
const QUOTE = 0x22
const NO_BYTES = Buffer.alloc(0)

/** A call made ready once, sent many times with a new id each. */
export interface LiteTemplate {
  readonly frame: Buffer
  /** Where the digits of the id begin. */
  readonly idAt: number
}

/** Gets the whole reply text; `failed` for a CALLERROR. */
export type LiteReply = (text: string, failed: boolean) => void

export interface LiteOptions {
  /** ws:// or wss:// without the identity, e.g. ws://127.0.0.1:8080/ocpp */
  url: string
  identity: string
  /** The subprotocol; default ocpp1.6. */
  protocol?: string
  /** Basic authentication with the identity as user name. */
  key?: string
  tls?: tls.ConnectionOptions
  /** The address to connect from, where one has not ports enough for all: on loopback any of 127.0.0.0/8. */
  localAddress?: string
  /** Answers the central system's own calls with a payload; default `{"status":"Accepted"}`. */
  onCall?: (text: string) => string
  onClose?: () => void
}

function frameOf(opcode: number, payload: Buffer): Buffer {
  const size = payload.length
  const head = Buffer.alloc(size < 126 ? 6 : size < 65_536 ? 8 : 14) // the mask stays 0
  head[0] = 0x80 | opcode
  if (size < 126) head[1] = 0x80 | size
  else if (size < 65_536) {
    head[1] = 0x80 | 126
    head.writeUInt16BE(size, 2)
  } else {
    head[1] = 0x80 | 127
    head.writeBigUInt64BE(BigInt(size), 2)
  }
  return Buffer.concat([head, payload])
}

/** Makes a call ready: `payload` is an object or its JSON text. */
export function liteTemplate(action: string, payload: object | string): LiteTemplate {
  const json = typeof payload === 'string' ? payload : JSON.stringify(payload)
  const frame = frameOf(1, Buffer.from(`[2,"${'0'.repeat(ID_WIDTH)}","${action}",${json}]`))
  return { frame, idAt: frame.indexOf(QUOTE) + 1 }
}

/** The server refused a handshake. */
export class HandshakeRefused extends Error {
  /** When the charger may try again, where the server says so; seconds. */
  readonly retryAfterSec: number | undefined
  constructor(head: string) {
    super(head.split('\r\n', 1)[0])
    const seconds = /^retry-after: (\d+)/im.exec(head)?.[1]
    this.retryAfterSec = seconds === undefined ? undefined : Number(seconds)
  }
}

/** One connection. `connect` first, then `send` or `call`; any number may be open at once. */
export class LiteCharger {
  readonly identity: string
  /** Replies awaited. */
  open = 0
  private readonly socket: net.Socket
  private readonly options: LiteOptions
  private readonly waiting = new Map<number, LiteReply>()
  private counter: number
  private rest: Buffer = NO_BYTES
  private pieces: Buffer[] = []
  private closed = false

  private constructor(socket: net.Socket, options: LiteOptions, rest: Buffer) {
    this.socket = socket
    this.options = options
    this.identity = options.identity
    this.counter = randomBytes(4).readUInt32BE() // a restart must not repeat ids: they mean a retry (1.6-J errata 3.1)
    socket.on('data', data => this.receive(data))
    socket.on('close', () => this.end())
    if (rest.length > 0) this.receive(rest)
  }

  /** Opens the socket and upgrades it; rejects with HandshakeRefused when the server refuses. */
  static connect(options: LiteOptions): Promise<LiteCharger> {
    const url = new URL(`${options.url.replace(/\/$/, '')}/${encodeURIComponent(options.identity)}`)
    const secure = url.protocol === 'wss:'
    const port = Number(url.port || (secure ? 443 : 80))
    const host = url.hostname.replace(/^\[|\]$/g, '')
    const to = { host, port, ...(options.localAddress && { localAddress: options.localAddress }) }
    const socket = secure ? tls.connect({ ...to, ...options.tls }) : net.connect(to)
    socket.setNoDelay(true)
    const nonce = randomBytes(16).toString('base64')
    const credentials = Buffer.from(`${options.identity}:${options.key}`).toString('base64')
    const lines = [
      `GET ${url.pathname}${url.search} HTTP/1.1`,
      `Host: ${url.host}`,
      'Connection: Upgrade',
      'Upgrade: websocket',
      'Sec-WebSocket-Version: 13',
      `Sec-WebSocket-Key: ${nonce}`,
      `Sec-WebSocket-Protocol: ${options.protocol ?? 'ocpp1.6'}`,
      ...(options.key === undefined ? [] : [`Authorization: Basic ${credentials}`]),
    ]
    const accept = createHash('sha1').update(`${nonce}258EAFA5-E914-47DA-95CA-C5AB0DC85B11`).digest('base64')
    return new Promise((resolve, reject) => {
      let head = NO_BYTES
      const fail = (error: Error): void => {
        socket.destroy()
        reject(error)
      }
      const early = (): void => fail(new Error('closed during the handshake'))
      socket.once('error', fail)
      socket.once('close', early)
      socket.once(secure ? 'secureConnect' : 'connect', () => socket.write(`${lines.join('\r\n')}\r\n\r\n`))
      const onData = (data: Buffer): void => {
        head = Buffer.concat([head, data])
        const end = head.indexOf('\r\n\r\n')
        if (end < 0) return
        const text = head.toString('latin1', 0, end)
        socket.off('data', onData)
        socket.off('close', early)
        const upgraded = text.startsWith('HTTP/1.1 101') && text.includes(accept)
        if (!upgraded) fail(new HandshakeRefused(text))
        else {
          socket.off('error', fail)
          socket.on('error', () => socket.destroy()) // the close event tells the caller
          resolve(new LiteCharger(socket, options, head.subarray(end + 4)))
        }
      }
      socket.on('data', onData)
    })
  }

  get isOpen(): boolean {
    return !this.closed
  }

  /** Sends a prepared call; `done` gets the reply. A closed link drops it: see `onClose`. Returns the id used. */
  send(template: LiteTemplate, done: LiteReply): number {
    const id = this.counter
    this.counter = (this.counter + 1) % 10_000_000_000
    const frame = Buffer.allocUnsafe(template.frame.length)
    template.frame.copy(frame)
    let rest = id
    for (let i = template.idAt + ID_WIDTH - 1; i >= template.idAt; i--) {
      frame[i] = 0x30 + (rest % 10)
      rest = Math.floor(rest / 10)
    }
    this.waiting.set(id, done)
    this.open++
    this.socket.write(frame)
    return id
  }

  /** Sends a prepared call and resolves with the reply text; a CALLERROR or a lost link rejects. */
  call(template: LiteTemplate): Promise<string> {
    return new Promise((resolve, reject) => {
      if (this.closed) return reject(new Error('the link is closed'))
      this.send(template, (text, failed) => (failed ? reject(new Error(text)) : resolve(text)))
    })
  }

  /** Sends any text as it is, answered or not. */
  sendText(text: string): void {
    this.socket.write(frameOf(1, Buffer.from(text)))
  }

  /** Several sends in one system call. */
  batch(act: () => void): void {
    this.socket.cork()
    act()
    this.socket.uncork()
  }

  /** Ends with a close frame. */
  close(): void {
    this.socket.end(frameOf(8, Buffer.from([0x03, 0xe8])))
  }

  /** Ends without one, as a broken cable does. */
  destroy(): void {
    this.socket.destroy()
  }

  private end(): void {
    if (this.closed) return
    this.closed = true
    this.open = 0
    for (const done of this.waiting.values()) done('["the link is closed"]', true)
    this.waiting.clear()
    this.options.onClose?.()
  }

  private receive(data: Buffer): void {
    let bytes = this.rest.length > 0 ? Buffer.concat([this.rest, data]) : data
    this.socket.cork() // what the replies' callbacks send goes out in one system call
    for (;;) {
      if (bytes.length < 2) break
      const short = (bytes[1] ?? 0) & 0x7f
      const head = short < 126 ? 2 : short === 126 ? 4 : 10
      if (bytes.length < head) break
      const size = short < 126 ? short : short === 126 ? bytes.readUInt16BE(2) : Number(bytes.readBigUInt64BE(2))
      if (bytes.length < head + size) break
      this.frame(bytes[0] ?? 0, bytes.subarray(head, head + size))
      bytes = bytes.subarray(head + size)
    }
    this.rest = bytes
    this.socket.uncork()
  }

  private frame(first: number, payload: Buffer): void {
    const opcode = first & 0x0f
    if (opcode === 9) this.socket.write(frameOf(10, payload))
    else if (opcode === 8) this.socket.end(frameOf(8, payload.subarray(0, 2)))
    else if (opcode > 8) return
    else if (first & 0x80 && this.pieces.length === 0) this.message(payload)
    else {
      this.pieces.push(payload)
      if (!(first & 0x80)) return
      const whole = Buffer.concat(this.pieces)
      this.pieces = []
      this.message(whole)
    }
  }

  private message(bytes: Buffer): void {
    const from = bytes.indexOf(QUOTE) + 1
    const type = bytes[1] === 0x20 ? bytes[2] : bytes[1]
    if (type === 0x32) {
      const text = bytes.toString()
      const id = text.slice(from, text.indexOf('"', from))
      this.sendText(`[3,"${id}",${this.options.onCall?.(text) ?? '{"status":"Accepted"}'}]`)
      return
    }
    if (bytes[from + ID_WIDTH] !== QUOTE) return
    let id = 0
    for (let i = from; i < from + ID_WIDTH; i++) id = id * 10 + ((bytes[i] ?? 0) - 0x30)
    const done = this.waiting.get(id)
    if (!done) return
    this.waiting.delete(id)
    this.open--
    done(bytes.toString(), type === 0x34)
  }
}
