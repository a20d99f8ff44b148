// Sends what waits to the receivers of webhooks (HOOK-02). A webhook is sent to by one run of one node at a time, which holds it
// for half a minute and renews that while there is work; a run that was killed is followed by another after that time. Each webhook
// has its own few calls at a time, so that a slow receiver holds up nobody else's; of one object one event follows the other.
// The product runs this in a thread of its own (webhook-thread.jobs.ts).
import { randomUUID } from 'node:crypto'
import { dayOf } from '@wattdesk/base/time'
import type { Services } from '#office/installation/services.ts'
import { Batch } from '#platform/db/batch.ts'
import { callOutside, type OpenLines, openLines } from '#platform/http/outgoing.ts'
import { coreWait } from '#platform/jobs/core-wait.ts'
import { sweep } from '#platform/jobs/sweep.ts'
import { eventBody } from './webhook-event.rules.ts'
import { mostALook, nextTry, restUntil, SWITCHED_OFF_MS } from './webhook-pause.rules.ts'
import * as queue from './webhook-queue.store.ts'
import { type Deriving, webhookSigner } from './webhook-secret.commands.ts'

export type WebhookSender = { close: () => Promise<void> }
export type Pace = { everyMs?: number; leaseMs?: number; patienceMs?: number }
export type SenderParts = Pick<Services, 'db' | 'node' | 'now' | 'timeZone' | 'mayCallPrivate'> & {
  seal: Deriving
  log: { error: (fields: object, text: string) => void }
  /** Switches off a webhook whose receiver has taken nothing for too long. */
  stopFailing: (webhookId: number) => Promise<void>
}

/** Calls to one receiver at a time. */
const AT_ONCE = 16
/** Deliveries in hand for one receiver; below the lesser number more are read. */
const MOST_IN_HAND = 500
const FEW_IN_HAND = 100
/** What became of tries is stored together for so long. */
const GATHERED_MS = 50
/** How often the time of the last delivery is stored. */
const NOTED_MS = 5000

type Parts = {
  services: SenderParts
  lines: OpenLines
  outcomes: Batch<queue.Outcome, void>
  /** The share of the time, 0 to 1, that the thread which answers chargers waits for a core. */
  wait: () => number
  patienceMs: number
  onError: (error: unknown) => void
}

/** What is in hand for one receiver. */
class Lane {
  readonly #parts: Parts
  readonly #chains = new Map<string, queue.Waiting[]>()
  /** Objects whose next delivery may be sent. */
  #ready: string[] = []
  readonly #inHand = new Set<number>()
  /** Objects whose chain ended early while more was being read: what was read of them may not be the next. */
  readonly #dropped = new Set<string>()
  #sending = 0
  /** What is being sent, or whose end is being stored. */
  #underWay = 0
  /** So many calls may begin until the next look. */
  #left = 0
  #filling: Promise<void> | undefined
  #receiver: queue.Receiver
  readonly #sign: ReturnType<typeof webhookSigner>
  /** In this process's own time: nothing is begun later. */
  #heldUntilMs = 0
  #restedAt = 0
  #notedMs = Number.NEGATIVE_INFINITY
  #health: Promise<unknown> = Promise.resolve()
  #isClosed = false

  constructor(parts: Parts, receiver: queue.Receiver) {
    this.#parts = parts
    this.#receiver = receiver
    this.#sign = webhookSigner(parts.services.seal, receiver.webhookId)
  }

  get isIdle(): boolean {
    return this.#inHand.size === 0 && !this.#filling
  }

  /** The run holds the webhook until then, as it stands now. */
  hold(receiver: queue.Receiver, untilMs: number): void {
    // What this run has found out itself since then counts.
    const { failures, failingSince, pausedUntil } = this.isIdle ? receiver : this.#receiver
    this.#receiver = { ...receiver, failures, failingSince, pausedUntil }
    this.#heldUntilMs = untilMs
    this.#left = mostALook(this.#parts.wait(), AT_ONCE)
    this.#begin()
    this.#fill()
  }

  /** The run may not send to the webhook any more: it was switched off, has paused, or is spared. */
  drop(): void {
    this.#heldUntilMs = 0
    this.#dropReady()
  }

  /** Begins nothing more; resolves when what is under way is stored. */
  async close(): Promise<void> {
    this.#isClosed = true
    await this.#filling
    while (this.#underWay > 0) await new Promise(ok => setTimeout(ok, 10))
    await this.#health
  }

  #mayBegin(): boolean {
    const { pausedUntil } = this.#receiver
    const isResting = pausedUntil !== null && pausedUntil > this.#parts.services.now()
    return !this.#isClosed && !isResting && performance.now() < this.#heldUntilMs
  }

