// Serves the invoice of a session, and writes it at once if its turn has not come yet.
import { found, route } from '@wattdesk/wire/route'
import type { FastifyInstance } from 'fastify'
import { sessionInvoice } from './invoice.commands.ts'
import { getInvoice, NO_INVOICE } from './invoice.contract.ts'

export function invoiceRoutes(app: FastifyInstance): void {
  route(app, getInvoice, async ({ params, scope }) => ({
    data: found(await sessionInvoice(app.services, scope, params.id), NO_INVOICE),
  }))
}
