// The columns of the list of EV drivers, for the grid and for files.
import { gridColumns } from '#kit/record-grid.ts'
import { StatusChip } from '#kit/status-chip.tsx'
import type { Driver } from './driver.contract.ts'
import { driverFields } from './driver.fields.ts'
import { DRIVER_STATES } from './driver.words.ts'

const stateOf = (driver: Pick<Driver, 'active'>) => DRIVER_STATES[driver.active === 'Y' ? 0 : 1]

export const driverColumns = gridColumns<typeof driverFields, Driver>(driverFields, {
  active: { value: stateOf, cell: d => <StatusChip kind="record" value={stateOf(d)} /> },
  city: { value: d => d.address.city },
})
