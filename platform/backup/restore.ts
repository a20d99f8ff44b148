// Puts a backup into an empty database and compares every table with what was backed up before anything of it counts. All
// rows come in one transaction. A restore that breaks off leaves a mark, with which no product starts on the database,
// and may be begun anew.
//
// Needs no more than the owner's rights: references between tables are taken off before the rows come, and put back, and
// so proved, after them.
import { pipeline } from 'node:stream/promises'
import type pg from 'pg'
import { PgBoss } from 'pg-boss'
import { from as copyFrom } from 'pg-copy-streams'
import { withClient } from '#platform/db/db.ts'
import { type Migration, migrateFiles, migrationsOf, RESTORE_MARK } from '#platform/db/migrations.ts'
import type { Files } from '#platform/files/files.ts'
import {
  type CatalogTable,
  jobsVersionOf,
  nameOf,
  quoted,
  STEADY_SESSION,
  shortNameOf,
  sumOf,
  tablesOf,
} from './catalog.ts'
import type { Through } from './keys.ts'
import type { BackupTable, Manifest } from './manifest.ts'
import { fileLines, inBackup } from './read.ts'
import { content } from './streams.ts'

const RESTORE_LOCK = 7_001_090
const FILES_AT_ONCE = 8

export type RestoreOptions = {
  place: Files
  manifest: Manifest
  open: Through
  /** Where uploaded files go; undefined: they are left out. */
  files: Files | undefined
  migrations?: readonly Migration[]
  say?: (text: string) => void
}
export type Restored = {
  tables: { name: string; rows: number }[]
  files: number
}

/** Restores a backup. Rejects with a text for people; the database is empty then, or bears the mark. */
export async function restore(config: pg.ClientConfig, options: RestoreOptions): Promise<Restored> {
  const { manifest, say = () => undefined } = options
  const migrations = migrationsFor(manifest, options.migrations ?? migrationsOf())
  return withClient(config, async client => {
    await client.query(STEADY_SESSION)
    await demandEmpty(client)
    await client.query(`create schema if not exists ${RESTORE_MARK}`)
    say('making the tables …')
    await migrateFiles(config, migrations, { isRestore: true })
    await makeJobTables(config, client, manifest)
    const files = options.files ? await restoreFiles(options.files, options) : 0
    say('loading the rows …')
    await client.query('begin')
    try {
      await makeParts(client, manifest)
      const putBack = await takeOffReferences(client)
      await load(client, options)
      for (const s of manifest.sequences)
        await client.query('select setval($1::regclass, $2::bigint, $3)', [nameOf(s), s.value, s.isCalled])
      say('checking the references …')
      await putBack()
      await client.query(`drop schema ${RESTORE_MARK}`)
      await client.query('commit')
    } catch (error) {
      await client.query('rollback').catch(() => undefined)
      throw error
    }
    await client.query('analyze')
    return { tables: manifest.tables.map(t => ({ name: shortNameOf(t), rows: t.rows })), files }
  })
}

/** The migrations that had run when the backup was made; throws where this version does not have them. */
function migrationsFor(manifest: Manifest, all: readonly Migration[]): Migration[] {
  const wanted = manifest.migrations.map(({ name, checksum }) => {
    const file = all.find(m => m.name === name)
    if (file && (checksum === null || checksum === file.checksum)) return file
    throw new Error(
      `The backup has migration ${name}, which this version of Wattdesk does not have${file ? ' in that form' : ''}: restore with the version that made the backup (${manifest.version}) or a later one.`,
    )
  })
  return wanted.sort((a, b) => (a.name < b.name ? -1 : 1))
}

/** Refuses a database that another restore works on, and a database with tables that no restore has left. */
async function demandEmpty(client: pg.Client): Promise<void> {
  const { rows } = await client.query<{ mine: boolean; marked: boolean; n: number }>(`
    select pg_try_advisory_lock(${RESTORE_LOCK}) as mine, to_regnamespace('${RESTORE_MARK}') is not null as marked,
      (select count(*)::int from pg_class c join pg_namespace n on n.oid = c.relnamespace
        where n.nspname !~ '^pg_' and n.nspname <> 'information_schema' and c.relkind in ('r', 'p', 'v', 'm', 'S')
          and not exists (select from pg_depend d where d.objid = c.oid and d.deptype = 'e')) as n`)
  const { mine, marked, n } = rows[0] ?? { mine: false, marked: false, n: 0 }
  if (!mine) throw new Error('Another restore works on this database.')
  if (n > 0 && !marked)
    throw new Error(
      `The database is not empty: it holds ${n} tables, views and sequences. A restore takes an empty one, so that nothing is overwritten.`,
    )
}

/** The tables of jobs are made by their own program. */
async function makeJobTables(config: pg.ClientConfig, client: pg.Client, { jobs, version }: Manifest): Promise<void> {
  if (jobs === null) return
  const boss = new PgBoss({ ...(config as pg.PoolConfig), max: 1, supervise: false, schedule: false } as never)
  boss.on('error', () => undefined)
  await boss.start()
  await boss.stop({ graceful: false })
  const here = await jobsVersionOf(client)
  if (here !== jobs)
    throw new Error(
      `The backup has tables of jobs in version ${jobs}, this version of Wattdesk has ${here}: restore with the version that made the backup (${version}), and update after it.`,
    )
}

