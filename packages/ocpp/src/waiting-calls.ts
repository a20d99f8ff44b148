// A charger's calls that wait while another is being served: in order, and bounded in number and in size.
import type { Call } from './frames.ts'

export interface WaitingCall {
  readonly frame: Call
  readonly text: string
  readonly receivedAt: number
}

const CALLS_MAX = 1000
const CHARS_MAX = 4 * 1024 * 1024

export class WaitingCalls {
  #calls: WaitingCall[] = []
  #chars = 0

  /** Puts a call at the end, however large it is; false when too much waits already. */
  enqueue(call: WaitingCall): boolean {
    if (this.#calls.length >= CALLS_MAX || this.#chars >= CHARS_MAX) return false
    this.#calls.push(call)
    this.#chars += call.text.length
    return true
  }

  next(): WaitingCall | undefined {
    const call = this.#calls.shift()
    this.#chars -= call?.text.length ?? 0
    return call
  }
}
