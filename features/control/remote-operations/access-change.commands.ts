// Giving a charge point a new key or a higher security profile: prepared before the message is sent, settled by the
// answer, so that the charger can sign in whatever becomes of the answer (D-OCPP-9).

import * as keys from '#fleet/chargers/charger-key.store.ts'
import { hashKey } from '#fleet/chargers/key-hash.crypto.ts'
import * as audit from '#platform/audit/audit-log.ts'
import type { Trx } from '#platform/db/db.ts'
import { accessChange } from './operation-request.rules.ts'
import type { RemoteOperation } from './operations/operations.contract.ts'
import { fateOf } from './remote-operation.rules.ts'
import type { Run } from './task.commands.ts'
import type { Target } from './task.store.ts'

export type Access = { target: Target; by: audit.By /** The security profile that counts now. */; profile: number }

/** Prepares what the operation changes of the way the charger is let in; undefined for any other operation. */
export async function prepareAccess(trx: Trx, operation: RemoteOperation, a: Access, at: Date): Promise<Run['settle']> {
  const change = accessChange(operation)
  if (!change || change.from === 'another operation') return undefined
  if (change.what === 'profile' && change.from === 'its connection') {
    // The charger may be back by the higher profile before its answer is stored.
    const { chargepointPk: pk } = a.target
    const profile = Number(change.value)
    await keys.expectProfile(trx, pk, profile)
    return (end, outcome) => (fateOf(outcome) === 'refused' ? keys.dropProfile(end, pk, profile) : Promise.resolve())
  }
  if (change.what === 'profile') return profileSettled(a, Number(change.value))
  const keyHash = hashKey(Buffer.from(change.value))
  // From now on both keys open, the new key before the charger even knows it.
  await keys.offerKey(trx, a.target.chargepointPk, { keyHash, state: 'sent' }, at)
  return keySettled(a, keyHash)
}

const entryOf = ({ chargepointPk, teamId }: Target) =>
  ({ action: 'update', feature: 'ChargerPoint', recordId: chargepointPk, teamId }) as const

const keySettled =
  ({ target, by }: Access, keyHash: string): Run['settle'] =>
  async (trx, outcome, at) => {
    const { chargepointPk: pk } = target
    const fate = fateOf(outcome)
    if (fate === 'refused') return keys.dropKey(trx, pk, keyHash)
    if (fate !== 'taken') return keys.offerKey(trx, pk, { keyHash, state: fate }, at)
    await keys.takeKey(trx, pk, keyHash)
    await writeNewKey(trx, by, target)
  }

/** The values are hidden; the entry only says that the key was replaced. */
export const writeNewKey = (trx: Trx, by: audit.By, target: Target): Promise<void> =>
  audit.write(trx, by, { ...entryOf(target), before: { authorizationKey: '1' }, after: { authorizationKey: '2' } })

const profileSettled =
  ({ target, by, profile: before }: Access, profile: number): Run['settle'] =>
  async (trx, outcome) => {
    const { chargepointPk: pk, securityProfile } = target
    const fate = fateOf(outcome)
    if (profile <= before || fate === 'refused') return
    if (fate !== 'taken') return keys.expectProfile(trx, pk, profile)
    await keys.saveProfile(trx, pk, profile)
    const was = { security_profile: securityProfile }
    await audit.write(trx, by, { ...entryOf(target), before: was, after: { security_profile: profile } })
  }
