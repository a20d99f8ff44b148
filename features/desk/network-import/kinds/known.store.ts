// Stored records by the keys of a file, the records that rows name, and what records were used for: many at once.
import { type RawBuilder, sql } from 'kysely'
import { type Scope, within } from '#platform/access/scope.ts'
import { ints, texts } from '#platform/db/columns.ts'
import type { Trx } from '#platform/db/db.ts'

type Keyed = { key: string; id: number }
const mapOf = (rows: readonly Keyed[]): Map<string, number> => new Map(rows.map(r => [r.key, r.id]))
const run = async (trx: Trx, statement: RawBuilder<Keyed>): Promise<Map<string, number>> =>
  mapOf((await statement.execute(trx)).rows)
const asked = (keys: readonly string[]) => sql`any(${texts([...keys])})`

/** Sites of a team by their names in lower case; of several with one name the oldest. */
export const sites = (trx: Trx, teamId: number, keys: readonly string[]) =>
  run(
    trx,
    sql`select distinct on (lower(zone_name)) lower(zone_name) as key, zone_id as id from charging_site
      where team_id = ${teamId} and lower(zone_name) = ${asked(keys)} order by lower(zone_name), zone_id`,
  )

/** Price groups of a team by their names in lower case. */
export const priceGroups = (trx: Trx, teamId: number, keys: readonly string[]) =>
  run(
    trx,
    sql`select distinct on (lower(name)) lower(name) as key, price_group_id as id from price_group
      where team_id = ${teamId} and deleted_at is null and lower(name) = ${asked(keys)}
      order by lower(name), price_group_id`,
  )

export const chargers = (trx: Trx, scope: Scope, keys: readonly string[]) =>
  run(
    trx,
    sql`select c.chargepoint_id as key, c.chargepoint_pk as id from charger c
      where c.chargepoint_id = ${asked(keys)} and c.deleted_at is null and ${within(scope, 'c')}`,
  )

/** Vehicles by their plates, letters and digits alone, as the database compares them. */
export const vehicles = (trx: Trx, scope: Scope, companyId: number, keys: readonly string[]) =>
  run(
    trx,
    sql`select v.plate as key, v.vehicle_id as id from (select *, upper(regexp_replace(registration_number, '[^A-Za-z0-9]', '', 'g')) as plate
        from vehicle where company_id = ${companyId} and deleted_at is null) v
      where upper(regexp_replace(v.registration_number, '[^A-Za-z0-9]', '', 'g')) = ${asked(keys)} and ${within(scope, 'v')}`,
  )

/** Drivers by e-mail in lower case, or by the digits of their phone numbers; of several the oldest. */
export const drivers = (trx: Trx, scope: Scope, keys: readonly string[]) =>
  run(
    trx,
    sql`select distinct on (k.key) k.key, d.id from driver d
      cross join lateral (values (lower(d.email)), (regexp_replace(d.phone, '[^0-9]', '', 'g'))) k (key)
      where k.key = ${asked(keys)} and ${within(scope, 'd')} order by k.key, d.id`,
  )

type Named = { key: string; id: number; count: number }
/** A name means the record of the nearest team; null where several are as near. */
const named = (rows: readonly Named[]): Map<string, number | null> =>
  new Map(rows.map(r => [r.key, r.count > 1 ? null : r.id]))

/** Price groups of the team's company by their names: of the team itself before those of others. */
export async function priceGroupsNamed(trx: Trx, teamId: number, names: readonly string[]) {
  const { rows } = await sql<Named>`
    select key, min(id) as id, count(*)::int as count from (
      select lower(g.name) as key, g.price_group_id as id,
        rank() over (partition by lower(g.name) order by (g.team_id = m.id) desc, (g.team_id = any(m.path)) desc) as near
      from price_group g join team m on m.id = ${teamId} and g.company_id = m.company_id
      where g.deleted_at is null and lower(g.name) = ${asked(names)}) x
    where near = 1 group by key`.execute(trx)
  return named(rows)
}

