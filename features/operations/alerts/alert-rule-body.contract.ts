// A rule as it is written, and what its form checks by (ALERT-02). Whether its kind has the parameters is known to the server,
// which has the catalogue.
import { besideOthers } from '@wattdesk/base/field-checks'
import { recordId, requiredEmail, requiredPhone, requiredText } from '@wattdesk/base/fields'
import { bodySchema } from '@wattdesk/base/record-schemas'
import { z } from 'zod'
import { CHANNELS, isEachOnce, MOST_GATHER, MOST_NAMED, MOST_TOLD, MOST_WAIT, MOST_WEBHOOKS } from './alert.words.ts'
import { alertRuleFields } from './alert-rule.fields.ts'

/** Null is all of them: an empty list would be none. */
const named = (what: string) =>
  z
    .array(recordId())
    .min(1, `Name at least one ${what}, or choose all of them`)
    .max(MOST_NAMED, `At most ${MOST_NAMED} of them: choose a team instead`)
    .refine(isEachOnce, { error: 'Each once', when: besideOthers })
    .nullable()
    .default(null)

const many = <T extends z.ZodType>(one: T, what: string, most = MOST_TOLD) =>
  z
    .array(one)
    .max(most, `At most ${most} ${what}`)
    .refine(isEachOnce, { error: 'Each once', when: besideOthers })
    .default([])
/** As people write it, with a plus, spaces or hyphens; kept as its digits. */
const phone = z
  .string({ error: 'Phone must be text' })
  .transform(text => text.replace(/[ ().+-]/g, ''))
  .pipe(requiredPhone())
const minutes = (label: string, min: number, max: number) => {
  const within = `${label} must be from ${min} to ${max.toLocaleString('en-IN')} minutes`
  return z.number({ error: within }).int(within).min(min, within).max(max, within)
}
const time = z.string({ error: 'Please enter a time' }).regex(/^([01]\d|2[0-3]):[0-5]\d$/, 'Please enter a time')
const QuietBody = z
  .object({
    days: z
      .array(z.number().int().min(1).max(7))
      .min(1, 'Choose at least one day')
      .max(7)
      .refine(isEachOnce, { error: 'Each day once', when: besideOthers }),
    from: time,
    to: time,
  })
  .refine(q => typeof q?.from !== 'string' || q.from !== q.to, {
    error: 'Must differ from its beginning',
    path: ['to'],
    when: besideOthers,
  })

export const AlertRuleBody = bodySchema(alertRuleFields).extend({
  /** By the names of the catalogue, in whole numbers; what is missing, or null as a form has what is left empty, has its default. */
  parameters: z
    .record(z.string().max(40), z.number({ error: 'Must be a number' }).int('Must be a whole number').nullable())
    .default({})
    .transform(given => Object.fromEntries(Object.entries(given).filter((p): p is [string, number] => p[1] !== null))),
  /** Null: all of the team and the teams below it. */
  chargers: named('charge point'),
  sites: named('site'),
  /** People of the company by their user ids, and everybody who has one of the roles where the alert is. */
  users: many(recordId(), 'people'),
  roles: many(recordId(), 'roles'),
  addresses: many(requiredEmail('Mail address'), 'mail addresses').refine(
    all => !Array.isArray(all) || isEachOnce(all.map(a => String(a).toLowerCase())),
    { error: 'Each address once: capital letters make no other address', when: besideOthers },
  ),
  phones: many(phone, 'phones'),
  webhooks: many(requiredText('Webhook', 500), 'webhooks', MOST_WEBHOOKS),
  /** How people and roles are told beside the bell. */
  channels: many(z.enum(CHANNELS), 'ways').default(['mail']),
  wait_minutes: minutes('The wait', 0, MOST_WAIT).default(0),
  gather_minutes: minutes('The time', 0, MOST_GATHER).default(5),
  quiet_hours: z.array(QuietBody).max(14, 'At most 14 lines').nullable().default(null),
  escalate_minutes: minutes('The time', 1, MOST_WAIT).nullable().default(null),
  escalate_users: many(recordId(), 'people'),
  escalate_roles: many(recordId(), 'roles'),
  tells_end: z.boolean().default(true),
})
export type AlertRuleBody = z.output<typeof AlertRuleBody>
export type AlertRuleValues = z.input<typeof AlertRuleBody>

/** The form names none where it means all: nothing is chosen then. */
export const AlertRuleForm = z.preprocess(values => {
  const { chargers, sites, ...rest } = values as AlertRuleValues
  const orAll = (ids: readonly number[] | null | undefined) => (ids && ids.length > 0 ? ids : null)
  return { ...rest, chargers: orAll(chargers), sites: orAll(sites) }
}, AlertRuleBody) as unknown as z.ZodType<AlertRuleBody, AlertRuleValues>
