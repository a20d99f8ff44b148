// The reads of a record with fields (packages/base/src/record.ts), within a scope: a page of its list, the count of the
// list, and one record.
import type { ListQuery } from '@wattdesk/base/paging'
import type { RecordFields, ShownRecord } from '@wattdesk/base/record'
import { type RawBuilder, sql } from 'kysely'
import { type Scope, within } from '#platform/access/scope.ts'
import type { Db, Trx } from '#platform/db/db.ts'
import { type CursorKey, cursorKeySql, endSql, filtersSql, joined as joinedBy } from '#platform/db/list.ts'
import { columnsOf } from '#platform/db/record.ts'
import { pageOrExportRows } from '#platform/http/exports.ts'
import { listReply } from '#platform/http/list-reply.ts'
import { type JoinedSql, listColumns, recordSearch, rowReader, storedColumns } from './columns.ts'

type ReadOptions<F extends RecordFields> = {
  fields: F
  /** The `from` of the statements: the record's table under `alias`, and the tables of joined values. */
  from: RawBuilder<unknown>
  alias: string
  /** The record's number. */
  id: RawBuilder<unknown>
  joined?: JoinedSql
  /** SQL of the fields that lists alone have. */
  ofLists?: JoinedSql
  /** The rows of a scope, where they are not those of the table `alias`. */
  scoped?: (scope: Scope) => RawBuilder<boolean>
  /** Further columns that the store reads for its own purposes. */
  beside?: RawBuilder<unknown>
  /** What the list goes by with a cursor, where `id` is no number or more than one column. */
  cursor?: CursorKey
  /** Rows that are there at all, such as those that nobody deleted. */
  where?: RawBuilder<boolean>
  /** The order of a list that is not sorted: a field, with '-' in front where the order is descending. */
  order: string
  /** The search, where it is more than the searched fields. */
  search?: (query: ListQuery, searched: (q: string | undefined) => RawBuilder<boolean>) => RawBuilder<boolean>
}

/**
 * @param R The stored row, with its joined values under the names of the fields in camel case.
 * @example
 * const reads = recordReads<TicketRow>()({ fields: ticketFields, from: sql`ticket s`, alias: 's', id: sql`s.ticket_id`, order: '-createAt' })
 */
export const recordReads =
  <R extends object>() =>
  <F extends RecordFields>(options: ReadOptions<F>) => {
    const {
      fields,
      from,
      alias,
      id,
      joined = {},
      ofLists,
      beside,
      where = sql<boolean>`true`,
      order,
      search,
      cursor = { number: options.id },
    } = options
    const { scoped = (scope: Scope) => within(scope, alias) } = options
    const columns = listColumns(fields, alias, { ...joined, ...ofLists })
    const searched = recordSearch(fields, alias, { ...joined, ...ofLists })
    const selected = sql.join([
      columnsOf(alias, storedColumns(fields)),
      ...Object.entries(joined).map(([name, value]) => sql`${value} as ${sql.id(name)}`),
      ...(beside ? [beside] : []),
    ])
    /** Search and filters of a list. */
    const matching = (query: ListQuery): RawBuilder<boolean> =>
      joinedBy(
        [search ? search(query, searched) : searched(query.q), filtersSql(query.filters, columns, query.tz)],
        'AND',
      )
    const inScope = (scope: Scope) => sql<boolean>`${where} and ${scoped(scope)}`
    const count = async (db: Db, scope: Scope, query: ListQuery): Promise<number> => {
      const { rows } = await sql<{ n: number }>`select count(*) as n from ${from}
      where ${inScope(scope)} and ${matching(query)}`.execute(db)
      return rows[0]?.n ?? 0
    }
    /** One page of the list. */
    const list = (db: Db, scope: Scope, query: ListQuery) =>
      pageOrExportRows(
        db,
        query,
        sql<R>`select ${cursorKeySql(cursor)} as cursor_key, ${selected} from ${from} where ${inScope(scope)} and ${matching(query)}
        ${endSql(query, order, columns, cursor, id)}`,
      )
    /** Records by a condition, in the order of their numbers. */
    const rows = async (db: Db | Trx, condition: RawBuilder<boolean>): Promise<R[]> =>
      (await sql<R>`select ${selected} from ${from} where ${where} and ${condition} order by ${id}`.execute(db)).rows
    /** A row as replies show the record. */
    const shown: (row: R) => ShownRecord<F> = rowReader(fields)
    const replyBy =
      <S>(row: (row: R) => S) =>
      async (db: Db, scope: Scope, query: ListQuery) =>
        listReply(query, { total: await count(db, scope, query), rows: () => list(db, scope, query), row })
    return {
      shown,
      matching,
      inScope,
      rows,
      list,
      /** The reply of the list: one page, and the count of all. */
      reply: replyBy(shown),
      /** The same, of rows that replies show with more than their fields. */
      replyBy,
      /** One record; undefined where the scope has none with this number. */
      get: async (db: Db | Trx, scope: Scope, recordId: number): Promise<R | undefined> =>
        (await rows(db, sql<boolean>`${id} = ${recordId} and ${scoped(scope)}`))[0],
    }
  }
