// The side of a BackgroundThread in its thread: takes the lowest priority, begins the work, and tells log lines and metrics to the
// thread of the product, where they go the way of all others.
import { readlinkSync } from 'node:fs'
import { constants, setPriority } from 'node:os'
import { parentPort, workerData } from 'node:worker_threads'
import pino from 'pino'
import { type ThreadFigures, threadFigures } from '#platform/telemetry/thread-figures.ts'

export type ToThread = { say: 'close' }
export type FromThread<M> =
  | { say: 'ready'; threadId: number | undefined }
  | { say: 'log'; level: 'error' | 'warn'; fields: string; text: string }
  | { say: 'figures'; figures: ThreadFigures }
  | { say: 'message'; message: M }

const FIGURES_EVERY_MS = 1000

/** Gives this thread the lowest priority, and returns its number. Elsewhere than on Linux threads have neither. */
function giveWay(): number | undefined {
  if (process.platform !== 'linux') return undefined
  // <number of the process>/task/<number of the thread> (proc(5)).
  const threadId = Number(readlinkSync('/proc/thread-self').split('/').at(-1))
  setPriority(threadId, constants.priority.PRIORITY_LOW)
  return threadId
}

const plainError = (key: string, value: unknown): unknown =>
  key === 'err' && value instanceof Error ? { ...pino.stdSerializers.err(value) } : value

type Parts<M> = {
  log: { error: (fields: object, text: string) => void; warn: (fields: object, text: string) => void }
  /** Tells something to the thread of the product. */
  tell: (message: M) => void
}
/**
 * Runs the work of a thread. `begin` gets the data that the thread was given; what it returns is closed when the product ends. An
 * error that nobody catches ends the thread, which is begun again.
 */
export async function workInThread<D, M>(
  begin: (data: D, parts: Parts<M>) => Promise<{ close: () => Promise<void> }>,
): Promise<void> {
  const port = parentPort
  if (!port) throw new Error('This file is run by a thread')
  const say = (m: FromThread<M>) => port.postMessage(m)
  const line = (level: 'error' | 'warn') => (fields: object, text: string) =>
    say({ say: 'log', level, fields: JSON.stringify(fields, plainError), text })
  const asked = new Promise<void>(close => port.once('message', (_: ToThread) => close()))
  const threadId = giveWay()
  const log = { error: line('error'), warn: line('warn') }
  const work = await begin(workerData as D, { log, tell: message => say({ say: 'message', message }) })
  const tellFigures = () => say({ say: 'figures', figures: threadFigures() })
  const timer = setInterval(tellFigures, FIGURES_EVERY_MS)
  say({ say: 'ready', threadId })
  await asked
  await work.close()
  clearInterval(timer)
  tellFigures()
  port.close()
}
