// Puts news for one person into that person's bell, which rings at once where the portal is open.
import type { Services } from '#office/installation/services.ts'
import { type NewNotice, putNotices } from './bell.store.ts'

/** Each notice once, by what it is about. */
export async function notePeople(
  { db, now, bus }: Pick<Services, 'db' | 'now' | 'bus'>,
  notices: readonly NewNotice[],
): Promise<void> {
  const at = now()
  const told = await db.transaction().execute(trx => putNotices(trx, notices, at))
  if (!bus.isHeard()) return
  for (const { userId, companyId } of notices)
    if (told.includes(userId)) bus.publish({ companyId, event: { type: 'bell', at: at.toISOString(), userId } })
}
