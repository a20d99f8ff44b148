// The trial balance of many books against the test's own sums of plain entries: after random postings, corrections and
// reversals, with all, some or none of them folded already.
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import {
  type AccountName,
  credit,
  debit,
  KINDS,
  type Line,
  OF_COMPANY,
  type Posting,
} from '#money/ledger/ledger.rules.ts'
import { compareLedger } from '#money/ledger/ledger-check.store.ts'
import { foldLedger } from '#money/ledger/ledger-fold.store.ts'
import { post } from '#money/ledger/posting.store.ts'
import { type Db, openDb } from '#platform/db/db.ts'
import { freshDatabase, type TestDatabase } from '#testing/db.ts'
import { accountOf, accounts, countAccounts, type EntryRow, entries } from './account-list.store.ts'
import type { Books } from './books.store.ts'
import { type Period, periodOf } from './period.rules.ts'
import { balanceOfKind, trialOf } from './trial.store.ts'

const ZONE = 'Asia/Kolkata'
let database: TestDatabase
let db: Db
const TEAMS = { 11: 2, 12: 2, 21: 3 } as const
beforeAll(async () => {
  database = await freshDatabase(inject('pgSocket'))
  db = openDb({ ...database.config, max: 8 })
  await sql`insert into team (id, parent_id, company_id, company_type, path, name) values (1, null, 1, 'GP', '{1}', 'Platform'),
    (2, 1, 2, 'P', '{1,2}', 'Two'), (3, 1, 3, 'P', '{1,3}', 'Three'), (11, 2, 2, 'C', '{1,2,11}', 'Eleven'),
    (12, 2, 2, 'C', '{1,2,12}', 'Twelve'), (21, 3, 3, 'C', '{1,3,21}', 'Twenty-one')`.execute(db)
})
afterAll(async () => {
  await db.destroy()
  await database.drop()
})

let seed = 20_261_122
const random = (n: number) => {
  seed = (seed * 1_103_515_245 + 12_345) % 2_147_483_648
  return Math.floor((seed / 2_147_483_648) * n)
}
let next = 0
function some(): Posting {
  const n = next++
  const teamId = ([11, 12, 21] as const)[random(3)] as 11 | 12 | 21
  const companyId = TEAMS[teamId]
  const paise = BigInt(1 + random(2000))
  const at = new Date(Date.UTC(2026, 5 + random(4), random(3) === 0 ? 0 : 1 + random(28), 17 + random(3), random(60)))
  const team = (kind: AccountName['kind']): AccountName => ({ kind, ref: teamId })
  const [wallet, hold]: AccountName[] = [
    { kind: 'wallet', ref: 1 + random(12) },
    { kind: 'hold', ref: 1 + random(40) },
  ]
  const ways: [Posting['kind'], Line[]][] = [
    ['payment', [debit({ kind: 'gateway', ref: companyId }, paise), credit(hold as AccountName, paise)]],
    ['credit', [debit({ kind: 'promotion', ref: 0 }, paise), credit(wallet as AccountName, paise)]],
    ['hold', [debit(wallet as AccountName, paise), credit(hold as AccountName, paise)]],
    ['bill', [debit(hold as AccountName, paise), credit(team('owner'), paise)]],
    ['bill', [debit(team('receivable'), paise + 2n), credit(team('owner'), paise), credit(team('cgst'), 2n)]],
    ['correction', [debit(team('owner'), paise), credit(team('receivable'), paise)]],
    [
      'settlement',
      [
        debit(team('owner'), paise + 5n),
        credit({ kind: 'commission', ref: companyId }, 5n),
        credit(team('payoutClearing'), paise),
      ],
    ],
  ]
  const [kind, lines] = ways[random(ways.length)] as [Posting['kind'], Line[]]
  return { key: `x:${n}:1`, kind, at, companyId, teamId, transactionId: n, lines }
}
const reversed = (p: Posting): Posting => ({
  ...p,
  key: `back:${p.key}`,
  lines: p.lines.map(l => ({ ...l, side: l.side === 'D' ? 'C' : 'D' })),
})

