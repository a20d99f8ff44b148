// A month of all teams of a scope: the payouts where the month was run, else the same computation on the present facts,
// without writing (D-PO-4).
import type { Scope } from '#platform/access/scope.ts'
import type { Db } from '#platform/db/db.ts'
import type { MonthlyPayout } from './payout.contract.ts'
import type { Installation } from './payout-commission.rules.ts'
import { beforeMonth, readMonth, settledTeams } from './payout-facts.store.ts'
import * as read from './payout-read.store.ts'
import { type ChargerRow, monthNow, monthRun } from './payout-shape.rules.ts'
import { lateSessions, runFor } from './payout-until.store.ts'
import type { Period } from './period.rules.ts'
import { reckon } from './reckoning.rules.ts'

type Asked = {
  period: Period
  installation: Installation
  /** Whether the caller reads the numbers of a team's accounts. */
  isFull: (team: { teamId: number; companyId: number }) => boolean
}
/** The team of the call, and the teams of its scope that had charge points by then, in the order of their ids. */
export async function monthlyPayouts(db: Db, scope: Scope, a: Asked): Promise<MonthlyPayout[]> {
  const { period } = a
  const [teams, payouts] = await Promise.all([
    settledTeams(db, scope, period.end),
    read.payoutsOfMonth(db, scope, period),
  ])
  const rows = [...payouts.values()]
  const byPayout = Map.groupBy(
    await read.chargersOf(
      db,
      rows.map(p => p.payoutNo),
    ),
    c => c.payoutNo,
  )
  const ids = new Set([scope.teamId, ...teams.map(t => t.teamId), ...payouts.keys()])
  const all: MonthlyPayout[] = []
  const run = await runFor(db, [...ids], period.month)
  const late = await lateSessions(db, [...run], period)
  // One after the other: each reads a month of sessions.
  for (const teamId of [...ids].filter(id => id > 0).sort((x, y) => x - y)) {
    const p = payouts.get(teamId)
    if (p) {
      const chargers: readonly ChargerRow[] = byPayout.get(p.payoutNo) ?? []
      all.push(monthRun(p, chargers, a.isFull(p), late.get(teamId)))
      continue
    }
    const facts = await readMonth(db, teamId, period, a.installation, await beforeMonth(db, teamId, period))
    if (!facts) continue
    // The month was run and there was nothing to settle: later sessions belong to the next payout.
    const figures = run.has(teamId) ? undefined : reckon(facts, period.days)
    all.push(monthNow(facts, figures, a.isFull(facts), late.get(teamId)))
  }
  return all
}
