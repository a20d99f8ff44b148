// The columns of the list of firmware files, for the grid and for files.
import { formatBytes } from '@wattdesk/base/text'
import { gridColumns } from '#kit/record-grid.ts'
import type { Firmware } from './firmware.contract.ts'
import { firmwareFields } from './firmware.fields.ts'

export const firmwareColumns = gridColumns<typeof firmwareFields, Firmware>(firmwareFields, {
  bytes: { cell: f => (f.bytes === null ? '–' : formatBytes(f.bytes)) },
  file_name: { value: f => f.file_name ?? f.location },
})
