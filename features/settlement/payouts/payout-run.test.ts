// The run of a month through the database: the bills it settles, its times and terms, and its postings in the ledger.
import { readFileSync } from 'node:fs'
import * as fc from 'fast-check'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { payouts } from '#app/admin.ts'
import { balanceOf, trialBalance } from '#money/ledger/account.store.ts'
import { type AccountKind, credit, debit, linesOf as linesOfPosting } from '#money/ledger/ledger.rules.ts'
import { postRefund } from '#money/refunds/refund-borne.store.ts'
import type { Scope } from '#platform/access/scope.ts'
import { byProduct } from '#platform/audit/audit-log.ts'
import { MIGRATIONS } from '#platform/db/migrations.ts'
import { startApp, type TestApp } from '#testing/app.ts'
import { installationOf } from './payout-commission.rules.ts'
import { lockTeam } from './payout-facts.store.ts'
import { monthlyPayouts } from './payout-month.store.ts'
import { recomputesToSame } from './payout-proof.store.ts'
import * as read from './payout-read.store.ts'
import { type Running, runDuePayouts, runUpTo } from './payout-run.commands.ts'
import { payoutSteps } from './payout-steps.rules.ts'
import { keepRunUntil, runUntil } from './payout-until.store.ts'
import { periodNamed } from './period.rules.ts'
import {
  type Billed,
  billed,
  corrected,
  figuresOf,
  giveByHand,
  newCharger,
  newTeam,
  saveAccounts,
  saveFinance,
} from './test-payout.ts'
import { gapsOf, NO_GAPS } from './test-payout-sums.ts'

let t: TestApp
let teamId: number
let dc: number
let ac: number
beforeAll(async () => {
  t = await startApp()
})
afterAll(() => t.close())
const BEGIN = new Date('2025-07-31T18:30:00Z')
beforeEach(async () => {
  teamId = await newTeam(t)
  dc = await newCharger(t, teamId, 'DC', BEGIN)
  ac = await newCharger(t, teamId, 'AC', BEGIN)
})

const ZONE = 'Asia/Kolkata'
const at = (now: string): Running => Object.create(t.services, { now: { value: () => new Date(now) } }) as Running
/** Runs a month of the team at 02:00 of the 1st after it. */
const run = (month: string, team = teamId) => {
  const period = periodNamed(`${month}-01`, ZONE)
  const services = at(new Date(period.end.getTime() + 7_200_000).toISOString())
  return runUpTo(services, byProduct('Test'), { kind: 'teams', teamId: team, teams: [team] }, period)
}
const payoutOf = async (month: string, team = teamId) =>
  read.get(t.db, { kind: 'all', teamId: 0 }, `PO-${month.slice(2, 4)}${month.slice(5)}-${team}`)
const made = async (month: string, team = teamId) => {
  const p = await payoutOf(month, team)
  if (!p) throw new Error(`${month} has no payout`)
  const chargers = await read.chargersOf(t.db, [p.payoutNo])
  expect(await recomputesToSame(t.db, p, chargers, ZONE)).toBe(true)
  expect(gapsOf(p, chargers)).toEqual(NO_GAPS)
  return p
}
const balance = async (kind: AccountKind, ref = teamId) => Number(await balanceOf(t.db, { kind, ref }))
/** Runs a migration once more, on the records that the tests have made since. */
const upgrade = async (file: string) => {
  const text = readFileSync(new URL(file, MIGRATIONS), 'utf8')
  await t.db.transaction().execute(trx => sql.raw(text).execute(trx))
}
const linesOf = async (payoutNo: number) =>
  (
    await sql<{ transactionId: number; billVersion: number; priorVersion: number | null }>`
      select transaction_id, bill_version, prior_version from payout_line where payout_no = ${payoutNo} order by 1, 2`.execute(
      t.db,
    )
  ).rows.map(l => [l.transactionId, l.billVersion, l.priorVersion])
const session = (stoppedAt: string, more: Partial<Billed> = {}) => billed(t, { teamId, pk: dc, stoppedAt, ...more })

