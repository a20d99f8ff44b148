// Whether a driver holds a tag that a charge point accepts: a tag of its team or of a team above, or a tag attached to the charge
// point (D-OCPP-3). Blocked, expired and deleted tags count for nothing, nor do app tags: the product makes one for every driver.
import { type RawBuilder, sql } from 'kysely'

export const holdsTagAt = (driverId: RawBuilder<unknown>, chargepointPk: number, now: Date): RawBuilder<boolean> =>
  sql<boolean>`exists (select from ocpp_tag g join charger c on c.chargepoint_pk = ${chargepointPk} join team m on m.id = c.team_id
    where g.driver_id = ${driverId} and g.kind in ('rfid', 'prepaid') and g.deleted_at is null and g.max_active_transactions <> 0
      and (g.expires_at is null or g.expires_at > ${now}::timestamptz)
      and case when exists (select from ocpp_tag_charger a where a.ocpp_tag_pk = g.ocpp_tag_pk)
        then (g.company_id = c.company_id or g.team_id = any(m.path)) and exists (select from ocpp_tag_charger a
          where a.ocpp_tag_pk = g.ocpp_tag_pk and a.chargepoint_pk = c.chargepoint_pk)
        else g.team_id = any(m.path) end)`
