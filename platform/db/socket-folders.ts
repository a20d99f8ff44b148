// Folders of the sockets of embedded PostgreSQLs, beside each other in the folder for temporary files: each is removed
// with the orderly end of its product; those of products that ended otherwise are removed by a later start of any.
import { readdirSync, readFileSync, rmSync, statSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { isPostgresAt } from './postgres-processes.ts'

const NAME = /^wattdesk-[0-9a-f]{12}$/
/** A younger one may belong to a product that is just starting. */
const DEAD_AFTER_MS = 3_600_000

/** Removes a socket folder whose PostgreSQL has ended; one of another user stays. */
export function removeSocketFolder(folder: string): void {
  try {
    rmSync(folder, { recursive: true, force: true })
  } catch {
    // Somebody else's.
  }
}

/** Removes the socket folders beside `own` that no living PostgreSQL uses and that nothing has touched for an hour. */
export async function removeDeadSocketFolders(own: string, now = Date.now()): Promise<void> {
  const parent = dirname(own)
  for (const name of readdirSync(parent)) {
    if (!NAME.test(name) || name === basename(own)) continue
    const folder = join(parent, name)
    try {
      if (now - statSync(folder).mtimeMs < DEAD_AFTER_MS) continue
      const lock = readdirSync(folder).find(file => /^\.s\.PGSQL\.\d+\.lock$/.test(file))
      const pid = lock ? Number(readFileSync(join(folder, lock), 'utf8').split('\n')[0]) : 0
      if (pid > 0 && (await isPostgresAt(folder, pid))) continue
    } catch {
      // Gone meanwhile, or closed to this user.
      continue
    }
    removeSocketFolder(folder)
  }
}
