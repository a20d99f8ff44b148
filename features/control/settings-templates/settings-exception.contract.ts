// Exceptions from settings: by charger, for one key or all, each with its reason (CAMP-06).
import { recordId } from '@wattdesk/base/fields'
import type { ShownRecord } from '@wattdesk/base/record'
import { bodySchema, replySchema } from '@wattdesk/base/record-schemas'
import { only, type RecordKind } from '@wattdesk/wire/endpoint'
import { recordEndpoints } from '@wattdesk/wire/record-endpoints'
import { z } from 'zod'
import { settingsExceptionFields } from './settings-exception.fields.ts'
import { LONGEST_KEY } from './settings-template.words.ts'

const SettingsException = replySchema(settingsExceptionFields, 'SettingsException')
export type SettingsException = ShownRecord<typeof settingsExceptionFields>
export const SettingsExceptionBody = bodySchema(settingsExceptionFields).extend({
  chargepoint_pk: recordId(),
  /** null: all keys. */
  key: z
    .string()
    .trim()
    .min(1, 'Key is required')
    .max(LONGEST_KEY, `Should be ${LONGEST_KEY} characters or less`)
    .nullable()
    .default(null),
})
export type SettingsExceptionBody = z.output<typeof SettingsExceptionBody>

export const settingsExceptionRecord: RecordKind<SettingsException> = {
  features: ['Campaign'],
  prefix: 'settings-exception-',
  part: only('reason'),
}
const exceptions = recordEndpoints({
  kind: settingsExceptionRecord,
  fields: settingsExceptionFields,
  key: 'exception_id',
  reply: SettingsException,
  body: SettingsExceptionBody,
})
export const listSettingsExceptions = exceptions.list('/cms/v1/team/{teamId}/settings-exceptions', {
  summary: 'The exceptions from settings at the charge points of a team and the teams below it',
  /** Those alone that take a key of this template out. */
  query: { templateId: recordId().optional() },
})
export const createSettingsException = exceptions.create('/cms/v1/team/{teamId}/settings-exceptions', {
  summary: 'Leave a key of a charge point, or all of its keys, out of the comparison, with the reason',
  // An exception changes a template, so making and removing exceptions takes the right to change templates.
  can: 'update',
})
export const deleteSettingsException = exceptions.remove('/cms/v1/settings-exceptions/{exceptionId}', {
  summary: 'Take an exception back: the keys are compared again',
  can: 'update',
})
