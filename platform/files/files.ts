// Where uploaded files live: a folder of the data folder. An adapter for a bucket would have the same three functions.
import { createReadStream } from 'node:fs'
import { mkdir, rename, rm, stat, writeFile } from 'node:fs/promises'
import { dirname, join, resolve, sep } from 'node:path'
import type { Readable } from 'node:stream'

export type Files = {
  /** Keeps the bytes under a name that the server made at random. */
  put: (name: string, bytes: Uint8Array) => Promise<void>
  /** The bytes of a name, or undefined. */
  get: (name: string) => Promise<{ stream: Readable; bytes: number } | undefined>
  /** Takes the bytes of a name out, if there are any. */
  remove: (name: string) => Promise<void>
}

/** Files in `folder`, which is made when the first one comes. */
export function folderFiles(folder: string): Files {
  const root = resolve(folder)
  const pathOf = (name: string): string => {
    const path = join(root, name)
    if (!path.startsWith(root + sep)) throw new Error(`${name} leads out of the folder`)
    return path
  }
  return {
    put: async (name, bytes) => {
      const path = pathOf(name)
      await mkdir(dirname(path), { recursive: true })
      // A crash leaves half a file under the other name only.
      await writeFile(`${path}.part`, bytes)
      await rename(`${path}.part`, path)
    },
    get: async name => {
      const path = pathOf(name)
      const found = await stat(path).catch(() => undefined)
      return found?.isFile() ? { stream: createReadStream(path), bytes: found.size } : undefined
    },
    remove: name => rm(pathOf(name), { force: true }),
  }
}
