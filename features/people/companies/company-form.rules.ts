// The values of the company form: those of a stored company, and the defaults of a new one.
import { MENU_ENTRIES, MENU_WORDS, type MenuWords, NO_MENU_WORDS } from '@wattdesk/base/menu-words'
import type { z } from 'zod'
import type { Company } from './company.contract.ts'
import type { CompanyBody } from './company-body.contract.ts'

/** The values of the form; figures not typed yet are null. */
export type Values = Omit<z.input<typeof CompanyBody>, 'taxPercent' | 'transactionPercent' | 'runningCostSec'> & {
  taxPercent: number | null
  transactionPercent: number | null
  runningCostSec: number | null
}

/** Every word with its own name, '' where it has none. */
const shownWords = ({ menu, headings }: MenuWords): Values['menuWords'] => ({
  menu: Object.fromEntries(MENU_WORDS.map(w => [w, menu[w] ?? ''])),
  headings: Object.fromEntries(MENU_ENTRIES.map(e => [e, headings[e] ?? ''])),
})

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
  runningCostSec: 0,
  showsTariff: 'N',
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
  menuWords: shownWords(NO_MENU_WORDS),
  ...(isFinanceAdmin && { payoutAccounts: [] }),
})

const text = (value: string | null): string => value ?? ''

export const valuesOf = (company: Company): Values => ({
  name: company.name,
  subscriptionId: company.subscriptionId,
  domain: text(company.domain),
  provider: {
    name: company.provider.name,
    icon: text(company.provider.icon),
    greyIcon: text(company.provider.greyIcon),
    greenIcon: text(company.provider.greenIcon),
    redIcon: text(company.provider.redIcon),
    countryCode: text(company.provider.countryCode),
  },
  paymentConfirmationNo: company.paymentConfirmationNo,
  paymentCurrency: company.paymentCurrency as Values['paymentCurrency'],
  paymentGatewayDetailsId: text(company.paymentGatewayDetailsId),
  paymentGatewayId: company.paymentGatewayId,
  taxPercent: company.taxPercent,
  transactionPercent: company.transactionPercent,
  companyProtocolType: company.companyProtocolType,
  token: text(company.token),
  endpoint: text(company.endpoint),
  partyId: text(company.partyId),
  rootUser: company.rootUser,
  emailId: company.emailId,
  comments: text(company.comments),
  runningCostSec: company.runningCostSec,
  showsTariff: company.showsTariff,
  validUntil: text(company.validUntil),
  active: company.active,
  address: {
    street: text(company.address.street),
    houseNumber: text(company.address.houseNumber),
    zipCode: text(company.address.zipCode),
    city: text(company.address.city),
    state: text(company.address.state),
    country: company.address.country,
    lat: company.address.lat,
    lng: company.address.lng,
  },
  menuWords: shownWords(company.menuWords),
  ...(company.payoutAccounts && { payoutAccounts: company.payoutAccounts }),
})
