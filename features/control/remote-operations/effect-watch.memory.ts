// Watches accepted starts, stops and resets until the proving message arrives: screens are told when the message has
// come, or that it is missing (OCPP 1.6 §5.11, §5.12, §5.14). Nothing is stored here: sessions and boots hold the proof
// (effect.store.ts).
import type { LiveEvent } from '@wattdesk/base/live-event'
import type { Services } from '#office/installation/services.ts'
import { isAcceptedPromise, missingText, promiseOf } from './effect.rules.ts'
import { isStartTaken, proofOf } from './effect.store.ts'
import { operations } from './operations/operations.contract.ts'
import { announceTask } from './task.commands.ts'
import type { StoredTask } from './task.store.ts'

export type EffectWatch = {
  /** Takes every task that has ended; watches the tasks that promise something. */
  add: (t: StoredTask) => void
  close: () => void
}

export function effectWatch(services: Services): EffectWatch {
  const awaited = new Map<string, { task: StoredTask; timer: NodeJS.Timeout }>()
  const failed = (error: unknown) => services.log.error({ err: error }, 'An accepted operation could not be followed')

  async function look(taskId: string, isLate: boolean): Promise<void> {
    const entry = awaited.get(taskId)
    if (!entry) return
    const proof = await proofOf(services.db, entry.task)
    if (!proof && !isLate) return
    const isTaken = !proof && (await isStartTaken(services.db, entry.task))
    clearTimeout(entry.timer)
    if (!awaited.delete(taskId)) return
    if (proof) return announceTask(services, entry.task)
    const error = missingText(entry.task.operation, isTaken) ?? null
    announceTask(services, { ...entry.task, state: 'failed', error })
  }
  const lookAt = (chargepointPk: number, operations: readonly string[]): void => {
    for (const { task } of awaited.values())
      if (task.chargepointPk === chargepointPk && operations.includes(task.operation))
        look(task.taskId, false).catch(failed)
  }

  const off = services.bus.onEvent(({ event }) => {
    if (awaited.size === 0) return
    const operations = provedBy(event)
    if (operations.length > 0 && 'chargepoint_pk' in event) lookAt(event.chargepoint_pk, operations)
  })

  return {
    add: task => {
      // A session may have waited for this answer before it could be assigned to another start.
      lookAt(task.chargepointPk, [task.operation])
      const promise = promiseOf(task.operation)
      if (!promise || !isAcceptedPromise(task)) return
      const timer = setTimeout(() => look(task.taskId, true).catch(failed), promise.waitMs)
      timer.unref()
      awaited.set(task.taskId, { task, timer })
      // The message may have come before the answer was stored.
      look(task.taskId, false).catch(failed)
    },
    close: () => {
      off()
      for (const { timer } of awaited.values()) clearTimeout(timer)
      awaited.clear()
    },
  }
}

/** Returns the operations that an event may prove. */
const provedBy = (e: LiveEvent): readonly string[] => operations.filter(o => o.promise?.provedBy(e)).map(o => o.name)
