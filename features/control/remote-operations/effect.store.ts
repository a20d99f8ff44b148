// The proof that a charge point carried out an accepted operation: the session after a start, the end of the stopped
// session, the boot after a reset. Nothing is kept for this: sessions and boots hold the proof (effect.rules.ts).
import { sql } from 'kysely'
import type { Db } from '#platform/db/db.ts'
import { isAcceptedPromise, type Proof, promiseOf } from './effect.rules.ts'
import type { OperationPromise } from './operations/operation.contract.ts'
import { extendedTriggerMessage, triggerMessage } from './operations/triggers.contract.ts'
import { LOST } from './remote-operation.rules.ts'
import { type StoredTask, taskNumber } from './task.store.ts'
import { taskNumberOf } from './task-number.rules.ts'

/** How long after its arrival an answer may be noted; the message that proves it may follow at once. */
const NOTED_MS = 250
/** The same on a machine that is not busy: an answer noted this soon came before the session. */
const SURELY_NOTED_MS = 20

/** Returns the proof of an accepted operation; undefined while there is none, or where the operation needs none. */
export async function proofOf(db: Db, task: StoredTask): Promise<Proof> {
  const promise = promiseOf(task.operation)
  return promise && isAcceptedPromise(task) ? PROOFS[promise.message](db, task, promise) : undefined
}
type FindProof = (db: Db, t: StoredTask, promise: OperationPromise) => Promise<Proof>
/** By the proving message, the way to find it. */
const PROOFS: Readonly<Record<OperationPromise['message'], FindProof>> = {
  StartTransaction: startProof,
  StopTransaction: stopProof,
  BootNotification: bootProof,
  HigherProfile: profileProof,
}

/** The session that a station of OCPP 2.0.1 names this start as the cause of, by the number of the task. */
async function namedProof(db: Db, t: StoredTask): Promise<Proof> {
  const { rows } = await sql<NonNullable<Proof>>`
    select s.transaction_id, s.start_received_at as at from station_transaction k join transaction s using (transaction_id)
    where k.chargepoint_pk = ${t.chargepointPk} and k.remote_start_id = ${taskNumberOf(t.taskId)}
      and s.start_received_at >= ${t.createdAt}
    order by s.start_received_at limit 1`.execute(db)
  return rows[0]
}

/**
 * Returns the first session that chose this start. A session chooses a single start, so that no two starts claim the
 * same session: among the accepted starts of its tag on its connector sent before the session, the start accepted last.
 * An answer may be noted a little after the session that followed it, so where no answer was noted before, the first
 * answer after the session counts. While any of those starts has no answer yet, the session has not chosen. A session
 * that began long after the start has another cause, and so has a session after a later start whose answer was lost, if
 * this start had already waited in vain. The clock of a charger may be off, so times of receipt count. Sessions and starts
 * that a station has named to each other choose no others.
 */
async function startProof(db: Db, t: StoredTask, { waitMs, latestMs }: OperationPromise): Promise<Proof> {
  const named = await namedProof(db, t)
  if (named) return named
  const { connectorId, idTag = '' } = t.parameters as { connectorId?: number; idTag?: string }
  const answeredAt = t.endedAt ?? t.createdAt
  const after = (ms: number) => new Date(answeredAt.getTime() + ms)
  const { rows } = await sql<NonNullable<Proof>>`
    select s.transaction_id, s.start_received_at as at from transaction s cross join lateral (
      select n.task_id, n.response from task n
      where n.chargepoint_pk = s.chargepoint_pk and n.operation = ${t.operation}
        and n.created_at between ${new Date(t.createdAt.getTime() - latestMs)} and s.start_received_at
        and n.parameters ->> 'connectorId' = s.connector_id::text and lower(n.parameters ->> 'idTag') = lower(s.id_tag)
        and coalesce(n.sent_at, n.created_at) <= s.start_received_at
        and not exists (select from station_transaction k where k.chargepoint_pk = n.chargepoint_pk
          and k.remote_start_id = ${taskNumber('n')} and k.transaction_id is not null)
        and (n.ended_at is null
          or (n.response = 'Accepted' and n.ended_at <= s.start_received_at + ${NOTED_MS} * interval '1 ms'))
      order by n.ended_at is null desc,
        n.ended_at <= s.start_received_at + ${SURELY_NOTED_MS} * interval '1 ms' desc,
        case when n.ended_at <= s.start_received_at + ${SURELY_NOTED_MS} * interval '1 ms' then n.ended_at end desc,
        n.ended_at, n.sent_at desc, n.created_at desc, n.task_id desc
      limit 1) chosen
    where s.chargepoint_pk = ${t.chargepointPk} and s.started_at > ${new Date(t.createdAt.getTime() - 86_400_000)}
      and s.start_received_at >= ${t.createdAt} and s.start_received_at >= ${after(-NOTED_MS)}
      and s.connector_id = ${connectorId ?? 0} and lower(s.id_tag) = lower(${idTag})
      and least(s.started_at, s.start_received_at) <= ${after(latestMs)}
      and chosen.task_id = ${t.taskId} and chosen.response = 'Accepted'
      and not exists (select from station_transaction k where k.transaction_id = s.transaction_id
        and k.remote_start_id is not null)
      and not exists (select from task n
        where n.chargepoint_pk = s.chargepoint_pk and n.operation = ${t.operation} and n.created_at >= ${t.createdAt}
          and n.parameters ->> 'connectorId' = s.connector_id::text and lower(n.parameters ->> 'idTag') = lower(s.id_tag)
          and (n.state = 'timeout' or n.error = ${LOST})
          and n.sent_at between ${after(waitMs)} and s.start_received_at)
    order by s.start_received_at, s.transaction_id limit 1`.execute(db)
  return rows[0]
}

