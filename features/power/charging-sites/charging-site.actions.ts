// The actions on charging sites (D-ACC-3).
import Event from '@mui/icons-material/EventOutlined'
import { call } from '@wattdesk/wire/call'
import { getCharger, listChargers } from '#fleet/chargers/charger.contract.ts'
import type { Action } from '#kit/actions.tsx'
import { deletion } from '#kit/confirm.tsx'
import { recordActions } from '#kit/record-actions.ts'
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

const actions = recordActions('charging-site', 'ChargingSite')
// Its id begins with the verb of its label.
export const addSite: Action = { ...actions.add('Create Charging Site', `${LIST}/new`), id: 'create-charging-site' }

const plural = (n: number) => (n === 1 ? 'Its charger stands' : `Its ${n} chargers stand`)
export const rowActions: readonly Action<SiteRow>[] = [
  ...actions.open<SiteRow>(s => `${LIST}/${s.zone_id}`),
  actions.delete({
    confirm: ({ zone_name, chargers: { length: n } }) =>
      deletion(`Charging site ${zone_name}`, n > 0 ? `${plural(n)} at no site then.` : undefined),
    run: (s, { teamId }) => call(deleteSite, { params: { teamId, zoneId: s.zone_id } }),
    refreshes: READERS,
  }),
]

/** Leads to the form of a planned maintenance of all chargers of a site. */
export const planMaintenance = (zoneId: number): Action => ({
  id: 'plan-maintenance',
  label: 'Plan maintenance',
  icon: Event,
  right: 'ChargerPoint.update',
  run: (_, { navigate }) => navigate(`/maintenance/new?sites=${zoneId}`),
})
