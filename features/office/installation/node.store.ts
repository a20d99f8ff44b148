// The nodes of the installation and their signatures: which of them run, and which are lost. All times are the database's.
import { type RawBuilder, sql } from 'kysely'
import { unhurried } from '#platform/db/columns.ts'
import type { Db, Trx } from '#platform/db/db.ts'
import type { Role } from './node.rules.ts'

/** A node as it runs now; `bootId` tells its run from others under the same name. */
export type NodeRun = { name: string; bootId: string; roles: readonly Role[]; version: string }

const ms = (n: number): RawBuilder<unknown> => sql`make_interval(secs => ${n / 1000}::float8)`

/**
 * Signs a run in under its name. Returns undefined, or, where another run has signed within `freshMs`, that run and how long
 * ago it signed.
 */
export async function signIn(
  db: Db | Trx,
  { name, bootId, roles, version }: NodeRun,
  freshMs: number,
): Promise<{ bootId: string; agoMs: number; seenAt: Date } | undefined> {
  const { rows } = await sql<{ bootId: string; agoMs: number; seenAt: Date }>`
    with mine as (insert into node as n (name, boot_id, roles, version)
      values (${name}, ${bootId}, ${sql.val(roles)}::text[], ${version})
      on conflict (name) do update set boot_id = excluded.boot_id, roles = excluded.roles, version = excluded.version,
        started_at = now(), seen_at = now(), stopping_at = null, ended_at = null
      where n.ended_at is not null or n.seen_at < now() - ${ms(freshMs)} or n.boot_id = excluded.boot_id
      returning name),
    old as (delete from node where ended_at < now() - interval '1 day' and name <> ${name})
    select boot_id, seen_at, extract(epoch from now() - seen_at)::float8 * 1000 as ago_ms from node
    where name = ${name} and not exists (select from mine)`.execute(db)
  return rows[0]
}

/** `isOwn`: false for a node that was declared lost, or whose name another run has taken. `hasLost`: another node is lost. */
export type Signed = { isOwn: boolean; hasLost: boolean }
/** Renews the signature of a run, and looks for nodes without one for `lostMs`. `freeBytes`: the room on its disk. */
export async function sign(
  db: Db,
  { name, bootId }: NodeRun,
  lostMs: number,
  freeBytes: number | null = null,
): Promise<Signed> {
  const { rows } = await sql<Signed>`
    with mine as (update node set seen_at = now(), disk_free_bytes = ${freeBytes}::bigint,
        disk_seen_at = case when ${freeBytes}::bigint is not null then now() end from ${unhurried}
      where name = ${name} and boot_id = ${bootId} and ended_at is null returning name),
    room as (insert into node_disk_hour as h (name, hour, least_free_bytes)
      select name, date_trunc('hour', now()), ${freeBytes}::bigint from mine where ${freeBytes}::bigint is not null
      on conflict (name, hour) do update set least_free_bytes = excluded.least_free_bytes
      where excluded.least_free_bytes < h.least_free_bytes)
    select exists (select from mine) as is_own, exists (select from node
      where ended_at is null and seen_at < now() - ${ms(lostMs)} and name <> ${name}) as has_lost`.execute(db)
  return rows[0] ?? { isOwn: false, hasLost: false }
}

/**
 * Declares nodes lost that have not signed for `lostMs`, and returns their names. Each is returned to one caller alone: until
 * the end of its transaction others pass over the node.
 */
export async function takeLost(trx: Trx, { name }: NodeRun, lostMs: number): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`
    with lost as materialized (select name from node where ended_at is null and seen_at < now() - ${ms(lostMs)}
      and name <> ${name} for update skip locked)
    update node n set ended_at = now() from lost where n.name = lost.name returning n.name`.execute(trx)
  return rows.map(r => r.name)
}

/** Notes that a run was told to stop. */
export const noteStopping = (db: Db, { name, bootId }: NodeRun): Promise<unknown> =>
  sql`update node set stopping_at = now() where name = ${name} and boot_id = ${bootId}`.execute(db)

/** Notes that a run has ended in good order. */
export const noteEnded = (db: Db, { name, bootId }: NodeRun): Promise<unknown> =>
  sql`update node set ended_at = now() where name = ${name} and boot_id = ${bootId} and ended_at is null`.execute(db)

/** True where a node stops, or has ended or was declared lost within the last minute: its chargers are on their way to others. */
export const isLeavingSql = (name: string): RawBuilder<boolean> =>
  sql<boolean>`exists (select from node where name = ${name} and coalesce(ended_at, stopping_at) > now() - interval '1 minute')`

const DISK_DAYS = 60
/** Deletes the room on disks of hours that are too old for any trial of a rule; returns how many. */
export async function dropOldDiskHours(trx: Trx, now: Date): Promise<number> {
  const before = new Date(now.getTime() - DISK_DAYS * 86_400_000)
  const { numAffectedRows } = await sql`delete from node_disk_hour where hour < ${before}`.execute(trx)
  return Number(numAffectedRows ?? 0)
}
