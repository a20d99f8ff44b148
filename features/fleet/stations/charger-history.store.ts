// Reads a charger's histories: the states of its connectors over a time, and whether it was connected.
import { sql } from 'kysely'
import { ints, times } from '#platform/db/columns.ts'
import type { Db } from '#platform/db/db.ts'
import { byClock, isFarBehind } from './clock.rules.ts'

export type StatusQuestion = { pk: number; connectorId: number; since: Date; receivedSince: Date }
export type StatusAt = { status: string; at: Date }

/**
 * Returns the states of connectors from a time on, oldest first, in the order of the questions. `receivedSince` bounds
 * the search: the history is divided by the time of receipt.
 */
export async function connectorStatuses(db: Db, questions: readonly StatusQuestion[]): Promise<StatusAt[][]> {
  const { rows } = await sql<StatusAt & { n: number }>`
    select q.n::int as n, h.status, h.at
    from unnest(${ints(questions.map(q => q.pk))}, ${ints(questions.map(q => q.connectorId))},
      ${times(questions.map(q => q.since))}, ${times(questions.map(q => q.receivedSince))})
      with ordinality q (pk, connector, since, received, n)
    cross join lateral (select status, at, received_at from connector_status_history h
      where h.chargepoint_pk = q.pk and h.connector_id = q.connector and h.at >= q.since and h.received_at >= q.received) h
    order by q.n, h.at, h.received_at`.execute(db)
  const answers = questions.map((): StatusAt[] => [])
  for (const { n, status, at } of rows) answers[n - 1]?.push({ status, at })
  return answers
}

/** A charger that comes from another system brings sessions of its last days without a connection. */
const DAYS_BEFORE_IT_WAS_MADE = 30

/**
 * Returns whether a reported time is more than 24 h before its receipt for no reason (D-OCPP-6): the charger was
 * connected for 24 h in all since then, or was made long after. Chargers whose clock restarts at a date of the factory
 * report such times.
 */
export const wasLateWithoutCause = async (
  db: Db,
  pk: number,
  { toldAt, receivedAt, offsetSec }: { toldAt: Date; receivedAt: Date; offsetSec: number },
): Promise<boolean> => {
  const at = byClock(toldAt, receivedAt, offsetSec)
  return isFarBehind(at, receivedAt) && hadTimeToReport(db, pk, at, receivedAt)
}

/** Returns whether a charger was made a month after `from`, or was connected for 24 h in all from `from` to `to`. */
async function hadTimeToReport(db: Db, pk: number, from: Date, to: Date): Promise<boolean> {
  const { rows } = await sql<{ had: boolean }>`
    with stretch as (
      select event, greatest(at, ${from}::timestamptz) as since, lead(at, 1, ${to}::timestamptz) over (order by at, id) as until
      from connection_history where chargepoint_pk = ${pk} and event in ('connected', 'disconnected') and at < ${to}
        and at >= coalesce((select max(b.at) from connection_history b where b.chargepoint_pk = ${pk} and b.at <= ${from}
          and b.event in ('connected', 'disconnected')), ${from})
    )
    select c.created_at > ${from}::timestamptz + make_interval(days => ${DAYS_BEFORE_IT_WAS_MADE}) or coalesce(
        (select sum(until - since) from stretch where event = 'connected' and until > since), interval '0') >= interval '24 hours' as had
    from charger c where c.chargepoint_pk = ${pk}`.execute(db)
  return rows[0]?.had === true
}
