// The program of the thread that sends webhooks: the sender with its own database connections, by the clock of the machine.
import type pg from 'pg'
import { makeSeal } from '#platform/access/seal.ts'
import { openThreadDb } from '#platform/db/db.ts'
import { tokenSecret } from '#platform/db/secret.ts'
import { workInThread } from '#platform/jobs/in-thread.ts'
import { tally } from '#platform/tally.ts'
import { type Pace, type SenderParts, sendWebhooks } from './webhook-sender.jobs.ts'

export type ThreadData = Pick<SenderParts, 'node' | 'timeZone'> & {
  connection: pg.PoolConfig
  mayCallPrivate: boolean
  /** The secret of the installation; undefined where the database holds it. */
  secret: string | undefined
  pace: Pace
}
/** The thread asks the product to switch off a webhook. */
export type ThreadMessage = { stopFailing: number }

await workInThread<ThreadData, ThreadMessage>(async (data, { log, tell }) => {
  const lost = tally(log, 'Connections to the database were lost')
  const db = openThreadDb(data.connection, { name: 'webhooks', onError: lost.add })
  const sender = await sendWebhooks(
    {
      ...data,
      db,
      log,
      now: () => new Date(),
      seal: makeSeal(data.secret ?? (await tokenSecret(db))),
      stopFailing: async webhookId => tell({ stopFailing: webhookId }),
    },
    data.pace,
  )
  return {
    close: async () => {
      await sender.close()
      await db.destroy()
      lost.close()
    },
  }
})
