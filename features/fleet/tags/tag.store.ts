// Reads tags for chargers and remote operations.
import { type RawBuilder, sql } from 'kysely'
import { ints, texts } from '#platform/db/columns.ts'
import type { Db, Trx } from '#platform/db/db.ts'
import type { Stored } from '#platform/db/record.ts'
import { recordWrites } from '#platform/records/writes.ts'
import { tagFields } from './tag.fields.ts'
import { type ListableTag, PLAIN_CARD, type TagStanding, type TokenFacts } from './tag.rules.ts'

/**
 * A tag at a charger. Sessions that the coming session would replace do not count as running: the session on
 * `connectorId`, or all sessions of this charger where no connector is named (the card may have come to end one).
 */
export type TagQuestion = { idTag: string; chargepointPk: number; connectorId: number | null }
export type TagAnswer = TagStanding &
  TokenFacts & {
    idTag: string
    /** Of the company of the charger, or of a team above it; no charger learns of the tags of others. */
    isOfCompanyHere: boolean
    kind: 'rfid' | 'app' | 'prepaid' | 'session'
    driverId: number | null
    driverName: string | null
    email: string | null
    phone: string | null
    /** The driver's language; null where it is not known. */
    language: string | null
    /**
     * The balance of a wallet, a prepaid card or the payment for one session that is free to spend, in paise; null for
     * tags without a balance. 0 where the payment was given back or spent, or its session is over.
     */
    balancePaise: number | null
    /** The account with that balance, where it is open. */
    purseKind: 'wallet' | 'card' | 'payment' | 'reserved' | null
    purseRef: number | null
    /** For a tag made for one session: how the session is paid, and by which payment. */
    payMethod: 'card' | 'upi' | 'wallet' | 'free' | null
    paySessionId: number | null
    paymentId: string | null
    /** When that session was paid for, or requested where nothing is paid. */
    paidAt: Date | null
  }

/** The session that a tag was made for, with its payment (D-PAY-5). */
const paidFor = sql`select o.pay_session_id, o.method, o.payment_id, o.driver_id, o.closed_at is null as is_open,
    coalesce(o.paid_at, o.created_at) as paid_at, y.payment_no,
    y.email, y.contact
  from pay_session o left join payment y on y.payment_id = o.payment_id and y.company_id = o.company_id
  where t.kind = 'session' and o.ocpp_tag_pk = t.ocpp_tag_pk limit 1`
/** Whether a station speaks OCPP 2.0.1: others do not know EVSEs, and a limit to EVSEs does not hold there. */
const knowsEvses = (pk: RawBuilder<unknown>): RawBuilder<boolean> =>
  sql<boolean>`exists (select from charger_state k where k.chargepoint_pk = ${pk} and k.ocpp_protocol like 'ocpp2%')`
/** SQL of `isOtherEvse`: whether tag `t` may not charge at a connector; where `connector` is null, at none of the charger's connectors. */
const otherEvse = (pk: RawBuilder<unknown>, connector: RawBuilder<unknown>): RawBuilder<boolean> =>
  sql<boolean>`t.evses <> '' and coalesce((select not bool_or(n.evse_id = any(string_to_array(t.evses, ',')::int[]))
    from connector n where n.chargepoint_pk = ${pk} and n.evse_id is not null and ${knowsEvses(pk)}
      and (${connector} is null or n.connector_id = ${connector})), false)`

/** The account that a tag spends from, if any. */
const purse = sql`select a.account_id, a.kind, a.ref, a.balance_paise from account a
  where a.kind = case t.kind when 'app' then 'wallet' when 'prepaid' then 'card'
      when 'session' then case s.method when 'wallet' then 'reserved' else 'payment' end end
    and a.ref = case t.kind when 'app' then t.driver_id when 'prepaid' then t.ocpp_tag_pk
      else case s.method when 'wallet' then s.pay_session_id else s.payment_no end end`

/**
 * Returns the standing of each tag at its charger, in the order of the questions; undefined for an unknown tag. With
 * `lock` the tags and their balances are locked until the transaction ends, so that running sessions are counted once
 * and a balance is spent once. `leastPaise`: no session begins with a smaller balance.
 */
