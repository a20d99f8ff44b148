// Serves tax taken at source: the register of a month, the certificate of a quarter and its PDF.
import { route } from '@wattdesk/wire/route'
import type { FastifyInstance } from 'fastify'
import { replyWithDocument } from '#platform/documents/document-reply.ts'
import { listReply } from '#platform/http/list-reply.ts'
import { certificateOf, certificatePaper } from './certificate.commands.ts'
import * as contract from './collected-tax.contract.ts'
import * as store from './collected-tax.store.ts'

export function collectedTaxRoutes(app: FastifyInstance): void {
  const { services } = app
  const { db } = services

  route(app, contract.listCollectedTaxes, async ({ query, scope }) => {
    const total = await store.count(db, scope, query.month, query.q)
    return listReply(query, { total, rows: () => store.list(db, scope, query.month, query), row: store.rowOf })
  })

  route(app, contract.getTaxCertificate, async ({ params, scope }) => ({
    data: await certificateOf(services, scope.teamId, params.quarter),
  }))

  route(app, contract.getTaxCertificatePdf, async ({ params, scope, request, reply }) => {
    const certificate = await certificateOf(services, scope.teamId, params.quarter)
    const paper = await certificatePaper(services, certificate, request.host)
    await replyWithDocument(services.documents, { request, reply }, paper)
    return { data: '' }
  })
}
