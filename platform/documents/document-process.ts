// One process that makes documents, one at a time. The built code of the papers runs apart from the server: by the clock of
// the business zone, with little memory of its own, and may be killed.
import { type ChildProcess, fork } from 'node:child_process'
import { join } from 'node:path'
import type { Readable } from 'node:stream'
import type { DocumentAnswer, DocumentCall, DocumentRequest, ListRequest } from '@wattdesk/wire/document-calls'
import { DocumentFault, type FaultReason } from './document-fault.ts'

const CHILD = join(import.meta.dirname, './document-child.ts')

const LAST_WORDS = 2000

export type ProcessOptions = {
  /** The built code of the documents. */
  code: string
  timeZone: string
  memoryMb: number
  /** How long the process may be silent while it has work, or begins. */
  limitMs: number
}
export type Finished = { bytes: number; type: string; fileName: string; rows: number }

export class DocumentProcess {
  readonly #child: ChildProcess
  readonly #ready: Promise<unknown>
  limitMs: number
  /** Answers that nobody has taken yet, and who waits for one. */
  readonly #answers: DocumentAnswer[] = []
  #heard: () => void = () => undefined
  /** Why it was ended by us. */
  #reason: FaultReason = 'died'
  /** What it has printed, for the log where it dies. */
  #lastWords = ''
  isGone = false
  #whenGone: () => void = () => undefined

  constructor({ code, timeZone, memoryMb, limitMs }: ProcessOptions) {
    this.limitMs = limitMs
    this.#child = fork(CHILD, [code, String(process.pid)], {
      execArgv: [`--max-old-space-size=${memoryMb}`, '--disable-warning=ExperimentalWarning'],
      // Nothing of the server's environment, where its passwords are.
      env: { TZ: timeZone, NODE_ENV: 'production', PATH: process.env.PATH ?? '' },
      serialization: 'advanced',
      stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
    })
    const gone = () => {
      this.isGone = true
      this.#heard()
      this.#whenGone()
    }
    this.#child.on('error', gone)
    // After its last words.
    this.#child.on('close', gone)
    this.#child.stderr?.on('data', (b: Buffer) => {
      this.#lastWords = (this.#lastWords + b).slice(-LAST_WORDS)
    })
    this.#child.on('message', answer => {
      this.#answers.push(answer as DocumentAnswer)
      this.#heard()
    })
    this.#ready = this.#answer()
    this.#ready.catch(() => undefined)
    this.#rest()
  }

  get pid(): number | undefined {
    return this.#child.pid
  }

  /** Calls back once the process is no more. */
  whenGone(then: () => void): void {
    this.#whenGone = then
  }

  /** Makes a paper into a new file. @throws DocumentFault */
  async make(path: string, request: DocumentRequest): Promise<Finished> {
    return this.#working(async () => {
      this.#say({ say: 'make', path, request })
      return finished(await this.#answer())
    })
  }

  /** Makes a list of the pieces, each of which is asked for once the one before is worked off. @throws what `rows` throws */
  async list(path: string, request: ListRequest, rows: AsyncIterable<Uint8Array>): Promise<Finished> {
    return this.#working(async () => {
      this.#say({ say: 'list', path, request })
      let answer = await this.#answer()
      for await (const piece of rows) {
        if (answer.say !== 'taken') return finished(answer)
        this.#say({ say: 'rows', piece })
        answer = await this.#answer()
      }
      if (answer.say !== 'taken') return finished(answer)
      this.#say({ say: 'end' })
      return finished(await this.#answer())
    })
  }

  /** Ends the process at once. */
  async kill(reason: FaultReason): Promise<void> {
    this.#reason = reason
    if (this.isGone) return
    this.#child.ref()
    const exit = new Promise(ok => this.#child.once('close', ok))
    this.#child.kill('SIGKILL')
    await exit
  }

  async #working<T>(work: () => Promise<T>): Promise<T> {
    this.#child.ref()
    this.#child.channel?.ref()
    try {
      await this.#ready
      return await work()
    } finally {
      this.#rest()
    }
  }
  /** A process without work keeps no program running. */
  #rest(): void {
    this.#child.unref()
    this.#child.channel?.unref()
    const stderr = this.#child.stderr as (Readable & { unref?: () => void }) | null
    stderr?.unref?.()
  }

  #say(call: DocumentCall): void {
    // What cannot be said any more shows in the end of the process.
    this.#child.send(call, () => undefined)
  }

  /** The next answer; the process is ended where none comes within its limit. */
  async #answer(): Promise<DocumentAnswer> {
    const limit = setTimeout(() => void this.kill('late'), this.limitMs)
    try {
      for (;;) {
        const answer = this.#answers.shift()
        if (answer) return answer
        if (this.isGone) throw new DocumentFault(this.#reason, undefined, { cause: this.#lastWords })
        await new Promise<void>(ok => {
          this.#heard = ok
        })
      }
    } finally {
      clearTimeout(limit)
    }
  }
}

function finished(answer: DocumentAnswer): Finished {
  if (answer.say === 'made') return answer
  if (answer.say === 'refused') throw new DocumentFault('refused', answer.message)
  const cause = answer.say === 'failed' ? Object.assign(new Error(answer.message), { stack: answer.stack }) : answer
  throw new DocumentFault('failed', undefined, { cause })
}
