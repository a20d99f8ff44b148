// A settings template as it is written, and what its form checks by (CAMP-06, CAMP-08).
import { besideOthers } from '@wattdesk/base/field-checks'
import { recordId } from '@wattdesk/base/fields'
import { bodySchema } from '@wattdesk/base/record-schemas'
import { z } from 'zod'
import { KEY_LEVELS } from '#control/settings-drift/settings-drift.words.ts'
import { keyProblems, type TemplateKey } from './settings-keys.contract.ts'
import { settingsTemplateFields } from './settings-template.fields.ts'
import { MOST_CHARGERS, MOST_KEYS, MOST_TEAMS } from './settings-template.words.ts'

const isEachOnce = (values: unknown): boolean => !Array.isArray(values) || new Set(values).size === values.length
const some = (most: number, what: string) =>
  z
    .array(recordId())
    .max(most, `At most ${most} ${what}`)
    .refine(isEachOnce, { error: 'Each once', when: besideOthers })
    .default([])

const Key = z.object({
  key: z.string().max(500, 'Should be 50 characters or less'),
  level: z.enum(KEY_LEVELS),
  value: z.string().max(5000, 'Should be 500 characters or less').nullable().default(null),
})

type Typed = { vendor?: unknown; model?: unknown; is_for_model?: unknown; keys?: unknown }
/** What is wrong between the fields, by field. */
function problemsOf(b: Typed): Record<string, string> {
  const problems: Record<string, string> = {}
  if (b.vendor && !b.model) problems.model = 'Name the model too, or neither'
  if (b.model && !b.vendor) problems.vendor = 'Name the vendor too, or neither'
  if (b.is_for_model === true && !b.model) problems.is_for_model = 'Name the model first'
  return problems
}

export const SettingsTemplateBody = bodySchema(settingsTemplateFields)
  .extend({
    keys: z.array(Key).min(1, 'A template has at least one key').max(MOST_KEYS, `At most ${MOST_KEYS} keys`),
    /** Assigned to all charge points of its model. */
    is_for_model: z.boolean().default(false),
    /** Assigned to these teams, and all below them. */
    teams: some(MOST_TEAMS, 'teams'),
    /** Assigned to these charge points. */
    chargers: some(MOST_CHARGERS, 'charge points'),
  })
  .superRefine(
    (body, context) => {
      for (const [field, message] of Object.entries(problemsOf(body as Typed)))
        context.addIssue({ code: 'custom', path: [field], message, input: body })
      const keys = (body as Typed).keys
      if (!Array.isArray(keys) || !keys.every(isKey)) return
      for (const { at, field, text } of keyProblems(keys))
        context.addIssue({ code: 'custom', path: ['keys', at, field], message: text, input: body })
    },
    { when: besideOthers },
  )
const isKey = (k: unknown): k is TemplateKey =>
  typeof k === 'object' && k !== null && 'key' in k && typeof k.key === 'string'
export type SettingsTemplateBody = z.output<typeof SettingsTemplateBody>
export type SettingsTemplateValues = z.input<typeof SettingsTemplateBody>
