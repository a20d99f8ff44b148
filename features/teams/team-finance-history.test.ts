// The finance of a team as of each moment: a line for every change by whatever call, none without one, and which line
// speaks for a time.
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startApp, type TestApp } from '../../testing/app.ts'
import { financeDefaults } from './team-finance.contract.ts'
import { takeCompanyTerms } from './team-finance.store.ts'
import { recordFinance } from './team-finance-history.store.ts'
import { account, asker, teamBody } from './test-team.ts'

let t: TestApp
let ask: ReturnType<typeof asker>
let aheadMs = 0
beforeAll(async () => {
  t = await startApp({ now: () => new Date(Date.now() + aheadMs) })
  ask = asker(t)
})
afterAll(() => t.close())

type Line = { since: Date; taxPpm: number; settlementPercentage: number; gstin: string | null; finance: object | null }
const lines = async (teamId: number): Promise<Line[]> =>
  (
    await sql<Line>`select since, tax_ppm, settlement_percentage::float8 as settlement_percentage, gstin, business_name,
      finance from team_finance_history where team_id = ${teamId} order by since, history_id`.execute(t.db)
  ).rows
const saved = (more: object) => ({ ...teamBody({ name: 'Dated' }), ...more })
const withTax = (tax: number) => ({
  ...financeDefaults,
  transaction_payment_details: { ...financeDefaults.transaction_payment_details, tax },
})

test('a team has a line from its making on, and one more for every change of its finance', async () => {
  const { data } = await ask('admin', 'POST', 'team', saved({}))
  const { teamId } = data
  const steps: [object, Partial<Line>][] = [
    [{ financeConfig: withTax(5) }, { taxPpm: 50_000 }],
    [{ settlement_percentage: 80 }, { settlementPercentage: 80 }],
    [{ payoutAccounts: [account({ gst: '27AAPFU0939F1ZV' })] }, { gstin: '27AAPFU0939F1ZV' }],
    [
      { financeConfig: withTax(12), settlement_percentage: 70 },
      { taxPpm: 120_000, settlementPercentage: 70 },
    ],
  ]
  expect(await lines(teamId)).toEqual([
    expect.objectContaining({ taxPpm: 180_000, settlementPercentage: 100, gstin: null, finance: null }),
  ])
  for (const [change, told] of steps) {
    aheadMs += 1000
    const from = t.services.now()
    const before = await lines(teamId)
    const current = (await ask('admin', 'GET', `team/${teamId}`)).data
    expect(
      (await ask('admin', 'PUT', `team/${teamId}`, saved({ parentCompanyId: current.parentCompanyId, ...change })))
        .status,
    ).toBe(200)
    const after = await lines(teamId)
    expect(after.slice(0, before.length)).toEqual(before)
    expect(after.at(-1)).toMatchObject(told)
    expect(after.at(-1)?.since.getTime()).toBeGreaterThanOrEqual(from.getTime())
    // The same again is no change.
    await ask('admin', 'PUT', `team/${teamId}`, saved({ parentCompanyId: current.parentCompanyId, ...change }))
    expect(await lines(teamId)).toEqual(after)
  }
  expect((await lines(teamId)).at(-1)).toMatchObject({ gstin: '27AAPFU0939F1ZV', finance: withTax(12) })
  // All of it is kept, not what bills take from it alone.
  expect((await lines(teamId)).at(-1)?.finance).toMatchObject({ payout_details: { payout_rule: 3, tax_bearer: 'CM' } })
})

test('the percents of a company are lines of its teams without a finance of their own', async () => {
  const { one } = t.world
  const own = await lines(one.siblingId)
  await sql`update company set tax_ppm = 60000 where company_id = ${one.companyId}`.execute(t.db)
  await t.db.transaction().execute(trx => takeCompanyTerms(trx, one.companyId, t.services.now()))
  expect((await lines(one.siblingId)).map(l => l.taxPpm)).toEqual([...own.map(l => l.taxPpm), 60_000])
})

test('a line is never dated before one that stands there', async () => {
  const { teamId } = t.world.two
  await sql`update team set tax_ppm = 70000 where id = ${teamId}`.execute(t.db)
  await recordFinance(t.db, [teamId], new Date(0))
  const [first, second] = await lines(teamId)
  expect(second?.since).toEqual(first?.since)
  expect([first?.taxPpm, second?.taxPpm]).toEqual([180_000, 70_000])
})
