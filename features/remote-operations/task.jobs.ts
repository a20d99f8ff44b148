// Tasks whose node went away while they were open are ended as timeouts, by whichever node looks first.
import type { House } from '../../platform/house.ts'
import { announceTask } from './task.commands.ts'
import { endAbandoned } from './task.store.ts'

/** Ends them and tells whoever watches; answers how many. */
export async function endAbandonedTasks(house: House): Promise<number> {
  const ended = await endAbandoned(house.db, house.now())
  for (const t of ended) announceTask(house, t)
  return ended.length
}
