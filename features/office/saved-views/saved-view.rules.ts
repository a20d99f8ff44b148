// A view as stored and as a list shows it: the same, except for fields that the list has gained or lost since.
import type { Condition } from '@wattdesk/base/filters'
import type { ListView } from '@wattdesk/base/list-view'
import type { ViewContent } from './saved-view.contract.ts'

/** A view as it is kept. The names of rows in the filter panel are left out. */
export const contentOf = ({ filters, columns, ...v }: ListView): ViewContent => ({
  ...v,
  combine: filters.combine,
  conditions: filters.conditions.map(({ field, operator, value }) => ({
    field,
    operator,
    ...(value !== undefined && { value: typeof value === 'object' ? [value[0], value[1]] : value }),
  })),
  columns: columns.map(({ field, isShown }) => ({ field, isShown })),
})

/** A kept view as a list shows it. */
export const viewOf = ({ combine, conditions, ...c }: ViewContent): ListView => ({
  ...c,
  filters: { combine, conditions: conditions as readonly Condition[] },
})

/** Whether a list shows what was kept. Columns that the list has gained or lost since make no difference. */
export function isSame(kept: ViewContent, now: ViewContent): boolean {
  const known = new Set(now.columns.map(c => c.field))
  const named = new Set(kept.columns.map(c => c.field))
  const text = ({ columns, ...rest }: ViewContent) =>
    JSON.stringify([
      columns.filter(c => known.has(c.field) && named.has(c.field)).map(c => [c.field, c.isShown]),
      ...Object.entries(rest).sort(([a], [b]) => (a < b ? -1 : 1)),
    ])
  return text(kept) === text(now)
}
