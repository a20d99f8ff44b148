// Figures of any range equal a scan of the sessions: random sessions around the borders of days and months, told late,
// reviewed, dismissed, charged anew after a refund, folded or not.

import { dayMs, hourMs, startOfDay } from '@wattdesk/base/time'
import * as fc from 'fast-check'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import type { Scope } from '#platform/db/scope.ts'
import { startApp, type TestApp } from '#testing/app.ts'
import { compareFigures } from './usage.store.ts'
import { type Usage, usageBetween, usageByDay, usageByHour } from './usage-range.store.ts'

let t: TestApp
const zone = 'Asia/Kolkata'
beforeAll(async () => {
  t = await startApp()
})
afterAll(() => t.close())
beforeEach(() => sql`delete from transaction`.execute(t.db))

/** The end of February and of March in India, where days begin at 18:30 UTC. */
const borders = [Date.UTC(2026, 1, 28, 18, 30), Date.UTC(2026, 2, 31, 18, 30)]
const near = fc
  .tuple(fc.constantFrom(...borders), fc.integer({ min: -3 * 86_400_000, max: 3 * 86_400_000 }))
  .map(([border, ms]) => new Date(border + ms))
const edge = fc.constantFrom(...borders.flatMap(b => [b - 1, b, b + 1, b - hourMs])).map(ms => new Date(ms))
const instant = fc.oneof({ weight: 3, arbitrary: near }, edge)
const session = fc.record({
  team: fc.integer({ min: 0, max: 2 }),
  startedAt: instant,
  isStopped: fc.boolean(),
  inReview: fc.boolean(),
  isDismissed: fc.boolean(),
  energyWh: fc.integer({ min: 0, max: 90_000 }),
  chargedPaise: fc.integer({ min: -5_000, max: 200_000 }),
  type: fc.constantFrom('CARD', 'UPI', 'WALLET', 'RFID', 'PREPAID'),
})
type Session = typeof session extends fc.Arbitrary<infer S> ? S : never
const teams = () =>
  [t.world.one.teamId, t.world.one.siblingId, t.world.two.teamId].map((id, n) => ({
    id,
    companyId: n < 2 ? t.world.one.companyId : t.world.two.companyId,
  }))

const fact = (s: Session) => {
  const counts = s.isStopped && !s.inReview && !s.isDismissed
  const paise = counts ? s.chargedPaise : 0
  const of = (...types: string[]) => (types.includes(s.type) ? paise : 0)
  return {
    sessions: 1,
    finished: s.isStopped && !s.inReview ? 1 : 0,
    successful: counts && s.energyWh > 0 && s.chargedPaise > 0 ? 1 : 0,
    energyWh: counts ? s.energyWh : 0,
    revenuePaise: Math.max(paise, 0),
    cardPaise: of('CARD', 'UPI'),
    walletPaise: of('WALLET'),
    rfidPaise: of('RFID', 'PREPAID'),
  }
}
const none: Usage = {
  sessions: 0,
  finished: 0,
  successful: 0,
  energyWh: 0,
  revenuePaise: 0,
  cardPaise: 0,
  walletPaise: 0,
  rfidPaise: 0,
}
const sum = (all: readonly Usage[]): Usage =>
  all.reduce(
    (a, b) => Object.fromEntries(Object.keys(none).map(k => [k, a[k as keyof Usage] + b[k as keyof Usage]])) as Usage,
    none,
  )

test('any range of any scope, before and after folding', async () => {
  const arbitrary = fc.tuple(
    fc.array(session, { minLength: 1, maxLength: 25 }),
    fc.array(fc.tuple(instant, instant), { minLength: 3, maxLength: 3 }),
  )
  await fc.assert(
    fc.asyncProperty(arbitrary, async ([all, ranges]) => {
      await sql`delete from transaction`.execute(t.db)
      await sql`select rebuild_figures(${zone})`.execute(t.db)
      for (const [n, s] of all.entries()) await keep(s, n)
      const scopes: [Scope, (n: number) => boolean][] = [
        [{ kind: 'all', teamId: 0 }, () => true],
        [{ kind: 'company', teamId: 0, companyId: teams()[0]?.companyId ?? 0 }, n => n < 2],
        [{ kind: 'teams', teamId: 0, teams: [teams()[1]?.id ?? 0] }, n => n === 1],
      ]
      for (const folded of [false, true]) {
        if (folded) await sql`select usage_fold()`.execute(t.db)
        for (const [scope, holds] of scopes)
          for (const [a, b] of ranges) {
            const [from, until] = a < b ? [a, b] : [b, a]
            const facts = all.filter(s => holds(s.team) && s.startedAt >= from && s.startedAt < until).map(fact)
            expect(await usageBetween(t.db, scope, { from, until }, zone)).toEqual(sum(facts))
          }
      }
      expect(await compareFigures(t.db)).toEqual({ hours: [], days: [], teams: [] })
      const [from, until] = [
        startOfDay(new Date(borders[0] ?? 0), zone, -1),
        startOfDay(new Date(borders[0] ?? 0), zone, 1),
      ]
      const whole = await usageBetween(t.db, { kind: 'all', teamId: 0 }, { from, until }, zone)
      const days = await usageByDay(t.db, { kind: 'all', teamId: 0 }, { from: '2026-02-28', until: '2026-03-02' })
      expect(sum(days)).toEqual(whole)
      expect(sum(await usageByHour(t.db, { kind: 'all', teamId: 0 }, { from, until }))).toEqual(whole)
    }),
    { numRuns: 25 },
  )
})

/** A session as it came about: begun, ended later, perhaps after others, and charged otherwise after a person looked. */
async function keep(s: Session, connectorId: number): Promise<void> {
  const team = teams()[s.team] as { id: number; companyId: number }
  const { rows } = await sql<{
    id: number
  }>`insert into transaction (company_id, team_id, chargepoint_pk, chargepoint_id,
      chargepoint_name, charger_type, connector_id, id_tag, started_at, meter_start_wh, tolerance_watt, payment_type)
    values (${team.companyId}, ${team.id}, 1, 'X', 'X', 'DC', ${connectorId}, 'X', ${s.startedAt}, 0, 300, ${s.type})
    returning transaction_id as id`.execute(t.db)
  if (!s.isStopped) return
  const id = rows[0]?.id ?? 0
  // First charged by one amount, then by what counts in the end.
  for (const paise of [1, s.chargedPaise])
    await sql`update transaction set stopped_at = ${new Date(s.startedAt.getTime() + dayMs)},
      stop_reason = ${s.inReview ? null : 'Local'}, in_review = ${s.inReview}, is_dismissed = ${s.isDismissed},
      energy_wh = ${s.energyWh}, charged_paise = ${paise} where transaction_id = ${id}`.execute(t.db)
}
