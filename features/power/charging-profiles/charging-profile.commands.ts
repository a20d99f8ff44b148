// Making, changing and deleting charging profiles (D-CP-2, D-CP-3). Changes of one profile follow each other. Chargers
// keep the profile as it was sent: a change reaches them when the profile is sent again.
import { fail } from '@wattdesk/wire/route'
import type { Services } from '#office/installation/services.ts'
import { teamScope } from '#platform/access/scope.ts'
import type { Caller, Words } from '#platform/audit/act.ts'
import { recordActs } from '#platform/records/acts.ts'
import { type ChargingProfile, chargingProfileRecord } from './charging-profile.contract.ts'
import * as store from './charging-profile.store.ts'
import type { ChargingProfileBody } from './charging-profile-body.contract.ts'
import { LAST_PERIOD } from './profile-choices.words.ts'

export const MISSING = 'Charging profile not found'
const PERIOD_MISSING = 'Schedule period not found'
const TAKEN = 'Profile Id already exists'
const WORDS: Words = { charging_profile_number: { text: TAKEN, field: 'charging_profile_id' } }
const acts = recordActs({
  feature: 'ChargingProfile',
  kind: chargingProfileRecord,
  missing: MISSING,
  words: WORDS,
  lock: store.lock,
  get: async (trx, scope, pk) => {
    const row = await store.get(trx, scope, pk)
    return row && store.profileOf(row)
  },
  shown: profile => profile,
  // Without the fields that the entry has already.
  valuesOf: ({ charging_profile_pk: _, teamId: _t, team_name: _n, ...profile }: ChargingProfile) => profile,
  teamOf: profile => profile.teamId,
})

/** Makes a profile of the team of the call. */
export const createChargingProfile = (services: Services, caller: Caller, body: ChargingProfileBody) =>
  acts.create(services, caller, async (trx, { who, scope: { teamId } }) => {
    const { scope } = await teamScope(trx, who, teamId, 'ChargingProfile.create')
    return { id: await store.create(trx, { teamId, at: services.now(), body }), scope }
  })

/** Changes a profile within the scope; the periods of the body replace the old periods. */
export const changeChargingProfile = (services: Services, caller: Caller, pk: number, body: ChargingProfileBody) =>
  acts.change(services, caller, pk, async (trx, before) => {
    const known = before.schedulePeriods.map(s => s.schedule_period_pk)
    const named = body.schedulePeriods.map(s => s.schedule_period_pk).filter(key => key !== null)
    const isStrange = named.some((key, i) => !known.includes(key) || named.indexOf(key) !== i)
    if (isStrange) fail(422, PERIOD_MISSING, { schedulePeriods: PERIOD_MISSING })
    await store.update(trx, pk, body)
  })

export const removeChargingProfile = (services: Services, caller: Caller, pk: number): Promise<void> =>
  acts.remove(services, caller, pk, async trx => void (await store.remove(trx, pk)))

/** Deletes a period; the last one of a profile stays. */
export const removeSchedulePeriod = (services: Services, caller: Caller, pk: number, periodPk: number) =>
  acts.change(services, caller, pk, async (trx, before) => {
    if (!before.schedulePeriods.some(s => s.schedule_period_pk === periodPk)) fail(404, PERIOD_MISSING)
    if (before.schedulePeriods.length === 1) fail(409, LAST_PERIOD)
    await store.removePeriod(trx, pk, periodPk)
  })
