// The answers last given to one charger, so that a call sent again with its id gets the same answer and is done once
// (errata 2025-04 of OCPP-J, 3.1). A call is known again by its whole text, since chargers that restart count their ids
// from the beginning: same id, other text is another call.
//
// How long an answer stands depends on the call. One with a time of its own (StartTransaction, StopTransaction,
// MeterValues, SecurityEventNotification, most StatusNotifications) is the same event however late it comes again, also
// over a new connection. Any other (Heartbeat, Authorize, BootNotification, what a clock before 2020 stamps) is a retry only shortly after and on the same
// connection: later the same text asks anew.

const KEPT = 32
const RETRY_SECONDS = 120
const ALWAYS = Number.MAX_SAFE_INTEGER

/** The last 32 answers; a few bytes each where the answer is empty. Give it to the charger's next session too. */
export class RecentAnswers {
  // Three rows of one ring, so that numbers stay unboxed.
  #keys: number[] | undefined
  #untils: number[] = NONE
  #answers: string[] = NO_ANSWERS
  #newest = -1

  /** The JSON text of the answer that this call got before, if it still stands. */
  find(key: number, nowMs: number): string | undefined {
    const at = this.#keys?.indexOf(key) ?? -1
    return at >= 0 && (this.#untils[at] ?? 0) * 1000 > nowMs ? this.#answers[at] : undefined
  }

  /** Keeps an answer; `hasOwnTime` says whether the call carries the time of what it tells. */
  remember(key: number, answerJson: string, hasOwnTime: boolean, nowMs: number): void {
    const nowSeconds = Math.floor(nowMs / 1000)
    if (this.#keys === undefined) {
      this.#keys = []
      this.#untils = []
      this.#answers = []
    }
    const at = this.#placeFor(key, this.#keys, nowSeconds)
    const until = hasOwnTime ? ALWAYS : nowSeconds + RETRY_SECONDS
    if (at === this.#keys.length) {
      // An array that is pushed to gets room for 17; most chargers have a few answers.
      this.#keys = this.#keys.concat(key)
      this.#untils = this.#untils.concat(until)
      this.#answers = this.#answers.concat(answerJson)
      return
    }
    this.#keys[at] = key
    this.#untils[at] = until
    this.#answers[at] = answerJson
  }

  /** An outlived answer gives up its place: a charger that only sends heartbeats costs one place, not 32. */
  #placeFor(key: number, keys: number[], nowSeconds: number): number {
    const same = keys.indexOf(key)
    if (same >= 0) return same
    if (this.#newest < 0 || (this.#untils[this.#newest] ?? 0) > nowSeconds) this.#newest = (this.#newest + 1) % KEPT
    return this.#newest
  }

  /** On a new connection only events with their own time are still the same. */
  connectionChanged(): void {
    for (let at = 0; at < this.#untils.length; at++) {
      if (this.#untils[at] !== ALWAYS) this.#untils[at] = 0
    }
  }
}

const NONE: number[] = []
const NO_ANSWERS: string[] = []

/** 53 bits of a call's text, which stand in for it (cyrb53: two rounds of multiply and shift over every character). */
export const callKey = (text: string): number => {
  let a = 0xdeadbeef
  let b = 0x41c6ce57
  for (let i = 0; i < text.length; i++) {
    const code = text.charCodeAt(i)
    a = Math.imul(a ^ code, 2654435761)
    b = Math.imul(b ^ code, 1597334677)
  }
  a = Math.imul(a ^ (a >>> 16), 2246822507) ^ Math.imul(b ^ (b >>> 13), 3266489909)
  b = Math.imul(b ^ (b >>> 16), 2246822507) ^ Math.imul(a ^ (a >>> 13), 3266489909)
  return 4294967296 * (2097151 & b) + (a >>> 0)
}

/**
 * Whether a call carries the time of its event, and so is the same event however late it is repeated. A clock that has
 * not been set since the charger was built tells no time: its events look alike.
 */
export const hasOwnTime = (action: string, payload: unknown): boolean => {
  const { timestamp, meterValue } = payload as { timestamp?: string; meterValue?: readonly { timestamp: string }[] }
  const told = action === 'MeterValues' ? meterValue?.[0]?.timestamp : timestamp
  return told !== undefined && told >= '2020'
}
