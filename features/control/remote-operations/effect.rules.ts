// Operations whose acceptance is only a promise: the charge point proves a RemoteStart, a RemoteStop or a Reset by a
// later message of its own (OCPP 1.6 §5.11, §5.12, §5.14; D-OPS-5).
import type { OperationPromise } from './operations/operation.contract.ts'
import { knownOperation } from './operations/operations.contract.ts'
import type { Task } from './remote-operation.contract.ts'

/** Returns the promise of an operation; undefined for an operation that is finished by its answer. */
export const promiseOf = (operation: string): OperationPromise | undefined => knownOperation(operation)?.promise

/** True for an accepted operation whose proof is still to be looked for. */
export const isAcceptedPromise = (t: { operation: string; state: string; response: string | null }): boolean =>
  promiseOf(t.operation) !== undefined && t.state === 'done' && t.response === 'Accepted'

/**
 * The proving message: the session that began or ended (null for a boot), and when; `undefined` while there is none.
 */
export type Proof = { transactionId: number | null; at: Date } | undefined

type Facts = { operation: string; state: string; response: string | null; endedAt: Date | null }
/** Returns how the promise of a task stands; null for a task that promises nothing. */
export function effectOf(facts: Facts, proof: Proof, now: Date): Task['effect'] {
  const promise = promiseOf(facts.operation)
  if (!promise || !isAcceptedPromise(facts) || !facts.endedAt) return null
  const { message } = promise
  if (proof) return { message, state: 'seen', at: proof.at.toISOString(), transactionId: proof.transactionId }
  const isLate = now.getTime() - facts.endedAt.getTime() >= promise.waitMs
  return { message, state: isLate ? 'missing' : 'awaited', at: null, transactionId: null }
}

/** The error of an accepted operation whose message is missing; `isTaken`: it came, and belongs to somebody else. */
export function missingText(operation: string, isTaken: boolean): string | undefined {
  const promise = promiseOf(operation)
  return (isTaken ? promise?.taken : undefined) ?? promise?.missing
}

/** The next step of an operator after a promise that was not kept; undefined for any other error. */
export const adviceOn = (operation: string, error: string | null): string | undefined => {
  const promise = promiseOf(operation)
  return promise && error === promise.missing ? promise.advice : undefined
}
