// The ledger on the real database (M-4): postings at the same time, twice, broken off in between, and their sums in the
// end.
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { type Db, openDb } from '#platform/db/db.ts'
import { freshDatabase, type TestDatabase } from '#testing/db.ts'
import { balanceOf, trialBalance } from './account.store.ts'
import { type AccountName, credit, debit, type Posting } from './ledger.rules.ts'
import { OtherContent, type Posted, post } from './posting.store.ts'

let database: TestDatabase
let db: Db
beforeAll(async () => {
  database = await freshDatabase(inject('pgSocket'))
  db = openDb({ ...database.config, max: 20 })
})
afterAll(async () => {
  const end = await trialBalance(db)
  await db.destroy()
  await database.drop()
  expect(end).toEqual({ differencePaise: 0n, driftPaise: 0n })
})

const promotion: AccountName = { kind: 'promotion', ref: 0 }
const wallet = (ref: number): AccountName => ({ kind: 'wallet', ref })
const AT = new Date('2026-05-04T09:00:00Z')
const posting = (key: string, lines: Posting['lines'], more: Partial<Posting> = {}): Posting => ({
  key,
  kind: 'credit',
  at: AT,
  companyId: null,
  teamId: null,
  lines,
  ...more,
})
const give = (key: string, ref: number, paise: bigint) =>
  posting(key, [debit(promotion, paise), credit(wallet(ref), paise)])
const take = (key: string, ref: number, paise: bigint) =>
  posting(key, [debit(wallet(ref), paise), credit(promotion, paise)])
const posted = (...postings: Posting[]): Promise<Posted[]> => db.transaction().execute(trx => post(trx, postings))
const entriesOf = async (ref: number) =>
  (
    await sql<{ side: string; amount: number; after: number; version: number }>`
      select e.side, e.amount_paise as amount, e.balance_after as after, e.account_version as version
      from entry e join account a using (account_id) where a.kind = 'wallet' and a.ref = ${ref} order by e.account_version`.execute(
      db,
    )
  ).rows

test('40 debits of 50 at once on a balance of 469: exactly 9 are done', async () => {
  await posted(give('a', 1, 469n))
  const all = await Promise.all(Array.from({ length: 40 }, (_, i) => posted(take(`a${i}`, 1, 50n))))
  expect(all.flat().filter(p => 'isNew' in p && p.isNew)).toHaveLength(9)
  expect(all.flat().filter(p => 'refused' in p && p.balancePaise === 19n)).toHaveLength(31)
  expect(await balanceOf(db, wallet(1))).toBe(19n)
  expect((await entriesOf(1)).map(e => e.after)).toEqual([469, 419, 369, 319, 269, 219, 169, 119, 69, 19])
})

test('20 of the same at once: one posting, which all are answered with', async () => {
  const all = (await Promise.all(Array.from({ length: 20 }, () => posted(give('b', 2, 100n))))).flat()
  expect(new Set(all.map(p => 'postingId' in p && p.postingId)).size).toBe(1)
  expect(all.filter(p => 'isNew' in p && p.isNew)).toHaveLength(1)
  expect(await balanceOf(db, wallet(2))).toBe(100n)
})

test('the same key twice in one call is one posting; with another content it is an error, now and later', async () => {
  const [first, second] = await posted(give('c', 3, 100n), give('c', 3, 100n))
  expect(second).toEqual({ ...first, isNew: false })
  await expect(posted(give('d', 3, 1n), give('d', 3, 2n))).rejects.toThrow(OtherContent)
  await expect(posted(give('c', 3, 101n))).rejects.toThrow(OtherContent)
  expect(await balanceOf(db, wallet(3))).toBe(100n)
})

test('keys that the caller holds take no lock: tens of thousands in one transaction would be too many', async () => {
  const many = Array.from({ length: 600 }, (_, i) => give(`held${i}`, 30, 1n))
  const locks = (areKeysHeld: boolean, postings: Posting[]) =>
    db.transaction().execute(async trx => {
      await post(trx, postings, { areKeysHeld })
      const { rows } = await sql<{ n: number }>`select count(*)::int as n from pg_locks
        where locktype = 'advisory' and pid = pg_backend_pid()`.execute(trx)
      return rows[0]?.n
    })
  expect([await locks(true, many), await locks(false, [give('held', 30, 1n)])]).toEqual([0, 1])
  expect(await balanceOf(db, wallet(30))).toBe(601n)
})

test('one that is refused leaves its neighbours alone, and may be asked for again when there is enough', async () => {
  const all = await posted(give('e1', 4, 100n), take('e2', 4, 101n), take('e3', 4, 60n))
  expect(all.map(p => ('isNew' in p ? p.isNew : p))).toEqual([true, { refused: wallet(4), balancePaise: 100n }, true])
  expect((await posted(give('e4', 4, 61n), take('e2', 4, 101n))).every(p => 'isNew' in p && p.isNew)).toBe(true)
  expect(await balanceOf(db, wallet(4))).toBe(0n)
})

test('accounts are locked in one order, whatever the order of the lines', async () => {
  await posted(give('f1', 5, 10_000n), give('f2', 6, 10_000n))
  const between = (key: string, from: number, to: number) =>
    posted(posting(key, [credit(wallet(to), 1n), debit(wallet(from), 1n)]))
  const all = await Promise.all(
    Array.from({ length: 60 }, (_, i) => (i % 2 === 0 ? between(`g${i}`, 5, 6) : between(`g${i}`, 6, 5))),
  )
  expect(all.flat().every(p => 'isNew' in p && p.isNew)).toBe(true)
  expect([await balanceOf(db, wallet(5)), await balanceOf(db, wallet(6))]).toEqual([10_000n, 10_000n])
})

