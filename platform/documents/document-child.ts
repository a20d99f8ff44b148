// The process that makes documents, one at a time: started with the path of the built code and the number of the process
// that started it. Ends with its channel to that process, whatever it is doing.
import { createWriteStream } from 'node:fs'
import { getPriority, setPriority } from 'node:os'
import { pipeline } from 'node:stream/promises'
import { pathToFileURL } from 'node:url'
import { Worker } from 'node:worker_threads'
import type { DocumentAnswer, DocumentCall, DocumentCode, DocumentFile } from '@wattdesk/wire/document-calls'
import { logoBytes } from './logo-bytes.ts'

const [codePath = '', parent = ''] = process.argv.slice(2)
/** Behind everything that a charger or a person waits for. */
const NICENESS = 10

// A layout that never ends hears of no channel: a thread of its own sees that the product is gone.
const WATCH = `setInterval(() => {
  if (process.ppid !== ${Number(parent)}) process.kill(process.pid, 'SIGKILL')
}, 1000)`
new Worker(WATCH, { eval: true, execArgv: [] }).unref()
process.on('disconnect', () => process.exit())
setPriority(Math.max(NICENESS, getPriority()))

const answer = (a: DocumentAnswer): void => {
  process.send?.(a)
}

/** The product ends the process then: who knows what it holds. */
const failed = ({ message, stack }: Error): void => answer({ say: 'failed', message, stack })

/** Pieces of rows as they arrive. The product sends the next when it hears that one was taken. */
class Rows implements AsyncIterable<Uint8Array> {
  #heard: (call: DocumentCall) => void = () => undefined
  take(call: DocumentCall): void {
    this.#heard(call)
  }
  async *[Symbol.asyncIterator](): AsyncGenerator<Uint8Array> {
    for (;;) {
      const next = new Promise<DocumentCall>(ok => {
        this.#heard = ok
      })
      answer({ say: 'taken' })
      const call = await next
      if (call.say !== 'rows') return
      yield call.piece
    }
  }
}

const code = (await import(pathToFileURL(codePath).href)) as DocumentCode
let rows = new Rows()

async function make(call: DocumentCall & { say: 'make' | 'list' }): Promise<void> {
  const logo = await logoBytes(codePath, call.request.brandHome.logo)
  rows = new Rows()
  const file =
    call.say === 'make' ? await code.paperFile(call.request, logo) : await code.listFile(call.request, rows, logo)
  const bytes = await written(file, call.path)
  answer({ say: 'made', bytes, type: file.type, fileName: file.fileName, rows: file.rows?.() ?? 0 })
}

/** Writes the file; returns its size. */
async function written({ pieces }: DocumentFile, path: string): Promise<number> {
  let bytes = 0
  async function* counted() {
    for await (const piece of pieces) {
      bytes += piece.length
      yield piece
    }
  }
  await pipeline(counted(), createWriteStream(path, { flags: 'wx', mode: 0o600 }))
  return bytes
}

process.on('message', (call: DocumentCall) => {
  if (call.say === 'rows' || call.say === 'end') return rows.take(call)
  make(call).catch((error: Error) => {
    if (error.name === 'DocumentRefusal') answer({ say: 'refused', message: error.message })
    else failed(error)
  })
})
// Errors of the layout reach nobody who waits.
process.on('uncaughtException', failed)
answer({ say: 'ready' })
