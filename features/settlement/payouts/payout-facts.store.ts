// The facts for a team's month, as they were then: terms, names and accounts, chargers by days, credit given by hand,
// and the balance carried from the month before (M-3, D-PO-1).
import { sql } from 'kysely'
import { closedUntilSql } from '#money/ledger/book-date.store.ts'
import type { Supplier } from '#office/installation/supplier.contract.ts'
import { type Scope, within } from '#platform/access/scope.ts'
import type { Db, Trx } from '#platform/db/db.ts'
import { recipientOfCommission } from '#settlement/commission-invoices/platform.store.ts'
import type { KeptAccount } from './allocation.rules.ts'
import { type ByCharger, type DueBills, dueByCharger } from './bills-due.store.ts'
import { NOTHING_BROUGHT } from './month.rules.ts'
import type { Installation, MonthSettings } from './payout-commission.rules.ts'
import { type FinanceThen, type KeptTerms, keptTerms } from './payout-terms.rules.ts'
import type { Period } from './period.rules.ts'
import type { ChargerFacts, MonthFacts, Party } from './reckoning.rules.ts'
import { type CarriedBase, carriedAfter, type KeptTaxes } from './tax-taken.rules.ts'
import { monthSettings, taxTermsOf } from './tax-terms.store.ts'

/**
 * The teams of a scope with a charger before the end of a month, with credit given by hand, or with a refund to bear,
 * each with the time of the first of these, its last month with a payout, and until when the books of its company are closed.
 */
export const settledTeams = async (
  db: Db,
  scope: Scope,
  before: Date,
): Promise<{ teamId: number; since: Date; lastMonth: string | null; closedUntil: Date | null }[]> =>
  (
    await sql<{ teamId: number; since: Date; lastMonth: string | null; closedUntil: Date | null }>`
      select x.team_id, h.since, ${closedUntilSql(sql`x.company_id`)} as closed_until, (select max(p.month) from payout p where p.team_id = x.team_id) as last_month
      from (select id as team_id, company_id from team t
        where not exists (select from company_moved v where v.company_id = t.company_id)) x
      left join (select a.ref as team_id, min(p.event_at) as since from posting p join entry e on e.posting_id = p.posting_id
        join account a on a.account_id = e.account_id and a.kind = 'owner' where p.kind = 'credit' group by 1) g on g.team_id = x.team_id
      cross join lateral (select least(g.since, min(h.since), (select min(b.at) from refund_borne b where b.team_id = x.team_id)) as since
        from charger_team_history h where h.team_id = x.team_id) h
      where h.since < ${before} and ${within(scope, 'x')} order by x.team_id`.execute(db)
  ).rows

/** Lets two runs for a team happen one after the other: the second waits here until the first is done. */
export const lockTeam = (trx: Trx, teamId: number): Promise<unknown> =>
  sql`select pg_advisory_xact_lock(hashtextextended('payout of team ' || ${teamId}::text, 7001049))`.execute(trx)

export type PriorPayout = {
  /** The month itself, or a later one, is settled. */
  isSettled: boolean
  billsFrom: Date | null
  carriedOutPaise: number
  /** Of tax collected at source (M-8). */
  carriedBase: CarriedBase
}
/** The state that payouts of earlier months left for a month. */
export async function beforeMonth(db: Db | Trx, teamId: number, { month }: Period): Promise<PriorPayout> {
  const { rows } = await sql<{
    month: string
    billsFrom: Date
    carriedOutPaise: number
    taxes: KeptTaxes | null
  }>`
    select month, bills_from, carried_out_paise, taxes from payout where team_id = ${teamId} order by month desc`.execute(
    db,
  )
  const earlier = rows.filter(r => r.month < month)
  const before = earlier[0]
  return {
    isSettled: rows.some(r => r.month >= month),
    billsFrom: before?.billsFrom ?? null,
    carriedOutPaise: before?.carriedOutPaise ?? 0,
    carriedBase: carriedAfter(earlier.map(r => r.taxes)),
  }
}

