// The database, opened through the pipelined dialect.
import { CamelCasePlugin, Kysely, type Transaction } from 'kysely'
import pg from 'pg'
import { type DialectOptions, pgDialect } from './dialect-pg.ts'
import type { Tables } from './tables.ts'

export type Db = Kysely<Tables>
export type Trx = Transaction<Tables>

// Numbers of our advisory locks: migrations.ts has 7_001_001; 7_001_002 is retired, an early version held it.
const START_LOCK = 7_001_003
const REACH_MS = 60_000
const REACH_EVERY_MS = 500
/** The database is there and will not have us: waiting helps nobody. */
const REFUSED = /^(28...|3D000)$/

const ignore = () => undefined
/** Opens the database. A lost connection is reported through `onError` and replaced, a failed statement to `onFailure`. */
export const openDb = (
  config: pg.PoolConfig,
  { lanes = 6, onError = ignore, onFailure = ignore, name = 'other', replica }: Partial<DialectOptions> = {},
): Db =>
  new Kysely<Tables>({
    dialect: pgDialect({ ...PATIENCE, ...config }, { name, lanes, onError, onFailure, replica }),
    plugins: [new CamelCasePlugin({ maintainNestedObjectKeys: true })],
  })

/** How long a connection may take to be made or to come free, and how a cut network is noticed on an idle one. */
const PATIENCE = { connectionTimeoutMillis: 10_000, keepAlive: true, keepAliveInitialDelayMillis: 10_000 } as const
/** Work that nobody waits for waits longer: two long pieces of it, or a busy machine, are no reason to give up the others. */
const UPKEEP_WAITS_MS = 60_000
const within = (statementMs: number, idleMs: number) => ({
  statement_timeout: statementMs,
  idle_in_transaction_session_timeout: idleMs,
  // PostgreSQL ends a statement by itself; when nothing comes at all, the network is cut.
  query_timeout: statementMs + 5000,
})

/** The database's connections by who uses them, so that nobody waits for somebody else's work. */
export type Pools = {
  /** Connections for statements that chargers wait for. */
  chargers: Db
  /** Connections for the portal and the API. */
  portal: Db
  /** Upkeep, which may take its time. */
  upkeep: Db
  destroy: () => Promise<void>
}

/**
 * Opens the three pools: at most 27 connections together, each made when it is first needed. What the portal reads may come
 * from a replica (reading.ts), over 9 connections more.
 */
export function openPools(
  config: pg.PoolConfig,
  { replica, ...options }: Partial<Omit<DialectOptions, 'lanes'>> = {},
): Pools {
  const chargers = openDb({ ...config, ...within(15_000, 60_000), max: 8 }, { ...options, name: 'chargers', lanes: 6 })
  const patient = within(30_000, 300_000)
  const portal = openDb(
    { ...config, ...patient, max: 6 },
    {
      ...options,
      name: 'portal',
      lanes: 3,
      replica: replica && { ...replica, config: { ...PATIENCE, ...replica.config, ...patient, max: 6 } },
    },
  )
  const upkeep = openDb(
    { ...config, connectionTimeoutMillis: UPKEEP_WAITS_MS, max: 3 },
    { ...options, name: 'upkeep', lanes: 1 },
  )
  const all = [chargers, portal, upkeep]
  return { chargers, portal, upkeep, destroy: async () => void (await Promise.all(all.map(db => db.destroy()))) }
}

/** Opens the two connections of a thread of its own (platform/jobs/background-thread.ts), which watches no silence: a statement ends by its time. */
export const openThreadDb = (config: pg.PoolConfig, options: Partial<Omit<DialectOptions, 'lanes'>>): Db =>
  openDb({ ...config, ...within(30_000, 60_000), max: 1 }, { ...options, lanes: 1 })

/** A connection of its own for a while. Its loss is told by the statement that it cuts off. */
export async function withClient<R>(config: pg.ClientConfig, work: (client: pg.Client) => Promise<R>): Promise<R> {
  const client = new pg.Client({ ...PATIENCE, ...config })
  // An error that nobody hears would end the process.
  client.on('error', ignore)
  try {
    await client.connect()
    return await work(client)
  } finally {
    await client.end().catch(ignore)
  }
}

/**
 * Waits until the database lets somebody in, for a minute: it may be starting too. `say` hears that we wait. Rejects
 * with a text for people.
 */
export async function reach(
  config: pg.ClientConfig,
  { say, patienceMs = REACH_MS }: { say?: ((text: string) => void) | undefined; patienceMs?: number } = {},
): Promise<void> {
  let hasSaid = false
  for (const until = performance.now() + patienceMs; ; ) {
    try {
      return await withClient(config, async () => undefined)
    } catch (error) {
      const { code = '', message } = error as { code?: string; message: string }
      if (REFUSED.test(code)) throw new Error(`The database refuses the connection: ${message}`, { cause: error })
      if (performance.now() > until) throw new Error(`The database is not reachable: ${message}`, { cause: error })
    }
    if (!hasSaid) say?.('waiting for the database …')
    hasSaid = true
    await new Promise(ok => setTimeout(ok, REACH_EVERY_MS))
  }
}

/** Does work that no two nodes may do at once; they take their turns. */
export const alone = <R>(config: pg.ClientConfig, work: () => Promise<R>): Promise<R> =>
  withClient(config, async client => {
    await client.query(`select pg_advisory_lock(${START_LOCK})`)
    return work()
  })

/** Returns the pool's configuration for a connection string. */
export const connectionOf = (url: string): pg.PoolConfig => ({ connectionString: url, max: 8 })
