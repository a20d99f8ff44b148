// The manifest of a backup: what lies there, with sums. It is written last, so that a backup without a manifest broke off
// and counts for nothing.
import { createHash } from 'node:crypto'
import { buffer, text } from 'node:stream/consumers'
import { z } from 'zod'
import type { Files } from '#platform/files/files.ts'

/** A file as it lies in the backup, sealed and compressed; also a line of the list of uploaded files, by their own names. */
export const Stored = z.object({ name: z.string(), bytes: z.number(), sha256: z.string() })
export type Stored = z.infer<typeof Stored>

const Table = z.object({
  schema: z.string(),
  name: z.string(),
  /** For a part of a table: the whole table, and the rows that the part takes. */
  parent: z.string().nullable(),
  bound: z.string().nullable(),
  columns: z.array(z.string()),
  rows: z.number(),
  /** The sum of the hashes of all rows, whatever their order. */
  sum: z.string(),
  chunks: z.array(Stored.extend({ rows: z.number() })),
})
export type BackupTable = z.infer<typeof Table>

const Sequence = z.object({ schema: z.string(), name: z.string(), value: z.string(), isCalled: z.boolean() })

export const Manifest = z.object({
  format: z.literal(1),
  id: z.string(),
  /** The moment that the backup shows. */
  at: z.string(),
  /** When the last of it was written. */
  endedAt: z.string(),
  /** The version of Wattdesk and of PostgreSQL. */
  version: z.string(),
  postgres: z.string(),
  /** Test or live, where the installation has kept it. */
  mode: z.string().nullable(),
  sealed: z.enum(['passphrase', 'recipients', 'anybody']),
  /** The sealed key; null where nothing is sealed. Backups of 0.1.0 do not name it. */
  key: Stored.nullish(),
  migrations: z.array(z.object({ name: z.string(), checksum: z.string().nullable() })),
  /** The version of the tables of jobs; null where there are none yet. */
  jobs: z.number().nullable(),
  tables: z.array(Table),
  sequences: z.array(Sequence),
  /** Uploaded files; null where they were left out. */
  files: z.object({ count: z.number(), bytes: z.number(), list: Stored }).nullable(),
})
export type Manifest = z.infer<typeof Manifest>

const NAME = 'manifest.json'
const SUM_NAME = 'manifest.sha256'
export const KEY_FILE = 'key.age'
const ID = /^\d{8}T\d{6}Z$/
/** A folder without a manifest that began so long ago belongs to a backup that broke off. */
const BROKEN_MS = 86_400_000

/** The name of a backup: the moment of its beginning, to the second. */
export const idAt = (at: Date): string => `${at.toISOString().slice(0, 19).replaceAll(/[-:]/g, '')}Z`
const momentOf = (id: string): number =>
  Date.parse(id.replace(/^(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z$/, '$1-$2-$3T$4:$5:$6Z'))

export async function writeManifest(place: Files, m: Manifest): Promise<void> {
  const bytes = Buffer.from(`${JSON.stringify(m, null, 1)}\n`)
  await place.put(`${m.id}/${SUM_NAME}`, Buffer.from(`${sumOf(bytes)}\n`))
  await place.put(`${m.id}/${NAME}`, bytes)
}

const sumOf = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex')

async function readManifest(place: Files, id: string): Promise<Manifest | undefined> {
  const found = await place.get(`${id}/${NAME}`)
  if (!found) return undefined
  const bytes = await buffer(found.stream)
  const sum = await place.get(`${id}/${SUM_NAME}`)
  if (sum && (await text(sum.stream)).trim() !== sumOf(bytes))
    throw new Error(`The manifest of backup ${id} is damaged.`)
  const parsed = Manifest.safeParse(JSON.parse(bytes.toString()))
  if (!parsed.success) throw new Error(`The manifest of backup ${id} is not one that this version of Wattdesk reads.`)
  return parsed.data
}

const idsIn = async (place: Files): Promise<string[]> => (await place.folders()).filter(id => ID.test(id)).sort()

/** The names of the whole backups of a place, oldest first. */
export async function backupsIn(place: Files): Promise<Manifest[]> {
  const all: Manifest[] = []
  for (const id of await idsIn(place)) {
    const manifest = await readManifest(place, id)
    if (manifest) all.push(manifest)
  }
  return all
}

/** The backup of a name, or the newest one. Throws with a text for people. */
export async function backupOf(place: Files, id: string | undefined): Promise<Manifest> {
  if (id !== undefined && !ID.test(id)) throw new Error(`${id} is no name of a backup; they read as 20261128T093000Z.`)
  const ids = id === undefined ? (await idsIn(place)).reverse() : [id]
  for (const each of ids) {
    const manifest = await readManifest(place, each)
    if (manifest) return manifest
  }
  throw new Error(id === undefined ? 'There is no whole backup there.' : `There is no whole backup ${id} there.`)
}

/** Removes all but the newest backups, and what broke off more than a day ago; returns the removed names. */
export async function keepNewest(place: Files, keep: number, now: Date): Promise<string[]> {
  const whole = (await backupsIn(place)).map(m => m.id)
  const gone = new Set(whole.slice(0, Math.max(0, whole.length - keep)))
  const removed: string[] = []
  for (const id of await idsIn(place)) {
    const isBroken = !whole.includes(id) && momentOf(id) <= now.getTime() - BROKEN_MS
    if (!gone.has(id) && !isBroken) continue
    // First of all, so that nobody takes the rest for a backup.
    await place.remove(`${id}/${NAME}`)
    let count = 0
    for await (const name of place.list(id)) {
      await place.remove(name)
      count++
    }
    // An empty folder is left of what was removed before.
    if (count > 0) removed.push(id)
  }
  return removed
}
