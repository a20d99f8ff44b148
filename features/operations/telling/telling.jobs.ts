// Sends push messages to browsers and calls webhooks; what fails is tried again, for about two hours.
import webPush from 'web-push'
import type { Services } from '#office/installation/services.ts'
import { secretUse, signed } from '#operations/alerts/alert-secret.crypto.ts'
import { callOutside, type OutgoingAnswer } from '#platform/http/outgoing.ts'
import { outgoingErrorText } from '#platform/http/outgoing-words.ts'
import { endMessage, getMessage, type MessageOut, noteError } from './alert-message.store.ts'
import * as push from './push-browser.store.ts'
import { pushKeys } from './push-key.commands.ts'

/** After so long a message is no news any more. */
const GIVE_UP_MS = 3 * 3_600_000
/** Browsers drop what they could not be given for so long, in seconds. */
const PUSH_LIFE_SEC = 4 * 3600
type Outcome = 'sent' | { refused: string }

/** Calls a webhook of a rule; the receiver knows by the signature that the call is ours, and by the id that it came before. */
async function callWebhook(services: Services, id: number, m: MessageOut): Promise<OutgoingAnswer> {
  const secret = services.seal.derive(secretUse(m.alertRuleId, m.secretNo))
  const headers = {
    'content-type': 'application/json',
    'user-agent': 'Wattdesk',
    'wattdesk-id': `alert-message-${id}`,
    'wattdesk-signature': signed(secret, m.body, services.now()),
  }
  return callOutside(m.recipient, { headers, body: m.body, mayBePrivate: services.mayCallPrivate ?? false })
}

/** Pushes to a browser (RFC 8030, encrypted for it by RFC 8291); a browser that is gone is forgotten. */
async function pushTo(services: Services, id: number, m: MessageOut): Promise<OutgoingAnswer | undefined> {
  const browser = await push.get(services.db, Number(m.recipient))
  if (!browser) return undefined
  const { publicKey, privateKey } = await pushKeys(services)
  const payload = JSON.stringify({ id: `alert-message-${id}`, title: m.subject, body: m.body, to: m.leadsTo })
  const details = webPush.generateRequestDetails(
    { endpoint: browser.endpoint, keys: { p256dh: browser.p256dh, auth: browser.auth } },
    payload,
    {
      TTL: PUSH_LIFE_SEC,
      urgency: 'high',
      vapidDetails: {
        subject: services.publicUrl.startsWith('https:') ? services.publicUrl : 'mailto:alerts@wattdesk.example',
        publicKey,
        privateKey,
      },
    },
  )
  const headers = Object.fromEntries(Object.entries(details.headers).map(([name, value]) => [name, String(value)]))
  const answer = await callOutside(browser.endpoint, {
    headers,
    ...(details.body && { body: details.body }),
    mayBePrivate: services.mayCallPrivate ?? false,
  })
  if (answer.status === 404 || answer.status === 410) await push.forget(services.db, browser.pushBrowserId)
  else if (isTaken(answer)) await push.used(services.db, browser.pushBrowserId, services.now())
  return answer
}

const isTaken = ({ status }: OutgoingAnswer): boolean => status >= 200 && status < 300
const said = ({ status, text }: OutgoingAnswer): string =>
  `${status} ${text.replaceAll(/\s+/g, ' ')}`.trim().slice(0, 300)

async function send(services: Services, id: number, m: MessageOut): Promise<Outcome> {
  const answer = m.channel === 'push' ? await pushTo(services, id, m) : await callWebhook(services, id, m)
  if (!answer) return { refused: 'This browser takes no messages any more' }
  if (isTaken(answer)) return 'sent'
  // Gone for good; anything else may be mended within the hour.
  if (answer.status === 404 || answer.status === 410) return { refused: said(answer) }
  throw new Error(said(answer))
}

/** Does the jobs of the queue `alert-message`. A message that has left, or was given up, is not sent again. */
export const workAlertMessages = (services: Services): Promise<void> =>
  services.jobs.work('alert-message', async ({ alertMessageId: id }) => {
    const { db, now } = services
    const m = await getMessage(db, id)
    if (m?.state !== 'sending') return
    try {
      const outcome = await send(services, id, m)
      const end =
        outcome === 'sent'
          ? { state: 'sent' as const, error: null }
          : { state: 'failed' as const, error: outcome.refused }
      await endMessage(db, id, end)
    } catch (error) {
      const text = outgoingErrorText(error)
      const isLate = now().getTime() - m.createdAt.getTime() > GIVE_UP_MS
      if (isLate) return void (await endMessage(db, id, { state: 'failed', error: text.slice(0, 500) }))
      await noteError(db, id, text)
      throw error
    }
  })
