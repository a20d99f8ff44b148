// The body of a charging profile (D-CP-1, D-CP-3): one shape for the server and for the form, which differ only in how
// a time is written: as an instant in bodies, as local time in the form.
import { besideOthers, missingOr, oneOfText } from '@wattdesk/base/field-checks'
import { plainNumber } from '@wattdesk/base/numbers'
import { tooLong } from '@wattdesk/base/text'
import { z } from 'zod'
import * as choices from './profile-choices.words.ts'

const { REQUIRED, NOT_BELOW_ZERO, ONE_DECIMAL } = choices
const LARGEST = 2_147_483_647
const WHOLE = 'Must be a whole number'
const NO_TIME = 'Please enter a valid date and time'

/** Numbers may come as text, as from an input; an empty text is nothing. */
const read = (value: unknown): unknown => {
  if (typeof value !== 'string') return value
  return value.trim() === '' ? null : (plainNumber(value) ?? value)
}
type Typed = number | string | null
const required = (number: (n: z.ZodNumber) => z.ZodType<number>) =>
  z.preprocess(read, number(z.number({ error: missingOr(REQUIRED, 'Must be a number') }))) as unknown as z.ZodType<
    number,
    Typed
  >
const optional = (number: (n: z.ZodNumber) => z.ZodType<number>) =>
  z.preprocess(
    v => read(v) ?? null,
    number(z.number({ error: 'Must be a number' })).nullable(),
  ) as unknown as z.ZodType<number | null, Typed | undefined>

const whole = (min: number, text: string) => (n: z.ZodNumber) => n.int(WHOLE).min(min, text).max(LARGEST, 'Too large')
const hasOneDecimal = (n: number) => Number(n.toFixed(1)) === n
/** The largest value of the column, which holds one decimal. */
const LARGEST_RATE = 999_999_999
const text = (label: string, max: number) =>
  z
    .string({ error: missingOr(REQUIRED, 'Must be text') })
    .trim()
    .min(1, REQUIRED)
    .max(max, tooLong(label, max))
const oneOf = <const V extends readonly [string, ...string[]]>(values: V) =>
  z.enum(values, { error: missingOr(REQUIRED, oneOfText(values)) })

/** An optional time; `instantOf` reads the text, and returns undefined where the text is no time. */
const time = (instantOf: (written: string) => Date | undefined) =>
  z
    .string({ error: NO_TIME })
    .nullish()
    .transform((written, context): string | null => {
      if (!written?.trim()) return null
      const at = instantOf(written.trim())
      const year = at?.getUTCFullYear() ?? 0
      if (at && year >= 2000 && year <= 2199) return secondsOf(at)
      context.issues.push({ code: 'custom', input: written, message: NO_TIME })
      return z.NEVER
    })

/** An instant as bodies and replies carry it: UTC, whole seconds (D-CP-1). */
export const secondsOf = (at: Date): string => at.toISOString().replace(/\.\d+Z$/, 'Z')

const Period = z.object({
  /** The key of a stored period; a new period has none. */
  schedule_period_pk: optional(whole(1, 'Must be positive')),
  /** Seconds from the start of the schedule. */
  start_period: required(whole(1, choices.PERIOD_POSITIVE)),
  /** In the profile's unit. */
  power_limit: required(n =>
    n.positive(choices.LIMIT_POSITIVE).max(LARGEST_RATE, 'Too large').refine(hasOneDecimal, ONE_DECIMAL),
  ),
  /** Blank: the charger assumes 3. */
  number_phase: optional(n =>
    n.int(choices.PHASES_POSITIVE).positive(choices.PHASES_POSITIVE).max(3, 'A charge point has at most 3 phases'),
  ),
})

type Checked = {
  charging_profile_purpose?: unknown
  valid_from?: unknown
  valid_to?: unknown
  schedulePeriods?: unknown
}
/** Checks over several fields run even where other fields are wrong, so that all errors are reported at once. */
const always = (path: string[], error: string) => ({
  path,
  error,
  when: besideOthers,
})
const needsDates = (p: Checked) => p.charging_profile_purpose !== 'TxProfile'
/** A date that could not be read has an error of its own already. */
const isMissing = (date: unknown) => date === null

const bodyOf = (instantOf: (written: string) => Date | undefined) =>
  z
    .object({
      /** The number by which chargers know the profile. */
      charging_profile_id: required(whole(1, 'Must be at least 1')),
      stack_level: required(whole(0, NOT_BELOW_ZERO)),
      description: text('Description', choices.MAX_DESCRIPTION),
      charging_profile_purpose: oneOf(choices.PURPOSES),
      charging_profile_kind: oneOf(choices.KINDS),
      /** A Recurring profile without a recurrency is sent as Daily. */
      recurrency_kind: z.preprocess(
        v => (v === '' || v === undefined ? null : v),
        z.enum(choices.RECURRENCIES, { error: 'Please choose Daily or Weekly' }).nullable(),
      ) as unknown as z.ZodType<'Daily' | 'Weekly' | null, string | null | undefined>,
      valid_from: time(instantOf),
      valid_to: time(instantOf),
      duration_in_seconds: optional(whole(1, 'Must be at least 1')),
      start_schedule: time(instantOf),
      note: text('Note', choices.MAX_NOTE),
      min_charging_rate: optional(n =>
        n.min(0, NOT_BELOW_ZERO).max(LARGEST_RATE, 'Too large').refine(hasOneDecimal, ONE_DECIMAL),
      ),
      charging_rate_unit: oneOf(choices.RATE_UNITS),
      schedulePeriods: z
        .array(Period, { error: missingOr(REQUIRED, 'Must be a list of periods') })
        .min(1, choices.LAST_PERIOD)
        .max(choices.MOST_PERIODS, `At most ${choices.MOST_PERIODS} schedule periods`),
    })
    .refine(p => !(needsDates(p) && isMissing(p.valid_from)), always(['valid_from'], REQUIRED))
    .refine(p => !(needsDates(p) && isMissing(p.valid_to)), always(['valid_to'], REQUIRED))
    .refine(
      p =>
        !needsDates(p) ||
        typeof p.valid_from !== 'string' ||
        typeof p.valid_to !== 'string' ||
        p.valid_to >= p.valid_from,
      always(['valid_to'], choices.VALID_TO_TOO_EARLY),
    )
    .superRefine(
      (p, context) => {
        // A list or a start that cannot be read has an error of its own.
        const periods: readonly Partial<z.output<typeof Period> | null>[] = Array.isArray(p.schedulePeriods)
          ? p.schedulePeriods
          : []
        for (const [i, period] of periods.entries()) {
          const [before, start_period] = [periods[i - 1]?.start_period, period?.start_period]
          if (typeof before === 'number' && typeof start_period === 'number' && start_period <= before)
            context.addIssue({
              code: 'custom',
              path: ['schedulePeriods', i, 'start_period'],
              message: choices.PERIOD_LATER,
              input: start_period,
            })
        }
      },
      { when: besideOthers },
    )

const Iso = z.iso.datetime({ offset: true })
/** A profile as bodies carry it: times as instants. */
export const ChargingProfileBody = bodyOf(written => (Iso.safeParse(written).success ? new Date(written) : undefined))
export type ChargingProfileBody = z.output<typeof ChargingProfileBody>

const LOCAL = /^\d{4}-\d\d-\d\dT\d\d:\d\d(:\d\d)?$/
/** A profile as the form writes it: times on the browser's clock (D-CP-1). */
export const ChargingProfileForm = bodyOf(written => {
  const at = LOCAL.test(written) ? new Date(written) : undefined
  return at && !Number.isNaN(at.getTime()) ? at : undefined
})
