// Operations whose acceptance is only a promise: the charge point proves a RemoteStart, a RemoteStop or a Reset by a
// later message of its own (OCPP 1.6 §5.11, §5.12, §5.14; D-OPS-5).
import type { Task } from './remote-operation.contract.ts'

/** A session that begins later than this after the answer has another cause: a cable is awaited for minutes at most. */
export const LATEST_START_MS = 600_000
/** A boot that comes later than this after the answer to a Reset has another cause. */
export const LATEST_BOOT_MS = 1_800_000

export type PromisingOperation = 'RemoteStart' | 'RemoteStop' | 'Reset'
type OperationPromise = {
  /** The message that proves the operation. */
  message: NonNullable<Task['effect']>['message']
  /** How long after the answer the message may take; after that it is missing. */
  waitMs: number
  /** The step of a task that is still waiting. */
  step: string
  /** Sentences while the message is awaited, and once it has come. */
  awaited: string
  seen: string
  /** The error of a task whose message is missing, and the advice to the operator. */
  missing: string
  advice: string
  /** The error where the message came meanwhile, and belongs to somebody else. */
  taken?: string
}

export const PROMISES: Readonly<Record<PromisingOperation, OperationPromise>> = {
  RemoteStart: {
    message: 'StartTransaction',
    waitMs: 90_000,
    step: 'Session',
    awaited: 'Waiting for the session to start',
    seen: 'The session has started',
    missing: 'Accepted, but no session has started',
    advice: '',
    taken: 'Accepted, but another start got the session',
  },
  RemoteStop: {
    message: 'StopTransaction',
    waitMs: 90_000,
    step: 'Session end',
    awaited: 'Waiting for the session to end',
    seen: 'The session has ended',
    missing: 'Accepted, but the session has not ended',
    advice:
      'The charge point has sent no StopTransaction. Send RemoteStop again, or have somebody look at the charge point.',
  },
  Reset: {
    message: 'BootNotification',
    waitMs: 300_000,
    step: 'Restart',
    awaited: 'Waiting for the charge point to restart',
    seen: 'The charge point has restarted',
    missing: 'Accepted, but the charge point has not restarted',
    advice:
      'The charge point has sent no BootNotification. Send Reset again, or have somebody look at the charge point.',
  },
}

/** Returns the promise of an operation; undefined for an operation that is finished by its answer. */
export const promiseOf = (operation: string): OperationPromise | undefined =>
  Object.hasOwn(PROMISES, operation) ? PROMISES[operation as PromisingOperation] : undefined

/** True for an accepted operation whose proof is still to be looked for. */
export const isAcceptedPromise = (t: { operation: string; state: string; response: string | null }): boolean =>
  promiseOf(t.operation) !== undefined && t.state === 'done' && t.response === 'Accepted'

/**
 * The proving message: the session that began or ended (null for a boot), and when; `undefined` while there is none.
 */
export type Proof = { transactionId: number | null; at: Date } | undefined

type Facts = { operation: string; state: string; response: string | null; endedAt: Date | null }
/** Returns how the promise of a task stands; null for a task that promises nothing. */
export function effectOf(t: Facts, proof: Proof, now: Date): Task['effect'] {
  const promise = promiseOf(t.operation)
  if (!promise || !isAcceptedPromise(t) || !t.endedAt) return null
  const { message } = promise
  if (proof) return { message, state: 'seen', at: proof.at.toISOString(), transactionId: proof.transactionId }
  const isLate = now.getTime() - t.endedAt.getTime() >= promise.waitMs
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
