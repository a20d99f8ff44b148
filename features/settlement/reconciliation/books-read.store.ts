// Reads all figures of a screen of the books, by statements that run side by side. Amounts in rupees.
import type { Scope } from '#platform/access/scope.ts'
import type { Db, Trx } from '#platform/db/db.ts'
import { byOrder } from './books.rules.ts'
import { type Books, knownBooks } from './books.store.ts'
import { bridgeOf, checkReply, clearingReply, headsOf, rupees, stateReply } from './books-reply.rules.ts'
import { closingOf } from './month-closing.store.ts'
import type { MonthEnd, ProviderBooks } from './month-end.contract.ts'
import { overrunOf, smallRestsOf } from './month-sums.store.ts'
import {
  ADVICE,
  CLEARING_KINDS,
  LATE_KIND,
  MONTH_KINDS,
  OPEN_WORDS,
  type OpenKind,
  TRIAL_BALANCE,
} from './open-item.words.ts'
import { type OpenItemsQuery, openByAge, openTotal } from './open-items.store.ts'
import { type Period, periodOf } from './period.rules.ts'
import * as provider from './provider-books.store.ts'
import type { Clearing, Reconciliation } from './reconciliation.contract.ts'
import type { RegisterSummary } from './register.contract.ts'
import * as sales from './register.store.ts'
import { balanceOfKind, trialOf } from './trial.store.ts'

/** The trial balance now, or as of the end of a month; and the present open items. */
export async function reconciliationOf(
  db: Db,
  books: Books,
  asOf: string | null,
  now: Date,
  zone: string,
): Promise<Reconciliation> {
  const [trial, clearing] = await Promise.all([
    trialOf(db, books, asOf === null ? null : periodOf(asOf, zone)),
    Promise.all(CLEARING_KINDS.map(kind => clearingOf(db, books, kind, now, zone))),
  ])
  const { kinds, outside, difference, drifting } = trial
  const sum = (of: (k: (typeof kinds)[number]) => bigint) => rupees(kinds.reduce((n, k) => n + of(k), 0n))
  return {
    asOf,
    isWhole: books.isWhole,
    now: now.toISOString(),
    clearing,
    trialBalance: {
      debit: sum(k => k.debit),
      credit: sum(k => k.credit),
      difference: rupees(difference),
      drifting,
      outside: { debit: rupees(outside.debit), credit: rupees(outside.credit) },
    },
    accounts: kinds
      .filter(k => k.accounts > 0)
      .map(k => ({
        kind: k.kind,
        accounts: k.accounts,
        open: k.open,
        debit: rupees(k.debit),
        credit: rupees(k.credit),
        balance: rupees(k.debit - k.credit),
      }))
      .sort(byOrder),
  }
}
async function clearingOf(
  db: Db,
  books: Books,
  kind: (typeof CLEARING_KINDS)[number],
  now: Date,
  zone: string,
): Promise<Clearing> {
  const [balance, ages] = await Promise.all([
    balanceOfKind(db, books, kind),
    openByAge(db, { kind, books, period: null, zone }, now),
  ])
  return clearingReply(kind, balance, ages)
}

/** The lines of a month in these books: the numbers as a collector of tax are the platform’s. */
const monthKindsOf = ({ scope }: Books) => MONTH_KINDS.filter(k => k !== 'withoutCollector' || scope.kind === 'all')

/** The open items that keep a month from being closed. */
export async function monthEndOf(db: Db, books: Books, month: string, now: Date, zone: string): Promise<MonthEnd> {
  const period = periodOf(month, zone)
  const [lines, { difference }, overrun, rests, late, closing] = await Promise.all([
    Promise.all(monthKindsOf(books).map(kind => lineOf(db, { kind, books, period, zone }, now))),
    trialOf(db, books, period),
    overrunOf(db, books, period),
    smallRestsOf(db, books, period),
    lineOf(db, { kind: LATE_KIND, books, period, zone }, now),
    closingOf(db, books.scope, period),
  ])
  return {
    month,
    isOver: now >= period.to,
    difference: rupees(difference),
    lines,
    late,
    closing: closing && {
      ...closing,
      closedUntil: closing.closedUntil?.toISOString() ?? null,
      history: closing.history.map(e => ({ ...e, at: e.at.toISOString() })),
    },
    overrun: { ...overrun, amount: rupees(overrun.amount) },
    smallRests: { ...rests, amount: rupees(rests.amount) },
  }
}

async function lineOf<K extends OpenKind>(
  db: Db | Trx,
  asked: OpenItemsQuery & { kind: K },
  now: Date,
): Promise<{ kind: K; open: number; amount: number }> {
  const { count, amount } = await openTotal(db, asked, { query: {}, age: undefined, now })
  return { kind: asked.kind, open: count, amount: rupees(amount) }
}
/**
 * The open lines of a month's checklist as a transaction sees them, one after the other; the trial balance counts as one. The
 * caller holds the sums of the ledger.
 */
export async function openLines(trx: Trx, books: Books, period: Period, now: Date): Promise<string[]> {
  const open: string[] = []
  if ((await trialOf(trx, books, period)).difference !== 0n) open.push(TRIAL_BALANCE)
  for (const kind of MONTH_KINDS) {
    if (ADVICE.includes(kind)) continue
    const line = await lineOf(trx, { kind, books, period, zone: period.zone }, now)
    if (line.open > 0) open.push(OPEN_WORDS[kind].label)
  }
  return open
}

/** The provider of each company of a scope against the ledger, for a month. */
export async function providerBooksOf(db: Db, scope: Scope, month: string, zone: string): Promise<ProviderBooks> {
  const period = periodOf(month, zone)
  const [days, last, { runs, differing }] = await Promise.all([
    provider.daySums(db, scope, period, zone),
    provider.lastRuns(db, scope),
    provider.providerChecksWithin(db, scope, period),
  ])
  const pair = (theirs: number, ours: number) => ({ provider: rupees(theirs), ledger: rupees(ours) })
  return {
    month,
    runs,
    lastRuns: last.map(checkReply),
    differing: differing.map(checkReply),
    days: days.map(d => ({
      day: d.day,
      captured: pair(d.captured, d.capturedLedger),
      refunded: pair(d.refunded, d.refundedLedger),
      fees: pair(d.fees, d.feesBilled),
    })),
  }
}

/** Sales of a month by supplier, place and rate, and the way from there to the ledger. */
export async function registerSummaryOf(db: Db, asked: Books, month: string, zone: string): Promise<RegisterSummary> {
  const period = periodOf(month, zone)
  const books = await knownBooks(db, asked)
  const ofDocuments = async () => {
    const rows = await sales.stateSums(db, books, period)
    return { rows, ...(await sales.billedHeads(db, books, period, rows)) }
  }
  const [{ rows, ...billed }, without, ledger] = await Promise.all([
    ofDocuments(),
    sales.headsWithoutDocument(db, books, period),
    sales.ledgerHeads(db, books, period),
  ])
  return {
    month,
    rows: rows.map(stateReply),
    ...bridgeOf({ register: headsOf(rows), ...billed, ...without, ledger }),
  }
}
