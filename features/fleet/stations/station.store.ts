// The live state of stations in SQL, and maintenance by hand.
import { type RawBuilder, sql } from 'kysely'
import type { Trx } from '#platform/db/db.ts'
import { FIRST_PAUSE_MS } from './availability.rules.ts'
import { after } from './charger.store.ts'
import { type LiveStatus, OUT, QUIET_MS } from './station.rules.ts'

/** Socket open and any message within the last 600 s (D-OCPP-2), of the charger_state named `alias`. */
export const heardSql = (alias: string, now: Date): RawBuilder<boolean> =>
  sql<boolean>`(${sql.ref(`${alias}.connected`)} and coalesce(${sql.ref(`${alias}.last_message_at`)} > ${new Date(now.getTime() - QUIET_MS)}, false))`

/** The live status; a station whose socket was never closed after its last message is offline all the same. */
export const liveStatusSql = (alias: string, now: Date): RawBuilder<LiveStatus> =>
  sql<LiveStatus>`case when ${sql.ref(`${alias}.maintenance_by_hand`)} then 'maintenance'
    when not ${heardSql(alias, now)} then 'offline' else ${sql.ref(`${alias}.live_status`)} end`

/** The charge point as a whole reports that it charges nobody, as long as it is heard (D-CHARGER-2). */
export const isWholeOutSql = (alias: string, now: Date): RawBuilder<boolean> =>
  sql<boolean>`(${heardSql(alias, now)} and coalesce(${sql.ref(`${alias}.whole_status`)} = any(${sql.val([...OUT])}::text[]), false))`

/** protocolWords of a charger's last connection; null before the first. */
export const protocolSql = (alias: string): RawBuilder<string | null> =>
  sql<string | null>`regexp_replace(${sql.ref(`${alias}.ocpp_protocol`)}, '^ocpp([0-9.]+)J?$', 'OCPP \\1')`

/** Since when nothing is known of a charger because its node ended with the connection; null for any other charger. */
export const unknownSinceSql = (alias: string): RawBuilder<Date | null> =>
  sql<Date | null>`case when not ${sql.ref(`${alias}.connected`)} then ${sql.ref(`${alias}.unknown_since`)} end`

/**
 * The power that a running session draws now, W: none once its connector has reported since the last sample that no
 * charging goes on; null where no sample tells, and while the charger is silent. Aliases of charger_state, connector
 * and transaction_live.
 */
export const powerNowSql = (now: Date, { state = 's', connector = 'n', live = 'l' } = {}): RawBuilder<number | null> =>
  sql<number | null>`case when not ${heardSql(state, now)} then null
    when ${sql.ref(`${connector}.status`)} <> 'Charging' and ${sql.ref(`${connector}.status_at`)} >= ${sql.ref(`${live}.metered_at`)}
      and ${sql.ref(`${live}.power_w`)} is not null then 0 else ${sql.ref(`${live}.power_w`)} end`

/** True for a line of the history, named `alias`, from which on the station is out of service because a person planned it. */
export const plannedSql = (alias: string): RawBuilder<boolean> =>
  sql<boolean>`(${sql.ref(`${alias}.is_planned`)} or ${sql.ref(`${alias}.changed_by`)} is not null and ${sql.ref(`${alias}.to_status`)} = 'maintenance')`

const NOT_BACK_YET = 'Maintenance has ended; the charge point has not said yet that it is back'
const NOT_BACK = 'Still out of service ten minutes after maintenance ended'
/** By this time an obedient charger is back in service. */
const ENDING_MS = 600_000

export type Maintenance = {
  station: { pk: number; companyId: number; teamId: number; status: LiveStatus }
  byHand: boolean
  /** The maintenance that the person set or ended; `to` is the resulting status of the station. */
  wish: 'maintenance' | 'online'
  to: LiveStatus
  reason: string | null
  changedBy: number
  at: Date
}
/**
 * Sets or ends maintenance by hand. The history names the person's change, and after it, without a person, the
 * station's own status where it differs (offline, or still out of service). As long as the station is out of service
 * only because it has not obeyed yet, that time is planned. The charger is told again until it answers.
 */
export async function setMaintenance(trx: Trx, m: Maintenance): Promise<void> {
  const { station: s } = m
  const isEnding = !m.byHand && m.to === 'maintenance'
  const at = after(sql`${m.at}::timestamptz`, 's.status_changed_at')
  await sql`
    with changed as (update charger_state s set maintenance_by_hand = ${m.byHand},
        maintenance_reason = ${m.byHand ? m.reason : null}, live_status = ${m.to},
        availability_wish = ${m.byHand ? 'Inoperative' : 'Operative'}, maintenance_changed_at = ${m.at}, availability_tries = 0,
        availability_next_at = ${new Date(m.at.getTime() + FIRST_PAUSE_MS)}, availability_refusal = null,
        status_changed_at = ${at}, maintenance_ended_at = case when ${isEnding} then ${at} end
      where chargepoint_pk = ${s.pk} returning s.status_changed_at as at)
    insert into station_status_history (company_id, team_id, chargepoint_pk, from_status, to_status, reason, changed_by,
      changed_at, is_planned)
    select ${s.companyId}::int, ${s.teamId}::int, ${s.pk}::int, x.from_status, x.to_status, x.reason, x.changed_by, changed.at,
      x.n = 2 and ${isEnding}
    from changed, (values (1, ${s.status}, ${m.wish}, ${m.reason}, ${m.changedBy}::int),
      (2, ${m.wish}, ${m.to}, ${isEnding ? NOT_BACK_YET : null}, null))
      x (n, from_status, to_status, reason, changed_by)
    where x.n = 1 or x.from_status <> x.to_status order by x.n`.execute(trx)
}

/**
 * From `ENDING_MS` after the end of maintenance on, a station still out of service is so by itself. Returns how many.
 */
export async function endEndings(trx: Trx, now: Date): Promise<number> {
  const at = after(sql`${now}::timestamptz`, 's.status_changed_at')
  const { numAffectedRows = 0n } = await sql`
    with due as (select chargepoint_pk, maintenance_ended_at = status_changed_at and live_status = 'maintenance'
        and not maintenance_by_hand as is_out
      from charger_state where maintenance_ended_at <= ${new Date(now.getTime() - ENDING_MS)} order by 1 for update),
    changed as (update charger_state s set maintenance_ended_at = null,
        status_changed_at = case when d.is_out then ${at} else s.status_changed_at end
      from due d where d.chargepoint_pk = s.chargepoint_pk returning s.chargepoint_pk, s.status_changed_at as at, d.is_out)
    insert into station_status_history (company_id, team_id, chargepoint_pk, from_status, to_status, reason, changed_at)
    select c.company_id, c.team_id, c.chargepoint_pk, 'maintenance', 'maintenance', ${NOT_BACK}, x.at
    from changed x join charger c using (chargepoint_pk) where x.is_out`.execute(trx)
  return Number(numAffectedRows)
}
