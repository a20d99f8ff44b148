// Tasks whose node went away while they were open are ended as timeouts, by whichever node looks first.
import type { Services } from '#office/installation/services.ts'
import { announceTask } from './task.commands.ts'
import { endAbandoned } from './task.store.ts'

/** Ends these tasks and tells all watching browsers; returns how many. */
export async function endAbandonedTasks(services: Services): Promise<number> {
  const ended = await endAbandoned(services.db, services.now())
  for (const t of ended) announceTask(services, t)
  return ended.length
}
