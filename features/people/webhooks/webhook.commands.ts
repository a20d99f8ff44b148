// Making, changing, rotating, testing and deleting webhooks, and sending again (HOOK-01, HOOK-03). Whoever makes a webhook may
// view what it is told of.
import { notAuthorized } from '@wattdesk/base/text'
import { dayOf, hourMs } from '@wattdesk/base/time'
import { fail, found } from '@wattdesk/wire/route'
import type { Services } from '#office/installation/services.ts'
import * as roles from '#people/roles/role.store.ts'
import { allows, demandProof, roleOn, type Who } from '#platform/access/scope.ts'
import { act, type Caller, UNIQUE_VIOLATION, type Words } from '#platform/audit/act.ts'
import * as audit from '#platform/audit/audit-log.ts'
import type { Db, Trx } from '#platform/db/db.ts'
import { outgoingFault } from '#platform/http/outgoing.ts'
import { recordActs } from '#platform/records/acts.ts'
import { type Webhook, webhookRecord } from './webhook.contract.ts'
import * as store from './webhook.store.ts'
import { EVENT_KINDS, MOST_SENT_AGAIN, MOST_WEBHOOKS, TEST_EVENT } from './webhook.words.ts'
import type { WebhookBody } from './webhook-body.contract.ts'
import type { WholeDelivery } from './webhook-delivery.contract.ts'
import * as deliveries from './webhook-delivery.store.ts'
import { companyFault } from './webhook-owner.rules.ts'
import * as owners from './webhook-owner.store.ts'
import * as queue from './webhook-queue.store.ts'
import { webhookSecret } from './webhook-secret.commands.ts'

const MISSING = 'Webhook not found'
const WORDS: Words = { [UNIQUE_VIOLATION]: { text: 'A webhook of the team has this name', field: 'name' } }

const acts = recordActs({
  lock: store.lock,
  get: store.get,
  shown: (row: store.WebhookRow) => store.shown(row),
  kind: webhookRecord,
  missing: MISSING,
  words: WORDS,
  readsRights: true,
  valuesOf: row => ({
    name: row.name,
    address: row.address,
    is_active: row.isActive,
    events: row.events.join(', '),
    owner: row.owner,
  }),
})
export const readWebhook = acts.read

/** Refuses events of records that the caller may not view on the team, and names them. `had`: those that it has already. */
function demandViews(who: Who, path: readonly number[], wanted: readonly string[], had: readonly string[] = []): void {
  const access = roleOn(who, path)?.access ?? []
  const lacking = EVENT_KINDS.filter(
    e => wanted.includes(e.kind) && !had.includes(e.kind) && !allows(`${e.right}.view`, access),
  )
  if (lacking.length > 0)
    fail(403, notAuthorized, { events: `You may not view there: ${lacking.map(e => e.label).join(', ')}` })
}
function demandAddress({ mayCallPrivate = false }: Services, address: string): void {
  const fault = outgoingFault(address, { mayBePrivate: mayCallPrivate })
  if (fault) fail(422, fault, { address: fault })
}

/** One delivery of a webhook, for whoever may view the records of its event: its request shows them. */
export async function readDelivery(
  db: Db,
  { who, scope }: Pick<Caller, 'who' | 'scope'>,
  webhookId: number,
  deliveryId: number,
): Promise<WholeDelivery> {
  const row = found(await store.get(db, scope, webhookId), MISSING)
  const delivery = found(await deliveries.get(db, webhookId, deliveryId), 'Delivery not found')
  demandViews(who, row.path, [delivery.kind])
  return delivery
}

/** A new webhook of the team of the call; `secret` is shown nowhere else. */
export async function createWebhook(
  services: Services,
  caller: Caller,
  body: WebhookBody,
): Promise<{ data: Webhook; secret: string }> {
  const data = await acts.create(services, caller, async (trx, { who, scope }) => {
    const { path } = found(await roles.placeOf(trx, scope.teamId), 'Team not found')
    demandViews(who, path, body.events)
    demandAddress(services, body.address)
    if ((await store.countOf(trx, scope.teamId)) >= MOST_WEBHOOKS)
      fail(409, `A team has at most ${MOST_WEBHOOKS} webhooks`)
    const { userId } = who
    const by = { madeBy: userId, changedBy: userId, ownedBy: userId, createdAt: services.now() }
    const id = await store.create(trx, body, { ...by, events: body.events, teamId: scope.teamId })
    await store.beginState(trx, id)
    await store.keepWishes(trx, id)
    return { id, scope }
  })
  return { data, secret: webhookSecret(services.seal, data.webhook_id, 1) }
}

