// The review of a bill that a later message of the charger contradicts: each session has at most one that is open (D-TXN-11).
import { sql } from 'kysely'
import { ints, times } from '#platform/db/columns.ts'
import type { Db } from '#platform/db/db.ts'
import type { Contradiction } from './contradiction.rules.ts'
import { CONTRADICTED } from './contradiction.words.ts'

/**
 * Opens a review of a session's bill, which keeps the figures of the bill and the message that contradicts them. Where such a
 * review is open already, it keeps the register that differs most from the bill, and the first other card beside it. Nothing is
 * opened for a register where the session has no bill, runs, or waits in another review, nor for a message on which a person has
 * decided before.
 * @param toldStop the stop register as the charger told it, by which an earlier review of the same stop is found
 */
export async function addContradiction(
  db: Db,
  transactionId: number,
  { came, receivedAt, toldStop }: { came: Contradiction; receivedAt: Date; toldStop?: number | undefined },
): Promise<void> {
  const told = JSON.stringify(came)
  const key = sql.lit(came.what === 'card' ? 'card' : 'came')
  await sql`insert into session_review as r (company_id, team_id, transaction_id, chargepoint_pk, connector_id, reason, created_at, detail)
    select t.company_id, t.team_id, t.transaction_id, t.chargepoint_pk, t.connector_id, ${CONTRADICTED}, ${receivedAt},
      jsonb_build_object('transactionId', t.transaction_id, 'stoptime', t.stopped_at, 'stop_meter_value', t.meter_stop_wh,
        'assumed', jsonb_build_object('meterStartWh', t.meter_start_wh, 'meterStopWh', t.meter_stop_wh,
          'chargedPaise', t.charged_paise, 'idTag', t.id_tag), ${key}, ${told}::jsonb)
    from transaction t where t.transaction_id = ${transactionId} and not t.is_dismissed
      and (${came.what === 'card'} or (t.stopped_at is not null and not t.in_review
        and exists (select from bill b where b.transaction_id = t.transaction_id)))
      and not exists (select from session_review o where o.transaction_id = t.transaction_id and o.decided_at is not null
        and (o.detail -> ${key} = ${told}::jsonb or o.detail -> 'meterStop' = ${JSON.stringify(toldStop ?? null)}::jsonb))
    on conflict (transaction_id) where decided_at is null and reason = ${sql.lit(CONTRADICTED)} do update set detail = r.detail || excluded.detail
      where (r.detail -> ${key} ->> 'offWh')::bigint < ${came.offWh} or r.detail -> ${key} is null`.execute(db)
}

/** The ended sessions of a connector during which any of these moments lies. */
export async function endedSessionsAt(db: Db, pk: number, connectorId: number, at: readonly Date[]): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`select distinct t.transaction_id as id
    from unnest(${times(at)}, ${ints(at.map(() => pk))}) x (at, pk)
    join transaction t on t.chargepoint_pk = x.pk and t.connector_id = ${connectorId}
      and t.started_at <= x.at and t.stopped_at >= x.at`.execute(db)
  return rows.map(r => r.id)
}
