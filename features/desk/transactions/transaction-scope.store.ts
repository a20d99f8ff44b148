// Chargers, tags and drivers whose sessions a reader may see, found by their names in a path; deleted ones too.
import { phoneForm } from '@wattdesk/base/identifiers'
import { type RawBuilder, sql } from 'kysely'
import { chargerKey } from '#fleet/chargers/charger-id.store.ts'
import { type Scope, within } from '#platform/access/scope.ts'
import type { Db } from '#platform/db/db.ts'

type ChargerName = { chargepointId: string; chargepointName: string }
/** By key, else by id. */
export async function chargerName(db: Db, scope: Scope, id: string): Promise<ChargerName | undefined> {
  const pk = await chargerKey(db, scope, id, { deleted: true })
  if (pk === undefined) return undefined
  return (
    await sql<ChargerName>`select chargepoint_id, chargepoint_name from charger where chargepoint_pk = ${pk}`.execute(
      db,
    )
  ).rows[0]
}

type Tag = { pk: number; name: string }
/** A tag by key, else by text; undefined where `seen` is not true of it. */
async function tagOf(db: Db, id: string, seen: RawBuilder<boolean>): Promise<Tag | undefined> {
  const pk = /^\d{1,9}$/.test(id) ? Number(id) : 0
  const { rows } = await sql<Tag>`select g.ocpp_tag_pk as pk, g.id_tag as name from ocpp_tag g
    where (g.ocpp_tag_pk = ${pk} or lower(g.id_tag) = ${id.toLowerCase()}) and ${seen}
    order by g.ocpp_tag_pk = ${pk} desc, g.deleted_at nulls first limit 1`.execute(db)
  return rows[0]
}
/** The key of a tag of the scope. */
export const tagKey = async (db: Db, scope: Scope, id: string): Promise<number | undefined> =>
  (await tagOf(db, id, within(scope, 'g')))?.pk
/** The text of a tag of the scope, or of a tag that has charged in it, since those sessions carry the text as well. */
export const tagName = async (db: Db, scope: Scope, id: string): Promise<string | undefined> =>
  (
    await tagOf(
      db,
      id,
      sql<boolean>`(${within(scope, 'g')} or exists (select from transaction t where t.ocpp_tag_pk = g.ocpp_tag_pk and ${within(scope, 't')}))`,
    )
  )?.name

/**
 * The name of a driver of the scope, or of a driver who has charged in it, since those sessions carry the name as well.
 */
export async function customerName(db: Db, scope: Scope, id: number): Promise<string | undefined> {
  const { rows } = await sql<{ name: string }>`
    select concat_ws(' ', d.first_name, nullif(d.last_name, '')) as name from driver d where d.id = ${id}
      and (${within(scope, 'd')} or exists (select from transaction t where t.driver_id = d.id and ${within(scope, 't')}))`.execute(
    db,
  )
  return rows[0]?.name
}

/** Sessions with this phone number, however it was written then (S-CONTACT). */
export const hasPhone = (phone: string): RawBuilder<boolean> =>
  sql<boolean>`lower(t.phone) = any(array(select s.phone from session_phone s where phone_form(s.phone) = ${phoneForm(phone)}))`

/** Sessions at the charge points that stand now at the charging sites `z` of the condition: found by the index of chargers. */
export const atSite = (condition: RawBuilder<unknown>): RawBuilder<boolean> =>
  sql<boolean>`t.chargepoint_pk = any(array(select c.chargepoint_pk from charger c
    join charging_site z on z.zone_id = c.zone_id where c.deleted_at is null and ${condition}))`
