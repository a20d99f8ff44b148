// The body of a charger and the checks of its form (D-CHARGER-1 to D-CHARGER-11). Power in kW, voltage in V, degrees to
// eight decimals.
import { isCountryCode } from '@wattdesk/base/countries'
import { besideOthers, missingOr } from '@wattdesk/base/field-checks'
import { optionalText, requiredLine, requiredNumber, requiredText } from '@wattdesk/base/fields'
import { optionalLink } from '@wattdesk/base/file-link'
import { isEmail } from '@wattdesk/base/identifiers'
import { invalidEmail, mustBeNumber, required } from '@wattdesk/base/text'
import { z } from 'zod'
import { chargerEvents } from '#fleet/stations/charger-mail.words.ts'
import {
  ADDRESS_NEEDED,
  AMENITIES,
  CONNECTOR_NEEDED,
  CONNECTOR_NUMBER,
  CONNECTOR_TYPES,
  CONNECTORS_TOO_MANY,
  DEFAULT_METER_INTERVAL_SEC,
  DEFAULT_TOLERANCE_WATT,
  ID_TOO_LONG,
  isDescribed,
  MAX_CONNECTORS,
  MAX_INSTRUCTIONS,
  PRICE_GROUP_NEEDED,
  RECIPIENTS_NEEDED,
  RECIPIENTS_WRONG,
  recipientsOf,
} from './charger-form.words.ts'

const NOT_CONNECTORS = 'Connectors must be a list'
/** '' and null mean none. */
const nothing = (label: string, max: number) =>
  optionalText(label, max)
    .nullable()
    .transform(t => t || null)
/** A choice from a list; a missing choice gives the same error as a missing field. */
const oneOf = <const O extends readonly string[]>(options: O, label: string) =>
  z.enum(options, {
    error: missingOr(required(label), `${label} should be one of ${options.join(', ')}`),
  })

/** Eight decimals are a millimetre. */
const degrees = (limit: number, label: string) =>
  z
    .number({ error: missingOr(ADDRESS_NEEDED, mustBeNumber(label)) })
    .min(-limit, `${label} should be between -${limit} and ${limit}`)
    .max(limit, `${label} should be between -${limit} and ${limit}`)
    .transform(n => Math.round(n * 1e8) / 1e8)
const whole = (label: string, max: number) =>
  requiredNumber(label, { min: 0, max }).refine(Number.isInteger, `${label} must be a number`)

/** A figure of a connector, or none. */
const figure = (max: number) =>
  z.number({ error: CONNECTOR_NUMBER }).positive(CONNECTOR_NUMBER).max(max, CONNECTOR_NUMBER).nullish()

/** One connector by its place in the list, the first being 1; `key` belongs to the form and is not stored. */
export const ConnectorBody = z.object({
  connector_pk: z.number().int().nullish(),
  connectorName: nothing('Connector Name', 60),
  connectorType: z
    .enum(CONNECTOR_TYPES, 'Please select a connector type')
    .or(z.literal('').transform(() => null))
    .nullish(),
  kw: figure(10_000),
  volt: figure(10_000),
  priceGroupId: z
    .number({ error: PRICE_GROUP_NEEDED })
    .int(PRICE_GROUP_NEEDED)
    .min(1, PRICE_GROUP_NEEDED)
    .max(2_147_483_647),
  key: z.union([z.string().max(100), z.number()]).nullish(),
})
export type ConnectorBody = z.output<typeof ConnectorBody>

const textOf = (value: unknown): string => (typeof value === 'string' ? value : '')
/** Mails on events. Where both forms of the flags are there, the list counts. */
const MailSettings = z
  .object({
    settings_pk: z.number().int().nullish(),
    enableNotifications: z.boolean(),
    /** Addresses separated by commas. */
    notificationRecipients: z
      .string({ error: missingOr(RECIPIENTS_NEEDED, RECIPIENTS_WRONG) })
      .trim()
      .max(2000)
      .default(''),
    notificationFeatures: z.array(z.enum(chargerEvents as [string, ...string[]])).default([]),
  })
  .refine(s => !s.enableNotifications || recipientsOf(textOf(s.notificationRecipients)).length > 0, {
    when: besideOthers,
    path: ['notificationRecipients'],
    error: RECIPIENTS_NEEDED,
  })
  .refine(s => recipientsOf(textOf(s.notificationRecipients)).every(isEmail), {
    when: besideOthers,
    path: ['notificationRecipients'],
    error: RECIPIENTS_WRONG,
  })

/** A question and its answer; both are required. */
const Instruction = z.object({
  id: z.number().int().nullish(),
  question: requiredText('Question', 300),
  answer: requiredText('Answer', 2000),
})

const filled = (list: (string | null)[]): string[] => list.filter((t): t is string => !!t)

