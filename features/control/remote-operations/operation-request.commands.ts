// The request of an operation. Most are made of their parameters alone; those that name stored records are written by the
// features that keep these, which the composition of the server names, so that operations need not know of them.
import { randomInt } from 'node:crypto'
import { ok, type Result } from '@wattdesk/base/result'
import type { Who } from '#platform/access/scope.ts'
import type { Trx } from '#platform/db/db.ts'
import type { Refusal } from './operation-admission.rules.ts'
import type { Operation, Parameters, RemoteOperation } from './operation-body.contract.ts'
import { actionOf, isNumbered, type Plain, requestOf } from './operation-request.rules.ts'
import type { Outcome } from './remote-operation.rules.ts'
import type { Target } from './task.store.ts'

export type Request = {
  action: string
  payload: Record<string, unknown>
  /** Keys that the charger is asked for just before, and why nothing is sent after what it answered. */
  asks?: { keys: readonly string[]; refusal: (told: ReadonlyMap<string, string>) => string | undefined } | undefined
  /**
   * Completes the payload with the answers of the charger to questions that come before the request; an outcome where
   * nothing may be sent after them.
   */
  complete?:
    | ((ask: Ask, payload: Record<string, unknown>) => Promise<Result<Record<string, unknown>, Outcome>>)
    | undefined
  /** Of a request that is not made of the parameters alone: what is kept of it with the task. */
  kept?: Record<string, unknown> | undefined
}
/** A call to the charger that no task stands for. */
export type Ask = (action: string, payload: unknown) => Promise<Outcome>
/** `kept` is the payload unless it is named. */
export type Written = Omit<Request, 'action'>
/** `taskId`: of the task that is about to be kept. */
export type On = { who: Who; target: Target; at: Date; taskId: string }
/** Undefined: the request is made of the parameters alone after all. */
type Writer<O extends Operation> = (
  trx: Trx,
  parameters: Parameters<O>,
  on: On,
) => Promise<Result<Written, Refusal> | undefined>
/** What writes the requests of operations; an operation that is not named is made of its parameters alone. */
export type Writers = { [O in Operation]?: Writer<O> } & {
  /** Keeps what the charger answered, in the transaction that ends the task; `asked`: by whom and when. */
  ended?: (trx: Trx, o: RemoteOperation, asked: Asked, outcome: Outcome, at: Date) => Promise<void>
}
export type Asked = { target: Target; userId: number; at: Date }

/** The request of an operation, or why there is none. */
export async function requestFor(
  trx: Trx,
  writers: Writers,
  o: RemoteOperation,
  on: On,
): Promise<Result<Request, Refusal>> {
  const { remoteOperationType: operation } = o
  const action = actionOf(operation)
  const write = writers[operation] as Writer<Operation> | undefined
  const written = await write?.(trx, o.parameters, on)
  if (written) return written.ok ? ok({ action, kept: written.value.payload, ...written.value }) : written
  if (operation === 'SetChargingProfile') throw new Error('Nobody writes the requests of charging profiles')
  if (operation === 'SendLocalList') throw new Error('Nobody writes the requests of local lists')
  return ok(plainRequest(o))
}

/** The largest number that OCPP can write. */
const LARGEST = 2_147_483_647
/** The request of an operation that is made of its parameters, and where these leave a number to us, of that. */
export function plainRequest(o: Plain): Request {
  const request = requestOf(o, randomInt(1, LARGEST))
  return isNumbered(o) ? { ...request, kept: request.payload } : request
}