  #fill(): void {
    if (this.#filling || this.#inHand.size >= FEW_IN_HAND || !this.#mayBegin()) return
    this.#filling = this.#take()
      .catch(this.#parts.onError)
      .finally(() => {
        this.#filling = undefined
      })
  }
  async #take(): Promise<void> {
    const { db, now } = this.#parts.services
    const { webhookId } = this.#receiver
    // A receiver that was left alone is tried by one delivery first.
    const isProbe = restUntil(this.#receiver.failures, now()) !== null
    if (isProbe && this.#inHand.size > 0) return
    this.#dropped.clear()
    const taken = isProbe
      ? await queue.takeProbe(db, webhookId)
      : await queue.takeReady(db, webhookId, { inHand: [...this.#inHand], at: now(), most: MOST_IN_HAND })
    for (const w of taken) {
      if (this.#dropped.has(w.object)) continue
      this.#inHand.add(w.id)
      const chain = this.#chains.get(w.object)
      if (chain) chain.push(w)
      else {
        this.#chains.set(w.object, [w])
        this.#ready.push(w.object)
      }
    }
    this.#begin()
  }

  #begin(): void {
    while (this.#sending < AT_ONCE && this.#left > 0 && this.#ready.length > 0) {
      if (!this.#mayBegin()) {
        this.#dropReady()
        return
      }
      const object = this.#ready.shift() as string
      this.#underWay++
      this.#left--
      void this.#sendNext(object).finally(() => {
        this.#underWay--
        this.#begin()
        this.#fill()
      })
    }
  }
  /** What is not begun any more is read anew when it may be. */
  #dropReady(): void {
    for (const object of this.#ready) this.#drop(object)
    this.#ready = []
  }
  #drop(object: string): void {
    for (const w of this.#chains.get(object) ?? []) this.#inHand.delete(w.id)
    this.#chains.delete(object)
    this.#dropped.add(object)
  }

  /** Sends the next delivery of an object, and stores what became of it before the one after it may go. */
  async #sendNext(object: string): Promise<void> {
    const chain = this.#chains.get(object)
    const [w] = chain ?? []
    if (!chain || !w) return
    let isOver = false
    try {
      const outcome = await this.#callNext(w)
      await this.#parts.outcomes.add(outcome)
      isOver = outcome.dueAt === null
      // What is being read may have been put aside behind this one just as it ended.
      const reading = this.#filling
      if (isOver && outcome.wasFirst && reading) {
        await reading
        await queue.releaseBehind(this.#parts.services.db, [outcome])
      }
    } catch (error) {
      this.#parts.onError(error)
    }
    if (!isOver) return this.#drop(object)
    chain.shift()
    this.#inHand.delete(w.id)
    if (chain.length > 0) this.#ready.push(object)
    else this.#chains.delete(object)
  }

  /** Another call may begin as soon as this one has its answer. */
  async #callNext(w: queue.Waiting): Promise<queue.Outcome> {
    this.#sending++
    try {
      return await this.#try(w)
    } finally {
      this.#sending--
      this.#begin()
    }
  }
  async #try(w: queue.Waiting): Promise<queue.Outcome> {
    const { now } = this.#parts.services
    const { webhookId } = this.#receiver
    const begunAt = now()
    const begunMs = performance.now()
    const of = { id: w.id, webhookId, object: w.object, wasFirst: w.state === 'failed' }
    const body = eventBody({ ...w, data: JSON.parse(w.dataText) })
    if (body === undefined) {
      this.#parts.services.log.error(
        { kind: w.kind, delivery: w.id },
        'An event of a webhook does not fit its declaration',
      )
      const attempt = { at: begunAt.toISOString(), ms: 0, status: null, error: 'The event could not be written' }
      return { ...of, isDelivered: false, dueAt: null, attempt, answer: null, at: begunAt }
    }
    const { status, answer, error } = await this.#call(w, body, begunAt)
    const at = now()
    const isDelivered = status !== null && status >= 200 && status < 300
    this.#noteHealth(isDelivered, begunAt, at)
    const attempt = { at: begunAt.toISOString(), ms: Math.round(performance.now() - begunMs), status, error }
    const dueAt = isDelivered ? null : (nextTry(w.tries + 1, w.triedAt ?? at, at) ?? null)
    return { ...of, isDelivered, dueAt, attempt, answer, at }
  }

