// The charging profiles of the demo's first operator: a cap for a depot at night, a default for weekdays, and a limit for one
// session.

import type { Trx } from '#platform/db/db.ts'
import * as profiles from '#power/charging-profiles/charging-profile.store.ts'
import type { ChargingProfileBody } from '#power/charging-profiles/charging-profile-body.contract.ts'

const DAY_MS = 86_400_000
const none = { schedule_period_pk: null, number_phase: null }

/** The three profiles, the newest made yesterday. */
export async function makeProfiles(trx: Trx, ids: { bengaluru: number; amberline: number }, now: Date): Promise<void> {
  const year = now.getUTCFullYear()
  // From and to midnight in India.
  const valid = { valid_from: `${year - 1}-12-31T18:30:00Z`, valid_to: `${year + 1}-12-31T18:29:59Z` }
  const made: readonly [teamId: number, daysAgo: number, ChargingProfileBody][] = [
    [
      ids.amberline,
      61,
      {
        charging_profile_id: 101,
        stack_level: 0,
        description: 'Evening peak: 16 A from 18:00 to 22:00',
        charging_profile_purpose: 'TxDefaultProfile',
        charging_profile_kind: 'Recurring',
        recurrency_kind: 'Daily',
        ...valid,
        duration_in_seconds: 86_400,
        // Midnight in India.
        start_schedule: `${year}-01-01T18:30:00Z`,
        note: 'Agreed with the distribution company for the summer months.',
        min_charging_rate: 6,
        charging_rate_unit: 'A',
        schedulePeriods: [
          { ...none, start_period: 1, power_limit: 32, number_phase: 3 },
          { ...none, start_period: 64_800, power_limit: 16, number_phase: 3 },
          { ...none, start_period: 79_200, power_limit: 32, number_phase: 3 },
        ],
      },
    ],
    [
      ids.bengaluru,
      34,
      {
        charging_profile_id: 102,
        stack_level: 1,
        description: 'Sanctioned load of the depot, 120 kW',
        charging_profile_purpose: 'ChargePointMaxProfile',
        charging_profile_kind: 'Absolute',
        recurrency_kind: null,
        ...valid,
        duration_in_seconds: null,
        start_schedule: null,
        note: 'Until the second transformer is in service.',
        min_charging_rate: null,
        charging_rate_unit: 'W',
        schedulePeriods: [{ ...none, start_period: 1, power_limit: 120_000 }],
      },
    ],
    [
      ids.bengaluru,
      1,
      {
        charging_profile_id: 103,
        stack_level: 2,
        description: 'Gentle finish after an hour',
        charging_profile_purpose: 'TxProfile',
        charging_profile_kind: 'Relative',
        recurrency_kind: null,
        valid_from: null,
        valid_to: null,
        duration_in_seconds: null,
        start_schedule: null,
        note: 'For older batteries: half the power after an hour, a third after two.',
        min_charging_rate: null,
        charging_rate_unit: 'W',
        schedulePeriods: [
          { ...none, start_period: 1, power_limit: 30_000 },
          { ...none, start_period: 3600, power_limit: 15_000 },
          { ...none, start_period: 7200, power_limit: 10_000 },
        ],
      },
    ],
  ]
  for (const [teamId, daysAgo, body] of made)
    await profiles.create(trx, { teamId, at: new Date(now.getTime() - daysAgo * DAY_MS), body })
}
