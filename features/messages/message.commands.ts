// Sends messages: each becomes a line of the outbox and a job, with the commit or not at all. A device that is nobody's in the
// caller's scope gets nothing and is counted as failed.
import { fail } from '@wattdesk/wire/route'
import { act, type Caller } from '../../platform/audit/act.ts'
import * as audit from '../../platform/audit/audit-log.ts'
import type { Trx } from '../../platform/db/db.ts'
import type { Services } from '../../platform/services.ts'
import { postPushes } from '../mail/mail.store.ts'
import * as store from './message.store.ts'
import type { BulkBody, NotificationBody } from './message-body.contract.ts'
import { FAILED, NO_DEVICE, NONE_KNOWN } from './message-words.contract.ts'

type Outcome = { sent: number; failed: number }

const put = (trx: Trx, { jobs }: Services, to: readonly store.Reached[], text: string) =>
  postPushes(
    trx,
    jobs,
    // Two customers may have one device: it hears the same text once.
    [...new Map(to.map(d => [d.deviceId, d])).values()].flatMap(({ deviceId, title }) =>
      deviceId === null ? [] : [{ deviceId, title, text }],
    ),
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
        ...{ action: 'send-message', feature: 'CMCustomers', recordId: driverId, teamId },
        after: { message: body.message },
      })
    return { sent: to.length, failed: ids.length - to.length }
  })

/** A message to devices of the team of the call and the teams below it; 409 where none of them is known there. */
export const sendBulk = (services: Services, caller: Caller, body: BulkBody): Promise<Outcome> =>
  act(services, async trx => {
    const devices = [...new Set(body.customers.map(c => c.deviceId))]
    const to = await store.byDevice(trx, caller.scope, devices)
    if (to.length === 0) fail(409, FAILED, { customers: NONE_KNOWN })
    await put(trx, services, to, body.message)
    const outcome = { sent: to.length, failed: devices.length - to.length }
    await audit.write(trx, caller.by, {
      ...{ action: 'send-messages', feature: 'SendMessages', teamId: caller.scope.teamId },
      after: { message: body.message, ...outcome },
    })
    return outcome
  })
