// The months that are run: for all teams by the product's run, for a team by its latest payout. Bills of a month that
// is run which are in no payout belong to the next payout of their team (D-PO-1).
import { sql } from 'kysely'
import { ints } from '#platform/db/columns.ts'
import type { Db, Trx } from '#platform/db/db.ts'
import { keepSetting, setting } from '#platform/db/setting.ts'
import type { Period } from './period.rules.ts'

/** Under this key the installation keeps the latest month that was run for all teams. */
const RUN_UNTIL = 'payouts run until'
/** The first day of that month, yyyy-MM-01; null: none was. */
export const runUntil = async (db: Db | Trx): Promise<string | null> => {
  const value = await setting(db, RUN_UNTIL)
  return typeof value === 'string' ? value : null
}
export const keepRunUntil = (db: Db, month: string): Promise<unknown> => keepSetting(db, RUN_UNTIL, month)

/** Those of the given teams for which a month is run; `month`: its first day, yyyy-MM-01. */
export async function runFor(db: Db | Trx, teamIds: readonly number[], month: string): Promise<ReadonlySet<number>> {
  if (((await runUntil(db)) ?? '') >= month) return new Set(teamIds)
  const { rows } = await sql<{ teamId: number }>`select distinct team_id from payout
    where team_id = any(${ints(teamIds)}) and month >= ${month}::date`.execute(db)
  return new Set(rows.map(r => r.teamId))
}

export type LateSessions = { sessions: number; paise: number }
/** Billed sessions of a month, by team, that are in no payout and wait for nothing else than the next payout. */
export async function lateSessions(
  db: Db,
  teamIds: readonly number[],
  { start, end }: Period,
): Promise<ReadonlyMap<number, LateSessions>> {
  if (teamIds.length === 0) return new Map()
  const { rows } = await sql<LateSessions & { teamId: number }>`
    select t.team_id, count(*) as sessions, sum(b.total_paise)::bigint as paise
    from unnest(${ints(teamIds)}) m (id) join transaction t on t.team_id = m.id and t.stopped_at >= ${start} and t.stopped_at < ${end}
      join bill b on b.transaction_id = t.transaction_id
    where not t.is_free and not t.in_review and t.status is distinct from 'AUTHORIZED' and b.total_paise > 0
      and not exists (select from payout_line l where l.transaction_id = t.transaction_id)
      and not exists (select from bill n where n.transaction_id = b.transaction_id and n.version > b.version)
    group by 1`.execute(db)
  return new Map(rows.map(r => [r.teamId, r]))
}
