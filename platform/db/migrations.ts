// The schema, brought up to date by migrations/*.sql: forward only, and frozen once they have landed. Migrations that
// have run are known by name and checksum, so that an edited file, or an older product on a newer database, is reported
// at the start instead of found later. A migration waits two seconds at most for a lock, since all later statements
// wait behind; then the migration lets all of its locks go and tries again.
import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import type pg from 'pg'
import { withClient } from './db.ts'
import { statementsOf } from './sql-statements.ts'

export const MIGRATIONS = new URL('../../migrations/', import.meta.url)
/** The first migration under the rules for full tables and for two versions beside each other (tools/migration-locks.ts). */
export const FIRST_RULED = '0087'
/** The schema that marks a database whose restore has not ended. */
export const RESTORE_MARK = 'wattdesk_restore'
const LOCK = 7_001_001
const LOOK_EVERY_MS = 250
const LOCK_MS = 2000
/** How long the locks of one migration are tried for. */
const PATIENCE_MS = 600_000
const PAUSE_MS = 1000
const LOCK_NOT_AVAILABLE = '55P03'
const DEADLOCK = '40P01'

export type Migration = { name: string; text: string; checksum: string }

/** The files of a folder in the order of their numbers. The checksum does not depend on how lines end. */
export const migrationsOf = (folder: URL = MIGRATIONS): Migration[] =>
  readdirSync(folder)
    .filter(f => /^\d{4}-.*\.sql$/.test(f))
    .sort()
    .map(name => {
      const text = readFileSync(new URL(name, folder), 'utf8').replaceAll('\r\n', '\n')
      return { name, text, checksum: createHash('sha256').update(text).digest('hex') }
    })

/** True for a migration with the line `-- concurrently`: its statements run one by one, each in a transaction of its own. */
export const runsAlone = (text: string): boolean => /^-- concurrently\b/m.test(text)

/**
 * The number of the migration that a version must know to run beside this one, told by a line `-- two versions: 0091, why`.
 * Without the line every version that knows of such lines may.
 */
export const neededBy = (text: string): string => /^-- two versions: (\d{4})\b/m.exec(text)?.[1] ?? '0000'

type Done = {
  name: string
  checksum: string | null
  /** The migration that a version must know to run beside this one; null: unknown. */
  needs?: string | null
}
/** Why these files must not be run on a database where `done` has run; undefined: they may. */
export function refusal(files: readonly Migration[], done: readonly Done[]): string | undefined {
  const last = files.at(-1)?.name ?? ''
  for (const d of done) {
    const file = files.find(f => f.name === d.name)
    // The version before a deploy, started again while the next one runs already.
    if (!file && d.name > last && (d.needs ?? '9999') <= last.slice(0, 4)) continue
    if (!file && d.name > last)
      return `The database is newer than this version of Wattdesk: it has ${d.name}, the last known here is ${last || 'none'}`
    if (!file) return `Migration ${d.name} has run on this database and is missing here`
    if (d.checksum !== null && d.checksum !== file.checksum)
      return `Migration ${d.name} was changed after it had run on this database: put it back as it was, and write a new one`
  }
  const latest =
    done
      .map(d => d.name)
      .sort()
      .at(-1) ?? ''
  const late = files.find(f => f.name < latest && !done.some(d => d.name === f.name))
  return late && `Migration ${late.name} comes before ${latest}, which has run already: give it a later number`
}

type Patience = {
  /** A restore makes the tables. */
  isRestore?: boolean
  /** Told when a migration begins to wait for locks. */
  say?: (text: string) => void
  lockMs?: number
  patienceMs?: number
  pauseMs?: number
}

/** Runs what is missing, one node after the other. Returns the names of those run. */
export const migrate = (
  config: pg.ClientConfig,
  folder: URL = MIGRATIONS,
  patience: Patience = {},
): Promise<string[]> => migrateFiles(config, migrationsOf(folder), patience)

