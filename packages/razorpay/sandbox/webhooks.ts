// The sandbox's webhooks: each event with its bytes and its id, told until it is answered with 2xx, first within seconds,
// then ever more rarely, once an hour at least. The signature is made when it is told: after a change of the secret under
// the new one.
import { signatureOf } from '../src/signature.ts'
import type { Account } from './api.ts'
import { newId, providerJson } from './entities.ts'
import type { Habits } from './habits.ts'
import type { Say } from './payments.ts'
import type { Books, StoredObject } from './store.ts'

export type EventContent = {
  event: string
  body: string
  attempts: number
  /** Its place among the events of its moment. */
  at: number
}
/** A webhook as a listener receives it. */
type SentWebhook = { eventId: string; signature: string; body: Buffer }
/** Sends it; whether it was answered with 2xx. */
export type Deliver = (told: SentWebhook) => Promise<boolean>

const LONGEST_PAUSE_MS = 3_600_000
let made = 0

/** Keeps the events of one act as they were at its end; held back, they wait for somebody to let them go. */
export function eventsOf(
  books: Books,
  { accountId }: Account,
  now: Date,
  habits: Habits,
): { say: Say; keep: () => Promise<void> } {
  const all: StoredObject<EventContent>[] = []
  return {
    say: (event, records) => {
      const payload = Object.fromEntries(Object.entries(records).map(([kind, entity]) => [kind, { entity }]))
      const createdAt = Math.floor(now.getTime() / 1000)
      const whole = {
        entity: 'event',
        account_id: accountId,
        event,
        contains: Object.keys(records),
        payload,
        created_at: createdAt,
      }
      const content = { event, body: providerJson(whole), attempts: 0, at: ++made }
      const dueAt = habits.webhooks.held ? null : now
      all.push({ id: newId('evt'), kind: 'event', account: accountId, parentId: null, content, createdAt: now, dueAt })
    },
    keep: async () => {
      for (const e of all) await books.put(e)
    },
  }
}

const signed = (body: string, account: Account, { signing }: Habits['webhooks']): string => {
  if (signing === 'wrong') return signatureOf(body, 'nobody knows this secret')
  return signatureOf(body, signing === 'old secret' ? (account.oldWebhookSecret ?? '') : account.webhookSecret)
}

/**
 * Delivers an event once, or twice if the habits say so; returns the event as it is to be stored, or undefined once the
 * listener has answered.
 */
export async function sendWebhook(
  row: StoredObject<EventContent>,
  account: Account,
  { habits, deliver, now }: { habits: Habits; deliver: Deliver; now: Date },
): Promise<StoredObject<EventContent> | undefined> {
  const { body, attempts } = row.content
  const told = { eventId: row.id, signature: signed(body, account, habits.webhooks), body: Buffer.from(body) }
  const again = habits.webhooks.twice ? [told, told] : [told]
  let isAnswered = true
  for (const t of again) isAnswered = (await deliver(t).catch(() => false)) && isAnswered
  if (isAnswered) return undefined
  const pauseMs = Math.min(LONGEST_PAUSE_MS, 1000 * 2 ** Math.min(attempts, 20))
  return { ...row, content: { ...row.content, attempts: attempts + 1 }, dueAt: new Date(now.getTime() + pauseMs) }
}
