// The queues of durable work, with how each one tries again. Their data are declared beside the code that works them.
import { PUSH_RETRY } from '#drivers/messages/push.jobs.ts'
import { REFUND_RETRY } from '#money/refunds/refund.jobs.ts'
import { type Queues, RETRY } from '#platform/jobs/jobs.ts'
import { WEBHOOK_RETRY } from '#settlement/payments/payment.jobs.ts'

export const QUEUES: Queues = {
  mail: RETRY,
  parcel: RETRY,
  sms: RETRY,
  'alert-message': RETRY,
  push: PUSH_RETRY,
  webhook: WEBHOOK_RETRY,
  refund: REFUND_RETRY,
  'network-import': RETRY,
  'scheduled-report-test': RETRY,
}
