// How a task reads in one sentence: on its way, done, or not done and why (D-OPS-4, D-OPS-5). Success is said only when
// the task says so.
import type { Task } from './remote-operation.contract.ts'
import { LOST, NOT_CONNECTED, outcomeWord } from './remote-operation.rules.ts'

export type Outcome = { is: 'pending' | 'done' | 'refused' | 'unknown'; text: string }

/** What an answer means that is no plain refusal, by operation and answer. */
const WORDS: Readonly<Record<string, string>> = {
  'SetChargingProfile Rejected': 'The charge point does not take this profile.',
  'SetChargingProfile NotSupported': 'The charge point does not support charging profiles of this kind.',
  'ClearChargingProfile Unknown': 'No profile that fits was installed on the charge point.',
  'GetCompositeSchedule Rejected': 'The charge point cannot tell its schedule.',
}

/** What is known of the charge point after a failure: nothing sent, unknown, or refused. */
export function meaningOf({ operation, error, response }: Told): string {
  if (error === null) return ''
  const words = WORDS[`${operation} ${response}`]
  if (words && error === response) return words
  if (error === NOT_CONNECTED) return 'Nothing was sent.'
  if (error === 'Timeout' || error === LOST) return 'Whether the charge point did it is not known.'
  return error === response ? 'The charge point refused.' : ''
}

type Told = { operation: string; error: string | null; response: string | null }
/** The sentence of a task; `isSession` of an accepted start counts as its end. */
export function outcomeOf(t: Pick<Task, 'operation' | 'status' | 'state' | 'start' | 'result'>): Outcome {
  const word = outcomeWord(t)
  const { response = null, error = null } = t.result[0] ?? {}
  if (word === undefined)
    return { is: 'pending', text: t.state === 'queued' ? 'Queued' : 'Sent. Waiting for the charge point.' }
  if (word === 'Error') {
    const text = [error?.replace(/\.?$/, '.'), meaningOf({ operation: t.operation, error, response })]
      .filter(Boolean)
      .join(' ')
    return { is: t.state === 'timeout' || error === LOST ? 'unknown' : 'refused', text }
  }
  const answer = response ?? 'Done'
  if (t.start?.state === 'awaited') return { is: 'pending', text: `${answer}. Waiting for the session to start.` }
  return { is: 'done', text: t.start?.state === 'started' ? `${answer}. The session has started.` : `${answer}.` }
}
