// Charging profiles in the palette, by number or description.
import Tune from '@mui/icons-material/TuneOutlined'
import { truncate } from '@wattdesk/base/text'
import { call } from '@wattdesk/wire/call'
import { addPaletteSource } from '#kit/shortcuts.ts'
import { pathOf } from './charging-profile.actions.ts'
import { listChargingProfiles } from './charging-profile.contract.ts'

addPaletteSource({
  id: 'charging-profiles',
  group: 'Charging profiles',
  right: 'ChargingProfile.view',
  find: async (text, { teamId, signal }) => {
    const { data } = await call(listChargingProfiles, { query: { teamId, page: 1, pageSize: 5, q: text } }, { signal })
    return data.map(p => ({
      id: String(p.charging_profile_pk),
      label: `Charging profile ${p.charging_profile_id}: ${truncate(p.description, 40)}`,
      hint: p.charging_profile_purpose,
      to: pathOf(p),
      icon: Tune,
    }))
  },
})
