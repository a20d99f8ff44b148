// Accounts of the ledger: opened when first used, locked while a posting changes them, read with their balances.
// Amounts in paise. Accounts with a kept balance are locked in the order of their ids, so that two transactions never
// wait for each other.
import type { Paise } from '@wattdesk/base/money'
import { sql } from 'kysely'
import { bigints, ints, texts } from '#platform/db/columns.ts'
import type { Db, Trx } from '#platform/db/db.ts'
import {
  type AccountKind,
  type AccountName,
  codeOf,
  hasLeastBalance,
  KINDS,
  type StoredBalance,
} from './ledger.rules.ts'

/** An account with its company and team, in case it has to be opened. */
export type Opening = AccountName & { companyId: number | null; teamId: number | null }
export type Account = StoredBalance & { accountId: number }

/** Opens the accounts that are missing. */
export async function open(trx: Trx, accounts: readonly Opening[]): Promise<void> {
  const all = <T>(of: (a: Opening) => T): T[] => accounts.map(of)
  const least = (a: Opening) => {
    const paise: Paise | null = KINDS[a.kind].least
    return paise === null ? null : Number(paise)
  }
  await sql`insert into account (kind, ref, company_id, team_id, normal_side, is_kept, minimum_paise)
    select distinct on (kind, ref) kind, ref, company, team, side, least is not null, least
    from unnest(${texts(all(a => a.kind))}, ${ints(all(a => a.ref))}, ${ints(all(a => a.companyId))},
      ${ints(all(a => a.teamId))}, ${texts(all(a => KINDS[a.kind].normal))}, ${bigints(all(least))})
      x (kind, ref, company, team, side, least)
    order by kind, ref on conflict (kind, ref) do nothing`.execute(trx)
}

/** Accounts by their codes; accounts with a kept balance stay locked until the transaction ends. */
export async function lockAccounts(trx: Trx, names: readonly AccountName[]): Promise<Map<string, Account>> {
  // Two statements, because the locks must be taken before anything is read.
  const kept = await read(
    trx,
    names.filter(n => hasLeastBalance(n.kind)),
    true,
  )
  const derived = await read(
    trx,
    names.filter(n => !hasLeastBalance(n.kind)),
    false,
  )
  return new Map([...kept, ...derived])
}
async function read(trx: Trx, names: readonly AccountName[], isLocking: boolean): Promise<[string, Account][]> {
  if (names.length === 0) return []
  const { rows } = await sql<{
    accountId: number
    kind: string
    ref: number
    balance: string
    version: number
    least: string | null
  }>`
    select account_id, kind, ref, balance_paise::text as balance, version, minimum_paise::text as least from account
    where (kind, ref) in (select * from unnest(${texts(names.map(n => n.kind))}, ${ints(names.map(n => n.ref))}))
    order by account_id ${isLocking ? sql`for update` : sql``}`.execute(trx)
  return rows.map(r => [
    codeOf({ kind: r.kind as AccountKind, ref: r.ref }),
    {
      accountId: r.accountId,
      balancePaise: BigInt(r.balance),
      version: r.version,
      leastPaise: r.least === null ? null : BigInt(r.least),
    },
  ])
}

/**
 * Locks accounts with a kept balance until the transaction ends, opening those that are missing, and returns their
 * balances in the order given. The balances cannot change while the caller decides by them.
 */
export async function balancesHeld(trx: Trx, accounts: readonly Opening[]): Promise<Paise[]> {
  await open(trx, accounts)
  const found = await lockAccounts(trx, accounts)
  return accounts.map(a => found.get(codeOf(a))?.balancePaise ?? 0n)
}

/** Writes the balances of locked accounts after postings. */
export async function saveAccounts(trx: Trx, accounts: readonly Account[]): Promise<void> {
  if (accounts.length === 0) return
  await sql`update account a set balance_paise = x.balance, version = x.version
    from unnest(${ints(accounts.map(a => a.accountId))}, ${bigints(accounts.map(a => Number(a.balancePaise)))},
      ${bigints(accounts.map(a => a.version))}) x (id, balance, version)
    where a.account_id = x.id`.execute(trx)
}

/** The balance of an account, in paise on its normal side; 0 where it is not open. */
export async function balanceOf(db: Db | Trx, { kind, ref }: AccountName): Promise<Paise> {
  const { rows } = await sql<{ balance: string }>`
    select case when a.is_kept then a.balance_paise else coalesce((select sum(case when e.side = a.normal_side then e.amount_paise
      else -e.amount_paise end) from entry e where e.account_id = a.account_id), 0) end::text as balance
    from account a where a.kind = ${kind} and a.ref = ${ref}`.execute(db)
  return BigInt(rows[0]?.balance ?? 0)
}

/**
 * The part of an account, in paise, that is kept back for sessions not yet billed: running sessions, and sessions that
 * wait for review.
 */
export async function paiseKeptBack(db: Db | Trx, { kind, ref }: AccountName): Promise<Paise> {
  const { rows } = await sql<{ paise: string }>`
    select coalesce(sum(h.balance_paise), 0)::text as paise from account a join entry e on e.account_id = a.account_id
      join posting p on p.posting_id = e.posting_id and p.kind in ('hold', 'reserve')
      left join lateral (select k.account_id, k.balance_paise from entry x join account k using (account_id)
        where p.kind = 'reserve' and x.posting_id = p.posting_id and k.kind = 'reserved') kept on true
      -- Asked for by scan and pay it waits for the start, and moves into the hold of the session then.
      left join lateral (select x.transaction_id from entry d join posting x on x.posting_id = d.posting_id and x.kind = 'hold'
        where d.account_id = kept.account_id and d.side = 'D' limit 1) begun on true
      cross join lateral (select b.balance_paise from account b
        where b.kind = 'hold' and b.ref = coalesce(p.transaction_id, begun.transaction_id)
        union all select kept.balance_paise where kept.account_id is not null) h
    where a.kind = ${kind} and a.ref = ${ref}`.execute(db)
  return BigInt(rows[0]?.paise ?? 0)
}

/** Debit less credit over all entries, and kept balances less the sum of their entries: both 0 at any time. */
export async function trialBalance(db: Db | Trx): Promise<{ differencePaise: Paise; driftPaise: Paise }> {
  const { rows } = await sql<{ difference: string; drift: string }>`
    with s as (select account_id, sum(amount_paise) filter (where side = 'D') as debit,
        sum(amount_paise) filter (where side = 'C') as credit from entry group by 1)
    select coalesce(sum(coalesce(debit, 0) - coalesce(credit, 0)), 0)::text as difference,
      coalesce(sum(abs(a.balance_paise - case when a.normal_side = 'D' then coalesce(debit, 0) - coalesce(credit, 0)
        else coalesce(credit, 0) - coalesce(debit, 0) end)) filter (where a.is_kept), 0)::text as drift
    from account a left join s using (account_id)`.execute(db)
  return { differencePaise: BigInt(rows[0]?.difference ?? 0), driftPaise: BigInt(rows[0]?.drift ?? 0) }
}
