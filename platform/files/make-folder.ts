// A folder is made step by step: below /proc, `mkdir` of Node with `recursive` never comes back.
import { mkdirSync, statSync } from 'node:fs'
import { dirname, resolve } from 'node:path'

/** Makes a folder with those above it. Throws an error that names the folder which cannot be made. */
export function makeFolder(folder: string): void {
  const path = resolve(folder)
  const found = statSync(path, { throwIfNoEntry: false })
  if (found?.isDirectory()) return
  if (found) throw new Error(`${path} is no folder.`)
  makeFolder(dirname(path))
  try {
    mkdirSync(path)
  } catch (error) {
    // Another process has made it meanwhile.
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return
    throw new Error(`The folder ${path} cannot be made: ${(error as Error).message}`, { cause: error })
  }
}
