// A price group as requests send it (D-PG-1, D-PG-3): one shape for the server and for the form. The further fields of
// a reply (currency, percents, times of creation) may be sent back and are ignored.
import { besideOthers, missingOr } from '@wattdesk/base/field-checks'
import { optionalText, requiredLine } from '@wattdesk/base/fields'
import { isRupees } from '@wattdesk/base/money'
import { mustBeNumber, required, tooManyDecimals } from '@wattdesk/base/text'
import { z } from 'zod'
import * as words from './price.words.ts'

const { priceLabel } = words
type Written = number | null | undefined
/** Rupees with two decimals at most, a number and no text; null where nothing was written. */
const money = (label: string): z.ZodType<number | null, Written> =>
  z.preprocess(
    value => value ?? null,
    z
      .number({ error: mustBeNumber(label) })
      .max(words.LARGEST_PRICE, `${label} should be ${words.LARGEST_PRICE} or less`)
      .refine(isRupees, { error: tooManyDecimals(label, 2), when: ({ issues }) => issues.length === 0 })
      .nullable(),
  ) as unknown as z.ZodType<number | null, Written>
const fee = (label: string): z.ZodType<number, Written> =>
  money(label)
    .refine(n => n === null || n >= 0, words.BELOW_ZERO)
    .transform(n => n ?? 0) as unknown as z.ZodType<number, Written>

const START = /^([01]\d|2[0-3]):[0-5]\d$/
const END = /^(([01]\d|2[0-3]):[0-5]\d|24:00)$/
const time = (form: RegExp, usual: string) =>
  z.string({ error: words.NO_TIME }).trim().regex(form, words.NO_TIME).default(usual)

type Slot = { startTime?: unknown; endTime?: unknown; priceType?: unknown; priceperKW?: unknown; priceperHr?: unknown }
/** Checks across several fields run even if other checks fail, so that all errors are reported at once. */
const always = (field: keyof Slot, error: string) => ({
  path: [field],
  error,
  when: besideOthers,
})
const isTime = (t: unknown, form: RegExp): t is string => typeof t === 'string' && form.test(t)
/** The price that the type of a slot charges. */
const charged = ({ priceType }: Slot) =>
  priceType === 'kwh' ? 'priceperKW' : priceType === 'min' || priceType === 'hr' ? 'priceperHr' : undefined
const isOwn = (s: Slot, field: 'priceperKW' | 'priceperHr') => charged(s) === field

export const PriceSlot = z
  .object({
    /** 0 Sunday to 6 Saturday, UTC; for a fixed group it is ignored. */
    day: z.int({ error: words.NO_DAY }).min(0, words.NO_DAY).max(6, words.NO_DAY).default(0),
    startTime: time(START, words.DAY_START),
    /** 23:59, or 24:00, as last end of a day means midnight. */
    endTime: time(END, words.DAY_END),
    priceType: z.enum(words.PRICE_TYPES, { error: missingOr(required('Price type'), 'Please choose a price type') }),
    priceperKW: money(priceLabel.priceperKW),
    priceperHr: money(priceLabel.priceperHr),
    fixedFeeStarting: fee(priceLabel.fixedFeeStarting),
    fixedFeeCharging: fee(priceLabel.fixedFeeCharging),
    minuteFeeCharging: fee(priceLabel.minuteFeeCharging),
    idealFeeFullyCharged: fee(priceLabel.idealFeeFullyCharged),
  })
  .refine(
    s => !isTime(s.startTime, START) || !isTime(s.endTime, END) || s.endTime > s.startTime,
    always('endTime', words.END_LATER),
  )
  .refine(s => !isOwn(s, 'priceperKW') || s.priceperKW !== null, always('priceperKW', required(priceLabel.priceperKW)))
  .refine(s => !isOwn(s, 'priceperHr') || s.priceperHr !== null, always('priceperHr', required(priceLabel.priceperHr)))
  .refine(s => !isOwn(s, 'priceperKW') || !isNotAbove(s.priceperKW), always('priceperKW', words.ABOVE_ZERO))
  .refine(s => !isOwn(s, 'priceperHr') || !isNotAbove(s.priceperHr), always('priceperHr', words.ABOVE_ZERO))
export type PriceSlot = z.output<typeof PriceSlot>
const isNotAbove = (n: unknown): boolean => typeof n === 'number' && n <= 0

/** The slots of a group or of a trial of other prices. */
export const PriceDetails = z
  .array(PriceSlot, { error: missingOr(required('Price details'), 'Price details must be a list of time slots') })
  .min(1, required('Price details'))
  .max(words.MOST_SLOTS, `Price details should have ${words.MOST_SLOTS} time slots or less`)

export const PriceGroupBody = z.object({
  name: requiredLine('Name', words.MAX_NAME),
  description: optionalText('Description', words.MAX_DESCRIPTION).transform(text => text ?? ''),
  priceGroupType: z.enum(words.GROUP_TYPES, {
    error: missingOr(required('Pricing type'), 'Please choose a pricing type'),
  }),
  priceDetails: PriceDetails,
})
export type PriceGroupBody = z.output<typeof PriceGroupBody>
export type SlotValues = z.input<typeof PriceSlot>
