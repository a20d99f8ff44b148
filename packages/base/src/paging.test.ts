// List queries: what is read from text, and what is refused with which words.
import fc from 'fast-check'
import { describe, expect, it, test } from 'vitest'
import { type Condition, longestFilterText, operators, takesCondition } from './filters.ts'
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
  expect(rowsOf({ export: 'all', page: 3 })).toEqual({ limit: Number.MAX_SAFE_INTEGER, offset: 0 })
  expect(sortOf('-id')).toEqual({ field: 'id', descending: true })
  expect(sortOf('id')).toEqual({ field: 'id', descending: false })
})

test('the screen takes a condition of an address exactly where the query of the list takes it and does not pass over it', () => {
  const fields = { name: 'text', kw: 'number', at: 'date' } as const
  const text = fc.oneof(
    fc.string(),
    fc.constantFrom('1', ' ', 'a\0b', '\ud800', '2026-01-31'),
    fc.integer({ min: -1, max: 1 }).map(n => 'x'.repeat(longestFilterText + n)),
  )
  const scalar = fc.oneof(text, fc.double({ noNaN: true, noDefaultInfinity: true }))
  const condition = fc.record(
    {
      field: fc.constantFrom('name', 'kw', 'at', 'other', ''),
      operator: fc.constantFrom(...new Set(Object.values(operators).flat()), 'like'),
      value: fc.oneof(scalar, fc.tuple(scalar, scalar)),
    },
    { requiredKeys: ['field', 'operator'] },
  )
  fc.assert(
    fc.property(condition, one => {
      const read = query.safeParse({ filters: JSON.stringify({ combine: 'AND', conditions: [one] }) })
      const isTaken = read.success && read.data.filters?.conditions.length === 1
      expect(takesCondition(one as Condition, fields)).toBe(isTaken)
    }),
    { numRuns: 1000 },
  )
})
