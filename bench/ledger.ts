// How many postings a second the ledger writes (M-4), beside inserts of the same rows into bare tables: without keys that are
// looked up, locks, balances, triggers, or a check of debit and credit. All commit alike, four at a time.
import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { sql } from 'kysely'
import { trialBalance } from '#money/ledger/account.store.ts'
import { type AccountName, credit, debit, type Posting } from '#money/ledger/ledger.rules.ts'
import { post } from '#money/ledger/posting.store.ts'
import { bigints, ints, texts } from '#platform/db/columns.ts'
import { type Db, openDb } from '#platform/db/db.ts'
import { startPostgres } from '#platform/db/embedded.ts'
import { migrate } from '#platform/db/migrations.ts'
import { newFolder } from './stand.ts'
import { figure, median, percent, type Section, table } from './table.ts'

const AT_ONCE = 4
const ROUNDS = 5
const ROUND_MS = 2000
const WALLETS = 5000
const OWNERS = 20

const owner = (n: number): AccountName => ({ kind: 'owner', ref: 1 + (n % OWNERS) })
const wallet = (n: number): AccountName => ({ kind: 'wallet', ref: 1 + (n % WALLETS) })
const posting = (n: number, lines: Posting['lines']): Posting => ({
  key: `bench:${n}`,
  kind: 'bill',
  at: new Date(0),
  companyId: null,
  teamId: null,
  transactionId: n,
  lines,
})
/** A bill: four lines. */
const bill = (n: number): Posting =>
  posting(n, [
    debit({ kind: 'receivable', ref: 1 + (n % OWNERS) }, 23_600n),
    credit(owner(n), 20_000n),
    credit({ kind: 'cgst', ref: 1 + (n % OWNERS) }, 1800n),
    credit({ kind: 'sgst', ref: 1 + (n % OWNERS) }, 1800n),
  ])
/** Money of a wallet that is spent: its row is locked, and its balance may refuse. */
const spending = (n: number): Posting => posting(n, [debit(wallet(n), 10n), credit(owner(n), 10n)])

let next = 1
type Way = { name: string; lines: number; of: number; run: (db: Db, from: number, count: number) => Promise<unknown> }
const posts = (name: string, lines: number, of: number, make: (n: number) => Posting): Way => ({
  name,
  lines,
  of,
  run: (db, from, count) =>
    db.transaction().execute(trx =>
      post(
        trx,
        Array.from({ length: count }, (_, i) => make(from + i)),
      ),
    ),
})
const raw = (lines: number, of: number): Way => ({
  name: `bare inserts, ${of} at a time`,
  lines,
  of,
  run: (db, from, count) =>
    db.transaction().execute(async trx => {
      const all = Array.from({ length: count }, (_, i) => from + i)
      await sql`insert into bare_posting select id, key from unnest(${ints(all)}, ${texts(all.map(String))}) x (id, key)`.execute(
        trx,
      )
      const rows = all.flatMap(n => Array.from({ length: lines }, (_, l) => [n, l + 1] as const))
      await sql`insert into bare_entry select posting, line, 1, 'D', amount
        from unnest(${ints(rows.map(r => r[0]))}, ${ints(rows.map(r => r[1]))}, ${bigints(rows.map(() => 100))}) x (posting, line, amount)`.execute(
        trx,
      )
    }),
})
const ways: readonly Way[] = [
  raw(4, 50),
  raw(4, 1),
  posts('bills, 50 at a time', 4, 50, bill),
  posts('bills, one at a time', 4, 1, bill),
  posts('wallets, 50 at a time', 2, 50, spending),
  posts('wallets, one at a time', 2, 1, spending),
]

async function perSecond(db: Db, way: Way): Promise<number> {
  const until = performance.now() + ROUND_MS
  let done = 0
  const from = performance.now()
  const worker = async () => {
    while (performance.now() < until) {
      const first = next
      next += way.of
      await way.run(db, first, way.of)
      done += way.of
    }
  }
  await Promise.all(Array.from({ length: AT_ONCE }, worker))
  return (done * 1000) / (performance.now() - from)
}

export async function ledger(): Promise<Section> {
  const folder = newFolder()
  const server = await startPostgres(join(folder, 'db'))
  const db = openDb({ ...server.config, max: AT_ONCE + 1 })
  try {
    await migrate(server.config)
    await sql`create table bare_posting (id int primary key, key text)`.execute(db)
    await sql`create table bare_entry (posting int, line int, account int, side char(1), amount bigint, primary key (posting, line))`.execute(
      db,
    )
    const gifts = Array.from({ length: WALLETS }, (_, n) =>
      posting(next++, [debit({ kind: 'promotion', ref: 0 }, 1_000_000n), credit(wallet(n), 1_000_000n)]),
    )
    await db.transaction().execute(trx => post(trx, gifts))
    const rates = new Map<Way, number[]>(ways.map(w => [w, []]))
    for (let round = 0; round < ROUNDS; round++) for (const w of ways) rates.get(w)?.push(await perSecond(db, w))
    const { differencePaise, driftPaise } = await trialBalance(db)
    if (differencePaise !== 0n || driftPaise !== 0n) throw new Error('The ledger does not balance')
    /** The inserts of as many at a time. */
    const bare = (of: number) => median(rates.get(ways.find(w => w.of === of) as Way) ?? [])
    const rows = ways.map(w => {
      const rate = median(rates.get(w) ?? [])
      return [w.name, String(w.lines), figure(rate), percent(rate, bare(w.of))]
    })
    return {
      title: 'Ledger',
      text: `Postings a second, ${AT_ONCE} transactions at a time, ${ROUNDS} rounds in turns, medians; the trial balance is 0 in the end.

${table(['way', 'lines', 'postings/s', 'of the bare inserts'], rows)}`,
    }
  } finally {
    await db.destroy()
    await server.stop()
    rmSync(folder, { recursive: true, force: true })
  }
}
