// Point in time, for the embedded PostgreSQL: a base backup is its folder, copied while it runs, and the archived log of
// changes (platform/db/wal-archive.ts) leads from there to any later moment. Both lie in one archive.
import { existsSync, readdirSync, renameSync, rmdirSync, rmSync, writeFileSync } from 'node:fs'
import { readdir, stat } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import type { Readable } from 'node:stream'
import { json } from 'node:stream/consumers'
import pg from 'pg'
import { z } from 'zod'
import { withClient } from '#platform/db/db.ts'
import { startPostgres } from '#platform/db/embedded.ts'
import { giveToPostgres, makeFolderForPostgres, NotStarted } from '#platform/db/postgres-runner.ts'
import { archiveCommand, recoveryFlags, walFolder } from '#platform/db/wal-archive.ts'
import { folderFiles } from '#platform/files/files.ts'
import { openKey } from './keys.ts'
import { idAt } from './manifest.ts'
import { content, store } from './streams.ts'
import { type Entry, packed, unpack } from './tar.ts'

const Base = z.object({
  id: z.string(),
  /** The first segment of the log that it needs. */
  firstSegment: z.string(),
  /** From this moment on the database can be brought to any moment. */
  endedAt: z.string(),
  postgres: z.string(),
  bytes: z.number(),
  sha256: z.string(),
})
export type Base = z.infer<typeof Base>

/** Folders whose content belongs to the running server; the folders themselves must be there. */
const EMPTIED = /^(pg_wal|pg_replslot|pg_dynshmem|pg_notify|pg_serial|pg_snapshots|pg_stat_tmp|pg_subtrans)$/
/** Files that a base backup leaves out, by PostgreSQL's manual. */
const LEFT_OUT = /^(postmaster\.(pid|opts)|backup_label.*|tablespace_map.*|pg_internal\.init.*|pgsql_tmp.*)$/
/** PostgreSQL waits until the last segments are archived; where they cannot be, somebody must hear it. */
const ARCHIVING_MS = 600_000

const infoOf = (id: string) => `base/${id}.json`
const tarOf = (id: string) => `base/${id}.tar.zst`
const asItIs = { seal: async (s: Readable) => s, isCompressed: true }

