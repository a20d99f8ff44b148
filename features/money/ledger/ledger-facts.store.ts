// SQL for what the entries of postings add to each kind of sum (migrations/0057): the fold adds these figures to the
// stored sums, the check compares them with the stored sums.
import { type RawBuilder, sql } from 'kysely'
import { texts } from '#platform/db/columns.ts'
import { OF_COMPANY } from './ledger.rules.ts'

/**
 * The company and the team whose books the account `a` is in; for an account of a company the team is the company's
 * own; 0 for none.
 */
const companyOf = sql`coalesce(a.company_id, 0)`
const teamOf = sql`coalesce(case when a.kind = any(${texts(OF_COMPANY)}) then a.ref else a.team_id end, 0)`

/** Postings after the id `after`, up to `to`, whose months are cut by a zone. */
export type Range = { after: number; to: number; zone: string }
/** `moved`: each entry with its account's kind and party, and the month of its posting. */
export const entriesInRange = ({ after, to, zone }: Range): RawBuilder<unknown> => sql`
    select e.posting_id, e.line_no, e.account_id, a.kind, p.kind as posting_kind, y.party_id,
      case e.side when 'D' then e.amount_paise else 0 end as debit, case e.side when 'C' then e.amount_paise else 0 end as credit,
      date_trunc('month', p.event_at at time zone ${zone})::date as month,
      (p.event_at at time zone ${zone})::date as day, a.ref, p.event_at, p.transaction_id, p.idempotency_key
    from posting p join entry e on e.posting_id = p.posting_id join account a on a.account_id = e.account_id
      join ledger_party y on y.company_id = ${companyOf} and y.team_id = ${teamOf}
    where p.posting_id > ${after} and p.posting_id <= ${to}`
/** The parties of those postings. */
export const partiesOf = ({ after, to }: Range): RawBuilder<unknown> => sql`
  select distinct ${companyOf} as company_id, ${teamOf} as team_id
  from entry e join account a on a.account_id = e.account_id where e.posting_id > ${after} and e.posting_id <= ${to}`

const debit = sql`sum(debit)::bigint as debit_paise`
const credit = sql`sum(credit)::bigint as credit_paise`
/** Each of the following adds up `moved` to rows of the table with its name. */
export const accountMonths = sql`
  select account_id, month, ${debit}, ${credit}, count(*)::int as entries from moved group by 1, 2`
export const months = sql`select party_id, month, kind, posting_kind, ${debit}, ${credit} from moved group by 1, 2, 3, 4`
/** Sums for `ledger_gateway_day`, whose key is the company of the account. */
export const gatewayDays = sql`
  select ref as company_id, day, posting_kind, ${debit}, ${credit} from moved where kind = 'gateway' group by 1, 2, 3`
export const crossings = sql`
  select c.parties, m.party_id, m.month, ${debit}, ${credit}
  from (select posting_id, array_agg(distinct party_id order by party_id) as parties from moved
    group by 1 having min(party_id) <> max(party_id)) c
    join moved m on m.posting_id = c.posting_id group by 1, 2, 3`
/** Bills that the operator took himself and that no payout has set off. */
export const openBills = sql`
  select m.posting_id, m.line_no, m.account_id, m.transaction_id, v.bill_version, m.idempotency_key, m.event_at,
    (m.debit - m.credit) as amount_paise
  from moved m cross join lateral (select substring(m.idempotency_key from '\\d+$')::int as bill_version) v
  where m.kind = 'receivable' and m.posting_kind in ('bill', 'correction') and not exists (select from payout_line l
    where l.transaction_id = m.transaction_id and l.bill_version >= v.bill_version)`

/**
 * From rows of `ledger_account_month`: the months in which an account appeared, and those in which its balance left 0
 * or returned to 0.
 */
export const turnsOf = (rows: RawBuilder<unknown>): RawBuilder<unknown> => sql`
  select account_id, month, (nth = 1)::int as accounts, (balance <> 0)::int - (prior <> 0)::int as standing
  from (select account_id, month, nth, balance, coalesce(lag(balance) over (partition by account_id order by month), 0) as prior
    from (select account_id, month, row_number() over w as nth, sum(debit_paise - credit_paise) over w as balance from ${rows}
      window w as (partition by account_id order by month)) x) y`
