// The parts of the running product that must be closed when it ends.
import type { Logger } from 'pino'

export class Closers {
  readonly #closers: (() => unknown)[] = []
  readonly #log: Logger

  constructor(log: Logger) {
    this.#log = log
  }

  add(close: () => unknown): void {
    this.#closers.push(close)
  }

  /** Closes everything, the last part first, in turn, whatever becomes of the others. */
  async closeAll(): Promise<void> {
    for (const close of this.#closers.splice(0).reverse())
      try {
        await close()
      } catch (error) {
        this.#log.error({ err: error }, 'A part of the product did not end well')
      }
  }
}