type Plain = {
  postingId: number
  lineNo: number
  accountId: number
  kind: string
  ref: number
  companyId: number | null
  teamId: number | null
  side: string
  paise: number
  at: Date
}
const plain = async () =>
  (
    await sql<Plain>`select e.posting_id, e.line_no, e.account_id, a.kind, a.ref, a.company_id, a.team_id, e.side, e.amount_paise as paise,
      p.event_at as at from entry e join account a using (account_id) join posting p using (posting_id) order by 1, 2`.execute(
      db,
    )
  ).rows
const signed = (e: Plain) => (e.side === 'D' ? e.paise : -e.paise)
const sum = <T>(all: readonly T[], of: (x: T) => number) => all.reduce((n, x) => n + of(x), 0)
const isIn = ({ scope, isWhole }: Books, e: Plain): boolean => {
  if (isWhole) return true
  if (scope.kind === 'all') return e.companyId !== null
  if (scope.kind === 'company') return e.companyId === scope.companyId
  return scope.teams.includes(OF_COMPANY.includes(e.kind) ? e.ref : (e.teamId ?? -1))
}
/** The same as trialOf, from plain entries. */
function expected(all: readonly Plain[], books: Books, asOf: Period | null) {
  const counted = all.filter(e => !asOf || e.at < asOf.to)
  const own = counted.filter(e => isIn(books, e))
  const touched = new Set(own.map(e => e.postingId))
  const outside = counted.filter(e => touched.has(e.postingId) && !isIn(books, e))
  const of = (some: readonly Plain[], side: string) =>
    BigInt(
      sum(
        some.filter(e => e.side === side),
        e => e.paise,
      ),
    )
  const kinds = [...new Set(own.map(e => e.kind))].sort().map(kind => {
    const ofKind = own.filter(e => e.kind === kind)
    const ids = [...new Set(ofKind.map(e => e.accountId))]
    const open = ids.filter(
      id =>
        sum(
          ofKind.filter(e => e.accountId === id),
          signed,
        ) !== 0,
    )
    return { kind, accounts: ids.length, open: open.length, debit: of(ofKind, 'D'), credit: of(ofKind, 'C') }
  })
  return {
    kinds,
    outside: { debit: of(outside, 'D'), credit: of(outside, 'C') },
    difference: 0n,
    drifting: asOf ? null : 0,
  }
}
const teams = (...ids: number[]): Books => ({
  scope: { kind: 'teams', teamId: ids[0] ?? 0, teams: ids },
  isWhole: false,
})
const BOOKS: readonly Books[] = [
  { scope: { kind: 'all', teamId: 1 }, isWhole: true },
  { scope: { kind: 'all', teamId: 1 }, isWhole: false },
  { scope: { kind: 'company', teamId: 2, companyId: 2 }, isWhole: false },
  { scope: { kind: 'company', teamId: 3, companyId: 3 }, isWhole: false },
  teams(11),
  teams(11, 12),
  teams(2),
  teams(2, 11, 12),
  teams(12, 21),
  teams(),
]
const TIMES: readonly (Period | null)[] = [
  null,
  ...['2026-05', '2026-06', '2026-07', '2026-09'].map(m => periodOf(m, ZONE)),
]

async function agree() {
  const all = await plain()
  for (const books of BOOKS)
    for (const asOf of TIMES) {
      const { kinds, ...rest } = await trialOf(db, books, asOf)
      const found = kinds.filter(k => k.accounts > 0).sort((a, b) => (a.kind < b.kind ? -1 : 1))
      expect({ books, month: asOf?.month, kinds: found, ...rest }).toEqual({
        books,
        month: asOf?.month,
        ...expected(all, books, asOf),
      })
    }
}
test('after each of many rounds of postings at random every book agrees with the plain entries, now and as of each month', async () => {
  for (let round = 0; round < 6; round++) {
    const batch = Array.from({ length: 60 }, some)
    // A posting or reversal that an account has too little for is refused.
    await db.transaction().execute(trx => post(trx, [...batch, ...batch.filter((_, i) => i % 5 === 2).map(reversed)]))
    if (round > 0) await foldLedger(db, ZONE, { portion: 1 + random(90), forMs: round % 2 === 0 ? 0.01 : 1e9 })
    if (round % 2 === 1) await db.transaction().execute(trx => post(trx, Array.from({ length: 9 }, some)))
    await agree()
  }
  await foldLedger(db, ZONE)
  await agree()
  expect(await compareLedger(db)).toEqual([])
}, 60_000)

