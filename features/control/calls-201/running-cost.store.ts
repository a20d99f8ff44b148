// What running sessions cost, as lists and the pay page show it, with the names by which their stations know them.
import { sql } from 'kysely'
import { ints } from '#platform/db/columns.ts'
import type { Db } from '#platform/db/db.ts'

/** The station's own name of a session, and its cost in paise. */
export type RunningCost = { name: string; paise: number }
/** The costs of running sessions by session. One without a price is left out: what it costs is not known. */
export async function runningCosts(db: Db, transactionIds: readonly number[]): Promise<Map<number, RunningCost>> {
  const { rows } = await sql<RunningCost & { id: number }>`
    select t.transaction_id as id, k.station_transaction_id as name, l.charged_paise as paise
    from transaction t join transaction_live l using (transaction_id) join station_transaction k using (transaction_id)
    where t.transaction_id = any(${ints(transactionIds)}) and t.stopped_at is null
      and (t.is_free or t.price_version_id is not null or t.id_tag_status <> 'Accepted')`.execute(db)
  return new Map(rows.map(({ id, ...cost }) => [id, cost]))
}
