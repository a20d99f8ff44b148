// Carries out a bulk action for one charge point (D-BULK-2): with the command of the single action and the present
// rights of the requesting user. The item and its effects commit together, so that nothing is done twice after a crash.
import { dayOf } from '@wattdesk/base/time'
import { HttpFailure } from '@wattdesk/wire/route'
import type { Writers } from '#control/remote-operations/operation-request.commands.ts'
import { needsFullAccess } from '#control/remote-operations/operation-request.rules.ts'
import type { RemoteOperation } from '#control/remote-operations/operations/operations.contract.ts'
import { prepare } from '#control/remote-operations/remote-operation.commands.ts'
import { runTask } from '#control/remote-operations/task.commands.ts'
import { keysToPush } from '#control/settings-drift/settings-drift.store.ts'
import { changeCharger } from '#fleet/chargers/charger-change.commands.ts'
import { priceCharger } from '#fleet/chargers/charger-price.commands.ts'
import { evsesOf } from '#fleet/stations/evse.store.ts'
import { connectorText } from '#fleet/stations/evse-words.rules.ts'
import type { Services } from '#office/installation/services.ts'
import { everywhere, readUser } from '#platform/access/scope.ts'
import { type AfterCommit, act, type Caller } from '#platform/audit/act.ts'
import { isPassing } from '#platform/db/database-away.ts'
import type { Trx } from '#platform/db/db.ts'
import {
  AS_WANTED,
  CHANGED,
  CHARGER_DELETED,
  changedText,
  FAULT,
  isTaken,
  NO_RIGHT,
  OTHERS_PUSH,
  SAME,
} from './bulk-action.rules.ts'
import type * as store from './bulk-action.store.ts'
import { type BulkAct, PUSHED } from './bulk-action-body.contract.ts'
import * as items from './bulk-item.store.ts'

/** `writers` build requests from stored records. */
export type RequestWriters = { writers: Writers }
type On = { services: Services; trx: Trx; then: AfterCommit; caller: Caller; charger: Charger; ways: RequestWriters }
type Charger = items.HeldCharger & { pk: number }
/**
 * The task of the action, with the function that starts it after the commit; or the outcome, where the action needed no
 * task.
 */
type Did =
  | { taskId: string; run: (() => Promise<void>) | undefined; settings?: items.Settings | undefined }
  | { outcome: string; state?: items.End['state'] }

const RIGHT = 'ChargerPoint.update'

async function operate(
  on: On,
  o: RemoteOperation,
): Promise<{ taskId: string; run: (() => Promise<void>) | undefined }> {
  const { services, trx, then, caller, ways } = on
  const full = needsFullAccess(o) ? await everywhere(trx, caller.who, 'ChargerPoint.full') : undefined
  const { task, run } = await prepare(services, trx, then, caller, o, { ...ways, full, onEnded: () => undefined })
  const isOpen = task.endedAt === null
  return { taskId: task.taskId, run: isOpen ? () => runTask(services, run, o, task.taskId) : undefined }
}

/**
 * Sends the next key of an item that sets what differs; the item waits for its next key once the charger has answered. What
 * differs is looked up each time, so that no value goes out that is no longer asked for.
 */
async function pushNext(on: On, { which }: { which: string }, item: items.TakenItem, id: number): Promise<Did> {
  const { trx, charger } = on
  if (await items.isPushed(trx, charger.pk, id)) return { outcome: OTHERS_PUSH, state: 'Skipped' }
  const stored = item.settingText === null ? null : (JSON.parse(item.settingText) as items.Settings)
  const settings = { keys: stored?.keys ?? null, results: stored?.results ?? [] }
  const tried = items.triedKeys(settings)
  const due = await keysToPush(trx, charger.pk, { keys: settings.keys, isWishedToo: which === PUSHED[1] })
  const next = due.find(k => !tried.includes(k.spelling.toLowerCase()))
  if (!next) {
    const isDone = settings.results.every(r => isTaken(r.result))
    return { outcome: settings.results.length > 0 ? '' : AS_WANTED, state: isDone ? 'Done' : 'Failed' }
  }
  const parameters = { keyType: 'Custom', customConfKey: next.spelling, customConfValue: next.wished } as const
  const did = await operate(on, { chargerId: charger.id, remoteOperationType: 'ChangeConfiguration', parameters })
  return { ...did, settings: { ...settings, now: { key: next.key, spelling: next.spelling, value: next.wished } } }
}

