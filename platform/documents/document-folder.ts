// The folder of the documents that this process has made and nobody has removed yet. It lies with the temporary files of the
// machine; that of a process that was killed is removed by the next one.
import { randomUUID } from 'node:crypto'
import { mkdir, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

const NAME = /^wattdesk-documents-(\d+)-/

export class DocumentFolder {
  readonly #path = join(tmpdir(), `wattdesk-documents-${process.pid}-${randomUUID().slice(0, 8)}`)
  #isTidied = false

  /** A path on which no file lies yet. */
  async newPath(): Promise<string> {
    if (!this.#isTidied) {
      this.#isTidied = true
      await removeLeft()
    }
    await mkdir(this.#path, { recursive: true, mode: 0o700 })
    return join(this.#path, randomUUID())
  }

  async remove(): Promise<void> {
    await rm(this.#path, { recursive: true, force: true })
  }
}

/** Removes the folders of processes that are no more. */
async function removeLeft(): Promise<void> {
  for (const name of await readdir(tmpdir())) {
    const pid = Number(NAME.exec(name)?.[1])
    // A folder of somebody else stays.
    if (pid > 0 && !isRunning(pid))
      await rm(join(tmpdir(), name), { recursive: true, force: true }).catch(() => undefined)
  }
}

function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM'
  }
}
