// Serves the bill of a session and its correction by hand.
import { route } from '@wattdesk/wire/route'
import type { FastifyInstance } from 'fastify'
import { lowerBill, previewLower, readBill } from './bill-correction.commands.ts'
import { billCorrected, correctBill, getBill, previewBill } from './bill-correction.contract.ts'

export function billCorrectionRoutes(app: FastifyInstance): void {
  const { services } = app
  route(app, getBill, async ({ params, scope }) => ({ data: await readBill(services, services.db, scope, params.id) }))
  route(app, previewBill, async ({ params, body, ...caller }) => ({
    data: await previewLower(services, caller, params.id, body.total),
  }))
  route(app, correctBill, async ({ params, body, ...caller }) => {
    const { data, nearest } = await lowerBill(services, caller, params.id, body)
    return { data, message: nearest ? `${billCorrected}. ${nearest}` : billCorrected }
  })
}
