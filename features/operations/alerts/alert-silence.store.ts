// Alerts that planned maintenance silences (ALERT-13): those of chargers and connectors in maintenance, and those of a site where
// no other charger is away. They do not open, and those that stand say until when.
import { type RawBuilder, sql } from 'kysely'
import { SETTING_BACK_MINUTES } from '#fleet/maintenance/maintenance.words.ts'
import type { AlertKind } from './alert-kind.store.ts'

/** What happens to sessions and money goes on during a maintenance. */
const SILENCED: readonly AlertKind['group'][] = ['Charge Points', 'Connectors', 'Sites']

type Of = { pk: RawBuilder<unknown>; zone: RawBuilder<unknown> }
const until = ({ pk, zone }: Of, isRunning: RawBuilder<unknown>): RawBuilder<Date | null> =>
  sql<Date | null>`case when ${pk} is not null then (select max(m.planned_to) from maintenance_charger m
      where m.chargepoint_pk = ${pk} and ${isRunning})
    when not exists (select from charger o join charger_state os using (chargepoint_pk)
      where o.zone_id = ${zone} and o.deleted_at is null and o.is_active and not os.connected
        and not exists (select from maintenance_charger m where m.chargepoint_pk = o.chargepoint_pk and ${isRunning}))
    then (select max(m.planned_to) from charger o join maintenance_charger m using (chargepoint_pk)
      where o.zone_id = ${zone} and ${isRunning}) end`

/** In its planned time, and until the charger has answered that it goes back into service. */
const isSilent = (now: Date): RawBuilder<unknown> =>
  sql`m.planned_from <= ${now}::timestamptz and (m.planned_to > ${now}::timestamptz
    or (m.begun_at is not null and m.finished_at is null)
    or (m.finished_at > ${now}::timestamptz - make_interval(mins => ${SETTING_BACK_MINUTES}) and exists (select from maintenance_step b
      where b.maintenance_id = m.maintenance_id and b.chargepoint_pk = m.chargepoint_pk and b.what = 'back'
        and b.state in ('pending', 'sent'))))`

/** Whether a kind's candidate is silenced at a moment. */
export const isSilencedSql = ({ group }: AlertKind, of: Of, now: Date): RawBuilder<boolean> =>
  SILENCED.includes(group) ? sql<boolean>`(${until(of, isSilent(now))} is not null)` : sql<boolean>`false`

/** Until when planned maintenance silences an alert; null where none does. */
export const silencedUntilSql = (of: Of): RawBuilder<Date | null> =>
  until(of, sql`m.begun_at is not null and m.finished_at is null`)
export const isOfHardware = (kind: AlertKind | undefined): boolean =>
  kind !== undefined && SILENCED.includes(kind.group)
