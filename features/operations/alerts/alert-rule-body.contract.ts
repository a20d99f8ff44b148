// A rule as it is written, and what its form checks by (ALERT-02). Whether its kind has the parameters is known to the server,
// which has the catalogue.
import { besideOthers } from '@wattdesk/base/field-checks'
import { recordId } from '@wattdesk/base/fields'
import { bodySchema } from '@wattdesk/base/record-schemas'
import { z } from 'zod'
import { isEachOnce, MOST_NAMED } from './alert.words.ts'
import { alertRuleFields } from './alert-rule.fields.ts'

const named = (what: string) =>
  z
    .array(recordId())
    .min(1, `Choose at least one ${what}, or all`)
    .max(MOST_NAMED, `At most ${MOST_NAMED} of them: choose a team instead`)
    .refine(isEachOnce, { error: 'Each once', when: besideOthers })
    .nullable()
    .default(null)

export const AlertRuleBody = bodySchema(alertRuleFields).extend({
  /** By the names of the catalogue, in whole numbers; what is missing has its default. */
  parameters: z
    .record(z.string().max(40), z.number({ error: 'Must be a number' }).int('Must be a whole number'))
    .default({}),
  /** Null: all of the team and the teams below it. */
  chargers: named('charge point'),
  sites: named('site'),
})
export type AlertRuleBody = z.output<typeof AlertRuleBody>
export type AlertRuleValues = z.input<typeof AlertRuleBody>
