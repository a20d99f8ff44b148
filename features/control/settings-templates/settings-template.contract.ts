// Settings templates: their list and records, whom they reach, and the models of a fleet (CAMP-06).
import { recordId } from '@wattdesk/base/fields'
import { type ShownRecord, writtenNames } from '@wattdesk/base/record'
import { replySchema } from '@wattdesk/base/record-schemas'
import { endpoint, only, type RecordKind } from '@wattdesk/wire/endpoint'
import { recordEndpoints } from '@wattdesk/wire/record-endpoints'
import { z } from 'zod'
import { KEY_LEVELS } from '#control/settings-drift/settings-drift.words.ts'
import type { TemplateKey } from './settings-keys.contract.ts'
import { settingsTemplateFields } from './settings-template.fields.ts'
import { SettingsTemplateBody } from './settings-template-body.contract.ts'

const int = () => z.number().int()

export const SettingsTemplate = replySchema(settingsTemplateFields, 'SettingsTemplate').extend({
  keys: z.array(z.object({ key: z.string(), level: z.enum(KEY_LEVELS), value: z.string().nullable() })),
  is_for_model: z.boolean(),
  teams: z.array(int()),
  chargers: z.array(int()),
})
export type SettingsTemplate = ShownRecord<typeof settingsTemplateFields> & {
  keys: TemplateKey[]
  is_for_model: boolean
  teams: number[]
  chargers: number[]
}
export const settingsTemplateRecord: RecordKind<SettingsTemplate> = {
  features: ['Campaign'],
  prefix: 'settings-template-',
  part: only(...writtenNames(settingsTemplateFields), 'keys', 'is_for_model', 'teams', 'chargers'),
}
const templates = recordEndpoints({
  kind: settingsTemplateRecord,
  fields: settingsTemplateFields,
  key: 'template_id',
  reply: SettingsTemplate,
  body: SettingsTemplateBody,
})

export const listSettingsTemplates = templates.list('/cms/v1/team/{teamId}/settings-templates', {
  summary: 'The settings templates of a team and the teams below it',
})
export const getSettingsTemplate = templates.read('/cms/v1/settings-templates/{templateId}', {
  summary: 'One settings template with its keys and where it is assigned',
})
export const createSettingsTemplate = templates.create('/cms/v1/team/{teamId}/settings-templates', {
  summary: 'A new settings template of a team',
})
export const updateSettingsTemplate = templates.change('/cms/v1/settings-templates/{templateId}', {
  summary: 'Change a settings template; the charge points that it reaches are compared anew',
})
export const deleteSettingsTemplate = templates.remove('/cms/v1/settings-templates/{templateId}', {
  summary: 'Delete a settings template; nothing is set at charge points',
})

export const TemplateReach = z
  .object({
    /** Charge points that the template reaches. */
    chargers: int(),
    /** Of these, whose keys have been read at all. */
    read: int(),
    /** Of these, to be compared anew. */
    waiting: int(),
    /** Charge points at which a key of the template differs and counts. */
    drifting: int(),
    /** By key, those that differ most first. */
    keys: z.array(z.object({ key: z.string(), differ: int(), unknown: int(), restart: int() })),
  })
  .meta({ id: 'TemplateReach' })
export type TemplateReach = z.infer<typeof TemplateReach>
export const getTemplateReach = endpoint({
  method: 'GET',
  path: '/cms/v1/settings-templates/{templateId}/reach',
  can: 'Campaign.view',
  summary: 'How many charge points a settings template reaches, how many drift, and how many are still to be compared',
  params: z.object({ templateId: recordId() }),
  data: TemplateReach,
})

const SettingsPlaces = z
  .object({
    models: z.array(z.object({ vendor: z.string(), model: z.string(), chargers: int() })),
    teams: z.array(z.object({ id: int(), name: z.string() })),
  })
  .meta({ id: 'SettingsPlaces' })
export type SettingsPlaces = z.infer<typeof SettingsPlaces>
export const getSettingsPlaces = endpoint({
  method: 'GET',
  path: '/cms/v1/team/{teamId}/settings-places',
  can: 'Campaign.view',
  summary:
    'What a template of a team may be for: models that charge points told, at most 500, and teams, at most 1,000',
  params: z.object({ teamId: recordId() }),
  data: SettingsPlaces,
})
