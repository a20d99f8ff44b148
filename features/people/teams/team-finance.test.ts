// Finance of a team: the values that may be saved, the resulting terms, and the bills of a real charger: sessions that
// start afterwards have the new terms, a running session keeps those of its start.
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startApp, type TestApp } from '#testing/app.ts'
import { TestCharger } from '#testing/charger.ts'
import { bootedCharger, newTag, start, stop } from '#testing/ocpp.ts'
import { ageOf, matchesSearch, termsOf } from './team.rules.ts'
import {
  FinanceConfig,
  financeDefaults,
  flagRefused,
  NEEDS_FIXED_RULE,
  NEEDS_PERCENT_RULE,
} from './team-finance.contract.ts'
import * as store from './team-finance.store.ts'
import { asker, teamBody } from './test-team.ts'

type Part = { [K in keyof FinanceConfig]?: { [F in keyof FinanceConfig[K]]?: unknown } }
const finance = (more: Part = {}) =>
  Object.fromEntries(
    Object.entries(financeDefaults).map(([part, values]) => [
      part,
      { ...values, ...more[part as keyof FinanceConfig] },
    ]),
  )
const errorsOf = (more: Part) =>
  Object.fromEntries(
    (FinanceConfig.safeParse(finance(more)).error?.issues ?? []).map(i => [i.path.join('.'), i.message] as const),
  )

test('the defaults are those of S-FINANCE and may be saved', () => {
  expect(FinanceConfig.parse(financeDefaults)).toEqual(financeDefaults)
  expect(financeDefaults).toMatchObject({
    charger_payment_details: { monthly_payment: true, dc_charges_monthly: 349, ac_charges_monthly: 249, tax: 18 },
    transaction_payment_details: { pg_charges_bearer: 'EV', payment_gateway_percent: 2.36, tax: 18 },
    payout_details: {
      payout_rule: 3,
      tax_bearer: 'CM',
      tax: 18,
      cm_commission_in_percent: true,
      cm_commission_percent: 5,
    },
    payment_gateway_details: { payment_gateway_details_id: 1 },
  })
})

const digits = 'Only digits are allowed'
test.each<[string, Part, string, string]>([
  ['letters', { charger_payment_details: { tax: 'x' } }, 'charger_payment_details.tax', digits],
  [
    'a decimal point',
    { charger_payment_details: { dc_charges_monthly: 349.5 } },
    'charger_payment_details.dc_charges_monthly',
    digits,
  ],
  ['a sign', { payout_details: { tax: -1 } }, 'payout_details.tax', digits],
  ['nothing', { transaction_payment_details: { tax: null } }, 'transaction_payment_details.tax', 'Tax is required'],
  ['more than all', { payout_details: { tax: 101 } }, 'payout_details.tax', 'Tax should be 100 or less'],
  [
    'no bearer',
    { transaction_payment_details: { pg_charges_bearer: '' } },
    'transaction_payment_details.pg_charges_bearer',
    'Please select who bears the Payment Gateway charges.',
  ],
  ['no rule', { payout_details: { payout_rule: null } }, 'payout_details.payout_rule', 'Please select a payout rule.'],
  ['rule 8', { payout_details: { payout_rule: 8 } }, 'payout_details.payout_rule', 'Please select a payout rule.'],
  [
    'no tax bearer',
    { payout_details: { tax_bearer: 'EV' } },
    'payout_details.tax_bearer',
    'Please select a tax bearer.',
  ],
  [
    'no monthly charge',
    { charger_payment_details: { dc_charges_monthly: null } },
    'charger_payment_details.dc_charges_monthly',
    'DC Charges is required',
  ],
  [
    'no annual charge',
    { charger_payment_details: { monthly_payment: false, dc_charges_annual: 4000 } },
    'charger_payment_details.ac_charges_annual',
    'AC Charges is required',
  ],
  [
    'no commission percent',
    { payout_details: { cm_commission_percent: null } },
    'payout_details.cm_commission_percent',
    'Commission Percent is required',
  ],
  [
    'no commission cost',
    { payout_details: { payout_rule: 4, cm_commission_in_percent: false } },
    'payout_details.cm_commission_cost',
    'Commission Cost is required',
  ],
  [
    'three places',
    { transaction_payment_details: { payment_gateway_percent: 2.365 } },
    'transaction_payment_details.payment_gateway_percent',
    'Payment Gateway Percent should have 2 decimals or less',
  ],
])('%s is refused', (_what, more, path, text) => {
  expect(errorsOf(more)).toEqual({ [path]: text })
})

