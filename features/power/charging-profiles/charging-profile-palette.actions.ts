// Charging profiles in the palette, by number or description.
import Tune from '@mui/icons-material/TuneOutlined'
import { truncate } from '@wattdesk/base/text'
import { addPaletteList } from '#kit/palette-list.ts'
import { pathOf } from './charging-profile.actions.ts'
import { listChargingProfiles } from './charging-profile.contract.ts'

addPaletteList(listChargingProfiles, {
  group: 'Charging profiles',
  icon: Tune,
  entry: p => ({
    id: p.charging_profile_pk,
    label: `Charging profile ${p.charging_profile_id}: ${truncate(p.description, 40)}`,
    hint: p.charging_profile_purpose,
    to: pathOf(p),
  }),
})
