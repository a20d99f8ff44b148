// Webhooks for tests.
import type { Person, TestApp } from '#testing/app.ts'

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
