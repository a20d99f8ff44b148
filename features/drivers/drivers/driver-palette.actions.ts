// Drivers in the palette, by name, e-mail or phone.
import Person from '@mui/icons-material/PersonOutlined'
import { addPaletteList } from '#kit/palette-list.ts'
import { listDrivers } from './driver.contract.ts'

addPaletteList(listDrivers, {
  group: 'Drivers',
  icon: Person,
  query: { total: 'fast' },
  entry: d => ({
    id: d.id,
    label: d.fullName,
    hint: d.email ?? d.phone ?? d.team_name,
    to: `/customer/${d.id}`,
  }),
})