/** Whether a session has begun on the connector of a start while that start waited for its own, which has not come. */
export async function isStartTaken(db: Db, task: StoredTask): Promise<boolean> {
  const promise = promiseOf(task.operation)
  if (promise?.taken === undefined || !isAcceptedPromise(task)) return false
  const { connectorId } = task.parameters as { connectorId?: number }
  const until = new Date((task.endedAt ?? task.createdAt).getTime() + promise.waitMs)
  const { rows } = await sql`select from transaction where chargepoint_pk = ${task.chargepointPk}
    and connector_id = ${connectorId ?? 0} and started_at > ${new Date(task.createdAt.getTime() - 86_400_000)}
    and start_received_at between ${task.createdAt} and ${until} limit 1`.execute(db)
  return rows.length > 0
}

/** A session whose connector was taken by another session, or that a person ended, sent no StopTransaction. */
async function stopProof(db: Db, t: StoredTask): Promise<Proof> {
  const { transactionId } = t.parameters as { transactionId?: number }
  const { rows } = await sql<NonNullable<Proof>>`
    select transaction_id, coalesce(stop_received_at, stopped_at) as at from transaction
    where transaction_id = ${transactionId ?? 0} and chargepoint_pk = ${t.chargepointPk}
      and stopped_at is not null and stop_reason is not null`.execute(db)
  return rows[0]
}

/** A boot that was asked for by a trigger is no restart, unless the charge point reconnected for it. */
async function bootProof(db: Db, t: StoredTask, { latestMs }: OperationPromise): Promise<Proof> {
  const answeredAt = t.endedAt ?? t.createdAt
  const from = new Date(Math.max(t.createdAt.getTime(), answeredAt.getTime() - NOTED_MS))
  const to = new Date(answeredAt.getTime() + latestMs)
  const { rows } = await sql<NonNullable<Proof>>`
    select null::int as transaction_id, b.at from connection_history b
    where b.chargepoint_pk = ${t.chargepointPk} and b.event = 'booted' and b.at between ${from} and ${to}
      and (exists (select from connection_history c where c.chargepoint_pk = b.chargepoint_pk and c.event = 'connected'
          and c.connection_no = b.connection_no and c.at >= ${from})
        or not exists (select from task n where n.chargepoint_pk = b.chargepoint_pk and n.created_at between ${from} and b.at
          and n.operation in (${triggerMessage.name}, ${extendedTriggerMessage.name})
          and coalesce(n.parameters ->> 'triggerMessage', n.parameters ->> 'requestedMessage') = 'BootNotification'))
    order by b.at limit 1`.execute(db)
  return rows[0]
}

/** The charger has connected by the profile once it is the charger's own (gateway/gate.ts). */
async function profileProof(db: Db, t: StoredTask): Promise<Proof> {
  const { securityProfile } = t.parameters as { securityProfile?: string }
  const { rows } = await sql<NonNullable<Proof>>`
    select null::int as transaction_id, s.connected_at as at from charger c join charger_state s using (chargepoint_pk)
    where c.chargepoint_pk = ${t.chargepointPk} and c.security_profile >= ${Number(securityProfile)}
      and s.connected_at >= ${t.createdAt}`.execute(db)
  return rows[0]
}