/** Runs those of these files that are missing. */
export const migrateFiles = (
  config: pg.ClientConfig,
  files: readonly Migration[],
  patience: Patience = {},
): Promise<string[]> =>
  withClient(config, async client => {
    await takeTurn(client)
    if (!patience.isRestore) await demandRestored(client)
    await makeRegister(client)
    const { rows: done } = await client.query<Done>('select name, checksum, needs from migration')
    const refused = refusal(files, done)
    if (refused) throw new Error(refused)
    const run: string[] = []
    for (const file of files) {
      const { name, checksum } = file
      const before = done.find(d => d.name === name)
      if (!before) {
        await runFile(client, file, patience)
        run.push(name)
      } else if (before.checksum === null) {
        // This migration ran before checksums were kept.
        await client.query('update migration set checksum = $2 where name = $1 and checksum is null', [name, checksum])
      }
    }
    return run
  })

/**
 * Waits until no other node migrates. The lock is asked for again and again: a waiting statement would hold up an index
 * that another node builds concurrently, for such an index waits for all statements that have begun before.
 */
async function takeTurn(client: pg.Client): Promise<void> {
  for (;;) {
    const { rows } = await client.query<{ mine: boolean }>(`select pg_try_advisory_lock(${LOCK}) as mine`)
    if (rows[0]?.mine) return
    await new Promise(ok => setTimeout(ok, LOOK_EVERY_MS))
  }
}

/** A half restored database would read as an empty installation. */
async function demandRestored(client: pg.Client): Promise<void> {
  const { rows } = await client.query<{ is: boolean }>(`select to_regnamespace('${RESTORE_MARK}') is not null as is`)
  if (rows[0]?.is)
    throw new Error('A restore into this database has not ended. Run it again: npm run admin -- restore, as before.')
}

/** The table of migrations that have run. Only an older one is altered, for a backup may read the table. */
async function makeRegister(client: pg.Client): Promise<void> {
  const { rows } = await client.query<{ n: number }>(
    `select count(*)::int as n from pg_attribute
      where attrelid = to_regclass('migration') and attname in ('name', 'checksum', 'needs') and not attisdropped`,
  )
  if (rows[0]?.n === 3) return
  await client.query(`
    create table if not exists migration (name text primary key, at timestamptz not null default now());
    alter table migration add column if not exists checksum text, add column if not exists needs text`)
}

async function runFile(client: pg.Client, file: Migration, patience: Patience): Promise<void> {
  const { name, text, checksum } = file
  const needs = name.slice(0, 4) < FIRST_RULED ? null : neededBy(text)
  const note = () =>
    client.query('insert into migration (name, checksum, needs) values ($1, $2, $3)', [name, checksum, needs])
  const lockMs = patience.lockMs ?? LOCK_MS
  try {
    if (!runsAlone(text)) {
      await tryAgain(name, patience, async () => {
        await client.query('begin')
        try {
          await client.query(`set local lock_timeout = ${lockMs}`)
          await client.query(text)
          await note()
          await client.query('commit')
        } catch (error) {
          await client.query('rollback').catch(() => undefined)
          throw error
        }
      })
      return
    }
    for (const statement of statementsOf(text)) {
      // Such a statement waits for transactions and stands in nobody's way meanwhile.
      const isPatient = /^(create|drop|reindex)\b.*\bconcurrently\b/is.test(statement.bare)
      await client.query(`set lock_timeout = ${isPatient ? 0 : lockMs}`)
      await tryAgain(name, patience, () => client.query(statement.text))
    }
    await note()
    await client.query('reset lock_timeout')
  } catch (error) {
    throw new Error(`Migration ${name} failed: ${(error as Error).message}`, { cause: error })
  }
}

/** Does work that may find a lock taken: again after a pause, for so long. */
async function tryAgain(name: string, patience: Patience, work: () => Promise<unknown>): Promise<void> {
  const { patienceMs = PATIENCE_MS, pauseMs = PAUSE_MS, say = text => console.warn(text) } = patience
  const until = performance.now() + patienceMs
  for (let attempt = 1; ; attempt++)
    try {
      await work()
      return
    } catch (error) {
      const { code = '' } = error as { code?: string }
      if ((code !== LOCK_NOT_AVAILABLE && code !== DEADLOCK) || performance.now() + pauseMs > until) throw error
      if (attempt === 1) say(`Migration ${name} waits for a table that is in use …`)
      // Not in step with what comes at regular times.
      await new Promise(ok => setTimeout(ok, pauseMs * (0.5 + Math.random())))
    }
}
