// A person has looked into a refund that exceeds its payment, and closes the report.
import { fail } from '@wattdesk/wire/route'
import type { Services } from '#office/installation/services.ts'
import { callerNow } from '#platform/access/scope.ts'
import { act, type Caller } from '#platform/audit/act.ts'
import * as audit from '#platform/audit/audit-log.ts'
import { closeRefusedRefund } from './refund.contract.ts'
import { closeReport } from './refused-refund.store.ts'

const MISSING = 'There is no such open report'

export const closeRefused = (services: Services, asked: Caller, refusedRefundId: number): Promise<void> =>
  act(services, async trx => {
    const caller = await callerNow(trx, asked, closeRefusedRefund.can)
    const at = services.now()
    const closed = await closeReport(trx, caller.scope, { refusedRefundId, userId: caller.who.userId, at })
    if (!closed) return fail(404, MISSING)
    const { companyId, teamId, paymentId, providerRefundId } = closed
    await audit.write(trx, caller.by, {
      action: 'update',
      feature: 'Refund',
      recordId: paymentId,
      teamId: teamId ?? companyId,
      isMoney: true,
      before: { report: 'open' },
      after: { report: 'closed', paymentId, refundId: providerRefundId },
    })
  })
