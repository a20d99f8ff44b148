// Postings written as a part of a larger statement, for bills by the hundred. They use only accounts that exist and keep no
// balance, so no transaction waits for a row.
import { type RawBuilder, sql } from 'kysely'

/**
 * Two parts of a `with` that write the postings of `line`, a part before them with a row for each line: key, posting_kind,
 * company_id, team_id, transaction_id and event_at of its posting; line_no, kind and ref of its account, side, and paise
 * above 0. Each key must be new, each account open and without a balance of its own. The hash is that of `hashOf`.
 */
export const postLines = (line: RawBuilder<unknown>): RawBuilder<unknown> => sql`
  posted as (insert into posting (idempotency_key, request_hash, kind, company_id, team_id, transaction_id, event_at)
    select key, sha256(convert_to('["' || posting_kind || '",' || company_id || ',' || team_id || ',' || transaction_id
        || ',null,null,"",[' || texts || ']]', 'UTF8')), posting_kind, company_id, team_id, transaction_id, event_at
    from (select key, posting_kind, company_id, team_id, transaction_id, event_at,
        string_agg('["' || kind || '",' || ref || ',"' || side || '","' || paise || '"]', ',' order by line_no) as texts
      from ${line} group by 1, 2, 3, 4, 5, 6) x
    order by event_at, transaction_id returning posting_id, idempotency_key),
  -- A missing account is an error, not a missing line. In the order of the accounts, as their index has them.
  written as (insert into entry (posting_id, line_no, account_id, side, amount_paise)
    select p.posting_id, l.line_no, a.account_id, l.side, l.paise
    from ${line} l join posted p on p.idempotency_key = l.key
      left join lateral (select account_id from account where kind = l.kind and ref = l.ref offset 0) a on true
    order by a.account_id, p.posting_id)`
