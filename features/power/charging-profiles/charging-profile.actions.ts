// The actions on a charging profile: in the list, and on its page.
import Add from '@mui/icons-material/Add'
import Delete from '@mui/icons-material/DeleteOutlined'
import Edit from '@mui/icons-material/EditOutlined'
import LayersClear from '@mui/icons-material/LayersClearOutlined'
import Send from '@mui/icons-material/SendOutlined'
import Visibility from '@mui/icons-material/VisibilityOutlined'
import { call } from '@wattdesk/wire/call'
import type { Action } from '#kit/actions.tsx'
import { deletion } from '#kit/confirm.tsx'
import { type ChargingProfile, deleteChargingProfile, listChargingProfiles } from './charging-profile.contract.ts'

export const LIST = '/chargingprofile'
export const pathOf = (profile: Pick<ChargingProfile, 'charging_profile_pk'>): string =>
  `${LIST}/${profile.charging_profile_pk}`

export const addProfile: Action = {
  id: 'add-charging-profile',
  label: 'Add Charging Profile',
  icon: Add,
  right: 'ChargingProfile.create',
  run: (_, { navigate }) => navigate(`${LIST}/new`),
}

export const rowActions = (): readonly Action<ChargingProfile>[] => [
  {
    id: 'view-charging-profile',
    label: 'View',
    icon: Visibility,
    right: 'ChargingProfile.view',
    run: (p, { navigate }) => navigate(`${pathOf(p)}?mode=view`),
  },
  {
    id: 'edit-charging-profile',
    label: 'Edit',
    icon: Edit,
    right: 'ChargingProfile.update',
    run: (p, { navigate }) => navigate(pathOf(p)),
  },
  {
    id: 'delete-charging-profile',
    label: 'Delete',
    icon: Delete,
    right: 'ChargingProfile.delete',
    danger: true,
    confirm: p => {
      const question = deletion(`Charging profile ${p.charging_profile_id}`)
      return { ...question, text: `${question.text} Chargers that it was sent to keep it until it is cleared there.` }
    },
    run: p => call(deleteChargingProfile, { params: { id: p.charging_profile_pk } }),
    refreshes: [listChargingProfiles],
  },
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
