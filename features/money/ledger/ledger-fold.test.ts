// Sums of the ledger beside its entries: while several connections post, fold and break off at once, and after changes
// of accounts or months.
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, inject, test, vi } from 'vitest'
import { type Db, openDb } from '#platform/db/db.ts'
import { freshDatabase, type TestDatabase } from '#testing/db.ts'
import { credit, debit, type Posting } from './ledger.rules.ts'
import { compareLedger } from './ledger-check.store.ts'
import { foldLedger, rebuildLedger } from './ledger-fold.store.ts'
import { atMark, beyond } from './ledger-sums.store.ts'
import { post } from './posting.store.ts'

const ZONE = 'Asia/Kolkata'
let database: TestDatabase
let db: Db
beforeAll(async () => {
  database = await freshDatabase(inject('pgSocket'))
  db = openDb({ ...database.config, max: 20 })
  await sql`insert into team (id, parent_id, company_id, company_type, path, name) values (1, null, 1, 'GP', '{1}', 'Platform'),
    (2, 1, 2, 'P', '{1,2}', 'Two'), (11, 2, 2, 'C', '{1,2,11}', 'Eleven'), (12, 2, 2, 'C', '{1,2,12}', 'Twelve')`.execute(
    db,
  )
})
afterAll(async () => {
  await db.destroy()
  await database.drop()
})

let seed = 20_261_101
const random = (n: number) => {
  seed = (seed * 1_103_515_245 + 12_345) % 2_147_483_648
  return Math.floor((seed / 2_147_483_648) * n)
}
let next = 0
/** A bill, credit by hand, or money that a payment brings, of a random team and time: some of the month's last hours. */
function some(): Posting {
  const [teamId, ref, paise] = [11 + random(2), 1 + random(30), BigInt(1 + random(5000))]
  const at = new Date(Date.UTC(2026, 6 + random(4), random(2) === 0 ? 0 : 1 + random(28), 17 + random(3)))
  const of = { at, companyId: 2, teamId }
  const key = `some:${next++}`
  if (next % 3 === 0)
    return {
      ...of,
      key: `bill:${next}:1`,
      kind: 'bill',
      transactionId: next,
      lines: [debit({ kind: 'receivable', ref: teamId }, paise), credit({ kind: 'owner', ref: teamId }, paise)],
    }
  if (next % 3 === 1)
    return {
      ...of,
      key,
      kind: 'credit',
      lines: [debit({ kind: 'promotion', ref: 0 }, paise), credit({ kind: 'wallet', ref }, paise)],
    }
  return {
    ...of,
    key,
    kind: 'payment',
    lines: [debit({ kind: 'gateway', ref: 2 }, paise), credit({ kind: 'payment', ref }, paise)],
  }
}
const reversed = (p: Posting): Posting => ({
  ...p,
  key: `${p.key}:back`,
  lines: p.lines.map(l => ({ ...l, side: l.side === 'D' ? 'C' : 'D' })),
})
const posted = (...postings: Posting[]) => db.transaction().execute(trx => post(trx, postings))
const mark = async () =>
  (await sql<{ foldedTo: number }>`select folded_to from ledger_mark`.execute(db)).rows[0]?.foldedTo ?? 0
const newest = async () =>
  (await sql<{ id: number }>`select max(posting_id) as id from posting`.execute(db)).rows[0]?.id ?? 0
/**
 * The total of all entries less the sums and the entries beyond them, read at one moment; 0 where nothing is missing.
 */
const missing = () =>
  atMark(db, ZONE, async (trx, folded) => {
    const { rows } = await sql<{ month: number; account: number }>`
      with beyond as (select coalesce(sum(e.amount_paise), 0) as paise from entry e where ${beyond(folded)}),
      every as (select coalesce(sum(amount_paise), 0) as paise from entry)
      select (select paise from every) - (select paise from beyond)
          - coalesce((select sum(debit_paise + credit_paise) from ledger_month), 0) as month,
        (select paise from every) - (select paise from beyond)
          - coalesce((select sum(debit_paise + credit_paise) from ledger_account_month), 0) as account`.execute(trx)
    return [Number(rows[0]?.month), Number(rows[0]?.account)]
  })