/** Sites at which chargers of a team may stand, by their names: of the team before those of the teams above. */
export async function sitesNamed(trx: Trx, teamId: number, names: readonly string[]) {
  const { rows } = await sql<Named>`
    select key, min(id) as id, count(*)::int as count from (
      select lower(z.zone_name) as key, z.zone_id as id,
        rank() over (partition by lower(z.zone_name) order by array_position(m.path, z.team_id) desc) as near
      from charging_site z join team m on m.id = ${teamId} and z.team_id = any(m.path)
      where lower(z.zone_name) = ${asked(names)}) x
    where near = 1 group by key`.execute(trx)
  return named(rows)
}

type Use = { id: number; used: string }
const uses = async (trx: Trx, statement: RawBuilder<Use>): Promise<Map<number, string>> =>
  new Map((await statement.execute(trx)).rows.map(r => [r.id, r.used]))

export const usedSites = (trx: Trx, ids: readonly number[]) =>
  uses(
    trx,
    sql`select z.zone_id as id, 'Charging site ' || z.zone_name || ' has charge points' as used from charging_site z
      where z.zone_id = any(${ints([...ids])})
        and exists (select from charger c where c.zone_id = z.zone_id and c.deleted_at is null)`,
  )

export const usedPriceGroups = (trx: Trx, ids: readonly number[]) =>
  uses(
    trx,
    sql`select g.price_group_id as id, 'Price group ' || g.name || ' is assigned to connectors' as used from price_group g
      where g.price_group_id = any(${ints([...ids])}) and exists (select from connector c join charger x using (chargepoint_pk)
        where c.price_group_id = g.price_group_id and x.deleted_at is null)`,
  )

export const usedChargers = (trx: Trx, ids: readonly number[]) =>
  uses(
    trx,
    sql`select * from (select c.chargepoint_pk as id, 'Charge point ' || c.chargepoint_id || case
        when exists (select from transaction t where t.chargepoint_pk = c.chargepoint_pk) then ' has sessions'
        when exists (select from connection_history h where h.chargepoint_pk = c.chargepoint_pk) then ' has been connected'
        when exists (select from ocpp_tag_charger a where a.chargepoint_pk = c.chargepoint_pk) then ' has RFID tags attached'
        when exists (select from pay_session p where p.chargepoint_pk = c.chargepoint_pk) then ' has payments' end as used
      from charger c where c.chargepoint_pk = any(${ints([...ids])})) x where used is not null`,
  )

/** Charge points that an import has let in, and that have been connected since. */
export const connectedSinceAccepted = (trx: Trx, importId: number, ids: readonly number[]) =>
  uses(
    trx,
    sql`select c.chargepoint_pk as id, 'Charge point ' || c.chargepoint_id || ' was accepted, and has been connected since' as used
      from charger c join charger_state s using (chargepoint_pk) where c.chargepoint_pk = any(${ints([...ids])})
        and (s.connected or exists (select from connection_history h where h.chargepoint_pk = c.chargepoint_pk and h.event = 'connected'
          and h.at >= (select i.ended_at from network_import i where i.network_import_id = ${importId})))`,
  )

export const usedVehicles = (trx: Trx, ids: readonly number[]) =>
  uses(
    trx,
    sql`select v.vehicle_id as id, 'Vehicle ' || v.registration_number || ' is assigned to a driver' as used from vehicle v
      where v.vehicle_id = any(${ints([...ids])}) and v.user_pk is not null`,
  )

export const usedDrivers = (trx: Trx, ids: readonly number[]) =>
  uses(
    trx,
    sql`select * from (select d.id, 'Driver ' || d.full_name || case
        when exists (select from entry e join account a using (account_id) where a.kind = 'wallet' and a.ref = d.id) then ' has movements of the wallet'
        when exists (select from ocpp_tag t join session_tag s using (ocpp_tag_pk) where t.driver_id = d.id) then ' has sessions'
        when exists (select from ocpp_tag t where t.driver_id = d.id and t.kind <> 'app' and t.deleted_at is null) then ' has RFID tags'
        when exists (select from vehicle v where v.user_pk = d.id and v.deleted_at is null) then ' has a vehicle'
        when exists (select from pay_session p where p.driver_id = d.id) then ' has payments' end as used
      from driver d where d.id = any(${ints([...ids])})) x where used is not null`,
  )
