// Point in time, for the embedded PostgreSQL: a base backup is its folder, copied while it runs, and the archived log of
// changes leads from there to any later moment. Both lie in one archive (wal-archive.ts).
import { existsSync, readdirSync, renameSync, rmdirSync, rmSync, writeFileSync } from 'node:fs'
import { readdir, stat } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { json } from 'node:stream/consumers'
import { setTimeout as pause } from 'node:timers/promises'
import pg from 'pg'
import { z } from 'zod'
import { withClient } from '#platform/db/db.ts'
import { startPostgres } from '#platform/db/embedded.ts'
import { giveToPostgres, makeFolderForPostgres, NotStarted, restoredFolder } from '#platform/db/postgres-runner.ts'
import { recoveryFlags, spoolCommand } from '#platform/db/wal-archive.ts'
import type { Files } from '#platform/files/files.ts'
import { sealFor } from './keys.ts'
import { idAt } from './manifest.ts'
import { content, store } from './streams.ts'
import { type Entry, packed, unpack } from './tar.ts'
import { archivedSum, fetchLog, type LogArchive, openerFor, removeLogBefore, sealedName } from './wal-archive.ts'

const Base = z.object({
  id: z.string(),
  /** The first segment of the log that it needs. */
  firstSegment: z.string(),
  /** From this moment on the database can be brought to any moment. */
  endedAt: z.string(),
  postgres: z.string(),
  /** The copied folder as it lies in the archive. */
  name: z.string(),
  bytes: z.number(),
  sha256: z.string(),
})
export type Base = z.infer<typeof Base>

/** Folders whose content belongs to the running server; the folders themselves must be there. */
const EMPTIED = /^(pg_wal|pg_replslot|pg_dynshmem|pg_notify|pg_serial|pg_snapshots|pg_stat_tmp|pg_subtrans)$/
/** Files that a base backup leaves out, by PostgreSQL's manual. */
const LEFT_OUT = /^(postmaster\.(pid|opts)|backup_label.*|tablespace_map.*|pg_internal\.init.*|pgsql_tmp.*)$/
/** How long the last segments may take into the archive; after that somebody must hear it. */
const ARCHIVING_MS = 600_000
const LOOK_EVERY_MS = 200

const infoOf = (id: string) => `base/${id}.json`

export type BaseOptions = {
  archive: LogArchive
  /** Where the running product takes the log from. */
  spool: string
  now?: () => Date
  archivingMs?: number
}
/** Copies the folder of the running database into the archive; the product must take the log there meanwhile. */
export async function makeBase(config: pg.ClientConfig, options: BaseOptions): Promise<Base> {
  const { archive, spool, now = () => new Date(), archivingMs = ARCHIVING_MS } = options
  const { place } = archive
  const id = idAt(now())
  return withClient(config, async client => {
    const { rows } = await client.query<{ mode: string; command: string; folder: string; version: string }>(
      `select current_setting('archive_mode') as mode, current_setting('archive_command') as command,
        current_setting('data_directory') as folder, current_setting('server_version') as version`,
    )
    const { mode, command = '', folder = '', version = '' } = rows[0] ?? {}
    if (mode !== 'on' || command !== spoolCommand(spool))
      throw new Error('The database does not archive: start the product with WATTDESK_WAL_ARCHIVE set, and then this.')
    if (readdirSync(join(folder, 'pg_tblspc')).length > 0)
      throw new Error('The database has tablespaces, which a base backup does not hold.')
    await client.query(`set statement_timeout = ${ARCHIVING_MS}`)
    const label = pg.escapeLiteral(`wattdesk ${id}`)
    const { rows: begun } = await client.query<{ segment: string }>(
      `select pg_walfile_name(pg_backup_start(${label}, true)) as segment`,
    )
    let last = ''
    async function* entries(): AsyncGenerator<Entry> {
      yield* entriesOf(folder, '')
      // Read last, so that no other file is newer.
      yield { name: 'global/pg_control', path: join(folder, 'global/pg_control'), bytes: 8192 }
      const { rows: ended } = await client.query<{ labelfile: string; segment: string }>(
        'select labelfile, pg_walfile_name(lsn) as segment from pg_backup_stop(true)',
      )
      last = ended[0]?.segment ?? ''
      yield { name: 'backup_label', content: Buffer.from(ended[0]?.labelfile ?? '') }
    }
    const name = sealedName(`base/${id}.tar.zst`, archive)
    const seal = sealFor(archive.recipients)
    const stored = await store(place, name, packed(entries()), { seal, isCompressed: true })
    await demandArchived(place, last, archivingMs)
    const { rows: at } = await client.query<{ at: Date }>('select clock_timestamp() as at')
    const base: Base = {
      id,
      firstSegment: begun[0]?.segment ?? '',
      endedAt: (at[0]?.at ?? now()).toISOString(),
      postgres: version,
      ...stored,
    }
    await place.put(infoOf(id), Buffer.from(`${JSON.stringify(base, null, 1)}\n`))
    return base
  })
}

