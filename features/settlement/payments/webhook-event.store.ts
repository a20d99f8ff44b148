// Reports of providers, stored as the signed bytes under the id of the event, before anything else happens with them.
import { sql } from 'kysely'
import { ints, texts, times } from '#platform/db/columns.ts'
import type { Db, Trx } from '#platform/db/db.ts'

/** `unreadable`: why the event cannot be read; such an event is stored and never worked. */
export type WebhookEvent = { companyId: number; eventId: string; body: Buffer; receivedAt: Date; unreadable?: string }
/** An event is tried so often, over some 16 hours; then it is given up. */
export const MOST_ATTEMPTS = 12
/** Minutes to the next search of an event, by how often it was tried; the queue tries the first times sooner. */
const WAIT_MIN = [2, 2, 2, 4, 8, 15, 30, 60, 120, 240, 480] as const

export type EventKey = Pick<WebhookEvent, 'companyId' | 'eventId'>

/** Stores events; returns those that are new and can be read. */
export async function saveWebhookEvents(trx: Trx, events: readonly WebhookEvent[]): Promise<EventKey[]> {
  const all = <T>(of: (e: WebhookEvent) => T): T[] => events.map(of)
  const { rows } = await sql<EventKey & { isReadable: boolean }>`
    insert into webhook_event (company_id, event_id, body, received_at, next_at, failure, given_up_at)
    select company, id, decode(body, 'base64'), at, at + interval '2 minutes', nullif(why, ''), case when why <> '' then at end
    from unnest(${ints(all(e => e.companyId))}, ${texts(all(e => e.eventId))}, ${texts(all(e => e.body.toString('base64')))},
      ${times(all(e => e.receivedAt))}, ${texts(all(e => e.unreadable ?? ''))}) x (company, id, body, at, why)
    on conflict do nothing returning company_id, event_id, given_up_at is null as is_readable`.execute(trx)
  return rows.filter(r => r.isReadable).map(({ companyId, eventId }) => ({ companyId, eventId }))
}

/** The bytes of an event that is not worked off yet. */
export async function open(db: Db, { companyId, eventId }: EventKey): Promise<Buffer | undefined> {
  const { rows } = await sql<{ body: Buffer }>`select body from webhook_event
    where company_id = ${companyId} and event_id = ${eventId} and worked_at is null and given_up_at is null`.execute(db)
  return rows[0]?.body
}

export const markEventWorked = (db: Db, { companyId, eventId }: EventKey, at: Date): Promise<unknown> =>
  sql`update webhook_event set worked_at = ${at}, attempts = attempts + 1, failure = null
    where company_id = ${companyId} and event_id = ${eventId} and worked_at is null`.execute(db)

/**
 * Records that an event could not be worked off, and why. The event is given up after too many tries, or where
 * `isHopeless`: no later try can succeed. Returns how often it was tried, and whether it was given up.
 */
export async function failed(
  db: Db,
  { companyId, eventId }: EventKey,
  { failure, isHopeless, at }: { failure: string; isHopeless: boolean; at: Date },
): Promise<{ attempts: number; isGivenUp: boolean }> {
  const { rows } = await sql<{ attempts: number; isGivenUp: boolean }>`
    update webhook_event set attempts = attempts + 1, failure = ${keptText(failure).slice(0, 500)},
      next_at = ${at}::timestamptz + make_interval(mins => (${ints(WAIT_MIN)})[least(attempts + 1, ${WAIT_MIN.length})]),
      given_up_at = case when ${isHopeless} or attempts + 1 >= ${MOST_ATTEMPTS} then ${at}::timestamptz end
    where company_id = ${companyId} and event_id = ${eventId} and worked_at is null
    returning attempts, given_up_at is not null as is_given_up`.execute(db)
  return rows[0] ?? { attempts: 0, isGivenUp: true }
}
/** Replaces characters that a text column cannot store. */
const keptText = (text: string): string => text.toWellFormed().replaceAll('\0', '\uFFFD')

/**
 * Due events whose jobs were lost or gave up: the longest due first within each company, and companies in turn, so that
 * no company waits behind the events of another.
 */
export async function eventsLeftOver(db: Db, now: Date, most: number): Promise<EventKey[]> {
  const { rows } = await sql<EventKey>`select company_id, event_id from (
      select company_id, event_id, next_at, row_number() over (partition by company_id order by next_at) as n
      from webhook_event where worked_at is null and given_up_at is null and next_at <= ${now}) x
    order by n, next_at limit ${most}`.execute(db)
  return rows
}

export type GivenUp = { eventId: string; receivedAt: Date; givenUpAt: Date; attempts: number; failure: string }
/** The events of a company that were given up, the newest first. */
export async function eventsGivenUp(db: Db, companyId: number, most: number): Promise<GivenUp[]> {
  const { rows } = await sql<GivenUp>`
    select event_id, received_at, given_up_at, attempts, coalesce(failure, '') as failure from webhook_event
    where company_id = ${companyId} and given_up_at is not null order by given_up_at desc, event_id limit ${most}`.execute(
    db,
  )
  return rows
}

/** Makes events that were given up due again, the newest first, with all their attempts. Returns their keys. */
export async function retryGivenUpEvents(trx: Trx, companyId: number, most: number, at: Date): Promise<EventKey[]> {
  const { rows } = await sql<EventKey>`
    update webhook_event e set given_up_at = null, attempts = 0, next_at = ${at}::timestamptz + interval '2 minutes'
    from (select company_id, event_id from webhook_event where company_id = ${companyId} and given_up_at is not null
      order by given_up_at desc, event_id limit ${most} for update skip locked) x
    where e.company_id = x.company_id and e.event_id = x.event_id returning e.company_id, e.event_id`.execute(trx)
  return rows
}

/** Deletes events that were worked off or given up long ago; returns how many. */
export async function dropOld(trx: Trx, now: Date): Promise<number> {
  const { rows } = await sql`delete from webhook_event where (worked_at is not null or given_up_at is not null)
    and received_at < ${now}::timestamptz - interval '400 days' returning 1`.execute(trx)
  return rows.length
}
