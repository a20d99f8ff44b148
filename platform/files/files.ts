// Where uploaded files live: a folder of the data folder, or a bucket (s3-files.ts).
import { randomUUID } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { mkdir, open, readdir, rename, rm, rmdir, stat, writeFile } from 'node:fs/promises'
import { dirname, join, resolve, sep } from 'node:path'
import type { Readable } from 'node:stream'
import { diskFault } from './file-store-away.ts'

/** Every function rejects with FileStoreAway where the store has no room, is not reachable or refuses. */
export type Files = {
  /** Keeps the bytes under a name that the server made at random. */
  put: (name: string, bytes: Uint8Array) => Promise<void>
  /**
   * Stores the content of a stream, with at most one piece in memory; returns its number of bytes. A stream of more
   * than `most` is not read further. A stream that is too long or breaks off leaves nothing behind.
   */
  take: (name: string, stream: Readable, most: number) => Promise<number | 'too long' | 'broken off'>
  /** The bytes of a name, or undefined. */
  get: (name: string) => Promise<{ stream: Readable; bytes: number } | undefined>
  /** The bytes of a name from one place to another, the second excluded; undefined where there is no such name. */
  part: (name: string, from: number, to: number) => Promise<Uint8Array | undefined>
  /** Takes the bytes of a name out, if there are any. */
  remove: (name: string) => Promise<void>
  /** Takes out what a crash left half written before a time. */
  removeHalves: (before: Date) => Promise<void>
  /** The names below a folder, '' for all, in no order; files that are half written are left out. */
  list: (under: string) => AsyncIterable<string>
  /** The names of the folders right below the store's own. */
  folders: () => Promise<string[]>
}

/** What is stored is personal: the product alone reads it. */
const FILE_MODE = 0o600
const FOLDER_MODE = 0o700

/** The end of the name of a file that is still being written. */
const HALF = '.part'

/** A missing file is undefined; any other failure is thrown on. */
const absent = (e: unknown): undefined => {
  const code = (e as NodeJS.ErrnoException).code
  if (code !== 'ENOENT' && code !== 'ENOTDIR') throw e
}

/**
 * Files in `folder`, which is made when the first one comes.
 * @returns functions that reject with FileStoreAway where the disk is full or away, and with an Error for a name that
 * leads out of the folder
 */
export function folderFiles(folder: string): Files {
  const root = resolve(folder)
  const pathOf = (name: string): string => {
    const path = join(root, name)
    if (!path.startsWith(root + sep)) throw new Error(`${name} leads out of the folder`)
    return path
  }
  return tellingFaults({
    put: async (name, bytes) => {
      const path = pathOf(name)
      // A crash leaves half a file under the other name only.
      try {
        await inFolder(path, () => writeFile(path + HALF, bytes, { mode: FILE_MODE }))
        await rename(path + HALF, path)
      } finally {
        await rm(path + HALF, { force: true })
      }
    },
    take: async (name, stream, most) => {
      const path = pathOf(name)
      const half = `${path}.${randomUUID()}${HALF}`
      const file = await inFolder(path, () => open(half, 'wx', FILE_MODE))
      try {
        let bytes = 0
        const pieces: AsyncIterator<Buffer> = stream.iterator({ destroyOnReturn: false })
        // A form that breaks off says so more than once.
        stream.on('error', () => undefined)
        for (;;) {
          const next = await pieces.next().catch(() => undefined)
          if (!next) return 'broken off'
          if (next.done) break
          bytes += next.value.length
          if (bytes > most) return 'too long'
          await file.writeFile(next.value)
        }
        await file.sync()
        await rename(half, path)
        return bytes
      } finally {
        await file.close()
        await rm(half, { force: true })
      }
    },
    get: async name => {
      const path = pathOf(name)
      const found = await stat(path).catch(absent)
      return found?.isFile() ? { stream: createReadStream(path), bytes: found.size } : undefined
    },
    part: async (name, from, to) => {
      const file = await open(pathOf(name)).catch(absent)
      if (!file) return undefined
      try {
        const { bytesRead, buffer } = await file.read(Buffer.alloc(to - from), 0, to - from, from)
        return buffer.subarray(0, bytesRead)
      } finally {
        await file.close()
      }
    },
    remove: async name => {
      const path = pathOf(name)
      await rm(path, { force: true })
      await removeEmpty(root, dirname(path))
    },
    removeHalves: async before => {
      const names = (await readdir(root, { recursive: true }).catch(absent)) ?? []
      for (const name of names.filter(n => n.endsWith(HALF))) {
        const found = await stat(pathOf(name)).catch(absent)
        if (found?.isFile() && found.mtime < before) await rm(pathOf(name), { force: true })
      }
    },
    list: under => filesBelow(root, under),
    folders: async () =>
      ((await readdir(root, { withFileTypes: true }).catch(absent)) ?? [])
        .filter(e => e.isDirectory())
        .map(e => e.name),
  })
}

/** Begins a file in its folder, which is made where it is missing: also when the last file of it was just removed. */
async function inFolder<R>(path: string, begin: () => Promise<R>): Promise<R> {
  const made = () => mkdir(dirname(path), { recursive: true, mode: FOLDER_MODE })
  await made()
  try {
    return await begin()
  } catch (error) {
    absent(error)
    await made()
    return await begin()
  }
}

/** Removes a folder below the root that is empty now, and so on upwards. */
async function removeEmpty(root: string, folder: string): Promise<void> {
  for (let at = folder; at.startsWith(root + sep); at = dirname(at))
    if (
      !(await rmdir(at).then(
        () => true,
        () => false,
      ))
    )
      return
}

async function* filesBelow(root: string, under: string): AsyncGenerator<string> {
  for (const entry of (await readdir(join(root, under), { withFileTypes: true }).catch(absent)) ?? []) {
    const name = under === '' ? entry.name : `${under}/${entry.name}`
    if (entry.isDirectory()) yield* filesBelow(root, name)
    else if (entry.isFile() && !name.endsWith(HALF)) yield name
  }
}

/** The same functions; faults of the disk are told as FileStoreAway. */
function tellingFaults(files: Files): Files {
  const told = async <R>(work: Promise<R>): Promise<R> => {
    try {
      return await work
    } catch (error) {
      throw diskFault(error)
    }
  }
  return {
    put: (name, bytes) => told(files.put(name, bytes)),
    take: (name, stream, most) => told(files.take(name, stream, most)),
    get: name => told(files.get(name)),
    part: (name, from, to) => told(files.part(name, from, to)),
    remove: name => told(files.remove(name)),
    removeHalves: before => told(files.removeHalves(before)),
    list: files.list,
    folders: () => told(files.folders()),
  }
}
