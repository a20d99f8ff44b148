// The live state of stations in SQL, and maintenance by hand.
import { type RawBuilder, sql } from 'kysely'
import type { Trx } from '../../platform/db/db.ts'
import { after } from './charger.store.ts'
import { type LiveStatus, QUIET_MS } from './station.rules.ts'

/** Socket open and any message within the last 600 s (D-OCPP-2), of the charger_state named `alias`. */
export const heardSql = (alias: string, now: Date): RawBuilder<boolean> =>
  sql<boolean>`(${sql.ref(`${alias}.connected`)} and coalesce(${sql.ref(`${alias}.last_message_at`)} > ${new Date(now.getTime() - QUIET_MS)}, false))`

/** The live status; one that was never closed after its last message is offline all the same. */
export const liveStatusSql = (alias: string, now: Date): RawBuilder<LiveStatus> =>
  sql<LiveStatus>`case when ${sql.ref(`${alias}.maintenance_by_hand`)} then 'maintenance'
    when not ${heardSql(alias, now)} then 'offline' else ${sql.ref(`${alias}.live_status`)} end`

export type Maintenance = {
  station: { pk: number; companyId: number; teamId: number; status: LiveStatus }
  byHand: boolean
  /** The maintenance that the person set or ended; `to` is the status that the station has by it. */
  wish: 'maintenance' | 'online'
  to: LiveStatus
  reason: string | null
  changedBy: number
  at: Date
  /** What the charger is told at its next connection, for it has no socket now. */
  tellLater: 'Inoperative' | 'Operative' | null
}
/**
 * Sets or ends maintenance by hand. The history names the change that the person made, and after it, as nobody's doing,
 * what the station is by its own word where that is something else (offline, or still out of service).
 */
export async function setMaintenance(trx: Trx, m: Maintenance): Promise<void> {
  const { station: s } = m
  await sql`
    with changed as (update charger_state s set maintenance_by_hand = ${m.byHand},
        maintenance_reason = ${m.byHand ? m.reason : null}, live_status = ${m.to}, availability_wish = ${m.tellLater},
        status_changed_at = ${after(sql`${m.at}::timestamptz`, 's.status_changed_at')}
      where chargepoint_pk = ${s.pk} returning s.status_changed_at as at)
    insert into station_status_history (company_id, team_id, chargepoint_pk, from_status, to_status, reason, changed_by, changed_at)
    select ${s.companyId}::int, ${s.teamId}::int, ${s.pk}::int, x.from_status, x.to_status, x.reason, x.changed_by, changed.at
    from changed, (values (1, ${s.status}, ${m.wish}, ${m.reason}, ${m.changedBy}::int), (2, ${m.wish}, ${m.to}, null, null))
      x (n, from_status, to_status, reason, changed_by)
    where x.n = 1 or x.from_status <> x.to_status order by x.n`.execute(trx)
}