describe('payout rule and percent flag', () => {
  test.each([
    [1, true],
    [2, false],
    [3, true],
    [4, false],
    [5, true],
    [6, false],
  ])('rule %i goes with in percent %s alone', (rule, inPercent) => {
    expect(flagRefused(rule, inPercent)).toBeUndefined()
    expect(flagRefused(rule, !inPercent)).toBe(inPercent ? NEEDS_FIXED_RULE : NEEDS_PERCENT_RULE)
    expect(
      errorsOf({ payout_details: { payout_rule: rule, cm_commission_in_percent: !inPercent, cm_commission_cost: 1 } }),
    ).toEqual({ 'payout_details.cm_commission_in_percent': inPercent ? NEEDS_FIXED_RULE : NEEDS_PERCENT_RULE })
  })
  test('rule 7 goes with both', () => {
    for (const inPercent of [true, false]) expect(flagRefused(7, inPercent)).toBeUndefined()
    expect(NEEDS_PERCENT_RULE).toBe('Please select a payout rule which takes commission in percentage into account')
    expect(NEEDS_FIXED_RULE).toBe('Please select a payout rule which takes commission in fixed amount into account')
  })
})

test('only the commission that was chosen counts', () => {
  const both = { cm_commission_percent: 7.5, cm_commission_cost: 0.35 }
  expect(termsOf(finance({ payout_details: both }) as FinanceConfig)).toMatchObject({
    taxPpm: 180_000,
    transactionPpm: 23_600,
    commissionPpm: 75_000,
    commissionPaisePerKwh: 0,
  })
  const fixed = { ...both, payout_rule: 6, cm_commission_in_percent: false }
  expect(termsOf(finance({ payout_details: fixed }) as FinanceConfig)).toMatchObject({
    commissionPpm: 0,
    commissionPaisePerKwh: 35,
  })
})

describe('the list’s search and colours', () => {
  const team = {
    name: 'East Side',
    active: 'N' as const,
    description: 'By the lake',
    creationTime: '2025-03-04T05:06:07Z',
  }
  test.each([
    ['east', true],
    ['LAKE', true],
    ['inactive', true],
    ['inact', true],
    ['active', false],
    ['2025-03-04', true],
    ['04 Mar', true],
    ['west', false],
    ['', true],
  ])('%j finds it: %s', (q, is) => {
    expect(matchesSearch(team, q, '04 Mar 2025 10:36')).toBe(is)
  })
  test('green for 7 days, amber after 365', () => {
    const now = new Date('2026-01-10T00:00:00Z')
    expect(ageOf('2026-01-03T00:00:00Z', now)).toBe('recent')
    expect(ageOf('2026-01-02T23:59:59Z', now)).toBe('usual')
    expect(ageOf('2025-01-10T00:00:00Z', now)).toBe('usual')
    expect(ageOf('2025-01-09T23:59:59Z', now)).toBe('old')
  })
})