describe('the worked month of the rules, 30 days', () => {
  const P = (rupees: string) => Math.round(Number(rupees.replaceAll(',', '')) * 100)
  test.each([
    [1, '19,251.00', '22,923.00', '18,476.23', '22,148.23'],
    [2, '19,151.00', '22,823.00', '18,358.23', '22,030.23'],
    [3, '18,782.00', '22,454.00', '17,922.81', '21,594.81'],
    [4, '18,602.00', '22,274.00', '17,710.41', '21,382.41'],
    [5, '19,380.00', '23,052.00', '18,628.45', '22,300.45'],
    [6, '19,200.00', '22,872.00', '18,416.05', '22,088.05'],
    [7, '19,802.00', '23,474.00', '19,126.41', '22,798.41'],
  ])('rule %i', async (rule, ...payouts) => {
    const cases = [
      ['EV', 'CM', ''],
      ['EV', 'CM', '29AACCC6636P1Z1'],
      ['CPO', 'CPO', ''],
      ['CPO', 'CPO', '29AACCC6636P1Z1'],
    ] as const
    const got: number[] = []
    for (const [bearer, tax_bearer, gst] of cases) {
      const team = await newTeam(t)
      const charger = { dc: await newCharger(t, team, 'DC', BEGIN), ac: await newCharger(t, team, 'AC', BEGIN) }
      const inPercent = rule % 2 === 1
      await saveFinance(t, team, {
        bearer,
        payout: {
          payout_rule: rule,
          tax_bearer,
          cm_commission_in_percent: inPercent,
          cm_commission_percent: 5,
          cm_commission_cost: 1,
        },
      })
      await saveAccounts(t, team, [{ gst }])
      const of = { teamId: team, bearer, stoppedAt: '2025-09-10T10:00:00Z' }
      await Promise.all([
        ...Array.from({ length: 40 }, () => billed(t, { ...of, pk: charger.dc, energyWh: 25_000, netPaise: 45_000 })),
        ...Array.from({ length: 25 }, () => billed(t, { ...of, pk: charger.ac, energyWh: 8000, netPaise: 9600 })),
      ])
      // August had fixed charges and no session: of rules with a fixed part that is a payout below zero.
      await sql`insert into setting (key, value) values ('payouts run until', '"2025-08-01"'::jsonb) on conflict (key) do update set value = excluded.value`.execute(
        t.db,
      )
      await run('2025-09', team)
      const p = await made('2025-09', team)
      got.push(p.payoutPaise)
      expect(await balance('owner', team)).toBe(0)
      expect(await balance('payoutClearing', team)).toBe(p.payoutPaise)
    }
    await sql`delete from setting where key = 'payouts run until'`.execute(t.db)
    expect(got).toEqual(payouts.map(P))
  })
})

test('a bill that waits to be posted is in the ledger before its month is run', async () => {
  await t.db.transaction().execute(async held => {
    // No worker of the background posts meanwhile.
    await sql`select pg_advisory_xact_lock(7001007)`.execute(held)
    const id = await session('2025-08-10T10:00:00Z', { paymentType: 'RFID', isPosted: false })
    await sql`insert into bill_to_post (transaction_id, version) values (${id}, 1)`.execute(t.db)
    expect(await balance('receivable')).toBe(0)
    await run('2025-08')
    const { rows } = await sql<{
      kind: string
    }>`select kind from posting where transaction_id = ${id} or team_id = ${teamId}
      order by posting_id`.execute(t.db)
    expect(rows.map(r => r.kind)).toEqual(['bill', 'settlement'])
    await made('2025-08')
  })
})

test('sessions from before a change between a share and an amount a kWh keep the commission of their own time', async () => {
  const team = await newTeam(t)
  const pk = await newCharger(t, team, 'DC', BEGIN)
  await saveFinance(t, team, { payout: { payout_rule: 6, cm_commission_in_percent: false, cm_commission_cost: 1.25 } })
  const of = { teamId: team, pk, energyWh: 10_000, netPaise: 20_000 }
  await billed(t, { ...of, stoppedAt: '2025-09-05T10:00:00Z', percent: 5, paisePerKwh: 0 })
  await billed(t, { ...of, stoppedAt: '2025-09-20T10:00:00Z', percent: 0, paisePerKwh: 125 })
  await run('2025-09', team)
  expect((await made('2025-09', team)).commissionPaise).toBe(1000 + 1250)
})

/** A bill of 180.00 before tax, 9.00 of commission by share, lowered to 72.00 after its month was settled. */
test.each([
  ['taken by unit, nothing fixed any more', { was: 5, is: 6 }, 0, -540],
  ['nothing was taken by unit', { was: 7, is: 5 }, 0, 0],
  ['taken by unit, then fixed charges alone', { was: 5, is: 7 }, 34_900, -540],
  ['both, then by unit', { was: 3, is: 5 }, 0, -540],
  ['the higher was the fixed one', { was: 1, is: 5 }, 0, 0],
])('a correction gives back what was taken: %s', async (_what, { was, is }, fixed, reversed) => {
  const team = await newTeam(t)
  const pk = await newCharger(t, team, 'DC', BEGIN)
  const rule = (n: number) => ({
    payout: { payout_rule: n, cm_commission_in_percent: n % 2 === 1, cm_commission_percent: 5, cm_commission_cost: 1 },
  })
  await saveFinance(t, team, rule(was))
  const of = { teamId: team, pk, stoppedAt: '2025-08-10T10:00:00Z' }
  const id = await billed(t, of)
  await run('2025-08', team)
  await saveFinance(t, team, { ...rule(is), since: new Date('2025-09-02T10:00:00Z') })
  await corrected(t, id, 2, of, { ...of, energyWh: 4000 }, new Date('2025-09-03T10:00:00Z'))
  await run('2025-09', team)
  const p = await made('2025-09', team)
  expect([p.commissionPaise, p.fixedPartPaise, p.unitPartPaise]).toEqual([fixed + reversed, fixed, reversed])
})
test('of a charger that paid the higher of its two parts a correction gives back no more than the one was above the other', async () => {
  const team = await newTeam(t)
  const pk = await newCharger(t, team, 'DC', BEGIN)
  await saveFinance(t, team, {
    payout: { payout_rule: 1, cm_commission_percent: 5 },
    charger: { dc_charges_monthly: 5 },
  })
  const of = { teamId: team, pk, stoppedAt: '2025-08-10T10:00:00Z' }
  const id = await billed(t, of)
  await run('2025-08', team)
  expect((await made('2025-08', team)).commissionPaise).toBe(900)
  await corrected(t, id, 2, of, { ...of, energyWh: 0, netPaise: 0 }, new Date('2025-09-03T10:00:00Z'))
  await run('2025-09', team)
  expect(await made('2025-09', team)).toMatchObject({ fixedPartPaise: 500, unitPartPaise: -400 })
})