/** The EVSE by which a charger names the connector of its number; null where it names it by the number. */
async function evseText(trx: Trx, pk: number, connectorId: number | null): Promise<string | null> {
  if (connectorId === null) return null
  const evse = (await evsesOf(trx, [pk]))(pk, connectorId)
  return evse.evseId === null ? null : connectorText({ connectorId, ...evse })
}

async function doOne(on: On, { kind, parameters }: BulkAct, item: items.TakenItem, id: number): Promise<Did> {
  const { services, trx, then, caller, charger } = on
  switch (kind) {
    case 'PriceGroup': {
      const isChanged = await priceCharger(services, trx, then, caller, String(charger.pk), parameters)
      return { outcome: isChanged ? changedText(await evseText(trx, charger.pk, parameters.connectorId)) : SAME }
    }
    case 'ChargingSite':
      if (charger.zoneId === parameters.chargingSiteId) return { outcome: SAME }
      await changeCharger(services, trx, then, caller, String(charger.pk), parameters)
      return { outcome: CHANGED }
    case 'PushSettings':
      return pushNext(on, parameters, item, id)
    default:
      return operate(on, { chargerId: charger.id, remoteOperationType: kind, parameters } as RemoteOperation)
  }
}

/** The requesting user with the present rights; refuses where the right is gone. */
async function callerNow(services: Services, trx: Trx, a: store.BulkActionRow): Promise<Caller> {
  const who = await readUser(trx, a.userId, dayOf(services.now(), services.timeZone))
  if (!who) throw new HttpFailure(403, NO_RIGHT)
  const by = { userId: who.userId, username: who.username, ip: a.ip, written: 0 }
  return { who, by, scope: await everywhere(trx, who, RIGHT), ifMatch: undefined }
}

export type Step = { item: items.TakenItem; run?: (() => Promise<void>) | undefined }
/**
 * Takes the next item and does it in one transaction; undefined when none waits. `since`: an earlier action goes on only at
 * chargers that have connected since.
 */
export async function step(
  services: Services,
  a: store.BulkActionRow,
  ways: RequestWriters,
  since?: Date,
): Promise<Step | undefined> {
  const id = a.bulkActionId
  let item: items.TakenItem | undefined
  try {
    return await act(services, async (trx, then): Promise<Step | undefined> => {
      item = await items.takeNext(trx, id, since && a.createdAt < since ? since : undefined)
      if (!item) return undefined
      const at = services.now()
      const now = await items.holdCharger(trx, item.chargepointPk)
      if (!now) {
        await items.end(trx, id, item.itemNo, { state: 'Skipped', outcome: CHARGER_DELETED }, at)
        return { item }
      }
      const caller = await callerNow(services, trx, a)
      if (caller.scope.kind === 'teams' && !caller.scope.teams.includes(now.teamId))
        throw new HttpFailure(403, NO_RIGHT)
      const charger = { ...now, pk: item.chargepointPk }
      const asked = { kind: a.kind, parameters: a.parameters } as BulkAct
      const did = await doOne({ services, trx, then, caller, charger, ways }, asked, item, id)
      if ('outcome' in did) {
        const { state = 'Done', outcome } = did
        await items.end(trx, id, item.itemNo, { state, outcome }, at)
      } else await items.begin(trx, id, item.itemNo, did, at)
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
