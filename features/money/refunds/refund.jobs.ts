// Refunds on their way, on every node: those handed over with the transaction that asked for them.
import type { Services } from '#office/installation/services.ts'
import { RETRY } from '#platform/jobs/jobs.ts'
import { callProvider } from './refund-call.commands.ts'

declare module '#platform/jobs/jobs.ts' {
  interface Work {
    /** A refund that the provider is to be asked for, or about. */
    refund: { refundId: number }
  }
}
/** The refund has times of its own (D-REF-2): the regular search finds a job that is lost here. */
export const REFUND_RETRY = { ...RETRY, retryLimit: 2 }

/**
 * Does the jobs of the queue `refund`. The regular search for due refunds finds jobs that are lost here
 * (app/upkeep.ts).
 */
export const workRefunds = (services: Services): Promise<void> =>
  services.jobs.work('refund', ({ refundId }) => callProvider(services, refundId))
