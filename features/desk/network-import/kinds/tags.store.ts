// Stored RFID tags as an import reads them: many at once, for a file has up to 50,000.
import { sql } from 'kysely'
import type { TokenType } from '#fleet/tags/tag.fields.ts'
import { type Scope, within } from '#platform/access/scope.ts'
import { ints, texts } from '#platform/db/columns.ts'
import type { Trx } from '#platform/db/db.ts'

export type KnownTag = {
  id: number
  /** Its text in lower case. */
  key: string
  tag: string
  parenttag: string | null
  expiresAt: Date | null
  most: number
  note: string
  tokenType: TokenType
  chargingPriority: number
  evses: string
  balancePaise: string
  /** The balance that the tag was made with; 0 where it had none. */
  firstPaise: string
}
const FACTS = sql`t.token_type, t.charging_priority, t.evses`
// Keys are joined, not looked for in an array: a plan made while the table was small would go through the array for each row.
/** The RFID tags of these texts within the scope. */
export const known = async (trx: Trx, scope: Scope, keys: readonly string[]): Promise<Map<string, KnownTag>> => {
  const { rows } = await sql<KnownTag>`
    select t.ocpp_tag_pk as id, lower(t.id_tag) as key, t.id_tag as tag, p.id_tag as parenttag, t.expires_at,
      t.max_active_transactions as most, t.note, ${FACTS}, coalesce(a.balance_paise, 0)::text as balance_paise,
      coalesce((select sum(e.amount_paise) from posting o join entry e using (posting_id)
        where o.idempotency_key = 'card:' || t.ocpp_tag_pk and e.account_id = a.account_id), 0)::text as first_paise
    from unnest(${texts([...keys])}) k (key) join ocpp_tag t on lower(t.id_tag) = k.key
    left join ocpp_tag p on p.ocpp_tag_pk = t.parent_tag_pk and p.deleted_at is null
    left join account a on a.kind = 'card' and a.ref = t.ocpp_tag_pk and t.kind = 'prepaid'
    where t.deleted_at is null and t.kind in ('rfid', 'prepaid')
      and ${within(scope, 't')}`.execute(trx)
  return new Map(rows.map(r => [r.key, r]))
}

/** The earlier rows of the import's own file that may be groups: they will be there when the later rows come. */
export const groupsInFile = async (trx: Trx, importId: number, keys: readonly string[]): Promise<Set<string>> => {
  const { rows } = await sql<{ key: string }>`select distinct k.key
    from unnest(${texts([...keys])}) k (key) join network_import_row r on r.row_key = k.key
    where r.network_import_id = ${importId} and r.outcome <> 'refused'`.execute(trx)
  return new Set(rows.map(r => r.key))
}

export type MadeTag = Omit<KnownTag, 'key' | 'firstPaise'> & {
  used: string | null
  postingId: number | null
}
/** Tags that an import made, held until the transaction ends, and what each was used for. */
export async function made(trx: Trx, ids: readonly number[]): Promise<Map<number, MadeTag>> {
  const asked = ints([...ids])
  await sql`select from ocpp_tag where ocpp_tag_pk = any(${asked}) order by ocpp_tag_pk for update`.execute(trx)
  const { rows } = await sql<MadeTag>`
    select t.ocpp_tag_pk as id, t.id_tag as tag, p.id_tag as parenttag, t.expires_at, t.max_active_transactions as most, t.note, ${FACTS},
      coalesce(a.balance_paise, 0)::text as balance_paise, o.posting_id::int as posting_id,
      case when t.deleted_at is not null then 'was deleted'
        when exists (select from session_tag s where s.ocpp_tag_pk = t.ocpp_tag_pk) then 'has a session'
        when t.driver_id is not null then 'was given to a driver'
        when exists (select from ocpp_tag_charger c where c.ocpp_tag_pk = t.ocpp_tag_pk) then 'was attached to a charge point'
        when exists (select from reservation r where lower(r.id_tag) = lower(t.id_tag)) then 'has a reservation'
        when exists (select from ocpp_tag c where c.parent_tag_pk = t.ocpp_tag_pk and c.deleted_at is null
          and not c.ocpp_tag_pk = any(${asked})) then 'is the group of another tag'
        when coalesce(a.balance_paise, 0) <> coalesce((select sum(e.amount_paise) from entry e
          where e.posting_id = o.posting_id and e.account_id = a.account_id), 0) then 'has another balance by now' end as used
    from ocpp_tag t left join account a on a.kind = 'card' and a.ref = t.ocpp_tag_pk and t.kind = 'prepaid'
    left join posting o on o.idempotency_key = 'card:' || t.ocpp_tag_pk
    left join ocpp_tag p on p.ocpp_tag_pk = t.parent_tag_pk and p.deleted_at is null
    where t.ocpp_tag_pk = any(${asked})`.execute(trx)
  return new Map(rows.map(r => [r.id, r]))
}
