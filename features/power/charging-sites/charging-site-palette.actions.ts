// Charging sites in the palette, by name or by a charger that stands there.
import Place from '@mui/icons-material/PlaceOutlined'
import { addPaletteList } from '#kit/palette-list.ts'
import { listSites } from './charging-site.contract.ts'

addPaletteList(listSites, {
  group: 'Charging sites',
  icon: Place,
  query: { sort: 'zone_name' },
  entry: s => ({
    id: s.zone_id,
    label: s.zone_name,
    hint: s.team_name,
    to: `/charging-site/${s.zone_id}`,
  }),
})
