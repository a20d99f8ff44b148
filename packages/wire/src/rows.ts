// Browser side of a list that comes as a stream: its rows as they arrive, so that a list of any length is never held as
// a whole. The reply is the same that `call` reads; half a reply is an error, never a shorter list.
import { address, CallError, hasFresherToken, headersFor, noAnswer, refusal } from './call.ts'
import type { AnyEndpoint, Args, DataOf } from './endpoint.ts'

type RowOf<E> = DataOf<E> extends readonly (infer R)[] ? R : never

/** How long the server may say nothing, at first and between two pieces. */
const SILENCE_MS = 60_000
const BROKE_OFF = 'The connection broke off before all rows were there. Please try again.'

/**
 * Makes the call and gives its rows, some at a time. Whoever stops reading ends the call.
 * @throws CallError, also after some rows: a list that broke off is an error, never a shorter list
 * @example for await (const some of rowsOf(listTags, { query: { export: 'all' } })) count += some.length
 */
export async function* rowsOf<E extends AnyEndpoint>(endpoint: E, args: Args<E>): AsyncGenerator<readonly RowOf<E>[]> {
  const stop = new AbortController()
  let silence: ReturnType<typeof setTimeout> | undefined
  const heard = () => {
    clearTimeout(silence)
    silence = setTimeout(() => stop.abort(), SILENCE_MS)
  }
  heard()
  try {
    const reply = await asked(endpoint, args, stop.signal)
    const scanner = new RowScanner()
    const utf8 = new TextDecoder()
    const reader = reply.body?.getReader()
    for (;;) {
      const piece = await reader?.read()
      heard()
      const rows = scanner.take(piece?.value ? utf8.decode(piece.value, { stream: true }) : '')
      if (rows.length > 0) yield rows as RowOf<E>[]
      if (!piece || piece.done) break
    }
    if (!scanner.isWhole) throw new CallError(0, BROKE_OFF)
  } catch (error) {
    if (error instanceof CallError) throw error
    throw new CallError(0, stop.signal.aborted ? noAnswer(endpoint, true) : BROKE_OFF)
  } finally {
    clearTimeout(silence)
    stop.abort()
  }
}

async function asked<E extends AnyEndpoint>(e: E, args: Args<E>, signal: AbortSignal): Promise<Response> {
  const headers = headersFor(e)
  let r: Response
  try {
    r = await fetch(address(e, args as object), { method: e.method, headers, signal })
  } catch {
    throw new CallError(0, noAnswer(e, signal.aborted))
  }
  if (r.ok) return r
  // Refused before it was looked at: with the fresh token it is made after all.
  if (r.status === 401 && (await hasFresherToken(headers))) return asked(e, args, signal)
  throw await refusal(e, r, headers)
}

const QUOTE = 34
const BACKSLASH = 92
const OPEN = new Set([91, 123])
const CLOSE = new Set([93, 125])
const ARRAY = 91

/** Finds the rows in the text of a reply, `{…, "data": [row, row, …], …}`, however the text is cut. */
export class RowScanner {
  /** The reply has come to its end. */
  isWhole = false
  #text = ''
  #at = 0
  #depth = 0
  #inString = false
  #isEscaped = false
  #stringFrom = 0
  /** The last text of the outermost object: where a list begins, its name. */
  #name = ''
  #inRows = false

  /** The rows that end in this piece. */
  take(piece: string): unknown[] {
    this.#text += piece
    const text = this.#text
    let from = -1
    let to = -1
    let at = this.#at
    // A row that has begun in an earlier piece begins the text.
    if (this.#inRows && this.#depth > 2) from = 0
    for (; at < text.length; at++) {
      const c = text.charCodeAt(at)
      if (this.#inString) {
        if (this.#isEscaped) this.#isEscaped = false
        else if (c === BACKSLASH) this.#isEscaped = true
        else if (c === QUOTE) {
          this.#inString = false
          if (this.#depth === 1) this.#name = text.slice(this.#stringFrom, at)
        }
      } else if (c === QUOTE) {
        this.#inString = true
        this.#stringFrom = at + 1
      } else if (OPEN.has(c)) {
        if (this.#inRows && this.#depth === 2 && from < 0) from = at
        this.#depth++
        if (this.#depth === 2 && c === ARRAY && this.#name === 'data') this.#inRows = true
      } else if (CLOSE.has(c)) {
        this.#depth--
        if (this.#inRows && this.#depth === 2) to = at + 1
        if (this.#depth === 1) this.#inRows = false
        if (this.#depth === 0) this.isWhole = true
      }
    }
    const rows = to > from && from >= 0 ? (JSON.parse(`[${text.slice(from, to)}]`) as unknown[]) : []
    this.#forget(text, this.#begun(from, to))
    return rows
  }

  /** Returns where the text to be kept begins: at a row or a name that has not ended. */
  #begun(from: number, to: number): number {
    if (this.#inRows && this.#depth > 2) return to > from ? Math.max(to, this.#rowFrom(to)) : Math.max(from, 0)
    return this.#inString && this.#depth === 1 ? this.#stringFrom : this.#text.length
  }
  /** The first bracket of the row that follows the last whole one. */
  #rowFrom(to: number): number {
    const next = this.#text.slice(to).search(/[[{]/)
    return next < 0 ? this.#text.length : to + next
  }
  #forget(text: string, kept: number): void {
    this.#text = text.slice(kept)
    this.#at = this.#text.length
    this.#stringFrom -= kept
  }
}
