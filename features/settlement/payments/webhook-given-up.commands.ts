// Retries events that were given up, on a person's request: after a payment is known at last, or after a new version of
// the product.

import { demandCompany } from '#money/payment-provider/provider-account.commands.ts'
import type { Services } from '#office/installation/services.ts'
import { callerNow } from '#platform/access/scope.ts'
import { act, type Caller } from '#platform/audit/act.ts'
import * as audit from '#platform/audit/audit-log.ts'
import { workEvent } from './webhook.commands.ts'
import * as store from './webhook-event.store.ts'
import { type GivenUpWebhook, MOST_GIVEN_UP, workGivenUpWebhooks } from './webhook-given-up.contract.ts'

export async function listGivenUp(
  { db }: Services,
  { who, scope }: Caller,
  companyId: number,
): Promise<GivenUpWebhook[]> {
  await demandCompany(db, who, scope, companyId, false)
  return (await store.eventsGivenUp(db, companyId, MOST_GIVEN_UP)).map(e => ({
    ...e,
    receivedAt: e.receivedAt.toISOString(),
    givenUpAt: e.givenUpAt.toISOString(),
  }))
}

/** Returns how many were tried, and how many of them are done. */
export async function workGivenUp(
  services: Services,
  asked: Caller,
  companyId: number,
): Promise<{ tried: number; worked: number }> {
  const keys = await act(services, async trx => {
    const caller = await callerNow(trx, asked, workGivenUpWebhooks.can)
    await demandCompany(trx, caller.who, caller.scope, companyId, true)
    const taken = await store.retryGivenUpEvents(trx, companyId, MOST_GIVEN_UP, services.now())
    if (taken.length > 0)
      await audit.write(trx, caller.by, {
        action: 'retry',
        feature: 'Company',
        recordId: companyId,
        teamId: companyId,
        isMoney: true,
        after: { webhooks: taken.length },
      })
    else audit.noChange(trx, caller.by)
    return taken
  })
  let worked = 0
  // One after the other, as the queue works; events that fail are found by the regular search like any other.
  for (const key of keys) if (await workEvent(services, key).catch(() => false)) worked++
  return { tried: keys.length, worked }
}
