// The run of a month (D-PO-3): one payout for each team, in the order of the months, each in a transaction of its own
// with its audit entry. Running again changes nothing; of two runs at once, the second finds the payouts of the first.
import { monthText } from '@wattdesk/base/time'
import { fail } from '@wattdesk/wire/route'
import { postWaitingBills } from '#charging/billing/bill-ledger.commands.ts'
import { postAll } from '#money/ledger/posting.store.ts'
import { demandMode } from '#office/installation/installation.store.ts'
import type { Services } from '#office/installation/services.ts'
import type { Scope } from '#platform/access/scope.ts'
import { act } from '#platform/audit/act.ts'
import * as audit from '#platform/audit/audit-log.ts'
import { writeDocuments } from '#settlement/commission-invoices/commission-invoice.commands.ts'
import { headsOf } from '#settlement/commission-invoices/commission-invoice.rules.ts'
import { issueDocuments } from '#settlement/invoices/invoice.commands.ts'
import { type DueBills, lookUpByKey, settleDue } from './bills-due.store.ts'
import { NOT_OVER } from './payout.contract.ts'
import * as store from './payout.store.ts'
import { commissionPapers, installationOf } from './payout-commission.rules.ts'
import { beforeMonth, lockTeam, readMonth, settledTeams } from './payout-facts.store.ts'
import { rupees } from './payout-shape.rules.ts'
import { keepRunUntil, runUntil } from './payout-until.store.ts'
import { isOver, lastDue, monthAfter, monthsFrom, type Period, payoutIdFor, periodAround } from './period.rules.ts'
import { reckon, settlementPostings } from './reckoning.rules.ts'

/** The services that a run needs; the administrator's command line has no others. */
export type Running = Pick<Services, 'db' | 'bus' | 'log' | 'now' | 'timeZone' | 'mode' | 'platform' | 'invoices'>

/** A bill that was written late can have lain in a transaction for so long. */
const LATE_MS = 86_400_000
/** Thrown to roll back a payout for a month in which there is nothing to settle. */
class NothingToSettle extends Error {}

/**
 * Makes the payout of a team for a month and returns its id; undefined where the team has a payout for this or a later
 * month, or where there is nothing to settle.
 */
const makePayout = (services: Running, by: audit.By, teamId: number, period: Period): Promise<string | undefined> =>
  act(services, async trx => {
    await lockTeam(trx, teamId)
    await lookUpByKey(trx)
    const before = await beforeMonth(trx, teamId, period)
    if (before.isSettled) return undefined
    const payoutNo = await store.nextNo(trx)
    const settle = (due: DueBills) => settleDue(trx, payoutNo, due)
    const facts = await readMonth(trx, teamId, period, installationOf(services), before, settle)
    const figures = facts && reckon(facts, period.days)
    if (!facts || !figures) throw new NothingToSettle()
    const at = services.now()
    const late = new Date(at.getTime() - LATE_MS)
    const billsFrom = facts.waitsFrom !== null && facts.waitsFrom < late ? facts.waitsFrom : late
    const payoutId = payoutIdFor(period.month, teamId)
    const papers = commissionPapers(facts, figures, facts.business)
    const terms = papers === 'no GST number' ? { ...facts.terms, lacksCommissionInvoice: true as const } : facts.terms
    const documents = typeof papers === 'object' ? papers : undefined
    await store.insert(trx, {
      payoutNo,
      payoutId,
      period,
      facts: { ...facts, terms },
      figures,
      billsFrom,
      madeAt: at,
      madeBy: by.userId,
    })
    await demandMode(trx, services.mode)
    const of = { payoutId, teamId, companyId: facts.companyId, at, userId: by.userId }
    await postAll(
      trx,
      settlementPostings(of, figures, facts.heads, facts.terms, documents && headsOf(documents.documents)),
    )
    const numbers = documents
      ? await writeDocuments(trx, services, { ...documents, payoutNo, month: period.month }, at)
      : []
    await audit.write(trx, by, {
      action: 'create',
      feature: 'Finance',
      recordId: payoutId,
      teamId,
      isMoney: true,
      after: {
        month: period.month.slice(0, 7),
        status: 'PAYOUTPENDING',
        sessions: figures.sessions,
        totalAmountCharged: rupees(figures.totalPaise),
        commission: rupees(figures.commissionPaise),
        CPOPayout: rupees(figures.payoutPaise),
        carriedOut: rupees(figures.carriedOutPaise),
        ...(numbers.length > 0 && { commissionDocuments: numbers.join(', ') }),
      },
    })
    return payoutId
  }).catch((error: unknown) => {
    if (error instanceof NothingToSettle) return undefined
    throw error
  })

/** Teams settled side by side: while one waits for the disk or its commit, another one can work. */
const AT_ONCE = 2

/**
 * Makes the missing payouts of the teams of a scope up to a month, for each team in the order of the months. A failure
 * of one team does not hold up the others; it is thrown at the end. Returns the ids of the payouts made, in the order
 * of the teams.
 */
export async function runUpTo(services: Running, by: audit.By, scope: Scope, period: Period): Promise<string[]> {
  const { db, timeZone, log } = services
  const run = await runUntil(db)
  await postWaitingBills(services)
  await issueDocuments(services)
  const teams = await settledTeams(db, scope, period.end)
  const made: string[][] = teams.map(() => [])
  let failed: unknown
  const waiting = teams.entries()
  const settleTeams = async () => {
    for (const [n, { teamId, since, lastMonth, closedUntil }] of waiting) {
      const first = [periodAround(since, timeZone).month, ...[lastMonth, run].flatMap(m => (m ? [monthAfter(m)] : []))]
      try {
        for (const p of monthsFrom(first.sort().at(-1) as string, period.month, timeZone)) {
          // What came late for a closed month enters the payout of the first open one.
          if (closedUntil !== null && p.end <= closedUntil) continue
          const payoutId = await makePayout(services, by, teamId, p)
          if (payoutId) made[n]?.push(payoutId)
        }
      } catch (error) {
        failed = error
        log.error({ err: error, teamId }, 'A payout could not be made; it is tried again within an hour')
      }
    }
  }
  await Promise.all(Array.from({ length: AT_ONCE }, settleTeams))
  if (failed !== undefined) throw failed
  return made.flat()
}

const EVERYBODY: Scope = { kind: 'all', teamId: 0 }
/** The automatic run: on the 1st at 02:00, or at the next start of the product after it. */
export async function runDuePayouts(services: Running, by = audit.byProduct('Payouts')): Promise<string[]> {
  const due = lastDue(services.now(), services.timeZone)
  if (((await runUntil(services.db)) ?? '') >= due.month) return []
  const made = await runUpTo(services, by, EVERYBODY, due)
  await keepRunUntil(services.db, due.month)
  return made
}

/** 422 where the month is closed in all companies of the scope that close months. */
export async function demandMonthOpen({ db }: Pick<Running, 'db'>, scope: Scope, period: Period): Promise<void> {
  const teams = await settledTeams(db, scope, period.end)
  const isClosed = (t: (typeof teams)[number]) => t.closedUntil !== null && period.end <= t.closedUntil
  if (teams.length > 0 && teams.every(isClosed))
    fail(422, `${monthText(period.month)} is closed: what came late for it enters the payouts of the first open month`)
}

/** 422 of a month that is not over. */
export const demandMonthOver = (period: Period, now: Date): Period =>
  isOver(period, now) ? period : fail(422, NOT_OVER)
