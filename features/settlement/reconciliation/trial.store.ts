// The trial balance of a caller's books (D-WAL-3), from the sums of the ledger and the entries after them. Amounts in
// paise, balances as debit less credit.
import { type RawBuilder, sql } from 'kysely'
import { hasLeastBalance, KINDS } from '#money/ledger/ledger.rules.ts'
import { areSumsKept, atMark, beyond, type Folded } from '#money/ledger/ledger-sums.store.ts'
import { texts } from '#platform/db/columns.ts'
import type { Db, Trx } from '#platform/db/db.ts'
import { type Books, credit, debit, inBooks, inParties, until, upTo } from './books.store.ts'
import type { Period } from './period.rules.ts'

/** Sums of paise grow beyond what a JavaScript number holds exactly, so they stay bigint until they are shown. */
type Sums = { debit: bigint; credit: bigint }
export type KindSums = Sums & { kind: string; accounts: number; open: number }
/** Sums as they are read: as text, since bigint columns are read as numbers. */
type Read<S extends Sums> = Omit<S, keyof Sums> & { debit: string; credit: string }
const exact = <S extends Sums>(r: Read<S>): S => ({ ...r, debit: BigInt(r.debit), credit: BigInt(r.credit) }) as S
export type Trial = {
  kinds: KindSums[]
  /** The entries on accounts outside the books, from postings that touch accounts in the books. */
  outside: Sums
  /**
   * The number of accounts whose kept balance is not the sum of their entries; null for an earlier time, whose balances
   * are not stored.
   */
  drifting: number | null
  /** Debit less credit of the books and of what lies outside of the same postings: 0, whoever asks. */
  difference: bigint
}
export const trialOf = (db: Db | Trx, books: Books, asOf: Period | null): Promise<Trial> =>
  atMark(db, asOf?.zone ?? null, async (trx, folded) => {
    const kinds = await kindSums(trx, folded, books, asOf)
    const outside = await outsideSums(trx, folded, books, asOf)
    const standing = kinds.reduce((n, k) => n + (isKeptKind(k.kind) ? k.open : 0), 0)
    return {
      kinds,
      outside,
      drifting: asOf ? null : standing + (await driftBeside(trx, folded, books)),
      difference: kinds.reduce((n, k) => n + k.debit - k.credit, outside.debit - outside.credit),
    }
  })

/** The stored sums of an account, up to a month's end. */
const foldedOf = (accountId: RawBuilder<unknown>, folded: Folded, asOf: Period | null) => sql`
  (select sum(s.entries) as entries, coalesce(sum(s.debit_paise - s.credit_paise), 0) as balance from ledger_account_month s
    where s.account_id = ${accountId} and ${areSumsKept(folded)} and ${upTo(asOf)})`

/** All kinds of the books. */
export const kindSums = async (trx: Trx, folded: Folded, books: Books, asOf: Period | null): Promise<KindSums[]> =>
  (
    await sql<Read<KindSums>>`
      with moved as materialized (select e.account_id, ${debit} as debit, ${credit} as credit from entry e ${until(asOf)}
        where ${beyond(folded)} group by 1),
      -- One account after the other: they are few, and all there are would be read otherwise.
      touched as (select a.kind, m.debit, m.credit, f.entries, f.balance from moved m
        cross join lateral (select * from account x where x.account_id = m.account_id offset 0) a
        cross join lateral ${foldedOf(sql`m.account_id`, folded, asOf)} f where ${inBooks(books)})
      select kind, sum(accounts)::int as accounts, sum(open)::int as open, sum(debit)::text as debit, sum(credit)::text as credit
      from (select s.kind, 0 as accounts, 0 as open, s.debit_paise as debit, s.credit_paise as credit
          from ledger_month s join ledger_party y on y.party_id = s.party_id
          where ${areSumsKept(folded)} and ${inParties(books)} and ${upTo(asOf)}
        union all select s.kind, s.accounts, s.standing, 0, 0
          from ledger_month_accounts s join ledger_party y on y.party_id = s.party_id
          where ${areSumsKept(folded)} and ${inParties(books)} and ${upTo(asOf)}
        union all select kind, (entries is null)::int, (balance + debit - credit <> 0)::int - (balance <> 0)::int, debit, credit
          from touched) x group by kind`.execute(trx)
  ).rows.map(exact)

