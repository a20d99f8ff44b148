// Tells people in their bell that what they asked for many charge points has ended.
import type { Services } from '#office/installation/services.ts'
import { notePeople } from '#operations/bell/bell.commands.ts'
import { headingOf } from './bulk-action.rules.ts'
import * as store from './bulk-action.store.ts'

const PARTS = [
  ['Done', 'done'],
  ['Failed', 'failed'],
  ['Skipped', 'skipped'],
] as const
const partsOf = ({ counts }: store.EndedBulkAction): string =>
  PARTS.flatMap(([state, word]) => (counts[state] ? `${counts[state].toLocaleString('en-IN')} ${word}` : [])).join(', ')

/** Each end once, also after a crash; items that were tried again end once more. */
export async function tellEnded(services: Pick<Services, 'db' | 'now' | 'bus'>): Promise<void> {
  const ended = await store.endedUntold(services.db, services.now())
  if (ended.length === 0) return
  await notePeople(
    services,
    ended.map(a => ({
      userId: a.userId,
      companyId: a.companyId,
      text: `${headingOf(a)} has ended: ${partsOf(a)}`,
      to: `/charger/actions/${a.bulkActionId}`,
      about: `bulk-action-${a.bulkActionId}-${a.endedAt.getTime()}`,
    })),
  )
}