export async function standings(
  db: Db | Trx,
  questions: readonly TagQuestion[],
  { leastPaise, lock = false }: { leastPaise: number; lock?: boolean },
): Promise<(TagAnswer | undefined)[]> {
  const tags = texts(questions.map(q => q.idTag))
  if (lock) {
    await sql`select 1 from ocpp_tag where lower(id_tag) = any(array(select lower(x) from unnest(${tags}) x))
        and deleted_at is null order by ocpp_tag_pk for update`.execute(db)
    // Changes of a payment also lock its pay session before accounts.
    await sql`select 1 from pay_session where ocpp_tag_pk in (select t.ocpp_tag_pk from ocpp_tag t
        where lower(t.id_tag) = any(array(select lower(x) from unnest(${tags}) x)) and t.deleted_at is null and t.kind = 'session')
      order by pay_session_id for update`.execute(db)
    await sql`select 1 from account where account_id in (select p.account_id from ocpp_tag t
        left join lateral (${paidFor}) s on true cross join lateral (${purse}) p
        where lower(t.id_tag) = any(array(select lower(x) from unnest(${tags}) x)) and t.deleted_at is null)
      order by account_id for update`.execute(db)
  }
  // Everything is looked up tag by tag through indexes, however many tags there are.
  const { rows } = await sql<TagAnswer & { n: number }>`
    select q.n::int as n, t.ocpp_tag_pk, t.id_tag, t.kind, p.id_tag as parent_id_tag, t.expires_at,
      t.max_active_transactions, t.token_type, t.charging_priority, t.evses,
      ${otherEvse(sql`q.charger`, sql`q.connector`)} as is_other_evse,
      coalesce(not d.is_active, false) as is_driver_disabled,
      coalesce(t.driver_id, s.driver_id) as driver_id, s.method as pay_method, s.pay_session_id, s.payment_id, s.paid_at,
      w.kind as purse_kind, w.ref as purse_ref,
      nullif(concat_ws(' ', d.first_name, d.last_name), '') as driver_name, d.language,
      -- Of somebody nobody knows, what he told the provider, which has an address of its own for no address.
      coalesce(d.email, u.email, nullif(s.email, '')) as email, coalesce(d.phone, u.phone, nullif(s.contact, '')) as phone,
      case when t.max_active_transactions > 0 then (select count(*)::int from transaction x
        where lower(x.id_tag) = lower(q.tag) and x.stopped_at is null and x.id_tag_status = 'Accepted'
          and not (x.chargepoint_pk = q.charger and (q.connector is null or x.connector_id = q.connector))) else 0 end
        as active_sessions,
      coalesce(a.is_attached, false) as is_attached,
      coalesce(a.is_here and (t.company_id = m.company_id or t.team_id = any(m.path)), false) as is_attached_here,
      t.team_id = any(m.path) as is_of_team_here, t.company_id = m.company_id or t.team_id = any(m.path) as is_of_company_here,
      case when t.kind in ('app', 'prepaid') or s.is_open then coalesce(w.balance_paise, 0)
        when t.kind = 'session' then 0 end as balance_paise,
      t.kind in ('app', 'prepaid', 'session') and not m.is_free
        and case when t.kind <> 'session' or s.is_open then coalesce(w.balance_paise, 0) else 0 end
        -- A session here that the card may have come to end keeps its balance back.
        + case when q.connector is null then (select coalesce(sum(x.hold_paise), 0) from transaction x
            where lower(x.id_tag) = lower(q.tag) and x.stopped_at is null and x.chargepoint_pk = q.charger) else 0 end
        < case t.kind when 'session' then 1 else ${leastPaise}::bigint end as is_too_low
    from unnest(${tags}, ${ints(questions.map(q => q.chargepointPk))},
      ${ints(questions.map(q => q.connectorId))}) with ordinality q (tag, charger, connector, n)
    cross join lateral (select * from ocpp_tag where lower(id_tag) = lower(q.tag) and deleted_at is null limit 1) t
    cross join lateral (select path, c.company_id, c.charger_category = 'free' as is_free from charger c join team on team.id = c.team_id
      where c.chargepoint_pk = q.charger limit 1) m
    left join lateral (select true as is_attached, bool_or(chargepoint_pk = q.charger) as is_here
      from ocpp_tag_charger where ocpp_tag_pk = t.ocpp_tag_pk having count(*) > 0) a on true
    left join lateral (select id_tag from ocpp_tag where ocpp_tag_pk = t.parent_tag_pk and deleted_at is null limit 1) p
      on true
    left join lateral (${paidFor}) s on true
    left join lateral (select * from driver where id = coalesce(t.driver_id, s.driver_id) limit 1) d on true
    left join lateral (select email, phone from app_user where id = t.user_id limit 1) u on true
    left join lateral (${purse}) w on true`.execute(db)
  const answers = new Array<TagAnswer | undefined>(questions.length).fill(undefined)
  for (const { n, ...row } of rows) answers[n - 1] = row
  return answers
}

