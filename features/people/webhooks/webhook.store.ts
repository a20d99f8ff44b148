// Webhooks with what they want to hear (HOOK-01).
import { sql } from 'kysely'
import type { Trx } from '#platform/db/db.ts'
import type { Stored } from '#platform/db/record.ts'
import { recordReads } from '#platform/records/reads.ts'
import { recordWrites } from '#platform/records/writes.ts'
import type { Webhook } from './webhook.contract.ts'
import { webhookFields } from './webhook.fields.ts'
import type { EventName, WebhookState } from './webhook.words.ts'

export type WebhookRow = Stored<'webhook'> & {
  state: WebhookState
  waiting: number
  deliveredAt: Date | null
  failingSince: Date | null
  teamName: string
  maker: string | null
  owner: string | null
  path: number[]
}
/** So many of what waits are counted. */
const MOST_COUNTED = 10_000

const reads = recordReads<WebhookRow>()({
  fields: webhookFields,
  from: sql`webhook k join team t on t.id = k.team_id left join webhook_state s on s.webhook_id = k.webhook_id
    left join app_user u on u.id = k.made_by left join app_user o on o.id = k.owned_by`,
  alias: 'k',
  id: sql`k.webhook_id`,
  joined: {
    team_name: sql`t.name`,
    maker: sql`u.username`,
    owner: sql`o.username`,
    delivered_at: sql`s.delivered_at`,
    waiting: sql`(select count(*)::int from (select from webhook_waiting w where w.webhook_id = k.webhook_id limit ${MOST_COUNTED}) n)`,
    state: sql`case when not k.is_active and k.stopped_at is not null then 'stopped' when not k.is_active then 'off'
      when k.paused_at is not null then 'paused' when s.failing_since is not null then 'failing' else 'active' end`,
  },
  beside: sql`k.events, k.secret_no, k.old_secret_until, k.stopped_why, k.paused_why, k.made_by, k.changed_by, k.owned_by, s.failing_since, t.path, k.company_id`,
  where: sql<boolean>`k.deleted_at is null`,
  order: '-webhook_id',
})
export const { get } = reads
/** `now`: whether an old secret still signs. */
export const shown = (row: WebhookRow, now = new Date()): Webhook => ({
  ...reads.shown(row),
  events: row.events as EventName[],
  overlap_until: row.oldSecretUntil && row.oldSecretUntil > now ? row.oldSecretUntil.toISOString() : null,
  failing_since: row.failingSince?.toISOString() ?? null,
  stopped_why: row.stoppedWhy,
  paused_why: row.pausedWhy,
})
export const reply = reads.replyBy(row => shown(row))

export const { create, update, lock } = recordWrites<'webhook'>({
  fields: webhookFields,
  insert: sql`insert into webhook`,
  update: sql`update webhook set`,
  from: sql`from webhook`,
  id: sql`webhook_id`,
})

/** The webhooks of a team. */
export const countOf = async (trx: Trx, teamId: number): Promise<number> =>
  (
    await sql<{
      n: number
    }>`select count(*)::int as n from webhook where team_id = ${teamId} and deleted_at is null`.execute(trx)
  ).rows[0]?.n ?? 0

/** Brings what the triggers look for up to the webhook: nothing where it is off or deleted. */
export async function keepWishes(trx: Trx, webhookId: number): Promise<void> {
  const wished = sql`select k.kind, w.company_id, w.webhook_id, w.team_id from webhook w, unnest(w.events) k (kind)
    where w.webhook_id = ${webhookId} and w.is_active and w.deleted_at is null`
  await sql`delete from webhook_wish where webhook_id = ${webhookId} and (kind, team_id) not in (
    select x.kind, x.team_id from (${wished}) x)`.execute(trx)
  await sql`insert into webhook_wish (kind, company_id, webhook_id, team_id) ${wished} on conflict do nothing`.execute(
    trx,
  )
}
/** Where its receiver stands; a webhook that is switched on begins anew. */
export const beginState = (trx: Trx, webhookId: number): Promise<unknown> =>
  sql`insert into webhook_state (webhook_id) values (${webhookId}) on conflict (webhook_id) do update
    set failing_since = null, failures = 0, paused_until = null`.execute(trx)

/** A new secret; the one before signs too until `oldUntil`. */
export const rotate = (trx: Trx, webhookId: number, oldUntil: Date): Promise<unknown> =>
  sql`update webhook set secret_no = secret_no + 1, old_secret_until = ${oldUntil} where webhook_id = ${webhookId}`.execute(
    trx,
  )

export const remove = (trx: Trx, webhookId: number, at: Date): Promise<unknown> =>
  trx.updateTable('webhook').set({ deletedAt: at, isActive: false }).where('webhookId', '=', webhookId).execute()

/** A webhook that the product stops or pauses; `people`: who made, changed or owned it. */
export type Halted = { name: string; companyId: number; teamId: number; people: number[] }
const HALTED = sql`name, company_id, team_id, array_remove(array[owned_by, made_by, changed_by], null) as people`
type Halt = { at: Date; why: string }
/** Switches a webhook off; undefined where that was done before. */
export const stop = async (trx: Trx, webhookId: number, { at, why }: Halt): Promise<Halted | undefined> =>
  (
    await sql<Halted>`update webhook set is_active = false, stopped_at = ${at}, stopped_why = ${why}, paused_at = null, paused_why = null
      where webhook_id = ${webhookId} and is_active and deleted_at is null returning ${HALTED}`.execute(trx)
  ).rows[0]
/** Pauses a webhook; undefined where it does not run. */
export const pause = async (trx: Trx, webhookId: number, { at, why }: Halt): Promise<Halted | undefined> =>
  (
    await sql<Halted>`update webhook set paused_at = ${at}, paused_why = ${why}
      where webhook_id = ${webhookId} and is_active and paused_at is null and deleted_at is null returning ${HALTED}`.execute(
      trx,
    )
  ).rows[0]
export const isPaused = async (trx: Trx, webhookId: number): Promise<boolean> =>
  (await trx
    .selectFrom('webhook')
    .select('webhookId')
    .where('webhookId', '=', webhookId)
    .where('pausedAt', 'is not', null)
    .executeTakeFirst()) !== undefined
/** Gives a webhook an owner, with whom it goes on. */
export const setOwner = (trx: Trx, webhookId: number, userId: number): Promise<unknown> =>
  sql`update webhook set owned_by = ${userId}, paused_at = null, paused_why = null where webhook_id = ${webhookId}`.execute(
    trx,
  )

/** The mail addresses of people who are there. */
export const contactsOf = async (trx: Trx, userIds: readonly number[]): Promise<{ userId: number; email: string }[]> =>
  (
    await sql<{ userId: number; email: string }>`select id as user_id, email from app_user
      where id = any(${sql.val([...userIds])}::int[]) and is_active order by id`.execute(trx)
  ).rows

/** Forgets the webhooks that were deleted long ago, whose deliveries are gone too. */
export const dropDeleted = async (trx: Trx, before: Date): Promise<number> =>
  Number((await trx.deleteFrom('webhook').where('deletedAt', '<', before).executeTakeFirst()).numDeletedRows)
