// Addresses of the list of charge points.
import { expect, test } from 'vitest'
import { chargersPath, inStates } from './chargers-path.rules.ts'

const filtersOf = (path: string) =>
  JSON.parse(new URL(path, 'https://portal.example').searchParams.get('filters') ?? 'null')

test('without a condition all charge points are listed', () => expect(chargersPath([])).toBe('/charger'))
test('conditions stand in the address as the list reads them', () => {
  const states = inStates('offline', 'maintenance')
  expect(states).toEqual({
    field: 'live_status',
    operator: 'isAnyOf',
    value: 'offline, maintenance',
    valueType: 'text',
  })
  expect(filtersOf(chargersPath([states]))).toEqual({ combine: 'AND', conditions: [states] })
  const team = { field: 'team_name', operator: 'equals', value: 'A&B #1' } as const
  expect(filtersOf(chargersPath([states, team], 'OR'))).toEqual({ combine: 'OR', conditions: [states, team] })
})
