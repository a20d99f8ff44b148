// The reply of a list that the server pages: the rows, how many match in all, and which page this is.
import { type ListQuery, pageOf } from '@wattdesk/base/paging'
import { demandExportable } from '#platform/db/list.ts'
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
export async function listReply<R, W>(query: ListQuery, { total, rows, row }: List<R, W>) {
  demandExportable(query, total)
  return { data: shaped(await rows(), row), total, ...pageOf(query) }
}
