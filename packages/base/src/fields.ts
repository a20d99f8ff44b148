// Fields of bodies and forms with the texts of D-GEN-11, so that browser and server say the same.
import { z } from 'zod'
import { missingOr } from './field-checks.ts'
import { isEmail, isPhone } from './identifiers.ts'
import { speakPlainly } from './issues.ts'
import { plainNumber } from './numbers.ts'
import { invalidEmail, invalidPhone, mustBeNumber, required, tooLong } from './text.ts'

speakPlainly()

/** Text that must be there; trimmed, at most `max` characters. */
export const requiredText = (label: string, max: number) =>
  z
    .string({ error: missingOr(required(label), `${label} must be text`) })
    .trim()
    .min(1, required(label))
    .max(max, tooLong(label, max))

/** A text as one line: breaks of lines, as those of a pasted text, are spaces. */
const asLine = (text: string): string => text.trim().replaceAll(/\s*[\n\v\f\r\u0085\u2028\u2029]\s*/g, ' ')
/** A line of text that must be there; trimmed, at most `max` characters. */
export const requiredLine = (label: string, max: number) =>
  z
    .string({ error: missingOr(required(label), `${label} must be text`) })
    .overwrite(asLine)
    .min(1, required(label))
    .max(max, tooLong(label, max))
/** A line of text that may be left out or empty. */
export const optionalLine = (label: string, max: number) =>
  z
    .string({ error: `${label} must be text` })
    .overwrite(asLine)
    .max(max, tooLong(label, max))
    .optional()

/** Text that may be left out or empty; trimmed, at most `max` characters. */
export const optionalText = (label: string, max: number) =>
  z
    .string({ error: `${label} must be text` })
    .trim()
    .max(max, tooLong(label, max))
    .optional()

/** A number that must be there, within its limits. */
export const requiredNumber = (label: string, { min, max }: { min?: number; max?: number } = {}) => {
  const number = z.number({ error: missingOr(required(label), mustBeNumber(label)) })
  const from = min === undefined ? number : number.min(min, `${label} should be ${min} or more`)
  return max === undefined ? from : from.max(max, `${label} should be ${max} or less`)
}

/** A mail address that must be there. */
export const requiredEmail = (label = 'Email', max = 100) => requiredText(label, max).refine(isEmail, invalidEmail)

/** Phone of a profile or user: digits only, 10 to 15 of them (S-PHONE). */
export const requiredPhone = (label = 'Phone') => requiredText(label, 15).refine(isPhone, invalidPhone)
/** A phone as above, or nothing. */
export const optionalPhone = (label = 'Phone') =>
  optionalText(label, 15).refine(text => text === undefined || text === '' || isPhone(text), invalidPhone)

type Limits = { min?: number; max?: number }
/** Reads a number from the plain digits of a path or query, `12` or `-0.5`; anything else stays what it is. */
const digits = (value: unknown): unknown => (typeof value === 'string' ? (plainNumber(value) ?? value) : value)
const within = (number: z.ZodNumber, { min, max }: Limits, error?: string): z.ZodNumber => {
  const from = min === undefined ? number : number.min(min, error)
  return max === undefined ? from : from.max(max, error)
}
// Typed as what goes in from a program, a number; the text of an address is read here alone.
type Written = z.ZodType<number, number>

/** A whole number as a path or query carries it. `error`: the text for whatever is wrong with it. */
export const wholeText = (limits: Limits = {}, error?: string): Written =>
  z.preprocess(digits, within(z.number(error).int(error), limits, error)) as unknown as Written
/** A number with decimals as a path or query carries it. */
export const decimalText = (limits: Limits = {}): Written =>
  z.preprocess(digits, within(z.number(), limits)) as unknown as Written
/** The key of a record in a path, query or body. */
export const recordId = (error?: string): Written => wholeText({ min: 1, max: 2_147_483_647 }, error)
