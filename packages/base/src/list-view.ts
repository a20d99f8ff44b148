// The filters, columns and order of a list, as people save them under a name.
import type { Filters } from './filters.ts'

export type Arranged = { field: string; isShown: boolean }
export type ListView = {
  filters: Filters
  q: string
  /** `field` or `-field`; null: the list's usual order. */
  sort: string | null
  /** All columns in their order. */
  columns: readonly Arranged[]
  density: 'comfortable' | 'compact'
  pageSize: number
}
