// The conditions for the product to be ready, each with its name and, if it fails, the words for the failure.
import { statfs } from 'node:fs/promises'
import { sql } from 'kysely'
import type { Bus } from '#platform/bus/bus.ts'
import { isDiskFull } from '#platform/db/database-away.ts'
import type { Db } from '#platform/db/db.ts'

export type Check = {
  name: 'database' | 'disk' | 'bus' | 'mode' | 'stopping'
  /** The fault in words; undefined when all is well. */
  look: () => Promise<string | undefined>
  /** Returns the free bytes of the disk; missing where the check cannot see the disk. */
  free?: () => Promise<number>
}

const DATABASE_WRONG = 'The database is not reachable.'
const DISK_FULL = 'The disk of the database is full.'

/** A check that takes longer has failed. */
export const PATIENCE_MS = 3000
/** PostgreSQL needs room for its log of changes, of which a busy minute writes up to this much. */
const LEAST_FREE_BYTES = 256 * 1024 * 1024
const LATELY_MS = 60_000

/** Every pool answers, and soon. `onError` is told why one does not. */
export const databaseCheck = (pools: readonly Db[], onError: (error: unknown) => void): Check => ({
  name: 'database',
  look: async () => {
    let timer: NodeJS.Timeout | undefined
    const late = new Promise<never>((_ok, no) => {
      timer = setTimeout(() => no(new Error(`No answer within ${PATIENCE_MS} ms`)), PATIENCE_MS)
    })
    try {
      await Promise.race([Promise.all(pools.map(db => sql`select 1`.execute(db))), late])
      return undefined
    } catch (error) {
      onError(error)
      return DATABASE_WRONG
    } finally {
      clearTimeout(timer)
    }
  },
})

/**
 * The disk of the database has room. `folder` is where the embedded one lies; of another one only its own errors are
 * known: `saw` is to be told of every failed statement.
 */
export function diskCheck(
  folder: string | undefined,
  { now = Date.now, free = freeBytes, least = LEAST_FREE_BYTES } = {},
): { check: Check; saw: (error: unknown) => void } {
  let fullAt = Number.NEGATIVE_INFINITY
  const look = async () => {
    if (now() - fullAt < LATELY_MS) return DISK_FULL
    if (folder === undefined) return undefined
    const left = await free(folder)
    if (left >= least) return undefined
    return `The disk of the database is nearly full: ${Math.floor(left / 1024 ** 2)} MB are left, and at least ${Math.floor(least / 1024 ** 2)} MB are needed.`
  }
  return {
    check: { name: 'disk', look, ...(folder !== undefined && { free: () => free(folder) }) },
    saw: error => {
      if (isDiskFull(error)) fullAt = now()
    },
  }
}
export async function freeBytes(folder: string): Promise<number> {
  const { bavail, bsize } = await statfs(folder)
  return bavail * bsize
}

/** `text`: what people lose while the other nodes cannot be reached. */
export const busCheck = (bus: Bus, text: string): Check => ({
  name: 'bus',
  look: async () => (bus.isConnected() ? undefined : text),
})

/** A node that was told to stop is to get no more calls and no more chargers. */
export const stoppingCheck = (isStopping: () => boolean): Check => ({
  name: 'stopping',
  look: async () => (isStopping() ? 'This node stops.' : undefined),
})
