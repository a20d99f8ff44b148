// The loop of load balancing on one node (D-SITE-4): a site is decided on a moment after a change of its chargers, so
// that many changes make a single decision, and every 30 s in any case. Any node may decide, one node at a time for
// a site. All facts are in the database, so another node goes on where a node ended.
import type { Services } from '#office/installation/services.ts'
import { type Tally, tally } from '#platform/tally.ts'
import * as store from './load.store.ts'
import { clearCharger, runJob } from './load-job.commands.ts'
import { planSites, type Task } from './load-site.commands.ts'
import { isBusy } from './load-standing.rules.ts'
import type { Send } from './load-tell.commands.ts'

const EVERY_MS = 30_000
const LOOK_MS = 1000
const STRAYS_MS = 5000
const TOGETHER_MS = 100
/** Sites in one transaction: few enough that no site waits long for the others. */
const AT_ONCE = 25

export type LoopOptions = {
  /** How long a charger has for an answer. */
  answerMs?: number
  /** How often the loop looks for sites that are due; 0: the loop does nothing by itself. */
  lookMs?: number
  /** How long changes are gathered for one decision. */
  togetherMs?: number
  send?: Send
}

/** Begins to balance the load of all sites, together with the loops of other nodes. */
export const startLoop = (services: Services, options: LoopOptions = {}): LoadLoop => new LoadLoop(services, options)

export class LoadLoop {
  readonly #services: Services
  readonly #send: Send
  readonly #lookMs: number
  readonly #togetherMs: number
  readonly #failed: Tally
  /** Chargers at which something has changed since the last decision. */
  readonly #changed = new Set<number>()
  /** Sites that are decided on next. */
  readonly #due = new Set<number>()
  readonly #underWay = new Set<Promise<unknown>>()
  /** Chargers outside any site whose limit is being taken back. */
  readonly #clearing = new Set<number>()
  readonly #looks: NodeJS.Timeout | undefined
  #looking: Promise<void> | undefined
  #timer: NodeJS.Timeout | undefined
  #lookedForStrays = 0
  #isClosed = false

  constructor(
    services: Services,
    { answerMs, lookMs = LOOK_MS, togetherMs = TOGETHER_MS, send = sender(services, answerMs) }: LoopOptions,
  ) {
    this.#services = services
    this.#send = send
    this.#lookMs = lookMs
    this.#togetherMs = togetherMs
    this.#failed = tally(services.log, 'Load balancing waits')
    if (lookMs > 0) this.#looks = setInterval(() => this.#lookAgain(), lookMs).unref()
  }

  /** Something has changed at a charger: a session, a connector, its connection. Bound to the loop. */
  readonly news = (chargepointPk: number): void => {
    this.#changed.add(chargepointPk)
    this.#decideSoon()
  }

  /** Decides on a site now. */
  plan(zoneId: number): Promise<void> {
    return this.#decideOn([zoneId], false)
  }

  /** Looks for sites that are due and for chargers that have left; the loop does so every second. */
  async look(): Promise<void> {
    const { db, now } = this.#services
    const at = now()
    if (at.getTime() - this.#lookedForStrays >= STRAYS_MS || this.#lookMs === 0) await this.#clearStrays(at)
    for (;;) {
      const next = new Date(at.getTime() + EVERY_MS)
      const zoneIds = await store.claimDue(db, { now: at, next, most: AT_ONCE })
      await this.#decideOn(zoneIds, true)
      if (zoneIds.length < AT_ONCE || this.#isClosed) return
    }
  }

  /** Resolves when nothing is under way. */
  async idle(): Promise<void> {
    while (this.#underWay.size > 0 || this.#timer) {
      if (this.#timer && !this.#isClosed) {
        clearTimeout(this.#timer)
        this.#follow(this.#decide())
      }
      await Promise.all(this.#underWay)
    }
  }

  async close(): Promise<void> {
    this.#isClosed = true
    clearInterval(this.#looks)
    clearTimeout(this.#timer)
    this.#timer = undefined
    await this.#looking
    // Outstanding answers are not waited for: the sent limits are stored as unanswered.
    await Promise.race([Promise.all(this.#underWay), new Promise(ok => setTimeout(ok, 1000).unref())])
    this.#failed.close()
  }

  #follow(work: Promise<unknown>): void {
    const done = work.catch(this.#failed.add).finally(() => this.#underWay.delete(done))
    this.#underWay.add(done)
  }

  #decideSoon(): void {
    if (!this.#isClosed) this.#timer ??= setTimeout(() => this.#follow(this.#decide()), this.#togetherMs)
  }

  /** Decides on the sites of the chargers that have changed, and on those that a finished task has left due. */
  async #decide(): Promise<void> {
    this.#timer = undefined
    const pks = [...this.#changed]
    this.#changed.clear()
    try {
      if (pks.length > 0) for (const zoneId of await store.sitesOf(this.#services.db, pks)) this.#due.add(zoneId)
    } catch (error) {
      // Each site is due within half a minute in any case.
      this.#failed.add(error)
    }
    const zoneIds = [...this.#due]
    this.#due.clear()
    await this.#decideOn(zoneIds, false)
  }

  async #decideOn(zoneIds: readonly number[], isDue: boolean): Promise<void> {
    for (let i = 0; i < zoneIds.length && !this.#isClosed; i += AT_ONCE)
      for (const task of await planSites(this.#services, zoneIds.slice(i, i + AT_ONCE), isDue))
        this.#follow(this.#carryOut(task))
  }

  async #carryOut(task: Task): Promise<void> {
    try {
      await runJob(this.#services, this.#send, task)
    } finally {
      this.#due.add(task.zoneId)
      this.#decideSoon()
    }
  }

  #lookAgain(): void {
    this.#looking ??= this.look()
      .catch(this.#failed.add)
      .finally(() => {
        this.#looking = undefined
      })
  }

  /** Takes the limits of chargers back that have left their site. */
  async #clearStrays(now: Date): Promise<void> {
    const { db } = this.#services
    this.#lookedForStrays = now.getTime()
    await store.wakeUnknown(db, now)
    await store.forgetDeleted(db)
    for (const stray of await store.strays(db)) {
      const { pause } = stray.standing
      const mustWait = isBusy(stray.standing, stray, now.getTime()) || (pause && pause.until > now.getTime())
      if (this.#clearing.has(stray.pk) || mustWait) continue
      this.#clearing.add(stray.pk)
      const done = clearCharger(this.#services, this.#send, stray).finally(() => this.#clearing.delete(stray.pk))
      this.#follow(done)
    }
  }
}

/** Sends through the node that holds the charger's socket, only over the connection that the decision was made for. */
const sender =
  ({ bus }: Services, timeoutMs: number | undefined): Send =>
  async ({ node, pk, connectionNo }, action, payload) =>
    node === null
      ? { kind: 'closed', sent: false }
      : bus.command(node, { chargepointPk: pk, action, payload, taskId: undefined, timeoutMs, connectionNo })
