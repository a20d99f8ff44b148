// The schema, brought up to date by migrations/*.sql: forward only, and frozen once they have landed. Migrations that
// have run are known by name and checksum, so that an edited file, or an older product on a newer database, is reported
// at the start instead of found later.
import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import type pg from 'pg'
import { withClient } from './db.ts'

export const MIGRATIONS = new URL('../../migrations/', import.meta.url)
const LOCK = 7_001_001

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

type Done = { name: string; checksum: string | null }
/** Why these files must not be run on a database where `done` has run; undefined: they may. */
export function refusal(files: readonly Migration[], done: readonly Done[]): string | undefined {
  const last = files.at(-1)?.name ?? ''
  for (const d of done) {
    const file = files.find(f => f.name === d.name)
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

/** Runs what is missing, each file in a transaction of its own, one node after the other. Returns the names of those run. */
export const migrate = (config: pg.ClientConfig, folder: URL = MIGRATIONS): Promise<string[]> =>
  withClient(config, async client => {
    await client.query(`select pg_advisory_lock(${LOCK})`)
    await client.query(`
      create table if not exists migration (name text primary key, at timestamptz not null default now());
      alter table migration add column if not exists checksum text`)
    const files = migrationsOf(folder)
    const { rows: done } = await client.query<Done>('select name, checksum from migration')
    const refused = refusal(files, done)
    if (refused) throw new Error(refused)
    const run: string[] = []
    for (const { name, text, checksum } of files)
      if (done.some(d => d.name === name))
        // This migration ran before checksums were kept.
        await client.query('update migration set checksum = $2 where name = $1 and checksum is null', [name, checksum])
      else
        try {
          await client.query('begin')
          await client.query(text)
          await client.query('insert into migration (name, checksum) values ($1, $2)', [name, checksum])
          await client.query('commit')
          run.push(name)
        } catch (error) {
          throw new Error(`Migration ${name} failed: ${(error as Error).message}`, { cause: error })
        }
    return run
  })
