// Sums of the ledger (migrations/0057), brought up to a mark: all postings up to the mark have been committed or never
// will be, so a sum stays right once it has been added up. Posting itself takes no part in this.
import { setTimeout as pause } from 'node:timers/promises'
import { sql } from 'kysely'
import type { Db, Trx } from '#platform/db/db.ts'
import * as facts from './ledger-facts.store.ts'

/** Postings that are added up in one transaction. */
const PORTION = 20_000
const PATIENCE_MS = 10_000
const PAUSE_MS = 20

/** The newest posting that the sums hold, and the time zone of their months. */
export type FoldMark = { foldedTo: number; zone: string }

/**
 * Adds new postings to the sums, in months of the given time zone, and returns by how many ids the mark advanced. When
 * several nodes call this at once, one does the work and the others skip it. Transactions that are posting at the start
 * are waited for, later ones are not.
 */
export async function foldLedger(
  db: Db,
  zone: string,
  { portion = PORTION, patienceMs = PATIENCE_MS, forMs = Number.POSITIVE_INFINITY } = {},
): Promise<number> {
  const until = performance.now() + forMs
  const settled = await settledTo(db, patienceMs)
  let all = 0
  for (let done = 1; done > 0 && performance.now() < until; all += done)
    done = await db.transaction().execute(trx => foldPortion(trx, zone, settled, portion))
  return all
}

/**
 * Returns an id up to which no further posting can appear; 0 where a transaction keeps posting for too long. A
 * transaction that draws an id keeps the table lock of its insert to its end, so the newest id is read first and then
 * the holders of this lock.
 */
async function settledTo(db: Db, patienceMs: number): Promise<number> {
  const newest = await sql<{ id: number }>`
    select case when is_called then last_value else last_value - 1 end as id from posting_posting_id_seq`.execute(db)
  const until = performance.now() + patienceMs
  const first = await posting(db)
  for (let now = first; now.some(who => first.includes(who)); now = await posting(db)) {
    if (performance.now() >= until) return 0
    await pause(PAUSE_MS)
  }
  return newest.rows[0]?.id ?? 0
}
/** The transactions that post now. */
const posting = async (db: Db): Promise<string[]> =>
  (
    await sql<{ who: string }>`select distinct virtualtransaction as who from pg_locks
      where locktype = 'relation' and relation = 'posting'::regclass and mode = 'RowExclusiveLock' and granted
        and database = (select oid from pg_database where datname = current_database())`.execute(db)
  ).rows.map(r => r.who)

async function foldPortion(trx: Trx, zone: string, settled: number, portion: number): Promise<number> {
  const { rows } = await sql<FoldMark>`select folded_to, zone from ledger_mark for update skip locked`.execute(trx)
  const [mark] = rows
  if (!mark) return 0
  // Sums by months of another zone are computed anew.
  if (mark.zone !== zone) await forgetSums(trx, zone)
  const after = mark.zone === zone ? mark.foldedTo : 0
  const to = Math.min(settled, after + portion)
  if (to <= after) return 0
  await sql`set local jit = off`.execute(trx)
  await sql`set local work_mem = '32MB'`.execute(trx)
  await sql`set local plan_cache_mode = force_custom_plan`.execute(trx)
  await add(trx, { after, to, zone })
  await sql`update ledger_mark set folded_to = ${to}`.execute(trx)
  return to - after
}

/** Adds the entries of a range of postings to the stored sums. */
async function add(trx: Trx, range: facts.Range): Promise<void> {
  await sql`insert into ledger_party (company_id, team_id) ${facts.partiesOf(range)} order by 1, 2 on conflict do nothing`.execute(
    trx,
  )
  await sql`with moved as materialized (${facts.entriesInRange(range)}),
    added as materialized (${facts.accountMonths}),
    held as materialized (select m.* from ledger_account_month m
      where m.account_id in (select account_id from added)),
    sums as (select account_id, month, sum(debit_paise)::bigint as debit_paise, sum(credit_paise)::bigint as credit_paise
      from (select account_id, month, debit_paise, credit_paise from held
        union all select account_id, month, debit_paise, credit_paise from added) x group by 1, 2),
    turned as (select account_id, month, sum(accounts) as accounts, sum(standing) as standing from (
        ${facts.turnsOf(sql`sums`)} union all select account_id, month, -accounts, -standing from (${facts.turnsOf(sql`held`)}) h) x
      group by 1, 2 having sum(accounts) <> 0 or sum(standing) <> 0),
    of_accounts as (insert into ledger_account_month as k (account_id, month, debit_paise, credit_paise, entries)
      select account_id, month, debit_paise, credit_paise, entries from added order by 1, 2
      on conflict (account_id, month) do update set debit_paise = k.debit_paise + excluded.debit_paise,
        credit_paise = k.credit_paise + excluded.credit_paise, entries = k.entries + excluded.entries),
    of_months as (insert into ledger_month as k (party_id, month, kind, posting_kind, debit_paise, credit_paise) ${facts.months}
      on conflict (party_id, month, kind, posting_kind) do update set debit_paise = k.debit_paise + excluded.debit_paise,
        credit_paise = k.credit_paise + excluded.credit_paise),
    of_crossings as (insert into ledger_crossing as k (parties, party_id, month, debit_paise, credit_paise) ${facts.crossings}
      on conflict (parties, party_id, month) do update set debit_paise = k.debit_paise + excluded.debit_paise,
        credit_paise = k.credit_paise + excluded.credit_paise),
    of_days as (insert into ledger_gateway_day as k (company_id, day, posting_kind, debit_paise, credit_paise) ${facts.gatewayDays}
      on conflict (company_id, day, posting_kind) do update set debit_paise = k.debit_paise + excluded.debit_paise,
        credit_paise = k.credit_paise + excluded.credit_paise),
    of_bills as (insert into ledger_open_bill (posting_id, line_no, account_id, transaction_id, bill_version, idempotency_key,
      event_at, amount_paise) ${facts.openBills})
    insert into ledger_month_accounts as k (party_id, month, kind, accounts, standing)
      select d.party_id, t.month, d.kind, sum(t.accounts), sum(t.standing) from turned t
        join (select distinct account_id, kind, party_id from moved) d on d.account_id = t.account_id group by 1, 2, 3
      on conflict (party_id, month, kind) do update set accounts = k.accounts + excluded.accounts,
        standing = k.standing + excluded.standing`.execute(trx)
}

/**
 * Removes open bills that payouts have set off since: a payout line for a version also settles the earlier versions
 * that no payout had.
 */
export const forgetSettled = (db: Db): Promise<unknown> =>
  sql`delete from ledger_open_bill o using payout_line l
    where l.transaction_id = o.transaction_id and l.bill_version >= o.bill_version`.execute(db)

/** Empties the sums; until they are added up again, everything is read from the entries. */
export async function forgetSums(trx: Trx, zone: string): Promise<void> {
  await sql`select forget_ledger_sums()`.execute(trx)
  await sql`update ledger_mark set zone = ${zone}`.execute(trx)
}
/** Works all sums out anew. */
export async function rebuildLedger(db: Db, zone: string): Promise<void> {
  await db.transaction().execute(trx => forgetSums(trx, zone))
  await foldLedger(db, zone)
}
