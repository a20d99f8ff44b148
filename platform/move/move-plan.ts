// How the rows of an owner move from one installation to another: what is read, which columns hold ids of which records, and
// which rows stay. Ids count from 1 in every installation, so each record gets a new id on the other side.

/** Ids of one kind of record: the table and column that give them out. `sequence`: where the column has none of its own. */
export type Space = { table: string; column: string; sequence?: string }

/**
 * Whose id a column holds: the name of a space. `?`: null where the record does not move. `+`: records that do not move get an
 * id of their own that no record has, as a deleted record leaves. `[]`: a list of ids. Without a sign the record must move.
 */
export type Target = string

export type MovedTable = {
  table: string
  /** The rows `x` that move, as SQL; `:c` is the id of the owner. */
  where: string
  /** A select of the table's columns in place of its own rows, `x` being its name for `where`. */
  from?: string
  /** The column that is the record's id, and the space of the id. */
  key?: readonly [column: string, space: string]
  ids?: Readonly<Record<string, Target>>
  /** Columns whose value the other side gives: numbers to which nothing refers. Rows are inserted in their order. */
  anew?: readonly string[]
  /** Columns of JSON in which ids stand under the keys of the plan. */
  json?: readonly string[]
  /** Values as SQL of the staged row `s`; `:n` is the owner's new id. */
  set?: Readonly<Record<string, string>>
  /** The end of the insert, for rows that a trigger of another table has made already. */
  onConflict?: string
  /** False: something else inserts the rows (a hook of the import). */
  isInserted?: false
  /** False: the number of rows may differ on the other side, where they are stored otherwise. */
  isCounted?: false
}

/** Records that both sides have: found by their natural key, and made where they are missing. */
export type SharedTable = {
  table: string
  where: string
  key: readonly [column: string, space: string]
  natural: readonly string[]
}

export type MovePlan = {
  spaces: Readonly<Record<string, Space>>
  shared: readonly SharedTable[]
  /** In the order in which they may be inserted. */
  moved: readonly MovedTable[]
  /** The space of an id that stands in JSON under a key. */
  jsonKeys: Readonly<Record<string, string>>
  /** Sums of the owner's rows, as SQL of one number by a name; equal on both sides. `:c` is the id of the owner. */
  sums: Readonly<Record<string, string>>
  /** Statements before ids are drawn. */
  locks: readonly string[]
  /** Statements on staged rows and ids, before the values are worked out. */
  prepare: readonly string[]
}

export const staged = (table: string): string => `mv_${table}`
export const worked = (table: string): string => `mn_${table}`
export const idsOf = (space: string): string => `mm_${space}`
export const forOwner = (text: string, id: number): string => text.replaceAll(':c', String(id))

/** The space of a column without its sign, and the sign. */
export function targetOf(target: Target): { space: string; sign: '' | '?' | '+' | '[]' } {
  const [, space = '', sign = ''] = /^(\w+)(\?|\+|\[\])?$/.exec(target) ?? []
  return { space, sign: sign as '' | '?' | '+' | '[]' }
}
