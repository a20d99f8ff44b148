// The request that creates or changes a company, with the checks of its form (D-COMP-1 to D-COMP-4).
import { AddressWithoutPoint } from '@wattdesk/base/address'
import { besideOthers, missingOr } from '@wattdesk/base/field-checks'
import {
  optionalLine,
  optionalText,
  requiredEmail,
  requiredLine,
  requiredNumber,
  requiredText,
} from '@wattdesk/base/fields'
import { isHostName } from '@wattdesk/base/identifiers'
import {
  LONGEST_HEADING,
  LONGEST_MENU_WORD,
  MENU_ENTRIES,
  MENU_WORDS,
  type MenuWords,
  sameNames,
} from '@wattdesk/base/menu-words'
import { isReadable, notReadable } from '@wattdesk/base/one-line'
import { secret } from '@wattdesk/base/secret'
import { YesNo } from '@wattdesk/base/session-schemas'
import { invalidDomain, required } from '@wattdesk/base/text'
import { z } from 'zod'
import { optionalIcon } from '#office/uploads/upload.contract.ts'
import { CompanyPayoutAccounts } from '#people/teams/payout-account.contract.ts'

const OCPI_NEEDS = 'Token, Endpoint, and Party ID are required for OCPI'
export const NO_GATEWAY = 'Please select a payment gateway'
export const PROTOCOLS = ['ocpp', 'ocpi'] as const
export const CURRENCIES = ['INR', 'CAD'] as const
export const PAYMENT_CONFIRMATIONS = ['card', 'upi', 'cash'] as const

/** A choice with the same text for a missing and a wrong value, unless `missing` has its own. */
const oneOf = <const O extends readonly string[]>(options: O, wrong: string, missing = wrong) =>
  z.enum(options, { error: missingOr(missing, wrong) })
/** '' and null: none. */
const nothing = <T extends z.ZodType<string | undefined>>(text: T) => text.nullable().transform(t => t || null)
const percent = (label: string) => requiredNumber(label, { min: 0, max: 100 })

/** How often a station may be told the running cost, in seconds; 0: never. */
export const COST_SECONDS = { least: 10, most: 3600 } as const
const WRONG_COST_SECONDS = `Running Cost Every should be 0, or ${COST_SECONDS.least} to ${COST_SECONDS.most} seconds`

/** Who is shown to drivers: name, icon and its three states on maps, and the country code of phones. */
const Provider = z.object({
  name: requiredLine('Provider Name', 100),
  icon: optionalIcon('Icon'),
  greyIcon: optionalIcon('Grey Icon'),
  greenIcon: optionalIcon('Green Icon'),
  redIcon: optionalIcon('Red Icon'),
  countryCode: optionalText('Country Code', 5)
    .nullable()
    .refine(t => !t || /^\+\d{1,4}$/.test(t), 'Please enter a valid country code')
    .transform(t => t || null),
})
export type Provider = z.output<typeof Provider>

const MARKUP = /[<>]/
/** A name for a word of the menu, or none. */
const ownWord = (label: string, longest: number) =>
  optionalLine(label, longest)
    .nullable()
    .refine(t => !t || !MARKUP.test(t), 'Please leave out < and >')
    .refine(t => !t || isReadable(t), notReadable(label))
const named = <K extends string>(of: Partial<Record<K, string | null | undefined>>): Partial<Record<K, string>> =>
  Object.fromEntries(Object.entries(of).filter(([, name]) => name)) as Partial<Record<K, string>>
/** The company's own words for the menu and for headings; an empty one is called as ever. */
const OwnWords = z
  .object(
    {
      menu: z.partialRecord(z.enum(MENU_WORDS), ownWord('Menu word', LONGEST_MENU_WORD), 'Unknown menu word'),
      headings: z.partialRecord(z.enum(MENU_ENTRIES), ownWord('Heading', LONGEST_HEADING), 'Unknown heading'),
    },
    'Menu words must have menu and headings',
  )
  .transform(({ menu, headings }): MenuWords => ({ menu: named(menu), headings: named(headings) }))
  .superRefine((words, context) => {
    for (const { place, text } of sameNames(words))
      context.addIssue({ code: 'custom', path: [...place], message: text })
  })

