// The records that an operation names and that must fit: a tag with the right to start a session, a running session
// (D-OPS-7). An operation says which of them to look up.
import { startRefusal } from '#fleet/tags/tag.rules.ts'
import { standings } from '#fleet/tags/tag.store.ts'
import type { Trx } from '#platform/db/db.ts'
import type { OperationRecord, Refusal } from './operations/operation.contract.ts'
import { operationOf, type Parameters, type RemoteOperation } from './operations/operations.contract.ts'
import * as tasks from './task.store.ts'

const NOT_ACTIVE = 'The transaction is not active on this charge point'

type Circumstances = { at: Date; leastPaise: number }
type Fields = { idTag: string; connectorId: number; transactionId: number }
type LookUp = (trx: Trx, fields: Fields, chargepointPk: number, c: Circumstances) => Promise<Refusal | undefined>

const LOOK_UPS: Readonly<Record<NonNullable<OperationRecord['looksUp']>, LookUp>> = {
  session: async (trx, { transactionId }, chargepointPk) =>
    (await tasks.isActive(trx, chargepointPk, transactionId))
      ? undefined
      : { status: 422, field: 'transactionId', text: NOT_ACTIVE },
  tag: async (trx, { idTag, connectorId }, chargepointPk, { at, leastPaise }) => {
    const [tag] = await standings(trx, [{ idTag, connectorId, chargepointPk }], { leastPaise })
    const text = startRefusal(tag, at)
    return text ? { status: 422, field: 'idTag', text } : undefined
  },
}

/** Returns why the record that an operation names does not allow the operation; undefined where nothing is against it. */
export async function lookUp(
  trx: Trx,
  operation: RemoteOperation,
  chargepointPk: number,
  circumstances: Circumstances,
): Promise<Refusal | undefined> {
  const { looksUp } = operationOf(operation.remoteOperationType)
  return looksUp && LOOK_UPS[looksUp](trx, operation.parameters as Parameters & Fields, chargepointPk, circumstances)
}
