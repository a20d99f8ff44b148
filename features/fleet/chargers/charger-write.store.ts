// Makes and changes the record of a charger and its connectors. Team, site and price groups of the connectors are
// recorded with their dates in the same statement: bills, payouts and limits of the past depend on them.
import { storedState } from '@wattdesk/base/address'
import { sql } from 'kysely'
import { forgetDiffersOfSold, forgetTroublesOfSold } from '#fleet/stations/charger-trouble.store.ts'
import {
  forgetSettingsOfSold,
  insertConnectors,
  insertState,
  type NewConnector,
} from '#fleet/stations/connector.store.ts'
import type { Db, Trx } from '#platform/db/db.ts'

export type NewCharger = {
  teamId: number
  chargepointId: string
  chargepointName: string
  chargerType?: 'AC' | 'DC'
  registrationStatus?: 'Pending' | 'Accepted' | 'Rejected'
  accessLevel?: 'Public' | 'Private' | 'Semi-Public'
  chargerCategory?: 'paid' | 'free'
  description?: string
  street?: string
  city?: string
  state?: string
  zipcode?: string
  latitude?: number
  longitude?: number
  zoneId?: number
  maxPowerWatt?: number
  toleranceWatt?: number
  meterIntervalSec?: number
  preparingState?: boolean
  securityProfile?: 0 | 1 | 2 | 3
  keyHash?: string
  /** The serial number as the operator knows it; a boot with another serial number does not replace it. */
  serialNumber?: string
  /** The creation time of a charger with a past; left out where the charger is made now. */
  createdAt?: Date
  connectors: readonly NewConnector[]
}

/**
 * Makes a charger with its connectors, and records its team and the price groups of its connectors from then on;
 * returns its key. A taken id, or an id that differs from a taken id only in case, width or spaces, ends in the
 * database's unique violation.
 */
export async function create(db: Db | Trx, c: NewCharger): Promise<number> {
  const { rows } = await sql<{ pk: number }>`
    with c as (insert into charger (company_id, team_id, chargepoint_id, chargepoint_name, charger_type, registration_status,
        access_level, charger_category, description, street, city, state, zipcode, latitude, longitude, zone_id,
        max_power_watt, tolerance_watt, meter_interval_sec, preparing_state, security_profile, key_hash,
        serial_number, created_at)
      select t.company_id, t.id, ${c.chargepointId}, ${c.chargepointName}, ${c.chargerType ?? 'DC'},
        ${c.registrationStatus ?? 'Pending'}, ${c.accessLevel ?? 'Public'}, ${c.chargerCategory ?? 'paid'},
        ${c.description ?? ''}, ${c.street ?? null}, ${c.city ?? null}, ${storedState(c)}, ${c.zipcode ?? null},
        ${c.latitude ?? null}, ${c.longitude ?? null}, ${c.zoneId ?? null}, ${c.maxPowerWatt ?? null},
        ${c.toleranceWatt ?? 300}, ${c.meterIntervalSec ?? 30}, ${c.preparingState ?? false},
        ${c.securityProfile ?? null}, ${c.keyHash ?? null}, ${c.serialNumber ?? null}, coalesce(${c.createdAt ?? null}::timestamptz, now())
      from team t where t.id = ${c.teamId} returning chargepoint_pk, team_id, zone_id, created_at),
    z as (insert into charger_site_history (chargepoint_pk, zone_id, since)
      select chargepoint_pk, zone_id, created_at from c where zone_id is not null),
    h as (insert into charger_team_history (chargepoint_pk, team_id, since) select chargepoint_pk, team_id, created_at from c),
    s as (${insertState('c')}),${insertConnectors('c', c.connectors)}
    select chargepoint_pk as pk from c`.execute(db)
  const pk = rows[0]?.pk
  if (pk === undefined) throw new Error(`Charger ${c.chargepointId} was not made: its team does not exist`)
  return pk
}

/**
 * Makes a charger that came unasked; returns its key. Undefined when the charger exists already, or its identity
 * differs from a known identity only in case, width or spaces: a protected charger gets no such look-alike.
 */
export async function register(
  trx: Trx,
  id: string,
  teamId: number,
  status: 'Pending' | 'Accepted',
): Promise<number | undefined> {
  const { rows } = await sql<{ pk: number }>`
    with made as (
      insert into charger (company_id, team_id, chargepoint_id, chargepoint_name, registration_status, note)
      select company_id, id, ${id}, ${id}, ${status}, 'Newly registered' from team where id = ${teamId}
        and not exists (select from charger where charger_identity(chargepoint_id) = charger_identity(${id})
          and deleted_at is null)
      on conflict do nothing returning chargepoint_pk, team_id, created_at),
    history as (insert into charger_team_history (chargepoint_pk, team_id, since)
      select chargepoint_pk, team_id, created_at from made),
    state as (${insertState('made')})
    select chargepoint_pk as pk from made`.execute(trx)
  return rows[0]?.pk
}

/**
 * Moves a charger to another team from `at` on. The charger leaves its site unless the site belongs to the new team or
 * a team above (D-SITE-2).
 */
export async function moveToTeam(db: Db | Trx, pk: number, teamId: number, at: Date): Promise<void> {
  await sql`
    with was as (select c.zone_id, c.company_id, z.team_id as of_team from charger c left join charging_site z on z.zone_id = c.zone_id
      where c.chargepoint_pk = ${pk}),
    c as (update charger c set team_id = t.id, company_id = t.company_id,
        zone_id = case when was.of_team = any(t.path) then c.zone_id end
      from team t, was where c.chargepoint_pk = ${pk} and t.id = ${teamId} and c.team_id <> t.id
      returning c.chargepoint_pk, c.team_id, c.zone_id, was.zone_id as old_zone, c.company_id <> was.company_id as is_sold),
    s as (${forgetSettingsOfSold('c')}),
    t as (${forgetTroublesOfSold('c')}),
    d as (${forgetDiffersOfSold('c')}),
    -- Nor is whom the former company had told by mail.
    m as (update charger_mail_settings m set is_enabled = false, recipients = '{}', events = '{}'
      from c where c.is_sold and m.chargepoint_pk = c.chargepoint_pk),
    z as (insert into charger_site_history (chargepoint_pk, zone_id, since)
      select chargepoint_pk, zone_id, ${at}::timestamptz from c where zone_id is distinct from old_zone
      on conflict (chargepoint_pk, since) do update set zone_id = excluded.zone_id)
    insert into charger_team_history (chargepoint_pk, team_id, since) select chargepoint_pk, team_id, ${at}::timestamptz from c`.execute(
    db,
  )
}
