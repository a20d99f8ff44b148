// The items of bulk actions: created together, taken one by one by the workers, and ended once.
import type { ListQuery } from '@wattdesk/base/paging'
import { type RawBuilder, sql } from 'kysely'
import { ints, texts } from '#platform/db/columns.ts'
import type { Db, Trx } from '#platform/db/db.ts'
import { type Columns, endSql, filtersSql, joined, type Keyed, searchSql } from '#platform/db/list.ts'
import { type ListRows, pageOrExportRows } from '#platform/http/exports.ts'
import { BULK_STATES, type BulkState } from './bulk-action.contract.ts'
import type { KeyResult } from './bulk-action.rules.ts'

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

/** What an item sets at its charger: which keys, null for all that differ; the answers; the key under way. */
export type Settings = {
  keys: readonly string[] | null
  results: readonly KeyResult[]
  now?: { key: string; spelling: string; value: string } | undefined
}
/** The keys that an item tried: answered, and under way. */
export const triedKeys = (s: Settings | null): readonly string[] => s?.results.map(r => r.key.toLowerCase()) ?? []

type NewItem = { pk: number; id: string; keys?: readonly string[] | undefined }
/** Creates the items of a bulk action, in the given order; `keys`: the settings that were chosen. */
export const add = (trx: Trx, id: number, chargers: readonly NewItem[]): Promise<unknown> =>
  sql`insert into bulk_action_item (bulk_action_id, item_no, chargepoint_pk, chargepoint_id, settings)
    select ${id}, x.n, x.pk, x.id, nullif(x.settings, '')::jsonb from unnest(${ints(chargers.map(c => c.pk))}, ${texts(chargers.map(c => c.id))},
      ${texts(chargers.map(c => (c.keys ? JSON.stringify({ keys: c.keys, results: [] }) : '')))})
      with ordinality x (pk, id, settings, n)`.execute(trx)

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
    sql<
      Item & Keyed
    >`select i.item_no as cursor_key, i.item_no, i.chargepoint_pk, i.chargepoint_id, i.state, i.outcome, i.task_id, i.attempt, i.earlier,
        i.begun_at, i.ended_at
      from bulk_action_item i where ${narrowed(id, query)}
      ${endSql(query, 'item_no', columns, { number: sql`i.item_no` })}`,
  )
export const count = async (db: Db, id: number, query: ListQuery): Promise<number> =>
  (await sql<{ n: number }>`select count(*) as n from bulk_action_item i where ${narrowed(id, query)}`.execute(db))
    .rows[0]?.n ?? 0

export type TakenItem = Pick<Item, 'itemNo' | 'chargepointPk' | 'chargepointId'> & { settingText: string | null }
/** The charger of the item i has connected since a moment, and may be sent something. */
export const isBack = (since: Date): RawBuilder<boolean> =>
  sql<boolean>`exists (select from charger_state s where s.chargepoint_pk = i.chargepoint_pk and s.connected and s.boot_accepted
    and s.connected_at >= ${since})`

/**
 * The next waiting item, locked until the transaction ends: no other worker takes it meanwhile, and it still waits
 * after a rollback. `backSince`: only of chargers that have connected since.
 */
