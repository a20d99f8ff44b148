// Where payouts of a team, or of a company, go.
import { sql } from 'kysely'
import type { Db, Trx } from '#platform/db/db.ts'
import type { CompanyPayoutAccount, TeamPayoutAccount } from './payout-account.contract.ts'
import { recordFinance } from './team-finance-history.store.ts'

/** Every field of both kinds; a team's has no settlement percentage, a company's no GST number and no payout percentage. */
export type AccountRow = {
  payoutDetailId: number
  business_name: string
  business_type: string
  beneficiary_name: string
  email: string
  phone: string
  account_no: string
  ifsc_code: string
  gst: string | null
  pan: string | null
  account_type: string | null
  payout_percentage: number | null
  tax_percentage: number | null
  settlement_percentage: number | null
  disabled: boolean
}

/** A company shares its id with its own team; each has accounts of its own. */
export type Owner = 'team' | 'company'

/** An account as JSON, by the names of the forms. */
const accountJson = sql`json_build_object('payoutDetailId', payout_detail_id, 'business_name', business_name,
  'business_type', business_type, 'beneficiary_name', beneficiary_name, 'email', email, 'phone', phone,
  'account_no', account_no, 'ifsc_code', ifsc_code, 'gst', gst, 'account_type', account_type,
  'payout_percentage', payout_percentage, 'tax_percentage', tax_percentage,
  'settlement_percentage', settlement_percentage, 'disabled', disabled)`

/** The same as it is recorded: without a PAN where there is none, as records from before PANs have it. */
const recordedJson = sql`${accountJson}::jsonb || case when pan is null then '{}' else jsonb_build_object('pan', pan) end`

/** The accounts of a team or of a company, in the order they were made. */
export const listOf = async (db: Db | Trx, teamId: number, owner: Owner): Promise<AccountRow[]> =>
  (
    await sql<{ account: AccountRow }>`
      select ${accountJson}::jsonb || jsonb_build_object('pan', pan) as account
      from payout_account where team_id = ${teamId} and of_company = ${owner === 'company'} order by payout_detail_id`.execute(
      db,
    )
  ).rows.map(r => r.account)

/**
 * Replaces the owner's accounts with `accounts` from `now` on. An account with the id of one of the owner's accounts
 * keeps that id; ids of other owners are ignored. The GST number of a team's first account makes it the supplier of its
 * sessions.
 */
export async function replace(
  trx: Db | Trx,
  teamId: number,
  owner: Owner,
  accounts: readonly (TeamPayoutAccount | CompanyPayoutAccount)[],
  now: Date,
): Promise<void> {
  const own = new Set((await listOf(trx, teamId, owner)).map(a => a.payoutDetailId))
  const kept = accounts.flatMap(a => (own.has(a.payoutDetailId ?? 0) ? [a.payoutDetailId as number] : []))
  await sql`delete from payout_account where team_id = ${teamId} and of_company = ${owner === 'company'}
    and payout_detail_id <> all(${sql.val(kept)}::int[])`.execute(trx)
  for (const { payoutDetailId, ...a } of accounts) {
    // Each id is used once: a second account with the same id becomes a new one.
    const id = own.delete(payoutDetailId ?? 0) ? payoutDetailId : null
    const row = {
      gst: null,
      pan: null,
      account_type: null,
      payout_percentage: null,
      tax_percentage: null,
      settlement_percentage: null,
      disabled: false,
      ...a,
    }
    const values = sql`${row.business_name}, ${row.business_type}, ${row.beneficiary_name}, ${row.email}, ${row.phone},
      ${row.account_no}, ${row.ifsc_code}, ${row.gst}, ${row.pan}, ${row.account_type}, ${row.payout_percentage}::numeric,
      ${row.tax_percentage}::numeric, ${row.settlement_percentage}::numeric, ${row.disabled}::boolean`
    const columns = sql`business_name, business_type, beneficiary_name, email, phone, account_no, ifsc_code, gst, pan,
      account_type, payout_percentage, tax_percentage, settlement_percentage, disabled`
    if (id === null || id === undefined)
      await sql`insert into payout_account (team_id, of_company, ${columns})
        values (${teamId}, ${owner === 'company'}, ${values})`.execute(trx)
    else await sql`update payout_account set (${columns}) = (${values}) where payout_detail_id = ${id}`.execute(trx)
  }
  await recordAccounts(trx, teamId, owner, now)
  await recordFinance(trx, [teamId], now)
}

/**
 * Records the accounts as of `at` where they differ from the last record; payouts of a past month go to the accounts of
 * that time. A record is never dated before the last one.
 */
const recordAccounts = (trx: Db | Trx, teamId: number, owner: Owner, at: Date): Promise<unknown> =>
  sql`insert into payout_account_history (team_id, of_company, since, accounts)
    select n.team_id, n.of_company, greatest(${at}::timestamptz, l.since), n.accounts
    from (select ${teamId}::int as team_id, ${owner === 'company'}::boolean as of_company,
        (select coalesce(jsonb_agg(${recordedJson} order by payout_detail_id), '[]') from payout_account
          where team_id = ${teamId} and of_company = ${owner === 'company'}) as accounts) n
    left join lateral (select h.since, h.accounts from payout_account_history h
      where h.team_id = n.team_id and h.of_company = n.of_company order by h.since desc, h.history_id desc limit 1) l on true
    where n.accounts is distinct from coalesce(l.accounts, '[]')`.execute(trx)
