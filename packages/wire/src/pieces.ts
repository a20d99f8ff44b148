// A long reply as text in pieces: each row goes through the shape of the endpoint, the event loop is free between two
// pieces, and no more is read than the caller takes. Server side only.
import { Readable } from 'node:stream'
import { setImmediate as turn } from 'node:timers/promises'
import { z } from 'zod'
import type { AnyEndpoint } from './endpoint.ts'

/** Rows that are written in one turn; more of them leave in pieces. */
export const ROWS_AT_ONCE = 200
/**
 * A caller who takes nothing for so long is disconnected, and the resources held for the rest of the list are released.
 */
const STALL_MS = 60_000

type Portions = AsyncIterable<readonly unknown[]>
export const isPortions = (data: unknown): data is Portions =>
  typeof data === 'object' && data !== null && Symbol.asyncIterator in data

/** Rows that are there already, in portions. */
export async function* portionsOf<R>(rows: readonly R[]): AsyncGenerator<readonly R[]> {
  for (let i = 0; i < rows.length; i += ROWS_AT_ONCE) yield rows.slice(i, i + ROWS_AT_ONCE)
}

/**
 * Returns the reply of `endpoint` with the rows of `portions` as its data. Rejects if the first portion fails; a later failure
 * breaks the connection off, so that half a list is never taken for a whole one. When the caller goes away, the
 * portions are ended.
 */
export async function inPieces(
  endpoint: AnyEndpoint,
  { message, ...beside }: { message: string; [beside: string]: unknown },
  portions: Portions,
): Promise<Readable> {
  const row = (endpoint.data as z.ZodArray<z.ZodType>).element
  const head = z.encode(z.object(endpoint.beside ?? {}), beside as never)
  const rows = portions[Symbol.asyncIterator]()
  const first = await rows.next()
  let stalled: NodeJS.Timeout | undefined
  async function* text(): AsyncGenerator<string> {
    const start = JSON.stringify({ success: true, message, ...head }).slice(0, -1)
    yield `${start},"data":[`
    let comma = ''
    for (let portion = first; !portion.done; portion = await rows.next())
      for (let i = 0; i < portion.value.length; i += ROWS_AT_ONCE) {
        const some = portion.value.slice(i, i + ROWS_AT_ONCE)
        const piece = comma + some.map(r => JSON.stringify(z.encode(row, r as never))).join(',')
        comma = ','
        stalled = setTimeout(() => reply.destroy(new Error('Nobody takes the reply')), STALL_MS).unref()
        yield piece
        clearTimeout(stalled)
        await turn()
      }
    yield ']}'
  }
  const reply = Readable.from(text())
  // Also where nothing was read yet, and the generator above has not begun.
  reply.once('close', () => {
    clearTimeout(stalled)
    rows.return?.().catch(() => undefined)
  })
  return reply
}
