// List queries: what is read from text, and what is refused with which words.
import { describe, expect, it, test } from 'vitest'
import { listQuery, rowsOf, sortOf } from './paging.ts'

const query = listQuery(['id', 'startedAt'], { name: 'text', kw: 'number', at: 'date' })
const filters = (...conditions: unknown[]): string => JSON.stringify({ combine: 'OR', conditions })

describe('a list query', () => {
  it('reads its values from text', () => {
    const kw = { field: 'kw', operator: 'between', value: [1, '2'] }
    const empty = { field: 'anything', operator: 'equals', value: '' }
    expect(
      query.parse({ page: '2', pageSize: '100', sort: '-id', q: ' x ', tz: '-60', filters: filters(kw, empty) }),
    ).toEqual({
      page: 2,
      pageSize: 100,
      sort: '-id',
      q: 'x',
      tz: -60,
      filters: { combine: 'OR', conditions: [{ ...kw, valueType: 'number' }] },
    })
    expect(query.parse({})).toEqual({})
    expect(query.parse({ filters: '{"conditions":[]}' }).filters?.combine).toBe('AND')
  })

  test.each([
    [{ sort: 'name' }, 'Cannot sort by name'],
    [{ filters: '{' }, 'Filters must be JSON'],
    [{ filters: '[]' }, 'Filters must be {combine, conditions: [{field, operator, value}]}'],
    [{ filters: filters({ field: 'zz', operator: 'equals', value: 1 }) }, 'Cannot filter by zz'],
    [{ filters: filters({ field: 'kw', operator: 'contains', value: 1 }) }, 'kw has no operator contains'],
    [{ filters: filters({ field: 'kw', operator: 'equals', value: 'x' }) }, 'kw must be a number'],
  ])('%j is refused: %s', (input, message) => {
    expect(query.safeParse(input).error?.issues.map(issue => issue.message)).toEqual([message])
  })

  test.each([
    { page: '0' },
    { page: 'x' },
    { page: '1.5' },
    { pageSize: '101' },
    { q: 'x'.repeat(201) },
    { export: 'yes' },
    { tz: '900' },
  ])('%j is refused', input => expect(query.safeParse(input).success).toBe(false))
})

it('rows follow from the page', () => {
  expect(rowsOf({ page: 3, pageSize: 25 })).toEqual({ limit: 25, offset: 50 })
  expect(rowsOf({})).toEqual({ limit: 5000, offset: 0 })
  expect(rowsOf({ export: 'true', page: 3 })).toEqual({ limit: 100_001, offset: 0 })
  expect(sortOf('-id')).toEqual({ field: 'id', descending: true })
  expect(sortOf('id')).toEqual({ field: 'id', descending: false })
})
