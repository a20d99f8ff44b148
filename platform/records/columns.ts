// The store's part of a record, derived from its fields (packages/base/src/record.ts): the columns that are read and
// written, the SQL that lists filter, sort and search by, and the way from a row to a reply.
import { paiseFromRupees, rupeesFromPaise } from '@wattdesk/base/money'
import {
  camelName,
  columnOf,
  type Field,
  filterType,
  isWritten,
  type RecordFields,
  type ShownRecord,
  writtenNames,
} from '@wattdesk/base/record'
import { type RawBuilder, sql } from 'kysely'
import { type Column, type Columns, keyColumn, searchSql } from '#platform/db/list.ts'

/** The SQL of fields whose values come from other tables. */
export type JoinedSql = Readonly<Record<string, RawBuilder<unknown>>>

/** The columns of the record's own table, in camel case, in the order of the fields. */
export const storedColumns = (fields: RecordFields): string[] =>
  Object.entries(fields).flatMap(([name, field]) => columnOf(name, field) ?? [])

/** The field's own SQL: its column of the table named `alias`, or the joined value. */
function fieldSql(name: string, field: Field, alias: string, joined: JoinedSql): RawBuilder<unknown> {
  const column = columnOf(name, field)
  const value = column === null ? joined[name] : sql.ref(`${alias}.${column}`)
  if (!value) throw new Error(`The field ${name} comes from another table, and no SQL is given for it`)
  return value
}
/** A state in words, so that search and filter match the text on the screen. */
const wordSql = ({ setting: { options = [] } }: Field, value: RawBuilder<unknown>): RawBuilder<unknown> =>
  sql`case ${value} ${sql.join(
    options.map(o => sql`when ${sql.lit(o.value)} then ${sql.lit(o.label)}`),
    sql` `,
  )} end`
/** The place of a state among all, so that a sorted list follows their order. */
const placeSql = ({ setting: { options = [] } }: Field, value: RawBuilder<unknown>): RawBuilder<unknown> =>
  sql`array_position(array[${sql.join(options.map(o => sql.lit(o.value)))}], ${value})`

function listColumn(field: Field, value: RawBuilder<unknown>): Column {
  const type = filterType(field)
  switch (field.setting.kind) {
    case 'key':
      return keyColumn(value)
    case 'state':
      return { sql: wordSql(field, value), type, order: placeSql(field, value) }
    case 'money':
      return { sql: value, type, per: 100 }
    case 'day':
      // A day has no zone: its noon lies within the same day almost everywhere.
      return { sql: sql`((${value} + time '12:00') at time zone 'UTC')`, type, order: value }
    default:
      return { sql: value, type, ...(field.setting.ignoresCase && { order: sql`lower(${value})` }) }
  }
}

/** The columns by which a list of the record sorts and filters; `alias` names the record's table in the statement. */
export const listColumns = (fields: RecordFields, alias: string, joined: JoinedSql = {}): Columns =>
  Object.fromEntries(
    Object.entries(fields)
      .filter(([, { setting }]) => setting.isSorted || setting.isFiltered)
      .map(([name, field]) => [name, listColumn(field, fieldSql(name, field, alias, joined))]),
  )

/** The search of a list, compiled once for a record: a text in any of the fields that are searched. */
export function recordSearch(
  fields: RecordFields,
  alias: string,
  joined: JoinedSql = {},
): (q: string | undefined) => RawBuilder<boolean> {
  const searched = Object.entries(fields).filter(([, { setting }]) => setting.isSearched)
  const plain: RawBuilder<unknown>[] = []
  const worded: (readonly [RawBuilder<unknown>, readonly string[]])[] = []
  for (const [name, field] of searched) {
    const value = fieldSql(name, field, alias, joined)
    const { kind, options = [] } = field.setting
    if (kind === 'state') worded.push([wordSql(field, value), options.map(o => o.label)])
    else plain.push(kind === 'key' ? sql`${value}::text` : value)
  }
  return q => searchSql(q, plain, worded)
}

function shownValue({ setting }: Field, value: unknown): unknown {
  if (value === null) return null
  if (setting.kind === 'flag') return setting.flags?.[value ? 0 : 1]
  // A column of large whole numbers comes as a text.
  if (setting.kind === 'number') return Number(value)
  if (setting.kind === 'money') return rupeesFromPaise(BigInt(value as number | string))
  return value instanceof Date ? value.toISOString() : value
}
const storedValue = ({ setting: { kind, flags } }: Field, value: unknown): unknown => {
  if (value === null) return null
  if (kind === 'flag') return value === flags?.[0]
  return kind === 'money' ? Number(paiseFromRupees(value as number)) : value
}

/** The way from a stored row, with its joined values under the names of the fields in camel case, to the record in replies. */
export function rowReader<F extends RecordFields>(fields: F): (row: object) => ShownRecord<F> {
  const shown = Object.entries(fields)
    .filter(([, { setting }]) => setting.writtenBy !== 'lists')
    .map(([name, field]) => [name, columnOf(name, field) ?? camelName(name), field] as const)
  return row => {
    const values = row as Readonly<Record<string, unknown>>
    const record: Record<string, unknown> = {}
    for (const [name, column, field] of shown) record[name] = shownValue(field, values[column] ?? null)
    return record as ShownRecord<F>
  }
}
export const shownRecord = <F extends RecordFields>(fields: F, row: object): ShownRecord<F> => rowReader(fields)(row)

/** The written fields of a row as the audit log keeps them: under the names and in the units of replies. */
export const auditValues = (fields: RecordFields, row: object): Record<string, unknown> => {
  const shown = shownRecord(fields, row)
  return Object.fromEntries(writtenNames(fields).map(name => [name, shown[name]]))
}

/** The written columns with the values of a body; fields that the body does not name, or leaves undefined, are left out. */
export function columnValues(fields: RecordFields, body: object): Record<string, unknown> {
  const values = body as Readonly<Record<string, unknown>>
  return Object.fromEntries(
    Object.entries(fields).flatMap(([name, field]) => {
      const value = values[name]
      const column = columnOf(name, field)
      if (!isWritten(field) || column === null || value === undefined) return []
      return [[column, storedValue(field, value)]]
    }),
  )
}
