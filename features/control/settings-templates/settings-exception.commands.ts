// Excepting a key of a charger, or all of its keys, and taking that back (CAMP-06): the charger is compared at once.
import { fail } from '@wattdesk/wire/route'
import { knownKey } from '#control/charger-config/config-keys.contract.ts'
import { compareSettings } from '#control/settings-drift/settings-compare.store.ts'
import { chargerKey } from '#fleet/chargers/charger-id.store.ts'
import type { Services } from '#office/installation/services.ts'
import type { Caller } from '#platform/audit/act.ts'
import { recordActs } from '#platform/records/acts.ts'
import {
  type SettingsException,
  type SettingsExceptionBody,
  settingsExceptionRecord,
} from './settings-exception.contract.ts'
import * as store from './settings-exception.store.ts'

const acts = recordActs({
  lock: store.lock,
  get: store.get,
  shown: store.shown,
  kind: settingsExceptionRecord,
  missing: 'Exception not found',
  words: { settings_exception_once: { text: 'This key is excepted at this charge point already', field: 'key' } },
  valuesOf: row => ({ chargepoint_pk: row.chargepointPk, key: row.keyName, reason: row.reason }),
})

export const createException = (
  services: Services,
  caller: Caller,
  { chargepoint_pk, key, reason }: SettingsExceptionBody,
): Promise<SettingsException> =>
  acts.create(services, caller, async (trx, { who, scope }) => {
    const pk = await chargerKey(trx, scope, String(chargepoint_pk))
    const text = 'Charge point not found'
    if (pk !== chargepoint_pk) return fail(422, text, { chargepoint_pk: text })
    const spelling = key === null ? null : (knownKey(key)?.name ?? key)
    const at = services.now()
    const id = await store.add(trx, { pk, spelling, reason, userId: who.userId, at })
    await compareSettings(trx, [pk], at)
    return { id, scope }
  })

export const removeException = (services: Services, caller: Caller, id: number): Promise<void> =>
  acts.remove(services, caller, id, async (trx, before) => {
    await store.remove(trx, id)
    await compareSettings(trx, [before.chargepointPk], services.now())
    return undefined
  })
