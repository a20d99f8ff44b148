// Sends webhooks in a thread of their own (HOOK-04): what sending computes delays no charger, and while the cores are
// busy, events wait in the database.
import { join } from 'node:path'
import type { Services } from '#office/installation/services.ts'
import { BackgroundThread } from '#platform/jobs/background-thread.ts'
import type { Pace, WebhookSender } from './webhook-sender.jobs.ts'
import { stopFailing } from './webhook-stop.commands.ts'
import type { ThreadData, ThreadMessage } from './webhook-worker.jobs.ts'

const FILE = join(import.meta.dirname, './webhook-worker.jobs.ts')

export type WebhookThread = WebhookSender &
  Pick<BackgroundThread<ThreadMessage>, 'kill'> & { threadId: () => number | undefined }
type Options = Pick<ThreadData, 'connection' | 'secret'> & { pace?: Pace; firstPauseMs?: number }

/**
 * Begins to send, on a node that does jobs. Waits for nothing: the thread begins beside the product.
 * @param connection how the database is reached, as plain data
 */
export function sendInThread(
  services: Services,
  { connection, secret, pace = {}, ...options }: Options,
): WebhookThread {
  const { node, timeZone, log, mayCallPrivate = false } = services
  const data: ThreadData = { node, timeZone, mayCallPrivate, connection, secret, pace }
  const stopping = new Set<Promise<void>>()
  const stop = (webhookId: number) => {
    const stopped = stopFailing(services, webhookId)
      .catch(error => log.error({ err: error }, 'A webhook could not be switched off'))
      .finally(() => stopping.delete(stopped))
    stopping.add(stopped)
  }
  const thread = new BackgroundThread<ThreadMessage>({
    name: 'webhooks',
    file: FILE,
    data,
    log,
    hear: ({ stopFailing: webhookId }) => stop(webhookId),
    ...options,
  })
  return {
    threadId: () => thread.threadId,
    kill: () => thread.kill(),
    close: async () => {
      await thread.close()
      await Promise.all(stopping)
    },
  }
}
