// Running sessions that are stuck, as SQL: few, so they are named instead of searched for.
import { hourMs } from '@wattdesk/base/time'
import { type RawBuilder, sql } from 'kysely'

// When a running session counts as stuck (S-ATTENTION): no reading for an hour, or longer than a day. A charger sends
// readings every minute or so, and no car charges for a day.
const SILENT_HOURS = 1
const LONGEST_RUN_HOURS = 24

/** When a running session was heard of last; `r` its row, `l` that of its running figures. */
export const lastReadingSql = sql<Date>`coalesce(l.metered_at, r.started_at)`

/**
 * The condition for stuck sessions of every scope: `transaction r left join transaction_live l`. A charger whose clock
 * is behind, or that sends queued messages, reports old times now: messages received within the hour count, so the
 * readings are checked where the times seem old.
 */
export function stuckSql(now: Date): RawBuilder<boolean> {
  const silent = new Date(now.getTime() - SILENT_HOURS * hourMs)
  return sql<boolean>`(r.stopped_at is null
  and (r.started_at < ${new Date(now.getTime() - LONGEST_RUN_HOURS * hourMs)}
    or (${lastReadingSql} < ${silent} and r.start_received_at < ${silent} and not exists (select 1 from meter_value m
      where m.transaction_id = r.transaction_id and m.received_at >= ${silent}))))`
}

/** True for a stuck one of the sessions named `alias`. */
export const isStuck = (
  alias: string,
  now: Date,
): RawBuilder<boolean> => sql<boolean>`${sql.ref(`${alias}.transaction_id`)} = any(array(
  select r.transaction_id from transaction r left join transaction_live l on l.transaction_id = r.transaction_id
  where ${stuckSql(now)}))`
