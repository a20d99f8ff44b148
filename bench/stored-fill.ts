// Fills a database with sessions of some years as the product would have left them: sessions with their bills, invoices, payments,
// refunds and ledger, every month but the last one settled, all sums brought up by the product itself. Then the product's own
// checks look at all of it. Meter values, frames of the log and audit entries of sessions are not made.
import { existsSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { sql } from 'kysely'
import type { PoolConfig } from 'pg'
import pino from 'pino'
import { compareFigures, rebuildFigures } from '#charging/billing/usage.store.ts'
import { foldAllReport } from '#desk/report/report-hours.store.ts'
import { trialBalance } from '#money/ledger/account.store.ts'
import { compareLedger } from '#money/ledger/ledger-check.store.ts'
import { foldLedger } from '#money/ledger/ledger-fold.store.ts'
import { byProduct } from '#platform/audit/audit-log.ts'
import { localBus } from '#platform/bus/bus.ts'
import { type Db, openDb } from '#platform/db/db.ts'
import { startPostgres } from '#platform/db/embedded.ts'
import { migrate } from '#platform/db/migrations.ts'
import { SERVICES } from '#settlement/invoices/invoice.rules.ts'
import { type Running, runUpTo } from '#settlement/payouts/payout-run.commands.ts'
import { keepRunUntil } from '#settlement/payouts/payout-until.store.ts'
import { periodNamed } from '#settlement/payouts/period.rules.ts'
import { fillStations, ZONE } from './dashboard.ts'
import { FOLD_PORTION, fillAccounts, fillEntries, fillPayments, fillPostings, fillWallets } from './stored-ledger.ts'
import { fillBills, fillInvoiceCounters, fillInvoices, fillNames, fillTerms } from './stored-rows.ts'
import { generatePlaces, generateRunning, generateSessions } from './transactions.ts'
import { withoutIndexes } from './without-indexes.ts'

export const YEARS = Number(process.env.BENCH_YEARS ?? 3)
export const DAYS = YEARS * 365
const SINCE = new Date(Date.UTC(2026 - YEARS, 5, 30, 18, 30))
const FISCAL_YEARS = Array.from({ length: YEARS + 1 }, (_, n) => 2026 - YEARS + n)
/** The last month stays unsettled, to be settled by who measures. */
const SETTLED = '2026-05-01'
const RUN_BEFORE = '2026-04-01'
export const UNSETTLED = '2026-06-01'
/** Tables that are filled without their indexes. */
const BIG = ['transaction', 'bill', 'invoice', 'posting', 'entry', 'account', 'payment', 'refund']
const PORTION = 250_000
const COMPARED = 2_000_000
/** Statements that work side by side. */
const AT_ONCE = 3
/** Nothing of a fill has to survive a loss of power: who broke it off begins anew. */
const HASTE = [
  'fsync=off',
  'synchronous_commit=off',
  'full_page_writes=off',
  'max_wal_size=8GB',
  'autovacuum=off',
].concat(['wal_level=minimal', 'max_wal_senders=0', 'work_mem=256MB', 'maintenance_work_mem=1GB', 'shared_buffers=2GB'])
const flags = (settings: readonly string[]) => settings.flatMap(s => ['-c', s])

export type Step = { what: string; seconds: number }
type Steps = { step: (what: string, work: () => Promise<unknown>) => Promise<void>; taken: Step[] }
function steps(): Steps {
  const taken: Step[] = []
  return {
    taken,
    step: async (what, work) => {
      const from = performance.now()
      await work()
      taken.push({ what, seconds: (performance.now() - from) / 1000 })
      console.log(`${new Date().toISOString().slice(11, 19)} ${what}: ${taken.at(-1)?.seconds.toFixed(1)} s`)
    },
  }
}

/** Ranges of ids, some at a time. */
async function inPortions(
  count: number,
  work: (range: { from: number; to: number }) => Promise<unknown>,
): Promise<void> {
  let next = 1
  const worker = async () => {
    while (next <= count) {
      const range = { from: next, to: Math.min(count, next + PORTION - 1) }
      next += PORTION
      await work(range)
    }
  }
  await Promise.all(Array.from({ length: AT_ONCE }, worker))
}

async function fillRows(db: Db, count: number, { step }: Steps): Promise<void> {
  await fillTerms(db, SINCE)
  await withoutIndexes(
    db,
    BIG,
    async () => {
      await step('sessions', () => inPortions(count, r => generateSessions(db, { count, days: DAYS }, r.from, r.to)))
      await generateRunning(db)
      await step('bills', () => inPortions(count, r => fillBills(db, r)))
      await sql`analyze transaction, bill`.execute(db)
      await step('names for searches', () => fillNames(db))
      await step('payments and refunds', () => inPortions(count, r => fillPayments(db, r)))
      await step('invoices', async () => {
        for (const year of FISCAL_YEARS) await fillInvoices(db, year)
        await fillInvoiceCounters(db)
      })
      await step('accounts', () => fillAccounts(db))
      await step('postings', () => inPortions(count, r => fillPostings(db, r)))
      await step('entries', () => inPortions(count, r => fillEntries(db, r)))
      await step('wallets', () => fillWallets(db))
    },
    { atOnce: AT_ONCE, onBuilt: (name, ms) => console.log(`  index ${name}: ${(ms / 1000).toFixed(1)} s`) },
  )
}

/** What the settlement of a month needs. */
export const running = (db: Db, now: () => Date): Running => ({
  db,
  bus: localBus(error => console.error(error)),
  log: pino({ level: 'error' }),
  timeZone: ZONE,
  mode: 'test',
  platform: undefined,
  invoices: { series: 'CM', services: SERVICES },
  now,
})

async function bringUp(db: Db, { step }: Steps): Promise<void> {
  const period = periodNamed(SETTLED, ZONE)
  // One run for all months together: a run for each month would read the bills of all later months again.
  const settle = async () => {
    await keepRunUntil(db, RUN_BEFORE)
    await runUpTo(
      running(db, () => period.end),
      byProduct('Bench'),
      { kind: 'all', teamId: 1 },
      period,
    )
  }
  const { rows } = await sql`select from usage_day_kept limit 1`.execute(db)
  const figures = async () => {
    await rebuildFigures(db, ZONE)
    await fillStations(db)
  }
  await Promise.all([step('months settled', settle), ...(rows.length > 0 ? [] : [step('figures of days', figures)])])
  await sql`analyze payout, payout_line, posting, entry`.execute(db)
  await sql`truncate report_noted`.execute(db)
  await sql`insert into report_noted (team_id, hour, company_id)
    select distinct team_id, date_trunc('hour', stopped_at, 'UTC'), company_id from transaction where stopped_at is not null`.execute(
    db,
  )
  await Promise.all([
    step('hours of the report', () => foldAllReport(db)),
    step('sums of the ledger', () => foldLedger(db, ZONE, { portion: FOLD_PORTION })),
  ])
}

/**
 * What the product's own checks and the truths of the books find wrong. Comparing every entry with the sums of the ledger needs
 * as much space again as the entries, so that it is left out of more than `COMPARED` sessions.
 */
async function faults(db: Db, count: number): Promise<string[]> {
  const { differencePaise, driftPaise } = await trialBalance(db)
  const figures = await compareFigures(db)
  const { rows } = await sql<Record<string, number>>`select
    (select count(*) from transaction t left join bill b using (transaction_id) where t.stopped_at is not null
      and b.total_paise is distinct from t.charged_paise) as "sessions without a bill of their charge",
    (select count(*) from bill b left join invoice i on i.transaction_id = b.transaction_id and i.bill_version = b.version
      where b.total_paise > 0 and i.total_paise is distinct from b.total_paise) as "bills without their invoice",
    (select count(*) from (select from invoice group by gstin, series, fiscal_year having max(sequence) <> count(*)) x)
      as "series of invoices with a hole",
    (select count(*) from payout p where p.total_paise <> (select coalesce(sum(b.total_paise), 0) from payout_line l
      join bill b on b.transaction_id = l.transaction_id and b.version = l.bill_version where l.payout_no = p.payout_no))
      as "payouts that are not the sum of their bills",
    (select abs((select sum(sessions) from report_hour) - (select count(*) from transaction where stopped_at is not null))::bigint)
      as "sessions that the hours of the report lack or double"`.execute(db)
  return [
    ...(differencePaise === 0n ? [] : [`The ledger is out by ${differencePaise} paise`]),
    ...(driftPaise === 0n ? [] : [`Balances differ from their entries by ${driftPaise} paise`]),
    ...figures.hours.map(h => `Figures of team ${h.teamId} at ${h.hour.toISOString()}`),
    ...figures.days.map(d => `Figures of team ${d.teamId} on ${d.day}`),
    ...figures.teams.map(t => `Figures of team ${t}`),
    ...(count <= COMPARED ? await compareLedger(db) : []),
    ...Object.entries(rows[0] ?? {}).flatMap(([what, n]) => (Number(n) === 0 ? [] : [`${n} ${what}`])),
  ]
}

/** Whether a folder is filled and checked. */
export const isFilled = (folder: string): boolean => existsSync(join(folder, 'whole'))

/** Fills `folder` with so many sessions; how long each step took. Throws where a check finds a fault. */
export async function fillStored(folder: string, count: number): Promise<Step[]> {
  const all = steps()
  const during = async (settings: readonly string[], work: (db: Db, config: PoolConfig) => Promise<void>) => {
    const server = await startPostgres(join(folder, 'db'), flags(settings))
    // The longest statements take minutes.
    const db = openDb({ ...server.config, max: 4 })
    try {
      await work(db, server.config)
    } finally {
      await db.destroy()
      await server.stop()
    }
  }
  // Rows and indexes take most of the time: what breaks off after them goes on from there.
  const [rows, whole] = [join(folder, 'rows'), join(folder, 'whole')]
  if (!existsSync(rows)) {
    await during(HASTE, async (db, config) => {
      await migrate(config)
      await generatePlaces(db)
    })
    await during([...HASTE, 'session_replication_role=replica'], async db => fillRows(db, count, all))
    writeFileSync(rows, '')
  }
  await during(HASTE, async db => {
    await sql`vacuum analyze`.execute(db)
    await bringUp(db, all)
    await sql`vacuum analyze`.execute(db)
    await all.step('checks', async () => {
      const wrong = await faults(db, count)
      if (wrong.length > 0) throw new Error(`The rows do not agree:\n${wrong.slice(0, 20).join('\n')}`)
    })
  })
  writeFileSync(whole, '')
  return all.taken
}
