// The schemas of the fields of remote operations: numbers, texts, choices, times and certificates, with the bounds of
// OCPP 1.6 and error texts for the person who fills in the form.
import { missingOr, oneOfText } from '@wattdesk/base/field-checks'
import { plainNumber } from '@wattdesk/base/numbers'
import { z } from 'zod'
import { REQUIRED } from './operations/operation-field.contract.ts'

const NOT_A_NUMBER = 'Must be a number'
const NOT_TEXT = 'Must be text'
const LARGEST = 2_147_483_647

/** A whole number of 32 bits, which may come as text, as from an input; an empty input is missing. */
export const whole = (min: number) =>
  z
    .union(
      [
        z.number(),
        z
          .string()
          .trim()
          .regex(/^(-?\d{1,10})?$/, NOT_A_NUMBER)
          .min(1, REQUIRED),
      ],
      { error: missingOr(REQUIRED, NOT_A_NUMBER) },
    )
    .transform(Number)
    .pipe(z.number().int('Must be a whole number').min(min, `Must be at least ${min}`).max(LARGEST, 'Too large'))

/** A whole number that may be left out. A value that is no number is reported as such, not as missing. */
export const maybeWhole = (min: number) =>
  z.preprocess(v => {
    if (v === null || v === undefined) return undefined
    if (typeof v !== 'string') return v
    return v.trim() === '' ? undefined : (plainNumber(v) ?? v)
  }, z
    .number({ error: NOT_A_NUMBER })
    .int('Must be a whole number')
    .min(min, `Must be at least ${min}`)
    .max(LARGEST, 'Too large')
    .optional()) as unknown as z.ZodOptional<z.ZodType<number, number | string | null>>

/** A number of moderate size, which may come as text. */
export const decimal = z
  .union(
    [
      z.number(),
      z
        .string()
        .trim()
        .regex(/^(-?\d{1,10}(\.\d{1,6})?)?$/, NOT_A_NUMBER)
        .min(1, REQUIRED),
    ],
    { error: missingOr(REQUIRED, NOT_A_NUMBER) },
  )
  .transform(Number)
  .pipe(z.number().min(-LARGEST, 'Too small').max(LARGEST, 'Too large'))

export const tooLong = (max: number) => `Should be ${max} characters or less`
export const text = (max: number) =>
  z
    .string({ error: missingOr(REQUIRED, NOT_TEXT) })
    .trim()
    .min(1, REQUIRED)
    .max(max, tooLong(max))
/** A text that is sent with its spaces and lines. */
export const raw = (max: number) =>
  z
    .string({ error: missingOr(REQUIRED, NOT_TEXT) })
    .min(1, REQUIRED)
    .max(max, tooLong(max))
export const oneOf = <const V extends readonly [string, ...string[]]>(values: V) =>
  z.enum(values, { error: missingOr(REQUIRED, oneOfText(values)) })

/** Makes a field optional; an input left empty counts as left out. */
export const maybe = <O, I>(shape: z.ZodType<O, I>) =>
  z.preprocess(v => (v === '' || v === null ? undefined : v), shape.optional()) as unknown as z.ZodOptional<
    z.ZodType<O, I | '' | null>
  >

const ADDRESS = /^[a-z][a-z\d+.-]*:\/\/[^\s/?#]+\S*$/i
/** The address from which a charger fetches a file, or to which it sends one, with its protocol. */
export const address = (max: number) =>
  text(max).refine(
    t => ADDRESS.test(t),
    'Must be an address such as https://files.example/folder or ftp://files.example',
  )

const NO_TIME = 'Please enter a valid date and time'
/** Reads a date and time as written; undefined where the text is none. */
export type ReadTime = (written: string) => Date | undefined
const Iso = z.iso.datetime({ offset: true })
/** Reads times as bodies carry them: instants. */
export const readInstant: ReadTime = written => (Iso.safeParse(written).success ? new Date(written) : undefined)
const LOCAL = /^\d{4}-\d\d-\d\dT\d\d:\d\d(:\d\d)?$/
/** Reads times as forms carry them: on the browser's clock (D-OPS-6). */
export const readLocal: ReadTime = written => {
  const at = LOCAL.test(written) ? new Date(written) : undefined
  return at && !Number.isNaN(at.getTime()) ? at : undefined
}
/** A date and time, returned as UTC in ISO (D-OPS-6). */
export const time = (read: ReadTime) =>
  z
    .string({ error: missingOr(REQUIRED, NO_TIME) })
    .trim()
    .min(1, REQUIRED)
    .transform((written, context): string => {
      const at = read(written)
      const year = at?.getUTCFullYear() ?? 0
      if (at && year >= 2000 && year <= 2199) return at.toISOString()
      context.issues.push({ code: 'custom', input: written, message: NO_TIME })
      return z.NEVER
    })

const PRIVATE_KEY = 'This holds a private key. Send the certificate alone and keep the key secret.'
/** A certificate or a chain of certificates as PEM; the server says whether they can be read (certificate.rules.ts). */
export const pem = (max: number) =>
  text(max)
    .refine(t => !/PRIVATE KEY/i.test(t), PRIVATE_KEY)
    .refine(
      t => t.includes('-----BEGIN CERTIFICATE-----'),
      'Must be a certificate in PEM, which begins with -----BEGIN CERTIFICATE-----',
    )
