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

/**
 * Returns whether a time is more than 24 h behind its receipt though the charger was connected all the while, and so
 * could have reported at once (D-OCPP-6).
 */
export const wasLateWithoutCause = async (
  db: Db,
  pk: number,
  { toldAt, receivedAt, offsetSec }: { toldAt: Date; receivedAt: Date; offsetSec: number },
): Promise<boolean> => {
  const at = byClock(toldAt, receivedAt, offsetSec)
  return isFarBehind(at, receivedAt) && wasConnectedThroughout(db, pk, at, receivedAt)
}

/** Returns whether a charger was connected without a break from one time to another. */
async function wasConnectedThroughout(db: Db, pk: number, from: Date, to: Date): Promise<boolean> {
  const { rows } = await sql<{ before: string | null; breaks: number }>`
    select (select event from connection_history where chargepoint_pk = ${pk} and at <= ${from}
        and event in ('connected', 'disconnected') order by at desc, id desc limit 1) as before,
      (select count(*) from connection_history where chargepoint_pk = ${pk} and at > ${from} and at < ${to}
        and event = 'disconnected') as breaks`.execute(db)
  return rows[0]?.before === 'connected' && rows[0].breaks === 0
}