export const takeNext = async (trx: Trx, id: number, backSince?: Date): Promise<TakenItem | undefined> =>
  (
    await sql<TakenItem>`select item_no, chargepoint_pk, chargepoint_id, settings::text as setting_text from bulk_action_item i
      where bulk_action_id = ${id} and state = 'Waiting' and ${backSince ? isBack(backSince) : sql`true`}
      order by item_no limit 1 for update skip locked`.execute(trx)
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
export const begin = (
  trx: Trx,
  id: number,
  itemNo: number,
  { taskId, settings }: { taskId: string; settings?: Settings | undefined },
  at: Date,
): Promise<unknown> =>
  sql`update bulk_action_item set state = 'In progress', task_id = ${taskId}, begun_at = coalesce(begun_at, ${at}),
      settings = ${settings ? JSON.stringify(settings) : null}::jsonb
    where bulk_action_id = ${id} and item_no = ${itemNo}`.execute(trx)

export type End = { state: 'Done' | 'Failed' | 'Skipped'; outcome: string }
/** Whether another action has begun to send settings to the charger, and has not ended. */
export const isPushed = async (trx: Trx, pk: number, id: number): Promise<boolean> =>
  (
    await sql`select from bulk_action_item i join bulk_action a using (bulk_action_id)
      where i.chargepoint_pk = ${pk} and i.bulk_action_id <> ${id} and a.kind = 'PushSettings' and i.begun_at is not null
        and i.state in ('Waiting', 'In progress') limit 1`.execute(trx)
  ).rows.length > 0

/** Ends an item that waits; what a charger has answered before stays in front. */
export const end = (db: Db | Trx, id: number, itemNo: number, e: End, at: Date): Promise<unknown> =>
  sql`update bulk_action_item set state = ${e.state}, outcome = concat_ws('. ', outcome, nullif(${e.outcome}::text, '')),
      begun_at = coalesce(begun_at, ${at}), ended_at = ${at}
    where bulk_action_id = ${id} and item_no = ${itemNo} and state = 'Waiting'`.execute(db)

export type OfTask = {
  itemNo: number
  operation: string
  state: 'queued' | 'sent' | 'done' | 'failed' | 'timeout'
  response: string | null
  error: string | null
  taskId: string
  settingText: string | null
}
/** The items in progress whose task has ended; `itemNo`: only this item. */
export const answered = async (db: Db, id: number, itemNo: number | null): Promise<OfTask[]> =>
  (
    await sql<OfTask>`select i.item_no, t.operation, t.state, t.response, t.error, t.task_id, i.settings::text as setting_text
      from bulk_action_item i join task t on t.task_id = i.task_id
      where i.bulk_action_id = ${id} and i.state = 'In progress' and t.ended_at is not null
        and (${itemNo}::int is null or i.item_no = ${itemNo}::int)`.execute(db)
  ).rows

/** How a task leaves its item: ended, or waiting with further keys to set. */
export type Settled = Omit<End, 'state'> & {
  state: End['state'] | 'Waiting'
  itemNo: number
  taskId: string
  settings?: Settings | undefined
}
/** Ends items in progress with the results of their tasks, or has them wait for their next keys. */
export const settle = (db: Db, id: number, ends: readonly Settled[], at: Date): Promise<unknown> =>
  sql`update bulk_action_item i set state = x.state, outcome = x.outcome, settings = nullif(x.settings, '')::jsonb,
      ended_at = case when x.state = 'Waiting' then null else ${at}::timestamptz end
    from unnest(${ints(ends.map(e => e.itemNo))}, ${texts(ends.map(e => e.state))}, ${texts(ends.map(e => e.outcome))},
      ${texts(ends.map(e => e.taskId))}, ${texts(ends.map(e => (e.settings ? JSON.stringify(e.settings) : '')))})
      x (item_no, state, outcome, task_id, settings)
    where i.bulk_action_id = ${id} and i.item_no = x.item_no and i.state = 'In progress' and i.task_id = x.task_id`.execute(
    db,
  )

/** Makes failed items wait again; their former outcome stays. Returns how many. */
export async function retry(trx: Trx, id: number): Promise<number> {
  const { numAffectedRows } = await sql`
    update bulk_action_item set state = 'Waiting', attempt = attempt + 1,
      settings = case when settings is not null then jsonb_build_object('keys', settings->'keys', 'results', '[]'::jsonb) end, outcome = null, task_id = null, begun_at = null,
      ended_at = null, earlier = earlier || jsonb_build_array(jsonb_build_object('attempt', attempt, 'outcome', outcome,
        'taskId', task_id, 'endedAt', to_char(ended_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')))
    where bulk_action_id = ${id} and state = 'Failed'`.execute(trx)
  return Number(numAffectedRows ?? 0)
}

/** Skips the items that wait. Returns how many. */
export async function cancel(trx: Trx, id: number, outcome: string, at: Date): Promise<number> {
  const { numAffectedRows } =
    await sql`update bulk_action_item set state = 'Skipped', outcome = concat_ws('. ', outcome, ${outcome}::text), ended_at = ${at}
    where bulk_action_id = ${id} and state = 'Waiting'`.execute(trx)
  return Number(numAffectedRows ?? 0)
}
