// Writes the requests of remote operations that name a stored profile, within the transaction that stores their task.
// The sender must be allowed to see the profile, which must belong to the charger's company and fit its place
// (D-OCPP-10).
import { err, ok } from '@wattdesk/base/result'
import { found } from '@wattdesk/wire/route'
import type { RequestContext, Writers } from '#control/remote-operations/operation-request.commands.ts'
import { evsesOf } from '#fleet/stations/evse.store.ts'
import { connectorWords } from '#fleet/stations/evse-words.rules.ts'
import { everywhere } from '#platform/access/scope.ts'
import type { Trx } from '#platform/db/db.ts'
import { MISSING } from './charging-profile.commands.ts'
import type { ChargingProfile } from './charging-profile.contract.ts'
import * as store from './charging-profile.store.ts'
import { beyondLimits, LIMIT_KEYS, ocppProfileOf, placeFor } from './profile-request.rules.ts'
import { runningOn } from './profile-task.store.ts'

/** A start cannot name a transaction yet, and takes only the profile of a session (OCPP 1.6 section 5.11). */
const ONLY_OF_SESSIONS = 'A start takes a profile of purpose TxProfile only'

async function profileFor(trx: Trx, pk: number, { who, target }: RequestContext): Promise<ChargingProfile> {
  const row = await store.get(trx, await everywhere(trx, who, 'ChargingProfile.view'), pk)
  return store.profileOf(found(row?.companyId === target.companyId ? row : undefined, MISSING))
}

export const profileWriters: Writers = {
  SetChargingProfile: async (trx, { connectorId, charging_profile_pk }, on) => {
    const profile = await profileFor(trx, charging_profile_pk, on)
    const isOfSession = profile.charging_profile_purpose === 'TxProfile' && connectorId > 0
    const session = isOfSession ? await runningOn(trx, on.target.chargepointPk, connectorId) : undefined
    const evse = (await evsesOf(trx, [on.target.chargepointPk]))(on.target.chargepointPk, connectorId)
    const place = placeFor(profile, connectorId, session, connectorWords({ connectorId, ...evse }))
    if (!place.ok) return err({ status: 422, field: 'connectorId', text: place.error })
    return ok({
      payload: { connectorId, csChargingProfiles: ocppProfileOf(profile, session?.transactionId) },
      asks: { keys: LIMIT_KEYS, refusal: told => beyondLimits(profile, told) },
    })
  },

  RemoteStart: async (trx, { connectorId, idTag, charging_profile_pk }, on) => {
    if (charging_profile_pk === undefined) return undefined
    const profile = await profileFor(trx, charging_profile_pk, on)
    if (profile.charging_profile_purpose !== 'TxProfile')
      return err({ status: 422, field: 'charging_profile_pk', text: ONLY_OF_SESSIONS })
    return ok({
      payload: { connectorId, idTag, chargingProfile: ocppProfileOf(profile) },
      asks: { keys: LIMIT_KEYS, refusal: told => beyondLimits(profile, told) },
    })
  },

  ClearChargingProfile: async (trx, { charging_profile_pk }, on) => {
    if (charging_profile_pk === undefined) return undefined
    const profile = await profileFor(trx, charging_profile_pk, on)
    return ok({ payload: { id: profile.charging_profile_id } })
  },
}
