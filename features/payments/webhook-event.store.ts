// What providers report, stored as the bytes that they signed, under the id of the event, before anything is made of it.
import { sql } from 'kysely'
import { ints, texts, times } from '../../platform/db/columns.ts'
import type { Db, Trx } from '../../platform/db/db.ts'

export type WebhookEvent = { companyId: number; eventId: string; body: Buffer; receivedAt: Date }
export type EventKey = Pick<WebhookEvent, 'companyId' | 'eventId'>

/** Stores events; answers those that are new. */
export async function keep(trx: Trx, events: readonly WebhookEvent[]): Promise<EventKey[]> {
  const all = <T>(of: (e: WebhookEvent) => T): T[] => events.map(of)
  const { rows } = await sql<EventKey>`
    insert into webhook_event (company_id, event_id, body, received_at)
    select company, id, decode(body, 'base64'), at
    from unnest(${ints(all(e => e.companyId))}, ${texts(all(e => e.eventId))}, ${texts(all(e => e.body.toString('base64')))},
      ${times(all(e => e.receivedAt))}) x (company, id, body, at)
    on conflict do nothing returning company_id, event_id`.execute(trx)
  return rows
}

/** The bytes of an event that nobody has worked off yet. */
export async function open(db: Db, { companyId, eventId }: EventKey): Promise<Buffer | undefined> {
  const { rows } = await sql<{ body: Buffer }>`select body from webhook_event
    where company_id = ${companyId} and event_id = ${eventId} and worked_at is null`.execute(db)
  return rows[0]?.body
}

export const worked = (db: Db, { companyId, eventId }: EventKey, at: Date): Promise<unknown> =>
  sql`update webhook_event set worked_at = ${at}, attempts = attempts + 1, failure = null
    where company_id = ${companyId} and event_id = ${eventId} and worked_at is null`.execute(db)

export const failed = (db: Db, { companyId, eventId }: EventKey, failure: string): Promise<unknown> =>
  sql`update webhook_event set attempts = attempts + 1, failure = ${failure}
    where company_id = ${companyId} and event_id = ${eventId} and worked_at is null`.execute(db)

/** Events that wait since before `until`, oldest first: those whose jobs were lost or gave up. */
export async function left(db: Db, until: Date, most: number): Promise<EventKey[]> {
  const { rows } = await sql<EventKey>`select company_id, event_id from webhook_event
    where worked_at is null and received_at < ${until} order by received_at limit ${most}`.execute(db)
  return rows
}

/** Takes out what was worked off before `until`; answers how many. */
export async function dropOld(trx: Trx, now: Date): Promise<number> {
  const { rows } = await sql`delete from webhook_event where worked_at is not null
    and received_at < ${now}::timestamptz - interval '400 days' returning 1`.execute(trx)
  return rows.length
}
