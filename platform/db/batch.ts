// Group commit: items that arrive during a statement go into the next statement, and all share its commit.
import { type AskingSpan, apart, askedNow, tracedTogether } from '#platform/telemetry/traces.ts'
import { isConflict, isDuplicate, isPassing } from './database-away.ts'

/**
 * True when what was to be stored may be at fault, so that each row may be tried alone: bad or conflicting data, two
 * transactions in each other's way, a mistake of our own. Not when the database is away or was too slow: then all fail.
 */
const isOfItems = (error: unknown): boolean => !isPassing(error) || isConflict(error)

/**
 * For what a charger waits for: the next statement begins while others are on their way, so that the database and this
 * process work at the same time. One charger's messages never meet there: each waits for the answer to the one before.
 */
export const SIDE_BY_SIDE = { parallel: 3 }

type Waiting<T, R> = { item: T; ok: (r: R) => void; no: (error: unknown) => void; asked: AskingSpan | undefined }

/**
 * Gathers items and hands them to `run` in one call at a time, at most `max` together. `run` returns one result an
 * item, in order, and does all or nothing. When `run` fails because of its items, the halves are tried alone, so that a
 * bad item fails by itself and holds up no other. A call with a conflict is tried twice.
 */
export class Batch<T, R> {
  readonly run: (items: T[]) => Promise<R[]>
  readonly max: number
  waiting: Waiting<T, R>[] = []
  running = 0
  scheduled = false
  readonly parallel: number
  readonly gatherMs: number

  /** `gatherMs`: for what nobody waits for, so long is waited for more to come. */
  constructor(run: (items: T[]) => Promise<R[]>, { max = 500, parallel = 1, gatherMs = 0 } = {}) {
    this.run = run
    this.max = max
    this.parallel = parallel
    this.gatherMs = gatherMs
  }

  /** Resolves with the item's result once its statement has committed. */
  add(item: T): Promise<R> {
    return new Promise<R>((ok, no) => {
      this.waiting.push({ item, ok, no, asked: askedNow() })
      this.schedule()
    })
  }

  schedule(): void {
    if (this.scheduled || this.running >= this.parallel || this.waiting.length === 0) return
    this.scheduled = true
    const begin = () => {
      this.scheduled = false
      if (this.running < this.parallel && this.waiting.length > 0) void this.flush()
    }
    // After the sockets that are readable now have been read, so that their messages travel together.
    if (this.gatherMs === 0) setImmediate(begin)
    else setTimeout(begin, this.gatherMs)
  }

  async flush(): Promise<void> {
    const items = this.waiting.length <= this.max ? this.waiting : this.waiting.splice(0, this.max)
    if (items === this.waiting) this.waiting = []
    this.running++
    await this.settle(items)
    this.running--
    this.schedule()
  }

  async settle(items: Waiting<T, R>[], isSecond = false): Promise<void> {
    let results: R[]
    try {
      const run = () => this.run(items.map(i => i.item))
      results = await tracedTogether('batch', () => items.map(i => i.asked), run)
    } catch (error) {
      // Another node stored the same row first, or another transaction was in the way: try once more.
      if (items.length === 1 && !isSecond && (isConflict(error) || isDuplicate(error))) return this.settle(items, true)
      if (items.length === 1 || !isOfItems(error)) {
        for (const i of items) i.no(error)
        return
      }
      const half = items.length >> 1
      await this.settle(items.slice(0, half))
      await this.settle(items.slice(half))
      return
    }
    for (let n = 0; n < items.length; n++) items[n]?.ok(results[n] as R)
  }

  /** Resolves when nothing waits or runs; used at the end. */
  async idle(): Promise<void> {
    while (this.waiting.length > 0 || this.running > 0) await new Promise(ok => setImmediate(ok))
  }
}

type TrailOptions<T> = {
  delayMs?: number
  /** Rows in one statement. */
  max?: number
  /** The most that may wait, counted in `sizeOf` a row: 1 unless told. */
  limit?: number
  sizeOf?: (row: T) => number
  onLost: (count: number, error?: unknown) => void
}

/**
 * Rows that may trail: kept for at most `delayMs`, then written together by `write`. While the database is away they
 * wait; beyond `limit` the oldest go. A row that cannot be written goes alone. `onLost` is told how many went, 0 while they wait.
 */
export class WriteQueue<T> {
  readonly write: (rows: T[]) => Promise<void>
  readonly delayMs: number
  readonly max: number
  readonly limit: number
  readonly sizeOf: (row: T) => number
  readonly onLost: (count: number, error?: unknown) => void
  rows: T[] = []
  /** Sum of the sizes of what waits or is being written. */
  size = 0
  timer: NodeJS.Timeout | undefined
  writing: Promise<void> | undefined

  constructor(write: (rows: T[]) => Promise<void>, options: TrailOptions<T>) {
    this.write = write
    this.delayMs = options.delayMs ?? 100
    this.max = options.max ?? 5000
    this.limit = options.limit ?? 200_000
    this.sizeOf = options.sizeOf ?? (() => 1)
    this.onLost = options.onLost
  }

  push(row: T): void {
    this.rows.push(row)
    this.size += this.sizeOf(row)
    if (this.size > this.limit) this.shed()
    if (this.writing) return
    if (this.rows.length >= this.max) void this.flush()
    else if (!this.timer) this.arm()
  }

  /** A row that waits has grown by so much, counted as in `sizeOf`. */
  grown(by: number): void {
    this.size += by
    if (this.size > this.limit) this.shed()
  }

  /** Lets the oldest waiting rows go until half the room is free, so that shedding stays cheap. */
  shed(error?: unknown): void {
    let n = 0
    while (this.size > this.limit / 2 && n < this.rows.length) this.size -= this.sizeOf(this.rows[n++] as T)
    this.rows = this.rows.slice(n)
    if (n > 0) this.onLost(n, error)
  }

  arm(): void {
    this.timer = setTimeout(() => {
      this.timer = undefined
      void this.flush()
    }, this.delayMs)
  }

  /** Writes what waits. Resolves when all of it has been written, has gone, or waits for the database again. */
  async flush(): Promise<void> {
    await this.writing
    clearTimeout(this.timer)
    this.timer = undefined
    if (this.rows.length === 0) return
    const rows = this.rows
    this.rows = []
    this.writing = apart(() => this.writeAll(rows)).finally(() => {
      this.writing = undefined
      if (this.rows.length > 0 && !this.timer) this.arm()
    })
    await this.writing
  }

  async writeAll(rows: T[]): Promise<void> {
    for (let n = 0; n < rows.length; n += this.max) {
      const away = await this.writeSome(rows.slice(n, n + this.max))
      if (!away) continue
      this.rows = [...away.left, ...rows.slice(n + this.max), ...this.rows]
      if (this.size > this.limit) this.shed(away.error)
      else this.onLost(0, away.error)
      return
    }
  }

  /** Undefined when the rows are done with; else those that must wait, and why. */
  async writeSome(rows: T[]): Promise<{ left: T[]; error: unknown } | undefined> {
    try {
      await this.write(rows)
    } catch (error) {
      if (!isOfItems(error)) return { left: rows, error }
      if (rows.length > 1) {
        const half = rows.length >> 1
        const away = await this.writeSome(rows.slice(0, half))
        if (away) return { ...away, left: [...away.left, ...rows.slice(half)] }
        return this.writeSome(rows.slice(half))
      }
      this.onLost(1, error)
    }
    for (const row of rows) this.size -= this.sizeOf(row)
    return undefined
  }
}
