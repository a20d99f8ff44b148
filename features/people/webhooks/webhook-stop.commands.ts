// A receiver that has failed for three days is switched off, and those who made the webhook are told (HOOK-02).
import type { Services } from '#office/installation/services.ts'
import { post } from '#office/mail/mail.store.ts'
import { homeOfCompany } from '#office/mail/mail-home.store.ts'
import { act } from '#platform/audit/act.ts'
import * as audit from '#platform/audit/audit-log.ts'
import { webhookRecord } from './webhook.contract.ts'
import * as store from './webhook.store.ts'

/** What stands in the bell of a person. */
type Notice = { userId: number; companyId: number; text: string; to: string; about: string }
declare module '#office/installation/services.ts' {
  interface Followed {
    /** A webhook was switched off: its makers are told, after the commit. */
    webhookStopped: (notices: readonly Notice[]) => Promise<void>
  }
}

const STOPPED_WHY = 'Its receiver has taken nothing for three days'

export const stopFailing = (services: Services, webhookId: number): Promise<void> =>
  act(services, async (trx, then) => {
    const at = services.now()
    await store.lock(trx, webhookId)
    const stopped = await store.stop(trx, webhookId, { at, why: STOPPED_WHY })
    if (!stopped) return
    await store.keepWishes(trx, webhookId)
    const { name, companyId, teamId, makers } = stopped
    await audit.write(trx, audit.byProduct('Webhooks'), {
      action: 'stop',
      feature: 'Integration',
      recordId: `${webhookRecord.prefix}${webhookId}`,
      teamId,
      after: { reason: STOPPED_WHY },
    })
    const { url } = await homeOfCompany(trx, services.publicUrl, companyId)
    const to = `/integrations/webhooks/${webhookId}`
    const people = await store.contactsOf(trx, makers)
    for (const { email } of people)
      await post(trx, services.jobs, {
        to: email,
        subject: `Webhook ${name} was switched off`,
        text: `The webhook ${name} was switched off: its receiver has taken nothing for three days.\n\nWhat happens from now on is not sent to it. Deliveries that were given up can be sent again once the receiver works and the webhook is switched on:\n${url}${to}\n`,
      })
    const text = `The webhook ${name} was switched off: its receiver has taken nothing for three days`
    const about = `webhook-${webhookId}-stopped-${at.getTime()}`
    const notices = people.map(({ userId }) => ({ userId, companyId, text, to, about: `${about}-${userId}` }))
    then(async () => {
      for (const tell of services.followers.webhookStopped) await tell(notices)
    })
  })
