// The request of an operation. Most requests are made from their parameters alone. Requests that name stored records
// are written by the features that keep those records; the composition of the server names these features, and
// operations need not know of them.
import { randomInt } from 'node:crypto'
import { ok, type Result } from '@wattdesk/base/result'
import type { Who } from '#platform/access/scope.ts'
import type { Trx } from '#platform/db/db.ts'
import { actionOf, isNumbered, type Plain, requestOf } from './operation-request.rules.ts'
import type { Refusal } from './operations/operation.contract.ts'
import { type Operation, operationOf, type Parameters, type RemoteOperation } from './operations/operations.contract.ts'
import type { Outcome } from './remote-operation.rules.ts'
import type { Target } from './task.store.ts'

export type Request = {
  action: string
  payload: Record<string, unknown>
  /** Configuration keys read from the charger right before the request; `refusal` says why their values forbid it. */
  asks?: { keys: readonly string[]; refusal: (told: ReadonlyMap<string, string>) => string | undefined } | undefined
  /**
   * Completes the payload with the charger's answers to questions that come before the request; returns an outcome
   * where nothing may be sent after those answers.
   */
  complete?:
    | ((ask: Ask, payload: Record<string, unknown>) => Promise<Result<Record<string, unknown>, Outcome>>)
    | undefined
  /** Asked right before the request goes out; returns why nothing may be sent after all. */
  lastLook?: (() => Promise<string | undefined>) | undefined
  /** The payload to keep with the task, where the request is not made from the parameters alone. */
  kept?: Record<string, unknown> | undefined
}
/** Calls the charger without a task. */
export type Ask = (action: string, payload: unknown) => Promise<Outcome>
/** `kept` is the payload unless it is given. */
type Written = Omit<Request, 'action'>
/** `taskId`: the task that is about to be stored. */
export type RequestContext = { who: Who; target: Target; at: Date; taskId: string }
/** Undefined: the request is made from the parameters alone after all. */
type Writer<O extends Operation> = (
  trx: Trx,
  parameters: Parameters<O>,
  on: RequestContext,
) => Promise<Result<Written, Refusal> | undefined>
/** The writers of requests by operation; an operation without a writer is made from its parameters alone. */
export type Writers = { [O in Operation]?: Writer<O> } & {
  /** Keeps the charger's answer, in the transaction that ends the task; `asked`: by whom and when. */
  ended?: (trx: Trx, o: RemoteOperation, asked: SentBy, outcome: Outcome, at: Date) => Promise<void>
}
type SentBy = { target: Target; userId: number; at: Date }

/** Returns the request of an operation, or why there is none. */
export async function requestFor(
  trx: Trx,
  writers: Writers,
  o: RemoteOperation,
  on: RequestContext,
): Promise<Result<Request, Refusal>> {
  const { remoteOperationType: operation } = o
  const action = actionOf(operation)
  const write = writers[operation] as Writer<Operation> | undefined
  const written = await write?.(trx, o.parameters, on)
  if (written) return written.ok ? ok({ action, kept: written.value.payload, ...written.value }) : written
  const { writtenFrom } = operationOf(operation)
  if (writtenFrom !== undefined) throw new Error(`Nobody writes the requests of ${writtenFrom}`)
  return ok(plainRequest(o as Plain))
}

/** The largest number that OCPP can carry. */
const LARGEST = 2_147_483_647
/**
 * Returns the request of an operation that is made from its parameters, with a random number where they leave it to us.
 */
export function plainRequest(o: Plain): Request {
  const request = requestOf(o, randomInt(1, LARGEST))
  return isNumbered(o) ? { ...request, kept: request.payload } : request
}