export const updateWebhook = (services: Services, caller: Caller, id: number, body: WebhookBody): Promise<Webhook> =>
  acts.change(services, caller, id, async (trx, before, { who }) => {
    // Switched on, led elsewhere or told of more, it is as if this person had made it: the person owns it.
    const isMore = body.events.some(e => !before.events.includes(e))
    const isSame = body.address === before.address && (before.isActive || !body.is_active) && !isMore
    demandViews(who, before.path, body.events, isSame ? before.events : [])
    demandAddress(services, body.address)
    if (body.address !== before.address) demandProof(who, services.now())
    const isBegun = body.is_active && !before.isActive
    const beside = { changedBy: who.userId, events: body.events }
    await store.update(trx, id, body, { ...beside, ...(isBegun && { stoppedAt: null, stoppedWhy: null }) })
    if (!isSame) await store.setOwner(trx, id, who.userId)
    // Another address is another receiver.
    if (isBegun || body.address !== before.address) await store.beginState(trx, id)
    await store.keepWishes(trx, id)
  })

export const deleteWebhook = (services: Services, caller: Caller, id: number): Promise<void> =>
  acts.remove(services, caller, id, async trx => {
    await store.remove(trx, id, services.now())
    await store.keepWishes(trx, id)
    return undefined
  })

/** A deed with a webhook, told to the log by a word of its own; under the update right. */
const entry = (trx: Trx, { by }: Caller, row: store.WebhookRow, action: string, after: Record<string, string> | null) =>
  audit.write(trx, by, {
    action,
    feature: 'Integration',
    recordId: `${webhookRecord.prefix}${row.webhookId}`,
    teamId: row.teamId,
    after,
  })

/** A new secret; the one before signs beside it for so many hours. */
export async function rotateSecret(
  services: Services,
  caller: Caller,
  id: number,
  overlapHours: number,
): Promise<{ data: Webhook; secret: string }> {
  let no = 1
  const data = await acts.change(services, caller, id, async (trx, before) => {
    no = before.secretNo + 1
    await store.rotate(trx, id, new Date(services.now().getTime() + overlapHours * hourMs))
    await entry(trx, caller, before, 'rotate', { overlap_hours: String(overlapHours) })
  })
  return { data, secret: webhookSecret(services.seal, id, no) }
}

/** The caller owns the webhook from now on, who may view all that it is told of; a paused one goes on. */
export const takeWebhook = (services: Services, caller: Caller, id: number): Promise<Webhook> =>
  acts.change(services, caller, id, async (trx, before, { who }) => {
    if (before.ownedBy === who.userId && before.pausedWhy === null) fail(409, 'The webhook is yours already')
    demandViews(who, before.path, before.events)
    const of = await owners.ownerOf(trx, id, dayOf(services.now(), services.timeZone))
    const ofCompany = of && companyFault(of)
    if (ofCompany !== undefined) fail(409, `${ofCompany}: the webhook stays paused`)
    await store.setOwner(trx, id, who.userId)
    await entry(trx, caller, before, 'take-over', null)
  })

/** Does something with what is sent to a webhook of the scope; the webhook must be on. */
const deed = <T>(
  services: Services,
  caller: Caller,
  id: number,
  run: (
    trx: Trx,
    row: store.WebhookRow,
  ) => Promise<{ result: T; action: string; after: Record<string, string> | null }>,
): Promise<T> =>
  act(services, async trx => {
    await store.lock(trx, id)
    const row = found(await store.get(trx, caller.scope, id), MISSING)
    if (!row.isActive) fail(409, 'The webhook is off: switch it on first')
    if (row.pausedWhy !== null) fail(409, 'The webhook is paused: take it over first')
    const { result, action, after } = await run(trx, row)
    await entry(trx, caller, row, action, after)
    return result
  })

export const sendTest = (services: Services, caller: Caller, id: number): Promise<{ id: number }> =>
  deed(services, caller, id, async trx => {
    const data = { text: 'This is a test: the webhook works.', webhookId: id }
    const deliveryId = await queue.addTest(trx, { webhookId: id, kind: TEST_EVENT, data })
    return { result: { id: deliveryId }, action: 'test', after: null }
  })

export const sendOneAgain = (
  services: Services,
  caller: Caller,
  id: number,
  deliveryId: number,
): Promise<{ id: number }> =>
  deed(services, caller, id, async trx => {
    const again = found(await queue.sendAgain(trx, id, deliveryId), 'Delivery not found')
    return { result: { id: again }, action: 'send-again', after: { delivery: String(deliveryId) } }
  })

export const sendAllAgain = (
  services: Services,
  caller: Caller,
  id: number,
  { since, onlyGivenUp }: { since: string; onlyGivenUp: boolean },
): Promise<{ sent: number }> =>
  deed(services, caller, id, async trx => {
    const sent = await queue.sendSince(trx, id, { since: new Date(since), onlyGivenUp, most: MOST_SENT_AGAIN })
    if (sent > MOST_SENT_AGAIN)
      fail(409, `These are more than ${MOST_SENT_AGAIN.toLocaleString('en-IN')}: choose a later time`)
    return { result: { sent }, action: 'send-again', after: { since, sent: String(sent) } }
  })