/** Waits until a segment is in the archive: without it the base backup leads nowhere. */
async function demandArchived(place: Files, segment: string, patienceMs: number): Promise<void> {
  const until = performance.now() + patienceMs
  while ((await archivedSum(place, segment)) === undefined) {
    if (performance.now() > until)
      throw new Error(
        `The log of the base backup did not reach the archive: ${segment} is missing. The product tells why in its log.`,
      )
    await pause(LOOK_EVERY_MS)
  }
}

async function* entriesOf(root: string, under: string): AsyncGenerator<Entry> {
  for (const found of await readdir(join(root, under), { withFileTypes: true })) {
    const name = under === '' ? found.name : `${under}/${found.name}`
    const path = join(root, name)
    if (LEFT_OUT.test(found.name) || name === 'global/pg_control') continue
    if (found.isDirectory()) {
      yield { name, isFolder: true }
      if (!EMPTIED.test(name)) yield* entriesOf(root, name)
    } else if (found.isFile()) {
      const bytes = await stat(path).then(
        s => s.size,
        () => undefined,
      )
      if (bytes !== undefined) yield { name, path, bytes }
    }
  }
}

/** The base backups of an archive, oldest first. */
export async function basesIn(place: Files): Promise<Base[]> {
  const bases: Base[] = []
  for await (const name of place.list('base')) {
    if (!name.endsWith('.json')) continue
    const found = await place.get(name)
    if (found) bases.push(Base.parse(await json(found.stream)))
  }
  return bases.sort((a, b) => (a.id < b.id ? -1 : 1))
}

/** Removes all but the newest base backups, and the segments that none of them needs; returns the removed names. */
export async function keepBases(place: Files, keep: number): Promise<string[]> {
  const bases = await basesIn(place)
  const gone = bases.slice(0, Math.max(0, bases.length - keep))
  for (const { id, name } of gone) {
    await place.remove(infoOf(id))
    await place.remove(name)
  }
  const first = bases[gone.length]?.firstSegment
  if (first !== undefined) await removeLogBefore(place, first)
  return gone.map(b => b.id)
}

export type Moment = {
  place: Files
  /** The folder of the database that is made. */
  folder: string
  /** Undefined: the end of the archive. */
  until: Date | undefined
  /** The text of a file of private keys, for a sealed archive. */
  identities?: string | undefined
}
/**
 * Makes the database of a data folder as it was at a moment, or without one at the end of the archive. The folder must not
 * hold one. A restore that breaks off leaves folders beside the right place, which the next attempt clears away.
 */
export async function restoreUntil({ place, folder, until, identities }: Moment): Promise<Base> {
  const dir = resolve(folder)
  if (existsSync(dir) && readdirSync(dir).length > 0)
    throw new Error(
      `There is something in ${dir} already. Point in time restores into a fresh data folder: set WATTDESK_DATA.`,
    )
  const base = await baseFor(place, until)
  const made = restoredFolder(dir)
  const log = `${dir}.log`
  for (const each of [made, log]) {
    rmSync(each, { recursive: true, force: true })
    makeFolderForPostgres(each)
  }
  const { stream, check } = await content(place, base, { open: openerFor(base.name, identities), isCompressed: true })
  await unpack(stream, made, giveToPostgres)
  check()
  const breaksOff = await fetchLog(place, { first: base.firstSegment, into: log, identities })
  if (breaksOff && !until) throw new Error(`${breaksOff} Give --until a moment before it.`)
  writeFileSync(join(made, 'recovery.signal'), '')
  giveToPostgres(join(made, 'recovery.signal'))
  await recover({ made, log, until, breaksOff })
  if (existsSync(dir)) rmdirSync(dir)
  renameSync(made, dir)
  rmSync(`${made}.lock`, { force: true })
  rmSync(log, { recursive: true })
  return base
}

/** The newest base backup that ended before a moment. */
async function baseFor(place: Files, until: Date | undefined): Promise<Base> {
  const bases = await basesIn(place)
  const base = bases.filter(b => !until || new Date(b.endedAt) <= until).at(-1)
  if (base) return base
  throw new Error(
    bases[0]
      ? `The archive leads back to ${bases[0].endedAt}, the end of its oldest base backup.`
      : 'There is no base backup in the archive: npm run admin -- backup --base makes one.',
  )
}

type Recovery = { made: string; log: string; until: Date | undefined; breaksOff: string | undefined }
/** Lets PostgreSQL bring a copied folder to a moment, by a log that may break off. */
async function recover({ made, log, until, breaksOff }: Recovery): Promise<void> {
  try {
    // Nothing is archived from here: this may be a drill, beside the installation that goes on.
    const server = await startPostgres(made, recoveryFlags(log, until))
    await server.stop()
  } catch (error) {
    if (!(error instanceof NotStarted && error.log.includes('before configured recovery target was reached')))
      throw error
    const why = breaksOff ?? '--until latest brings the database to the end of the archive.'
    throw new Error(`The archive ends before ${until?.toISOString()}. ${why}`, { cause: error })
  }
}
