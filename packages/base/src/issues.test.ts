// Faults found by zod are told in the product's words, whatever the shape; and numbers are plain digits.
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { recordId, wholeText } from './fields.ts'
import { fieldOf, labelOf } from './issues.ts'
import { plainNumber } from './numbers.ts'

const said = (shape: z.ZodType, value: unknown, name = 'settlement_percentage'): string | undefined =>
  z.object({ [name]: shape }).safeParse({ [name]: value }).error?.issues[0]?.message

test.each<[z.ZodType, unknown, string]>([
  [z.string(), undefined, 'Settlement Percentage is required'],
  [z.number(), null, 'Settlement Percentage is required'],
  [z.enum(['a', 'b']), '', 'Settlement Percentage is required'],
  [z.string(), 5, 'Settlement Percentage must be text'],
  [z.string().max(3), 'abcd', 'Settlement Percentage should be 3 characters or less'],
  [z.string().min(1), '', 'Settlement Percentage is required'],
  [z.string().min(3), 'ab', 'Settlement Percentage should be 3 characters or more'],
  [z.number(), 'x', 'Settlement Percentage must be a number'],
  [z.number(), Number.NaN, 'Settlement Percentage must be a number'],
  [z.number(), Number.POSITIVE_INFINITY, 'Settlement Percentage must be a number'],
  [z.number().int(), 1.5, 'Settlement Percentage must be a whole number'],
  [z.number().int(), 1e300, 'Settlement Percentage is too large'],
  [z.number().min(2), 1, 'Settlement Percentage should be 2 or more'],
  [z.number().gt(2), 2, 'Settlement Percentage should be more than 2'],
  [z.number().max(2), 3, 'Settlement Percentage should be 2 or less'],
  [z.boolean(), 'yes', 'Settlement Percentage must be true or false'],
  [z.enum(['a', 'b']), 'c', 'Settlement Percentage should be one of a, b'],
  [z.literal('a'), 'c', 'Settlement Percentage is not valid'],
  [z.array(z.string()), 'x', 'Settlement Percentage must be a list'],
  [z.array(z.string()).max(1), ['a', 'b'], 'Settlement Percentage should have 1 entries or less'],
  [z.array(z.string()).min(2), ['a'], 'Settlement Percentage should have 2 entries or more'],
  [z.object({}), 'x', 'Settlement Percentage is not valid'],
  [z.email(), 'x', 'Please enter a valid email'],
  [z.url(), 'x', 'Settlement Percentage must be a web address'],
  [z.iso.datetime(), 'x', 'Please enter a valid date and time'],
  [z.iso.date(), 'x', 'Please enter a valid date'],
  [z.string().regex(/^a$/), 'x', 'Settlement Percentage is not valid'],
  [z.union([z.string(), z.number()]), true, 'Settlement Percentage is not valid'],
  [z.string().refine(() => false), 'x', 'Settlement Percentage is not valid'],
  [z.string('Please say so'), 5, 'Please say so'],
])('%# is said as agreed', (shape, value, text) => {
  expect(said(shape, value)).toBe(text)
})

test.each([
  [['taxPercent'], 'Tax Percent', 'taxPercent'],
  [['payout_details', 'cm_commission_cost'], 'CM Commission Cost', 'payout_details.cm_commission_cost'],
  [['payoutAccounts', 0, 'email'], 'Email', 'payoutAccounts.0.email'],
  [['users', 3], 'Users', 'users'],
  [['users', '3'], 'Users', 'users'],
  [['q'], 'Search', 'q'],
  [['teamId'], 'Team ID', 'teamId'],
  [[], 'Body', 'body'],
])('%j is labelled %s and told under %s', (path, label, field) => {
  expect([labelOf(path), fieldOf(path)]).toEqual([label, field])
})

test.each(['1e3', '0x10', '0b1', '1_000', '+5', '', ' ', '.5', '5.', '١٢', 'Infinity', 'NaN', '1e400', '--1', '12 3'])(
  '%j is no number in plain digits',
  text => {
    expect(plainNumber(text)).toBeUndefined()
    expect(said(wholeText(), text)).toBe('Settlement Percentage must be a number')
  },
)
test('every whole number reads as it is written', () => {
  fc.assert(
    fc.property(fc.maxSafeInteger(), n => {
      expect(plainNumber(String(n))).toBe(n)
      expect(wholeText().safeParse(String(n)).data).toBe(n)
    }),
  )
})
test.each([
  ['0', 'Team ID should be 1 or more'],
  ['2147483648', 'Team ID is too large'],
  ['99999999999999999999', 'Team ID is too large'],
  ['1.5', 'Team ID must be a whole number'],
  [true, 'Team ID must be a number'],
])('%j is no key of a record: %s', (value, text) => {
  expect(said(recordId(), value, 'teamId')).toBe(text)
})
