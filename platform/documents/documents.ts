// Papers and files of lists, made on the server by the code of the portal (docs/decisions/0068-documents-on-the-server.md), in
// processes that are started when they are needed and end a while after. A node makes two documents at a time, of which one
// may be a list, so that a long list holds up no invoice; some more wait, the rest is refused.
import { rm } from 'node:fs/promises'
import { performance } from 'node:perf_hooks'
import { Readable } from 'node:stream'
import type { DocumentRequest, ListRequest } from '@wattdesk/wire/document-calls'
import type { FastifyBaseLogger } from 'fastify'
import { documentsMade, documentTimes } from '#platform/telemetry/metrics.ts'
import { DocumentFault } from './document-fault.ts'
import { DocumentFolder } from './document-folder.ts'
import { DocumentProcess, type Finished } from './document-process.ts'
import { Turns } from './turns.ts'

/** A file in the product's own temporary folder. Whoever has it removes it. */
export type Made = { path: string; bytes: number; type: string; fileName: string; remove(): Promise<void> }

/** Begins to read the rows of a list. */
export type OpenRows = () => AsyncIterable<Uint8Array> | Promise<AsyncIterable<Uint8Array>>

export type Documents = {
  /**
   * Makes a paper.
   * @throws DocumentFault, which a reply turns into 503, 422 or 500
   */
  make(request: DocumentRequest): Promise<Made>
  /**
   * Makes a document of many rows. `open` is called when its turn has come, and gives pieces of the JSON text of a list's
   * reply, `{…,"data":[…]}`; no more of them is read than is worked off, and they are ended whatever becomes of the document.
   * @returns the file, and how many rows have arrived
   * @throws DocumentFault, also for more rows than a file of its kind holds; what `open` and its pieces throw
   */
  makeFromRows(request: ListRequest, open: OpenRows): Promise<Made & { rows: number }>
  /** Ends the processes and removes the files. What is being made fails. */
  close(): Promise<void>
}

export type DocumentOptions = {
  /** The path of the built code, which may still be built. */
  code: () => string | Promise<string>
  timeZone: string
  log: Pick<FastifyBaseLogger, 'warn' | 'error'>
  /** Megabytes that a document may take in the memory of its process. */
  memoryMb?: number
  /** How long a paper may take. */
  limitMs?: number
  /** How long a list may take between two pieces of its rows, and from the last of them on. */
  listLimitMs?: number
  /** How long a process without work stays. */
  idleMs?: number
  /** How many documents may wait. */
  waiting?: number
}
const USUAL = { memoryMb: 512, limitMs: 60_000, listLimitMs: 180_000, idleMs: 60_000, waiting: 40 }
const AT_ONCE = 2
const LISTS_AT_ONCE = 1

type Result = { made: Made; rows: number }

export function openDocuments(options: DocumentOptions): Documents {
  return new DocumentMaker({ ...USUAL, ...options })
}

class DocumentMaker implements Documents {
  readonly #options: Required<DocumentOptions>
  readonly #turns: Turns
  readonly #folder = new DocumentFolder()
  /** Processes without work, each with the clock that ends it. */
  readonly #idle = new Map<DocumentProcess, NodeJS.Timeout>()
  readonly #all = new Set<DocumentProcess>()
  #isClosed = false

  constructor(options: Required<DocumentOptions>) {
    this.#options = options
    this.#turns = new Turns({ atOnce: AT_ONCE, longAtOnce: LISTS_AT_ONCE, waiting: options.waiting })
  }

  async make(request: DocumentRequest): Promise<Made> {
    const { made } = await this.#made(request, false, () =>
      this.#inProcess(false, (process, path) => process.make(path, request)),
    )
    return made
  }

  async makeFromRows(request: ListRequest, open: OpenRows): Promise<Made & { rows: number }> {
    const { made, rows: count } = await this.#made(request, true, async () => {
      const rows = await open()
      try {
        return await this.#inProcess(true, (process, path) => process.list(path, request, rows))
      } finally {
        // A process that ends before it asks for rows leaves them unread: who gives them would wait for a reader.
        if (rows instanceof Readable) rows.destroy()
      }
    })
    return { ...made, rows: count }
  }

  async close(): Promise<void> {
    this.#isClosed = true
    this.#turns.close()
    await Promise.all([...this.#all].map(p => p.kill('ended')))
    await this.#folder.remove()
  }

  async #made({ kind }: DocumentRequest, isLong: boolean, work: () => Promise<Result>): Promise<Result> {
    const begun = performance.now()
    try {
      const made = await this.#turns.take(isLong, work)
      documentsMade.cell({ kind, outcome: 'made' }).add()
      documentTimes.times({ kind }).add((performance.now() - begun) / 1000)
      return made
    } catch (error) {
      const outcome = error instanceof DocumentFault ? error.reason : 'failed'
      documentsMade.cell({ kind, outcome }).add()
      if (outcome === 'failed') this.#options.log.error({ err: error, kind }, 'A document could not be made')
      else if (outcome !== 'refused') this.#options.log.warn({ err: error, kind }, 'A document was not made')
      throw error
    }
  }

  async #inProcess(
    isLong: boolean,
    work: (process: DocumentProcess, path: string) => Promise<Finished>,
  ): Promise<Result> {
    const path = await this.#folder.newPath()
    const process = await this.#process()
    process.limitMs = isLong ? this.#options.listLimitMs : this.#options.limitMs
    try {
      const { rows, bytes, type, fileName } = await work(process, path)
      this.#rest(process)
      return { made: { path, bytes, type, fileName, remove: () => rm(path, { force: true }) }, rows }
    } catch (error) {
      // After a fault, or rows that broke off, the process holds the half of a document.
      if (error instanceof DocumentFault && error.reason === 'refused') this.#rest(process)
      else await process.kill('died')
      await rm(path, { force: true })
      throw error
    }
  }

  /** A process without work: one that is there, or a new one. */
  async #process(): Promise<DocumentProcess> {
    for (const [process, clock] of this.#idle) {
      clearTimeout(clock)
      this.#idle.delete(process)
      if (!process.isGone) return process
    }
    const { timeZone, memoryMb, limitMs } = this.#options
    const code = await this.#options.code()
    if (this.#isClosed) throw new DocumentFault('ended')
    const process = new DocumentProcess({ code, timeZone, memoryMb, limitMs })
    this.#all.add(process)
    process.whenGone(() => {
      this.#all.delete(process)
      clearTimeout(this.#idle.get(process))
      this.#idle.delete(process)
    })
    return process
  }

  #rest(process: DocumentProcess): void {
    if (process.isGone) return
    const clock = setTimeout(() => {
      // Killed, it is there for a moment more, in which no document may be given to it.
      this.#idle.delete(process)
      void process.kill('ended')
    }, this.#options.idleMs)
    this.#idle.set(process, clock.unref())
  }
}
