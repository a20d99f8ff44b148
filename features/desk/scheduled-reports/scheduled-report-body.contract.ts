// A scheduled report as it is written, and what its form checks by (REPORT-01).
import { besideOthers } from '@wattdesk/base/field-checks'
import { recordId, requiredEmail } from '@wattdesk/base/fields'
import { bodySchema } from '@wattdesk/base/record-schemas'
import { z } from 'zod'
import { scheduledReportFields } from './scheduled-report.fields.ts'
import {
  LAST_DAY,
  MOST_DAY,
  MOST_RECEIVERS,
  PERIODS,
  periodsOf,
  RHYTHMS,
  SOURCE_NAMES,
  sourceWords,
} from './scheduled-report.words.ts'

const isEachOnce = (values: unknown): boolean =>
  !Array.isArray(values) || new Set(values.map(v => String(v).toLowerCase())).size === values.length
const many = <T extends z.ZodType>(one: T) =>
  z
    .array(one)
    .max(MOST_RECEIVERS, `At most ${MOST_RECEIVERS} receivers`)
    .refine(isEachOnce, { error: 'Each once', when: besideOthers })
    .default([])

const HOUR = 'Hour should be from 0 to 23'
const WEEKDAY = 'Please choose a day of the week'
const MONTH_DAY = `Please choose a day from 1 to ${MOST_DAY}, or the last day`
const whole = (error: string, min: number, max: number) =>
  z.number({ error }).int(error).min(min, error).max(max, error)

export const ScheduledReportBody = bodySchema(scheduledReportFields)
  .extend({
    source: z.enum(SOURCE_NAMES, { error: 'Please choose what is sent' }),
    /** A saved view of the list; null: all rows. */
    view_id: recordId().nullable().default(null),
    period: z.enum(PERIODS, { error: 'Please choose the period' }),
    rhythm: z.enum(RHYTHMS, { error: 'Please choose how often' }),
    /** In the business time zone. */
    hour: whole(HOUR, 0, 23),
    /** 1 is Monday. */
    weekday: whole(WEEKDAY, 1, 7).nullable().default(null),
    /** 0 is the last day. */
    month_day: whole(MONTH_DAY, LAST_DAY, MOST_DAY).nullable().default(null),
    /** People of the company by their user ids. */
    users: many(recordId()),
    addresses: many(requiredEmail('Mail address')),
  })
  .refine(r => r.rhythm !== 'weekly' || r.weekday !== null, { path: ['weekday'], when: besideOthers, error: WEEKDAY })
  .refine(r => r.rhythm !== 'monthly' || r.month_day !== null, {
    path: ['month_day'],
    when: besideOthers,
    error: MONTH_DAY,
  })
  .refine(
    r => !SOURCE_NAMES.includes(r.source) || !PERIODS.includes(r.period) || periodsOf(r.source).includes(r.period),
    {
      path: ['period'],
      when: besideOthers,
      error: 'This cannot be sent for such a period',
    },
  )
  .refine(r => !SOURCE_NAMES.includes(r.source) || !sourceWords(r.source).isPage || r.view_id === null, {
    path: ['view_id'],
    when: besideOthers,
    error: 'This has no saved views',
  })
  .refine(r => !Array.isArray(r.users) || !Array.isArray(r.addresses) || r.users.length + r.addresses.length > 0, {
    path: ['users'],
    when: besideOthers,
    error: 'Please name at least one receiver',
  })
  .refine(
    r =>
      !Array.isArray(r.users) || !Array.isArray(r.addresses) || r.users.length + r.addresses.length <= MOST_RECEIVERS,
    { path: ['addresses'], when: besideOthers, error: `At most ${MOST_RECEIVERS} receivers` },
  )
export type ScheduledReportBody = z.output<typeof ScheduledReportBody>
export type ScheduledReportValues = z.input<typeof ScheduledReportBody>
