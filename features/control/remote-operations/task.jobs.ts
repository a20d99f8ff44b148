// Tasks whose node went away while they were open are ended as timeouts, by whichever node looks first.
import type { Services } from '#office/installation/services.ts'
import { act } from '#platform/audit/act.ts'
import type { Trx } from '#platform/db/db.ts'
import { announceTask } from './task.commands.ts'
import { endAbandoned, type StoredTask } from './task.store.ts'

/** Keeps what is known of a task whose answer is lost, in the transaction that ends the task. */
export type LostTaskKeeper = (trx: Trx, task: StoredTask, at: Date) => Promise<void>

/** Ends these tasks and tells all watching browsers; returns how many. */
export function endAbandonedTasks(services: Services, keep?: LostTaskKeeper): Promise<number> {
  const at = services.now()
  return act(services, async (trx, then) => {
    const ended = await endAbandoned(trx, at)
    for (const t of ended) {
      await keep?.(trx, t, at)
      then(() => announceTask(services, t, at))
    }
    return ended.length
  })
}
