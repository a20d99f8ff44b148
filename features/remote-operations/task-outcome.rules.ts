// How a task reads in one sentence: on its way, done, or not done and why (D-OPS-4, D-OPS-5). Success is said only when
// the task says so.
import type { Task } from './remote-operation.contract.ts'
import { LOST, NOT_CONNECTED, outcomeWord } from './remote-operation.rules.ts'

export type Outcome = { is: 'pending' | 'done' | 'refused' | 'unknown'; text: string }

/** What is known of the charge point after a failure: nothing sent, unknown, or refused. */
function meaningOf(error: string, response: string | null): string {
  if (error === NOT_CONNECTED) return 'Nothing was sent.'
  if (error === 'Timeout' || error === LOST) return 'Whether the charge point did it is not known.'
  return error === response ? 'The charge point refused.' : ''
}

/** The sentence of a task; `isSession` of an accepted start counts as its end. */
export function outcomeOf(t: Pick<Task, 'status' | 'state' | 'start' | 'result'>): Outcome {
  const word = outcomeWord(t)
  const { response = null, error = null } = t.result[0] ?? {}
  if (word === undefined)
    return { is: 'pending', text: t.state === 'queued' ? 'Queued' : 'Sent. Waiting for the charge point.' }
  if (word === 'Error') {
    const text = [error?.replace(/\.?$/, '.'), meaningOf(error ?? '', response)].filter(Boolean).join(' ')
    return { is: t.state === 'timeout' || error === LOST ? 'unknown' : 'refused', text }
  }
  const answer = response ?? 'Done'
  if (t.start?.state === 'awaited') return { is: 'pending', text: `${answer}. Waiting for the session to start.` }
  return { is: 'done', text: t.start?.state === 'started' ? `${answer}. The session has started.` : `${answer}.` }
}
