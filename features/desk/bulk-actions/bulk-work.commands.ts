// Works on bulk actions (D-BULK-2): in the order of the list, several items at once, on one node at a time, for as long
// as there is something to do.

import { UNHEARD } from '#control/charger-config/charger-config.rules.ts'
import { UNANSWERED } from '#control/remote-operations/remote-operation.rules.ts'
import { outcomeOf } from '#control/remote-operations/task-outcome.rules.ts'
import type { Services } from '#office/installation/services.ts'
import { announce } from './bulk-action.commands.ts'
import { keyResultOf, keysText, RECEIVED } from './bulk-action.rules.ts'
import * as store from './bulk-action.store.ts'
import { tellEnded } from './bulk-end.commands.ts'
import { type RequestWriters, step } from './bulk-item.commands.ts'
import * as items from './bulk-item.store.ts'

/**
 * Ends items whose tasks have ended, with the results of those tasks: all such items, or only the item `itemNo`.
 * Returns how many.
 */
async function settle(
  { db, now }: Pick<Services, 'db' | 'now'>,
  id: number,
  itemNo: number | null = null,
): Promise<number> {
  const ended = await items.answered(db, id, itemNo)
  if (ended.length > 0) await items.settle(db, id, ended.map(endOf), now())
  return ended.length
}
function endOf(of: items.OfTask): items.Settled {
  const { itemNo, taskId, operation, state, response, error } = of
  const pushed = pushedOf(of)
  if (pushed) return pushed
  const result = [{ id: '', charge_box_id: '', response, error, details: null }]
  const { text } = outcomeOf({ operation, status: 'COMPLETED', state, effect: null, result })
  if (error !== null) return { itemNo, taskId, state: 'Failed', outcome: text }
  return {
    itemNo,
    taskId,
    state: 'Done',
    outcome: operation === 'UpdateFirmware' && response === null ? RECEIVED : text,
  }
}

/** An item that sets several keys: it waits for the next one, unless the charger has not answered. */
function pushedOf({ itemNo, taskId, response, error, settingText }: items.OfTask): items.Settled | undefined {
  const settings = settingText === null ? null : (JSON.parse(settingText) as items.Settings)
  if (!settings?.now) return undefined
  const { spelling, value } = settings.now
  const isAnswered = response !== null || error === null || !(UNANSWERED.includes(error) || error.startsWith(UNHEARD))
  const results = [...settings.results, { key: spelling, value, result: keyResultOf({ response, error }) }]
  const outcome = keysText(results)
  const kept = { keys: settings.keys, results }
  if (isAnswered) return { itemNo, taskId, state: 'Waiting', outcome, settings: kept }
  // The other keys would wait as long for nothing.
  return { itemNo, taskId, state: 'Failed', outcome, settings: kept }
}

/** Items of one bulk action that are worked at once: most of the time they wait for chargers. */
const AT_ONCE = 50
const TELL_EVERY_MS = 1000

/** Lets in so many at once; the others wait, in the order they came. */
function gate(most: number): <T>(work: () => Promise<T>) => Promise<T> {
  let free = most
  const waiting: (() => void)[] = []
  return async work => {
    if (free > 0) free--
    else await new Promise<void>(ok => waiting.push(ok))
    try {
      return await work()
    } finally {
      const next = waiting.shift()
      if (next) next()
      else free++
    }
  }
}
/** Transactions at once: upkeep has few connections, and answers of chargers must not wait for them. */
const STEPS_AT_ONCE = 2

type Pace = { atOnce: number; isOver: () => boolean; inTurn: ReturnType<typeof gate>; since?: Date | undefined }
/** Works on one bulk action until no item waits, or until `isOver`; items that were begun are finished. */
async function workOne(
  services: Services,
  a: store.BulkActionRow,
  ways: RequestWriters,
  { atOnce, isOver, inTurn, since }: Pace,
): Promise<void> {
  const id = a.bulkActionId
  let toldAt = 0
  const tell = () => {
    if (performance.now() - toldAt < TELL_EVERY_MS) return
    toldAt = performance.now()
    announce(services, a)
  }
  const lane = async () => {
    while (!isOver()) {
      const did = await inTurn(async () => (isOver() ? undefined : step(services, a, ways, since)))
      if (!did) return
      tell()
      if (did.run) await did.run()
      await settle(services, id, did.item.itemNo)
      tell()
    }
  }
  const lanes = await Promise.allSettled(Array.from({ length: Math.min(atOnce, a.total) }, lane))
  announce(services, a)
  for (const l of lanes) if (l.status === 'rejected') throw l.reason
}

/** How long one run takes on new items: then another node may go on, or this one again. */
const RUN_MS = 60_000
const LOOK_EVERY_MS = 1000

type Until = {
  forMs?: number
  /** No new item after this. */
  stopped?: AbortSignal
  /** Bulk actions that were requested before this moment go on only at chargers that have connected after it. */
  since?: Date
  atOnce?: number
}
/**
 * Works on all requested bulk actions side by side, until there is nothing to do or `forMs` are over. One run at a time
 * over all nodes; should there be two, each item is still taken by only one of them.
 */
export async function workBulkActions(
  services: Services,
  ways: RequestWriters,
  { forMs = RUN_MS, stopped, since, atOnce = AT_ONCE }: Until = {},
): Promise<void> {
  const until = performance.now() + forMs
  const going = new Map<number, Promise<unknown>>()
  const failures: unknown[] = []
  const inTurn = gate(STEPS_AT_ONCE)
  const isOver = () => performance.now() >= until || stopped?.aborted === true || failures.length > 0
  do {
    for (const a of await store.open(services.db, since)) {
      const id = a.bulkActionId
      if (going.has(id)) continue
      // Tasks that an interrupted run had sent have ended meanwhile.
      if ((await settle(services, id)) > 0) announce(services, a)
      if (!a.isWaiting) continue
      const work = workOne(services, a, ways, { atOnce, isOver, inTurn, since }).catch((error: unknown) =>
        failures.push(error),
      )
      going.set(
        id,
        work.finally(() => going.delete(id)),
      )
    }
    if (going.size === 0) break
    await Promise.race([Promise.all(going.values()), pause(LOOK_EVERY_MS)])
  } while (!isOver())
  await Promise.all(going.values())
  await tellEnded(services)
  if (failures.length > 0) throw failures[0]
}

const pause = (ms: number) => new Promise<void>(ok => void setTimeout(ok, ms).unref())