describe('bills', () => {
  let t: TestApp
  let ask: ReturnType<typeof asker>
  let ws: string
  let idTag: string
  beforeAll(async () => {
    t = await startApp()
    ask = asker(t)
    ws = (await t.listen()).ws
    idTag = await newTag(t)
  })
  afterAll(() => t.close())

  const billOf = async (transactionId: number) =>
    (
      await sql<{
        taxablePaise: number
        totalPaise: number
        gatewayFeePaise: number
        commissionPercentPaise: number
        commissionUnitPaise: number
      }>`
        select taxable_paise, total_paise, gateway_fee_paise, commission_percent_paise, commission_unit_paise
        from bill where transaction_id = ${transactionId}`.execute(t.db)
    ).rows[0]
  const now = (minutes: number) => ({ timestamp: new Date(Date.now() + minutes * 60_000).toISOString() })

  test('follow the finance from the next start on; what runs keeps what it began with, over a restart too', async () => {
    const { teamId } = t.world.one
    let c = await bootedCharger(t, ws)
    const running = await start(c, idTag, now(-5))
    const saved = await ask('admin', 'PUT', `team/${teamId}`, {
      ...teamBody({ name: 'One North' }),
      financeConfig: finance({
        transaction_payment_details: { tax: 5, payment_gateway_percent: 3.5, pg_charges_bearer: 'CPO' },
        payout_details: { payout_rule: 6, cm_commission_in_percent: false, cm_commission_cost: 0.5 },
      }),
    })
    expect(saved.status, saved.message).toBe(200)
    const [{ paymentGateway: _, ...details }] = (await ask('admin', 'GET', `team/${teamId}/paymentDetails`)).data
    expect(details).toEqual({
      paymentGatewayId: 1,
      currency: 'INR',
      taxPercent: 5,
      transactionPercent: 3.5,
      transactionPercentByMethod: { upi: 3.5, rupayDebit: 3.5, card: 3.5, wallet: 3.5 },
      pgChargesBearer: 'CPO',
    })
    const next = await start(c, idTag, { connectorId: 2, ...now(1) })
    // The restart clears the memory, so the session is read again.
    await t.restart()
    c = Object.assign(await TestCharger.open(ws, c.id), { pk: c.pk, id: c.id })
    await stop(c, running.transactionId, now(10))
    await stop(c, next.transactionId, now(10))
    // 10 kWh at 18.00; 18 % tax and 5 % commission before, 5 % tax and 0.50 a kWh after.
    expect(await billOf(running.transactionId)).toMatchObject({
      taxablePaise: 18_000,
      totalPaise: 21_240,
      commissionPercentPaise: 900,
      commissionUnitPaise: 0,
    })
    expect(await billOf(next.transactionId)).toMatchObject({
      taxablePaise: 18_000,
      totalPaise: 18_900,
      commissionPercentPaise: 0,
      commissionUnitPaise: 500,
    })
    await c.close()
  })

  test('a price group gets no new version where nothing changed', async () => {
    const versions = async () =>
      (await sql<{ n: number }>`select count(*) as n from price_group_version`.execute(t.db)).rows[0]?.n
    const before = await versions()
    const { data } = await ask('admin', 'GET', `team/${t.world.one.teamId}`)
    const { financeConfig } = data
    const again = await ask('admin', 'PUT', `team/${t.world.one.teamId}`, {
      ...teamBody({ name: 'One North' }),
      financeConfig,
    })
    expect(again.status).toBe(200)
    expect(await versions()).toBe(before)
  })

  test('the percents of a company hold for its teams without a finance of their own', async () => {
    const { one } = t.world
    await sql`update company set tax_ppm = 120000, transaction_ppm = 10000 where company_id = ${one.companyId}`.execute(
      t.db,
    )
    await t.db.transaction().execute(trx => store.takeCompanyTerms(trx, one.companyId, new Date()))
    const taxOf = async (id: number) => (await ask('admin', 'GET', `team/${id}/paymentDetails`)).data[0]
    expect(await taxOf(one.siblingId)).toMatchObject({ taxPercent: 12, transactionPercent: 1, pgChargesBearer: 'EV' })
    expect(await taxOf(one.teamId)).toMatchObject({ taxPercent: 5, transactionPercent: 3.5 })
    // A new team begins with them.
    const { data } = await ask('admin', 'POST', 'team', teamBody({ name: 'New' }))
    expect(await taxOf(data.teamId)).toMatchObject({ taxPercent: 12 })
  })
})