test('accounts of a kind and the entries of one: sums, counts and running balances are those of plain entries', async () => {
  await db.transaction().execute(trx => post(trx, Array.from({ length: 20 }, some)))
  const all = await plain()
  for (const asOf of TIMES)
    for (const books of BOOKS.slice(0, 5)) {
      const own = all.filter(e => isIn(books, e) && (!asOf || e.at < asOf.to))
      for (const kind of ['owner', 'hold', 'gateway'] as const) {
        const ids = [...new Set(own.filter(e => e.kind === kind).map(e => e.accountId))].sort((a, b) => a - b)
        const list = (await accounts(db, books, { kind, asOf, isAll: true }, { sort: 'accountId' })) as {
          accountId: number
          balance: number
          entries: number
        }[]
        const of = (id: number) => own.filter(e => e.accountId === id)
        expect(list.map(a => [a.accountId, a.balance, a.entries])).toEqual(
          ids.map(id => [id, sum(of(id), signed), of(id).length]),
        )
        expect(await countAccounts(db, books, { kind, asOf, isAll: true }, undefined)).toBe(ids.length)
        const open = ids.filter(id => sum(of(id), signed) !== 0)
        expect(await countAccounts(db, books, { kind, asOf, isAll: false }, undefined)).toBe(open.length)
        const [id] = ids
        if (id === undefined) continue
        let balance = 0
        const running = of(id).map(e => {
          balance += signed(e)
          return [e.postingId, e.lineNo, balance]
        })
        const page = (await entries(db, id, asOf, { page: 2, pageSize: 3 })) as EntryRow[]
        expect(page.map(e => [e.postingId, e.lineNo, e.balance])).toEqual(running.reverse().slice(3, 6))
        expect(await accountOf(db, books, id, asOf)).toMatchObject({ balance, entries: running.length })
      }
    }
  const [whole] = BOOKS
  for (const kind of ['receivable', 'payoutClearing', 'hold'] as const) {
    const sign = KINDS[kind].normal === 'D' ? 1 : -1
    expect(await balanceOfKind(db, whole as Books, kind)).toBe(
      sign *
        sum(
          all.filter(e => e.kind === kind),
          signed,
        ),
    )
  }
})

test('kept balances that are not the sum of their entries are counted, also one that should not be 0', async () => {
  const [whole] = BOOKS
  const drifting = async () => (await trialOf(db, whole as Books, null)).drifting
  await foldLedger(db, ZONE)
  expect(await drifting()).toBe(0)
  const move = (which: string, to: string) =>
    sql`update account set balance_paise = ${sql.raw(to)} where account_id = (select account_id from account where ${sql.raw(which)} limit 1)`.execute(
      db,
    )
  await move(`kind = 'wallet' and balance_paise > 0`, 'balance_paise + 1')
  expect(await drifting()).toBe(1)
  await move(`kind = 'hold' and balance_paise > 0`, '0')
  expect(await drifting()).toBe(2)
})

test('sums beyond what a JavaScript number holds exactly are exact, and their difference is 0', async () => {
  const most = BigInt(Number.MAX_SAFE_INTEGER)
  const amounts = [most, most - 2n, most - 4n, 3n]
  const before = await trialOf(db, BOOKS[2] as Books, null)
  for (const [i, paise] of amounts.entries()) {
    const lines = [debit({ kind: 'gateway', ref: 2 }, paise), credit({ kind: 'hold', ref: 9000 + i }, paise)]
    const at = new Date('2026-08-01T00:00:00Z')
    const posting = { key: `large:${i}`, kind: 'payment' as const, at, companyId: 2, teamId: 11, lines }
    await db.transaction().execute(trx => post(trx, [posting]))
  }
  const after = await trialOf(db, BOOKS[2] as Books, null)
  const gateway = (t: typeof after) => t.kinds.find(k => k.kind === 'gateway')?.debit ?? 0n
  expect([gateway(after) - gateway(before), after.difference]).toEqual([amounts.reduce((n, p) => n + p, 0n), 0n])
})
