// Fields of bodies and forms with the texts of D-GEN-11, so that browser and server say the same.
import { z } from 'zod'
import { isEmail, isPhone } from './identifiers.ts'
import { invalidEmail, invalidPhone, mustBeNumber, required, tooLong } from './text.ts'

const missing = (label: string, wrong: string) => (issue: { input?: unknown }) =>
  issue.input === undefined || issue.input === null ? required(label) : wrong

/** Text that must be there; trimmed, at most `max` characters. */
export const requiredText = (label: string, max: number) =>
  z
    .string({ error: missing(label, `${label} must be text`) })
    .trim()
    .min(1, required(label))
    .max(max, tooLong(label, max))

/** Text that may be left out or empty; trimmed, at most `max` characters. */
export const optionalText = (label: string, max: number) =>
  z
    .string({ error: `${label} must be text` })
    .trim()
    .max(max, tooLong(label, max))
    .optional()

/** A number that must be there, within its limits. */
export const requiredNumber = (label: string, { min, max }: { min?: number; max?: number } = {}) => {
  const number = z.number({ error: missing(label, mustBeNumber(label)) })
  const from = min === undefined ? number : number.min(min, `${label} should be ${min} or more`)
  return max === undefined ? from : from.max(max, `${label} should be ${max} or less`)
}

/** A mail address that must be there. */
export const requiredEmail = (label = 'Email', max = 100) => requiredText(label, max).refine(isEmail, invalidEmail)

/** Phone of a profile or user: digits only, 10 to 15 of them (document 3 §5). */
export const requiredPhone = (label = 'Phone') => requiredText(label, 15).refine(isPhone, invalidPhone)
/** The same, or nothing. */
export const optionalPhone = (label = 'Phone') =>
  optionalText(label, 15).refine(text => text === undefined || text === '' || isPhone(text), invalidPhone)
