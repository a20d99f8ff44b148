// The database: opened through the pipelined dialect, brought up to date by migrations/NNNN-what.sql, forward only.
import { readdirSync, readFileSync } from 'node:fs'
import { CamelCasePlugin, Kysely, type Transaction } from 'kysely'
import pg from 'pg'
import { pgDialect } from './dialect-pg.ts'
import type { Tables } from './tables.ts'

export type Db = Kysely<Tables>
export type Trx = Transaction<Tables>

const MIGRATIONS = new URL('../migrations/', import.meta.url)
// One migrating node at a time; the number is ours alone.
const MIGRATION_LOCK = 7_001_001

/** Opens the database. A lost connection is reported through `onError` and replaced. */
export const openDb = (
  config: pg.PoolConfig,
  { lanes = 6, onError = () => undefined }: { lanes?: number; onError?: (error: Error) => void } = {},
): Db =>
  new Kysely<Tables>({
    dialect: pgDialect(config, lanes, onError),
    plugins: [new CamelCasePlugin({ maintainNestedObjectKeys: true })],
  })

/** Runs what is missing, each file in a transaction of its own. Returns the names of those run. */
export async function migrate(config: pg.ClientConfig, folder: URL = MIGRATIONS): Promise<string[]> {
  const client = new pg.Client(config)
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
