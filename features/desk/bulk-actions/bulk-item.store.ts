// The items of bulk actions: created together, taken one by one by the workers, and ended once.
import type { ListQuery } from '@wattdesk/base/paging'
import { type RawBuilder, sql } from 'kysely'
import { ints, texts } from '#platform/db/columns.ts'
import type { Db, Trx } from '#platform/db/db.ts'
import { type Columns, filtersSql, joined, orderSql, pageSql, searchSql } from '#platform/db/list.ts'
import { type ListRows, pageOrExportRows } from '#platform/http/exports.ts'
import { BULK_STATES, type BulkState } from './bulk-action.contract.ts'

export type Item = {
  itemNo: number
  chargepointPk: number
  chargepointId: string
  state: BulkState
  outcome: string | null
  taskId: string | null
  attempt: number
  earlier: { attempt: number; outcome: string | null; taskId: string | null; endedAt: string | null }[]
  begunAt: Date | null
  endedAt: Date | null
}

/** Creates the items of a bulk action, in the given order. */
export const add = (trx: Trx, id: number, chargers: readonly { pk: number; id: string }[]): Promise<unknown> =>
  sql`insert into bulk_action_item (bulk_action_id, item_no, chargepoint_pk, chargepoint_id)
    select ${id}, x.n, x.pk, x.id from unnest(${ints(chargers.map(c => c.pk))}, ${texts(chargers.map(c => c.id))})
      with ordinality x (pk, id, n)`.execute(trx)

const columns: Columns = {
  item_no: { sql: sql`i.item_no`, type: 'number' },
  chargepoint_id: { sql: sql`i.chargepoint_id`, type: 'text' },
  state: { sql: sql`i.state`, type: 'text' },
  outcome: { sql: sql`i.outcome`, type: 'text' },
  attempt: { sql: sql`i.attempt`, type: 'number' },
  endedAt: { sql: sql`i.ended_at`, type: 'date' },
}
const narrowed = (id: number, query: ListQuery): RawBuilder<boolean> =>
  joined(
    [
      sql<boolean>`i.bulk_action_id = ${id}`,
      searchSql(query.q, [sql`i.chargepoint_id`, sql`i.outcome`], [[sql`i.state`, BULK_STATES]]),
      filtersSql(query.filters, columns, query.tz),
    ],
    'AND',
  )

/** One page of the items of a bulk action, in the order of the work unless sorted otherwise. */
export const list = (db: Db, id: number, query: ListQuery): Promise<ListRows<Item>> =>
  pageOrExportRows(
    db,
    query,
    sql<Item>`select i.item_no, i.chargepoint_pk, i.chargepoint_id, i.state, i.outcome, i.task_id, i.attempt, i.earlier,
        i.begun_at, i.ended_at
      from bulk_action_item i where ${narrowed(id, query)}
      ${orderSql(query.sort ?? 'item_no', columns, sql`i.item_no`)} ${pageSql(query)}`,
  )
export const count = async (db: Db, id: number, query: ListQuery): Promise<number> =>
  (await sql<{ n: number }>`select count(*) as n from bulk_action_item i where ${narrowed(id, query)}`.execute(db))
    .rows[0]?.n ?? 0

export type TakenItem = Pick<Item, 'itemNo' | 'chargepointPk' | 'chargepointId'>
/**
 * The next waiting item, locked until the transaction ends: no other worker takes it meanwhile, and it still waits
 * after a rollback.
 */
export const takeNext = async (trx: Trx, id: number): Promise<TakenItem | undefined> =>
  (
    await sql<TakenItem>`select item_no, chargepoint_pk, chargepoint_id from bulk_action_item
      where bulk_action_id = ${id} and state = 'Waiting' order by item_no limit 1 for update skip locked`.execute(trx)
  ).rows[0]

export type HeldCharger = { id: string; teamId: number; zoneId: number | null }
/** The present charger of an item, locked so that nobody deletes or renames it meanwhile; undefined: deleted. */
export const holdCharger = async (trx: Trx, pk: number): Promise<HeldCharger | undefined> =>
  (
    await sql<HeldCharger>`select chargepoint_id as id, team_id, zone_id from charger
      where chargepoint_pk = ${pk} and deleted_at is null for no key update`.execute(trx)
  ).rows[0]

/**
 * Records the task that carries an item out, in the transaction that creates the task: from now on the item is never
 * sent again.
 */
export const begin = (trx: Trx, id: number, itemNo: number, taskId: string, at: Date): Promise<unknown> =>
  sql`update bulk_action_item set state = 'In progress', task_id = ${taskId}, begun_at = ${at}
    where bulk_action_id = ${id} and item_no = ${itemNo}`.execute(trx)

export type End = { state: 'Done' | 'Failed' | 'Skipped'; outcome: string }
/** Ends an item that waits. */
export const end = (db: Db | Trx, id: number, itemNo: number, e: End, at: Date): Promise<unknown> =>
  sql`update bulk_action_item set state = ${e.state}, outcome = ${e.outcome}, begun_at = ${at}, ended_at = ${at}
    where bulk_action_id = ${id} and item_no = ${itemNo} and state = 'Waiting'`.execute(db)

export type OfTask = {
  itemNo: number
  operation: string
  state: 'queued' | 'sent' | 'done' | 'failed' | 'timeout'
  response: string | null
  error: string | null
}
/** The items in progress whose task has ended; `itemNo`: only this item. */
export const answered = async (db: Db, id: number, itemNo: number | null): Promise<OfTask[]> =>
  (
    await sql<OfTask>`select i.item_no, t.operation, t.state, t.response, t.error
      from bulk_action_item i join task t on t.task_id = i.task_id
      where i.bulk_action_id = ${id} and i.state = 'In progress' and t.ended_at is not null
        and (${itemNo}::int is null or i.item_no = ${itemNo}::int)`.execute(db)
  ).rows

/** Ends items in progress with the results of their tasks. */
export const settle = (db: Db, id: number, ends: readonly (End & { itemNo: number })[], at: Date): Promise<unknown> =>
  sql`update bulk_action_item i set state = x.state, outcome = x.outcome, ended_at = ${at}
    from unnest(${ints(ends.map(e => e.itemNo))}, ${texts(ends.map(e => e.state))}, ${texts(ends.map(e => e.outcome))})
      x (item_no, state, outcome)
    where i.bulk_action_id = ${id} and i.item_no = x.item_no and i.state = 'In progress'`.execute(db)

/** Makes failed items wait again; their former outcome stays. Returns how many. */
export async function retry(trx: Trx, id: number): Promise<number> {
  const { numAffectedRows } = await sql`
    update bulk_action_item set state = 'Waiting', attempt = attempt + 1, outcome = null, task_id = null, begun_at = null,
      ended_at = null, earlier = earlier || jsonb_build_array(jsonb_build_object('attempt', attempt, 'outcome', outcome,
        'taskId', task_id, 'endedAt', to_char(ended_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')))
    where bulk_action_id = ${id} and state = 'Failed'`.execute(trx)
  return Number(numAffectedRows ?? 0)
}

/** Skips the items that wait. Returns how many. */
export async function cancel(trx: Trx, id: number, outcome: string, at: Date): Promise<number> {
  const { numAffectedRows } =
    await sql`update bulk_action_item set state = 'Skipped', outcome = ${outcome}, ended_at = ${at}
    where bulk_action_id = ${id} and state = 'Waiting'`.execute(trx)
  return Number(numAffectedRows ?? 0)
}
