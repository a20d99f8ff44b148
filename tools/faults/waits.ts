// How long chargers were away and waited for answers, as they saw it themselves.
import type { SimulatedCharger } from '@wattdesk/ocpp/sim/charger'

export class Waits {
  /** Since when each charger without an open socket has none. */
  readonly #away = new Map<string, number>()
  /** By charger, why its last attempt to come back failed, and how many there were since its connection ended. */
  readonly #failures = new Map<string, { text: string; count: number }>()
  /** The longest time that a charger was away and is back from. */
  longestAwayMs = 0
  /** The longest wait for an answer that came. */
  longestAnswerMs = 0
  answers = 0

  /** Counts what a charger sees from now on. */
  listen(c: SimulatedCharger): void {
    this.#away.set(c.identity, performance.now())
    c.on('opened', () => {
      const since = this.#away.get(c.identity)
      if (since !== undefined) this.longestAwayMs = Math.max(this.longestAwayMs, performance.now() - since)
      this.#away.delete(c.identity)
      this.#failures.delete(c.identity)
    })
    c.on('failed', ({ error }) => {
      const count = (this.#failures.get(c.identity)?.count ?? 0) + 1
      this.#failures.set(c.identity, { text: error.message, count })
    })
    c.on('closed', () => {
      if (!this.#away.has(c.identity)) this.#away.set(c.identity, performance.now())
    })
    c.on('reply', ({ ms, error }) => {
      if (error === 'LinkLost' || error === 'Timeout') return
      this.answers++
      this.longestAnswerMs = Math.max(this.longestAnswerMs, ms)
    })
  }
  /** Begins to count anew; who is away is away since now. */
  reset(): void {
    for (const identity of this.#away.keys()) this.#away.set(identity, performance.now())
    Object.assign(this, { longestAwayMs: 0, longestAnswerMs: 0, answers: 0 })
  }
  /** Who is away now, since when, and why the last attempt failed, in words. */
  get away(): string[] {
    return [...this.#away].map(([identity, since]) => {
      const failure = this.#failures.get(identity)
      const attempts = failure ? `, ${failure.count} attempts failed, the last one: ${failure.text}` : ''
      return `${identity} is away for ${((performance.now() - since) / 1000).toFixed(1)} s${attempts}`
    })
  }
}
