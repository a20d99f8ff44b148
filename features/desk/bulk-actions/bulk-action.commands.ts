// Requesting a bulk action on charge points, retrying its failures, and cancelling the rest of it (D-BULK-1, D-BULK-4).
// The choice is resolved once, within the caller's rights, and kept as one item for each charge point.
import { isDeepStrictEqual } from 'node:util'
import { fail, found } from '@wattdesk/wire/route'
import { keptParameters } from '#control/remote-operations/without-secrets.rules.ts'
import { chooseDrift } from '#control/settings-drift/settings-drift.store.ts'
import { choose, countChosen, isPriceGroupOf } from '#fleet/chargers/charger-choice.store.ts'
import { PRICE_GROUP_UNKNOWN, SITE_UNKNOWN } from '#fleet/chargers/charger-form.words.ts'
import { viewedScope } from '#fleet/chargers/charger-id.store.ts'
import type { Services } from '#office/installation/services.ts'
import { everywhere, type Scope, type Who } from '#platform/access/scope.ts'
import { type AfterCommit, act, type Caller } from '#platform/audit/act.ts'
import * as audit from '#platform/audit/audit-log.ts'
import type { Db, Trx } from '#platform/db/db.ts'
import * as sites from '#power/charging-sites/charging-site.store.ts'
import { type BulkAction, type Chosen, MOST_CHOSEN } from './bulk-action.contract.ts'
import { CANCELLED, refusalOf } from './bulk-action.rules.ts'
import * as store from './bulk-action.store.ts'
import type { BulkAct } from './bulk-action-body.contract.ts'
import * as items from './bulk-item.store.ts'

export const MISSING = 'Action not found'
const OTHER = 'This request was made before, for another action'
const FEATURE = 'BulkAction'
const FIRST = 10

type Asked = Pick<Caller, 'who' | 'by' | 'scope'>

export const actionOf = (r: store.BulkActionRow): BulkAction => ({
  id: r.bulkActionId,
  kind: r.kind,
  parameters: keptParameters(r.parameters),
  named: r.named,
  total: r.total,
  isAllMatching: r.predicate !== null,
  counts: { Waiting: 0, 'In progress': 0, Done: 0, Failed: 0, Skipped: 0, ...r.counts },
  createdAt: r.createdAt.toISOString(),
  cancelledAt: r.cancelledAt?.toISOString() ?? null,
  endedAt: r.endedAt?.toISOString() ?? null,
})

/** Reports the progress of a bulk action to the browsers of the user who requested it. */
export const announce = (
  services: Services,
  { bulkActionId, userId }: Pick<store.BulkActionRow, 'bulkActionId' | 'userId'>,
) => {
  const at = services.now().toISOString()
  services.bus.publish({ companyId: 0, event: { type: 'bulk-action', at, userId, bulkActionId } })
}

/**
 * The scope in which the caller may see chosen charge points; a choice must not reveal values that the rows withhold.
 */
const seen = async (db: Db, who: Who, teamId: number): Promise<Scope> =>
  (await viewedScope(db, who, teamId)) ?? fail(403, 'Not Authorized')

/** Counts the charge points of a bulk action, and those to warn about beforehand. */
export async function countFor(services: Services, { who, scope }: Asked, chosen: Chosen) {
  const { db } = services
  const at = { now: services.now(), zone: services.timeZone }
  const whole = await seen(db, who, scope.teamId)
  if (chosen.drift) return countDrift(db, scope, whole, chosen.drift, at)
  const counted = await countChosen(db, scope, chosen, at)
  const all = chosen.ids ? new Set(chosen.ids).size : (await countChosen(db, whole, chosen, at)).count
  const first = await choose(db, scope, chosen, { ...at, most: FIRST })
  return { ...counted, leftOut: Math.max(0, all - counted.count), first: first.map(c => c.id) }
}

type Drift = NonNullable<Chosen['drift']>
/** The same of settings that differ: their chargers. */
async function countDrift(db: Db, scope: Scope, whole: Scope, drift: Drift, at: { now: Date; zone: string }) {
  const chargers = await chooseDrift(db, scope, drift, MOST_CHOSEN + 1)
  const all = await chooseDrift(db, whole, drift, MOST_CHOSEN + 1)
  const counted = await countChosen(db, scope, { ids: chargers.map(c => c.pk) }, at)
  return {
    ...counted,
    leftOut: Math.max(0, all.length - chargers.length),
    first: chargers.slice(0, FIRST).map(c => c.id),
  }
}

