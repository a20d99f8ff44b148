// When the product itself no longer sends to a webhook (HOOK-01, HOOK-02): a receiver that has failed for three days is switched
// off; a webhook without an owner, or of a company that has ended, pauses, and is switched off when nobody has taken it over for
// three days. Who made or owned it, and who may change it, is told.
import { dayOf } from '@wattdesk/base/time'
import type { Services } from '#office/installation/services.ts'
import { post } from '#office/mail/mail.store.ts'
import { homeOfCompany } from '#office/mail/mail-home.store.ts'
import { peopleWith } from '#people/roles/nearest-role.store.ts'
import { type AfterCommit, act } from '#platform/audit/act.ts'
import * as audit from '#platform/audit/audit-log.ts'
import type { Trx } from '#platform/db/db.ts'
import { webhookRecord } from './webhook.contract.ts'
import * as store from './webhook.store.ts'
import { companyFault, ownerFault } from './webhook-owner.rules.ts'
import * as owners from './webhook-owner.store.ts'
import { SWITCHED_OFF_MS } from './webhook-pause.rules.ts'

/** What stands in the bell of a person. */
type Notice = { userId: number; companyId: number; text: string; to: string; about: string }
declare module '#office/installation/services.ts' {
  interface Followed {
    /** The product no longer sends to a webhook: people are told, after the commit. */
    webhookStopped: (notices: readonly Notice[]) => Promise<void>
  }
}

/** How a webhook ends to be sent to: a word for the log, what happened to the webhook, and what people can do. */
type Halt = { action: 'stop' | 'pause'; what: string; why: string; advice: string }

async function tell(
  services: Services,
  trx: Trx,
  then: AfterCommit,
  { webhookId, halted, halt, at }: { webhookId: number; halted: store.Halted; halt: Halt; at: Date },
): Promise<void> {
  const { name, companyId, teamId } = halted
  await audit.write(trx, audit.byProduct('Webhooks'), {
    action: halt.action,
    feature: 'Integration',
    recordId: `${webhookRecord.prefix}${webhookId}`,
    teamId,
    after: { reason: halt.why },
  })
  const { url } = await homeOfCompany(trx, services.publicUrl, companyId)
  const to = `/integrations/webhooks/${webhookId}`
  const all = [
    ...(await store.contactsOf(trx, halted.people)),
    ...(await peopleWith(trx, teamId, { feature: 'Integration', flag: 'update' })),
  ]
  const people = [...new Map(all.map(p => [p.userId, p])).values()]
  const text = `The webhook ${name} ${halt.what}: ${halt.why.replace(/^It/, 'it')}`
  for (const { email } of people)
    await post(trx, services.jobs, {
      to: email,
      subject: `Webhook ${name} ${halt.what}`,
      text: `${text}.\n\n${halt.advice}\n${url}${to}\n`,
    })
  const about = `webhook-${webhookId}-${halt.action}-${at.getTime()}`
  const notices = people.map(({ userId }) => ({ userId, companyId, text, to, about: `${about}-${userId}` }))
  then(async () => {
    for (const follow of services.followers.webhookStopped) await follow(notices)
  })
}

const OFF = 'was switched off'
const stop = (services: Services, webhookId: number, halt: Halt, isStill: (trx: Trx) => Promise<boolean>) =>
  act(services, async (trx, then) => {
    const at = services.now()
    await store.lock(trx, webhookId)
    if (!(await isStill(trx))) return
    const halted = await store.stop(trx, webhookId, { at, why: halt.why })
    if (!halted) return
    await store.keepWishes(trx, webhookId)
    await tell(services, trx, then, { webhookId, halted, halt, at })
  })

export const stopFailing = (services: Services, webhookId: number): Promise<void> =>
  stop(
    services,
    webhookId,
    {
      action: 'stop',
      what: OFF,
      why: 'Its receiver has taken nothing for three days',
      advice:
        'What happens from now on is not sent to it. Deliveries that were given up can be sent again once the receiver works and the webhook is switched on:',
    },
    async () => true,
  )

const todayOf = ({ now, timeZone }: Services): string => dayOf(now(), timeZone)

const pause = (services: Services, webhookId: number): Promise<void> =>
  act(services, async (trx, then) => {
    const at = services.now()
    await store.lock(trx, webhookId)
    const owner = await owners.ownerOf(trx, webhookId, todayOf(services))
    const why = owner && ownerFault(owner)
    const halted = why && (await store.pause(trx, webhookId, { at, why }))
    if (!halted) return
    const halt: Halt = {
      action: 'pause',
      what: 'was paused',
      why,
      advice:
        'What happens from now on waits. Once its company is in use, somebody who may change integrations and view all that the webhook is told of can take it over, then it goes on; after three days it is switched off:',
    }
    await tell(services, trx, then, { webhookId, halted, halt, at })
  })

/** Pauses the webhooks that nobody owns any more or whose company has ended, and switches off those that nobody has taken over. */
export async function haltUnowned(services: Services): Promise<void> {
  const today = todayOf(services)
  for (const id of await owners.unowned(services.db, today)) await pause(services, id)
  const before = new Date(services.now().getTime() - SWITCHED_OFF_MS)
  for (const id of await owners.pausedBefore(services.db, before)) {
    const of = await owners.ownerOf(services.db, id, today)
    const ofCompany = of && companyFault(of)
    const halt: Halt = {
      action: 'stop',
      what: OFF,
      why:
        ofCompany === undefined
          ? 'It was paused without an owner, and nobody has taken it over for three days'
          : `${ofCompany}, and the webhook was paused for three days`,
      advice:
        'What happens from now on is not sent to it. Whoever switches it on owns it, and can send again what was given up:',
    }
    await stop(services, id, halt, trx => store.isPaused(trx, id))
  }
}
