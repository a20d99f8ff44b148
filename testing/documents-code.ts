// The code that makes documents, built for the tests where it is older than its sources: once, whoever of the workers comes
// first.
import { mkdir, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { buildDocumentsCode, DOCUMENTS_CODE, isDocumentsCodeStale } from '#app/portal.ts'

const LOCK = join(import.meta.dirname, '../node_modules/.cache/documents-build')
/** A build takes some seconds: a lock of this age is that of a run that was killed. */
const OLD_MS = 120_000

let built: Promise<string> | undefined
/** The path of the built code. */
export const documentsCode = (): Promise<string> => {
  built ??= buildOnce()
  return built
}

async function buildOnce(): Promise<string> {
  while (isDocumentsCodeStale()) {
    if (!(await isLocked())) {
      try {
        if (isDocumentsCodeStale()) await buildDocumentsCode()
      } finally {
        await rm(LOCK, { recursive: true, force: true })
      }
    }
  }
  return DOCUMENTS_CODE
}

/** Takes the lock; true where another worker has it, after a moment. */
async function isLocked(): Promise<boolean> {
  try {
    await mkdir(join(LOCK, '..'), { recursive: true })
    await mkdir(LOCK)
    return false
  } catch {
    const since = await stat(LOCK).catch(() => undefined)
    if (since && Date.now() - since.mtimeMs > OLD_MS) await rm(LOCK, { recursive: true, force: true })
    await new Promise(ok => setTimeout(ok, 100))
    return true
  }
}
