// Wallets and prepaid cards as the ledger has them: the purse of a tag, what sessions keep back, who gave by hand, and the
// history. Reads alone: postings are written by the ledger.
import { rupeesFromPaise } from '@wattdesk/base/money'
import type { ListQuery } from '@wattdesk/base/paging'
import { type RawBuilder, sql } from 'kysely'
import type { AccountKind, AccountName } from '#money/ledger/ledger.rules.ts'
import { type Scope, within } from '#platform/access/scope.ts'
import type { Db, Trx } from '#platform/db/db.ts'
import { type Columns, endSql, filtersSql, joined, type Keyed, searchSql } from '#platform/db/list.ts'
import { type ListRows, pageOrExportRows } from '#platform/http/exports.ts'
import type { WalletEntry } from './wallet.contract.ts'
import type { WalletCredit } from './wallet.rules.ts'

export type Purse = {
  ocppTagPk: number
  idTag: string
  kind: 'rfid' | 'app' | 'prepaid' | 'session'
  driverId: number | null
  companyId: number
  teamId: number
  /** The path of the team, from the top. */
  path: number[]
}
/** The tag of a wallet or card within the scope: of an app tag the driver's team decides, of a card its own. */
export async function purseOf(db: Db | Trx, scope: Scope, ocppTagPk: number): Promise<Purse | undefined> {
  const { rows } = await sql<Purse>`
    select t.ocpp_tag_pk, t.id_tag, t.kind, t.driver_id, m.company_id, m.id as team_id, m.path
    from ocpp_tag t left join driver d on d.id = t.driver_id and t.kind = 'app'
    join team m on m.id = coalesce(d.team_id, t.team_id)
    where t.ocpp_tag_pk = ${ocppTagPk} and t.deleted_at is null
      and exists (select from (select m.id as team_id, m.company_id) x where ${within(scope, 'x')})`.execute(db)
  return rows[0]
}

/**
 * Returns the accounts that have given to a purse by hand, with their amounts less what came back; the latest giver
 * comes first.
 */
export async function givenByHand(trx: Trx, purse: AccountName): Promise<WalletCredit[]> {
  const { rows } = await sql<{ kind: string; ref: number; paise: string }>`
    select g.kind, g.ref, sum(case e.side when 'D' then e.amount_paise else -e.amount_paise end)::text as paise
    from account a join entry m on m.account_id = a.account_id
      join posting p on p.posting_id = m.posting_id and p.kind = 'credit'
      join entry e on e.posting_id = p.posting_id
      join account g on g.account_id = e.account_id and g.kind in ('owner', 'promotion')
    where a.kind = ${purse.kind} and a.ref = ${purse.ref}
    group by g.kind, g.ref
    having sum(case e.side when 'D' then e.amount_paise else -e.amount_paise end) > 0
    order by max(p.posting_id) desc`.execute(trx)
  return rows.map(r => ({ account: { kind: r.kind as AccountKind, ref: r.ref }, paise: BigInt(r.paise) }))
}

/**
 * SQL for the history of a driver: the wallet and the driver's prepaid cards. A session is a single line: the balance
 * held for the session less the amount returned at its end. If the balance changed meanwhile, the session is two lines,
 * the
 * amount held and the amount that came back, each in its place, so that balances add up from line to line. With scan
 * and pay the balance is held before the session begins (`reserve`), and moves from there into the session's hold, or
 * back where no session begins.
 */