test('corrections in several later months give back together what one would have given back', async () => {
  const team = await newTeam(t)
  const pk = await newCharger(t, team, 'DC', BEGIN)
  const charger = { dc_charges_monthly: 5 }
  await saveFinance(t, team, { payout: { payout_rule: 1, cm_commission_percent: 5 }, charger })
  const of = { teamId: team, pk, stoppedAt: '2025-08-10T10:00:00Z' }
  const id = await billed(t, of)
  await run('2025-08', team)
  expect((await made('2025-08', team)).commissionPaise).toBe(900)
  // 9.00 of commission by share to 6.00, and to 0.60, below the 5.00 that are fixed.
  const steps = [of, { ...of, netPaise: 12_000 }, { ...of, netPaise: 1200 }] as const
  await corrected(t, id, 2, steps[0], steps[1], new Date('2025-09-03T10:00:00Z'))
  // Settled by the first month's rule, even though the rule has changed since.
  const amount = { payout_rule: 6, cm_commission_in_percent: false, cm_commission_cost: 1 }
  await saveFinance(t, team, { payout: amount, since: new Date('2025-09-02T10:00:00Z') })
  await run('2025-09', team)
  expect((await made('2025-09', team)).unitPartPaise).toBe(-300)
  await corrected(t, id, 3, steps[1], steps[2], new Date('2025-10-03T10:00:00Z'))
  await run('2025-10', team)
  const october = await made('2025-10', team)
  expect(october.unitPartPaise).toBe(-100)
  // Its row has the commission of the difference by the first month's rule, though the rule of October goes by kWh.
  const rows = await read.sessions(t.db, { payoutNo: october.payoutNo }, { page: 1, pageSize: 10, tz: 0 })
  expect(rows).toMatchObject([{ transactionId: id, priorVersion: 2, netPaise: -10_800, unitPaise: -540 }])
})
test('what a month gives back of an earlier one is no part of what its own chargers paid above the fixed part', async () => {
  const team = await newTeam(t)
  const pk = await newCharger(t, team, 'DC', BEGIN)
  const payout = { payout_rule: 1, cm_commission_percent: 5 }
  await saveFinance(t, team, { payout, charger: { dc_charges_monthly: 5 } })
  const august = { teamId: team, pk, stoppedAt: '2025-08-10T10:00:00Z', paisePerKwh: 0 }
  const first = await billed(t, august)
  await run('2025-08', team)
  const september = { ...august, stoppedAt: '2025-09-10T10:00:00Z' }
  const second = await billed(t, september)
  await corrected(t, first, 2, august, { ...august, netPaise: 12_000 }, new Date('2025-09-03T10:00:00Z'))
  await run('2025-09', team)
  expect((await made('2025-09', team)).unitPartPaise).toBe(900 - 300)
  await corrected(t, second, 2, september, { ...september, netPaise: 0 }, new Date('2025-10-03T10:00:00Z'))
  await run('2025-10', team)
  expect((await made('2025-10', team)).unitPartPaise).toBe(500 - 900)
})

test('a session is of the month in which it stopped by the business clock; late ones and corrections join the next', async () => {
  const inside = await session('2025-08-31T18:29:59Z')
  const after = await session('2025-08-31T18:30:00Z')
  await session('2025-08-10T10:00:00Z', { isFree: true })
  const waits = await session('2025-08-11T10:00:00Z', { status: 'AUTHORIZED' })
  expect(await run('2025-08')).toEqual([`PO-2508-${teamId}`])
  const first = await made('2025-08')
  expect(await linesOf(first.payoutNo)).toEqual([[inside, 1, null]])
  // The same month again changes nothing.
  expect(await run('2025-08')).toEqual([])
  const late = await session('2025-08-20T10:00:00Z', { billedAt: new Date('2025-09-02T10:00:00Z') })
  await sql`update transaction set status = 'CAPTURED' where transaction_id = ${waits}`.execute(t.db)
  const [before, less] = [{ teamId, pk: dc, stoppedAt: '2025-08-31T18:29:59Z' }, { energyWh: 4000 }]
  await corrected(t, inside, 2, before, { ...before, ...less }, new Date('2025-09-03T10:00:00Z'))
  await run('2025-09')
  const second = await made('2025-09')
  expect(await linesOf(second.payoutNo)).toEqual(
    [
      [inside, 2, 1],
      [after, 1, null],
      [waits, 1, null],
      [late, 1, null],
    ].sort((a, b) => Number(a[0]) - Number(b[0])),
  )
  expect(second.sessions).toBe(3)
  expect(second.netPaise).toBe(3 * 18_000 + 7200 - 18_000)
  expect(await payoutOf('2025-08')).toEqual(first)
  expect(await balance('owner')).toBe(0)
})

test('a bill corrected before its month is run is settled as it is then, once', async () => {
  const of = { teamId, pk: dc, stoppedAt: '2025-08-10T10:00:00Z' }
  const id = await billed(t, of)
  await corrected(t, id, 2, of, { ...of, energyWh: 1000 }, new Date('2025-08-11T10:00:00Z'))
  await run('2025-08')
  const p = await made('2025-08')
  expect([await linesOf(p.payoutNo), p.netPaise]).toEqual([[[id, 2, null]], 1800])
  await run('2025-09')
  expect(await payoutOf('2025-09')).toBeUndefined()
})