const ONLY_SETTINGS = 'Settings that differ are chosen to be set again, and for nothing else'
type Body = { requestKey: string; chosen: Chosen; confirmed: number } & BulkAct
/** Stores a bulk action with its items; the same key again returns the stored one. */
export async function createBulkAction(services: Services, asked: Asked, body: Body): Promise<BulkAction> {
  const { who, by, scope } = asked
  const { kind, parameters } = body
  const now = services.now()
  await seen(services.db, who, scope.teamId)
  return act(services, async (trx, then) => {
    const earlier = await store.byKey(trx, who.userId, body.requestKey)
    if (earlier !== undefined) return again(trx, asked, earlier, body)
    await demandOwnSite(trx, who, body)
    const { drift } = body.chosen
    if (drift && kind !== 'PushSettings') fail(422, ONLY_SETTINGS, { kind: ONLY_SETTINGS })
    const most = MOST_CHOSEN + 1
    const chargers = drift
      ? await chooseDrift(trx, scope, drift, most)
      : await choose(trx, scope, body.chosen, { now, zone: services.timeZone, most })
    demandAsTold(chargers.length, body.confirmed)
    await demandOwnPrices(trx, body, chargers)
    const { matching = null } = body.chosen
    const id = await store.create(trx, {
      teamId: scope.teamId,
      userId: who.userId,
      ip: by.ip,
      requestKey: body.requestKey,
      kind,
      parameters,
      predicate: matching,
      total: chargers.length,
      at: now,
    })
    if (id === undefined) return again(trx, asked, await store.byKey(trx, who.userId, body.requestKey), body)
    await items.add(trx, id, chargers)
    const after = {
      kind,
      parameters: keptParameters(parameters),
      total: chargers.length,
      ...(matching && { matching }),
    }
    await audit.write(trx, by, { action: 'create', feature: FEATURE, recordId: id, teamId: scope.teamId, after })
    return told(services, trx, then, asked, id)
  })
}

/** Returns the bulk action requested earlier with the same key; 409 where that request was different. */
async function again(trx: Trx, { who, by, scope }: Asked, id: number | undefined, { kind, parameters }: BulkAct) {
  const row = found(id === undefined ? undefined : await store.get(trx, scope, who.userId, id), MISSING)
  const isSame = row.kind === kind && isDeepStrictEqual(row.parameters, JSON.parse(JSON.stringify(parameters)))
  if (!isSame) fail(409, OTHER)
  await noteSame(trx, by, row)
  return actionOf(row)
}

/** Tells the audit that the call was handled although it changes nothing; an empty change leaves no entry. */
const noteSame = (trx: Trx, by: audit.By, { bulkActionId, teamId }: store.BulkActionRow) =>
  audit.write(trx, by, { action: 'update', feature: FEATURE, recordId: bulkActionId, teamId, before: {}, after: {} })

/** Refuses a site at which the caller may not put chargers; otherwise each item would fail with the same refusal. */
async function demandOwnSite(trx: Trx, who: Who, { kind, parameters }: BulkAct): Promise<void> {
  if (kind !== 'ChargingSite' || parameters.chargingSiteId === null) return
  const scope = await everywhere(trx, who, 'ChargingSite.update')
  if (!(await sites.get(trx, scope, parameters.chargingSiteId)))
    fail(422, SITE_UNKNOWN, { 'parameters.chargingSiteId': SITE_UNKNOWN })
}

/**
 * Refuses a price group unless one of the chosen chargers belongs to its company; the refusal reads as if there were no
 * such group.
 */
async function demandOwnPrices(
  trx: Trx,
  { kind, parameters }: BulkAct,
  chargers: readonly { pk: number }[],
): Promise<void> {
  if (kind !== 'PriceGroup') return
  const isOwn = await isPriceGroupOf(
    trx,
    parameters.priceGroupId,
    chargers.map(c => c.pk),
  )
  if (!isOwn) fail(422, PRICE_GROUP_UNKNOWN, { 'parameters.priceGroupId': PRICE_GROUP_UNKNOWN })
}

function demandAsTold(count: number, confirmed: number): void {
  const refused = refusalOf(count, confirmed)
  if (refused) fail(refused.status, refused.text)
}

async function told(
  services: Services,
  trx: Trx,
  then: AfterCommit,
  { who, scope }: Asked,
  id: number,
): Promise<BulkAction> {
  const row = found(await store.get(trx, scope, who.userId, id), MISSING)
  then(() => announce(services, row))
  return actionOf(row)
}

/** Has the failed items of the caller's act done once more. */
export const retryBulkAction = (services: Services, asked: Asked, id: number): Promise<BulkAction> =>
  act(services, async (trx, then) => {
    const { who, by, scope } = asked
    if (!(await store.holdBulkAction(trx, scope, who.userId, id))) fail(404, MISSING)
    const row = found(await store.get(trx, scope, who.userId, id), MISSING)
    const count = await items.retry(trx, id)
    if (count === 0) fail(409, 'No charge point has failed')
    await audit.write(trx, by, {
      action: 'retry',
      feature: FEATURE,
      recordId: id,
      teamId: row.teamId,
      after: { kind: row.kind, chargePoints: count },
    })
    return told(services, trx, then, asked, id)
  })

/** Skips the waiting items of the caller's bulk action. */
export const cancelBulkAction = (services: Services, asked: Asked, id: number): Promise<BulkAction> =>
  act(services, async (trx, then) => {
    const { who, by, scope } = asked
    const at = services.now()
    if (!(await store.holdBulkAction(trx, scope, who.userId, id))) fail(404, MISSING)
    const row = found(await store.get(trx, scope, who.userId, id), MISSING)
    const count = await items.cancel(trx, id, CANCELLED, at)
    if (count === 0) {
      await noteSame(trx, by, row)
      return actionOf(row)
    }
    await store.markCancelled(trx, id, at)
    await audit.write(trx, by, {
      action: 'cancel',
      feature: FEATURE,
      recordId: id,
      teamId: row.teamId,
      after: { kind: row.kind, chargePoints: count },
    })
    return told(services, trx, then, asked, id)
  })
