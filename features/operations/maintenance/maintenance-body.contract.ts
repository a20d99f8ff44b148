// A planned maintenance as it is written, and what its form checks by (MAINT-01). Whether its times lie ahead is known to the
// server, which has the clock.
import { besideOthers } from '@wattdesk/base/field-checks'
import { recordId } from '@wattdesk/base/fields'
import { bodySchema } from '@wattdesk/base/record-schemas'
import { z } from 'zod'
import {
  type ReadTime,
  readInstant,
  readLocal,
  time,
} from '#control/remote-operations/operation-field-body.contract.ts'
import { maintenanceFields } from '#fleet/maintenance/maintenance.fields.ts'
import { AFTER_START, MOST_NAMED } from '#fleet/maintenance/maintenance.words.ts'

const isEachOnce = (values: unknown): boolean => !Array.isArray(values) || new Set(values).size === values.length
const named = (what: string) =>
  z
    .array(recordId())
    .max(MOST_NAMED, `At most ${MOST_NAMED.toLocaleString('en-US')} ${what}`)
    .refine(isEachOnce, { error: 'Each once', when: besideOthers })
    .default([])
/** What is no list has an error of its own. */
const isNone = (values: unknown): boolean => Array.isArray(values) && values.length === 0
/** The time zone of the clock by which the reader's form shows times: refusals name times by it. Nothing keeps it. */
const clock = z.string().trim().max(60).optional()
const NOTHING_CHOSEN = 'Choose charge points, sites or a view'

/** `isForm`: the order of the times is said beside all other errors; the server, which has the clock, says it with the times. */
const bodyWith = (read: ReadTime, isForm = false) =>
  bodySchema(maintenanceFields)
    .extend({
      starts_at: time(read),
      ends_at: time(read),
      chargers: named('charge points'),
      sites: named('sites'),
      /** A view of the list of charge points: those that it shows when the maintenance is saved. */
      view_id: recordId().nullable().default(null),
      clock,
    })
    .superRefine(
      ({ chargers, sites, view_id, starts_at, ends_at }, context) => {
        if (isNone(chargers) && isNone(sites) && view_id === null)
          context.addIssue({ code: 'custom', path: ['chargers'], message: NOTHING_CHOSEN, input: chargers })
        if (isForm && Date.parse(String(ends_at)) <= Date.parse(String(starts_at)))
          context.addIssue({ code: 'custom', path: ['ends_at'], message: AFTER_START, input: ends_at })
      },
      { when: besideOthers },
    )
export const MaintenanceBody = bodyWith(readInstant)
export type MaintenanceBody = z.output<typeof MaintenanceBody>
/** The same with times on the browser's clock. */
export const MaintenanceForm = bodyWith(readLocal, true)
export type MaintenanceValues = z.input<typeof MaintenanceForm>

const timesWith = (read: ReadTime) => z.object({ starts_at: time(read), ends_at: time(read), clock })
/** When the work really began and ended. */
export const RealTimes = timesWith(readInstant)
export type RealTimes = z.output<typeof RealTimes>
export const RealTimesForm = timesWith(readLocal)
