// Reads all figures of a screen of the books, by statements that run side by side. Amounts in rupees.
import type { Scope } from '#platform/access/scope.ts'
import type { Db } from '#platform/db/db.ts'
import { byOrder } from './books.rules.ts'
import { type Books, knownBooks } from './books.store.ts'
import { bridgeOf, checkReply, clearingReply, headsOf, rupees, stateReply } from './books-reply.rules.ts'
import type { MonthEnd, MonthLine, ProviderBooks } from './month-end.contract.ts'
import { overrunOf, smallRestsOf } from './month-sums.store.ts'
import { CLEARING_KINDS, MONTH_KINDS } from './open-item.words.ts'
import { openByAge, openTotal } from './open-items.store.ts'
import { periodOf } from './period.rules.ts'
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
    Promise.all(CLEARING_KINDS.map(kind => clearingOf(db, books, kind, now))),
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
async function clearingOf(db: Db, books: Books, kind: (typeof CLEARING_KINDS)[number], now: Date): Promise<Clearing> {
  const [balance, ages] = await Promise.all([
    balanceOfKind(db, books, kind),
    openByAge(db, { kind, books, period: null }, now),
  ])
  return clearingReply(kind, balance, ages)
}

/** The open items that keep a month from being closed. */
export async function monthEndOf(db: Db, books: Books, month: string, now: Date, zone: string): Promise<MonthEnd> {
  const period = periodOf(month, zone)
  const lineOf = async (kind: (typeof MONTH_KINDS)[number]): Promise<MonthLine> => {
    const { count, amount } = await openTotal(db, { kind, books, period }, { query: {}, age: undefined, now })
    return { kind, open: count, amount: rupees(amount) }
  }
  const [lines, { difference }, overrun, rests] = await Promise.all([
    Promise.all(MONTH_KINDS.map(lineOf)),
    trialOf(db, books, period),
    overrunOf(db, books, period),
    smallRestsOf(db, books, period),
  ])
  return {
    month,
    isOver: now >= period.to,
    difference: rupees(difference),
    lines,
    overrun: { ...overrun, amount: rupees(overrun.amount) },
    smallRests: { ...rests, amount: rupees(rests.amount) },
  }
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
  const [{ rows, ...billed }, fromElsewhere, ledger] = await Promise.all([
    ofDocuments(),
    sales.headsFromElsewhere(db, books, period),
    sales.ledgerHeads(db, books, period),
  ])
  return {
    month,
    rows: rows.map(stateReply),
    ...bridgeOf({ register: headsOf(rows), ...billed, fromElsewhere, ledger }),
  }
}
