// PostgreSQL beside the product when DATABASE_URL is absent: one cluster per data folder, watched over and started again
// when it ends. Survives kill -9 of the product, of PostgreSQL and of both; a second product on the folder is refused.
import type { ChildProcess } from 'node:child_process'
import { resolve } from 'node:path'
import type pg from 'pg'
import { Counter } from 'prom-client'
import { lockFolder } from './folder-lock.ts'
import { clear, endForsaken, endPostgres } from './postgres-processes.ts'
import {
  makeCluster,
  makeFolderForPostgres,
  NotStarted,
  type Postgres,
  runPostgres,
  socketConfig,
} from './postgres-runner.ts'
import { removeDeadSocketFolders, removeSocketFolder } from './socket-folders.ts'
import { archiveFlags } from './wal-archive.ts'

export const postgresRestarts = new Counter({
  name: 'wattdesk_postgres_restarts_total',
  help: 'How often the embedded PostgreSQL ended and was started again',
  registers: [],
})

export type Embedded = {
  config: pg.PoolConfig
  /** The process id of the PostgreSQL that runs now, or ran last. */
  readonly pid: number
  /** Where its cluster lies. */
  folder: string
  stop: () => Promise<void>
}
type Log = { error: (o: object, text: string) => void; warn: (o: object, text: string) => void }
export type Supervision = {
  log?: Log
  /** PostgreSQL cannot be started any more; nothing of the product works without it. */
  onGone?: (error: Error) => void
  /** How often in a row it is started before that is said; 12 take about a minute. */
  attempts?: number
  /** The folder that PostgreSQL lays its log of changes into for an archive; undefined: no archive. */
  spool?: string | undefined
}

const MOST_ATTEMPTS = 12
const FIRST_PAUSE_MS = 100
const LONGEST_PAUSE_MS = 10_000
/** A PostgreSQL that has served for this long counts as started well. */
const LIVED_MS = 30_000
const STOP_PATIENCE_MS = 20_000
/** Another process was still on its way out as this one began. */
const LEFT_OVER = /lock file|shared memory|already in use/

const pauseBefore = (attempt: number): number =>
  attempt === 0 ? 0 : Math.min(LONGEST_PAUSE_MS, FIRST_PAUSE_MS * 2 ** (attempt - 1))

const isRunning = (child: ChildProcess | undefined): child is ChildProcess & { pid: number } =>
  child?.pid !== undefined && child.exitCode === null && child.signalCode === null

/** Whatever ends the product early must not leave PostgreSQL behind: it is asked to end at the last moment. */
function endAtExit(child: ChildProcess | undefined, isServing: boolean): void {
  if (!isRunning(child)) return
  try {
    // A PostgreSQL that is still recovering would take long to end in good order, so it is ended at once.
    process.kill(child.pid, isServing ? 'SIGINT' : 'SIGQUIT')
  } catch {
    // PostgreSQL has ended; its exit has not been reported yet.
  }
}

/** The first start reports a plain mistake at once, and waits for what an earlier run left behind. */
async function beginFirst(
  begin: () => Promise<Postgres>,
  pause: (ms: number) => Promise<void>,
  attempts: number,
): Promise<Postgres> {
  for (let attempt = 1; ; attempt++)
    try {
      return await begin()
    } catch (error) {
      if (!(error instanceof NotStarted && LEFT_OVER.test(error.log)) || attempt >= attempts) throw error
      await pause(pauseBefore(attempt))
    }
}

/** Starts PostgreSQL on `folder`, making the cluster first where there is none. Throws FolderInUse. */
export async function startPostgres(
  folder: string,
  flags: readonly string[] = [],
  { log, onGone, attempts = MOST_ATTEMPTS, spool }: Supervision = {},
): Promise<Embedded> {
  const dir = resolve(folder)
  const config = socketConfig(dir)
  const lock = lockFolder(dir)
  let child: ChildProcess | undefined
  let current: Postgres | undefined
  let stopping: Promise<void> | undefined
  let wake: (() => void) | undefined

  const pause = (ms: number) =>
    new Promise<void>(ok => {
      wake = ok
      setTimeout(ok, ms)
    })
  const atExit = () => endAtExit(child, current?.child === child)

  async function begin(): Promise<Postgres> {
    if (!lock.stands()) throw new Error(`The data folder of ${dir} was removed or replaced while Wattdesk ran on it.`)
    await clear(dir, config.host)
    const begun = await runPostgres(dir, [...(spool ? archiveFlags(spool) : []), ...flags], c => {
      child = c
    })
    // Its checkpointer, which closes a segment each minute, sleeps a quarter of an hour after a start unless it is woken.
    if (spool) process.kill(begun.pid, 'SIGHUP')
    return begun
  }
  async function supervise(first: Postgres): Promise<void> {
    let attempt = 0
    let startedAt = performance.now()
    let why = await first.ended
    while (!stopping) {
      if (performance.now() - startedAt > LIVED_MS) attempt = 0
      log?.error({ why, attempt }, 'PostgreSQL ended and is started again')
      postgresRestarts.inc()
      current = undefined
      await pause(pauseBefore(attempt))
      if (stopping) return
      attempt++
      startedAt = performance.now()
      try {
        current = await begin()
        log?.warn({ pid: current.pid, attempt }, 'PostgreSQL serves again')
        why = await current.ended
      } catch (error) {
        why = (error as Error).message
        if (attempt < attempts && lock.stands()) continue
        if (!stopping) onGone?.(new Error(`PostgreSQL cannot be started again: ${why}`, { cause: error }))
        return
      }
    }
  }
  async function end(): Promise<void> {
    wake?.()
    process.off('exit', atExit)
    // Its end is waited for, though it kept nobody waiting so far.
    child?.ref()
    try {
      // Also one that is just being started.
      if (isRunning(child)) await endPostgres(dir, child.pid, STOP_PATIENCE_MS)
      await supervising
      // If the folder was replaced, the socket belongs to the process that runs there now.
      if (lock.stands()) removeSocketFolder(config.host)
    } finally {
      lock.release()
    }
  }

  process.on('exit', atExit)
  try {
    await endForsaken(dir, config.host)
    await removeDeadSocketFolders(config.host)
    await makeCluster(dir)
    if (spool) makeFolderForPostgres(resolve(spool))
    current = await beginFirst(begin, pause, attempts)
  } catch (error) {
    process.off('exit', atExit)
    lock.release()
    throw error
  }
  const supervising = supervise(current).catch(error => onGone?.(error))
  return {
    config,
    folder: dir,
    get pid() {
      return child?.pid ?? 0
    },
    stop: () => {
      stopping ??= end()
      return stopping
    },
  }
}
