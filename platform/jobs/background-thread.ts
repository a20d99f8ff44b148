// A thread of this process for work that can wait. Its own event loop keeps the work out of the way of answers. On
// Linux the thread has the lowest priority of the process, so busy cores serve the other threads first. A thread that ends by
// itself is begun again, after a longer pause each time.
import { Worker } from 'node:worker_threads'
import { noteFault } from '#platform/faults.ts'
import { threadRestarts } from '#platform/telemetry/metrics.ts'
import { FollowedThread } from '#platform/telemetry/thread-figures.ts'
import type { FromThread, ToThread } from './in-thread.ts'

const FIRST_PAUSE_MS = 1000
const LONGEST_PAUSE_MS = 60_000
/** A thread that has lived for so long counts as begun well. */
const LIVED_MS = 60_000
/** How long the thread may take to end what it has begun. */
const END_PATIENCE_MS = 20_000

type Log = {
  error: (fields: object, text: string) => void
  warn: (fields: object, text: string) => void
}
type Options<M> = {
  /** A word for the log and the metrics. */
  name: string
  /** The path of the file that the thread runs; it calls `workInThread`. */
  file: string
  /** Plain data that the thread begins with. */
  data: object
  log: Log
  /** Hears what the thread tells. */
  hear: (message: M) => void
  firstPauseMs?: number
  endPatienceMs?: number
}

export class BackgroundThread<M> {
  readonly #options: Options<M>
  #worker: Worker | undefined
  #gone: Promise<void> = Promise.resolve()
  #timer: NodeJS.Timeout | undefined
  #failures = 0
  #isClosing = false
  #threadId: number | undefined

  constructor(options: Options<M>) {
    this.#options = options
    this.#begin()
  }

  /** The operating system's number of the thread, once it works; undefined while it begins, and where there are no such numbers. */
  get threadId(): number | undefined {
    return this.#threadId
  }

  /** Ends the thread amid its work, as an error that nobody has caught would; it is begun again. */
  async kill(): Promise<void> {
    await this.#worker?.terminate()
  }

  /** Resolves when the thread has ended its work in good order, or was ended because that took too long. */
  async close(): Promise<void> {
    this.#isClosing = true
    clearTimeout(this.#timer)
    const { name, log, endPatienceMs = END_PATIENCE_MS } = this.#options
    this.#worker?.postMessage({ say: 'close' } satisfies ToThread)
    const patience = setTimeout(() => {
      log.warn({ thread: name }, 'A thread did not end in time, and was ended')
      void this.#worker?.terminate()
    }, endPatienceMs)
    await this.#gone
    clearTimeout(patience)
  }

  #begin(): void {
    const { name, file, data, log } = this.#options
    const begunMs = performance.now()
    const worker = new Worker(file, { workerData: data, name })
    const figures = new FollowedThread()
    this.#worker = worker
    worker.on('message', (said: FromThread<M>) => this.#take(said, figures))
    worker.on('error', error => noteFault(log, 'exception', error, `The thread for ${name} has failed`))
    this.#gone = new Promise(gone =>
      worker.once('exit', code => {
        figures.end()
        this.#worker = undefined
        this.#threadId = undefined
        if (!this.#isClosing) this.#beginAgain(code, performance.now() - begunMs)
        gone()
      }),
    )
  }

  #beginAgain(code: number, livedMs: number): void {
    const { name, log, firstPauseMs = FIRST_PAUSE_MS } = this.#options
    this.#failures = livedMs >= LIVED_MS ? 1 : this.#failures + 1
    const pauseMs = Math.min(LONGEST_PAUSE_MS, firstPauseMs * 2 ** (this.#failures - 1))
    threadRestarts.cell({ thread: name }).add()
    log.error({ thread: name, code, pauseMs }, 'A thread has ended by itself, and is begun again')
    this.#timer = setTimeout(() => this.#begin(), pauseMs).unref()
  }

  #take(said: FromThread<M>, figures: FollowedThread): void {
    const { log, hear } = this.#options
    if (said.say === 'ready') this.#threadId = said.threadId
    else if (said.say === 'log') log[said.level](JSON.parse(said.fields), said.text)
    else if (said.say === 'figures') figures.take(said.figures)
    else hear(said.message)
  }
}
