// The length of each queue, and the age of its oldest job that is due, from the tables of pg-boss.
import { CompiledQuery } from 'kysely'
import type { Db } from '#platform/db/db.ts'

export type QueueFigures = { queue: string; waiting: number; due: number; failed: number }

/** pg-boss makes its tables with the first job; until then there are none. */
const MADE = `select to_regclass('pgboss.job') is not null as made`
const FIGURES = `
  select q.name as queue, j.waiting, greatest(j.due, 0)::float8 as due, q.failed_count as failed
  from pgboss.queue q cross join lateral (
    select count(*) as waiting, coalesce(extract(epoch from now() - min(greatest(start_after, created_on))), 0) as due
    from pgboss.job where name = q.name and state < 'active' and not blocked) j
  where q.name = any($1::text[])`

/** `due`: for how many seconds the job that is due longest has waited. `failed`: how many jobs were given up and are kept. */
export async function queueFigures(db: Db, queues: readonly string[]): Promise<QueueFigures[]> {
  const { rows } = await db.executeQuery<{ made: boolean }>(CompiledQuery.raw(MADE))
  if (!rows[0]?.made) return []
  return (await db.executeQuery<QueueFigures>(CompiledQuery.raw(FIGURES, [queues]))).rows
}
