// Many tags at once: the texts already in use, and the tags made in one statement.
import { sql } from 'kysely'
import { ints, texts, times } from '#platform/db/columns.ts'
import type { Db, Trx } from '#platform/db/db.ts'
import type { TokenFacts } from './tag.rules.ts'
import type { Candidate } from './tag-import.rules.ts'

/** Returns those of the texts that a tag of the installation has, in lower case. */
export const taken = async (db: Db | Trx, names: readonly string[]): Promise<Set<string>> => {
  const { rows } = await sql<{ name: string }>`
    select lower(t.id_tag) as name from ocpp_tag t join (select distinct lower(x) as name from unnest(${texts(names)}) x) n
      on n.name = lower(t.id_tag) where t.deleted_at is null`.execute(db)
  return new Set(rows.map(r => r.name))
}

export type TagToMake = Pick<Candidate, 'idTag' | 'expiresAt' | 'maxActiveTransactions' | 'note' | 'balancePaise'> &
  TokenFacts
/**
 * Makes tags of a team; returns their keys by their texts in lower case. Skips a tag whose text was taken meanwhile.
 */
export async function createMany(
  trx: Trx,
  { teamId, at }: { teamId: number; at: Date },
  tags: readonly TagToMake[],
): Promise<Map<string, number>> {
  const kinds = tags.map(t => (t.balancePaise > 0n ? 'prepaid' : 'rfid'))
  const { rows } = await sql<{ name: string; id: number }>`
    insert into ocpp_tag (company_id, team_id, id_tag, kind, expires_at, max_active_transactions, note, token_type,
      charging_priority, evses, created_at)
    select m.company_id, m.id, x.tag, x.kind, x.expires, x.most, x.note, x.type, x.priority, x.evses, ${at}
    from unnest(${texts(tags.map(t => t.idTag))}, ${texts(kinds)}, ${times(tags.map(t => t.expiresAt))},
      ${ints(tags.map(t => t.maxActiveTransactions))}, ${texts(tags.map(t => t.note))},
      ${texts(tags.map(t => t.tokenType))}, ${ints(tags.map(t => t.chargingPriority))}, ${texts(tags.map(t => t.evses))})
      with ordinality x (tag, kind, expires, most, note, type, priority, evses, n) join team m on m.id = ${teamId} order by x.n
    on conflict (lower(id_tag)) where deleted_at is null do nothing
    returning lower(id_tag) as name, ocpp_tag_pk as id`.execute(trx)
  return new Map(rows.map(r => [r.name, r.id]))
}

/** Puts tags into their groups. */
export const setParents = (trx: Trx, pairs: readonly { id: number; parent: number }[]): Promise<unknown> =>
  sql`update ocpp_tag t set parent_tag_pk = x.parent
    from unnest(${ints(pairs.map(p => p.id))}, ${ints(pairs.map(p => p.parent))}) x (id, parent)
    where t.ocpp_tag_pk = x.id`.execute(trx)

/** Hides many tags of which none is attached to a charge point. */
export const removeMany = (trx: Trx, ids: readonly number[], at: Date): Promise<unknown> =>
  sql`update ocpp_tag set deleted_at = ${at} where ocpp_tag_pk = any(${ints([...ids])}) and deleted_at is null`.execute(
    trx,
  )
