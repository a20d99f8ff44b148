// Serves vouchers of payments before the supply: the list of a month, a voucher, its PDF.
import { found, route } from '@wattdesk/wire/route'
import type { FastifyInstance } from 'fastify'
import { replyWithDocument } from '#platform/documents/document-reply.ts'
import { listReply } from '#platform/http/list-reply.ts'
import { periodOf } from '#settlement/reconciliation/period.rules.ts'
import * as contract from './voucher.contract.ts'
import { voucherPaper } from './voucher-document.commands.ts'
import * as store from './voucher-read.store.ts'

const MISSING = 'Voucher not found'
export function voucherRoutes(app: FastifyInstance): void {
  const { services } = app
  const { db, timeZone } = services

  route(app, contract.listVouchers, async ({ query, scope }) => {
    const of = { scope, period: periodOf(query.month, timeZone) }
    const { total, sums } = await store.sums(db, of, query.q)
    return { ...(await listReply(query, { total, rows: () => store.list(db, of, query), row: store.rowOf })), sums }
  })

  route(app, contract.getVoucher, async ({ params, scope }) => ({
    data: found(await store.get(db, scope, params.voucherId, timeZone), MISSING),
  }))

  route(app, contract.getVoucherPdf, async ({ params, scope, request, reply }) => {
    const voucher = found(await store.get(db, scope, params.voucherId, timeZone), MISSING)
    await replyWithDocument(services.documents, { request, reply }, await voucherPaper(services, voucher, request.host))
    return { data: '' }
  })
}
