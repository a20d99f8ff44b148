// How a remote operation ends: how long is waited, how an answer reads, and the task that is made of both (D-OPS-4,
// D-OPS-5).
import { effectOf, missingText, type Proof } from './effect.rules.ts'
import { failureOf } from './progress.rules.ts'
import type { Task } from './remote-operation.contract.ts'

/** How long the charger has to answer (D-OPS-5). */
export const ANSWER_MS = 20_000
/** How long a charger may take to report its limits, where it is asked for them before the operation itself. */
export const TELL_MS = 25_000
/** A call waits for at most 60 s, then has its 20 s, and a question may come before: no answer comes later. */
export const LONGEST_MS = 110_000

export const NOT_CONNECTED = 'Charge point is not connected'
export const NOT_ACCEPTED = 'Charge point is not registered yet'
export const LOST = 'Connection lost before the answer'
const UNREACHABLE = 'The server that holds the connection of the charge point cannot be reached'
export const TOO_MANY = 'Too many operations are waiting for this charge point'
export const NOT_SENT = 'The charge point was busy with other operations for a minute'
/** The first words of the error of an answer that is not valid: the charger may have done the operation. */
export const NOT_VALID = 'The answer is not valid'
/** Errors of calls to which the charger gave no answer: the next call would wait as long for nothing. */
export const UNANSWERED: readonly string[] = [
  NOT_CONNECTED,
  NOT_ACCEPTED,
  LOST,
  UNREACHABLE,
  TOO_MANY,
  NOT_SENT,
  'Timeout',
]
const NO_REASON = 'The charge point answered with an error and gave no reason'

/** Errors of a charger that failed on the way, and may have done the operation after all. */
export const FAILED_ON_THE_WAY = ['InternalError', 'GenericError']

/** How a call ended, as the charger's session reports it. */
export type Outcome =
  | { readonly kind: 'result'; readonly payload: object }
  | { readonly kind: 'error'; readonly code: string; readonly text: string; readonly details: unknown }
  | { readonly kind: 'timeout' | 'closed' | 'unreachable'; readonly sent: boolean }
  | { readonly kind: 'busy' }
  /** Not sent after all: the charger's own limits or keys forbid the operation. */
  | { readonly kind: 'unfit'; readonly text: string }
  | { readonly kind: 'bad-result'; readonly text: string; readonly raw: string }
export type Ending = {
  state: 'done' | 'failed' | 'timeout'
  response: string | null
  error: string | null
  details: unknown
}

/** AcceptedCanceled: the charger does the operation, and has given up the request before (security white paper §5). */
const DID_IT = new Set(['Accepted', 'AcceptedCanceled', 'Scheduled', 'RebootRequired', 'Unlocked', 'Unpublished'])
const failed = (error: string, details: unknown = null): Ending => ({ state: 'failed', response: null, error, details })

/** Returns the ending of a task. */
export function endingOf(outcome: Outcome): Ending {
  switch (outcome.kind) {
    case 'result': {
      const details = outcome.payload
      const response = 'status' in details && typeof details.status === 'string' ? details.status : null
      const error = response === null || DID_IT.has(response) ? null : response
      return { state: error === null ? 'done' : 'failed', response, error, details }
    }
    case 'error': {
      const { code, text, details } = outcome
      return failed(text.trim() || code.trim() || NO_REASON, {
        errorCode: code,
        errorDescription: text,
        errorDetails: details,
      })
    }
    case 'timeout':
      if (!outcome.sent) return failed(NOT_SENT)
      return { state: 'timeout', response: null, error: 'Timeout', details: null }
    case 'closed':
      return failed(outcome.sent ? LOST : NOT_CONNECTED)
    case 'unreachable':
      return failed(outcome.sent ? LOST : UNREACHABLE)
    case 'busy':
      return failed(TOO_MANY)
    case 'unfit':
      return failed(outcome.text)
    case 'bad-result':
      return failed(`${NOT_VALID}: ${outcome.text}`, { raw: outcome.raw })
  }
}

/**
 * Returns the fate of a value that the charger was asked to take: taken; taken from its next start on; refused or never
 * sent; or unknown, since no answer came or the answer does not say (D-OCPP-9).
 */
export function fateOf(outcome: Outcome): 'taken' | 'reboot' | 'refused' | 'unknown' {
  switch (outcome.kind) {
    case 'result': {
      const status = 'status' in outcome.payload ? outcome.payload.status : undefined
      if (status === 'Accepted') return 'taken'
      return status === 'RebootRequired' ? 'reboot' : 'refused'
    }
    case 'error':
      return FAILED_ON_THE_WAY.includes(outcome.code) ? 'unknown' : 'refused'
    case 'timeout':
    case 'closed':
    case 'unreachable':
      return outcome.sent ? 'unknown' : 'refused'
    case 'bad-result':
      return 'unknown'
    case 'busy':
    case 'unfit':
      return 'refused'
  }
}

/** A task as the database has it. */
export type TaskFacts = {
  taskId: string
  chargepointId: string
  operation: string
  state: Task['state']
  response: string | null
  error: string | null
  details: unknown
  createdAt: Date
  sentAt: Date | null
  endedAt: Date | null
}

/**
 * The task as it is read (D-OPS-4). `proof`: the message by which the charge point proved the operation that it
 * accepted. `progress`: the states that the charge point reported after its answer (S-PROGRESS). `isTaken`: the message
 * that could be the proof belongs to another start. `told`: what came in parts after the answer.
 */
export function taskOf(
  t: TaskFacts,
  proof: Proof,
  now: Date,
  {
    progress = [],
    isTaken = false,
    told = null,
  }: { progress?: Task['progress']; isTaken?: boolean; told?: Task['told'] } = {},
): Task {
  const effect = effectOf(t, proof, now)
  const missing = effect?.state === 'missing' ? missingText(t.operation, isTaken) : undefined
  // An operation that was accepted may still fail.
  const failure = t.state === 'done' ? (missing ?? failureOf(progress)) : undefined
  return {
    taskId: t.taskId,
    operation: t.operation,
    status: t.endedAt ? 'COMPLETED' : 'PENDING',
    state: failure === undefined ? t.state : 'failed',
    startTime: t.createdAt.toISOString(),
    sentTime: t.sentAt?.toISOString() ?? null,
    endTime: t.endedAt?.toISOString() ?? null,
    effect,
    progress: [...progress],
    told,
    result: [
      {
        id: t.taskId,
        charge_box_id: t.chargepointId,
        response: t.response,
        error: failure ?? t.error,
        details: t.details ?? null,
      },
    ],
  }
}

/**
 * Returns the word of Task Details: Error if the first result row has an error, else Success; none while PENDING
 * (D-OPS-4).
 */
export const outcomeWord = (task: Pick<Task, 'status' | 'result'>): 'Error' | 'Success' | undefined =>
  task.status === 'PENDING' ? undefined : task.result[0]?.error ? 'Error' : 'Success'
