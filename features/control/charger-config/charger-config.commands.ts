// Keeps the configuration that a charger reported and its answers to new values, and compares them with what the charger
// is to have. Called in the transaction that ends the task of an operation, or when the product itself reads the
// configuration.

import { isCredentialKey } from '#control/remote-operations/credential-key.words.ts'
import { plainRequest, type Writers } from '#control/remote-operations/operation-request.commands.ts'
import type { Outcome } from '#control/remote-operations/remote-operation.rules.ts'
import { withoutSecrets } from '#control/remote-operations/without-secrets.rules.ts'
import { compareSettings } from '#control/settings-drift/settings-compare.store.ts'
import type { Trx } from '#platform/db/db.ts'
import { attemptOf, type ReportedKey, reportedKeys, sameKey, unknownIn } from './charger-config.rules.ts'
import * as store from './charger-config.store.ts'

/** Keeps the configuration learned from operations. */
export const keepOutcome: NonNullable<Writers['ended']> = async (
  trx,
  o,
  { target, userId, at: setAt },
  outcome,
  at,
) => {
  const pk = target.chargepointPk
  if (o.remoteOperationType === 'GetConfiguration' && outcome.kind === 'result')
    await keepAnswer(trx, pk, outcome.payload, { at, isWhole: !o.parameters.key?.length })
  if (o.remoteOperationType !== 'ChangeConfiguration') return
  const { key, value } = plainRequest(o).payload as { key: string; value: string }
  await keepAttempt(trx, { pk, key, value, setBy: userId, setAt }, outcome, at)
}

export type Answer = { at: Date /** All keys were asked for. */; isWhole: boolean; secrets?: readonly string[] }
/** Keeps an answer to GetConfiguration; returns how many keys the answer named. */
export async function keepAnswer(trx: Trx, pk: number, payload: unknown, a: Answer): Promise<number> {
  const told = reportedKeys(payload, a.secrets)
  await store.lockConfiguration(trx, pk)
  await store.keepReportedKeys(trx, pk, told, a.at)
  if (!a.isWhole) await store.dropKeys(trx, pk, a.at, unknownIn(payload))
  else if (told.length > 0) {
    await store.dropKeys(trx, pk, a.at)
    await store.keepRead(trx, pk, a.at)
  }
  await compareSettings(trx, [pk], a.at)
  return told.length
}

/** Keeps the variables that may be set, as a whole report of a station of 2.0.1 has told them. */
export async function keepVariables(trx: Trx, pk: number, told: readonly ReportedKey[], at: Date): Promise<void> {
  await store.lockConfiguration(trx, pk)
  await store.keepReportedKeys(trx, pk, told, at)
  await store.dropVariables(trx, pk, at)
  await store.keepRead(trx, pk, at)
  await compareSettings(trx, [pk], at)
}

/** `isSecret`: the value may be kept nowhere, whatever the name of the key. */
export type Attempt = {
  pk: number
  key: string
  value: string
  setBy: number | null
  setAt: Date
  isSecret?: boolean
}
/** Keeps the outcome of a value that the charger was asked to take. */
export async function keepAttempt(trx: Trx, a: Attempt, outcome: Outcome, at: Date): Promise<void> {
  const attempt = attemptOf(outcome)
  if (!attempt) return
  const { pk, setBy, setAt } = a
  const [key, spelling] = [sameKey(a.key), a.key.trim()]
  const value = a.isSecret || isCredentialKey(spelling) ? null : withoutSecrets(a.value)
  await store.lockConfiguration(trx, pk)
  await store.keepAttemptedValue(trx, { pk, key, spelling, value, setBy, setAt, endedAt: at, ...attempt })
  if (attempt.outcome === 'Accepted' && value !== null) await store.takeValue(trx, pk, key, value, at)
  await compareSettings(trx, [pk], at)
}
