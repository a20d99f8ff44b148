// A task in one sentence: on its way, done, or not done and why (D-OPS-4, D-OPS-5). Only a task that succeeded is
// called successful.
import { answerWords, codeIn, codeWords } from './answer-words.rules.ts'
import { adviceOn, promiseOf } from './effect.rules.ts'
import { progressText } from './progress.rules.ts'
import type { Task } from './remote-operation.contract.ts'
import { FAILED_ON_THE_WAY, LOST, NOT_CONNECTED, NOT_SENT, NOT_VALID, outcomeWord } from './remote-operation.rules.ts'

export type Outcome = { is: 'pending' | 'done' | 'refused' | 'unknown'; text: string }

/** Returns the meaning of the answer; without an answer, that nothing was sent or that the effect is unknown. */
export function meaningOf({ operation, error, response, details, progress }: Told): string {
  const told = progressText(progress)
  if (told) return told
  if (error === null) return answerWords({ operation, response, details })
  const advice = adviceOn(operation, error)
  if (advice !== undefined) return advice
  if (error === response) return answerWords({ operation, response }) || 'The charge point refused.'
  if (error === NOT_CONNECTED || error === NOT_SENT) return 'Nothing was sent.'
  if (isUnknown(error)) return 'Whether the charge point did it is not known.'
  return codeWords(details) ?? ''
}

/** No answer came, or none that says anything. */
const isUnknown = (error: string | null): boolean =>
  error === 'Timeout' || error === LOST || error?.startsWith(NOT_VALID) === true

/** True where the charge point itself refused; other failed operations may still reach it, or have. */
export const isRefusedByCharger = (ended: Ended): boolean => {
  const { response = null, details = null } = ended.result[0] ?? {}
  return outcomeOf(ended).is === 'refused' && (response !== null || codeIn(details) !== undefined)
}

type Told = {
  operation: string
  error: string | null
  response: string | null
  details?: unknown
  /** The states that the charge point reported after its answer (S-PROGRESS). */
  progress?: Task['progress']
}
type Ended = Pick<Task, 'operation' | 'status' | 'state' | 'effect' | 'result'> & Partial<Pick<Task, 'progress'>>
/** Returns the sentence of a task; an accepted operation with a promise ends with the message that proves it. */
export function outcomeOf(ended: Ended): Outcome {
  const word = outcomeWord(ended)
  const { response = null, error = null, details = null } = ended.result[0] ?? {}
  if (word === undefined)
    return { is: 'pending', text: ended.state === 'queued' ? 'Queued' : 'Sent. Waiting for the charge point.' }
  const meaning = meaningOf({ operation: ended.operation, error, response, details, progress: ended.progress ?? [] })
  if (word === 'Error') {
    const text = [error?.replace(/\.?$/, '.'), meaning].filter(Boolean).join(' ')
    const isOpen = isUnknown(error) || FAILED_ON_THE_WAY.includes(codeIn(details) ?? '')
    return { is: isOpen ? 'unknown' : 'refused', text }
  }
  const answer = `${response ?? 'Done'}.`
  const promise = promiseOf(ended.operation)
  if (promise && ended.effect?.state === 'awaited') return { is: 'pending', text: `${answer} ${promise.awaited}.` }
  if (promise && ended.effect?.state === 'seen') return { is: 'done', text: `${answer} ${promise.seen}.` }
  return { is: 'done', text: [answer, meaning].filter(Boolean).join(' ') }
}
