// Converts a company between its record, the request and the reply.
import { storedAddress } from '@wattdesk/base/address'
import { readMenuWords } from '@wattdesk/base/menu-words'
import type { AccountRow } from '#people/teams/payout-account.store.ts'
import type { Company, CompanyRow } from './company.contract.ts'
import { percentOf, ppmOf } from './company.rules.ts'
import type { StoredCompany, Values } from './company.store.ts'
import type { CompanyBody } from './company-body.contract.ts'

export const companyRowOf = (company: StoredCompany): CompanyRow => ({
  id: company.id,
  companyId: company.id,
  companyType: company.companyType,
  name: company.name,
  domain: company.domain,
  companyProtocolType: company.protocolType,
  paymentCurrency: company.currency,
  active: company.isActive ? 'Y' : 'N',
  validUntil: company.validUntil,
  creationTime: company.createdAt.toISOString(),
  createdBy: company.createdBy,
})

/** `accounts` only for finance admins, `token` only for callers who may change the company. */
export const companyOf = (
  company: StoredCompany,
  { accounts, seesToken }: { accounts: readonly AccountRow[] | undefined; seesToken: boolean },
): Company => ({
  ...companyRowOf(company),
  subscriptionId: company.subscriptionId,
  provider: {
    name: company.provider.name ?? '',
    icon: company.provider.icon ?? null,
    greyIcon: company.provider.greyIcon ?? null,
    greenIcon: company.provider.greenIcon ?? null,
    redIcon: company.provider.redIcon ?? null,
    countryCode: company.provider.countryCode ?? null,
  },
  paymentConfirmationNo: company.paymentConfirmationNo,
  paymentGatewayDetailsId: company.paymentGatewayDetailsId || null,
  paymentGatewayId: company.paymentGatewayId,
  taxPercent: percentOf(company.taxPpm),
  transactionPercent: percentOf(company.transactionPpm),
  token: seesToken ? company.token : null,
  endpoint: company.endpoint,
  partyId: company.partyId,
  rootUser: company.rootUser,
  emailId: company.emailId,
  comments: company.comments || null,
  runningCostSec: company.runningCostSec,
  showsTariff: company.showsTariff ? 'Y' : 'N',
  address: storedAddress(company.id, company),
  menuWords: readMenuWords(company.menuWords),
  ...(accounts && {
    payoutAccounts: accounts.map(a => ({
      payoutDetailId: a.payoutDetailId,
      business_name: a.business_name,
      business_type: a.business_type,
      beneficiary_name: a.beneficiary_name,
      email: a.email,
      phone: a.phone,
      account_no: a.account_no,
      ifsc_code: a.ifsc_code,
      settlement_percentage: a.settlement_percentage,
      disabled: a.disabled,
    })),
  }),
})

/** A stored company in the shape of a request; the address and optional fields are left to `valuesOf`. */
export const bodyOf = (company: StoredCompany): CompanyBody => ({
  name: company.name,
  domain: company.domain ?? '',
  provider: company.provider as CompanyBody['provider'],
  paymentCurrency: company.currency as CompanyBody['paymentCurrency'],
  paymentGatewayId: company.paymentGatewayId,
  taxPercent: percentOf(company.taxPpm),
  transactionPercent: percentOf(company.transactionPpm),
  companyProtocolType: company.protocolType,
  token: company.token,
  endpoint: company.endpoint,
  partyId: company.partyId,
  rootUser: company.rootUser,
  emailId: company.emailId,
  active: company.isActive ? 'Y' : 'N',
})

const given = <T>(value: T | undefined, otherwise: T): T => (value === undefined ? otherwise : value)

/** The record of a company after a request; fields missing from the request stay as they were. */
export function valuesOf(body: CompanyBody, before?: StoredCompany): Values {
  const a = body.address
  const place =
    a === undefined && before
      ? before
      : {
          street: a?.street ?? null,
          houseNumber: a?.houseNumber ?? null,
          zipcode: a?.zipCode ?? null,
          city: a?.city ?? null,
          state: a?.state ?? null,
          country: a?.country ?? 'IN',
          latitude: a?.lat ?? null,
          longitude: a?.lng ?? null,
        }
  const { street, houseNumber, zipcode, city, state, country, latitude, longitude } = place
  return {
    street,
    houseNumber,
    zipcode,
    city,
    state,
    country,
    latitude,
    longitude,
    name: body.name,
    domain: body.domain || null,
    currency: body.paymentCurrency,
    isActive: body.active === 'Y',
    validUntil: given(body.validUntil, before?.validUntil ?? null),
    subscriptionId: body.subscriptionId ?? before?.subscriptionId ?? 1,
    provider: body.provider,
    paymentConfirmationNo: body.paymentConfirmationNo ?? before?.paymentConfirmationNo ?? 'card',
    paymentGatewayDetailsId: given(body.paymentGatewayDetailsId, before?.paymentGatewayDetailsId ?? null) ?? '',
    paymentGatewayId: body.paymentGatewayId,
    protocolType: body.companyProtocolType,
    token: body.token,
    endpoint: body.endpoint,
    partyId: body.partyId,
    // The first user has a record of its own by now.
    rootUser: before?.rootUser || body.rootUser,
    emailId: body.emailId,
    menuWords: given(body.menuWords, readMenuWords(before?.menuWords)),
    comments: given(body.comments, before?.comments ?? null) ?? '',
    runningCostSec: body.runningCostSec ?? before?.runningCostSec ?? 0,
    showsTariff: body.showsTariff === undefined ? (before?.showsTariff ?? false) : body.showsTariff === 'Y',
    taxPpm: ppmOf(body.taxPercent),
    transactionPpm: ppmOf(body.transactionPercent),
  }
}

/** The record as the audit log keeps it. */
export const auditedCompany = (company: StoredCompany, accounts: readonly AccountRow[]): Record<string, unknown> => {
  const { path: _, createdAt: __, createdBy: ___, ...values } = company
  // A company that never had own words has an empty object; the first change of anything would tell of it.
  return { ...values, menuWords: readMenuWords(values.menuWords), payoutAccounts: accounts }
}
