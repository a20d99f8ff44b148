// The columns of the list of exceptions from settings, for the grid and for files.
import { gridColumns } from '#kit/record-grid.ts'
import type { SettingsException } from './settings-exception.contract.ts'
import { settingsExceptionFields } from './settings-exception.fields.ts'

export const settingsExceptionColumns = gridColumns<typeof settingsExceptionFields, SettingsException>(
  settingsExceptionFields,
)
