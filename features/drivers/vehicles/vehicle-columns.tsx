// The columns of the list of vehicles, for the grid and for files.
import { recordGrid } from '#kit/record-grid.ts'
import { vehicleFields } from './vehicle.fields.ts'

export const vehicleGrid = recordGrid(vehicleFields, {
  year_of_manufacture: { value: v => String(v.year_of_manufacture), kind: 'text' },
})