  async #call(
    w: queue.Waiting,
    body: string,
    at: Date,
  ): Promise<{ status: number | null; answer: string | null; error: string | null }> {
    const { services, lines, patienceMs } = this.#parts
    const { address, secretNo, oldSecretUntil } = this.#receiver
    const numbers = oldSecretUntil && oldSecretUntil > at ? [secretNo, secretNo - 1] : [secretNo]
    const call = {
      headers: this.#sign(numbers, { id: `msg_${w.messageId}`, body, at }),
      body,
      mayBePrivate: services.mayCallPrivate ?? false,
      patienceMs,
      lines,
    }
    try {
      const { status, text } = await callOutside(address, call)
      const error = status >= 300 && status < 400 ? 'Redirects are not followed' : null
      return { status, answer: text.replaceAll('\0', ''), error }
    } catch (error) {
      const isTimeout = (error as Error).name === 'TimeoutError' || (error as { code?: string }).code === 'ABORT_ERR'
      const text = isTimeout
        ? `No whole answer within ${patienceMs / 1000} s`
        : String((error as Error).message || error)
      return { status: null, answer: null, error: text.replaceAll('\0', '').slice(0, 300) }
    }
  }

  /** How the receiver stands after a try that began at `begunAt`. */
  #noteHealth(isDelivered: boolean, begunAt: Date, at: Date): void {
    const r = this.#receiver
    if (isDelivered) {
      const wasFailing = r.failures > 0
      const wasLeftAlone = restUntil(r.failures, at) !== null
      if (!wasFailing && performance.now() - this.#notedMs < NOTED_MS) return
      this.#notedMs = performance.now()
      this.#receiver = { ...r, failures: 0, failingSince: null, pausedUntil: null }
      this.#store(at, { hurries: wasLeftAlone })
      return
    }
    // Calls that were under way when the receiver was first left alone say nothing new.
    if (begunAt.getTime() < this.#restedAt) return
    const failures = r.failures + 1
    const pausedUntil = restUntil(failures, at)
    if (pausedUntil) this.#restedAt = at.getTime()
    this.#receiver = { ...r, failures, failingSince: r.failingSince ?? at, pausedUntil }
    this.#store(null, { hurries: false })
    if (r.failingSince && at.getTime() - r.failingSince.getTime() >= SWITCHED_OFF_MS)
      this.#after(() => this.#parts.services.stopFailing(r.webhookId))
  }
  #store(deliveredAt: Date | null, { hurries }: { hurries: boolean }): void {
    const { db, now } = this.#parts.services
    const { webhookId, failures, failingSince, pausedUntil } = this.#receiver
    this.#after(async () => {
      await queue.storeHealth(db, { webhookId, failures, failingSince, pausedUntil, deliveredAt })
      if (hurries) await queue.hurry(db, webhookId, now())
    })
  }
  #after(work: () => Promise<unknown>): void {
    this.#health = this.#health.then(work).catch(this.#parts.onError)
  }
}

/** Begins to send. */
export async function sendWebhooks(
  services: SenderParts,
  { everyMs = 250, leaseMs = 30_000, patienceMs = 10_000 }: Pace = {},
): Promise<WebhookSender> {
  const { db, node, now, log, timeZone } = services
  const holder = `${node} ${randomUUID()}`
  const lanes = new Map<number, Lane>()
  const lines = openLines()
  const onError = (error: unknown) => log.error({ err: error }, 'Webhooks could not be sent')
  const outcomes = new Batch<queue.Outcome, void>(
    async items => {
      await queue.storeOutcomes(db, items)
      return []
    },
    { gatherMs: GATHERED_MS },
  )
  const parts = { services, lines, outcomes, wait: coreWait(), patienceMs, onError }
  const look = async () => {
    const begunMs = performance.now()
    const at = now()
    const held = await queue.holdReceivers(db, holder, { at, today: dayOf(at, timeZone), leaseMs })
    const ids = new Set(held.map(r => r.webhookId))
    for (const [id, lane] of lanes) if (!ids.has(id)) lane.drop()
    for (const r of held) {
      const lane = lanes.get(r.webhookId) ?? new Lane(parts, r)
      lanes.set(r.webhookId, lane)
      // The second half of the time is left to the calls that have begun.
      lane.hold(r, begunMs + r.heldForMs - leaseMs / 2)
    }
    for (const [id, lane] of lanes) if (lane.isIdle) lanes.delete(id)
  }
  // A run of this node that was killed holds what nobody sends.
  await queue.letGo(db, node).catch(onError)
  const looking = sweep(look, { soonMs: 0, everyMs, onError })
  looking.wake()
  return {
    close: async () => {
      await looking.close()
      await Promise.all([...lanes.values()].map(lane => lane.close()))
      await queue.letGo(db, node).catch(onError)
      lines.close()
    },
  }
}
