// `npm run admin -- backup` and `npm run admin -- restore`: the whole installation into a folder or a bucket, and back into
// an empty database; `backup --base` and `restore --until` for the embedded database, by its archive. They work beside a running product and without one, and change no schema of the database that they
// back up.
import { existsSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import type pg from 'pg'
import { backUp } from '#platform/backup/backup.ts'
import { keepBases, makeBase, restoreUntil } from '#platform/backup/base.ts'
import type { Opener, SealedFor } from '#platform/backup/keys.ts'
import { backupOf, backupsIn, keepNewest, type Manifest } from '#platform/backup/manifest.ts'
import { openerOf, verify } from '#platform/backup/read.ts'
import { restore } from '#platform/backup/restore.ts'
import type { LogArchive } from '#platform/backup/wal-archive.ts'
import { connectionOf, reach } from '#platform/db/db.ts'
import { startPostgres } from '#platform/db/embedded.ts'
import { FolderInUse } from '#platform/db/folder-lock.ts'
import { socketConfig } from '#platform/db/postgres-runner.ts'
import { spoolIn } from '#platform/db/wal-archive.ts'
import type { Files } from '#platform/files/files.ts'
import { productVersion } from '#platform/telemetry/version.ts'
import { tellArchive } from './admin-archive.ts'
import type { Config } from './config.ts'
import { logArchive, ownFiles, storeAt } from './stores.ts'

export const BACKUP_USAGE = `       npm run admin -- backup --to WHERE (--recipient age1… | --passphrase-file FILE | --open) [--without-files] [--keep N]
       npm run admin -- backup --list WHERE
       npm run admin -- backup --verify WHERE [--backup NAME] [--identity FILE | --passphrase-file FILE]
       npm run admin -- restore --from WHERE [--backup NAME] [--identity FILE | --passphrase-file FILE]
           [--into postgres://…] [--without-files]
       npm run admin -- backup --base [--keep N]
       npm run admin -- restore --until 2026-11-28T10:00:00Z | latest [--identity FILE]
       WHERE is a folder, or s3://bucket/prefix?region=…&endpoint=…`

const NEW_ARCHIVE =
  'If the product goes on from here, give it another WATTDESK_WAL_ARCHIVE and make a base backup: the present one belongs to the database of before.'

const USAGE = `Usage:\n${BACKUP_USAGE}`

const OPTIONS = {
  to: { type: 'string' },
  from: { type: 'string' },
  list: { type: 'string' },
  verify: { type: 'string' },
  backup: { type: 'string' },
  recipient: { type: 'string', multiple: true },
  'passphrase-file': { type: 'string' },
  identity: { type: 'string' },
  open: { type: 'boolean' },
  'without-files': { type: 'boolean' },
  keep: { type: 'string' },
  into: { type: 'string' },
  base: { type: 'boolean' },
  until: { type: 'string' },
} as const
type Values = ReturnType<
  typeof parseArgs<{ options: typeof OPTIONS; args: string[]; allowPositionals: true }>
>['values']
type Say = (text: string) => void

/** Runs the command `backup` or `restore`, whose arguments are given; false where something is wrong with a backup. */
export async function backupCommand(args: readonly string[], config: Config, say: Say): Promise<boolean> {
  const { values, positionals } = parseArgs({ args: [...args], options: OPTIONS, allowPositionals: true })
  const { to, from, list, verify: verified, base, until } = values
  const [command] = positionals
  if (positionals.length !== 1 || [to, from, list, verified, base, until].filter(w => w !== undefined).length !== 1)
    throw new Error(USAGE)
  if (command === 'backup' && list !== undefined) return tellBackups(placeOf(list), say)
  if (command === 'backup' && verified !== undefined) return verifyBackup(placeOf(verified), values, say)
  if (command === 'backup' && to !== undefined) return makeBackup(to, values, config, say)
  if (command === 'backup' && base) return makeBaseBackup(values, config, say)
  if (command === 'restore' && until !== undefined) return restoreMoment(until, values, config, say)
  if (command === 'restore' && from !== undefined) return restoreBackup(placeOf(from), values, config, say)
  throw new Error(USAGE)
}

const placeOf = (where: string): Files => storeAt(where, 'The bucket of backups')

export function passphraseIn(file: string): string {
  const passphrase = readFileSync(file, 'utf8').trim()
  if (passphrase.length < 12) throw new Error(`The passphrase in ${file} is too short: it needs 12 characters.`)
  return passphrase
}

function sealedFor(values: Values): SealedFor {
  const { recipient = [], 'passphrase-file': file, open } = values
  if ([recipient.length > 0, file !== undefined, open === true].filter(Boolean).length !== 1)
    throw new Error(
      'Say who may open the backup: --recipient with a public key of age (also several), --passphrase-file, or --open for anybody. It holds the secrets and the personal data of the installation.',
    )
  if (file !== undefined) return { passphrase: passphraseIn(file) }
  return open ? 'anybody' : { recipients: recipient }
}

function openerIn(values: Values): Opener | undefined {
  if (values['passphrase-file'] !== undefined) return { passphrase: passphraseIn(values['passphrase-file']) }
  return values.identity === undefined ? undefined : { identities: readFileSync(values.identity, 'utf8') }
}

function keepIn({ keep }: Values): number | undefined {
  if (keep === undefined) return undefined
  if (!/^[1-9]\d{0,5}$/.test(keep)) throw new Error('--keep needs a number from 1 on.')
  return Number(keep)
}

const megabytes = (bytes: number): string => `${(bytes / 1_000_000).toFixed(1)} MB`
const sizeOf = (m: Manifest): number =>
  m.tables.flatMap(t => t.chunks).reduce((n, c) => n + c.bytes, 0) + (m.files ? m.files.bytes + m.files.list.bytes : 0)
const rowsOf = (m: Manifest): number => m.tables.reduce((n, t) => n + t.rows, 0)
const lineOf = (m: Manifest): string =>
  `${m.id}  ${m.tables.length} tables, ${rowsOf(m)} rows, ${m.files ? `${m.files.count} files` : 'without files'}, ${megabytes(sizeOf(m))}, ${m.mode ?? 'no'} mode, Wattdesk ${m.version}, ${m.sealed === 'anybody' ? 'open' : `sealed for ${m.sealed}`}`

async function tellBackups(place: Files, say: Say): Promise<boolean> {
  const all = await backupsIn(place)
  for (const m of all) say(lineOf(m))
  if (all.length === 0) say('There is no whole backup there.')
  return all.length > 0
}

/** Uses the database of DATABASE_URL, or the embedded one: that of a running product, or started for the while. */
async function withDatabase<T>(config: Config, use: (connection: pg.ClientConfig) => Promise<T>): Promise<T> {
  if (config.databaseUrl) return use(connectionOf(config.databaseUrl))
  const folder = join(config.dataFolder, 'db')
  try {
    if (!existsSync(join(folder, 'PG_VERSION'))) throw new Error(`There is no database in ${folder}.`)
    const embedded = await startPostgres(folder)
    try {
      return await use(embedded.config)
    } finally {
      await embedded.stop()
    }
  } catch (error) {
    // The product runs: its database is open already.
    if (error instanceof FolderInUse) return use(socketConfig(folder))
    throw error
  }
}

async function makeBackup(where: string, values: Values, config: Config, say: Say): Promise<boolean> {
  const keep = keepIn(values)
  const files = values['without-files'] ? undefined : ownFiles(config)
  const uploads = join(config.dataFolder, 'files')
  if (files && !config.filesBucket && `${resolve(where)}/`.startsWith(`${uploads}/`))
    throw new Error(`${where} lies among the uploaded files, which would be backed up into themselves.`)
  const sealed = sealedFor(values)
  const place = placeOf(where)
  const { manifest, isWell } = await withDatabase(config, async connection => ({
    manifest: await backUp(connection, { place, sealedFor: sealed, files, version: productVersion() }),
    isWell: await tellArchive(connection, config, say),
  }))
  say(lineOf(manifest))
  if (keep !== undefined) for (const id of await keepNewest(place, keep, new Date())) say(`${id} is removed.`)
  return isWell
}

async function verifyBackup(place: Files, values: Values, say: Say): Promise<boolean> {
  const manifest = await backupOf(place, values.backup)
  const opener = openerIn(values)
  const open = opener || manifest.sealed === 'anybody' ? await openerOf(place, manifest, opener) : undefined
  const wrong = await verify(place, manifest, open)
  for (const text of wrong) say(text)
  const how = open ? 'opened and counted' : 'not opened: the bytes are those that were written'
  say(
    wrong.length === 0
      ? `${lineOf(manifest)}: whole (${how}).`
      : `${manifest.id} is damaged in ${wrong.length} places.`,
  )
  return wrong.length === 0
}

async function restoreBackup(place: Files, values: Values, config: Config, say: Say): Promise<boolean> {
  const manifest = await backupOf(place, values.backup)
  if (manifest.mode !== null && manifest.mode !== config.mode)
    throw new Error(`The backup is of ${manifest.mode} mode: set WATTDESK_MODE=${manifest.mode}.`)
  const open = await openerOf(place, manifest, openerIn(values))
  const files = values['without-files'] || !manifest.files ? undefined : ownFiles(config)
  const url = values.into ?? config.databaseUrl
  const load = async (connection: pg.ClientConfig) => {
    await reach(connection, { say })
    const restored = await restore(connection, { place, manifest, open, files, say })
    return { ...restored, isWell: await tellArchive(connection, config, say) }
  }
  const folder = join(config.dataFolder, 'db')
  const restored = await (url ? load(connectionOf(url)) : intoFolder(folder, load))
  const rows = restored.tables.reduce((n, t) => n + t.rows, 0)
  say(
    `${manifest.id} is restored: ${restored.tables.length} tables with ${rows} rows, each compared with its sum, and ${restored.files} files.`,
  )
  if (!url && config.walArchive) say(NEW_ARCHIVE)
  return restored.isWell
}

/** Restores into the embedded database of a data folder, which is made where there is none. */
async function intoFolder<T>(folder: string, load: (connection: pg.ClientConfig) => Promise<T>): Promise<T> {
  // Without the archive: that belongs to the database of before.
  const embedded = await startPostgres(folder)
  try {
    return await load(embedded.config)
  } finally {
    await embedded.stop()
  }
}

function demandArchive({ walArchive }: Config): LogArchive {
  if (walArchive) return logArchive(walArchive)
  throw new Error(
    'Point in time needs WATTDESK_WAL_ARCHIVE, the folder or bucket that the log of the embedded database is archived into.',
  )
}

async function makeBaseBackup(values: Values, config: Config, say: Say): Promise<boolean> {
  const archive = demandArchive(config)
  const keep = keepIn(values)
  const spool = spoolIn(config.dataFolder)
  const base = await withDatabase(config, connection => makeBase(connection, { archive, spool }))
  say(
    `${base.id}  base backup, ${megabytes(base.bytes)}: from ${base.endedAt} on the database can be brought to any moment.`,
  )
  if (keep !== undefined) for (const id of await keepBases(archive.place, keep)) say(`${id} is removed, with its log.`)
  return true
}

async function restoreMoment(text: string, values: Values, config: Config, say: Say): Promise<boolean> {
  const { place } = demandArchive(config)
  const until = text === 'latest' ? undefined : new Date(text)
  // Without a zone it would be read in that of the machine.
  if (until && !(/T.*(Z|[+-]\d\d:\d\d)$/.test(text) && Number.isFinite(until.getTime())))
    throw new Error(
      '--until needs a moment with its zone, as 2026-11-28T10:00:00Z or 2026-11-28T15:30:00+05:30, or latest.',
    )
  const folder = join(config.dataFolder, 'db')
  const identities = values.identity === undefined ? undefined : readFileSync(values.identity, 'utf8')
  const base = await restoreUntil({ place, folder, until, identities })
  say(
    `${folder} is the database ${until ? `as it was at ${until.toISOString()}` : 'up to the end of the archive'}, from base backup ${base.id}.`,
  )
  say(NEW_ARCHIVE)
  return true
}
