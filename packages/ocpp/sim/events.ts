// The events of a simulated charger, as they happen. Tests wait with `next`: for the event, never for a time.
import type { Reading } from './power.ts'

export interface ChargerEvents {
  /** The socket is open (boot may follow or not). */
  opened: Record<never, never>
  /** The socket has ended, 1006 without a close handshake. */
  closed: { code: number; reason: string }
  booted: { status: 'Accepted' | 'Pending' | 'Rejected'; interval: number }
  /** A connector's status; after the central system confirmed it, or at once with `sent` false while it cannot be told. */
  status: { connectorId: number; status: string; errorCode: string; sent: boolean }
  remoteStart: { connectorId: number; idTag: string; status: 'Accepted' | 'Rejected' }
  /** StartTransaction was answered. `transactionId` is -1 where the central system refused the message. */
  started: { connectorId: number; transactionId: number; idTag: string; status: string }
  /** StopTransaction was answered. */
  stopped: { connectorId: number; transactionId: number; reason: string; meterStopWh: number }
  /** A sample was taken (MeterValues may still be queued). */
  meter: { connectorId: number; transactionId: number | undefined; reading: Reading }
  /** New firmware was installed; the reboot follows. */
  installed: { version: string; isCharging: boolean }
  /** A call of the central system and what it was answered; `answer` is missing where none was sent. */
  call: { id: string; action: string; payload: unknown; answer?: unknown; error?: string }
  /** The central system's answer to one of ours; `error` is the CALLERROR code, `Timeout` or `LinkLost`. */
  reply: {
    id: string
    action: string
    request: unknown
    payload?: unknown
    error?: string
    duplicate: boolean
    ms: number
  }
  /** A frame that is neither a call for us nor an answer to our open call. */
  odd: { text: string }
  /** Something that nobody waited for went wrong, e.g. a reconnect or a remote start that was refused. */
  failed: { error: Error }
}

export type EventName = keyof ChargerEvents

interface Waiter {
  event: EventName
  see: (value: never) => boolean
  fail: (error: Error) => void
}

/** Listeners and one-time waiters of one charger; costs nothing while nobody listens. */
export class Events {
  private waiters: Waiter[] | undefined

  /** Calls `act` at every such event until the returned function is called. */
  on<E extends EventName>(event: E, act: (value: ChargerEvents[E]) => void): () => void {
    return this.watch(event, value => {
      act(value)
      return false
    })
  }

  /** Resolves with the next such event that satisfies `wanted`; rejects when the charger is closed for good. */
  next<E extends EventName>(event: E, wanted?: (value: ChargerEvents[E]) => boolean): Promise<ChargerEvents[E]> {
    const seen = new Promise<ChargerEvents[E]>((resolve, reject) => {
      this.watch(
        event,
        value => {
          if (wanted && !wanted(value)) return false
          resolve(value)
          return true
        },
        reject,
      )
    })
    seen.catch(() => undefined) // a waiter that nobody awaits any more must not end the process; others still reject
    return seen
  }

  emit<E extends EventName>(event: E, value: ChargerEvents[E]): void {
    if (!this.waiters) return
    for (const waiter of [...this.waiters])
      if (waiter.event === event && (waiter.see as (value: ChargerEvents[E]) => boolean)(value)) this.forget(waiter)
  }

  /** Ends all waiting. */
  end(error: Error): void {
    const waiters = this.waiters ?? []
    this.waiters = undefined
    for (const waiter of waiters) waiter.fail(error)
  }

  private watch<E extends EventName>(
    event: E,
    see: (value: ChargerEvents[E]) => boolean,
    fail: (error: Error) => void = () => undefined,
  ): () => void {
    const waiter: Waiter = { event, see, fail }
    this.waiters ??= []
    this.waiters.push(waiter)
    return () => this.forget(waiter)
  }

  private forget(waiter: Waiter): void {
    const at = this.waiters?.indexOf(waiter) ?? -1
    if (at >= 0) this.waiters?.splice(at, 1)
  }
}
