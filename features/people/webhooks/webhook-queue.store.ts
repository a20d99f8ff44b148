// What waits to be sent, who sends it, and what became of it (HOOK-02). Events of one object wait in the order of their
// numbers: their changes follow each other by the lock of the object's row, and draw the number within it.
import { sql } from 'kysely'
import { bigints, ints, jsons, texts, times } from '#platform/db/columns.ts'
import type { Db, Trx } from '#platform/db/db.ts'
import { isOwned } from './webhook-owner.store.ts'

/** One try: when, how long it took, what was answered or why there was no answer. */
export type Attempt = { at: string; ms: number; status: number | null; error: string | null }
/** A delivery as it waits. */
export type Waiting = {
  id: number
  messageId: string
  kind: string
  object: string
  madeAt: Date
  /** Where the event stands in the order of its object. */
  sequence: number
  dataText: string
  tries: number
  triedAt: Date | null
  state: 'ready' | 'failed' | 'behind'
}
/** A webhook that has something to be sent, as this run may send it. */
export type Receiver = {
  webhookId: number
  address: string
  secretNo: number
  oldSecretUntil: Date | null
  failures: number
  failingSince: Date | null
  pausedUntil: Date | null
  /** For how long from the question on no other run can hold it. */
  heldForMs: number
}

/** Something to send, or to try again. */
const hasWork = (
  at: Date,
) => sql<boolean>`(exists (select from webhook_waiting d where d.webhook_id = w.webhook_id and d.state = 'ready')
  or exists (select from webhook_waiting d where d.webhook_id = w.webhook_id and d.state = 'failed' and d.due_at <= ${at}))`

/**
 * The webhooks that this run sends to from now on for `leaseMs`: those that have something to send, whose company is in use on
 * the business day `today`, and that no other run holds.
 * One that is held for less than three quarters of that is held anew.
 */
export async function holdReceivers(
  db: Db,
  holder: string,
  { at, today, leaseMs }: { at: Date; today: string; leaseMs: number },
): Promise<Receiver[]> {
  const lease = sql`make_interval(secs => ${leaseMs / 1000}::float8)`
  const { rows } = await sql<Receiver & { isShort: boolean }>`
    select w.webhook_id, w.address, w.secret_no, w.old_secret_until, s.failures, s.failing_since, s.paused_until,
      s.holder is distinct from ${holder} or s.held_until < now() + ${lease} * 0.75 as is_short,
      coalesce((extract(epoch from s.held_until - now()) * 1000)::float8, 0) as held_for_ms
    from webhook w join webhook_state s using (webhook_id)
    where w.is_active and w.deleted_at is null and w.paused_at is null and ${isOwned(today)} and (s.paused_until is null or s.paused_until <= ${at})
      and (s.holder = ${holder} or s.holder is null or s.held_until < now()) and ${hasWork(at)}
    order by w.webhook_id`.execute(db)
  const short = rows.filter(r => r.isShort).map(r => r.webhookId)
  if (short.length === 0) return rows
  const taken = await sql<{ webhookId: number }>`
    with free as (select webhook_id from webhook_state where webhook_id = any(${ints(short)})
      and (holder = ${holder} or holder is null or held_until < now()) order by webhook_id for update)
    update webhook_state s set holder = ${holder}, held_until = now() + ${lease} from free
    where s.webhook_id = free.webhook_id returning s.webhook_id`.execute(db)
  const held = new Set(taken.rows.map(r => r.webhookId))
  return rows
    .filter(r => !r.isShort || held.has(r.webhookId))
    .map(r => (held.has(r.webhookId) ? { ...r, heldForMs: leaseMs } : r))
}
/** Lets go of all that the runs of a node hold, so that another may go on at once: at its end, and of a run that was killed. */
export const letGo = (db: Db, node: string): Promise<unknown> =>
  sql`with held as (select webhook_id from webhook_state where split_part(holder, ' ', 1) = ${node} order by webhook_id for update)
    update webhook_state s set holder = null, held_until = null from held where s.webhook_id = held.webhook_id`.execute(
    db,
  )

const COLUMNS = sql`d.webhook_delivery_id::float8 as id, d.message_id::text as message_id, d.kind, d.object, d.made_at,
  coalesce(d.sequence, d.webhook_delivery_id)::float8 as sequence, d.data::text as data_text,
  d.tries, d.tried_at, d.state`

/**
 * Deliveries that may be sent now, oldest first, without those that are in hand. What comes behind a failed one of its object is
 * put aside until that one has ended.
 */
