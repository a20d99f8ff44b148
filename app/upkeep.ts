// What keeps growing tables in shape: parts made ahead, parts past their time dropped, from the start and every hour.

import { renewStaleFigures } from '../features/billing/usage.store.ts'
import * as outbox from '../features/mail/mail.store.ts'
import { endAbandonedTasks } from '../features/remote-operations/task.jobs.ts'
import { decideOverdue } from '../features/session-reviews/session-review.commands.ts'
import { foldTotals } from '../features/transactions/transaction-list.store.ts'
import { removeUnnamed } from '../features/uploads/upload.commands.ts'
import { act } from '../platform/audit/act.ts'
import * as audit from '../platform/audit/audit-log.ts'
import type { Trx } from '../platform/db/db.ts'
import { dropOldFrames, makeParts } from '../platform/db/parts.ts'
import type { Services } from '../platform/services.ts'

const HOUR_MS = 3_600_000
/** What waits to be folded is added up by every list. */
const FOLD_MS = 10_000
/** A task that nobody ends any more is shown as open until then. */
const TASKS_MS = 15_000
/** Takes out what is past its time, kind by kind, each with an entry of the audit log that says how much it was. */
export async function dropOld(services: Services): Promise<void> {
  const kinds: Record<string, (trx: Trx, now: Date) => Promise<number>> = {
    'audit entries': audit.dropOld,
    'parts of the log of frames': dropOldFrames,
    mails: outbox.dropOld,
  }
  for (const [kind, drop] of Object.entries(kinds))
    await act(services, async trx => {
      const count = await drop(trx, services.now())
      if (count === 0) return
      const entry = { action: 'drop', feature: 'Settings', teamId: null, after: { [kind]: count } }
      await audit.write(trx, audit.byProduct('Retention'), entry)
    })
}

/** Runs now, then every hour, what cannot wait so long more often; the returned function ends it. */
export async function startUpkeep(services: Services): Promise<() => void> {
  const once = async () => {
    await makeParts(services.db)
    await dropOld(services)
    await removeUnnamed(services)
    const renewed = await renewStaleFigures(services.db)
    if (renewed > 0) services.log.warn({ renewed }, 'Figures of hours that could not be written are worked out anew')
    const decided = await decideOverdue(services)
    if (decided > 0) services.log.info({ decided }, 'Sessions to review that nobody decided are settled')
  }
  await once()
  const failed = (error: unknown) => services.log.error({ err: error }, 'Upkeep failed')
  const timers = [
    setInterval(() => void once().catch(failed), HOUR_MS),
    setInterval(() => void foldTotals(services.db).catch(failed), FOLD_MS),
    setInterval(() => void endAbandonedTasks(services).catch(failed), TASKS_MS),
  ]
  for (const timer of timers) timer.unref()
  return () => {
    for (const timer of timers) clearInterval(timer)
  }
}
