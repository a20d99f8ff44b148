// What the owner is paid for a session, as SQL over `transaction t` with its current bill `b` and the terms `k` that held when
// the session ended (D-REP-2): every amount is one that the bill froze, the terms only say which of them count.
import { type RawBuilder, sql } from 'kysely'
import type { Scope } from '../../platform/db/scope.ts'

const million = sql.lit(1_000_000)

/** Teams of a scope, as `m (id)`. */
export const teamsOf = (scope: Scope): RawBuilder<unknown> => {
  if (scope.kind === 'teams') return sql`unnest(${sql.val(scope.teams)}::int[]) m (id)`
  return scope.kind === 'all'
    ? sql`(select id from team) m (id)`
    : sql`(select id from team where company_id = ${scope.companyId}) m (id)`
}

/**
 * The terms of finance of teams `k`, each from when to when it held; the first ones of a team hold for all that was before.
 * Nothing saved: by share of the net amount, 18 % tax on it, borne by the platform.
 */
export const termsOf = (teams: RawBuilder<unknown>): RawBuilder<unknown> => sql`
  (select h.team_id, case when row_number() over w = 1 then '-infinity' else h.since end as held_from,
    coalesce(lead(h.since) over w, 'infinity') as held_until,
    coalesce((h.finance #>> '{payout_details,payout_rule}')::int, 5) as rule,
    coalesce(h.finance #>> '{payout_details,tax_bearer}', 'CM') = 'CPO' as is_tax_deducted,
    (coalesce((h.finance #>> '{payout_details,tax}')::numeric, 18) * 10000)::bigint as tax_ppm, coalesce(h.gstin, '') as gstin
  from team_finance_history h where h.team_id in (select m.id from ${teams})
  window w as (partition by h.team_id order by h.since, h.history_id))`

/** What a session's figures are taken from; to be joined to `transaction t`, with `terms` as a name of `termsOf`. */
export const withFigures = sql`
  left join bill b on b.transaction_id = t.transaction_id
    and not exists (select from bill n where n.transaction_id = b.transaction_id and n.version > b.version)
  left join terms k on k.team_id = t.team_id and t.stopped_at >= k.held_from and t.stopped_at < k.held_until`

/** The commission by share of the net amount or by kWh; under the rule of fixed charges alone there is none. */
export const commission = sql<number>`(case when coalesce(k.rule, 5) in (1, 3, 5) then coalesce(b.commission_percent_paise, 0)
  when k.rule in (2, 4, 6) then coalesce(b.commission_unit_paise, 0) else 0 end)`
/** The tax on it that the owner bears: rounded half up, once. */
const deductedTax = sql`(case when k.is_tax_deducted then (2 * ${commission} * k.tax_ppm + ${million}) / (2 * ${million}) else 0 end)`
const taxes = sql<number>`(coalesce(b.cgst_paise, 0) + coalesce(b.sgst_paise, 0) + coalesce(b.igst_paise, 0))`
/** Net less gateway fee, commission and its tax; of RFID also less the total, which the operator has taken himself. */
export const withoutGst = sql<number>`(coalesce(b.taxable_paise, 0) - coalesce(b.gateway_fee_paise, 0) - ${commission} - ${deductedTax}
  - case when t.payment_type = 'RFID' then coalesce(b.total_paise, 0) else 0 end)`
export const withGst = sql<number>`(${withoutGst} + ${taxes})`
export const gstin = sql<string>`coalesce(k.gstin, '')`
/** What the card CPO Payout adds up: with GST where the owner has a GST number. */
export const payout = sql<number>`(case when ${gstin} <> '' then ${withGst} else ${withoutGst} end)`
