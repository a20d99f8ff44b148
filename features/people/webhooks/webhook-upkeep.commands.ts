// Gives up what has waited too long for the receivers of webhooks, and forgets webhooks that were deleted (HOOK-02).
import { hourMs } from '@wattdesk/base/time'
import type { Services } from '#office/installation/services.ts'
import type { Trx } from '#platform/db/db.ts'
import * as store from './webhook.store.ts'
import { TRIED_MS } from './webhook-pause.rules.ts'
import { giveUpOld } from './webhook-queue.store.ts'

/** Whoever sends gives up by itself; an hour later that has surely not happened. */
const LATE_MS = TRIED_MS + hourMs
export async function giveUpOldest({ db, now }: Pick<Services, 'db' | 'now'>): Promise<void> {
  const at = now()
  const oldest = new Date(at.getTime() - LATE_MS)
  while ((await db.transaction().execute(trx => giveUpOld(trx, at, oldest))) > 0);
}

const KEPT_MS = 31 * 24 * hourMs
export const dropDeleted = (trx: Trx, now: Date): Promise<number> =>
  store.dropDeleted(trx, new Date(now.getTime() - KEPT_MS))
