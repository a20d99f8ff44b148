// Compares the sums of the ledger with its entries.
import { type RawBuilder, sql } from 'kysely'
import type { Db } from '#platform/db/db.ts'
import * as facts from './ledger-facts.store.ts'
import type { FoldMark } from './ledger-fold.store.ts'

const MOST = 100
const by = { parties: sql`party_id, month, kind`, money: sql`debit_paise, credit_paise` }

/**
 * Rows that differ from the sums of the entries up to the mark, at most a hundred of each kind, in words. All are read
 * at one moment.
 */
export async function compareLedger(db: Db): Promise<string[]> {
  return db
    .transaction()
    .setIsolationLevel('repeatable read')
    .execute(async trx => {
      const { rows } = await sql<FoldMark>`select folded_to, zone from ledger_mark`.execute(trx)
      const { foldedTo = 0, zone = '' } = rows[0] ?? {}
      if (foldedTo === 0) return []
      await sql`create temporary table moved (posting_id bigint, line_no smallint, account_id integer, kind text, posting_kind text,
        party_id integer, debit bigint, credit bigint, month date, day date, ref integer, event_at timestamptz, transaction_id integer,
        idempotency_key text) on commit drop`.execute(trx)
      await sql`insert into moved ${facts.entriesInRange({ after: 0, to: foldedTo, zone })}`.execute(trx)
      const odd = async (what: string, kept: RawBuilder<unknown>, fact: RawBuilder<unknown>) => {
        // `moved` is a temporary table of this transaction.
        const found = await sql`with kept as (${kept}), fact as (${fact})
          select x.row from (select 'kept ' || k::text as row from (table kept except table fact) k
            union all select 'entries say ' || f::text from (table fact except table kept) f) x order by 1 limit ${MOST}`.execute(
          trx,
        )
        return (found.rows as { row: string }[]).map(r => `${what}: ${r.row}`)
      }
      // Bills that a payout has set off since are taken away later, and payouts are for good.
      const open = sql`select * from ledger_open_bill o where not exists (select from payout_line l
        where l.transaction_id = o.transaction_id and l.bill_version >= o.bill_version)`
      const turns = sql`select d.party_id, t.month, d.kind, sum(t.accounts)::int as accounts, sum(t.standing)::int as standing
        from (${facts.turnsOf(sql`(${facts.accountMonths}) a`)}) t
          join (select distinct account_id, kind, party_id from moved) d on d.account_id = t.account_id
        group by 1, 2, 3 having sum(t.accounts) <> 0 or sum(t.standing) <> 0`
      return [
        ...(await odd('Account and month', sql`select * from ledger_account_month`, facts.accountMonths)),
        ...(await odd('Month', sql`select ${by.parties}, posting_kind, ${by.money} from ledger_month`, facts.months)),
        ...(await odd(
          'Accounts of a month',
          sql`select ${by.parties}, accounts, standing from ledger_month_accounts where accounts <> 0 or standing <> 0`,
          turns,
        )),
        ...(await odd('Between books', sql`select * from ledger_crossing`, facts.crossings)),
        ...(await odd('Day at the provider', sql`select * from ledger_gateway_day`, facts.gatewayDays)),
        ...(await odd('Open bill', open, facts.openBills)),
      ]
    })
}
