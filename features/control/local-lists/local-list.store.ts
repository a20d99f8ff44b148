// Local lists: the charge points they are kept for, the tags each has taken, and the lists that are due for a look.
import { sql } from 'kysely'
import type { TokenFacts } from '#fleet/tags/tag.rules.ts'
import { ints, texts, times } from '#platform/db/columns.ts'
import type { Db, Trx } from '#platform/db/db.ts'
import { type Entry, keyOf, type Message } from './local-list.rules.ts'

export type State = 'waiting' | 'current' | 'shortened' | 'refused' | 'unsupported' | 'empty'
export type LocalListRow = {
  isKept: boolean
  version: number
  state: State
  problem: string | null
  leftOut: number
  sentAt: Date | null
  comparedAt: Date | null
  tags: number
}
/** Returns the list of a charge point; undefined where nobody has decided. */
export const get = async (db: Db | Trx, pk: number): Promise<LocalListRow | undefined> =>
  (
    await sql<LocalListRow>`select l.is_kept, l.version, l.state, l.problem, l.left_out, l.sent_at, l.compared_at,
        (select count(*)::int from local_list_tag t where t.chargepoint_pk = l.chargepoint_pk) as tags
      from local_list l where l.chargepoint_pk = ${pk}`.execute(db)
  ).rows[0]
export const isConnected = async (db: Db, pk: number): Promise<boolean> =>
  (await db.selectFrom('chargerState').select('connected').where('chargepointPk', '=', pk).executeTakeFirst())
    ?.connected ?? false

/** Has the list kept from now on, or emptied; the list is due for a look at once. */
export const decide = (trx: Trx, pk: number, isKept: boolean, now: Date): Promise<unknown> =>
  sql`insert into local_list (chargepoint_pk, is_kept, due_at) values (${pk}, ${isKept}, ${now})
    on conflict (chargepoint_pk) do update set is_kept = excluded.is_kept, due_at = excluded.due_at, problem = null,
      state = 'waiting'`.execute(trx)

/**
 * Called when somebody sent the charge point another list by hand: forgets the version of a list that the portal keeps,
 * so that the next look sends the whole list.
 */
export const distrust = (trx: Trx, pk: number, now: Date): Promise<unknown> =>
  sql`update local_list set version = 0, state = 'waiting', problem = null, due_at = ${now}
    where chargepoint_pk = ${pk} and is_kept`.execute(trx)

export type DueLocalList = {
  chargepointPk: number
  node: string
  isKept: boolean
  version: number
  state: State
  leftOut: number
}
/** How long a node that takes a list up has it to itself. */
const TURN_S = 600
const turnEnd = (takenUpAt: Date): Date => new Date(takenUpAt.getTime() + TURN_S * 1000)
/**
 * Takes up the lists of connected charge points that are due, or whose charge point has booted since the last look; no
 * other node takes up the same list for ten minutes.
 */
export const takeUpDueLists = async (db: Db, now: Date, most: number): Promise<DueLocalList[]> =>
  (
    await sql<DueLocalList>`
      with due as (select l.chargepoint_pk, s.node, coalesce(s.last_boot_at > l.compared_at, false) as is_booted
        from local_list l join charger_state s using (chargepoint_pk) join charger c using (chargepoint_pk)
        where (l.due_at <= ${now} or s.last_boot_at > l.compared_at) and (l.is_kept or l.state <> 'empty')
          and s.connected and s.boot_accepted and s.node is not null and c.registration_status = 'Accepted'
          and c.deleted_at is null
        order by l.due_at limit ${most} for update of l skip locked)
      update local_list l set due_at = ${turnEnd(now)}, compared_at = ${now},
        state = case when d.is_booted then 'waiting' else l.state end
      from due d where d.chargepoint_pk = l.chargepoint_pk
      returning l.chargepoint_pk, d.node, l.is_kept, l.version, l.state, l.left_out`.execute(db)
  ).rows

const TOKEN_FACTS = ['tokenType', 'chargingPriority', 'evses'] as const
/** Returns the tags that the charge point has taken. */
export const tagsAtCharger = async (db: Db, pk: number): Promise<Entry[]> =>
  db
    .selectFrom('localListTag')
    .select(['idTag', 'status', 'expiresAt', 'parentIdTag', ...TOKEN_FACTS])
    .$narrowType<Pick<Entry, 'tokenType'>>()
    .where('chargepointPk', '=', pk)
    .execute()

/** Those of the tags that the charge point has taken, as it was told of them, by their texts in lower case. */
export async function takenTokens(db: Db, pk: number, idTags: readonly string[]): Promise<Map<string, TokenFacts>> {
  const rows = await db
    .selectFrom('localListTag')
    .select(['idTag', ...TOKEN_FACTS])
    .$narrowType<Pick<Entry, 'tokenType'>>()
    .where('chargepointPk', '=', pk)
    .where('idTag', 'in', idTags.length > 0 ? idTags.map(keyOf) : [''])
    .execute()
  return new Map(rows.map(({ idTag, ...facts }) => [idTag, facts]))
}

/** The charge point has taken a message, and is at its version. */
export async function took(trx: Trx, pk: number, m: Message, version: number, at: Date): Promise<void> {
  await sql`delete from local_list_tag where chargepoint_pk = ${pk} and (${m.updateType === 'Full'}
    or id_tag = any(${texts(m.drop.map(keyOf))}))`.execute(trx)
  await sql`insert into local_list_tag (chargepoint_pk, id_tag, status, expires_at, parent_id_tag,
      token_type, charging_priority, evses)
    select ${pk}::int, x.* from unnest(${texts(m.put.map(e => keyOf(e.idTag)))}, ${texts(m.put.map(e => e.status))},
      ${times(m.put.map(e => e.expiresAt))}, ${texts(m.put.map(e => e.parentIdTag))},
      ${texts(m.put.map(e => e.tokenType))}, ${ints(m.put.map(e => e.chargingPriority))}, ${texts(m.put.map(e => e.evses))}) x
    on conflict (chargepoint_pk, id_tag) do update set status = excluded.status, expires_at = excluded.expires_at,
      parent_id_tag = excluded.parent_id_tag, token_type = excluded.token_type,
      charging_priority = excluded.charging_priority, evses = excluded.evses`.execute(trx)
  await sql`update local_list set version = ${version}, sent_at = ${at} where chargepoint_pk = ${pk}`.execute(trx)
}

export type LocalListStanding = { state: State; problem: string | null; leftOut: number; dueAt: Date }
/** Stores how the list stands after a look; does nothing where somebody has decided again meanwhile. */
export const stand = (
  db: Db,
  { chargepointPk }: DueLocalList,
  s: LocalListStanding,
  takenUpAt: Date,
): Promise<unknown> =>
  sql`update local_list set state = ${s.state}, problem = ${s.problem}, left_out = ${s.leftOut}, due_at = ${s.dueAt}
    where chargepoint_pk = ${chargepointPk} and due_at = ${turnEnd(takenUpAt)}`.execute(db)
