// Teams as their screens have them (D-TEAM-1 to D-TEAM-4). The schema of the body is the form's too.

import { StoredAddress } from '@wattdesk/base/address'
import { recordId } from '@wattdesk/base/fields'
import { choiceQuery } from '@wattdesk/base/paging'
import { YesNo } from '@wattdesk/base/session-schemas'
import { endpoint, only, type RecordKind } from '@wattdesk/wire/endpoint'
import { z } from 'zod'
import { StoredTeamAccount } from './payout-account.contract.ts'
import { SentTeam, TeamChange } from './team-body.contract.ts'
import { FinanceConfig } from './team-finance.contract.ts'

const int = () => z.number().int()
const id = recordId
/** The team itself is in the path, so rights are looked up on this team. */
export const OfTeam = z.object({ teamId: id() })
/** The current team; missing: the company's own team of the caller (D-GEN-3). */
const AtTeam = z.object({ teamId: id().optional() })

/** A row of the list, in the order of the tree: a team comes before those below it. */
export const TeamRow = z
  .object({
    teamId: int(),
    name: z.string(),
    active: YesNo,
    description: z.string(),
    creationTime: z.string(),
    parentCompanyId: int().nullable(),
    /** null where the parent is none of the caller's teams. */
    parentName: z.string().nullable(),
    companyId: int(),
    companyType: z.enum(['GP', 'P', 'C']),
  })
  .meta({ id: 'TeamRow' })
export type TeamRow = z.infer<typeof TeamRow>

export const Team = TeamRow.extend({
  domain: z.string().nullable(),
  address: StoredAddress,
  settlement_percentage: z.number(),
  /** Left out for anybody who is not finance admin (D-ACC-2); null: none saved yet, the company's percents hold. */
  financeConfig: FinanceConfig.nullable().optional(),
  payoutAccounts: z.array(StoredTeamAccount).optional(),
  pan: z.string().nullable().optional(),
}).meta({ id: 'Team' })
export type Team = z.infer<typeof Team>
/** A company's own team is changed on the company screen too. */
export const teamRecord: RecordKind<Team> = {
  features: ['Team', 'Finance', 'Company'],
  part: only(
    'name',
    'active',
    'description',
    'parentCompanyId',
    'domain',
    'address',
    'settlement_percentage',
    'financeConfig',
    'payoutAccounts',
    'pan',
  ),
}

export const listTeams = endpoint({
  method: 'GET',
  path: '/cms/v1/team/{teamId}/teams',
  can: 'Team.view',
  summary: 'A team and all teams below it',
  params: OfTeam,
  data: z.array(TeamRow),
})

/** The right that the reader has in the teams which a form offers. */
const TeamChoiceRight = z.enum([
  ...(['Campaign.view', 'ChargingSite.create', 'Integration.create'] as const),
  ...(['ChargerPoint.create', 'ChargerPoint.update'] as const),
  ...(['Team.view', 'Team.create', 'Team.update'] as const),
])
export type TeamChoiceRight = z.infer<typeof TeamChoiceRight>
/** A choice of forms: active teams where the caller holds `right`, those further up first. */
export const listTeamChoices = endpoint({
  method: 'GET',
  path: '/cms/v1/team/{teamId}/teamchoices',
  can: 'team role',
  summary: 'The teams that a form offers: the team and those below it where the caller holds a right',
  params: OfTeam,
  query: z.object({
    right: TeamChoiceRight,
    /** Inactive teams too. */
    inactive: z.literal('true').optional(),
    /** Only teams that may stand above this team: teams of its company, without the team itself and the teams below it. */
    parentsOf: id().optional(),
    ...choiceQuery,
  }),
  /** `parentName`: null where the parent is none of the caller's teams. */
  data: z.array(z.object({ teamId: int(), name: z.string(), parentName: z.string().nullable() })),
  beside: { total: int() },
})

export const getTeam = endpoint({
  method: 'GET',
  path: '/cms/v1/team/{teamId}',
  aliases: ['/cms/v1/teams/{teamId}'],
  can: 'Team.view',
  record: teamRecord,
  summary: 'One team; finance and payout accounts for finance admins',
  params: OfTeam,
  data: Team,
})

export const createTeam = endpoint({
  method: 'POST',
  path: '/cms/v1/team',
  aliases: ['/cms/v1/teams', '/cms/v1/team/{teamId}/team'],
  can: 'Team.create',
  record: teamRecord,
  asksAgain: 'the team is given terms or accounts of payouts',
  summary: 'A new team below another',
  query: AtTeam,
  body: SentTeam,
  data: Team,
  status: 201,
})

export const updateTeam = endpoint({
  method: 'PUT',
  path: '/cms/v1/team/{teamId}',
  aliases: ['/cms/v1/teams/{teamId}'],
  can: ['Team.update', 'Finance.full'],
  record: teamRecord,
  asksAgain: 'the parent, or the terms or accounts of payouts change',
  summary:
    'Change a team; what is missing stays as it is. A finance admin with view on Team changes finance and accounts alone',
  params: OfTeam,
  body: TeamChange,
  data: Team,
})

export const deleteTeam = endpoint({
  method: 'DELETE',
  path: '/cms/v1/team/{teamId}',
  aliases: ['/cms/v1/teams/{teamId}'],
  can: 'Team.delete',
  record: teamRecord,
  summary: 'Delete a team that nothing belongs to',
  params: OfTeam,
  data: z.object({ teamId: int() }),
})

/** The supplier of sessions that begin now (M-2.5): the team, a team above it, or the platform; null: no bill can be made. */
export const getSupplier = endpoint({
  method: 'GET',
  path: '/cms/v1/team/{teamId}/supplier',
  can: 'team role',
  summary: 'Who stands as supplier on the bills of a team; null where nobody does',
  params: OfTeam,
  data: z.object({ name: z.string(), gstin: z.string() }).nullable(),
})

/** Share of the payout paid to the team's own accounts (D-PO-6). */
export const getSettlementPercentage = endpoint({
  method: 'GET',
  path: '/cms/v1/team/settlementpercentage',
  can: 'Team.view',
  summary: 'The settlement percentage of a team',
  query: AtTeam,
  data: z.object({ settlement_percentage: z.number() }),
})

/** The payment terms that a new price group takes over (D-TEAM-4). */
export const getPaymentDetails = endpoint({
  method: 'GET',
  path: '/cms/v1/team/{teamId}/paymentDetails',
  aliases: ['/cms/v1/company/{teamId}/paymentDetails'],
  can: ['Team.view', 'PriceGroup.view'],
  summary: 'Gateway, currency and percents of a team',
  params: OfTeam,
  data: z.array(
    z.object({
      paymentGatewayId: int(),
      paymentGateway: z.string(),
      currency: z.string(),
      taxPercent: z.number(),
      transactionPercent: z.number(),
      /** The same by method of payment, as sessions that start now have it: the company may have set others (M-2.6). */
      transactionPercentByMethod: z.object({
        upi: z.number(),
        rupayDebit: z.number(),
        card: z.number(),
        wallet: z.number(),
      }),
      pgChargesBearer: z.enum(['EV', 'CPO']),
    }),
  ),
})