const Fields = z.object({
  name: requiredLine('Name', 100),
  subscriptionId: z.union([z.literal(1), z.literal(2)], 'Please select a subscription').optional(),
  domain: requiredText('Domain', 100).refine(isHostName, invalidDomain),
  provider: Provider,
  paymentConfirmationNo: oneOf(PAYMENT_CONFIRMATIONS, 'Please select a payment confirmation').optional(),
  paymentCurrency: oneOf(CURRENCIES, 'Please select a currency'),
  paymentGatewayDetailsId: nothing(optionalText('Payment Gateway Details ID', 100)).optional(),
  paymentGatewayId: z.number({ error: NO_GATEWAY }).int(NO_GATEWAY).min(1, NO_GATEWAY),
  taxPercent: percent('Tax Percent'),
  transactionPercent: percent('Transaction Percent'),
  companyProtocolType: oneOf(PROTOCOLS, 'Please select a protocol', required('Protocol')),
  token: secret(nothing(optionalText('Token', 200))),
  endpoint: nothing(optionalText('Endpoint', 300)).refine(
    t => t === null || (/^https?:\/\//i.test(t) && URL.canParse(t)),
    'Endpoint must be a web address',
  ),
  partyId: nothing(optionalText('Party ID', 50)),
  /** Made with the company; later it stays as it is. */
  rootUser: requiredText('Root User', 100),
  emailId: requiredEmail('Email ID'),
  comments: nothing(optionalText('Comments', 500)).optional(),
  /** Seconds after which stations of OCPP 2.0.1 are told what a running session costs; 0: never. */
  runningCostSec: z
    .number(WRONG_COST_SECONDS)
    .int(WRONG_COST_SECONDS)
    .refine(n => n === 0 || (n >= COST_SECONDS.least && n <= COST_SECONDS.most), WRONG_COST_SECONDS)
    .optional(),
  /** Whether stations of OCPP 2.0.1 show the price to a driver before the start. */
  showsTariff: oneOf(YesNo.options, 'Please select whether the price is shown').optional(),
  validUntil: z
    .string('Please enter a valid date')
    .trim()
    .refine(t => t === '' || z.iso.date().safeParse(t).success, 'Please enter a valid date')
    .nullable()
    .transform(t => t || null)
    .optional(),
  active: oneOf(YesNo.options, 'Please select a status', required('Status')),
  address: AddressWithoutPoint.nullish(),
  menuWords: OwnWords.optional(),
  /** For finance admins; ignored from everyone else (D-ACC-2). */
  payoutAccounts: CompanyPayoutAccounts.optional(),
})
const isBlank = (value: unknown) => value === undefined || value === null || String(value).trim() === ''
/** The fields that OCPI is judged by: checked and sent together. */
export const OCPI_FIELDS = ['companyProtocolType', 'token', 'endpoint', 'partyId'] as const
type Ocpi = Partial<Record<(typeof OCPI_FIELDS)[number], unknown>>
const ocpiTexts = {
  companyProtocolType: OCPI_NEEDS,
  token: required('Token'),
  endpoint: required('Endpoint'),
  partyId: required('Party ID'),
} as const

/** The fields that OCPI needs and that are missing; empty where none is. */
export function ocpiProblems(c: Ocpi): Record<string, string> {
  if (c.companyProtocolType !== 'ocpi') return {}
  const missing = (['token', 'endpoint', 'partyId'] as const).filter(k => isBlank(c[k]))
  const fields = missing.length > 0 ? (['companyProtocolType', ...missing] as const) : []
  return Object.fromEntries(fields.map(k => [k, ocpiTexts[k]]))
}
type Demand = [fits: (c: Ocpi) => boolean, refusal: { when: typeof besideOthers; path: PropertyKey[]; error: string }]
const demandOf = (field: (typeof OCPI_FIELDS)[number]): Demand => [
  c => ocpiProblems(c)[field] === undefined,
  { when: besideOthers, path: [field], error: ocpiTexts[field] },
]

/** A company as requests and the form have it. Fields that are missing and not required stay as they are. */
export const CompanyBody = Fields.refine(...demandOf('companyProtocolType'))
  .refine(...demandOf('token'))
  .refine(...demandOf('endpoint'))
  .refine(...demandOf('partyId'))
export type CompanyBody = z.output<typeof CompanyBody>

/**
 * The request that changes a stored company: missing fields stay as they are. The rule for OCPI needs the stored values
 * too, so the command checks it.
 */
export const CompanyChange = Fields.partial()
export type CompanyChange = z.output<typeof CompanyChange>

/** The schema of some of a company's values, for a form that checks and sends only what was changed. */
export function companyPart(names: readonly string[]): z.ZodType {
  const part = Fields.pick(Object.fromEntries(names.map(n => [n, true])) as Record<keyof typeof Fields.shape, true>)
  if (!OCPI_FIELDS.some(f => names.includes(f))) return part
  return part
    .refine(...demandOf('companyProtocolType'))
    .refine(...demandOf('token'))
    .refine(...demandOf('endpoint'))
    .refine(...demandOf('partyId'))
}
