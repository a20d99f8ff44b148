// `npm run admin -- archive`: moves old meter values and frames into Parquet files of an object store, from where the same
// screens read them, and back (docs/decisions/0055-old-data-in-parquet.md). Works beside a running product and without one.
// Broken off at any moment, the same command goes on.
import { parseArgs } from 'node:util'
import { sql } from 'kysely'
import type pg from 'pg'
import { archiveMeters, bringMetersBack, type MovedMeters } from '#charging/metering/meter-archive.store.ts'
import { archiveFrames, bringFramesBack } from '#fleet/charger-logs/frame-archive.store.ts'
import { makeFrameParts } from '#office/installation/parts.store.ts'
import { type Archive, openArchive } from '#platform/archive/archive.ts'
import {
  type ArchiveKind,
  alone,
  checkedRows,
  demandThere,
  type NamedFile,
  namedFiles,
} from '#platform/archive/archived.ts'
import { type Db, openDb } from '#platform/db/db.ts'
import { DAY_MS } from '#platform/db/parts.ts'
import type { Config } from './config.ts'
import { archivePlace, archiveStore } from './stores.ts'

export const ARCHIVE_USAGE = `       npm run admin -- archive --before YYYY-MM-DD [--to WHERE] [--kind meter_value | ocpp_frame] [--dry-run]
       npm run admin -- archive --list | --verify
       npm run admin -- archive --back [--kind …] [--month YYYY-MM] [--company ID]
       WHERE is a folder, or s3://bucket/prefix?region=…&endpoint=…; without --to the files lie beside the uploaded ones`

const OPTIONS = {
  before: { type: 'string' },
  to: { type: 'string' },
  kind: { type: 'string' },
  'dry-run': { type: 'boolean' },
  list: { type: 'boolean' },
  verify: { type: 'boolean' },
  back: { type: 'boolean' },
  month: { type: 'string' },
  company: { type: 'string' },
} as const
type Say = (text: string) => void
type Work = { db: Db; archive: Archive; say: Say; now: Date }

/** Chargers that were away send readings again for days; sessions of the last month are looked at most. */
const LEAST_DAYS = 30
/** The database drops frames after so many days. */
const FRAME_DAYS = 90
const KINDS: readonly ArchiveKind[] = ['meter_value', 'ocpp_frame']

/**
 * Runs the command `archive`, whose arguments are given, on an open database. Returns false where something is wrong with
 * the archive; rejects with a text for people.
 */
export async function archiveCommand(
  args: readonly string[],
  { db, config, say, now = new Date() }: { db: Db; config: Config; say: Say; now?: Date },
): Promise<boolean> {
  const { values } = parseArgs({ args: args.slice(1), options: OPTIONS })
  const { before, list, verify, back } = values
  if ([before, list, verify, back].filter(v => v !== undefined).length !== 1)
    throw new Error(`Usage:\n${ARCHIVE_USAGE}`)
  const kinds = kindsIn(values.kind)
  const work: Work = { db, archive: openArchive(place => archiveStore(config, place)), say, now }
  if (list) return tellFiles(work)
  if (verify) return verifyFiles(work)
  if (before !== undefined) {
    const place = archivePlace(values.to)
    // A wrong name of a store is told before anything is read.
    work.archive.storeOf(place)
    const meant = { before: dayBefore(before, now), place }
    return alone(db, () => moveAway(work, kinds, meant, values['dry-run'] ?? false))
  }
  const company = values.company === undefined ? undefined : Number(values.company)
  if (company !== undefined && !Number.isSafeInteger(company)) throw new Error('--company needs the id of a company.')
  if (values.month !== undefined && !/^20\d\d-(0[1-9]|1[0-2])$/.test(values.month))
    throw new Error('--month needs a month, as 2026-03.')
  const isMeant = (f: NamedFile) =>
    kinds.includes(f.kind) &&
    (values.month === undefined || f.month.startsWith(values.month)) &&
    (company === undefined || f.companyId === company)
  return alone(db, async () => bringFilesBack(work, (await namedFiles(db)).filter(isMeant)))
}

function kindsIn(kind: string | undefined): readonly ArchiveKind[] {
  if (kind === undefined) return KINDS
  const kinds = KINDS.filter(k => k === kind)
  if (kinds.length === 0) throw new Error(`--kind is one of ${KINDS.join(', ')}.`)
  return kinds
}

/** The first instant of a day, UTC, as the days of the tables are. */
function dayBefore(text: string, now: Date): Date {
  const day = new Date(`${text}T00:00:00Z`)
  if (!/^\d{4}-\d\d-\d\d$/.test(text) || !day.toJSON()?.startsWith(text))
    throw new Error('--before needs a day, as 2026-03-31.')
  const latest = new Date(now.getTime() - LEAST_DAYS * DAY_MS)
  if (day > latest)
    throw new Error(
      `--before must be ${LEAST_DAYS} days ago or earlier: ${latest.toISOString().slice(0, 10)} at the latest.`,
    )
  return day
}