type Then = FinanceThen &
  Party & {
    companyId: number
    hasHistory: boolean
    teamAccounts: KeptAccount[] | null
    companyAccounts: KeptAccount[] | null
  }
/** Terms and accounts as of the end of the month; names and address as they are now. */
const thenOf = async (db: Db | Trx, teamId: number, { end }: Period): Promise<Then | undefined> =>
  (
    await sql<Then>`
      select t.company_id, t.name as team_name, co.name as company_name,
        concat_ws(' ', nullif(co.house_number, ''), nullif(co.street, '')) as street, coalesce(co.city, '') as city,
        coalesce(co.state, '') as state, coalesce(co.zipcode, '') as zip_code,
        f.history_id is not null as has_history, f.finance, f.gstin, coalesce(f.pg_charges_bearer, 'EV') as pg_charges_bearer,
        coalesce(f.settlement_percentage, 100)::float8 as settlement_percentage,
        (select a.accounts from payout_account_history a where a.team_id = t.id and not a.of_company
          and a.since < ${end} order by a.since desc, a.history_id desc limit 1) as team_accounts,
        (select a.accounts from payout_account_history a where a.team_id = t.company_id and a.of_company
          and a.since < ${end} order by a.since desc, a.history_id desc limit 1) as company_accounts
      from team t join team co on co.id = t.company_id
      left join lateral (select * from team_finance_history h where h.team_id = t.id and h.since < ${end}
        order by h.since desc, h.history_id desc limit 1) f on true
      where t.id = ${teamId}`.execute(db)
  ).rows[0]

type Stood = Pick<ChargerFacts, 'chargepointPk' | 'chargepointId' | 'chargepointName' | 'chargerType' | 'activeDays'>
/**
 * Chargers of a team in the month, and the named ones, with their days in the team: a day belongs to the last team of
 * the charger on that day.
 */
export const chargersOf = async (
  db: Db | Trx,
  teamId: number,
  { month, end, days }: Period,
  zone: string,
  named: readonly number[],
): Promise<Stood[]> =>
  (
    await sql<Stood>`
      with mine as (select distinct chargepoint_pk from charger_team_history where team_id = ${teamId} and since < ${end}
          union select unnest(${sql.val(named)}::int[])),
      spans as (select h.chargepoint_pk, h.team_id, (h.since at time zone ${zone})::date as first_day,
          (lead(h.since) over (partition by h.chargepoint_pk order by h.since, h.history_id) at time zone ${zone})::date as next_day
        from charger_team_history h join mine using (chargepoint_pk)),
      stood as (select chargepoint_pk, sum(greatest(0, least(coalesce(next_day, ${month}::date + ${days}::int), ${month}::date + ${days}::int)
          - greatest(first_day, ${month}::date)))::int as active_days
        from spans where team_id = ${teamId} group by 1)
      select c.chargepoint_pk, c.chargepoint_id, c.chargepoint_name, c.charger_type, coalesce(s.active_days, 0) as active_days
      from mine join charger c using (chargepoint_pk) left join stood s using (chargepoint_pk)
      where s.active_days > 0 or c.chargepoint_pk = any(${sql.val(named)}::int[])
      order by c.chargepoint_id, c.chargepoint_pk`.execute(db)
  ).rows

/** K of a month: `givenPaise` in all, `refundsBornePaise` the part of it that is refunds. */
export type GivenBack = { givenPaise: bigint; refundsBornePaise: bigint }
/**
 * Credit that the team's staff gave by hand until the end of the month, less the credit they took back; and the excess
 * of refunds at the provider's own desk over the amount left of their payments, less the part returned (D-REF-2).
 * Amounts in earlier payouts are subtracted: each amount is in one payout, whenever it was given.
 */
