// The reply of a list that the server pages: the rows, how many match in all, and which page this is.
import { type ListQuery, pageOf } from '@wattdesk/base/paging'
import { fail } from '@wattdesk/wire/route'
import { demandExportable, nextCursor } from '#platform/db/list.ts'
import { type ListRows, shaped } from './exports.ts'

type List<R, W> = {
  /** How many rows match, on all pages. */
  total: number
  /** Read once the size of an export is known to be allowed. */
  rows: () => ListRows<R> | Promise<ListRows<R>>
  /** A row in the shape of the contract. */
  row: (row: R) => W
}
/** Counted first, then read; an export of too many rows is refused before any is read. */
export async function listReply<R extends object, W>(query: ListQuery, { total, rows, row }: List<R, W>) {
  demandExportable(query, total)
  const found = await rows()
  const beside = { total, ...pageOf(query), next_cursor: Array.isArray(found) ? nextCursor(query, found) : undefined }
  return { data: shaped(found, row), ...beside }
}

const PAGES_ALONE = 'This list goes by pages, not by a cursor'
/** The figures of a list that has no cursor; 422 where one is asked for. */
export function pagedAlone(query: ListQuery) {
  if (query.cursor !== undefined) fail(422, PAGES_ALONE, { cursor: PAGES_ALONE })
  return { ...pageOf(query), next_cursor: undefined }
}
