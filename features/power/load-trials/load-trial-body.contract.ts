// A Load Value to try on a month, and what its form checks by.
import { missingOr } from '@wattdesk/base/field-checks'
import { z } from 'zod'
import { LOAD_UNITS } from '#power/load-balancing/load-units.words.ts'
import { MAX_VALUE, NO_MONTH, NO_VALUE, NOT_ABOVE, VALUE_TOO_LARGE } from './load-trial.words.ts'

export const LoadTrialBody = z.object({
  /** yyyy-MM, by the business time zone; a session belongs to the month in which it stopped. */
  month: z.string(NO_MONTH).regex(/^20\d\d-(0[1-9]|1[0-2])$/, NO_MONTH),
  loadBalancingValue: z
    .number({ error: missingOr(NO_VALUE, NOT_ABOVE) })
    .gt(0, NOT_ABOVE)
    .max(MAX_VALUE, VALUE_TOO_LARGE),
  loadBalancingUnit: z.enum(LOAD_UNITS, 'Please choose a unit'),
})
export type LoadTrialBody = z.output<typeof LoadTrialBody>
