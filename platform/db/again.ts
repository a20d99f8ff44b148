// Stores records that nobody waits for, such as a closed socket: kept while the database is away, the newest of each
// key, and tried again until they are stored.
import { isPassing } from './database-away.ts'

const EVERY_MS = 1000

export class Again<K, T> {
  readonly store: (item: T) => Promise<unknown>
  readonly onFailed: (item: T, error: unknown) => void
  readonly waiting = new Map<K, T>()
  timer: NodeJS.Timeout | undefined

  /** `onFailed` is told of an item that cannot be stored and is given up. */
  constructor(store: (item: T) => Promise<unknown>, onFailed: (item: T, error: unknown) => void) {
    this.store = store
    this.onFailed = onFailed
  }

  /** Stores an item in place of an older one of its key. Resolves when it is stored, given up or kept for later. */
  async add(key: K, item: T): Promise<void> {
    this.waiting.set(key, item)
    await this.attempt(key, item)
  }

  async attempt(key: K, item: T): Promise<void> {
    try {
      await this.store(item)
    } catch (error) {
      if (isPassing(error)) {
        this.timer ??= setTimeout(() => {
          this.timer = undefined
          void this.tryAll()
        }, EVERY_MS).unref()
        return
      }
      this.onFailed(item, error)
    }
    if (this.waiting.get(key) === item) this.waiting.delete(key)
  }

  /** Tries what waits once more. Never rejects. */
  async tryAll(): Promise<void> {
    await Promise.all([...this.waiting].map(([key, item]) => this.attempt(key, item)))
  }

  /** Tries once more what waits and ends. */
  async close(): Promise<void> {
    await this.tryAll()
    clearTimeout(this.timer)
  }
}