/** No charger's list holds more tags. */
const MOST_VALID = 20_000
/**
 * Returns the RFID tags that are valid at a charger (D-OCPP-3); their running sessions are not counted. Tags with a
 * balance are left out: they are checked at each start, since no list knows the balance.
 */
export const validAt = async (db: Db | Trx, chargepointPk: number): Promise<ListableTag[]> =>
  (
    await sql<ListableTag>`
      with here as (select t.path, t.company_id, ${knowsEvses(sql`c.chargepoint_pk`)} as knows_evses from charger c join team t on t.id = c.team_id where c.chargepoint_pk = ${chargepointPk}),
      tag as (select t.* from ocpp_tag t, here where t.team_id = any(here.path) and t.deleted_at is null
          and not exists (select from ocpp_tag_charger a where a.ocpp_tag_pk = t.ocpp_tag_pk)
        union all select t.* from ocpp_tag_charger a join ocpp_tag t using (ocpp_tag_pk), here
          where a.chargepoint_pk = ${chargepointPk} and t.deleted_at is null
            and (t.company_id = here.company_id or t.team_id = any(here.path)))
      select t.ocpp_tag_pk, t.id_tag, p.id_tag as parent_id_tag, t.expires_at, t.max_active_transactions,
        case when here.knows_evses then t.token_type else ${PLAIN_CARD.tokenType} end as token_type,
        case when here.knows_evses then t.charging_priority else ${PLAIN_CARD.chargingPriority}::int end as charging_priority,
        case when here.knows_evses then t.evses else ${PLAIN_CARD.evses} end as evses,
        ${otherEvse(sql`${chargepointPk}::int`, sql`null`)} as is_other_evse,
        coalesce(not d.is_active, false) as is_driver_disabled, 0 as active_sessions, false as is_attached,
        false as is_attached_here, true as is_of_team_here, false as is_too_low
      from here cross join tag t left join ocpp_tag p on p.ocpp_tag_pk = t.parent_tag_pk and p.deleted_at is null
        left join driver d on d.id = t.driver_id
      where t.kind = 'rfid' order by t.ocpp_tag_pk limit ${MOST_VALID}`.execute(db)
  ).rows

/** What stations of OCPP 2.0.1 are told of these tags, by their texts in lower case; nothing of unknown ones. */
export async function tokenFactsOf(
  db: Db | Trx,
  idTags: readonly string[],
): Promise<Map<string, TokenFacts & { isCard: boolean }>> {
  const { rows } = await sql<TokenFacts & { isCard: boolean; idTag: string }>`
    select lower(t.id_tag) as id_tag, t.token_type, t.charging_priority, t.evses, t.kind in ('rfid', 'prepaid') as is_card
    from ocpp_tag t where lower(t.id_tag) = any(array(select lower(x) from unnest(${texts(idTags)}) x)) and t.deleted_at is null`.execute(
    db,
  )
  return new Map(rows.map(({ idTag, ...facts }) => [idTag, facts]))
}

const writes = recordWrites<'ocppTag'>({
  fields: tagFields,
  insert: sql`insert into ocpp_tag`,
  update: sql`update ocpp_tag set`,
  from: sql`from ocpp_tag`,
  id: sql`ocpp_tag_pk`,
})
/** `lock`: beginning sessions wait too. */
export const { update, lock } = writes
export type NewTag = Partial<Stored<'ocppTag'>> & { teamId: number; idTag: string }
/**
 * Makes a tag, with the values of a body where there is one; returns its key. A taken text, in any case of letters, ends
 * in the database's unique violation.
 */
export const create = (db: Db | Trx, tag: NewTag, body: object = {}): Promise<number> => writes.create(db, body, tag)

/** Ties a tag to chargers: from then on it is valid on those only. */
export async function attach(db: Db | Trx, tagPk: number, chargers: readonly number[]): Promise<void> {
  await sql`insert into ocpp_tag_charger (ocpp_tag_pk, chargepoint_pk)
    select ${tagPk}, x from unnest(${sql.val(chargers)}::int[]) x on conflict do nothing`.execute(db)
}
