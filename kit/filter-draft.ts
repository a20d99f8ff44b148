// The rows of the filter builder while they are being written, and the rules on changing them (S-FILTERS).
import { type Condition, type FieldType, type Filters, isActive, type Operator } from '@wattdesk/base/filters'
import { plainNumber } from '@wattdesk/base/numbers'

export type DraftRow = {
  id: string
  field: string
  operator: Operator | ''
  value?: string | [string, string] | undefined
}
export type Draft = { combine: 'AND' | 'OR'; rows: readonly DraftRow[] }

const blank = (): DraftRow => ({ id: crypto.randomUUID(), field: '', operator: '' })

const textOf = (v: Condition['value']): DraftRow['value'] =>
  Array.isArray(v) ? [String(v[0]), String(v[1])] : v === undefined ? undefined : String(v)

/** The applied filters as rows to change; one empty row where there is none. */
export const draftOf = (filters: Filters): Draft => ({
  combine: filters.combine,
  rows: filters.conditions.length
    ? filters.conditions.map(c => ({
        id: crypto.randomUUID(),
        field: c.field,
        operator: c.operator,
        value: textOf(c.value),
      }))
    : [blank()],
})

const change = (draft: Draft, id: string, to: (row: DraftRow) => DraftRow): Draft => ({
  ...draft,
  rows: draft.rows.map(r => (r.id === id ? to(r) : r)),
})
/** Choosing a field resets operator and value. */
export const setField = (draft: Draft, id: string, field: string): Draft =>
  change(draft, id, () => ({ id, field, operator: '' }))
/** Choosing an operator resets the value. */
export const setOperator = (draft: Draft, id: string, operator: DraftRow['operator']): Draft =>
  change(draft, id, ({ field }) => ({ id, field, operator }))
export const setValue = (draft: Draft, id: string, value: DraftRow['value']): Draft =>
  change(draft, id, row => ({ ...row, value }))
export const addRow = (draft: Draft): Draft => ({ ...draft, rows: [...draft.rows, blank()] })
/** The last row cannot be deleted. */
export const removeRow = (draft: Draft, id: string): Draft =>
  draft.rows.length === 1 ? draft : { ...draft, rows: draft.rows.filter(r => r.id !== id) }

/** The typed text as a number; a text that is no number stays, and the list refuses it in words. */
const figure = (typed: string): string | number => plainNumber(typed) ?? typed

/** The active rows as filters; numbers as numbers. */
export const applied = (draft: Draft, typeOf: (field: string) => FieldType): Filters => {
  const value = (row: DraftRow): Condition['value'] => {
    if (typeOf(row.field) !== 'number' || row.value === undefined) return row.value
    return Array.isArray(row.value) ? [figure(row.value[0]), figure(row.value[1])] : figure(row.value)
  }
  return {
    combine: draft.combine,
    conditions: draft.rows
      .filter(r => isActive(r))
      .map(r => {
        const v = value(r)
        const valueless = r.operator === 'isEmpty' || r.operator === 'isNotEmpty'
        return { field: r.field, operator: r.operator as Operator, ...(v !== undefined && !valueless && { value: v }) }
      }),
  }
}
