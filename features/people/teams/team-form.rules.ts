// The values of the team form: the initial values of a new or stored team, and when they may be saved.
import { besideOthers } from '@wattdesk/base/field-checks'
import type { z } from 'zod'
import { blankTeamAccount, NO_ACCOUNT } from './payout-account.contract.ts'
import type { Team } from './team.contract.ts'
import { nameOf, TeamBody } from './team-body.contract.ts'
import { type FinanceConfig, financeDefaults } from './team-finance.contract.ts'

export type Values = z.input<typeof TeamBody>
type Terms = { taxPercent: number; transactionPercent: number; pgChargesBearer: 'EV' | 'CPO' }

type Accounts = { payoutAccounts?: readonly unknown[] | undefined }
const hasEnough = (hadAccounts: boolean) => (body: Accounts) => !hadAccounts || body.payoutAccounts?.length !== 0
const noAccount = { when: besideOthers, path: ['payoutAccounts'], error: NO_ACCOUNT }

/** The schema of the request; a team that has accounts keeps at least one. */
export const schemaOf = (hasAccounts: boolean) => TeamBody.refine(hasEnough(hasAccounts), noAccount)

/** The schema of some values of a stored team: the name by its kind, of accounts at least one where there are some. */
export const partsOf =
  (companyType: Team['companyType'], hasAccounts: boolean) =>
  (names: readonly string[]): z.ZodType => {
    const fields = TeamBody.extend({ name: nameOf(companyType) })
    const mask = Object.fromEntries(names.map(n => [n, true])) as Record<keyof typeof fields.shape, true>
    return fields.pick(mask).refine(hasEnough(hasAccounts), noAccount)
  }

/** The defaults, with the terms of a team without a finance of its own. */
const startingFinance = (terms: Terms | undefined): FinanceConfig => ({
  ...financeDefaults,
  ...(terms && {
    transaction_payment_details: {
      tax: terms.taxPercent,
      payment_gateway_percent: terms.transactionPercent,
      pg_charges_bearer: terms.pgChargesBearer,
    },
  }),
})

type Given = { team: Team | undefined; parentId: number; isFinance: boolean; terms: Terms | undefined }
/** The values of a stored team, or of a new one below `parentId`. A point that is not there yet is null. */
export function valuesOf({ team, parentId, isFinance, terms }: Given): Values {
  const address = team?.address
  return {
    name: team?.name ?? '',
    active: team?.active ?? 'Y',
    description: team?.description ?? '',
    parentCompanyId: team ? team.parentCompanyId : parentId,
    domain: team?.domain ?? '',
    address: {
      street: address?.street ?? '',
      houseNumber: address?.houseNumber ?? '',
      zipCode: address?.zipCode ?? '',
      city: address?.city ?? '',
      state: address?.state ?? '',
      country: address?.country ?? 'IN',
      lat: (address?.lat ?? null) as number,
      lng: (address?.lng ?? null) as number,
    },
    ...(isFinance && {
      settlement_percentage: team?.settlement_percentage ?? 100,
      pan: team?.pan ?? '',
      financeConfig: team?.financeConfig ?? startingFinance(terms),
      payoutAccounts: team?.payoutAccounts?.length ? team.payoutAccounts : [blankTeamAccount],
    }),
  }
}
