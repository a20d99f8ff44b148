// Doing what was asked for on many charge points (D-BULK-2): one after the other in the order of the list, several at once,
// each by the command of the single act and with the rights of the one who asked as they are at that moment. An item and
// what is done for it commit together, so that whoever goes on after a crash does nothing twice.
import { dayOf } from '@wattdesk/base/time'
import { HttpFailure } from '@wattdesk/wire/route'
import { everywhere, readUser } from '../../platform/access/scope.ts'
import { act, type Caller, type Then } from '../../platform/audit/act.ts'
import { isPassing } from '../../platform/db/database-away.ts'
import type { Trx } from '../../platform/db/db.ts'
import type { Services } from '../../platform/services.ts'
import { changeCharger } from '../chargers/charger-change.commands.ts'
import { priceCharger } from '../chargers/charger-price.commands.ts'
import type { RemoteOperation } from '../remote-operations/operation-body.contract.ts'
import type { Writers } from '../remote-operations/operation-request.commands.ts'
import { needsFullAccess } from '../remote-operations/operation-request.rules.ts'
import { prepare } from '../remote-operations/remote-operation.commands.ts'
import { runTask } from '../remote-operations/task.commands.ts'
import { outcomeOf } from '../remote-operations/task-outcome.rules.ts'
import { announce } from './bulk-action.commands.ts'
import { answerWords, CHANGED, FAULT, GONE, NO_RIGHT, SAME } from './bulk-action.rules.ts'
import * as store from './bulk-action.store.ts'
import type { BulkAct } from './bulk-action-body.contract.ts'
import * as items from './bulk-item.store.ts'

/** `writers` write the requests that are made of stored records. */
export type Ways = { writers: Writers }
type On = { services: Services; trx: Trx; then: Then; caller: Caller; charger: { pk: number; id: string }; ways: Ways }
/** A task that carries the act out, and how it is run after the commit; or what was done at once. */
type Did = { taskId: string; run: (() => Promise<void>) | undefined } | { outcome: string }

const RIGHT = 'ChargerPoint.update'

async function operate(on: On, o: RemoteOperation): Promise<Did> {
  const { services, trx, then, caller, ways } = on
  const full = needsFullAccess(o) ? await everywhere(trx, caller.who, 'ChargerPoint.full') : undefined
  const { task, run } = await prepare(services, trx, then, caller, o, { ...ways, full, onEnded: () => undefined })
  const isOpen = task.endedAt === null
  return { taskId: task.taskId, run: isOpen ? () => runTask(services, run, o, task.taskId) : undefined }
}

async function doOne(on: On, { kind, parameters }: BulkAct): Promise<Did> {
  const { services, trx, then, caller, charger } = on
  switch (kind) {
    case 'PriceGroup': {
      const isChanged = await priceCharger(services, trx, then, caller, String(charger.pk), parameters)
      return { outcome: isChanged ? CHANGED : SAME }
    }
    case 'ChargingSite':
      await changeCharger(services, trx, then, caller, String(charger.pk), parameters)
      return { outcome: CHANGED }
    default:
      return operate(on, { chargerId: charger.id, remoteOperationType: kind, parameters } as RemoteOperation)
  }
}

/** The one who asked, as of now; a refusal where the right is gone. */
async function callerNow(services: Services, trx: Trx, a: store.Row): Promise<Caller> {
  const who = await readUser(trx, a.userId, dayOf(services.now(), services.timeZone))
  if (!who) throw new HttpFailure(403, NO_RIGHT)
  const by = { userId: who.userId, username: who.username, ip: a.ip, written: 0 }
  return { who, by, scope: await everywhere(trx, who, RIGHT), ifMatch: undefined }
}

