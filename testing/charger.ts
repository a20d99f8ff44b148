// The wire, by hand: a WebSocket that sends exactly the frames a test writes and shows exactly what comes back.
import { once } from 'node:events'
import { WebSocket } from 'ws'

type Frame = [number, string, ...unknown[]]
export type Answer = { result: Record<string, unknown> } | { error: { code: string; text: string } }

export class TestCharger {
  readonly ws: WebSocket
  readonly frames: Frame[] = []
  readonly waiting: { fits: (f: Frame) => boolean; ok: (f: Frame) => void }[] = []
  /** Answers our own calls; without one they stay unanswered. */
  onCall: ((action: string, payload: Record<string, unknown>) => Record<string, unknown> | undefined) | undefined
  n = 0

  constructor(ws: WebSocket) {
    this.ws = ws
    ws.on('error', () => undefined)
    ws.on('message', data => {
      const frame = JSON.parse(String(data)) as Frame
      const reply = frame[0] === 2 ? this.onCall?.(String(frame[2]), frame[3] as Record<string, unknown>) : undefined
      if (reply) ws.send(JSON.stringify([3, frame[1], reply]))
      const i = this.waiting.findIndex(w => w.fits(frame))
      if (i >= 0) this.waiting.splice(i, 1)[0]?.ok(frame)
      else this.frames.push(frame)
    })
  }

  /** Connects as `path` under /ocpp/; throws with the HTTP status when the server refuses. */
  static async open(
    base: string,
    path: string,
    options: { protocols?: string[]; headers?: Record<string, string> } = {},
  ): Promise<TestCharger> {
    const ws = new WebSocket(`${base}/ocpp/${path}`, options.protocols ?? ['ocpp1.6'], {
      headers: options.headers ?? {},
      perMessageDeflate: false,
    })
    const charger = new TestCharger(ws)
    await new Promise<void>((ok, no) => {
      ws.once('open', ok)
      ws.once('unexpected-response', (_request, response) => no(new Error(`HTTP ${response.statusCode}`)))
      ws.once('error', no)
    })
    return charger
  }

  /** Returns the next frame that fits, even if the frame has come already. */
  next(fits: (f: Frame) => boolean): Promise<Frame> {
    const i = this.frames.findIndex(fits)
    if (i >= 0) return Promise.resolve(this.frames.splice(i, 1)[0] as Frame)
    return new Promise(ok => this.waiting.push({ fits, ok }))
  }
  nextCall(action: string): Promise<Frame> {
    return this.next(f => f[0] === 2 && f[2] === action)
  }

  /** Sends a call and waits for its answer. */
  async ask(action: string, payload: unknown, id = `t-${this.n++}-${Math.floor(performance.now())}`): Promise<Answer> {
    this.ws.send(JSON.stringify([2, id, action, payload]))
    const f = await this.next(x => x[0] !== 2 && x[1] === id)
    return f[0] === 3
      ? { result: f[2] as Record<string, unknown> }
      : { error: { code: String(f[2]), text: String(f[3]) } }
  }
  /** As `ask`, for what must be answered with a result. */
  async call(action: string, payload: unknown, id?: string): Promise<Record<string, unknown>> {
    const a = await this.ask(action, payload, id)
    if ('error' in a) throw new Error(`${action}: ${a.error.code} ${a.error.text}`)
    return a.result
  }
  boot(): Promise<Record<string, unknown>> {
    return this.call('BootNotification', { chargePointVendor: 'Maker', chargePointModel: 'One' })
  }

  send(text: string | Buffer): void {
    this.ws.send(text, { binary: typeof text !== 'string' })
  }
  async closed(): Promise<number> {
    if (this.ws.readyState === WebSocket.CLOSED) return 0
    const [code] = (await once(this.ws, 'close')) as [number]
    return code
  }
  async close(): Promise<void> {
    if (this.ws.readyState === WebSocket.CLOSED) return
    this.ws.close()
    await once(this.ws, 'close')
  }
}
