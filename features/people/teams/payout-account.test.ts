// Payout accounts: those that count, those that are left out, refusals with their words, and the stored accounts.
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startApp, type TestApp } from '#testing/app.ts'
import {
  blankTeamAccount,
  CompanyPayoutAccounts,
  isFilled,
  NO_ACCOUNT,
  NOT_100,
  ONLY_DIGITS,
  TeamPayoutAccounts,
  type TypedTeamAccount,
} from './payout-account.contract.ts'
import * as store from './payout-account.store.ts'

const account = (more: Partial<TypedTeamAccount> = {}): TypedTeamAccount => ({
  business_name: '  Volt Works ',
  business_type: 'llp',
  beneficiary_name: 'Volt Works LLP',
  email: 'pay@volt.example',
  phone: '9876543210',
  account_no: '000123456789',
  ifsc_code: 'hdfc0001234',
  gst: '',
  account_type: 'current',
  payout_percentage: 100,
  tax_percentage: 18,
  ...more,
})
const errorsOf = (value: unknown) =>
  Object.fromEntries(
    (TeamPayoutAccounts.safeParse(value).error?.issues ?? []).map(i => [i.path.join('.'), i.message] as const),
  )

describe('what counts', () => {
  test('texts are trimmed, IFSC and GST number are upper case, an empty GST number is none', () => {
    expect(TeamPayoutAccounts.parse([account()])).toEqual([
      { ...account(), payoutDetailId: null, business_name: 'Volt Works', ifsc_code: 'HDFC0001234', gst: null },
    ])
    expect(TeamPayoutAccounts.parse([account({ gst: '29aaccc6636p1z1' })])[0]?.gst).toBe('29AACCC6636P1Z1')
  })
  const asked = Object.keys(blankTeamAccount).filter(f => f !== 'gst' && f !== 'payoutDetailId')
  test.each(asked)('without %s an account is left out, wrong as the rest may be', field => {
    for (const nothing of [null, undefined, '  ']) {
      const part = account({ email: 'no mail', [field]: nothing })
      expect(isFilled(part, 'team')).toBe(false)
      expect(TeamPayoutAccounts.parse([part, account()])).toHaveLength(1)
    }
  })
  test('a company’s account asks for its settlement percentage and not for a payout percentage', () => {
    const { gst: _, account_type: __, payout_percentage: ___, tax_percentage: ____, ...rest } = account()
    expect(CompanyPayoutAccounts.parse([rest])).toEqual([])
    expect(CompanyPayoutAccounts.parse([{ ...rest, settlement_percentage: 40 }])).toEqual([
      expect.objectContaining({ business_name: 'Volt Works', settlement_percentage: 40, disabled: false }),
    ])
    expect(CompanyPayoutAccounts.parse([])).toEqual([])
  })
})

test.each<[string, Partial<TypedTeamAccount>, Record<string, string>]>([
  ['a mail address', { email: 'x' }, { '0.email': 'Please enter a valid email' }],
  ['a phone', { phone: '12345' }, { '0.phone': 'Please enter a valid phone number' }],
  ['an IFSC code', { ifsc_code: 'HDFC1001234' }, { '0.ifsc_code': 'Please enter a valid IFSC Code' }],
  ['a GST number', { gst: '29AACCC6636P1Z2' }, { '0.gst': 'Please enter a valid GST Number' }],
  ['a PAN', { pan: 'AACCC6636' }, { '0.pan': 'Please enter a valid PAN' }],
  [
    'a PAN of somebody else than the GST number',
    { gst: '29AACCC6636P1Z1', pan: 'AAPFU0939F' },
    { '0.pan': 'The GST number 29AACCC6636P1Z1 belongs to the PAN AACCC6636P' },
  ],
  ['an account number', { account_no: '12-34-56' }, { '0.account_no': 'Please enter a valid Account Number' }],
  ['a business type', { business_type: 'circus' }, { '0.business_type': 'Please select a business type' }],
  ['letters', { payout_percentage: 'x' }, { '0.payout_percentage': ONLY_DIGITS }],
  ['a part of a per cent', { tax_percentage: 1.5 }, { '0.tax_percentage': ONLY_DIGITS }],
  ['less than nothing', { tax_percentage: -1 }, { '0.tax_percentage': ONLY_DIGITS }],
  ['not the whole', { payout_percentage: 60 }, { '0.payout_percentage': NOT_100 }],
])('%s is refused: %j', (_what, more, errors) => {
  expect(errorsOf([account(more)])).toEqual(errors)
})

test('no account at all is refused; two share the whole; the error stands at the account it belongs to', () => {
  expect(errorsOf([])).toEqual({ '': NO_ACCOUNT })
  expect(errorsOf([account({ payout_percentage: 30 }), account({ payout_percentage: 70 })])).toEqual({})
  expect(errorsOf([{ ...blankTeamAccount }, account({ email: 'x' })])).toEqual({
    '1.email': 'Please enter a valid email',
  })
})