test('many post and fold at once with connections cut in between: at any moment nothing counts twice or is missing', async () => {
  const left = Array.from({ length: 120 }, (_, i) => i)
  let isOver = false
  const again = async (run: () => Promise<unknown>) => {
    while (
      !(await run().then(
        () => true,
        () => false,
      ))
    );
  }
  const poster = async () => {
    for (let n = left.shift(); n !== undefined; n = left.shift()) {
      const batch = Array.from({ length: 1 + random(12) }, some)
      const back = batch.filter((_, i) => i % 4 === 1).map(reversed)
      await again(() => posted(...batch, ...back))
      if (n % 8 === 3)
        await sql`select pg_terminate_backend(pid) from pg_stat_activity
          where datname = current_database() and pid <> pg_backend_pid() and state <> 'idle' limit 2`
          .execute(db)
          .catch(() => undefined)
    }
  }
  const folder = async () => {
    while (!isOver) await foldLedger(db, ZONE, { portion: 1 + random(40) }).catch(() => undefined)
  }
  let looks = 0
  const reader = async () => {
    while (!isOver) {
      const found = await missing().catch(() => undefined)
      if (found) {
        looks++
        expect(found).toEqual([0, 0])
      }
    }
  }
  const others = Promise.all([folder(), folder(), reader()])
  await Promise.all([poster(), poster(), poster()])
  isOver = true
  await others
  expect(looks).toBeGreaterThan(5)
  await foldLedger(db, ZONE)
  expect(await mark()).toBeGreaterThanOrEqual(await newest())
  expect(await compareLedger(db)).toEqual([])
})

test('what somebody is still writing is waited for, and nothing behind it is taken for done', async () => {
  const before = await mark()
  const trx = await db.startTransaction().execute()
  await post(trx, [some()])
  await posted(some())
  expect(await foldLedger(db, ZONE, { patienceMs: 50 })).toBe(0)
  expect(await mark()).toBe(before)
  // The fold has looked twice by now, so a transaction that begins to post does not hold it up any longer.
  const asked = vi.spyOn(db.getExecutor(), 'executeQuery')
  const looks = () => asked.mock.calls.filter(([q]) => q.sql.includes('pg_locks')).length
  const waiting = foldLedger(db, ZONE)
  await expect.poll(looks).toBeGreaterThan(1)
  asked.mockRestore()
  const later = await db.startTransaction().execute()
  await post(later, [some()])
  await trx.commit().execute()
  const folded = await waiting.finally(() => later.commit().execute())
  expect(folded).toBeGreaterThan(0)
  expect(await missing()).toEqual([0, 0])
  await foldLedger(db, ZONE)
  expect(await compareLedger(db)).toEqual([])
})

test('numbers that a broken transaction drew are gone over', async () => {
  await db
    .transaction()
    .execute(async trx => {
      await post(trx, [some(), some()])
      throw new Error('broken')
    })
    .catch(() => undefined)
  await posted(some())
  await foldLedger(db, ZONE)
  expect([await mark(), await missing()]).toEqual([await newest(), [0, 0]])
})

test('an account that passes to other books takes its entries along, whoever folds meanwhile', async () => {
  await posted(some(), some(), some())
  const trx = await db.startTransaction().execute()
  await sql`update account set team_id = 12 where kind = 'wallet' and team_id = 11`.execute(trx)
  // The fold skips its work while another transaction holds the mark.
  expect(await foldLedger(db, ZONE)).toBe(0)
  await trx.commit().execute()
  expect(await mark()).toBe(0)
  expect(await missing()).toEqual([0, 0])
  await foldLedger(db, ZONE, { portion: 50 })
  expect(await compareLedger(db)).toEqual([])
  const { rows } =
    await sql`select from ledger_month s join ledger_party y using (party_id) where s.kind = 'wallet' and y.team_id = 11`.execute(
      db,
    )
  expect(rows).toEqual([])
})

test('another business time zone cuts the months anew', async () => {
  const months = async () =>
    (await sql`select month, kind, debit_paise, credit_paise from ledger_month`.execute(db)).rows
  const before = await months()
  await foldLedger(db, 'America/New_York')
  expect(await compareLedger(db)).toEqual([])
  expect(await months()).not.toEqual(before)
  // Months of the zone before are read from the entries.
  expect(await atMark(db, ZONE, async (_, folded) => folded)).toBe(0)
  await foldLedger(db, ZONE)
  expect(await atMark(db, ZONE, async (_, folded) => folded)).toBe(await newest())
})

test.each([
  ['month', sql`update ledger_month set debit_paise = debit_paise + 1 where kind = 'owner'`],
  ['account', sql`delete from ledger_account_month where entries > 2`],
  ['count of accounts', sql`update ledger_month_accounts set standing = standing + 1`],
  ['crossing', sql`update ledger_crossing set credit_paise = 0`],
  ['open bill', sql`delete from ledger_open_bill where amount_paise > 100`],
  ['day at the provider', sql`delete from ledger_gateway_day`],
])('a %s that is not what the entries say is named, and worked out anew', async (_, wrong) => {
  await posted(some(), some(), some())
  await foldLedger(db, ZONE)
  expect(await compareLedger(db)).toEqual([])
  await wrong.execute(db)
  expect((await compareLedger(db)).length).toBeGreaterThan(0)
  await rebuildLedger(db, ZONE)
  expect(await compareLedger(db)).toEqual([])
})
