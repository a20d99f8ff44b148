// SetChargingProfile, ClearChargingProfile and GetCompositeSchedule (D-OCPP-10).

import { operation } from './operation.contract.ts'
import { choice, connector, optional, profile, whole, withCheck } from './operation-field.contract.ts'

/** A week: chargers return no longer schedules, and few return as much. */
const LONGEST_SCHEDULE_S = 604_800
const ANY = 'Any'

/** A stored profile is installed; features/power/charging-profiles writes its request. */
export const setChargingProfile = operation({
  name: 'SetChargingProfile',
  fields: { connectorId: connector({ withWhole: true }), charging_profile_pk: profile() },
  wire: { ocpp16: { action: 'SetChargingProfile' } },
  writtenFrom: 'charging profiles',
  changesLimits: () => true,
  answers: {
    Rejected: 'The charge point does not take this profile.',
    NotSupported: 'The charge point does not support charging profiles of this kind.',
  },
  form: {
    group: 'Power',
    help: 'Installs a stored charging profile. It takes the place of one with the same id, or with the same purpose and stack level.',
    says: (charger, _, at) => `Charging profile on ${charger.chargepoint_id}${at}`,
    order: ['charging_profile_pk', 'connectorId'],
  },
})

/** The fields of the request, all of which must match; or a stored profile, whose number is sent as `id`. */
export const clearChargingProfile = operation({
  name: 'ClearChargingProfile',
  fields: {
    charging_profile_pk: optional(profile({ open: ANY })),
    id: optional(whole(0, { label: 'Profile Id', help: 'As installed on the charge point; not beside a profile' })),
    connectorId: optional(connector({ withWhole: true, open: ANY })),
    chargingProfilePurpose: optional(
      choice(['ChargePointMaxProfile', 'TxDefaultProfile', 'TxProfile'], { label: 'Purpose', open: ANY }),
    ),
    stackLevel: optional(whole(0, { label: 'Stack Level' })),
  },
  // The charger goes by the number alone: a field beside the profile would promise an effect that it does not have.
  together: ({ charging_profile_pk, ...fields }) =>
    charging_profile_pk === undefined
      ? []
      : Object.entries(fields)
          .filter(([, value]) => value !== undefined)
          .map(([field]) => ({ field, text: 'Leave this empty where a profile is chosen' })),
  wire: { ocpp16: { action: 'ClearChargingProfile', request: ({ charging_profile_pk: _, ...payload }) => payload } },
  changesLimits: () => true,
  answers: { Unknown: 'No profile that fits was installed on the charge point.' },
  form: {
    group: 'Power',
    help: 'Removes the installed profiles that fit all that is filled in here; with nothing filled in, all of them.',
    says: charger => `Clear charging profiles of ${charger.chargepoint_id}`,
    confirm: charger => ({
      title: `Charging profiles of ${charger.chargepoint_id}`,
      text: 'Limits that the profiles set end at once, also for sessions that are running.',
      yes: 'Clear',
      danger: true,
    }),
  },
})

export const getCompositeSchedule = operation({
  name: 'GetCompositeSchedule',
  fields: {
    connectorId: connector({ withWhole: true }),
    duration: withCheck(
      whole(1, { label: 'Duration', unit: 's', help: 'A week (604800 seconds) at most', initial: '86400' }),
      seconds => seconds <= LONGEST_SCHEDULE_S,
      'Should be a week (604800 seconds) or less',
    ),
    chargingRateUnit: optional(
      choice(['W', 'A'], { label: 'Charging Rate Unit', open: "The charge point's own", choices: ['A', 'W'] }),
    ),
  },
  wire: { ocpp16: { action: 'GetCompositeSchedule' } },
  answers: { Rejected: 'The charge point cannot tell its schedule.' },
  shows: 'schedule',
  form: {
    group: 'Power',
    help: 'Asks what the charge point will allow, with all installed profiles taken together.',
    says: (charger, _, at) => `Schedule of ${charger.chargepoint_id}${at}`,
  },
})
