// The declaration of a big list (docs/lists.md): its table with the alias `t`, the scopes it serves, its filters, sort
// orders and search, and the index that serves each of them.
import type { Condition, FilterFields } from '@wattdesk/base/filters'
import type { ListQuery } from '@wattdesk/base/paging'
import type { RawBuilder } from 'kysely'
import type { Db } from './db.ts'
import type { Scope } from './scope.ts'

export type Sql = RawBuilder<unknown>
export type Bool = RawBuilder<boolean>

/** Which rows an expression is for: any of them, or those whose figures no longer change. */
export type CountKind = 'any' | 'finished'

/** A field that people filter or sort by. */
export type Field = {
  /** SQL of the field for rows that no longer change; the same as the indexed expression. */
  sql: Sql
  /** SQL of the field for any row; a running row has its value in the joined table. */
  live?: Sql
  /** How many of the whole numbers in `sql` make one of the unit that filters use (100 paise a rupee). */
  per?: number
  /** Never empty, so that nobody need look for empty ones. */
  required?: true
  /** The index that leads to the rows of a value or range. */
  index?: string
  /** The index of trigrams over `sql`; where there is no `index`, equality asks it too. */
  words?: string
  /** The index on (team_id, what is sorted by, id) that the order by this field is read from. */
  sort?: string
  /** The expression to sort by, if not `sql`. */
  sortKey?: Sql
  /** The record's own number, of which parts are looked for among the numbers that hold them. */
  number?: Sql
  /** The condition in other words, where the field knows better; undefined leaves it as it is. */
  known?: (c: Condition) => Bool | undefined
  /** Returns the condition that a search text means by this field's words; undefined if it means none of them. */
  meant?: (q: string) => Bool | undefined
}

/**
 * A table that holds each name once which many rows of the list bear: filters and searches over names ask it first.
 * `key` is a column of both tables: a number of whoever bears the names, or (`isText`) the name itself, here in small
 * letters, there indexed by `lower()`.
 */
export type NameTable = {
  table: string
  key: string
  isText?: true
  /** Columns of both tables that hold names; the search looks in all of them. */
  columns: readonly string[]
  /** Fields of the list whose filters are looked up, each with its column here. */
  fields?: Readonly<Record<string, string>>
  /** The table has company_id and team_id, so that only names of the scope are found. */
  isScoped?: true
  /** Rows of the list may have no key; an index of their own holds the names of those. */
  mayLackKey?: true
}

/**
 * A big list. Its table has `team_id` and `company_id`, a whole number for an id, and a time that is never null, by which
 * the newest come first.
 */
export type Declared<F extends string = string, S extends string = string> = {
  table: string
  id: string
  /** The contract's offer: the type of each filter, and the names of the sort orders. */
  offers: { filters: Readonly<Record<F, FilterFields[string]>>; sorts: readonly S[] }
  /** The field of the time by which the newest come first. Its indexes are those of `scopes`. */
  time: NoInfer<S>
  /** The scopes that may be asked for, each with its index on the time and the id: (time), (company_id, time), (team_id, time). */
  scopes: Readonly<Partial<Record<Scope['kind'], string>>>
  fields: { readonly [K in NoInfer<F> | NoInfer<S>]: Field }
  /** Rows whose figures still change; the indexes of fields leave them out. `join` gives their present figures. */
  running?: { is: Bool; ended: Bool; join: Sql }
  /** A date that follows the time within so many hours and so bounds it, but for the rows `but`, which are asked for beside. */
  follows?: { field: NoInfer<F>; hours: number; but: Bool }
  names?: Readonly<Record<string, NameTable>>
  /**
   * Cells the search looks in beside the names and the record's own number (`Field.number`), each with trigrams; whole words that mean a state. `text`: a stored column
   * with all cells and names in small letters, with trigrams of its own, which is looked in instead.
   */
  search: { cells: readonly Sql[]; text?: Sql; states?: Readonly<Record<string, Readonly<Record<CountKind, Bool>>>> }
  /** Rows of a scope, where their number is kept. Without it they are counted, as far as a total is asked for. */
  total?: (db: Db, scope: Scope) => Promise<number>
}

/** `total`: 'exact' (the default) counts every match, 'fast' says what is known, 'only' wants no rows. */
type BigQuery = ListQuery & { total?: 'exact' | 'fast' | 'only' | undefined }

/**
 * `window`: newest rows a filter is tried on before its own index is asked. `gather`: rows that index may give to be
 * sorted, and how far a fast total counts. `names`: names that may be listed; a text that more hold is common.
 */
export type Reach = { window: number; gather: number; names: number }

/** The meaning of a text: keys, or names in small letters; undefined: too many to be listed. */
export type MatchedNames = readonly (number | string)[] | undefined
/**
 * The names that the conditions and the search of a query mean; the search by name table. `numbers`: the records' own
 * numbers that hold the search text.
 */
export type Names = {
  conditions: ReadonlyMap<Condition, MatchedNames>
  search: Readonly<Record<string, MatchedNames>>
  numbers: MatchedNames
}

/** A question to a list. `own`: a condition that the caller sets itself (one charger's rows), with an index of its own. */
export type BigListRequest<Q extends BigQuery = BigQuery> = {
  scope: Scope
  own: Bool | undefined
  query: Q
  reach?: Reach
  names?: Names
  /** The rows behind a cursor, in the order by time. */
  behind?: Bool
}
/** The ids of one page in order; `total` is a lower bound where it is not exact. */
export type BigListPage = { ids: number[]; total: number; totalIsExact: boolean }
