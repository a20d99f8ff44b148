// Charging sites: the places of a team at which chargers stand, with a limit on the power of these chargers together
// (D-SITE-1 to D-SITE-5).
import { recordId } from '@wattdesk/base/fields'
import type { FilterFields } from '@wattdesk/base/filters'
import { choiceQuery } from '@wattdesk/base/paging'
import { endpoint, only, type RecordKind } from '@wattdesk/wire/endpoint'
import { recordEndpoints } from '@wattdesk/wire/record-endpoints'
import { z } from 'zod'
import { LOAD_UNITS } from '#power/load-balancing/load-units.words.ts'
import { SiteBody } from './charging-site-body.contract.ts'

const int = () => z.number().int()
const flag = z.union([z.literal(0), z.literal(1)])

/** A row of the list. Both flags have the same meaning. */
export const SiteRow = z
  .object({
    zone_id: int(),
    zone_name: z.string(),
    /** null: never set. */
    load_balancing_value: z.number().nullable(),
    load_balancing_unit: z.enum(LOAD_UNITS),
    is_load_balancing: flag,
    isLoadBalancingReq: flag,
    chargers: z.array(z.object({ chargepoint_pk: int(), chargepoint_id: z.string() })),
    /** Sessions that run at its chargers now. */
    running_sessions: int(),
    teamId: int(),
    team_name: z.string(),
  })
  .meta({ id: 'ChargingSiteRow' })
export type SiteRow = z.infer<typeof SiteRow>

/** A site as it is read and saved; `chargers` are their ids. */
export const Site = z
  .object({
    zoneId: int(),
    zoneName: z.string(),
    isLoadBalancingReq: flag,
    loadBalancingUnit: z.enum(LOAD_UNITS),
    loadBalancingValue: z.number().nullable(),
    /** By its name of IANA, as Asia/Kolkata; null: that of the installation. */
    timeZone: z.string().nullable(),
    chargers: z.array(z.string()),
    teamId: int(),
    team_name: z.string(),
  })
  .meta({ id: 'ChargingSite' })
export type Site = z.infer<typeof Site>
export const siteRecord: RecordKind<Site> = {
  features: ['ChargingSite'],
  part: only('zoneName', 'isLoadBalancingReq', 'loadBalancingUnit', 'loadBalancingValue', 'timeZone', 'chargers'),
}

/** The two cards: the whole scope, before search and filter. */
export const SiteSummary = z.object({ total: int(), loadBalanced: int() })
export type SiteSummary = z.infer<typeof SiteSummary>

const siteSortFields = [
  'zone_id',
  'zone_name',
  'load_balancing_value',
  'is_load_balancing',
  'chargers',
  'running_sessions',
  'team_name',
] as const
const siteFilterFields = {
  zone_name: 'text',
  load_balancing_value: 'number',
  load_balancing_unit: 'text',
  /** The words Enabled and Disabled. */
  is_load_balancing: 'text',
  /** The number of chargers. */
  chargers: 'number',
  running_sessions: 'number',
  team_name: 'text',
} as const satisfies FilterFields

const OfTeam = z.object({ teamId: recordId() })
const sites = recordEndpoints({
  kind: siteRecord,
  sorts: siteSortFields,
  filters: siteFilterFields,
  key: 'zoneId',
  reply: Site,
  body: SiteBody,
})

export const listSites = sites.list('/cms/v2/charging-site/{teamId}/zone', {
  aliases: ['/cms/v1/charging-site/{teamId}/zone'],
  summary: 'The charging sites of a team and the teams below it',
  data: z.array(SiteRow),
  beside: { summary: SiteSummary },
})
export const getSite = sites.read('/cms/v1/charging-site/{teamId}/zone/{zoneId}', {
  aliases: ['/cms/v2/charging-site/{teamId}/zone/{zoneId}'],
  summary: 'One charging site',
})
export const createSite = sites.create('/cms/v1/charging-site/{teamId}/zone', {
  aliases: ['/cms/v2/charging-site/{teamId}/zone'],
  summary: 'A new charging site of a team',
})
/** Flag and chargers stay as they are where the body leaves them out. */
export const updateSite = sites.change('/cms/v1/charging-site/{teamId}/zone/{zoneId}', {
  aliases: ['/cms/v2/charging-site/{teamId}/zone/{zoneId}'],
  summary: 'Change a charging site and which chargers stand at it',
})
/** The chargers of the site return to the pool of chargers at no site (D-GEN-8). */
export const deleteSite = sites.remove('/cms/v1/charging-site/{teamId}/zone/{zoneId}', {
  aliases: ['/cms/v2/charging-site/{teamId}/zone/{zoneId}'],
  summary: 'Delete a charging site; its chargers stand at none then',
})

/** The sites for a choice in a form. */
export const listSiteNames = endpoint({
  method: 'GET',
  path: '/cms/v2/charging-site/{teamId}/zone-names',
  aliases: ['/cms/v1/charging-site/{teamId}/zone-names'],
  can: 'team role',
  summary: 'The names of the charging sites of a team and the teams below it',
  params: OfTeam,
  query: z.object({
    ...choiceQuery,
    /** Those alone at which the caller may put chargers of this team: of the team and the teams above it. */
    chargersOf: recordId().optional(),
  }),
  data: z.array(z.object({ zone_id: int(), zone_name: z.string() })),
  /** How many match; without `limit` up to 5,000 of them are answered. */
  beside: { total: int() },
})

/** The chargers for a choice in a form: the same ids in both lists. */
export const listChargerIds = endpoint({
  method: 'GET',
  path: '/cms/v2/charger/team/{teamId}/charger-ids',
  can: 'team role',
  summary: 'The ids of the charge points of a team and the teams below it; on request of those at no site alone',
  params: OfTeam,
  query: z.object({
    unassignedOnly: z.enum(['true', 'false'], 'Unassigned Only must be true or false').optional(),
    q: choiceQuery.q,
    limit: choiceQuery.limit,
  }),
  data: z.array(z.string()),
  /** `total`: how many chargers there are; without `limit` all of them are returned. */
  beside: { chargerIds: z.array(z.string()), total: int() },
})
