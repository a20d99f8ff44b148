// Charging profiles: limits over time that an operator defines once and sends to chargers (D-CP-1 to D-CP-3).
import { recordId } from '@wattdesk/base/fields'
import type { FilterFields } from '@wattdesk/base/filters'
import { choiceQuery } from '@wattdesk/base/paging'
import { endpoint, only, type RecordKind } from '@wattdesk/wire/endpoint'
import { recordEndpoints } from '@wattdesk/wire/record-endpoints'
import { z } from 'zod'
import { shownEvse } from '#fleet/stations/evse.contract.ts'
import { ChargingProfileBody } from './charging-profile-body.contract.ts'
import { KINDS, PURPOSES, RATE_UNITS, RECURRENCIES } from './profile-choices.words.ts'

const int = () => z.number().int()
/** The most operations of a profile in the list, the newest; the audit log has them all. */
export const MOST_TASKS = 200

export const SchedulePeriod = z
  .object({
    schedule_period_pk: int(),
    /** Seconds from the start of the schedule. */
    start_period: int(),
    /** In the profile's unit. */
    power_limit: z.number(),
    /** null: the charger assumes 3. */
    number_phase: int().nullable(),
  })
  .meta({ id: 'SchedulePeriod' })
export type SchedulePeriod = z.infer<typeof SchedulePeriod>

export const ChargingProfile = z
  .object({
    charging_profile_pk: int(),
    /** The number by which chargers know the profile; unique in its company. */
    charging_profile_id: int(),
    teamId: int(),
    team_name: z.string(),
    stack_level: int(),
    description: z.string(),
    charging_profile_purpose: z.enum(PURPOSES),
    charging_profile_kind: z.enum(KINDS),
    recurrency_kind: z.enum(RECURRENCIES).nullable(),
    /** Times are yyyy-MM-ddTHH:mm:ssZ, in UTC. */
    valid_from: z.string().nullable(),
    valid_to: z.string().nullable(),
    duration_in_seconds: int().nullable(),
    start_schedule: z.string().nullable(),
    note: z.string(),
    min_charging_rate: z.number().nullable(),
    charging_rate_unit: z.enum(RATE_UNITS),
    /** Ascending. */
    schedulePeriods: z.array(SchedulePeriod),
  })
  .meta({ id: 'ChargingProfile' })
export type ChargingProfile = z.infer<typeof ChargingProfile>
export const chargingProfileRecord: RecordKind<ChargingProfile> = {
  features: ['ChargingProfile'],
  part: only(
    ...(['charging_profile_id', 'stack_level', 'description', 'charging_profile_purpose'] as const),
    ...(['charging_profile_kind', 'recurrency_kind', 'valid_from', 'valid_to', 'duration_in_seconds'] as const),
    ...(['start_schedule', 'note', 'min_charging_rate', 'charging_rate_unit', 'schedulePeriods'] as const),
  ),
}

const profileSortFields = [
  'charging_profile_pk',
  'charging_profile_id',
  'stack_level',
  'description',
  'charging_profile_purpose',
  'charging_profile_kind',
  'valid_from',
  'valid_to',
] as const
const profileFilterFields = {
  charging_profile_id: 'number',
  stack_level: 'number',
  description: 'text',
  charging_profile_purpose: 'text',
  charging_profile_kind: 'text',
  valid_from: 'date',
  valid_to: 'date',
} as const satisfies FilterFields

const profiles = recordEndpoints({
  kind: chargingProfileRecord,
  sorts: profileSortFields,
  filters: profileFilterFields,
  key: 'charging_profile_pk',
  reply: ChargingProfile,
  body: ChargingProfileBody,
})
const OF_TEAM = ['/cms/v1/team/{teamId}/charging-profile']

export const listChargingProfiles = profiles.list('/cms/v1/charging-profile', {
  aliases: OF_TEAM,
  summary: 'The charging profiles of a team and the teams below it',
  /** Those of these keys (`charging_profile_pk`) alone, for a form that has chosen one. */
  query: { keys: choiceQuery.keys },
})
export const getChargingProfile = profiles.read('/cms/v1/charging-profile/{id}', {
  summary: 'One charging profile; {id} is its charging_profile_pk',
})
export const createChargingProfile = profiles.create('/cms/v1/charging-profile', {
  aliases: OF_TEAM,
  summary: 'Create a charging profile of a team',
})
export const updateChargingProfile = profiles.change('/cms/v1/charging-profile/{id}', {
  summary: 'Change a charging profile; chargers keep what they were sent until it is sent again',
})
export const deleteChargingProfile = profiles.remove('/cms/v1/charging-profile/{id}', {
  summary: 'Delete a charging profile; chargers keep what they were sent until it is cleared there',
  data: z.null(),
})

/** A change of the profile, so it takes the right to update the profile (D-GEN-6). The last period cannot be deleted. */
export const deleteSchedulePeriod = endpoint({
  method: 'DELETE',
  path: '/cms/v1/charging-profile/{id}/schedule_periods/{periodId}',
  aliases: ['/cms/v1/profile/{id}/schedule_periods/{periodId}'],
  can: 'ChargingProfile.update',
  record: chargingProfileRecord,
  summary: 'Delete one schedule period of a charging profile',
  params: z.object({ id: recordId(), periodId: recordId() }),
  data: ChargingProfile,
})

/** An operation by which the profile was sent to a charger, or cleared there. */
export const ProfileTask = z
  .object({
    taskId: z.string(),
    operation: z.string(),
    chargepoint_id: z.string(),
    /** 0 is the whole charge point; null where a profile was cleared. */
    connectorId: int().nullable(),
    ...shownEvse,
    state: z.enum(['queued', 'sent', 'done', 'failed', 'timeout']),
    response: z.string().nullable(),
    error: z.string().nullable(),
    at: z.string(),
    /** The username of the person who sent the operation; null: no person did. */
    by: z.string().nullable(),
  })
  .meta({ id: 'ProfileTask' })
export type ProfileTask = z.infer<typeof ProfileTask>

/** The latest 200, newest first; of chargers that the caller may see. */
export const listProfileTasks = endpoint({
  method: 'GET',
  path: '/cms/v1/charging-profile/{id}/tasks',
  can: 'ChargingProfile.view',
  summary: 'To which chargers a charging profile was sent, and how that went',
  params: z.object({ id: recordId() }),
  data: z.array(ProfileTask),
})
