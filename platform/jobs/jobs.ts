// Durable work on pg-boss: handed over in the transaction that causes the work, done after its commit, tried again with
// growing pauses, kept across restarts, with a queue for each kind of work. Periodic work runs once at a time over all
// nodes.
import type pg from 'pg'
import { fromKysely, type Job, type JobResult, PgBoss } from 'pg-boss'
import { Counter, Gauge } from 'prom-client'
import { DatabaseAway } from '#platform/db/database-away.ts'
import type { Db, Trx } from '#platform/db/db.ts'
import { jobsDone } from '#platform/telemetry/metrics.ts'

/**
 * The data of the jobs of each queue. A feature declares its queue beside the code that works the queue.
 *
 * @public
 */
// biome-ignore lint/suspicious/noEmptyInterface: features add their queues by declaration.
export interface Work {}
type Queue = keyof Work

/** Tried eight times over about two hours, then kept as failed. */
export const RETRY = { retryLimit: 8, retryDelay: 30, retryBackoff: true }
/** How each queue tries again: after the pause or up to twice as long, by chance, and each time twice as long as before. */
export type Queues = Readonly<Record<Queue, typeof RETRY>>
/**
 * A node that does jobs sends a heartbeat every ten seconds; a node without one for so long has died, and its jobs are
 * tried again, on any node, after the pause of their queue. A living job may take its time: the expiry only ends jobs
 * that hang for good.
 */
const ALIVE = { heartbeatSeconds: 20, expireInSeconds: 3600 }
/** How often the jobs of dead nodes are looked for, in seconds. */
const WATCH_SEC = 20

/** When the database was away as a queue was to be worked. */
const AGAIN_MS = 5000

/** How often scheduled work has run on this node, by how it ended; when it last ended well, in seconds since 1970. */
export const runs = new Counter({
  name: 'wattdesk_scheduled_runs_total',
  help: 'Runs of scheduled work on this node, by name and how they ended',
  labelNames: ['work', 'ended'] as const,
  registers: [],
})
export const lastRun = new Gauge({
  name: 'wattdesk_scheduled_last_success_seconds',
  help: 'When scheduled work last ended well on this node, in seconds since 1970',
  labelNames: ['work'] as const,
  registers: [],
})

/** When scheduled work comes back, and after how long a run counts as lost with its node; both in whole seconds. */
export type Rhythm = { everySec: number; limitSec: number }

/** So many jobs are fetched together; one that fails is tried again by itself. */
const AT_ONCE = 20

/** How a job has ended. */
const endOf = (work: () => Promise<void>): Promise<Omit<JobResult, 'id'>> =>
  work().then(
    () => ({ status: 'completed' as const }),
    (error: unknown) => ({ status: 'failed' as const, output: { message: String(error) } }),
  )

export type Jobs = {
  /** Hands a job over; part of the transaction `db`. */
  send: <Q extends Queue>(db: Db | Trx, queue: Q, work: Work[Q]) => Promise<void>
  /** The same for many at once. Those of a higher `priority`, 0 unless told, are done first. */
  sendAll: <Q extends Queue>(
    db: Db | Trx,
    queue: Q,
    works: readonly Work[Q][],
    options?: { priority?: number },
  ) => Promise<void>
  /** Does the jobs of a queue from now on, or from when the database is there; one that throws is tried again. */
  work: <Q extends Queue>(queue: Q, handler: (work: Work[Q]) => Promise<void>) => Promise<void>
  /**
   * Runs `work` now, and again so long after each beginning: on one node, and never while another run of it goes on. A run
   * that throws is counted and told to `onError`; the next one comes all the same.
   */
  schedule: (name: string, rhythm: Rhythm, work: () => Promise<unknown>) => Promise<void>
  close: () => Promise<void>
}

type Pace = { everySec?: number; againMs?: number; watchSec?: number; heartbeatSec?: number }
/**
 * Opens the jobs of a database. Nothing is connected before the first job. `everySec`: how often a queue is looked at;
 * `watchSec`: how often the jobs of dead nodes are; `heartbeatSec`: after how long without a sign a node is dead.
 */
export function openJobs(
  config: pg.PoolConfig,
  queues: Queues,
  onError: (error: unknown) => void,
  { everySec = 2, againMs = AGAIN_MS, watchSec = WATCH_SEC, heartbeatSec = ALIVE.heartbeatSeconds }: Pace = {},
): Jobs {
  const starter = new BossStarter(config, queues, onError, { againMs, watchSec, heartbeatSec })
  return {
    send: async (db, queue, work) => {
      const boss = await starter.started()
      await boss.send(queue, work, { db: fromKysely(db.withoutPlugins()) })
    },
    sendAll: async (db, queue, works, { priority = 0 } = {}) => {
      const boss = await starter.started()
      const jobs = works.map(data => ({ data, priority }))
      await boss.insert(queue, jobs, { db: fromKysely(db.withoutPlugins()) })
    },
    work: (queue, handler) => starter.begin(boss => workQueue(boss, queue, handler, everySec)),
    schedule: (name, rhythm, work) =>
      starter.begin(boss => scheduleRuns(boss, name, rhythm, { everySec, run: () => countedRun(name, work, onError) })),
    close: () => starter.close(),
  }
}

