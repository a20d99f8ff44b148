// The archive of an installation: its base backups and the log of changes since the oldest of them, in a folder or a bucket,
// sealed for public keys where there are any. Each file of the log lies there by gzip, beside the sum of its content.
import { createHash } from 'node:crypto'
import { createReadStream, createWriteStream } from 'node:fs'
import { mkdir, open, rm } from 'node:fs/promises'
import { endianness } from 'node:os'
import { join } from 'node:path'
import type { Readable } from 'node:stream'
import { text } from 'node:stream/consumers'
import { pipeline } from 'node:stream/promises'
import { createGunzip, createGzip } from 'node:zlib'
import { LOG_FILE } from '#platform/db/wal-archive.ts'
import type { Files } from '#platform/files/files.ts'
import { openWith, sealFor, type Through } from './keys.ts'
import { store } from './streams.ts'

export type LogArchive = {
  place: Files
  /** The public keys of age that everything is sealed for; none: it is not sealed. */
  recipients: readonly string[]
}

const SEALED = '.age'
const sumName = (name: string): string => `wal/${name}.sha256`

/** The name of an archived file that may be sealed. */
export const sealedName = (name: string, { recipients }: Pick<LogArchive, 'recipients'>): string =>
  recipients.length > 0 ? name + SEALED : name

/** Opens a file of the archive by its name. Throws with a text for people where it is sealed and there is no key. */
export function openerFor(name: string, identities: string | undefined): Through {
  if (!name.endsWith(SEALED)) return async stream => stream
  if (identities === undefined) throw new Error('The archive is sealed: give --identity.')
  return openWith(identities)
}

async function sumOf(stream: Readable): Promise<string> {
  const hash = createHash('sha256')
  await pipeline(stream, hash)
  return hash.digest('hex')
}

/** The sum of a file of the log that is in the archive whole; undefined where it is not. */
export async function archivedSum(place: Files, name: string): Promise<string | undefined> {
  const found = await place.get(sumName(name))
  return found && (await text(found.stream)).trim()
}

/** Where the header of a segment's first page has the number of the database's cluster (XLogLongPageHeaderData, xlp_sysid). */
const CLUSTER_AT = 24
const CLUSTER_NAME = 'wal/cluster'

/** Throws where the archive is that of another cluster; the first segment makes it that of its own. */
async function demandOwn(place: Files, name: string, path: string): Promise<void> {
  if (!segmentOf(name)) return
  const head = Buffer.alloc(CLUSTER_AT + 8)
  const file = await open(path)
  try {
    await file.read(head, 0, head.length, 0)
  } finally {
    await file.close()
  }
  const cluster = String(endianness() === 'LE' ? head.readBigUInt64LE(CLUSTER_AT) : head.readBigUInt64BE(CLUSTER_AT))
  const found = await place.get(CLUSTER_NAME)
  if (!found) return place.put(CLUSTER_NAME, Buffer.from(`${cluster}\n`))
  if ((await text(found.stream)).trim() !== cluster)
    throw new Error(`The archive belongs to another database: ${name} is not of its cluster.`)
}

/**
 * Takes a file of the log into the archive. The same file once more is nothing new; another one of the same name is refused,
 * for it belongs to another database.
 */
export async function archiveLogFile({ place, recipients }: LogArchive, name: string, path: string): Promise<void> {
  await demandOwn(place, name, path)
  const sum = await sumOf(createReadStream(path))
  const known = await archivedSum(place, name)
  if (known === sum) return
  if (known !== undefined) throw new Error(`The archive has another ${name}: it belongs to another database.`)
  const packed = createReadStream(path).pipe(createGzip({ level: 1 }))
  await store(place, sealedName(`wal/${name}.gz`, { recipients }), packed, {
    seal: sealFor(recipients),
    isCompressed: false,
  })
  // Written last: a file without its sum is not whole.
  await place.put(sumName(name), Buffer.from(`${sum}\n`))
}

/** The position of a segment in its timeline; undefined for other files of the log. */
const segmentOf = (name: string): { timeline: string; no: number } | undefined =>
  /^[0-9A-F]{24}$/.test(name)
    ? {
        timeline: name.slice(0, 8),
        no: Number.parseInt(name.slice(8, 16), 16) * 256 + Number.parseInt(name.slice(16), 16),
      }
    : undefined

/** The whole files of the log in the archive, by name: the name under which the content lies. */
async function logFiles(place: Files): Promise<Map<string, string>> {
  const contents = new Map<string, string>()
  const whole = new Set<string>()
  for await (const path of place.list('wal')) {
    const [, name = '', end] = /^wal\/(.*?)\.(gz|gz\.age|sha256)$/.exec(path) ?? []
    if (!LOG_FILE.test(name)) continue
    if (end === 'sha256') whole.add(name)
    else contents.set(name, path)
  }
  return new Map([...contents].filter(([name]) => whole.has(name)).sort())
}

/** Removes the segments that come before one. */
export async function removeLogBefore(place: Files, first: string): Promise<void> {
  const from = segmentOf(first)?.no ?? 0
  for (const [name, path] of await logFiles(place)) {
    const segment = segmentOf(name)
    if (!segment || segment.no >= from) continue
    await place.remove(sumName(name))
    await place.remove(path)
  }
}

/**
 * Brings the log from a segment on into a folder, opened, each file compared with its sum. Returns where the log breaks off, in
 * words, since PostgreSQL would take that for its end: what comes after a gap or a damaged file leads nowhere. Throws where it
 * does not even begin.
 */
export async function fetchLog(
  place: Files,
  { first, into, identities }: { first: string; into: string; identities: string | undefined },
): Promise<string | undefined> {
  const from = segmentOf(first)?.no ?? 0
  const files = [...(await logFiles(place))].filter(([name]) => (segmentOf(name)?.no ?? from) >= from)
  if (!files.some(([name]) => name === first))
    throw new Error(`The archive lacks ${first}, with which the base backup begins`)
  await mkdir(into, { recursive: true })
  const lastNo = new Map<string, number>()
  for (const [name, path] of files) {
    const segment = segmentOf(name)
    const before = segment && lastNo.get(segment.timeline)
    if (segment && before !== undefined && segment.no !== before + 1) return `The archive has a gap before ${name}.`
    if (!(await fetchFile(place, { name, path, into, identities }))) return `${path} is damaged in the archive.`
    if (segment) lastNo.set(segment.timeline, segment.no)
  }
  return undefined
}

type Fetched = { name: string; path: string; into: string; identities: string | undefined }
/** Brings a file of the log into a folder; false, and nothing is left there, where it is not what was archived. */
async function fetchFile(place: Files, { name, path, into, identities }: Fetched): Promise<boolean> {
  const found = await place.get(path)
  if (!found) return false
  const through = openerFor(path, identities)
  const here = join(into, `${name}.gz`)
  const sum = await (async () => {
    await pipeline(await through(found.stream), createWriteStream(here))
    return sumOf(createReadStream(here).pipe(createGunzip()))
  })().catch((error: Error) => {
    // Without the right key nothing opens at all.
    if (/no identity matched/.test(error.message)) throw error
    return undefined
  })
  if (sum !== undefined && sum === (await archivedSum(place, name))) return true
  await rm(here, { force: true })
  return false
}
