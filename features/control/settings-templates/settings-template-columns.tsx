// The columns of the list of settings templates, for the grid and for files.
import { gridColumns } from '#kit/record-grid.ts'
import type { SettingsTemplate } from './settings-template.contract.ts'
import { settingsTemplateFields } from './settings-template.fields.ts'

export const settingsTemplateColumns = gridColumns<typeof settingsTemplateFields, SettingsTemplate>(
  settingsTemplateFields,
  { model: { value: t => t.model ?? 'Any' } },
)
