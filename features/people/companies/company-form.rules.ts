// The values of the company form: those of a stored company, and the defaults of a new one.
import type { z } from 'zod'
import type { Company } from './company.contract.ts'
import type { CompanyBody } from './company-body.contract.ts'

/** The values of the form; figures not typed yet are null. */
export type Values = Omit<z.input<typeof CompanyBody>, 'taxPercent' | 'transactionPercent'> & {
  taxPercent: number | null
  transactionPercent: number | null
}

export const blankProvider = { name: '', icon: '', greyIcon: '', greenIcon: '', redIcon: '', countryCode: '' }

/** A new company: OCPP and rupees unless changed (S-COMPANY); no gateway and no percents before they are chosen. */
export const blank = (isFinanceAdmin: boolean): Values => ({
  name: '',
  subscriptionId: 1,
  domain: '',
  provider: blankProvider,
  paymentConfirmationNo: 'card',
  paymentCurrency: 'INR',
  paymentGatewayDetailsId: '',
  paymentGatewayId: 0,
  taxPercent: null,
  transactionPercent: null,
  companyProtocolType: 'ocpp',
  token: '',
  endpoint: '',
  partyId: '',
  rootUser: '',
  emailId: '',
  comments: '',
  validUntil: '',
  active: 'Y',
  address: {
    street: '',
    houseNumber: '',
    zipCode: '',
    city: '',
    state: '',
    country: 'IN',
    lat: null,
    lng: null,
  },
  ...(isFinanceAdmin && { payoutAccounts: [] }),
})

const text = (value: string | null): string => value ?? ''

export const valuesOf = (c: Company): Values => ({
  name: c.name,
  subscriptionId: c.subscriptionId,
  domain: text(c.domain),
  provider: {
    name: c.provider.name,
    icon: text(c.provider.icon),
    greyIcon: text(c.provider.greyIcon),
    greenIcon: text(c.provider.greenIcon),
    redIcon: text(c.provider.redIcon),
    countryCode: text(c.provider.countryCode),
  },
  paymentConfirmationNo: c.paymentConfirmationNo,
  paymentCurrency: c.paymentCurrency as Values['paymentCurrency'],
  paymentGatewayDetailsId: text(c.paymentGatewayDetailsId),
  paymentGatewayId: c.paymentGatewayId,
  taxPercent: c.taxPercent,
  transactionPercent: c.transactionPercent,
  companyProtocolType: c.companyProtocolType,
  token: text(c.token),
  endpoint: text(c.endpoint),
  partyId: text(c.partyId),
  rootUser: c.rootUser,
  emailId: c.emailId,
  comments: text(c.comments),
  validUntil: text(c.validUntil),
  active: c.active,
  address: {
    street: text(c.address.street),
    houseNumber: text(c.address.houseNumber),
    zipCode: text(c.address.zipCode),
    city: text(c.address.city),
    state: text(c.address.state),
    country: c.address.country,
    lat: c.address.lat,
    lng: c.address.lng,
  },
  ...(c.payoutAccounts && { payoutAccounts: c.payoutAccounts }),
})
