// A program of the cluster that is started again whenever it ends by itself: at once, then after pauses that grow up to ten
// seconds, and without an end, for the other parts serve meanwhile.
import type { Child } from './child.ts'

type Timing = { firstMs: number; longestMs: number; livedMs: number }
/** `livedMs`: a program that has run for so long was started well, and its next end is its first. */
const TIMING: Timing = { firstMs: 100, longestMs: 10_000, livedMs: 30_000 }

export type SupervisedOptions = {
  /** Starts the process. */
  spawn: () => Child
  /** Resolves when the process serves. */
  isReady: (child: Child) => Promise<void>
  say: (text: string) => void
  timing?: Partial<Timing>
}

export class Supervised {
  readonly name: string
  readonly #options: SupervisedOptions
  readonly #timing: Timing
  #child: Child | undefined
  #isWanted = false
  #watching: Promise<void> = Promise.resolve()
  #wake: () => void = () => undefined

  constructor(name: string, options: SupervisedOptions) {
    this.name = name
    this.#options = options
    this.#timing = { ...TIMING, ...options.timing }
  }

  /** The process that runs now, or ran last; 0 before the first. */
  get pid(): number {
    return this.#child?.pid ?? 0
  }
  get isRunning(): boolean {
    return this.#child?.isRunning ?? false
  }

  /** Starts it, and from then on starts it again; rejects with its last words when it does not serve. */
  async start(): Promise<void> {
    this.#isWanted = true
    const child = this.#options.spawn()
    this.#child = child
    try {
      await this.#options.isReady(child)
    } catch (error) {
      await this.end()
      throw error
    }
    this.#watching = this.#watch(child)
  }

  /** Ends it and starts it anew. Rejects when the new process does not serve, and goes on to start it again all the same. */
  async restart(): Promise<void> {
    await this.end()
    this.#isWanted = true
    const child = this.#options.spawn()
    this.#child = child
    this.#watching = this.#watch(child)
    await this.#options.isReady(child)
  }

  /** Ends it in good order, for good; resolves when it is gone. */
  async end(signal?: NodeJS.Signals): Promise<void> {
    this.#isWanted = false
    this.#wake()
    await this.#child?.end(signal)
    await this.#watching
  }

  async #watch(first: Child): Promise<void> {
    let child = first
    for (let attempt = 0; ; attempt++) {
      const startedAt = performance.now()
      const why = await child.ended
      if (!this.#isWanted) return
      if (performance.now() - startedAt > this.#timing.livedMs) attempt = 0
      const pauseMs = this.#pauseBefore(attempt)
      const when = pauseMs === 0 ? 'at once' : `in ${pauseMs / 1000} s`
      this.#options.say(`${this.name} ended (${why}) and is started again ${when}`)
      await this.#pause(pauseMs)
      if (!this.#isWanted) return
      child = this.#options.spawn()
      this.#child = child
      this.#tellWhenReady(child)
    }
  }
  /** Whoever waits for its end hears of a failure. */
  #tellWhenReady(child: Child): void {
    this.#options.isReady(child).then(
      () => {
        if (this.#child === child && child.isRunning) this.#options.say(`${this.name} serves again`)
      },
      () => undefined,
    )
  }
  #pauseBefore(attempt: number): number {
    const { firstMs, longestMs } = this.#timing
    return attempt === 0 ? 0 : Math.min(longestMs, firstMs * 2 ** (attempt - 1))
  }
  #pause(ms: number): Promise<void> {
    if (ms === 0) return Promise.resolve()
    return new Promise(ok => {
      const timer = setTimeout(ok, ms)
      this.#wake = () => {
        clearTimeout(timer)
        ok()
      }
    })
  }
}
