// Companies (tenants): protocol, payment settings, provider and root user (D-COMP-1 to D-COMP-4).

import { StoredAddress } from '@wattdesk/base/address'
import { recordId } from '@wattdesk/base/fields'
import { MenuWords as MenuWordsShape, YesNo } from '@wattdesk/base/session-schemas'
import { endpoint, only, type RecordKind } from '@wattdesk/wire/endpoint'
import { z } from 'zod'
import { StoredCompanyAccount } from '#people/teams/payout-account.contract.ts'
import { CompanyBody, CompanyChange, PAYMENT_CONFIRMATIONS, PROTOCOLS } from './company-body.contract.ts'

const int = () => z.number().int()
const id = recordId

export const CompanyRow = z
  .object({
    id: int(),
    companyId: int(),
    /** GP: the platform's own company. */
    companyType: z.enum(['GP', 'P']),
    name: z.string(),
    domain: z.string().nullable(),
    companyProtocolType: z.enum(PROTOCOLS),
    paymentCurrency: z.string(),
    active: YesNo,
    /** The last day on which its users may sign in; null: without end. */
    validUntil: z.string().nullable(),
    creationTime: z.string(),
    createdBy: z.string().nullable(),
  })
  .meta({ id: 'CompanyRow' })
export type CompanyRow = z.infer<typeof CompanyRow>

export const Company = CompanyRow.extend({
  subscriptionId: z.union([z.literal(1), z.literal(2)]),
  provider: z.object({
    name: z.string(),
    icon: z.string().nullable(),
    greyIcon: z.string().nullable(),
    greenIcon: z.string().nullable(),
    redIcon: z.string().nullable(),
    countryCode: z.string().nullable(),
  }),
  paymentConfirmationNo: z.enum(PAYMENT_CONFIRMATIONS),
  paymentGatewayDetailsId: z.string().nullable(),
  paymentGatewayId: int(),
  taxPercent: z.number(),
  transactionPercent: z.number(),
  /** null for callers who may not change the company. */
  token: z.string().nullable(),
  endpoint: z.string().nullable(),
  partyId: z.string().nullable(),
  rootUser: z.string(),
  emailId: z.string(),
  comments: z.string().nullable(),
  /** Seconds after which stations of OCPP 2.0.1 are told what a running session costs; 0: never. */
  runningCostSec: int(),
  /** Whether stations of OCPP 2.0.1 show the price to a driver before the start. */
  showsTariff: YesNo,
  address: StoredAddress,
  /** How the company calls words of the menu and headings; missing: as the product does. */
  menuWords: MenuWordsShape,
  /** Left out for anybody who is not finance admin. */
  payoutAccounts: z.array(StoredCompanyAccount).optional(),
}).meta({ id: 'Company' })
export type Company = z.infer<typeof Company>
/** Its own team is changed on the team screen too. */
export const companyRecord: RecordKind<Company> = {
  features: ['Company', 'Team'],
  part: only(
    ...([
      'name',
      'domain',
      'companyProtocolType',
      'paymentCurrency',
      'active',
      'validUntil',
      'subscriptionId',
    ] as const),
    ...(['provider', 'paymentConfirmationNo', 'paymentGatewayDetailsId', 'paymentGatewayId', 'taxPercent'] as const),
    ...(['transactionPercent', 'token', 'endpoint', 'partyId', 'rootUser', 'emailId', 'comments', 'address'] as const),
    ...(['menuWords', 'payoutAccounts', 'runningCostSec', 'showsTariff'] as const),
  ),
}

const OfCompany = z.object({ id: id() })
const AtTeam = z.object({ teamId: id().optional() })

export const listCompanies = endpoint({
  method: 'GET',
  path: '/cms/v2/company',
  aliases: ['/cms/v1/company', '/cms/v1/team/{teamId}/company'],
  can: 'Company.view',
  summary: 'The companies of the scope',
  query: AtTeam,
  data: z.array(CompanyRow),
})

export const getCompany = endpoint({
  method: 'GET',
  path: '/cms/v2/company/{id}',
  aliases: ['/cms/v1/company/{id}'],
  can: 'Company.view',
  record: companyRecord,
  summary: 'One company',
  params: OfCompany,
  data: Company,
})

/**
 * Needs the right on the platform's own team as well (D-COMP-1). Companies are for people alone: a company comes with its first
 * user, its status decides who may sign in, and its domain says where the mails with codes lead.
 */
export const createCompany = endpoint({
  method: 'POST',
  path: '/cms/v1/company',
  aliases: ['/cms/v1/team/{teamId}/company'],
  can: 'Company.create',
  callers: 'people',
  record: companyRecord,
  asksAgain: 'the company is given payout accounts',
  summary: 'A new company with its team, its roles and its first user',
  query: AtTeam,
  body: CompanyBody,
  data: Company,
  status: 201,
})

/** Subscription, status and last day are the platform's to change; from others they stay as they are. */
export const updateCompany = endpoint({
  method: 'PUT',
  path: '/cms/v1/company/{id}',
  can: 'Company.update',
  callers: 'people',
  record: companyRecord,
  asksAgain: 'the mail address or the payout accounts change',
  summary: 'Change a company; what is missing stays as it is',
  params: OfCompany,
  body: CompanyChange,
  data: Company,
  /** Fields of the request that the caller may not change and that differ from the stored values. */
  beside: { ignored: z.array(z.string()) },
})

export const deleteCompany = endpoint({
  method: 'DELETE',
  path: '/cms/v1/company/{id}',
  can: 'Company.delete',
  callers: 'people',
  record: companyRecord,
  summary: 'Delete a company that has nothing but its own team',
  params: OfCompany,
  data: z.object({ id: int() }),
})
