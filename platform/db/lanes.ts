// Shared connections for single statements: pipelined, so that many statements are under way on one at a time. One that
// dies opens itself anew; while the database is away a statement fails at once instead of waiting.
import pg from 'pg'
import { DatabaseAway, isDatabaseAway, isStalePlan } from './database-away.ts'

/** After a failed attempt to connect nobody tries again for this long. */
const PAUSE_MS = 200

type Lane = { client: pg.Client; busy: number; isDead: boolean }
type Slot = { lane: Lane | undefined; opening: Promise<void> | undefined }

/** A read that got no answer in its time: the network may be cut, so nothing on that connection can be believed. */
export const isReadTimeout = (error: unknown): boolean =>
  error instanceof Error && error.message === 'Query read timeout'

export class Lanes {
  readonly config: pg.PoolConfig
  readonly onError: (error: Error) => void
  readonly slots: Slot[]
  isClosing = false
  failedAt = Number.NEGATIVE_INFINITY
  failure: unknown

  constructor(config: pg.PoolConfig, count: number, onError: (error: Error) => void) {
    this.config = config
    this.onError = onError
    this.slots = Array.from({ length: count }, () => ({ lane: undefined, opening: undefined }))
  }

  /** Runs a statement. Rejects with DatabaseAway when its connection failed or none can be had. */
  async query(q: pg.QueryConfig): Promise<pg.QueryResult> {
    const lane = this.idlest() ?? (await this.anyOpened())
    try {
      return await this.on(lane, q)
    } catch (error) {
      if (!isStalePlan(error)) throw error
      this.retire(lane)
      return this.on(this.idlest() ?? (await this.anyOpened()), { text: q.text, values: q.values ?? [] })
    }
  }

  async on(lane: Lane, q: pg.QueryConfig): Promise<pg.QueryResult> {
    lane.busy++
    try {
      return await lane.client.query(q)
    } catch (error) {
      if (isReadTimeout(error) || isDatabaseAway(error)) lane.isDead = true
      throw lane.isDead && !(error instanceof pg.DatabaseError) ? new DatabaseAway(error) : error
    } finally {
      lane.busy--
    }
  }

  /** The live lane with the least to do; more are opened while all of them have something to do. */
  idlest(): Lane | undefined {
    let best: Lane | undefined
    for (const { lane } of this.slots)
      if (lane && !lane.isDead && (best === undefined || lane.busy < best.busy)) best = lane
    if (best === undefined || best.busy > 0) this.openMore(best === undefined)
    return best
  }

  /** Begins to open one closed lane, or all of them; their failures are told to whoever waits, else to nobody. */
  openMore(all: boolean): void {
    if (this.isClosing || performance.now() - this.failedAt < PAUSE_MS) return
    for (const slot of this.slots) {
      if (slot.opening || (slot.lane && !slot.lane.isDead)) continue
      slot.opening = this.open(slot).finally(() => {
        slot.opening = undefined
      })
      slot.opening.catch(() => undefined)
      if (!all) return
    }
  }

  /** Waits for the first lane that opens. */
  async anyOpened(): Promise<Lane> {
    for (;;) {
      const openings = this.slots.flatMap(s => s.opening ?? [])
      if (openings.length === 0) throw new DatabaseAway(this.isClosing ? new Error('it is being closed') : this.failure)
      try {
        await Promise.any(openings)
      } catch (error) {
        throw new DatabaseAway((error as AggregateError).errors[0])
      }
      const lane = this.idlest()
      if (lane) return lane
    }
  }

  async open(slot: Slot): Promise<void> {
    const Client = (this.config.Client ?? pg.Client) as typeof pg.Client
    // biome-ignore lint/suspicious/noExplicitAny: `pipeline` is newer than the published types
    const client = new Client({ ...this.config, pipeline: true } as any)
    const lane: Lane = { client, busy: 0, isDead: false }
    client.on('error', error => {
      if (!lane.isDead && slot.lane === lane && !this.isClosing) this.onError(error)
      lane.isDead = true
    })
    client.on('end', () => {
      lane.isDead = true
      if (slot.lane !== lane) return
      slot.lane = undefined
      this.openMore(false)
    })
    try {
      await client.connect()
    } catch (error) {
      this.failedAt = performance.now()
      this.failure = error
      client.end().catch(() => undefined)
      throw error
    }
    if (this.isClosing) await client.end()
    else slot.lane = lane
  }

  /** Counts the open lanes, the busy ones, and the statements that wait behind another one of their lane. */
  figures(): { open: number; busy: number; waiting: number } {
    const open = this.slots.flatMap(({ lane }) => (lane && !lane.isDead ? [lane.busy] : []))
    const busy = open.filter(n => n > 0)
    return { open: open.length, busy: busy.length, waiting: busy.reduce((all, n) => all + n - 1, 0) }
  }

  /** Takes a lane out of use; what is under way on it is still answered. */
  retire(lane: Lane): void {
    lane.isDead = true
    lane.client.end().catch(() => undefined)
  }

  async close(): Promise<void> {
    this.isClosing = true
    await Promise.allSettled(this.slots.flatMap(s => s.opening ?? []))
    await Promise.all(this.slots.map(s => s.lane?.client.end()))
  }
}
