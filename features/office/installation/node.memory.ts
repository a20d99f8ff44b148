// Renews the signature of this node every second: so the other nodes see that this node runs. A node whose signature another
// one has ended was declared lost, and its chargers may be on other nodes by now.
import { randomUUID } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import type { Db } from '#platform/db/db.ts'
import { type Tally, tally } from '#platform/tally.ts'
import { LOST_MS, type Roles, SIGN_EVERY_MS, STALE_MS, takenText } from './node.rules.ts'
import * as store from './node.store.ts'
import type { Services } from './services.ts'

export type NodeOptions = {
  name: string
  roles: Roles
  version: string
  /** Nobody else can work on this database: what is signed under the name is left over. */
  isAlone?: boolean
  /** The free bytes of the disk on which the node keeps data; missing: it keeps none. */
  freeBytes?: () => Promise<number>
  everyMs?: number
  lostMs?: number
  staleMs?: number
}
/** The duties of a node when another node is lost, or when it was declared lost itself. */
export type NodeDuties = {
  /** Another node is lost: closes what it has left. `run` is this node. */
  closeLost: (run: store.NodeRun, lostMs: number) => Promise<void>
  /** This node was declared lost: lets its chargers go, and then calls `signIn`. */
  fence: (signIn: () => Promise<void>) => Promise<void>
  /** Another process has the name of this node. */
  die: (error: Error) => void
}

const LOOK_EVERY_MS = 250
/** How often the room on the disk is looked at. */
const DISK_EVERY_MS = 30_000

export class NodeSignature {
  readonly #db: Db
  readonly #options: Required<Omit<NodeOptions, 'freeBytes'>> & Pick<NodeOptions, 'freeBytes'>
  readonly #failed: Tally
  readonly #log: Services['log']
  #run: store.NodeRun
  #duties: NodeDuties | undefined
  #timer: NodeJS.Timeout | undefined
  /** The run that takes the place of one that was declared lost. */
  #next: store.NodeRun | undefined
  #signing: Promise<void> | undefined
  #closing: Promise<void> | undefined
  #lastMs: number
  #disk: { freeBytes: number | null; lookedMs: number } = { freeBytes: null, lookedMs: Number.NEGATIVE_INFINITY }
  /**
   * Since when this node has signed without a gap. After a gap it waits before it declares others lost, because the database
   * may have been away for all of them.
   */
  #steadyMs: number

  constructor({ db, log }: Pick<Services, 'db' | 'log'>, options: NodeOptions) {
    this.#db = db
    this.#log = log
    this.#options = { isAlone: false, everyMs: SIGN_EVERY_MS, lostMs: LOST_MS, staleMs: STALE_MS, ...options }
    this.#failed = tally(log, 'The signature of this node could not be renewed')
    this.#run = this.#newRun()
    this.#lastMs = performance.now()
    this.#steadyMs = this.#lastMs
  }

  #newRun(): store.NodeRun {
    const { name, roles, version } = this.#options
    return { name, bootId: randomUUID(), roles: [...roles], version }
  }

  /**
   * Signs in and begins to sign. Waits where the signature under the name may be of a run that was killed. Rejects with a text
   * for people where a node runs under the name.
   */
  async begin(): Promise<void> {
    const { isAlone, everyMs, staleMs } = this.#options
    let before: Date | undefined
    for (;;) {
      const other = await store.signIn(this.#db, this.#run, isAlone ? 0 : staleMs)
      if (!other) break
      if (before && other.seenAt > before) throw new Error(takenText(this.#run.name, Math.round(other.agoMs / 1000)))
      before = other.seenAt
      await pause(Math.min(LOOK_EVERY_MS, everyMs))
    }
    this.#lastMs = performance.now()
    this.#steadyMs = this.#lastMs
    this.#timer = setInterval(() => this.#signAgain(), everyMs).unref()
  }

  /** From now on this node acts on what it finds. */
  take(duties: NodeDuties): void {
    this.#duties = duties
  }

  #signAgain(): void {
    this.#signing ??= this.#sign()
      .catch(this.#failed.add)
      .finally(() => {
        this.#signing = undefined
      })
  }

  async #sign(): Promise<void> {
    const { lostMs } = this.#options
    this.#lookAtDisk()
    const { isOwn, hasLost } = await store.sign(this.#db, this.#run, lostMs, this.#disk.freeBytes)
    const now = performance.now()
    if (now - this.#lastMs > lostMs / 2) this.#steadyMs = now
    this.#lastMs = now
    if (!this.#duties) return
    if (!isOwn) await this.#returnAsAnother(this.#duties)
    else if (hasLost && now - this.#steadyMs >= lostMs) this.#closeLost(this.#duties)
  }

  /** The signature does not wait: a disk that hangs is no reason to declare the node lost. */
  #lookAtDisk(): void {
    const lookedMs = performance.now()
    if (lookedMs - this.#disk.lookedMs < DISK_EVERY_MS) return
    this.#disk = { ...this.#disk, lookedMs }
    this.#options.freeBytes?.().then(
      freeBytes => {
        this.#disk = { freeBytes, lookedMs }
      },
      () => {
        this.#disk = { freeBytes: null, lookedMs }
      },
    )
  }

  /** Signing goes on meanwhile: the chargers of a large node take their time. */
  #closeLost({ closeLost }: NodeDuties): void {
    this.#closing ??= closeLost(this.#run, this.#options.lostMs)
      .catch(this.#failed.add)
      .finally(() => {
        this.#closing = undefined
      })
  }

  async #returnAsAnother({ fence, die }: NodeDuties): Promise<void> {
    // Where the answer to a signature is lost, the same run tries again: it may stand in the database already.
    this.#next ??= this.#newRun()
    const run = this.#next
    this.#log.error('This node was declared lost by another one: its charge points connect anew')
    await fence(async () => {
      const other = await store.signIn(this.#db, run, this.#options.staleMs)
      if (other) return die(new Error(takenText(run.name, Math.round(other.agoMs / 1000))))
      this.#run = run
      this.#next = undefined
    })
  }

  /** Tells the other nodes that this node stops. Signing goes on until `close`. Never rejects. */
  stopping(): Promise<unknown> {
    return store.noteStopping(this.#db, this.#run).catch(this.#failed.add)
  }

  /** Ends the signature. Never rejects. */
  async close(): Promise<void> {
    clearInterval(this.#timer)
    await this.#signing
    await this.#closing
    if (this.#timer) await store.noteEnded(this.#db, this.#run).catch(this.#failed.add)
    this.#failed.close()
  }
}
