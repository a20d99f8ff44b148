// The columns of planned maintenance, for the grid and for files.
import { maintenanceFields } from '#fleet/maintenance/maintenance.fields.ts'
import { gridColumns } from '#kit/record-grid.ts'
import type { Maintenance } from './maintenance.contract.ts'
import { MaintenanceChip } from './maintenance-chip.tsx'

export const maintenanceColumns = gridColumns<typeof maintenanceFields, Maintenance>(maintenanceFields, {
  state: { cell: m => <MaintenanceChip state={m.state} />, live: m => m.state },
})