test('a correction made after midnight and before the run belongs to the month of its note, however late the run is', async () => {
  const of = { teamId, pk: dc, stoppedAt: '2025-08-10T10:00:00Z' }
  const early = await billed(t, { ...of, stoppedAt: '2025-08-05T10:00:00Z' })
  const id = await billed(t, of)
  const twice = await billed(t, of)
  await corrected(t, twice, 2, of, { ...of, energyWh: 8000 }, new Date('2025-08-31T18:29:59Z'))
  // 00:30 on 1 September in India.
  const midnight = new Date('2025-08-31T19:00:00Z')
  await corrected(t, id, 2, of, { ...of, energyWh: 4000 }, midnight)
  await corrected(t, twice, 3, { ...of, energyWh: 8000 }, { ...of, energyWh: 1000 }, midnight)
  // August is run on 20 September, when bills of the day before are all that a run looks back to by itself.
  const period = periodNamed('2025-08-01', ZONE)
  await runUpTo(at('2025-09-20T10:00:00Z'), byProduct('Test'), { kind: 'teams', teamId, teams: [teamId] }, period)
  const august = await made('2025-08')
  expect(await linesOf(august.payoutNo)).toEqual([
    [early, 1, null],
    [id, 1, null],
    [twice, 2, null],
  ])
  expect(august.netPaise).toBe(18_000 + 18_000 + 14_400)
  await corrected(t, id, 3, { ...of, energyWh: 4000 }, { ...of, energyWh: 2000 }, new Date('2025-09-30T18:30:00Z'))
  await run('2025-09')
  const september = await made('2025-09')
  expect(await linesOf(september.payoutNo)).toEqual([
    [id, 2, 1],
    [twice, 3, 2],
  ])
  expect(september.netPaise).toBe(-10_800 - 12_600)
  await run('2025-10')
  expect(await linesOf((await made('2025-10')).payoutNo)).toEqual([[id, 3, 2]])
})

test('a session that waits for long is found by later months', async () => {
  const waits = await session('2025-08-10T10:00:00Z', { inReview: true })
  await session('2025-08-12T10:00:00Z')
  await session('2025-09-12T10:00:00Z')
  await run('2025-09')
  await sql`update transaction set in_review = false where transaction_id = ${waits}`.execute(t.db)
  await session('2025-10-12T10:00:00Z')
  await run('2025-10')
  expect((await linesOf((await made('2025-10')).payoutNo)).map(l => l[0])).toContain(waits)
})

test('bills that the ledger lacked are posted by the upgrade when they were billed, and what the months took of them is there', async () => {
  const rfid = { teamId, pk: dc, paymentType: 'RFID', isPosted: false } as const
  const settled = await billed(t, {
    ...rfid,
    stoppedAt: '2025-08-10T10:00:00Z',
    billedAt: new Date('2025-08-12T10:00:00Z'),
  })
  await billed(t, { teamId, pk: dc, stoppedAt: '2025-08-11T10:00:00Z', netPaise: 90_000 })
  await run('2025-08')
  // The month's end took H of a receivable that nothing had been booked on.
  expect(await balance('receivable')).toBe(-figuresOf({ ...rfid, stoppedAt: '' }).total)
  const decided = await billed(t, {
    ...rfid,
    stoppedAt: '2025-08-31T10:00:00Z',
    billedAt: new Date('2025-09-02T10:00:00Z'),
  })
  const before = { ...rfid, stoppedAt: '2025-09-03T10:00:00Z', energyWh: 8000 }
  const lowered = await billed(t, before)
  // The correction alone was posted.
  await corrected(t, lowered, 2, before, { ...before, energyWh: 5000 }, new Date('2025-09-04T10:00:00Z'))
  // Matched to its session on the 1st, but dated by the receipt, before the bills that the payout of August left to the
  // next one.
  const matched = await billed(t, { ...rfid, stoppedAt: '2025-08-29T10:00:00Z', energyWh: 3000 })
  await upgrade('0064-missing-postings.sql')
  await upgrade('0065-bills-of-matched-stops.sql')
  const { rows } = await sql<{ id: number; version: number; at: Date }>`
    select transaction_id as id, substring(idempotency_key from '[0-9]+$')::int as version, event_at as at from posting
    where team_id = ${teamId} and kind in ('bill', 'correction') and transaction_id in (${settled}, ${decided}, ${lowered}, ${matched})
    order by event_at, version`.execute(t.db)
  expect(rows.map(r => [r.id, r.version, r.at.toISOString().slice(0, 10)])).toEqual([
    [settled, 1, '2025-08-12'],
    [matched, 1, '2025-08-29'],
    [decided, 1, '2025-09-02'],
    ...[1, 2].map(version => [lowered, version, '2025-09-03']),
  ])
  expect(await trialBalance(t.db)).toEqual({ differencePaise: 0n, driftPaise: 0n })
  const open = [{}, { energyWh: 5000 }, { energyWh: 3000 }].reduce(
    (n, b) => n + figuresOf({ ...rfid, ...b, stoppedAt: '' }).total,
    0,
  )
  expect(await balance('receivable')).toBe(open)
  await run('2025-09')
  const september = await made('2025-09')
  expect((await linesOf(september.payoutNo)).map(l => [l[0], l[1]])).toEqual([
    [decided, 1],
    [lowered, 2],
    [matched, 1],
  ])
  expect([september.collectedPaise, await balance('receivable')]).toEqual([open, 0])
  expect(await balance('owner')).toBe(september.carriedOutPaise)
})

