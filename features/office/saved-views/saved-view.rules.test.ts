// A view as it is stored, shown and compared.
import type { ListView } from '@wattdesk/base/list-view'
import { describe, expect, test } from 'vitest'
import type { ViewContent } from './saved-view.contract.ts'
import { contentOf, isSame, viewOf } from './saved-view.rules.ts'

const view = {
  q: 'mall',
  sort: '-created_at',
  filters: {
    combine: 'OR',
    conditions: [
      { id: 'row-1', field: 'name', operator: 'contains', value: 'a' },
      { id: 'row-2', field: 'amount', operator: 'between', value: [1, 5] },
      { id: 'row-3', field: 'note', operator: 'isEmpty' },
    ],
  },
  columns: [
    { field: 'name', isShown: true, width: 100 },
    { field: 'note', isShown: false },
  ],
} as unknown as ListView
const content = contentOf(view)

test('a view is kept without the names of rows and the widths of columns', () => {
  expect(content).toEqual({
    q: 'mall',
    sort: '-created_at',
    combine: 'OR',
    conditions: [
      { field: 'name', operator: 'contains', value: 'a' },
      { field: 'amount', operator: 'between', value: [1, 5] },
      { field: 'note', operator: 'isEmpty' },
    ],
    columns: [
      { field: 'name', isShown: true },
      { field: 'note', isShown: false },
    ],
  })
})
test('a kept view is shown as it was', () => expect(contentOf(viewOf(content))).toEqual(content))

describe('a list shows the kept view', () => {
  const [name, note] = content.columns
  if (!name || !note) throw new Error('the view has two columns')
  const more = { field: 'city', isShown: true }
  const isShown = (now: Partial<ViewContent>, kept: Partial<ViewContent> = {}) =>
    isSame({ ...content, ...kept }, { ...content, ...now })
  test.each<[string, Partial<ViewContent>, boolean]>([
    ['unchanged', {}, true],
    ['with a column that it has gained since', { columns: [name, note, more] }, true],
    ['without a column that it has lost since', { columns: [name] }, true],
    ['with a column switched on', { columns: [name, { ...note, isShown: true }] }, false],
    ['with its columns in another order', { columns: [note, name] }, false],
    ['with another condition', { conditions: [] }, false],
    ['with conditions joined otherwise', { combine: 'AND' }, false],
  ])('%s: %s', (_, now, same) => expect(isShown(now)).toBe(same))
  test('whatever the order of its values', () => {
    const { columns, ...rest } = content
    expect(isSame(content, { columns, ...Object.fromEntries(Object.entries(rest).toReversed()) } as ViewContent)).toBe(
      true,
    )
  })
})
