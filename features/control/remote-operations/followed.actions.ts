// Operations that this tab has sent and follows to their end, wherever they were sent from: they outlive a change of
// screen and a reload, and end with the session.
import { useSyncExternalStore } from 'react'
import { onSessionChange, sessionState } from '#kit/session.ts'

export type Followed = {
  taskId: string
  /** chargepoint_id */
  charger: string
  /** The operation in words: 'Stop transaction 88 on CP-01'. */
  label: string
  /** The state of things when the operation fails, in words, where something beside the operation depends on it. */
  otherwise?: string
  /** The same when the charge point itself did not refuse, and may still be told; `otherwise` where it is left out. */
  unknown?: string
}

const KEY = 'operations'
/** More at once are not read by anybody; the oldest give way. */
const MOST = 5

const isFollowed = (f: Partial<Followed> | null): f is Followed =>
  typeof f?.taskId === 'string' && typeof f.charger === 'string' && typeof f.label === 'string'
function stored(): readonly Followed[] {
  try {
    const list = JSON.parse(sessionStorage.getItem(KEY) ?? '[]') as unknown
    return Array.isArray(list) ? list.filter(isFollowed) : []
  } catch {
    // An entry that another version of the portal left is not followed.
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
