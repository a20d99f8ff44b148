// The actions on a charging profile: in the list, and on its page.
import LayersClear from '@mui/icons-material/LayersClearOutlined'
import Send from '@mui/icons-material/SendOutlined'
import { call } from '@wattdesk/wire/call'
import type { Action } from '#kit/actions.tsx'
import { deletion } from '#kit/confirm.tsx'
import { recordActions } from '#kit/record-actions.ts'
import { type ChargingProfile, deleteChargingProfile, listChargingProfiles } from './charging-profile.contract.ts'

export const LIST = '/chargingprofile'
export const pathOf = (profile: Pick<ChargingProfile, 'charging_profile_pk'>): string =>
  `${LIST}/${profile.charging_profile_pk}`

const actions = recordActions('charging-profile', 'ChargingProfile')
export const addProfile = actions.add('Add Charging Profile', `${LIST}/new`)
export const rowActions: readonly Action<ChargingProfile>[] = [
  ...actions.open(pathOf),
  actions.delete({
    confirm: p =>
      deletion(
        `Charging profile ${p.charging_profile_id}`,
        'Chargers that it was sent to keep it until it is cleared there.',
      ),
    run: p => call(deleteChargingProfile, { params: { id: p.charging_profile_pk } }),
    refreshes: [listChargingProfiles],
  }),
]

/** Sending changes chargers, so it takes the right to change chargers. */
export const sendActions = (open: (what: 'apply' | 'clear') => void): readonly Action[] => [
  {
    id: 'clear-charging-profile',
    label: 'Clear from chargers',
    icon: LayersClear,
    right: 'ChargerPoint.update',
    run: () => open('clear'),
  },
  {
    id: 'apply-charging-profile',
    label: 'Apply to chargers',
    icon: Send,
    right: 'ChargerPoint.update',
    run: () => open('apply'),
  },
]