export async function takeReady(
  db: Db,
  webhookId: number,
  { inHand, at, most }: { inHand: readonly number[]; at: Date; most: number },
): Promise<Waiting[]> {
  const { rows } = await sql<Waiting>`
    with due as materialized (
      (select d.*, false as is_behind from webhook_waiting d where d.webhook_id = ${webhookId} and d.state = 'failed' and d.due_at <= ${at}
        and d.webhook_delivery_id <> all(${bigints([...inHand])}) order by d.webhook_delivery_id limit ${most})
      union all
      (select d.*, exists (select from webhook_waiting f where f.webhook_id = d.webhook_id and f.object = d.object and f.state <> 'ready'
          and f.webhook_delivery_id < d.webhook_delivery_id)
        from webhook_waiting d where d.webhook_id = ${webhookId} and d.state = 'ready'
          and d.webhook_delivery_id <> all(${bigints([...inHand])}) order by d.webhook_id, d.webhook_delivery_id limit ${most})),
    aside as (update webhook_waiting d set state = 'behind' from due where due.is_behind and d.webhook_id = ${webhookId} and d.webhook_delivery_id = due.webhook_delivery_id)
    select ${COLUMNS} from due d where not d.is_behind order by d.webhook_delivery_id`.execute(db)
  return rows
}
/** The one delivery by which a receiver that was left alone is tried: the oldest that waits for nobody. */
export async function takeProbe(db: Db, webhookId: number): Promise<Waiting[]> {
  const { rows } =
    await sql<Waiting>`select ${COLUMNS} from webhook_waiting d where d.webhook_id = ${webhookId} and d.state <> 'behind'
    and not exists (select from webhook_waiting f where f.webhook_id = d.webhook_id and f.object = d.object
      and f.webhook_delivery_id < d.webhook_delivery_id)
    order by d.webhook_delivery_id limit 1`.execute(db)
  return rows
}

/** What became of a try. `dueAt`: when it is tried again; null where it has ended. */
export type Outcome = {
  id: number
  webhookId: number
  object: string
  isDelivered: boolean
  /** It stood before others, which may follow now. */
  wasFirst: boolean
  dueAt: Date | null
  attempt: Attempt
  answer: string | null
  at: Date
}

/** Stores what became of tries, all or nothing. */
export async function storeOutcomes(db: Db, outcomes: readonly Outcome[]): Promise<void> {
  const ended = outcomes.filter(o => o.dueAt === null)
  const failed = outcomes.filter(o => o.dueAt !== null)
  // What mostly happens is one statement.
  if (failed.length === 0 && !ended.some(o => o.wasFirst)) return void (await endThese(db, ended))
  await db.transaction().execute(async trx => {
    if (ended.length > 0) await endThese(trx, ended)
    if (failed.length > 0) await failThese(trx, failed)
  })
}
const endThese = (trx: Db | Trx, ended: readonly Outcome[]): Promise<unknown> =>
  sql`
  with x as materialized (select * from unnest(${ints(ended.map(o => o.webhookId))}, ${bigints(ended.map(o => o.id))}, ${texts(ended.map(o => (o.isDelivered ? 'delivered' : 'parked')))},
      ${times(ended.map(o => o.at))}, ${jsons(ended.map(o => JSON.stringify([o.attempt])))}, ${ints(ended.map(o => o.attempt.status))},
      ${texts(ended.map(o => o.answer))}) x (webhook_id, id, outcome, at, attempt, status, answer)),
  gone as (delete from webhook_waiting d using x where d.webhook_id = x.webhook_id and d.webhook_delivery_id = x.id
    returning d.*, x.outcome, x.at, x.attempt, x.status, x.answer as last_answer)
  insert into webhook_delivery (webhook_delivery_id, webhook_id, company_id, message_id, kind, object, made_at, ended_at, outcome, tries,
    attempts, status, answer, data, why, sequence)
  select webhook_delivery_id, webhook_id, company_id, message_id, kind, object, made_at, at, outcome, tries + 1, attempts || attempt::jsonb,
    status, last_answer, data, why, sequence from gone`
    .execute(trx)
    .then(() =>
      releaseBehind(
        trx,
        ended.filter(o => o.wasFirst),
      ),
    )
/** What waited behind these may be sent. */
export async function releaseBehind(
  trx: Db | Trx,
  ended: readonly Pick<Outcome, 'webhookId' | 'object'>[],
): Promise<void> {
  if (ended.length === 0) return
  await sql`update webhook_waiting d set state = 'ready' from unnest(${ints(ended.map(o => o.webhookId))},
    ${texts(ended.map(o => o.object))}) x (webhook_id, object)
    where d.webhook_id = x.webhook_id and d.object = x.object and d.state = 'behind'`.execute(trx)
}
/** Whoever reads what is ready next puts aside what comes behind these. */
const failThese = (trx: Trx, failed: readonly Outcome[]): Promise<unknown> =>
  sql`update webhook_waiting d set state = 'failed', tries = d.tries + 1, tried_at = coalesce(d.tried_at, x.at), due_at = x.due_at,
      attempts = d.attempts || x.attempt::jsonb, answer = x.answer
    from unnest(${ints(failed.map(o => o.webhookId))}, ${bigints(failed.map(o => o.id))}, ${times(failed.map(o => o.at))}, ${times(failed.map(o => o.dueAt))},
      ${jsons(failed.map(o => JSON.stringify([o.attempt])))}, ${texts(failed.map(o => o.answer))}) x (webhook_id, id, at, due_at, attempt, answer)
    where d.webhook_id = x.webhook_id and d.webhook_delivery_id = x.id`.execute(trx)

