// Watches accepted remote starts until their session begins: readers are told when it has begun, or that it is missing
// (OCPP 1.6 §5.11). Nothing is stored here: the sessions themselves say whether one began (remote-operation.rules.ts).
import type { Services } from '../../platform/services.ts'
import { isAcceptedStart, START_MISSING, START_MS } from './remote-operation.rules.ts'
import { announceTask } from './task.commands.ts'
import { type StoredTask, sessionOf } from './task.store.ts'

export type StartWatch = {
  /** Watches the task when it is an accepted start. */
  add: (t: StoredTask) => void
  close: () => void
}

export function startWatch(services: Services): StartWatch {
  const awaited = new Map<string, { task: StoredTask; timer: NodeJS.Timeout }>()
  const failed = (error: unknown) => services.log.error({ err: error }, 'An accepted start could not be followed')

  async function look(taskId: string, isLate: boolean): Promise<void> {
    const entry = awaited.get(taskId)
    if (!entry) return
    const transactionId = await sessionOf(services.db, entry.task)
    if (transactionId === null && !isLate) return
    clearTimeout(entry.timer)
    if (!awaited.delete(taskId)) return
    const missing = { state: 'failed', error: START_MISSING } as const
    announceTask(services, { ...entry.task, ...(transactionId === null && missing) })
  }

  const off = services.bus.onEvent(({ event: e }) => {
    if (awaited.size === 0 || e.type !== 'transaction' || e.change !== 'started') return
    for (const { task } of awaited.values())
      if (task.chargepointPk === e.chargepoint_pk) look(task.taskId, false).catch(failed)
  })

  return {
    add: task => {
      if (!isAcceptedStart(task)) return
      const timer = setTimeout(() => look(task.taskId, true).catch(failed), START_MS)
      timer.unref()
      awaited.set(task.taskId, { task, timer })
      // The session may have begun before the answer was stored.
      look(task.taskId, false).catch(failed)
    },
    close: () => {
      off()
      for (const { timer } of awaited.values()) clearTimeout(timer)
      awaited.clear()
    },
  }
}
