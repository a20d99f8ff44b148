// Filters: every operator by table, the calendar days of dates in a zone, and what a list refuses.
import fc from 'fast-check'
import { describe, expect, it, test } from 'vitest'
import {
  anyOf,
  type Condition,
  conditionMatches,
  dateRangeOf,
  dayBounds,
  type FieldType,
  type FilterValue,
  isActive,
  matches,
  type Operator,
  operators,
  parseInstant,
  validCondition,
} from './filters.ts'

const ist = 330
const fields = { name: 'text', kw: 'number', at: 'date' } as const

type Case = [type: FieldType, cell: unknown, operator: Operator, value: FilterValue | undefined, expected: boolean]
test.each<Case>([
  ['text', 'Pune East', 'contains', 'eAST', true],
  ['text', 'Pune East', 'notContains', 'eAST', false],
  ['text', null, 'notContains', 'x', true],
  ['text', 'Pune', 'equals', 'pUNE', true],
  ['text', 'Pune', 'notEquals', 'pune', false],
  ['text', null, 'notEquals', 'pune', true],
  ['text', 'Pune', 'startsWith', 'pu', true],
  ['text', 'Pune', 'endsWith', 'NE', true],
  ['text', 'Pune', 'endsWith', 'pu', false],
  ['text', 'Pune', 'isAnyOf', 'delhi, PUNE ,', true],
  ['text', 'Pun', 'isAnyOf', 'delhi, PUNE', false],
  ['text', 42, 'equals', '42', true],
  ['text', '', 'isEmpty', undefined, true],
  ['text', null, 'isEmpty', undefined, true],
  ['text', ' ', 'isEmpty', undefined, false],
  ['text', 'x', 'isNotEmpty', undefined, true],
  ['number', 0, 'isEmpty', undefined, false],
  ['number', null, 'isNotEmpty', undefined, false],
  ['number', 5, 'equals', '5.0', true],
  ['number', '5', 'equals', 5, true],
  ['number', 5, 'notEquals', 5, false],
  ['number', null, 'notEquals', 5, true],
  ['number', null, 'lessThan', 5, false],
  ['number', null, 'equals', 0, false],
  ['number', 5, 'greaterThan', 5, false],
  ['number', 5, 'greaterThanOrEqual', 5, true],
  ['number', 5, 'lessThan', 5, false],
  ['number', 5, 'lessThanOrEqual', 5, true],
  ['number', 5, 'between', [5, 9], true],
  ['number', 9, 'between', ['5', '9'], true],
  ['number', 9.01, 'between', [5, 9], false],
  ['number', 5, 'equals', 'five', false],
  ['number', 5, 'notEquals', 'five', false],
  // 18:30 UTC is midnight in India
  ['date', '2026-03-04T18:30:00Z', 'equals', '2026-03-05', true],
  ['date', '2026-03-04T18:29:59.999Z', 'equals', '2026-03-05', false],
  ['date', '2026-03-05T18:29:59.999Z', 'equals', '2026-03-05', true],
  ['date', '2026-03-05T18:30:00Z', 'notEquals', '2026-03-05', true],
  ['date', '2026-03-05T10:00:00Z', 'notEquals', '2026-03-05', false],
  ['date', '2026-03-05T10:00:00Z', 'after', '2026-03-05', false],
  ['date', '2026-03-05T18:30:00Z', 'after', '2026-03-05', true],
  ['date', '2026-03-04T18:30:00Z', 'onOrAfter', '2026-03-05', true],
  ['date', '2026-03-04T18:30:00Z', 'before', '2026-03-05', false],
  ['date', '2026-03-04T18:29:59.999Z', 'before', '2026-03-05', true],
  ['date', '2026-03-05T18:29:59.999Z', 'onOrBefore', '2026-03-05', true],
  ['date', '2026-03-05T18:30:00Z', 'onOrBefore', '2026-03-05', false],
  ['date', '2026-03-06T18:29:59.999Z', 'between', ['2026-03-05', '2026-03-06'], true],
  ['date', '2026-03-04T18:29:59.999Z', 'between', ['2026-03-05', '2026-03-06'], false],
  ['date', new Date('2026-03-05T10:00:00Z'), 'equals', '2026-03-05T23:00', true],
  ['date', 'soon', 'notEquals', '2026-03-05', false],
  ['date', '2026-03-05T10:00:00Z', 'notEquals', '2026-02-30', false],
  ['date', null, 'notEquals', '2026-03-05', false],
  ['date', null, 'isEmpty', undefined, true],
  ['date', 'soon', 'isEmpty', undefined, false],
])('%s %j %s %j is %s', (type, cell, operator, value, expected) => {
  expect(conditionMatches(cell, { field: 'f', operator, value }, type, ist)).toBe(expected)
})