/** Works the jobs of a queue, a few at a time; each ends by itself, well or with an error. */
const workQueue = <Q extends Queue>(
  boss: PgBoss,
  queue: Q,
  handler: (work: Work[Q]) => Promise<void>,
  everySec: number,
): Promise<string> =>
  boss.work(
    queue,
    { pollingIntervalSeconds: everySec, batchSize: AT_ONCE, burstWhenBatchFull: true, perJobResults: true },
    async (jobs: Job<Work[Q]>[]) => {
      const results: JobResult[] = []
      for (const { id, data } of jobs) {
        const end = await endOf(() => handler(data))
        jobsDone.cell({ queue, ended: end.status === 'completed' ? 'well' : 'with an error' }).add()
        results.push({ id, ...end })
      }
      return results
    },
  )

/** Runs scheduled work on one node at a time: now, and again by its rhythm. */
async function scheduleRuns(
  boss: PgBoss,
  name: string,
  { everySec: rhythmSec, limitSec }: Rhythm,
  { everySec, run }: { everySec: number; run: () => Promise<void> },
): Promise<void> {
  const options = {
    expireInSeconds: limitSec,
    deleteAfterSeconds: 3600,
    // The death of a node in the middle is noticed within a minute or two, and another node runs the work at
    // once. Tried often: if the next run could not be sent because the database was away, nothing else would ever
    // send it.
    heartbeatSeconds: 30,
    retryLimit: 1000,
    retryDelay: 1,
  }
  // Stately: at most one waiting run and one active run, over all nodes. A queue of an earlier version learns the
  // options.
  await boss.createQueue(name, { policy: 'stately', ...options })
  await boss.updateQueue(name, options)
  // A start makes up for missed runs: a run that waits for its time gives way to a run at once. There is no second run
  // while one goes on, on this node or another.
  await boss.deleteQueuedJobs(name)
  await boss.send(name, null)
  await boss.work(name, { pollingIntervalSeconds: Math.max(everySec, Math.min(rhythmSec / 4, 30)) }, async () => {
    // The next run is queued when this run begins: it comes even if this run fails.
    await boss.send(name, null, { startAfter: rhythmSec })
    await run()
  })
}

/** Runs scheduled work and counts how it ended. */
async function countedRun(
  name: string,
  work: () => Promise<unknown>,
  onError: (error: unknown) => void,
): Promise<void> {
  try {
    await work()
    runs.inc({ work: name, ended: 'well' })
    lastRun.set({ work: name }, Math.floor(Date.now() / 1000))
  } catch (error) {
    runs.inc({ work: name, ended: 'with an error' })
    onError(error)
  }
}

/** Starts pg-boss when it is first needed, and again where the database was away. */
class BossStarter {
  readonly #config: pg.PoolConfig
  readonly #queues: Queues
  readonly #onError: (error: unknown) => void
  readonly #pace: Required<Omit<Pace, 'everySec'>>
  readonly #timers = new Set<NodeJS.Timeout>()
  #starting: Promise<PgBoss> | undefined
  #isClosed = false

  constructor(
    config: pg.PoolConfig,
    queues: Queues,
    onError: (error: unknown) => void,
    pace: Required<Omit<Pace, 'everySec'>>,
  ) {
    this.#config = config
    this.#queues = queues
    this.#onError = onError
    this.#pace = pace
  }

  started(): Promise<PgBoss> {
    if (this.#isClosed) throw new Error('The jobs are closed')
    this.#starting ??= this.#start()
    return this.#starting
  }

  /**
   * Begins work now, or, while the database is away, as soon as it is back; the start of the product need not wait for
   * the database.
   */
  async begin(work: (boss: PgBoss) => Promise<unknown>): Promise<void> {
    try {
      await work(await this.started())
    } catch (error) {
      if (this.#isClosed) return
      this.#onError(error)
      const timer = setTimeout(() => {
        this.#timers.delete(timer)
        void this.begin(work)
      }, this.#pace.againMs).unref()
      this.#timers.add(timer)
    }
  }

  async close(): Promise<void> {
    this.#isClosed = true
    for (const timer of this.#timers) clearTimeout(timer)
    const boss = await this.#starting?.catch(() => undefined)
    await boss?.stop({ graceful: true, timeout: 5000 })
  }

  async #start(): Promise<PgBoss> {
    const { watchSec, heartbeatSec } = this.#pace
    const watch = { superviseIntervalSeconds: watchSec, monitorIntervalSeconds: watchSec }
    const boss = new PgBoss({ ...(this.#config as object), max: 2, schedule: false, ...watch })
    boss.on('error', this.#onError)
    try {
      await boss.start()
      for (const [queue, retry] of Object.entries<typeof RETRY>(this.#queues)) {
        const options = { ...retry, ...ALIVE, heartbeatSeconds: heartbeatSec }
        await boss.createQueue(queue, options)
        // A queue of an earlier version learns the options.
        await boss.updateQueue(queue, options)
      }
      return boss
    } catch (error) {
      // The next caller starts pg-boss anew.
      this.#starting = undefined
      await boss.stop({ graceful: false }).catch(this.#onError)
      throw new DatabaseAway(error)
    }
  }
}