/** How a receiver stands after tries: `failures` since the last success. */
export type Health = {
  webhookId: number
  failures: number
  failingSince: Date | null
  pausedUntil: Date | null
  deliveredAt: Date | null
}
export async function storeHealth(db: Db, h: Health): Promise<void> {
  await sql`update webhook_state set failures = ${h.failures}, failing_since = ${h.failingSince}, paused_until = ${h.pausedUntil},
    delivered_at = greatest(delivered_at, ${h.deliveredAt}) where webhook_id = ${h.webhookId}`.execute(db)
}
/** The receiver is back: what has failed is tried again at once. */
export const hurry = (db: Db, webhookId: number, at: Date): Promise<unknown> =>
  sql`update webhook_waiting set due_at = ${at} where webhook_id = ${webhookId} and state = 'failed' and due_at > ${at}`.execute(
    db,
  )

const AT_ONCE = 5000
/**
 * Gives up what has waited for longer than it may, at most 5,000 of them, oldest first: what stands behind others, or waits for a
 * receiver that is left alone or switched off. What is of no webhook any more goes. Returns how many.
 */
export async function giveUpOld(trx: Trx, at: Date, oldest: Date): Promise<number> {
  await sql`delete from webhook_waiting d where not exists (select from webhook w where w.webhook_id = d.webhook_id and w.deleted_at is null)`.execute(
    trx,
  )
  const { numAffectedRows = 0n } = await sql`
    with old as (select webhook_id, webhook_delivery_id from webhook_waiting where coalesce(tried_at, queued_at) < ${oldest}
      order by webhook_delivery_id limit ${AT_ONCE} for update skip locked),
    gone as (delete from webhook_waiting d using old where d.webhook_id = old.webhook_id and d.webhook_delivery_id = old.webhook_delivery_id returning d.*)
    insert into webhook_delivery (webhook_delivery_id, webhook_id, company_id, message_id, kind, object, made_at, ended_at, outcome, tries,
      attempts, status, answer, data, why, sequence)
    select webhook_delivery_id, webhook_id, company_id, message_id, kind, object, made_at, ${at}, 'parked', tries, attempts,
      (attempts->-1->>'status')::int, answer, data, why, sequence from gone`.execute(trx)
  await sql`update webhook_waiting d set state = 'ready' where d.state = 'behind' and not exists (select from webhook_waiting f
    where f.webhook_id = d.webhook_id and f.object = d.object and f.webhook_delivery_id < d.webhook_delivery_id and f.state = 'failed')`.execute(
    trx,
  )
  return Number(numAffectedRows)
}

/** An event for one webhook alone; returns the number of its delivery. */
export async function addTest(
  trx: Trx,
  { webhookId, kind, data }: { webhookId: number; kind: string; data: object },
): Promise<number> {
  const { rows } = await sql<{
    id: number
  }>`insert into webhook_waiting (webhook_id, company_id, kind, object, data, why)
    select webhook_id, company_id, ${kind}, ${'test'}, ${JSON.stringify(data)}::jsonb, 'Test' from webhook where webhook_id = ${webhookId}
    returning webhook_delivery_id::float8 as id`.execute(trx)
  return rows[0]?.id ?? 0
}

const AGAIN = sql`insert into webhook_waiting (webhook_id, company_id, message_id, kind, object, made_at, data, why, sequence)
  select webhook_id, company_id, message_id, kind, object, made_at, data, 'Sent again', coalesce(sequence, webhook_delivery_id)`
/** Sends a delivery that has ended once more, under the id that its receiver knows; undefined where there is none. */
export async function sendAgain(trx: Trx, webhookId: number, id: number): Promise<number | undefined> {
  const { rows } = await sql<{ id: number }>`${AGAIN} from webhook_delivery
    where webhook_id = ${webhookId} and webhook_delivery_id = ${id} returning webhook_delivery_id::float8 as id`.execute(
    trx,
  )
  return rows[0]?.id
}
/** The same of all that ended since a moment, each message once, in their order; returns how many, one more than `most` where there are more. */
export async function sendSince(
  trx: Trx,
  webhookId: number,
  { since, onlyGivenUp, most }: { since: Date; onlyGivenUp: boolean; most: number },
): Promise<number> {
  const { numAffectedRows = 0n } = await sql`${AGAIN} from (
      select distinct on (message_id) * from webhook_delivery d where webhook_id = ${webhookId} and ended_at >= ${since}
        and (not ${onlyGivenUp} or outcome = 'parked') and kind <> 'webhook.test'
      order by message_id, webhook_delivery_id) d order by webhook_delivery_id limit ${most + 1}`.execute(trx)
  return Number(numAffectedRows)
}
