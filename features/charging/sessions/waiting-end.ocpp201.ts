// The end of a transaction of which events are missing: it waits for them while its station says that it still has some
// (GetTransactionStatus), five minutes at most. Then the bill is made from what is there, and the gap is told.
import type { Request201 } from '@wattdesk/ocpp/ocpp201'
import type { Station } from '#fleet/stations/station.memory.ts'
import type { StationTransaction } from '#fleet/stations/station-transaction.rules.ts'
import type { Services } from '#office/installation/services.ts'
import type { Stopped } from './session-stop.ocpp.ts'

export type WaitOptions = {
  /** How long an end waits at most. */
  patienceMs?: number
  /** How often the station is asked. */
  askEveryMs?: number
}
type End = (s: Station, t: StationTransaction, ended: Request201<'TransactionEvent'>) => Promise<Stopped>
/** Told of a bill that no answer to the station can tell. */
type Billed = (s: Station, transactionId: string, paise: number) => void
type Waiting = { s: Station; t: StationTransaction; untilMs: number; timer: NodeJS.Timeout | undefined }

const PATIENCE = { isBackground: true, timeoutMs: 10_000 }

export class WaitingEnds {
  readonly #services: Services
  readonly #end: End
  readonly #billed: Billed
  readonly #options: Required<WaitOptions>
  readonly #waiting = new Map<StationTransaction, Waiting>()
  readonly #ending = new Set<Promise<unknown>>()

  constructor(
    services: Services,
    end: End,
    billed: Billed,
    { patienceMs = 300_000, askEveryMs = 30_000 }: WaitOptions,
  ) {
    this.#services = services
    this.#billed = billed
    this.#end = end
    this.#options = { patienceMs, askEveryMs }
  }

  has(t: StationTransaction): boolean {
    return this.#waiting.has(t)
  }

  /** The end of `t`, which is stored, waits. The station is asked once it has its answer. */
  add(s: Station, t: StationTransaction): void {
    if (this.#waiting.has(t)) return
    const untilMs = this.#services.now().getTime() + this.#options.patienceMs
    const w: Waiting = { s, t, untilMs, timer: undefined }
    this.#waiting.set(t, w)
    setImmediate(() => this.#ask(w))
  }

  #ask(w: Waiting): void {
    const { session } = w.s
    if (!this.#waiting.has(w.t) || session.family !== 'ocpp2') return
    session.call('GetTransactionStatus', { transactionId: w.t.id }, PATIENCE).then(
      outcome => {
        const hasMore = outcome.kind === 'result' && outcome.payload.messagesInQueue
        if (!this.#waiting.has(w.t)) return
        if (!hasMore || this.#services.now().getTime() >= w.untilMs) this.endSoon(w.s, w.t)
        else w.timer = setTimeout(() => this.#ask(w), this.#options.askEveryMs).unref()
      },
      error => this.#failed(w.s, error),
    )
  }

  /** Ends the transaction now; the end waits for nothing more. */
  async endNow(s: Station, t: StationTransaction): Promise<Stopped | undefined> {
    const w = this.#waiting.get(t)
    clearTimeout(w?.timer)
    this.#waiting.delete(t)
    return t.ended === null ? undefined : this.#end(s, t, t.ended as Request201<'TransactionEvent'>)
  }

  /** The same, for callers that wait for nothing. */
  endSoon(s: Station, t: StationTransaction): void {
    const done: Promise<unknown> = this.endNow(s, t)
      .then(stopped => {
        if (stopped?.chargedPaise !== undefined) this.#billed(s, t.id, stopped.chargedPaise)
      })
      .catch(error => this.#failed(s, error))
      .finally(() => this.#ending.delete(done))
    this.#ending.add(done)
  }

  /** The station has gone: nothing more of it is awaited. */
  release(s: Station): void {
    for (const w of [...this.#waiting.values()]) if (w.s === s) this.endSoon(s, w.t)
  }

  #failed({ charger }: Station, error: unknown): void {
    this.#services.log.error({ err: error, chargepoint: charger.id }, 'A transaction could not be ended')
  }

  async idle(): Promise<void> {
    for (const w of this.#waiting.values()) clearTimeout(w.timer)
    this.#waiting.clear()
    await Promise.all(this.#ending)
  }
}