type Step = { item: items.Taken; run?: (() => Promise<void>) | undefined }
/** Takes the next item and does it in one transaction; undefined when none waits. */
async function step(services: Services, a: store.Row, ways: Ways): Promise<Step | undefined> {
  const id = a.bulkActionId
  let item: items.Taken | undefined
  try {
    return await act(services, async (trx, then): Promise<Step | undefined> => {
      item = await items.takeNext(trx, id)
      if (!item) return undefined
      const at = services.now()
      const now = await items.holdCharger(trx, item.chargepointPk)
      if (!now) {
        await items.end(trx, id, item.itemNo, { state: 'Skipped', outcome: GONE }, at)
        return { item }
      }
      const caller = await callerNow(services, trx, a)
      if (caller.scope.kind === 'teams' && !caller.scope.teams.includes(now.teamId))
        throw new HttpFailure(403, NO_RIGHT)
      const charger = { pk: item.chargepointPk, id: now.id }
      const asked = { kind: a.kind, parameters: a.parameters } as BulkAct
      const did = await doOne({ services, trx, then, caller, charger, ways }, asked)
      if ('outcome' in did) await items.end(trx, id, item.itemNo, { state: 'Done', outcome: did.outcome }, at)
      else await items.begin(trx, id, item.itemNo, did.taskId, at)
      return { item, run: 'run' in did ? did.run : undefined }
    })
  } catch (error) {
    // The database will be back, and the item waits until then.
    if (!item || isPassing(error)) throw error
    await items.end(
      services.db,
      id,
      item.itemNo,
      { state: 'Failed', outcome: refusalOf(services, error, id) },
      services.now(),
    )
    return { item }
  }
}

function refusalOf(services: Services, error: unknown, bulkActionId: number): string {
  if (error instanceof HttpFailure) return error.statusCode === 403 ? NO_RIGHT : error.message
  services.log.error({ err: error, bulkActionId }, 'An item of an act on many charge points failed')
  return FAULT
}

/** Ends items by what their tasks have come to: all that have ended, or the one with a number. */
async function settle(
  { db, now }: Pick<Services, 'db' | 'now'>,
  id: number,
  itemNo: number | null = null,
): Promise<number> {
  const ended = await items.answered(db, id, itemNo)
  if (ended.length > 0) await items.settle(db, id, ended.map(endOf), now())
  return ended.length
}
function endOf({ itemNo, operation, state, response, error }: items.OfTask): items.End & { itemNo: number } {
  if (error === null) return { itemNo, state: 'Done', outcome: answerWords(operation, response) }
  const result = [{ id: '', charge_box_id: '', response, error, details: null }]
  const { text } = outcomeOf({ operation, status: 'COMPLETED', state, start: null, result })
  return { itemNo, state: 'Failed', outcome: text }
}

/** So many items of one act at once: most of the time they wait for chargers. */
const AT_ONCE = 50
const TELL_EVERY_MS = 1000

type Pace = { atOnce: number; isOver: () => boolean }
/** Works one act until no item waits, or until `isOver`; what it has begun, it brings to its end. */
async function workOne(services: Services, a: store.Row, ways: Ways, { atOnce, isOver }: Pace): Promise<void> {
  const id = a.bulkActionId
  let toldAt = 0
  const tell = () => {
    if (performance.now() - toldAt < TELL_EVERY_MS) return
    toldAt = performance.now()
    announce(services, a)
  }
  const lane = async () => {
    while (!isOver()) {
      const did = await step(services, a, ways)
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
  /** Acts that were asked for earlier are left alone. */
  since?: Date
  atOnce?: number
}
/**
 * Works all acts that are asked for, each beside the others, until there is nothing to do or `forMs` are over. One run at a
 * time over all nodes; should there be two, an item is still taken by one of them alone.
 */
export async function workBulkActions(
  services: Services,
  ways: Ways,
  { forMs = RUN_MS, stopped, since, atOnce = AT_ONCE }: Until = {},
): Promise<void> {
  const until = performance.now() + forMs
  const going = new Map<number, Promise<unknown>>()
  const failures: unknown[] = []
  const isOver = () => performance.now() >= until || stopped?.aborted === true || failures.length > 0
  do {
    for (const a of await store.open(services.db, since)) {
      const id = a.bulkActionId
      if (going.has(id)) continue
      // What a run that broke off had sent has come to its end meanwhile.
      if ((await settle(services, id)) > 0) announce(services, a)
      if (!a.isWaiting) continue
      const work = workOne(services, a, ways, { atOnce, isOver }).catch((error: unknown) => failures.push(error))
      going.set(
        id,
        work.finally(() => going.delete(id)),
      )
    }
    if (going.size === 0) break
    await Promise.race([Promise.all(going.values()), pause(LOOK_EVERY_MS)])
  } while (!isOver())
  await Promise.all(going.values())
  if (failures.length > 0) throw failures[0]
}

const pause = (ms: number) => new Promise<void>(ok => void setTimeout(ok, ms).unref())
