// Serves the invoice of a session. Who asks before its turn gets it written now.
import { found, route } from '@wattdesk/wire/route'
import type { FastifyInstance } from 'fastify'
import { writeInvoicesOf } from './invoice.commands.ts'
import { getInvoice, NO_INVOICE } from './invoice.contract.ts'
import { invoiceOf, isLacking } from './invoice-read.store.ts'

export function invoiceRoutes(app: FastifyInstance): void {
  const { services } = app
  route(app, getInvoice, async ({ params: { id }, scope }) => {
    if (await isLacking(services.db, scope, id)) await writeInvoicesOf(services, id)
    return { data: found(await invoiceOf(services.db, scope, id), NO_INVOICE) }
  })
}