test('a PAN is upper case, and may be missing', () => {
  expect(TeamPayoutAccounts.parse([account({ gst: '29AACCC6636P1Z1', pan: ' aaccc6636p ' })])[0]?.pan).toBe(
    'AACCC6636P',
  )
  for (const pan of ['', ' ', null, undefined]) {
    expect(isFilled(account({ pan }), 'team')).toBe(true)
    expect(TeamPayoutAccounts.parse([account({ pan })])[0]).not.toHaveProperty('pan')
  }
})

describe('kept', () => {
  let t: TestApp
  beforeAll(async () => {
    t = await startApp()
  })
  afterAll(() => t.close())

  const replace = (teamId: number, accounts: readonly TypedTeamAccount[]) =>
    t.db
      .transaction()
      .execute(trx => store.replace(trx, teamId, 'team', TeamPayoutAccounts.parse(accounts), new Date()))

  test('an account named by its id keeps it; one that is left out goes; the id of another team opens nothing', async () => {
    const { teamId, siblingId } = t.world.one
    await replace(teamId, [
      account({ payout_percentage: 40 }),
      account({ payout_percentage: 60, gst: '29AACCC6636P1Z1' }),
    ])
    const [first, second] = await store.listOf(t.db, teamId, 'team')
    expect(second).toMatchObject({ business_name: 'Volt Works', payout_percentage: 60, gst: '29AACCC6636P1Z1' })
    await replace(teamId, [account({ payoutDetailId: second?.payoutDetailId, account_no: '999999999' })])
    expect(await store.listOf(t.db, teamId, 'team')).toEqual([
      expect.objectContaining({ payoutDetailId: second?.payoutDetailId, account_no: '999999999', gst: null }),
    ])
    await replace(siblingId, [account({ payoutDetailId: second?.payoutDetailId })])
    expect(await store.listOf(t.db, teamId, 'team')).toMatchObject([{ account_no: '999999999' }])
    const [theirs] = await store.listOf(t.db, siblingId, 'team')
    expect(theirs?.payoutDetailId).not.toBe(second?.payoutDetailId)
    expect(first?.payoutDetailId).not.toBe(second?.payoutDetailId)
  })

  test('each change is kept with its time, and a save that changes nothing adds nothing', async () => {
    const { siblingId } = t.world.one
    const kept = async () =>
      (
        await sql<{
          since: Date
          accounts: { account_no: string }[]
        }>`select since, accounts from payout_account_history
          where team_id = ${siblingId} and not of_company order by history_id`.execute(t.db)
      ).rows.map(r => [r.since.toISOString(), r.accounts.map(a => a.account_no)])
    const before = await kept()
    const change = (at: string, accounts: readonly TypedTeamAccount[]) =>
      t.db
        .transaction()
        .execute(trx => store.replace(trx, siblingId, 'team', TeamPayoutAccounts.parse(accounts), new Date(at)))
    await change('2126-01-05T00:00:00.000Z', [account({ account_no: '111111111' })])
    const [own] = await store.listOf(t.db, siblingId, 'team')
    await change('2126-01-06T00:00:00.000Z', [
      account({ account_no: '111111111', payoutDetailId: own?.payoutDetailId }),
    ])
    // After a clock has gone back, no record is dated before the last one.
    await change('2126-01-04T00:00:00.000Z', [
      account({ account_no: '222222222', payoutDetailId: own?.payoutDetailId }),
    ])
    expect((await kept()).slice(before.length)).toEqual([
      ['2126-01-05T00:00:00.000Z', ['111111111']],
      ['2126-01-05T00:00:00.000Z', ['222222222']],
    ])
    await expect(sql`update payout_account_history set since = now()`.execute(t.db)).rejects.toThrow('only added to')
  })

  test('a company and its own team share an id, not their accounts', async () => {
    const { companyId } = t.world.one
    const { gst: _, account_type: __, payout_percentage: ___, tax_percentage: ____, ...rest } = account()
    await replace(companyId, [account()])
    const [own] = await store.listOf(t.db, companyId, 'team')
    await t.db
      .transaction()
      .execute(trx =>
        store.replace(
          trx,
          companyId,
          'company',
          CompanyPayoutAccounts.parse([{ ...rest, settlement_percentage: 40, payoutDetailId: own?.payoutDetailId }]),
          new Date(),
        ),
      )
    expect(await store.listOf(t.db, companyId, 'company')).toMatchObject([
      { settlement_percentage: 40, disabled: false },
    ])
    expect(await store.listOf(t.db, companyId, 'team')).toEqual([own])
  })
})
