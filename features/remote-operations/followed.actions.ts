// Operations that this tab has sent and follows to their end, wherever they were sent from: they outlive a change of
// screen and a reload, and end with the session.
import { call } from '@wattdesk/wire/call'
import { useSyncExternalStore } from 'react'
import { z } from 'zod'
import { onSessionChange, sessionState } from '../../web/kit/session.ts'
import { type RemoteOperation, runOperation } from './remote-operation.contract.ts'

const Followed = z.object({
  taskId: z.string(),
  /** chargepoint_id */
  charger: z.string(),
  /** What was asked for: 'Stop transaction 88 on CP-01'. */
  label: z.string(),
  /** What holds when it was not done, where more than the operation depends on it. */
  otherwise: z.string().optional(),
})
export type Followed = z.infer<typeof Followed>

const KEY = 'operations'
/** More at once are not read by anybody; the oldest give way. */
const MOST = 5

function stored(): readonly Followed[] {
  try {
    return z.array(Followed).parse(JSON.parse(sessionStorage.getItem(KEY) ?? '[]'))
  } catch {
    // What another version left there is nothing to follow.
    return []
  }
}
let followed: readonly Followed[] = sessionState().token ? stored() : []
const listeners = new Set<() => void>()
const change = (next: readonly Followed[]) => {
  followed = next
  if (next.length) sessionStorage.setItem(KEY, JSON.stringify(next))
  else sessionStorage.removeItem(KEY)
  for (const l of listeners) l()
}
onSessionChange(() => {
  if (!sessionState().token && followed.length) change([])
})

/** Follows a task from now on. */
export const followTask = (task: Followed): void =>
  change([...followed.filter(f => f.taskId !== task.taskId), task].slice(-MOST))
/** Follows it no longer: its end has been seen. */
export const unfollowTask = (taskId: string): void => {
  if (followed.some(f => f.taskId === taskId)) change(followed.filter(f => f.taskId !== taskId))
}
export const useFollowed = (): readonly Followed[] =>
  useSyncExternalStore(
    l => {
      listeners.add(l)
      return () => listeners.delete(l)
    },
    () => followed,
  )

/**
 * Sends an operation and follows its task. That it was sent is no success: how it went, its task says (D-OPS-4).
 * Throws as `call` does when the server did not take it.
 */
export async function sendOperation(
  teamId: number,
  operation: z.input<typeof RemoteOperation>,
  label: string,
): Promise<string> {
  const { taskId } = await call(runOperation, { query: { teamId }, body: operation })
  followTask({ taskId, charger: operation.chargerId, label })
  return taskId
}
