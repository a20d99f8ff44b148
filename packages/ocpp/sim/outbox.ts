// The queue of transaction messages (1.6 section 3.7.1): delivered in order, kept while there is no link, sent again
// until answered, given up after TransactionMessageAttempts refusals.
import type { Clock, Timer } from './clock.ts'
import { Unanswered } from './link.ts'

interface Item {
  action: string
  /** Built at the moment of sending: a transactionId may have become known meanwhile. */
  payload: () => Record<string, unknown>
  id: string | undefined
  attempts: number
  resolve: (reply: unknown) => void
  reject: (error: Error) => void
}

export interface OutboxHooks {
  clock: Clock
  newId: () => string
  canSend: () => boolean
  send: (action: string, payload: Record<string, unknown>, id: string, duplicate: boolean) => Promise<unknown>
  attempts: () => number
  retrySeconds: () => number
  resend: () => 'same-id' | 'new-id'
  duplicates: () => 'same-id' | 'new-id' | undefined
}

export class Outbox {
  private readonly hooks: OutboxHooks
  private items: Item[] = []
  private running: Promise<void> | undefined
  private retry: Timer | undefined

  constructor(hooks: OutboxHooks) {
    this.hooks = hooks
  }

  /** Messages not answered yet. */
  get length(): number {
    return this.items.length
  }

  /** Queues a message; resolves with its answer, be it after a reconnect, or rejects when it is given up. */
  add(action: string, payload: () => Record<string, unknown>): Promise<unknown> {
    const answer = new Promise<unknown>((resolve, reject) => {
      this.items.push({ action, payload, id: undefined, attempts: 0, resolve, reject })
    })
    answer.catch(() => undefined) // nobody waits for what was queued offline; the reply event still tells
    if (this.hooks.canSend()) void this.flush()
    return answer
  }

  /** Sends what is queued; resolves when the queue is empty or sending is not possible now. */
  flush(): Promise<void> {
    this.running ??= this.run().finally(() => {
      this.running = undefined
      if (this.items[0] && !this.retry && this.hooks.canSend()) void this.flush() // came between the last look and now
    })
    return this.running
  }

  /** Forgets what waits for a retry; the messages stay. */
  stop(): void {
    this.retry?.cancel()
    this.retry = undefined
  }

  private async run(): Promise<void> {
    while (this.items[0] && !this.retry && this.hooks.canSend()) {
      const item = this.items[0]
      const again = item.id !== undefined && this.hooks.resend() === 'same-id'
      const id = again && item.id !== undefined ? item.id : this.hooks.newId()
      item.id = id
      const payload = item.payload()
      try {
        const reply = await this.hooks.send(item.action, payload, id, false)
        this.items.shift()
        item.resolve(reply)
        await this.twice(item.action, payload, id)
      } catch (error) {
        this.failed(item, error instanceof Error ? error : new Error(String(error)))
      }
    }
  }

  private async twice(action: string, payload: Record<string, unknown>, id: string): Promise<void> {
    const duplicates = this.hooks.duplicates()
    if (!duplicates) return
    try {
      await this.hooks.send(action, payload, duplicates === 'same-id' ? id : this.hooks.newId(), true)
    } catch (error) {
      if (!(error instanceof Error)) throw error // the reply event has told; the first answer stands
    }
  }

  private failed(item: Item, error: Error): void {
    if (error instanceof Unanswered && error.code === 'LinkLost') return // it stays first in the queue
    item.attempts++
    if (item.attempts >= this.hooks.attempts()) {
      this.items.shift()
      item.reject(error)
      return
    }
    const wait = this.hooks.retrySeconds() * item.attempts * 1000 // 1.6 section 9.1.30
    this.retry = this.hooks.clock.after(wait, () => {
      this.retry = undefined
      void this.flush()
    })
  }
}