async function outsideSums(trx: Trx, folded: Folded, books: Books, asOf: Period | null): Promise<Sums> {
  if (books.isWhole) return { debit: 0n, credit: 0n }
  const { rows } = await sql<Read<Sums>>`
    with own as materialized (select coalesce(array_agg(y.party_id), '{}') as ids from ledger_party y where ${inParties(books)}),
    crossing as materialized (select distinct e.posting_id from entry e ${until(asOf)}
      cross join lateral (select * from account x where x.account_id = e.account_id offset 0) a
      where ${beyond(folded)} and ${inBooks(books)})
    select sum(debit)::text as debit, sum(credit)::text as credit from (
      select coalesce(sum(s.debit_paise), 0) as debit, coalesce(sum(s.credit_paise), 0) as credit
      from own cross join ledger_crossing s where ${areSumsKept(folded)} and s.parties && own.ids and s.party_id <> all(own.ids) and ${upTo(asOf)}
      union all select ${debit}, ${credit} from crossing x join entry e on e.posting_id = x.posting_id
        join account a on a.account_id = e.account_id where (${inBooks(books)}) is not true) y`.execute(trx)
  return rows[0] ? exact<Sums>(rows[0]) : { debit: 0n, credit: 0n }
}

const KEPT = Object.entries(KINDS).flatMap(([kind, k]) => (k.least === null ? [] : [kind]))
const isKeptKind = (kind: string): boolean => KEPT.includes(kind)
/** Kinds whose accounts are nearly all at 0 again: those that are not have an index (account_standing). */
const PASSING_KINDS = ['hold', 'reserved', 'payment']
const PASSING = sql`(${sql.join(PASSING_KINDS.map(k => sql.lit(k)))})`
export const isPassing = (kind: string): boolean => PASSING_KINDS.includes(kind)
/**
 * Among accounts with a kept balance: the number whose balance differs from the sum of their entries, less the number
 * whose entries do not sum to 0. Added to the number of all accounts whose entries do not sum to 0, which the sums
 * provide, this gives the number of drifting accounts.
 */
const driftBeside = async (trx: Trx, folded: Folded, books: Books): Promise<number> =>
  (
    await sql<{ n: number }>`
      with moved as materialized (select e.account_id, sum(case e.side when 'D' then e.amount_paise else -e.amount_paise end) as paise
        from entry e where ${beyond(folded)} group by 1),
      standing as (select * from account where kind in ${PASSING} and is_kept and balance_paise <> 0
        union all select * from account where kind = any(${texts(KEPT)}) and kind not in ${PASSING} and balance_paise <> 0)
      select count(*) filter (where x.kept <> x.paise) - count(*) filter (where x.paise <> 0) as n
      from (select a.balance_paise * case a.normal_side when 'D' then 1 else -1 end as kept, f.balance + coalesce(m.paise, 0) as paise
        from standing a left join moved m on m.account_id = a.account_id
          cross join lateral ${foldedOf(sql`a.account_id`, folded, null)} f where ${inBooks(books)}) x`.execute(trx)
  ).rows[0]?.n ?? 0

/** Balance of the books' accounts of a kind that empty themselves, on their normal side. */
export const balanceOfKind = (db: Db, books: Books, kind: keyof typeof KINDS): Promise<number> =>
  atMark(db, null, async (trx, folded) => {
    const sign = sql.lit(KINDS[kind].normal === 'D' ? 1 : -1)
    const balance = hasLeastBalance(kind)
      ? sql`select coalesce(sum(a.balance_paise), 0)::bigint as paise from account a
          where a.kind = ${sql.lit(kind)} and a.is_kept and a.balance_paise <> 0 and ${inBooks(books)}`
      : sql`select (${sign} * sum(x.paise))::bigint as paise from (
          select coalesce(sum(s.debit_paise - s.credit_paise), 0) as paise from ledger_month s
            join ledger_party y on y.party_id = s.party_id where ${areSumsKept(folded)} and s.kind = ${kind} and ${inParties(books)}
          union all select coalesce(sum(case e.side when 'D' then e.amount_paise else -e.amount_paise end), 0) from entry e
            join account a on a.account_id = e.account_id where ${beyond(folded)} and a.kind = ${kind} and ${inBooks(books)}) x`
    return (await (balance as RawBuilder<{ paise: number }>).execute(trx)).rows[0]?.paise ?? 0
  })