const lines = (driverId: number): RawBuilder<unknown> => sql`
  with purse as (
    select a.account_id, t.id_tag from ocpp_tag t join account a
      on a.kind = case t.kind when 'app' then 'wallet' else 'card' end
        and a.ref = case t.kind when 'app' then t.driver_id else t.ocpp_tag_pk end
    where t.driver_id = ${driverId} and (t.kind = 'prepaid' or (t.kind = 'app' and t.deleted_at is null)))
  select case when k.is_back then ended.posting_id else p.posting_id end as id, w.id_tag, y.transaction_id,
    p.kind in ('hold', 'reserve') and ended.posting_id is null as is_open,
    case when ended.event_at is null or k.is_first then p.event_at else ended.event_at end as modify_time,
    case when k.is_back then back.paise when k.is_first then -e.amount_paise
      else case e.side when 'C' then e.amount_paise else -e.amount_paise end + coalesce(back.paise, 0) end as amount_paise,
    case when ended.posting_id is null or k.is_first then e.balance_after
      else (select x.balance_after from entry x where x.account_id = w.account_id and x.posting_id <= ended.posting_id
        order by x.account_version desc limit 1) end as balance_paise,
    case
      when p.kind = 'reserve' and y.transaction_id is null then concat('Session asked for at ', asked.chargepoint_id,
        case when k.is_first then ': the amount was kept back'
          when ended.posting_id is null then ': the amount is kept back until it begins'
          else ': none began, nothing was charged' end)
      when p.kind in ('reserve', 'hold', 'bill', 'release') then concat('Session ', y.transaction_id, ' at ' || s.chargepoint_id,
        case
          when k.is_first and back.paise > 0 then ': the balance was kept back until it ended'
          when k.is_back and ended.kind = 'bill' then ', ' || to_char(s.energy_wh / 1000.0, 'FM999990.000') || ' kWh: the rest came back'
          when ended.kind = 'release' or p.kind = 'release' then ': nothing was charged'
          when ended.kind = 'bill' or p.kind = 'bill' then ', ' || to_char(s.energy_wh / 1000.0, 'FM999990.000') || ' kWh'
          when s.stopped_at is null then ' is running: the balance is kept back until it ends'
          else ' is being reviewed: the balance is kept back until that is decided' end)
      when p.kind = 'correction' then concat('Session ', p.transaction_id, ' at ' || s.chargepoint_id, ': its bill was corrected')
      when p.note <> '' then p.note
      when p.kind = 'top-up' then 'Top-up'
      else 'Changed by hand' end as note
  from purse w join entry e on e.account_id = w.account_id join posting p on p.posting_id = e.posting_id
    left join lateral (select a.account_id, a.ref from entry r join account a using (account_id)
      where p.kind = 'reserve' and r.posting_id = p.posting_id and a.kind = 'reserved') kept on true
    left join pay_session asked on asked.pay_session_id = kept.ref
    left join lateral (select x.posting_id, x.kind, x.event_at, x.transaction_id from entry r join posting x using (posting_id)
      where r.account_id = kept.account_id and r.side = 'D' order by x.posting_id limit 1) moved on true
    cross join lateral (select coalesce(p.transaction_id, moved.transaction_id) as transaction_id) y
    left join transaction s on s.transaction_id = y.transaction_id
    left join lateral (select x.posting_id, x.kind, x.event_at from posting x
      where p.kind in ('hold', 'reserve')
        and ((x.transaction_id = y.transaction_id and x.kind in ('bill', 'release'))
          or (x.posting_id = moved.posting_id and moved.kind = 'release'))
      order by x.posting_id limit 1) ended on true
    left join lateral (select sum(x.amount_paise) as paise from entry x
      where x.posting_id = ended.posting_id and x.account_id = w.account_id and x.side = 'C') back on true
    -- Two lines where the next one of the account came before the end.
    cross join lateral (select ended.posting_id is not null and exists (select from entry x where x.account_id = w.account_id
      and x.account_version = e.account_version + 1 and x.posting_id < ended.posting_id) as is_split) z
    cross join lateral (select z.is_split as is_first, false as is_back
      union all select false, true where z.is_split and back.paise > 0) k
  where not (p.kind in ('bill', 'release') and (
    exists (select from entry x join account a using (account_id) where x.posting_id = p.posting_id and a.kind = 'reserved')
    or exists (select from posting h join entry x on x.posting_id = h.posting_id join account a using (account_id)
      where h.transaction_id = p.transaction_id and h.kind = 'hold' and (x.account_id = w.account_id or a.kind = 'reserved'))))`

const columns: Columns = {
  id_tag: { sql: sql`l.id_tag`, type: 'text' },
  amount_changed: { sql: sql`l.amount_paise`, type: 'number', per: 100 },
  current_balance: { sql: sql`l.balance_paise`, type: 'number', per: 100 },
  note: { sql: sql`l.note`, type: 'text' },
  modify_time: { sql: sql`l.modify_time`, type: 'date' },
}
const narrowed = (query: ListQuery): RawBuilder<boolean> =>
  joined([searchSql(query.q, [sql`l.id_tag`, sql`l.note`]), filtersSql(query.filters, columns, query.tz)], 'AND')

export type WalletEntryRow = {
  id: number
  idTag: string
  transactionId: number | null
  isOpen: boolean
  modifyTime: Date
  amountPaise: number
  balancePaise: number
  note: string
}
/** One page of a driver's history, newest first unless sorted otherwise. */
export const history = (db: Db, driverId: number, query: ListQuery): Promise<ListRows<WalletEntryRow>> =>
  pageOrExportRows(
    db,
    query,
    sql<
      WalletEntryRow & Keyed
    >`select l.id as cursor_key, l.id, l.id_tag, l.transaction_id, l.is_open, l.modify_time, l.amount_paise::bigint, l.balance_paise::bigint,
      l.note from (${lines(driverId)}) l where ${narrowed(query)}
      ${endSql(query, '-modify_time', columns, { number: sql`l.id` })}`,
  )
export const count = async (db: Db, driverId: number, query: ListQuery): Promise<number> =>
  (await sql<{ n: number }>`select count(*) as n from (${lines(driverId)}) l where ${narrowed(query)}`.execute(db))
    .rows[0]?.n ?? 0

/** A line as it travels. */
export const entryOf = (r: WalletEntryRow): WalletEntry => ({
  id: r.id,
  id_tag: r.idTag,
  amount_changed: rupeesFromPaise(BigInt(r.amountPaise)),
  current_balance: rupeesFromPaise(BigInt(r.balancePaise)),
  note: r.note,
  modify_time: r.modifyTime.toISOString(),
  transactionId: r.transactionId,
  isOpen: r.isOpen,
})