test('what is below zero is carried on, month after month, until it is earned', async () => {
  await saveFinance(t, teamId, { payout: { payout_rule: 7 } })
  await session('2025-08-10T10:00:00Z', { netPaise: 10_000 })
  await session('2025-10-10T10:00:00Z', { netPaise: 300_000 })
  await run('2025-10')
  const months = await Promise.all(['2025-08', '2025-09', '2025-10'].map(m => made(m)))
  const fixed = 34_900 + 24_900
  expect(months.map(p => [p.carriedInPaise, p.payoutPaise, p.carriedOutPaise])).toEqual([
    [0, 0, 10_000 - fixed],
    [10_000 - fixed, 0, 10_000 - 2 * fixed],
    [10_000 - 2 * fixed, 310_000 - 3 * fixed, 0],
  ])
  expect(await balance('owner')).toBe(0)
  expect(await balance('commission', t.world.one.companyId)).toBeGreaterThanOrEqual(3 * fixed - 2 * 10_764)
})

test('after a run the owner’s balance is what was carried out and what is not settled yet', async () => {
  await saveFinance(t, teamId, { payout: { payout_rule: 7 } })
  await session('2025-08-10T10:00:00Z', { netPaise: 10_000 })
  await session('2025-09-10T10:00:00Z', { netPaise: 5000 })
  await run('2025-08')
  expect(await balance('owner')).toBe((await made('2025-08')).carriedOutPaise + 5000)
})

test('RFID sessions are collected by the operator, credit by hand is taken, each once', async () => {
  await session('2025-08-10T10:00:00Z', { netPaise: 100_000 })
  await session('2025-08-11T10:00:00Z', { paymentType: 'RFID', netPaise: 20_000 })
  await giveByHand(t, teamId, 15_000, new Date('2025-08-12T10:00:00Z'))
  await giveByHand(t, teamId, -5000, new Date('2025-08-13T10:00:00Z'))
  // After the end of the month, before the run.
  await giveByHand(t, teamId, 700, new Date('2025-08-31T19:00:00Z'))
  await run('2025-08')
  const p = await made('2025-08')
  expect([p.collectedPaise, p.givenPaise]).toEqual([23_600, 10_000])
  const unit = 5000 + 1000
  expect(p.payoutPaise).toBe(120_000 - unit - 23_600 - 10_000)
  expect([await balance('receivable'), await balance('owner')]).toEqual([0, -700])
  await run('2025-09')
  expect((await made('2025-09')).givenPaise).toBe(700)
  expect(await balance('owner')).toBe(-700)
})

test('with a GST number the taxes go to the owner, without one they stay; the number is that of the month', async () => {
  await saveAccounts(t, teamId, [{ gst: '' }])
  await saveAccounts(t, teamId, [{ gst: '29AACCC6636P1Z1' }], new Date('2025-09-15T00:00:00Z'))
  await session('2025-08-10T10:00:00Z')
  await session('2025-09-10T10:00:00Z')
  await run('2025-09')
  const [without, withNumber] = [await made('2025-08'), await made('2025-09')]
  const { cgst, sgst } = figuresOf({ teamId, pk: dc, stoppedAt: '' })
  expect([without.ownerTaxPaise, withNumber.ownerTaxPaise]).toEqual([0, cgst + sgst])
  expect([await balance('cgst'), await balance('sgst'), await balance('owner')]).toEqual([cgst, sgst, 0])
})

test('the tax on the commission: deducted from the owner, or out of the commission', async () => {
  const { companyId } = t.world.one
  const both = async () => ({
    commission: await balance('commission', companyId),
    tax: await balance('gstOut', companyId),
  })
  const before = await both()
  await saveFinance(t, teamId, { payout: { payout_rule: 5, tax_bearer: 'CM' } })
  await saveFinance(t, teamId, {
    payout: { payout_rule: 5, tax_bearer: 'CPO' },
    since: new Date('2025-09-01T00:00:00Z'),
  })
  await session('2025-08-10T10:00:00Z', { netPaise: 100_000 })
  await session('2025-09-10T10:00:00Z', { netPaise: 100_000 })
  await run('2025-09')
  const [cm, cpo] = [await made('2025-08'), await made('2025-09')]
  expect([cm.taxOnCommissionPaise, cm.deductedTaxPaise, cm.payoutPaise]).toEqual([900, 0, 95_000])
  expect([cpo.taxOnCommissionPaise, cpo.deductedTaxPaise, cpo.payoutPaise]).toEqual([900, 900, 94_100])
  const after = await both()
  expect([after.commission - before.commission, after.tax - before.tax]).toEqual([5000 - 900 + 5000, 1800])
})

