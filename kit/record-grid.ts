// The grid and the filter form of a record, derived from its fields (packages/base/src/record.ts).
import {
  type Field,
  type FieldKind,
  filterType,
  headerOf,
  type RecordFields,
  type ShownRecord,
} from '@wattdesk/base/record'
import type { Column, ColumnKind } from './columns.tsx'
import type { FilterField } from './filters.tsx'

const KINDS: Readonly<Partial<Record<FieldKind, ColumnKind>>> = {
  number: 'number',
  money: 'money',
  instant: 'time',
  day: 'day',
}

/** The word of a state; a state without a word stays as it is. */
export const wordOf = ({ setting: { options = [] } }: Field, value: unknown): string =>
  options.find(o => o.value === value)?.label ?? String(value ?? '')

function columnOfField<R extends object>(name: string, field: Field): Column<R> {
  const { kind, grid = {}, isSorted } = field.setting
  const { header: _, ...place } = grid
  const columnKind = KINDS[kind]
  return {
    field: name,
    header: headerOf(field),
    ...(columnKind && { kind: columnKind }),
    ...(kind === 'state' && { value: (row: R) => wordOf(field, (row as Record<string, unknown>)[name]) }),
    ...(!isSorted && { sort: false as const }),
    ...place,
  }
}

/**
 * The columns of a grid and its files, in the order of the fields.
 *
 * @param own What a column of this screen has beside its declaration, by field: a cell, a value, a live tint.
 * @example gridColumns(serviceRequestFields, { status: { cell: r => <TicketChip status={r.status} /> } })
 */
export const gridColumns = <F extends RecordFields, R extends object = ShownRecord<F>>(
  fields: F,
  own: { [K in keyof F]?: Partial<Column<R>> } = {},
): Column<R>[] =>
  Object.entries(fields).flatMap(([name, field]) =>
    field.setting.grid ? [{ ...columnOfField<R>(name, field), ...own[name] }] : [],
  )

/** The fields of a filter form, in the order of their declaration; a number that no grid shows is the program's own. */
export const recordFilters = (fields: RecordFields): FilterField[] =>
  Object.entries(fields).flatMap(([name, field]) => {
    const { isFiltered, kind, grid } = field.setting
    return isFiltered && (kind !== 'key' || grid)
      ? [{ field: name, label: headerOf(field), type: filterType(field) }]
      : []
  })

/** Both, as a grid takes them. */
export const recordGrid = <F extends RecordFields, R extends object = ShownRecord<F>>(
  fields: F,
  own?: Parameters<typeof gridColumns<F, R>>[1],
) => ({ columns: gridColumns<F, R>(fields, own), filterFields: recordFilters(fields) })
