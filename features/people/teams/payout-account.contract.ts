// Payout accounts of teams and companies (S-ACCOUNT). An account counts only when all but GST number and PAN is filled in,
// and is left out otherwise; texts are trimmed; an account that counts must be valid.
import { besideOthers } from '@wattdesk/base/field-checks'
import { requiredEmail, requiredPhone, requiredText } from '@wattdesk/base/fields'
import { isGstin, isIfsc, isPan } from '@wattdesk/base/identifiers'
import { stateOfGstin } from '@wattdesk/base/states'
import { z } from 'zod'
import { panFault } from './payout-account.words.ts'

export const businessTypes = [
  'individual',
  'proprietorship',
  'partnership',
  'private_limited',
  'public_limited',
  'llp',
  'ngo',
  'trust',
  'society',
  'not_yet_registered',
  'huf',
] as const
export const accountTypes = ['savings', 'current'] as const

export const NO_ACCOUNT = 'At least one payout account shall be defined'
export const ONLY_DIGITS = 'Only digits are allowed'
export const NOT_100 = 'Payout percentages must add up to 100'
const MAX_ACCOUNTS = 20

const percentage = z
  .number({ error: ONLY_DIGITS })
  .int(ONLY_DIGITS)
  .min(0, ONLY_DIGITS)
  .max(100, 'Percentage should be 100 or less')
const upper = (label: string, is: (text: string) => boolean) =>
  requiredText(label, 20)
    .transform(t => t.toUpperCase())
    .refine(is, `Please enter a valid ${label}`)

const common = {
  payoutDetailId: z.number().int().nullish(),
  business_name: requiredText('Business Name', 100),
  business_type: z.enum(businessTypes, 'Please select a business type'),
  beneficiary_name: requiredText('Beneficiary Name', 100),
  email: requiredEmail(),
  phone: requiredPhone(),
  account_no: requiredText('Account Number', 34).refine(
    t => /^[0-9A-Za-z]{5,34}$/.test(t),
    'Please enter a valid Account Number',
  ),
  ifsc_code: upper('IFSC Code', isIfsc),
}
const TeamAccount = z
  .object({
    ...common,
    // Bills take the supplier's state from its first two digits.
    gst: upper('GST Number', text => isGstin(text) && stateOfGstin(text) !== undefined).nullable(),
    /** Missing: none is known. */
    pan: upper('PAN', isPan).optional(),
    account_type: requiredText('Account Type', 30),
    payout_percentage: percentage,
    tax_percentage: percentage,
  })
  .superRefine(
    (account, context) => {
      const message = panFault(account)
      if (message) context.addIssue({ code: 'custom', path: ['pan'], message })
    },
    { when: besideOthers },
  )
const CompanyAccount = z.object({
  ...common,
  settlement_percentage: percentage,
  disabled: z.boolean().default(false),
})

const text = z.string().max(1000).nullish()
const number = z.union([z.number(), z.string().max(40)]).nullish()
const typed = {
  payoutDetailId: z.number().int().nullish(),
  business_name: text,
  business_type: text,
  beneficiary_name: text,
  email: text,
  phone: text,
  account_no: text,
  ifsc_code: text,
}
const TypedTeamAccount = z.object({
  ...typed,
  gst: text,
  pan: text,
  account_type: text,
  payout_percentage: number,
  tax_percentage: number,
})
const TypedCompanyAccount = z.object({
  ...typed,
  settlement_percentage: number,
  disabled: z.boolean().nullish(),
})

/** A team's account as it is typed: anything may be missing. */
export type TypedTeamAccount = z.input<typeof TypedTeamAccount>
export type TypedCompanyAccount = z.input<typeof TypedCompanyAccount>

const NEVER_ASKED: ReadonlySet<string> = new Set(['payoutDetailId', 'gst', 'pan', 'disabled'])

/** Trimmed texts; missing ones become null, but a PAN is left out. */
const trimmed = (account: Record<string, unknown>, fields: readonly string[]): Record<string, unknown> =>
  Object.fromEntries(
    fields.flatMap(field => {
      const value = account[field]
      const clean = typeof value === 'string' ? value.trim() : value
      const isMissing = clean === '' || clean === undefined || clean === null
      return isMissing && field === 'pan' ? [] : [[field, isMissing ? null : clean]]
    }),
  )