test('a charger counts by the days on which it stood last in the team; its sessions stay where they were made', async () => {
  const other = await newTeam(t)
  for (const id of [teamId, other]) await saveFinance(t, id, { payout: { payout_rule: 7 } })
  const move = (team: number | null, since: string) =>
    sql`insert into charger_team_history (chargepoint_pk, team_id, since) values (${dc}, ${team}, ${since}::timestamptz)`.execute(
      t.db,
    )
  await session('2025-08-02T10:00:00Z', { netPaise: 500_000 })
  // On the 11th away and back on the same day; from the 21st on in the other team; taken down on the 30th.
  await move(other, '2025-08-11T04:00:00Z')
  await move(teamId, '2025-08-11T09:00:00Z')
  await move(other, '2025-08-21T04:00:00Z')
  await move(null, '2025-08-30T04:00:00Z')
  await run('2025-08')
  await run('2025-08', other)
  const days = async (team: number) =>
    (await read.chargersOf(t.db, [(await made('2025-08', team)).payoutNo])).map(c => [
      c.chargepointPk,
      c.activeDays,
      c.fixedPaise,
    ])
  expect(await days(teamId)).toEqual(
    expect.arrayContaining([
      [dc, 20, Math.round((34_900 * 20) / 31)],
      [ac, 31, 24_900],
    ]),
  )
  expect(await days(other)).toEqual([[dc, 9, Math.round((34_900 * 9) / 31)]])
})

describe('without', () => {
  test('finance: the unit part alone, nothing fixed', async () => {
    await session('2025-08-10T10:00:00Z', { netPaise: 100_000 })
    await run('2025-08')
    expect(await made('2025-08')).toMatchObject({
      commissionPaise: 5000,
      fixedPaise: 0,
      deductedTaxPaise: 0,
      payoutPaise: 95_000,
      terms: { hasFinance: false, rule: 5, taxBearer: 'CM' },
    })
  })
  test('sessions, or chargers: no row', async () => {
    const none = await newTeam(t)
    expect([await run('2025-08'), await run('2025-08', none)]).toEqual([[], []])
    // The team's own cost is not charged while the team has no charger.
    await saveFinance(t, none, { payout: { payout_rule: 7 }, charger: { other_fixed_cost: 500 } })
    const pk = await newCharger(t, none, 'DC', BEGIN)
    await sql`insert into charger_team_history (chargepoint_pk, team_id, since) values (${pk}, null, '2025-08-20T00:00:00Z')`.execute(
      t.db,
    )
    await run('2025-09', none)
    expect(await payoutOf('2025-08', none)).toMatchObject({ fixedPaise: Math.round((34_900 * 19) / 31) + 50_000 })
    // The carried balance goes on and does not grow.
    expect(await payoutOf('2025-09', none)).toMatchObject({ chargers: 0, fixedPaise: 0, commissionPaise: 0 })
    // A late session brings its charger into the payout, but that did not stand in the team in the month.
    const billedAt = new Date('2025-10-05T10:00:00Z')
    await billed(t, { teamId: none, pk, stoppedAt: '2025-08-10T10:00:00Z', billedAt, netPaise: 100_000 })
    await run('2025-10', none)
    expect(await payoutOf('2025-10', none)).toMatchObject({
      sessions: 1,
      chargers: 1,
      fixedPaise: 0,
      commissionPaise: 0,
    })
  })
})

test('a team without charge points whose staff gave credit by hand has a payout, which carries it', async () => {
  const team = await newTeam(t)
  await giveByHand(t, team, 5000, new Date('2025-09-10T10:00:00Z'))
  await run('2025-08', team)
  expect(await payoutOf('2025-08', team)).toBeUndefined()
  await run('2025-09', team)
  expect(await made('2025-09', team)).toMatchObject({ givenPaise: 5000, payoutPaise: 0, carriedOutPaise: -5000 })
})
test('two runs at once make one payout', async () => {
  await Promise.all(Array.from({ length: 20 }, () => session('2025-08-10T10:00:00Z')))
  const both = await Promise.all([run('2025-09'), run('2025-09'), run('2025-08')])
  expect(both.flat()).toEqual([`PO-2508-${teamId}`])
  expect((await made('2025-08')).sessions).toBe(20)
})

test('while one team waits the next one is settled; the answer is in the order of the teams', async () => {
  const next = await newTeam(t)
  const pk = await newCharger(t, next, 'DC', BEGIN)
  await session('2025-08-10T10:00:00Z')
  await billed(t, { teamId: next, pk, stoppedAt: '2025-08-10T10:00:00Z' })
  const period = periodNamed('2025-08-01', ZONE)
  const isReckoned = Promise.withResolvers<void>()
  const now = () => {
    isReckoned.resolve()
    return new Date(period.end.getTime() + 7_200_000)
  }
  const services = Object.create(t.services, { now: { value: now } }) as Running
  const scope: Scope = { kind: 'teams', teamId, teams: [teamId, next] }
  const running = await t.db.transaction().execute(async trx => {
    await lockTeam(trx, teamId)
    const runs = runUpTo(services, byProduct('Test'), scope, period)
    // The first team cannot get this far while it is locked.
    await isReckoned.promise
    return { runs }
  })
  expect(await running.runs).toEqual([`PO-2508-${teamId}`, `PO-2508-${next}`])
})