describe('a condition', () => {
  test.each<[Partial<Condition>, boolean]>([
    [{ field: 'name', operator: 'contains', value: 'a' }, true],
    [{ field: 'name', operator: 'contains', value: ' ' }, false],
    [{ field: 'name', operator: 'contains' }, false],
    [{ field: '', operator: 'contains', value: 'a' }, false],
    [{ field: 'name', operator: 'isEmpty' }, true],
    [{ field: 'kw', operator: 'equals', value: 0 }, true],
    [{ field: 'kw', operator: 'between', value: [1, ''] }, false],
    [{ field: 'kw', operator: 'between', value: 1 }, false],
    [{ field: 'kw', operator: 'equals', value: [1, 2] }, false],
    [{ field: 'name', operator: 'isAnyOf', value: ' , ' }, false],
  ])('%j is active: %s', (condition, active) => expect(isActive(condition as Condition)).toBe(active))

  test.each<[Condition, string]>([
    [{ field: 'zz', operator: 'equals', value: '1' }, 'Cannot filter by zz'],
    [{ field: 'toString', operator: 'equals', value: '1' }, 'Cannot filter by toString'],
    [{ field: 'kw', operator: 'contains', value: '1' }, 'kw has no operator contains'],
    [{ field: 'name', operator: 'equals', value: '' }, 'name needs a value for equals'],
    [{ field: 'kw', operator: 'between', value: [1, 'x'] }, 'kw must be a number'],
  ])('%j is refused: %s', (condition, error) => expect(validCondition(condition, fields)).toEqual({ ok: false, error }))
})

describe('conditions', () => {
  const row = { name: 'Pune', kw: 7, at: '2026-03-05T10:00:00Z' }
  const yes: Condition = { field: 'kw', operator: 'equals', value: 7 }
  const no: Condition = { field: 'name', operator: 'equals', value: 'Delhi' }
  const idle: Condition = { field: 'name', operator: 'equals', value: '' }

  it('combine by AND and OR, and inactive ones do not count', () => {
    expect(matches(row, { combine: 'AND', conditions: [yes, no] }, fields)).toBe(false)
    expect(matches(row, { combine: 'OR', conditions: [yes, no] }, fields)).toBe(true)
    expect(matches(row, { combine: 'AND', conditions: [yes, idle] }, fields)).toBe(true)
    expect(matches(row, { combine: 'OR', conditions: [idle] }, fields)).toBe(true)
  })

  it('on an unknown field match nothing', () => {
    expect(matches(row, { combine: 'AND', conditions: [{ ...yes, field: 'zz' }] }, fields)).toBe(false)
  })
})

describe('days', () => {
  it('hold exactly the instants whose local date they are', () => {
    const instant = fc.date({ min: new Date('2000-01-01Z'), max: new Date('2100-01-01Z'), noInvalidDate: true })
    fc.assert(
      fc.property(instant, fc.integer({ min: -840, max: 840 }), (at, tz) => {
        const day = new Date(at.getTime() + tz * 60_000).toISOString().slice(0, 10)
        const bounds = dayBounds(day, tz)
        expect(bounds && bounds.from <= at && at <= bounds.to).toBe(true)
        expect(dayBounds(at, tz)).toEqual(bounds)
        expect(bounds && bounds.to.getTime() - bounds.from.getTime()).toBe(86_399_999)
      }),
    )
  })

  test.each(['2026-02-30', '2026-13-01', '26-01-01', 'x', '', '2026-01-01T24:00', null, 5])('%j is no date', value =>
    expect(parseInstant(value, ist)).toBeUndefined(),
  )

  it('of a between the wrong way round match nothing', () => {
    const condition: Condition = { field: 'at', operator: 'between', value: ['2026-03-06', '2026-03-05'] }
    expect(dateRangeOf(condition, ist)).toEqual({ never: true })
  })

  it('and times keep their own zone', () => {
    expect(parseInstant('2026-03-05T00:00', ist)?.toISOString()).toBe('2026-03-04T18:30:00.000Z')
    expect(parseInstant('2026-03-05T00:00:00.5-02:00', ist)?.toISOString()).toBe('2026-03-05T02:00:00.500Z')
  })
})

it('the operators are the named ones, in their order', () => {
  expect(operators.text).toHaveLength(9)
  expect(operators.number).toHaveLength(9)
  expect(operators.date).toHaveLength(9)
  expect(anyOf('a,, b ')).toEqual(['a', 'b'])
})
