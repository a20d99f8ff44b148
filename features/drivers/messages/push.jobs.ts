// Sends messages to devices: by Firebase Cloud Messaging (HTTP v1) where a service account is configured, one message a
// request; otherwise the message stays in the outbox, marked as sent, and the log says so.
import { importPKCS8, SignJWT } from 'jose'
import { z } from 'zod'
import * as drivers from '#drivers/drivers/driver.store.ts'
import type { Services } from '#office/installation/services.ts'
import type { Push } from '#office/mail/mail.store.ts'
import * as outbox from '#office/mail/mail.store.ts'
import { RETRY } from '#platform/jobs/jobs.ts'
import * as campaigns from './campaign.store.ts'
import { type Outcome, outcomeOf } from './push.rules.ts'

/** The push service asks for a minute at least. */
export const PUSH_RETRY = { ...RETRY, retryDelay: 60 }
export type Pusher = { name: string; send: (push: Push) => Promise<Outcome> }

/** The fields of a service account's file that the product uses. */
export const ServiceAccount = z.object({
  project_id: z.string().min(1),
  client_email: z.string().min(1),
  private_key: z.string().includes('PRIVATE KEY'),
  token_uri: z.url().default('https://oauth2.googleapis.com/token'),
})
export type ServiceAccount = z.output<typeof ServiceAccount>

const SCOPE = 'https://www.googleapis.com/auth/firebase.messaging'
const GRANT = 'urn:ietf:params:oauth:grant-type:jwt-bearer'
const PATIENCE_MS = 10_000
/** A token is asked for anew so long before it runs out. */
const EARLY_MS = 60_000
const Granted = z.object({ access_token: z.string().min(1), expires_in: z.number().positive() })

type Clock = { now: () => Date }
/** The token of a service account, kept until shortly before its end; who asks meanwhile waits for the same one. */
function accessTokens(account: ServiceAccount, { now }: Clock) {
  let granted: Promise<{ token: string; endsAt: number }> | undefined
  async function grant() {
    const key = await importPKCS8(account.private_key, 'RS256')
    const at = Math.floor(now().getTime() / 1000)
    const assertion = await new SignJWT({ scope: SCOPE })
      .setProtectedHeader({ alg: 'RS256', typ: 'JWT' })
      .setIssuer(account.client_email)
      .setAudience(account.token_uri)
      .setIssuedAt(at)
      .setExpirationTime(at + 3600)
      .sign(key)
    const r = await fetch(account.token_uri, {
      method: 'POST',
      body: new URLSearchParams({ grant_type: GRANT, assertion }),
      signal: AbortSignal.timeout(PATIENCE_MS),
    })
    if (!r.ok) throw new Error(`No token for the push service: ${r.status}`)
    const { access_token, expires_in } = Granted.parse(await r.json())
    return { token: access_token, endsAt: now().getTime() + expires_in * 1000 - EARLY_MS }
  }
  return {
    get: async (): Promise<string> => {
      const asked = granted
      const known = await asked
      if (known && known.endsAt > now().getTime()) return known.token
      // Whoever waited beside us may have asked already.
      if (granted === asked) {
        granted = grant()
        granted.catch(() => {
          granted = undefined
        })
      }
      return granted ? (await granted).token : (await grant()).token
    },
    drop: () => {
      granted = undefined
    },
  }
}

/** Sends by the service at `url`. After it has asked for a pause nothing is asked of it until then. */
export function fcmPusher(account: ServiceAccount, url: string, clock: Clock): Pusher {
  const tokens = accessTokens(account, clock)
  const address = `${url}/v1/projects/${encodeURIComponent(account.project_id)}/messages:send`
  let quietUntil = 0
  return {
    name: 'fcm',
    send: async ({ deviceId, title, text }) => {
      const wait = quietUntil - clock.now().getTime()
      if (wait > 0) return { is: 'busy', text: 'The push service asked for a pause', pauseSec: wait / 1000 }
      const r = await fetch(address, {
        method: 'POST',
        headers: { authorization: `Bearer ${await tokens.get()}`, 'content-type': 'application/json' },
        body: JSON.stringify({ message: { token: deviceId, notification: { title, body: text } } }),
        signal: AbortSignal.timeout(PATIENCE_MS),
      })
      const body: unknown = await r.json().catch(() => null)
      const outcome = outcomeOf(r.status, body, r.headers.get('retry-after'))
      if (outcome.is === 'busy') quietUntil = clock.now().getTime() + outcome.pauseSec * 1000
      if (outcome.is === 'denied') tokens.drop()
      return outcome
    },
  }
}

/** Without a service account: the outbox is where the message is read. */
export const outboxPusher = (log: Services['log']): Pusher => ({
  name: 'outbox',
  send: async ({ deviceId }) => {
    log.info({ deviceId }, 'A message waits in the outbox (no push service is configured)')
    return { is: 'sent' }
  },
})

/**
 * Does the jobs of the queue `push`. A message that has left is not sent twice; a message refused for good is not tried
 * again, and its fault is stored beside it.
 */
export const workPush = (services: Services, pusher: Pusher): Promise<void> =>
  services.jobs.work('push', async ({ outboxId }) => {
    const { db } = services
    const row = await outbox.get(db, outboxId)
    if (!row || row.sentAt || row.givenUpAt) return
    const { campaignId } = row
    /** Marks the message and counts it in its campaign, together and once. */
    const end = (how: 'sent' | 'refused') =>
      db.transaction().execute(async trx => {
        const isMarked = await outbox.endPush(trx, outboxId, how, services.now())
        if (isMarked && campaignId !== null) await campaigns.addEnded(trx, campaignId, how)
      })
    const push = { deviceId: row.recipient, title: row.subject, text: row.body }
    const outcome = await pusher.send(push).catch(async (error: unknown) => {
      await outbox.failed(db, outboxId, error instanceof Error ? error.message : String(error))
      throw error
    })
    if (outcome.is === 'sent') return end('sent')
    await outbox.failed(db, outboxId, outcome.text)
    if (outcome.is !== 'gone' && outcome.is !== 'refused') throw new Error(outcome.text)
    await end('refused')
    if (outcome.is === 'gone') return void (await drivers.forgetDevice(db, push.deviceId))
    services.log.warn({ outboxId, refused: outcome.text }, 'The push service refused a message')
  })
