// Webhooks on their way, on every node: worked off in the order they come to the queue.
import type { Services } from '#office/installation/services.ts'
import { RETRY } from '#platform/jobs/jobs.ts'
import { workEvent } from './webhook.commands.ts'

declare module '#platform/jobs/jobs.ts' {
  interface Work {
    /** An event of a payment provider, stored and answered. */
    webhook: { companyId: number; eventId: string }
  }
}
export const WEBHOOK_RETRY = { ...RETRY, retryDelay: 5, retryLimit: 12 }

/**
 * Does the jobs of the queue `webhook`. The regular search for open events finds jobs that are lost here
 * (app/upkeep.ts).
 */
export const workWebhooks = (services: Services): Promise<void> =>
  services.jobs.work('webhook', async key => void (await workEvent(services, key)))
