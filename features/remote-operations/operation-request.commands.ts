// The request of an operation. Most are made of their parameters alone; that of a charging profile is written by the feature
// that keeps the profiles, which the composition of the server names here, so that operations need not know of profiles.
import type { Result } from '@wattdesk/base/result'
import type { Who } from '../../platform/access/scope.ts'
import type { Trx } from '../../platform/db/db.ts'
import type { Parameters, RemoteOperation } from './operation-body.contract.ts'
import { type Plain, type Refusal, requestOf } from './remote-operation.rules.ts'
import type { Target } from './task.store.ts'

export type Request = {
  action: string
  payload: Record<string, unknown>
  /** Keys that the charger is asked for just before, and why nothing is sent after what it answered. */
  asks?: { keys: readonly string[]; refusal: (told: ReadonlyMap<string, string>) => string | undefined } | undefined
  /** Written from stored records: kept with the task as it was sent, since the records may change. */
  isWritten: boolean
}
type Written = Pick<Request, 'payload' | 'asks'>
export type On = { who: Who; target: Target; at: Date }
type Writer<O extends keyof Writers> = (
  trx: Trx,
  parameters: Parameters<O>,
  on: On,
) => Promise<Result<Written, Refusal>>
export type Writers = {
  SetChargingProfile: Writer<'SetChargingProfile'>
  /** Asked where the parameters name a stored profile. */
  ClearChargingProfile: Writer<'ClearChargingProfile'>
}

/** The request of an operation, or why there is none. */
export async function requestFor(
  trx: Trx,
  writers: Writers,
  o: RemoteOperation,
  on: On,
): Promise<Result<Request, Refusal>> {
  const { remoteOperationType: action } = o
  if (action === 'SetChargingProfile') return writtenFor(action, await writers[action](trx, o.parameters, on))
  if (action === 'ClearChargingProfile' && o.parameters.charging_profile_pk !== undefined)
    return writtenFor(action, await writers[action](trx, o.parameters, on))
  return { ok: true, value: plainRequest(o) }
}

/** The request of an operation that is made of its parameters alone. */
export const plainRequest = (o: Plain): Request => ({ ...requestOf(o), isWritten: false })

const writtenFor = (action: string, written: Result<Written, Refusal>): Result<Request, Refusal> =>
  written.ok ? { ok: true, value: { action, ...written.value, isWritten: true } } : written
