// A Load Value to try on a month, and what its form checks by.
import { z } from 'zod'
import { LOAD_UNITS } from '../load-balancing/load-units.contract.ts'

export const NO_MONTH = 'Please choose a month that is over'
const NO_VALUE = 'Load balancing value is required'
const NOT_ABOVE = 'Load balancing value should be above 0'
const MAX_VALUE = 1_000_000

export const LoadTrialBody = z.object({
  /** yyyy-MM, by the business time zone; a session belongs to the month in which it stopped. */
  month: z.string(NO_MONTH).regex(/^20\d\d-(0[1-9]|1[0-2])$/, NO_MONTH),
  loadBalancingValue: z
    .number({ error: i => (typeof i.input === 'number' ? NOT_ABOVE : NO_VALUE) })
    .gt(0, NOT_ABOVE)
    .max(MAX_VALUE, `Load balancing value should be ${MAX_VALUE} or less`),
  loadBalancingUnit: z.enum(LOAD_UNITS, 'Please choose a unit'),
})
export type LoadTrialBody = z.output<typeof LoadTrialBody>
