// The states of firmware updates and uploads, as charge points reported them.
import { sql } from 'kysely'
import { texts } from '#platform/db/columns.ts'
import type { Db, Trx } from '#platform/db/db.ts'
import type { ProgressAction, ProgressState, Transfer } from './progress.contract.ts'
import { UNDER_WAY } from './progress.rules.ts'
import { knownState, taskNumber } from './task.store.ts'

export type ReportedProgress = {
  pk: number
  action: ProgressAction
  /** The operations that may have asked for it. */
  operations: readonly string[]
  status: string
  requestId: number | null
  at: Date
}
/** An update may be planned for weeks ahead; a state reported after this many days belongs to no task. */
const LONGEST_DAYS = 60

/**
 * Keeps a state and returns the task it belongs to. A state that repeats the last of its kind is not kept again, nor is
 * the good end of an operation after which nothing else has begun. A state belongs to the operation with its request
 * id, else to the newest operation of its kind, unless that operation has come to a good end. `Idle` belongs to no
 * task: a charge point reports it when asked for its state.
 */
export const saveTaskProgress = async (db: Db, t: ReportedProgress): Promise<string | null> =>
  (
    await sql<{ taskId: string | null }>`
      with asked as (select k.task_id from task k join charger c on c.chargepoint_pk = k.chargepoint_pk
        where ${t.status !== 'Idle'} and k.chargepoint_pk = ${t.pk} and c.team_id = k.team_id and k.operation = any(${texts(t.operations)})
          and ${knownState('k')} <> 'failed' and k.created_at > ${new Date(t.at.getTime() - LONGEST_DAYS * 86_400_000)}
          and (${t.requestId}::int is null or coalesce((k.parameters -> 'request' ->> 'requestId')::bigint, ${taskNumber('k')}) = ${t.requestId}::int)
        order by k.created_at desc limit 1),
      good_end as (select s.id, s.status from asked a join transfer_state s using (task_id)
        where s.status in ('Installed', 'Uploaded', 'Published') order by s.id desc limit 1),
      open as (select a.task_id from asked a where not exists (select from good_end)),
      last as (select s.status, s.task_id from transfer_state s
        where s.chargepoint_pk = ${t.pk} and s.action = ${t.action} order by s.id desc limit 1)
      insert into transfer_state (chargepoint_pk, action, status, request_id, task_id, at)
      select ${t.pk}, ${t.action}, ${t.status}, ${t.requestId}::int, (select task_id from open), ${t.at}
      where not exists (select from last l where l.status = ${t.status}
          and l.task_id is not distinct from (select task_id from open))
        and not exists (select from good_end e where e.status = ${t.status} and not exists (select from transfer_state n
          where n.chargepoint_pk = ${t.pk} and n.action = ${t.action} and n.id > e.id
            and n.status = any(${texts(UNDER_WAY)})))
      returning task_id`.execute(db)
  ).rows[0]?.taskId ?? null

/** The states of a task, the oldest first. */
export const statesOfTask = async (db: Db | Trx, taskId: string): Promise<ProgressState[]> =>
  (
    await sql<{ status: string; at: Date }>`select status, at from transfer_state where task_id = ${taskId}
      order by id limit 200`.execute(db)
  ).rows.map(({ status, at }) => ({ status, at: at.toISOString() }))

const MOST = 200
/** Returns the newest states of a charge point since a moment, grouped by transfer, the newest first. */
export async function transfersOfCharger(db: Db, pk: number, since: Date): Promise<Transfer[]> {
  const { rows } = await sql<{ id: number; action: string; status: string; taskId: string | null; at: Date }>`
    select id, action, status, task_id, at from transfer_state where chargepoint_pk = ${pk} and at >= ${since}
    order by id desc limit ${MOST}`.execute(db)
  const transfers = new Map<string, Transfer>()
  for (const { id, action, status, taskId, at } of rows) {
    const key = taskId ?? String(id)
    const transfer = transfers.get(key) ?? { taskId, action, states: [] }
    transfer.states.unshift({ status, at: at.toISOString() })
    transfers.set(key, transfer)
  }
  return [...transfers.values()]
}

const KEPT_DAYS = 365
/** Deletes states past their time; returns how many. */
export async function dropOldProgress(trx: Trx, now: Date): Promise<number> {
  const { numAffectedRows } = await sql`delete from transfer_state
    where at < ${new Date(now.getTime() - KEPT_DAYS * 86_400_000)}`.execute(trx)
  return Number(numAffectedRows ?? 0)
}
