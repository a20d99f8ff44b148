// Puts news for one person into that person's bell, which rings at once where the portal is open.
import type { Services } from '#office/installation/services.ts'
import type { AfterCommit } from '#platform/audit/act.ts'
import type { Trx } from '#platform/db/db.ts'
import { type NewNotice, putNotices } from './bell.store.ts'

type Needed = Pick<Services, 'now' | 'bus'>

function ring({ bus }: Needed, notices: readonly NewNotice[], told: readonly number[], at: Date): void {
  if (!bus.isHeard()) return
  for (const { userId, companyId } of notices)
    if (told.includes(userId)) bus.publish({ companyId, event: { type: 'bell', at: at.toISOString(), userId } })
}

/** Each notice once, by what it is about. */
export async function notePeople(
  services: Needed & Pick<Services, 'db'>,
  notices: readonly NewNotice[],
): Promise<void> {
  const at = services.now()
  const told = await services.db.transaction().execute(trx => putNotices(trx, notices, at))
  ring(services, notices, told, at)
}

/** The same in the transaction of what the notices are about: neither is there without the other. */
export async function noteWithin(
  services: Needed,
  trx: Trx,
  then: AfterCommit,
  notices: readonly NewNotice[],
): Promise<void> {
  const at = services.now()
  const told = await putNotices(trx, notices, at)
  then(() => ring(services, notices, told, at))
}
