// Vehicles in the palette, by plate, make, model or driver.
import Car from '@mui/icons-material/DirectionsCarOutlined'
import { call } from '@wattdesk/wire/call'
import { addPaletteSource } from '#kit/shortcuts.ts'
import { listVehicles } from './vehicle.contract.ts'

addPaletteSource({
  id: 'vehicles',
  group: 'Vehicles',
  right: 'Vehicle.view',
  find: async (text, { teamId, signal }) => {
    const { data } = await call(
      listVehicles,
      { params: { teamId }, query: { page: 1, pageSize: 5, q: text } },
      { signal },
    )
    return data.map(v => ({
      id: String(v.vehicle_id),
      label: v.registration_number,
      hint: `${v.make} ${v.model}`,
      to: `/vehicles/${v.vehicle_id}`,
      icon: Car,
    }))
  },
})
