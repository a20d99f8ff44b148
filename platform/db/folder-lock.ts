// One product for each data folder: a lock that the operating system releases when its process ends, in any way; the
// lock holds while PostgreSQL is down. Node has no flock, so SQLite's lock on an empty file is used.
import { statSync } from 'node:fs'
import { dirname } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { makeFolder } from '#platform/files/make-folder.ts'

const BUSY = 5

/** The folder holds a running product already. */
export class FolderInUse extends Error {}

export type FolderLock = {
  /** False when the lock's file was removed or replaced: the folder is not ours any more. */
  stands: () => boolean
  release: () => void
}

/** The file beside the folder that carries its lock. Nothing but SQLite may open it: closing it would end the lock. */
const lockFileOf = (dir: string): string => `${dir}.lock`

/** Takes the lock of a folder, or throws FolderInUse. */
export function lockFolder(dir: string): FolderLock {
  const file = lockFileOf(dir)
  makeFolder(dirname(file))
  let db: DatabaseSync | undefined
  try {
    db = new DatabaseSync(file, { timeout: 0 })
    db.exec('pragma journal_mode = memory')
    db.exec('begin exclusive')
  } catch (error) {
    db?.close()
    if ((error as { errcode?: number }).errcode === BUSY) throw new FolderInUse(`Wattdesk already runs on ${dir}.`)
    throw new Error(`The lock file ${file} cannot be used: ${(error as Error).message}`, { cause: error })
  }
  const held = db
  const idOf = () => {
    const at = statSync(file, { throwIfNoEntry: false })
    return at && `${at.dev} ${at.ino}`
  }
  const own = idOf()
  let isReleased = false
  return {
    stands: () => own !== undefined && idOf() === own,
    release: () => {
      if (isReleased) return
      isReleased = true
      held.close()
    },
  }
}
