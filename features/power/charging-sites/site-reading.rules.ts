// Replies about sites as the portal reads them: the field names of D-SITE-2, and other names in use for the same
// fields.

import { LOAD_UNITS, type LoadUnit } from '#power/load-balancing/load-units.words.ts'
import type { Site, SiteRow } from './charging-site.contract.ts'

type Fields = Readonly<Record<string, unknown>>
const fieldsOf = (v: unknown): Fields => (v !== null && typeof v === 'object' ? (v as Fields) : {})
/** Returns the value of the first field that has one. */
const first = (fields: Fields, ...names: readonly string[]): unknown =>
  names.map(n => fields[n]).find(v => v !== undefined && v !== null)
const text = (v: unknown): string => (typeof v === 'string' ? v : typeof v === 'number' ? String(v) : '')
const number = (v: unknown): number | null =>
  (typeof v === 'number' || (typeof v === 'string' && v.trim() !== '')) && Number.isFinite(Number(v)) ? Number(v) : null
const flag = (v: unknown): 0 | 1 => (v === true || v === 1 || v === '1' ? 1 : 0)
const unit = (v: unknown): LoadUnit => LOAD_UNITS.find(u => u === v) ?? 'kW'

/** Chargers as ids alone, or as records that name their id. */
const chargersIn = (v: unknown): { chargepoint_pk: number; chargepoint_id: string }[] =>
  (Array.isArray(v) ? v : []).flatMap((c: unknown) => {
    const fields = fieldsOf(c)
    const id = text(first(fields, 'chargepoint_id', 'chargepointId') ?? c)
    return id === '' ? [] : [{ chargepoint_pk: number(first(fields, 'chargepoint_pk', 'id')) ?? 0, chargepoint_id: id }]
  })

/** A site of the list; the flag is that of `is_load_balancing`. */
export function siteRowOf(v: unknown): SiteRow {
  const f = fieldsOf(v)
  const isLoadBalancing = flag(first(f, 'is_load_balancing', 'isLoadBalancingReq'))
  return {
    zone_id: number(first(f, 'zone_id', 'id', 'zoneId')) ?? 0,
    zone_name: text(first(f, 'zone_name', 'name', 'zoneName')),
    load_balancing_value: number(first(f, 'load_balancing_value', 'loadBalancingValue')),
    load_balancing_unit: unit(first(f, 'load_balancing_unit', 'loadBalancingUnit')),
    is_load_balancing: isLoadBalancing,
    isLoadBalancingReq: isLoadBalancing,
    chargers: chargersIn(f.chargers),
    running_sessions: number(f.running_sessions) ?? 0,
    teamId: number(first(f, 'teamId', 'team_id')) ?? 0,
    team_name: text(f.team_name),
  }
}

/** The site of a reply by its id. */
export function siteOf(v: unknown): Site {
  const f = fieldsOf(v)
  const row = siteRowOf(v)
  return {
    zoneId: row.zone_id,
    zoneName: text(first(f, 'zoneName', 'zone_name', 'name')),
    isLoadBalancingReq: flag(first(f, 'isLoadBalancingReq', 'is_load_balancing')),
    loadBalancingUnit: row.load_balancing_unit,
    loadBalancingValue: row.load_balancing_value,
    timeZone: text(first(f, 'timeZone', 'time_zone')) || null,
    chargers: row.chargers.map(c => c.chargepoint_id),
    teamId: row.teamId,
    team_name: row.team_name,
  }
}

const LISTS = ['data', 'results', 'items', 'chargingSites', 'chargeZones'] as const
/** The sites of a list's reply, whatever the list is called. */
export const sitesIn = (reply: unknown): SiteRow[] => {
  const f = fieldsOf(reply)
  const list = LISTS.map(name => f[name]).find(Array.isArray) ?? []
  return (list as unknown[]).map(siteRowOf)
}

/** The ids of chargers in a reply, as `chargerIds` or as `data`. */
export const chargerIdsIn = (reply: unknown): string[] => {
  const f = fieldsOf(reply)
  const list = [f.chargerIds, f.data].find(Array.isArray) ?? []
  return (list as unknown[]).filter(id => typeof id === 'string')
}
