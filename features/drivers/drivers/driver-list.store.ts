// The list of drivers as a big list: its filters, sort orders and search, and the indexes that serve them
// (docs/lists.md).
import { pageOf } from '@wattdesk/base/paging'
import { sql } from 'kysely'
import type { z } from 'zod'
import { type BigListRequest, bigList } from '#platform/db/big-list.ts'
import { idField, oneOf } from '#platform/db/big-list-fields.ts'
import type { Db } from '#platform/db/db.ts'
import { demandExportable } from '#platform/db/list.ts'
import { allById } from '#platform/http/exports.ts'
import { pagedAlone } from '#platform/http/list-reply.ts'
import {
  type Driver,
  type DriverListQuery,
  type DriverSummary,
  driverFilterFields,
  driverSortFields,
} from './driver.contract.ts'
import { driverRowsById, summaryOf } from './driver.store.ts'
import { DRIVER_STATES } from './driver.words.ts'

export type DriverListRequest = BigListRequest<z.output<typeof DriverListQuery>>

/** Selected rows are named by the id; nobody sorts by it. */
const { sort: _, ...id } = idField(sql`t.id`, { words: 'driver_words', sort: '' })
/** As the indexes have it. */
const state = sql`(case when t.is_active then 'Active' else 'Inactive' end)`

export const driverList = bigList({
  table: 'driver',
  id: 'id',
  offers: { filters: driverFilterFields, sorts: driverSortFields },
  time: 'createdAt',
  scopes: { all: 'driver_all', company: 'driver_company', teams: 'driver_team' },
  fields: {
    id,
    createdAt: { sql: sql`t.created_at` },
    fullName: {
      sql: sql`t.full_name`,
      required: true,
      words: 'driver_words',
      sort: 'driver_by_name',
      sortKey: sql`lower(t.full_name)`,
    },
    email: { sql: sql`t.email`, words: 'driver_words', sort: 'driver_by_email', sortKey: sql`lower(t.email)` },
    phone: { sql: sql`t.phone`, words: 'driver_words', sort: 'driver_by_phone' },
    active: { ...oneOf(state, DRIVER_STATES, 'driver_status'), sort: 'driver_by_status' },
    city: { sql: sql`t.city`, words: 'driver_words' },
    domain: { sql: sql`t.domain`, words: 'driver_words' },
    gstin: { sql: sql`t.gstin`, words: 'driver_gstin' },
  },
  search: {
    cells: [sql`t.full_name`, sql`t.email`, sql`t.phone`],
    // As the index driver_search_all has it.
    text: sql`(t.search_text || coalesce(chr(1) || lower(t.gstin) || chr(1) || lower(t.legal_name), ''))`,
  },
})
export const { findPage } = driverList
const { everyId, countMatching } = driverList

type Found = {
  data: Driver[] | AsyncIterable<Driver[]>
  total: number
  totalIsExact: boolean
  next_cursor: string | null | undefined
}
async function whole(db: Db, asked: DriverListRequest): Promise<Found> {
  const total = await countMatching(db, asked)
  demandExportable(asked.query, total)
  const data = allById(db, await everyId(db, asked), ids => driverRowsById(db, asked.scope, ids))
  return { data, total, totalIsExact: true, ...pagedAlone(asked.query) }
}
async function page(db: Db, asked: DriverListRequest): Promise<Found> {
  const { ids, ...total } = await findPage(db, asked)
  return { data: await driverRowsById(db, asked.scope, ids), ...total }
}
const narrowed = async (db: Db, asked: DriverListRequest): Promise<Found> =>
  asked.query.total === 'only'
    ? { data: [], total: await countMatching(db, asked), totalIsExact: true, ...pagedAlone(asked.query) }
    : page(db, asked)
/** All drivers of the scope: the cards have counted them. */
async function all(db: Db, asked: DriverListRequest, counted: Promise<DriverSummary>): Promise<Found> {
  const fast = { ...asked, query: { ...asked.query, total: 'fast' as const } }
  const { data, next_cursor } =
    asked.query.total === 'only' ? { data: [], ...pagedAlone(asked.query) } : await page(db, fast)
  return { data, total: (await counted).total, totalIsExact: true, next_cursor }
}

/** The reply of a list of drivers: a page, a count alone, or a whole as a stream; with the cards of the scope. */
export async function listReplyOf(db: Db, { scope, query }: Pick<DriverListRequest, 'scope' | 'query'>) {
  const asked: DriverListRequest = { scope, query, own: undefined }
  const counted = summaryOf(db, scope)
  const isNarrowed = Boolean(query.q) || (query.filters?.conditions.length ?? 0) > 0
  const read = query.export ? whole(db, asked) : isNarrowed ? narrowed(db, asked) : all(db, asked, counted)
  const [rows, summary] = await Promise.all([read, counted])
  return { ...rows, ...pageOf(query), summary }
}
