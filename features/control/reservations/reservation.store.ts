// Reservations, each with a number of its own over all charge points, and their outcome from the records of other
// features.
import { sql } from 'kysely'
import { cancelReservation } from '#control/remote-operations/operations/reservations.contract.ts'
import { knownState } from '#control/remote-operations/task.store.ts'
import { cancellingReasonSql } from '#fleet/maintenance/maintenance-step.store.ts'
import type { Db, Trx } from '#platform/db/db.ts'
import { MOST_RESERVATIONS } from './reservation.contract.ts'
import type { EndedAs, Facts } from './reservation.rules.ts'

export type NewReservation = {
  chargepointPk: number
  connectorId: number
  idTag: string
  parentIdTag: string | null
  expiresAt: Date
  taskId: string
  askedAt: Date
}
/** Keeps a reservation that is asked for; its number. Undefined where `wanted` is the number of another. */
export async function add(trx: Trx, r: NewReservation, wanted: number | undefined): Promise<number | undefined> {
  if (wanted !== undefined) return insert(trx, { ...r, reservationId: wanted })
  // A number that somebody chose by hand may lie ahead of those drawn.
  for (let tries = 0; tries < 100; tries++) {
    const id = await insert(trx, r)
    if (id !== undefined) return id
  }
  return undefined
}
const insert = async (trx: Trx, r: NewReservation & { reservationId?: number }): Promise<number | undefined> =>
  (
    await trx
      .insertInto('reservation')
      .values(r)
      .onConflict(c => c.column('reservationId').doNothing())
      .returning('reservationId')
      .executeTakeFirst()
  )?.reservationId

/** Keeps how a charge point says that its reservation has ended; what it said first stands. */
export const endAs = (
  db: Db,
  pk: number,
  reservationId: number,
  { as, at }: { as: EndedAs; at: Date },
): Promise<unknown> =>
  sql`update reservation set expires_at = least(expires_at, ${at}), ended_as = ${as}
    where reservation_id = ${reservationId} and chargepoint_pk = ${pk} and asked_at <= ${at} and ended_as is null`.execute(
    db,
  )

export type ReservationRow = Facts & {
  reservationId: number
  taskId: string
  connectorId: number
  idTag: string
  askedAt: Date
  username: string | null
  error: string | null
}
/**
 * Returns the reservations of a charge point found in the reader's scope, made since it joined its team, newest first.
 */
export const reservationsOfCharger = async (db: Db, pk: number, since: Date): Promise<ReservationRow[]> =>
  (
    await sql<ReservationRow>`select r.reservation_id, r.task_id, r.connector_id, r.id_tag, r.expires_at, r.asked_at, r.ended_as, ${knownState('t')} as task_state,
        t.error, u.username, x.transaction_id,
        exists (select from task c where c.chargepoint_pk = ${pk} and c.operation = ${cancelReservation.name} and c.state = 'done'
          and c.created_at >= r.asked_at and c.parameters ->> 'reservationId' = r.reservation_id::text) as is_cancelled,
        ${cancellingReasonSql(sql`r.reservation_id`, pk)} as maintenance,
        exists (select from connector_status_history h where h.chargepoint_pk = ${pk} and h.status in ('Faulted', 'Unavailable')
          and (h.connector_id = r.connector_id or h.connector_id = 0) and h.received_at >= t.ended_at
          and h.received_at < r.expires_at) as is_broken
      from reservation r join task t using (task_id) left join app_user u on u.id = t.created_by
      left join lateral (select s.transaction_id from transaction s where s.chargepoint_pk = ${pk}
        and s.started_at > r.asked_at - interval '1 day' and s.start_received_at >= r.asked_at
        and (s.reservation_id = r.reservation_id
          -- A charge point need not name the reservation that its card used.
          or (s.reservation_id is null and s.start_received_at < r.expires_at and s.id_tag_status = 'Accepted'
            and (s.connector_id = r.connector_id or r.connector_id = 0) and lower(s.id_tag) = lower(r.id_tag)))
        order by s.reservation_id nulls last, s.start_received_at limit 1) x on true
      where r.chargepoint_pk = ${pk} and r.asked_at >= ${since} order by r.asked_at desc, r.reservation_id desc limit ${MOST_RESERVATIONS}`.execute(
      db,
    )
  ).rows
