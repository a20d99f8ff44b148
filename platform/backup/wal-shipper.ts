// Takes the log of changes from the spool of the embedded PostgreSQL into the archive, file by file in their order. What the
// archive does not take stays in the spool and is tried again: nothing is lost as long as the disk has room.
import { mkdirSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { logFilesIn, spools } from '#platform/db/wal-archive.ts'
import { type Tally, tally } from '#platform/tally.ts'
import { sealFor } from './keys.ts'
import { archiveLogFile, type LogArchive } from './wal-archive.ts'

const LOOK_EVERY_MS = 1000
const LONGEST_PAUSE_MS = 60_000
/** A place that does not answer keeps no end of the product waiting for longer. */
const END_PATIENCE_MS = 5000

export type ShipperOptions = {
  spool: string
  archive: LogArchive
  log: Parameters<typeof tally>[0]
  everyMs?: number
}

export class WalShipper {
  readonly #options: Required<ShipperOptions>
  readonly #failed: Tally
  #timer: NodeJS.Timeout | undefined
  #shipping: Promise<void> | undefined
  #failures = 0
  #againMs = 0

  /** Begins to ship. Throws where a key of the archive is none. */
  constructor(options: ShipperOptions) {
    const { spool, archive, log } = options
    this.#options = { everyMs: LOOK_EVERY_MS, ...options }
    sealFor(archive.recipients)
    mkdirSync(spool, { recursive: true })
    this.#failed = tally(log, 'The log of the database could not be taken into the archive')
    this.#timer = setInterval(() => this.#look(), this.#options.everyMs).unref()
    spools.add(spool)
  }

  #look(): void {
    if (performance.now() < this.#againMs) return
    this.#shipping ??= this.#ship()
      .then(() => {
        this.#failures = 0
      })
      .catch(error => {
        this.#failed.add(error)
        this.#againMs = performance.now() + Math.min(LONGEST_PAUSE_MS, this.#options.everyMs * 2 ** this.#failures++)
      })
      .finally(() => {
        this.#shipping = undefined
      })
  }

  async #ship(): Promise<void> {
    const { spool, archive } = this.#options
    for (const name of logFilesIn(spool)) {
      await archiveLogFile(archive, name, join(spool, name))
      await rm(join(spool, name), { force: true })
    }
  }

  /** Ships what PostgreSQL laid down last, once; call after its end. Never rejects. */
  async close(): Promise<void> {
    clearInterval(this.#timer)
    const last = (async () => {
      await this.#shipping
      await this.#ship()
    })().catch(this.#failed.add)
    await Promise.race([last, pause(END_PATIENCE_MS, undefined, { ref: false })])
    spools.delete(this.#options.spool)
    this.#failed.close()
  }
}
