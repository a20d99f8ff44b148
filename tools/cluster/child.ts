// A program of the cluster as a process of its own: its end is noticed, its last words are kept.
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'

const MOST_SAID = 4000

export class Child {
  readonly name: string
  readonly #process: ChildProcess
  #said = ''
  #isOrdered = false

  /** `onEnd`: it ended although nobody ordered it. */
  constructor(
    name: string,
    program: string,
    args: readonly string[],
    { env, onEnd }: { env?: NodeJS.ProcessEnv; onEnd?: (why: string) => void } = {},
  ) {
    this.name = name
    this.#process = spawn(program, args, { stdio: ['ignore', 'pipe', 'pipe'], env: { ...process.env, ...env } })
    for (const stream of [this.#process.stdout, this.#process.stderr])
      stream?.on('data', (b: Buffer) => {
        this.#said = (this.#said + b).slice(-MOST_SAID)
      })
    this.#process.once('error', error => onEnd?.(error.message))
    this.#process.once('exit', (code, signal) => {
      if (!this.#isOrdered) onEnd?.(`${name} ended (${signal ?? `code ${code}`}):\n${this.#said}`)
    })
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
    this.#isOrdered = true
    if (!this.isRunning) return
    const gone = once(this.#process, 'exit')
    this.#process.kill(signal)
    await gone
  }
}
