// The value of a setting on a day is the company's own, else the installation's, else the usual one; and some values cannot be set.
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { panNotice, type SetValue, sinceFault, taxValueOn, valueFault } from './tax-setting.rules.ts'

const set = (
  settingId: number,
  name: SetValue['name'],
  since: string,
  value: SetValue['value'],
  companyId: number | null = null,
) => ({
  settingId,
  companyId,
  name,
  since,
  value,
})

test('the notice of missing PANs names five teams at most', () => {
  expect(panNotice([])).toBeUndefined()
  expect(panNotice(['East'])).toBe(
    'This team has a GST number and no PAN, and would pay the rate without a PAN: East. The PAN is entered with the team, under Payout Accounts.',
  )
  expect(panNotice(['A', 'B', 'C', 'D', 'E', 'F', 'G'])).toContain(': A, B, C, D, E and 2 more.')
})

test('rates as they were by law, where nobody has set any', () => {
  const on = (name: 'tcsRate' | 'tdsRate', day: string) => taxValueOn([], name, { companyId: 7, day })
  expect(on('tcsRate', '2024-07-09')).toBe(10_000)
  expect(on('tcsRate', '2024-07-10')).toBe(5_000)
  expect(on('tdsRate', '2024-09-30')).toBe(10_000)
  expect(on('tdsRate', '2024-10-01')).toBe(1_000)
  // Before any value there is the first one.
  expect(on('tcsRate', '2010-01-01')).toBe(10_000)
})

test('a company has its own value, and the installation’s where it has none by the day', () => {
  const all = [
    set(1, 'rfidInvoices', '2026-01-01', false),
    set(2, 'rfidInvoices', '2026-03-01', true, 7),
    set(3, 'rfidInvoices', '2026-04-01', false, 8),
    set(4, 'tcs', '2026-01-01', true),
  ]
  const rfid = (companyId: number | null, day: string) => taxValueOn(all, 'rfidInvoices', { companyId, day })
  expect(rfid(7, '2025-12-31')).toBe(true)
  expect(rfid(7, '2026-02-28')).toBe(false)
  expect(rfid(7, '2026-03-01')).toBe(true)
  expect(rfid(9, '2026-03-01')).toBe(false)
  expect(rfid(null, '2026-05-01')).toBe(false)
  // A setting of the installation ignores a value that bears a company.
  expect(taxValueOn([...all, set(5, 'tcs', '2026-01-01', false, 7)], 'tcs', { companyId: 7, day: '2026-02-01' })).toBe(
    true,
  )
})

test('a letter of undertaking is the company’s own, and holds until the end of its financial year', () => {
  const arn = 'AD290426001234X'
  const all = [set(1, 'lut', '2026-04-10', arn, 7), set(2, 'lut', '2026-01-01', 'AD240126000001Z')]
  const lut = (companyId: number | null, day: string) => taxValueOn(all, 'lut', { companyId, day })
  expect([lut(7, '2026-04-09'), lut(7, '2026-04-10'), lut(7, '2027-03-31'), lut(7, '2027-04-01')]).toEqual([
    null,
    arn,
    arn,
    null,
  ])
  // That of the platform is of nobody else.
  expect([lut(8, '2026-02-01'), lut(null, '2026-03-31'), lut(null, '2026-04-01')]).toEqual([
    null,
    'AD240126000001Z',
    null,
  ])
  expect([valueFault('lut', arn), valueFault('lut', null), valueFault('lut', 'AD29')]).toEqual([
    undefined,
    undefined,
    'Please enter the ARN: 15 capitals and digits',
  ])
  expect(valueFault('tcsNumber', '24AACCK3955D1C3')).toBeUndefined()
  expect(valueFault('tcsNumber', '24AACCK3955D1C4')).toBe('Please enter a GST number with C as its 14th character')
  expect(valueFault('tcsNumber', '24AACCK3955D1ZS')).toBe('Please enter a GST number with C as its 14th character')
})

test('of any values the latest beginning by the day holds, of two the one set later, in whatever order they are read', () => {
  const day = fc.integer({ min: 1, max: 28 }).map(n => `2026-02-${String(n).padStart(2, '0')}`)
  fc.assert(
    fc.property(fc.array(fc.tuple(day, fc.integer({ min: 0, max: 9 })), { maxLength: 12 }), day, (values, on) => {
      const all = values.map(([since, value], i) => set(i + 1, 'tdsRate', since, value))
      const expected = values.reduce<{ since: string; value: number } | undefined>(
        (best, [since, value]) => (since <= on && (!best || since >= best.since) ? { since, value } : best),
        undefined,
      )
      for (const order of [all, all.toReversed()])
        expect(taxValueOn(order, 'tdsRate', { companyId: null, day: on })).toBe(expected?.value ?? 1_000)
    }),
  )
})

test.each([
  ['tcs', 'yes', 'Please choose on or off'],
  ['tcs', true, undefined],
  ['tcsRate', 1_000_001, 'Please enter a percentage from 0 to 100 with at most four decimals'],
  ['tcsRate', -1, 'Please enter a percentage from 0 to 100 with at most four decimals'],
  ['tcsRate', 1_000_000, undefined],
  ['tcsRate', null, 'Please enter a percentage from 0 to 100 with at most four decimals'],
  ['tdsThreshold', null, undefined],
  ['surchargeCard', null, undefined],
  ['surchargeUpi', 0, undefined],
  ['surchargeUpi', 1_000_001, 'Please enter a percentage from 0 to 100 with at most four decimals'],
  ['surchargeWallet', true, 'Please enter a percentage from 0 to 100 with at most four decimals'],
  ['tdsThreshold', -1, 'Please enter an amount from 0 to 10,00,00,00,000 with at most two decimals'],
  ['commissionSac', '998714', undefined],
  ['commissionSac', '123456', 'Please enter a service code of six digits that begins with 99'],
  ['commissionSeries', 'pc', 'Please enter two capitals or digits'],
] as const)('%s of %s: %s', (name, value, fault) => {
  expect(valueFault(name, value)).toBe(fault)
})

test.each([
  ['tcs', '2026-11-01', undefined],
  ['tcs', '2026-11-15', 'This holds for whole months: please choose the 1st of a month'],
  ['tcsRate', '2026-11-15', undefined],
  ['tcsRate', '2026-10-31', 'Months that are over keep what held in them: please choose a later day'],
  ['tcsRate', '2026-02-30', 'Please enter a valid date'],
  ['surchargeUpi', '2026-11-20', undefined],
  ['surchargeUpi', '2026-11-19', 'Days that are over keep what held on them: please choose today or a later day'],
  ['tcsRate', '30.11.2026', 'Please enter a valid date'],
  ['tcsRate', '2032-01-01', 'At most 5 years ahead'],
] as const)('%s from %s on: %s', (name, since, fault) => {
  expect(sinceFault(name, since, '2026-11-20')).toBe(fault)
})
