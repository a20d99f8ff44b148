// Serves the invoice of a session. Who asks before its turn gets it written now.
import { found, route } from '@wattdesk/wire/route'
import type { FastifyInstance } from 'fastify'
import { sessionInvoice } from './invoice.commands.ts'
import { getInvoice, NO_INVOICE } from './invoice.contract.ts'

export function invoiceRoutes(app: FastifyInstance): void {
  route(app, getInvoice, async ({ params, scope }) => ({
    data: found(await sessionInvoice(app.services, scope, params.id), NO_INVOICE),
  }))
}
