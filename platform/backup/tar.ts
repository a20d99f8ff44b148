// Files of a folder that is in use as one stream in the format of tar, and back: as far as a base backup needs.
import { createReadStream } from 'node:fs'
import { type FileHandle, open, readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { createTarPacker } from 'modern-tar'
import { unpackTar } from 'modern-tar/fs'

/** A file or folder, by its path within the whole. */
export type Entry = { name: string } & ({ path: string; bytes: number } | { content: Buffer } | { isFolder: true })

const FILE_MODE = 0o600
const FOLDER_MODE = 0o700
const ZEROS = Buffer.alloc(65_536)

/**
 * The stream of some entries. A file that changes meanwhile keeps its listed length: cut off where it
 * grew, filled with zeros where it shrank. A file that is gone by the time of its turn is left out.
 */
export function packed(entries: AsyncIterable<Entry>): Readable {
  const { readable, controller } = createTarPacker()
  const add = (name: string, size: number, content: AsyncIterable<Uint8Array> | Uint8Array[]) =>
    ReadableStream.from(content).pipeTo(controller.add({ name, size, mode: FILE_MODE }))
  const addAll = async () => {
    for await (const entry of entries)
      if ('isFolder' in entry)
        await controller.add({ name: `${entry.name}/`, size: 0, mode: FOLDER_MODE, type: 'directory' }).close()
      else if ('content' in entry) await add(entry.name, entry.content.length, [entry.content])
      else {
        const file = await openIfThere(entry.path)
        if (file) await add(entry.name, entry.bytes, exactly(entry.bytes, file))
      }
    controller.finalize()
  }
  addAll().catch(error => controller.error(error))
  return Readable.fromWeb(readable)
}

const openIfThere = (path: string): Promise<FileHandle | undefined> =>
  open(path, 'r').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return undefined
    throw error
  })

/** So many bytes of a file, which is closed then. */
async function* exactly(bytes: number, file: FileHandle): AsyncGenerator<Uint8Array> {
  let rest = bytes
  if (bytes > 0)
    for await (const piece of createReadStream('', { fd: file, end: bytes - 1 })) {
      rest -= piece.length
      yield piece
    }
  else await file.close()
  for (; rest > 0; rest -= Math.min(rest, ZEROS.length)) yield ZEROS.subarray(0, Math.min(rest, ZEROS.length))
}

/** Writes the entries of a stream into a folder; `own` is told the path of each. Rejects where the stream is cut off. */
export async function unpack(stream: Readable, folder: string, own: (path: string) => void): Promise<void> {
  await pipeline(stream, unpackTar(folder, { fmode: FILE_MODE, dmode: FOLDER_MODE, strict: true }))
  for (const found of await readdir(folder, { recursive: true })) own(join(folder, found))
}