const megabytes = (bytes: number): string => `${(bytes / 1_000_000).toFixed(1)} MB`
const ROWS_OF: Record<ArchiveKind, string> = { meter_value: 'meter values', ocpp_frame: 'rows of frames' }

async function moveAway(
  { db, archive, say }: Work,
  kinds: readonly ArchiveKind[],
  meant: { before: Date; place: string },
  isDryRun: boolean,
): Promise<boolean> {
  const sums = { files: 0, bytes: 0 }
  const told = (kind: ArchiveKind) => (moved: MovedMeters) => {
    sums.files++
    sums.bytes += moved.bytes ?? 0
    const whose = moved.companyId === null ? 'no company' : `company ${moved.companyId}`
    const what = `${moved.month.slice(0, 7)}, ${whose}: ${moved.n} ${ROWS_OF[kind]} of ${moved.blocks} blocks`
    say(moved.name === undefined ? what : `${what} → ${moved.name}, ${megabytes(moved.bytes ?? 0)}`)
  }
  const target = isDryRun ? undefined : archive
  if (kinds.includes('meter_value')) await archiveMeters(db, target, meant, told('meter_value'))
  if (kinds.includes('ocpp_frame')) await archiveFrames(db, target, meant, told('ocpp_frame'))
  if (sums.files === 0) say('There is nothing to archive.')
  else if (isDryRun) say(`${sums.files} files would be written; nothing was changed.`)
  else
    say(
      `${sums.files} files, ${megabytes(sums.bytes)}, are written, read back and compared; their rows are out of the database, whose space is used again after the next vacuum.`,
    )
  return true
}

async function tellFiles({ db, say }: Work): Promise<boolean> {
  const files = await namedFiles(db)
  for (const f of files)
    say(
      `${f.name}  ${f.n} ${ROWS_OF[f.kind]}, ${megabytes(f.bytes)}, in ${f.place === '' ? "the installation's own store" : f.place}`,
    )
  if (files.length === 0) say('Nothing is archived.')
  return true
}

async function verifyFiles({ db, archive, say }: Work): Promise<boolean> {
  const files = await namedFiles(db)
  let wrong = 0
  for (const file of files)
    await checkedRows(archive, file).catch((error: Error) => {
      wrong++
      say(`${file.name}: ${error.message}`)
    })
  say(
    wrong === 0
      ? `${files.length} files of the archive are whole: read, with the sums of their bytes and the numbers of their rows.`
      : `${wrong} of ${files.length} files of the archive are damaged or cannot be read.`,
  )
  return wrong === 0
}

async function bringFilesBack({ db, archive, say, now }: Work, files: readonly NamedFile[]): Promise<boolean> {
  if (files.length === 0) say('The archive has no such file.')
  const kept = new Date(now.getTime() - FRAME_DAYS * DAY_MS)
  if (files.some(f => f.kind === 'ocpp_frame')) await makeFrameParts(db, kept)
  for (const file of files) {
    if (file.kind === 'ocpp_frame' && new Date(`${file.month}T00:00:00Z`) < kept) {
      say(`${file.name} stays: the database would drop its frames, which are older than ${FRAME_DAYS} days.`)
      continue
    }
    await (file.kind === 'meter_value' ? bringMetersBack : bringFramesBack)(db, archive, file)
    say(`${file.name}: ${file.n} ${ROWS_OF[file.kind]} are back in the database. The file is no longer read.`)
  }
  return true
}

/**
 * Tells of the archive that a database names: whether each file is there, and which are not among the uploaded files and so
 * in no backup. Returns false where a file is missing or cannot be reached.
 */
export async function tellArchive(connection: pg.ClientConfig, config: Config, say: Say): Promise<boolean> {
  const db = openDb({ ...(connection as pg.PoolConfig), max: 2 })
  try {
    // A backup of an earlier version has no archive.
    const { rows } = await sql<{ is: boolean }>`select to_regclass('archive_file') is not null as is`.execute(db)
    const files = rows[0]?.is ? await namedFiles(db) : []
    const archive = openArchive(place => archiveStore(config, place))
    let wrong = 0
    for (const file of files)
      await demandThere(archive, file).catch((error: Error) => {
        wrong++
        say(`Archive: ${error.message}`)
      })
    for (const place of new Set(files.map(f => f.place).filter(p => p !== ''))) {
      const there = files.filter(f => f.place === place)
      const bytes = there.reduce((sum, f) => sum + f.bytes, 0)
      say(`Archive: ${there.length} files, ${megabytes(bytes)}, lie in ${place} and are in no backup of Wattdesk.`)
    }
    return wrong === 0
  } finally {
    await db.destroy()
  }
}
