// The companies and owners of webhooks as they stand now (HOOK-01), whatever way a right was taken or a company ended.
import { featureIdOf } from '@wattdesk/base/access'
import { sql } from 'kysely'
import { nearestRole } from '#people/roles/nearest-role.store.ts'
import type { Db, Trx } from '#platform/db/db.ts'
import { EVENT_KINDS } from './webhook.words.ts'
import type { Owner } from './webhook-owner.rules.ts'

const RIGHTS = sql.join(
  EVENT_KINDS.map(e => sql`(${sql.lit(e.kind)}, ${sql.lit(e.label)}, ${sql.lit(featureIdOf(e.right))}::smallint)`),
)
const INTEGRATION = sql.lit(featureIdOf('Integration'))
/** The columns of an owner, of a webhook `w` whose owner is `o`, active in its role `h`. */
const MAY_INTEGRATE = sql<boolean>`exists (select from role_access a where a.role_id = h.role_id and a.feature_id = ${INTEGRATION}
  and (a.can_create or a.can_update))`
const LACKING = sql<
  string[]
>`array(select k.label from (values ${RIGHTS}) k (kind, label, feature_id) where k.kind = any(w.events)
  and not exists (select from role_access a where a.role_id = h.role_id and a.feature_id = k.feature_id and a.can_view))`
const FROM = sql`webhook w join team t on t.id = w.team_id join team c on c.id = t.company_id left join app_user o on o.id = w.owned_by
  left join lateral ${nearestRole(sql`o.id`, sql`t.path`)} h on true`

/** True for a company `c` that is in use; `today`: the business day. */
const isInUse = (
  today: string,
) => sql<boolean>`(c.is_active and (c.valid_until is null or c.valid_until >= ${today}::date)
  and not exists (select from company_moved v where v.company_id = c.id))`
/** True for a webhook `w` of a company that is in use, with an owner who lacks nothing. */
export const isOwned = (
  today: string,
) => sql<boolean>`exists (select from team t join team c on c.id = t.company_id join app_user o on o.id = w.owned_by
  cross join lateral ${nearestRole(sql`o.id`, sql`t.path`)} h
  where t.id = w.team_id and ${isInUse(today)} and o.is_active and ${MAY_INTEGRATE} and ${LACKING} = '{}')`

/** The owner of a webhook; undefined where there is no such webhook. */
export const ownerOf = async (on: Db | Trx, webhookId: number, today: string): Promise<Owner | undefined> =>
  (
    await sql<Owner>`select o.username, coalesce(o.is_active, false) as is_active, h.role_id is not null as has_role,
        ${MAY_INTEGRATE} as may_integrate, ${LACKING} as lacking, c.is_active as is_company_active,
        case when c.valid_until < ${today}::date then c.valid_until::text end as company_ended,
        (select v.moved_to from company_moved v where v.company_id = c.id) as company_moved_to
      from ${FROM} where w.webhook_id = ${webhookId}`.execute(on)
  ).rows[0]

/** The webhooks that are on, run, and whose company has ended or whose owner lacks something. */
export const unowned = async (db: Db, today: string): Promise<number[]> =>
  (
    await sql<{ webhookId: number }>`select w.webhook_id from webhook w
      where w.is_active and w.paused_at is null and w.deleted_at is null and not ${isOwned(today)} order by 1`.execute(
      db,
    )
  ).rows.map(r => r.webhookId)
/** The webhooks that have been paused since before a moment. */
export const pausedBefore = async (db: Db, before: Date): Promise<number[]> =>
  (
    await sql<{ webhookId: number }>`select webhook_id from webhook
      where is_active and deleted_at is null and paused_at < ${before} order by 1`.execute(db)
  ).rows.map(r => r.webhookId)
