// Tags that the form of a remote start offers: by charger, by user, and tags with no driver (D-OPS-7, D-TAG-1).
import type { ChoiceQuery } from '@wattdesk/base/paging'
import { type RawBuilder, sql } from 'kysely'
import { type Scope, within } from '#platform/access/scope.ts'
import type { Db } from '#platform/db/db.ts'
import { choiceSql, joined, likeText } from '#platform/db/list.ts'
import type { FoundTag, TagChoice } from './remote-operation.contract.ts'

/** Tags that may start a session at all: in time and not blocked (D-OCPP-3). */
const usable = (now: Date): RawBuilder<boolean> => sql<boolean>`
  t.deleted_at is null and t.max_active_transactions <> 0 and (t.expires_at is null or t.expires_at > ${now})
  and not exists (select from driver d where d.id = t.driver_id and not d.is_active)`

/** Tags valid on a charger: attached to it, or without attachments and of its team or a team above (D-OCPP-3). */
const belongsTo = (pk: number): RawBuilder<boolean> => sql<boolean>`
  case when exists (select from ocpp_tag_charger a where a.ocpp_tag_pk = t.ocpp_tag_pk)
    then exists (select from ocpp_tag_charger a join charger c on c.chargepoint_pk = a.chargepoint_pk
      join team m on m.id = c.team_id where a.ocpp_tag_pk = t.ocpp_tag_pk and a.chargepoint_pk = ${pk}
        and (t.company_id = c.company_id or t.team_id = any(m.path)))
    else t.team_id = any((select m.path from charger c join team m on m.id = c.team_id where c.chargepoint_pk = ${pk})::int[]) end`

async function choices(
  db: Db,
  from: RawBuilder<unknown>,
  asked: ChoiceQuery = {},
): Promise<{ tags: TagChoice[]; total: number }> {
  const { where, limit } = choiceSql(asked, { key: sql`t.ocpp_tag_pk`, columns: [sql`t.id_tag`] })
  const { rows } = await sql<TagChoice & { total: number }>`
    select t.ocpp_tag_pk as id, t.id_tag as tag, t.id_tag as tag_id, count(*) over () as total
    ${from} and ${where} order by lower(t.id_tag) ${limit}`.execute(db)
  return { tags: rows.map(({ id, tag, tagId }) => ({ id, tag, tagId })), total: rows[0]?.total ?? 0 }
}

/** Tags that a charger accepts. */
const validAt = (pk: number, now: Date): RawBuilder<boolean> => sql<boolean>`${usable(now)} and ${belongsTo(pk)}`

/** Returns the tags valid on a charger, except the tags of drivers' apps and of single sessions. */
export const tagsOfCharger = (db: Db, pk: number, now: Date) =>
  choices(db, sql`from ocpp_tag t where ${validAt(pk, now)} and t.kind in ('rfid', 'prepaid')`)

/**
 * Returns the usable tags with no driver: of the teams in the scope and of the teams above, whose tags are valid below.
 */
export const available = (db: Db, scope: Scope, now: Date, asked: ChoiceQuery) =>
  choices(
    db,
    sql`from ocpp_tag t where ${usable(now)} and t.driver_id is null and t.kind in ('rfid', 'prepaid')
      and (${within(scope, 't')} or t.team_id = any((select path from team where id = ${scope.teamId})::int[]))`,
    asked,
  )

/** Returns the tags that a driver of the scope's team may be given: tags of the team's company with no driver. */
export const forDriver = (db: Db, scope: Scope, asked: ChoiceQuery) =>
  choices(
    db,
    sql`from ocpp_tag t join team m on m.id = ${scope.teamId}
      where t.deleted_at is null and t.driver_id is null and t.kind in ('rfid', 'prepaid') and t.company_id = m.company_id
      and (${within(scope, 't')} or t.team_id = any(m.path))`,
    asked,
  )

/** Returns the tags of the user with this e-mail (in any case of letters) that are valid on the charger. */
export const tagsOfUser = (db: Db, pk: number, email: string, now: Date) =>
  choices(
    db,
    sql`from ocpp_tag t join app_user u on u.id = t.user_id
      where lower(u.email) = lower(${email}) and ${validAt(pk, now)}`,
  )

export type TagSearch = {
  /** The charger whose local list may hold the tags: no tags of other chargers, no tags with a balance. */
  listOf: number | undefined
  /** The user whose tags come first. */
  userId: number
  /** The scope in which tags are looked for; the tags of the teams above it count too. */
  tags: Scope
  /** The scope whose drivers the caller may see; undefined where the caller may see none. */
  drivers: Scope | undefined
}
type FoundRow = Omit<FoundTag, 'refusal'>

/**
 * Returns the tags that contain the text or belong to a driver it names: the caller's own first, then the best matches.
 * The tag of a driver's app is found by its driver too; a tag made for a single session belongs to nobody.
 */
export async function search(
  db: Db,
  asked: ChoiceQuery,
  { listOf, userId, tags, drivers }: TagSearch,
): Promise<{ rows: FoundRow[]; total: number }> {
  const q = asked.q?.trim() ?? ''
  const { where, limit } = choiceSql({ limit: asked.limit, keys: asked.keys }, { key: sql`t.ocpp_tag_pk`, columns: [] })
  const seen = drivers ? within(drivers, 'd') : sql<boolean>`false`
  const kinds =
    listOf === undefined
      ? sql<boolean>`t.kind in ('rfid', 'prepaid', 'app')`
      : sql<boolean>`t.kind = 'rfid' and ${belongsTo(listOf)}`
  const { rows } = await sql<FoundRow & { total: number }>`
    select t.ocpp_tag_pk as id, t.id_tag as tag, t.id_tag as tag_id, nullif(d.full_name, '') as driver, d.email, d.phone,
      coalesce(t.user_id = ${userId}, false) as is_own, count(*) over () as total
    from ocpp_tag t left join driver d on d.id = t.driver_id and ${seen}
    where t.deleted_at is null and ${kinds} and ${where}
      and (${within(tags, 't')} or t.team_id = any((select path from team where id = ${tags.teamId})::int[]))
      and ${q === '' ? sql`true` : fitting(q, seen)}
    order by is_own desc, lower(t.id_tag) = ${q.toLowerCase()} desc,
      lower(t.id_tag) like ${`${likeText(q.toLowerCase())}%`} desc, lower(t.id_tag) ${limit}`.execute(db)
  return { rows: rows.map(({ total: _, ...row }) => row), total: rows[0]?.total ?? 0 }
}

/** Tags by their text, or by the drivers that the caller may see (`seen`); each through its own index. */
function fitting(q: string, seen: RawBuilder<boolean>): RawBuilder<boolean> {
  const inText = `%${likeText(q)}%`
  const named = joined(
    [
      sql<boolean>`d.search_text like ${inText.toLowerCase()}`,
      // A phone number is found however it is written; a few digits occur in every number.
      ...(q.replaceAll(/\D/g, '').length >= 7 ? [sql<boolean>`phone_form(d.phone) = phone_form(${q})`] : []),
    ],
    'OR',
  )
  return sql<boolean>`t.ocpp_tag_pk in (
    select x.ocpp_tag_pk from ocpp_tag x where x.id_tag ilike ${inText} and x.deleted_at is null
    union all select x.ocpp_tag_pk from driver d join ocpp_tag x on x.driver_id = d.id where ${seen} and ${named})`
}
