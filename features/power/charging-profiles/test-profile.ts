// A charging profile as it is written, for tests: a default of two periods for the whole of 2026.
import type { ChargingProfileBody } from './charging-profile-body.contract.ts'

export type Written = Omit<ChargingProfileBody, 'schedulePeriods'> & { schedulePeriods: readonly object[] }
let count = 100
/** A body with a number that no other of the run has. */
export const profileBody = (more: Record<string, unknown> = {}): Written => ({
  charging_profile_id: ++count,
  stack_level: 2,
  description: 'Night first',
  charging_profile_purpose: 'TxDefaultProfile',
  charging_profile_kind: 'Recurring',
  recurrency_kind: 'Daily',
  valid_from: '2026-01-01T00:00:00Z',
  valid_to: '2026-12-31T23:59:59Z',
  duration_in_seconds: 86_400,
  start_schedule: '2026-01-01T18:30:00Z',
  note: 'Agreed with the grid operator',
  min_charging_rate: 6,
  charging_rate_unit: 'A',
  schedulePeriods: [
    { start_period: 1, power_limit: 32, number_phase: 3 },
    { start_period: 21_600, power_limit: 16.5, number_phase: null },
  ],
  ...more,
})
