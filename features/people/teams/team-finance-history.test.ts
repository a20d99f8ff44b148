// The finance of a team as of each moment: a record for every change by any call, none without a change, and the record
// that holds at a given time.
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startApp, type TestApp } from '#testing/app.ts'
import { TeamPayoutAccounts } from './payout-account.contract.ts'
import * as accounts from './payout-account.store.ts'
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
  // The whole finance is recorded, not only the terms that bills use.
  expect((await lines(teamId)).at(-1)?.finance).toMatchObject({ payout_details: { payout_rule: 3, tax_bearer: 'CM' } })
})

test('the PAN of a team counts before that of its first account, by date, and goes with the GST number', async () => {
  const made = await ask('admin', 'POST', 'team', saved({ name: 'Of PAN', pan: 'AAPFU0939F' }))
  const { teamId } = made.data
  const pans = async () =>
    (
      await sql<{
        pan: string | null
      }>`select pan from team_finance_history where team_id = ${teamId} order by history_id`.execute(t.db)
    ).rows.map(r => r.pan)
  const put = (change: object) => {
    aheadMs += 1000
    return ask('admin', 'PUT', `team/${teamId}`, change)
  }
  expect([made.data.pan, (await pans()).at(-1)]).toEqual(['AAPFU0939F', 'AAPFU0939F'])
  const foreign = await put({ payoutAccounts: [account({ gst: '29AACCC6636P1Z1' })] })
  const text = 'The GST number 29AACCC6636P1Z1 belongs to the PAN AACCC6636P'
  expect([foreign.status, foreign.message, foreign.errors]).toEqual([422, text, { 'payoutAccounts.0.gst': text }])
  expect((await put({ pan: 'x' })).status).toBe(422)
  const both = await put({ pan: 'aaccc6636p', payoutAccounts: [account({ gst: '29AACCC6636P1Z1' })] })
  expect([both.status, both.data.pan]).toEqual([200, 'AACCC6636P'])
  const refused = await put({ pan: 'AAPFU0939F' })
  expect([refused.status, refused.errors]).toEqual([422, { pan: text }])
  expect(
    (await put({ pan: null, payoutAccounts: [account({ gst: '29AACCC6636P1Z1', pan: 'AACCC6636P' })] })).status,
  ).toBe(200)
  expect((await put({ payoutAccounts: [account({ gst: '29AACCC6636P1Z1' })] })).status).toBe(200)
  const told = await pans()
  expect(told.at(-1)).toBe(null)
  expect(new Set(told)).toEqual(new Set([null, 'AAPFU0939F', 'AACCC6636P']))
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

test.each([
  ['team_finance_history', 'update team_finance_history set tax_ppm = 0'],
  ['team_finance_history', 'delete from team_finance_history'],
  ['team_finance_history', 'truncate team_finance_history'],
  ['charger_team_history', 'update charger_team_history set since = now()'],
  ['charger_team_history', 'delete from charger_team_history'],
  ['connector_price_history', 'update connector_price_history set since = now()'],
  ['connector_price_history', 'delete from connector_price_history'],
])('%s is only added to: %s', async (table, statement) => {
  const refused = { message: `${table} is only added to` }
  await expect(sql.raw(statement).execute(t.db)).rejects.toMatchObject(refused)
})

test('a history goes with what it tells of', async () => {
  const { companyId } = t.world.one
  const { rows } = await sql<{ id: number }>`insert into team (company_id, parent_id, path, company_type, name)
    select company_id, id, path || 999999, 'C', 'Short' from team where id = ${companyId} returning id`.execute(t.db)
  const id = rows[0]?.id ?? 0
  await sql`insert into team_finance_history (team_id, since, tax_ppm, transaction_ppm, pg_charges_bearer, commission_ppm,
    commission_paise_per_kwh, settlement_percentage) values (${id}, now(), 0, 0, 'EV', 0, 0, 100)`.execute(t.db)
  await sql`delete from team where id = ${id}`.execute(t.db)
  const left = await sql`select from team_finance_history where team_id = ${id}`.execute(t.db)
  expect(left.rows).toEqual([])
})

test('the supplier of a team is the nearest upwards with a GST number on its first account, else the platform, else nobody', async () => {
  const make = async (name: string, more: object) =>
    (await ask('admin', 'POST', 'team', { ...teamBody({ name }), ...more })).data.teamId as number
  const north = await make('Supplied north', {})
  const hill = await make('Supplied hill', { parentCompanyId: north })
  const supplier = async () => (await ask('admin', 'GET', `team/${hill}/supplier`)).data
  const gets = (teamId: number, gst: string, business_name: string) =>
    ask('admin', 'PUT', `team/${teamId}`, { payoutAccounts: [account({ gst, business_name })] })
  // The company of the test's world supplies; from here on it does not.
  aheadMs += 1000
  const none = TeamPayoutAccounts.parse([account({ gst: '' })])
  await accounts.replace(t.db, t.world.one.companyId, 'team', none, t.services.now())
  t.services.platform = undefined
  expect(await supplier()).toBeNull()
  t.services.platform = { name: 'Platform Ltd', gstin: '24AACCK3955D1ZS', address: null }
  expect(await supplier()).toEqual({ name: 'Platform Ltd', gstin: '24AACCK3955D1ZS' })
  aheadMs += 1000
  expect((await gets(north, '29AACCC6636P1Z1', 'North LLP')).status).toBe(200)
  expect(await supplier()).toEqual({ name: 'North LLP', gstin: '29AACCC6636P1Z1' })
  expect((await gets(hill, '27AAPFU0939F1ZV', 'Hill LLP')).status).toBe(200)
  expect(await supplier()).toEqual({ name: 'Hill LLP', gstin: '27AAPFU0939F1ZV' })
  expect((await ask('stranger', 'GET', `team/${hill}/supplier`)).status).toBe(404)
})
