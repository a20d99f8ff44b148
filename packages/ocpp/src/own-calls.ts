// Our calls to a charger, in single file (§4.1.1): further calls wait in order, background calls behind all others; no
// call is sent long after its request.
import type { CentralSystemAction, Confirmation } from './messages.ts'

/** How a call of OCPP 1.6 ended. */
export type CallOutcome<A extends CentralSystemAction = CentralSystemAction> = Outcome<Confirmation<A>>

/** How a call ended whose answer has this payload. `raw` is the frame as it came. */
export type Outcome<P> =
  | { readonly kind: 'result'; readonly payload: P; readonly raw: string }
  | {
      readonly kind: 'error'
      readonly code: string
      readonly text: string
      readonly details: unknown
      readonly raw: string
    }
  /** No answer in time; `sent` false: it waited too long behind others and never went out. */
  | { readonly kind: 'timeout'; readonly sent: boolean }
  /** The connection is gone; `sent`: the call had gone out, so that the charger may have done it. */
  | { readonly kind: 'closed'; readonly sent: boolean }
  | { readonly kind: 'bad-result'; readonly text: string; readonly raw: string }
  /** Too many calls wait already. */
  | { readonly kind: 'busy' }

export interface CallOptions {
  /** How long the charger has to answer, counted from sending. */
  readonly timeoutMs?: number
  /** Nobody waits for the call: it goes out when no other call waits, and is sent once however often it is enqueued. */
  readonly isBackground?: boolean
  /** How long the call may wait behind others before it is given up unsent. */
  readonly maxWaitMs?: number
  /** Told the message id when the call has gone out. */
  readonly onSent?: (messageId: string) => void
}

export interface OwnCall {
  readonly action: string
  readonly payloadJson: string
  readonly timeoutMs: number
  readonly sendBefore: number
  readonly isBackground: boolean
  readonly onSent: ((messageId: string) => void) | undefined
  readonly end: (outcome: Outcome<unknown>) => void
  id: string
}

const WAITING_MAX = 100
const CALL_TIMEOUT_MS = 20_000
const MAX_WAIT_MS = 60_000

/** A call with what holds where its options say nothing. `nowMs` counts as in `next`. */
export const ownCall = (
  action: string,
  payload: object,
  { timeoutMs = CALL_TIMEOUT_MS, maxWaitMs = MAX_WAIT_MS, isBackground = false, onSent }: CallOptions,
  nowMs: number,
  end: (outcome: Outcome<unknown>) => void,
): OwnCall => {
  const payloadJson = JSON.stringify(payload)
  return { id: '', action, payloadJson, timeoutMs, sendBefore: nowMs + maxWaitMs, isBackground, onSent, end }
}

/** The slot of the call that is out, and the line behind it. Whoever owns it sends and tells the time. */
export class OwnCalls {
  out: OwnCall | undefined
  #waiting: OwnCall[] | undefined
  #timer: ReturnType<typeof setTimeout> | undefined

  /** Puts a call at the end of its part of the line; false when the line is full, or the same background call waits. */
  enqueue(call: OwnCall): boolean {
    this.#waiting ??= []
    if (call.isBackground) {
      if (this.#waiting.some(w => isTwin(w, call))) return false
      this.#waiting.push(call)
      return true
    }
    const before = this.#waiting.findIndex(w => w.isBackground)
    const place = before < 0 ? this.#waiting.length : before
    if (place >= WAITING_MAX) return false
    this.#waiting.splice(place, 0, call)
    return true
  }

  /** Takes the next call into the free slot, past those that have waited too long. */
  next(nowMs: number): OwnCall | undefined {
    while (this.out === undefined) {
      const call = this.#waiting?.shift()
      if (call === undefined) {
        this.#waiting = undefined
        return undefined
      }
      if (nowMs > call.sendBefore) call.end({ kind: 'timeout', sent: false })
      else this.out = call
    }
    return this.out
  }

  /** The only timer of a session, and only while a call is out. */
  startTimer(onTimeout: () => void): void {
    this.#timer = setTimeout(onTimeout, this.out?.timeoutMs)
  }

  /** Ends the call that is out. */
  end(outcome: Outcome<unknown>): void {
    clearTimeout(this.#timer)
    this.#timer = undefined
    const call = this.out
    this.out = undefined
    call?.end(outcome)
  }

  /** Ends them all. */
  closeAll(): void {
    this.end({ kind: 'closed', sent: true })
    for (const call of this.#waiting ?? []) call.end({ kind: 'closed', sent: false })
    this.#waiting = undefined
  }
}

const isTwin = (a: OwnCall, b: OwnCall): boolean =>
  a.isBackground && a.action === b.action && a.payloadJson === b.payloadJson
