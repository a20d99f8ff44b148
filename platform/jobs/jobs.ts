// Durable work on pg-boss: handed over in the transaction that causes it, done after its commit, tried again with
// growing pauses, alive across restarts. One queue a kind of work.
import type pg from 'pg'
import { fromKysely, PgBoss } from 'pg-boss'
import { DatabaseAway } from '../db/database-away.ts'
import type { Db, Trx } from '../db/db.ts'

/** What each queue's jobs carry. */
export type Work = {
  /** A line of the outbox on its way. */
  mail: { outboxId: number }
}
export type Queue = keyof Work
export const QUEUES: readonly Queue[] = ['mail']

/** Tried eight times over about two hours, then kept as failed. */
const RETRY = { retryLimit: 8, retryDelay: 30, retryBackoff: true }

/** When the database was away as a queue was to be worked. */
const AGAIN_MS = 5000

export type Jobs = {
  /** Hands a job over; part of the transaction `db`. */
  send: <Q extends Queue>(db: Db | Trx, queue: Q, work: Work[Q]) => Promise<void>
  /** Does the jobs of a queue from now on, or from when the database is there; one that throws is tried again. */
  work: <Q extends Queue>(queue: Q, handler: (work: Work[Q]) => Promise<void>) => Promise<void>
  close: () => Promise<void>
}

/** Opens the jobs of a database. Nothing is connected before the first job. `everySec`: how often a queue is looked at. */
export function openJobs(
  config: pg.PoolConfig,
  onError: (error: unknown) => void,
  { everySec = 2, againMs = AGAIN_MS }: { everySec?: number; againMs?: number } = {},
): Jobs {
  let starting: Promise<PgBoss> | undefined
  let isClosed = false
  const timers = new Set<NodeJS.Timeout>()
  async function begin(): Promise<PgBoss> {
    const boss = new PgBoss({ ...(config as object), max: 2, schedule: false })
    boss.on('error', onError)
    try {
      await boss.start()
      for (const queue of QUEUES) await boss.createQueue(queue, RETRY)
      return boss
    } catch (error) {
      // The next one who needs it begins anew.
      starting = undefined
      await boss.stop({ graceful: false }).catch(onError)
      throw new DatabaseAway(error)
    }
  }
  const started = () => {
    if (isClosed) throw new Error('The jobs are closed')
    starting ??= begin()
    return starting
  }
  async function work<Q extends Queue>(queue: Q, handler: (work: Work[Q]) => Promise<void>): Promise<void> {
    try {
      await (await started()).work<Work[Q]>(queue, { pollingIntervalSeconds: everySec }, async jobs => {
        for (const job of jobs) await handler(job.data)
      })
    } catch (error) {
      if (isClosed) return
      onError(error)
      const timer = setTimeout(() => {
        timers.delete(timer)
        void work(queue, handler)
      }, againMs).unref()
      timers.add(timer)
    }
  }
  return {
    send: async (db, queue, work) => {
      await (await started()).send(queue, work, { db: fromKysely(db.withoutPlugins()) })
    },
    work,
    close: async () => {
      isClosed = true
      for (const timer of timers) clearTimeout(timer)
      const boss = await starting?.catch(() => undefined)
      await boss?.stop({ graceful: true, timeout: 5000 })
    },
  }
}
