// Writes the fields of a charger's record and the description of its connectors; reads the facts that a change is
// checked against: teams, sites, price groups, whether a charger has ever been used.
import { storedState } from '@wattdesk/base/address'
import { sql } from 'kysely'
import { forgetQrCodes } from '#fleet/stations/connector.store.ts'
import type { Trx } from '#platform/db/db.ts'
import type { OldConnector } from './charger-change.rules.ts'
import type { Fields } from './charger-fields.rules.ts'

/** Writes the fields of a record. A taken id ends in the database's unique violation. */
export async function write(trx: Trx, pk: number, { latitude, longitude, ...fields }: Fields): Promise<void> {
  const point = { latitude: latitude?.toFixed(8) ?? null, longitude: longitude?.toFixed(8) ?? null }
  const set = { ...fields, ...point, state: storedState(fields) }
  await trx.updateTable('charger').set(set).where('chargepointPk', '=', pk).execute()
}

/**
 * Called when a charger gets another id: it no longer resembles another charger, and its printed codes lead nowhere.
 */
export async function forgetOldId(trx: Trx, pk: number): Promise<void> {
  await sql`update charger set shares_identity = false where chargepoint_pk = ${pk}`.execute(trx)
  await forgetQrCodes(trx, pk)
}

/** A profile set by hand counts at once: a profile that the charger may have taken before is no longer waited for. */
export const forgetExpectedProfile = async (trx: Trx, pk: number): Promise<void> => {
  await sql`update charger set next_security_profile = null where chargepoint_pk = ${pk}`.execute(trx)
}

export type Use = { isConnected: boolean; hasSessions: boolean; isCharging: boolean }
/** Returns whether a charger's socket is open, whether it has ever had a session, and whether a session runs. */
export const usageOf = async (trx: Trx, pk: number): Promise<Use> =>
  (
    await sql<Use>`select s.connected as is_connected,
        exists (select from transaction t where t.chargepoint_pk = s.chargepoint_pk) as has_sessions,
        exists (select from transaction t where t.chargepoint_pk = s.chargepoint_pk and t.stopped_at is null) as is_charging
      from charger_state s where s.chargepoint_pk = ${pk}`.execute(trx)
  ).rows[0] ?? { isConnected: false, hasSessions: false, isCharging: false }

export type TeamPlace = { teamId: number; companyId: number; path: number[] }
/** Returns a team and the way to it from the top; locks the team against deletion. */
export const placeOf = async (trx: Trx, teamId: number): Promise<TeamPlace | undefined> =>
  (
    await sql<TeamPlace>`select id as team_id, company_id, path from team where id = ${teamId} for key share`.execute(
      trx,
    )
  ).rows[0]

export type SitePlace = { teamId: number; companyId: number; path: number[] }
/** Returns the team of a charging site, and the way to it from the top; locks the site. */
export const siteOf = async (trx: Trx, zoneId: number): Promise<SitePlace | undefined> =>
  (
    await sql<SitePlace>`select z.team_id, z.company_id, t.path from charging_site z join team t on t.id = z.team_id
      where z.zone_id = ${zoneId} for key share of z`.execute(trx)
  ).rows[0]

/** Returns the connectors of a charger by their numbers, as they are described. */
export const connectorsIn = async (trx: Trx, pk: number): Promise<OldConnector[]> =>
  (
    await sql<OldConnector>`select connector_pk, connector_id, connector_name, connector_type, kw::float8 as kw,
        volt::float8 as volt, price_group_id, is_configured
      from connector where chargepoint_pk = ${pk} order by connector_id`.execute(trx)
  ).rows
