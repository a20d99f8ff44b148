// Serves the invoice of a session, as data and as PDF, and writes it at once if its turn has not come yet.
import { route } from '@wattdesk/wire/route'
import { USUAL } from '@wattdesk/words/language'
import type { FastifyInstance } from 'fastify'
import { mailedTo } from '#office/mail/mail-body.contract.ts'
import { MAILS_OF_USER } from '#office/mail/mail-paper.commands.ts'
import { replyWithDocument } from '#platform/documents/document-reply.ts'
import { limitByUser } from '#platform/http/user-limit.ts'
import { sessionInvoiceOrWhy } from './invoice.commands.ts'
import { getInvoice, getInvoicePdf, mailInvoice } from './invoice.contract.ts'
import { invoiceDocument, mailInvoicePaper } from './invoice-document.commands.ts'

export function invoiceRoutes(app: FastifyInstance): void {
  route(app, getInvoice, async ({ params, scope }) => ({
    data: await sessionInvoiceOrWhy(app.services, scope, params.id),
  }))

  route(app, getInvoicePdf, async ({ params, query, scope, request, reply }) => {
    const invoice = await sessionInvoiceOrWhy(app.services, scope, params.id)
    const of = { host: request.host, note: query.note, language: query.language ?? USUAL }
    await replyWithDocument(
      app.services.documents,
      { request, reply },
      await invoiceDocument(app.services, invoice, of),
    )
    return { data: '' }
  })

  const countMails = limitByUser(app, MAILS_OF_USER)
  route(app, mailInvoice, async ({ params, body, scope, by, request }) => {
    await countMails(request)
    const invoice = await sessionInvoiceOrWhy(app.services, scope, params.id)
    await mailInvoicePaper(app.services, by, { ...body, invoice })
    return { data: { to: body.to }, message: mailedTo(body.to) }
  })
}
