// A vehicle in requests, and the checks of its form (D-VEH-1, D-VEH-3). A missing or empty field means no value.
import { besideOthers } from '@wattdesk/base/field-checks'
import { optionalText, requiredText } from '@wattdesk/base/fields'
import { optionalLink } from '@wattdesk/base/file-link'
import { isRupees } from '@wattdesk/base/money'
import { invalidPhone, mustBeNumber, required, tooManyDecimals } from '@wattdesk/base/text'
import { z } from 'zod'
import * as words from './vehicle-words.contract.ts'

const isNothing = (v: unknown): boolean => v === undefined || v === null || v === ''

const chosen = <const V extends readonly [string, ...string[]]>(label: string, values: V) =>
  z.enum(values, { error: i => (isNothing(i.input) ? required(label) : `Please select one of ${values.join(', ')}`) })
const maybeChosen = <const V extends readonly [string, ...string[]]>(values: V) =>
  z
    .union([z.enum(values), z.literal('')], `Please select one of ${values.join(', ')}`)
    .nullish()
    .transform(v => v || null)

const text = ([label, max]: readonly [string, number]) =>
  optionalText(label, max)
    .nullable()
    .transform(t => t || null)

type Size = { most: number; whole?: true }
/** A number of 0 or more that may be missing, with two decimals at most. */
const figure = (label: string, { most, whole }: Size) =>
  z
    .number({ error: mustBeNumber(label) })
    .min(0, `${label} should be 0 or more`)
    .max(most, `${label} should be ${most} or less`)
    .refine(
      n => (whole ? Number.isInteger(n) : isRupees(n)),
      whole ? `${label} must be a whole number` : tooManyDecimals(label, 2),
    )
    .nullish()
    .transform(n => n ?? null)

const isDay = (t: string): boolean => {
  const at = new Date(`${t}T00:00:00Z`)
  const year = at.getUTCFullYear()
  return (
    /^\d{4}-\d\d-\d\d$/.test(t) &&
    !Number.isNaN(at.getTime()) &&
    at.toISOString().startsWith(t) &&
    year >= 1950 &&
    year < 2200
  )
}
/** A day as `yyyy-MM-dd`. */
const day = (label: string) =>
  z
    .string({ error: `${label} must be a date` })
    .trim()
    .refine(t => t === '' || isDay(t), `${label} must be a date`)
    .nullish()
    .transform(t => t || null)

const year = 'Year of Manufacture'
const outside = (i: { input?: unknown }) => (isNothing(i.input) ? required(year) : mustBeNumber(year))
const nextYear = () => new Date().getUTCFullYear() + 1
const manufacture = z
  .number({ error: outside })
  .refine(n => Number.isInteger(n) && n >= words.FIRST_YEAR && n <= nextYear(), {
    error: () => `${year} should be between ${words.FIRST_YEAR} and ${nextYear()}`,
  })

const { TEXTS, DOCUMENTS } = words
const fields = z.object({
  vehicle_type: chosen('Vehicle Type', words.VEHICLE_TYPES),
  make: requiredText('Make', 50),
  model: requiredText('Model', 50),
  variant: text(TEXTS.variant),
  year_of_manufacture: manufacture,
  registration_number: requiredText('Registration Number', 20).refine(
    t => /[A-Za-z0-9]/.test(t),
    'Registration Number must have letters or digits',
  ),
  chassis_number: text(TEXTS.chassis_number),
  engine_number: text(TEXTS.engine_number),
  vin: text(TEXTS.vin),
  license_plate_state: text(TEXTS.license_plate_state),
  battery_capacity: figure('Battery Capacity', { most: 10_000 }),
  motor_type: maybeChosen(words.MOTOR_TYPES),
  seating_capacity: figure('Seating Capacity', { most: 200, whole: true }),
  color: text(TEXTS.color),
  body_type: maybeChosen(words.BODY_TYPES),
  owner_name: requiredText('Owner Name', 100),
  owner_contact: optionalText('Owner Contact', 14)
    .nullable()
    .refine(t => !t || (/^[\d +-]{8,14}$/.test(t) && /\d/.test(t)), invalidPhone)
    .transform(t => t || null),
  usage_type: chosen('Usage Type', words.USAGE_TYPES),
  odometer_reading: figure('Odometer Reading', { most: 10_000_000 }),
  vehicle_insurance_provider: text(TEXTS.vehicle_insurance_provider),
  insurance_policy_number: text(TEXTS.insurance_policy_number),
  insurance_expiry_date: day('Insurance Expiry Date'),
  key_features: text(TEXTS.key_features),
  range_per_charge: figure('Range per Charge', { most: 10_000 }),
  charging_port_type: maybeChosen(words.PORT_TYPES),
  top_speed: figure('Top Speed', { most: 1000 }),
  tire_details: text(TEXTS.tire_details),
  last_service_date: day('Last Service Date'),
  service_history: text(TEXTS.service_history),
  next_service_date: day('Next Service Date'),
  warranty_details: text(TEXTS.warranty_details),
  roadside_assistance_provider: text(TEXTS.roadside_assistance_provider),
  /** Rupees. */
  total_financed_amount: figure('Total Financed Amount', { most: 1_000_000_000 }),
  emi_amount: figure('EMI Amount', { most: 1_000_000_000 }),
  emi_start_date: day('EMI Start Date'),
  emi_end_date: day('EMI End Date'),
  emi_cycle: maybeChosen(words.EMI_CYCLES),
  finance_company_name: text(TEXTS.finance_company_name),
  registration_certificate: optionalLink(DOCUMENTS.registration_certificate),
  insurance_document: optionalLink(DOCUMENTS.insurance_document),
  pollution_certificate: optionalLink(DOCUMENTS.pollution_certificate),
  invoice_document: optionalLink(DOCUMENTS.invoice_document),
  loan_lease_details: optionalLink(DOCUMENTS.loan_lease_details),
})

const isBefore = (a: unknown, b: unknown) =>
  typeof a === 'string' && typeof b === 'string' && a !== '' && b !== '' && a < b
/** A vehicle; `user_pk`, `companyId` and the like may be sent and are passed over: drivers are assigned on their own screen. */
export const VehicleBody = fields
  .refine(v => !isBefore(v.next_service_date, v.last_service_date), {
    when: besideOthers,
    path: ['next_service_date'],
    error: 'Next Service Date should not be before Last Service Date',
  })
  .refine(v => !isBefore(v.emi_end_date, v.emi_start_date), {
    when: besideOthers,
    path: ['emi_end_date'],
    error: 'EMI End Date should not be before EMI Start Date',
  })
export type VehicleBody = z.output<typeof VehicleBody>
export type VehicleValues = z.input<typeof VehicleBody>
