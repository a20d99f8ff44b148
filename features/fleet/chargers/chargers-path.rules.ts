// Addresses of the list of charge points with its conditions, to which figures that count charge points lead.
import type { Condition, Filters } from '@wattdesk/base/filters'
import type { LiveStatus } from '#fleet/stations/station.rules.ts'

/** Without a condition all charge points. */
export const chargersPath = (conditions: readonly Condition[], combine: Filters['combine'] = 'AND'): string =>
  conditions.length === 0
    ? '/charger'
    : `/charger?filters=${encodeURIComponent(JSON.stringify({ combine, conditions }))}`

/** The charge points of one of these live states. */
export const inStates = (...states: readonly LiveStatus[]): Condition => ({
  field: 'live_status',
  operator: 'isAnyOf',
  value: states.join(', '),
  valueType: 'text',
})
