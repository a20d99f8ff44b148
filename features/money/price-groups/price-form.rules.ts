// The form of a price group: its values as they are typed, the check before a save, and the texts of a refused save.
import { besideOthers } from '@wattdesk/base/field-checks'
import { textsIn } from '@wattdesk/base/said'
import type { z } from 'zod'
import { checkCoverage } from './price.rules.ts'
import * as words from './price.words.ts'
import { storedSlots } from './price-detail.rules.ts'
import type { PriceDetail, PriceGroup } from './price-group.contract.ts'
import { PriceGroupBody, type PriceSlot, type SlotValues } from './price-group-body.contract.ts'

export type Slot = Required<SlotValues>
export type Values = Omit<z.input<typeof PriceGroupBody>, 'priceDetails'> & { priceDetails: Slot[] }

/** A slot with its day and times; wrong prices could not be read as paise. */
const withoutPrices = ({ day, startTime, endTime, priceType }: PriceSlot): PriceSlot => ({
  day,
  startTime,
  endTime,
  priceType,
  priceperKW: null,
  priceperHr: null,
  fixedFeeStarting: 0,
  fixedFeeCharging: 0,
  minuteFeeCharging: 0,
  idealFeeFullyCharged: 0,
})
const TIMES = ['day', 'startTime', 'endTime']
/** The request with the check of the week, which the server makes too. */
export const PriceGroupForm: z.ZodType<PriceGroupBody, Values> = PriceGroupBody.superRefine(
  ({ priceGroupType: type, priceDetails }, context) => {
    // The week is checked by days and times alone, so that a wrong price does not hide an error of the week.
    const isTimeWrong = ({ path = [] }: { path?: PropertyKey[] | undefined }) =>
      path[0] === 'priceGroupType' ||
      (path[0] === 'priceDetails' && (path.length < 3 || TIMES.includes(String(path[2]))))
    if (context.issues.some(isTimeWrong)) return
    const covers = checkCoverage(type, storedSlots(type, priceDetails.map(withoutPrices)))
    if (!covers.ok)
      context.addIssue({ code: 'custom', path: ['priceDetails'], message: covers.error, input: priceDetails })
  },
  { when: besideOthers },
) as unknown as z.ZodType<PriceGroupBody, Values>

const NO_FEES = { fixedFeeStarting: null, fixedFeeCharging: null, minuteFeeCharging: null, idealFeeFullyCharged: null }
/** A slot as Reset leaves it: the whole day, by kWh, without prices (D-PG-4). */
export const blankSlot = (day: number): Slot => ({
  day,
  startTime: words.DAY_START,
  endTime: words.DAY_END,
  priceType: 'kwh',
  priceperKW: null,
  priceperHr: null,
  ...NO_FEES,
})
export const blank: Values = { name: '', description: '', priceGroupType: 'fixed', priceDetails: [blankSlot(0)] }

/** A fee of nothing is an empty field. */
const fee = (n: number): number | null => (n === 0 ? null : n)
const slotValues = (d: PriceDetail): Slot => ({
  day: d.day,
  startTime: d.startTime,
  endTime: d.endTime === '24:00' ? words.DAY_END : d.endTime,
  priceType: d.priceType,
  priceperKW: d.priceperKW,
  priceperHr: d.priceperHr,
  fixedFeeStarting: fee(d.fixedFeeStarting),
  fixedFeeCharging: fee(d.fixedFeeCharging),
  minuteFeeCharging: fee(d.minuteFeeCharging),
  idealFeeFullyCharged: fee(d.idealFeeFullyCharged),
})
export const valuesOf = (priceGroup: PriceGroup): Values => ({
  name: priceGroup.name,
  description: priceGroup.description,
  priceGroupType: priceGroup.priceGroupType,
  priceDetails: priceGroup.priceDetails.map(slotValues),
})

/** The values of another pricing type: a fixed price becomes that of every day; of a week Monday's first price stays. */
export function asType(type: words.GroupType, slots: readonly Slot[]): Slot[] {
  if (type === 'variable') {
    const price = slots[0] ?? blankSlot(0)
    return words.DAYS.map((_, day) => ({ ...price, day, startTime: words.DAY_START, endTime: words.DAY_END }))
  }
  const first = slots.find(s => s.day === words.MONDAY) ?? slots[0] ?? blankSlot(0)
  return [{ ...first, day: 0, startTime: words.DAY_START, endTime: words.DAY_END }]
}

const FIELDS: Readonly<Record<string, string>> = {
  name: 'Name',
  description: 'Description',
  priceGroupType: 'Pricing type',
  startTime: 'Start Time',
  endTime: 'End Time',
  priceType: 'Price type',
  ...words.priceLabel,
}
/** The name of a value by its path; a value of a slot has the slot's day and start in its name. */
export function labelOf(path: string, { priceGroupType: type, priceDetails }: Values): string {
  const [, at, field] = /^priceDetails\.(\d+)\.(\w+)$/.exec(path) ?? []
  if (field === undefined) return FIELDS[path] ?? ''
  const slot = priceDetails[Number(at)]
  const own = FIELDS[field] ?? field
  return type === 'fixed' || !slot ? own : `${words.DAYS[Number(slot.day)]} ${slot.startTime}, ${own}`
}

type Told = { message?: unknown } & Record<string, unknown>
const isTold = (v: unknown): v is Told => typeof v === 'object' && v !== null
/** Slots as the week shows them: from Monday, by their begin. */
function inWeek([a]: [string, unknown], [b]: [string, unknown], { priceDetails }: Values): number {
  const [x, y] = [priceDetails[Number(a)], priceDetails[Number(b)]]
  if (!x || !y) return 0
  return ((Number(x.day) + 6) % 7) - ((Number(y.day) + 6) % 7) || String(x.startTime).localeCompare(String(y.startTime))
}
/** The errors of the form, each with its field, in the order of its values, days from Monday; equal ones once. */
export function problemTexts(errors: unknown, values: Values, path = ''): string[] {
  if (!isTold(errors)) return []
  if (typeof errors.message === 'string' && errors.message !== '') {
    const label = labelOf(path, values)
    return [label === '' || errors.message.startsWith(label) ? errors.message : `${label}: ${errors.message}`]
  }
  const inner = Object.entries(errors).filter(([key]) => key !== 'ref' && key !== 'type')
  if (path === 'priceDetails') inner.sort((a, b) => inWeek(a, b, values))
  return [
    ...new Set(
      inner.flatMap(([key, e]) => problemTexts(e, values, key === 'root' ? path : path ? `${path}.${key}` : key)),
    ),
  ]
}

/** The text of a refused save: its errors, a list or an object, in one line, else its message, else its `error`. */
export function submissionText(refusal: unknown): string {
  const { errors, message, error, statusText } = (isTold(refusal) ? refusal : {}) as Record<string, unknown>
  return [textOf(errors), message, textOf(error), statusText].find(isText) ?? words.SAVE_FAILED
}
/** The notice beside the banner: the server's message, else the error, else its text. */
export function alertText(refusal: unknown): string {
  const { message, error, statusText } = (isTold(refusal) ? refusal : {}) as Record<string, unknown>
  return submissionText({ message, error, statusText })
}
const isText = (v: unknown): v is string => typeof v === 'string' && v.trim() !== ''
/** All texts of a refusal, in one line. */
const textOf = (told: unknown): string => textsIn(told).join(', ')
