// Sends text messages by the HTTP gateway that the installation names; without one the message is kept in the outbox,
// and the log says so.
import type { Services } from '#office/installation/services.ts'
import { callOutside } from '#platform/http/outgoing.ts'
import * as store from './mail.store.ts'

export type SmsSender = {
  name: string
  send: (sms: { phone: string; text: string }) => Promise<void>
  /** The outbox is where the message is read. */
  isOutbox?: true
}

/**
 * Sends through a gateway. An address with {phone} and {text} is asked by GET with these in their places; any other gets
 * `{"to": …, "text": …}` by POST. A status of 200 to 299 means that the gateway has taken the message.
 */
export function gatewaySender(address: string, token: string | undefined): SmsSender {
  const headers = { accept: 'application/json', ...(token && { authorization: `Bearer ${token}` }) }
  return {
    name: 'gateway',
    send: async ({ phone, text }) => {
      const isAsked = address.includes('{text}')
      const to = address.replaceAll('{phone}', encodeURIComponent(phone)).replaceAll('{text}', encodeURIComponent(text))
      const call = isAsked
        ? { method: 'GET' as const, headers }
        : { headers: { ...headers, 'content-type': 'application/json' }, body: JSON.stringify({ to: phone, text }) }
      // The administrator has written this address, and it may well be of the own network.
      const { status, text: said } = await callOutside(to, { ...call, mayBePrivate: true, longest: 4000 })
      if (status < 200 || status > 299)
        throw new Error(`The SMS gateway answered ${status} ${said}`.trim().slice(0, 300))
    },
  }
}

/** Without a gateway: the outbox is where the message is read. */
export const outboxSender = (log: Services['log']): SmsSender => ({
  name: 'outbox',
  send: async ({ phone }) => log.info({ phone }, 'A text message waits in the outbox (no SMS gateway is configured)'),
  isOutbox: true,
})

/** Does the jobs of the queue `sms`. A message that left already is not sent twice. */
export const workSms = (services: Services, sender: SmsSender): Promise<void> =>
  services.jobs.work('sms', async ({ outboxId }) => {
    const row = await store.get(services.db, outboxId)
    if (!row || row.sentAt) return
    try {
      await sender.send({ phone: row.recipient, text: row.body })
    } catch (error) {
      await store.failed(services.db, outboxId, error instanceof Error ? error.message : String(error))
      throw error
    }
    await store.markSent(services.db, outboxId, services.now(), sender.isOutbox)
  })
