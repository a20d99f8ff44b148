// Webhooks for tests.
import { sql } from 'kysely'
import type { Services } from '#office/installation/services.ts'
import type { Db } from '#platform/db/db.ts'
import type { Person, TestApp } from '#testing/app.ts'
import { type Pace, sendWebhooks, type WebhookSender } from './webhook-sender.jobs.ts'
import { stopFailing } from './webhook-stop.commands.ts'

/** Sends in this thread, by the services of a test and their clock. */
export const sendHere = (services: Services, pace: Pace): Promise<WebhookSender> =>
  sendWebhooks({ ...services, stopFailing: id => stopFailing(services, id) }, pace)

let made = 0
export const webhookBody = (more: object = {}) => ({
  name: `Webhook ${++made}`,
  address: 'https://receiver.example/hooks',
  is_active: true,
  events: ['tag.changed'] as string[],
  ...more,
})
/** Makes a webhook of a team; its number and its secret. */
export async function makeWebhook(
  t: TestApp,
  who: Person,
  teamId: number,
  body: object,
): Promise<{ id: number; secret: string }> {
  const r = await t.app.inject({
    method: 'POST',
    url: `/cms/v1/team/${teamId}/webhooks`,
    headers: await t.as(who),
    payload: body,
  })
  const { data, secret } = r.json()
  return { id: data.webhook_id, secret }
}
let deliveries = 1_000_000
/** A delivery that has ended; its number. */
export async function makeDelivery(db: Db, webhookId: number, { object = 'tag 1' } = {}): Promise<number> {
  const id = ++deliveries
  await sql`insert into webhook_delivery (webhook_delivery_id, webhook_id, company_id, message_id, kind, object, made_at, ended_at, outcome,
      tries, attempts, status, data)
    select ${id}::bigint, webhook_id, company_id, uuidv7(), 'tag.changed', ${object}, now(), now(), 'delivered', 1, '[]', 200, '{}' from webhook
    where webhook_id = ${webhookId}`.execute(db)
  return id
}
