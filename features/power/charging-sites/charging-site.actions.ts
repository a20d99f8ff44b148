// The actions on charging sites (D-ACC-3).
import Add from '@mui/icons-material/Add'
import Delete from '@mui/icons-material/DeleteOutlined'
import Edit from '@mui/icons-material/EditOutlined'
import Visibility from '@mui/icons-material/VisibilityOutlined'
import { call } from '@wattdesk/wire/call'
import { getCharger, listChargers } from '#fleet/chargers/charger.contract.ts'
import type { Action } from '#kit/actions.tsx'
import {
  deleteSite,
  getSite,
  listChargerIds,
  listSiteNames,
  listSites,
  type SiteRow,
} from './charging-site.contract.ts'

export const LIST = '/charging-site'
/** The endpoints that read sites, or the places of chargers. */
export const READERS = [listSites, listSiteNames, listChargerIds, getSite, listChargers, getCharger] as const

export const addSite: Action = {
  id: 'create-charging-site',
  label: 'Create Charging Site',
  icon: Add,
  right: 'ChargingSite.create',
  run: (_, { navigate }) => navigate(`${LIST}/new`),
}

const plural = (n: number) => (n === 1 ? 'Its charger stands' : `Its ${n} chargers stand`)
export const rowActions: readonly Action<SiteRow>[] = [
  {
    id: 'view-charging-site',
    label: 'View',
    icon: Visibility,
    right: 'ChargingSite.view',
    run: (s, { navigate }) => navigate(`${LIST}/${s.zone_id}?mode=view`),
  },
  {
    id: 'edit-charging-site',
    label: 'Edit',
    icon: Edit,
    right: 'ChargingSite.update',
    run: (s, { navigate }) => navigate(`${LIST}/${s.zone_id}`),
  },
  {
    id: 'delete-charging-site',
    label: 'Delete',
    icon: Delete,
    right: 'ChargingSite.delete',
    danger: true,
    confirm: s => ({
      title: `Charging site ${s.zone_name}`,
      text: `Are you sure you want to delete this record?${s.chargers.length > 0 ? ` ${plural(s.chargers.length)} at no site then.` : ''}`,
      yes: 'Delete',
      danger: true,
    }),
    run: (s, { teamId }) => call(deleteSite, { params: { teamId, zoneId: s.zone_id } }),
    refreshes: READERS,
  },
]
