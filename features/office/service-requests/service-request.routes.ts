// Serves service requests: list, one, create and change.
import { route } from '@wattdesk/wire/route'
import { tagOf } from '@wattdesk/wire/tag'
import type { FastifyInstance } from 'fastify'
import { defaultTeam } from '#platform/access/scope.ts'
import { recordRoutes } from '#platform/records/routes.ts'
import * as commands from './service-request.commands.ts'
import {
  getServiceRequest,
  listServiceRequests,
  saveServiceRequest,
  serviceRequestRecord,
  updateServiceRequest,
} from './service-request.contract.ts'
import * as store from './service-request.store.ts'

const SAVED = { status: 'success', message: 'Service request saved successfully' } as const

export function serviceRequestRoutes(app: FastifyInstance): void {
  const { services } = app

  recordRoutes(app, 'Service request', {
    list: [listServiceRequests, store.reply],
    read: [getServiceRequest, commands.readServiceRequest],
  })

  route(app, saveServiceRequest, async ({ body, query, request, reply, ...caller }) => {
    const { ticketId, ...rest } = body
    if (ticketId === undefined) {
      const teamId = query.teamId ?? Number((request.params as { teamId?: string }).teamId ?? defaultTeam(caller.who))
      return { ...SAVED, data: await commands.createServiceRequest(services, caller, teamId, rest) }
    }
    const scope = await commands.changeable(services, caller.who)
    const data = await commands.changeServiceRequest(services, { ...caller, scope }, ticketId, rest)
    // A change, though by POST: not 201.
    await reply
      .code(200)
      .header('etag', tagOf(serviceRequestRecord.part(data)))
      .send({ success: true, ...SAVED, data })
    return { ...SAVED, data }
  })

  route(app, updateServiceRequest, async ({ params, body, ...caller }) => ({
    ...SAVED,
    data: await commands.changeServiceRequest(services, caller, params.ticketId, body),
  }))
}
