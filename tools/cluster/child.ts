// A program of the cluster as a process of its own: its end is noticed, its last words are kept.
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'

const MOST_SAID = 4000

export class Child {
  readonly name: string
  /** Resolves when the process has ended, with how and its last line: `SIGKILL`, `code 1: Port 8080 is taken`. */
  readonly ended: Promise<string>
  readonly #process: ChildProcess
  #said = ''

  constructor(name: string, program: string, args: readonly string[], env: NodeJS.ProcessEnv = {}) {
    this.name = name
    this.#process = spawn(program, args, { stdio: ['ignore', 'pipe', 'pipe'], env: { ...process.env, ...env } })
    for (const stream of [this.#process.stdout, this.#process.stderr])
      stream?.on('data', (b: Buffer) => {
        this.#said = (this.#said + b).slice(-MOST_SAID)
      })
    this.ended = new Promise(ok => {
      this.#process.once('error', error => ok(error.message))
      // Its last words may come after its end.
      this.#process.once('close', (code, signal) =>
        ok(signal ?? [`code ${code}`, this.#lastLine].filter(Boolean).join(': ')),
      )
    })
  }

  get #lastLine(): string {
    return this.#said.trim().split('\n').at(-1) ?? ''
  }
  get pid(): number {
    return this.#process.pid ?? 0
  }
  get isRunning(): boolean {
    return this.#process.pid !== undefined && this.#process.exitCode === null && this.#process.signalCode === null
  }
  /** Resolves when it has said a text; rejects with its words when it ends before. */
  async says(text: RegExp): Promise<void> {
    const { stdout, stderr } = this.#process
    while (!text.test(this.#said)) {
      if (!this.isRunning) throw new Error(`${this.name} ended:\n${this.#said}`)
      const next = new AbortController()
      // Whichever comes first ends the other waits, and those reject.
      const wait = (emitter: NodeJS.EventEmitter | null, event: string) =>
        emitter ? once(emitter, event, { signal: next.signal }).catch(() => undefined) : Promise.resolve()
      await Promise.race([wait(stdout, 'data'), wait(stderr, 'data'), wait(this.#process, 'exit')])
      next.abort()
    }
  }
  /** Ends it; resolves when it is gone. */
  async end(signal: NodeJS.Signals = 'SIGTERM'): Promise<void> {
    if (this.isRunning) this.#process.kill(signal)
    await this.ended
  }
}
