// Read replicas: the statements of a call that only reads run on a replica of the database, once the replica has replayed
// everything that was committed before the call asked its first question. So no caller ever reads something older than what
// was done before, by anybody, on any node. A replica that is behind or away costs a call some milliseconds, then the
// primary serves it.
import { AsyncLocalStorage } from 'node:async_hooks'
import { Batch } from './batch.ts'

/** How long a call waits for the replica to catch up, and how often it looks. */
const PATIENCE_MS = 150
const LOOK_EVERY_MS = 4
/** A replica that has failed is left alone for so long. */
const REST_MS = 2000

/** For how long what was found of the replica counts in a call: a live stream reads for hours. */
const FRESH_MS = 1000

/** A call that only reads, and whether the replica serves it. */
type Reading = { isServed: Promise<boolean> | undefined; askedAt: number; hasWritten: boolean }
const readings = new AsyncLocalStorage<Reading>()

/** Runs the work of a call that only reads. */
export const asReading = <R>(work: () => R): R =>
  readings.run({ isServed: undefined, askedAt: 0, hasWritten: false }, work)
/** Sends all later statements of the running call to the primary: the call has written, and must read what it wrote. */
export function readOnPrimary(): void {
  const reading = readings.getStore()
  if (reading) reading.hasWritten = true
}

type Ask = (statement: string) => Promise<{ rows: { at: string }[] }>
type Options = { onBehind?: (() => void) | undefined; onAway?: ((error: unknown) => void) | undefined }

/** Watches how far a replica is, as places in the write-ahead log in bytes. */
export class Replica {
  readonly #flushed: Batch<null, bigint>
  readonly #replayed: Batch<null, bigint>
  readonly #options: Options
  #restsUntil = 0

  constructor(primary: Ask, replica: Ask, options: Options = {}) {
    this.#options = options
    // A call that begins while a question is under way waits for the next question, since an answer must not be older than
    // the call.
    const batchOf = (ask: Ask, place: string) =>
      new Batch<null, bigint>(async items => {
        const { rows } = await ask(`select pg_wal_lsn_diff(${place}, '0/0')::text as at`)
        return items.map(() => BigInt(rows[0]?.at ?? 0))
      })
    this.#flushed = batchOf(primary, 'pg_current_wal_flush_lsn()')
    this.#replayed = batchOf(replica, 'pg_last_wal_replay_lsn()')
  }

  /** Whether the call that runs now may use the replica. */
  serves(): Promise<boolean> {
    const reading = readings.getStore()
    if (!reading || reading.hasWritten) return Promise.resolve(false)
    const now = performance.now()
    if (!reading.isServed || now - reading.askedAt > FRESH_MS) {
      reading.isServed = this.#catchesUp()
      reading.askedAt = now
    }
    return reading.isServed
  }

  /** A statement failed on the replica. */
  failed(error: unknown): void {
    this.#restsUntil = performance.now() + REST_MS
    readOnPrimary()
    this.#options.onAway?.(error)
  }

  async #catchesUp(): Promise<boolean> {
    if (performance.now() < this.#restsUntil) return false
    // The primary's failure is told by the statement that runs there next.
    const needed = await this.#flushed.add(null).catch(() => undefined)
    if (needed === undefined) return false
    try {
      for (const until = performance.now() + PATIENCE_MS; ; ) {
        if ((await this.#replayed.add(null)) >= needed) return true
        if (performance.now() > until) break
        await new Promise(ok => setTimeout(ok, LOOK_EVERY_MS))
      }
    } catch (error) {
      this.failed(error)
      return false
    }
    this.#restsUntil = performance.now() + REST_MS
    this.#options.onBehind?.()
    return false
  }
}
