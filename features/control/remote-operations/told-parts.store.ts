// The parts of answers of stations of OCPP 2.0.1, kept with the task that asked for them, in any order and once each.
import { sql } from 'kysely'
import { texts } from '#platform/db/columns.ts'
import type { Db, Trx } from '#platform/db/db.ts'
import { operations } from './operations/operations.contract.ts'
import type { Task } from './remote-operation.contract.ts'
import { knownState, type StoredTask, taskNumber } from './task.store.ts'
import { type KeptPart, MOST_BYTES, MOST_PARTS, partsAskedFor, toldOf } from './told-parts.rules.ts'
import { isPersonal, PARTS_KEPT_DAYS, PERSONAL_KEPT_DAYS } from './told-parts.words.ts'

export type NewPart = {
  pk: number
  /** The operations that may have asked for it. */
  operations: readonly string[]
  requestId: number
  /** null: the message has no number, and the parts are numbered as they come. */
  seqNo: number | null
  isLast: boolean
  /** JSON. */
  content: string
  at: Date
}
/** A part that comes so many days after its question belongs to no task. */
const LONGEST_DAYS = 7

/**
 * Keeps a part and returns its task; undefined where nobody asked for it, or it was there before. Of what was removed, or has
 * no room, only the number is kept.
 */
export const savePart = async (db: Db, p: NewPart): Promise<string | undefined> =>
  (
    await sql<{ taskId: string }>`
      with asked as (select k.task_id from task k join charger c on c.chargepoint_pk = k.chargepoint_pk
        where k.chargepoint_pk = ${p.pk} and c.team_id = k.team_id and k.operation = any(${texts(p.operations)})
          and ${knownState('k')} <> 'failed' and k.created_at > ${new Date(p.at.getTime() - LONGEST_DAYS * 86_400_000)}
          and ${taskNumber('k')} = ${p.requestId}::int
        order by k.created_at desc limit 1),
      before as (select coalesce(sum(t.bytes), 0) as bytes, coalesce(max(t.seq_no) + 1, 0) as next, min(t.removed_at) as removed_at,
          -- Contents are compared where there is no number to compare.
          coalesce(bool_or(t.content = ${p.content}::jsonb and t.is_last = ${p.isLast}) filter (where ${p.seqNo}::int is null), false) as is_known
        from task_part t join asked using (task_id)),
      part as (select a.task_id, least(coalesce(${p.seqNo}::int, b.next), ${MOST_PARTS}::int) as seq_no, b.removed_at,
          b.removed_at is null and b.bytes + ${p.content.length}::int <= ${MOST_BYTES}::int as has_room
        from asked a, before b where ${p.seqNo}::int is not null or not b.is_known)
      insert into task_part (task_id, chargepoint_pk, seq_no, is_last, content, bytes, told_at, removed_at)
      select task_id, ${p.pk}::int, seq_no, ${p.isLast} and seq_no < ${MOST_PARTS}::int,
        case when has_room and seq_no < ${MOST_PARTS}::int then ${p.content}::jsonb end,
        case when has_room and seq_no < ${MOST_PARTS}::int then ${p.content.length}::int else 0 end, ${p.at}, removed_at
      from part on conflict (task_id, seq_no) do nothing returning task_id`.execute(db)
  ).rows[0]?.taskId

/** The parts of an answer in their order, with content where `isShown`. */
export const partsOf = async (db: Db | Trx, taskId: string, isShown: boolean): Promise<KeptPart[]> =>
  (
    await sql<KeptPart>`select seq_no, is_last, content is not null as has_content, told_at, removed_at,
        case when ${isShown} then content end as content
      from task_part where task_id = ${taskId} order by seq_no`.execute(db)
  ).rows

/** What a task was told in parts, without personal data; null where its operation asks for none, or was refused. */
export async function toldInParts(db: Db, t: StoredTask, now: Date): Promise<Task['told']> {
  const message = partsAskedFor(t)
  if (message === undefined) return null
  const parts = await partsOf(db, t.taskId, !isPersonal(message))
  if (parts.length === 0 && t.response !== 'Accepted') return null
  return toldOf(message, parts, { askedAt: t.endedAt ?? t.createdAt, now })
}

/** Removes the content of an answer for good; false where there is none. */
export const removeContent = async (trx: Trx, taskId: string, at: Date): Promise<boolean> => {
  const { rows } = await sql`update task_part set content = null, bytes = 0, removed_at = ${at}
    where task_id = ${taskId} and removed_at is null returning 1`.execute(trx)
  return rows.length > 0
}

const PERSONAL = operations.flatMap(o => ('parts' in o && o.parts && isPersonal(o.parts) ? [o.name] : []))
/** Deletes answers past their time, and before that the content of personal ones; returns how many parts. */
export async function dropOldAnswers(trx: Trx, now: Date): Promise<number> {
  const before = (days: number) => new Date(now.getTime() - days * 86_400_000)
  const removed = await sql`update task_part p set content = null, bytes = 0, removed_at = ${now}
    from task k where k.task_id = p.task_id and k.operation = any(${texts(PERSONAL)}) and p.removed_at is null
      and p.told_at < ${before(PERSONAL_KEPT_DAYS)}`.execute(trx)
  const deleted = await sql`delete from task_part where told_at < ${before(PARTS_KEPT_DAYS)}`.execute(trx)
  return Number(removed.numAffectedRows ?? 0) + Number(deleted.numAffectedRows ?? 0)
}
