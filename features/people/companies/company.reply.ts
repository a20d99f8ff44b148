// Converts a company between its record, the request and the reply.
import { storedAddress } from '@wattdesk/base/address'
import type { AccountRow } from '#people/teams/payout-account.store.ts'
import type { Company, CompanyRow } from './company.contract.ts'
import { percentOf, ppmOf } from './company.rules.ts'
import type { StoredCompany, Values } from './company.store.ts'
import type { CompanyBody } from './company-body.contract.ts'

export const companyRowOf = (r: StoredCompany): CompanyRow => ({
  id: r.id,
  companyId: r.id,
  companyType: r.companyType,
  name: r.name,
  domain: r.domain,
  companyProtocolType: r.protocolType,
  paymentCurrency: r.currency,
  active: r.isActive ? 'Y' : 'N',
  validUntil: r.validUntil,
  creationTime: r.createdAt.toISOString(),
  createdBy: r.createdBy,
})

/** `accounts` only for finance admins, `token` only for callers who may change the company. */
export const companyOf = (
  r: StoredCompany,
  { accounts, seesToken }: { accounts: readonly AccountRow[] | undefined; seesToken: boolean },
): Company => ({
  ...companyRowOf(r),
  subscriptionId: r.subscriptionId,
  provider: {
    name: r.provider.name ?? '',
    icon: r.provider.icon ?? null,
    greyIcon: r.provider.greyIcon ?? null,
    greenIcon: r.provider.greenIcon ?? null,
    redIcon: r.provider.redIcon ?? null,
    countryCode: r.provider.countryCode ?? null,
  },
  paymentConfirmationNo: r.paymentConfirmationNo,
  paymentGatewayDetailsId: r.paymentGatewayDetailsId || null,
  paymentGatewayId: r.paymentGatewayId,
  taxPercent: percentOf(r.taxPpm),
  transactionPercent: percentOf(r.transactionPpm),
  token: seesToken ? r.token : null,
  endpoint: r.endpoint,
  partyId: r.partyId,
  rootUser: r.rootUser,
  emailId: r.emailId,
  comments: r.comments || null,
  address: storedAddress(r.id, r),
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
export const bodyOf = (r: StoredCompany): CompanyBody => ({
  name: r.name,
  domain: r.domain ?? '',
  provider: r.provider as CompanyBody['provider'],
  paymentCurrency: r.currency as CompanyBody['paymentCurrency'],
  paymentGatewayId: r.paymentGatewayId,
  taxPercent: percentOf(r.taxPpm),
  transactionPercent: percentOf(r.transactionPpm),
  companyProtocolType: r.protocolType,
  token: r.token,
  endpoint: r.endpoint,
  partyId: r.partyId,
  rootUser: r.rootUser,
  emailId: r.emailId,
  active: r.isActive ? 'Y' : 'N',
})

const given = <T>(value: T | undefined, otherwise: T): T => (value === undefined ? otherwise : value)

/** The record of a company after a request; fields missing from the request stay as they were. */
export function valuesOf(b: CompanyBody, before?: StoredCompany): Values {
  const a = b.address
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
    name: b.name,
    domain: b.domain || null,
    currency: b.paymentCurrency,
    isActive: b.active === 'Y',
    validUntil: given(b.validUntil, before?.validUntil ?? null),
    subscriptionId: b.subscriptionId ?? before?.subscriptionId ?? 1,
    provider: b.provider,
    paymentConfirmationNo: b.paymentConfirmationNo ?? before?.paymentConfirmationNo ?? 'card',
    paymentGatewayDetailsId: given(b.paymentGatewayDetailsId, before?.paymentGatewayDetailsId ?? null) ?? '',
    paymentGatewayId: b.paymentGatewayId,
    protocolType: b.companyProtocolType,
    token: b.token,
    endpoint: b.endpoint,
    partyId: b.partyId,
    // The first user has a record of its own by now.
    rootUser: before?.rootUser || b.rootUser,
    emailId: b.emailId,
    comments: given(b.comments, before?.comments ?? null) ?? '',
    taxPpm: ppmOf(b.taxPercent),
    transactionPpm: ppmOf(b.transactionPercent),
  }
}

/** The record as the audit log keeps it. */
export const auditedCompany = (r: StoredCompany, accounts: readonly AccountRow[]): Record<string, unknown> => {
  const { path: _, createdAt: __, createdBy: ___, ...values } = r
  return { ...values, payoutAccounts: accounts }
}