const Fields = z.object({
  chargepoint_id: z
    .string({
      error: missingOr(required('Charger ID'), 'Charger ID must be text'),
    })
    .trim()
    .min(1, required('Charger ID'))
    .max(60, ID_TOO_LONG),
  chargepoint_name: requiredLine('Charger Name', 60),
  /** The team of the charger; a new charger without it gets the team of the path. */
  teamId: z.number().int().min(1).max(2_147_483_647).optional(),
  charger_type: oneOf(['AC', 'DC'], 'Charger Type'),
  registrationStatus: oneOf(['Pending', 'Accepted', 'Rejected'], 'Registration Status'),
  access_level: oneOf(['Public', 'Private', 'Semi-Public'], 'Access Level'),
  charger_category: oneOf(['paid', 'free'], 'Charger Category').optional(),
  isActive: z.boolean().optional(),
  description: optionalText('Description', 500).nullable(),
  note: optionalText('Notes', 600).nullable(),
  adminAddress: nothing('Admin Address', 300).optional(),
  address: z.object({
    street: nothing('Street', 1000),
    houseNumber: nothing('House Number', 100),
    zipcode: nothing('Zip Code', 20),
    city: nothing('City', 60),
    state: nothing('State', 60),
    country: z.string().refine(isCountryCode, 'Please select a country').default('IN'),
  }),
  locationLatitude: degrees(90, 'Latitude'),
  locationLongitude: degrees(180, 'Longitude'),
  chargingSiteId: z.number().int().min(1).max(2_147_483_647).nullish(),
  showOnPortal: z.boolean().optional(),
  preparingState: z.boolean().optional(),
  employeeOrResident: z.boolean().optional(),
  payWithWallet: z.boolean().optional(),
  payWithCard: z.boolean().optional(),
  excludeFromEmail: z.boolean().optional(),
  tolerance_watt: whole('Tolerance Level', 1_000_000),
  meter_interval_sec: whole('Meter Interval', 86_400),
  /** null: the installation's profile (D-OCPP-9). */
  security_profile: z.number().int().min(0).max(3).nullish(),
  chargePointSerialNumber: nothing('Charge Point Serial Number', 50).optional(),
  operator_number1: nothing('Operator Number 1', 20).optional(),
  operator_number2: nothing('Operator Number 2', 20).optional(),
  operator_email: nothing('Operator Email', 100)
    .refine(t => t === null || isEmail(t), invalidEmail)
    .optional(),
  amenities: z
    .array(z.enum(AMENITIES).or(z.literal('')).nullable())
    .max(50)
    .transform(filled)
    .optional(),
  photos: z.array(optionalLink('Photo')).max(20, 'Photos should be 20 or less').transform(filled).optional(),
  connectors: z
    .array(ConnectorBody, { error: missingOr(CONNECTOR_NEEDED, NOT_CONNECTORS) })
    .max(MAX_CONNECTORS, CONNECTORS_TOO_MANY)
    .refine(list => list.some(isDescribed), { when: besideOthers, error: CONNECTOR_NEEDED }),
  settings: MailSettings.optional(),
  faq: z
    .array(Instruction)
    .max(MAX_INSTRUCTIONS, `Operating instructions should be ${MAX_INSTRUCTIONS} or less`)
    .optional(),
})

/**
 * A charger as body and form have it. Only the point on the map is required of its address, so the whole address may be
 * missing; in a change, a missing field stays as it is.
 */
export const ChargerBody = Fields.extend({
  address: Fields.shape.address.default(() => Fields.shape.address.parse({})),
})
export type ChargerBody = z.output<typeof ChargerBody>

const number = z.number({ error: CONNECTOR_NUMBER }).nullish()
/** A connector as it may stand in a record: a connector that the charger reported has neither type nor price group. */
const SentConnector = ConnectorBody.extend({
  connectorType: z.string('Please select a connector type').max(100, 'Please select a connector type').nullish(),
  kw: number,
  volt: number,
  priceGroupId: ConnectorBody.shape.priceGroupId.nullish(),
})

/**
 * A change of a stored charger: missing fields stay as they are. The record may be sent back as it was read, without a
 * point and with connectors nobody has described; the server checks the changed values against ChargerBody.
 */
export const ChargerChange = Fields.partial().extend({
  locationLatitude: Fields.shape.locationLatitude.nullish(),
  locationLongitude: Fields.shape.locationLongitude.nullish(),
  connectors: z
    .array(SentConnector, { error: missingOr(CONNECTOR_NEEDED, NOT_CONNECTORS) })
    .max(100, CONNECTORS_TOO_MANY)
    .optional(),
})
export type ChargerChange = z.output<typeof ChargerChange>
export type SentConnector = z.output<typeof SentConnector>

/** Returns the schema of some of a charger's values, for a form that checks and sends only changed values. */
export const chargerPart = (names: readonly string[]): z.ZodType =>
  Fields.pick(Object.fromEntries(names.map(n => [n, true])) as Record<keyof typeof Fields.shape, true>)

/** The values of a new charger where its body is silent (D-CHARGER-11). */
export const NEW_CHARGER = {
  charger_type: 'DC',
  registrationStatus: 'Pending',
  access_level: 'Public',
  charger_category: 'paid',
  isActive: true,
  showOnPortal: true,
  payWithCard: true,
  payWithWallet: true,
  employeeOrResident: false,
  preparingState: false,
  excludeFromEmail: false,
  tolerance_watt: DEFAULT_TOLERANCE_WATT,
  meter_interval_sec: DEFAULT_METER_INTERVAL_SEC,
} as const
