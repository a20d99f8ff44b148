// Open items among the sessions that ended in a month. Nearly all sessions have no open item: sessions that lack a bill, an
// invoice or a payout are found by keys alone, and only these are read further. Amounts in paise.
import { type RawBuilder, sql } from 'kysely'
import { getsInvoice } from '#settlement/invoices/invoice.store.ts'
import { always, BILLED, type Fragment, type Item, sessions, within } from './open-shape.store.ts'
import type { Period } from './period.rules.ts'

/** Sessions of the month, of an array of teams, and the span of their ids. */
const ended = (
  teams: Fragment,
  period: Period | null,
) => sql`with ended as materialized (select t.transaction_id, t.team_id, t.stopped_at from transaction t
      where t.team_id = any(${teams}) and t.stopped_at is not null and ${within(sql`t.stopped_at`, period)}),
    span as materialized (select min(transaction_id) as first, max(transaction_id) as last from ended)`
/**
 * Rows of the sessions `ended` lie within the span of their ids, so that tables of all times are read only for that
 * span.
 */
const amid = (id: Fragment): RawBuilder<boolean> =>
  sql<boolean>`${id} between (select first from span) and (select last from span)`

/** The bills `x`, with their sessions and the versions before them. */
const billsOf = (x: Fragment): Fragment => sql`(${x} offset 0) x
          join bill b on b.transaction_id = x.transaction_id and b.version = x.version
          join transaction t on t.transaction_id = b.transaction_id
          left join bill q on q.transaction_id = b.transaction_id and q.version = b.version - 1`

/** Sessions that took energy and have no bill. */
export const unpaid = (teams: Fragment, period: Period | null): Item => ({
  ...sessions(
    sql<boolean>`t.energy_wh > 0 and not t.is_free and not t.in_review and not t.is_dismissed and t.id_tag_status = 'Accepted'`,
    sql`t.charged_paise`,
    sql`'no bill'`,
  ),
  from: sql`(${ended(teams, period)} select e.transaction_id from ended e where not exists (select from bill b
            where b.transaction_id = e.transaction_id and ${amid(sql`b.transaction_id`)}) offset 0) x
          join transaction t on t.transaction_id = x.transaction_id`,
})

/** Versions of bills that change an amount and are not in the ledger. */
export const unposted = (teams: Fragment, period: Period | null): Item => ({
  ...sessions(
    // The version changes an amount, and no later version is posted: sessions from before the ledger have only
    // their last version posted, whole.
    sql<boolean>`(b.taxable_paise, b.cgst_paise, b.sgst_paise, b.igst_paise, b.surcharge_paise) is distinct from
              (coalesce(q.taxable_paise, 0), coalesce(q.cgst_paise, 0), coalesce(q.sgst_paise, 0), coalesce(q.igst_paise, 0),
                coalesce(q.surcharge_paise, 0))
            and not exists (select from posting p where p.transaction_id = b.transaction_id and p.kind = 'bill'
              and substring(p.idempotency_key from '[0-9]+$')::int > b.version)`,
    sql`b.total_paise - coalesce(q.total_paise, 0)`,
    sql`'not posted'`,
  ),
  key: sql`'posting:' || b.transaction_id || ':' || b.version`,
  from: billsOf(sql`${ended(teams, period)} select v.transaction_id, v.version from ended e join bill v on v.transaction_id = e.transaction_id
            where ${amid(sql`v.transaction_id`)} and not exists (select from posting p
              where p.transaction_id = v.transaction_id and ${amid(sql`p.transaction_id`)}
                and p.idempotency_key = 'bill:' || v.transaction_id || ':' || v.version)`),
})

/** Versions of bills that change the total and have no invoice or note; `zone`: of the days of settings. */
export const withoutInvoice = (teams: Fragment, period: Period | null, zone: string): Item => ({
  ...sessions(
    sql<boolean>`b.total_paise <> coalesce(q.total_paise, 0)
            and ${getsInvoice(zone)}`,
    sql`b.total_paise - coalesce(q.total_paise, 0)`,
    sql`'no invoice'`,
  ),
  key: sql`'bill:' || b.transaction_id || ':' || b.version`,
  from: billsOf(sql`${ended(teams, period)} select v.transaction_id, v.version from ended e join bill v on v.transaction_id = e.transaction_id
            where ${amid(sql`v.transaction_id`)} and not exists (select from invoice i
              where i.transaction_id = v.transaction_id and i.bill_version = v.version and ${amid(sql`i.transaction_id`)})`),
})

/** Teams with billed sessions for which the month is not run; `teams`: all teams for which it can still be run. */
export const notRun = (teams: Fragment, period: Period | null): Item => ({
  key: sql`'team:' || m.id`,
  at: sql`x.last`,
  amount: sql`x.paise`,
  team: sql`m.id`,
  state: sql`'not run'`,
  what: sql`x.sessions || case x.sessions when 1 then ' session of ' else ' sessions of ' end || m.name`,
  from: sql`team m join (${ended(teams, period)} select e.team_id, count(*) as sessions, max(e.stopped_at) as last,
            sum(b.total_paise) as paise
          from ended e join bill b on b.transaction_id = e.transaction_id
          where ${amid(sql`b.transaction_id`)} and b.total_paise > 0 and not exists (select from bill n
            where n.version > 1 and n.transaction_id = b.transaction_id and n.version > b.version)
          group by 1) x on x.team_id = m.id`,
  where: always,
})

/**
 * Billed sessions that no payout has settled, of the teams for which the month is run. What was billed after the month was over
 * came too late for its run: the next payout takes it in, and it keeps no month open.
 */
export const unsettled = (teams: Fragment, period: Period | null): Item => ({
  ...sessions(
    sql<boolean>`not t.is_free and ${BILLED} > 0 and ${
      period
        ? sql<boolean>`exists (select from bill f where f.transaction_id = t.transaction_id and f.version = 1
            and f.billed_at < ${period.to})`
        : always
    }`,
    BILLED,
    sql`case when t.status = 'AUTHORIZED' then 'authorized' when t.in_review then 'review' else 'unsettled' end`,
  ),
  from: sql`(${ended(teams, period)} select e.transaction_id from ended e where not exists (select from payout_line l
            where l.transaction_id = e.transaction_id and ${amid(sql`l.transaction_id`)}) offset 0) x
          join transaction t on t.transaction_id = x.transaction_id`,
})
