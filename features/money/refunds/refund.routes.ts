// Serves the refunds of one payment. Lists of refunds, and refunds by hand, are served by the desk (refund-list).

import { fail, found, route } from '@wattdesk/wire/route'
import type { FastifyInstance } from 'fastify'
import * as contract from './refund.contract.ts'
import { isPaymentId } from './refund.rules.ts'
import { BAD_PAYMENT_ID, NO_PAYMENT } from './refund.words.ts'
import { refundDetails } from './refund-read.store.ts'
import { closeRefused } from './refused-refund.commands.ts'

export function refundRoutes(app: FastifyInstance): void {
  const { services } = app
  const { db } = services
  route(app, contract.getRefundDetails, async ({ params: { paymentId }, scope }) => {
    if (!isPaymentId(paymentId)) fail(422, BAD_PAYMENT_ID, { paymentId: BAD_PAYMENT_ID })
    return { data: found(await refundDetails(db, scope, paymentId), NO_PAYMENT) }
  })

  route(app, contract.closeRefusedRefund, async ({ params: { refusedRefundId }, ...caller }) => {
    await closeRefused(services, caller, refusedRefundId)
    return { data: {}, message: 'Report closed' }
  })
}
