// The request that creates or changes a team, with the checks of its form (D-TEAM-1, D-TEAM-3).
import { Address, AddressWithoutPoint } from '@wattdesk/base/address'
import { optionalText, requiredText } from '@wattdesk/base/fields'
import { isHostName, isPan } from '@wattdesk/base/identifiers'
import { YesNo } from '@wattdesk/base/session-schemas'
import type { COMPANY_TYPES } from '@wattdesk/base/session-user'
import { invalidDomain } from '@wattdesk/base/text'
import { z } from 'zod'
import { ONLY_DIGITS, TeamPayoutAccounts } from './payout-account.contract.ts'
import { FinanceConfig } from './team-finance.contract.ts'

/** The part of a team that only finance admins see and save (D-ACC-2). */
export const FinanceBody = z.object({
  settlement_percentage: z
    .number({ error: ONLY_DIGITS })
    .int(ONLY_DIGITS)
    .min(0, ONLY_DIGITS)
    .max(100, 'Settlement Percentage should be 100 or less')
    .optional(),
  /** null, which is how a team without a finance of its own is read: the finance stays as it is. */
  financeConfig: FinanceConfig.nullish(),
  payoutAccounts: TeamPayoutAccounts.optional(),
  /** The owner's PAN; null: none is known. */
  pan: optionalText('PAN', 20)
    .nullable()
    .transform(t => t?.toUpperCase() || null)
    .refine(t => t === null || isPan(t), 'Please enter a valid PAN')
    .optional(),
})
export type FinanceBody = z.output<typeof FinanceBody>

/**
 * Schema of a team's name: at most 20 characters; 100 for a company's own team, whose name is the company's (D-TEAM-3).
 */
export const nameOf = (companyType: (typeof COMPANY_TYPES)[number]) =>
  requiredText('Team name', companyType === 'C' ? 20 : 100)

/** A team as its form sends it (D-TEAM-1, D-TEAM-3). */
export const TeamBody = z.object({
  name: nameOf('C'),
  active: z.enum(YesNo.options, 'Please select status'),
  description: optionalText('Description', 500).nullable(),
  /** Missing: as it is, or for a new team the current one. */
  parentCompanyId: z.number().int().min(1, 'Please select a parent team').max(2_147_483_647).nullish(),
  domain: optionalText('Domain', 100)
    .nullable()
    .refine(t => !t || isHostName(t), invalidDomain),
  address: Address,
  ...FinanceBody.shape,
})
export type TeamBody = z.output<typeof TeamBody>
/** Anything here; its shape is said in the description of the API, and checked where the caller may write it. */
const checkedLater = (as: object) => z.unknown().optional().meta({ as })
/** The same as the server reads it: finance is checked for finance admins alone; from others it is ignored. */
export const SentTeam = TeamBody.extend({
  settlement_percentage: checkedLater(FinanceBody.shape.settlement_percentage),
  financeConfig: checkedLater(FinanceBody.shape.financeConfig),
  payoutAccounts: checkedLater(FinanceBody.shape.payoutAccounts),
  pan: checkedLater(FinanceBody.shape.pan),
})

/**
 * The request that changes a stored team: missing fields stay as they are. The team decides the limit of the name, and
 * whether its point may be missing.
 */
export const TeamChange = SentTeam.extend({ name: nameOf('P'), address: AddressWithoutPoint }).partial()
export type TeamChange = z.output<typeof TeamChange>
