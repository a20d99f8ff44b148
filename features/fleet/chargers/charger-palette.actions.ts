// Charge points in the palette, by id or name.
import EvStation from '@mui/icons-material/EvStationOutlined'
import { call } from '@wattdesk/wire/call'
import { addPaletteSource } from '#kit/shortcuts.ts'
import { listChargers } from './charger.contract.ts'

addPaletteSource({
  id: 'chargers',
  group: 'Charge points',
  right: 'ChargerPoint.view',
  find: async (text, { teamId, signal }) => {
    const conditions = ['chargepoint_id', 'chargepoint_name'].map(field => ({
      field,
      operator: 'contains',
      value: text,
    }))
    const { data } = await call(
      listChargers,
      {
        params: { teamId },
        query: { page: 1, pageSize: 5, sort: 'chargepoint_id', filters: JSON.stringify({ combine: 'OR', conditions }) },
      },
      { signal },
    )
    return data.map(c => ({
      id: String(c.chargepoint_pk),
      label: c.chargepoint_id,
      hint: c.chargepoint_name,
      to: `/charger/${c.chargepoint_pk}`,
      icon: EvStation,
    }))
  },
})