export async function givenUntil(db: Db | Trx, teamId: number, { month, end }: Period): Promise<GivenBack> {
  // Nearly all entries of an owner are of bills: the few of credit are found by indexes alone, before any entry is read.
  const { rows } = await sql<{ credit: number; borne: number }>`
    with given as materialized (select distinct e.account_id, e.posting_id from account a join entry e on e.account_id = a.account_id
      where a.kind = 'owner' and a.ref = ${teamId}
        and exists (select from posting p where p.posting_id = e.posting_id and p.kind = 'credit'))
    select coalesce((select sum(case when e.side = 'D' then e.amount_paise else -e.amount_paise end)
        from given g join entry e on e.posting_id = g.posting_id and e.account_id = g.account_id
        join posting p on p.posting_id = g.posting_id where p.event_at < ${end}), 0)::bigint
      - (q.given - q.borne) as credit,
      coalesce((select sum(b.paise) from refund_borne b where b.team_id = ${teamId} and b.at < ${end}), 0)::bigint - q.borne as borne
    from (select coalesce(sum(given_paise), 0)::bigint as given, coalesce(sum(refunds_borne_paise), 0)::bigint as borne
      from payout where team_id = ${teamId} and month < ${month}::date) q`.execute(db)
  const { credit = 0, borne = 0 } = rows[0] ?? {}
  return { givenPaise: BigInt(credit + borne), refundsBornePaise: BigInt(borne) }
}

export type Read = MonthFacts & {
  waitsFrom: Date | null
  settings: MonthSettings
  /** The business to which the commission is invoiced; undefined where it is not invoiced, or the owner is none. */
  business: Supplier | undefined
}
/** Terms without tax on the commission for a unit in a Special Economic Zone that is supplied without payment of tax. */
const withoutTax = (terms: KeptTerms, business: Supplier | undefined): KeptTerms =>
  business?.recipientType === 'SEZWOP' ? { ...terms, chargerTaxPpm: 0, payoutTaxPpm: 0 } : terms
/** All facts for a team's month, with its bills from `bring`; undefined where the team does not exist. */
export async function readMonth(
  db: Db | Trx,
  teamId: number,
  period: Period,
  of: Installation,
  before: Omit<PriorPayout, 'isSettled'>,
  bring: (due: DueBills) => Promise<ByCharger> = due => dueByCharger(db, due),
): Promise<Read | undefined> {
  const then = await thenOf(db, teamId, period)
  if (!then) return undefined
  const settings = await monthSettings(db, period, of)
  const taxes = await taxTermsOf(db, teamId, period, of, settings, before.carriedBase)
  const due = { teamId, end: period.end, billsFrom: before.billsFrom, counting: taxes?.counting }
  const { waitsFrom, bases, ...brought } = await bring(due)
  const business = settings.settingOf('commissionInvoices')
    ? await recipientOfCommission(db, teamId, period, settings.platform)
    : undefined
  const { terms: saved, ...facts } = await factsOf(db, teamId, period, of.zone, then, brought)
  const terms = withoutTax(saved, business)
  return {
    ...facts,
    business,
    terms: settings.settingOf('commissionIncludesTax') ? { ...terms, commissionIncludesTax: true } : terms,
    ...(taxes && bases && { taxes: { ...taxes, bases } }),
    carriedInPaise: BigInt(before.carriedOutPaise),
    waitsFrom,
    settings,
  }
}

async function factsOf(
  db: Db | Trx,
  teamId: number,
  period: Period,
  zone: string,
  then: Then,
  { byCharger, heads, reversedOf }: Omit<ByCharger, 'waitsFrom' | 'bases'>,
): Promise<Omit<MonthFacts, 'carriedInPaise'>> {
  const { teamName, companyName, street, city, state, zipCode } = then
  const stood = await chargersOf(db, teamId, period, zone, [...byCharger.keys()])
  return {
    teamId,
    companyId: then.companyId,
    heads,
    reversedOf,
    party: { teamName, companyName, street, city, state, zipCode },
    terms: keptTerms(then.hasHistory ? then : undefined),
    accounts: { team: then.teamAccounts ?? [], company: then.companyAccounts ?? [] },
    chargers: stood.map(c => ({ ...NOTHING_BROUGHT, ...byCharger.get(c.chargepointPk), ...c })),
    ...(await givenUntil(db, teamId, period)),
  }
}
