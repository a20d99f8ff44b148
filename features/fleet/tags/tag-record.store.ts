// RFID tags as people manage them: the list with its cards, a single tag, and its changes. The tags of drivers' apps
// and of single sessions do not count as RFID tags (D-WAL-4).
import type { ListQuery } from '@wattdesk/base/paging'
import { type RawBuilder, sql } from 'kysely'
import { type Scope, within } from '#platform/access/scope.ts'
import type { Db, Trx } from '#platform/db/db.ts'
import { joined, searchSql } from '#platform/db/list.ts'
import type { Stored } from '#platform/db/record.ts'
import { listReply } from '#platform/http/list-reply.ts'
import { rowReader } from '#platform/records/columns.ts'
import { recordReads } from '#platform/records/reads.ts'
import type { TagSummary } from './tag.contract.ts'
import { TAG_STATES, tagFields } from './tag.fields.ts'

/** A stored tag with the joined values that commands read. */
export type TagRow = Pick<
  Stored<'ocppTag'>,
  | 'idTag'
  | 'expiresAt'
  | 'maxActiveTransactions'
  | 'note'
  | 'tokenType'
  | 'chargingPriority'
  | 'evses'
  | 'companyId'
  | 'teamId'
  | 'driverId'
  | 'createdAt'
> & { id: number; parentTagPk: number | null; parenttag: string | null; isPrepaid: boolean; inTransaction: boolean }

/** The tags that people see as RFID tags. */
const IS_RFID = sql<boolean>`t.kind in ('rfid', 'prepaid') and t.deleted_at is null`
// Evaluated once for all rows: few tags charge at a time.
const CHARGES = sql<boolean>`lower(t.id_tag) in (select lower(x.id_tag) from transaction x where x.stopped_at is null)`
const BLOCKED = sql<boolean>`(t.max_active_transactions = 0 or not coalesce(d.is_active, true))`
const BALANCE = sql`coalesce(w.balance_paise, 0)`
const stateSql = (now: Date): RawBuilder<string> => sql`case when t.expires_at <= ${now} then 'Expired'
  when ${BLOCKED} then 'Blocked' when ${CHARGES} then 'In Use' else 'Active' end`
const FROM = sql`ocpp_tag t join team m on m.id = t.team_id left join driver d on d.id = t.driver_id
  left join ocpp_tag p on p.ocpp_tag_pk = t.parent_tag_pk and p.deleted_at is null
  left join account w on w.kind = 'card' and w.ref = t.ocpp_tag_pk and t.kind = 'prepaid'`

const readsOf = (scope: Scope, now = new Date()) =>
  recordReads<TagRow>()({
    fields: tagFields,
    from: FROM,
    alias: 't',
    id: sql`t.ocpp_tag_pk`,
    joined: {
      id: sql`t.ocpp_tag_pk`,
      parenttag: sql`p.id_tag`,
      // A text: a balance may exceed the range of a number.
      balance_amount: sql`${BALANCE}::text`,
      chargerpointId: sql`(select min(c.chargepoint_id) from ocpp_tag_charger a join charger c using (chargepoint_pk)
        where a.ocpp_tag_pk = t.ocpp_tag_pk and c.deleted_at is null and ${within(scope, 'c')})`,
      emailId: sql`d.email`,
      attachedChargers: sql`(select count(*)::int from ocpp_tag_charger a where a.ocpp_tag_pk = t.ocpp_tag_pk)`,
      team_name: sql`m.name`,
      isPrepaid: sql`t.kind = 'prepaid'`,
      blocked: BLOCKED,
      in_transaction: CHARGES,
    },
    ofLists: { status: stateSql(now), balance_amount: BALANCE },
    beside: sql`p.ocpp_tag_pk as parent_tag_pk`,
    where: IS_RFID,
    order: '-id',
    search: ({ q }, searched) =>
      joined([searched(q), searchSql(q, [sql`d.full_name`], [[stateSql(now), TAG_STATES]])], 'OR'),
  })

/** The reply of the list: a page, the newest first unless sorted otherwise, and the cards over the whole scope. */
export async function reply(db: Db, scope: Scope, query: ListQuery, now: Date) {
  const reads = readsOf(scope, now)
  const { rows } = await sql<TagSummary & { matching: number }>`
    select count(*)::int as total, count(*) filter (where s.state = 'Active')::int as active,
      count(*) filter (where s.state = 'Blocked')::int as blocked,
      count(*) filter (where s.state = 'In Use')::int as in_transaction,
      count(*) filter (where s.state = 'Expired')::int as expired, count(*) filter (where s.is_matching)::int as matching
    from (select ${stateSql(now)} as state, ${reads.matching(query)} as is_matching from ${FROM}
      where ${reads.inScope(scope)}) s`.execute(db)
  const { matching = 0, ...summary } = rows[0] ?? { total: 0, active: 0, blocked: 0, inTransaction: 0, expired: 0 }
  const page = await listReply(query, { total: matching, rows: () => reads.list(db, scope, query), row: shown })
  return { ...page, summary }
}

/** Returns a tag within the scope. */
export const get = (db: Db | Trx, scope: Scope, id: number): Promise<TagRow | undefined> =>
  readsOf(scope).get(db, scope, id)
/** Returns a tag as replies show it. */
export const shown = rowReader(tagFields)

/** Locks a tag until the transaction ends, so that two changes follow each other; others may still name it as group. */
export const lock = (trx: Trx, id: number): Promise<unknown> =>
  sql`select from ocpp_tag where ocpp_tag_pk = ${id} for no key update`.execute(trx)

/**
 * Returns the keys of tags that may be the group of a team's tags, by their texts in lower case: tags of its company,
 * in the team, above it, or in the scope.
 */
export async function parents(
  db: Db | Trx,
  { scope, teamId }: { scope: Scope; teamId: number },
  names: readonly string[],
): Promise<Map<string, number>> {
  const { rows } = await sql<{ id: number; name: string }>`
    select t.ocpp_tag_pk as id, lower(t.id_tag) as name from ocpp_tag t join team m on m.id = ${teamId}
    where lower(t.id_tag) = any(array(select lower(x) from unnest(${sql.val(names)}::text[]) x)) and ${IS_RFID}
      and t.company_id = m.company_id and (t.team_id = any(m.path) or ${within(scope, 't')})`.execute(db)
  return new Map(rows.map(r => [r.name, r.id]))
}

/**
 * Returns the groups that a tag is in, near and far, and the tag itself. Called only to change groups: other callers
 * wait until this transaction ends, so that two changes at once make no circle.
 */
export async function groupsAbove(trx: Trx, id: number): Promise<number[]> {
  await sql`select pg_advisory_xact_lock(hashtextextended('groups of tags', 0))`.execute(trx)
  const { rows } = await sql<{ id: number }>`
    with recursive up as (select ocpp_tag_pk, parent_tag_pk from ocpp_tag where ocpp_tag_pk = ${id}
      union select p.ocpp_tag_pk, p.parent_tag_pk from up join ocpp_tag p on p.ocpp_tag_pk = up.parent_tag_pk
        where p.deleted_at is null)
    select ocpp_tag_pk as id from up`.execute(trx)
  return rows.map(r => r.id)
}

/** Hides a tag: its sessions keep its text, and the text may be given to a new tag. */
export async function remove(trx: Trx, id: number, at: Date): Promise<void> {
  await sql`delete from ocpp_tag_charger where ocpp_tag_pk = ${id}`.execute(trx)
  await sql`update ocpp_tag set deleted_at = ${at} where ocpp_tag_pk = ${id}`.execute(trx)
}