test('a run that breaks off leaves nothing, and the next one makes it whole', async () => {
  await session('2025-08-10T10:00:00Z')
  const before = await trialBalance(t.db)
  await sql`create function broken() returns trigger language plpgsql as 'begin raise exception ''killed''; end'`.execute(
    t.db,
  )
  await sql`create trigger broken before insert on audit_entry for each row execute function broken()`.execute(t.db)
  await expect(run('2025-08')).rejects.toThrow('killed')
  await sql`drop trigger broken on audit_entry`.execute(t.db)
  expect(await payoutOf('2025-08')).toBeUndefined()
  expect([await trialBalance(t.db), await balance('payoutClearing')]).toEqual([before, 0])
  await run('2025-08')
  expect((await made('2025-08')).sessions).toBe(1)
})

test('a session that arrives for a month without a payout belongs to the next one, and the month says so', async () => {
  const scope: Scope = { kind: 'teams', teamId, teams: [teamId] }
  const month = (name: string) =>
    monthlyPayouts(t.db, scope, {
      period: periodNamed(name, ZONE),
      installation: installationOf(t.services),
      isFull: () => true,
    })
  await keepRunUntil(t.db, '2025-08-01')
  const late = await session('2025-08-20T10:00:00Z', { billedAt: new Date('2025-09-05T10:00:00Z') })
  const [august] = await month('2025-08-01')
  expect(august?.payout.data).toMatchObject({
    summary: null,
    nextPayout: { sessions: 1, amount: figuresOf({ teamId, pk: dc, stoppedAt: '' }).total / 100 },
  })
  // A run by hand of that month makes nothing.
  expect(await run('2025-08')).toEqual([])
  await run('2025-09')
  expect(await linesOf((await made('2025-09')).payoutNo)).toEqual([[late, 1, null]])
  expect((await month('2025-08-01'))[0]?.payout.data.nextPayout.sessions).toBe(0)
  await sql`delete from setting where key = 'payouts run until'`.execute(t.db)
})

test('a refund beyond what was left of its payment is taken once as part of K, and given back after the bill was lowered', async () => {
  const refund = (paise: number, at: string) =>
    t.db.transaction().execute(trx => {
      const [owner, gateway] = [
        { kind: 'owner', ref: teamId },
        { kind: 'gateway', ref: t.world.one.companyId },
      ] as const
      return postRefund(
        trx,
        { companyId: t.world.one.companyId, paymentId: 'pay_00000000000001' },
        {
          key: `test:borne:${teamId}:${at}`,
          kind: 'refunded',
          at: new Date(at),
          companyId: t.world.one.companyId,
          teamId,
          lines: linesOfPosting([debit(owner, BigInt(paise)), credit(gateway, BigInt(paise))]),
        },
      )
    })
  await session('2025-08-10T10:00:00Z', { netPaise: 100_000 })
  await giveByHand(t, teamId, 700, new Date('2025-08-12T10:00:00Z'))
  await refund(6000, '2025-08-20T10:00:00Z')
  await run('2025-08')
  const august = await made('2025-08')
  expect([august.givenPaise, august.refundsBornePaise, august.payoutPaise]).toEqual([6700, 6000, 95_000 - 6700])
  const labels = payoutSteps(august, await read.chargersOf(t.db, [august.payoutNo])).map(s => [s.label, s.amount])
  expect(labels).toContainEqual(['Credit given by hand', 7])
  expect(labels).toContainEqual(['Refunds beyond what was left', 60])
  await refund(-6000, '2025-09-02T10:00:00Z')
  await run('2025-09')
  const september = await made('2025-09')
  expect([september.givenPaise, september.refundsBornePaise, september.payoutPaise]).toEqual([-6000, -6000, 6000])
  await run('2025-10')
  expect(await payoutOf('2025-10')).toBeUndefined()
  expect(await balance('owner')).toBe(0)
})

test('each payout has its entry in the audit log', async () => {
  await session('2025-08-10T10:00:00Z', { netPaise: 100_000 })
  await run('2025-08')
  const { rows } = await sql`select action, feature, team_id, after, is_money from audit_entry
    where record_id = ${`PO-2508-${teamId}`}`.execute(t.db)
  expect(rows).toEqual([
    {
      action: 'create',
      feature: 'Finance',
      teamId,
      isMoney: true,
      after: expect.objectContaining({ month: '2025-08', sessions: 1, CPOPayout: 950, status: 'PAYOUTPENDING' }),
    },
  ])
})

test('what is due is run for all teams once, missed months in their order', async () => {
  const other = await newTeam(t)
  const pk = await newCharger(t, other, 'DC', BEGIN)
  await billed(t, { teamId: other, pk, stoppedAt: '2025-08-10T10:00:00Z' })
  await session('2025-08-10T10:00:00Z')
  await session('2025-10-10T10:00:00Z')
  const services = at('2025-11-01T00:00:00Z')
  const all = await runDuePayouts(services)
  expect(all).toEqual(expect.arrayContaining([`PO-2508-${teamId}`, `PO-2510-${teamId}`, `PO-2508-${other}`]))
  expect(await runUntil(t.db)).toBe('2025-10-01')
  expect(await runDuePayouts(services)).toEqual([])
  // Before 02:00 of the 1st nothing is due.
  expect(await runDuePayouts(at('2025-11-30T20:29:00Z'))).toEqual([])
  await sql`delete from setting where key = 'payouts run until'`.execute(t.db)
})

