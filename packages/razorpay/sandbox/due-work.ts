// Does what is due in the books of the sandbox: one round after the other, until nothing is due any more.
import type { SandboxStore, StoredObject } from './store.ts'

const LEASE_MS = 30_000
const AT_ONCE = 50

export type DueWorkOptions = {
  store: SandboxStore
  now: () => Date
  work: (row: StoredObject, at: Date) => Promise<void>
  onError: (error: unknown) => void
}

export class DueWork {
  readonly #options: DueWorkOptions
  #pumping: Promise<void> | undefined
  #isWanted = false

  constructor(options: DueWorkOptions) {
    this.#options = options
  }

  /** Begins a round, or another one after the round that goes on. */
  pump(): void {
    this.#isWanted = true
    this.#pumping ??= this.#rounds()
      .catch(this.#options.onError)
      .finally(() => {
        this.#pumping = undefined
        if (this.#isWanted) this.pump()
      })
  }

  /** When nothing is on its way any more. */
  async idle(): Promise<void> {
    while (this.#pumping) await this.#pumping
  }

  async #rounds(): Promise<void> {
    while (this.#isWanted) {
      this.#isWanted = false
      await this.#round()
    }
  }

  async #round(): Promise<void> {
    const { store, now, work, onError } = this.#options
    for (;;) {
      const at = now()
      const due = await store.claim(at, new Date(at.getTime() + LEASE_MS), AT_ONCE)
      // An event that cannot be handled holds up no other: it is tried again when its time comes back.
      for (const row of due) await work(row, at).catch(onError)
      if (due.length < AT_ONCE) return
    }
  }
}
