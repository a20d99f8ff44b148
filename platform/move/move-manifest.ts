// The manifest of what moves: tables with their numbers of rows, sums, files. It is sealed, and written last, so that what
// lacks it broke off and counts for nothing.
import { Readable } from 'node:stream'
import { text } from 'node:stream/consumers'
import { z } from 'zod'
import { makeKey, openKey, type Through } from '#platform/backup/keys.ts'
import { Stored } from '#platform/backup/manifest.ts'
import { content, store } from '#platform/backup/streams.ts'
import type { Files } from '#platform/files/files.ts'

const Table = z.object({ name: z.string(), rows: z.number(), columns: z.array(z.string()), stored: Stored })
export type StoredTable = z.infer<typeof Table>
export const MoveManifest = z.object({
  format: z.literal(1),
  /** The moment that the rows show. */
  at: z.string(),
  version: z.string(),
  mode: z.string(),
  migrations: z.array(z.object({ name: z.string(), checksum: z.string().nullable() })),
  owner: z.object({ id: z.number(), name: z.string() }),
  /** Nothing of the owner changes any more on the side that it came from. */
  isReleased: z.boolean(),
  shared: z.array(Table),
  tables: z.array(Table),
  sums: z.record(z.string(), z.string()),
  files: z.array(Stored),
  /** What the product adds. */
  more: z.unknown(),
})
export type MoveManifest = z.infer<typeof MoveManifest>

const KEY = 'key.age'
const NAME = 'manifest.age'
const NO_MOVE = 'There is no whole export of a company there'

/** A key for a new export, which must not lie where another one does. */
export async function beginMove(place: Files, passphrase: string, workFactor?: number): Promise<Through> {
  for await (const name of place.list(''))
    if (name === KEY || name === NAME) throw new Error('An export lies there already.')
  const { keyFile, seal } = await makeKey({ passphrase, workFactor })
  await place.put(KEY, keyFile ?? new Uint8Array())
  return seal
}

export async function writeMoveManifest(place: Files, seal: Through, manifest: MoveManifest): Promise<void> {
  const source = Readable.from([Buffer.from(JSON.stringify(manifest))])
  await store(place, NAME, source, { seal, isCompressed: false })
}

/** Opens an export; rejects with a text for people. */
export async function openMove(place: Files, passphrase: string): Promise<{ manifest: MoveManifest; open: Through }> {
  const key = await place.get(KEY)
  const found = await place.get(NAME)
  if (!key || !found) throw new Error(`${NO_MOVE}: ${key ? 'it broke off before its end' : `${KEY} is missing`}.`)
  const keyBytes = Buffer.concat(await Array.fromAsync(key.stream as AsyncIterable<Buffer>))
  const open = await openKey(keyBytes, { passphrase }).catch(error => {
    throw new Error('The export does not open with this passphrase.', { cause: error })
  })
  // Nobody but the sealed text itself can tell whether it is whole.
  const json = await text(await open(found.stream)).catch(error => {
    throw new Error(`The manifest of the export is damaged: ${(error as Error).message}`, { cause: error })
  })
  const parsed = MoveManifest.safeParse(JSON.parse(json))
  if (!parsed.success) throw new Error('The export is not one that this version of Wattdesk reads.')
  return { manifest: parsed.data, open }
}

/** The lines of a stored table; rejects at its end where it is not as it was written. */
export async function* linesOf(place: Files, stored: Stored, open: Through): AsyncGenerator<string> {
  const { stream, check } = await content(place, stored, { open, isCompressed: true })
  let rest = ''
  const decoder = new TextDecoder()
  for await (const piece of stream) {
    const parts = (rest + decoder.decode(piece as Buffer, { stream: true })).split('\n')
    rest = parts.pop() ?? ''
    yield* parts
  }
  check()
}
