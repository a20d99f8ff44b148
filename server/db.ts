// The database: opened through the pipelined dialect, brought up to date by migrations/NNNN-what.sql, forward only.
import { readdirSync, readFileSync } from 'node:fs'
import { CamelCasePlugin, Kysely, type Transaction } from 'kysely'
import pg from 'pg'
import { type DialectOptions, pgDialect } from './dialect-pg.ts'
import type { Tables } from './tables.ts'

export type Db = Kysely<Tables>
export type Trx = Transaction<Tables>

const MIGRATIONS = new URL('../migrations/', import.meta.url)
// One migrating node at a time; the number is ours alone.
const MIGRATION_LOCK = 7_001_001

const ignore = () => undefined
/** Opens the database. A lost connection is reported through `onError` and replaced, a failed statement to `onFailure`. */
export const openDb = (
  config: pg.PoolConfig,
  { lanes = 6, onError = ignore, onFailure = ignore }: Partial<DialectOptions> = {},
): Db =>
  new Kysely<Tables>({
    dialect: pgDialect({ ...PATIENCE, ...config }, { lanes, onError, onFailure }),
    plugins: [new CamelCasePlugin({ maintainNestedObjectKeys: true })],
  })

/** How long a connection may take to be made or to come free, and how a cut network is noticed on an idle one. */
const PATIENCE = { connectionTimeoutMillis: 10_000, keepAlive: true, keepAliveInitialDelayMillis: 10_000 } as const
const within = (statementMs: number, idleMs: number) => ({
  statement_timeout: statementMs,
  idle_in_transaction_session_timeout: idleMs,
  // PostgreSQL ends a statement by itself; when nothing comes at all, the network is cut.
  query_timeout: statementMs + 5000,
})

/** The database's connections by who uses them, so that nobody waits for somebody else's work. */
export type Pools = {
  /** What chargers wait for. */
  chargers: Db
  /** What people and programs ask by the API. */
  portal: Db
  /** Upkeep, which may take its time. */
  upkeep: Db
  destroy: () => Promise<void>
}

/** Opens the three pools: at most 27 connections together, each made when it is first needed. */
export function openPools(config: pg.PoolConfig, options: Partial<Omit<DialectOptions, 'lanes'>> = {}): Pools {
  const chargers = openDb({ ...config, ...within(15_000, 60_000), max: 8 }, { ...options, lanes: 6 })
  const portal = openDb({ ...config, ...within(30_000, 300_000), max: 6 }, { ...options, lanes: 3 })
  const upkeep = openDb({ ...config, max: 3 }, { ...options, lanes: 1 })
  const all = [chargers, portal, upkeep]
  return { chargers, portal, upkeep, destroy: async () => void (await Promise.all(all.map(db => db.destroy()))) }
}

/** Runs what is missing, each file in a transaction of its own. Returns the names of those run. */
export async function migrate(config: pg.ClientConfig, folder: URL = MIGRATIONS): Promise<string[]> {
  const client = new pg.Client(config)
  // Its loss is told by the statement that it cuts off; an error that nobody hears would end the process.
  client.on('error', ignore)
  await client.connect()
  const run: string[] = []
  try {
    await client.query(`select pg_advisory_lock(${MIGRATION_LOCK})`)
    await client.query(
      'create table if not exists migration (name text primary key, at timestamptz not null default now())',
    )
    const done = new Set((await client.query<{ name: string }>('select name from migration')).rows.map(r => r.name))
    const files = readdirSync(folder).filter(f => f.endsWith('.sql'))
    for (const file of files.sort()) {
      if (done.has(file)) continue
      try {
        await client.query('begin')
        await client.query(readFileSync(new URL(file, folder), 'utf8'))
        await client.query('insert into migration (name) values ($1)', [file])
        await client.query('commit')
      } catch (error) {
        throw new Error(`Migration ${file} failed: ${(error as Error).message}`, { cause: error })
      }
      run.push(file)
    }
  } finally {
    await client.end()
  }
  return run
}

/** What a connection string or the embedded database gives to open with. */
export const connectionOf = (url: string): pg.PoolConfig => ({ connectionString: url, max: 8 })
