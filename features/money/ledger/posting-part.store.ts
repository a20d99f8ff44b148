// Postings written as a part of a larger statement, for sessions that end by the hundreds. They use only accounts that
// exist and keep no balance, so no transaction waits for a row.
import { type RawBuilder, sql } from 'kysely'
import type { Posting } from './ledger.rules.ts'
import { hashOf } from './posting.store.ts'

/**
 * Two parts of a `with`, `name` and `name_line`: the postings of those sessions that are in `ended`, which has their
 * transaction_id. Each key must be new for certain, and each account open and without a balance of its own.
 */
export function postingParts(
  name: string,
  postings: readonly Posting[],
  ended: RawBuilder<unknown>,
): RawBuilder<unknown> {
  const rows = postings.map(p => ({
    key: p.key,
    hash: hashOf(p),
    kind: p.kind,
    company: p.companyId,
    team: p.teamId,
    transaction: p.transactionId,
    at: p.at,
  }))
  const lines = postings.flatMap(p =>
    p.lines.map((l, i) => ({
      key: p.key,
      line: i + 1,
      kind: l.account.kind,
      ref: l.account.ref,
      side: l.side,
      paise: Number(l.paise),
    })),
  )
  const head = sql.ref(name)
  return sql`${head} as (insert into posting (idempotency_key, request_hash, kind, company_id, team_id, transaction_id, event_at)
      select x.key, decode(x.hash, 'hex'), x.kind, x.company, x.team, x.transaction, x.at
      from json_to_recordset(${JSON.stringify(rows)}::json) x (key text, hash text, kind text, company int, team int, transaction int, at timestamptz)
      join ${ended} e on e.transaction_id = x.transaction
      returning posting_id, idempotency_key),
    ${sql.ref(`${name}_line`)} as (insert into entry (posting_id, line_no, account_id, side, amount_paise)
      select p.posting_id, x.line, a.account_id, x.side, x.paise
      from json_to_recordset(${JSON.stringify(lines)}::json) x (key text, line int, kind text, ref int, side text, paise bigint)
      join ${head} p on p.idempotency_key = x.key join account a on a.kind = x.kind and a.ref = x.ref)`
}
