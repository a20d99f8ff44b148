// Reads a backup: opens its key, its list of uploaded files, and proves that all files are as they were written.
import { createInterface } from 'node:readline'
import type { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import type { Files } from '#platform/files/files.ts'
import { shortNameOf } from './catalog.ts'
import { type Opener, openKey, type Through } from './keys.ts'
import { KEY_FILE, type Manifest, Stored } from './manifest.ts'
import { content, linesIn, stored } from './streams.ts'

/** Opens the key of a backup; throws with a text for people where it does not fit. */
export async function openerOf(place: Files, manifest: Manifest, opener: Opener | undefined): Promise<Through> {
  if (manifest.sealed === 'anybody') return openKey(undefined, opener)
  const found = await place.get(`${manifest.id}/${KEY_FILE}`)
  if (!found) throw new Error(`The backup ${manifest.id} has lost its key (${KEY_FILE}).`)
  return openKey(await buffer(found.stream), opener)
}

/** The uploaded files of a backup, each as it lies there. */
export async function* fileLines(place: Files, manifest: Manifest, open: Through): AsyncGenerator<Stored> {
  if (!manifest.files) return
  const { stream, check } = await content(place, manifest.files.list, { open, isCompressed: true })
  for await (const line of createInterface({ input: stream, crlfDelay: Number.POSITIVE_INFINITY }))
    yield Stored.parse(JSON.parse(line))
  check()
}

/** Where an uploaded file lies in a backup. */
export const inBackup = (manifest: Manifest, line: Stored): Stored => ({
  ...line,
  name: `${manifest.id}/files/${line.name}`,
})

async function drained(stream: Readable, onPiece: (piece: Buffer) => void = () => undefined): Promise<void> {
  for await (const piece of stream) onPiece(piece)
}

/** Compares the bytes of a file with their sum. */
async function compare(place: Files, file: Stored): Promise<void> {
  const { stream, check } = await stored(place, file)
  await drained(stream)
  check()
}

/**
 * Reads all of a backup and returns what is wrong, in words; nothing where it is whole. Without `open` only the bytes are
 * compared with their sums, and of uploaded files only the list, which is sealed and holds their sums; with it the content is opened, and rows and uploaded files are counted.
 */
export async function verify(place: Files, manifest: Manifest, open: Through | undefined): Promise<string[]> {
  const wrong: string[] = []
  const attempt = async (what: string, work: () => Promise<unknown>) => {
    try {
      await work()
    } catch (error) {
      wrong.push(`${what}: ${(error as Error).message}`)
    }
  }
  const { key } = manifest
  if (key) await attempt('key', () => compare(place, key))
  for (const table of manifest.tables)
    for (const chunk of table.chunks)
      await attempt(shortNameOf(table), async () => {
        const { stream, check } = open
          ? await content(place, chunk, { open, isCompressed: true })
          : await stored(place, chunk)
        let rows = 0
        await drained(stream, piece => {
          rows += linesIn(piece)
        })
        check()
        if (open && rows !== chunk.rows) throw new Error(`${chunk.name} has ${rows} rows in place of ${chunk.rows}`)
      })
  if (!manifest.files) return wrong
  const { list, count } = manifest.files
  if (!open) await attempt('uploaded files', () => compare(place, list))
  else
    await attempt('uploaded files', async () => {
      let n = 0
      for await (const line of fileLines(place, manifest, open)) {
        n++
        await attempt('uploaded files', async () => {
          const { stream, check } = await content(place, inBackup(manifest, line), { open, isCompressed: false })
          await drained(stream)
          check()
        })
      }
      if (n !== count) throw new Error(`${n} are listed in place of ${count}`)
    })
  return wrong
}
