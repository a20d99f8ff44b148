// Refunds on their way, on every node: those handed over with the transaction that asked for them.
import type { Services } from '#office/installation/services.ts'
import { askOne } from './refund-call.commands.ts'

/**
 * Does the jobs of the queue `refund`. The regular search for due refunds finds jobs that are lost here
 * (app/upkeep.ts).
 */
export const workRefunds = (services: Services): Promise<void> =>
  services.jobs.work('refund', ({ refundId }) => askOne(services, refundId))
