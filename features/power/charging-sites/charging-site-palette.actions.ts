// Charging sites in the palette, by name or by a charger that stands there.
import Place from '@mui/icons-material/PlaceOutlined'
import { call } from '@wattdesk/wire/call'
import { addPaletteSource } from '#kit/shortcuts.ts'
import { listSites } from './charging-site.contract.ts'

addPaletteSource({
  id: 'charging-sites',
  group: 'Charging sites',
  right: 'ChargingSite.view',
  find: async (text, { teamId, signal }) => {
    const { data } = await call(
      listSites,
      { params: { teamId }, query: { page: 1, pageSize: 5, sort: 'zone_name', q: text } },
      { signal },
    )
    return data.map(s => ({
      id: String(s.zone_id),
      label: s.zone_name,
      hint: s.team_name,
      to: `/charging-site/${s.zone_id}`,
      icon: Place,
    }))
  },
})
