// Vehicles in the palette, by plate, make, model or driver.
import Car from '@mui/icons-material/DirectionsCarOutlined'
import { addPaletteList } from '#kit/palette-list.ts'
import { listVehicles } from './vehicle.contract.ts'

addPaletteList(listVehicles, {
  group: 'Vehicles',
  icon: Car,
  entry: v => ({
    id: v.vehicle_id,
    label: v.registration_number,
    hint: `${v.make} ${v.model}`,
    to: `/vehicles/${v.vehicle_id}`,
  }),
})
