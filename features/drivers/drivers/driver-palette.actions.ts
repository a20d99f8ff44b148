// Drivers in the palette, by name, e-mail or phone.
import Person from '@mui/icons-material/PersonOutlined'
import { call } from '@wattdesk/wire/call'
import { addPaletteSource } from '#kit/shortcuts.ts'
import { listDrivers } from './driver.contract.ts'

addPaletteSource({
  id: 'drivers',
  group: 'Drivers',
  right: 'Customers.view',
  find: async (text, { teamId, signal }) => {
    const query = { teamId, page: 1, pageSize: 5, total: 'fast' as const, q: text }
    const { data } = await call(listDrivers, { query }, { signal })
    return data.map(d => ({
      id: String(d.id),
      label: d.fullName,
      hint: d.email ?? d.phone ?? d.team_name,
      to: `/customer/${d.id}`,
      icon: Person,
    }))
  },
})
