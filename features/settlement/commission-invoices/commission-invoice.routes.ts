// Serves invoices of the commission with their credit notes: the list, a document, its PDF.
import { found, route } from '@wattdesk/wire/route'
import type { FastifyInstance } from 'fastify'
import { replyWithDocument } from '#platform/documents/document-reply.ts'
import { listReply } from '#platform/http/list-reply.ts'
import { commissionPaper } from './commission-document.commands.ts'
import * as contract from './commission-invoice.contract.ts'
import * as store from './commission-read.store.ts'

const MISSING = 'Document not found'
export function commissionInvoiceRoutes(app: FastifyInstance): void {
  const { services } = app
  const { db, timeZone } = services

  route(app, contract.listCommissionDocuments, async ({ query, scope }) => {
    const total = await store.count(db, scope, query.q)
    return listReply(query, { total, rows: () => store.list(db, scope, query), row: store.rowOf })
  })

  route(app, contract.getCommissionDocument, async ({ params, scope }) => ({
    data: found(await store.get(db, scope, params.documentId, timeZone), MISSING),
  }))

  route(app, contract.getCommissionDocumentPdf, async ({ params, scope, request, reply }) => {
    const document = found(await store.get(db, scope, params.documentId, timeZone), MISSING)
    await replyWithDocument(
      services.documents,
      { request, reply },
      await commissionPaper(services, document, request.host),
    )
    return { data: '' }
  })
}