/** Gives the tables in parts the parts that they had. */
async function makeParts(client: pg.Client, { tables }: Manifest): Promise<void> {
  const isSame = (a: CatalogTable, b: CatalogTable) =>
    a.schema === b.schema && a.name === b.name && a.parent === b.parent && a.bound === b.bound
  const here = (await tablesOf(client)).filter(t => t.parent !== null)
  for (const part of here) if (!tables.some(t => isSame(t, part))) await client.query(`drop table ${nameOf(part)}`)
  for (const part of tables)
    if (part.parent !== null && !here.some(t => isSame(t, part)))
      await client.query(
        `create table ${nameOf(part)} partition of ${quoted(part.schema)}.${quoted(part.parent)} ${part.bound}`,
      )
}

/** Takes references and triggers off all tables; the returned function puts them back, which checks every reference. */
async function takeOffReferences(client: pg.Client): Promise<() => Promise<void>> {
  const { rows: references } = await client.query<{ table: string; name: string; text: string }>(`
    select format('%I.%I', n.nspname, c.relname) as table, quote_ident(o.conname) as name, pg_get_constraintdef(o.oid) as text
    from pg_constraint o join pg_class c on c.oid = o.conrelid join pg_namespace n on n.oid = c.relnamespace
    where o.contype = 'f' and o.conparentid = 0 and n.nspname in ('public', 'pgboss')`)
  const { rows: triggers } = await client.query<{ table: string; name: string; state: string }>(`
    select format('%I.%I', n.nspname, c.relname) as table, quote_ident(t.tgname) as name, t.tgenabled as state
    from pg_trigger t join pg_class c on c.oid = t.tgrelid join pg_namespace n on n.oid = c.relnamespace
    where not t.tgisinternal and t.tgparentid = 0 and t.tgenabled <> 'D' and n.nspname in ('public', 'pgboss')`)
  for (const { table, name } of references) await client.query(`alter table ${table} drop constraint ${name}`)
  for (const { table, name } of triggers) await client.query(`alter table ${table} disable trigger ${name}`)
  const STATES: Record<string, string> = { O: 'enable', A: 'enable always', R: 'enable replica' }
  return async () => {
    await client.query('set constraints all immediate')
    for (const { table, name, text } of references)
      await client.query(`alter table ${table} add constraint ${name} ${text}`)
    for (const { table, name, state } of triggers)
      await client.query(`alter table ${table} ${STATES[state]} trigger ${name}`)
  }
}

/** Loads all rows, and compares each table with its sum. */
async function load(client: pg.Client, { place, manifest, open, say }: RestoreOptions): Promise<void> {
  const here = await tablesOf(client)
  const find = (t: BackupTable) => here.find(h => h.schema === t.schema && h.name === t.name)
  const strange = manifest.tables.find(t => t.rows > 0 && !find(t))
  if (strange)
    throw new Error(`The backup has a table ${shortNameOf(strange)}, which the migrations of Wattdesk do not make.`)
  await client.query(`truncate ${here.map(nameOf).join(', ')}`)
  for (const table of manifest.tables) {
    if (table.rows === 0) continue
    const columns = table.columns.map(quoted).join(', ')
    for (const chunk of table.chunks) {
      const { stream, check } = await content(place, chunk, { open, isCompressed: true })
      await pipeline(stream, client.query(copyFrom(`copy ${nameOf(table)} (${columns}) from stdin`)))
      check()
    }
    const { rows, sum } = await sumOf(client, table)
    if (rows !== table.rows || sum !== table.sum)
      throw new Error(
        `${shortNameOf(table)} is not as it was backed up: ${rows} rows with the sum ${sum} in place of ${table.rows} with ${table.sum}. Nothing was restored.`,
      )
    say?.(`${shortNameOf(table)}: ${rows}`)
  }
}

/** Copies the uploaded files back, some at a time. */
async function restoreFiles(files: Files, { place, manifest, open }: RestoreOptions): Promise<number> {
  const lines = fileLines(place, manifest, open)
  let count = 0
  const copyNext = async (): Promise<void> => {
    for (;;) {
      const next = await lines.next()
      if (next.done) return
      const { stream, check } = await content(place, inBackup(manifest, next.value), { open, isCompressed: false })
      // The fault of a stream is told by nobody else.
      let fault: Error | undefined
      stream.once('error', error => {
        fault = error
      })
      const taken = await files.take(next.value.name, stream, Number.MAX_SAFE_INTEGER)
      if (typeof taken !== 'number') throw fault ?? new Error(`${next.value.name} was ${taken}`)
      check()
      count++
    }
  }
  await Promise.all(Array.from({ length: FILES_AT_ONCE }, copyNext))
  return count
}
