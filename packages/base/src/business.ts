// A customer who charges for a business (M-6): GST number, legal name and address stand together on the tax invoice, so
// that a record has all three or none.
import type { z } from 'zod'
import { besideOthers } from './field-checks.ts'
import { isGstin } from './identifiers.ts'
import { type RecordFields, state, text } from './record.ts'
import { stateOfGstin } from './states.ts'
import { required } from './text.ts'

/** Whether a text in capitals is a GST number of one of the states, with a right check character. */
export const isGstinOfState = (gstin: string): boolean => isGstin(gstin) && stateOfGstin(gstin) !== undefined
const INVALID_GSTIN = 'Please enter a valid GSTIN'
/** The longest texts of a business. */
export const LONGEST_BUSINESS = { gstin: 15, legalName: 150, businessAddress: 300 } as const

export const gstinField = (label = 'GSTIN') =>
  text(label, LONGEST_BUSINESS.gstin).upper().check(isGstinOfState, INVALID_GSTIN)
export const legalNameField = (label = 'Legal Name') => text(label, LONGEST_BUSINESS.legalName)
export const businessAddressField = (label = 'Business Address') => text(label, LONGEST_BUSINESS.businessAddress)
const isGiven = (value: unknown): boolean => typeof value === 'string' && value.trim() !== ''
/** Adds the check to a body: where one of the fields of a business is given, all are. */
export const wholeBusiness = <S extends z.ZodType>(body: S, fields: RecordFields): S =>
  body.superRefine(
    (value, context) => {
      const sent = value as Readonly<Record<string, unknown>>
      const missing = Object.entries(fields).filter(([name]) => !isGiven(sent[name]))
      if (missing.length === Object.keys(fields).length) return
      for (const [name, { setting }] of missing)
        context.addIssue({ code: 'custom', path: [name], message: required(setting.label) })
    },
    { when: besideOthers },
  )
/** A recipient in a Special Economic Zone; any other one is regular. Supplies to it are across states, wherever it stands. */
export const RECIPIENT_TYPES = {
  SEZWP: 'SEZ unit, with payment of tax',
  SEZWOP: 'SEZ unit, without payment of tax (LUT)',
} as const
export type RecipientType = keyof typeof RECIPIENT_TYPES
export const RECIPIENT_TYPE_NAMES = ['SEZWP', 'SEZWOP'] as const satisfies readonly RecipientType[]
export const recipientTypeField = (label = 'Recipient Type') =>
  state(label, RECIPIENT_TYPES, 'Please select a recipient type')
export const RECIPIENT_TYPE_HELP =
  'Not specified: a regular recipient. A unit in a Special Economic Zone is billed IGST, also in the state of the charge point; without tax only while the company has a letter of undertaking.'

/** The business of a recipient as one value. */
export type Business = { gstin: string; legalName: string; businessAddress: string }
