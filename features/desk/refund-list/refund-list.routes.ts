// Serves the refund list with its exports as streams, one session of it, and the refund by hand.

import { pageOf } from '@wattdesk/base/paging'
import { fail, found, route } from '@wattdesk/wire/route'
import type { FastifyInstance } from 'fastify'
import { detailOf } from '#desk/transactions/transaction-detail.store.ts'
import { isPaymentId } from '#money/refunds/refund.rules.ts'
import { BAD_PAYMENT_ID, NO_PAYMENT, REFUNDED } from '#money/refunds/refund.words.ts'
import { refundsOfSession } from '#money/refunds/refund-read.store.ts'
import { demandExportable } from '#platform/db/list.ts'
import { allById } from '#platform/http/exports.ts'
import { listReply, pagedAlone } from '#platform/http/list-reply.ts'
import { refundPayment } from './payment-refund.commands.ts'
import * as contract from './refund-list.contract.ts'
import * as store from './refund-list.store.ts'
import { refundSessions } from './refund-request.commands.ts'
import * as requests from './refund-request-list.contract.ts'
import * as requestStore from './refund-request-list.store.ts'

const MISSING = 'Transaction not found'

export function refundListRoutes(app: FastifyInstance): void {
  const { services } = app
  const { db } = services

  route(app, contract.listRefunds, async ({ query, scope }) => {
    const now = services.now()
    const asked = { scope, query, own: store.isInRefundList({ scope, query }) }
    const summary = store.summaryOf(db, scope, now)
    const paged = pageOf(query)
    if (query.export) {
      const [total, sums] = await Promise.all([store.countMatching(db, asked), summary])
      demandExportable(query, total)
      const data = allById(db, await store.everyId(db, asked), ids => store.refundRowsById(db, scope, ids, now))
      return { data, total, totalIsExact: true, ...pagedAlone(query), summary: sums }
    }
    if (query.total === 'only') {
      const [total, sums] = await Promise.all([store.countMatching(db, asked), summary])
      return { data: [], total, totalIsExact: true, ...pagedAlone(query), summary: sums }
    }
    const [{ ids, ...total }, sums] = await Promise.all([store.findPage(db, asked), summary])
    return { data: await store.refundRowsById(db, scope, ids, now), ...total, ...paged, summary: sums }
  })

  route(app, contract.getRefund, async ({ params: { id }, scope }) => {
    const [[row], transaction, refunds] = await Promise.all([
      store.refundRowsById(db, scope, [id], services.now()),
      detailOf(services, scope, id),
      refundsOfSession(db, id),
    ])
    return { data: { ...found(transaction, MISSING), ...found(row, MISSING), refunds } }
  })

  route(app, requests.listRefundRequests, async ({ query, scope }) => {
    const asked = { scope, query, now: services.now() }
    const total = await requestStore.count(db, asked)
    return listReply(query, {
      total,
      rows: () => requestStore.list(db, asked),
      row: requestStore.refundRequestRowOf(asked.now),
    })
  })

  route(app, requests.getPaymentRefund, async ({ params: { paymentId }, scope }) => {
    if (!isPaymentId(paymentId)) fail(422, BAD_PAYMENT_ID, { paymentId: BAD_PAYMENT_ID })
    return { data: found(await requestStore.paymentRefund(db, scope, paymentId), NO_PAYMENT) }
  })

  route(app, requests.refundPayment, async ({ params, ...caller }) => refundPayment(services, caller, params.paymentId))

  route(app, contract.refundSessions, async ({ body, ...caller }) => ({
    data: await refundSessions(services, caller, body),
    message: REFUNDED,
  }))
}
