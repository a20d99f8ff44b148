// Sends messages: each becomes a line of the outbox and a job, with the commit or not at all. A device that is nobody's in the
// caller's scope gets nothing and is counted as failed.
import { fail, found } from '@wattdesk/wire/route'
import type { Services } from '#office/installation/services.ts'
import { postPushes } from '#office/mail/mail.store.ts'
import { act, type Caller } from '#platform/audit/act.ts'
import * as audit from '#platform/audit/audit-log.ts'
import type { Trx } from '#platform/db/db.ts'
import * as campaigns from './campaign.store.ts'
import * as store from './message.store.ts'
import { FAILED, NO_DEVICE, NOBODY, NONE_KNOWN, OTHER_MESSAGE } from './message.words.ts'
import type { BulkBody, NotificationBody } from './message-body.contract.ts'

type Outcome = { sent: number; failed: number }

const put = (
  trx: Trx,
  { jobs }: Services,
  to: readonly store.Reached[],
  text: string,
  campaignId: number | null = null,
) =>
  postPushes(
    trx,
    jobs,
    // Two customers may have one device: it hears the same text once.
    [...new Map(to.map(d => [d.deviceId, d])).values()].flatMap(({ deviceId, title }) =>
      deviceId === null ? [] : [{ deviceId, title, text }],
    ),
    campaignId,
  )

/** A message to customers; 404 for one outside the scope, 409 where the only one named has no device. */
export const sendNotification = (services: Services, caller: Caller, body: NotificationBody): Promise<Outcome> =>
  act(services, async trx => {
    const ids = [...new Set(body.customers.map(c => c.id))]
    const named = await store.byId(trx, caller.scope, ids)
    if (named.length < ids.length) fail(404, 'Customer not found')
    const to = named.filter(d => d.deviceId !== null)
    if (to.length === 0) fail(409, NO_DEVICE)
    await put(trx, services, to, body.message)
    for (const { driverId, teamId } of to)
      await audit.write(trx, caller.by, {
        action: 'send-message',
        feature: 'CMCustomers',
        recordId: driverId,
        teamId,
        after: { message: body.message },
      })
    return { sent: to.length, failed: ids.length - to.length }
  })

/** Begins a message to many drivers, counted anew; 409 where no driver can be reached. */
export const createCampaign = (
  services: Services,
  caller: Caller,
  { message, domains }: { message: string; domains: readonly string[] },
): Promise<{ campaignId: number; receivers: number }> =>
  act(services, async trx => {
    const { scope, who, by } = caller
    const receivers = await store.countRecipients(trx, scope, domains)
    if (receivers === 0) fail(409, FAILED, { domains: NOBODY })
    const campaignId = await campaigns.create(
      trx,
      { teamId: scope.teamId, message, domains, receivers },
      who,
      services.now(),
    )
    await audit.write(trx, by, {
      action: 'create-campaign',
      feature: 'SendMessages',
      recordId: campaignId,
      teamId: scope.teamId,
      after: { message, domains: [...domains], receivers },
    })
    return { campaignId, receivers }
  })

/** The campaign that a batch belongs to: the caller's own with the same message, or a new one of this batch alone. */
async function campaignOf(trx: Trx, services: Services, caller: Caller, body: BulkBody, devices: number) {
  const { scope, who } = caller
  if (body.campaignId === undefined) {
    const made = { teamId: scope.teamId, message: body.message, domains: [], receivers: devices }
    return campaigns.create(trx, made, who, services.now())
  }
  const message = found(await campaigns.messageOf(trx, scope, body.campaignId, who.userId), 'Campaign not found')
  if (message !== body.message) fail(422, OTHER_MESSAGE, { message: OTHER_MESSAGE })
  return body.campaignId
}

/**
 * A message to devices of the team of the call and the teams below it, but for disabled drivers; 409 where none of the
 * devices is known there.
 */
export const sendBulk = (services: Services, caller: Caller, body: BulkBody): Promise<Outcome> =>
  act(services, async trx => {
    const devices = [...new Set(body.customers.map(c => c.deviceId))]
    const to = await store.byDevice(trx, caller.scope, devices)
    if (to.length === 0) fail(409, FAILED, { customers: NONE_KNOWN })
    const campaignId = await campaignOf(trx, services, caller, body, devices.length)
    await campaigns.addHandedOver(trx, campaignId, await put(trx, services, to, body.message, campaignId))
    const outcome = { sent: to.length, failed: devices.length - to.length }
    await audit.write(trx, caller.by, {
      action: 'send-messages',
      feature: 'SendMessages',
      recordId: campaignId,
      teamId: caller.scope.teamId,
      after: { message: body.message, ...outcome },
    })
    return outcome
  })
