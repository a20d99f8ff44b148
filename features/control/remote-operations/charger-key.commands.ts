// A new key for a charger, made by us and shown once (D-OCPP-9). A connected charger is sent the key as
// AuthorizationKey, and both keys open until its answer is known; otherwise the new key replaces the old key at once.
import { found } from '@wattdesk/wire/route'
import { lock } from '#fleet/chargers/charger-detail.store.ts'
import { takeKey } from '#fleet/chargers/charger-key.store.ts'
import { hashKey, newKey } from '#fleet/chargers/key-hash.crypto.ts'
import type { Services } from '#office/installation/services.ts'
import { act, type Caller } from '#platform/audit/act.ts'
import { writeNewKey } from './access-change.commands.ts'
import type { Writers } from './operation-request.commands.ts'
import { changeConfiguration } from './operations/configuration.contract.ts'
import type { RemoteOperation } from './operations/operations.contract.ts'
import { NO_CHARGER, prepare } from './remote-operation.commands.ts'
import { runTask } from './task.commands.ts'
import * as tasks from './task.store.ts'

export const KEY_SENT =
  'The new key is on its way to the charge point. Until the charge point has answered, the old key and the new one both open.'
export const KEY_REPLACED =
  'The charge point is not connected, so the new key has replaced the old one: enter it at the charge point, which cannot connect by the old key any more.'

/** Added where the charger is let in without a key, too. */
const NOT_DEMANDED =
  ' It may connect without a key as well, by its security profile: choose profile 1 or higher to demand the key.'
const REPLACED_UNDEMANDED = 'The charge point is not connected: enter the new key at the charge point.'

type Rotated = { authorizationKey: string; taskId: string | null; message: string }

/** Gives a charger in the caller's scope a new key. */
export async function rotateKey(services: Services, caller: Caller, id: string, writers: Writers): Promise<Rotated> {
  const authorizationKey = newKey()
  const sent = await act(services, async (trx, then) => {
    const { pk } = found(await lock(trx, caller.scope, id), NO_CHARGER)
    const target = found(await tasks.target(trx, caller.scope, String(pk), 'key'), NO_CHARGER)
    const isDemanded = (target.securityProfile ?? services.ocppSecurity) > 0
    if (target.connected) {
      const o: RemoteOperation = {
        chargerId: target.chargepointId,
        remoteOperationType: changeConfiguration.name,
        parameters: {
          keyType: 'Custom',
          customConfKey: 'AuthorizationKey',
          customConfValue: authorizationKey,
        },
      }
      // A caller who may change the charger may send a key made by us; a key of the caller's choice takes full access.
      return {
        o,
        isDemanded,
        ...(await prepare(services, trx, then, caller, o, { writers, onEnded: () => undefined })),
      }
    }
    await takeKey(trx, pk, hashKey(Buffer.from(authorizationKey)))
    await writeNewKey(trx, caller.by, target)
    then(() => services.bus.changed({ what: 'charger', chargepointPk: pk }))
    return { isDemanded }
  })
  const { isDemanded } = sent
  if (!('run' in sent)) {
    const message = isDemanded ? KEY_REPLACED : REPLACED_UNDEMANDED + NOT_DEMANDED
    return { authorizationKey, taskId: null, message }
  }
  const { o, task, run } = sent
  if (task.endedAt === null) void runTask(services, run, o, task.taskId)
  return { authorizationKey, taskId: task.taskId, message: isDemanded ? KEY_SENT : KEY_SENT + NOT_DEMANDED }
}
