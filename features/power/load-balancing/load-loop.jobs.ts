// The loop of load balancing on one node (D-SITE-4): a site is decided on when something of its chargers changes, a moment
// later so that many changes make one decision, and every 30 s in any case. Any node may decide, one at a time for a site; all
// that is known stands in the database, so another node goes on where one ended.
import type { Services } from '#office/installation/services.ts'
import { tally } from '#platform/tally.ts'
import * as store from './load.store.ts'
import { clearCharger, runJob } from './load-job.commands.ts'
import { planSites, type Task } from './load-site.commands.ts'
import { isBusy } from './load-standing.rules.ts'
import type { Send } from './load-tell.commands.ts'

export const EVERY_MS = 30_000
const LOOK_MS = 1000
const STRAYS_MS = 5000
const TOGETHER_MS = 100
/** Sites in one transaction: few enough that no site waits long for the others. */
const AT_ONCE = 25

export type Loop = {
  /** Something has changed at a charger: a session, a connector, its connection. */
  news: (chargepointPk: number) => void
  /** Decides on a site now. */
  plan: (zoneId: number) => Promise<void>
  /** Looks for sites that are due and for chargers that have left; the loop does so every second. */
  look: () => Promise<void>
  /** Resolves when nothing is under way. */
  idle: () => Promise<void>
  close: () => Promise<void>
}

/** `answerMs`: how long a charger has for an answer. `lookMs` 0: the loop does nothing by itself. */
export function startLoop(
  services: Services,
  {
    answerMs,
    lookMs = LOOK_MS,
    togetherMs = TOGETHER_MS,
    send = sender(services, answerMs),
  }: { answerMs?: number; lookMs?: number; togetherMs?: number; send?: Send } = {},
): Loop {
  const { db, log } = services
  const failed = tally(log, 'Load balancing waits')
  const told = new Set<number>()
  const due = new Set<number>()
  const under = new Set<Promise<unknown>>()
  const clearing = new Set<number>()
  let isClosed = false
  let timer: NodeJS.Timeout | undefined
  let lookedForStrays = 0

  function follow(work: Promise<unknown>): void {
    const done = work.catch(failed.add).finally(() => under.delete(done))
    under.add(done)
  }
  const soon = () => {
    if (!isClosed) timer ??= setTimeout(() => follow(decide()), togetherMs)
  }
  async function decide(): Promise<void> {
    timer = undefined
    const pks = [...told]
    told.clear()
    try {
      if (pks.length > 0) for (const zoneId of await store.sitesOf(db, pks)) due.add(zoneId)
    } catch (error) {
      // Each site is due within half a minute in any case.
      failed.add(error)
    }
    const zoneIds = [...due]
    due.clear()
    await run(zoneIds, false)
  }
  async function run(zoneIds: readonly number[], isDue: boolean): Promise<void> {
    for (let i = 0; i < zoneIds.length && !isClosed; i += AT_ONCE)
      for (const task of await planSites(services, zoneIds.slice(i, i + AT_ONCE), isDue)) follow(carryOut(task))
  }
  async function carryOut(task: Task): Promise<void> {
    try {
      await runJob(services, send, task)
    } finally {
      due.add(task.zoneId)
      soon()
    }
  }

  async function look(): Promise<void> {
    const now = services.now()
    if (now.getTime() - lookedForStrays >= STRAYS_MS || lookMs === 0) {
      lookedForStrays = now.getTime()
      await store.wakeUnknown(db, now)
      await store.forgetDeleted(db)
      for (const stray of await store.strays(db)) {
        const { pause } = stray.standing
        if (
          clearing.has(stray.pk) ||
          isBusy(stray.standing, stray, now.getTime()) ||
          (pause && pause.until > now.getTime())
        )
          continue
        clearing.add(stray.pk)
        follow(clearCharger(services, send, stray).finally(() => clearing.delete(stray.pk)))
      }
    }
    for (;;) {
      const next = new Date(now.getTime() + EVERY_MS)
      const zoneIds = await store.claimDue(db, { now, next, most: AT_ONCE })
      await run(zoneIds, true)
      if (zoneIds.length < AT_ONCE || isClosed) return
    }
  }
  let looking: Promise<void> | undefined
  const looks =
    lookMs > 0
      ? setInterval(() => {
          looking ??= look()
            .catch(failed.add)
            .finally(() => {
              looking = undefined
            })
        }, lookMs).unref()
      : undefined

  async function idle(): Promise<void> {
    while (under.size > 0 || timer) {
      if (timer && !isClosed) {
        clearTimeout(timer)
        follow(decide())
      }
      await Promise.all(under)
    }
  }
  return {
    news: pk => {
      told.add(pk)
      soon()
    },
    plan: zoneId => run([zoneId], false),
    look,
    idle,
    close: async () => {
      isClosed = true
      clearInterval(looks)
      clearTimeout(timer)
      timer = undefined
      await looking
      // Outstanding answers are not waited for: the sent limits are stored as unanswered.
      await Promise.race([Promise.all(under), new Promise(ok => setTimeout(ok, 1000).unref())])
      failed.close()
    },
  }
}

/** Sends through the node that holds the charger's socket, only over the connection that the decision was made for. */
const sender =
  ({ bus }: Services, timeoutMs: number | undefined): Send =>
  async ({ node, pk, connectionNo }, action, payload) =>
    node === null
      ? { kind: 'closed', sent: false }
      : bus.command(node, { chargepointPk: pk, action, payload, taskId: undefined, timeoutMs, connectionNo })