test('what does not balance is not written, by the rules nor by the database', async () => {
  await expect(posted(posting('h', [debit(promotion, 5n), credit(wallet(7), 4n)]))).rejects.toThrow(RangeError)
  const raw = (entries: string, kind = 'credit') =>
    db.transaction().execute(async trx => {
      await sql`with p as (insert into posting (idempotency_key, request_hash, kind, event_at)
          values ('raw', 'x', ${kind}, now()) returning posting_id)
        insert into entry (posting_id, line_no, account_id, side, amount_paise)
        select posting_id, n, account_id, side, amount from p, account, (values ${sql.raw(entries)}) x (n, side, amount)
        where kind = 'promotion'`.execute(trx)
    })
  await expect(raw(`(1, 'D', 5), (2, 'C', 4)`)).rejects.toThrow('raw has 5 of debit and 4 of credit')
  await expect(raw(`(1, 'D', 5), (2, 'C', 4)`, 'bill')).rejects.toThrow('raw has 5 of debit and 4 of credit')
  await expect(raw(`(1, 'D', 0), (2, 'C', 0)`)).rejects.toThrow('amount_paise')
  await expect(
    sql`insert into posting (idempotency_key, request_hash, kind, event_at) values ('raw', 'x', 'credit', now())`.execute(
      db,
    ),
  ).rejects.toThrow('0 of debit')
})

test.each([
  ['a posting changed', sql`update posting set note = 'x'`],
  ['a posting taken out', sql`delete from posting`],
  ['all postings', sql`truncate posting cascade`],
  ['an entry changed', sql`update entry set amount_paise = amount_paise + 1`],
  ['an entry taken out', sql`delete from entry`],
  ['all entries', sql`truncate entry`],
  ['an account taken out', sql`delete from account where kind = 'wallet'`],
  ['an account that becomes another', sql`update account set ref = 99 where kind = 'wallet' and ref = 1`],
  ['a balance below its least', sql`update account set balance_paise = -1 where kind = 'wallet' and ref = 1`],
  [
    'an entry added to a posting of before',
    sql`insert into entry (posting_id, line_no, account_id, side, amount_paise)
      select posting_id, 9, account_id, 'D', 1 from posting, account where idempotency_key = 'a' and account.kind = 'promotion'`,
  ],
  [
    'an entry of no posting',
    sql`insert into entry (posting_id, line_no, account_id, side, amount_paise)
      select 2000000000, n, account_id, side, 1 from account, (values (1, 'D'), (2, 'C')) x (n, side) where kind = 'promotion'`,
  ],
  [
    'an entry of no account',
    sql`with p as (insert into posting (idempotency_key, request_hash, kind, event_at)
        values ('nobody', 'x', 'credit', now()) returning posting_id)
      insert into entry (posting_id, line_no, account_id, side, amount_paise)
      select posting_id, n, 2000000000, side, 1 from p, (values (1, 'D'), (2, 'C')) x (n, side)`,
  ],
])('the database refuses %s', async (_, statement) => {
  await posted(give('a', 1, 469n))
  await expect(statement.execute(db)).rejects.toThrow(
    /is only added to|stays what it is|account_minimum|is not added to|an account that is not there/,
  )
})

test('10,000 operations at once with connections cut in between: the trial balance is 0, and each key counts once', async () => {
  const WALLETS = 8
  let seed = 20_260_504
  const random = (n: number) => {
    seed = (seed * 1_103_515_245 + 12_345) % 2_147_483_648
    return Math.floor((seed / 2_147_483_648) * n)
  }
  const operations = Array.from({ length: 10_000 }, (_, i) => {
    const ref = 100 + random(WALLETS)
    const paise = BigInt(1 + random(300))
    const at = random(3)
    if (at === 0) return give(`k${i}`, ref, paise)
    if (at === 1) return take(`k${i}`, ref, paise)
    return posting(`k${i}`, [debit(wallet(ref), paise), credit(wallet(100 + ((ref + 1) % WALLETS)), paise)])
  })
  const batches = Array.from({ length: 200 }, (_, i) => operations.slice(i * 50, i * 50 + 50))
  const left = [...batches.entries()]
  let cut = 0
  const worker = async () => {
    for (let next = left.shift(); next; next = left.shift()) {
      const [n, batch] = next
      // A cut connection leaves open whether the batch was committed; posting the batch again does it only once.
      while (
        !(await posted(...batch).then(
          () => true,
          () => false,
        ))
      );
      if (n % 10 === 3) {
        cut++
        await sql`select pg_terminate_backend(pid) from pg_stat_activity
          where datname = current_database() and pid <> pg_backend_pid() and state <> 'idle' limit 2`
          .execute(db)
          .catch(() => undefined)
      }
    }
  }
  await Promise.all([worker(), worker(), worker(), worker()])
  expect(cut).toBe(20)
  expect(await trialBalance(db)).toEqual({ differencePaise: 0n, driftPaise: 0n })
  for (let ref = 100; ref < 100 + WALLETS; ref++) {
    const entries = await entriesOf(ref)
    expect(entries.map(e => e.version)).toEqual(entries.map((_, i) => i + 1))
    expect(entries.every(e => e.after >= 0)).toBe(true)
    expect(BigInt(entries.at(-1)?.after ?? 0)).toBe(await balanceOf(db, wallet(ref)))
  }
})