/** Copies the folder of the running database into the archive. */
export async function makeBase(config: pg.ClientConfig, archive: string, now = () => new Date()): Promise<Base> {
  const place = folderFiles(archive)
  const id = idAt(now())
  return withClient(config, async client => {
    const { rows } = await client.query<{ mode: string; command: string; folder: string; version: string }>(
      `select current_setting('archive_mode') as mode, current_setting('archive_command') as command,
        current_setting('data_directory') as folder, current_setting('server_version') as version`,
    )
    const { mode, command = '', folder = '', version = '' } = rows[0] ?? {}
    if (mode !== 'on' || command !== archiveCommand(archive))
      throw new Error(
        `The database does not archive into ${archive}: start the product with WATTDESK_WAL_ARCHIVE set, and then this.`,
      )
    if (readdirSync(join(folder, 'pg_tblspc')).length > 0)
      throw new Error('The database has tablespaces, which a base backup does not hold.')
    await client.query(`set statement_timeout = ${ARCHIVING_MS}`)
    const label = pg.escapeLiteral(`wattdesk ${id}`)
    const { rows: begun } = await client.query<{ segment: string }>(
      `select pg_walfile_name(pg_backup_start(${label}, true)) as segment`,
    )
    async function* entries(): AsyncGenerator<Entry> {
      yield* entriesOf(folder, '')
      // Read last, so that no other file is newer.
      yield { name: 'global/pg_control', path: join(folder, 'global/pg_control'), bytes: 8192 }
      const { rows: ended } = await client.query<{ labelfile: string }>('select labelfile from pg_backup_stop(true)')
      yield { name: 'backup_label', content: Buffer.from(ended[0]?.labelfile ?? '') }
    }
    const stored = await store(place, tarOf(id), packed(entries()), asItIs)
    const { rows: at } = await client.query<{ at: Date }>('select clock_timestamp() as at')
    const base: Base = {
      id,
      firstSegment: begun[0]?.segment ?? '',
      endedAt: (at[0]?.at ?? now()).toISOString(),
      postgres: version,
      bytes: stored.bytes,
      sha256: stored.sha256,
    }
    await place.put(infoOf(id), Buffer.from(`${JSON.stringify(base, null, 1)}\n`))
    return base
  })
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
export async function basesIn(archive: string): Promise<Base[]> {
  const place = folderFiles(archive)
  const bases: Base[] = []
  for await (const name of place.list('base')) {
    if (!name.endsWith('.json')) continue
    const found = await place.get(name)
    if (found) bases.push(Base.parse(await json(found.stream)))
  }
  return bases.sort((a, b) => (a.id < b.id ? -1 : 1))
}

/** Removes all but the newest base backups, and the segments that none of them needs; returns the removed names. */
export async function keepBases(archive: string, keep: number): Promise<string[]> {
  const place = folderFiles(archive)
  const bases = await basesIn(archive)
  const gone = bases.slice(0, Math.max(0, bases.length - keep))
  for (const { id } of gone) {
    await place.remove(infoOf(id))
    await place.remove(tarOf(id))
  }
  const first = bases[gone.length]?.firstSegment
  if (first === undefined) return []
  // A name begins with eight digits of the timeline, which does not count here; histories of timelines stay.
  const isOlder = (name: string) => /^[0-9A-F]{24}\b/.test(name) && name.slice(8, 24) < first.slice(8, 24)
  for (const name of readdirSync(walFolder(archive)).filter(isOlder)) await place.remove(`wal/${name}`)
  return gone.map(b => b.id)
}

/**
 * Makes the database of a data folder as it was at a moment, or without one at the end of the archive. The folder must not
 * hold one. A restore that breaks off leaves a folder beside the right place, which the next attempt clears away.
 */
export async function restoreUntil(archive: string, folder: string, until: Date | undefined): Promise<Base> {
  const dir = resolve(folder)
  if (existsSync(dir) && readdirSync(dir).length > 0)
    throw new Error(
      `There is something in ${dir} already. Point in time restores into a fresh data folder: set WATTDESK_DATA.`,
    )
  const bases = await basesIn(archive)
  const base = bases.filter(b => !until || new Date(b.endedAt) <= until).at(-1)
  if (!base)
    throw new Error(
      bases[0]
        ? `The archive leads back to ${bases[0].endedAt}, the end of its oldest base backup.`
        : `There is no base backup in ${archive}: npm run admin -- backup --base makes one.`,
    )
  const made = `${dir}.restored`
  rmSync(made, { recursive: true, force: true })
  makeFolderForPostgres(made)
  const file = { name: tarOf(base.id), bytes: base.bytes, sha256: base.sha256 }
  const open = await openKey(undefined, undefined)
  const { stream, check } = await content(folderFiles(archive), file, { open, isCompressed: true })
  await unpack(stream, made, giveToPostgres)
  check()
  writeFileSync(join(made, 'recovery.signal'), '')
  giveToPostgres(join(made, 'recovery.signal'))
  try {
    // Nothing is archived from here: this may be a drill, beside the installation that goes on.
    const server = await startPostgres(made, recoveryFlags(archive, until), { archive: undefined })
    await server.stop()
  } catch (error) {
    throw error instanceof NotStarted && error.log.includes('before configured recovery target was reached')
      ? new Error(
          `The archive ends before ${until?.toISOString()}. Without --until the database is brought to the end of the archive.`,
          { cause: error },
        )
      : error
  }
  if (existsSync(dir)) rmdirSync(dir)
  renameSync(made, dir)
  rmSync(`${made}.lock`, { force: true })
  return base
}