test('what is written stays', async () => {
  await session('2025-08-10T10:00:00Z')
  await run('2025-08')
  const { payoutNo } = await made('2025-08')
  await expect(sql`update payout set payout_paise = 0 where payout_no = ${payoutNo}`.execute(t.db)).rejects.toThrow(
    'stays',
  )
  await expect(sql`delete from payout_line where payout_no = ${payoutNo}`.execute(t.db)).rejects.toThrow('stays')
  await expect(
    sql`update payout_charger set unit_paise = 0 where payout_no = ${payoutNo}`.execute(t.db),
  ).rejects.toThrow('only added to')
  expect((await trialBalance(t.db)).differencePaise).toBe(0n)
})

const moments = fc
  .integer({ min: 0, max: 60 * 86_400 - 1 })
  .map(s => new Date(BEGIN.getTime() + s * 1000).toISOString())
const sessionsOf = fc.array(
  fc.record({
    stoppedAt: moments,
    isDc: fc.boolean(),
    netPaise: fc.integer({ min: 0, max: 300_000 }),
    energyWh: fc.integer({ min: 0, max: 60_000 }),
    paymentType: fc.constantFrom('UPI', 'CARD', 'WALLET', 'RFID', 'PREPAID'),
    // Lowered to a part, after its month was run.
    part: fc.option(fc.integer({ min: 0, max: 9 }), { nil: undefined }),
  }),
  { maxLength: 8 },
)
test('of random months: what drivers paid is accounted for, in the payouts and in the ledger', async () => {
  await fc.assert(
    fc.asyncProperty(
      sessionsOf,
      fc.constantFrom(1, 2, 3, 4, 5, 6, 7),
      fc.constantFrom('EV', 'CPO'),
      fc.constantFrom('CPO', 'CM'),
      fc.constantFrom('', '29AACCC6636P1Z1'),
      fc.integer({ min: -20_000, max: 20_000 }),
      async (sessions, rule, bearer, tax_bearer, gst, given) => {
        const team = await newTeam(t)
        const pks = [await newCharger(t, team, 'AC', BEGIN), await newCharger(t, team, 'DC', BEGIN)]
        const inPercent = rule % 2 === 1
        const payout = {
          payout_rule: rule,
          tax_bearer,
          cm_commission_in_percent: inPercent,
          cm_commission_percent: 5,
          cm_commission_cost: 1,
        }
        await saveFinance(t, team, { bearer, payout, charger: { other_fixed_cost: 11 } })
        await saveAccounts(t, team, [{ gst }])
        if (given > 0) await giveByHand(t, team, given, new Date('2025-08-15T10:00:00Z'))
        const all: { id: number; b: Billed; part: number | undefined }[] = []
        for (const { isDc, part, ...s } of sessions) {
          const b = { ...s, teamId: team, bearer, pk: pks[isDc ? 1 : 0] as number }
          all.push({ id: await billed(t, b), b, part })
        }
        await run('2025-08', team)
        let total = 0
        for (const { id, b, part } of all) {
          const after = part === undefined ? b : { ...b, netPaise: Math.floor(((b.netPaise ?? 0) * part) / 10) }
          if (part !== undefined) await corrected(t, id, 2, b, after, new Date('2025-09-02T10:00:00Z'))
          total += figuresOf(after).total
        }
        await run('2025-10', team)
        expect(await run('2025-10', team)).toEqual([])
        const { rows } = await sql<Record<string, number>>`select coalesce(sum(total_paise), 0)::bigint as total,
            coalesce(sum(payout_paise), 0)::bigint as payout, coalesce(sum(collected_paise), 0)::bigint as collected,
            coalesce(sum(given_paise), 0)::bigint as given, coalesce(sum(commission_paise), 0)::bigint as commission,
            coalesce(sum(deducted_tax_paise), 0)::bigint as deducted,
            coalesce(sum(tax_paise - owner_tax_paise), 0)::bigint as kept_tax,
            coalesce(sum(gateway_fee_paise + surcharge_paise), 0)::bigint as gateway,
            coalesce(sum(carried_out_paise - carried_in_paise), 0)::bigint as carried
          from payout where team_id = ${team}`.execute(t.db)
        const p = rows[0] as Record<string, number>
        const parts = ['payout', 'collected', 'given', 'commission', 'deducted', 'keptTax', 'gateway', 'carried']
        expect(p.total).toBe(total)
        expect(parts.reduce((n, k) => n + (p[k] as number), 0)).toBe(total)
        expect(await balance('owner', team)).toBe(p.carried)
        expect([await balance('receivable', team), await balance('payoutClearing', team)]).toEqual([0, p.payout])
        for (const month of ['2025-08', '2025-09', '2025-10']) if (await payoutOf(month, team)) await made(month, team)
        expect((await trialBalance(t.db)).differencePaise).toBe(0n)
      },
    ),
    { numRuns: 12 },
  )
}, 60_000)

test('the administrator makes what is missing from the command line', async () => {
  await session('2025-08-10T10:00:00Z')
  expect(await payouts(t.db, t.services, '2025-08')).toContain(`PO-2508-${teamId}`)
  expect(await payouts(t.db, t.services, '2025-08')).toBe('No payout is missing up to 2025-08.')
  await expect(payouts(t.db, t.services, '2099-01')).rejects.toThrow('Payouts are made for months that are over')
  await expect(payouts(t.db, t.services, 'October')).rejects.toThrow('Usage')
})
