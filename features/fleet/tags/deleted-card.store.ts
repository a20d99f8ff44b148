// Deleted prepaid cards that still have money: from installations where such deletions were possible, and from
// corrections of bills after the deletion (D-TAG-3).
import { sql } from 'kysely'
import type { Db, Trx } from '#platform/db/db.ts'

/** Returns the keys of deleted cards with money, at most `most` at a time, in their order. */
export const withMoney = async (db: Db | Trx, most = 1000): Promise<number[]> =>
  (
    await sql<{ id: number }>`select t.ocpp_tag_pk as id from account a
      join ocpp_tag t on t.ocpp_tag_pk = a.ref and t.kind = 'prepaid' and t.deleted_at is not null
      where a.kind = 'card' and a.balance_paise > 0 order by 1 limit ${most}`.execute(db)
  ).rows.map(r => r.id)

/** A card that is shown again, with its text and limit while it was deleted. */
type ShownCard = {
  teamId: number
  idTag: string
  deletedIdTag: string
  deletedMost: number
  deletedAt: Date
  balancePaise: string
}
/**
 * Takes a deletion back: the card is blocked, and where another tag has its text by now, its number is added to the
 * text, within the 20 characters of OCPP. Undefined where the card is not deleted or has no money. Locks its account.
 */
export async function showAgain(trx: Trx, id: number): Promise<ShownCard | undefined> {
  const { rows } = await sql<ShownCard>`
    with card as materialized (select t.*, a.balance_paise, exists (select from ocpp_tag o
          where lower(o.id_tag) = lower(t.id_tag) and o.deleted_at is null) as is_taken
      from ocpp_tag t join account a on a.kind = 'card' and a.ref = t.ocpp_tag_pk and a.balance_paise > 0
      where t.ocpp_tag_pk = ${id} and t.kind = 'prepaid' and t.deleted_at is not null for update of t, a)
    update ocpp_tag t set deleted_at = null, max_active_transactions = 0, id_tag = case when c.is_taken
        then left(c.id_tag, 19 - length(c.ocpp_tag_pk::text)) || '~' || c.ocpp_tag_pk else c.id_tag end
    from card c where t.ocpp_tag_pk = c.ocpp_tag_pk
    returning t.team_id, t.id_tag, c.id_tag as deleted_id_tag, c.max_active_transactions as deleted_most, c.deleted_at,
      c.balance_paise::text as balance_paise`.execute(trx)
  return rows[0]
}