const isWhole = (account: Record<string, unknown>, fields: readonly string[]): boolean =>
  fields.every(field => NEVER_ASKED.has(field) || (account[field] ?? null) !== null)

/** True when every field but GST number and PAN is filled in, so that the account counts. */
export const isFilled = (account: TypedTeamAccount | TypedCompanyAccount, kind: 'team' | 'company'): boolean => {
  const fields = Object.keys((kind === 'team' ? TeamAccount : CompanyAccount).shape)
  return isWhole(trimmed(account, fields), fields)
}

/** The accounts that count, checked; each error at the place where its account was typed. */
const counted =
  <S extends z.ZodObject>(shape: S, problemOf?: (accounts: readonly Record<string, unknown>[]) => string | undefined) =>
  (accounts: readonly Record<string, unknown>[], context: z.RefinementCtx): z.output<S>[] => {
    const fields = Object.keys(shape.shape)
    const good: z.output<S>[] = []
    const filled: Record<string, unknown>[] = []
    let first: number | undefined
    for (const [i, account] of accounts.entries()) {
      const typed = trimmed(account, fields)
      if (!isWhole(typed, fields)) continue
      first ??= i
      filled.push(typed)
      const read = shape.safeParse({ ...typed, ...('disabled' in typed && { disabled: typed.disabled ?? false }) })
      if (read.success) good.push(read.data)
      for (const issue of read.error?.issues ?? [])
        context.addIssue({ code: 'custom', path: [i, ...issue.path], message: issue.message, input: account })
    }
    const problem = filled.length === 0 ? undefined : problemOf?.(filled)
    if (problem !== undefined)
      context.addIssue({ code: 'custom', path: [first ?? 0, 'payout_percentage'], message: problem, input: accounts })
    return good
  }
/** Adds the percentages even where another field of an account is wrong; a wrong percentage has its own error. */
const sumOf100 = (accounts: readonly Record<string, unknown>[]): string | undefined => {
  const read = z.array(percentage).safeParse(accounts.map(a => a.payout_percentage))
  const sum = read.success ? read.data.reduce((total, share) => total + share, 0) : 100
  return sum === 100 ? undefined : NOT_100
}

/**
 * The accounts of a team in a request or form: the schema returns those that count, whose percentages must add up to
 * 100.
 */
export const TeamPayoutAccounts = z
  .array(TypedTeamAccount)
  .min(1, NO_ACCOUNT)
  .max(MAX_ACCOUNTS)
  .transform(counted(TeamAccount, sumOf100))
/** Accounts of a company; a team's rest is divided among them by `settlement_percentage` (D-PO-6). */
export const CompanyPayoutAccounts = z.array(TypedCompanyAccount).max(MAX_ACCOUNTS).transform(counted(CompanyAccount))
export type TeamPayoutAccount = z.output<typeof TeamAccount>
export type CompanyPayoutAccount = z.output<typeof CompanyAccount>

const stored = {
  payoutDetailId: z.number().int(),
  business_name: z.string(),
  business_type: z.string(),
  beneficiary_name: z.string(),
  email: z.string(),
  phone: z.string(),
  account_no: z.string(),
  ifsc_code: z.string(),
}
/** An account of a team as it is read. */
export const StoredTeamAccount = z
  .object({
    ...stored,
    gst: z.string().nullable(),
    pan: z.string().nullable(),
    account_type: z.string().nullable(),
    payout_percentage: z.number().nullable(),
    tax_percentage: z.number().nullable(),
  })
  .meta({ id: 'TeamPayoutAccount' })
/** An account of a company as it is read. */
export const StoredCompanyAccount = z
  .object({ ...stored, settlement_percentage: z.number().nullable(), disabled: z.boolean() })
  .meta({ id: 'CompanyPayoutAccount' })

const nothing = {
  payoutDetailId: null,
  business_name: '',
  business_type: '',
  beneficiary_name: '',
  email: '',
  phone: '',
  account_no: '',
  ifsc_code: '',
}
/** An account nothing has been typed into yet. */
export const blankTeamAccount: TypedTeamAccount = {
  ...nothing,
  gst: '',
  account_type: '',
  payout_percentage: null,
  tax_percentage: null,
}
export const blankCompanyAccount: TypedCompanyAccount = { ...nothing, settlement_percentage: null, disabled: false }
